"""Answers as JSON: chains, sessions (simulated, compared, explained, with several bankrolls), best plays.

A result writes itself where it can: see `results/costs.py`. These answers stand apart from their results,
and a client, which may lack NumPy, has them from `Lab`. Each has its reason:

- A chain holds every state and transition. JSON has their numbers.
- A simulation, the systems of a comparison, and trajectories hold arrays of NumPy, which JSON cannot.
- A curve of bankrolls holds the whole plan of its session. JSON has the floor and the length.
- A story has text and figures for readers, such as names by the house. JSON has layouts only if asked.
- A best play holds the play as a system, and its bets with every sum. JSON has the first bets, and only the
  sums from which on they change.
- A bet holds calls and moves, and may leave its point open. JSON has its stakes and always a point. So what a
  system gives away, and the plays to draw from, have a form of their own, too.
"""

from typing import Literal, NamedTuple

from msgspec import UNSET, UnsetType

from bankcraps.analysis.results.costs import BankrollChances, Laid, PerShooter
from bankcraps.analysis.results.session import FiguresData, SessionData
from bankcraps.support.results import Data, Json, Result


class UsualRefusalData(Data, frozen=True, kw_only=True):
    """A refusal that a system meets at a house."""

    code: str
    message: str


class ChainData(Result, frozen=True, kw_only=True, tag="bankcraps.chain/3"):
    """The size of a Markov chain; `transitions` counts throws of equal result once.

    `sums_below_cents` is there if the system looks at its money and the chain holds no larger sums.
    """

    system: str
    states: int
    states_leaving: int
    post_decision_states: int
    transitions: int
    money_step_cents: int
    largest_swing_cents: int
    cash_needed_cents: int
    sums_below_cents: int | UnsetType = UNSET
    refusals: list[UsualRefusalData]


class MetricData(Data, frozen=True, kw_only=True):
    """A metric of simulated sessions in short: of money, or of numbers."""

    mean_cents: float | UnsetType = UNSET
    sd_cents: float | UnsetType = UNSET
    quantiles_cents: dict[str, int] | UnsetType = UNSET
    mean: float | UnsetType = UNSET
    quantiles: dict[str, int] | UnsetType = UNSET


class SimulateData(FiguresData, frozen=True, kw_only=True, tag="bankcraps.simulate/3"):
    """Sessions played. A key with `_se` has the standard error of the figure of that name.

    The chance of an end that was never seen is below `unseen_95`, with 95 % confidence. The standard errors
    of the means in `skewed` are too small, because a few sessions decide them. A quantile whose upper bound
    is null has none: there are too few sessions.
    """

    sessions: int
    seed: int
    interrupted: bool
    note: str
    error_bound: None = None
    unseen_95: float
    edge_se: float | None
    ends_se: dict[str, float]
    mean_se_cents: float | None
    sd_se_cents: float
    highest_se_cents: float | None
    lowest_se_cents: float | None
    p_ahead_se: float
    action_se_cents: float | None
    cost_se_cents: float | None
    skewed: tuple[str, ...] = ()
    quantiles_95_cents: dict[str, tuple[int, int | None]]
    metrics: dict[str, MetricData]
    per_shooter: PerShooter | None


class DifferenceData(Data, frozen=True, kw_only=True):
    """The gain of a system over the first one in money taken home, on the same dice."""

    exact_cents: float | None
    mean_cents: float
    se_cents: float
    interval_95_cents: tuple[float, float]


class ComparedSystemData(Data, frozen=True, kw_only=True):
    """One of the systems compared.

    `above` is the share of the sessions in which it takes home more than each of the systems, on the same
    dice.
    """

    system: str
    exact: SessionData | None
    played: SimulateData
    difference: DifferenceData
    above: list[float] | UnsetType = UNSET


class CompareData(Result, frozen=True, kw_only=True, tag="bankcraps.compare/3"):
    """Systems side by side."""

    bankroll_cents: int
    sessions: int
    seed: int
    systems: list[ComparedSystemData]


class RiskData(Result, frozen=True, kw_only=True, tag="bankcraps.risk/3"):
    """One session with different bankrolls."""

    system: str
    floor_cents: int
    limit: dict[str, int] | None
    bankrolls: tuple[BankrollChances, ...]


class WagerNetData(Data, frozen=True, kw_only=True):
    """A wager's action and net in one session."""

    wager: str
    action_cents: int
    net_cents: int


class ToldThrowData(Data, frozen=True, kw_only=True):
    """A throw of a session, with what was said, won and lost; `puck` is the point before it.

    If asked for, `rail_cents` and `laid` have the rail and the layout when the dice are thrown.
    """

    throw: int
    puck: int | None
    dice: str | None
    owned_cents: int
    told: list[str]
    net_cents: dict[str, int]
    owned_after_cents: int
    rail_cents: int | UnsetType = UNSET
    laid: tuple[Laid, ...] | UnsetType = UNSET


class ExplainData(Result, frozen=True, kw_only=True, tag="bankcraps.explain/3"):
    """One session, throw by throw."""

    system: str
    bankroll_cents: int
    seed: int
    session: int
    end: str
    final_cents: int
    wagers: list[WagerNetData]
    throws: list[ToldThrowData]


class TrajectoriesData(Result, frozen=True, kw_only=True, tag="bankcraps.trajectories/2"):
    """The sum owned at the start of some sessions and after each throw."""

    system: str
    bankroll_cents: int
    seed: int
    owned_cents: list[list[int]]


# The best play as JSON.


WhyLeft = Literal["ruin", "stopped", "floor", "goal"]
"""The reason why a system leaves before the goal: it cannot pay, or by its own rule, floor or goal."""


class BetData(Data, frozen=True, kw_only=True):
    """The chips to have on the layout, by wager; `puck` is the point for them, 0 while the puck is off."""

    puck: int
    stakes_cents: dict[str, int]


class NextBetData(BetData, frozen=True, kw_only=True):
    """The best of the other bets, and how much less it is worth."""

    gives_away: float


class BetBySumData(Data, frozen=True, kw_only=True):
    """A bet while nothing stands, and the least sum owned from which on it is the best."""

    owned_cents: int
    stakes_cents: dict[str, int]


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

    JSON = Json(
        "SpotData",
        "wager amount_cents call?",
        'Chips on a wager; `call` is "on" or "off" if the owner called it so.',
    )


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

    JSON = Json(
        "GivenAwayAtData",
        "puck standing leaves visits in_all",
        "The losses of a system at one table with any sum, where it stays or where it leaves.",
    )


class GivenAwayData(Data, frozen=True, kw_only=True):
    """A state in which a system gives something away: the table before the betting, and the sum owned.

    `visits` is how often the system comes there in a session, on average. `bets` is what it has on the layout
    for the throw, and `best` what the best play has there; `leaves` says why it leaves, if it does. It gives
    away `each` of the chance each time, and `in_all` with all visits.
    """

    puck: int
    standing: tuple[Spot, ...]
    owned_cents: int
    visits: float
    bets: tuple[Spot, ...]
    leaves: WhyLeft | None
    best: BetData
    each: float
    in_all: float


class AgainstData(Data, frozen=True, kw_only=True):
    """A system beside the best play: `value` is its chance to reach the goal, and `given_away` what it lacks.

    `states` are the ten that cost it most, and `elsewhere` is what it gives away in all others. `tables` says
    the same with any sum, for at most 20 tables. `lacking` are wagers that it makes and the best play may not
    choose; it gains `gains` where it is better.
    """

    system: str
    value: float
    given_away: float
    states: list[GivenAwayData]
    elsewhere: float
    tables: tuple[GivenAwayAt, ...]
    lacking: tuple[str, ...]
    gains: float


class _BestData(Result, frozen=True, kw_only=True):
    """The keys with which every best play begins."""

    limits: str
    chip_cents: int
    bankroll_cents: int


class BestData(_BestData, frozen=True, kw_only=True, tag="bankcraps.best/1"):
    """The best play to a goal: `value` is its chance, between the proved bounds `lower` and `upper`.

    The goal counts chips on the layout at face value. `taken_home` is the chance to take the goal home, and
    `note` the sentence about it, or about a chance that is more than fair; empty if there is nothing to say.
    With `settled` the goal leaves out wagers that must stay.
    `first` has the best first bets, all equally good, and `next_best` the best of the others. `then` has the
    bets after the first one, by the point, where nothing was decided, and `by_sum` those with another sum.
    The problem has so many `positions` of wagers that bind, with so many `sums` below the goal each, and
    `choices` of bets. `against` is the system to compare with, if there is one.
    """

    goal_cents: int
    wagers: tuple[str, ...]
    limit: dict[str, int] | None
    value: float
    lower: float
    upper: float
    taken_home: float | None = None
    note: str = ""
    settled: bool = False
    first: list[BetData]
    next_best: NextBetData | None
    then: list[BetData] | UnsetType = UNSET
    by_sum: list[BetBySumData] | UnsetType = UNSET
    positions: int
    sums: int
    choices: int
    against: AgainstData | None = None


class TimedPlayData(BetData, frozen=True, kw_only=True):
    """A play by its first bet, or to `leave` at once; its chance and its mean number of throws.

    `share` says how often it is the play to draw.
    """

    leave: bool
    chance: float
    throws: float
    share: float


class BestTimeData(_BestData, frozen=True, kw_only=True, tag="bankcraps.best_time/1"):
    """The fewest throws on average to a goal with a `chance`: `value`, proved between `lower` and `upper`.

    `plays` has one play, or two to draw from before the first bet. `by_sum` has the bets of the surer one
    while nothing stands, by what is owned. `taken_home` and `note` are as in `BestData`.
    """

    goal_cents: int
    chance: float
    wagers: tuple[str, ...]
    value: float
    lower: float
    upper: float
    taken_home: float | None = None
    note: str = ""
    plays: list[TimedPlayData]
    by_sum: list[BetBySumData] | UnsetType = UNSET
    positions: int
    sums: int
    choices: int


class RatedPlayData(BetData, frozen=True, kw_only=True):
    """A play by its first bet, with its mean action and its mean cost, in dollars.

    `share` says how often it is the play to draw.
    """

    action: float
    cost: float
    share: float


class BestActionData(_BestData, frozen=True, kw_only=True, tag="bankcraps.best_action/1"):
    """The least mean cost of a mean action of `action_cents`: `value`, proved between `lower` and `upper`.

    These and `price`, which another dollar of action costs, are in dollars. On no throw is more at risk than
    `at_most_cents`. `plays` has one play, or two to draw from before the first bet. `by_sum` has
    the bets of the one with more action while nothing stands, before the first throw, by what is owned.
    """

    throws: int
    action_cents: int
    at_most_cents: int
    wagers: tuple[str, ...]
    value: float
    lower: float
    upper: float
    price: float
    plays: list[RatedPlayData]
    by_sum: list[BetBySumData] | UnsetType = UNSET
    positions: int
    sums: int
    choices: int


class BestStillData(_BestData, frozen=True, kw_only=True, tag="bankcraps.best_still/1"):
    """The best chance to be still playing after `throws`: `value`, proved between `lower` and `upper`.

    On each throw at least and at most so much is at risk. Nothing can go wrong with `enough_cents`.
    `by_sum` has the bets while nothing stands, before the first throw, by what is owned.
    """

    throws: int
    at_least_cents: int
    at_most_cents: int
    wagers: tuple[str, ...]
    value: float
    lower: float
    upper: float
    first: list[BetData]
    next_best: NextBetData | None
    by_sum: list[BetBySumData] | UnsetType = UNSET
    enough_cents: int
    positions: int
    sums: int
    choices: int


class BestUtilityData(_BestData, frozen=True, kw_only=True, tag="bankcraps.best_utility/1"):
    """The best expected `utility` of what is taken home after `throws`: `value`, from `lower` to `upper`.

    `sure` is the certainty equivalent: the sure sum that is worth as much. `mean` and `spread` are those of
    what is taken home, with the goal at face value, as `note` says where that matters. All three are in
    dollars. `by_sum` has the bets while nothing stands, before the first
    throw, by what is owned.
    """

    goal_cents: int
    throws: int
    utility: str
    wagers: tuple[str, ...]
    value: float
    lower: float
    upper: float
    sure: float
    mean: float
    spread: float
    note: str = ""
    bets_nothing: bool
    first: list[BetData]
    next_best: NextBetData | None
    by_sum: list[BetBySumData] | UnsetType = UNSET
    positions: int
    sums: int
    choices: int


class BestFrontierData(Result, frozen=True, kw_only=True, tag="bankcraps.best_frontier/1"):
    """The plays of several utilities as asked: their `mean` and `spread` are points of a frontier."""

    plays: list[BestUtilityData]
