"""A chain and a plan in units of money: what the solver and the compiled kernels read.

Every change of money is a multiple of the chain's unit. So what a player owns is always the same *offset*
plus whole units, and the arrays count units. Two reads make a throw: a post-decision state and a throw give
the change of money and the next state, and that state gives its post-decision state.
"""

from dataclasses import dataclass, fields
from itertools import chain as chained
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.chain.model import ABSORBED, NO_BELOW, Chain
from bankcraps.analysis.chain.stopping import NEED_STOPPED, NO_GOAL, stopping_reason
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import printed
from bankcraps.game.dice import OUTCOMES, Throw
from bankcraps.strategies.plan import LengthUnit, Plan

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

SIDES: Final = 36
"""Throws as ordered pairs of faces: `(a - 1) * 6 + (b - 1)`."""

NEED_LEFT: Final = -(2**30)
"""The need of a state in which the player has left and wagers are still undecided."""

MAX_UNITS: Final = 2**30
"""The exclusive upper bound of a player's money, in units. Anything below twice that fits in 32 bits."""

NO_LIMIT: Final = MAX_UNITS - 1
"""The limit of a session that lasts until goal or ruin."""

_MAX_CHANGE: Final = MAX_UNITS // 32
"""The exclusive bound of a throw's change in units, so that 20 throws stay within 32 bits."""

_MAX_ROWS: Final = 2**24
"""The most states, and the most post-decision states: 36 times their number stays within 32 bits."""

CAP: Final = 1_000_000
"""The most throws of a simulated session without a limit on throws."""

_ORDERED: Final = np.array(
    [OUTCOMES.index(Throw(a, b).combination) for a in range(1, 7) for b in range(1, 7)], np.int32
)
"""For each of the 36 ordered throws, the number of its combination."""


@dataclass(frozen=True, eq=False)
class ChainArrays:
    """A chain in arrays. Play begins in state 0.

    The solver and the compiled kernels check no index, so the arrays are checked here, when they are made:
    everything a kernel relies on stands in `__post_init__`, and nothing else feeds a kernel. After that they
    cannot be written to.

    Two states share a post-decision state here only if their bets pay the same fee, because `delta` holds it.

    Attributes:
        unit: cents in one unit of money.
        post: (states,) int32, the post-decision state that the bets lead to, or `ABSORBED`.
        fee: (states,) int32, commission of those bets, below zero; above zero if it is given back. `delta`
            holds it already; it matters only where `post` is `ABSORBED`.
        need: (states,) int32, the least a player must own to make the bets; `NEED_STOPPED` where the system
            stops, `NEED_LEFT` where the player has left.
        leave: (states,) int32, the state of a player who leaves here; itself once they have left.
        least: (states,) int32, the least a player owns who decides so; 0 where nothing is decided otherwise.
        below: (states,) int32, the state that says what a player with less does, or `NO_BELOW`. It is the
            next one, but for the first of a row, and no throw leads to it.
        delta: (posts, 36) int32, the change of what is owned, from before the bets until after the throw.
        next: (posts, 36) int32, the state after the throw.
        decisions: (posts, 36) uint8, 1 where the throw decides the round on the line.
        shooters: (posts, 36) uint8, 1 where it ends a shooter's hand.
        action: (posts, 36) int64, the chips it decides, ties included, in cents.
    """

    unit: int
    post: NDArray[np.int32]
    fee: NDArray[np.int32]
    need: NDArray[np.int32]
    leave: NDArray[np.int32]
    least: NDArray[np.int32]
    below: NDArray[np.int32]
    delta: NDArray[np.int32]
    next: NDArray[np.int32]
    decisions: NDArray[np.uint8]
    shooters: NDArray[np.uint8]
    action: Ints

    def __post_init__(self) -> None:
        """Refuse arrays on which a kernel would read out of bounds or never stop.

        Raises:
            BankcrapsError: if the arrays are no chain, or a throw changes what is owned by more than the
                kernels hold.
        """
        problem = self._shape_problem() or self._problem()
        if problem:
            raise BankcrapsError(problem)
        for name in _ARRAYS:
            getattr(self, name).flags.writeable = False

    def _shape_problem(self) -> str:
        states, posts = self.post.size, len(self.delta)
        for name in _ARRAYS:
            array, shape = getattr(self, name), (states,) if name in _OF_STATES else (posts, SIDES)
            if array.shape != shape or array.dtype != _TYPES.get(name, np.int32):
                return (
                    f"the chain's array {name} must be of {np.dtype(_TYPES.get(name, np.int32))} and {shape}"
                )
        if not 0 < states <= _MAX_ROWS or posts > _MAX_ROWS or self.unit <= 0:
            return "the chain has no states, too many of them, or no unit of money"
        return ""

    def _problem(self) -> str:
        states, posts, changes = self.post.size, len(self.delta), (self.delta, self.fee)
        inside = (
            self.post.min() >= ABSORBED
            and self.post.max() < posts
            and min(self.next.min(initial=0), self.leave.min()) >= 0
            and max(self.next.max(initial=0), self.leave.max()) < states
        )
        if not inside:
            return "the chain's arrays point outside themselves"
        if max(self.decisions.max(initial=0), self.shooters.max(initial=0)) > 1:
            return "a throw decides one round on the line at most, and ends one hand"
        if max(int(np.abs(array.astype(np.int64)).max(initial=0)) for array in changes) >= _MAX_CHANGE:
            return f"a throw changes what is owned by {_MAX_CHANGE:,} units of money or more"
        gone, stops = self.need == NEED_LEFT, self.need == NEED_STOPPED
        if (np.abs(self.need[~gone & ~stops].astype(np.int64)) >= MAX_UNITS).any():
            return f"a state needs {MAX_UNITS:,} units of money or more"
        if ((self.post == ABSORBED) & ~gone & ~stops).any():
            return "the chain has a state where the system plays on and nothing is thrown"
        if not self._settles():
            return "the chain has a state where a player who leaves is never settled"
        return self._leaving_problem(gone, stops) or self._row_problem(gone)

    def _leaving_problem(self, gone: Bools, stops: Bools) -> str:
        """Check that a player who has left stays away, and one who plays has not left."""
        thrown = self.post != ABSORBED
        after_leaving = gone[self.next[self.post[gone & thrown]]]
        after_playing = gone[self.next[self.post[~gone & ~stops]]]
        if gone[0] or not gone[self.leave].all() or not after_leaving.all() or after_playing.any():
            return "the chain mixes states of players who have left with states of players who play"
        return ""

    def _row_problem(self, gone: Bools) -> str:
        """Check that each row of decisions goes down to nothing, and that throws lead to its first state."""
        above = np.flatnonzero(self.below != NO_BELOW)
        others, ends = self.below[above], (self.below == NO_BELOW)
        later = np.isin(above, others)
        sound = (
            self.below.min() >= NO_BELOW
            and self.below.max() < self.post.size
            and (others > above).all()
            and (others[later] == above[later] + 1).all()
            and np.unique(others).size == others.size
            and (self.least[above] > self.least[others]).all()
            and (self.least[ends] == 0).all()
            and not gone[above].any()
            and not gone[others].any()
            and not np.isin(self.next, others).any()
            and 0 not in others
        )
        return "" if sound else "the chain's decisions by what is owned are not in rows"

    def _settles(self) -> bool:
        """Whether every player who leaves is absorbed in the end; found backwards from absorbed states."""
        settles = self.post == ABSORBED
        waiting = np.flatnonzero(~settles)
        while waiting.size:
            comes = settles[self.next[self.post[waiting]]].any(axis=1)
            if not comes.any():
                break
            settles[waiting[comes]] = True
            waiting = waiting[~comes]
        return bool(settles[self.leave].all())


_, *_ARRAYS = (field.name for field in fields(ChainArrays))
_OF_STATES: Final = frozenset({"post", "fee", "need", "leave", "least", "below"})
"""The arrays of `ChainArrays` with a number for each state. The others have one for each throw."""

_TYPES: Final = {"decisions": np.uint8, "shooters": np.uint8, "action": np.int64}
"""The types of those that are not of 32 bits."""


@dataclass(frozen=True, eq=False)
class UnitChain:
    """A chain in arrays, and what its units of money are for one bankroll.

    Attributes:
        arrays: the arrays.
        chain: the chain they were made of.
        offset: the sum owned, in cents, when the arrays say 0.
        label: (posts, 36) int32, the label of each throw, by number in `Chain.labels`.
    """

    arrays: ChainArrays
    chain: Chain
    offset: int
    label: NDArray[np.int32]

    def plan(self, plan: Plan) -> "UnitPlan":
        """A plan in units. A sum that is no whole number of units is rounded up, as for a threshold."""

        def units(owned: int) -> int:
            return -((self.offset - owned) // self.arrays.unit)

        return UnitPlan(
            bankroll=units(plan.bankroll),
            limit=NO_LIMIT if plan.count is None else plan.count,
            counted=plan.counted,
            goal=NO_GOAL if plan.goal is None else units(plan.goal),
            floor=units(plan.floor),
        )


@dataclass(frozen=True)
class UnitPlan:
    """A plan with money in units of a chain.

    Attributes:
        bankroll: the sum owned at the start.
        limit: the number of throws, decisions or shooters that the session lasts; or `NO_LIMIT`.
        counted: the thing that `limit` counts.
        goal: the player leaves owning this much; or `NO_GOAL`.
        floor: the player leaves owning less than this.
        cap: throws after which a simulated session is cut short, unless its limit counts throws.
    """

    bankroll: int
    limit: int
    counted: LengthUnit = "throws"
    goal: int = NO_GOAL
    floor: int = 0
    cap: int = CAP

    @property
    def limited(self) -> bool:
        """Whether the session has a length."""
        return self.limit != NO_LIMIT

    def reasons(self, needs: NDArray[np.signedinteger], sums: Ints) -> Ints:
        """The reason to leave with throws to come, or `PLAYS`, for each need and each sum owned, in units."""
        asked = zip(sums.tolist(), needs.tolist(), strict=True)
        found = [stopping_reason(owned, self.goal, self.floor, need, 1) for owned, need in asked]
        return np.array(found, np.int64)


def in_units(chain: Chain, bankroll: int) -> UnitChain:
    """A chain in arrays, for a player who brings this bankroll, in cents.

    Raises:
        BankcrapsError: for sums too far apart for 32 bits, or a chain that is not sound.
    """
    try:
        return _in_units(chain, bankroll)
    except (IndexError, OverflowError, ValueError):
        raise BankcrapsError("the chain's numbers point outside it, or are too large") from None


def _in_units(chain: Chain, bankroll: int) -> UnitChain:
    unit, states = chain.unit, chain.states
    if max(chain.swing, chain.cash) // unit >= MAX_UNITS // 2:
        raise BankcrapsError(
            f"{chain.system} stakes up to {printed(chain.cash)} in steps of {printed(unit)}: sums so far "
            "apart do not fit into a chain"
        )
    offset = bankroll % unit
    posts: dict[tuple[int, int], int] = {}
    fees = [state.fee for state in states]
    post = np.full(len(states), ABSORBED, np.int32)
    for number, (state, fee) in enumerate(zip(states, fees, strict=True)):
        if state.post != ABSORBED:
            post[number] = posts.setdefault((state.post, fee), len(posts))
    if any(len(row) != len(OUTCOMES) for row in chain.transitions):
        raise ValueError("a post-decision state has another number of throws")
    flat = np.fromiter(chained.from_iterable(chained.from_iterable(chain.transitions)), np.int64)
    transitions = flat.reshape(len(chain.transitions), len(OUTCOMES), 3)[:, _ORDERED]
    of_post = np.array([number for number, _ in posts], np.int32)
    paid = np.array([fee // unit for _, fee in posts], np.int32).reshape(-1, 1)
    full = transitions[of_post] if posts else np.zeros((0, SIDES, 3), np.int64)
    label = full[:, :, 2].astype(np.int32)
    counts = np.array([(each.decision, each.hand_over) for each in chain.labels], np.uint8).reshape(-1, 2)
    action = np.array([sum(a.action for a in each.accounts) for each in chain.labels], np.int64)
    arrays = ChainArrays(
        unit=unit,
        post=post,
        fee=np.array([fee // unit for fee in fees], np.int32),
        need=np.array([_need(chain, number, offset) for number in range(len(states))], np.int32),
        leave=np.array([state.leave for state in states], np.int32),
        least=np.array([max(0, -((offset - state.least) // unit)) for state in states], np.int32),
        below=np.array([state.below for state in states], np.int32),
        delta=(full[:, :, 1] // unit).astype(np.int32) + paid,
        next=full[:, :, 0].astype(np.int32),
        decisions=np.ascontiguousarray(counts[label, 0]),
        shooters=np.ascontiguousarray(counts[label, 1]),
        action=action[label],
    )
    return UnitChain(arrays, chain, offset, label)


def _need(chain: Chain, number: int, offset: int) -> int:
    state = chain.states[number]
    if state.left:
        return NEED_LEFT
    if state.stops:
        return NEED_STOPPED
    return -((offset - state.need) // chain.unit)
