"""The effect of one throw on one wager, by family of wagers. Chips are the business of `settlement`."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from bankcraps.dice import Throw
from bankcraps.engine.settlement.rulings import hand_wagers, line, numbers, odds, one_roll
from bankcraps.engine.settlement.rulings.ruling import Leg, Ruling, Verdict
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import HandTerms
from bankcraps.wagers import HAND_WAGERS, WAGERS, Kind, Wager

__all__ = ["BY_FACES", "Leg", "Ruling", "Rulings", "Verdict", "hand_end_rulings", "ruling", "rulings"]

_Family = Callable[[Rulebook, Any, Wager, int, Throw], Ruling | None]

_FAMILIES: Final[dict[Kind, _Family]] = {
    Kind.PASS: line.passes,
    Kind.COME: line.comes,
    Kind.DONT_PASS: line.passes,
    Kind.DONT_COME: line.comes,
    Kind.PASS_ODDS: odds.odds,
    Kind.COME_ODDS: odds.odds,
    Kind.DONT_PASS_ODDS: odds.odds,
    Kind.DONT_COME_ODDS: odds.odds,
    Kind.PLACE: numbers.to_win,
    Kind.BUY: numbers.to_win,
    Kind.BIG: numbers.to_win,
    Kind.PLACE_TO_LOSE: numbers.to_lose,
    Kind.LAY: numbers.to_lose,
    Kind.HARD: numbers.hard,
    Kind.HOP: one_roll.hop,
    **dict.fromkeys(HAND_WAGERS, hand_wagers.watches),
}
"""The function that rules on each kind of wager. Kinds not listed are one-roll wagers on totals."""

BY_FACES: Final = frozenset({Kind.HARD, Kind.HOP})
"""The kinds that the faces of a throw decide. All others look at its total alone."""


def ruling(book: Rulebook, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """Return the effect of a throw on a wager that is working, or None if it has none.

    `puck` is the point as it was before the throw, 0 for off.
    """
    terms = book.terms(wager)
    if terms is None:
        return None
    return _FAMILIES.get(wager.kind, one_roll.totals)(book, terms, wager, puck, throw)


class Rulings(dict[Wager, Ruling | None]):
    """The ruling of a throw on each wager, None if it does nothing. A wager is ruled on when asked for."""

    __slots__ = ("_throw",)

    def __init__(self, book: Rulebook, puck: int, throw: Throw) -> None:
        """Rule for a house, the point before the throw, and a throw."""
        super().__init__()
        self._throw = book, puck, throw

    def __missing__(self, wager: Wager) -> Ruling | None:
        book, puck, throw = self._throw
        return self.setdefault(wager, ruling(book, wager, puck, throw))


@lru_cache(maxsize=4096)
def rulings(book: Rulebook, puck: int, throw: Throw) -> Rulings:
    """Return the rulings of a throw. Kept by book, puck and combination, because every throw asks."""
    return rulings(book, puck, throw.combination) if throw.a > throw.b else Rulings(book, puck, throw)


@lru_cache(maxsize=64)
def hand_end_rulings(book: Rulebook) -> Mapping[Wager, Ruling | None]:
    """The rulings of the end of a shooter's hand on each wager, None where it does nothing."""
    terms = {wager: book.terms(wager) for wager in WAGERS.values()}
    return {
        wager: hand_wagers.over(one) if isinstance(one, HandTerms) and one.ends == "hand" else None
        for wager, one in terms.items()
    }
