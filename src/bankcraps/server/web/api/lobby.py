"""The lobby: tables and their bots, opening and closing them; and people's own limits and play money."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final

import msgspec
from starlette.requests import Request

from bankcraps.errors import BankcrapsError
from bankcraps.game.engine import shooter
from bankcraps.live.people.lobby import NewBot, NewTable, TableLine, settings_of
from bankcraps.live.people.places import open_places
from bankcraps.live.people.play_money import MoneyOffer
from bankcraps.live.people.talk import can_be_read
from bankcraps.live.round.decide import decide, present_beside
from bankcraps.live.table import commands as cm
from bankcraps.live.table.personal_limits import LimitsNow, PersonalLimits
from bankcraps.live.table.undealt import puck_shown
from bankcraps.live.wire.views import may_close
from bankcraps.server.bots.bots import bot_of, bots_of, seat_system_of
from bankcraps.server.hosting.table_host import TableHost
from bankcraps.server.house import House
from bankcraps.server.people.accounts import Session
from bankcraps.server.people.money import MoreMoney
from bankcraps.server.stores.database import StoreError
from bankcraps.server.stores.logs import TableInfo
from bankcraps.server.web.edge.endpoints import ForbiddenError, Opened, address_of
from bankcraps.server.web.edge.rates import QuotaLimits, TooManyError
from bankcraps.server.web.edge.sessions import Api, Desk
from bankcraps.support.structs import struct_of


class SeatsBots(msgspec.Struct, frozen=True):
    """Whether somebody may have bots play at a table, and send them away."""

    may: bool


class HandOver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to let a betting system play the asker's seat.

    Attributes:
        system: a name of the library, a text in the language of systems, or a chart as JSON.
    """

    system: str


_REMEMBERED: Final = 10_000
"""The most people with a remembered address."""

_WAIT_S: Final = 60.0


class BotBudget:
    """Counts the bots at the tables of this process by those who opened the tables."""

    def __init__(self, house: House, limits: QuotaLimits) -> None:
        """Count the bots of a house."""
        self._house = house
        self._limits = limits
        self._coming: Counter[str] = Counter()
        self._addresses: OrderedDict[str, str] = OrderedDict()

    @contextmanager
    def seating(self, person: str, address: str, bots: int = 1) -> Generator[None]:
        """Hold the places of bots that somebody seats, until they are seated.

        Raises:
            TooManyError: if too many play for the person, or for the people of the address.
        """
        self._addresses[person] = address
        self._addresses.move_to_end(person)
        if len(self._addresses) > _REMEMBERED:
            self._addresses.popitem(last=False)
        playing = Counter(host.durable.opener for host in self._house.hosts for _ in host.durable.bots)
        playing.update(self._coming)
        near = sum(count for name, count in playing.items() if self._addresses.get(name) == address)
        for whose, there, most in (
            ("tables that you opened", playing[person], self._limits.bots_playing),
            ("tables opened from your address", near, self._limits.bots_playing_from),
        ):
            if bots and there + bots > most:
                says = f"at most {most} bots play at once at {whose}: send one away first"
                raise TooManyError(says, _WAIT_S)
        self._coming[person] += bots
        try:
            yield
        finally:
            self._coming -= Counter({person: bots})


_LONGEST_TITLE = 60


class LobbyApi(Api):
    """Shows the tables of a house, opens new ones, closes them, and seats bots and systems at them."""

    def __init__(self, desk: Desk, *, openers: bool) -> None:
        """Look after the lobby; `openers` says whether people seat bots at tables that they opened."""
        super().__init__(desk)
        self._openers = openers
        self._budget = BotBudget(desk.house, desk.quota.limits)

    async def look(self, request: Request) -> list[TableLine]:
        """The tables of the lobby, and those where the person plays or that they opened."""
        return await table_lines(self._desk.house, await self._desk.name(request))

    async def open(self, request: Request, wanted: NewTable) -> Opened:
        """Open a table."""
        _check_title(wanted.title)
        session = await self._desk.signed_in(request)
        person, address = session.person.name, address_of(request)
        if wanted.bots:
            self._require_opener(session)
        with self._holding(session, address, len(wanted.bots)):
            self._desk.quota.open_table(person, address, len(wanted.bots))
            with self._desk.quota.work(address):
                bots = await self._desk.threads.work(bots_of, wanted)
            await self._desk.bots.check(bots)
            host = await self._desk.house.open_table(settings_of(wanted, person), person)
            await self._desk.bots.seat_at_new(host, bots, person)
        return Opened(host.table.id)

    async def closing(self, request: Request) -> "Closing":
        """Show what closing the table now would do. Nothing happens yet."""
        host, session = await self._at_own_table(request)
        return _closing(host, session.person.name)

    async def announce(self, request: Request) -> "Closing":
        """Post the notice that the table closes, for players who are present."""
        host, session = await self._at_own_table(request)
        refused = await host.tell(cm.ClosingAnnounced(session.person.name))
        if refused is not None:
            raise ForbiddenError(refused.message)
        return _closing(host, session.person.name)

    async def close(self, request: Request) -> None:
        """Close a table for good, as a supervisor or as whoever opened it. Players get their chips back.

        While others play there, it needs the notice of the book. If a bot may not leave yet, whoever opened
        the table sends the bots away by asking: they bet no more, and go when their wagers are decided.
        """
        host, session = await self._at_own_table(request)
        name = session.person.name
        try:
            await self._desk.house.close_table(host.table.id, by=name)
        except StoreError:
            raise
        except BankcrapsError:
            if not await self._sends_bots_away(host, name):
                raise
            await self._desk.house.close_table(host.table.id, by=name)

    async def _sends_bots_away(self, host: TableHost, name: str) -> bool:
        """Send all bots away for whoever opened the table. Return whether one was not asked to go before."""
        bots = [bot for bot in host.durable.bots if not bot.leaves]
        if host.durable.opener != name or _closing(host, name).notice:
            return False
        for bot in bots:
            await self._desk.bots.dismiss(host, bot.name, name)
        return bool(bots)

    async def _at_own_table(self, request: Request) -> tuple[TableHost, Session]:
        session = await self._desk.signed_in(request)
        host = await self._desk.table(request)
        if not may_close(host.durable, session.sender):
            raise ForbiddenError("only a supervisor closes tables, or whoever opened the table")
        return host, session

    # Bots, and systems that play seats.

    def _require_opener(self, session: Session) -> None:
        """Refuse a person who may not have bots play at a table that they open."""
        if not self._openers and "supervisor" not in session.person.roles:
            raise ForbiddenError("only a supervisor seats bots and sends them away")

    def _holding(self, session: Session, address: str, bots: int) -> AbstractContextManager[None]:
        """Hold the places of bots that somebody seats. Supervisors have no bound."""
        if "supervisor" in session.person.roles:
            return nullcontext()
        return self._budget.seating(session.person.name, address, bots)

    async def may(self, request: Request) -> SeatsBots:
        """Whether the person may have bots play at a table, and send them away."""
        try:
            await self._bots_at(request)
        except ForbiddenError:
            return SeatsBots(may=False)
        return SeatsBots(may=True)

    async def names(self, request: Request) -> list[str]:
        """Names that a new bot may have: no person has them, and no bot plays under them."""
        await self._desk.signed_in(request)
        return await self._desk.bots.free_names()

    async def seat(self, request: Request, asked: NewBot) -> None:
        """Have a bot play at a table: as a supervisor, or as whoever opened the table."""
        host, session = await self._bots_at(request)
        address, person = address_of(request), session.person.name
        with self._holding(session, address, 1):
            self._desk.quota.seat_bots(person, address)
            with self._desk.quota.work(address):
                bot = await self._desk.threads.work(bot_of, asked, host.book, host.durable.state.floor)
            await self._desk.bots.seat(host, bot, person)

    async def dismiss(self, request: Request) -> None:
        """Have a bot leave as soon as its wagers allow it."""
        host, session = await self._bots_at(request)
        await self._desk.bots.dismiss(host, request.path_params["name"], session.person.name)

    async def _bots_at(self, request: Request) -> tuple[TableHost, Session]:
        """Return a table, and the sender: a supervisor or, if the house allows it, the opener."""
        session = await self._desk.signed_in(request)
        host = await self._desk.table(request)
        person = session.person
        if "supervisor" not in person.roles:
            self._require_opener(session)
            if host.durable.opener != person.name:
                raise ForbiddenError(
                    "only a supervisor, or whoever opened the table, seats bots and sends them away"
                )
        return host, session

    async def hand_over(self, request: Request, asked: HandOver) -> None:
        """Let a betting system play your seat, until you act yourself, stop it or leave."""
        session = await self._desk.signed_in(request)
        host = await self._desk.table(request)
        floor, name = host.durable.state.floor, session.person.name
        with self._desk.quota.work(address_of(request)):
            seat = await self._desk.threads.work(seat_system_of, name, asked.system, host.book, floor)
        await self._desk.bots.start_system(host, seat)

    async def take_back(self, request: Request) -> None:
        """Take your seat back from a betting system. Its wagers stay as they are."""
        session = await self._desk.signed_in(request)
        host = await self._desk.table(request)
        await self._desk.bots.stop_system(host, session.person.name, "its player stops it")


def _check_title(title: str) -> None:
    if len(title) > _LONGEST_TITLE:
        raise BankcrapsError(f"a title has at most {_LONGEST_TITLE} characters, not {len(title)}")
    if title.strip() and not can_be_read(title):
        raise BankcrapsError("a title must not contain characters that are invisible or change how it reads")


async def table_lines(house: House, person: str = "") -> list[TableLine]:
    """Return a line for each open table of a house that the lobby shows.

    Somebody with a name also sees the unlisted tables where they play, or that they opened. The tables where
    they play come first. The store knows who serves a table. A process that slept may not have heard that it
    lost one.

    Args:
        house: the house.
        person: the name of the person who asks; empty for nobody.
    """
    listed = {info.table: info for info in await house.listed()}
    own = await _tables_of(house, person) if person else {}
    here = {host.table.id: host for host in house.hosts}
    lines = [
        TableLine(info.table, info.address, sits=info.table in own, listed=info.table in listed)
        if info.table not in here or info.address not in ("", house.address)
        else _line(here[info.table], person)
        for info in (own | listed).values()
    ]
    return sorted(lines, key=lambda line: not line.sits)


async def _tables_of(house: House, person: str) -> dict[str, TableInfo]:
    """Return the open tables where a person plays, and those served here that they opened, by their ids.

    Of a table that another process serves, only the books are known: a player without chips is missing.
    """
    tables = [host.durable for host in house.hosts]
    mine = {table.id for table in tables if table.opener == person or table.state.seat(person) is not None}
    balances = await asyncio.to_thread(house.store.money.balances_of, person) if house.others else {}
    mine |= {account.split("/")[1] for account, cents in balances.items() if cents and account.count("/") > 1}
    found = [await asyncio.to_thread(house.store.tables.get, table) for table in sorted(mine)]
    return {info.table: info for info in found if info is not None and not info.closed}


def _line(host: TableHost, person: str) -> TableLine:
    table, settings = host.durable, host.durable.settings
    return struct_of(
        TableLine,
        settings,
        table=table.id,
        limits=str(table.state.floor.limits),
        players=len(table.state.seats),
        places=host.book.table.places,
        point=puck_shown(table),
        house=host.book.title,
        shooter=shooter(host.book, table.state) or "",
        free=open_places(host.book.table.places, table),
        sits=bool(person) and table.state.seat(person) is not None,
        opened=bool(person) and table.opener == person,
    )


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


def _closing(host: TableHost, name: str) -> Closing:
    """Return what closing a table would do now, without closing it."""
    table = host.durable
    refused = decide(host.book, table, cm.Sender(), cm.Cleared(by=name), table.now).refused
    sign = next((sign for sign in table.state.floor.signs if sign.about == "closing"), None)
    return Closing(
        refused=refused.message if refused else "",
        notice=refused is not None and refused.code == "needs_notice",
        due=table.origin + (sign.due or 0) * _SECOND_MS if sign else 0,
        others=present_beside(table, name),
    )


# The limits that people set themselves, and more play money of the house.


class PeopleApi(Api):
    """Shows and changes a person's own limits, and gives them the money of the house."""

    def __init__(self, desk: Desk, more: MoreMoney) -> None:
        """Give money by a rule."""
        super().__init__(desk)
        self._more = more

    async def limits(self, request: Request) -> LimitsNow:
        """The person's own limits, and what they leave."""
        return await self._desk.limit_keeper.now(await self._desk.person(request))

    async def set_limits(self, request: Request, wanted: PersonalLimits) -> LimitsNow:
        """Set all of the person's own limits. Tighter ones count at once, looser a day later."""
        session = await self._desk.signed_in(request)
        limits = await self._desk.limit_keeper.change(session.person.name, wanted)
        await self._desk.look(session.person.name)
        return limits

    async def offer(self, request: Request) -> MoneyOffer:
        """The play money that the person gets from the house if they ask now."""
        return await self._more.offer((await self._person(request)).person.name)

    async def give(self, request: Request) -> MoneyOffer:
        """Give the person the play money that the house offers, and return what it offers after that."""
        name = (await self._person(request)).person.name
        await self._more.give(name)
        await self._desk.look(name)
        return await self._more.offer(name)

    async def _person(self, request: Request) -> Session:
        session = await self._desk.signed_in(request)
        if session.person.bot:
            raise ForbiddenError("a bot of the house gets its money from whoever seats it")
        return session
