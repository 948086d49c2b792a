"""The quotient (lumped) chain: states with the same future become one class.

A pass wager has the same future with a point of 4 as with a point of 10. Partition refinement finds the
coarsest lumpable partition (ordinary lumpability: Kemeny and Snell, Finite Markov Chains, 1960, section 6.3).
It is exact, because probabilities are compared as whole numbers of 36ths.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.chain.arrays import NEED_LEFT, NO_BELOW, SIDES, ChainArrays, Floats, Ints, UnitChain
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.chain.stopping import NEED_STOPPED

Signed = NDArray[np.signedinteger]

KEEP_ALL: Final = -1
"""Keep all marks, the labels of transitions, and the cost of bets."""


class Quotient(NamedTuple):
    """A Markov chain of classes of states, as arrays that compiled functions take.

    Throws with the same result are one transition. The transitions of a post-decision class are
    `first[post]:first[post + 1]`.

    Attributes:
        start: the class of the opening state.
        post: (classes,) the class of the post-decision state, or `ABSORBED`.
        need: (classes,) the least a player must own to make the bets, in units.
        leave: (classes,) the class of a player who leaves here.
        least: (classes,) the least sum with which players decide so, in units.
        below: (classes,) the class that decides for players with less, or `NO_BELOW`.
        rows: the classes with one below them to which throws lead, or where play begins.
        fee: (classes,) the commission of the bets, in units; used only where `post` is `ABSORBED`, because
            `delta` includes it elsewhere.
        first: (posts + 1,) the first transition of each post-decision class.
        to: (transitions,) the class after the throw.
        delta: (transitions,) the change of what is owned, in units.
        chance: (transitions,) the probability.
        marks: (transitions,) 1 for a decision on the line, 2 for the end of a shooter's hand, 3 for both.
        label: (transitions,) the number of its label in `Chain.labels`, or what else was kept of each throw.
        sample: (classes,) one state of each class, by number in `Chain.states`.
    """

    start: int
    post: Ints
    need: Ints
    leave: Ints
    least: Ints
    below: Ints
    rows: Ints
    fee: Ints
    first: Ints
    to: Ints
    delta: Ints
    chance: Floats
    marks: Ints
    label: Ints
    sample: Ints


def quotient_of(chain: UnitChain, kept: int = KEEP_ALL, told: Ints | None = None) -> Quotient:
    """Lump a chain: the smallest chain that gives the same probabilities to everything kept.

    Args:
        chain: the chain in units.
        kept: the marks to keep, as in `Quotient.marks`, or `KEEP_ALL`. With marks alone, labels are dropped
            and all players who have left become one absorbed class, so there are fewer classes.
        told: (posts, 36) what else to keep of each throw, in place of the labels.
    """
    arrays, keep_all = chain.arrays, kept == KEEP_ALL
    marks = (arrays.decisions.astype(np.int64) + 2 * arrays.shooters) & kept
    label = told if told is not None else chain.label if keep_all else np.zeros_like(chain.label)
    made = [(state.fees, state.refused) if keep_all else () for state in chain.chain.states]
    throws = _numbered(np.stack((arrays.delta, marks, label), axis=-1).reshape(-1, 3))
    throws = throws.reshape(-1, SIDES)
    post = arrays.post if keep_all else np.where(arrays.need == NEED_LEFT, ABSORBED, arrays.post)
    leave = arrays.leave if keep_all else np.zeros_like(arrays.leave)
    classes = _numbered(np.stack((arrays.need, post == ABSORBED, numbered(made), arrays.least), axis=-1))
    while True:
        keys = np.sort(throws * (classes.max() + 1) + classes[arrays.next], axis=1)
        post_classes = _numbered(keys)
        posts = np.where(post == ABSORBED, ABSORBED, post_classes[post] if len(post_classes) else ABSORBED)
        below = np.where(arrays.below == NO_BELOW, NO_BELOW, classes[arrays.below])
        finer = _numbered(np.stack((classes, posts, classes[leave], below), axis=-1))
        if finer.max() == classes.max():
            return _drawn_together(arrays, (arrays.delta, marks, label), finer, posts, post_classes)
        classes = finer


def most_terms(quotient: Quotient) -> int:
    """The most roundings that a pass adds to one probability: those of two sums, a product and a chance."""
    throws = quotient.post != ABSORBED
    into = int(np.bincount(quotient.to).max(initial=0))
    into += int(np.bincount(quotient.post[throws]).max(initial=0))
    return into + 2


def unlumped(chain: UnitChain) -> Quotient:
    """A chain with each state as a class of its own, without marks and labels."""
    arrays = chain.arrays
    nothing = np.zeros_like(arrays.delta)
    kept = arrays.delta, nothing, nothing
    states, posts = np.arange(len(arrays.post)), np.arange(len(arrays.delta))
    return _drawn_together(arrays, kept, states, arrays.post.astype(np.int64), posts)


def numbered(things: Sequence[object]) -> Ints:
    """A number for each thing, equal for equal things."""
    known = {thing: number for number, thing in enumerate(dict.fromkeys(things))}
    return np.array([known[thing] for thing in things], np.int64)


def _numbered(rows: Signed) -> Ints:
    """(rows,) a number for each row of an array, equal for equal rows."""
    seen: dict[bytes, int] = {}
    flat = np.ascontiguousarray(rows)
    return np.array([seen.setdefault(row.tobytes(), len(seen)) for row in flat], np.int64)


def _drawn_together(
    arrays: ChainArrays, throws: tuple[Signed, ...], classes: Ints, posts: Ints, post_classes: Ints
) -> Quotient:
    """Build the chain of classes; `throws` has the kept data of each throw: change, marks, label."""
    sample = _firsts(classes)
    samples = _firsts(post_classes) if len(post_classes) else np.zeros(0, np.int64)
    kept = (column[samples].ravel() for column in (classes[arrays.next], *throws))
    columns = np.repeat(np.arange(len(samples)), SIDES), *kept
    order, begins = runs_of(*columns)
    origin, to, delta, marks, label = (column[order[begins]].astype(np.int64) for column in columns)
    below = arrays.below[sample]
    below = np.where(below == NO_BELOW, NO_BELOW, classes[below])
    return Quotient(
        start=int(classes[0]),
        post=posts[sample],
        need=arrays.need[sample].astype(np.int64),
        leave=classes[arrays.leave[sample]],
        least=arrays.least[sample].astype(np.int64),
        below=below,
        rows=np.intersect1d(np.flatnonzero(below != NO_BELOW), (*to, classes[0])),
        fee=arrays.fee[sample].astype(np.int64),
        first=np.searchsorted(origin, np.arange(len(samples) + 1)),
        to=to,
        delta=delta,
        chance=np.diff(begins, append=len(order)) / SIDES,
        marks=marks,
        label=label,
        sample=sample,
    )


def runs_of(*columns: Signed) -> tuple[Ints, Ints]:
    """The order that sorts the rows of some columns, and the places there where each different row begins."""
    order = np.lexsort(columns[::-1])
    ordered = [column[order] for column in columns]
    new = np.ones(len(order), bool)
    new[1:] = np.logical_or.reduce([column[1:] != column[:-1] for column in ordered])
    return order, np.flatnonzero(new)


def ways_from(quotient: Quotient, posts: Ints) -> tuple[Ints, Ints]:
    """Every pair of a place in an array of post-decision classes and a transition from the class there."""
    begins = quotient.first[posts]
    many = quotient.first[posts + 1] - begins
    who = np.repeat(np.arange(len(posts)), many)
    return who, np.arange(len(who)) + np.repeat(begins - (np.cumsum(many) - many), many)


def origins(quotient: Quotient) -> Ints:
    """(transitions,) the post-decision class that each transition begins in."""
    return np.repeat(np.arange(len(quotient.first) - 1), np.diff(quotient.first))


def counts(quotient: Quotient, counted_mark: int) -> NDArray[np.bool_]:
    """(transitions,) whether each transition has the mark that is counted; 0 for every throw."""
    return quotient.marks & counted_mark != 0 if counted_mark else np.ones(len(quotient.to), bool)


def waits(quotient: Quotient, counted_mark: int) -> Iterator[float]:
    """For 0, 1, 2, ... throws, the largest probability of any class of play that none of them counts."""
    plays = (quotient.post != ABSORBED) & (quotient.need != NEED_STOPPED) & (quotient.need != NEED_LEFT)
    stays = ~counts(quotient, counted_mark) & plays[quotient.to]
    origin, chance, post = origins(quotient)[stays], quotient.chance[stays], quotient.post[quotient.to[stays]]
    waiting = np.ones(len(quotient.first) - 1)
    while True:
        yield float(waiting.max(initial=0.0))
        waiting = sums_by(origin, chance * waiting[post], len(waiting))


FAR: Final = 2**44
"""More than any sum in units: the distance of two rows, or of two classes, in one order."""


def deciding(quotient: Quotient) -> Callable[[Ints, Ints], Ints]:
    """The function that gives the classes that decide for players who come to classes with sums, in units."""
    row = np.full(len(quotient.post), -1, np.int64)
    row[quotient.rows] = np.arange(len(quotient.rows))
    places: list[int] = []
    decides: list[int] = []
    for number, first in enumerate(quotient.rows.tolist()):
        c = first
        while c != NO_BELOW:
            places.append(number * FAR + int(quotient.least[c]))
            decides.append(c)
            c = int(quotient.below[c])
    order = np.argsort(np.array(places, np.int64))
    ordered, by_place = np.array(places, np.int64)[order], np.array(decides, np.int64)[order]

    def found(classes: Ints, sums: Ints) -> Ints:
        in_row = np.flatnonzero(row[classes] >= 0)
        answer = classes.copy()
        at = row[classes[in_row]] * FAR + np.maximum(0, sums[in_row])
        answer[in_row] = by_place[np.searchsorted(ordered, at, side="right") - 1]
        return answer

    return found


def _firsts(numbers: Ints) -> Ints:
    """The position of the first occurrence of each number."""
    return np.unique(numbers, return_index=True)[1].astype(np.int64)


def sums_by(groups: Ints, weights: Floats, many: int = 0) -> Floats:
    """(at least many,) the sum of the weights in each group."""
    return np.bincount(groups, weights, many).astype(np.float64, copy=False)
