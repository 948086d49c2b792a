"""What one throw does to one wager, family by family. Chips do not appear here: only the rule."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from bankcraps.dice import Throw
from bankcraps.engine.throw.rulings import hand, line, numbers, odds, one_roll
from bankcraps.engine.throw.rulings.ruling import Leg, Ruling, Verdict
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import HandTerms
from bankcraps.wagers import HAND_WAGERS, WAGERS, Kind, Wager

__all__ = ["Leg", "Ruling", "Verdict", "hand_ends", "ruling", "rulings"]

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
    **dict.fromkeys(HAND_WAGERS, hand.watches),
}
"""The family that rules on each kind; the kinds not named are one-roll wagers on totals."""


def ruling(book: Rulebook, wager: Wager, puck: int, throw: Throw) -> Ruling | None:
    """What a throw does to a wager that is in action, or None where it does nothing.

    `puck` is the point as it stood before the throw, 0 for off.
    """
    terms = book.terms(wager)
    if terms is None:
        return None
    return _FAMILIES.get(wager.kind, one_roll.totals)(book, terms, wager, puck, throw)


@lru_cache(maxsize=4096)
def rulings(book: Rulebook, puck: int, throw: Throw) -> dict[Wager, Ruling]:
    """Every wager that a throw does something to. Worked out once for a book, a puck and a combination."""
    if throw.a > throw.b:
        return rulings(book, puck, throw.combination)
    ruled = ((wager, ruling(book, wager, puck, throw)) for wager in WAGERS.values())
    return {wager: decided for wager, decided in ruled if decided is not None}


@lru_cache(maxsize=64)
def hand_ends(book: Rulebook) -> dict[Wager, Ruling]:
    """Every wager that is over with a shooter's hand."""
    offered = ((wager, book.terms(wager)) for wager in WAGERS.values())
    return {
        wager: hand.over(terms)
        for wager, terms in offered
        if isinstance(terms, HandTerms) and terms.ends == "hand"
    }
