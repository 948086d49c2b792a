"""Replays a record and finds the first line that does not match."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import cast

import msgspec

from bankcraps.chips import printed
from bankcraps.codec import entry_hash
from bankcraps.engine import events as ev
from bankcraps.engine.effects import Effect
from bankcraps.engine.opening import open_table, seat_player
from bankcraps.engine.state import State
from bankcraps.engine.step import Step, step
from bankcraps.errors import BankcrapsError, RecordError, quoted, require_type
from bankcraps.notation.record import Entry, Header, Record, StepBack, line_of, rails_of
from bankcraps.notation.writing import write_effect
from bankcraps.rulebook import BOOKS, load_version, with_digest
from bankcraps.rulebook.schema import Rulebook

__all__ = ["Replayed", "book_of", "opened", "replay", "standing"]


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
    _require_record(record)
    if not isinstance(cast("object", book), Rulebook | None):
        raise RecordError(f"a rulebook is what load_rulebook returns, not {quoted(book)}", source=source)
    header = record.header
    if book is None:
        if header.rules not in BOOKS:
            message = (
                f"this was played under {header.rules!r}, which is not one of our books: give its rulebook"
            )
            error = RecordError(message, source=source, line=2)
            error.option = "--rules FILE"
            raise error
        try:
            book = load_version(header.rules, header.digest, **dict(header.options))
        except BankcrapsError as error:
            raise RecordError(str(error), source=source, line=2) from None
    book = with_digest(book, header.digest)
    if book.id != header.rules:
        message = f"this was played under {header.rules!r}, not under the given book {book.id!r}"
        raise RecordError(message, source=source, line=2)
    if book.digest != header.digest:
        message = (
            f"this was played under another version of {header.rules} ({header.digest}, not "
            f"{book.digest}), so it cannot be verified"
        )
        raise RecordError(message, source=source, line=2)
    return book


def _require_record(record: object) -> None:
    if not isinstance(record, Record):
        raise RecordError(f"a record is what read_record returns, not {quoted(record)}")


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


def standing(record: Record, book: Rulebook) -> list[tuple[int, ev.Event, tuple[Effect, ...]]]:
    """Return the number, the event and the effects of each entry that no step back took back."""
    stands: dict[int, tuple[ev.Event, tuple[Effect, ...]]] = {}
    for number, played in enumerate(replay(record, book), 1):
        event = played.entry.event
        if isinstance(event, StepBack):
            for later in [entry for entry in stands if entry > event.to]:
                del stands[later]
        else:
            stands[number] = event, played.step.effects
    return [(number, *happened) for number, happened in stands.items()]


def _again(record: Record, entry: Entry, book: Rulebook, states: dict[int, State], source: str) -> Step:
    """Replay an entry. `states` has the tables not stepped back from, by the number of their entry."""
    event, line = entry.event, entry.line or None
    if isinstance(event, StepBack):
        if not record.header.practice:
            message = "only a practice session can step back: the header has no line of practice"
            raise RecordError(message, source=source, line=line)
        if event.to not in states:
            message = f"it cannot step back to {event.to}, which is no entry that still stands"
            raise RecordError(message, source=source, line=line)
        for later in [number for number in states if number > event.to]:
            del states[later]
        return Step(states[event.to], ())
    result = _step(record, book, states[next(reversed(states))], event)
    if result.refusal is not None:
        message = f"the rules refuse this ({result.refusal.code}): {result.refusal.message}"
        raise RecordError(message, source=source, line=line)
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
        raise RecordError("the table in the header is none that play at this house can lead to") from error


def _differs(entry: Entry, result: Step, book: Rulebook, found: str) -> str:
    """Say how a replay differs from the record: by the first sentence that differs, or else by the hash."""
    here = [write_effect(effect, book) for effect in result.effects]
    for ours, theirs in zip_longest(here, entry.sentences):
        if ours != theirs:
            return f"the record says {_said(theirs)}, but the replay gives {_said(ours)} (hash {found})"
    return f"after this event the replay has the hash {found}, but the record says {entry.hash}"


def _said(line: str | None) -> str:
    return "nothing" if line is None else f'"{line}"'
