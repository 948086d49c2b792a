"""Chains of the engine or by chance, and a player who reads them one line at a time."""

from dataclasses import dataclass

import numpy as np

from bankcraps import explore
from bankcraps.analysis.chain.arrays import NEED_LEFT, NO_BELOW, NO_LIMIT, ChainArrays, in_units
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.chain.stopping import NEED_STOPPED, PLAYS, stopping_reason
from bankcraps.analysis.simulation import streams
from bankcraps.analysis.simulation.metrics import CUT

TOTALS = np.add.outer(np.arange(1, 7), np.arange(1, 7)).ravel()


def pass_with_odds():
    """The pass line with 3-4-5 odds, in flats: 13 rows and 26 states.

    State 0 is a come-out, and state 1 a player who has left it; then, for each point, one before the odds are
    laid. Row 0 is the come-out, then flat and odds by point, then flats alone of players who have left.
    """
    return in_units(explore("three_four_five", "pass_odds_max"), 10_000).arrays


def random_chain(rows, seed, *, most=6, totals=True):
    """A chain of this many rows that goes anywhere and loses a little, with every oddity of real chains.

    Some states need more than others, in some the system stops, some share a row. A player who leaves
    is done at once and pays a fee, or waits for a seven in the last row.
    """
    dice = np.random.default_rng(seed)
    playing = rows - 1
    states = playing + playing // 3 + 1
    waits, done, pays = states, states + 1, states + 2
    row = np.concatenate(
        (np.arange(playing), dice.integers(0, playing, states - playing), [playing, ABSORBED, ABSORBED])
    )
    need = np.concatenate((dice.integers(0, 5 * most, states), np.full(3, NEED_LEFT)))
    need[0] = 1
    stops = 1 + np.flatnonzero(dice.random(states - 1) < 1 / 400)
    need[stops] = NEED_STOPPED
    fee = np.zeros(states + 3)
    fee[pays] = -1
    leave = np.concatenate((dice.choice([waits, done, pays], states), [waits, done, pays]))
    kinds, kind = (11, TOTALS - 2) if totals else (36, np.arange(36))
    following = dice.integers(0, states, (rows, kinds))[:, kind]
    delta = dice.integers(-most, most + 1, (rows, kinds))[:, kind]
    delta[:, 5] -= 1
    following[-1] = np.where(TOTALS == 7, pays, np.where(TOTALS == 2, done, waits))
    decisions = dice.random((rows, 36)) < 0.3
    shooters = decisions & (dice.random((rows, 36)) < 0.4)
    return arrays_of(
        post=row,
        fee=fee,
        need=need,
        leave=leave,
        delta=delta,
        next=following,
        decisions=decisions,
        shooters=shooters,
        action=dice.integers(0, 10**10, (rows, 36)),
    )


def looking(chain, thresholds, seed, *, part=0.5):
    """The same chain for a player who decides otherwise in a part of the states, with sums from these up."""
    dice, playing = np.random.default_rng(seed), np.flatnonzero(chain.need != NEED_LEFT)
    parts = {
        name: list(array) for name, array in vars(chain).items() if name in {"post", "fee", "need", "leave"}
    }
    least, below = [0] * chain.post.size, [NO_BELOW] * chain.post.size
    for state in playing[dice.random(playing.size) < part].tolist():
        cuts = sorted(dice.choice(thresholds, dice.integers(1, min(4, len(thresholds)) + 1), replace=False))
        least[state], below[state] = cuts[-1], len(least)
        for cut in [*cuts[-2::-1], 0]:
            like = dice.choice(playing)
            for name, array in parts.items():
                array.append(array[like] if name != "leave" else array[state])
            least.append(cut)
            below.append(len(least) if cut else NO_BELOW)
    other = {name: np.array(array) for name, array in parts.items()}
    return arrays_of(**(vars(chain) | other | {"least": np.array(least), "below": np.array(below)}))


def arrays_of(**arrays):
    """Chain arrays of the right types."""
    kinds = {"decisions": np.uint8, "shooters": np.uint8, "action": np.int64}
    plain = {"least": np.zeros(arrays["post"].shape), "below": np.full(arrays["post"].shape, NO_BELOW)}
    arrays = {"action": np.zeros(arrays["delta"].shape)} | plain | arrays
    arrays = {name: array for name, array in arrays.items() if name != "unit"}
    return ChainArrays(
        unit=100, **{name: array.astype(kinds.get(name, np.int32)) for name, array in arrays.items()}
    )


@dataclass
class Story:
    """A session told."""

    metrics: list[int]
    owned: list[int]
    visits: dict[tuple[int, int], int]
    left: int


def decided(chain, state, owned):
    """The state of a row that decides for a player who owns so much; below nothing, the last one."""
    while owned < chain.least[state] and chain.below[state] != NO_BELOW:
        state = int(chain.below[state])
    return state


def told(chain, plan, seed, session):
    """A session by the contract of `ChainArrays` and of leaving, with nothing clever about it."""
    dice = streams.thrown(seed, session)
    owned, visits, state = [plan.bankroll], {}, decided(chain, 0, plan.bankroll)
    counted = {"throws": 0, "decisions": 0, "shooters": 0}
    marks, run, streak, action = plan.bankroll, 0, 0, 0
    capped = plan.counted != "throws" or plan.limit == NO_LIMIT
    while True:
        left = plan.limit - counted[plan.counted]
        why = stopping_reason(owned[-1], plan.goal, plan.floor, int(chain.need[state]), left)
        if why == PLAYS and capped and counted["throws"] >= plan.cap:
            why = CUT
        if why != PLAYS:
            break
        row, throw = int(chain.post[state]), next(dice)
        visits[row, throw] = visits.get((row, throw), 0) + 1
        action += int(chain.action[row, throw])
        owned.append(owned[-1] + int(chain.delta[row, throw]))
        counted["throws"] += 1
        counted["decisions"] += int(chain.decisions[row, throw])
        counted["shooters"] += int(chain.shooters[row, throw])
        if chain.decisions[row, throw]:
            run = run + 1 if owned[-1] < marks else 0
            streak, marks = max(streak, run), owned[-1]
        state = decided(chain, int(chain.next[row, throw]), owned[-1])
    leaving, state, final = state, int(chain.leave[state]), owned[-1]
    while chain.post[state] != ABSORBED:
        row, throw = int(chain.post[state]), next(dice)
        visits[row, throw] = visits.get((row, throw), 0) + 1
        action += int(chain.action[row, throw])
        final += int(chain.delta[row, throw])
        state = int(chain.next[row, throw])
    final += int(chain.fee[state])
    drawdown = max(int(peak) - now for peak, now in zip(np.maximum.accumulate(owned), owned, strict=True))
    under = sum(now < plan.bankroll for now in owned)
    metrics = [final, min(owned), max(owned), counted["throws"], why, drawdown, streak, under]
    return Story([*metrics, counted["decisions"], counted["shooters"], action], owned, visits, leaving)
