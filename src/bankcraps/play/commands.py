"""Words said to the screen and not to the table."""

from typing import Final

from bankcraps.chips import printed
from bankcraps.play.notes import Note
from bankcraps.table import Table

__all__ = ["command", "standing"]

_ALONE: Final = {word: word for word in ("roll", "undo", "wagers", "help", "quit")} | {
    "?": "help",
    "exit": "quit",
}
_WITH: Final = ("help", "seat", "unit")


def command(line: str) -> tuple[str, str] | None:
    """A line that is said to the screen, as its word and what follows; None for any other line.

    >>> command("seat Bob"), command(" Roll "), command("roll 4-2"), command("Bob: come 10")
    (('seat', 'Bob'), ('roll', ''), None, None)
    """
    word, _, rest = line.strip().partition(" ")
    word, rest = word.lower(), rest.strip()
    if not rest and word in _ALONE:
        return _ALONE[word], ""
    if word in _WITH and (rest or word != "help"):
        return word, rest
    return None


def standing(table: Table) -> list[Note]:
    """All that stands on the layout, a line for each player."""
    notes = [Note(_of(seat.name, table), "told") for seat in table.state.seats if seat.wagers]
    return notes or [Note("Nothing stands on the layout.", "told")]


def _of(name: str, table: Table) -> str:
    seat = table.state.seat(name)
    stands = seat.wagers if seat else ()
    return f"{name}: " + ", ".join(
        f"{s.wager} {printed(s.amount)}{' token' if s.token else ''}{f' ({s.call})' if s.call else ''}"
        for s in stands
    )
