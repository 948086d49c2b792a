"""The memory and time that an answer may take, and the errors for answers that take more."""

import threading

import pytest

from bankcraps import exact, explore
from bankcraps.analysis.chain.arrays import in_units
from bankcraps.analysis.exact import budget, extremes
from bankcraps.analysis.exact.budget import TooLargeError
from bankcraps.analysis.exact.grid import Grid, full_grid, money_grid
from bankcraps.analysis.exact.quotient import quotient_of
from bankcraps.strategies.plan import Plan

HOUSE = "three_four_five"


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


def solved():
    return exact.session(HOUSE, "pass_odds_max", 300, throws=40, extremes=True)


def test_sweeps_for_extremes_share_the_memory_of_one_answer(at_once, monkeypatch):
    free = solved()
    largest = max(taken for many, taken in at_once if many == 1)
    assert max(many for many, _ in at_once) > 3
    assert max(taken for _, taken in at_once) > largest
    at_once.clear()
    monkeypatch.setattr(budget, "MAX_BYTES", largest)
    bound = solved()
    assert max(taken for _, taken in at_once) <= largest
    for one, other in ((free.highest, bound.highest), (free.lowest, bound.lowest)):
        assert one.values.tolist() == other.values.tolist()
        assert one.chances.tolist() == other.chances.tolist()


@pytest.mark.parametrize(("share", "threads"), [(1, 1), (3, 1), (4, 2), (8, 4), (1000, 8)])
def test_as_many_threads_as_memory_and_cores_allow(share, threads, monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 8)
    assert extremes.threads_for(2 * budget.MAX_BYTES // share) == threads


def test_a_sweep_too_long_says_what_would_fit(monkeypatch):
    monkeypatch.setattr(budget, "MAX_ADDITIONS", 1e6)
    units = in_units(explore(HOUSE, "pass"), 10_000)
    with pytest.raises(TooLargeError, match=r"throws need about .* to solve, limit .* throws would fit"):
        money_grid(units, "throws").sweep(units.plan(Plan(10_000, count=50_000)))


@pytest.mark.parametrize(("bankroll", "goal"), [(100, 200), (300, 3000), (900, 10_000)])
def test_equations_until_absorption_leave_a_residual_of_rounding_alone(bankroll, goal):
    from bankcraps.analysis.exact.absorption import until_absorption  # noqa: PLC0415

    units = in_units(explore(HOUSE, "pass"), bankroll * 100)
    found = until_absorption(quotient_of(units), units.plan(Plan(bankroll * 100, goal * 100)))
    assert found.residual < 2.0**-53 * 4 * found.visits.sum()


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
