"""Whole decisions and hands at once: against a random walk, and against sweeps throw by throw."""

from fractions import Fraction

import pytest
from tests.analysis.exact.test_sessions import HOUSE, WIN, as_dict

from bankcraps.analysis.exact import forward, grid
from bankcraps.analysis.exact.leaps import Counts, no_leaps
from bankcraps.analysis.exact.sessions import problem, solve
from bankcraps.analysis.question import ask


def solved(system, house=HOUSE, **asked):
    """A session solved, and how many classes its players leap from."""
    question = ask(house, system, **asked)
    chain = question.chain()
    ready = problem(chain, question.plan.bankroll)
    found = solve(chain, question.plan, extremes=False, ready=ready)
    return found, sum(len(leaps.begins) for leaps in ready.full.leaps.values())


@pytest.mark.parametrize(("bankroll", "goal"), [(1000, None), (150, None), (700, 1000)])
def test_pass_by_decisions_is_a_random_walk(bankroll, goal):
    found, leaps = solved("pass", bankroll=bankroll, goal=goal, decisions=60)
    assert leaps
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
    ("system", "asked", "leaps"),
    [
        ("place_6_8", {"bankroll": 400, "goal": 1600, "floor": 100, "shooters": 20}, 1),
        ("pass_odds_max", {"bankroll": 3500, "shooters": 12}, 1),
        ("when point: place 4 5; when point and place 4 up: hard 8 5", {"bankroll": 90, "decisions": 40}, 3),
        ("when always: field 5; stop after 2 shooters", {"bankroll": 1000, "shooters": 30}, 3),
        ("pass_martingale", {"bankroll": 100, "goal": 120, "decisions": 60}, 0),
        ("when come_out: pass 10; when come_out and ahead 20: pass 20", {"bankroll": 100, "shooters": 9}, 0),
    ],
)
def test_leaps_give_what_single_throws_give(system, asked, leaps, monkeypatch):
    found, from_classes = solved(system, **asked)
    assert from_classes == leaps
    monkeypatch.setattr(grid, "leaps_of", lambda quotient, *_: no_leaps(quotient))
    throws, from_none = solved(system, **asked)
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
        ("pass_odds_max", {"bankroll": 200, "shooters": 400}),
        ("pass_odds_max", {"bankroll": 300, "goal": 4000, "floor": 50, "shooters": 1200}),
        ("when point: hard 8 5", {"bankroll": 90, "decisions": 400}),
        ("pass", {"bankroll": 100, "decisions": 60}),
    ],
)
def test_players_near_to_leaving_are_followed_once(system, asked, monkeypatch):
    """A long session knows the next count by the sum, and is as if they were followed at each count."""
    known = []

    def seen(near, leaps, width):
        known.append(found := Counts.near(near, leaps, width))
        return found

    monkeypatch.setattr(forward, "Counts", type("Seen", (Counts,), {"near": seen}))
    found, _ = solved(system, **asked)
    assert any(near is not None and near.begun.sum() > 0 for near in known)
    many = len(known)
    monkeypatch.setattr(forward, "sums_near", lambda *_: [])
    at_each_count, _ = solved(system, **asked)
    assert len(known) == many
    the_same(found, at_each_count)
