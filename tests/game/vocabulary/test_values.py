"""The values everything is made of: money, pays, throws, wagers."""

import copy
import pickle
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bankcraps import BankcrapsError, MoneyError, Pay, Throw, Wager, dollars, wager
from bankcraps.game.chips import LARGEST, multiple_of, printed
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.wagers import WAGERS, Kind, find


@pytest.mark.parametrize(
    ("written", "cents"),
    [(12, 1200), ("13", 1300), ("12.5", 1250), ("$1,500", 150_000), (Decimal("0.05"), 5), ("-3", -300)],
)
def test_money_is_read_in_dollars(written, cents):
    assert dollars(written) == cents


@pytest.mark.parametrize(
    "whole",
    [12, 12.0, Decimal(12), Fraction(12), np.int64(12), np.uint8(12), np.float64(12), np.float32(12)],
    ids=lambda whole: type(whole).__name__,
)
def test_whole_numbers_of_any_type_are_money(whole):
    cents = dollars(whole)
    assert (cents, type(cents)) == (1200, int)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (1.5, "a float is money only if it is whole, and 1.5 is not; write cents as text"),
        (np.float32(0.1), "a float32 is money only if it is whole"),
        (Fraction(25, 2), "a Fraction is money only if it is whole, and 25/2 is not"),
        (float("inf"), "must be finite"),
        (np.float64("nan"), "must be finite"),
        (1e30, "more than the largest sum"),
        (np.True_, "not the bool"),
        (np.array([12]), "not the ndarray"),
        ([12], "not the list"),
        (12j, "not the complex"),
        (True, "not the bool"),
        (None, "not the NoneType"),
        ("ten", "not a sum of money"),
        ("1.005", "has fractions of a cent"),
        (10**14, "more than the largest sum"),
    ],
    ids=repr,
)
def test_what_is_not_money(written, said):
    with pytest.raises(MoneyError, match=said):
        dollars(written)


@given(st.integers(-LARGEST, LARGEST))
def test_money_reads_back(cents):
    assert dollars(printed(cents)) == cents


@given(st.integers(1, 10**9), st.integers(1, 50), st.integers(1, 50), st.sampled_from([1, 25, 50, 100, 250]))
def test_rounding_is_to_whole_chips_on_the_side_named(stake, num, den, chip):
    exact = Fraction(stake * num, den)
    down, up, near = (multiple_of(chip, stake * num, den, how) for how in ("down", "up", "nearest"))
    assert down <= exact < down + chip
    assert up - chip < exact <= up
    assert near in (down, up)
    assert abs(near - exact) * 2 <= chip
    assert down % chip == up % chip == 0


@pytest.mark.parametrize(("printed_as", "ratio"), [
    ("1 to 1", Fraction(1)), ("7.5 to 1", Fraction(15, 2)), ("5 to 11", Fraction(5, 11)),
    ("8 for 1", Fraction(7)), ("30 for 1", Fraction(29)),
])  # fmt: skip
def test_pays(printed_as, ratio):
    pay = Pay(printed_as)
    assert pay.ratio == ratio
    assert str(pay) == printed_as
    assert Pay(pay.to_one()) == Pay(pay.for_one()) == pay
    assert eval(repr(pay)) == pay  # noqa: S307 - a repr reads back


@pytest.mark.parametrize("text", ["", "7", "7:1", "0 to 1", "1 for 1", "1 to 0", "-1 to 1", "one to one"])
def test_what_is_no_pay(text):
    with pytest.raises(BankcrapsError):
        Pay(text)


def test_the_21_combinations_are_the_36_throws():
    assert len(OUTCOMES) == 21
    assert sum(throw.ways for throw in OUTCOMES) == 36
    for total, ways in zip(range(2, 13), (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), strict=True):
        assert sum(throw.ways for throw in OUTCOMES if throw.total == total) == ways


@pytest.mark.parametrize("faces", [(0, 1), (7, 1), (1, 0), (1, 7), (-1, 3)])
def test_faces_that_no_die_has(faces):
    with pytest.raises(ValueError, match="a die shows 1 to 6"):
        Throw(*faces)


def test_a_throw_in_either_order_is_one_combination():
    assert Throw(4, 3) != Throw(3, 4)
    assert Throw(4, 3).combination == Throw(3, 4).combination == Throw(3, 4)


@pytest.mark.parametrize("name", WAGERS)
def test_a_wager_is_one_object_however_it_travels(name):
    found = wager(name)
    assert isinstance(found, Wager)
    assert found.name == name
    assert pickle.loads(pickle.dumps(found)) is found  # noqa: S301 - our own bytes
    assert copy.deepcopy(found) is found


def test_every_wager_in_the_list():
    line, odds, comes, come_odds = 2, 2, 2 * 11, 2 * 10
    numbers, big, hard = 4 * 10, 2, 4
    one_roll, horn_high, hops = 10, 4, 21
    hand, repeaters = 4, 10
    assert len(WAGERS) == sum(
        [line, odds, comes, come_odds, numbers, big, hard, one_roll, horn_high, hops, hand, repeaters]
    )
    assert {found.kind for found in WAGERS.values()} == set(Kind)


@pytest.mark.parametrize(
    "name", ["place 7", "come 7", "repeater 7", "hard 5", "come 13", "hop 2-1", "lay", "passs", ""]
)
def test_wagers_that_do_not_exist(name):
    with pytest.raises(BankcrapsError, match="there is no wager"):
        wager(name)


def test_find_by_kind_and_number():
    assert find(Kind.PLACE, 6) is wager("place 6")
