"""Checks a chain read from a file, so that it cannot mislead a solver or a kernel.

The kernels' own preconditions stand in `arrays.ChainArrays`. The checks here are stricter: money must add up,
and the sums that follow from the rest must be as `Chain.of` derives them. They hold in every explored chain.
"""

from itertools import chain as chained
from typing import Final

import numpy as np

from bankcraps.analysis.chain.model import ABSORBED, Chain, DecisionState
from bankcraps.game.chips import LARGEST
from bankcraps.game.dice import OUTCOMES

__all__ = ["problem_with"]

_MAX_COUNT: Final = 2**24
"""More states, rows or labels than in any explored chain."""


def problem_with(chain: Chain) -> str:
    """Return the first problem with a chain, in words; empty if it is sound."""
    return _numbers(chain) or _pointers(chain) or _leaving(chain) or _transitions(chain) or _derived(chain)


def _numbers(chain: Chain) -> str:
    """Check the start and the limits, and that no count or sum can overflow."""
    if not chain.states or chain.states[0].left:
        return "play does not begin in state 0"
    if max(map(len, (chain.states, chain.transitions, chain.labels, chain.refusals))) > _MAX_COUNT:
        return "it has more states than any system"
    accounts = chained.from_iterable(
        chained((label.accounts for label in chain.labels), (state.fees for state in chain.states))
    )
    sums = chained(
        (chain.unit, chain.swing, chain.cash, chain.first_wager, chain.chip, *_limits(chain)),
        (state.need for state in chain.states),
        (amount for state in chain.states for _, amount, _ in state.wagers),
        (sum_ for account in accounts for sum_ in (account.action, account.net)),
        (transition.delta for row in chain.transitions for transition in row),
        () if chain.ceiling is None else (chain.ceiling,),
    )
    if any(not -LARGEST <= one <= LARGEST for one in sums):
        return "a sum of money is too large"
    if chain.chip <= 0 or chain.limits.problem(chain.chip):
        return "there is no table with such limits"
    return ""


def _limits(chain: Chain) -> tuple[int, int, int]:
    return chain.limits.minimum, chain.limits.maximum, chain.limits.unit


def _pointers(chain: Chain) -> str:
    """Check what each state points to."""
    states, posts, refusals = chain.states, len(chain.transitions), len(chain.refusals)
    for state in states:
        if not (ABSORBED <= state.post < posts and 0 <= state.leave < len(states)):
            return "a state points to nothing"
        if any(not 0 <= refusal < refusals for refusal in state.refused):
            return "a state points to no refusal"
    if {state.post for state in states} | {ABSORBED} != {*range(ABSORBED, posts)}:
        return "nothing leads to some of its throws"
    return ""


def _leaving(chain: Chain) -> str:
    """Check the players who play on, and those who have left."""
    states = chain.states
    for number, state in enumerate(states):
        if not states[state.leave].left or (state.left and state.leave != number):
            return "a player who leaves has not left"
        if state.post == ABSORBED and not (state.left or state.stops):
            return "a player plays on and nothing is thrown"
        if state.need < 0 or (state.left and (state.need or state.stops)):
            return "a player who has left needs money"
        if any(amount <= 0 for _, amount, _ in state.wagers):
            return "a wager of nothing stands"
    return ""


def _transitions(chain: Chain) -> str:
    """Check the throws: where they lead, and that the money adds up."""
    states, labels = chain.states, chain.labels
    if any(len(row) != len(OUTCOMES) for row in chain.transitions):
        return "a throw is missing"
    flat = [tuple(transition) for row in chain.transitions for transition in row]
    to, delta, label = np.array(flat, np.int64).reshape(-1, 3).T
    if len(to) and not (
        0 <= to.min() <= to.max() < len(states) and 0 <= label.min() <= label.max() < len(labels)
    ):
        return "a throw points to nothing"
    net = np.array([sum(account.net for account in each.accounts) for each in labels], np.int64)
    if not np.array_equal(net[label] if len(label) else delta, delta):
        return "a throw pays what no wager wins or loses"
    face = np.array([state.face for state in states], np.int64)
    left = np.array([state.left for state in states])
    # The most that may stand after any outcome of a throw, less the throw's gain.
    short = (face[to] - delta).reshape(-1, len(OUTCOMES)).max(axis=1, initial=-LARGEST)
    gone = left[to].reshape(-1, len(OUTCOMES)).sum(axis=1)
    for state in states:
        if state.post == ABSORBED:
            continue
        if gone[state.post] != (len(OUTCOMES) if state.left else 0):
            return "a throw brings a player back who has left, or makes one leave"
        if not (state.left or state.stops) and short[state.post] > _least_owned(state) + state.fee:
            return "a player comes to own less than what stands"
    return ""


def _least_owned(state: DecisionState) -> int:
    """The least sum owned by a player who makes the bets of a state."""
    return max(state.face, state.need)


def _derived(chain: Chain) -> str:
    """Check the sums derived from other fields."""
    table = (chain.house, chain.system, chain.limits, chain.chip)
    parts = (chain.states, chain.transitions, chain.labels, chain.refusals, chain.ceiling)
    if Chain.of(table, *parts) != chain:
        return "its sums of money do not follow from its throws"
    return ""
