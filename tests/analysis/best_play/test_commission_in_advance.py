"""Wagers whose commission is paid with the bet: closed forms, and what a bankroll pays."""

import pytest

from bankcraps import BankcrapsError, best, exact


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
