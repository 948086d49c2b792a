"""Sessions as JSON: solved, simulated, compared, explained."""

from msgspec import UNSET, UnsetType

from bankcraps.analysis.results.costs import (
    BankrollChances,
    Covariances,
    Laid,
    PerShooter,
    RefusalRate,
    RuleCost,
    WagerCost,
)
from bankcraps.support.results import Data, Result

__all__ = [
    "CompareData",
    "ComparedSystemData",
    "DifferenceData",
    "EndlessSessionData",
    "ExplainData",
    "FiguresData",
    "FinalsData",
    "MetricData",
    "MoneyData",
    "RiskData",
    "RuinData",
    "RuinsData",
    "SessionData",
    "SimulateData",
    "StreakData",
    "StreaksData",
    "ThrowsData",
    "ToldThrowData",
    "TrajectoriesData",
    "WagerNetData",
]


class MoneyData(Data, frozen=True, kw_only=True):
    """A distribution of money in short; the quantiles by their share."""

    mean_cents: float
    sd_cents: float
    quantiles_cents: dict[str, int]


class ThrowsData(Data, frozen=True, kw_only=True):
    """Throws of a session; `sd` is null if unknown, `se` is the standard error of a simulated mean."""

    mean: float
    sd: float | UnsetType | None = UNSET
    se: float | UnsetType = UNSET


class RuinData(Data, frozen=True, kw_only=True):
    """The time of the goal, or of ruin or falling below the floor, in throws, decisions or shooters."""

    counted: str
    mean: float
    quantiles: dict[str, int]


class FinalsData(Data, frozen=True, kw_only=True):
    """Every final bankroll with its probability, or its share of the sessions."""

    final_cents: list[int]
    chance: list[float]


class RuinsData(Data, frozen=True, kw_only=True):
    """Every time at which ruin can come, with its probability."""

    counted: str
    when: list[int]
    chance: list[float]


class FiguresData(Result, frozen=True, kw_only=True):
    """The keys that solved and simulated sessions share. `limit` has the length, by its unit.

    `goal_cents` and `floor_cents` may be the system's own, from `stop after winning 50` and `stop after
    losing 200`. Then `stops_ahead_cents` and `stops_behind_cents` have the sums in its words, and the ends
    "goal" and "floor" are these stops. `beyond_cents` is a goal that was asked for above such a stop.
    `taken_home` is the chance to take the goal home, where it is less than that of the end "goal": the goal
    counts chips on the layout at face value, and those that must wait may still lose.
    `skew` and `excess_kurtosis` are of what is taken home, and null if it does not vary.
    """

    system: str
    bankroll_cents: int
    goal_cents: int | None
    floor_cents: int
    limit: dict[str, int] | None
    let_it_ride: bool
    stops_ahead_cents: int | UnsetType = UNSET
    stops_behind_cents: int | UnsetType = UNSET
    beyond_cents: int | UnsetType = UNSET
    ends: dict[str, float]
    taken_home: float | UnsetType = UNSET
    mean_cents: float
    sd_cents: float
    skew: float | UnsetType | None = UNSET
    excess_kurtosis: float | UnsetType | None = UNSET
    quantiles_cents: dict[str, int]
    p_ahead: float
    throws: ThrowsData
    action_cents: float | None
    cost_cents: float
    wagers: tuple[WagerCost, ...] | None
    refusals: tuple[RefusalRate, ...] | None
    goal_when: RuinData | UnsetType | None = UNSET
    ruin_when: RuinData | None
    highest: MoneyData | None
    lowest: MoneyData | None
    distribution: FinalsData | UnsetType = UNSET
    ruin_when_distribution: RuinsData | UnsetType | None = UNSET


class StreakData(Data, frozen=True, kw_only=True):
    """The longest run of a session: `at_least` has the chances of 1 or more, 2 or more, and so on."""

    mean: float
    at_least: list[float]


class StreaksData(Data, frozen=True, kw_only=True):
    """The longest runs: throws that lost or won money, seven-outs, and points made in a row."""

    losses: StreakData
    wins: StreakData
    seven_outs: StreakData
    points_made: StreakData


class SessionData(FiguresData, frozen=True, kw_only=True, tag="bankcraps.session/3"):
    """A session solved exactly; `error_bound` bounds the error of every probability.

    The others bound the errors of `mean_cents`, `sd_cents` and `cost_cents`, and are null where unknown.
    `drawdown` is the largest fall from the highest sum so far; it, `covariances`, `streaks` and `by_rule` are
    there if asked for.
    """

    error_bound: float
    mean_bound_cents: float | UnsetType | None = UNSET
    sd_bound_cents: float | UnsetType | None = UNSET
    cost_bound_cents: float | UnsetType | None = UNSET
    drawdown: MoneyData | UnsetType = UNSET
    covariances: Covariances | UnsetType = UNSET
    streaks: StreaksData | UnsetType = UNSET
    by_rule: tuple[RuleCost, ...] | UnsetType = UNSET


class EndlessSessionData(Result, frozen=True, kw_only=True, tag="bankcraps.endless_session/2"):
    """A session without goal and length that lasts infinitely many throws on average.

    It ends in ruin or below the floor with `p_ruin_or_floor`, and otherwise never.
    """

    system: str
    bankroll_cents: int
    floor_cents: int
    let_it_ride: bool
    p_ruin_or_floor: float
    p_never: float
    gain_per_throw_cents: float
    error_bound: float


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
