"""The chain behind a system as JSON: its size, and what it comes to in the long run."""

from msgspec import UNSET, UnsetType

from bankcraps.analysis.results.session_data import (
    RefusalRateData,
    RuleCostData,
    WagerCostData,
)
from bankcraps.support.results import Data, Result

__all__ = [
    "ChainData",
    "LayoutData",
    "LongRunData",
    "RateData",
    "StandingData",
    "UsualRefusalData",
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


class RateData(Data, frozen=True, kw_only=True):
    """The long run of a throw, a decision or a hand; n of them spread by `sd` times root n."""

    throws: float
    action_cents: float
    gain_cents: float
    sd_cents: float
    gain_bound_cents: float
    sd_bound_cents: float


class StandingData(Data, frozen=True, kw_only=True):
    """A wager that stands; `call` is a button's word, or empty."""

    wager: str
    amount_cents: int
    call: str


class LayoutData(Data, frozen=True, kw_only=True):
    """A layout before the betting, with its share of the throws; `puck` is 0 while it is off."""

    puck: int
    wagers: list[StandingData]
    share: float


class LongRunData(Result, frozen=True, kw_only=True, tag="bankcraps.long_run/1"):
    """The averages of a system that plays on for ever and can always pay.

    `rates` are those of one of the "throws", "decisions" and "shooters"; `wagers` and `refusals` are of one
    throw, and so is `by_rule`, which is there if asked for. `error_bound` bounds the error of every share.
    """

    system: str
    rates: dict[str, RateData]
    edge: float
    on_layout_cents: float
    wagers: list[WagerCostData]
    refusals: list[RefusalRateData]
    layouts: list[LayoutData]
    error_bound: float
    by_rule: list[RuleCostData] | UnsetType = UNSET
