"""Limits that people set for themselves: tighter at once, looser a day later."""

from itertools import product

import pytest
from tests.live.room import BEGAN, Room
from tests.live.script import play

from bankcraps import wager
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player
from bankcraps.game.records.codec import decoder, encode
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
    assert decoder(KeptLimits)(encode(loosened)) == loosened
    assert in_force(loosened, NOW + DAY_MS) == new
    assert in_force(loosened, NOW + 1 + DAY_MS) == old


def test_asking_again_does_not_make_it_later_and_a_new_wish_replaces_it():
    both = change(KeptLimits(limits(200, 60)), limits(100, 120), NOW)  # tighter and looser
    assert [in_force(both, at) for at in (NOW, NOW + DAY_MS)] == [limits(100, 60), limits(100, 120)]
    assert encode(KeptLimits()) == b"{}"
    waiting = change(KeptLimits(limits(200)), limits(500), NOW)
    again = change(waiting, limits(500), NOW + HOUR)
    assert again.later_at == NOW + DAY_MS
    more = change(waiting, limits(900), NOW + HOUR)
    assert (more.later, more.later_at) == (limits(900), NOW + HOUR + DAY_MS)
    less = change(waiting, limits(100), NOW + HOUR)
    assert (in_force(less, NOW + 2 * DAY_MS), less.later) == (limits(100), None)


def test_no_order_of_wishes_loosens_anything_at_once():
    wishes = [limits(), limits(50), limits(10), limits(500, 30), limits(None, 90)]
    wishes.append(limits(1000, 10, NOW + DAY_MS))
    for first, second, third in product(wishes, repeat=3):
        counts = in_force(change(change(KeptLimits(first), second, NOW), third, NOW + HOUR), NOW + HOUR)
        assert counts.loss is not None or first.loss is None
        assert (counts.loss or 0) <= (first.loss if first.loss is not None else 10**9)
        assert counts.time_out_until >= first.time_out_until


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


def left(room, **what):
    """From now on, this is left to Ann."""
    room.own["Ann"] = Allowance(**what)
    return room


def test_at_the_table():
    room = play("at nsw: Ann; Ann: pass 10; Ann: place 6 12")
    play("Ann: buy_in 20 ! own_limit; Ann: buy_in 10", left(room, may_buy=Cents(1000)))
    left(room, may_risk=Cents(2000))
    for line in ("place 8 24", "place 8 12; field 10"):
        assert room.say("Ann", line).message == (
            "your loss limit leaves $20 to bet now, commission included, as you asked"
        )
    assert room.say("Ann", "place 8 12; field 5") is None
    left(room, session_until=room.now + 1000)
    play("Ann: place 5 10; later 1000; Ann: place 9 10 ! own_limit", room)
    assert room.act("Ann", ev.Bet(room.state.seats[0].wagers[1].wager, Cents(600))).code == "own_limit"
    left(room, time_out_until=room.now + HOUR)
    room.own["Zoe"] = room.own["Ann"]
    play(
        "Ann: buy_in 10 ! own_limit; Ann: place 6 off; Ann: down place 6; Ann: cash_out 100; until dice_out"
        "; Ann: throw; Zoe: sit ! own_limit; Zoe waits ! own_limit",
        room,
    )


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
    room = play("at classic: Ann; Ann: pass 10; Ann: field 10; Ann: down field")
    play("Ann: undo ! own_limit", left(room, time_out_until=room.now + HOUR))
    play("Ann: undo ! own_limit", left(room, may_risk=Cents(999)))
    play("Ann: undo", left(room, may_risk=Cents(1000)))
    play("Ann: undo; Ann: undo; Ann has 0 on pass", left(room, time_out_until=room.now + HOUR))
    room = play(  # a token is bet without chips from the rail
        "at nsw: Ann; Sue takes supervisor; Sue: issue_token Ann 25; Ann: field 25 token; Ann: down field"
    )
    play("Ann: undo ! own_limit; Ann: field 25 token ! own_limit", left(room, time_out_until=room.now + HOUR))
    play(  # and who sits out does not bet by an undo
        "at classic: Ann; Ann: place 6 12; Ann: field 5; Ann: down field; Ann sits out"
        "; Ann: field 5 ! not_now; Ann: undo ! not_now"
        "; Ann plays again; Ann: undo; Ann: undo; Ann sits out; Ann: undo"
        "; Ann has 0 on place 6"
    )


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


SIT, ACCEPT, BET = ev.Sit(by=ANN), ev.Accept(by=ANN), ev.Bet(wager("pass"), Cents(1), by=ANN)


@pytest.mark.parametrize(("left", "event", "says"), [
    (Allowance(time_out_until=NOW), SIT, ""),
    (Allowance(time_out_until=NOW + 1), SIT, "you take a time-out until 2025-11-22 00:00 UTC"),
    (Allowance(session_until=NOW + 1), ACCEPT, ""),
    (Allowance(session_until=NOW), ACCEPT, "your session is over, as you asked"),
    (Allowance(may_buy=Cents(500)), ev.BuyIn(Cents(500), by=ANN), ""),
    (Allowance(may_buy=Cents(500)), ev.BuyIn(Cents(501), by=ANN), "your loss limit leaves $5 to buy chips"),
    (Allowance(may_buy=Cents(0)), BET, ""),
    (Allowance(may_risk=Cents(500)), BET, ""),
    (Allowance(may_risk=Cents(499)), BET, "your loss limit leaves $4.99 to bet now"),
    (Allowance(time_out_until=NOW + 1, session_until=NOW), ev.Leave(by=ANN), ""),
])  # fmt: skip
def test_the_last_cent_and_the_last_millisecond(left, event, says):
    found = forbidden(left, event, NOW, Cents(500) if event is BET else None)
    assert found.startswith(says)
    assert bool(found) == bool(says)
