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

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from bankcraps.chips import Cents, dollars, printed
from bankcraps.codec import decode_state, encode, entry_hash
from bankcraps.engine import events as ev
from bankcraps.engine.limits import Limits
from bankcraps.engine.state import State
from bankcraps.engine.step import Step
from bankcraps.errors import (
    BankcrapsError,
    NotationError,
    RecordError,
    require_text,
    require_type,
)
from bankcraps.notation.reading import read
from bankcraps.notation.writing import write_effect, write_event
from bankcraps.rulebook.schema import Rulebook

__all__ = [
    "Entry",
    "Header",
    "Record",
    "StepBack",
    "entry_of",
    "line_of",
    "rails_of",
    "read_record",
    "write_entry",
    "write_header",
]

VERSION: Final = "2"
_OLD: Final = "craps 1"
_HASH: Final = re.compile(r"  = ([0-9a-f]{16})")
_BACK: Final = re.compile(r"practice: back to (0|[1-9]\d{0,8})")
_MAX_MESSAGE: Final = 1000
"""The most characters of a message, which may quote a line of the file."""

_LABELS: Final = ("craps", "rules", "options", "limits", "chip", "others", "practice", "seat", "table")


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
        sentences: what followed, in words for people.
        line: its line in the file, from 1; 0 if it was not read from a file.
    """

    event: ev.Event | StepBack
    hash: str
    sentences: tuple[str, ...] = ()
    line: int = 0


class Record(msgspec.Struct, frozen=True):
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


def read_record(text: str, source: str = "", *, unfinished: bool = False) -> Record:
    """Read a record. Only `replay` checks that the events follow the rules.

    Args:
        text: the record.
        source: its name, for errors.
        unfinished: whether to read only the header and the whole entries, as far as they go. Then the end may
            be missing, and the record has no rails.

    Raises:
        RecordError: if it is not a record or is damaged. The error names the first line that is wrong.
    """
    require_text(text, "a record")
    require_text(source, "the source of a record")
    reader = _Reader(_whole_entries(text) if unfinished else text, source)
    header = reader.header()
    entries = tuple(reader.entries())
    if unfinished:
        return Record(header, entries, None)
    return Record(header, entries, reader.rails(len(entries)), reader.ended)


def _whole_entries(text: str) -> str:
    """Return a record down to the last line that completes its header or an entry."""
    lines = text.split("\n")[:-1]
    ends = [index for index, line in enumerate(lines) if not line or _HASH.fullmatch(line)]
    hashes = [index for index in ends if lines[index]]
    last = hashes[-1] if hashes else ends[0] if ends else len(lines)
    return "\n".join([*lines[: last + 1], "", ""] if hashes else [*lines[: last + 1], ""])


_Value = TypeVar("_Value")


class _Reader:
    def __init__(self, text: str, source: str) -> None:
        self.lines = text.split("\n")
        self.source = source
        self.at = 0
        self.ended = 0

    def error(self, message: str, line: int | None = None) -> RecordError:
        """Make the error for a line, counted from 0. The default is the line being read."""
        shown = message if len(message) <= _MAX_MESSAGE else f"{message[:_MAX_MESSAGE]}..."
        return RecordError(shown, source=self.source, line=(self.at if line is None else line) + 1)

    def header(self) -> Header:
        """Read the lines down to the first empty one."""
        self.version()
        given: dict[str, list[tuple[int, str]]] = {label: [] for label in _LABELS}
        while self.at < len(self.lines) and self.lines[self.at]:
            label, _, rest = self.lines[self.at].partition(" ")
            if label not in given:
                raise self.error(f"a header may have {', '.join(_LABELS)}, not {label!r}")
            if given[label] and label != "seat":
                raise self.error(f"the header has two lines of {label}")
            given[label].append((self.at, rest))
            self.at += 1
        for label in ("rules", "limits", "chip"):
            if not given[label]:
                raise self.error(f"the header has no line of {label}", 0)
        rules, digest = self._rules(*given["rules"][0])
        header = Header(
            rules=rules,
            digest=digest,
            options=self._options(*given["options"][0]) if given["options"] else (),
            limits=self._value(Limits.read, *given["limits"][0]),
            chip=self._value(dollars, *given["chip"][0]),
            others=bool(given["others"]),
            seats=tuple(self._seat(*seat) for seat in given["seat"]),
            practice=bool(given["practice"]),
            table=self._value(decode_state, *given["table"][0]) if given["table"] else None,
        )
        for line, written in enumerate(write_header(header)):
            if self.lines[line] != written:
                raise self.error(f"a record writes this line as: {written}", line)
        return header

    def version(self) -> None:
        first = self.lines[0]
        if first == f"craps {VERSION}":
            return
        if first == _OLD:
            raise self.error(
                f"this record is in the old format, {_OLD}; play its lines again with "
                f"`bankcraps play --plain --record FILE` to get a record in the format craps {VERSION}"
            )
        if first.startswith("craps "):
            raise self.error(f"a record must begin with craps {VERSION}, not {first!r}")
        raise self.error(f'this is not a record: it does not begin with "craps {VERSION}"')

    def _rules(self, line: int, written: str) -> tuple[str, str]:
        rules = re.fullmatch(r"(\S+) ([0-9a-f]{16})", written)
        if rules is None:
            raise self.error("rules must be the id of a book and its digest of 16 hexadecimal digits", line)
        return rules[1], rules[2]

    def _options(self, line: int, written: str) -> tuple[tuple[str, str], ...]:
        pairs = [pair.partition("=") for pair in written.split(",")]
        for name, equals, _ in pairs:
            if not equals:
                raise self.error(f"write an option as name=choice, not {name!r}", line)
        return tuple((name, choice) for name, _, choice in pairs)

    def _value(self, reads: Callable[[str], _Value], line: int, written: str) -> _Value:
        """Read a value of a line, and say the line where it cannot be read."""
        try:
            return reads(written)
        except BankcrapsError as error:
            raise self.error(str(error), line) from None

    def _seat(self, line: int, written: str) -> tuple[int, str, Cents]:
        seat = re.fullmatch(r"(\d{1,6}) (\S+) (\S+)", written)
        if seat is None:
            raise self.error(f"a seat must be a place, a name and a buy-in, not {written!r}", line)
        return int(seat[1]), seat[2], self._value(dollars, line, seat[3])

    def entries(self) -> Iterator[Entry]:
        """Read the events, down to the end."""
        self.at += 1
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not line:
                return
            if line.startswith("end "):
                raise self.error("the end needs an empty line before it")
            if line.startswith(" "):
                raise self.error("an indented line needs an event above it")
            yield self._entry(line)
        raise self._cut_short()

    def _entry(self, line: str) -> Entry:
        event = self._event(line)
        first = self.at
        self.at += 1
        below: list[str] = []
        while self.at < len(self.lines) and self.lines[self.at].startswith("  "):
            below.append(self.lines[self.at])
            self.at += 1
        if line_of(event) != line:
            raise self.error(f"a record writes this line as: {line_of(event)}", first)
        state = _HASH.fullmatch(below[-1]) if below else None
        if state is None:
            if self.at == len(self.lines):
                raise self._cut_short()
            message = "an event needs the hash of the table below it, such as:   = 2a6c1d0f5b9e8477"
            raise self.error(message, first + len(below))
        return Entry(event, state[1], tuple(sentence[2:] for sentence in below[:-1]), first + 1)

    def _event(self, line: str) -> ev.Event | StepBack:
        back = _BACK.fullmatch(line)
        if back is not None:
            return StepBack(int(back[1]))
        try:
            said = read(line)
        except NotationError as error:
            raise self.error(str(error)) from None
        # A player who reports a result says two things in one: that they throw, and what came.
        two = isinstance(said.words, ev.Rolled) and said.by.role == "player"
        if not isinstance(said.words, ev.Event) or not said.by or two:
            raise self.error(
                f"a record must name the actor and the wager in full, as in: Ann: pass 10; not {line!r}"
            )
        return replace(said.words, by=said.by, at=said.at)

    def _cut_short(self) -> RecordError:
        return self.error("the record was cut short: it has no end", len(self.lines) - 1)

    def rails(self, events: int) -> tuple[tuple[str, Cents], ...]:
        """Read the closing lines."""
        self.at += 1
        if not any(self.lines[self.at :]):
            raise self._cut_short()
        if not self.lines[self.at].startswith("end "):
            raise self.error("only the end may follow an empty line", self.at - 1)
        self.ended = self.at + 1
        written = self.lines[self.at][4:]
        if written != str(events):
            raise self.error(
                f"the record says {written} events and has {events}: lines are missing or were added"
            )
        self.at += 1
        rails: list[tuple[str, Cents]] = []
        while self.at < len(self.lines) and self.lines[self.at].startswith("  "):
            rail = re.fullmatch(r"  (\S+) (\d{1,30})(?:\.(\d\d))?", self.lines[self.at])
            if rail is None:
                raise self.error("the end must list names and what is in their rails, such as:   Ann 510")
            rails.append((rail[1], Cents(int(rail[2]) * 100 + int(rail[3] or 0))))
            self.at += 1
        if self.at == len(self.lines):
            raise self.error("the record was cut short: its last line has no line end", self.at - 1)
        if self.lines[self.at :] != [""]:
            raise self.error("nothing may follow the end")
        return tuple(rails)
