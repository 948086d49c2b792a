"""The hands of a table, read from its log: a list of them, and each again throw by throw."""

import asyncio
from collections import OrderedDict
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

__all__ = ["HandLine", "HandReplay", "History", "Stay"]

_MOST_ROWS: Final = 200_000
_MOST_ITEMS: Final = 20_000
_TABLES: Final = 8


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


class _Reading:
    """A table's log as far as it has been read."""

    def __init__(self) -> None:
        self.book: Rulebook | None = None
        self.table: LiveTable | None = None
        self.before: LiveTable | None = None
        self.throws = 0
        self.shooter = ""
        self.hands: list[tuple[HandLine, LiveTable]] = []

    def read(self, body: str) -> None:
        row = decode_row(body)
        if self.table is None or self.book is None:
            if isinstance(row.entry, TableOpened):
                self.book = book_of(row.entry.settings)
                self.table = self.before = opened(row.table, self.book, row.entry.settings, row.at, row.by)
            return
        self.table = msgspec.structs.replace(self.table, now=max(self.table.now, row.at))
        if not self.throws:
            self.shooter = shooter(self.book, self.table.state) or ""
        self.table, effects = apply(self.book, self.table, row.entry)
        for effect in effects:
            self._see(effect, row.at)

    def _see(self, effect: fx.Effect, at: int) -> None:
        if isinstance(effect, fx.Thrown):
            self.throws += 1
        elif isinstance(effect, fx.Reversed):
            self._go_back(effect.effect)
        elif isinstance(effect, fx.SevenOut | fx.DicePassed) and self.throws:
            self._end(effect, at)

    def _go_back(self, effect: fx.Reversible) -> None:
        """Undo a throw, or the end of the last hand."""
        if isinstance(effect, fx.Thrown):
            self.throws -= 1
        elif isinstance(effect, fx.HandEnded) and self.hands and not self.throws:
            line, self.before = self.hands.pop()
            self.throws, self.shooter = line.throws, line.shooter

    def _end(self, effect: "fx.SevenOut | fx.DicePassed", at: int) -> None:
        assert self.table is not None
        assert self.before is not None
        ended = effect.why if isinstance(effect, fx.DicePassed) else "seven_out"
        line = HandLine(
            len(self.hands) + 1,
            self.shooter,
            self.before.seq + 1,
            self.table.seq,
            at,
            self.throws,
            ended,
        )
        self.hands.append((line, self.before))
        self.before, self.throws = self.table, 0


def _concerns(player: str, entry: Acted, effects: tuple[fx.Effect, ...]) -> bool:
    mine = entry.event.by.person == player and entry.event.by.role == "player"
    return mine or any(
        isinstance(effect, fx.Thrown | fx.HandEnded) or getattr(effect, "seat", "") == player
        for effect in effects
    )


class History:
    """The hands of tables. What was read of a log is kept, so that only the rows after it are read again."""

    def __init__(self, store: EventStore) -> None:
        """Read the logs of a store."""
        self._store = store
        self._read: OrderedDict[str, _Reading] = OrderedDict()
        self._one = asyncio.Semaphore(1)

    async def hands(self, table: str, after: int = 0, most: int = 100) -> list[HandLine]:
        """Return the hands of a table after a number.

        Raises:
            BankcrapsError: if the log is too long for that.
        """
        reading = await self._reading(table)
        return [line for line, _ in reading.hands[after : after + most]]

    async def hand(self, table: str, number: int) -> HandReplay | None:
        """Return a hand again, or None if there is none of that number."""
        reading = await self._reading(table)
        if not 1 <= number <= len(reading.hands):
            return None
        line, before = reading.hands[number - 1]
        assert reading.book is not None
        items = await asyncio.to_thread(self._items, reading.book, before, line)
        return HandReplay(line, view(reading.book, before), items)

    async def stay(self, table: str, player: str) -> Stay:
        """Return what a player has seen since they sat down.

        Raises:
            BankcrapsError: if the log is too long for that.
        """
        reading = await self._reading(table)
        if reading.book is None or reading.table is None or reading.before is None:
            return Stay(0, [])
        begins = [before for _, before in reading.hands] + [reading.before]
        before = next(one for one in reversed(begins) if one.state.seat(player) is None)
        book, last = reading.book, reading.table.seq
        return await asyncio.to_thread(self._stay, book, before, last, player)

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

    def _items(self, book: Rulebook, table: LiveTable, line: HandLine) -> list[Item]:
        items: list[Item] = []
        for stored in self._store.rows(table.id, table.seq, min(_MOST_ITEMS, line.last - table.seq)):
            row = decode_row(stored.body)
            table, effects = apply(book, msgspec.structs.replace(table, now=row.at), row.entry)
            items.append(item(book, Happening(table.seq, row.entry, effects)))
        return items

    async def _reading(self, table: str) -> _Reading:
        async with self._one:
            reading = self._read.pop(table, None) or _Reading()
            await asyncio.to_thread(self._go_on, table, reading)
            self._read[table] = reading
            while len(self._read) > _TABLES:
                self._read.popitem(last=False)
            return reading

    def _go_on(self, table: str, reading: _Reading) -> None:
        seq = reading.table.seq if reading.table else 0
        for stored in self._store.rows(table, seq):
            if stored.seq > _MOST_ROWS:
                raise BankcrapsError(
                    f"the log of table {table} is too long to list its hands here: it has more than "
                    f"{_MOST_ROWS} entries. Read it with `bankcraps audit`"
                )
            reading.read(stored.body)
