"""The rule by which a house gives more play money."""

import pytest

from bankcraps.live.log.settings import DAY_MS
from bankcraps.live.people.play_money import MoneyOffer, PlayMoney

HOUR = 3_600_000
NOW = 20_000 * DAY_MS + 5 * HOUR + 1


def offer(rule, has, *, given=False, own=""):
    return PlayMoney(rule, 100_000).offer(has, NOW, given=given, own=own)


def test_whoever_has_hardly_any_is_given_what_they_lack():
    assert offer("asked", 0) == MoneyOffer(100_000)
    assert offer("asked", 9_999) == MoneyOffer(90_001)
    assert offer("asked", 10_000).why == "the house gives more to people who have less than $100 in all"


def test_every_day_whoever_has_less_is_given_what_they_lack():
    assert offer("daily", 99_999) == MoneyOffer(1)
    assert offer("daily", 100_000).why == "the house gives more to people who have less than $1000 in all"


@pytest.mark.parametrize(("rule", "again"), [("asked", NOW - 1 + HOUR), ("daily", 20_001 * DAY_MS)])
def test_nobody_is_given_money_twice_in_a_period(rule, again):
    twice = offer(rule, 0, given=True)
    assert (twice.amount, twice.again_at) == (0, again)
    assert "ask again" in twice.why
    play_money = PlayMoney(rule, 100_000)
    assert play_money.command(NOW) == play_money.command(again - 1) != play_money.command(again)


def test_own_limits_come_first():
    assert offer("asked", 0, given=True, own="you take a time-out").why == "you take a time-out"


def test_some_houses_give_nothing():
    assert offer("never", 0).why == PlayMoney("asked", 0).offer(0, NOW, given=False, own="").why
    assert offer("never", 0).amount == 0
