"""A system beside the best play: what it gives away, and where."""

from dataclasses import dataclass
from typing import NamedTuple

from bankcraps.analysis.best_play.chart.first import bet_data
from bankcraps.analysis.results.best_data import (
    AgainstData,
    GivenAwayAtData,
    GivenAwayData,
    SpotData,
    WhyLeft,
)
from bankcraps.strategies.chart import Bet

__all__ = ["Against", "GivenAway", "GivenAwayAt", "Spot", "against_data"]


class Spot(NamedTuple):
    """Chips on a wager.

    Attributes:
        wager: its name.
        amount: in cents.
        call: "on" or "off" if the owner called it so; else empty.
    """

    wager: str
    amount: int
    call: str = ""


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


class GivenAwayAt(NamedTuple):
    """The losses of a system beside the best play, at one table with any sum.

    Attributes:
        puck, standing, leaves: as in `GivenAway`.
        visits: the number of times that the system comes there in a session, on average.
        in_all: the worth that it gives away there.
    """

    puck: int
    standing: tuple[Spot, ...]
    leaves: WhyLeft | None
    visits: float
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
    return AgainstData(
        system=found.system,
        value=found.value,
        given_away=found.given_away,
        states=[_data(one) for one in found.states],
        elsewhere=found.elsewhere,
        tables=[
            GivenAwayAtData(
                puck=one.puck,
                standing=_spots_data(one.standing),
                leaves=one.leaves,
                visits=one.visits,
                in_all=one.in_all,
            )
            for one in found.tables
        ],
        lacking=list(found.lacking),
        gains=found.gains,
    )


def _spots_data(spots: tuple[Spot, ...]) -> list[SpotData]:
    return [SpotData(wager=spot.wager, amount_cents=spot.amount, call=spot.call or None) for spot in spots]


def _data(one: GivenAway) -> GivenAwayData:
    return GivenAwayData(
        puck=one.puck,
        standing=_spots_data(one.standing),
        owned_cents=one.owned,
        visits=one.visits,
        bets=_spots_data(one.bets),
        leaves=one.leaves,
        best=bet_data(one.best, one.puck),
        each=one.each,
        in_all=one.in_all,
    )
