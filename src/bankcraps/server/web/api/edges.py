"""The house edge of a wager: exactly, and of a sum as a table really pays it."""

from fractions import Fraction
from functools import lru_cache

from bankcraps.chips import Cents
from bankcraps.engine import Limits, State
from bankcraps.errors import BankcrapsError
from bankcraps.house_edge.edge import percent
from bankcraps.house_edge.odds import odds
from bankcraps.rulebook import Rulebook
from bankcraps.wagers import Wager

__all__ = ["edge_of", "exact_edge"]


def edge_of(book: Rulebook, state: State, wager: Wager, total: Cents) -> str:
    """Return the house edge as a percentage; empty where the house may not advise, and for refused sums."""
    if not book.floor.may_advise:
        return ""
    return _edge(book, wager, state.puck, total, state.floor.limits, state.floor.chip)


@lru_cache(maxsize=4096)
def _edge(book: Rulebook, wager: Wager, puck: int, total: Cents, limits: Limits, chip: Cents) -> str:
    """Ask the lab, cached because everybody at a table points at the same spots."""
    try:
        report = odds(book, wager, amount=_dollars(total), limits=limits, chip=_dollars(chip))
    except BankcrapsError:  # the table does not take it in any form, and says so when somebody bets it
        return ""
    by_point = {one.point: one for one in report}
    found = by_point.get(puck or None) or by_point.get(None)
    return percent(found.edge, 2) if found else ""


@lru_cache(maxsize=1024)
def exact_edge(book: Rulebook, wager: str) -> Fraction | None:
    """Return a wager's exact edge per bet, or None if it depends on the point."""
    try:
        found = odds(book, wager).wagers
    except BankcrapsError:
        return None
    edges = {one.edge for one in found if one.point is None} or {one.edge for one in found}
    return edges.pop() if len(edges) == 1 else None


def _dollars(cents: Cents) -> str:
    return f"{cents // 100}.{cents % 100:02}"
