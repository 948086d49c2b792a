"""The best play against what is known of it: closed forms, bold play, and the losses of systems beside it."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from tests.kit.profiles import share

from bankcraps import BankcrapsError, best, exact
from bankcraps.strategies.chart import Bet

P = Fraction(244, 495)
Q = 1 - P


def test_bold_play_is_best_on_the_line_alone():
    """Dubins and Savage, How to Gamble If You Must, 1965: in a subfair game nothing beats bold play."""
    half = best("nsw", 50, 100, "pass", limits="1:100:1")
    assert half.value == pytest.approx(float(P), abs=1e-15)
    assert [bet.stakes for bet in half.first.best] == [{"pass": 5000}]
    third = best("nsw", 30, 90, "pass", limits="1:100:1")
    assert third.value == pytest.approx(float(P * P / (1 - P * Q)), abs=1e-14)
    assert half.lower <= P <= half.upper
    assert half.upper - half.lower < 1e-9


def bold(goal, maximum):
    """The worth of bold play under a maximum with each sum, by its equations."""
    system, constant = np.eye(goal + 1), np.zeros(goal + 1)
    constant[goal] = 1
    for owned in range(1, goal):
        bet = min(owned, goal - owned, maximum)
        system[owned, owned + bet] -= float(P)
        system[owned, owned - bet] -= float(Q)
    return np.linalg.solve(system, constant)


def test_bold_play_is_beaten_under_some_maxima():
    """Schweinsberg, Improving on bold play when the gambler is restricted, J. Appl. Prob. 42, 2005."""
    found = best("nsw", 10, 21, "pass", limits="1:6:1")
    assert found.value - bold(21, 6)[10] == pytest.approx(1.3558e-4, abs=1e-8)
    assert found.lower > bold(21, 6)[10]


def test_bold_play_is_best_if_the_maximum_divides_the_goal():
    """Heath, Pruitt and Sudderth, Subfair red-and-black with a limit, Proc. AMS 35, 1972."""
    found = best("nsw", 10, 20, "pass", limits="1:5:1")
    assert found.value == pytest.approx(bold(20, 5)[10], abs=1e-14)


@pytest.fixture(scope="module")
def free_odds():
    return best("three_four_five", 50, 100, limits="1:100")


def test_free_odds_make_the_first_bet_small(free_odds):
    found = free_odds
    assert found.first.best[0].stakes == {"pass": 800}
    assert dict(found.then)[4].stakes == {"pass": 800, "pass_odds": 2100}  # a win lands on 100
    assert float(P) < found.lower <= found.value <= found.upper < 0.5
    assert found.upper - found.lower < 1e-9
    assert found.first.next_best.stakes == {"pass": 700}
    assert [(owned, bet.stakes) for owned, bet in found.by_sum()][:1] == [(100, {"pass": 100})]
    assert found.points[0].bet.stakes == {}  # nothing is owned
    assert found.first.gives_away == pytest.approx(6.46e-5, abs=1e-7)


def test_the_play_is_a_system_that_is_kept(free_odds, tmp_path):
    free_odds.save(tmp_path / "play.json")
    plan = {"bankroll": 50, "goal": 100, "limits": "1:100"}
    session = exact.session("three_four_five", str(tmp_path / "play.json"), **plan)
    assert session.ends["goal"] == pytest.approx(free_odds.value, abs=1e-9)


def test_a_line_wager_takes_one_decision():
    """Bold play from 30 to 90: a first win leads to 60, a second one or a win after a loss to the goal."""
    chances = [best("nsw", 30, 90, "pass", limits="5:100:5", decisions=count).value for count in range(1, 5)]
    assert chances == pytest.approx([0, P**2, P**2, P**2 + P**3 * Q], abs=1e-14)


def test_one_win_of_a_buy_in_closed_form():
    """With 25 only one buy of 20 or more can be paid. It wins once in three, and 40 make 25 at least 60."""
    found = best("three_four_five", 25, 60, "buy 4", limits="20:40:5")
    assert found.value == pytest.approx(1 / 3, abs=1e-12)
    assert found.first.best[0].stakes == {"buy 4": 2000}
    assert found.upper - found.lower < 1e-9


def test_a_bet_takes_its_commission_too():
    """The least commission that this house takes is 1, on 20."""
    assert best("pennsylvania", 21, 40, "buy 4", limits="20:40:20").first.best[0].stakes == {"buy 4": 2000}


def test_the_bounds_lose_no_more_than_the_moves_that_are_made():
    """The few moves to a bet are looked for. Each costs a little, and not once for each of 21 positions."""
    found = best("pennsylvania", 45, 70, "buy 4", limits="20:40:20", throws=50)
    assert found.positions == 21
    session = exact.session("pennsylvania", found.system, 45, goal=70, throws=50, limits="20:40:20")
    assert session.ends["goal"] == pytest.approx(found.value, abs=1e-11)
    assert 0 < found.upper - found.lower < 4e-12


def test_commission_that_comes_back_reaches_the_goal():
    """The buy wins 40 and pays 1 again: 59 of 60 are owned until it comes down."""
    found = best("pennsylvania", 21, 60, "buy 4", limits="20:20:20")
    assert found.value == pytest.approx(1 / 3, abs=1e-12)
    assert best("three_four_five", 21, 60, "buy 4", limits="20:20:20").value < 1 / 3


FULL_ODDS = ("three_four_five", "pass_odds_max", 50, 100, None, "5:100:5")
SYSTEMS = [
    FULL_ODDS,
    ("three_four_five", "when come_out: pass to reach 30", 15, 30, "pass, odds", "1:30"),
    ("three_four_five", "pass_martingale", 40, 80, "pass, odds", "5:100:5"),
    ("classic", "when always: field 3; when come_out: pass 1", 12, 24, None, "1:20"),
    ("classic", "when always: place 6 6; on place", 12, 24, None, "1:20"),
    ("classic", "when come_out: dont_pass 2; odds max", 12, 20, None, "1:20"),
    ("washington", "when point: place 6 6\nafter win of place: press it up to 12", 12, 24, None, "1:20"),
    ("nsw", "when come_out: pass 20%", 50, 100, "pass, odds", "5:100:5"),
    ("pennsylvania", "when always: buy 4 20", 40, 60, None, "5:20:5"),
    ("pennsylvania", "when come_out: pass 5; when point: buy 4 20", 40, 60, None, "5:20:5"),
    ("nsw", "when owning 30 or less: field 5; when owning 35 or more: pass 10", 30, 60, None, "5:60:5"),
]


@cache
def beside(house, system, bankroll, goal, wagers, limits):
    return best(house, bankroll, goal, wagers, against=system, limits=limits)


@pytest.mark.parametrize(("house", "system", "bankroll", "goal", "wagers", "limits"), share(SYSTEMS, 2))
def test_what_the_states_cost_is_all_that_a_system_gives_away(house, system, bankroll, goal, wagers, limits):
    play = beside(house, system, bankroll, goal, wagers, limits)
    found = play.against
    session = exact.session(house, system, bankroll, goal=goal, limits=limits)
    assert found.value == pytest.approx(session.ends["goal"], abs=1e-12)
    assert found.given_away == pytest.approx(play.value - session.ends["goal"], abs=1e-12)
    told = sum(one.in_all for one in found.states) + found.elsewhere
    assert told == pytest.approx(found.given_away, rel=1e-9)
    assert found.given_away > 0
    assert found.gains == 0  # nothing that the house takes is better than the best play
    assert not found.lacking
    assert sum(one.in_all for one in found.tables) <= found.given_away * (1 + 1e-9)
    assert [one.in_all for one in found.states] == sorted((one.in_all for one in found.states), reverse=True)


def test_timid_play_in_closed_form():
    """Bets of 10 on the line from 20 to 40: only from 20 there is a better bet, of 20."""
    found = best("nsw", 20, 40, "pass", against="when come_out: pass 10", limits="10:20:10").against
    (state,) = found.states
    assert (state.puck, state.standing, state.owned, state.leaves) == (0, (), 2000, None)
    assert [(one.wager, one.amount) for one in state.bets] == [("pass", 1000)]
    assert state.best == Bet({"pass": 2000}, puck=0)
    assert state.visits == pytest.approx(float(1 / (1 - 2 * P * Q)), rel=1e-12)
    assert state.each == pytest.approx(float(P - P * P * (1 + 2 * Q)), rel=1e-11)
    assert found.value == pytest.approx(float(P * P / (P * P + Q * Q)), rel=1e-12)
    ahead, behind = dict(found.values)[3000], dict(found.values)[1000]
    assert (ahead, behind) == pytest.approx([float(P) + float(Q) * found.value, float(P) * found.value])


def test_the_best_play_gives_nothing_away():
    play = best("three_four_five", 20, 40, limits="5:40:5")
    found = best("three_four_five", 20, 40, limits="5:40:5", against=play.system).against
    assert found.states == ()
    assert found.given_away == pytest.approx(0, abs=1e-13)


def test_a_player_who_leaves_gives_away_the_rest():
    system = "when come_out: pass 10; stop after winning 10"
    play = best("nsw", 20, 40, "pass", against=system, limits="10:20:10")
    assert play.against.value == 0  # 30 is not 40
    left = next(one for one in play.against.states if one.leaves)
    assert (left.leaves, left.owned, left.bets) == ("goal", 3000, ())
    assert left.visits == pytest.approx(float(P / (1 - P * Q)), rel=1e-12)
    assert left.each == pytest.approx(float(P + P * Q), rel=1e-12)


@pytest.fixture(scope="module")
def full_odds():
    return beside(*FULL_ODDS)


def test_a_player_who_cannot_pay_the_odds_gives_away_the_rest(full_odds):
    dearest = full_odds.against.states[0]
    assert (dearest.leaves, dearest.puck in {6, 8}, dearest.owned) == ("ruin", True, 5000)
    assert dearest.best.stakes == {"pass": 1000, "pass_odds": 2500}


def test_tables_add_up_with_any_sum(full_odds):
    found = full_odds.against
    leaves = [one for one in found.tables if one.leaves == "ruin" and one.puck == 6]
    states = [one for one in found.states if one.leaves == "ruin" and one.puck == 6]
    assert len(leaves) == 1
    assert leaves[0].in_all > sum(one.in_all for one in states) > 0
    assert sum(one.in_all for one in found.tables) > found.given_away - found.elsewhere


@pytest.mark.parametrize(
    ("system", "bankroll", "lacking"),
    [
        ("when come_out: dont_pass 10", 50, ("dont_pass",)),
        ("when come_out: pass 5; when point: come 5 up to 2", 15, ("come",)),
    ],
)
def test_wagers_that_the_best_play_may_not_choose(system, bankroll, lacking):
    goal = 2 * bankroll
    play = best("nsw", bankroll, goal, "pass", against=system, limits="5:100:5")
    found = play.against
    session = exact.session("nsw", system, bankroll, goal=goal, limits="5:100:5")
    assert found.lacking == lacking
    assert 0 < found.gains < found.given_away
    told = sum(one.in_all for one in found.states) + found.elsewhere
    assert told == pytest.approx(play.value - session.ends["goal"], rel=1e-9)


def test_stakes_off_the_grid_of_the_best_play_make_it_finer():
    """Here 5 on the 6 win 6, and the line moves in fives."""
    system, limits = "when point: place 6 5; when come_out: pass 5", "5:50:5"
    play = best("nsw", 20, 40, "pass", against=system, limits=limits)
    assert play.sums > best("nsw", 20, 40, "pass", limits=limits).sums
    assert play.against is not None
    told = sum(one.in_all for one in play.against.states) + play.against.elsewhere
    session = exact.session("nsw", system, 20, goal=40, limits=limits)
    assert told == pytest.approx(play.value - session.ends["goal"], rel=1e-9)


def test_json_has_the_states_and_the_picture_the_chances_of_all(full_odds, tmp_path):
    told = full_odds.to_dict()["against"]
    assert told["system"] == "pass_odds_max"
    assert told["value"] + told["given_away"] == pytest.approx(full_odds.value)
    first = told["states"][0]
    assert first["standing"] == [{"wager": "pass", "amount_cents": 1000, "call": None}]
    assert (first["bets"], first["leaves"], first["owned_cents"]) == ([], "ruin", 5000)
    assert first["best"] == {"puck": first["puck"], "stakes_cents": {"pass": 1000, "pass_odds": 2500}}
    full_odds.plot(tmp_path / "both.svg")
    drawn = (tmp_path / "both.svg").read_text()
    curves = ("the best play", "bold play", "timid play", "pass_odds_max, 24.4304%")
    assert all(word in drawn for word in (*curves, "chance to reach the goal"))


def test_a_wager_on_the_hand_cannot_be_compared():
    """`tests/cli/refused.txt` has the systems that cannot be."""
    with pytest.raises(BankcrapsError, match="depends on the throws before it"):
        best("examples/houses/all_tall_small.toml", 50, 100, "pass", against="when come_out: pass 10; tall 5")


@pytest.mark.parametrize(
    ("system", "wagers"),
    [
        ("pass", ("pass", "pass_odds")),
        ("when come_out: dont_pass 10", ("dont_pass", "dont_pass_odds")),
        ("when always: field 5", ("field",)),
    ],
)
def test_without_named_wagers_the_best_play_has_those_of_the_system_and_their_odds(system, wagers):
    play = best("three_four_five", 60, 100, against=system, limits="5:100:5")
    assert play.wagers == wagers
    assert play.value == best("three_four_five", 60, 100, ", ".join(wagers), limits="5:100:5").value
    assert play.against.given_away > 0
