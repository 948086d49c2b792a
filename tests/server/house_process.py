"""A house in a process of its own, with clients that play as fast as they may, to be killed at any moment."""

import asyncio
import os
import random
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.kit.deadline import IN_TIME

from bankcraps.errors import BankcrapsError
from bankcraps.live.log.settings import TableSettings, Timing
from bankcraps.live.people.lobby import NewTable, settings_of
from bankcraps.live.table import commands as cm
from bankcraps.server import house as house_module
from bankcraps.server.house import House
from bankcraps.server.stores.dice_key import default_key_file
from bankcraps.server.stores.postgres import PostgresDatabase
from bankcraps.server.stores.sqlite import SqliteDatabase
from bankcraps.server.stores.store import Store, open_store

__all__ = ["LEASE_MS", "Clock", "Diary", "dying", "fast", "live", "settings", "timed", "until_served"]

LEASE_MS = 250
HOUR_MS = 3_600_000

_LINES = (
    "pass 5",
    "dont_pass 5",
    "field 5",
    "place 6 6",
    "throw",
    "throw",
    "throw",
    "buy_in 5",
    "cash_out 5",
)


def fast(lease_ms: int = LEASE_MS) -> None:
    """Make leases short in this process, so that a dead owner is noticed at once."""
    setattr(house_module, "_LEASE_MS", lease_ms)  # noqa: B010 - it is private
    setattr(house_module, "_KEEP_S", lease_ms / 5000)  # noqa: B010


class Clock:
    """The clock by which leases run out, in a file that several processes read.

    A lease lasts an hour by it, so no process loses one by being slow. A test sets the clock forward when an
    owner is dead.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / "ahead"
        self._set(0)

    def forward(self) -> None:
        """Let all leases run out. A living process renews its own a moment later."""
        self._set(self.ahead + 2 * HOUR_MS)

    @property
    def ahead(self) -> int:
        return int(self.path.read_text())

    def _set(self, ahead: int) -> None:
        new = self.path.with_suffix(".new")
        new.write_text(str(ahead))
        new.replace(self.path)  # nobody reads half of it


def timed(path: str, put: Callable[[object, str, object], None] = setattr) -> None:
    """Let leases of this process run out by a clock that the test sets forward.

    Args:
        path: the file of the clock.
        put: sets an attribute of a module or a class.
    """
    put(house_module, "_LEASE_MS", HOUR_MS)
    put(house_module, "_KEEP_S", 0.1)
    for kind in (PostgresDatabase, SqliteDatabase):
        put(kind, "now", lambda database, now=kind.now: now(database) + int(Path(path).read_text()))


def settings() -> TableSettings:
    """Return the settings of a table whose shooter throws when they like."""
    timing = Timing(betting_ms=0, warning_ms=0, paying_ms=0, throwing_ms=5)
    return settings_of(NewTable(rules="three_four_five", pace="shooter", timing=timing))


def dying(address: str, points: int, *, plays: bool) -> Store:
    """Open a store that kills this process at one of the points before and after each statement that writes.

    The last point of a transaction is after its COMMIT, and before it is reported. If the house `plays`, only
    transactions that write rows of a log have points.
    """
    base: Any = PostgresDatabase if address.startswith("postgresql") else SqliteDatabase

    class Dying(base):
        reached, counts = 0, not plays

        def reach(self) -> None:
            self.reached += self.counts
            if self.reached > points:
                os.kill(os.getpid(), signal.SIGKILL)

        def execute(self, connection, sql, values):
            writes = connection is self._writer
            self.reach() if writes else None
            rows = super().execute(connection, sql, values)
            self.reach() if writes else None
            self.counts = self.counts and not (plays and sql in ("COMMIT", "ROLLBACK"))
            return rows

        def execute_many(self, connection, sql, rows):
            self.counts = True
            self.reach()
            changed = super().execute_many(connection, sql, rows)
            self.reach()
            return changed

    return Store(Dying(Path(address) if base is SqliteDatabase else address), default_key_file(address))


class Diary:
    """The commands of the clients and their answers, in a file that outlives the process."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_APPEND | os.O_CREAT | os.O_RDWR)
        self.sent: dict[tuple[str, str], tuple[str, str]] = {}
        self.answered: dict[tuple[str, str], int] = {}
        for line in Path(path).read_text().splitlines():
            kind, person, command, table, rest = line.split("\t")
            if kind == "sent":
                self.sent[person, command] = table, rest
            else:
                self.answered[person, command] = int(rest)

    def send(self, person: str, command: str, table: str, line: str) -> None:
        os.write(self._file, f"sent\t{person}\t{command}\t{table}\t{line}\n".encode())

    def answer(self, person: str, command: str, table: str, seq: int) -> None:
        os.write(self._file, f"answered\t{person}\t{command}\t{table}\t{seq}\n".encode())


async def until_served(house: House, table: str):
    """Find a table, and try again like a client."""
    async with asyncio.timeout(IN_TIME):
        while True:
            try:
                return await house.find(table)
            except BankcrapsError:
                await asyncio.sleep(0.05)


class _Player:
    def __init__(self, house: House, diary: Diary, table: str, name: str, life: int) -> None:
        self.house, self.diary, self.table, self.name, self.life = house, diary, table, name, life

    async def say(self, command: str, line: str) -> int:
        host = await until_served(self.house, self.table)
        self.diary.send(self.name, command, self.table, line)
        answer = await host.ask(cm.Sender(self.name), cm.Say(id=command, line=line))
        self.diary.answer(self.name, command, self.table, answer.seq)
        return answer.seq

    async def play(self, count: int) -> None:
        mine = [(key[1], *what) for key, what in self.diary.sent.items() if key[0] == self.name]
        for command, _, line in mine:
            answered = self.diary.answered.get((self.name, command))
            if answered is None or answered > 0:
                seq = await self.say(command, line)
                assert answered in (None, seq), f"{command} led to {answered}, and then to {seq}"
        begun = {command for command, *_ in mine}
        for command, line in (("sit", "sit"), ("buy", "buy_in 300")):
            if command not in begun:  # an earlier life may have ended between the two
                await self.say(command, line)
        rng = random.Random(f"{self.name} {self.life}")
        for number in range(count):
            await self.say(f"{self.life}-{number}", rng.choice(_LINES))

    async def see_a_throw(self) -> None:
        """Bet on the line and throw until the table has seen a throw, which chance may not have brought."""
        number = 0
        while not (await until_served(self.house, self.table)).durable.fairness.counted:
            await self.say(f"{self.life}-last-{number}", "pass 5" if number % 2 else "throw")
            await asyncio.sleep(0.01)  # the dice roll for 5 ms
            number += 1


async def _live(store: Store, diary: Diary, life: int, count: int) -> None:
    house = House(store, f"http://life{life}")
    people = {number: [f"P{number}a", f"P{number}b", f"P{number}c"] for number in range(2)}
    tables = [info.table for info in await house.tables()]
    for names in people.values():
        for name in names:
            await house.grant(name, 100_000, "", f"gift-{name}")
    while len(tables) < len(people):
        tables.append((await house.open_table(settings())).table.id)
    players = [
        _Player(house, diary, table, name, life)
        for table, names in zip(sorted(tables), people.values(), strict=True)
        for name in names
    ]
    async with asyncio.timeout(IN_TIME):
        await asyncio.gather(*(player.play(count) for player in players))
        await asyncio.gather(*(player.see_a_throw() for player in players))
    await house.close()
    store.close()


def live(address: str, diary: str, life: int, count: int, points: int = 0, *, plays: bool = False) -> None:
    """Play for a while, or until this process kills itself after so many points."""
    fast()
    store = dying(address, points, plays=plays) if points else open_store(address)
    asyncio.run(_live(store, Diary(diary), life, count))
