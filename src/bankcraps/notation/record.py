"""The `.craps` record: a header, then each event on a line, with what followed indented below it.

    craps 2
    rules nsw ac2cefb30b18a7b4
    limits 1:10000:1
    chip 1
    seat 1 Ann 500

    Ann: pass 10
      Ann puts 10 on pass
      = 2a6c1d0f5b9e8477
    dice: roll 4-3
      Ann takes the dice
      4-3: Seven, front line winner
      Ann's pass 10 wins 10
      natural 7 on the come-out
      = 91d0c3aa27e4f6b5

    end 2
      Ann 510

A record that begins in the middle of a game has no seats. Its header ends with the line `table`, and the
table as JSON.

The line that begins with `=` is a hash of the event and of the table after it. A replay must get the same
hash. The sentences above it are for people: nothing reads them, so they may be reworded. The `end` gives the
number of events and what is in each rail, so a record that was cut short is noticed.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from bankcraps.chips import Cents, printed
from bankcraps.codec import encode, entry_hash
from bankcraps.engine import events as ev
from bankcraps.engine.limits import Limits
from bankcraps.engine.state import State
from bankcraps.engine.step import Step
from bankcraps.errors import require_type
from bankcraps.notation.writing import write_effect, write_event
from bankcraps.rulebook.schema import Rulebook
from bankcraps.tabular import ArrowTable, Tabular, arrow_table

__all__ = [
    "Entry",
    "Header",
    "Record",
    "StepBack",
    "entry_of",
    "line_of",
    "rails_of",
    "write_entry",
    "write_header",
]

VERSION: Final = "2"


class StepBack(msgspec.Struct, frozen=True, tag_field="type", tag="step_back"):
    """A step back in practice: return to the table after entry `to`; 0 is the start.

    The record keeps what was taken back, so that it shows that and how often somebody stepped back.
    """

    to: int

    def __str__(self) -> str:
        """Write it as its line in a record."""
        return f"practice: back to {self.to}"


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The table that a record is about.

    Attributes:
        rules: the id of the rulebook.
        digest: the digest of the rulebook.
        options: the options chosen.
        limits, chip: the limits and the smallest chip when the table opened.
        others: whether other people play there too, and throw when no player of the record can.
        seats: (place, name, buy-in in cents), clockwise.
        practice: whether the player may step back through throws.
        table: the table before the first event, if the record begins in the middle of a game; else None. Then
            there are no `seats`: the players are at the table.
    """

    rules: str
    digest: str
    options: tuple[tuple[str, str], ...] = ()
    limits: Limits
    chip: Cents
    others: bool = False
    seats: tuple[tuple[int, str, Cents], ...]
    practice: bool = False
    table: State | None = None


class Entry(msgspec.Struct, frozen=True):
    """An event and what followed.

    Attributes:
        event: the event, or a step back in practice.
        hash: the hash of the event and of the table after it, from `codec.entry_hash`.
        sentences: the effects, in words for people.
        line: its line in the file, from 1; 0 if it was not read from a file.
    """

    event: ev.Event | StepBack
    hash: str
    sentences: tuple[str, ...] = ()
    line: int = 0


class Record(Tabular, msgspec.Struct, frozen=True):
    """A whole session at a table.

    Attributes:
        header: the table.
        entries: every event, in order.
        rails: (name, cents) of every seat at the end; None if the session has not ended.
        end: the line of the end in the file.
    """

    header: Header
    entries: tuple[Entry, ...]
    rails: tuple[tuple[str, Cents], ...] | None
    end: int = 0

    def to_arrow(self, book: Rulebook | None = None) -> ArrowTable:
        """The effects as a `pyarrow.Table`: a row for each, with its money, as of a live table.

        The record is replayed. Entries that a step back took back have no rows.

        Args:
            book: the house, if it is none of ours.

        Raises:
            RecordError: if the record does not replay.
        """
        from bankcraps.notation.effect_rows import effect_columns  # noqa: PLC0415 - these read records
        from bankcraps.notation.replay import book_of, standing  # noqa: PLC0415

        house = book_of(self, book=book)
        return arrow_table(effect_columns(house, standing(self, house)))

    def text(self) -> str:
        """Write the record in the form of a file."""
        lines = [*write_header(self.header), ""]
        for entry in self.entries:
            lines += write_entry(entry)
        if self.rails is not None:
            lines += write_end(len(self.entries), self.rails)
        return "\n".join(lines) + "\n"


def write_header(header: Header) -> list[str]:
    options = ",".join(f"{name}={choice}" for name, choice in header.options)
    return [
        f"craps {VERSION}",
        f"rules {header.rules} {header.digest}",
        *([f"options {options}"] if options else []),
        f"limits {header.limits}",
        f"chip {printed(header.chip)}",
        *(["others throw"] if header.others else []),
        *(["practice"] if header.practice else []),
        *(f"seat {place} {name} {printed(amount)}" for place, name, amount in header.seats),
        *([] if header.table is None else [f"table {encode(header.table).decode()}"]),
    ]


def entry_of(event: ev.Event | StepBack, result: Step, book: Rulebook) -> Entry:
    """Make the entry of an event that happened."""
    require_type(result, Step, "the result of an event is what a step returns")
    sentences = tuple(write_effect(effect, book) for effect in result.effects)
    return Entry(event, entry_hash(line_of(event), result.state), sentences)


def line_of(event: ev.Event | StepBack) -> str:
    """Write the first line of an entry."""
    return str(event) if isinstance(event, StepBack) else write_event(event)


def write_entry(entry: Entry) -> list[str]:
    """Write the lines of an event: the event, what followed, and the hash of the table."""
    return [line_of(entry.event), *(f"  {line}" for line in entry.sentences), f"  = {entry.hash}"]


def write_end(events: int, rails: Sequence[tuple[str, Cents]]) -> list[str]:
    return ["", f"end {events}", *(f"  {name} {printed(amount)}" for name, amount in rails)]


def rails_of(state: State) -> tuple[tuple[str, Cents], ...]:
    """Return each player's name with the chips in their rail, in cents."""
    return tuple((seat.name, seat.rail) for seat in state.seats)
