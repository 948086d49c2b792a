"""Packed transitions: a chain laid out for the compiled kernels and one plan.

The fast kernel reads one *record* a throw: an integer that holds the change of what is owned (the high bits),
a mark, and where the records of the next post-decision state begin (the low bits). The mark says that the
next state is *heavy*: it needs more than the player is likely to own, or the system stops there. As long as
no record is marked, and the player owns what every other state needs, no player has to leave.

Where a system looks at its money, the sums from one of its thresholds up to the next are a *range*. Within it
the system decides by state alone, so there is a table of records for each range, one after another. Where
there would be many, or all tables together would be too large, there is one. In it, each row of states has a
*place*, a number above all records, and a list of what is decided there with each sum.

`moves` holds all that a throw does, for the throws after which a player may leave or decide otherwise.
`exits` says how they leave, and `rows` what they do with less money.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.errors import BankcrapsError
from bankcraps.markov.arrays import MAX_UNITS, NEED_LEFT, NO_BELOW, SIDES, ChainArrays, UnitPlan
from bankcraps.markov.model import ABSORBED
from bankcraps.markov.stopping import NEED_STOPPED
from bankcraps.simulation.kernels.alike import MOST_ROWS, classes_of
from bankcraps.simulation.kernels.byte_tables import MOST_CLASSES, NONE, ByteTables, byte_tables

__all__ = [
    "AFTER",
    "BEGINS",
    "BELOW",
    "DECIDED",
    "DELTA",
    "ENDED",
    "FEE",
    "LAST",
    "LEAST",
    "NEED",
    "OVERFLOW",
    "STATE",
    "PackedTransitions",
    "StoppingRule",
    "decides",
    "pack",
]

BEGINS: Final = 0
"""Column of `moves` and `exits`: where the records of a post-decision state begin, 36 times its number."""
FEE: Final = 1
"""Column of `exits`: commission paid or returned when play ends."""
DELTA, NEED, AFTER = 1, 2, 3
"""Columns of `moves`: the change of what is owned; the need of the next state, or the least sum of its first
decision if that is more; and four times the number of that state, with the bits `DECIDED` and `ENDED`."""
LEAST, BELOW, LAST = 1, 3, 4
"""Columns of `rows`, beside `BEGINS` and `NEED`: as in `ChainArrays`, and the last state of the row."""
DECIDED, ENDED = 1, 2
"""Bits: the throw decides a round on the line; it ends a shooter's hand."""
STATE: Final = 2
"""The shift of `AFTER` to the right that gives the state."""

OVERFLOW: Final = -2
"""The fast kernel's end for a player who owns `MAX_UNITS`, more than it can hold."""

_MAX_RECORDS: Final = 2**21
"""The most records of all ranges together: more do not stay near the processor."""

_FEW_RANGES: Final = 8
"""The most ranges with tables of their own, where rows can have places instead."""

_MAX_SUMS: Final = 2**21
"""The most entries of the lists by sum."""


class Packing(NamedTuple):
    """The packing of records, and the start of play.

    Attributes:
        mask: the low bits of a record: where the next records begin.
        heavy: the bit of the mark.
        shift: how far to shift a record right to get the change of what is owned.
        light: the most that any unmarked state needs, and no less than the floor.
        done: where the records begin that no throw leads away from: nothing changes there.
        size: the number of records for one range.
        begins: where the records of the first state begin, in the table of the first range.
        need: the need of the first state.
        start: the first state: the one that decides for whoever owns the bankroll.
    """

    mask: int
    heavy: int
    shift: int
    light: int
    done: int
    size: int
    begins: int
    need: int
    start: int


class StoppingRule(NamedTuple):
    """A plan as the kernels take it.

    Attributes:
        cap: as in `UnitPlan`, and out of reach if the limit counts throws.
        throw, decision, shooter: 1 for what the limit counts, 0 for the others.
    """

    bankroll: int
    goal: int
    floor: int
    limit: int
    cap: int
    throw: int
    decision: int
    shooter: int


class PackedTransitions(NamedTuple):
    """A chain as the kernels read it: plain arrays and numbers, which Numba takes as they are.

    Attributes:
        record: (ranges * (posts + 1) * 36,) int32, or int64 if 32 bits do not hold everything.
        ranges: (ranges + 1,) int32, the least sum of each range, and `MAX_UNITS`.
        by_sum: (places, sums) int32, where the records begin that a row decides for with each sum, the last
            for all larger sums, with the mark if the sum is less than the need. The places begin at `size`.
        short: the same as tables of bytes, for the walk in registers, if the chain is short.
        moves: ((posts + 1) * 36, 4) int32, for each throw `BEGINS`, `DELTA`, `NEED`, `AFTER`.
        action: ((posts + 1) * 36,) int64, the chips decided by the throw, in cents.
        exits: (states, 2) int32, for a player who leaves in a state `BEGINS` and `FEE`.
        rows: (states, 5) int32, for each state `BEGINS`, `LEAST`, `NEED`, `BELOW` and `LAST`.
        packing: how records are packed.
        rule: when a player leaves.
    """

    record: NDArray[np.signedinteger]
    ranges: NDArray[np.int32]
    by_sum: NDArray[np.int32]
    short: ByteTables
    moves: NDArray[np.int32]
    action: NDArray[np.int64]
    exits: NDArray[np.int32]
    rows: NDArray[np.int32]
    packing: Packing
    rule: StoppingRule


def pack(arrays: ChainArrays, plan: UnitPlan) -> PackedTransitions:
    """Pack a chain for the kernels.

    Raises:
        BankcrapsError: for a plan with numbers out of range.
    """
    done = arrays.delta.shape[0] * SIDES
    ends, gone = arrays.post == ABSORBED, arrays.need == NEED_LEFT
    begins = np.where(ends, done, arrays.post.astype(np.int64) * SIDES)
    fee = np.where(ends, arrays.fee, 0)
    delta = arrays.delta.astype(np.int64) + np.where(gone, fee, 0)[arrays.next]
    firsts = _places(arrays)
    ranges = _ranges(arrays, plan, _FEW_RANGES if firsts.size else MAX_UNITS)
    firsts = firsts if len(ranges) == 1 else firsts[:0]
    placed = _in_rows(arrays) if firsts.size else np.zeros(gone.size, bool)
    need = np.where(gone | placed, 0, arrays.need)
    comfortable = need[need <= max(plan.bankroll // 2, plan.floor)]
    light = max(int(comfortable.max(initial=0)), plan.floor)
    size = done + SIDES
    bits = (size * len(ranges) + firsts.size).bit_length()
    tables: list[NDArray[np.int64]] = []
    for number, (least, decided) in enumerate(ranges.items()):
        marked = np.where((need > light) | ((arrays.least > least) & ~placed), 1 << bits, 0)
        ways = marked + begins + np.where(ends, 0, size * number)
        ways[firsts] = size + np.arange(firsts.size)
        tables += delta << (bits + 1) | ways[decided[arrays.next]], np.full((1, SIDES), done)
    record = np.concatenate(tables).ravel()
    narrow = np.iinfo(np.int32)
    fits = narrow.min <= record.min() and record.max() <= narrow.max
    after = arrays.next << STATE | arrays.decisions * DECIDED | arrays.shooters * ENDED
    asks = np.maximum(arrays.need, np.where(gone, NEED_LEFT, arrays.least))[arrays.next]
    moves = np.stack((begins[arrays.next], delta, asks, after), axis=2).reshape(-1, 4)
    leaving = np.stack((begins[arrays.leave], fee[arrays.leave]), axis=1)
    classes = _alike(arrays, record, bits, moves, leaving)
    rows = np.stack((begins, arrays.least, arrays.need, arrays.below, _last(arrays.below)), axis=1)
    rows = rows.astype(np.int32)
    start = decides(rows, 0, plan.bankroll)
    still = np.tile((done, 0, NEED_LEFT, 0), (SIDES, 1))
    return PackedTransitions(
        record=record.astype(np.int32 if fits else np.int64),
        ranges=np.array([*ranges, MAX_UNITS], np.int32),
        short=NONE if firsts.size else byte_tables(record, bits, classes),
        by_sum=_by_sum(arrays, firsts, begins, 1 << bits),
        moves=np.concatenate((moves, still)).astype(np.int32),
        action=np.concatenate((arrays.action.ravel(), np.zeros(SIDES, np.int64))),
        exits=leaving.astype(np.int32),
        rows=rows,
        packing=Packing(
            mask=(1 << bits) - 1,
            heavy=1 << bits,
            shift=bits + 1,
            light=light,
            done=done,
            size=size,
            begins=int(begins[start]),
            need=int(arrays.need[start]),
            start=start,
        ),
        rule=_rule(plan),
    )


def _alike(
    arrays: ChainArrays,
    record: NDArray[np.int64],
    bits: int,
    moves: NDArray[np.int64],
    leaving: NDArray[np.int64],
) -> NDArray[np.int64] | None:
    """The class of each row of records, for a player who leaves, too; or each its own, or None for many."""
    rows = record.size // SIDES
    if rows > MOST_ROWS or (arrays.below != NO_BELOW).any() or len(moves) != (rows - 1) * SIDES:
        return np.arange(rows) if rows <= MOST_CLASSES else None
    ways, parts = moves[:, BEGINS].reshape(-1, SIDES), moves[:, (DELTA, NEED)].reshape(-1, 2 * SIDES)
    heavy = (record[:-SIDES] >> bits & 1).reshape(-1, SIDES)
    out = leaving[arrays.next].reshape(rows - 1, SIDES, 2)
    done = np.full((1, SIDES), (rows - 1) * SIDES)
    following = np.vstack((np.hstack((ways, out[:, :, BEGINS])), np.hstack((done, done)))) // SIDES
    marks = np.hstack((parts, heavy, out[:, :, FEE]))
    last = np.full((1, marks.shape[1]), NEED_LEFT)  # unlike any other: no change is so large
    return classes_of(np.vstack((marks, last)), following, MOST_CLASSES)


def _ranges(arrays: ChainArrays, plan: UnitPlan, most: int) -> dict[int, NDArray[np.int64]]:
    """The least sum of each range of sums, and for each state the state of its row that decides there.

    There is one range if there would be more than `most`, or all tables together would be too large.
    """
    least = np.unique(arrays.least)
    least = least[least < min(plan.goal, MAX_UNITS)]
    if least.size > most or least.size * (arrays.delta.size + SIDES) > _MAX_RECORDS:
        return {0: np.arange(arrays.post.size)}
    return {owned: _decided(arrays, owned) for owned in least.tolist()}


def _in_rows(arrays: ChainArrays) -> NDArray[np.bool_]:
    """(states,) whether a state is one of several in a row."""
    placed = arrays.below != NO_BELOW
    placed[arrays.below[placed]] = True
    return placed


def _places(arrays: ChainArrays) -> NDArray[np.int64]:
    """The first state of each row, or none if the lists by sum would be too large."""
    firsts = np.setdiff1d(np.flatnonzero(_in_rows(arrays)), arrays.below)
    return firsts if firsts.size * _sums(arrays) <= _MAX_SUMS else firsts[:0]


def _sums(arrays: ChainArrays) -> int:
    """One more than the largest sum on which a decision of a row, or paying for it, can depend."""
    rows = _in_rows(arrays)
    needs = arrays.need[rows & (arrays.need < NEED_STOPPED)]
    return 1 + int(max(arrays.least.max(initial=0), needs.max(initial=0)))


def _by_sum(
    arrays: ChainArrays, firsts: NDArray[np.int64], begins: NDArray[np.int64], mark: int
) -> NDArray[np.int32]:
    sums = np.arange(_sums(arrays) if firsts.size else 0)
    found = np.zeros((firsts.size, sums.size), np.int32)
    for place, state in enumerate(firsts.tolist()):
        row = [state]
        while arrays.below[row[-1]] != NO_BELOW:
            row.append(int(arrays.below[row[-1]]))
        going_up = np.array(row[::-1])
        states = going_up[np.searchsorted(arrays.least[going_up], sums, side="right") - 1]
        found[place] = begins[states] | np.where(sums < arrays.need[states], mark, 0)
    return found


def _decided(arrays: ChainArrays, owned: int) -> NDArray[np.int64]:
    """For each state, the state of its row that decides for a player who owns so much."""
    state = np.arange(arrays.post.size)
    while (poorer := arrays.least[state] > owned).any():
        state = np.where(poorer, arrays.below[state], state)
    return state


def _last(below: NDArray[np.int32]) -> NDArray[np.int64]:
    """(states,) the last state of the row that each state is in."""
    last = np.arange(below.size)
    for state in np.flatnonzero(below != NO_BELOW)[::-1]:  # a state stands before the one below it
        last[state] = last[below[state]]
    return last


def decides(rows: NDArray[np.int32], state: int, owned: int) -> int:
    """The state of a row that decides for a player who comes to its first state with this sum."""
    if owned >= rows[state, LEAST] or rows[state, BELOW] == NO_BELOW:
        return state
    low, high = int(rows[state, BELOW]), int(rows[state, LAST])
    while low < high:  # the others of a row follow one another, and each has a smaller least sum
        middle = (low + high) // 2
        if owned >= rows[middle, LEAST]:
            high = middle
        else:
            low = middle + 1
    return low


def _rule(plan: UnitPlan) -> StoppingRule:
    for name in ("bankroll", "limit", "floor", "cap"):
        value = getattr(plan, name)
        if not 0 <= value < MAX_UNITS:
            raise BankcrapsError(f"{name} must be from 0 to {MAX_UNITS - 1:,}, not {value:,}")
    counts = (plan.counted == "throws", plan.counted == "decisions", plan.counted == "shooters")
    cap = MAX_UNITS if plan.counted == "throws" and plan.limited else plan.cap
    return StoppingRule(plan.bankroll, plan.goal, plan.floor, plan.limit, cap, *map(int, counts))
