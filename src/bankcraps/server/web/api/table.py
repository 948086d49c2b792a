"""The API of a table that anybody may use: its rulebook, its acts as forms, and its log as files."""

import asyncio
from collections.abc import Awaitable, Callable
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
from bankcraps.live.advice.act_forms import act_forms
from bankcraps.live.advice.explaining import explained
from bankcraps.live.advice.offer import BetOffer, offer
from bankcraps.live.advice.outlook import Outlook, outlook
from bankcraps.live.proof.exporting import Span
from bankcraps.server.house import House, UnknownTableError
from bankcraps.server.people.accounts import Session
from bankcraps.server.people.grants import HOUSE_LOG
from bankcraps.server.web.api.edges import edge_of, with_edge
from bankcraps.server.web.api.exports import Export, Wanted
from bankcraps.server.web.api.history import HistoryApi
from bankcraps.server.web.api.rules import rules_of
from bankcraps.server.web.edge.answers import ForbiddenError, Prepared, address_of, answer, whole_number
from bankcraps.server.web.edge.page import invitation
from bankcraps.server.web.edge.rates import ApiThreads, Quota

__all__ = ["EXPORT_QUERY", "KIND_QUERY", "OUTLOOK_QUERY", "SPAN_QUERY", "TableApi"]

OUTLOOK_QUERY: Final = {"wager": "a wager, such as place 6", "cents": "its amount in cents"}
KIND_QUERY: Final = {"kind": "the kind of wager, such as place"}
SPAN_QUERY: Final = {
    "from": "from this time on, as 2026-11-20T20:00, in UTC unless it names a zone",
    "to": "up to this time",
}
EXPORT_QUERY: Final = SPAN_QUERY | {"player": "only this player, for themselves and for inspectors"}


class TableApi:
    """The API of single tables, open or closed, of any process."""

    def __init__(
        self,
        house: House,
        quota: Quota,
        session_of: Callable[[Request], Awaitable[Session | None]],
        threads: ApiThreads,
    ) -> None:
        """Read the tables of a house.

        Args:
            house: the house.
            quota: the limits on the questions of people to it.
            session_of: returns the session of a request.
            threads: do the work of requests.
        """
        self._house = house
        self._quota = quota
        self._session_of = session_of
        self._threads = threads
        self._prepared = Prepared(quota, threads)
        self.history: HistoryApi = HistoryApi(
            house.store, session_of, self.known, threads, quota, self._prepared
        )

    async def rules(self, request: Request) -> Response:
        """A table's rulebook: wagers, values with their clauses, the clauses."""
        host = await self._house.find(request.path_params["table"])
        book, table = host.book, host.durable
        key = "rules", book.digest, tuple(book.chosen.items()), table.state.floor.chip
        return await self._prepared.answer(request, key, lambda: self._threads.work(rules_of, book, table))

    async def acts(self, request: Request) -> Response:
        """Every act at the table as a form: who may do it, what it does, its fields and reasons."""
        host = await self._house.find(request.path_params["table"])
        book = host.book
        key = "acts", book.digest, tuple(book.chosen.items())
        return await self._prepared.answer(request, key, lambda: self._threads.work(act_forms, book))

    async def invitation(self, request: Request) -> Response:
        """The link to a table, and a QR code of it."""
        table, public = await self.known(request), request.app.state.public
        asked_at, house = public or str(request.base_url), self._house.address
        return await self._prepared.answer(
            request,
            ("invitation", table, asked_at),
            lambda: self._threads.work(invitation, table, asked_at, house),
        )

    async def outlook(self, request: Request) -> Response:
        """The effect of each throw on the player's wagers or, with `wager` and `cents`, on that one.

        While people deal a throw, nothing is said of wagers: it would be what they have to find out.
        """
        host = await self._house.find(request.path_params["table"])
        session = await self._session_of(request)
        name, wished = session.person.name if session else "", _wished(host.book, request)
        table = host.durable
        if table.work.tasks:
            return answer(())

        def found() -> tuple[Outlook, ...]:
            return outlook(host.book, table.state, name, wished, locked=table.fairness.locked)

        with self._quota.work(address_of(request)):
            return answer(await self._threads.work(found))

    async def offer(self, request: Request) -> Response:
        """Say what a bet of `cents` on `wager` would come to: win, commission, edge, and a sum paid exactly.

        Nothing while people deal a throw: it would tell a dealer what is right.
        """
        host = await self._house.find(request.path_params["table"])
        session = await self._session_of(request)
        name, wished = session.person.name if session else "", _wished(host.book, request)
        if wished is None or wished.amount <= 0:
            raise BankcrapsError("say the wager and its amount, such as wager=place 6 and cents=600")
        book, state = host.book, host.durable.state
        if host.durable.work.tasks:
            return answer(None)

        def found() -> BetOffer:
            one = offer(book, state, name, wished.wager, wished.amount)
            return with_edge(one, edge_of(book, state, wished.wager, one.total))

        with self._quota.work(address_of(request)):
            return answer(await self._threads.work(found))

    async def explained(self, request: Request) -> Response:
        """A kind of wager explained, at this table's stakes: what each throw does to it."""
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

    async def known(self, request: Request) -> str:
        """Return the id of the table in a request's path, which must exist."""
        table: str = request.path_params["table"]
        if table == HOUSE_LOG or await asyncio.to_thread(self._house.store.tables.get, table) is None:
            raise UnknownTableError(f"there is no table {table[:40]!r}")
        return table

    def export(self, kind: str) -> Callable[[Request], Awaitable[Response]]:
        async def handle(request: Request) -> Response:
            table, asked = await self.known(request), request.query_params
            span, player = Span(_time(asked, "from"), _time(asked, "to")), asked.get("player", "")
            if player and kind == "jsonl":
                raise BankcrapsError("a log is chained and cannot leave players out: ask for another file")
            if player:
                await self._check_player(request, player)
            slot = self._quota.export(address_of(request))
            wanted = Wanted(table, kind, span, player)
            return await Export.begin(self._house.store, wanted, slot, self._threads)

        return handle

    async def _check_player(self, request: Request, player: str) -> None:
        session = await self._session_of(request)
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
