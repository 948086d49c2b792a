"""The wagers that a system speaks of in one word: `place 6`, `place`, `come`, `odds`, `line`, `all`."""

from typing import Final

import msgspec

from bankcraps.wagers import FLATS, LINE, WAGERS, Kind, Wager

__all__ = ["ALL", "IT", "LINE_WAGERS", "ODDS_WAGERS", "Target", "family", "only"]


class Target(msgspec.Struct, frozen=True):
    """Some wagers by a word.

    Attributes:
        words: as it is written.
        wagers: those meant; none for `it`, which is whatever an event was about.
    """

    words: str
    wagers: frozenset[Wager]

    def __str__(self) -> str:
        """As it is written."""
        return self.words


def only(wager: Wager) -> Target:
    """One wager; a come wager without a number is every come wager, in the box and on the numbers."""
    if wager.kind in (Kind.COME, Kind.DONT_COME) and not wager.number:
        return family(wager.kind)
    return Target(wager.name, frozenset({wager}))


def family(kind: Kind) -> Target:
    """Every wager of a kind."""
    return Target(kind.value, frozenset(w for w in WAGERS.values() if w.kind is kind))


ALL: Final = Target("all", frozenset(WAGERS.values()))
IT: Final = Target("it", frozenset())
LINE_WAGERS: Final = Target("line", frozenset(w for w in WAGERS.values() if w.kind in LINE))
ODDS_WAGERS: Final = Target("odds", frozenset(w for w in WAGERS.values() if w.kind in FLATS))
