"""Replaying a table's log: each row applied again to the table that the rows before it led to.

A server that opens a table, the audit, and the answers about a table's history all read logs with this.
"""

from collections.abc import Callable, Iterable, Iterator

import msgspec
from msgspec.structs import replace

from bankcraps.errors import RecordError
from bankcraps.game.engine.effects import Effect
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.log.entries import Row, StoredRow, TableOpened, decode_row
from bankcraps.live.log.settings import TableSettings
from bankcraps.live.table.commands import Happening, happening
from bankcraps.live.table.live_table import LiveTable, apply, opened


class Replayed(msgspec.Struct, frozen=True):
    """A row of a log that was applied again.

    Attributes:
        book: the house.
        row: the row.
        before, after: the table around it. The clock of `before` shows the time of the row.
        effects: its effects, if it is an event of the engine.
    """

    book: Rulebook
    row: Row
    before: LiveTable
    after: LiveTable
    effects: tuple[Effect, ...]

    @property
    def happening(self) -> Happening:
        """The row as people may see it."""
        return happening(self.before, self.after, self.row.entry, self.effects)


class LogReplay:
    """A table as the rows of its log lead to it, from its opening on or from a later moment.

    Attributes:
        book, table: the house, and the table after the last row; None before the first.
    """

    def __init__(self, book_of: Callable[[TableSettings], Rulebook], table: LiveTable | None = None) -> None:
        """Start before the first row, or after a row that led to a table.

        Args:
            book_of: returns the rulebook of a table, or raises a `BankcrapsError`.
            table: the table, if the rows up to that one are left out.
        """
        self.book = None if table is None else book_of(table.settings)
        self.table = table
        self._book_of = book_of
        self._undealt: list[Replayed] = []

    def read(self, row: Row) -> Replayed | None:
        """Apply the next row. Return what it did; None if it opened the table.

        Raises:
            RecordError: if the log does not begin with the opening, or the row cannot follow.
            BankcrapsError: if there is no such rulebook.
        """
        if self.book is None or self.table is None:
            if not isinstance(row.entry, TableOpened):
                raise RecordError(
                    f"the log of table {row.table} does not begin with the opening of the table"
                )
            self.book = self._book_of(row.entry.settings)
            self.table = opened(row.table, self.book, row.entry.settings, row.at, row.by)
            self.begin(self.table)
            return None
        replayed = _replay(self.book, self.table, row)
        self.table = replayed.after
        self.take(replayed)
        self._undealt.append(replayed)
        if not replayed.after.work.tasks:
            ready, self._undealt = self._undealt, []
            for one in ready:
                self.take_dealt(one)
        return replayed

    def begin(self, table: LiveTable) -> None:
        """Receive the table as it was opened. Subclasses note facts here."""

    def take(self, one: Replayed) -> None:
        """See what happened next, as above."""

    def take_dealt(self, one: Replayed) -> None:
        """See what happened once people have dealt all of it. Sums would tell what is right before."""


def replay_rows(book: Rulebook, table: LiveTable, rows: Iterable[StoredRow]) -> Iterator[Replayed]:
    """Apply the rows of a log that follow on a table."""
    for stored in rows:
        replayed = _replay(book, table, decode_row(stored.body))
        yield replayed
        table = replayed.after


def _replay(book: Rulebook, table: LiveTable, row: Row) -> Replayed:
    before = replace(table, now=max(table.now, row.at))
    return Replayed(book, row, before, *apply(book, before, row.entry))
