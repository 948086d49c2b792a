"""Whether a wager is in action."""

from bankcraps.engine.state import Standing
from bankcraps.rulebook.schema import Rulebook

__all__ = ["working"]


def working(book: Rulebook, puck: int, standing: Standing) -> bool:
    """Whether the next throw can decide a wager: not off by its button, nor asleep on a come-out.

    Args:
        book: the house's rules.
        puck: the point, or 0 while the puck is off.
        standing: what stands.
    """
    if standing.call is not None:
        return standing.call == "on"
    return not book.wagers[standing.wager.kind].sleeps(puck)
