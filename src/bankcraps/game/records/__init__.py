"""Records of sessions: the `.craps` format, read, replayed and written; and JSON for programs.

A record has a header, then each event on a line, with what followed indented below it:

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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from bankcraps.errors import BankcrapsError, NotationError, RecordError, quoted, require_text, require_type
from bankcraps.game.chips import Cents, dollars, printed
from bankcraps.game.engine import Limits, State, Step, step
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.opening import open_table, seat_player
from bankcraps.game.engine.shooter.turns import Hand, hand_after
from bankcraps.game.notation.reading import read
from bankcraps.game.notation.writing import tell, write_effect, write_event
from bankcraps.game.records.codec import decode_state, encode, entry_hash
from bankcraps.game.rulebook import BOOKS, Rulebook, load_version, with_digest
from bankcraps.support import files
from bankcraps.support.tabular import ArrowTable, Same, Tabular, arrow_table, by_column

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
        house = book_of(self, book=book)
        stands = ((number, event, step.effects) for number, event, step in standing(replay(self, house)))
        return arrow_table(effect_columns(house, stands))

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


class Replayed(msgspec.Struct, frozen=True):
    """One entry of a record whose replay matched it."""

    entry: Entry
    step: Step


def book_of(record: Record, source: str = "", book: Rulebook | None = None) -> Rulebook:
    """Return the rulebook that a record was played under. Its digest must match the record's.

    Args:
        record: the record.
        source: the record's name, for errors.
        book: the book, if the record was played under your own.

    Raises:
        RecordError: if there is no such book, or its rules have changed since.
    """
    _require_record(record, book, source)
    header, wrong = record.header, partial(RecordError, source=source, line=2)
    if book is None:
        if header.rules not in BOOKS:
            played = f"this was played under {header.rules!r}"
            error = wrong(f"{played}, which is not one of our books: give its rulebook")
            error.option = "--rules FILE"
            raise error
        try:
            book = load_version(header.rules, header.digest, **dict(header.options))
        except BankcrapsError as error:
            raise wrong(str(error)) from None
    book = with_digest(book, header.digest)
    if book.id != header.rules:
        raise wrong(f"this was played under {header.rules!r}, not under the given book {book.id!r}")
    if book.digest != header.digest:
        raise wrong(
            f"this was played under another version of {header.rules} ({header.digest}, not "
            f"{book.digest}), so it cannot be verified"
        )
    return book


def _require_record(record: object, book: object = None, source: str = "") -> None:
    if not isinstance(record, Record):
        raise RecordError(f"a record is what read_record returns, not {quoted(record)}")
    if not isinstance(book, Rulebook | None):
        raise RecordError(f"a rulebook is what load_rulebook returns, not {quoted(book)}", source=source)


def opened(header: Header, book: Rulebook, source: str = "") -> State:
    """Return the table of a record before its first event.

    Raises:
        RecordError: if no such table can be opened.
    """
    require_type(header, Header, "the header of a record is what read_record returns")
    require_type(book, Rulebook, "a rulebook is what load_rulebook returns")
    try:
        state = open_table(book, (), header.limits, header.chip, others=header.others)
        if header.table is not None:
            return _begun(header, header.table)
        for place, name, amount in header.seats:
            state = seat_player(book, state, name, amount, place)
    except BankcrapsError as error:
        raise RecordError(f"this header does not open a table: {error}", source=source, line=1) from None
    return state


def _begun(header: Header, table: State) -> State:
    """Return the table of a record that begins in the middle of a game."""
    floor = table.floor
    if header.seats or (floor.limits, floor.chip, floor.others) != (
        header.limits,
        header.chip,
        header.others,
    ):
        raise BankcrapsError("its seats, limits, chip and others are not those of its table")
    return table


def replay(record: Record, book: Rulebook | None = None, source: str = "") -> Iterator[Replayed]:
    """Replay a record and compare the table after each event with the hash in the record.

    Args:
        record: the record.
        book: the house, if it is none of ours. Otherwise the header names the rulebook, its version and its
            options.
        source: the name of the record, for errors.

    Raises:
        RecordError: if there is no such rulebook; at the first event that is refused or leads to another
            table; or if the rails at the end differ.
    """
    _require_record(record)
    book = book_of(record, source) if book is None else with_digest(book, record.header.digest)
    states = {0: opened(record.header, book, source)}
    for number, entry in enumerate(record.entries, 1):
        result = _again(record, entry, book, states, source)
        found = entry_hash(line_of(entry.event), result.state)
        if found != entry.hash:
            raise RecordError(_differs(entry, result, book, found), source=source, line=entry.line or None)
        if not isinstance(entry.event, StepBack):
            states[number] = result.state
        yield Replayed(entry, result)
    rails = rails_of(states[next(reversed(states))])
    if record.rails is not None and rails != record.rails:
        here = ", ".join(f"{name} {printed(amount)}" for name, amount in rails) or "nobody"
        message = f"the rails at the end are {here}, but the record says otherwise"
        raise RecordError(message, source=source, line=record.end or None)


def standing(played: Iterable[Replayed]) -> list[tuple[int, ev.Event, Step]]:
    """Return the number, the event and the step of each entry that no step back took back."""
    stands: list[tuple[int, ev.Event, Step]] = []
    for number, one in enumerate(played, 1):
        event = one.entry.event
        if isinstance(event, StepBack):
            stands = [earlier for earlier in stands if earlier[0] <= event.to]
        else:
            stands.append((number, event, one.step))
    return stands


def _again(record: Record, entry: Entry, book: Rulebook, states: dict[int, State], source: str) -> Step:
    """Replay an entry. `states` has the tables not stepped back from, by the number of their entry."""
    event, wrong = entry.event, partial(RecordError, source=source, line=entry.line or None)
    if isinstance(event, StepBack):
        if not record.header.practice:
            raise wrong("only a practice session can step back: the header has no line of practice")
        if event.to not in states:
            raise wrong(f"it cannot step back to {event.to}, which is no entry that still stands")
        for later in [number for number in states if number > event.to]:
            del states[later]
        return Step(states[event.to], ())
    result = _step(record, book, states[next(reversed(states))], event)
    if result.refusal is not None:
        raise wrong(f"the rules refuse this ({result.refusal.code}): {result.refusal.message}")
    return result


def _step(record: Record, book: Rulebook, state: State, event: ev.Event) -> Step:
    try:
        return step(book, state, event)
    except BankcrapsError:
        raise
    except Exception as error:
        if record.header.table is None:
            raise
        # The file's header may hold any table.
        raise RecordError("play at this house cannot lead to the table in the header") from error


def _differs(entry: Entry, result: Step, book: Rulebook, found: str) -> str:
    """Say how a replay differs from the record: by the first sentence that differs, or else by the hash."""
    here = [write_effect(effect, book) for effect in result.effects]
    for ours, theirs in zip_longest(here, entry.sentences):
        if ours != theirs:
            return f"the record says {_said(theirs)}, but the replay gives {_said(ours)} (hash {found})"
    return f"after this event the replay has the hash {found}, but the record says {entry.hash}"


def _said(line: str | None) -> str:
    return "nothing" if line is None else f'"{line}"'


_ACCOUNTS: Final = {"cash": "wallet", "rail": "rail", "layout": "layout", "bank": "bank"}

EFFECT_COLUMNS: Final = (
    *("house", "table", "seq", "at", "hand", "event", "by", "line", "why", "dice"),
    *("effect", "seat", "wager", "amount_cents", "won_cents"),
    *(f"{account}_cents" for account in _ACCOUNTS.values()),
    *("told", "data"),
)
"""The columns of effects. Any of them may be missing from an effect."""


def effect_row(book: Rulebook, event: ev.Event, effect: fx.Effect) -> dict[str, object]:
    """The columns of an effect that follow from it, from its event and from the house."""
    inner = effect.effect if isinstance(effect, fx.Reversed) else effect
    wager = getattr(inner, "wager", None)
    return {
        "house": book.spec,
        "event": str(type(event).__struct_config__.tag),
        "by": str(event.by),
        "line": line_of(event),
        "dice": str(event.throw) if isinstance(event, ev.Rolled) else None,
        "effect": str(type(effect).__struct_config__.tag),
        "seat": str(getattr(inner, "seat", "")),
        "wager": None if wager is None else str(wager),
        "amount_cents": getattr(inner, "amount", None),
        "won_cents": getattr(inner, "won", None),
        **_added(effect),
        "told": tell(effect, book),
        "data": encode(effect).decode(),
    }


def _added(effect: fx.Effect) -> dict[str, int]:
    """An effect's change of each kind of account, in cents."""
    added = dict.fromkeys((f"{account}_cents" for account in _ACCOUNTS.values()), 0)
    for moved in fx.transfers(effect):
        added[f"{_ACCOUNTS[moved.source]}_cents"] -= moved.amount
        added[f"{_ACCOUNTS[moved.target]}_cents"] += moved.amount
    return added


def effect_columns(
    book: Rulebook, happened: Iterable[tuple[int, ev.Event, tuple[fx.Effect, ...]]]
) -> Mapping[str, object]:
    """The columns of what happened at a table that is not live.

    Args:
        book: the house.
        happened: the number of each entry, its event and what followed.
    """
    rows: list[dict[str, object]] = []
    hand = Hand()
    for seq, event, effects in happened:
        number = hand.number
        for effect in effects:
            rows.append({"seq": seq, "hand": number, **effect_row(book, event, effect)})
            hand = hand_after(hand, effect)
    return {**by_column(EFFECT_COLUMNS, rows), "house": Same(book.spec)}


# Reading a record, from its text or its file.


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
