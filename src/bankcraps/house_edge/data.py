"""Wagers, shooters' hands and counted trees of throws as JSON."""

from msgspec import UNSET, UnsetType

from bankcraps.support.base_data import Data, Result

__all__ = [
    "DepthData",
    "DistinctPointsData",
    "EdgeAtHouseData",
    "EdgeData",
    "HandData",
    "InARowData",
    "LayoutCostData",
    "LengthData",
    "MeanData",
    "OddsComparedData",
    "OddsData",
    "PassesData",
    "PassesInHandData",
    "PerftData",
    "PointsData",
    "PointsMadeData",
    "RefusedWagerData",
    "RoundData",
    "StandingCostData",
    "WagerByHouseData",
    "WithOddsData",
]


class EdgeData(Data, frozen=True, kw_only=True):
    """One decision of a wager, as in `WagerEdge`; `label` is the wager with the point it is made on."""

    label: str
    wager: str
    point: int | UnsetType = UNSET
    pays: str
    clauses: list[str]
    amount_cents: int | UnsetType = UNSET
    win: float
    win_fraction: str
    lose: float
    lose_fraction: str
    push: float
    push_fraction: str
    edge: float
    edge_fraction: str
    edge_resolved: float
    edge_resolved_fraction: str
    edge_outlay: float
    edge_outlay_fraction: str
    edge_per_throw: float
    edge_per_throw_fraction: str
    throws_per_decision: float
    throws_per_decision_fraction: str
    breakage: float | UnsetType = UNSET
    breakage_fraction: str | UnsetType = UNSET
    sd: float
    skew: float | None


class WithOddsData(Data, frozen=True, kw_only=True):
    """A flat wager with odds behind it; `multiple` is null for full odds that differ by number."""

    wager: str
    odds: str
    multiple: int | None
    staked: float
    staked_fraction: str
    edge: float
    edge_fraction: str
    sd: float


class RefusedWagerData(Data, frozen=True, kw_only=True):
    """A wager that the table does not take for an amount, by its label."""

    label: str
    message: str


class OddsData(Result, frozen=True, kw_only=True, tag="bankcraps.odds/3"):
    """The figures of a house's wagers."""

    amount_cents: int | UnsetType = UNSET
    wagers: list[EdgeData]
    with_odds: list[WithOddsData] | UnsetType = UNSET
    refused: list[RefusedWagerData] | UnsetType = UNSET


class StandingCostData(EdgeData, frozen=True, kw_only=True):
    """A wager from where it stands; `call` is "on" or "off" if the player called it so.

    `paid_cents` is the commission paid in advance for its next decision, if there is any.
    `cost_cents` is the expected loss until it is decided, below 0 for an expected win.
    """

    call: str | UnsetType = UNSET
    paid_cents: int | UnsetType = UNSET
    cost_cents: float
    cost_cents_fraction: str


class LayoutCostData(Result, frozen=True, kw_only=True, tag="bankcraps.layout/1"):
    """The cost of the wagers on a layout, each until it is decided; nothing decides those in `undecided`."""

    puck: int
    amount_cents: int
    cost_cents: float
    cost_cents_fraction: str
    wagers: list[StandingCostData]
    undecided: list[RefusedWagerData]


class EdgeAtHouseData(Data, frozen=True, kw_only=True):
    """The edge of a wager at a house, per unit wagered and laid out, with its pay and clauses."""

    house: str
    edge: float
    edge_fraction: str
    edge_outlay: float
    edge_outlay_fraction: str
    pays: str
    clauses: list[str]


class WagerByHouseData(Data, frozen=True, kw_only=True):
    """A wager at each house, the lowest edge first."""

    label: str
    wager: str
    point: int | UnsetType = UNSET
    houses: list[EdgeAtHouseData]


class OddsComparedData(Data, frozen=True, kw_only=True, tag_field="schema", tag="bankcraps.odds_compared/3"):
    """The edges of wagers, house by house."""

    houses: list[str]
    wagers: list[WagerByHouseData]


class LengthData(Data, frozen=True, kw_only=True):
    """The probability that a hand lasts this number of throws."""

    throws: int
    chance: float
    chance_fraction: str


class PointsData(Data, frozen=True, kw_only=True):
    """The probability that a hand makes this number of points."""

    points: int
    chance: float
    chance_fraction: str


class PassesData(Data, frozen=True, kw_only=True):
    """The probability that pass wins this number of times in a row."""

    passes: int
    chance: float
    chance_fraction: str


class MeanData(Data, frozen=True, kw_only=True):
    """An exact mean, as a number and as text."""

    mean: float
    mean_fraction: str


class PointsMadeData(MeanData, frozen=True, kw_only=True):
    """The points of a hand; `p_point` is the probability that a point is made."""

    p_point: float
    p_point_fraction: str
    distribution: list[PointsData]


class DistinctPointsData(MeanData, frozen=True, kw_only=True):
    """The different points that a hand makes."""

    distribution: list[PointsData]


class PassesInHandData(MeanData, frozen=True, kw_only=True):
    """The rounds that pass wins before the seven-out."""

    distribution: list[PassesData]


class RoundData(MeanData, frozen=True, kw_only=True):
    """The length of a round on the line; `at_least` has the probabilities of so many throws or more."""

    at_least: list[LengthData]


class InARowData(Data, frozen=True, kw_only=True):
    """The probability that pass wins, and that it wins several times in a row."""

    chance: float
    chance_fraction: str
    in_a_row: list[PassesData]


class HandData(Result, frozen=True, kw_only=True, tag="bankcraps.hand/3"):
    """The length of a shooter's hand."""

    mean: float
    mean_fraction: str
    variance: float
    variance_fraction: str
    sd: float
    median: int
    at_least: int | UnsetType = UNSET
    p_at_least: float | UnsetType = UNSET
    p_at_least_fraction: str | UnsetType = UNSET
    points_made: PointsMadeData
    distinct_points: DistinctPointsData
    passes: InARowData
    passes_before_seven_out: PassesInHandData
    round: RoundData
    distribution: list[LengthData]


class DepthData(Data, frozen=True, kw_only=True):
    """The tree of throws to a depth; the net of each player adds up over all its nodes."""

    depth: int
    nodes: int
    net_cents: dict[str, int]


class PerftData(Result, frozen=True, kw_only=True, tag="bankcraps.perft/3"):
    """The tree of throws from a position; the greatest depth, and every depth up to it."""

    digest: str
    depth: int
    nodes: int
    net_cents: dict[str, int]
    depths: list[DepthData]
