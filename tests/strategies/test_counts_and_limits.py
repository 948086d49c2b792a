"""Counts count throws only, also if commission is paid with the bets; progressions at the sign's maximum."""

import pytest

from bankcraps import exact

BUYS = "when always: buy 4 20; stop after {}"


@pytest.mark.parametrize("count", [1, 2, 5])
def test_bets_with_commission_are_no_throws(count):
    """Pennsylvania takes its commission when the wager is made: a system hears of it before any throw."""
    found = exact.session("pennsylvania", BUYS.format(f"{count} throws"), 500, throws=50, extremes=False)
    assert found.throws == pytest.approx(count)
    assert found.ends["stopped"] == pytest.approx(1)


def test_a_martingale_stays_within_the_maximum():
    found = exact.session(
        "three_four_five", "pass_martingale", 1000, throws=60, limits="10:40:1", extremes=False
    )
    assert found.refused == ()
    wide = exact.session(
        "three_four_five", "pass_martingale", 1000, throws=60, limits="10:80:1", extremes=False
    )
    assert wide.wagers[0].action > found.wagers[0].action
