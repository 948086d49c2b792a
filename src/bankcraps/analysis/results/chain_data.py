"""The size of the chain behind a system as JSON."""

from msgspec import UNSET, UnsetType

from bankcraps.support.results import Data, Result

__all__ = [
    "ChainData",
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
