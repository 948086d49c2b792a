"""The hands of a table, read from its log: a list, each again throw by throw, and a player's stay.

Of a long log, the latest hands are remembered, and the table before some of the others, to read them again.
"""

import sys
from bisect import bisect_left
from collections import deque
from typing import Final

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import shooter
from bankcraps.game.engine.shooter.turns import Hand, hand_after
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.log.entries import Acted, Dealt, LogEntry, SystemStarted
from bankcraps.live.log.rows import decode_row
from bankcraps.live.table.live_table import LiveTable
from bankcraps.live.table.log_replay import LogReplay, Replayed, replay_rows
from bankcraps.live.wire.messages import Item, SeatHistory, TableView
from bankcraps.live.wire.views import view
from bankcraps.server.hosting.table_loading import book_of
from bankcraps.server.stores.store import Store
from bankcraps.server.web.api.log_cache import Readings, item_of, part_of_log
from bankcraps.server.web.edge.rates import ApiThreads

_MARKED: Final = 16
"""The first distance, in hands, between remembered tables. It grows with the log."""

_MOST_MARKS: Final = 256
"""The most remembered tables of one log."""

_MOST_LINES: Final = 20_000
"""The most hands of one log kept. Earlier ones are read again from a remembered table."""

_LONGEST_STAY: Final = 200_000
"""The most rows read to find the events that a player has seen."""

_MOST_ITEMS: Final = 20_000


class HandLine(msgspec.Struct, frozen=True):
    """A shooter's hand.

    Attributes:
        hand: its number at the table, from 1.
        shooter: the player who threw; empty for the stickperson.
        first, last: the numbers of its first and last entry in the log.
        at: when it ended, in milliseconds since 1970.
        throws: the number of throws that counted.
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
        items: the events, in order, with their effects.
    """

    hand: HandLine
    before: TableView
    items: list[Item]


class _Hands(LogReplay):
    """The hands of a log, read from its beginning or from a mark.

    Attributes:
        hands: the latest hands that have ended.
        marks: the table before the first hand, and before some after it, at equal distances.
        every: the distance, in hands. It doubles when there are too many marks.
    """

    def __init__(self, book: Rulebook | None = None, mark: LiveTable | None = None) -> None:
        super().__init__(book_of, book, mark)
        self.hands: deque[HandLine] = deque(maxlen=None if mark else _MOST_LINES)
        self.marks: list[LiveTable] = [mark] if mark else []
        self.every = sys.maxsize if mark else _MARKED
        self._first = mark.seq + 1 if mark else 2
        self._shooter = ""

    @property
    def ended(self) -> int:
        """The number of hands that have ended since the log began."""
        return self.table.hand.number - 1 if self.table else 0

    def begin(self, table: LiveTable) -> None:
        """Mark the table before the first hand."""
        self.marks.append(table)

    def take(self, one: Replayed) -> None:
        """Note the shooter, and the ends of hands."""
        hand = one.before.hand
        if not hand.throws:
            self._shooter = shooter(one.book, one.before.state) or ""
        for effect in one.effects:
            after = hand_after(hand, effect)
            if after.number > hand.number:
                self._end(one, hand, effect.why if isinstance(effect, fx.DicePassed) else "seven_out")
            elif after.number < hand.number and self.hands:
                self._go_back()
            hand = after

    def _go_back(self) -> None:
        """Take back the end of the last hand."""
        line = self.hands.pop()
        self._first, self._shooter = line.first, line.shooter
        if self.marks[-1].hand.number > line.hand:
            self.marks.pop()

    def _end(self, one: Replayed, hand: Hand, why: str) -> None:
        """End a hand. If the dice were passed at a throw, the throw belongs to the next hand."""
        table, begun = one.after, one.after.hand.throws > 0
        last = table.seq - begun
        self.hands.append(
            HandLine(hand.number, self._shooter, self._first, last, one.row.at, hand.throws, why)
        )
        self._first = last + 1
        if begun:
            self._shooter = shooter(one.book, table.state) or ""
        elif hand.number % self.every == 0:
            self.marks.append(table)
        if len(self.marks) > _MOST_MARKS:
            self.every *= 2
            self.marks = [mark for mark in self.marks if (mark.hand.number - 1) % self.every == 0]

    def before(self, hand: int) -> LiveTable:
        """Return the last mark before a hand."""
        marks = self.marks[:]  # another thread may read on
        return marks[bisect_left(marks, hand, key=lambda mark: mark.hand.number - 1) - 1]

    def lines(self, after: int, most: int) -> list[HandLine] | None:
        """Return the hands after a number; None if the first of them is remembered no more."""
        lines = list(self.hands)  # as above
        start = after + 1 - (lines[0].hand if lines else 1)
        return lines[start : start + most] if start >= 0 else None


def _concerns(player: str, entry: LogEntry, effects: tuple[fx.Effect, ...]) -> bool:
    if isinstance(entry, SystemStarted):  # the player hands their seat to a system
        return entry.seat.name == player
    if isinstance(entry, Dealt):
        return entry.player == player and entry.how != "refused"
    if not isinstance(entry, Acted):
        return False
    mine = entry.event.by.person == player and entry.event.by.role == "player"
    return mine or any(
        isinstance(effect, fx.Thrown | fx.ThrowInvalid | fx.HandEnded)
        or getattr(effect, "seat", "") == player
        for effect in effects
    )


class HandHistory:
    """The hands of tables, and what a player has seen since they sat down."""

    def __init__(self, store: Store, threads: ApiThreads) -> None:
        """Read the logs of a store, in threads for that."""
        self._store = store
        self._threads = threads
        self._readings = Readings(store, threads, lambda _: _Hands())

    async def hands(self, table: str, after: int = 0, most: int = 100) -> list[HandLine]:
        """Return the hands of a table after a number.

        Raises:
            StillReadingError: if the log has not been read that far yet.
        """
        return await self._lines(await self._until(table, after + most), after, most)

    async def hand(self, table: str, number: int) -> HandReplay | None:
        """Return a hand again, or None if there is none of that number.

        Raises:
            StillReadingError: if the log has not been read that far yet.
        """
        reading = await self._until(table, number)
        if reading.book is None or not 1 <= number <= reading.ended:
            return None
        for line in await self._lines(reading, number - 1, 1):
            return await self._threads.work(self._again, reading.book, reading.before(number), line)
        return None

    async def _lines(self, reading: _Hands, after: int, most: int) -> list[HandLine]:
        lines = reading.lines(after, most)
        if lines is None and reading.book is not None and reading.table is not None:
            mark, seq = reading.before(after + 1), reading.table.seq
            again = _Hands(reading.book, mark)
            await self._threads.work(self._read_to, again, seq, after + most)
            lines = again.lines(after, most)
        return lines or []

    def _read_to(self, reading: _Hands, seq: int, hands: int) -> None:
        """Read an earlier part of a log again, until more than that number of hands have ended.

        The last hand may have ended twice, if its end was put right. Once another has ended, it stands.
        """
        assert reading.table is not None
        for stored in self._store.logs.rows(reading.table.id, reading.table.seq, seq - reading.table.seq):
            reading.read(decode_row(stored.body))
            if reading.ended > hands:
                return

    async def stay(self, table: str, player: str) -> SeatHistory:
        """Return what a player has seen since they sat down.

        Raises:
            StillReadingError: if the log has not been read to its end yet.
            BankcrapsError: if the log since then is too long.
        """
        reading = await self._readings.read(table)
        if reading.book is None or reading.table is None:
            return SeatHistory(0, [])
        before = next(mark for mark in reversed(reading.marks) if mark.state.seat(player) is None)
        last = reading.table.seq
        if last - before.seq > _LONGEST_STAY:
            raise BankcrapsError(f"{player} sat down too long ago: {last - before.seq} entries of the log")
        return await self._threads.work(self._stay, reading.book, before, last, player)

    def _stay(self, book: Rulebook, table: LiveTable, last: int, player: str) -> SeatHistory:
        items: list[Item] = []
        for one in replay_rows(book, table, self._store.logs.rows(table.id, table.seq, last - table.seq)):
            if any(isinstance(effect, fx.Seated) and effect.seat == player for effect in one.effects):
                items = []
            if _concerns(player, one.row.entry, one.effects):
                items.append(item_of(one))
            table = one.after
        return SeatHistory(last, items if table.state.seat(player) else [])

    def _again(self, book: Rulebook, table: LiveTable, line: HandLine) -> HandReplay:
        """Play the log from a mark to the end of a hand."""
        last = min(line.last, line.first + _MOST_ITEMS - 1)
        before, part = part_of_log(self._store, book, table, line.first, last)
        return HandReplay(line, view(book, before), list(map(item_of, part)))

    async def _until(self, table: str, hands: int) -> _Hands:
        """Read a log until a number of hands have ended, or to its end."""
        return await self._readings.read(table, lambda reading: reading.ended >= hands)
