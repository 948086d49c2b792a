"""The firings of each rule of a system in a session, and its cost."""

from collections.abc import Mapping
from dataclasses import dataclass

from bankcraps.analysis.results.costs import Costs
from bankcraps.analysis.results.session_data import RuleCostData

__all__ = ["RuleCost", "rule_costs"]


@dataclass(frozen=True)
class RuleCost:
    """One rule's part in a session, or in a throw of the long run.

    A rule fires in a betting round in which the house takes a bet, a take-down or a call that it wants. A
    wager belongs to the rule that last changed its amount, until it is decided.

    Attributes:
        number: which rule of the text it is, from 1.
        rule: its text.
        stage: the stage it belongs to; empty if it belongs to none.
        times: the expected number of betting rounds in which it fires.
        action: expected chips staked on what the dice decided of its wagers, in cents, as in `WagerCost`.
        cost: expected loss of its wagers, commission included, in cents.
    """

    number: int
    rule: str
    stage: str
    times: float
    action: float
    cost: float

    @property
    def edge(self) -> float:
        """The loss per cent of action; 0 if there was none."""
        return self.cost / self.action if self.action else 0.0

    def to_data(self) -> RuleCostData:
        """The same for programs."""
        return RuleCostData(
            number=self.number,
            rule=self.rule,
            stage=self.stage or None,
            times=self.times,
            action_cents=self.action,
            cost_cents=self.cost,
            edge=self.edge,
        )


def rule_costs(texts: Mapping[int, str], stages: Mapping[int, str], found: Costs) -> tuple[RuleCost, ...]:
    """The part of each rule, in the order of the text.

    Args:
        texts: the text of each rule by its number.
        stages: the stage of each rule that belongs to one, by its number.
        found: the costs of their wagers and the numbers of times that they fire, each under its number.
    """
    costs = {int(one.wager): one for one in found.wagers}
    times = {int(one.code): one.times for one in found.refused}
    return tuple(
        RuleCost(
            number,
            text,
            stages.get(number, ""),
            times.get(number, 0.0),
            costs[number].action if number in costs else 0.0,
            costs[number].cost if number in costs else 0.0,
        )
        for number, text in texts.items()
    )
