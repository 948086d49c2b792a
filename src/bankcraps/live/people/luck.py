"""The luck of an evening: what its throws won, beside what all 36 throws would have won with the same wagers.

Before each throw the wagers that lie there are known, and so are the mean and the variance of what the throw
wins, by the engine. Throws are independent, so the means and the variances of an evening are sums (a
martingale: D. Williams, Probability with Martingales, 1991, 12.1). All of it is exact, whatever the player
bets next.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.game.chips import Cents
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import Seat, State
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.position import alike
from bankcraps.game.engine.shooter.throwing import effects_on_wagers
from bankcraps.game.engine.state import DiceSet, Turn
from bankcraps.game.rulebook import Rulebook

__all__ = ["Luck", "ThrowOdds", "odds_of_throw"]

_ALL: Final = sum(throw.ways for throw in OUTCOMES)


class ThrowOdds(msgspec.Struct, frozen=True):
    """The mean and the variance of a throw's win with the wagers of a player, in cents."""

    mean: Fraction
    variance: Fraction


class Luck:
    """The throws of an evening so far.

    Attributes:
        won: the sum that they won or lost, in cents.
        mean: the sum that they were to win on average, in cents.
        variance: the variance of that.
    """

    def __init__(self) -> None:
        """Start without throws."""
        self.won: int = 0
        self.mean: Fraction = Fraction(0)
        self.variance: Fraction = Fraction(0)

    def add(self, won: int, odds: ThrowOdds, times: int) -> None:
        """Count a throw, or take it back with -1."""
        self.won += times * won
        self.mean += times * odds.mean
        self.variance += times * odds.variance


def odds_of_throw(book: Rulebook, state: State) -> Iterator[tuple[str, ThrowOdds]]:
    """The odds of the next throw for each player with wagers, by name. A house that may not advise has none.

    Args:
        book: the house.
        state: the table before the throw.
    """
    for seat in state.seats if book.floor.may_advise else ():
        if seat.wagers:
            alone = Seat("", 1, Cents(0), seat.wagers)
            bare = replace(state.floor, signs=(), excluded=(), disputes=(), clock=None)
            yield seat.name, _odds(book, State((alone,), bare, DiceSet(), state.puck, turn=Turn()))


@lru_cache(maxsize=4096)
def _odds(book: Rulebook, state: State) -> ThrowOdds:
    mean = square = Fraction(0)
    for throws in alike(book, state):
        won = sum(map(fx.won, effects_on_wagers(book, state, throws[0])))
        share = Fraction(sum(throw.ways for throw in throws), _ALL)
        mean += share * won
        square += share * won * won
    return ThrowOdds(mean, square - mean * mean)
