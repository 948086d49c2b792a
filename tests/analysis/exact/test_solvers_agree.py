"""The solver in fractions and those in floats on one chain: it is exact, and they state their errors."""

from fractions import Fraction

import pytest

from bankcraps.analysis.chain.model import ABSORBED, WAYS
from bankcraps.analysis.chain.stopping import ENDS, NO_GOAL, PLAYS, stopping_reason
from bankcraps.analysis.exact.sessions import solve
from bankcraps.analysis.question import ask
from bankcraps.house_edge.absorbing_chain import visits

HOUSE = "three_four_five"


def in_fractions(asked, throws=None):
    """Chances of each end, and expected throws, from states with sums as states of a plain chain."""
    chain, plan = asked.chain(), asked.plan
    goal = plan.goal if plan.goal is not None else NO_GOAL
    numbers, rows, ends = {}, [], []

    def number(state, owned, left):
        key = (state, owned, left)
        if key not in numbers:
            numbers[key] = len(rows)
            rows.append({})
            ends.append(PLAYS)
            waiting.append(key)
        return numbers[key]

    waiting = []
    number(0, plan.bankroll, throws)
    for state, owned, left in waiting:
        at, here = numbers[state, owned, left], chain.states[state]
        ends[at] = stopping_reason(owned, goal, plan.floor, here.need, 1 if left is None else left)
        if ends[at] != PLAYS or here.post == ABSORBED:
            continue
        for transition, ways in zip(chain.transitions[here.post], WAYS, strict=True):
            after = number(
                transition.to, owned + here.fee + transition.delta, None if left is None else left - 1
            )
            rows[at][after] = rows[at].get(after, Fraction(0)) + Fraction(ways, 36)
    found = visits(rows, {0: Fraction(1)})
    shares = {
        name: sum(v for v, e in zip(found, ends, strict=True) if e == end) for end, name in enumerate(ENDS)
    }
    return shares, sum(v for v, e in zip(found, ends, strict=True) if e == PLAYS)


@pytest.mark.parametrize(
    ("name", "bankroll", "goal"),
    [("pass", 30, 60), ("dont_pass", 20, 40), ("field", 30, 50), ("pass_odds_max", 60, 90)],
)
def test_until_the_goal_or_ruin(name, bankroll, goal):
    asked = ask(HOUSE, name, bankroll, goal)
    shares, throws = in_fractions(asked)
    solved = solve(asked.chain(), asked.plan)
    assert sum(shares.values()) == 1
    for end, chance in solved.ends.items():
        assert abs(Fraction(chance) - shares[end]) <= solved.error_bound + 1e-15
    assert solved.throws == pytest.approx(float(throws), rel=1e-12)


@pytest.mark.parametrize("name", ["pass_odds_max", "place_6_8", "dont_pass_odds_1x"])
def test_so_many_throws(name):
    asked = ask(HOUSE, name, 80, 140, throws=9)
    shares, throws = in_fractions(asked, 9)
    solved = solve(asked.chain(), asked.plan)
    assert sum(shares.values()) == 1
    for end, chance in solved.ends.items():
        assert abs(Fraction(chance) - shares[end]) <= solved.error_bound
    assert solved.throws == pytest.approx(float(throws), rel=1e-13)
