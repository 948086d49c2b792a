"""A system beside the best play: what it gives away, and where."""

from dataclasses import dataclass
from typing import NamedTuple

from bankcraps.analysis.best_play.chart.first import bet_data
from bankcraps.analysis.results.best_data import (
    AgainstData,
    GivenAwayAt,
    GivenAwayData,
    Spot,
    WhyLeft,
)
from bankcraps.strategies.chart import Bet

__all__ = ["Against", "GivenAway", "against_data"]


class GivenAway(NamedTuple):
    """A state in which a system gives something away: the table as a player sees it, and the sum owned.

    Attributes:
        puck: the point, 0 while the puck is off.
        standing: the wagers that stand before the betting.
        owned: in cents.
        visits: the number of times that the system comes there in a session, on average.
        bets: its wagers on the layout for the throw; nothing if it leaves.
        leaves: its reason to leave: "ruin" if it cannot pay its next bet, "stopped" by a rule of its own,
            "floor", or "goal" of its own; None if it stays.
        best: the wagers of the best play there.
        each: the worth that the system gives away each time.
        in_all: the same times the visits.
    """

    puck: int
    standing: tuple[Spot, ...]
    owned: int
    visits: float
    bets: tuple[Spot, ...]
    leaves: WhyLeft | None
    best: Bet
    each: float
    in_all: float


@dataclass(frozen=True)
class Against:
    """A system beside the best play.

    Attributes:
        system: its name.
        value: its probability to reach the goal.
        given_away: the difference between that and the best play's.
        states: the states that cost it most, at most ten.
        elsewhere: the worth that it gives away in all others.
        tables: the same by the table, with any sum: those that cost it most, at most 20.
        lacking: the wagers it makes that the best play does not choose from. With them it may be better.
        gains: the gain on the best play in the states where it is better.
        values: the sums with which it may come to its first state, in cents, and its chance from there.
    """

    system: str
    value: float
    given_away: float
    states: tuple[GivenAway, ...]
    elsewhere: float
    tables: tuple[GivenAwayAt, ...]
    lacking: tuple[str, ...]
    gains: float
    values: tuple[tuple[int, float], ...]


def against_data(found: Against) -> AgainstData:
    """A system beside the best play, for JSON."""
    states = [GivenAwayData.of(one, best=bet_data(one.best, one.puck)) for one in found.states]
    return AgainstData.of(found, states=states)
