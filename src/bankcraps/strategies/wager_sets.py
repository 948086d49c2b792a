"""Sets of wagers that a system names with one word: `place 6`, `place`, `come`, `odds`, `line`, `all`."""

from typing import Final

import msgspec

from bankcraps.game.wagers import COMES, FLATS, LINE, WAGERS, Kind, Wager

__all__ = ["ALL", "IT", "LINE_WAGERS", "ODDS_WAGERS", "WagerSet", "bettable", "every", "only"]


class WagerSet(msgspec.Struct, frozen=True):
    """Wagers with the word that names them.

    Attributes:
        words: the word, as it is printed.
        wagers: the wagers; none for `it`, which means the wager that was just won or lost.
    """

    words: str
    wagers: frozenset[Wager]

    def __str__(self) -> str:
        return self.words


def bettable(wager: Wager) -> bool:
    """Whether players bet on this spot directly: come wagers reach their numbers only from the box."""
    return wager.kind not in COMES or not wager.number


def only(wager: Wager) -> WagerSet:
    """One wager. A come wager without a number stands for all come wagers: in the box and on the numbers."""
    if wager.kind in COMES and not wager.number:
        return every(wager.kind)
    return WagerSet(wager.name, frozenset({wager}))


def every(kind: Kind) -> WagerSet:
    """All wagers of a kind."""
    return WagerSet(kind.value, frozenset(w for w in WAGERS.values() if w.kind is kind))


ALL: Final = WagerSet("all", frozenset(WAGERS.values()))
IT: Final = WagerSet("it", frozenset())
LINE_WAGERS: Final = WagerSet("line", frozenset(w for w in WAGERS.values() if w.kind in LINE))
ODDS_WAGERS: Final = WagerSet("odds", frozenset(w for w in WAGERS.values() if w.kind in FLATS))
