"""Replays a record and finds the first line that does not match."""

from collections.abc import Iterator
from itertools import zip_longest

import msgspec

from bankcraps.chips import printed
from bankcraps.codec import entry_hash
from bankcraps.engine import events as ev
from bankcraps.engine.actor import player
from bankcraps.engine.opening import open_table
from bankcraps.engine.state import State
from bankcraps.engine.step import Step, step
from bankcraps.errors import BankcrapsError, RecordError
from bankcraps.notation.record import Entry, Header, Record, rails_of
from bankcraps.notation.writing import write_effect, write_event
from bankcraps.rulebook import BOOKS, load_rulebook
from bankcraps.rulebook.schema import Rulebook

__all__ = ["Replayed", "book_of", "opened", "replay"]


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
    header = record.header
    if book is None:
        if header.rules not in BOOKS:
            message = f"this was played under {header.rules!r}, which is not one of our books: give its file"
            raise RecordError(message, source=source, line=2)
        try:
            book = load_rulebook(header.rules, **dict(header.options))
        except BankcrapsError as error:
            raise RecordError(str(error), source=source, line=2) from None
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


def opened(header: Header, book: Rulebook, source: str = "") -> State:
    """Return the table of a record before its first event.

    Raises:
        RecordError: if no such table can be opened.
    """
    try:
        return _seated(header, book, open_table(book, (), header.limits, header.chip, others=header.others))
    except BankcrapsError as error:
        raise RecordError(f"this header does not open a table: {error}", source=source, line=1) from None


def _seated(header: Header, book: Rulebook, state: State) -> State:
    for place, name, amount in header.seats:
        for event in (ev.Sit(place, by=player(name)), ev.BuyIn(amount, by=player(name))):
            result = step(book, state, event)
            if result.refusal is not None:
                raise BankcrapsError(result.refusal.message)
            state = result.state
    return state


def replay(record: Record, book: Rulebook, source: str = "") -> Iterator[Replayed]:
    """Replay a record and compare the table after each event with the hash in the record.

    Raises:
        RecordError: at the first event that is refused or leads to another table, or if the rails at the end
            differ.
    """
    state = opened(record.header, book, source)
    for entry in record.entries:
        result = step(book, state, entry.event)
        if result.refusal is not None:
            message = f"the rules refuse this ({result.refusal.code}): {result.refusal.message}"
            raise RecordError(message, source=source, line=entry.line or None)
        found = entry_hash(write_event(entry.event), result.state)
        if found != entry.hash:
            raise RecordError(_differs(entry, result, book, found), source=source, line=entry.line or None)
        state = result.state
        yield Replayed(entry, result)
    if rails_of(state) != record.rails:
        rails = ", ".join(f"{name} {printed(amount)}" for name, amount in rails_of(state)) or "nobody"
        message = f"the rails at the end are {rails}, but the record says otherwise"
        raise RecordError(message, source=source, line=record.end or None)


def _differs(entry: Entry, result: Step, book: Rulebook, found: str) -> str:
    """Say how a replay differs from the record: by the first sentence that differs, or else by the hash."""
    here = [write_effect(effect, book) for effect in result.effects]
    for ours, theirs in zip_longest(here, entry.sentences):
        if ours != theirs:
            return f"the record says {_said(theirs)}, but the replay gives {_said(ours)} (hash {found})"
    return f"after this event the replay has the hash {found}, but the record says {entry.hash}"


def _said(line: str | None) -> str:
    return "nothing" if line is None else f'"{line}"'
