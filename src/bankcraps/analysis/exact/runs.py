"""Runs of throws: what adds to a run, what breaks it, and a chain that remembers the run so far."""

from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.chain.arrays import NO_BELOW, UnitChain
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.chain.stopping import NEED_STOPPED
from bankcraps.analysis.exact.quotient import Quotient

__all__ = ["RunChange", "run_chances", "run_changes", "runs_made", "with_run"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


_DOUBLINGS: Final = 30
"""2 to this power is more throws than any session has that is swept."""


class RunChange(IntEnum):
    """The change of a run by a throw."""

    NOTHING = 0
    ADDS = 1
    BREAKS = 2


def run_changes(units: UnitChain) -> dict[str, Ints]:
    """(posts, 36) the change of each kind of run by each throw, by its name in `Streaks`.

    The kinds are those that systems count in a row (`strategies/rules/triggers.py`). A throw loses or wins
    money as a whole, without commission paid with the bets.
    """
    arrays, states = units.arrays, units.chain.states
    puck = np.array([state.puck for state in states], np.int64)
    plays = np.flatnonzero((arrays.post != ABSORBED) & np.array([not state.left for state in states]))
    fee, was_on = (np.zeros((len(arrays.delta), 1), np.int64) for _ in range(2))
    fee[arrays.post[plays], 0], was_on[arrays.post[plays], 0] = arrays.fee[plays], puck[plays]
    net, ended = arrays.delta - fee, arrays.shooters == 1
    seven_out = (was_on > 0) & ended
    point_made = (was_on > 0) & ~ended & (puck[arrays.next] == 0)
    return {
        "losses": _changes(net < 0, net > 0),
        "wins": _changes(net > 0, net < 0),
        "seven_outs": _changes(seven_out, point_made),
        "points_made": _changes(point_made, seven_out),
    }


def _changes(adds: Bools, breaks: Bools) -> Ints:
    return np.where(
        adds, int(RunChange.ADDS), np.where(breaks, int(RunChange.BREAKS), int(RunChange.NOTHING))
    )


def with_run(quotient: Quotient, length: int) -> Quotient:
    """A chain that remembers the run so far, and in which a player leaves once they have one of `length`.

    It has a copy of each class for each run from 0 to `length - 1`, and one class more, the last, in which
    those with such a run leave.

    Args:
        quotient: the quotient chain, with what each throw does to the run as its labels.
        length: the run, at least 1.
    """
    classes, ways = len(quotient.post), len(quotient.to)
    reached = classes * length
    run = np.repeat(np.arange(length), ways)
    change = np.tile(quotient.label, length)
    after = np.where(change == RunChange.ADDS, run + 1, np.where(change == RunChange.BREAKS, 0, run))
    to = np.where(after == length, reached, np.tile(quotient.to, length) + classes * after)

    def copied(numbers: Ints, apart: int) -> Ints:
        """The numbers of each copy; `ABSORBED` and `NO_BELOW` stay."""
        moved = numbers + apart * np.arange(length).reshape(-1, 1)
        return np.where(numbers < 0, numbers, moved).ravel()

    return Quotient(
        start=quotient.start,
        post=np.append(copied(quotient.post, len(quotient.first) - 1), ABSORBED),
        need=np.append(np.tile(quotient.need, length), NEED_STOPPED),
        leave=np.append(copied(quotient.leave, classes), reached),
        least=np.append(np.tile(quotient.least, length), 0),
        below=np.append(copied(quotient.below, classes), NO_BELOW),
        rows=copied(quotient.rows, classes),
        fee=np.append(np.tile(quotient.fee, length), 0),
        first=np.append(copied(quotient.first[:-1], ways), ways * length),
        to=to,
        delta=np.tile(quotient.delta, length),
        chance=np.tile(quotient.chance, length),
        marks=np.tile(quotient.marks, length),
        label=change,
        sample=np.append(np.tile(quotient.sample, length), quotient.sample[quotient.start]),
    )


def run_chances(quotient: Quotient, lengths: int) -> Floats:
    """(lengths,) the largest chance, over all classes, that a new run comes to 1, 2, ... before it breaks.

    Nobody leaves meanwhile, whatever is owned. Classes of players who no longer play are left out.
    """
    classes, plays = len(quotient.post), quotient.post >= 0
    origin = np.repeat(np.arange(len(quotient.first) - 1), np.diff(quotient.first))
    adds, stays = np.zeros((2, len(quotient.first) - 1, classes))
    for change, into in ((RunChange.ADDS, adds), (RunChange.NOTHING, stays)):
        some = quotient.label == change
        np.add.at(into, (origin[some], quotient.to[some]), quotient.chance[some])
    adds, waits = (np.where(plays[:, None], each[quotient.post], 0.0) for each in (adds, stays))
    for _ in range(_DOUBLINGS):  # sums of powers of `waits`, twice as many each time
        adds, waits = adds + waits @ adds, waits @ waits
    chance, found = np.ones(classes), np.zeros(lengths)
    for length in range(lengths):
        chance = adds @ chance
        found[length] = chance.max(initial=0.0)
    return found


def runs_made(quotient: Quotient, visits: Floats, length: int) -> Floats:
    """(length,) how many runs of 1, 2, ... are made on average, each as a part of a longer one, too.

    Args:
        quotient: the quotient chain.
        visits: of a sweep of `with_run(quotient, length)`.
        length: the length of that run.
    """
    origin = np.repeat(np.arange(len(quotient.first) - 1), np.diff(quotient.first))
    adds = quotient.label == RunChange.ADDS
    of_post = np.bincount(origin[adds], quotient.chance[adds], len(quotient.first) - 1)
    each = np.where(quotient.post >= 0, of_post[quotient.post], 0.0)
    return visits[:-1].reshape(length, -1) @ each
