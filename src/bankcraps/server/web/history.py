"""The hands of a table, read from its log: a list of them, and each again throw by throw.

A log is read only as far as a page needs, and a part at a time, so that a long one keeps nobody waiting. What
was read is remembered.
"""

import asyncio
import sys
from bisect import bisect_left
from collections import OrderedDict, deque
from typing import Final

import msgspec

from bankcraps.engine import effects as fx
from bankcraps.engine import shooter
from bankcraps.errors import BankcrapsError
from bankcraps.house.deciding import Happening
from bankcraps.house.entries import Acted, TableOpened
from bankcraps.house.live_table import LiveTable, apply, opened
from bankcraps.house.log import decode_row
from bankcraps.house.messages import Item, TableView
from bankcraps.house.views import item, view
from bankcraps.rulebook import Rulebook
from bankcraps.server.loading import book_of
from bankcraps.server.stores.protocol import EventStore
from bankcraps.server.web.limits import PageThreads, TooManyError

__all__ = ["HandLine", "HandReplay", "History", "Stay", "StillReadingError"]

_AT_ONCE: Final = 10_000
"""The most rows that are read for one request."""

_MARKED: Final = 16
"""Of so many hands, the table at the beginning of one is remembered: of more, where there are many hands."""

_MOST_MARKS: Final = 256
"""The most such tables of one log."""

_MOST_LINES: Final = 20_000
"""The most hands of one log that are remembered, the latest. Earlier ones are read again from a mark."""

_LONGEST_STAY: Final = 200_000
"""The most rows from which it is told what a player has seen."""

_MOST_ITEMS: Final = 20_000
_TABLES: Final = 8


class StillReadingError(TooManyError):
    """A log is longer than what is read for one request: the next request reads on."""

    def __init__(self, table: str, seq: int) -> None:
        BankcrapsError.__init__(
            self, f"the log of table {table} is long, and was read up to entry {seq}: ask again"
        )
        self.wait_s = 1.0


class HandLine(msgspec.Struct, frozen=True):
    """A shooter's hand.

    Attributes:
        hand: its number at the table, from 1.
        shooter: who threw; empty for the stickperson.
        first, last: the numbers of its first and last entry in the log.
        at: when it ended, in milliseconds since 1970.
        throws: how many throws counted.
        ended: "seven_out", or why the dice were passed.
    """

    hand: int
    shooter: str
    first: int
    last: int
    at: int
    throws: int
    ended: str


class HandReplay(msgspec.Struct, frozen=True):
    """A hand again.

    Attributes:
        hand: the hand.
        before: the table as it was when the hand began.
        items: what happened, in order, with what followed from it.
    """

    hand: HandLine
    before: TableView
    items: list[Item]


class Stay(msgspec.Struct, frozen=True):
    """What a player has seen of a table since they sat down, as far as it concerns them.

    Attributes:
        seq: the last entry of the log that was read.
        items: their own acts, and everything that threw, ended a hand or moved their chips, in order.
    """

    seq: int
    items: list[Item]


class _Mark(msgspec.Struct, frozen=True):
    """A table as it was when so many hands had ended, and the next had not begun."""

    hands: int
    table: LiveTable


class _Reading:
    """A table's log as far as it has been read, from its beginning or from a mark.

    Attributes:
        book, table: the house, and the table after the last row read; None before the first.
        hands: the latest hands that have ended.
        marks: the table before the first hand, and before some after it, at equal distances.
        every: the distance, in hands. It doubles when there are too many marks.
        ended: how many hands have ended since the log began.
    """

    def __init__(self, book: Rulebook | None = None, mark: _Mark | None = None) -> None:
        self.book = book
        self.table = mark.table if mark else None
        self.hands: deque[HandLine] = deque(maxlen=None if mark else _MOST_LINES)
        self.marks: list[_Mark] = [mark] if mark else []
        self.every = sys.maxsize if mark else _MARKED
        self.ended = mark.hands if mark else 0
        self._first = mark.table.seq + 1 if mark else 2
        self._throws = 0
        self._shooter = ""

    def read(self, body: str) -> None:
        row = decode_row(body)
        if self.table is None or self.book is None:
            if isinstance(row.entry, TableOpened):
                self.book = book_of(row.entry.settings)
                self.table = opened(row.table, self.book, row.entry.settings, row.at, row.by)
                self.marks.append(_Mark(0, self.table))
            return
        self.table = msgspec.structs.replace(self.table, now=max(self.table.now, row.at))
        if not self._throws:
            self._shooter = shooter(self.book, self.table.state) or ""
        self.table, effects = apply(self.book, self.table, row.entry)
        for effect in effects:
            if isinstance(effect, fx.Thrown):
                self._throws += 1
            elif isinstance(effect, fx.Reversed):
                self._go_back(effect.effect)
            elif isinstance(effect, fx.SevenOut | fx.DicePassed) and self._throws:
                self._end(self.table, effect, row.at)

    def _go_back(self, effect: fx.Reversible) -> None:
        """Undo a throw, or the end of the last hand."""
        if isinstance(effect, fx.Thrown):
            self._throws -= 1
        elif isinstance(effect, fx.HandEnded) and self.hands and not self._throws:
            line = self.hands.pop()
            self.ended -= 1
            self._first, self._throws, self._shooter = line.first, line.throws, line.shooter
            if self.marks[-1].hands == line.hand:
                self.marks.pop()

    def _end(self, table: LiveTable, effect: "fx.SevenOut | fx.DicePassed", at: int) -> None:
        ended = effect.why if isinstance(effect, fx.DicePassed) else "seven_out"
        line = HandLine(self.ended + 1, self._shooter, self._first, table.seq, at, self._throws, ended)
        self.hands.append(line)
        self.ended += 1
        self._first, self._throws = table.seq + 1, 0
        if self.ended % self.every == 0:
            self.marks.append(_Mark(self.ended, table))
        if len(self.marks) > _MOST_MARKS:
            self.every *= 2
            self.marks = [mark for mark in self.marks if mark.hands % self.every == 0]

    def before(self, hand: int) -> _Mark:
        """Return the last mark before a hand."""
        marks = self.marks[:]  # another thread may read on
        return marks[bisect_left(marks, hand, key=lambda mark: mark.hands) - 1]

    def lines(self, after: int, most: int) -> list[HandLine] | None:
        """Return the hands after a number; None if the first of them is remembered no more."""
        lines = list(self.hands)  # as above
        start = after + 1 - (lines[0].hand if lines else 1)
        return lines[start : start + most] if start >= 0 else None


def _concerns(player: str, entry: Acted, effects: tuple[fx.Effect, ...]) -> bool:
    mine = entry.event.by.person == player and entry.event.by.role == "player"
    return mine or any(
        isinstance(effect, fx.Thrown | fx.ThrowInvalid | fx.HandEnded)
        or getattr(effect, "seat", "") == player
        for effect in effects
    )


class History:
    """The hands of tables. What was read of a log is kept, so that only the rows after it are read again."""

    def __init__(self, store: EventStore, threads: PageThreads) -> None:
        """Read the logs of a store, in threads for that."""
        self._store = store
        self._threads = threads
        self._read: OrderedDict[str, _Reading] = OrderedDict()
        self._one = asyncio.Semaphore(1)

    async def hands(self, table: str, after: int = 0, most: int = 100) -> list[HandLine]:
        """Return the hands of a table after a number.

        Raises:
            StillReadingError: if the log has not been read that far yet.
        """
        return await self._lines(await self._reading(table, after + most), after, most)

    async def hand(self, table: str, number: int) -> HandReplay | None:
        """Return a hand again, or None if there is none of that number.

        Raises:
            StillReadingError: if the log has not been read that far yet.
        """
        reading = await self._reading(table, number)
        if reading.book is None or not 1 <= number <= reading.ended:
            return None
        for line in await self._lines(reading, number - 1, 1):
            return await self._threads.work(self._again, reading.book, reading.before(number).table, line)
        return None

    async def _lines(self, reading: _Reading, after: int, most: int) -> list[HandLine]:
        lines = reading.lines(after, most)
        if lines is None and reading.book is not None and reading.table is not None:
            mark, seq = reading.before(after + 1), reading.table.seq
            again = _Reading(reading.book, mark)
            await self._threads.work(self._read_to, again, seq, after + most)
            lines = again.lines(after, most)
        return lines or []

    def _read_to(self, reading: _Reading, seq: int, hands: int) -> None:
        """Read an earlier part of a log again, until after so many hands another has ended.

        The last hand may have ended twice, if its end was put right. Once another has ended, it stands.
        """
        assert reading.table is not None
        for stored in self._store.rows(reading.table.id, reading.table.seq, seq - reading.table.seq):
            reading.read(stored.body)
            if reading.ended > hands:
                return

    async def stay(self, table: str, player: str) -> Stay:
        """Return what a player has seen since they sat down.

        Raises:
            StillReadingError: if the log has not been read to its end yet.
            BankcrapsError: if the log since then is too long.
        """
        reading = await self._reading(table, sys.maxsize)
        if reading.book is None or reading.table is None:
            return Stay(0, [])
        before = next(mark.table for mark in reversed(reading.marks) if mark.table.state.seat(player) is None)
        last = reading.table.seq
        if last - before.seq > _LONGEST_STAY:
            raise BankcrapsError(f"{player} sat down too long ago: {last - before.seq} entries of the log")
        return await self._threads.work(self._stay, reading.book, before, last, player)

    def _stay(self, book: Rulebook, table: LiveTable, last: int, player: str) -> Stay:
        items: list[Item] = []
        for stored in self._store.rows(table.id, table.seq, last - table.seq):
            row = decode_row(stored.body)
            table, effects = apply(book, msgspec.structs.replace(table, now=row.at), row.entry)
            if any(isinstance(effect, fx.Seated) and effect.seat == player for effect in effects):
                items = []
            if isinstance(row.entry, Acted) and _concerns(player, row.entry, effects):
                items.append(item(book, Happening(table.seq, row.entry, effects)))
        return Stay(last, items if table.state.seat(player) else [])

    def _again(self, book: Rulebook, table: LiveTable, line: HandLine) -> HandReplay:
        """Play the log from a mark to the end of a hand."""
        before, items = table, list[Item]()
        most = line.first - 1 - table.seq + min(_MOST_ITEMS, line.last - line.first + 1)
        for stored in self._store.rows(table.id, table.seq, most):
            row = decode_row(stored.body)
            now = max(table.now, row.at)
            table, effects = apply(book, msgspec.structs.replace(table, now=now), row.entry)
            if table.seq < line.first:
                before = table
            else:
                items.append(item(book, Happening(table.seq, row.entry, effects)))
        return HandReplay(line, view(book, before), items)

    async def _reading(self, table: str, hands: int) -> _Reading:
        async with self._one:
            reading = self._read.pop(table, None) or _Reading()
            self._read[table] = reading
            while len(self._read) > _TABLES:
                self._read.popitem(last=False)
            await self._threads.work(self._go_on, table, reading, hands)
            return reading

    def _go_on(self, table: str, reading: _Reading, hands: int) -> None:
        """Read on until there are so many hands, or the log ends."""
        seq = reading.table.seq if reading.table else 0
        last = seq
        for stored in self._store.rows(table, seq, _AT_ONCE):
            if reading.ended >= hands:
                return
            reading.read(stored.body)
            last = stored.seq
        if last - seq >= _AT_ONCE and reading.ended < hands:
            raise StillReadingError(table, last)
