"""House edges as they have been printed.

Sources, by the short names used below:

- Shackleford: Michael Shackleford, "Craps" and "House Edge of Casino Games Compared", wizardofodds.com: his
  tables of edges a bet made and a roll, of edges with odds at each multiple, and of standard deviations.
- Ethier: Stewart N. Ethier, "The Doctrine of Chances: Probabilistic Aspects of Gambling", Springer 2010,
  chapter 15, "Craps".
- Catlin: Donald Catlin, "The Fire Bet", casinocitytimes.com, 13 February 2010, with Ethier's figures.
- Scarne: John Scarne, "Scarne's Complete Guide to Gambling", Simon and Schuster 1961, on bank craps.
- Packel: Edward Packel, "The Mathematics of Games and Gambling", Mathematical Association of America 1981.
"""

from fractions import Fraction
from functools import cache

import pytest

from bankcraps.house_edge.odds import odds

PENNSYLVANIA = "pennsylvania"
CLASSIC = "classic"
NSW = "nsw"
TRIPLE = "classic:field_12=triple"
ON_WINS = "classic:commission=won"
HUNDRED = "classic:odds=hundred"

report = cache(odds)


def printed(value, places=2):
    """A fraction as a percentage of so many places, a half rounded up."""
    return float((value * 100 * 10**places + Fraction(1, 2)).__floor__()) / 10**places


# Shackleford's table of house edges, per bet made.


@pytest.mark.parametrize(
    ("house", "wager", "percent"),
    [
        (PENNSYLVANIA, "pass", 1.41),
        (PENNSYLVANIA, "come", 1.41),
        (PENNSYLVANIA, "dont_pass", 1.36),
        (PENNSYLVANIA, "dont_come", 1.36),
        (PENNSYLVANIA, "pass_odds on 4", 0.00),
        (PENNSYLVANIA, "dont_pass_odds on 9", 0.00),
        (PENNSYLVANIA, "place 6", 1.52),
        (PENNSYLVANIA, "place 8", 1.52),
        (PENNSYLVANIA, "place 5", 4.00),
        (PENNSYLVANIA, "place 9", 4.00),
        (PENNSYLVANIA, "place 4", 6.67),
        (PENNSYLVANIA, "place 10", 6.67),
        (NSW, "place_to_lose 4", 3.03),
        (NSW, "place_to_lose 10", 3.03),
        (NSW, "place_to_lose 5", 2.50),
        (NSW, "place_to_lose 6", 1.82),
        (CLASSIC, "big 6", 9.09),
        (CLASSIC, "big 8", 9.09),
        (PENNSYLVANIA, "hard 4", 11.11),
        (PENNSYLVANIA, "hard 10", 11.11),
        (PENNSYLVANIA, "hard 6", 9.09),
        (PENNSYLVANIA, "hard 8", 9.09),
        (PENNSYLVANIA, "field", 5.56),
        (TRIPLE, "field", 2.78),
        (PENNSYLVANIA, "any_craps", 11.11),
        (PENNSYLVANIA, "any_seven", 16.67),
        (PENNSYLVANIA, "two", 13.89),
        (PENNSYLVANIA, "twelve", 13.89),
        (PENNSYLVANIA, "three", 11.11),
        (PENNSYLVANIA, "eleven", 11.11),
        (PENNSYLVANIA, "hop 2-3", 11.11),
        (PENNSYLVANIA, "hop 2-2", 13.89),
        (PENNSYLVANIA, "horn", 12.50),
        (PENNSYLVANIA, "world", 13.33),
        (CLASSIC, "craps_eleven", 11.11),
        (PENNSYLVANIA, "fire", 20.76),
    ],
    ids=str,
)
def test_edge_a_bet_made(house, wager, percent):
    assert printed(report(house)[wager].edge) == percent


@pytest.mark.parametrize(
    ("wager", "percent"),
    [*((f"buy {n}", 4.76) for n in (4, 5, 6, 8, 9, 10)), ("lay 4", 2.44), ("lay 5", 3.23), ("lay 6", 4.00)],
)
def test_buy_and_lay_as_loss_over_outlay(wager, percent):
    """Shackleford, who counts the commission paid beside the wager as staked."""
    assert printed(report(PENNSYLVANIA)[wager].edge_outlay) == percent


@pytest.mark.parametrize(
    ("wager", "percent"),
    [("buy 4", 1.67), ("buy 5", 2.00), ("buy 6", 2.27), ("lay 4", 1.67), ("lay 5", 2.00), ("lay 6", 2.27)],
)
def test_commission_on_wins_alone(wager, percent):
    """Shackleford, "commission on wins only"."""
    assert printed(report(ON_WINS)[wager].edge) == percent


# The line.


def test_pass():
    """244/495, and so 251/495 to lose and 7/495 for the house: Packel; Ethier; Scarne's 1.414 per cent."""
    line = report(PENNSYLVANIA)["pass"]
    assert (line.win, line.lose, line.edge) == (Fraction(244, 495), Fraction(251, 495), Fraction(7, 495))
    assert printed(line.edge, 3) == 1.414


def test_dont_pass_both_ways():
    """Ethier: 3/220 of the stake, and 27/1925 with ties left out; Scarne: 1.364 and 1.402 per cent.

    The last digit of Scarne's 1.402, which many have copied, is cut off and not rounded: it is 1.40260.
    """
    line = report(PENNSYLVANIA)["dont_pass"]
    assert (line.edge, line.edge_resolved) == (Fraction(3, 220), Fraction(27, 1925))
    assert (printed(line.edge, 3), printed(line.edge_resolved, 3)) == (1.364, 1.403)
    assert int(line.edge_resolved * 100_000) / 1000 == 1.402


def test_throws_for_a_decision_of_the_line():
    """557/165, or 3.3758: Ethier; Shackleford's 3.38."""
    assert report(PENNSYLVANIA)["pass"].throws_per_decision == Fraction(557, 165)
    assert round(float(report(PENNSYLVANIA)["dont_pass"].throws_per_decision), 2) == 3.38


@pytest.mark.parametrize(
    ("wager", "percent"),
    [
        ("pass", 0.42),
        ("dont_pass", 0.40),
        ("place 6", 0.46),
        ("place 5", 1.11),
        ("place 4", 1.67),
        ("hard 6", 2.78),
        ("hard 4", 2.78),
        ("field", 5.56),
        ("any_seven", 16.67),
    ],
)
def test_edge_a_roll(wager, percent):
    """Shackleford, "House Edge per Roll"."""
    assert printed(report(PENNSYLVANIA)[wager].edge_per_throw) == percent


# The line with odds.


@pytest.mark.parametrize(
    ("times", "taken", "laid"),
    [
        (1, 0.848, 0.682),
        (2, 0.606, 0.455),
        (3, 0.471, 0.341),
        (5, 0.326, 0.227),
        (10, 0.184, 0.124),
        (20, 0.099, 0.065),
        (100, 0.021, 0.014),
    ],
)
def test_pass_and_dont_pass_with_odds(times, taken, laid):
    """Shackleford, "Combined House Edge": expected loss over all that is staked."""
    edges = {
        row.wager: printed(row.edge, 3)
        for row in report(HUNDRED, with_odds=True).with_odds
        if row.multiple == times
    }
    assert (edges["pass"], edges["dont_pass"]) == (taken, laid)


def test_three_four_five_times_odds():
    """Shackleford: 0.374 per cent taking, 0.273 laying, and 4.915632 for the deviation of pass with them."""
    full = {
        row.wager: row for row in report(CLASSIC, with_odds=True).with_odds if row.odds == "full (3-4-5x)"
    }
    assert (printed(full["pass"].edge, 3), printed(full["dont_pass"].edge, 3)) == (0.374, 0.273)
    assert round(full["pass"].sd, 6) == 4.915632


# Standard deviations.


@pytest.mark.parametrize(
    ("house", "wager", "sd"),
    [
        (PENNSYLVANIA, "pass", 1.00),
        (PENNSYLVANIA, "dont_pass", 0.99),
        (PENNSYLVANIA, "place 4", 1.32),
        (PENNSYLVANIA, "place 5", 1.18),
        (PENNSYLVANIA, "place 6", 1.08),
        (PENNSYLVANIA, "field", 1.08),
        (TRIPLE, "field", 1.14),
        (PENNSYLVANIA, "hard 4", 2.51),
        (PENNSYLVANIA, "hard 6", 2.87),
        (PENNSYLVANIA, "any_craps", 2.51),
        (PENNSYLVANIA, "any_seven", 1.86),
        (PENNSYLVANIA, "two", 5.09),
        (PENNSYLVANIA, "three", 3.66),
        (CLASSIC, "big 6", 1.00),
    ],
    ids=str,
)
def test_standard_deviation(house, wager, sd):
    """Shackleford, "House Edge of Casino Games Compared"."""
    assert round(report(house)[wager].sd, 2) == sd


# The fire bet.


def test_fire():
    """Catlin, after Ethier: 0.593939393939, 0.260750492004, 0.101275355549 and 0.033434212179 for none to
    three points, which lose, and 0.008798178440 for four. Shackleford: five 0.001640, six 1 in 6,156.
    """
    chances = {int(net): float(p) for net, p in report(PENNSYLVANIA)["fire"].nets}
    lost = 0.593939393939 + 0.260750492004 + 0.101275355549 + 0.033434212179
    assert abs(chances[-1] - lost) < 4 * 0.5e-12
    assert round(chances[24], 12) == 0.008798178440
    assert round(chances[249], 6) == 0.001640
    assert round(1 / chances[999]) == 6156
