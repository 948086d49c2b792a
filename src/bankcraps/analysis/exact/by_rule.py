"""The firings of each rule of a system, and its cost, beside the other figures of an answer.

The chain by rules (`analysis/chain/by_rules.py`) is solved as any other. Only its names mean something else.
"""

from dataclasses import replace

from bankcraps.analysis.results.costs import Costs, RuleCost, rule_costs
from bankcraps.analysis.results.session import EndlessSession, Session
from bankcraps.errors import BankcrapsError
from bankcraps.strategies.inspecting import Firing
from bankcraps.strategies.policy import Policy

__all__ = ["rules_of", "with_rules"]


def with_rules(
    system: Policy, found: Session | EndlessSession, by_rules: Session | EndlessSession
) -> Session:
    """A session with its rules.

    Args:
        system: the system in words.
        found: the session.
        by_rules: the same one, solved on the chain by rules.

    Raises:
        BankcrapsError: for a session that lasts infinitely many throws on average.
    """
    if isinstance(found, EndlessSession) or isinstance(by_rules, EndlessSession):
        raise BankcrapsError(
            "a session that need not end has no cost by rule: give it a goal or a length, or leave the rules "
            "out"
        )
    return replace(found, by_rule=rules_of(system, Costs(by_rules.wagers, by_rules.refused)))


def rules_of(system: Policy, found: Costs) -> tuple[RuleCost, ...]:
    """The rules of a system in words, from the costs on its chain by rules."""
    firing = Firing(system)
    return rule_costs(firing.texts, firing.stages, found)
