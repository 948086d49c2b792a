"""Closing a table for good: by a supervisor, or by whoever opened it."""

from collections.abc import Awaitable, Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from bankcraps.errors import BankcrapsError
from bankcraps.live.round.clearing import present_beside
from bankcraps.live.round.decide import decide
from bankcraps.live.table import commands as cm
from bankcraps.live.table.decision import Refused
from bankcraps.live.wire.views import may_close
from bankcraps.server.bots.bots import Bots
from bankcraps.server.hosting.table_host import TableHost
from bankcraps.server.house import House
from bankcraps.server.people.accounts import Session
from bankcraps.server.stores.errors import StoreError
from bankcraps.server.web.edge.answers import Done, ForbiddenError, answer, body

__all__ = ["Closing", "ClosingApi"]

_NEEDS_NOTICE = "needs_notice"
_SECOND_MS = 1000


class Closing(msgspec.Struct, frozen=True):
    """The effects of closing a table now.

    Attributes:
        refused: the reason that the table cannot close now, in a sentence; empty if it can.
        notice: whether it can close once a notice has hung at the table for as long as its book wants.
        due: when the notice that hangs has hung for long enough, in milliseconds since 1970; 0 for no notice.
        others: the players who are present, without this person and the bots.
    """

    refused: str
    notice: bool
    due: int
    others: tuple[str, ...]


class ClosingApi:
    """Closes tables."""

    def __init__(self, house: House, bots: Bots, signed_in: Callable[[Request], Awaitable[Session]]) -> None:
        """Close the tables of a house.

        Args:
            house: the house.
            bots: its bots, which are sent away before a table closes.
            signed_in: returns the session of a request.
        """
        self._house = house
        self._bots = bots
        self._signed_in = signed_in

    async def look(self, request: Request) -> Response:
        """Show what closing the table now would do. Nothing happens yet."""
        host, session = await self._at_own_table(request)
        return answer(_closing(host, session))

    async def announce(self, request: Request) -> Response:
        """Post the notice that the table closes, for players who are present."""
        await body(request)
        host, session = await self._at_own_table(request)
        refused = await host.tell(cm.ClosingAnnounced(session.person.name))
        if refused is not None:
            raise ForbiddenError(refused.message)
        return answer(_closing(host, session))

    async def close(self, request: Request) -> Response:
        """Close a table for good, as a supervisor or as whoever opened it. Players get their chips back.

        While others play there, it needs the notice of the book. If a bot may not leave yet, whoever opened
        the table sends the bots away by asking: they bet no more, and go when their wagers are decided.
        """
        await body(request)
        host, session = await self._at_own_table(request)
        name = session.person.name
        try:
            await self._house.close_table(host.table.id, by=name)
        except StoreError:
            raise
        except BankcrapsError:
            if not await self._sends_bots_away(host, name):
                raise
            await self._house.close_table(host.table.id, by=name)
        return answer(Done())

    async def _sends_bots_away(self, host: TableHost, name: str) -> bool:
        """Send all bots away for whoever opened the table. Return whether one was not asked to go before."""
        bots = [bot for bot in host.durable.bots if not bot.leaves]
        if host.durable.opener != name or _code(_refused(host, name)) == _NEEDS_NOTICE:
            return False
        for bot in bots:
            await self._bots.dismiss(host, bot.name, name)
        return bool(bots)

    async def _at_own_table(self, request: Request) -> tuple[TableHost, Session]:
        session = await self._signed_in(request)
        host = await self._house.find(request.path_params["table"])
        if not may_close(host.durable, session.sender):
            raise ForbiddenError("only a supervisor closes tables, or whoever opened the table")
        return host, session


def _refused(host: TableHost, name: str) -> Refused | None:
    """Return why a table would not close now, without closing it."""
    table = host.durable
    return decide(host.book, table, cm.Sender(), cm.Cleared(by=name), table.now).refused


def _code(refused: Refused | None) -> str:
    return refused.code if refused else ""


def _closing(host: TableHost, session: Session) -> Closing:
    table, name = host.durable, session.person.name
    refused = _refused(host, name)
    sign = next((sign for sign in table.state.floor.signs if sign.about == "closing"), None)
    return Closing(
        refused=refused.message if refused else "",
        notice=_code(refused) == _NEEDS_NOTICE,
        due=table.origin + (sign.due or 0) * _SECOND_MS if sign else 0,
        others=present_beside(table, name),
    )
