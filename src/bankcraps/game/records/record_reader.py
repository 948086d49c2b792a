"""Reads a `.craps` record, from its text or its file."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, TypeVar

from msgspec.structs import replace

from bankcraps.errors import BankcrapsError, NotationError, RecordError, require_text
from bankcraps.game.chips import Cents, dollars
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.limits import Limits
from bankcraps.game.notation.reading import read
from bankcraps.game.records.codec import decode_state
from bankcraps.game.records.record import VERSION, Entry, Header, Record, StepBack, line_of, write_header
from bankcraps.support import files

MAX_RECORD: Final = 2**25
"""The most bytes of a record: about 200,000 events, a table's whole month."""

_OLD: Final = "craps 1"
_HASH: Final = re.compile(r"  = ([0-9a-f]{16})")
_BACK: Final = re.compile(r"practice: back to (0|[1-9][0-9]{0,8})")
_MAX_MESSAGE: Final = 1000
"""The most characters of a message, which may quote a line of the file."""

_LABELS: Final = ("craps", "rules", "options", "limits", "chip", "others", "practice", "seat", "table")


def read_record(record: str | Path, source: str = "", *, unfinished: bool = False) -> Record:
    """Read a record. Only `replay` checks that the events follow the rules.

    Args:
        record: the path of a file, or the text of a record. A record has several lines, and a path has one.
        source: the name of a text, for errors. A file has its path.
        unfinished: whether to read only the header and the whole entries, as far as they go. Then the end may
            be missing, and the record has no rails.

    Raises:
        RecordError: if the file cannot be read, or it is not a record or is damaged. The error names the
            first line that is wrong.
    """
    require_text(source, "the source of a record")
    if isinstance(record, Path) or (_is_path(record) and not source):
        source = source or str(record)
        record = _content(record, source)
    reader = _Reader(_whole_entries(record) if unfinished else record, source)
    header = reader.header()
    entries = tuple(reader.entries())
    if unfinished:
        return Record(header, entries, None)
    return Record(header, entries, reader.rails(len(entries)), reader.ended)


def _is_path(record: str) -> bool:
    """Whether a text is a file's name: it has one line, and it does not begin as a record does."""
    require_text(record, "a record")
    return bool(record) and "\n" not in record and not record.startswith("craps ")


def _content(path: str | Path, source: str) -> str:
    try:
        return files.read_text(path, MAX_RECORD)
    except files.UnreadableError as error:
        raise RecordError(f"cannot be read: {error}", source=source) from None


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
        seat = re.fullmatch(r"([0-9]{1,6}) (\S+) (\S+)", written)
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
            rail = re.fullmatch(r"  (\S+) ([0-9]{1,30})(?:\.([0-9][0-9]))?", self.lines[self.at])
            if rail is None:
                raise self.error("the end must list names and what is in their rails, such as:   Ann 510")
            rails.append((rail[1], Cents(int(rail[2]) * 100 + int(rail[3] or 0))))
            self.at += 1
        if self.at == len(self.lines):
            raise self.error("the record was cut short: its last line has no line end", self.at - 1)
        if self.lines[self.at :] != [""]:
            raise self.error("nothing may follow the end")
        return tuple(rails)
