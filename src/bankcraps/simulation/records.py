"""A chain laid out for the compiled kernels, for players on given terms.

The fast kernel reads one *record* a throw: one integer that holds the change of what is owned (the high
bits), a mark, and where the records of the next row begin (the low bits). The mark says that the next state
is *heavy*: it needs more than the player is likely to own, or the system stops there. As long as no record is
marked and the player owns at least what all other states need, nobody can have to leave.

All that a throw does, read where somebody may leave, stands in `moves`; how a player leaves, in `exits`.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bankcraps.chain.chain import DONE
from bankcraps.chain.leaving import NEVER
from bankcraps.errors import BankcrapsError
from bankcraps.simulation.tables import NO_NEED, SIDES, Tables
from bankcraps.simulation.terms import MOST, Terms

__all__ = ["AFTER", "BEGINS", "DECIDED", "DELTA", "ENDED", "FEE", "NEED", "STATE", "Chain", "lay_out"]

BEGINS: Final = 0
"""Column of `Chain.moves` and of `Chain.exits`: where the records of a row begin, 36 times the row."""
FEE: Final = 1
"""Column of `Chain.exits`: what is owed or given back where nothing more is thrown."""
DELTA, NEED, AFTER = 1, 2, 3
"""Columns of `Chain.moves`: the change of what is owned; the need of the state after the throw; and four
times that state, with the bits `DECIDED` and `ENDED`."""
DECIDED, ENDED = 1, 2
"""Whether the throw decides a line wager's round, and whether it ends a shooter's hand."""
STATE: Final = 2
"""How far to shift `AFTER` right to get the state."""

_MOST_A_THROW: Final = MOST // 32
"""No throw may change what is owned by so much: a block of them stays within 32 bits."""


class Marks(NamedTuple):
    """What the numbers of a `Chain` mean, and where play begins.

    Attributes:
        mask: the low bits of a record: where the records of the next row begin.
        heavy: the one bit of the mark.
        shift: how far to shift a record right to get the change of what is owned.
        light: the most that any state needs whose records are not marked, and no less than the floor.
        done: where the records of the last row begin, which nobody leaves and where nothing changes.
        begins: where the records of the row of the first state begin.
        need: the need of the first state.
    """

    mask: int
    heavy: int
    shift: int
    light: int
    done: int
    begins: int
    need: int


class Chain(NamedTuple):
    """A chain as the kernels read it: plain arrays and numbers, which Numba takes as they are.

    Attributes:
        record: ((rows + 1) * 36,) int32, or int64 where 32 bits do not hold everything.
        moves: ((rows + 1) * 36, 4) int32, for each row and throw `BEGINS`, `DELTA`, `NEED`, `AFTER`.
        action: ((rows + 1) * 36,) int64, the chips decided by the throw, in cents.
        exits: (states, 2) int32, for a player who leaves in a state `BEGINS` and `FEE`.
        marks: the numbers.
    """

    record: NDArray[np.signedinteger]
    moves: NDArray[np.int32]
    action: NDArray[np.int64]
    exits: NDArray[np.int32]
    marks: Marks


def lay_out(tables: Tables, terms: Terms) -> Chain:
    """Lay a chain out for the kernels.

    Raises:
        BankcrapsError: the chain is no chain: somebody plays on where nothing is thrown, or leaves and never
            has done; or a throw may change what is owned by more than the kernels hold.
    """
    _check(tables)
    done = tables.delta.shape[0] * SIDES
    ends, gone = tables.row == DONE, tables.need == NO_NEED
    begins = np.where(ends, done, tables.row.astype(np.int64) * SIDES)
    fee = np.where(ends, tables.fee, 0)
    delta = tables.delta.astype(np.int64) + np.where(gone, fee, 0)[tables.next]
    need = np.where(gone, 0, tables.need)
    comfortable = need[need <= max(terms.bankroll // 2, terms.floor)]
    light = max(int(comfortable.max(initial=0)), terms.floor)
    bits = done.bit_length()
    record = delta << (bits + 1) | np.where(need > light, 1 << bits, 0)[tables.next] | begins[tables.next]
    record = np.concatenate((record.ravel(), np.full(SIDES, done)))
    narrow = np.iinfo(np.int32)
    fits = narrow.min <= record.min() and record.max() <= narrow.max
    after = tables.next << STATE | tables.decisions * DECIDED | tables.shooters * ENDED
    moves = np.stack((begins[tables.next], delta, tables.need[tables.next], after), axis=2).reshape(-1, 4)
    still = np.tile((done, 0, NO_NEED, 0), (SIDES, 1))
    return Chain(
        record=record.astype(np.int32 if fits else np.int64),
        moves=np.concatenate((moves, still)).astype(np.int32),
        action=np.concatenate((tables.action.ravel(), np.zeros(SIDES, np.int64))),
        exits=np.stack((begins[tables.leave], fee[tables.leave]), axis=1).astype(np.int32),
        marks=Marks(
            mask=(1 << bits) - 1,
            heavy=1 << bits,
            shift=bits + 1,
            light=light,
            done=done,
            begins=int(begins[0]),
            need=int(tables.need[0]),
        ),
    )


def _check(tables: Tables) -> None:
    """Refuse tables that would lead a kernel outside them, or round for ever."""
    states, rows, changes = tables.row.size, tables.delta.shape[0], (tables.delta, tables.fee)
    inside = (
        tables.row.min() >= DONE
        and tables.row.max() < rows
        and min(tables.next.min(initial=0), tables.leave.min()) >= 0
        and max(tables.next.max(initial=0), tables.leave.max()) < states
    )
    if not inside:
        raise BankcrapsError("the chain's tables point outside themselves")
    if max(tables.decisions.max(initial=0), tables.shooters.max(initial=0)) > 1:
        raise BankcrapsError("a throw decides one round on the line at most, and ends one hand")
    if max(int(np.abs(array.astype(np.int64)).max(initial=0)) for array in changes) >= _MOST_A_THROW:
        raise BankcrapsError(f"a throw changes what is owned by {_MOST_A_THROW:,} units of money or more")
    if ((tables.row == DONE) & (tables.need != NO_NEED) & (tables.need != NEVER)).any():
        raise BankcrapsError("the chain has a state where the system plays on and nothing is thrown")
    if not _settles(tables):
        raise BankcrapsError("the chain has a state where a player who leaves never has done")


def _settles(tables: Tables) -> bool:
    """Whether everybody who leaves can come to a state that is done: found backwards from those that are."""
    settles = tables.row == DONE
    waiting = np.flatnonzero(~settles)
    while waiting.size:
        comes = settles[tables.next[tables.row[waiting]]].any(axis=1)
        if not comes.any():
            break
        settles[waiting[comes]] = True
        waiting = waiting[~comes]
    return bool(settles[tables.leave].all())
