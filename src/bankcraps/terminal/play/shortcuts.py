"""Shortcuts: one letter or a number, then enter, bets a unit.

A shortcut is a line like any other, so nothing happens before the enter key: a letter typed is never a bet.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from bankcraps.game.notation.usage import LETTERS
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import HARD_NUMBERS, NUMBERS, WAGERS, Kind, Wager, find
from bankcraps.terminal.play.session import Session


class _Shortcut(NamedTuple):
    """The action of a shortcut.

    Attributes:
        act: done to the session.
        wagers: the wagers that it bets on, if it bets on the same wagers every time.
    """

    act: Callable[[Session], object]
    wagers: tuple[Wager, ...] = ()


def _bet_on(*wagers: Wager) -> _Shortcut:
    """Bet a unit on each of the wagers that the house offers. If it offers none, its refusal says so."""

    def act(session: Session) -> bool:
        book = session.table.rulebook
        return session.bet([wager for wager in wagers if book.terms(wager) is not None] or wagers)

    return _Shortcut(act, wagers)


_ACTS: Final[dict[str, Callable[[Session], object]]] = {
    "odds": Session.take_odds,
    "undo": lambda session: session.undo(),
}

_SHORTCUTS: Final[dict[str, _Shortcut]] = {
    **{letter: _bet_on(WAGERS[word]) for letter, word in LETTERS.items() if word in WAGERS},
    **{letter: _Shortcut(_ACTS[word]) for letter, word in LETTERS.items() if word in _ACTS},
    "h": _bet_on(*(find(Kind.HARD, number) for number in HARD_NUMBERS)),
    **{str(number): _bet_on(find(Kind.PLACE, number)) for number in NUMBERS},
}


def shortcut(line: str) -> Callable[[Session], object] | None:
    """Return the action of a line that is a shortcut; None for any other line."""
    found = _SHORTCUTS.get(line.strip().lower())
    return found.act if found else None


def shortcuts(book: Rulebook) -> list[tuple[str, str]]:
    """The shortcuts that bet at a house and what they bet on, in the house's words."""
    listed = [(key, name) for key in "pdc" if (name := _name(book, key))]
    listed.append(("o", "full odds"))
    numbers = [str(number) for number in NUMBERS if book.terms(find(Kind.PLACE, number))]
    if numbers:
        listed.append((" ".join(numbers), book.wagers[Kind.PLACE].name))
    listed += [(key, name) for key in "fhy" if (name := _name(book, key))]
    return [*listed, ("u", "undo")]


def _name(book: Rulebook, key: str) -> str:
    """The house's name for what a shortcut bets on; empty where it offers no such wager."""
    offered = [terms.name for wager in _SHORTCUTS[key].wagers if (terms := book.terms(wager))]
    return offered[0] if offered else ""
