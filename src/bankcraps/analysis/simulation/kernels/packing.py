"""Packed transitions: a chain laid out for the compiled kernels and one plan.

The fast kernel reads one *record* a throw: an integer that holds the change of what is owned (the high bits),
a mark, and where the records of the next post-decision state begin (the low bits). The mark says that the
next state is *heavy*: it needs more than the player is likely to own, or the system stops there. A state that
nobody comes to with less than it needs is never heavy. As long as no record is marked, and the player owns
what every other state needs, no player has to leave.

Where a system looks at its money, each row of states has a *place*, a number above all other records. If a
few thresholds divide all sums into *ranges*, records begin there, and those for the next range follow. If
there are more, as where amounts follow from money, `by_sum` says what is decided, and has a column for each
sum.

`moves` holds all that a throw does, for the throws after which a player may leave or decide otherwise.
`exits` says how they leave, and `rows` what they do with less money.

A chain may have two rows that differ only in what its system remembers, or in an order that no longer counts:
from either, the same throws bring the same money and the same end. The coarsest classes are found by
partition refinement (E. F. Moore, "Gedanken-Experiments on Sequential Machines", Automata Studies, 1956):
rows are told apart by what each throw does, then by the classes of the rows it leads to, until nothing
changes. The solver's quotient compares probabilities. This compares throws, so every session stays as it is.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.chain.arrays import MAX_UNITS, NEED_LEFT, NO_BELOW, SIDES, ChainArrays, UnitPlan
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.chain.stopping import NEED_STOPPED
from bankcraps.errors import BankcrapsError

# A short chain as tables of bytes, which fit into the registers of a processor with long ones.
#
# The records of a chain with at most 256 classes of rows say little: a byte for the next row and a byte for
# the change of what is owned. Throws after which every row goes on alike are one *column* (all ways to throw
# a total, in most systems), so there are about ten. The columns lie one after another, and are cut into
# tables of 128 bytes, as many as are looked up in at once. A throw says in which table its column begins, and
# how far on. What is looked up is the same as in the records, so the walk is, too.
#
# Where a system looks at its money, the places where sums decide are rows after all others. One more table of
# 128 bytes says for each place and range of sums which row is decided for.


LOOKED_UP: Final = 128
"""Bytes that are looked up in at once."""

NEXT, CHANGE = 0, 1
"""The two bytes of an entry: the next row, and the change of what is owned."""

HEAVY: Final = 128
"""The mark in the byte of the next row, if there are no more than 128 rows; otherwise no state is heavy."""

MOST_CLASSES: Final = 2 * LOOKED_UP
"""The most classes of rows that tables can have."""
_MOST_TABLES: Final = 20
"""The most tables that one lookup goes through: with more, records are as fast."""
_MOST_CHANGE: Final = 127
"""The most that a byte with a sign holds. A block of 20 such changes fits into 16 bits."""
MOST_IN_BLOCK: Final = 2**14
"""More than a sum changes in a block of throws. The difference of both fits into 16 bits."""
MOST_RANGES: Final = 8
"""The most ranges of sums that decide differently. Each lane is compared with the least sum of each range."""
_THROWS: Final = 64
"""The room for 36 throws: a vector."""


class ByteTables(NamedTuple):
    """A chain as bytes; without tables if it is too long, or its sums are too large.

    Attributes:
        entries: (tables, 2, 128) uint8, `NEXT` and `CHANGE`; the change has a sign. A row in them is a class
            of rows of the chain. There is one table, or an even number.
        table: (64,) uint8, for each throw the table in which its column begins.
        skip: (64,) uint8, for each throw the place of the first row there.
        row: (rows,) uint8, for each row of the chain the row of the tables.
        begins: (rows of the tables,) int32, where the records of a row begin that is alike. The last rows are
            the places where sums decide; from them nothing is thrown.
        least: (ranges - 1,) int32, the least sum of each range of sums but the first.
        decided: (128,) uint8, for each range and place the row that is decided for, as `NEXT`.
        places: (3, 64) uint8, in every byte of a line: the row of the first place, what added to the row of
            a place says where `decided` has it for the largest sums, and the number of places.
    """

    entries: NDArray[np.uint8]
    table: NDArray[np.uint8]
    skip: NDArray[np.uint8]
    row: NDArray[np.uint8]
    begins: NDArray[np.int32]
    least: NDArray[np.int32]
    decided: NDArray[np.uint8]
    places: NDArray[np.uint8]


_NOWHERE: Final = np.zeros(_THROWS, np.uint8)

NONE: Final = ByteTables(
    entries=np.zeros((0, 2, LOOKED_UP), np.uint8),
    table=_NOWHERE,
    skip=_NOWHERE,
    row=np.zeros(0, np.uint8),
    begins=np.zeros(0, np.int32),
    least=np.zeros(0, np.int32),
    decided=np.zeros(LOOKED_UP, np.uint8),
    places=np.zeros((3, _THROWS), np.uint8),
)
"""The tables of a chain that does not fit into bytes."""


class Layout(NamedTuple):
    """A chain that is being packed.

    Attributes:
        begins: (states,) where the records of each post-decision state begin.
        delta: (posts, 36) the change of what is owned.
        asked: (states,) what a state needs that somebody may come to with less; 0 for others.
        firsts: the states that have places.
        place: the place of each of them, counted from 0.
        size: the number of records without copies.
        bits: the number of low bits in each that say where the next ones begin.
    """

    begins: NDArray[np.int64]
    delta: NDArray[np.int64]
    asked: NDArray[np.int64]
    firsts: NDArray[np.int64]
    place: NDArray[np.int64]
    size: int
    bits: int

    def ways(self, light: int) -> NDArray[np.int64]:
        """The way to each state, with its mark."""
        return self.begins | np.where(self.asked > light, np.int64(1 << self.bits), 0)

    def records(self, following: NDArray[np.int32], light: int) -> NDArray[np.int64]:
        """The records; the way to each place is a number from `size` on."""
        ways = self.ways(light)
        ways[self.firsts] = self.size + self.place
        done = np.full(SIDES, self.size - SIDES)
        return np.append((self.delta << (self.bits + 1) | ways[following]).ravel(), done)

    def in_ranges(self, record: NDArray[np.int64], decided: NDArray[np.int64]) -> NDArray[np.int64]:
        """The records, and after them for each place and range a copy of the row that is decided for.

        A copy has the mark of its state in all its records, so the mark is seen when the row is read.

        Args:
            record: the records without copies.
            decided: (places, ranges) the ways that are decided for.
        """
        low_bits = (1 << self.bits) - 1
        way = record & low_bits
        further = np.where(way >= self.size, (way - self.size) * (decided.shape[1] * SIDES - 1), 0)
        rows = (record + further).reshape(-1, SIDES)
        copied = decided.ravel()
        marks = copied & 1 << self.bits
        return np.append(rows, rows[(copied & low_bits) // SIDES] | marks[:, np.newaxis])


def byte_tables(
    record: NDArray[np.int64],
    laid: Layout,
    classes: NDArray[np.int64] | None,
    least: NDArray[np.int32],
    decided: NDArray[np.int64],
) -> ByteTables:
    """The tables of a chain, or `NONE` for one that does not fit, or would be no faster.

    Args:
        record: (rows * 36,) records as the fast kernel reads them.
        laid: the chain.
        classes: (rows,) the class of each row, if there are few enough.
        least: (ranges - 1,) the least sum of each range of sums but the first.
        decided: (ranges, places) the way that each place decides for, with the mark.
    """
    ranges, many, bits = len(decided), int(decided.shape[1]), laid.bits
    if classes is None or many * ranges > LOOKED_UP or ranges > MOST_RANGES:
        return NONE
    rows = int(classes.max()) + 1
    if rows + many > MOST_CLASSES:
        return NONE
    sample = np.unique(classes, return_index=True)[1]
    each = record.reshape(-1, SIDES)[sample]
    ways = np.concatenate((classes.repeat(SIDES)[: laid.size], rows + np.arange(many)))
    way, place = ways[each & (1 << bits) - 1], ways[decided & (1 << bits) - 1]
    heavy, change, marks = each >> bits & 1, each >> bits + 1, decided >> bits & 1
    if np.abs(change).max() > _MOST_CHANGE or (rows + many > LOOKED_UP and (heavy.any() or marks.any())):
        return NONE
    both = np.stack((way | heavy * HEAVY, change & 0xFF)).astype(np.uint8)
    columns, column = np.unique(both.reshape(2 * rows, SIDES), axis=1, return_inverse=True)
    tables = -(-columns.shape[1] * rows // LOOKED_UP)
    tables += tables % 2 if tables > 1 else 0  # the walk takes two in one step
    if tables > _MOST_TABLES:
        return NONE
    entries = np.zeros((2, tables * LOOKED_UP), np.uint8)
    entries[:, : columns.shape[1] * rows] = columns.T.reshape(-1, 2, rows).swapaxes(0, 1).reshape(2, -1)
    entries = np.ascontiguousarray(entries.reshape(2, tables, LOOKED_UP).swapaxes(0, 1))
    table, skip = np.divmod(column.reshape(SIDES) * rows, LOOKED_UP)
    lines = np.array(((rows & 0xFF,), (((ranges - 1) * many - rows) & 0xFF,), (many,)), np.uint8)
    return ByteTables(
        entries,
        _padded(table, _THROWS),
        _padded(skip, _THROWS),
        classes.astype(np.uint8),
        np.append(sample * SIDES, np.zeros(many)).astype(np.int32),
        least,
        _padded((place | marks * HEAVY).ravel(), LOOKED_UP),
        lines.repeat(_THROWS, axis=1),
    )


def _padded(found: NDArray[np.int64], size: int) -> NDArray[np.uint8]:
    return np.pad(found, (0, size - found.size)).astype(np.uint8)


MOST_ROWS: Final = 1024
"""The most rows that are compared: it takes some milliseconds."""


def classes_of(marks: NDArray[np.int64], following: NDArray[np.int64], most: int) -> NDArray[np.int64] | None:
    """The class of each row, counted from 0; None if there are more than `most` classes.

    Args:
        marks: (rows, n) what tells rows apart at once.
        following: (rows, m) the rows that follow.
        most: the most classes that are of use.
    """
    found, classes = _told_apart(marks), 0
    while classes < found.max() + 1 <= most:
        classes = int(found.max()) + 1
        found = _told_apart(np.hstack((found[:, np.newaxis], found[following])))
    return found if found.max() < most else None


def _told_apart(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Equal numbers for equal rows, and different ones for different rows."""
    return np.unique(rows, axis=0, return_inverse=True)[1].reshape(-1)


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

_MAX_SUMS: Final = 2**21
"""The most entries of the lists by sum."""


class Packing(NamedTuple):
    """The packing of records, and the start of play.

    Attributes:
        mask: the low bits of a record: where the next records begin.
        heavy: the bit of the mark.
        shift: the number of bits to shift a record right to get the change of what is owned.
        light: the most that any unmarked state needs that somebody may come to with less; and no less than
            the floor.
        done: where the records begin that no throw leads away from: nothing changes there.
        size: the number of records without copies, so the way to the first place.
        begins: where the records of the first state begin.
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
        record: (rows * 36,) int32, or int64 if 32 bits do not hold everything. There are posts + 1 rows, and
            then one for each place and range.
        by_sum: (sums, places) int32, where the records begin that each place decides for, with the mark; none
            if there are ranges. The last sum is for all larger ones, with a mark if they may differ.
        least: (ranges - 1,) int32, the least sum of each range but the first.
        short: the same as tables of bytes, for the walk in registers, if the chain is short.
        moves: ((posts + 1) * 36, 4) int32, for each throw `BEGINS`, `DELTA`, `NEED`, `AFTER`.
        action: ((posts + 1) * 36,) int64, the chips decided by the throw, in cents.
        exits: (states, 2) int32, for a player who leaves in a state `BEGINS` and `FEE`.
        rows: (states, 5) int32, for each state `BEGINS`, `LEAST`, `NEED`, `BELOW` and `LAST`.
        plain: (rows,) int32, where each row of records begins in `moves`.
        asks: (rows,) int32, for each row of records the sum with which no player leaves who came there.
        packing: the packing of records.
        rule: when a player leaves.
    """

    record: NDArray[np.signedinteger]
    by_sum: NDArray[np.int32]
    least: NDArray[np.int32]
    short: ByteTables
    moves: NDArray[np.int32]
    action: NDArray[np.int64]
    exits: NDArray[np.int32]
    rows: NDArray[np.int32]
    plain: NDArray[np.int32]
    asks: NDArray[np.int32]
    packing: Packing
    rule: StoppingRule


class _Looks(NamedTuple):
    """The records of a chain that is being packed, and what sums decide.

    Attributes:
        record, by_sum, least, short: as in `PackedTransitions`.
        plain: where the rows begin of which there are copies for ranges of sums.
        asks: the most that a state needs which leads to each copy.
        light: the most that an unmarked state needs.
    """

    record: NDArray[np.int64]
    by_sum: NDArray[np.int64]
    least: NDArray[np.int32]
    short: ByteTables
    plain: NDArray[np.int64]
    asks: NDArray[np.int32]
    light: int


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
    asked = np.where(_always_met(arrays, plan), 0, arrays.need).astype(np.int64)
    firsts, size = _firsts(arrays), done + SIDES
    least = _thresholds(arrays, plan)
    columns = least.size + 1 if least.size < MOST_RANGES else 0
    ways = size + firsts.size * max(1, columns * SIDES)
    laid = Layout(begins, delta, asked, firsts, np.arange(firsts.size), size, ways.bit_length())
    after = arrays.next << STATE | arrays.decisions * DECIDED | arrays.shooters * ENDED
    asks = np.maximum(arrays.need, np.where(gone, NEED_LEFT, arrays.least))[arrays.next]
    moves = np.stack((begins[arrays.next], delta, asks, after), axis=2).reshape(-1, 4)
    still = np.tile((done, 0, NEED_LEFT, 0), (SIDES, 1))
    leaving = np.stack((begins[arrays.leave], fee[arrays.leave]), axis=1)
    if columns:
        looks = _by_range(arrays, laid, _light(asked[~gone], plan), leaving, least)
    else:  # a column for each sum says itself what is needed
        looks = _by_sum(arrays, laid, _light(asked[~gone & ~_in_rows(arrays)], plan))
    narrow = np.iinfo(np.int32)
    fits = narrow.min <= looks.record.min() and looks.record.max() <= narrow.max
    rows = np.stack((begins, arrays.least, arrays.need, arrays.below, _last(arrays.below)), axis=1)
    rows = rows.astype(np.int32)
    start = decides(rows, 0, plan.bankroll)
    return PackedTransitions(
        record=looks.record.astype(np.int32 if fits else np.int64),
        by_sum=np.ascontiguousarray(looks.by_sum, np.int32),
        least=looks.least,
        short=looks.short,
        moves=np.concatenate((moves, still)).astype(np.int32),
        action=np.concatenate((arrays.action.ravel(), np.zeros(SIDES, np.int64))),
        exits=leaving.astype(np.int32),
        rows=rows,
        plain=np.concatenate((SIDES * np.arange(len(arrays.delta) + 1), looks.plain)).astype(np.int32),
        asks=np.concatenate((_asks(arrays, begins, plan), np.maximum(looks.asks, plan.floor))),
        packing=Packing(
            mask=(1 << laid.bits) - 1,
            heavy=1 << laid.bits,
            shift=laid.bits + 1,
            light=looks.light,
            done=done,
            size=size,
            begins=int(begins[start]),
            need=int(arrays.need[start]),
            start=start,
        ),
        rule=_rule(plan),
    )


def _by_range(
    arrays: ChainArrays, laid: Layout, light: int, leaving: NDArray[np.int64], least: NDArray[np.int32]
) -> _Looks:
    """A few thresholds divide all sums into ranges, with records of their own.

    States for which every range decides alike have one place.
    """
    ways, decided = laid.ways(light), np.stack([_decided(arrays, owned) for owned in (0, *least.tolist())])
    by_range, place = np.unique(ways[decided[:, laid.firsts]], axis=1, return_inverse=True)
    laid = laid._replace(place=place.reshape(-1))
    asks = np.full(by_range.T.shape, NEED_LEFT, np.int32)
    np.maximum.at(asks, laid.place, arrays.need[decided[:, laid.firsts]].T)
    record, plain = laid.records(arrays.next, light), by_range.T & (1 << laid.bits) - 1
    classes = _alike(arrays, laid, ways >> laid.bits, leaving, decided)
    short = byte_tables(record, laid, classes, least, by_range)
    record, none = laid.in_ranges(record, by_range.T), np.zeros((0, 0), np.int64)
    return _Looks(record, none, least, short, plain.ravel(), asks.ravel(), light)


def _always_met(arrays: ChainArrays, plan: UnitPlan) -> NDArray[np.bool_]:
    """(states,) whether every player who comes to a state owns what it needs.

    Whoever made the last bets owned what they needed, and what the throw did is known.
    """
    plays = (arrays.need != NEED_LEFT) & (arrays.need != NEED_STOPPED)
    thrown = np.full(arrays.delta.shape[0], MAX_UNITS, np.int64)
    np.minimum.at(thrown, arrays.post[plays], np.maximum(arrays.need, arrays.least)[plays])
    comes = np.full(arrays.post.size, MAX_UNITS, np.int64)
    np.minimum.at(comes, arrays.next, thrown[:, np.newaxis] + arrays.delta)
    comes[0] = min(comes[0], plan.bankroll)
    state = _firsts(arrays)
    while (state := state[arrays.below[state] != NO_BELOW]).size:
        comes[arrays.below[state]] = comes[state]
        state = arrays.below[state]
    return plays & (np.maximum(comes, arrays.least) >= arrays.need)


def _light(needs: NDArray[np.int64], plan: UnitPlan) -> int:
    """The most that states need that a player will hardly fail, and no less than the floor."""
    comfortable = needs[needs <= max(plan.bankroll // 2, plan.floor)]
    return max(int(comfortable.max(initial=0)), plan.floor)


def _asks(arrays: ChainArrays, begins: NDArray[np.int64], plan: UnitPlan) -> NDArray[np.int32]:
    """The most that any state needs that leads to a row, and no less than the floor."""
    asks = np.full(len(arrays.delta) + 1, plan.floor, np.int32)
    np.maximum.at(asks, begins // SIDES, arrays.need)
    return asks


def _thresholds(arrays: ChainArrays, plan: UnitPlan) -> NDArray[np.int32]:
    """The sums at which decisions change, of those that a player may own."""
    least = np.unique(arrays.least)
    return least[(least > 0) & (least < min(plan.goal, MAX_UNITS))]


def _alike(
    arrays: ChainArrays,
    laid: Layout,
    marked: NDArray[np.int64],
    leaving: NDArray[np.int64],
    decided: NDArray[np.int64],
) -> NDArray[np.int64] | None:
    """The class of each row of records, for a player who leaves, too; or each its own, or None for many."""
    posts, ranges = len(arrays.delta), len(decided)
    if (posts + 1) * ranges > MOST_ROWS:
        return np.arange(posts + 1) if posts < MOST_CLASSES else None
    to = np.moveaxis(decided[:, arrays.next], 0, 2).reshape(posts, SIDES * ranges)
    need = np.maximum(arrays.need, np.where(arrays.need == NEED_LEFT, NEED_LEFT, 0))
    ways = np.hstack((laid.begins[to], leaving[to, BEGINS]))
    marks = np.hstack((laid.delta, need[to], marked[to], leaving[to, FEE]))
    done = np.full((1, ways.shape[1]), posts * SIDES)
    last = np.full((1, marks.shape[1]), NEED_LEFT)  # unlike any other: no change is so large
    return classes_of(np.vstack((marks, last)), np.vstack((ways, done)) // SIDES, MOST_CLASSES)


def _in_rows(arrays: ChainArrays) -> NDArray[np.bool_]:
    """(states,) whether a state is one of several in a row."""
    placed = arrays.below != NO_BELOW
    placed[arrays.below[placed]] = True
    return placed


def _firsts(arrays: ChainArrays) -> NDArray[np.int64]:
    """The first state of each row: these have places."""
    return np.setdiff1d(np.flatnonzero(_in_rows(arrays)), arrays.below)


def _sums(arrays: ChainArrays) -> int:
    """One more than the largest sum on which a decision of a row, or paying for it, can depend."""
    rows = _in_rows(arrays)
    needs = arrays.need[rows & (arrays.need < NEED_STOPPED)]
    return 1 + int(max(arrays.least.max(initial=0), needs.max(initial=0)))


def _by_sum(arrays: ChainArrays, laid: Layout, light: int) -> _Looks:
    """Each place has a list of the ways that sums decide for, as far as there is room."""
    every = _sums(arrays)
    sums = np.arange(min(every, max(1, _MAX_SUMS // laid.firsts.size)))
    found = np.zeros((sums.size, laid.firsts.size), np.int64)
    for place, state in enumerate(laid.firsts.tolist()):
        row = [state]
        while arrays.below[row[-1]] != NO_BELOW:
            row.append(int(arrays.below[row[-1]]))
        going_up = np.array(row[::-1])
        states = going_up[np.searchsorted(arrays.least[going_up], sums, side="right") - 1]
        found[:, place] = laid.begins[states] | np.where(sums < arrays.need[states], 1 << laid.bits, 0)
    if sums.size < every:
        found[-1] |= 1 << laid.bits
    nothing, none = np.zeros(0, np.int64), np.zeros(0, np.int32)
    return _Looks(laid.records(arrays.next, light), found, none, NONE, nothing, none, light)


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
