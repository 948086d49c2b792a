"""The bots of the house, and the systems that play people's seats with the player's own name and chips.

Both come to a table as clients, over the house's own address, in a session of their own. The log of a table
says which it has. So they go on after the house was closed, or when another process serves the table: that
process then runs them.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import chain, islice
from typing import Final
from weakref import WeakValueDictionary

from bankcraps.client import House as ClientHouse
from bankcraps.client import LiveTable, play_system
from bankcraps.client.playing import play_seat
from bankcraps.errors import BankcrapsError, require_text
from bankcraps.game.chips import Cents, dollars, printed
from bankcraps.game.engine.floor.players import written_name
from bankcraps.game.engine.state import Floor
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.log.entries import Bot, SeatSystem
from bankcraps.live.log.settings import TableSettings
from bankcraps.live.people.lobby import NewBot, NewTable, settings_of
from bankcraps.live.round.decide import decide
from bankcraps.live.round.quiet import lone_player
from bankcraps.live.system_player import cut
from bankcraps.live.table import commands as cm
from bankcraps.server.hosting.table_host import TableHost
from bankcraps.server.hosting.table_loading import book_of
from bankcraps.server.house import House, ServedElsewhereError
from bankcraps.server.people.accounts import Accounts, SignInError, namesakes
from bankcraps.server.people.money import fund
from bankcraps.server.stores.database import StoreError
from bankcraps.server.stores.people import Person
from bankcraps.strategies.chart import Chart, read_chart
from bankcraps.strategies.checking import check
from bankcraps.strategies.combinators import WithProgression
from bankcraps.strategies.library import is_chart, library, read_saved, read_text, saved_text, text_system
from bankcraps.strategies.policy import Policy
from bankcraps.strategies.text.program import TextSystem

_LONGEST_TEXT: Final = 4000

_MOST_PROGRESSIONS: Final = 8
"""The most progressions at once. Each may double the work of a throw, and the house plays its bots itself."""

_MOST_THROUGH: Final = 16
"""The most layouts on the way to a bet of a chart. Each is bets in the same round."""

LONGEST_CHART: Final = 2**16
"""The most characters of a chart, which a table keeps in its log."""

_LONGEST_WORDS: Final = {"name": 80, "about": 400, "house": 400, "limits": 80}
"""The most characters of the words of a chart, which people see."""

_ROUND_S: Final = 1.0
"""The least seconds from a bot's bets of one round to those of the next, to limit the load."""

_ROUND_BESIDE_ONE_S: Final = 0.2
"""The same where only one person plays, who should not have to wait for a bot."""

_ANYBODY_S: Final = 0.5
"""Seconds between a bot's checks for people at its table."""


def system_of(spec: str) -> TextSystem | Chart:
    """Read a system that somebody far away asks for: a name, a text or a chart as JSON. Never a file.

    Raises:
        BankcrapsError: if it is none of these.
    """
    require_text(spec, "a system")
    if is_chart(spec):
        return _chart_of(spec)
    if len(spec) > _LONGEST_TEXT:
        raise BankcrapsError(f"the system of a bot has at most {_LONGEST_TEXT} characters")
    if spec.strip().partition(":")[0] in library():
        return text_system(spec)
    if not any(mark in spec for mark in " :;\n"):
        raise BankcrapsError(f"there is no system {spec[:40]!r} in the library: see `bankcraps strategies`")
    return _playable(read_text(spec))


def _playable(system: TextSystem) -> TextSystem:
    """Return a system that the house's process can play throw by throw."""
    program = system.program
    at_once = max(len(part.said(WithProgression)) for part in program.parts)
    if at_once > _MOST_PROGRESSIONS:
        raise BankcrapsError(
            f"the system of a bot has at most {_MOST_PROGRESSIONS} progressions at once, not {at_once}: a "
            "progression on place, say, counts for all place wagers"
        )
    return system


def _chart_of(written: str) -> Chart:
    if len(written) > LONGEST_CHART:
        raise BankcrapsError(
            f"the chart of a bot has at most {LONGEST_CHART:,} characters, not {len(written):,}: a nearer "
            "goal, fewer wagers or larger units make it smaller"
        )
    chart = read_chart(written)
    for part, most in _LONGEST_WORDS.items():
        words: str = getattr(chart, part)
        if not words.isprintable() or not 0 < len(words) <= most:
            raise BankcrapsError(f"the {part} of a chart has from 1 to {most} characters, in one line")
    if (most := max((len(bet.through) for bet in chart.bets), default=0)) > _MOST_THROUGH:
        raise BankcrapsError(
            f"a bet of a bot's chart goes through at most {_MOST_THROUGH} layouts, not {most:,}"
        )
    return chart


def require_playable(policy: Policy, book: Rulebook, stakes: Floor | TableSettings) -> None:
    """Raise `BankcrapsError` if a system cannot be played with the limits and chips of a table."""
    if problems := check(policy, book, stakes.limits, stakes.chip):
        raise BankcrapsError(f"{policy.name[:80]} cannot be played at this table: {'; '.join(problems)}")


def bot_turns(
    host: TableHost, here: Callable[[TableHost], Iterable[str]], leaves: Callable[[], bool]
) -> Callable[[], Awaitable[bool]]:
    """Return the turns of a bot, or of a seat's system. It bets with pauses, and only while somebody watches.

    Args:
        host: the table.
        here: returns the names of those who are connected to it.
        leaves: whether the bot is to leave.

    Returns:
        A function that waits for the bot's turn in this round, and returns whether it is to leave. Then it
            does not wait.
    """
    due = 0.0

    def rests() -> bool:
        """Whether nobody besides this table's bots is connected, and the bot stays."""
        watched = any(host.durable.bot(name) is None for name in here(host))
        return not (watched or leaves() or host.stopped)

    async def come() -> bool:
        nonlocal due
        clock = asyncio.get_running_loop().time
        await asyncio.sleep(due - clock())
        while rests():  # noqa: ASYNC110 - no event says that somebody came
            await asyncio.sleep(_ANYBODY_S)
        due = clock() + (_ROUND_BESIDE_ONE_S if lone_player(host.book, host.durable) else _ROUND_S)
        return leaves() and not host.stopped

    return come


def accepted(refused: cm.Refused | None) -> None:
    """Raise an error with the table's reason if it refused something."""
    if refused is not None:
        raise BankcrapsError(refused.message)


_USUAL: Final = (
    *("Bea", "Cal", "Dot", "Eli", "Fay", "Gus", "Hal", "Ida", "Joe", "Kit", "Lou"),
    *("Meg", "Ned", "Ora", "Pip", "Ray", "Sal", "Ted", "Una", "Val", "Wes", "Zoe"),
)
"""Three letters each: short enough for a place at the rail."""

_TRIED: Final = 100
"""The most names that are looked up when all usual ones are taken."""

_LOOK_S: Final = 1.0
_MOST: Final = Cents(10_000_000)
"""The most money that a bot gets from the house."""

_AGAIN_S: Final = 10.0
"""Seconds before a bot returns after its connection ended or an error in the program."""

_SEAT_AGAIN_S: Final = 3.0
"""Seconds before a seat's system returns whose connection ended while it still plays."""

_PATIENCE_S: Final = 20.0
"""Seconds in which a bot connects again after its connection dropped."""

_log: Final = logging.getLogger(__name__)


def bot_of(asked: NewBot, book: Rulebook, stakes: Floor | TableSettings) -> Bot:
    """Return the bot that somebody asks for at a table.

    Raises:
        BankcrapsError: if the house of the table cannot play the system, or the bankroll is not above zero
            or too large.
    """
    policy, bankroll = system_of(asked.system), dollars(asked.bankroll)
    if bankroll <= 0:
        raise BankcrapsError(f"a bankroll is more than 0, not {asked.bankroll}")
    if bankroll > _MOST:
        raise BankcrapsError(f"the bankroll of a bot is at most {printed(_MOST)}, not {printed(bankroll)}")
    require_playable(policy, book, stakes)
    return Bot(written_name(asked.name), policy.name, saved_text(policy), bankroll)


def bots_of(asked: NewTable) -> list[Bot]:
    """Return the bots that somebody asks for at a table that is to be opened.

    Raises:
        BankcrapsError: as `bot_of`, or if there are more of them than places.
    """
    settings = settings_of(asked)
    book = book_of(settings)
    if len(asked.bots) > book.table.places:
        raise BankcrapsError(
            f"this table has {book.table.places} places, and {len(asked.bots)} bots are asked for"
        )
    return [bot_of(bot, book, settings) for bot in asked.bots]


def seat_system_of(name: str, spec: str, book: Rulebook, stakes: Floor | TableSettings) -> SeatSystem:
    """Return the system that is to play somebody's seat.

    Raises:
        BankcrapsError: if there is no such system, or the house of the table cannot play it.
    """
    policy = system_of(spec)
    require_playable(policy, book, stakes)
    return SeatSystem(name, policy.name, saved_text(policy))


class Bots:
    """Runs the bots of the tables that this process serves, and the systems of people's seats."""

    def __init__(
        self, house: House, accounts: Accounts, address: str, here: Callable[[TableHost], Iterable[str]]
    ) -> None:
        """Run the bots of a house.

        Args:
            house: the house.
            accounts: the people of the house, and its bots.
            address: where this process listens, as it reaches itself.
            here: returns the names of those who are connected to a table; empty for people without one.
        """
        self._here = here
        self._house = house
        self._accounts = accounts
        self._address = address
        self._playing: dict[tuple[str, str], tuple[SeatSystem, asyncio.Task[None]]] = {}
        self._hosts: set[TableHost] = set()
        self._watches = False
        self._seating: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def seat(self, host: TableHost, bot: Bot, by: str) -> None:
        """Have a bot come to a table, with its bankroll as a gift of the house.

        Raises:
            BankcrapsError: if somebody else has the name, or the bot plays at another table.
        """
        command = cm.SeatBot(bot, by)
        async with self._seating.setdefault(bot.name, asyncio.Lock()):  # or it could sit down at two tables
            await self.check([bot], host)
            # Only a bot that the table takes is given money.
            accepted(decide(host.book, host.durable, cm.Sender(), command, host.durable.now).refused)
            await self._accounts.bot(bot.name)
            await asyncio.to_thread(fund, self._house.store, bot.name, bot.bankroll, by)
            accepted(await host.tell(command))
            self.look()

    async def seat_at_new(self, host: TableHost, bots: Sequence[Bot], by: str) -> None:
        """Have bots come to a table that was just opened. If one of them cannot, the table closes.

        Raises:
            BankcrapsError: as `seat`.
        """
        try:
            for bot in bots:
                await self.seat(host, bot, by)
        except BankcrapsError:
            try:
                await self._house.close_table(host.table.id)
            except BankcrapsError as error:
                # Nobody has to do anything where the house closes meanwhile: unused tables close themselves.
                level = logging.INFO if host.closing else logging.WARNING
                _log.log(level, "table %s stays open without its bots: %s", host.table.id, error)
            raise

    async def check(self, bots: Sequence[Bot], host: TableHost | None = None) -> None:
        """Check that bots can come to a table.

        Args:
            bots: the bots.
            host: the table; None for one that is to be opened.

        Raises:
            BankcrapsError: if two have one name, a person has it, or a bot plays at another table.
        """
        names = [bot.name for bot in bots]
        for name in names:
            if names.count(name) > 1:
                raise BankcrapsError(f"two bots have the name {name}: give each its own")
            try:
                await self._accounts.has_bot(name)
            except SignInError as error:
                error.in_place_of = name
                raise
            for other in self._house.hosts:
                if other is not host and other.durable.bot(name):
                    raise await self._plays_elsewhere(name, other.table.id)

    async def _plays_elsewhere(self, name: str, table: str) -> SignInError:
        """Return the refusal of a bot that plays at another table, with a free name if there is one."""
        why = f"the bot {name} plays at table {table}"
        free = next(iter(await self.free_names()), "")
        refused = SignInError(f"{why}: choose another name, such as {free}" if free else why, free)
        refused.in_place_of = name
        return refused

    async def free_names(self) -> list[str]:
        """Return names that a new bot may have; none if all that were looked up are taken."""
        playing = {bot.name for host in self._house.hosts for bot in host.durable.bots}
        others = islice(chain.from_iterable(zip(*map(namesakes, _USUAL), strict=True)), _TRIED)
        for names in (_USUAL, others):
            free = (name for name in names if name not in playing)
            if found := [name for name in free if await self._accounts.is_free_for_bot(name)]:
                return found
        return []

    async def dismiss(self, host: TableHost, name: str, by: str) -> None:
        """Have a bot leave a table as soon as its wagers allow it.

        Raises:
            BankcrapsError: if there is no such bot.
        """
        accepted(await host.tell(cm.DismissBot(written_name(name), by)))

    async def start_system(self, host: TableHost, seat: SeatSystem) -> None:
        """Let a system play a seat.

        Raises:
            BankcrapsError: if nobody of that name plays there.
        """
        accepted(await host.tell(cm.StartSystem(seat)))
        self._cancel((host.table.id, seat.name))  # it begins anew, even if it is the same
        self.look()

    async def stop_system(self, host: TableHost, name: str, why: str = "") -> None:
        """Give a seat back to its player.

        Raises:
            BankcrapsError: if no system plays it.
        """
        accepted(await host.tell(cm.StopSystem(name, cut(why))))
        self.look()

    async def watch(self) -> None:
        """Run the bots of all tables that this process serves, now and later, until they are stopped."""
        self._watches = True
        while self._watches:
            try:
                self.look()
            except Exception:  # noqa: BLE001 - the bots are looked after for as long as the house is open
                _log.exception("the bots could not be looked after")
            await asyncio.sleep(_LOOK_S)

    def look(self) -> None:
        """Run the bots, and the systems of seats, that do not run yet. End systems that play no more."""
        if not self._watches:
            return
        for host in self._house.hosts:
            if host.stopped:
                continue
            if host not in self._hosts:
                self._hosts.add(host)
                host.on_stop(lambda _, host=host: self._stop(host))
            self._look_at(host)

    def _look_at(self, host: TableHost) -> None:
        table = host.durable
        wanted = {one.name: one for one in (*table.bots, *table.systems)}
        for key, (one, _) in tuple(self._playing.items()):
            if key[0] == table.id and not isinstance(one, Bot) and wanted.get(one.name) != one:
                self._cancel(key)
        for name, one in wanted.items():
            if (table.id, name) not in self._playing:
                task = asyncio.get_running_loop().create_task(self._play(host, one))
                self._playing[table.id, name] = one, task

    def _stop(self, host: TableHost) -> None:
        """Stop the bots of a table that this process no longer serves. The next process runs them."""
        self._hosts.discard(host)
        for key in [key for key in self._playing if key[0] == host.table.id]:
            self._cancel(key)

    def _cancel(self, key: tuple[str, str]) -> None:
        if key in self._playing:
            self._playing.pop(key)[1].cancel()

    async def _play(self, host: TableHost, one: SeatSystem) -> None:
        await (self._play_bot(host, one) if isinstance(one, Bot) else self._play_seat(host, one))
        key = host.table.id, one.name
        if key in self._playing and self._playing[key][1] is asyncio.current_task():
            del self._playing[key]

    async def _play_bot(self, host: TableHost, bot: Bot) -> None:
        """Play until the bot leaves. Remove a bot that cannot sit down from the list."""
        try:
            person = await self._accounts.bot(bot.name)
            async with self._visit(host, person) as (house, live):
                turn = bot_turns(host, self._here, lambda: _leaves(host, bot.name))
                policy, bankroll = read_saved(bot.text, bot.system), f"{bot.bankroll / 100:.2f}"
                why = await play_system(house, live, policy, bankroll, tell=_log.warning, turn=turn)
            _log.info("%s leaves table %s: %s", bot.name, host.table.id, why)
        except BankcrapsError as error:
            _log.warning("%s cannot play at table %s: %s", bot.name, host.table.id, error)
        except Exception:  # noqa: BLE001 - a mistake of the program must not end the other bots
            _log.exception("the bot %s at table %s failed", bot.name, host.table.id)
        if not host.stopped and host.durable.bot(bot.name) and not host.durable.state.seat(bot.name):
            with suppress(BankcrapsError):
                await host.tell(cm.DismissBot(bot.name, ""))
        if not host.stopped and host.durable.bot(bot.name):
            await asyncio.sleep(_AGAIN_S)  # it did not leave, so it returns

    async def _play_seat(self, host: TableHost, seat: SeatSystem) -> None:
        """Play until the system stops; then its player goes on without it."""
        ends, why = True, "nobody has that name any more"
        try:
            if person := await self._accounts.person(seat.name):
                async with self._visit(host, person, system=True) as (house, live):
                    turn = bot_turns(host, self._here, lambda: host.durable.system_of(seat.name) != seat)
                    policy = read_saved(seat.text, seat.system)
                    why = await play_seat(house, live, policy, tell=_log.warning, turn=turn)
                    ends = not live.goodbye
        except BankcrapsError as error:
            ends, why = True, str(error)
        except Exception:  # noqa: BLE001 - a mistake of the program must not end the other systems
            _log.exception("the system of %s at table %s failed", seat.name, host.table.id)
            ends, why = True, "the program made a mistake"
        if not ends:
            await asyncio.sleep(_SEAT_AGAIN_S)
        elif not host.stopped and host.durable.system_of(seat.name) == seat:
            with suppress(BankcrapsError):
                await host.tell(cm.StopSystem(seat.name, cut(why)))

    @asynccontextmanager
    async def _visit(
        self, host: TableHost, person: Person, *, system: bool = False
    ) -> AsyncGenerator[tuple[ClientHouse, LiveTable]]:
        """Enter a table for a bot, or for a system that plays a person's seat, in a session of its own."""
        token, session = await self._accounts.begin_session(person, system=system)
        try:
            async with (
                ClientHouse(self._address, session=token) as house,
                house.table(host.table.id, patience_s=_PATIENCE_S) as live,
            ):
                yield house, live
        finally:
            with suppress(StoreError):
                await self._accounts.sign_out(session)

    async def close(self) -> None:
        """Stop all bots and systems. They keep their places, and go on when the house is open again."""
        self._watches = False
        tasks = [task for _, task in self._playing.values()]
        self._playing.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _leaves(host: TableHost, name: str) -> bool:
    """Whether a bot is to leave. One that was sent away before it sat down is on the table's list no more."""
    bot = host.durable.bot(name)
    return bot is None or bot.leaves


# Seat the bots that `serve --bot` names.


_ASK_AGAIN_S: Final = 0.5


async def seat_at_start(
    asked: Sequence[NewBot], table: str, house: House, bots: Bots, by: str
) -> asyncio.Task[None] | None:
    """Have bots play at a table. One that plays there already goes on.

    Where another process holds the table's lease, such as one that was killed a moment ago, the house opens
    without them, and the task that is returned seats them once this house serves the table.

    Raises:
        BankcrapsError: if a bot cannot play there.
    """
    if not asked:
        return None
    try:
        await _seat(asked, table, house, bots, by)
    except (ServedElsewhereError, StoreError) as error:
        _log.warning("the bots wait until this process serves table %s: %s", table, error)
        return asyncio.get_running_loop().create_task(_seat_later(asked, table, house, bots, by))
    return None


async def _seat(asked: Sequence[NewBot], table: str, house: House, bots: Bots, by: str) -> None:
    host = await house.find(table)
    for one in asked:
        bot = bot_of(one, host.book, host.durable.state.floor)
        if host.durable.bot(bot.name) is None:
            await bots.seat(host, bot, by)


async def _seat_later(asked: Sequence[NewBot], table: str, house: House, bots: Bots, by: str) -> None:
    while True:
        await asyncio.sleep(_ASK_AGAIN_S)
        try:
            await _seat(asked, table, house, bots, by)
        except (ServedElsewhereError, StoreError):
            continue
        except BankcrapsError as error:
            _log.error("the bots cannot play at table %s: %s", table, error)
        return
