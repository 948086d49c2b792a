"""Bounds on the errors of a session, and a ceiling on its money, whose probability counts as error."""

from dataclasses import replace

from bankcraps.analysis.chain.ceiling import NEGLIGIBLE_ABOVE, CeilingError
from bankcraps.analysis.exact.solution import mean_and_sd_bounds
from bankcraps.analysis.results.session import EndlessSession, Session
from bankcraps.game.chips import Cents
from bankcraps.strategies.plan import Plan

__all__ = ["below", "with_bounds"]


def with_bounds(found: Session, most: int | None) -> Session:
    """The session with the bounds of its money, given the most that can be taken home, in cents."""
    if most is None:
        return found
    of_mean, of_sd = mean_and_sd_bounds(found.final, found.error_bound, most)
    # The cost is exactly what is not taken home. The lab computes it in another way.
    apart = abs(found.plan.bankroll - found.final.mean - found.cost)
    return replace(found, mean_bound=of_mean, sd_bound=of_sd, cost_bound=of_mean + apart)


def below(ceiling: Cents, found: Session | EndlessSession, plan: Plan) -> Session:
    """The answer to a plan that goes beyond a ceiling, from one that has it as its goal.

    Raises:
        CeilingError: if the ceiling is reached with a probability that is not negligible.
    """
    assert isinstance(found, Session)  # a plan with a goal has an end
    above = found.ends["goal"]
    if above > NEGLIGIBLE_ABOVE:
        raise CeilingError(ceiling)
    ends = {**found.ends, "goal": 0.0}
    unbounded = replace(found, mean_bound=None, sd_bound=None, cost_bound=None, goal_when=None)
    return replace(unbounded, plan=plan, ends=ends, error_bound=found.error_bound + above)
