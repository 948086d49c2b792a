"""Moments that behave alike, made one: what the dice can do next is the same in chance, money and counts.

With a point of 4 or of 10 a pass wager has the same future in everything but the number's name. Ordinary
lumpability (Kemeny and Snell, Finite Markov Chains, 1960, section 6.3), found by refining a partition until
it holds, is exact: chances are whole ways of 36 and compared as such.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bankcraps.chain.chain import DONE
from bankcraps.simulation.tables import NO_NEED, SIDES, Tables
from bankcraps.simulation.tabulate import Tabulated

__all__ = ["EVERYTHING", "Lumped", "lump", "sums"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Signed = NDArray[np.signedinteger]


@dataclass(frozen=True, eq=False)
class Lumped:
    """A chain of classes of moments, its throws of equal end drawn together.

    A *row* here is a class of rows: what a throw does, in `first[r]:first[r + 1]` of the arrays of ways.

    Attributes:
        start: the class of the opening moment.
        row: (classes,) the row a class throws, or `DONE`.
        need: (classes,) the least that must be owned to go on, in units.
        leave: (classes,) the class of a player who leaves.
        fee: (classes,) what is owned more once nothing stands; used where the row is `DONE`.
        first: (rows + 1,) where a row's ways begin.
        to: (ways,) the class after a throw.
        delta: (ways,) the change of what is owned, in units.
        chance: (ways,) the chance of the way.
        marks: (ways,) 1 for a line decision, 2 for the end of a shooter's hand, 3 for both.
        tally: (ways,) what it adds to counts, by number.
        names: (classes,) one moment of each class.
    """

    start: int
    row: Ints
    need: Ints
    leave: Ints
    fee: Ints
    first: Ints
    to: Ints
    delta: Ints
    chance: Floats
    marks: Ints
    tally: Ints
    names: Ints


_KEPT: Final = ("to", "delta", "marks", "tally")


EVERYTHING: Final = -1
"""Every mark, and the books, too."""


def lump(tabulated: Tabulated, kept: int = EVERYTHING) -> Lumped:
    """The smallest chain with the same chances of everything that is kept.

    Args:
        tabulated: the chain in arrays.
        kept: the marks that are kept, as in `Lumped.marks`. Where they are not `EVERYTHING`, money alone is
            kept beside them: wagers are not told apart, those who have left are one class in which nothing is
            thrown any more, and there are fewer classes.
    """
    tables, books = tabulated.tables, kept == EVERYTHING
    marks = (tables.decisions.astype(np.int64) + 2 * tables.shooters) & kept
    tally = tabulated.tally if books else np.zeros_like(tabulated.tally)
    bets = _bets_of(tabulated) if books else np.zeros(len(tables.row), np.int64)
    throws = _numbered(np.stack((tables.delta, marks, tally), axis=-1).reshape(-1, 3))
    throws = throws.reshape(-1, SIDES)
    row = tables.row if books else np.where(tables.need == NO_NEED, DONE, tables.row)
    leave = tables.leave if books else np.zeros_like(tables.leave)
    of_state = _numbered(np.stack((tables.need, row == DONE, bets), axis=-1))
    while True:
        keys = np.sort(throws * (of_state.max() + 1) + of_state[tables.next], axis=1)
        of_row = _numbered(keys)
        rows = np.where(row == DONE, DONE, of_row[row] if len(of_row) else DONE)
        finer = _numbered(np.stack((of_state, rows, of_state[leave]), axis=-1))
        if finer.max() == of_state.max():
            return _drawn(tables, (tables.delta, marks, tally), finer, rows, of_row)
        of_state = finer


def _bets_of(tabulated: Tabulated) -> Ints:
    """Of each moment a number for what its bets cost, wager by wager, and what is refused there."""
    bets = [(moment.fees, moment.refused) for moment in tabulated.chain.moments]
    known = {bet: number for number, bet in enumerate(dict.fromkeys(bets))}
    return np.array([known[bet] for bet in bets], np.int64)


def _numbered(rows: Signed) -> Ints:
    """A number for each row of an array, equal for equal rows."""
    seen: dict[bytes, int] = {}
    flat = np.ascontiguousarray(rows)
    return np.array([seen.setdefault(row.tobytes(), len(seen)) for row in flat], np.int64)


def _drawn(
    tables: Tables, throws: tuple[Signed, ...], of_state: Ints, row_of_state: Ints, of_row: Ints
) -> Lumped:
    """The classes as a chain, with what is kept of each throw: change, marks, tally."""
    names = _firsts(of_state)
    samples = _firsts(of_row) if len(of_row) else np.zeros(0, np.int64)
    ways: list[tuple[int, int, int, int]] = []
    chance: list[float] = []
    first = [0]
    for row in samples:
        columns = (of_state[tables.next[row]], *(kept[row] for kept in throws))
        kinds, counts = np.unique(np.stack(columns, axis=-1), axis=0, return_counts=True)
        ways += map(tuple, kinds.tolist())
        chance += (counts / SIDES).tolist()
        first.append(len(ways))
    drawn = np.array(ways, np.int64).reshape(-1, len(_KEPT))
    return Lumped(
        start=int(of_state[0]),
        row=row_of_state[names],
        need=tables.need[names].astype(np.int64),
        leave=of_state[tables.leave[names]],
        fee=tables.fee[names].astype(np.int64),
        first=np.array(first, np.int64),
        **{key: np.ascontiguousarray(drawn[:, i]) for i, key in enumerate(_KEPT)},
        chance=np.array(chance, np.float64),
        names=names,
    )


def _firsts(numbers: Ints) -> Ints:
    """Where each number first stands."""
    return np.unique(numbers, return_index=True)[1].astype(np.int64)


def sums(groups: Ints, weights: Floats, many: int = 0) -> Floats:
    """(many or more,) the weights added up by group; NumPy's types say that weights give whole numbers."""
    return np.bincount(groups, weights, many).astype(np.float64, copy=False)
