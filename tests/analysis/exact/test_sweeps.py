"""Sweeps of sessions: on a grid, over pairs, by jumps; and the memory and time that they take."""

import os
import pickle
import subprocess
import sys
import threading
from fractions import Fraction

import numpy as np
import pytest
from tests.analysis.exact.test_sessions import HOUSE, WIN, as_dict
from tests.kit.deadline import IN_TIME

from bankcraps import exact, explore
from bankcraps.analysis.chain.arrays import in_units
from bankcraps.analysis.exact import budget, extremes, forward
from bankcraps.analysis.exact.budget import TooLargeError, TooWideError
from bankcraps.analysis.exact.forward import boundary_kernel, no_renewals
from bankcraps.analysis.exact.grid import Grid, full_grid
from bankcraps.analysis.exact.pairs import Pairs, sparse_sweep
from bankcraps.analysis.exact.quotient import FAR, quotient_of
from bankcraps.analysis.exact.sessions import problem, solve
from bankcraps.analysis.question import ask
from bankcraps.errors import BankcrapsError
from bankcraps.strategies.plan import Plan
from bankcraps.support.compiled import STAMP, machine
from bankcraps.support.kept_files import RECENT


@pytest.fixture
def at_once(monkeypatch):
    """The most sweeps that ran at the same time, and the most memory of all of them."""
    lock, now, most = threading.Lock(), [], []
    sweep = Grid.sweep

    def watched(grid, plan):
        found = sweep(grid, plan)
        taken = grid.bytes(found.left.shape[1], plan.limit)
        with lock:
            now.append(taken)
            most.append((len(now), sum(now)))
        threading.Event().wait(0.002)
        with lock:
            now.remove(taken)
        return found

    monkeypatch.setattr(Grid, "sweep", watched)
    monkeypatch.setattr("os.cpu_count", lambda: 8)
    return most


def test_sweeps_for_extremes_share_the_memory_of_one_answer(at_once, monkeypatch):
    asked = HOUSE, "pass_odds_max", 300
    free = exact.session(*asked, throws=40, extremes=True)
    largest = max(taken for many, taken in at_once if many == 1)
    assert max(many for many, _ in at_once) > 3
    assert max(taken for _, taken in at_once) > largest
    at_once.clear()
    monkeypatch.setattr(budget, "MAX_BYTES", largest)
    bound = exact.session(*asked, throws=40, extremes=True)
    assert max(taken for _, taken in at_once) <= largest
    for one, other in ((free.highest, bound.highest), (free.lowest, bound.lowest)):
        assert one.values.tolist() == other.values.tolist()
        assert one.chances.tolist() == other.chances.tolist()


@pytest.mark.parametrize(("share", "threads"), [(1, 1), (3, 1), (4, 2), (8, 4), (1000, 8)])
def test_as_many_threads_as_memory_and_cores_allow(share, threads, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 8)
    assert extremes.threads_for(2 * budget.MAX_BYTES // share) == threads


@pytest.mark.parametrize(("bankroll", "goal"), [(100, 200), (300, 3000), (900, 10_000)])
def test_equations_until_absorption_leave_a_residual_of_rounding_alone(bankroll, goal):
    from bankcraps.analysis.exact.absorption import until_absorption  # noqa: PLC0415

    units = in_units(explore(HOUSE, "pass"), bankroll * 100)
    found = until_absorption(quotient_of(units), units.plan(Plan(bankroll * 100, goal * 100)))
    assert found.bound < 2.0**-53 * 4 * found.visits.sum()


def test_a_grid_need_not_be_as_wide_as_its_estimate(monkeypatch):
    """Big wagers that come seldom widen the estimate too much. What does not fit after all is refused."""
    chain = explore(HOUSE, "when come_out: pass 10; when point 4: hard 4 500")
    plan = Plan(200_000, count=60)
    units = in_units(chain, plan.bankroll)
    grid, asked = full_grid(units), units.plan(plan)
    free = grid.sweep(asked)
    width = free.left.shape[1]
    monkeypatch.setattr(budget, "MAX_BYTES", grid.bytes(width * 3 // 4, plan.count))
    found = grid.sweep(asked)
    assert found.left.shape[1] == width * 3 // 4
    assert found.left.sum(axis=0).tolist() == free.left.sum(axis=0)[: width * 3 // 4].tolist()
    assert (found.ends == free.ends).all()
    monkeypatch.setattr(budget, "MAX_BYTES", grid.bytes(asked.bankroll + width // 9, plan.count))
    with pytest.raises(TooLargeError, match=f"by {width // 2} sums needs"):
        grid.sweep(asked)


def by_jumps(system, house=HOUSE, **asked):
    """A session solved, and how many classes its players jump from."""
    question = ask(house, system, **asked)
    chain = question.chain()
    ready = problem(chain, question.plan.bankroll)
    found = solve(chain, question.plan, extremes=False, ready=ready)
    return found, sum(len(kernel.renewals) for kernel in ready.full.kernels.values())


@pytest.mark.parametrize(("bankroll", "goal"), [(1000, None), (150, None), (700, 1000)])
def test_pass_by_decisions_is_a_random_walk(bankroll, goal):
    found, jumps = by_jumps("pass", bankroll=bankroll, goal=goal, decisions=60)
    assert jumps
    walk, home, top = {bankroll // 10: Fraction(1)}, {}, goal // 10 if goal else 1000
    for left in range(60, -1, -1):
        gone = {m: chance for m, chance in walk.items() if not 0 < m < top or left == 0}
        for m, chance in gone.items():
            home[1000 * m] = home.get(1000 * m, 0) + chance
        stays = {m: chance for m, chance in walk.items() if m not in gone}
        walk = {
            m: stays.get(m - 1, 0) * WIN + stays.get(m + 1, 0) * (1 - WIN)
            for m in {m + by for m in stays for by in (-1, 1)}
        }
    chances = as_dict(found.final)
    assert sum(abs(chances.get(m, 0) - chance) for m, chance in home.items()) <= 2 * found.error_bound


@pytest.mark.parametrize(
    ("system", "asked", "classes"),
    [
        ("place_6_8", {"bankroll": 400, "goal": 1600, "floor": 100, "shooters": 20}, 1),
        ("pass_odds_max", {"bankroll": 3500, "shooters": 12}, 1),
        ("when point: place 4 5; when point and place 4 up: hard 8 5", {"bankroll": 90, "decisions": 40}, 3),
        ("when always: field 5; stop after 2 shooters", {"bankroll": 1000, "shooters": 30}, 3),
        ("pass_martingale", {"bankroll": 100, "goal": 120, "decisions": 60}, 0),
        ("when come_out: pass 10; when come_out and ahead 20: pass 20", {"bankroll": 100, "shooters": 9}, 0),
    ],
)
def test_jumps_give_what_single_throws_give(system, asked, classes, monkeypatch):
    found, from_classes = by_jumps(system, **asked)
    assert from_classes == classes
    monkeypatch.setattr(forward, "renewal_kernel", lambda quotient, *_: no_renewals(quotient))
    throws, from_none = by_jumps(system, **asked)
    assert from_none == 0
    the_same(found, throws)


def the_same(found, throws):
    """Compare a session solved in two ways, the second throw by throw."""
    assert found.error_bound < 3 * throws.error_bound
    one, other = as_dict(found.final), as_dict(throws.final)
    apart = sum(abs(one.get(value, 0) - other.get(value, 0)) for value in one.keys() | other.keys())
    assert apart <= 2 * throws.error_bound
    assert found.ends == pytest.approx(throws.ends, abs=throws.error_bound)
    assert found.throws == pytest.approx(throws.throws, rel=1e-12)
    assert found.cost == pytest.approx(throws.cost, rel=1e-10)
    for when, true in ((found.ruin_when, throws.ruin_when), (found.goal_when, throws.goal_when)):
        assert (when is None) == (true is None)
        if when is not None and true is not None:
            assert as_dict(when) == pytest.approx(as_dict(true), abs=1e-9)


@pytest.mark.parametrize(
    ("system", "asked"),
    [
        ("place_6_8", {"bankroll": 60, "shooters": 100}),
        ("pass_odds_max", {"bankroll": 200, "shooters": 150}),
        ("pass_odds_max", {"bankroll": 300, "goal": 4000, "floor": 50, "shooters": 800}),
        ("when point: hard 8 5", {"bankroll": 90, "decisions": 400}),
        ("pass", {"bankroll": 100, "decisions": 60}),
    ],
)
def test_players_near_to_leaving_are_followed_once(system, asked, monkeypatch):
    """A long session knows the next count by the sum, and is as if they were followed at each count."""
    known = []

    def seen(*given):
        known.append(found := boundary_kernel(*given))
        return found

    monkeypatch.setattr(forward, "boundary_kernel", seen)
    found, _ = by_jumps(system, **asked)
    assert any(kernel is not None and kernel.begun.sum() > 0 for kernel in known)
    many = len(known)
    monkeypatch.setattr(forward, "boundary_sums", lambda *_: [])
    at_each_count, _ = by_jumps(system, **asked)
    assert len(known) == many
    the_same(found, at_each_count)


HALF = "when come_out: pass half"


@pytest.fixture
def no_grid(monkeypatch):
    """Let no grid fit, so that pairs have to do."""

    def refuse(*_):
        raise TooWideError("the grid", 2**40, "no")

    return lambda: monkeypatch.setattr("bankcraps.analysis.exact.solution._on_a_grid", refuse)


def solved(house, system, asked):
    question = ask(house, system, **asked)
    return solve(question.chain(), question.plan, extremes=False)


@pytest.mark.parametrize(
    ("house", "system", "asked"),
    [
        (HOUSE, "three_point_molly", {"bankroll": 200, "throws": 40}),
        (HOUSE, "dont_come_odds_max", {"bankroll": 120, "goal": 160, "throws": 25}),
        ("pennsylvania", "when point: buy 4 20; place 6 12", {"bankroll": 90, "floor": 60, "throws": 30}),
        (HOUSE, "dont_pass", {"bankroll": 60, "throws": 9, "let_it_ride": True}),
        (HOUSE, "pass_martingale", {"bankroll": 200, "goal": 260, "decisions": 6}),
        (
            HOUSE,
            "when come_out: pass 10; when come_out and ahead 20: pass 20",
            {"bankroll": 60, "shooters": 3},
        ),
        (HOUSE, "when come_out: pass 10%; when point: odds 25%", {"bankroll": 50, "throws": 8}),
        (HOUSE, "when always: horn 4; after 2 losses of horn: stop", {"bankroll": 40, "throws": 12}),
        (HOUSE, "when point: place 6 12; after win of place 6: press place 6", {"bankroll": 60, "throws": 6}),
    ],
)
def test_pairs_give_what_a_grid_gives(house, system, asked, no_grid):
    grid = solved(house, system, asked)
    no_grid()
    pairs = solved(house, system, asked)
    the_same(pairs, grid)
    assert pairs.final.quantile(0.3) == grid.final.quantile(0.3)
    assert pairs.throws_sd == (None if grid.throws_sd is None else pytest.approx(grid.throws_sd, rel=1e-9))
    for one, other in zip(pairs.wagers, grid.wagers, strict=True):
        assert one.wager == other.wager
        assert (one.action, one.cost) == pytest.approx((other.action, other.cost), rel=1e-12, abs=1e-9)
    assert pairs.refused == pytest.approx(grid.refused)
    assert pairs.mean_bound is not None
    assert pairs.error_bound < 1e-11


def test_too_many_pairs_are_refused_with_what_would_fit(monkeypatch):
    """A refusal names the grid, the pairs, and the longest session that fits, which is then solved."""
    asked = ask(HOUSE, HALF, 500, throws=12)
    chain = asked.chain()
    monkeypatch.setattr(budget, "MAX_BYTES", 2**18)
    with pytest.raises(
        TooLargeError, match=r"needs .* GB, limit .* and even the pairs .* throws would fit"
    ) as no:
        solve(chain, asked.plan, extremes=False)
    fits = int(str(no.value).split(" throws would fit")[0].rsplit(" ", 1)[1])
    assert 2 < fits < 12
    shorter = ask(HOUSE, HALF, 500, throws=fits)
    assert solve(chain, shorter.plan, extremes=False).ends["limit"] > 0
    with pytest.raises(TooLargeError):
        solve(chain, ask(HOUSE, HALF, 500, throws=fits + 2).plan, extremes=False)


def test_a_few_throws_with_all_the_money_of_the_world():
    """A grid of all sums up to the bankroll has no room."""
    rich, poor = (exact.session(HOUSE, "pass", bankroll, throws=9) for bankroll in (99_999_999_990, 990))
    more = 9_999_999_900_000
    assert {cents - more: chance for cents, chance in as_dict(rich.final).items()} == pytest.approx(
        as_dict(poor.final), rel=1e-12
    )


def test_too_many_additions_are_refused(monkeypatch, no_grid):
    no_grid()
    monkeypatch.setattr(budget, "MAX_STEPS", 10**6)
    with pytest.raises(
        TooLargeError, match=r"pairs .* have [\d,]+ transitions, which need .* additions for 5,000"
    ):
        exact.session(HOUSE, "place_6_8", 500, throws=5000, extremes=False)


def test_a_session_whose_counts_alone_have_no_room_is_refused(monkeypatch):
    monkeypatch.setattr(budget, "MAX_BYTES", 2**20)
    units = in_units(ask(HOUSE, "pass", 100, throws=1).chain(), 10_000)
    plan = ask(HOUSE, "pass", 100, throws=50_000).plan
    with pytest.raises(TooLargeError, match="GB: set a nearer goal, use larger units, or simulate it"):
        sparse_sweep(units, quotient_of(units), units.plan(plan))


@pytest.mark.parametrize(
    ("system", "asked"),
    [
        ("pass_odds_2x", {"bankroll": 300, "throws": 60}),
        ("pass_odds_max", {"bankroll": 300, "throws": 40, "goal": 500, "floor": 100}),
        ("dont_pass", {"bankroll": 100, "throws": 50, "let_it_ride": True}),
        ("iron_cross", {"bankroll": 100, "throws": 80, "goal": 140}),
        ("three_point_molly", {"bankroll": 200, "throws": 30}),
        ("pass", {"bankroll": 60, "decisions": 5, "floor": 30}),
        ("when come_out: pass to reach 60", {"bankroll": 30, "throws": 20, "goal": 60}),
    ],
)
def test_a_short_sweep_gives_the_same_bits_as_python_and_as_machine_code(system, asked, monkeypatch):
    def by(chosen):
        monkeypatch.setattr(forward, "quickest", lambda function, _steps: chosen(function))
        RECENT.forget()
        return exact.session(HOUSE, system, extremes=False, **asked).to_dict(distribution=True)

    assert by(lambda function: function) == by(machine)


@pytest.mark.parametrize(
    ("noted", "throws", "loads"),
    [
        ("", 3000, False),
        ("", 25_000, True),
        (f"{STAMP}\n_passes", 3000, True),
        (f"{STAMP}\n_passes", 100, False),
        (f"{STAMP}\nplay", 3000, False),
        ("another stamp\n_passes", 3000, False),
        (None, 3000, True),
    ],
)
def test_numba_is_loaded_for_as_much_work_as_pays_for_it(noted, throws, loads, tmp_path):
    """To compile takes ten times as long as to load, so a note says what was compiled."""
    if noted is not None:
        (tmp_path / "machine_code").write_text(noted)
    asked = {"bankroll": 300, "throws": throws, "extremes": False}
    program = (
        "import sys; from bankcraps import exact;"
        f"found = exact.session({HOUSE!r}, 'pass_odds_2x', **{asked});"
        "print('numba' in sys.modules, found.ends['ruin'])"
    )
    told = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "BANKCRAPS_CACHE": "" if noted is None else str(tmp_path)},
    )
    found = exact.session(HOUSE, "pass_odds_2x", **asked)
    assert told.stdout == f"{loads} {found.ends['ruin']}\n"
    if noted == "":
        now_noted = (tmp_path / "machine_code").read_text().split()
        assert now_noted == ([STAMP, "_passes", "_settle"] if loads else [])


def test_threads_do_not_load_numba_at_once():
    """Two threads that import it wait for each other for ever."""
    program = (
        "from concurrent.futures import ThreadPoolExecutor;"
        "from bankcraps.support.compiled import load_numba;"
        "pool = ThreadPoolExecutor(8);"
        "found = [pool.submit(load_numba) for _ in range(8)];"
        "print(len({one.result().__version__ for one in found}))"
    )
    asked = f"exact.session({HOUSE!r}, 'pass', bankroll=50, throws=20, drawdown=True).drawdown.mean > 0"
    for lines in (program, f"from bankcraps import exact; print(int({asked}))"):
        told = subprocess.run(
            [sys.executable, "-c", lines], capture_output=True, text=True, check=True, timeout=IN_TIME
        )
        assert told.stdout == "1\n"


def test_sums_that_no_chain_has_are_refused():
    pairs = Pairs(quotient_of(in_units(ask(HOUSE, "pass", 100, throws=1).chain(), 10_000)), 0)
    for owned, said in ((-1, "less than nothing"), (FAR, "use larger units")):
        with pytest.raises(BankcrapsError, match=said):
            pairs.of(np.array([0]), np.array([owned]))


def test_a_grid_without_room_says_so_through_a_pickle():
    error = TooWideError("the grid", 5 * 2**30, "shorten it")
    assert str(error) == "the grid needs 5.0 GB, limit 4 GB: shorten it"
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - its own
    assert (str(again), again.need) == (str(error), error.need)
