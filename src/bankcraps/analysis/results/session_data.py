"""Chains and sessions as JSON: simulated, compared, explained, with several bankrolls."""

from msgspec import UNSET, UnsetType

from bankcraps.analysis.results.costs import BankrollChances, Laid, PerShooter
from bankcraps.analysis.results.session import FiguresData, SessionData
from bankcraps.support.results import Data, Result

__all__ = [
    "ChainData",
    "CompareData",
    "ComparedSystemData",
    "DifferenceData",
    "ExplainData",
    "MetricData",
    "RiskData",
    "SimulateData",
    "ToldThrowData",
    "TrajectoriesData",
    "UsualRefusalData",
    "WagerNetData",
]


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
