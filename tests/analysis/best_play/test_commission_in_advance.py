"""Wagers whose commission is paid with the bet, beside every play of small tables and the session."""

import pytest
from tests.kit.every_play import EveryPlay
from tests.kit.houses import own_house

from bankcraps import BankcrapsError, Limits, best, exact
from bankcraps.analysis.best_play.asking import read_menu


def house(name, percent, **options):
    """A house whose commission is a larger share, so that small amounts pay some, too."""
    terms = {"commission": {"percent": percent}}
    return own_house(name, {"wagers": {"buy": terms, "lay": terms}}, **options)


TABLES = [
    (("classic", {}), "buy 4", 3, 4, ("throws", 2)),
    (("pennsylvania", {}), "buy 4", 3, 6, None),
    (("pennsylvania", {}), "buy 4", 3, 5, ("throws", 3)),
    (("pennsylvania", {"winning_buy": "free"}), "buy 4", 3, 6, None),
    (("pennsylvania", {}), "pass, buy 4", 3, 4, ("throws", 3)),
    (("pennsylvania", {}), "buy 4", 3, 5, ("decisions", 2)),
]
LARGER = [
    (("classic", {"small_commission": "down"}), "buy 4", 2, 4, None),
    (("three_four_five", {}), "buy 4, field", 3, 5, ("throws", 2)),
    (("classic", {}), "lay 4", 5, 6, None),
    (("classic", {}), "buy 4", 3, 6, None),
    (("classic", {"winning_buy": "free"}), "buy 10", 3, 5, ("throws", 3)),
    (("classic", {"winning_buy": "down"}), "buy 4", 3, 6, None),
    (("nsw", {}), "buy 5", 3, 5, ("throws", 3)),
    (("pennsylvania", {}), "pass, buy 4", 4, 6, None),
    (("pennsylvania", {}), "buy 4, lay 6", 4, 6, None),
    (("pennsylvania", {"winning_buy": "free"}), "buy 4, field", 4, 6, ("throws", 3)),
    (("pennsylvania", {"winning_buy": "free"}), "pass, buy 5", 4, 5, ("decisions", 2)),
]


def agree(where, menu, bankroll, goal, deadline):
    name, options = where
    book, limits, plan = house(name, 50, **options), "1:9:1", dict([deadline] if deadline else [])
    oracle = EveryPlay(book, Limits.read(limits), 100, read_menu(menu, book), 100 * bankroll, 100 * goal)
    found = best(book, bankroll, goal, menu, limits=limits, **plan)
    expected = oracle.best(deadline)
    assert found.value == pytest.approx(expected, abs=1e-11)
    assert found.lower - 1e-11 <= expected <= found.upper + 1e-11
    session = exact.session(book, found.system, bankroll, goal=goal, limits=limits, **plan)
    assert session.ends["goal"] == pytest.approx(found.value, abs=1e-11)


@pytest.mark.parametrize(("where", "menu", "bankroll", "goal", "deadline"), TABLES)
def test_every_play_of_a_small_table(where, menu, bankroll, goal, deadline):
    agree(where, menu, bankroll, goal, deadline)


@pytest.mark.long
@pytest.mark.parametrize(("where", "menu", "bankroll", "goal", "deadline"), LARGER)
def test_every_play_of_a_larger_table(where, menu, bankroll, goal, deadline):
    agree(where, menu, bankroll, goal, deadline)


def test_one_win_of_a_buy_in_closed_form():
    """With 25 only one buy of 20 or more can be paid. It wins once in three, and 40 make 25 at least 60."""
    found = best("three_four_five", 25, 60, "buy 4", limits="20:40:5")
    assert found.value == pytest.approx(1 / 3, abs=1e-12)
    assert found.first.best[0].stakes == {"buy 4": 2000}
    assert found.upper - found.lower < 1e-9


def test_a_bet_takes_its_commission_too():
    """The least commission that this house takes is 1, on 20."""
    with pytest.raises(BankcrapsError, match="the cheapest bet takes 21"):
        best("pennsylvania", 20, 40, "buy 4", limits="20:40:20")
    assert best("pennsylvania", 21, 40, "buy 4", limits="20:40:20").first.best[0].stakes == {"buy 4": 2000}


def test_a_bankroll_above_the_sign_that_pays_for_no_commission():
    """The reason is the engine's, and not the sign: 10 is more than its 5."""
    with pytest.raises(BankcrapsError, match=r"5:10:5: buy 4 needs at least \$20: with \$5, the commission"):
        best("nsw", 10, 20, "buy", limits="5:10:5")
    with pytest.raises(BankcrapsError, match="5:10:5: the table minimum is 5"):
        best("nsw", 3, 20, "buy", limits="5:10:5")


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


@pytest.mark.parametrize("system", ["when always: buy 4 20", "when come_out: pass 5; when point: buy 4 20"])
def test_what_the_states_cost_is_all_that_a_system_gives_away(system):
    play = best("pennsylvania", 40, 60, against=system, limits="5:20:5")
    found = play.against
    session = exact.session("pennsylvania", system, 40, goal=60, limits="5:20:5")
    assert found.given_away == pytest.approx(play.value - session.ends["goal"], abs=1e-12)
    assert sum(one.in_all for one in found.states) + found.elsewhere == pytest.approx(found.given_away)
    assert found.gains == 0
