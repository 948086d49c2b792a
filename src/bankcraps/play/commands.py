"""Commands: words for the screen, not for the table."""

from typing import Final, NamedTuple

from bankcraps.engine import Seat
from bankcraps.notation.names import HouseNames
from bankcraps.play.log_lines import LogLine
from bankcraps.table import Table

__all__ = ["COMMANDS", "command", "standing_wagers"]


class _Command(NamedTuple):
    """A command.

    Attributes:
        example: a line that uses it.
        about: what it does.
        rest: whether more words follow it: never, always, or perhaps.
    """

    example: str
    about: str
    rest: str = "never"


COMMANDS: Final = {
    "roll": _Command("roll", "throw the dice; roll 4-2 enters a throw of real dice"),
    "undo": _Command("undo", "take back the last line, if it was a bet, a call or a take-down"),
    "seat": _Command("seat Ann", "type the next lines for another player; so does the tab key", "always"),
    "unit": _Command("unit 10", "set what a shortcut bets", "always"),
    "wagers": _Command("wagers", "list every wager on the layout"),
    "stats": _Command("stats", "show the figures of the session"),
    "back": _Command("back", "in practice, take back the last throw"),
    "new": _Command("new", "save the session and choose another house, other limits or players"),
    "help": _Command("help place", "help with one word; help alone shows this page", "perhaps"),
    "quit": _Command("quit", "leave the table"),
}

_ALSO: Final = {"throw": "roll", "shoot": "roll", "exit": "quit", "bets": "wagers", "?": "help"}


def command(line: str) -> tuple[str, str] | None:
    """A line that is a command, as its word and the rest; None for any other line.

    >>> command("seat Bob"), command(" Roll "), command("roll 4-2"), command("Bob: come 10")
    (('seat', 'Bob'), ('roll', ''), None, None)
    """
    word, _, rest = line.strip().partition(" ")
    word, rest = word.lower(), rest.strip()
    word = _ALSO.get(word, word)
    if word not in COMMANDS or COMMANDS[word].rest == ("never" if rest else "always"):
        return None
    return word, rest


def standing_wagers(table: Table) -> list[LogLine]:
    """Every wager on the layout, a line for each player."""
    names = HouseNames(table.rulebook)
    lines = [LogLine(_wagers_of(seat, names), "told") for seat in table.state.seats if seat.wagers]
    return lines or [LogLine("There are no wagers on the layout.", "told")]


def _wagers_of(seat: Seat, names: HouseNames) -> str:
    wagers = (
        names.placed(standing.wager, standing.amount, standing.tokens)
        + (f" ({standing.call})" if standing.call else "")
        for standing in seat.wagers
    )
    return f"{seat.name}: {', '.join(wagers)}"
