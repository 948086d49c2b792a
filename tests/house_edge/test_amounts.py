"""The pay of a house on a real amount: rounding, caps, and their cost."""

import re
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.kit.profiles import share

from bankcraps import BOOKS, BankcrapsError, Limits, MoneyError
from bankcraps.game.chips import Cents
from bankcraps.house_edge.odds import odds

in_chips_of_any_size = cache(odds)


def one(book, wager, dollars, **table):
    """The only wager in the report of that amount."""
    (found,) = odds(book, wager, amount=dollars, **table).wagers
    return found


@pytest.mark.parametrize("dollars", range(1, 37))
def test_place_6_at_7_to_6_rounded_down(dollars):
    """Pennsylvania keeps what chips of a dollar cannot pay."""
    found = one("pennsylvania", "place 6", dollars)
    won = dollars * 7 // 6
    assert found.edge == Fraction(6 * dollars - 5 * won, 11 * dollars)
    assert found.breakage == found.edge - Fraction(1, 66)
    assert (found.breakage == 0) == (dollars % 6 == 0)


@pytest.mark.parametrize("dollars", range(1, 37))
def test_place_6_at_7_to_6_rounded_up(dollars):
    """New South Wales gives what chips of a dollar cannot pay: a player with 1 dollar has the best of it."""
    found = one("nsw", "place 6", dollars)
    won = -(-dollars * 7 // 6)
    assert found.edge == Fraction(6 * dollars - 5 * won, 11 * dollars)
    assert found.breakage <= 0
    assert one("nsw", "place 6", 1).edge == Fraction(6 - 5 * 2, 11)


def test_a_finer_chip_breaks_less():
    assert one("pennsylvania", "place 6", 5).breakage == Fraction(5, 66)  # wins 5 of 5.8333
    assert one("pennsylvania", "place 6", 5, chip="0.25").breakage == Fraction(5, 11) / 5 * Fraction(1, 12)
    assert one("pennsylvania", "place 6", 5, chip="0.01").breakage == Fraction(5, 11) / 5 * Fraction(1, 300)


@pytest.mark.parametrize(("dollars", "fee"), [(1, 1), (10, 1), (29, 1), (30, 2), (49, 2), (50, 3), (100, 5)])
def test_commission_to_the_nearest_dollar_and_at_least_one(dollars, fee):
    """Five per cent of a buy 4 in the classic house, halves upwards and never nothing; it pays 2 to 1."""
    found = one("classic", "buy 4", dollars)
    assert found.edge == Fraction(2, 3) - Fraction(2, 3) + Fraction(fee, dollars)
    assert found.edge_outlay == Fraction(fee, dollars + fee)
    assert found.breakage == Fraction(fee, dollars) - Fraction(1, 20)


@pytest.mark.parametrize(
    ("wager", "ways", "to_one", "dollars"),
    [("two", 1, 29, 100), ("any_seven", 6, 4, 1000), ("three", 2, 14, 200), ("hop 2-2", 1, 29, 52)],
)
def test_washington_pays_no_more_than_1500(wager, ways, to_one, dollars):
    free = one("washington", wager, 25)
    assert free.breakage == 0
    with pytest.raises(BankcrapsError, match=r"is paid at most \$1500 with its stake"):
        one("washington:over_cap=refused", wager, dollars)
    capped = one("washington", wager, dollars)
    won = min(1500 - dollars, dollars * to_one)
    assert capped.edge == Fraction((36 - ways) * dollars - ways * won, 36 * dollars)
    assert capped.breakage == Fraction(ways * (dollars * to_one - won), 36 * dollars)
    assert capped.breakage > 0


@pytest.mark.some
@pytest.mark.parametrize(("name", "dollars"), share([(name, d) for name in BOOKS for d in (5, 10, 60)], 3))
def test_every_amount_is_taken_or_refused_with_its_reason(name, dollars):
    ideal, real = in_chips_of_any_size(name), odds(name, amount=dollars)
    assert {row.label for row in real} | {row.label for row in real.refused} == {row.label for row in ideal}
    for row in real:
        assert row.amount == dollars * 100
        assert row.breakage == row.edge - ideal[row.label].edge
    for refused in real.refused:
        assert refused.message.startswith(refused.label.partition(" on ")[0])
    legs = {row.label for row in real.refused}
    assert ("horn" in legs) == (dollars % 4 > 0)


def test_amounts_in_the_report():
    told: dict[str, Any] = odds("pennsylvania", amount=5).to_dict()
    assert told["amount_cents"] == 500
    assert {"label": "horn", "message": "horn must be a multiple of $4, not $5"} in told["refused"]
    place = next(row for row in told["wagers"] if row["wager"] == "place 6")
    assert (place["amount_cents"], place["breakage"], place["breakage_fraction"]) == (500, 5 / 66, "5/66")


def test_amounts_are_dollars_like_all_money():
    six = one("pennsylvania", "place 6", 6)
    for amount in (6.0, "6", Decimal(6), np.int64(6), np.float64(6)):
        assert one("pennsylvania", "place 6", amount) == six
    assert one("pennsylvania", "place 6", 5, chip=Decimal("0.25")) == one(
        "pennsylvania", "place 6", 5, chip="0.25"
    )
    with pytest.raises(MoneyError, match="a float is money only if it is whole"):
        odds("pennsylvania", amount=5.5)


@pytest.mark.parametrize(
    ("wager", "dollars", "says"),
    [
        ("horn", 5, "horn must be a multiple of $4, not $5"),
        ("pass", "5.50", "pass must be a multiple of $1, not $5.50"),
        ("pass", -5, "a bet must be more than $0"),
        ("pass", 0, "a bet must be more than $0"),
        ("pass", 20_000, "pass may be at most $10000, not $20000"),
        (None, "0.01", "pass needs at least $1, not $0.01"),
    ],
)
def test_amounts_that_no_table_takes(wager, dollars, says):
    with pytest.raises(BankcrapsError, match=re.escape(says)):
        odds("washington", wager, amount=dollars)


def test_odds_need_a_flat_that_carries_them_within_the_sign():
    """At a table of at most 100, 300 goes behind any number at 3-4-5 times; 400 not behind the 4 and 10."""
    sign = Limits(Cents(500), Cents(10_000), Cents(500))
    book = "classic"  # where odds may pass the table's maximum
    assert len(odds(book, "pass_odds", amount=300, limits=sign).wagers) == 6
    report = odds(book, "pass_odds", amount=400, limits=sign)
    assert [row.point for row in report] == [5, 6, 8, 9]
    assert {row.label for row in report.refused} == {"pass_odds on 4", "pass_odds on 10"}
    assert "may stake at most 3 times the flat wager of $100" in report.refused[0].message


def test_odds_broken_by_the_chip():
    """25 behind a 6 pays 30; 24 pays 28 of 28.80."""
    whole, broken = (odds("pennsylvania", "pass_odds", amount=a)["pass_odds on 6"] for a in (25, 24))
    assert (whole.edge, whole.breakage) == (0, 0)
    assert broken.edge == Fraction(5, 11) * Fraction(80, 2400)
