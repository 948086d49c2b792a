"""Playing a record again, and finding the first line that is not true."""

from collections.abc import Iterator
from itertools import zip_longest

import msgspec

from bankcraps.chips import printed
from bankcraps.codec import state_hash
from bankcraps.engine import events as ev
from bankcraps.engine.actor import player
from bankcraps.engine.opening import open_table
from bankcraps.engine.state import State
from bankcraps.engine.step import Step, step
from bankcraps.errors import BankcrapsError, RecordError
from bankcraps.notation.record import Entry, Header, Record, rails_of
from bankcraps.notation.writing import write_effect
from bankcraps.rulebook import BOOKS, load_rulebook
from bankcraps.rulebook.schema import Rulebook

__all__ = ["Replayed", "book_of", "opened", "replay"]


class Replayed(msgspec.Struct, frozen=True):
    """One entry of a record, played again and found true."""

    entry: Entry
    step: Step


def book_of(record: Record, source: str = "", book: Rulebook | None = None) -> Rulebook:
    """The rulebook a record was played under, found true to its digest.

    Args:
        record: the record, for its header.
        source: the record's name, for errors.
        book: the book itself, for a record under a book of one's own.

    Raises:
        RecordError: if there is no such book here, or it is another version.
    """
    header = record.header
    if book is None:
        if header.rules not in BOOKS:
            message = f"played under {header.rules!r}, a book that is not one of ours: give its file"
            raise RecordError(message, source=source, line=2)
        try:
            book = load_rulebook(header.rules, **dict(header.options))
        except BankcrapsError as error:
            raise RecordError(str(error), source=source, line=2) from None
    if book.id != header.rules:
        message = f"played under {header.rules!r}, and the book given is {book.id!r}"
        raise RecordError(message, source=source, line=2)
    if book.digest != header.digest:
        message = (
            f"played under another version of {header.rules} ({header.digest}) than the one here "
            f"({book.digest}), so it cannot be verified"
        )
        raise RecordError(message, source=source, line=2)
    return book


def opened(header: Header, book: Rulebook, source: str = "") -> State:
    """The table of a record before its first event.

    Raises:
        RecordError: if no such table can be opened.
    """
    try:
        return _seated(header, book, open_table(book, (), header.limits, header.chip))
    except BankcrapsError as error:
        raise RecordError(f"no table opens with this header: {error}", source=source, line=1) from None


def _seated(header: Header, book: Rulebook, state: State) -> State:
    for place, name, amount in header.seats:
        for event in (ev.Sit(place, by=player(name)), ev.BuyIn(amount, by=player(name))):
            came = step(book, state, event)
            if came.refusal is not None:
                raise BankcrapsError(came.refusal.message)
            state = came.state
    return state


def replay(record: Record, book: Rulebook, source: str = "") -> Iterator[Replayed]:
    """Play a record again, and check the table after each event against the hash in the record.

    Raises:
        RecordError: at the first event that was refused or left another table, or for other rails at the end.
    """
    state = opened(record.header, book, source)
    for entry in record.entries:
        came = step(book, state, entry.event)
        if came.refusal is not None:
            message = f"this was refused ({came.refusal.code}): {came.refusal.message}"
            raise RecordError(message, source=source, line=entry.line or None)
        found = state_hash(came.state)
        if found != entry.state:
            raise RecordError(_differs(entry, came, book, found), source=source, line=entry.line or None)
        state = came.state
        yield Replayed(entry, came)
    if rails_of(state) != record.rails:
        rails = ", ".join(f"{name} {printed(amount)}" for name, amount in rails_of(state)) or "nobody"
        message = f"the rails at the end are {rails}, and the record says otherwise"
        raise RecordError(message, source=source, line=record.end or None)


def _differs(entry: Entry, came: Step, book: Rulebook, found: str) -> str:
    """Why an event is not what was recorded: the first sentence that differs, or else the hashes."""
    here = [write_effect(effect, book) for effect in came.effects]
    for ours, theirs in zip_longest(here, entry.sentences):
        if ours != theirs:
            return f"recorded {_said(theirs)}, but what follows is {_said(ours)} (table {found})"
    return f"the table after this event has the hash {found}, and the record says {entry.state}"


def _said(line: str | None) -> str:
    return "nothing" if line is None else f'"{line}"'
