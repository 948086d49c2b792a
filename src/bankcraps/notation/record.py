"""The `.craps` record: a header for the table, then a line an event, with what followed indented below.

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
      natural 7, the line wins
      = 91d0c3aa27e4f6b5

    end 2
      Ann 510

The truth of a record is its events. The line that begins with `=` has the hash of the table after the
event, and a replay must come to the same. The sentences above it are for people: nothing reads them back, so
they may be reworded. The `end` says how many events there were and what was in each rail, so that a record
cut short is known as one.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.chips import Cents, dollars, printed
from bankcraps.codec import state_hash
from bankcraps.engine import events as ev
from bankcraps.engine.state import Limits, State
from bankcraps.engine.step import Step
from bankcraps.errors import MoneyError, NotationError, RecordError
from bankcraps.notation.phrases import All, Odds, Spread
from bankcraps.notation.reading import Said, read
from bankcraps.notation.writing import write_effect, write_event
from bankcraps.rulebook.schema import Rulebook

__all__ = ["Entry", "Header", "Record", "entry_of", "rails_of", "read_record", "write_entry", "write_header"]

VERSION: Final = "2"
_OLD: Final = "craps 1"
_HASH: Final = re.compile(r"  = ([0-9a-f]{16})")
_LABELS: Final = ("craps", "rules", "options", "limits", "chip", "seat")


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What table it was.

    Attributes:
        rules: the id of the rulebook.
        digest: of its content; another version of the book has another.
        options: what was chosen where a book lets houses differ.
        limits, chip: as the table opened.
        seats: (place, name, buy-in in cents), clockwise.
    """

    rules: str
    digest: str
    options: tuple[tuple[str, str], ...] = ()
    limits: Limits
    chip: Cents
    seats: tuple[tuple[int, str, Cents], ...]


class Entry(msgspec.Struct, frozen=True):
    """An event and what is recorded to have followed.

    Attributes:
        event: what somebody did.
        state: the hash of the table after it, as `codec.state_hash` gives it.
        sentences: what followed, in words for people.
        line: where it stands in the file, from 1; 0 if it comes from no file.
    """

    event: ev.Event
    state: str
    sentences: tuple[str, ...] = ()
    line: int = 0


class Record(msgspec.Struct, frozen=True):
    """A whole session at a table.

    Attributes:
        header: what table it was.
        entries: every event, in order.
        rails: (name, cents) of every seat at the end.
        end: the line of the end in the file.
    """

    header: Header
    entries: tuple[Entry, ...]
    rails: tuple[tuple[str, Cents], ...]
    end: int = 0

    def text(self) -> str:
        """The record as it is written to a file."""
        lines = [*write_header(self.header), ""]
        for entry in self.entries:
            lines += write_entry(entry)
        lines += write_end(len(self.entries), self.rails)
        return "\n".join(lines) + "\n"


def write_header(header: Header) -> list[str]:
    """The lines of a header."""
    options = ",".join(f"{name}={choice}" for name, choice in header.options)
    return [
        f"craps {VERSION}",
        f"rules {header.rules} {header.digest}",
        *([f"options {options}"] if options else []),
        f"limits {header.limits}",
        f"chip {printed(header.chip)}",
        *(f"seat {place} {name} {printed(amount)}" for place, name, amount in header.seats),
    ]


def entry_of(event: ev.Event, came: Step, book: Rulebook) -> Entry:
    """The entry of an event that happened."""
    sentences = tuple(write_effect(effect, book) for effect in came.effects)
    return Entry(event, state_hash(came.state), sentences)


def write_entry(entry: Entry) -> list[str]:
    """The lines of an event, what followed, and the hash of the table."""
    return [write_event(entry.event), *(f"  {line}" for line in entry.sentences), f"  = {entry.state}"]


def write_end(events: int, rails: Sequence[tuple[str, Cents]]) -> list[str]:
    """The closing lines."""
    return ["", f"end {events}", *(f"  {name} {printed(amount)}" for name, amount in rails)]


def rails_of(state: State) -> tuple[tuple[str, Cents], ...]:
    """What is in each rail."""
    return tuple((seat.name, seat.rail) for seat in state.seats)


def read_record(text: str, source: str = "") -> Record:
    """Read a record. Whether it is true is for `replay` to find out.

    Raises:
        RecordError: if it is not a record, or damaged, with the first line that is wrong.
    """
    reader = _Reader(text, source)
    header = reader.header()
    entries = tuple(reader.entries())
    return Record(header, entries, reader.rails(len(entries)), reader.ended)


class _Reader:
    def __init__(self, text: str, source: str) -> None:
        self.lines = text.split("\n")
        self.source = source
        self.at = 0
        self.ended = 0

    def wrong(self, message: str, line: int | None = None) -> RecordError:
        """The error for a line, counted from 0; the one being read where none is given."""
        return RecordError(message, source=self.source, line=(self.at if line is None else line) + 1)

    def header(self) -> Header:
        """The lines down to the first empty one."""
        self.version()
        given: dict[str, list[tuple[int, str]]] = {label: [] for label in _LABELS}
        while self.at < len(self.lines) and self.lines[self.at]:
            label, _, rest = self.lines[self.at].partition(" ")
            if label not in given:
                raise self.wrong(f"a header has {', '.join(_LABELS)}, not {label!r}")
            if given[label] and label != "seat":
                raise self.wrong(f"{label} is said twice")
            given[label].append((self.at, rest))
            self.at += 1
        for label in ("rules", "limits", "chip"):
            if not given[label]:
                raise self.wrong(f"the header does not say its {label}", 0)
        rules, digest = self._rules(*given["rules"][0])
        header = Header(
            rules=rules,
            digest=digest,
            options=self._options(*given["options"][0]) if given["options"] else (),
            limits=self._limits(*given["limits"][0]),
            chip=self._money(*given["chip"][0]),
            seats=tuple(self._seat(*seat) for seat in given["seat"]),
        )
        for line, written in enumerate(write_header(header)):
            if self.lines[line] != written:
                raise self.wrong(f"a record writes this line as: {written}", line)
        return header

    def version(self) -> None:
        """The first line."""
        first = self.lines[0]
        if first == f"craps {VERSION}":
            return
        if first == _OLD:
            raise self.wrong(
                f"this record has the old format, {_OLD}, verified by its sentences; play its lines "
                f"again with `bankcraps play --plain --record FILE` to get a craps {VERSION}"
            )
        if first.startswith("craps "):
            raise self.wrong(f"a record begins with craps {VERSION}, not {first!r}")
        raise self.wrong(f'not a record: it does not begin with "craps {VERSION}"')

    def _rules(self, line: int, written: str) -> tuple[str, str]:
        rules = re.fullmatch(r"(\S+) ([0-9a-f]{16})", written)
        if rules is None:
            raise self.wrong("rules are an id and the 16 hexadecimal digits of the book's content", line)
        return rules[1], rules[2]

    def _options(self, line: int, written: str) -> tuple[tuple[str, str], ...]:
        pairs = [pair.partition("=") for pair in written.split(",")]
        for name, equals, _ in pairs:
            if not equals:
                raise self.wrong(f"an option is name=choice, not {name!r}", line)
        return tuple((name, choice) for name, _, choice in pairs)

    def _money(self, line: int, written: str) -> Cents:
        try:
            return dollars(written)
        except MoneyError as error:
            raise self.wrong(str(error), line) from None

    def _limits(self, line: int, written: str) -> Limits:
        try:
            return Limits.read(written)
        except MoneyError as error:
            raise self.wrong(str(error), line) from None

    def _seat(self, line: int, written: str) -> tuple[int, str, Cents]:
        seat = re.fullmatch(r"(\d{1,6}) (\S+) (\S+)", written)
        if seat is None:
            raise self.wrong(f"a seat is a place, a name and a buy-in, not {written!r}", line)
        return int(seat[1]), seat[2], self._money(line, seat[3])

    def entries(self) -> Iterator[Entry]:
        """The events with their effects, down to the end."""
        self.at += 1
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if not line:
                return
            if line.startswith("end "):
                raise self.wrong("an empty line stands before the end")
            if line.startswith(" "):
                raise self.wrong("an effect stands below its event, and there is no event above this one")
            yield self._entry(line)
        raise self._cut_short()

    def _entry(self, line: str) -> Entry:
        try:
            said = read(line)
        except NotationError as error:
            raise self.wrong(str(error)) from None
        if isinstance(said.words, Odds | Spread | All) or not said.by or _is_two_events(said):
            raise self.wrong(f"a record names who did what in full, as in: Ann: pass 10; not {line!r}")
        first = self.at
        self.at += 1
        below: list[str] = []
        while self.at < len(self.lines) and self.lines[self.at].startswith("  "):
            below.append(self.lines[self.at])
            self.at += 1
        event = replace(said.words, by=said.by, at=said.at)
        if write_event(event) != line:
            raise self.wrong(f"a record writes this line as: {write_event(event)}", first)
        state = _HASH.fullmatch(below[-1]) if below else None
        if state is None:
            if self.at == len(self.lines):
                raise self._cut_short()
            message = "below an event stands the hash of the table after it, such as:   = 2a6c1d0f5b9e8477"
            raise self.wrong(message, first + len(below))
        return Entry(event, state[1], tuple(sentence[2:] for sentence in below[:-1]), first + 1)

    def _cut_short(self) -> RecordError:
        return self.wrong("the record is cut short: it has no end", len(self.lines) - 1)

    def rails(self, events: int) -> tuple[tuple[str, Cents], ...]:
        """The closing lines."""
        self.at += 1
        if not any(self.lines[self.at :]):
            raise self._cut_short()
        if not self.lines[self.at].startswith("end "):
            raise self.wrong("an empty line stands only before the end", self.at - 1)
        self.ended = self.at + 1
        written = self.lines[self.at][4:]
        if written != str(events):
            raise self.wrong(
                f"the record says it has {written} events, and it has {events}: lines are missing or added"
            )
        self.at += 1
        rails: list[tuple[str, Cents]] = []
        while self.at < len(self.lines) and self.lines[self.at].startswith("  "):
            rail = re.fullmatch(r"  (\S+) (\d{1,30})(?:\.(\d\d))?", self.lines[self.at])
            if rail is None:
                raise self.wrong("below the end stand names and what is in their rails, such as:   Ann 510")
            rails.append((rail[1], Cents(int(rail[2]) * 100 + int(rail[3] or 0))))
            self.at += 1
        if self.at == len(self.lines):
            raise self.wrong("the record is cut short: its last line does not end", self.at - 1)
        if self.lines[self.at :] != [""]:
            raise self.wrong("there is something after the end")
        return tuple(rails)


def _is_two_events(said: Said) -> bool:
    """Whether a player says how the dice rest, which is a throw and a roll."""
    return isinstance(said.words, ev.Rolled) and said.by.role == "player"
