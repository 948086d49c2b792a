"""The longest runs of a session, against fractions, closed forms and simulation."""

from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest
from tests.analysis.exact.test_sessions import as_dict

from bankcraps import exact, simulate
from bankcraps.analysis.chain.model import WAYS
from bankcraps.analysis.chain.stopping import NEED_STOPPED, NO_GOAL, PLAYS, stopping_reason
from bankcraps.analysis.exact import streaks as solving
from bankcraps.analysis.exact.budget import TooLargeError
from bankcraps.analysis.question import ask
from bankcraps.errors import BankcrapsError

HOUSE = "three_four_five"
CRAPLESS = "examples/houses/crapless.toml"
COIN = "when always: field 10; hop 2-3 5"
"""It wins on the 16 throws of the field and the 2 of the hop: on half of all throws."""


def streaks(house, system, bankroll, goal=None, floor=0, **length):
    found = exact.session(house, system, bankroll, goal, floor, extremes=False, streaks=True, **length)
    assert found.streaks is not None
    return found.streaks


def at_least(longest, run):
    return longest.p_above(run - 1)


@pytest.mark.parametrize(
    ("house", "system", "throws", "bankroll"),
    [
        (HOUSE, "when come_out: pass 10; when point: odds 20", 8, 50),
        (HOUSE, "when come_out: dont_pass 10; when point: place 6 12", 7, 60),
        ("classic", "when always: buy 4 20", 5, 90),
        (HOUSE, "when come_out: pass 10; when behind 10: field 10", 5, 100),
        (CRAPLESS, "when come_out: pass 10; any_seven 2", 6, 40),
    ],
)
def test_they_are_what_a_system_counts(house, system, throws, bankroll):
    """A system that stops at a run stops as often as there is one, by its own count, in fractions."""
    found = streaks(house, system, bankroll, throws=throws)
    said = {"losses": "{} losses", "wins": "{} wins", "seven_outs": "{} seven_outs in a row"}
    said["points_made"] = "{} points made"
    for kind, longest in found.each().items():
        for run in (2, 3):
            stops = f"{system}; after {said[kind].format(run)}: stop"
            counted = exact.fractions(house, stops, bankroll, throws=throws).ends.get("stopped", 0)
            assert at_least(longest, run) == pytest.approx(float(counted), abs=1e-12), (kind, run)


def followed(asked, sign):
    """The chance of each longest run of throws that lose (-1) or win (1), by every path, in fractions."""
    chain, plan = asked.chain(), asked.plan
    goal = NO_GOAL if plan.goal is None else plan.goal
    now, longest = {(0, plan.bankroll, 0, 0): Fraction(1)}, defaultdict(Fraction)
    for more in range(plan.count, -1, -1):
        after = defaultdict(Fraction)
        for (number, owned, run, most), chance in now.items():
            state = chain.states[number]
            need = NEED_STOPPED if state.stops else state.need
            if stopping_reason(owned, goal, plan.floor, need, more) != PLAYS:
                longest[most] += chance
                continue
            for transition, ways in zip(chain.transitions[state.post], WAYS, strict=True):
                net = sign * transition.delta
                longer = run + 1 if net > 0 else 0 if net < 0 else run
                place = transition.to, owned + state.fee + transition.delta, longer, max(most, longer)
                after[place] += chance * Fraction(ways, 36)
        now = after
    return longest


@pytest.mark.parametrize(
    ("system", "asked"),
    [
        ("pass_odds_2x", {"bankroll": 60, "goal": 90, "throws": 9}),
        ("place_6_8", {"bankroll": 60, "floor": 40, "throws": 9}),
        ("when always: field 10; after 2 losses of field: stop", {"bankroll": 500, "throws": 9}),
    ],
)
def test_they_are_what_every_path_has(system, asked):
    found = streaks(HOUSE, system, **asked)
    for longest, sign in ((found.losses, -1), (found.wins, 1)):
        expected = followed(ask(HOUSE, system, **asked), sign)
        assert as_dict(longest) == pytest.approx({run: float(chance) for run, chance in expected.items()})
        assert longest.mean == pytest.approx(float(sum(run * chance for run, chance in expected.items())))


HEADS = (1023, 880, 520, 251, 112, 48, 20, 8, 3, 1)
"""Of the 1,024 sequences of ten tosses, those with a run of at least 1, 2, ... heads: OEIS A050227."""


def test_runs_of_heads_have_published_chances():
    """The constants for runs of three in many tosses are in Feller (1968), XIII.7."""
    found = streaks("classic", COIN, 10_000, throws=10)
    for longest in (found.losses, found.wins):
        chances = [1024 * at_least(longest, run) for run in range(1, 11)]
        assert chances == pytest.approx(HEADS, abs=1e-9)
    longer = streaks("classic", COIN, 10_000, throws=40).wins
    assert 1 - at_least(longer, 3) == pytest.approx(1.23683983 * 1.08737802**-41, rel=1e-6)


@pytest.mark.parametrize("unit", ["decisions", "shooters"])
def test_sessions_of_decisions_and_shooters(unit):
    """A shooter sevens out with no point made with a chance of 295/495; a pass wager loses with 251/495."""
    found = streaks(HOUSE, "pass", 1000, **{unit: 5})
    if unit == "decisions":
        assert at_least(found.losses, 5) == pytest.approx(float(Fraction(251, 495) ** 5))
        assert at_least(found.wins, 5) == pytest.approx(float(Fraction(244, 495) ** 5))
        return
    made = Fraction(67, 165)
    """The chance that an established point is made: 2/3 of 6/24 on 4 and 10, and so on."""
    assert at_least(found.seven_outs, 5) == pytest.approx(float((1 - made) ** 4))
    assert 1 - at_least(found.points_made, 3) == pytest.approx(float((1 - made**3) ** 5))


def test_a_session_until_ruin_or_a_goal():
    """From one unit to three: nobody wins twice in a row but at the goal, or loses so but in ruin."""
    found = streaks(HOUSE, "pass", 10, 30, until_settled=True)
    win, lose = Fraction(244, 495), Fraction(251, 495)
    around = win * lose
    assert at_least(found.wins, 2) == pytest.approx(float(win**2 / (1 - around)))
    assert at_least(found.losses, 2) == pytest.approx(float(around * lose / (1 - around)))


def test_simulated_sessions_have_as_long_runs():
    """A pass wager alone decides a round and its money at once, so runs of rounds are runs of losses."""
    asked = {"bankroll": 60, "throws": 60}
    longest = streaks(HOUSE, "pass", **asked).losses
    played = simulate(HOUSE, "pass", sessions=8_000, seed=2, **asked).metrics["streak"]
    assert abs(longest.mean - played.mean) < 4 * longest.sd / 8_000**0.5
    for run in (2, 3, 4, 6):
        chance = at_least(longest, run)
        assert abs(at_least(played, run) - chance) < 4 * (chance * (1 - chance) / 8_000) ** 0.5
    stops = "when come_out: pass 10; after 3 seven_outs in a row: stop"
    many = simulate(HOUSE, stops, bankroll=2000, throws=60, sessions=8_000, seed=3).ends["stopped"]
    chance = at_least(streaks(HOUSE, "pass", 2000, throws=60).seven_outs, 3)
    assert abs(many - chance) < 4 * (chance * (1 - chance) / 8_000) ** 0.5


def test_where_they_are_not_solved(monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.exact.streaks.PATIENT_ADDITIONS", 1e6)
    with pytest.raises(BankcrapsError, match=r"additions to solve, limit 1e\+06: leave `streaks` out"):
        exact.session(HOUSE, "pass", 50, throws=60, streaks=True)
    monkeypatch.setattr("bankcraps.analysis.exact.streaks.with_a_length", lambda *_: None)
    with pytest.raises(BankcrapsError, match="session that can last so long: give it a length"):
        exact.session(HOUSE, "pass", 50, 100, streaks=True)


@pytest.mark.parametrize(
    ("system", "bankroll", "throws"),
    [("pass_odds_2x", 120, 80), ("iron_cross", 150, 60), ("place_6_8", 60, 90)],
)
def test_rare_runs_by_one_sweep_are_those_of_a_sweep_each(monkeypatch, system, bankroll, throws):
    """Hardly anybody makes two rare runs, so their mean number is the chance of one."""
    quick = streaks(HOUSE, system, bankroll, throws=throws)
    monkeypatch.setattr(solving, "_tail_of", lambda *_: solving.Tail(np.zeros(0)))
    slow = streaks(HOUSE, system, bankroll, throws=throws)
    for kind, longest in quick.each().items():
        other = slow.each()[kind]
        assert len(longest.values) >= len(other.values) - 1
        for run in range(1, int(other.values[-1]) + 2):
            assert at_least(longest, run) == pytest.approx(at_least(other, run), abs=2e-13), (kind, run)


def test_the_sweeps_are_counted_before_the_first_one(monkeypatch):
    monkeypatch.setattr(solving, "_longest", lambda *_: pytest.fail("swept"))
    with pytest.raises(TooLargeError, match=r"the streaks need about \de\+12 additions to solve"):
        streaks(HOUSE, "three_point_molly", 1000, throws=600)
