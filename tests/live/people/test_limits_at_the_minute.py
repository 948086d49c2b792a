"""People's own limits, at the very millisecond, and with the last cent that they allow."""

import pytest
from tests.live.room import BEGAN

from bankcraps import wager
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player
from bankcraps.live.log.settings import DAY_MS
from bankcraps.live.table.personal_limits import (
    PAUSE_MS,
    Allowance,
    KeptLimits,
    PersonalLimits,
    allowance,
    change,
    forbidden,
    in_force,
    of_the_day,
    played,
)

NOW = BEGAN
HOUR = 3_600_000
ANN = player("Ann")
NONE = Cents(0)


def session_until(kept, now):
    return allowance(kept, NONE, NONE, now).session_until


def test_a_pause_of_half_an_hour_begins_a_new_session_and_a_millisecond_less_does_not():
    """The forecast and the act agree on it."""
    playing = played(KeptLimits(PersonalLimits(session_minutes=60)), NOW)
    short, long = NOW + PAUSE_MS - 1, NOW + PAUSE_MS
    assert played(playing, short).began == NOW
    assert session_until(playing, short) == NOW + HOUR
    assert played(playing, long).began == long
    assert session_until(playing, long) == long + HOUR


def test_playing_on_is_no_pause():
    playing = played(KeptLimits(PersonalLimits(session_minutes=60)), NOW)
    for minute in range(1, 50):
        playing = played(playing, NOW + minute * 60_000)
    assert session_until(playing, NOW + 50 * 60_000) == NOW + HOUR


def test_a_looser_limit_counts_at_the_millisecond_a_day_later():
    old, new = PersonalLimits(loss=Cents(20_000)), PersonalLimits(loss=Cents(50_000))
    waiting = change(KeptLimits(old), new, NOW)
    assert waiting.later_at == NOW + DAY_MS
    assert in_force(waiting, NOW + DAY_MS - 1) == old
    assert in_force(waiting, NOW + DAY_MS) == new


def test_a_day_ends_at_midnight():
    day = of_the_day(KeptLimits(), Cents(100), NOW)
    assert of_the_day(day, Cents(5), NOW + DAY_MS - 1).worth == 100
    assert of_the_day(day, Cents(5), NOW + DAY_MS).worth == 5


def test_a_time_out_that_is_over_is_forgotten_when_limits_change():
    over = KeptLimits(PersonalLimits(time_out_until=NOW))
    after = change(over, PersonalLimits(session_minutes=60), NOW)
    assert (after.limits, after.later) == (PersonalLimits(session_minutes=60), None)
    last = KeptLimits(PersonalLimits(time_out_until=NOW + 1))
    assert change(last, PersonalLimits(), NOW).limits.time_out_until == NOW + 1


@pytest.mark.parametrize(
    ("limits", "says"),
    [
        (PersonalLimits(loss=Cents(10**12 + 1)), "that large limits nothing"),
        (PersonalLimits(session_minutes=10**12 + 1), "that large limits nothing"),
        (PersonalLimits(session_minutes=0), "lasts at least a minute"),
        (PersonalLimits(loss=Cents(-1)), "cannot be below zero"),
        (PersonalLimits(session_minutes=-1), "cannot be below zero"),
        (PersonalLimits(time_out_until=-1), "cannot be below zero"),
        (PersonalLimits(time_out_until=NOW + 366 * DAY_MS + 1), "at most a year"),
    ],
)
def test_a_limit_that_is_just_too_small_or_too_large(limits, says):
    with pytest.raises(BankcrapsError, match=says):
        change(KeptLimits(), limits, NOW)


@pytest.mark.parametrize(
    "limits",
    [
        PersonalLimits(loss=Cents(0)),
        PersonalLimits(loss=Cents(10**12), session_minutes=10**12),
        PersonalLimits(session_minutes=1),
        PersonalLimits(time_out_until=NOW + 366 * DAY_MS),
    ],
)
def test_the_smallest_and_the_largest_limits(limits):
    assert change(KeptLimits(), limits, NOW).limits == limits


BET = ev.Bet(wager("pass"), Cents(1), by=ANN)


@pytest.mark.parametrize(
    ("left", "event", "bet", "says"),
    [
        (Allowance(time_out_until=NOW), ev.Sit(by=ANN), 0, ""),
        (
            Allowance(time_out_until=NOW + 1),
            ev.Sit(by=ANN),
            0,
            "you take a time-out until 2025-11-22 00:00 UTC",
        ),
        (Allowance(session_until=NOW + 1), ev.Accept(by=ANN), 0, ""),
        (Allowance(session_until=NOW), ev.Accept(by=ANN), 0, "your session is over, as you asked"),
        (Allowance(may_buy=Cents(500)), ev.BuyIn(Cents(500), by=ANN), 0, ""),
        (
            Allowance(may_buy=Cents(500)),
            ev.BuyIn(Cents(501), by=ANN),
            0,
            "your loss limit leaves $5 to buy chips",
        ),
        (Allowance(may_buy=Cents(0)), BET, 500, ""),
        (Allowance(may_risk=Cents(500)), BET, 500, ""),
        (Allowance(may_risk=Cents(500)), BET, 501, "your loss limit leaves $5 to bet now"),
        (Allowance(time_out_until=NOW + 1, session_until=NOW), ev.Leave(by=ANN), 0, ""),
    ],
)
def test_the_last_cent_and_the_last_millisecond(left, event, bet, says):
    found = forbidden(left, event, NOW, Cents(bet) if isinstance(event, ev.Bet) else None)
    assert found.startswith(says)
    assert bool(found) == bool(says)
