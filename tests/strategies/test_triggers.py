"""The events that an `after` rule waits for, and trackers, throw by throw; and changes of sizes."""

from fractions import Fraction
from random import Random
from types import SimpleNamespace

import pytest

from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine import effects as fx
from bankcraps.game.wagers import BOX_NUMBERS, Kind, wager
from bankcraps.strategies.observation import Purse, ThrowResult
from bankcraps.strategies.rules.conditions import BelowPeakBy
from bankcraps.strategies.rules.counts import (
    BelowPeak,
    EveryShooter,
    FiveCount,
    InAll,
    LastShooterBalance,
    Money,
    NewShooter,
    Points,
    Since,
    Throws,
    TrackerReached,
    WinsOrLosses,
    Within,
)
from bankcraps.strategies.rules.events import GameEvent, SevenOuts, ThrowOf, WinOrLoss
from bankcraps.strategies.rules.steps import (
    DOWN,
    LARGEST_SIZE,
    HalfPress,
    KeepDown,
    Press,
    Regress,
    Reset,
    Take,
)
from bankcraps.strategies.wager_sets import every, only

SIX, EIGHT, FIELD = wager("place 6"), wager("place 8"), wager("field")
PLACE = every(Kind.PLACE)


def won(on, much=5):
    return fx.Paid("Ann", on, Cents(500), Cents(much * 100))


def lost(on, much=5):
    return fx.Lost("Ann", on, Cents(much * 100))


def thrown(a, b, *effects):
    return ThrowResult((fx.Thrown(Throw(a, b), 0), *effects))


def fired(trigger, *results):
    """For each result: the wagers it fired for, () for none in particular, None where it did not."""
    value, told = trigger.start() or 0, []
    for result in results:
        value, about = trigger.after(value, result)
        told.append(about)
    return told


# Wins and losses.
BETTING = ThrowResult((fx.Vigorish("Ann", SIX, Cents(100)),))
TIE = thrown(3, 4, won(FIELD), lost(FIELD))
WIN, LOSS, NEITHER = thrown(5, 6, won(FIELD)), thrown(3, 4, lost(FIELD)), thrown(1, 3)


def test_a_win_or_a_loss_of_a_throw():
    assert fired(WinOrLoss(won=True), WIN, LOSS, NEITHER, TIE) == [(), None, None, None]
    assert fired(WinOrLoss(won=False), WIN, LOSS, NEITHER, TIE) == [None, (), None, None]


def test_commission_paid_with_the_bets_is_no_loss():
    assert fired(WinOrLoss(won=False), BETTING) == [None]
    assert fired(WinOrLoss(won=True, count=2), WIN, BETTING, WIN) == [None, None, ()]


def test_several_in_a_row_begin_again_after_they_came_and_after_the_other_kind():
    twice = WinOrLoss(won=True, count=2)
    assert fired(twice, WIN, WIN, WIN, WIN) == [None, (), None, ()]
    assert fired(twice, WIN, LOSS, WIN, WIN) == [None, None, None, ()]
    assert fired(WinOrLoss(won=True, count=3), WIN, WIN, WIN, WIN) == [None, None, (), None]
    assert fired(twice, WIN, NEITHER, TIE, WIN) == [None, None, None, ()]


def test_wins_of_a_wager_tell_which():
    both = thrown(2, 4, won(SIX), won(EIGHT))
    assert fired(WinOrLoss(won=True, target=PLACE), both, thrown(2, 4, won(EIGHT)), WIN) == [
        (SIX, EIGHT),
        (EIGHT,),
        None,
    ]
    assert fired(WinOrLoss(won=True, count=2, target=PLACE), both) == [(EIGHT,)]
    assert fired(WinOrLoss(won=True, target=only(SIX)), thrown(3, 4, lost(SIX), won(EIGHT))) == [None]
    assert fired(WinOrLoss(won=False, target=only(SIX)), thrown(3, 4, lost(SIX), won(EIGHT))) == [(SIX,)]


def test_a_wager_of_parts_wins_or_loses_as_a_whole():
    horn = wager("horn")
    result = thrown(5, 6, lost(horn, 3), won(horn, 15))
    assert result.decided == ((horn, 1200),)
    assert fired(WinOrLoss(won=True, target=only(horn)), result) == [(horn,)]


def test_only_what_comes_several_times_is_counted():
    found = [WinOrLoss(won=True), GameEvent("seven_out"), ThrowOf((7,)), WinOrLoss(won=True, count=2)]
    assert [one.start() for one in (*found, TrackerReached(Throws(3)))] == [None, None, None, 0, 0]


def test_how_triggers_are_printed():
    asked = [(True, 1, None), (True, 3, None), (False, 2, None), (True, 1, PLACE), (False, 2, only(SIX))]
    said = [str(WinOrLoss(won=won, count=count, target=target)) for won, count, target in asked]
    assert said == ["win", "3 wins", "2 losses", "win of place", "2 losses of place 6"]
    assert str(ThrowOf((2, 12), (Throw(1, 3), Throw(3, 3)))) == "throw of 2 or 12 or 1-3 or 3-3"
    assert str(TrackerReached(Points(2))) == "2 points made"


# Throws, the puck, the shooter.
SET, MADE, OUT = thrown(4, 2, fx.PointSet(6)), thrown(4, 2, fx.PointMade(6)), thrown(3, 4, fx.SevenOut(6))
PASSED = ThrowResult((fx.DicePassed("Ann", "left"),))


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("point_set", [(), None, None, None, None]),
        ("point_made", [None, (), None, None, None]),
        ("seven_out", [None, None, (), None, None]),
        ("new_shooter", [None, None, (), (), None]),
    ],
)
def test_events_of_the_puck_and_the_shooter(what, told):
    assert fired(GameEvent(what), SET, MADE, OUT, PASSED, NEITHER) == told


def test_seven_outs_in_a_row_have_no_point_made_between_them():
    throws = [OUT, SET, OUT, OUT, MADE, OUT, PASSED, NEITHER, OUT]
    assert fired(SevenOuts(2), *throws) == [None, None, (), None, None, None, None, None, ()]
    assert fired(SevenOuts(3), OUT, OUT, MADE, OUT, OUT, OUT) == [None, None, None, None, None, ()]
    assert fired(SevenOuts(1), OUT, MADE, OUT) == [(), None, ()]
    assert str(SevenOuts(2)) == "2 seven_outs in a row"


def test_totals_and_combinations():
    trigger = ThrowOf((12,), (Throw(1, 3),))
    throws = [thrown(6, 6), thrown(1, 3), thrown(3, 1), thrown(2, 2), BETTING]
    assert fired(trigger, *throws) == [(), (), (), None, None]


def test_a_count_is_reached_once_and_again_with_the_next_shooter():
    trigger = TrackerReached(Throws(2))
    assert fired(trigger, NEITHER, NEITHER, NEITHER, OUT, NEITHER, BETTING, NEITHER) == [
        *(None, (), None, None, None, None, ())
    ]
    assert TrackerReached(NewShooter()).start() == 1


# Trackers.
def values(tracker, *results):
    value = tracker.start()
    found = [value]
    for result in results:
        value = tracker.after(value, result)
        found.append(value)
    return found


@pytest.mark.parametrize(
    ("tracker", "found", "holds_at"),
    [
        (NewShooter(), [1, 1, 0, 0, 0, 1, 0], 1),
        (Throws(2), [0, 0, 1, 2, 2, 0, 1], 2),
        (InAll(3, "throws"), [0, 0, 1, 2, 3, 3, 3], 3),
        (Points(1), [0, 0, 0, 1, 1, 0, 0], 1),
        (InAll(1, "shooters"), [0, 0, 0, 0, 0, 1, 1], 1),
        (InAll(2, "decisions"), [0, 0, 0, 1, 2, 2, 2], 2),
        (InAll(9, "decisions"), [0, 0, 0, 1, 2, 3, 4], 9),
        (EveryShooter(2), [0, 0, 0, 0, 0, 1, 1], 1),
        (FiveCount(), [0, 0, 1, 2, 3, 0, 0], 5),
    ],
    ids=str,
)
def test_what_trackers_count(tracker, found, holds_at):
    """Bets, a point of 6, made; a come-out eleven; a seven-out from it, as far as a tracker sees; craps."""
    natural, craps = thrown(5, 6, fx.Natural(11)), thrown(1, 1, fx.Craps(2))
    assert values(tracker, BETTING, SET, MADE, natural, OUT, craps) == found
    assert [value for value in range(20) if tracker.holds(value)] == [holds_at]


def test_a_point_that_is_not_made_decides_nothing():
    assert values(InAll(2, "decisions"), SET, thrown(5, 6), thrown(1, 1), OUT) == [0, 0, 0, 0, 1]


def test_every_so_many_shooters_goes_round():
    assert values(EveryShooter(3), OUT, PASSED, OUT, OUT) == [0, 1, 2, 0, 1]
    named = [str(EveryShooter(count)).split()[1] for count in (2, 3, 4, 11, 12, 13, 21, 22, 23, 111)]
    assert named == ["2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "111th"]


def test_money_lost_or_won_stays_at_its_end():
    both, one = Money(Cents(1000), Cents(700)), Money(winning=Cents(700))
    assert values(both, WIN, LOSS, BETTING, LOSS, LOSS) == [0, 500, 0, -100, -600, -1000]
    assert values(both, WIN, WIN, LOSS) == [0, 500, 700, 700]
    assert values(one, LOSS, LOSS, LOSS) == [0, -500, -1000, -1500]
    assert [both.holds(value) for value in (-1000, -999, 0, 699, 700)] == [True, False, False, False, True]
    assert [one.holds(value) for value in (-99999, 0, 700)] == [False, False, True]
    assert [str(both), str(one)] == ["losing 10 or winning 7", "winning 7"]


# Sizes.
@pytest.mark.parametrize(
    ("change", "size", "said", "after"),
    [
        (Press(PLACE), 600, 600, 1200),
        (Press(PLACE, up_to=Cents(1000)), 600, 600, 1000),
        (Press(PLACE, up_to=Cents(500)), 600, 600, 600),
        (Press(PLACE, by=Cents(200)), 600, 600, 800),
        (Press(PLACE), LARGEST_SIZE - 1, 600, LARGEST_SIZE),
        (HalfPress(PLACE), 1200, 1200, 1800),
        (HalfPress(PLACE), 1800, 1200, 2400),
        (HalfPress(PLACE), 2400, 1200, 3600),
        (HalfPress(PLACE, Cents(2000)), 1800, 1200, 2000),
        (HalfPress(PLACE, Cents(100)), 1800, 1200, 1800),
        (HalfPress(PLACE), 600, 1200, 1200),  # below the stated size, a press still adds half of that size
        (HalfPress(PLACE), 501, 501, 751),
        (HalfPress(PLACE), 1, 1, 2),
        (HalfPress(PLACE), LARGEST_SIZE - 1, 600, LARGEST_SIZE),
        (Take(PLACE, Cents(200)), 1000, 600, 800),
        (Take(PLACE, Cents(700)), 1000, 600, 600),
        (Take(PLACE, Cents(700), Cents(400)), 1000, 600, 400),
        (Take(PLACE, Cents(100)), 300, 600, 300),
        (Regress(PLACE, Cents(200)), 1000, 600, 200),
        (Reset(PLACE), 1000, 600, 600),
        (KeepDown(PLACE), 1000, 600, DOWN),
        (Press(PLACE), DOWN, 600, DOWN),
        (HalfPress(PLACE), DOWN, 600, DOWN),
        (Take(PLACE, Cents(100)), DOWN, 600, DOWN),
        (Regress(PLACE, Cents(200)), DOWN, 600, DOWN),
        (Reset(PLACE), DOWN, 600, 600),
    ],
    ids=str,
)
def test_how_a_size_changes(change, size, said, after):
    assert change.to(size, said) == after


def held(tracker, *results):
    return [tracker.holds(value) for value in values(tracker, *results)[1:]]


def test_only_throws_count_since_an_event_and_the_count_stays_small():
    since = Since(2, ThrowOf((11,)), "throws")
    assert list(map(int, held(since, LOSS, BETTING, LOSS, LOSS, WIN, LOSS, LOSS))) == [0, 0, 1, 1, 0, 0, 1]
    within = Within(2, ThrowOf((11,)), "throws")
    assert list(map(int, held(within, LOSS, WIN, BETTING, LOSS, LOSS))) == [0, 1, 1, 1, 0]
    twice = Since(2, WinOrLoss(won=True, count=3, target=only(FIELD)), "throws")
    reached = {twice.start()}
    while more := {twice.after(value, one) for value in reached for one in (WIN, LOSS)} - reached:
        reached |= more
    assert len(reached) <= 9


def test_wins_need_not_come_in_a_row():
    twice = WinsOrLosses(2, won=True, target=only(FIELD))
    assert held(twice, WIN, LOSS, WIN, WIN) == [False, False, True, True]
    assert held(WinsOrLosses(2, won=False), LOSS, BETTING, WIN, LOSS) == [False, False, False, True]


def test_the_value_of_the_last_shooter_is_a_sum_and_a_flag():
    over = ThrowResult((fx.Thrown(Throw(3, 4), 0), fx.Lost("Ann", FIELD, Cents(500)), fx.SevenOut(6)))
    tracker = LastShooterBalance(Cents(500), behind=True)
    assert [tracker.change(value) for value in (0, 1, -1000, -999, 2000)] == [0, 0, -500, -500, 1000]
    told = [tracker.after(*each) for each in ((0, WIN), (1000, over), (0, over), (1, LOSS), (-999, over))]
    assert told == [1000, 0, 1, -999, 1]


def test_a_share_below_the_peak_is_asked_of_the_purse():
    third = BelowPeakBy(BelowPeak(), Fraction(1, 3), winnings=True)
    for fallen, owned, start in (
        (0, 100, 50),
        (10, 100, 50),
        (20, 90, 50),
        (19, 91, 50),
        (30, 20, 50),
        (40, 20, 50),
    ):
        purse, peak = Purse(owned, start), owned + fallen
        seen = SimpleNamespace(purse=purse)
        wanted = fallen > 0 and peak > start and 3 * fallen >= peak - start
        assert third.holds(seen, {third.tracker: -fallen}) == wanted, (fallen, owned)
        assert purse.low <= owned < purse.high


# The five-count, written a second time.
def counted_by_hand(totals):
    """Frank Scoblete's count, written as a reader would count along."""
    count = 0
    for total in totals:
        if count == 0:
            count = int(total in BOX_NUMBERS)
        elif count < 4:
            count += 1
        elif count == 4 and total in BOX_NUMBERS:
            count = 5
    return count


def test_the_five_count():
    assert counted_by_hand([6, 2, 3, 12, 11, 8]) == 5
    tracker, dice = FiveCount(), Random(9)
    for _ in range(500):
        throws = [Throw(dice.randint(1, 6), dice.randint(1, 6)) for _ in range(dice.randint(0, 9))]
        value = tracker.start()
        for throw in throws:
            value = tracker.after(value, ThrowResult((fx.Thrown(throw, 0),)))
        assert value == counted_by_hand([throw.total for throw in throws])
        assert tracker.holds(value) == (value == 5)
        out = ThrowResult((fx.Thrown(Throw(3, 4), 6), fx.SevenOut(6)))
        assert tracker.after(value, out) == 0
