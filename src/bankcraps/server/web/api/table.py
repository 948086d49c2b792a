"""Pages of a table that anybody may read: its rulebook, its hands, and its log as files."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Final

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from bankcraps.chips import Cents
from bankcraps.engine import Standing
from bankcraps.errors import BankcrapsError, did_you_mean
from bankcraps.live.advice.explaining import Explained, explained
from bankcraps.live.advice.outlook import Outlook, outlook
from bankcraps.live.proof.exporting import Span
from bankcraps.live.wire.messages import Stay
from bankcraps.rulebook import Rulebook
from bankcraps.server.accounts import Session
from bankcraps.server.grants import HOUSE_LOG
from bankcraps.server.house import House, UnknownTableError
from bankcraps.server.web.api.about_table import NightPages
from bankcraps.server.web.api.exports import KINDS, Export, Wanted
from bankcraps.server.web.api.history import HandLine, HandReplay, History
from bankcraps.server.web.api.invitation import Invitation, invitation
from bankcraps.server.web.api.rules import TableRules, rules_of
from bankcraps.server.web.edge.answers import ForbiddenError, address_of, answer, whole_number
from bankcraps.server.web.edge.openapi import Endpoint
from bankcraps.server.web.edge.prepared import Prepared
from bankcraps.server.web.quotas.limits import PageThreads, Quota
from bankcraps.wagers import wager

__all__ = ["TablePages"]

_PAGE: Final = 100

_PART: Final = {
    "from": "from this time on, as 2026-11-20T20:00, in UTC unless it names a zone",
    "to": "up to this time",
    "player": "only this player, for themselves and for inspectors",
}


class TablePages:
    """Pages of data about single tables, whoever serves them and whether they are open or closed."""

    def __init__(
        self,
        house: House,
        quota: Quota,
        session_of: Callable[[Request], Awaitable[Session | None]],
        threads: PageThreads,
    ) -> None:
        """Read the tables of a house.

        Args:
            house: the house.
            quota: what people may ask of it.
            session_of: says who sends a request.
            threads: do the work of pages.
        """
        self._house = house
        self._quota = quota
        self._session_of = session_of
        self._threads = threads
        self._history = History(house.store, threads)
        self._prepared = Prepared(quota, threads)
        self._nights = NightPages(house, session_of, self._known, threads, quota, self._prepared)

    def endpoints(self) -> list[Endpoint]:
        """Return the pages."""
        at = "/api/tables/{table}"
        return [
            Endpoint(
                method="GET",
                path=f"{at}/rules",
                says="A table's rulebook: wagers, values with their clauses, the clauses.",
                handler=self._rules,
                answers=TableRules,
            ),
            Endpoint(
                method="GET",
                path=f"{at}/invitation",
                says="The link to a table, and a QR code of it.",
                handler=self._invitation,
                answers=Invitation,
            ),
            Endpoint(
                method="GET",
                path=f"{at}/outlook",
                says="What each throw would do to one's wagers or, with `wager` and `cents`, to that one.",
                handler=self._outlook,
                answers=list[Outlook],
                query={"wager": "a wager, such as place 6", "cents": "its amount in cents"},
            ),
            Endpoint(
                method="GET",
                path=f"{at}/explained",
                says="A kind of wager explained, at this table's stakes: what each throw does to it.",
                handler=self._explained,
                answers=Explained,
                query={"kind": "the kind of wager, such as place"},
            ),
            Endpoint(
                method="GET",
                path=f"{at}/hands",
                says="The hands of a table, 100 at a time.",
                handler=self._hands,
                answers=list[HandLine],
                query={"after": "the number of the hand before the first; 0 for the first page"},
            ),
            Endpoint(
                method="GET",
                path=f"{at}/hands/{{hand:int}}",
                says="A hand again, with all that happened in it.",
                handler=self._hand,
                answers=HandReplay,
            ),
            Endpoint(
                method="GET",
                path=f"{at}/stay",
                says="What a player has seen since they sat down: own acts, throws, what moved their chips.",
                handler=self._stay,
                answers=Stay,
            ),
            *self._nights.endpoints(),
            *(
                Endpoint(
                    method="GET",
                    path=f"{at}/export.{kind}",
                    says=f"The table as {says}.",
                    handler=self._exporter(kind),
                    query=_PART if kind != "jsonl" else {name: _PART[name] for name in ("from", "to")},
                    media=media,
                )
                for kind, (says, media) in KINDS.items()
            ),
        ]

    async def _rules(self, request: Request) -> Response:
        host = await self._house.find(request.path_params["table"])
        book, table = host.book, host.durable
        key = "rules", book.digest, tuple(book.chosen.items()), table.state.floor.chip
        return await self._prepared.answer(request, key, lambda: self._threads.work(rules_of, book, table))

    async def _invitation(self, request: Request) -> Response:
        table, public = await self._known(request), request.app.state.public
        asked_at, house = public or str(request.base_url), self._house.address
        return await self._prepared.answer(
            request,
            ("invitation", table, asked_at),
            lambda: self._threads.work(invitation, table, asked_at, house),
        )

    async def _outlook(self, request: Request) -> Response:
        host = await self._house.find(request.path_params["table"])
        session = await self._session_of(request)
        name, wished = session.person.name if session else "", _wished(host.book, request)
        with self._quota.page(address_of(request)):
            return answer(await self._threads.work(outlook, host.book, host.durable.state, name, wished))

    async def _explained(self, request: Request) -> Response:
        host = await self._house.find(request.path_params["table"])
        kind = next((one for one in host.book.wagers if one.value == request.query_params.get("kind")), None)
        if kind is None:
            asked, kinds = request.query_params.get("kind", "")[:40], [one.value for one in host.book.wagers]
            near = did_you_mean(asked, kinds) or f"; it offers {', '.join(kinds)}"
            raise BankcrapsError(f"this house offers no {asked!r}{near}")
        book, floor = host.book, host.durable.state.floor
        key = kind, book.digest, tuple(book.chosen.items()), floor.limits, floor.chip
        return await self._prepared.answer(
            request, key, lambda: self._threads.work(explained, book, kind, floor)
        )

    async def _hands(self, request: Request) -> Response:
        table = await self._known(request)
        after = whole_number(request, "after")
        with self._quota.page(address_of(request)):
            return answer(await self._history.hands(table, after, _PAGE))

    async def _hand(self, request: Request) -> Response:
        table, number = await self._known(request), request.path_params["hand"]
        with self._quota.page(address_of(request)):
            hand = await self._history.hand(table, number)
        if hand is None:
            raise UnknownTableError(f"table {table} has no hand {number} that has ended")
        return answer(hand)

    async def _stay(self, request: Request) -> Response:
        table, session = await self._known(request), await self._session_of(request)
        if session is None:
            raise ForbiddenError("sign in first")
        with self._quota.page(address_of(request)):
            return answer(await self._history.stay(table, session.person.name))

    async def _known(self, request: Request) -> str:
        table: str = request.path_params["table"]
        if table == HOUSE_LOG or await asyncio.to_thread(self._house.store.table, table) is None:
            raise UnknownTableError(f"there is no table {table[:40]!r}")
        return table

    def _exporter(self, kind: str) -> Callable[[Request], Awaitable[Response]]:
        async def export(request: Request) -> Response:
            table, asked = await self._known(request), request.query_params
            span, player = Span(_time(asked, "from"), _time(asked, "to")), asked.get("player", "")
            if player and kind == "jsonl":
                raise BankcrapsError("a log is chained and cannot leave players out: ask for another file")
            if player:
                await self._check_player(request, player)
            slot = self._quota.export(address_of(request))
            wanted = Wanted(table, kind, span, player)
            return await Export.begin(self._house.store, wanted, slot, self._threads)

        return export

    async def _check_player(self, request: Request, player: str) -> None:
        session = await self._session_of(request)
        if session is None or (session.person.name != player and "inspector" not in session.person.roles):
            raise ForbiddenError(f"only {player[:40]!r} and inspectors may take what is theirs alone")


def _wished(book: Rulebook, request: Request) -> Standing | None:
    """Read a wager of a query that is not on the layout, or None if none is asked for."""
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
