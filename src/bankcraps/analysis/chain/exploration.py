"""Exploration: from the opening of the table over all 21 combinations of the dice until no new state appears.

No rule of the game stands here. Bets and throws are events, and the engine's `step` says what they do.
"""

from math import prod
from typing import Final

from bankcraps.analysis.chain.by_sums import WalkBySums
from bankcraps.analysis.chain.model import Chain
from bankcraps.analysis.chain.outcomes import ChainError
from bankcraps.analysis.chain.walk import DeadlockError, Key, Walk
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.opening import DEFAULT_CHIP, DEFAULT_LIMITS, open_table
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.strategies.inspecting import is_bounded, sizes_together
from bankcraps.strategies.policy import Policy, looks_at_money

__all__ = ["MAX_STATES", "PLAYER", "ChainError", "DeadlockError", "explore", "walked"]

MAX_STATES: Final = 60_000
"""The most states that are explored."""

_LEAST_STATES_EACH, _STATES_EACH = 16, 40
"""The least and the typical number of states for each combination of pressed sizes."""

PLAYER: Final = "Player"
"""The name of the only player."""


def explore(  # noqa: PLR0913 - a table has as many sides
    book: Rulebook,
    system: Policy,
    limits: Limits = DEFAULT_LIMITS,
    chip: Cents = DEFAULT_CHIP,
    max_states: int = MAX_STATES,
    *,
    let_it_ride: bool = False,
    bankroll: Cents | None = None,
    goal: Cents | None = None,
    ceiling: Cents | None = None,
    beyond: bool = True,
    throws: int | None = None,
) -> Chain:
    """The chain of a system at a house.

    Args:
        book: the house's rules.
        system: the system that the player follows.
        limits: the sign at the table.
        chip: the smallest chip, in cents.
        max_states: give up beyond this many states.
        let_it_ride: the way in which players leave, as in `Plan`.
        bankroll: the sum that the player brings, in cents; only a system that looks at money needs it.
        goal: for such a system, the sum with which the player leaves, in cents; nothing above is explored.
        ceiling: without a goal, the sum up to which it is explored, in cents; four bankrolls if None. Larger
            sums are explored where the system wants the same with every larger sum.
        beyond: whether larger sums are explored at all. There the table's maximum caps what a system bets of
            its money, so that it may come to every smaller sum.
        throws: for such a system, how many throws are followed; all if None. The chain of so many throws
            serves only sessions that are no longer.

    Raises:
        ChainError: for more states, with the likely reason; or if what a throw does depends on the rail.
        NotAFunctionError: for a policy in Python whose answers depend on more than what it is given.
        DeadlockError: if a wager stays down that no throw decides.
    """
    walk = walked(
        *(book, system, limits, chip, max_states),
        let_it_ride=let_it_ride,
        bankroll=bankroll,
        goal=goal,
        ceiling=ceiling,
        beyond=beyond,
        throws=throws,
    )
    return walk.chain(limits, chip)


def walked(  # noqa: PLR0913 - as `explore`
    book: Rulebook,
    system: Policy,
    limits: Limits,
    chip: Cents,
    max_states: int = MAX_STATES,
    *,
    let_it_ride: bool = False,
    bankroll: Cents | None = None,
    goal: Cents | None = None,
    ceiling: Cents | None = None,
    beyond: bool = True,
    throws: int | None = None,
) -> Walk:
    """The finished walk that a chain is made of: it knows the table of each state. As `explore`."""
    opened = open_table(book, [(PLAYER, chip)], limits, chip, others=True)
    _require_few_sizes(system, max_states)
    if not looks_at_money(system):
        walk = Walk(book, system, max_states, let_it_ride=let_it_ride)
    elif bankroll is None:
        raise BankcrapsError(f"{system.name} looks at its money: say which bankroll it begins with")
    else:
        walk = WalkBySums(
            *(book, system, max_states),
            let_it_ride=let_it_ride,
            bankroll=bankroll,
            goal=goal,
            ceiling=ceiling,
            beyond=beyond,
            throws=throws,
        )
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
