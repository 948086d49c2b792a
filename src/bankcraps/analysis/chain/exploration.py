"""Exploration: from the opening of the table over all 21 combinations of the dice until no new state appears.

No rule of the game stands here. Bets and throws are events, and the engine's `step` says what they do.
"""

from math import prod
from typing import Final

from bankcraps.analysis.chain.by_sums import WalkBySums
from bankcraps.analysis.chain.model import Chain
from bankcraps.analysis.chain.outcomes import ChainError
from bankcraps.analysis.chain.walk import PLAYER, DeadlockError, Key, Table, Walk
from bankcraps.errors import BankcrapsError
from bankcraps.strategies.inspecting import is_bounded, sizes_together
from bankcraps.strategies.policy import Policy, looks_at_money

__all__ = ["MAX_STATES", "PLAYER", "ChainError", "DeadlockError", "Table", "explore", "walked"]

MAX_STATES: Final = 60_000
"""The most states that are explored."""

_LEAST_STATES_EACH, _STATES_EACH = 16, 40
"""The least and the typical number of states for each combination of pressed sizes."""


def explore(table: Table, max_states: int = MAX_STATES) -> Chain:
    """The chain of a system at a house; give up beyond so many states.

    Raises:
        ChainError: for more states, with the likely reason; or if what a throw does depends on the rail.
        NotAFunctionError: for a policy in Python whose answers depend on more than what it is given.
        DeadlockError: if a wager stays down that no throw decides.
    """
    return walked(table, max_states).chain()


def walked(table: Table, max_states: int = MAX_STATES) -> Walk:
    """The finished walk that a chain is made of: it knows the table of each state. As `explore`."""
    opened, system = table.opened(), table.system
    _require_few_sizes(system, max_states)
    if looks_at_money(system) and table.bankroll is None:
        raise BankcrapsError(f"{system.name} looks at its money: say which bankroll it begins with")
    walk = (WalkBySums if looks_at_money(system) else Walk)(table, max_states)
    walk.number_of(Key(walk.tables.number_of(opened), walk.asked.start(), left=False))
    walk.run()
    return walk


def _require_few_sizes(system: Policy, max_states: int) -> None:
    """Refuse early a system whose pressed wagers have too many combinations of sizes.

    To explore as far as the limit takes a minute or two. A combination of sizes has at least a state for each
    point, and others after each win: with two pressed wagers some 20, with six some 35.

    Raises:
        ChainError: with what would fit.
    """
    sizes = sorted(sizes_together(system).values()) if is_bounded(system) else []
    if not sizes or prod(sizes) * _LEAST_STATES_EACH <= max_states:
        return
    fits = max_states // _STATES_EACH
    some = sum(prod(sizes[:many]) <= fits for many in range(1, len(sizes) + 1))
    each = max(1, int(fits ** (1 / len(sizes))))
    raise ChainError(
        f"its {len(sizes)} pressed wagers have {prod(sizes):,} combinations of sizes, too many for a chain "
        f"of {max_states:,} states; press {some} of them, or lower the caps until each has {each} sizes"
    )
