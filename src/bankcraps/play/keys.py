"""The keys of the table: one key, one act. They work while nothing has been typed."""

from collections.abc import Callable
from typing import Final, NamedTuple

from bankcraps.play.session import Session
from bankcraps.rulebook import Rulebook
from bankcraps.wagers import HARD_NUMBERS, Kind, Wager, find

__all__ = ["KEYS", "Key", "legend", "press"]


class Key(NamedTuple):
    """What a key does.

    Attributes:
        act: done to the session.
        wagers: what it stakes on, if it stakes.
    """

    act: Callable[[Session], object]
    wagers: tuple[Wager, ...] = ()


def _on(*wagers: Wager) -> Key:
    """A unit on each of some wagers that the house takes; on all, to hear the reason, if it takes none."""

    def act(session: Session) -> bool:
        book = session.table.rulebook
        return session.bet([wager for wager in wagers if book.terms(wager) is not None] or wagers)

    return Key(act, wagers)


def _larger(session: Session) -> None:
    session.change_unit(up=True)


def _smaller(session: Session) -> None:
    session.change_unit(up=False)


KEYS: Final[dict[str, Key]] = {
    "p": _on(find(Kind.PASS)),
    "d": _on(find(Kind.DONT_PASS)),
    "c": _on(find(Kind.COME)),
    "o": Key(Session.take_odds),
    "f": _on(find(Kind.FIELD)),
    "4": _on(find(Kind.PLACE, 4)),
    "5": _on(find(Kind.PLACE, 5)),
    "6": _on(find(Kind.PLACE, 6)),
    "8": _on(find(Kind.PLACE, 8)),
    "9": _on(find(Kind.PLACE, 9)),
    "0": _on(find(Kind.PLACE, 10)),
    "h": _on(*(find(Kind.HARD, number) for number in HARD_NUMBERS)),
    "y": _on(find(Kind.ELEVEN)),
    "+": Key(_larger),
    "=": Key(_larger),
    "-": Key(_smaller),
    "u": Key(Session.undo),
}
"""Every key that acts on the table at once; space, enter, tab, ? and q are the screen's own."""


def press(session: Session, key: str) -> None:
    """Do what a key does."""
    KEYS[key].act(session)


def legend(book: Rulebook, unit: str) -> list[tuple[str, str]]:
    """The keys and what they do, in the house's words, in the order of their use."""
    said = [("space", "throw"), ("?", "help")]
    for key in "pdc":
        said += [(key, name) for name in _names(book, key)]
    said.append(("o", "full odds"))
    said += [("4 5 6 8 9 0", name) for name in _names(book, "6")]
    for key in "fhy":
        said += [(key, name) for name in _names(book, key)]
    return [*said, ("+ -", f"unit {unit}"), ("u", "undo"), ("tab", "next seat"), ("q", "leave")]


def _names(book: Rulebook, key: str) -> list[str]:
    terms = book.terms(KEYS[key].wagers[0])
    return [terms.name] if terms else []
