"""Kernels and the tables that they read, against a player who reads the chain one line at a time."""

from itertools import product
from unittest import mock

import numpy as np
import pytest
from tests.analysis.simulation.chains import arrays_of, looking, pass_with_odds, random_chain, told
from tests.analysis.simulation.singly import every_walk
from tests.kit.profiles import share

from bankcraps import BankcrapsError
from bankcraps.analysis.chain.arrays import NEED_LEFT, NO_BELOW, NO_LIMIT, UnitPlan
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.chain.stopping import GOAL, LIMIT, NEED_STOPPED, RUIN, STOPPED
from bankcraps.analysis.simulation import metrics as metric
from bankcraps.analysis.simulation.kernels import fast, packing
from bankcraps.analysis.simulation.kernels.packing import NONE, classes_of, pack
from bankcraps.analysis.simulation.metrics import CUT
from bankcraps.analysis.simulation.simulators import play_fast, play_full, trajectories

CHAINS = {
    "pass with odds": pass_with_odds(),
    "3 rows": random_chain(3, seed=1),
    "20 rows, by throws": random_chain(20, seed=5, totals=False),
    "40 rows": random_chain(40, seed=2),
    "200 rows": random_chain(200, seed=6),
    "2000 rows": random_chain(2000, seed=3, totals=False),
    "large changes": random_chain(400, seed=4, most=1_000_000),
}
CHAINS |= {
    "odds by two sums": looking(pass_with_odds(), [70, 110], seed=1),
    "20 rows, by two sums": looking(random_chain(20, seed=5), [90, 105], seed=2),
    "40 rows, by seven sums": looking(random_chain(40, seed=2), range(70, 140, 10), seed=3, part=0.2),
    "200 rows, by three sums": looking(random_chain(200, seed=6), [95, 100, 125], seed=4),
    "40 rows, by many sums": looking(random_chain(40, seed=2), range(60, 140), seed=5),
    "2000 rows, by many sums": looking(random_chain(2000, seed=3, totals=False), range(50, 150), seed=6),
}
PLANS = {
    "a long evening": UnitPlan(100, 500),
    "a short purse": UnitPlan(12, 500),
    "goal and floor": UnitPlan(100, 500, goal=130, floor=80),
    "not whole blocks": UnitPlan(100, 57),
    "one block": UnitPlan(100, 20),
    "a throw more": UnitPlan(100, 21),
    "no throw": UnitPlan(100, 0),
    "nothing brought": UnitPlan(0, 10),
    "goal brought": UnitPlan(100, 10, goal=100),
    "below the floor": UnitPlan(100, 10, floor=101),
    "to the end": UnitPlan(100, NO_LIMIT, goal=200, cap=300),
}
DECIDED = {
    "30 decisions": UnitPlan(100, 30, "decisions"),
    "4 shooters": UnitPlan(100, 4, "shooters", goal=150),
    "cut short": UnitPlan(100, 1000, "shooters", cap=45),
    "cut at once": UnitPlan(100, 10, "decisions", cap=0),
}
FIRST, SESSIONS, SEED = 2**33 - 60, 120, 77


def every_way_to_walk(packed, seed, first, sessions):
    """The sessions in registers, by gathered records and by single ones, on every processor."""
    with every_walk():
        yield play_fast(packed, seed, first, sessions)
        by_records = packed._replace(short=NONE)
        yield play_fast(by_records, seed, first, sessions)
    with mock.patch.object(fast, "HAS_GATHER", new=False):
        yield play_fast(by_records, seed, first, sessions)


def scaled(chain, plan):
    """A plan whose sums are as large in relation to a chain with large changes as to other chains."""
    if np.abs(chain.delta).max() < 1000:
        return plan
    goal = plan.goal if plan.goal > 10**9 else plan.goal * 160_000
    return UnitPlan(plan.bankroll * 160_000, plan.limit, plan.counted, goal, plan.floor * 160_000, plan.cap)


@pytest.mark.parametrize(("name", "plan"), share(sorted(product(CHAINS, PLANS)), 3))
@pytest.mark.some
def test_the_fast_kernel_plays_by_the_contract(name, plan):
    chain = CHAINS[name]
    plan = scaled(chain, PLANS[plan])
    expected = [told(chain, plan, SEED, FIRST + i).metrics[: metric.FAST] for i in range(SESSIONS)]
    for found in every_way_to_walk(pack(chain, plan), SEED, FIRST, SESSIONS):
        assert found.T.tolist() == expected


@pytest.mark.parametrize(("name", "plan"), share(sorted(product(CHAINS, PLANS | DECIDED)), 3))
@pytest.mark.some
def test_the_full_kernel_plays_by_the_contract_and_counts_every_step(name, plan):
    chain = CHAINS[name]
    plan = scaled(chain, (PLANS | DECIDED)[plan])
    found = play_full(pack(chain, plan), SEED, FIRST, SESSIONS)
    stories = [told(chain, plan, SEED, FIRST + i) for i in range(SESSIONS)]
    assert found.metrics.T.tolist() == [story.metrics for story in stories]
    visits, left = np.zeros_like(chain.delta, np.int64), np.zeros(chain.post.size, np.int64)
    for story in stories:
        left[story.left] += 1
        for step, times in story.visits.items():
            visits[step] += times
    assert (found.counts.visits == visits).all()
    assert (found.counts.left == left).all()


def kernels_agree(laid, seed, sessions):
    full = play_full(laid, seed, 0, sessions)
    for found in every_way_to_walk(laid, seed, 0, sessions):
        assert (found == full.metrics[: metric.FAST]).all()
    return full


@pytest.mark.parametrize("rows", [10, 30, 100, 300])
def test_both_kernels_agree_on_many_sessions(rows):
    full = kernels_agree(pack(random_chain(rows, seed=9), UnitPlan(80, 333, goal=140, floor=5)), 5, 10_000)
    assert set(full.metrics[metric.END].tolist()) >= {GOAL, RUIN, LIMIT}


@pytest.mark.parametrize("name", [name for name in CHAINS if "sums" in name])
def test_both_kernels_agree_where_sums_decide(name):
    for plan in (UnitPlan(85, 333, goal=140, floor=5), UnitPlan(100, 61), UnitPlan(5000, 45)):
        kernels_agree(pack(CHAINS[name], plan), 6, 2000)


@pytest.mark.parametrize("bankroll", [100, 2**14, 2**15, 2**16 + 90, 10**6, 2**29])
def test_sums_far_from_all_that_is_owned_decide_the_same(bankroll):
    """In registers a sum is known by 16 bits, as it changes in a block."""
    for sums in ((90, 110), (2**15, 2**16), (10**6 - 10, 10**6 + 5), (2**29, 2**30 - 1)):
        laid = pack(looking(random_chain(10, seed=1, most=126), sums, seed=1), UnitPlan(bankroll, 100))
        assert laid.short.least.size
        kernels_agree(laid, 7, 200)


@pytest.mark.parametrize("change", [-126, 126])
def test_the_largest_changes_of_a_byte_add_up_over_a_block(change):
    chain = random_chain(10, seed=1, most=126)
    need = np.where(chain.need > 0, 1, chain.need)
    always = arrays_of(**(vars(chain) | {"delta": np.full_like(chain.delta, change), "need": need}))
    laid = pack(always, UnitPlan(200_000, 200))
    assert laid.short.entries.size
    for final, lowest, highest, throws, _ in next(every_way_to_walk(laid, 1, 0, 150)).T.tolist():
        assert throws == 200
        assert {lowest, highest} == {200_000, 200_000 + 200 * change}
        assert np.sign(final - 200_000) == np.sign(change)


@pytest.mark.parametrize("room", [0, 20, 2000])
def test_sums_for_which_there_is_no_room_are_decided_all_the_same(room, monkeypatch):
    monkeypatch.setattr(packing, "_MAX_SUMS", room)
    laid = pack(CHAINS["40 rows, by many sums"], PLANS["a long evening"])
    assert laid.by_sum.size <= max(room, laid.by_sum.shape[1])
    kernels_agree(laid, 5, 3000)


def test_a_session_is_the_same_alone_and_in_company():
    chain, plan = CHAINS["40 rows"], UnitPlan(60, 200)
    laid = pack(chain, plan)
    together = play_fast(laid, 3, 1000, 300)
    for i in (0, 1, 63, 64, 127, 128, 299):
        assert (play_fast(laid, 3, 1000 + i, 1)[:, 0] == together[:, i]).all()


@pytest.mark.parametrize("plan", [*PLANS.values(), *DECIDED.values()])
def test_trajectories_are_those_of_the_sessions(plan):
    chain = CHAINS["pass with odds"]
    for first in (0, 5, 2**40):
        found = trajectories(pack(chain, plan), SEED, first, 3)
        assert [path.tolist() for path in found] == [
            told(chain, plan, SEED, first + i).owned for i in range(3)
        ]


def test_records_that_do_not_fit_in_32_bits_take_64():
    kinds = [pack(CHAINS[name], UnitPlan(100, 100)).record.dtype for name in ("40 rows", "large changes")]
    assert kinds == [np.int32, np.int64]


def test_more_than_the_kernels_hold_is_said():
    chain = CHAINS["large changes"]
    won = type(chain)(**(vars(chain) | {"delta": np.abs(chain.delta), "need": np.minimum(chain.need, 1)}))
    for kernel in (play_fast, play_full):
        with pytest.raises(BankcrapsError, match=r"1,073,741,824 units"):
            kernel(pack(won, UnitPlan(2**30 - 1, 50)), 1, 0, 10)


def test_a_long_session_cut_short_says_so_and_nobody_to_play_is_no_trouble():
    chain = pack(CHAINS["pass with odds"], UnitPlan(10_000, NO_LIMIT, cap=40))
    assert set(play_fast(chain, 1, 0, 50)[metric.END].tolist()) == {CUT}
    assert play_fast(chain, 1, 0, 0).shape == (metric.FAST, 0)
    assert play_full(chain, 1, 0, 0).counts.visits.sum() == 0


def test_a_system_that_never_bets_stops_at_once():
    states, none = np.array([ABSORBED, ABSORBED]), np.zeros((0, 36))
    chain = arrays_of(
        post=states,
        fee=np.array([0, -3]),
        need=np.array([NEED_STOPPED, NEED_LEFT]),
        leave=np.array([1, 1]),
        delta=none,
        next=none,
        decisions=none,
        shooters=none,
    )
    plan = UnitPlan(10, 100)
    laid = pack(chain, plan)
    assert play_fast(laid, 1, 0, 2).T.tolist() == [[7, 10, 10, 0, STOPPED]] * 2
    assert play_full(laid, 1, 0, 2).metrics.T.tolist() == [[7, 10, 10, 0, STOPPED, 0, 0, 0, 0, 0, 0]] * 2


PLAN = UnitPlan(100, 500)


@pytest.mark.parametrize(
    ("chain", "plan"),
    [
        (random_chain(256, seed=1), PLAN),  # too many rows
        (random_chain(240, seed=1), PLAN),  # too many tables
        (random_chain(100, seed=1, totals=False), PLAN),  # too many columns
        (random_chain(128, seed=1), UnitPlan(10, 500)),  # a mark, and no bit for it
        (random_chain(10, seed=1, most=128), PLAN),  # a change of more than a byte
    ],
)
def test_a_chain_that_does_not_fit_has_no_tables(chain, plan):
    assert pack(chain, plan).short is NONE


TO_GOAL = UnitPlan(100, 300, goal=160)


def doubled(chain):
    """The same chain with every row and state twice, and the way to one of the two by chance."""
    rows, states = len(chain.delta), len(chain.post)
    coin = np.random.default_rng(1).integers(0, 2, (2 * rows, 36))
    twice = {name: np.concatenate((array, array)) for name, array in vars(chain).items() if name != "unit"}
    post = np.concatenate((chain.post, np.where(chain.post == ABSORBED, ABSORBED, chain.post + rows)))
    leave = np.concatenate((chain.leave, chain.leave + states))
    return arrays_of(**twice | {"post": post, "leave": leave, "next": twice["next"] + states * coin})


@pytest.mark.parametrize(
    ("chain", "shape"),
    [
        (pass_with_odds(), (1, 2, 128)),
        (random_chain(127, seed=1), (12, 2, 128)),
        (random_chain(200, seed=2), (20, 2, 128)),
    ],
)
def test_a_doubled_chain_has_the_classes_of_the_chain_and_its_sessions(chain, shape):
    packed, alone = pack(doubled(chain), TO_GOAL), pack(chain, TO_GOAL)
    assert packed.record.size == 2 * alone.record.size - 36
    assert packed.short.entries.shape == shape
    assert packed.short.begins.size == len(chain.delta) + 1
    found = play_fast(packed, 4, 0, 500)
    assert (found == play_fast(alone._replace(short=NONE), 4, 0, 500)).all()


def twins():
    """Two copies of pass with odds, side by side, and a last state in which a player leaves and pays one."""
    one = pass_with_odds()
    both = doubled(one)
    last = {"post": ABSORBED, "fee": -1, "need": NEED_LEFT, "leave": 52, "least": 0, "below": NO_BELOW}
    states = {name: np.append(getattr(both, name), value) for name, value in last.items()}
    apart = np.concatenate((one.next, one.next + len(one.post)))
    arrays = vars(both) | states | {"next": apart}
    return {name: array for name, array in arrays.items() if name != "unit"}


@pytest.mark.parametrize(
    ("field", "place", "value"),
    [
        ("delta", (13 + 8, 0), -2),  # a throw costs more
        ("need", 26 + 2, 6),  # some bets take more
        ("fee", 26 + 1, 1),  # the end pays
        ("leave", 26, 52),  # a player who leaves at the come-out pays
    ],
)
def test_rows_that_differ_far_away_are_not_alike(field, place, value):
    def classes(arrays):
        return pack(arrays_of(**arrays), TO_GOAL).short.row

    arrays = twins()
    assert classes(arrays)[0] == classes(arrays)[13]
    array = arrays[field].copy()
    array[place] = value
    found = classes(arrays | {field: array})
    assert found[0] != found[13]


def test_rows_are_told_apart_by_what_follows():
    """Of a walk of five steps only the last is marked, so each has its own distance from it."""
    far = np.array([[0], [0], [0], [0], [1]]), np.array([[1], [2], [3], [4], [4]])
    for marks, following in (far, (np.arange(5).reshape(-1, 1), np.zeros((5, 1), int))):
        assert len(set(classes_of(marks, following, 5).tolist())) == 5
        assert classes_of(marks, following, 4) is None


@pytest.mark.parametrize("field", ["bankroll", "limit", "floor", "cap"])
@pytest.mark.parametrize("value", [-1, 2**30])
def test_plans_are_looked_over(field, value):
    with pytest.raises(BankcrapsError, match=field):
        pack(pass_with_odds(), UnitPlan(**({"bankroll": 1, "limit": 1} | {field: value})))
