"""The API of a table that anybody may use: its rulebook, its acts as forms, and its log as files."""

from collections.abc import Awaitable, Callable, Hashable
from datetime import UTC, datetime
from typing import Final

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from bankcraps.errors import BankcrapsError, did_you_mean
from bankcraps.game.chips import Cents
from bankcraps.game.engine import Standing
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import wager
from bankcraps.live.advice.act_forms import ActForm, act_forms
from bankcraps.live.advice.explaining import Explained, explained
from bankcraps.live.advice.offer import BetOffer, offer
from bankcraps.live.advice.outlook import Outlook, outlook
from bankcraps.live.proof.exporting import Span
from bankcraps.live.wire.messages import SeatHistory
from bankcraps.server.web.api.edges import edge_of, with_edge
from bankcraps.server.web.api.exports import KINDS, Export, Wanted
from bankcraps.server.web.api.hand_history import HandLine, HandReplay
from bankcraps.server.web.api.history import (
    HANDS_QUERY,
    REPLAY_QUERY,
    STATISTICS_QUERY,
    THROWS_QUERY,
    DisputeLine,
    HistoryApi,
    Replay,
    SealedThrows,
    TableStatistics,
)
from bankcraps.server.web.api.rules import TableRules, rules_of
from bankcraps.server.web.edge.answers import ForbiddenError, Prepared, address_of, answer, whole_number
from bankcraps.server.web.edge.openapi import Endpoint
from bankcraps.server.web.edge.page import Invitation, invitation
from bankcraps.server.web.edge.sessions import Api, Desk

__all__ = ["TableApi"]

_OUTLOOK_QUERY: Final = {"wager": "a wager, such as place 6", "cents": "its amount in cents"}
_KIND_QUERY: Final = {"kind": "the kind of wager, such as place"}
_SPAN_QUERY: Final = {
    "from": "from this time on, as 2026-11-20T20:00, in UTC unless it names a zone",
    "to": "up to this time",
}
_EXPORT_QUERY: Final = _SPAN_QUERY | {"player": "only this player, for themselves and for inspectors"}


class TableApi(Api):
    """The API of single tables, open or closed, of any process."""

    def __init__(self, desk: Desk) -> None:
        """Read the tables of a house."""
        super().__init__(desk)
        self._prepared = Prepared(desk.quota, desk.threads)
        self._history = HistoryApi(desk, self._prepared)

    def endpoints(self) -> list[Endpoint]:
        """Return the addresses of single tables with their handlers."""
        history = self._history
        return [
            Endpoint("GET", "/api/tables/{table}/rules", self.rules, TableRules),
            Endpoint("GET", "/api/tables/{table}/invitation", self.invitation, Invitation),
            Endpoint("GET", "/api/tables/{table}/outlook", self.outlook, list[Outlook], _OUTLOOK_QUERY),
            Endpoint("GET", "/api/tables/{table}/offer", self.offer, BetOffer | None, _OUTLOOK_QUERY),
            Endpoint("GET", "/api/tables/{table}/explained", self.explained, Explained, _KIND_QUERY),
            Endpoint("GET", "/api/tables/{table}/hands", history.hands, list[HandLine], HANDS_QUERY),
            Endpoint("GET", "/api/tables/{table}/hands/{hand:int}", history.hand, HandReplay),
            Endpoint("GET", "/api/tables/{table}/stay", history.stay, SeatHistory),
            Endpoint("GET", "/api/tables/{table}/acts", self.acts, tuple[ActForm, ...]),
            Endpoint("GET", "/api/tables/{table}/throws", history.throws, SealedThrows, THROWS_QUERY),
            Endpoint("GET", "/api/tables/{table}/disputes", history.disputes, list[DisputeLine]),
            Endpoint(
                "GET",
                "/api/tables/{table}/statistics",
                history.statistics,
                TableStatistics,
                STATISTICS_QUERY,
            ),
            Endpoint("GET", "/api/tables/{table}/replay", history.replay, Replay, REPLAY_QUERY),
            *(
                Endpoint(
                    "GET",
                    f"/api/tables/{{table}}/export.{kind}",
                    self.export(kind),
                    query=_SPAN_QUERY if kind == "jsonl" else _EXPORT_QUERY,
                    media=media,
                    says=f"The table as {says}.",
                )
                for kind, (says, media) in KINDS.items()
            ),
        ]

    async def rules(self, request: Request) -> Response:
        """A table's rulebook: wagers, values with their clauses, the clauses."""
        host = await self._desk.table(request)
        book, table = host.book, host.durable
        key = "rules", book.digest, tuple(book.chosen.items()), table.state.floor.chip
        return await self._prepared.answer(
            request, key, lambda: self._desk.threads.work(rules_of, book, table)
        )

    async def acts(self, request: Request) -> Response:
        """Every act at the table as a form: who may do it, what it does, its fields and reasons."""
        host = await self._desk.table(request)
        book = host.book
        key = "acts", book.digest, tuple(book.chosen.items())
        return await self._prepare(request, key, act_forms, book)

    async def invitation(self, request: Request) -> Response:
        """The link to a table, and a QR code of it."""
        table, public = await self._desk.known(request), request.app.state.public
        asked_at, house = public or str(request.base_url), self._desk.house.address
        key = "invitation", table, asked_at
        return await self._prepare(request, key, invitation, table, asked_at, house)

    async def outlook(self, request: Request) -> Response:
        """The effect of each throw on the player's wagers or, with `wager` and `cents`, on that one.

        While people deal a throw, nothing is said of wagers: it would be what they have to find out.
        """
        host = await self._desk.table(request)
        session = await self._desk.session(request)
        name, wished = session.person.name if session else "", _wished(host.book, request)
        table = host.durable
        if table.work.tasks:
            return answer(())

        def found() -> tuple[Outlook, ...]:
            return outlook(host.book, table.state, name, wished, locked=table.fairness.locked)

        with self._desk.work(request):
            return answer(await self._desk.threads.work(found))

    async def offer(self, request: Request) -> Response:
        """Say what a bet of `cents` on `wager` would come to: win, commission, edge, and a sum paid exactly.

        Nothing while people deal a throw: it would tell a dealer what is right.
        """
        host = await self._desk.table(request)
        session = await self._desk.session(request)
        name, wished = session.person.name if session else "", _wished(host.book, request)
        if wished is None or wished.amount <= 0:
            raise BankcrapsError("say the wager and its amount, such as wager=place 6 and cents=600")
        book, state = host.book, host.durable.state
        if host.durable.work.tasks:
            return answer(None)

        def found() -> BetOffer:
            one = offer(book, state, name, wished.wager, wished.amount)
            return with_edge(one, edge_of(book, state, wished.wager, one.total))

        with self._desk.work(request):
            return answer(await self._desk.threads.work(found))

    async def explained(self, request: Request) -> Response:
        """A kind of wager explained, at this table's stakes: what each throw does to it."""
        host = await self._desk.table(request)
        kind = next((one for one in host.book.wagers if one.value == request.query_params.get("kind")), None)
        if kind is None:
            asked, kinds = request.query_params.get("kind", "")[:40], [one.value for one in host.book.wagers]
            near = did_you_mean(asked, kinds) or f"; it offers {', '.join(kinds)}"
            raise BankcrapsError(f"this house offers no {asked!r}{near}")
        book, floor = host.book, host.durable.state.floor
        key = kind, book.digest, tuple(book.chosen.items()), floor.limits, floor.chip
        return await self._prepare(request, key, explained, book, kind, floor)

    async def _prepare(
        self, request: Request, key: Hashable, make: Callable[..., object], *given: object
    ) -> Response:
        return await self._prepared.answer(request, key, lambda: self._desk.threads.work(make, *given))

    def export(self, kind: str) -> Callable[[Request], Awaitable[Response]]:
        async def handle(request: Request) -> Response:
            table, asked = await self._desk.known(request), request.query_params
            span, player = Span(_time(asked, "from"), _time(asked, "to")), asked.get("player", "")
            if player and kind == "jsonl":
                raise BankcrapsError("a log is chained and cannot leave players out: ask for another file")
            if player:
                await self._check_player(request, player)
            slot = self._desk.quota.export(address_of(request))
            wanted = Wanted(table, kind, span, player)
            return await Export.begin(self._desk.house.store, wanted, slot, self._desk.threads)

        return handle

    async def _check_player(self, request: Request, player: str) -> None:
        session = await self._desk.session(request)
        if session is None or (session.person.name != player and "inspector" not in session.person.roles):
            raise ForbiddenError(f"only {player[:40]!r} and inspectors may take what is theirs alone")


def _wished(book: Rulebook, request: Request) -> Standing | None:
    """Read a wager of a query that is not on the layout; None without one."""
    name = request.query_params.get("wager")
    if name is None:
        return None
    wished, amount = wager(name), Cents(whole_number(request, "cents", None))
    if book.terms(wished) is None:
        raise BankcrapsError(f"this house does not offer {wished}")
    return Standing(wished, amount)


def _time(asked: QueryParams, name: str) -> int | None:
    """Read a time of a query as milliseconds since 1970."""
    given = asked.get(name)
    if given is None:
        return None
    try:
        at = datetime.fromisoformat(given)
        return round((at if at.tzinfo else at.replace(tzinfo=UTC)).timestamp() * 1000)
    except (ValueError, OverflowError):
        raise BankcrapsError(f"{name} takes a time such as 2026-11-20T20:00, not {given[:40]!r}") from None
