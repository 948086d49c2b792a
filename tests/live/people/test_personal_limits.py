"""Limits that people set for themselves: tighter at once, looser a day later."""

import pytest
from tests.live.room import BEGAN, Room

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.engine import events as ev
from bankcraps.game.records.codec import decoder, encode
from bankcraps.live.log.settings import DAY_MS
from bankcraps.live.table import commands as cm
from bankcraps.live.table.personal_limits import (
    Allowance,
    KeptLimits,
    PersonalLimits,
    allowance,
    change,
    in_force,
    of_the_day,
    played,
)

HOUR = 3_600_000
NOW = BEGAN


def limits(loss=None, minutes=None, until=0):
    return PersonalLimits(
        loss=None if loss is None else Cents(loss * 100), session_minutes=minutes, time_out_until=until
    )


TIGHTER = [
    (limits(), limits(200), "loss"),
    (limits(200), limits(100), "loss"),
    (limits(), limits(minutes=60), "session"),
    (limits(), limits(until=NOW + HOUR), "time-out"),
    (limits(until=NOW + HOUR), limits(until=NOW + 2 * HOUR), "time-out"),
]


@pytest.mark.parametrize(("old", "new", "what"), TIGHTER)
def test_a_tighter_limit_counts_at_once(old, new, what):
    after = change(KeptLimits(old), new, NOW)
    assert in_force(after, NOW) == new, what
    assert after.later is None
    loosened = change(after, old, NOW + 1)
    assert in_force(loosened, NOW + DAY_MS) == new
    assert in_force(loosened, NOW + 1 + DAY_MS) == old


def test_a_wish_that_is_tighter_and_looser_is_split():
    after = change(KeptLimits(limits(200, 60)), limits(100, 120), NOW)
    assert in_force(after, NOW) == limits(100, 60)
    assert in_force(after, NOW + DAY_MS) == limits(100, 120)


def test_asking_again_does_not_make_it_later_and_a_new_wish_replaces_it():
    waiting = change(KeptLimits(limits(200)), limits(500), NOW)
    again = change(waiting, limits(500), NOW + HOUR)
    assert again.later_at == NOW + DAY_MS
    more = change(waiting, limits(900), NOW + HOUR)
    assert (more.later, more.later_at) == (limits(900), NOW + HOUR + DAY_MS)
    less = change(waiting, limits(100), NOW + HOUR)
    assert (in_force(less, NOW + 2 * DAY_MS), less.later) == (limits(100), None)


def test_no_order_of_wishes_loosens_anything_at_once():
    wishes = [
        limits(50),
        limits(),
        limits(500, 30),
        limits(10),
        limits(None, 90),
        limits(1000, 10, NOW + DAY_MS),
    ]
    for first in wishes:
        for second in wishes:
            for third in wishes:
                kept = change(change(KeptLimits(first), second, NOW), third, NOW + HOUR)
                counts = in_force(kept, NOW + HOUR)
                assert counts.loss is not None or first.loss is None
                assert (counts.loss or 0) <= (first.loss if first.loss is not None else 10**9)
                assert counts.time_out_until >= first.time_out_until


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (limits(-1), "below zero"),
        (limits(minutes=-1), "below zero"),
        (limits(until=-1), "below zero"),
        (limits(until=NOW + 400 * DAY_MS), "at most a year"),
    ],
)
def test_limits_that_are_none(wrong, says):
    with pytest.raises(BankcrapsError, match=says):
        change(KeptLimits(), wrong, NOW)


def test_the_loss_limit_keeps_the_wallet_above_what_it_protects():
    day = of_the_day(KeptLimits(limits(200)), Cents(100_000), NOW)
    assert allowance(day, Cents(100_000), Cents(0), NOW).may_buy == 20_000
    assert allowance(day, Cents(85_000), Cents(0), NOW).may_buy == 5_000  # 150 are at some table
    assert allowance(day, Cents(80_000), Cents(0), NOW).may_buy == 0
    assert allowance(day, Cents(120_000), Cents(0), NOW).may_buy == 40_000  # 200 were won and cashed
    assert allowance(day, Cents(80_000), Cents(15_000), NOW).may_risk == 15_000  # 50 of 200 are at risk
    assert allowance(day, Cents(50_000), Cents(45_000), NOW).may_risk == 15_000  # more chips, the same money
    assert allowance(KeptLimits(), Cents(0), Cents(0), NOW).may_risk is None
    assert of_the_day(day, Cents(80_000), NOW + HOUR) == day
    tomorrow = of_the_day(day, Cents(80_000), NOW + DAY_MS)
    assert allowance(tomorrow, Cents(80_000), Cents(0), NOW + DAY_MS).may_buy == 20_000


def test_a_session_ends_by_its_clock_and_a_pause_begins_a_new_one():
    kept = played(KeptLimits(limits(minutes=60)), NOW)
    assert allowance(kept, Cents(0), Cents(0), NOW).session_until == NOW + HOUR
    kept = played(kept, NOW + HOUR // 3)
    assert allowance(kept, Cents(0), Cents(0), NOW + HOUR // 3).session_until == NOW + HOUR
    rested = NOW + HOUR // 3 + HOUR // 2
    assert allowance(kept, Cents(0), Cents(0), rested).session_until == rested + HOUR


def test_it_is_kept_as_json():
    kept = played(change(KeptLimits(limits(200)), limits(500, 60), NOW), NOW)
    assert decoder(KeptLimits)(encode(kept)) == kept
    assert encode(KeptLimits()) == b"{}"


def test_at_the_table():
    room = Room("nsw")
    room.sits("Ann")
    room.does("Ann", "pass 10", "place 6 12")
    room.own["Ann"] = Allowance(may_buy=Cents(1000))
    assert room.say("Ann", "buy_in 20").message == (
        "your loss limit leaves $10 to buy chips today, as you asked"
    )
    assert room.say("Ann", "buy_in 10") is None
    room.own["Ann"] = Allowance(may_risk=Cents(2000))
    for line in ("place 8 24", "place 8 12; field 10"):
        assert room.say("Ann", line).message == (
            "your loss limit leaves $20 to bet now, commission included, as you asked"
        )
    assert room.say("Ann", "place 8 12; field 5") is None
    room.own["Ann"] = Allowance(session_until=room.now + 1000)
    room.does("Ann", "place 5 10")
    room.later(1000)
    assert room.say("Ann", "place 8 12").code == "own_limit"
    assert room.act("Ann", ev.Bet(room.state.seats[0].wagers[1].wager, Cents(600))).code == "own_limit"
    room.own["Ann"] = Allowance(time_out_until=room.now + HOUR)
    assert room.say("Ann", "buy_in 10").message.startswith("you take a time-out until 2025-11-22 01:00 UTC")
    for line in ("place 6 off", "down place 6", "cash_out 100"):
        assert room.say("Ann", line) is None, line
    room.until("dice_out")
    room.does("Ann", "throw")
    room.own["Zoe"] = Allowance(time_out_until=room.now + HOUR)
    assert room.say("Zoe", "sit").code == "own_limit"


@pytest.mark.parametrize(
    ("lines", "spends"),
    [
        (("field 80, buy 4 20",), 101),  # 5 % of 20, paid at once
        (("buy 4 20", "buy 4 40", "field 5"), 68),
        (("pass 10", "place 6 12"), 22),
        (("field 10", "down field", "undo"), 20),
    ],
)
def test_commission_counts_as_the_engine_charges_it(lines, spends):
    """To the dollar: what the limit leaves is enough, and a cent less is not."""
    for leaves, refused in ((spends * 100, False), (spends * 100 - 1, True)):
        room = Room("classic")
        room.sits("Ann")
        answers = []
        for line in lines:
            rail = room.state.seat("Ann").rail
            room.own["Ann"] = Allowance(may_risk=Cents(leaves))
            answers.append(room.say("Ann", line))
            leaves -= max(0, rail - room.state.seat("Ann").rail)  # noqa: PLW2901 - what is left for the next
        assert (answers[-1] is not None) == refused
        assert not any(answers[:-1])
        assert not refused or "commission included" in answers[-1].message


def test_undoing_a_take_down_is_a_bet():
    """A time-out that began since the take-down counts for its undo. Undoing a bet is always possible."""
    room = Room("classic")
    room.sits("Ann")
    room.does("Ann", "pass 10", "field 10", "down field")
    room.own["Ann"] = Allowance(time_out_until=room.now + HOUR)
    assert room.say("Ann", "undo").code == "own_limit"
    room.own["Ann"] = Allowance(may_risk=Cents(999))
    assert room.say("Ann", "undo").code == "own_limit"
    room.own["Ann"] = Allowance(may_risk=Cents(1000))
    room.does("Ann", "undo")
    room.own["Ann"] = Allowance(time_out_until=room.now + HOUR)
    room.does("Ann", "undo", "undo")
    assert room.state.seat("Ann").wagers == ()


def test_undoing_a_take_down_of_a_token_is_a_bet():
    """A token is bet without chips from the rail."""
    room = Room("nsw")
    room.sits("Ann")
    room.takes("Sue", "supervisor")
    room.does("Sue", "issue_token Ann 25")
    room.does("Ann", "field 25 token", "down field")
    room.own["Ann"] = Allowance(time_out_until=room.now + HOUR)
    assert room.say("Ann", "undo").code == "own_limit"
    assert room.say("Ann", "field 25 token").code == "own_limit"
    assert room.state.seat("Ann").wagers == ()


def test_who_sits_out_does_not_bet_by_an_undo():
    room = Room("classic")
    room.sits("Ann")
    room.does("Ann", "place 6 12", "field 5", "down field")
    assert room.ask("Ann", cm.SitOut, out=True) is None
    assert room.say("Ann", "field 5").code == room.say("Ann", "undo").code == "not_now"
    assert room.ask("Ann", cm.SitOut, out=False) is None
    room.does("Ann", "undo", "undo")
    assert room.ask("Ann", cm.SitOut, out=True) is None
    room.does("Ann", "undo")
    assert room.state.seat("Ann").wagers == ()
