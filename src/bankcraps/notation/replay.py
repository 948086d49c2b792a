"""Playing a record again, and finding the first line that is not true."""

from collections.abc import Iterator

import msgspec

from bankcraps.chips import printed
from bankcraps.engine import events as ev
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
        for event in (ev.Sit(place, by=name), ev.BuyIn(amount, by=name)):
            came = step(book, state, event)
            if came.refusal is not None:
                raise BankcrapsError(came.refusal.message)
            state = came.state
    return state


def replay(record: Record, book: Rulebook, source: str = "") -> Iterator[Replayed]:
    """Play a record again, checking each effect against what was recorded.

    Raises:
        RecordError: at the first line that differs, with what the table does instead.
    """
    state = opened(record.header, book, source)
    for entry in record.entries:
        came = step(book, state, entry.event)
        if came.refusal is not None:
            message = f"this was refused ({came.refusal.code}): {came.refusal.message}"
            raise RecordError(message, source=source, line=entry.line or None)
        _compare(entry, tuple(map(write_effect, came.effects)), source)
        state = came.state
        yield Replayed(entry, came)
    if rails_of(state) != record.rails:
        rails = ", ".join(f"{name} {printed(amount)}" for name, amount in rails_of(state)) or "nobody"
        message = f"the rails at the end are {rails}, and the record says otherwise"
        raise RecordError(message, source=source, line=record.end or None)


def _compare(entry: Entry, effects: tuple[str, ...], source: str) -> None:
    if effects == entry.effects:
        return
    for place in range(max(len(effects), len(entry.effects))):
        here = effects[place] if place < len(effects) else None
        there = entry.effects[place] if place < len(entry.effects) else None
        if here != there:
            line = entry.line + 1 + place if entry.line else None
            message = f"recorded {_said(there)}, but what follows is {_said(here)}"
            raise RecordError(message, source=source, line=line)


def _said(line: str | None) -> str:
    return "nothing" if line is None else f'"{line}"'
