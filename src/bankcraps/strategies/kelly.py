"""Kelly's fraction: the share of what is owned whose wager makes the expected logarithm of the sum largest.

J. L. Kelly, A New Interpretation of Information Rate, Bell System Technical Journal 35 (1956), 917-926. The
sum is that after the wager's decision. Every net and every probability is exact, and so is the fraction where
it is rational; where a wager has several pays, it need not be.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Final

from bankcraps.game.engine.refusals import Refusal
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import FLATS, Wager, on_the_line
from bankcraps.house_edge.decisions.decision import decide
from bankcraps.house_edge.decisions.trial_table import TrialTable, exact_stake, uncapped

__all__ = ["advantage", "house_fraction", "kelly_fraction"]

_FINE: Final = Fraction(1, 2**60)
"""The precision of a fraction that is not rational, from below."""

_ROUND: Final = 10**6
"""The largest denominator of a fraction that is found exactly."""


def kelly_fraction(nets: Mapping[Fraction, Fraction]) -> Fraction:
    """The share f from 0 to 1 with the largest expected value of log(1 + f net).

    >>> kelly_fraction({Fraction(1): Fraction(11, 20), Fraction(-1): Fraction(9, 20)})
    Fraction(1, 10)
    >>> kelly_fraction({Fraction(1): Fraction(244, 495), Fraction(-1): Fraction(251, 495)})
    Fraction(0, 1)

    The expected logarithm is concave in f, so its slope has one zero at most.

    Args:
        nets: each net of one decision for a wager of 1, with its probability.

    Returns:
        0 for a wager without an advantage, and 1 for one that cannot lose.
    """

    def slope(share: Fraction) -> Fraction:
        return sum((net * often / (1 + share * net) for net, often in nets.items()), Fraction(0))

    worst = min(nets, default=Fraction(0))
    if slope(Fraction(0)) <= 0:
        return Fraction(0)
    low, high = Fraction(0), min(Fraction(1), -1 / worst) if worst < 0 else Fraction(1)
    if high * worst > -1 and slope(high) >= 0:
        return high
    while high - low > _FINE:  # the slope is above 0 at `low`, and below 0 at `high`
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    exact = high.limit_denominator(_ROUND)
    return exact if low <= exact <= high and slope(exact) == 0 else low


def advantage(book: Rulebook, wager: Wager, point: int) -> Fraction:
    """The average win of a wager made now for each unit, if nothing is rounded or capped.

    It is the house edge that `odds` prints, with the other sign; 0 if the house does not take it.
    """
    nets = _nets(book, wager, _behind(wager, point))
    return sum((net * often for net, often in nets.items()), Fraction(0))


def house_fraction(book: Rulebook, wager: Wager, point: int) -> Fraction:
    """Kelly's fraction of a wager at a house, if nothing is rounded or capped.

    Args:
        book: the house's rules.
        wager: the wager.
        point: the point while it is made, or 0.
    """
    return _fraction(book, wager, _behind(wager, point))


def _behind(wager: Wager, point: int) -> int | None:
    """The point on which a wager is made, where it makes a difference: line wagers, odds on the line."""
    return point if point and on_the_line(wager.kind) else None


@lru_cache(maxsize=4096)
def _fraction(book: Rulebook, wager: Wager, behind: int | None) -> Fraction:
    return kelly_fraction(_nets(book, wager, behind))


@lru_cache(maxsize=4096)
def _nets(book: Rulebook, wager: Wager, behind: int | None) -> dict[Fraction, Fraction]:
    """The nets of one decision for a wager of 1, with their probabilities; none if it is not taken."""
    if book.terms(wager) is None or (wager.kind in FLATS and not (wager.number or behind)):
        return {}
    stake = exact_stake(book, wager, behind)
    decided = decide(_table(book), wager, behind, stake)
    if isinstance(decided, Refusal):
        return {}
    nets: dict[Fraction, Fraction] = {}
    for (_, net), often in decided.chances.items():
        nets[Fraction(net, stake)] = nets.get(Fraction(net, stake), Fraction(0)) + often
    return nets


@lru_cache(maxsize=16)
def _table(book: Rulebook) -> TrialTable:
    return TrialTable(uncapped(book))
