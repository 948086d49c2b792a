"""A throw that was wrong is put right, and a system bets on as if it had never seen it."""

import random

import pytest
from tests.kit.profiles import LONG, share, usual
from tests.live.room import Room
from tests.live.systems_night import MONEY, WITH_MEMORY, SystemsNight

from bankcraps.game.dice import Throw
from bankcraps.game.engine import events as ev
from bankcraps.live.system_player import SystemPlayer
from bankcraps.live.table import commands as cm
from bankcraps.strategies.checking import check
from bankcraps.strategies.library import system

STAYS = [
    *WITH_MEMORY,
    *MONEY.values(),
    "when come_out: pass 10; when point: buy 4 20; buy 10 20; stop after losing 300",
]


def real_dice(rules, text):
    """A night with dice that Box enters, and Pat on the line. Sue may correct or invalidate."""
    night = SystemsNight(rules, {}, dice="entered", pace="boxperson")
    room = night.room
    room.takes("Box", *dict.fromkeys(room.book.table.filled(("boxperson", "stickperson"))))
    floor = room.book.floor
    room.takes(
        "Sue", *dict.fromkeys(room.book.table.filled(who)[-1] for who in (floor.disputes, floor.in_charge))
    )
    night.come("Pat", "when come_out: pass 5", 1000)  # there is a shooter, whatever the system bets on
    night.come("Sys", text, 1000)
    return night


def bet_again(night):
    night.room.until("betting")
    night.hear()
    night.act()


def entered(night, throw):
    """Box enters a throw."""
    room = night.room
    room.until("betting")
    night.hear()
    night.act()
    night.say("Box", "no more bets")
    night.act()
    for look in ("first", "second"):
        assert room.ask("Box", cm.EnterThrow, throw=throw, look=look) is None, room.last.refused
        night.hear()


def what_counts(night):
    """The system's memory, its end, its rail and its wagers."""
    bot, seat = night.bots["Sys"], night.room.state.seat("Sys")
    assert seat is not None
    return bot.memory, bot.end, seat.rail, seat.wagers


def comes_back(night):
    """Whether a player that only reads the log knows all that the bot at the table knows."""
    again = SystemPlayer(night.room.book, night.bots["Sys"].policy, "Sys")
    again.read(night.items, night.room.table.fairness.counted)
    return again.memory == night.bots["Sys"].memory


@pytest.mark.parametrize("rules", usual("nsw"))
def test_a_corrected_throw_is_forgotten_for_the_right_one(rules):
    """A system that saw the wrong throw, and perhaps bet after it, goes on like one that never saw it."""
    book = Room(rules).book
    systems = [text for text in STAYS if not check(system(text), book)]
    assert len(systems) >= len(STAYS) - 1
    for text in share(systems, 5):
        rng = random.Random(f"{rules} {text}")
        wronged, straight = real_dice(rules, text), real_dice(rules, text)
        corrected = 0
        for _ in range(40 if LONG else 25):
            wrong, right = (Throw(rng.randint(1, 6), rng.randint(1, 6)) for _ in range(2))
            entered(straight, right)
            if wrong.combination == right.combination or rng.random() < 0.5:
                entered(wronged, right)
            else:
                entered(wronged, wrong)
                if rng.random() < 0.7:
                    bet_again(wronged)
                    if wronged.owned("Sys") is None:  # it has left, and nothing can be corrected
                        break
                wronged.say("Sue", f"correct {right}")
                corrected += 1
            for night in (wronged, straight):
                bet_again(night)
            if straight.owned("Sys") is None:
                assert wronged.owned("Sys") is None
                break
            assert what_counts(wronged) == what_counts(straight), text
            assert comes_back(wronged)
        assert corrected > 1, text
        assert not wronged.refused


def test_a_bot_that_a_wrong_throw_drove_away_stays():
    night = real_dice("nsw", "when come_out: pass 10; when point: place 6 600; after loss: stop")
    entered(night, Throw(2, 2))
    entered(night, Throw(3, 4))
    night.room.until("betting")
    night.hear()
    assert night.bots["Sys"].acts(*night.seen())[-1].event.__class__ is ev.Leave
    assert night.bots["Sys"].end
    night.say("Sue", "correct 4-4")
    bet_again(night)
    assert night.bots["Sys"].end == ""
    assert (night.room.on("Sys", "pass"), night.room.on("Sys", "place 6")) == (10, 600)


def test_a_dismissal_outlives_a_correction():
    night = real_dice("nsw", "when come_out: pass 10; when point: place 6 12")
    entered(night, Throw(2, 2))
    entered(night, Throw(4, 4))
    night.bots["Sys"].dismiss("House asks it to leave")
    night.say("Sue", "correct 5-5")
    bet_again(night)
    assert night.bots["Sys"].end == "House asks it to leave"
    assert night.room.on("Sys", "place 6") == 0


def test_an_invalid_throw_is_forgotten():
    """The martingale lost, and has its wager back: it bets 10 again, and its loss is no loss."""
    text = "when come_out: pass 10; progression martingale on pass up to 5 steps; stop after losing 60"
    night = real_dice("nsw", text)
    start = night.bots["Sys"].memory
    for bets in (False, True):
        entered(night, Throw(1, 1))
        if bets:
            bet_again(night)
            assert night.room.on("Sys", "pass") == 20
        night.say("Sue", "invalidate fire")
        bet_again(night)
        assert night.bots["Sys"].memory == start
        assert (night.room.on("Sys", "pass"), night.owned("Sys")) == (10, 100_000)
        assert comes_back(night)


def test_an_invalid_throw_that_decided_nothing_of_ones_own_is_forgotten():
    """A system that counts throws has not seen it."""
    night = real_dice("nsw", "only after five_count; when come_out: pass 10; when point: place 6 12")
    for throw in (Throw(2, 2), Throw(5, 4), Throw(5, 4)):
        entered(night, throw)
    before = night.bots["Sys"].memory
    for _ in range(2):
        entered(night, Throw(6, 2))
        assert night.bots["Sys"].memory != before
        assert night.room.act("Sue", ev.Invalidate("fire", scope="throw")) is None, night.room.last.refused
        night.hear()
        assert night.bots["Sys"].memory == before
        assert comes_back(night)
    bet_again(night)
    assert night.room.on("Sys", "place 6") == 0


def test_a_throw_of_real_dice_that_was_no_roll_is_thrown_again():
    night = real_dice("nsw", "when come_out: pass 10")
    for _ in range(3):
        bet_again(night)
        night.say("Box", "no more bets")
        night.act()
        assert night.room.phase == "in_the_air"
        night.say("Box", "no roll not_together")
