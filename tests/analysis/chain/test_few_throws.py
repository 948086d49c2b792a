"""Short sessions of systems that bet shares: followed throw by throw, or counted and refused before that."""

import re

import pytest
from tests.analysis.exact.test_sessions import as_dict

from bankcraps import exact
from bankcraps.analysis.chain import ceiling
from bankcraps.analysis.chain.ceiling import ShareCount
from bankcraps.analysis.chain.exploration import ChainError, explore
from bankcraps.analysis.question import Question, ask, scope_of
from bankcraps.analysis.simulation.simulate import simulate
from bankcraps.strategies.plan import Plan

HOUSE = "three_four_five"
HALF = "when come_out: pass half"


@pytest.mark.parametrize(
    ("system", "bankroll", "goal", "throws"),
    [
        ("when come_out: pass 10%", 50, None, 7),
        ("when come_out: pass half; when point: odds 25%", 8, None, 5),
        ("when come_out: pass 20%; when point: place 6 12; when behind 20: stop", 40, 60, 6),
        ("when come_out: dont_pass half of winnings; when always: field 2", 4, None, 4),
    ],
)
def test_sums_followed_throw_by_throw_give_the_same_session(monkeypatch, system, bankroll, goal, throws):
    """As all sums up to a ceiling do, and as every path does in fractions."""
    soon = exact.session(HOUSE, system, bankroll, goal, throws=throws)
    assert ask(HOUSE, system, bankroll, goal, throws=throws).chain().ceiling in (None, goal and 100 * goal)
    by_path = exact.fractions(HOUSE, system, bankroll, goal, throws=throws)
    monkeypatch.setattr(Question, "_few_throws", lambda _: False)
    ever = exact.session(HOUSE, system, bankroll, goal, throws=throws)
    for other in (ever, by_path):
        ends = {end: float(other.ends.get(end, 0)) for end in soon.ends}
        assert soon.ends == pytest.approx(ends, abs=1e-11)
    assert as_dict(soon.final) == pytest.approx(as_dict(ever.final), abs=1e-11)
    assert soon.cost == pytest.approx(ever.cost)
    if soon.highest is not None and ever.highest is not None:
        assert as_dict(soon.highest) == pytest.approx(as_dict(ever.highest), abs=1e-11)


def test_a_chain_of_few_throws_is_small_and_played_alike():
    """500 dollars, half of them: of all sums up to 30,000 only few come up within ten throws."""
    found, played = (solve(HOUSE, HALF, 500, throws=10) for solve in (exact.session, simulate))
    assert len(ask(HOUSE, HALF, 500, throws=10).chain().states) < 2500
    assert abs(found.p_ahead - played.p_ahead) < 4 * played.error(found.p_ahead)
    assert abs(found.final.mean - played.final.mean) < 4 * played.mean_error
    assert found.final.mean == pytest.approx(50_000 - found.cost)
    assert not played.note


def test_a_session_with_too_many_bets_is_refused_before_it_is_explored(monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.chain.by_sums.WalkBySums.run", lambda _: pytest.fail("explored"))
    for length, fits in (({"throws": 40}, "24 throws, "), ({"decisions": 30}, ""), ({"goal": 100_000}, "")):
        with pytest.raises(ChainError) as refused:
            ask(HOUSE, HALF, 500, **length).chain()
        words = refused.value.why
        assert re.search(
            r"makes \d,\d{3} different bets or more with sums up to [\d.]+, and each bet has 12", words
        )
        assert "117,876 states, limit 60,000; " + fits + "a smaller share" in words


@pytest.mark.parametrize("throws", [4, 8])
def test_the_count_is_what_the_walk_finds(throws):
    """Each bet that is counted stands on a point, with a player who stays and with one who has left."""
    asked = ask(HOUSE, HALF, 500, throws=throws)
    counted = ShareCount.of(asked.book, asked.system, asked.limits, asked.chip, asked.plan.bankroll)
    bets = counted.within(throws + 1, None)
    chain = explore(scope_of(asked, throws=throws))
    on_points = {state.wagers for state in chain.states if state.puck}
    assert bets.all_
    assert bets.many == len({wagers[0][1] for wagers in on_points})
    assert len([state for state in chain.states if state.puck]) == bets.many * counted.each


@pytest.mark.parametrize(
    "system",
    [
        "when come_out: pass half; when point: odds half",
        "when ahead 10: pass half",
        "when come_out: pass half; stop after losing 50",
        "when come_out: pass half; field 5",
        "when come_out: pass half; when point: stop",
        "when come_out: pass half of winnings",
        "when come_out: field half",
    ],
)
def test_only_what_is_known_is_counted(system):
    asked = ask(HOUSE, HALF, 500, throws=4)
    policy = ask(HOUSE, system, 500, throws=4, one_bankroll=True).system
    found = ShareCount.of(asked.book, policy, asked.limits, asked.chip, asked.plan.bankroll)
    assert (found is not None) == ("stop after" in system)


def test_counting_comes_to_an_end(monkeypatch):
    monkeypatch.setattr(ceiling, "_MOST_SUMS", 50)
    asked = ask(HOUSE, HALF, 500, throws=4)
    counted = ShareCount.of(asked.book, asked.system, asked.limits, asked.chip, asked.plan.bankroll)
    assert not counted.within(None, None).all_
    assert counted.by_throws(asked.system, Plan(asked.plan.bankroll, count=4))
