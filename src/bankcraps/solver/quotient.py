"""The quotient (lumped) chain: states with the same future become one class.

With a point of 4 or of 10, a pass wager has the same future; only the number's name differs. Ordinary
lumpability (Kemeny and Snell, Finite Markov Chains, 1960, section 6.3) is found by partition refinement and
is exact, because probabilities are compared as whole ways of 36.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.markov.arrays import NEED_LEFT, SIDES, ChainArrays, UnitChain
from bankcraps.markov.model import ABSORBED

__all__ = ["KEEP_ALL", "Quotient", "quotient_of", "sums_by"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Signed = NDArray[np.signedinteger]

KEEP_ALL: Final = -1
"""Keep every mark, the labels of transitions, and what bets cost."""


class Quotient(NamedTuple):
    """A chain of classes of states. Throws with the same result are one *way*, with their probability.

    Compiled functions take it as it is. The ways of a post-decision class are `first[post]:first[post + 1]`.

    Attributes:
        start: the class of the opening state.
        post: (classes,) the class of the post-decision state, or `ABSORBED`.
        need: (classes,) the least that must be owned to go on, in units.
        leave: (classes,) the class of a player who leaves.
        fee: (classes,) the commission of the bets; it matters where `post` is `ABSORBED`.
        first: (posts + 1,) where the ways of a post-decision class begin.
        to: (ways,) the class after the throw.
        delta: (ways,) the change of what is owned, in units.
        chance: (ways,) the probability of the way.
        marks: (ways,) 1 for a decision on the line, 2 for the end of a shooter's hand, 3 for both.
        label: (ways,) by number in `Chain.labels`.
        sample: (classes,) one state of each class.
    """

    start: int
    post: Ints
    need: Ints
    leave: Ints
    fee: Ints
    first: Ints
    to: Ints
    delta: Ints
    chance: Floats
    marks: Ints
    label: Ints
    sample: Ints


def quotient_of(chain: UnitChain, kept: int = KEEP_ALL) -> Quotient:
    """The smallest chain with the same probabilities of everything that is kept.

    Args:
        chain: the chain in units.
        kept: the marks to keep, as in `Quotient.marks`. Unless it is `KEEP_ALL`, only money is kept beside
            them: labels are dropped and all players who have left become one absorbed class, so that there
            are fewer classes.
    """
    arrays, keep_all = chain.arrays, kept == KEEP_ALL
    marks = (arrays.decisions.astype(np.int64) + 2 * arrays.shooters) & kept
    label = chain.label if keep_all else np.zeros_like(chain.label)
    bets = _bet_numbers(chain) if keep_all else np.zeros(len(arrays.post), np.int64)
    throws = _numbered(np.stack((arrays.delta, marks, label), axis=-1).reshape(-1, 3))
    throws = throws.reshape(-1, SIDES)
    post = arrays.post if keep_all else np.where(arrays.need == NEED_LEFT, ABSORBED, arrays.post)
    leave = arrays.leave if keep_all else np.zeros_like(arrays.leave)
    classes = _numbered(np.stack((arrays.need, post == ABSORBED, bets), axis=-1))
    while True:
        keys = np.sort(throws * (classes.max() + 1) + classes[arrays.next], axis=1)
        post_classes = _numbered(keys)
        posts = np.where(post == ABSORBED, ABSORBED, post_classes[post] if len(post_classes) else ABSORBED)
        finer = _numbered(np.stack((classes, posts, classes[leave]), axis=-1))
        if finer.max() == classes.max():
            return _drawn_together(arrays, (arrays.delta, marks, label), finer, posts, post_classes)
        classes = finer


def _bet_numbers(chain: UnitChain) -> Ints:
    """For each state a number for what its bets cost, wager by wager, and what is refused."""
    bets = [(state.fees, state.refused) for state in chain.chain.states]
    known = {bet: number for number, bet in enumerate(dict.fromkeys(bets))}
    return np.array([known[bet] for bet in bets], np.int64)


def _numbered(rows: Signed) -> Ints:
    """A number for each row of an array, equal for equal rows."""
    seen: dict[bytes, int] = {}
    flat = np.ascontiguousarray(rows)
    return np.array([seen.setdefault(row.tobytes(), len(seen)) for row in flat], np.int64)


def _drawn_together(
    arrays: ChainArrays, throws: tuple[Signed, ...], classes: Ints, posts: Ints, post_classes: Ints
) -> Quotient:
    """The classes as a chain; `throws` is what is kept of each throw: change, marks, label."""
    sample = _firsts(classes)
    samples = _firsts(post_classes) if len(post_classes) else np.zeros(0, np.int64)
    ways: list[tuple[int, int, int, int]] = []
    chance: list[float] = []
    first = [0]
    for post in samples:
        columns = (classes[arrays.next[post]], *(kept[post] for kept in throws))
        kinds, counts = np.unique(np.stack(columns, axis=-1), axis=0, return_counts=True)
        ways += map(tuple, kinds.tolist())
        chance += (counts / SIDES).tolist()
        first.append(len(ways))
    to, delta, marks, label = (
        np.ascontiguousarray(column) for column in np.array(ways, np.int64).reshape(-1, 4).T
    )
    return Quotient(
        start=int(classes[0]),
        post=posts[sample],
        need=arrays.need[sample].astype(np.int64),
        leave=classes[arrays.leave[sample]],
        fee=arrays.fee[sample].astype(np.int64),
        first=np.array(first, np.int64),
        to=to,
        delta=delta,
        chance=np.array(chance, np.float64),
        marks=marks,
        label=label,
        sample=sample,
    )


def _firsts(numbers: Ints) -> Ints:
    """Where each number first stands."""
    return np.unique(numbers, return_index=True)[1].astype(np.int64)


def sums_by(groups: Ints, weights: Floats, many: int = 0) -> Floats:
    """(many or more,) the weights added up by group; NumPy's types say that weights give whole numbers."""
    return np.bincount(groups, weights, many).astype(np.float64, copy=False)
