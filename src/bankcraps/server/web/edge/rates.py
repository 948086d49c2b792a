"""Limits on what one person or one address may ask of the house, and fair turns for all."""

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext
from contextvars import ContextVar
from typing import Final, TypeVar

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.live.people.places import KEEP_LISTED_MS, KEEP_UNLISTED_MS
from bankcraps.server.people.accounts import SignInError

T = TypeVar("T")

_KEPT: Final = 10_000
"""The most keys that a limit remembers. Then it forgets the tenth with the most allowances left."""


_BRAKE_S: Final = 0.1
"""The shortest wait after too many refused commands."""


class TooManyError(BankcrapsError):
    """Somebody asks too often. `wait_s` says for how many seconds to wait."""

    def __init__(self, message: str, wait_s: float) -> None:
        super().__init__(message)
        self.wait_s = wait_s

    @classmethod
    def of(cls, what: str, wait_s: float) -> "TooManyError":
        """Return the error of somebody who asks for too many of something."""
        return cls(f"too many {what}: wait {max(1, round(wait_s))} s and try again", wait_s)


class Rate(msgspec.Struct, frozen=True):
    """A burst, and a rate per second after it."""

    at_once: float
    per_second: float


class QuotaLimits(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of a house.

    Attributes:
        commands: commands of a person, or of an address without a name, at all tables together.
        refused, refused_from: commands of a person, and of an address, that were refused. After more, the
            house carries out the person's next message later.
        requests: requests of an address.
        newcomers: new names of an address.
        opened, opened_from: tables that a person opens, and that are opened from an address.
        bots, bots_from: bots that a person seats, and that are seated from an address.
        bots_playing, bots_playing_from: bots that play at once at the tables that a person opened, and at
            those that people of an address opened.
        wrong: tries of an address to sign in under a name that somebody has, without success.
        wrong_name: such tries of an address for one name.
        wrong_name_elsewhere: such tries for one name of all addresses together that have not signed in under
            it. It comes back slowly: this bounds the guesses of somebody with many addresses.
        signing: people of an address who sign in at the same moment.
        greeting: open sockets of an address that have not said hello.
        sockets: open sockets of an address.
        tables: open sockets of a person at one table.
        exports, exports_of_all: files that an address may fetch at once, and all addresses together.
        work, work_of_all: requests that take work, of an address and of all together, at once.
        greeting_s: within how many seconds a connection must ask for something, and a socket say hello.
        queue: the most messages that may wait for a slow client.
        missed: the most missed entries that a returning client gets; after more it gets the whole table.
        keep_unlisted_ms: for how many milliseconds a table that the lobby does not show stays open without
            people; 0 for ever.
        keep_listed_ms: the same for a table of the lobby that a person opened.
    """

    commands: Rate = Rate(400, 200)
    refused: Rate = Rate(200, 20)
    refused_from: Rate = Rate(2000, 200)
    requests: Rate = Rate(600, 100)
    newcomers: Rate = Rate(300, 1)
    opened: Rate = Rate(40, 0.02)
    opened_from: Rate = Rate(120, 0.06)
    bots: Rate = Rate(60, 0.05)
    bots_from: Rate = Rate(180, 0.15)
    bots_playing: int = 12
    bots_playing_from: int = 36
    wrong: Rate = Rate(20, 1 / 3)
    wrong_name: Rate = Rate(5, 1 / 12)
    wrong_name_elsewhere: Rate = Rate(100, 1 / 300)
    signing: int = 32
    greeting: int = 512
    sockets: int = 4096
    tables: int = 16
    exports: int = 2
    exports_of_all: int = 16
    work: int = 16
    work_of_all: int = 256
    greeting_s: float = 10
    queue: int = 256
    missed: int = 200
    keep_unlisted_ms: int = KEEP_UNLISTED_MS
    keep_listed_ms: int = KEEP_LISTED_MS


class RateLimit:
    """A bucket of allowances for each key, which fills again with time."""

    def __init__(self, what: str, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        """Limit something, such as "requests"."""
        self._what = what
        self._rate = rate
        self._clock = clock
        self._buckets: dict[str, tuple[float, float]] = {}

    def take(self, key: str, count: int = 1) -> float:
        """Take allowances and return 0, or return the seconds that the key must wait."""
        left, now = self._left(key), self._clock()
        if left < count:
            return (count - left) / self._rate.per_second
        self._keep(key, left - count, now)
        return 0.0

    def need(self, key: str, count: int = 1) -> None:
        """Take allowances.

        Raises:
            TooManyError: if too few are left.
        """
        wait = self.take(key, count)
        if wait:
            raise TooManyError.of(self._what, wait)

    def require(self, key: str, count: int = 1) -> None:
        """Check that allowances are left, and take none.

        Raises:
            TooManyError: if too few are left.
        """
        missing = count - self._left(key)
        if missing > 0:
            raise TooManyError.of(self._what, missing / self._rate.per_second)

    @contextmanager
    def spared(self, key: str, used: type[BankcrapsError]) -> Generator[None]:
        """Take an allowance, and give it back unless the block ends with the error that uses it up.

        Raises:
            TooManyError: if there is none left.
        """
        self.need(key)
        with ExitStack() as unused:
            unused.callback(self._give_back, key)
            try:
                yield
            except used:
                unused.pop_all()
                raise

    def _left(self, key: str) -> float:
        left, at = self._buckets.get(key, (self._rate.at_once, 0.0))
        return min(self._rate.at_once, left + (self._clock() - at) * self._rate.per_second)

    def _give_back(self, key: str) -> None:
        self._keep(key, min(self._rate.at_once, self._left(key) + 1), self._clock())

    def _keep(self, key: str, left: float, now: float) -> None:
        if len(self._buckets) >= _KEPT and key not in self._buckets:
            fullest = sorted(self._buckets, key=self._left, reverse=True)
            for one in fullest[: max(1, _KEPT // 10)]:  # a used-up one would come again as a full one
                del self._buckets[one]
        self._buckets[key] = left, now


def _need_all(*wanted: tuple[RateLimit, str, int]) -> None:
    """Take allowances of several limits: all, or none if one limit has too few."""
    for limit, key, count in wanted:
        limit.require(key, count)
    for limit, key, count in wanted:
        limit.take(key, count)


class Slots:
    """A limit on how many may run at a time for each key."""

    def __init__(self, what: str, most: int, of_all: "Slots | None" = None) -> None:
        """Limit something that lasts, such as "connections from your address"; and the same for all keys."""
        self._what = what
        self._most = most
        self._of_all = of_all
        self._held: Counter[str] = Counter()

    @contextmanager
    def hold(self, key: str) -> Generator[None]:
        """Hold a slot.

        Raises:
            TooManyError: if all of this key's are held, or all there are.
        """
        if self._held[key] >= self._most:
            raise TooManyError.of(f"{self._what} at once", 1)
        self._held[key] += 1
        try:
            with self._of_all.hold("") if self._of_all else nullcontext():
                yield
        finally:
            self._held[key] -= 1
            if not self._held[key]:
                del self._held[key]


class Quota:
    """All limits of a house, with what has been used of them.

    Attributes:
        export: holds the slots of a file that an address fetches, or raises `TooManyError`.
        work: holds the slots of a request that takes work, as above.
    """

    def __init__(self, limits: QuotaLimits) -> None:
        """Start with nothing used."""
        self.limits = limits
        self.commands: RateLimit = RateLimit("commands", limits.commands)
        self._refused: RateLimit = RateLimit("refused commands", limits.refused)
        self._refused_from: RateLimit = RateLimit("refused commands from your address", limits.refused_from)
        self.throttle: FairThrottle = FairThrottle()
        self.requests: RateLimit = RateLimit("requests from your address", limits.requests)
        self.newcomers: RateLimit = RateLimit("new names from your address", limits.newcomers)
        self.opened: RateLimit = RateLimit("new tables", limits.opened)
        self.opened_from: RateLimit = RateLimit("new tables from your address", limits.opened_from)
        self.bots: RateLimit = RateLimit("bots", limits.bots)
        self.bots_from: RateLimit = RateLimit("bots from your address", limits.bots_from)
        self.wrong: RateLimit = RateLimit("wrong passphrases from your address", limits.wrong)
        self.wrong_name: RateLimit = RateLimit("wrong passphrases", limits.wrong_name)
        self._elsewhere: RateLimit = RateLimit("wrong passphrases for this name", limits.wrong_name_elsewhere)
        self.signing: Slots = Slots("people of your address who sign in", limits.signing)
        self._known: dict[str, OrderedDict[str, None]] = {}
        self.greeting: Slots = Slots("connections from your address that have said nothing", limits.greeting)
        self.sockets: Slots = Slots("connections from your address", limits.sockets)
        exports, work = "exports from your address", "requests that take work from your address"
        exports_of_all = Slots("exports", limits.exports_of_all)
        work_of_all = Slots("requests that take work", limits.work_of_all)
        self.export = Slots(exports, limits.exports, exports_of_all).hold
        self.work = Slots(work, limits.work, work_of_all).hold
        self.tables: Slots = Slots("connections of yours to this table", limits.tables)

    async def pay_for_refusal(self, person: str, address: str) -> None:
        """Wait until a refused command of a person at an address is within the limits."""
        for limit, key in ((self._refused, person), (self._refused_from, address)):
            while wait := limit.take(key):  # noqa: ASYNC110 - time brings the allowance
                await asyncio.sleep(max(wait, _BRAKE_S))

    def open_table(self, person: str, address: str, bots: int) -> None:
        """Take the allowances for opening a table with some bots.

        Raises:
            TooManyError: if too few are left.
        """
        tables = (self.opened, person, 1), (self.opened_from, address, 1)
        _need_all(*tables, *self._bots(person, address, bots))

    def seat_bots(self, person: str, address: str, bots: int = 1) -> None:
        """Take the allowances for seating bots.

        Raises:
            TooManyError: if too few are left.
        """
        _need_all(*self._bots(person, address, bots))

    def _bots(self, person: str, address: str, bots: int) -> tuple[tuple[RateLimit, str, int], ...]:
        return (self.bots, person, bots), (self.bots_from, address, bots)

    @contextmanager
    def trying(self, address: str, name: str) -> Generator[None]:
        """Take the allowances of trying a name that somebody has. Only a try without success uses them up.

        It costs the same whether the passphrase is wrong, or the name is a guest's or a bot's.

        Raises:
            TooManyError: if there is none left, for the address, for the name at that address, or for the
                name at all addresses where nobody has signed in under it.
        """
        folded = _folded(name)
        with ExitStack() as used:
            used.enter_context(self.wrong.spared(address, SignInError))
            used.enter_context(self.wrong_name.spared(f"{address} {folded}", SignInError))
            if folded not in self._known.get(address, ()):
                used.enter_context(self._elsewhere.spared(folded, SignInError))
            yield
        self.know(address, name)

    def know(self, address: str, name: str) -> None:
        """Note that somebody came in under their name at an address: strangers' guesses never lock it out."""
        names = self._known.setdefault(address, OrderedDict())
        names[_folded(name)] = None
        names.move_to_end(_folded(name))
        if sum(map(len, self._known.values())) > _KEPT:
            most = max(self._known, key=lambda one: len(self._known[one]))  # so newcomers displace their own
            self._known[most].popitem(last=False)
            if not self._known[most]:
                del self._known[most]


def _folded(name: str) -> str:
    return name.casefold()[:64]


class ApiThreads:
    """Threads for requests that take work. What they do keeps no command and no passphrase waiting.

    Addresses take turns, and so do the people of an address: many requests of one delay only their own.

    Attributes:
        files: make exports, which take long.
    """

    def __init__(self, answering: int = 2) -> None:
        """Start no thread before there is work."""
        self.files: ThreadPoolExecutor = ThreadPoolExecutor(1, "bankcraps-exports")
        self._answers = ThreadPoolExecutor(answering, "bankcraps-answers")
        self._free = answering
        self._line = RoundRobin()

    async def work(self, work: Callable[..., T], *given: object) -> T:
        """Do the work of a request, when it is the turn of those who ask."""
        turn = self._line.join(*who_asks.get())
        self._give()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was given a thread in the same moment
                self._end()
            raise
        doing = asyncio.get_running_loop().run_in_executor(self._answers, work, *given)
        doing.add_done_callback(self._end)
        return await asyncio.shield(doing)  # a request that is given up does not free its thread

    def _end(self, _: object = None) -> None:
        self._free += 1
        self._give()

    def _give(self) -> None:
        """Give free threads to the next in line."""
        self._free -= self._line.call(self._free)

    def close(self) -> None:
        """Begin no more work."""
        for threads in (self._answers, self.files):
            threads.shutdown(wait=False, cancel_futures=True)


_AT_ONCE: Final = 4
"""The number of commands decided before the event loop runs other tasks."""

_People = OrderedDict[str, deque[asyncio.Future[None]]]


class RoundRobin:
    """People who wait for their turns."""

    def __init__(self) -> None:
        """Start with nobody."""
        self._waiting: OrderedDict[str, _People] = OrderedDict()

    def __bool__(self) -> bool:
        """Whether anybody waits."""
        return bool(self._waiting)

    def join(self, address: str, person: str) -> asyncio.Future[None]:
        """Return the turn of somebody at an address, behind those of their own before it."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, OrderedDict()).setdefault(person, deque()).append(turn)
        return turn

    def call(self, most: int) -> int:
        """Give the next few their turns, and return how many there were."""
        called = 0
        while self._waiting and called < most:
            turn = self._next()
            if not turn.done():  # otherwise what they asked was given up
                turn.set_result(None)
                called += 1
        return called

    def _next(self) -> asyncio.Future[None]:
        """Take the next turn, and move its person and address to the end of their lines."""
        address, people = self._waiting.popitem(last=False)
        person, turns = people.popitem(last=False)
        turn = turns.popleft()
        if turns:
            people[person] = turns
        if people:
            self._waiting[address] = people
        return turn


class FairThrottle:
    """Lets a few commands through in each round of the event loop.

    While there are few, none waits. When there are many, addresses take turns, and so do the people of an
    address. The commands of a person keep their order.
    """

    def __init__(self) -> None:
        """Start with empty lines."""
        self._line = RoundRobin()
        self._free = _AT_ONCE
        self._called = 0
        self._next: asyncio.Handle | None = None

    async def wait(self, address: str, person: str) -> None:
        """Wait for the turn of somebody's command."""
        if self._free and not self._line and not self._called:
            self._free -= 1
            self._look_again()
            return
        turn = self._line.join(address, person)
        self._look_again()
        try:
            await turn
        finally:
            self._called -= turn.done() and not turn.cancelled()

    def _look_again(self) -> None:
        if self._next is None:
            self._next = asyncio.get_running_loop().call_soon(self._call)

    def _call(self) -> None:
        """Give the next few their turns."""
        called = self._line.call(_AT_ONCE)
        self._next, self._free = None, _AT_ONCE - called
        self._called += called
        if called:
            self._look_again()


who_asks: Final[ContextVar[tuple[str, str]]] = ContextVar("who_asks", default=("", ""))
"""The address, and the person there, whose request this task answers. Each request has a task of its own."""
