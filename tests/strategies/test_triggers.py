"""Parts of rules for which `meanings.txt` would need many throws: rare counts, and changes of sizes."""

from fractions import Fraction
from random import Random
from types import SimpleNamespace

import pytest

from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine import effects as fx
from bankcraps.game.wagers import BOX_NUMBERS, Kind, wager
from bankcraps.strategies.policy import Purse, ThrowResult
from bankcraps.strategies.rules.conditions import BelowPeakBy
from bankcraps.strategies.rules.counts import (
    BelowPeak,
    EveryShooter,
    FiveCount,
)
from bankcraps.strategies.rules.events import SevenOuts, WinOrLoss
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

FIELD = wager("field")
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


BETTING = ThrowResult((fx.Vigorish("Ann", wager("buy 6"), Cents(100)),))
WIN, NEITHER = thrown(5, 6, won(FIELD)), thrown(1, 3)


def test_commission_paid_with_the_bets_is_no_loss():
    assert fired(WinOrLoss(won=False), BETTING) == [None]
    assert fired(WinOrLoss(won=True, count=2), WIN, BETTING, WIN) == [None, None, ()]


def test_a_wager_of_parts_wins_or_loses_as_a_whole():
    horn = wager("horn")
    result = thrown(5, 6, lost(horn, 3), won(horn, 15))
    assert result.decided == ((horn, 1200),)
    assert fired(WinOrLoss(won=True, target=only(horn)), result) == [(horn,)]


# Throws, the puck, the shooter.
SET, MADE, OUT = thrown(4, 2, fx.PointSet(6)), thrown(4, 2, fx.PointMade(6)), thrown(3, 4, fx.SevenOut(6))
PASSED = ThrowResult((fx.DicePassed("Ann", "left"),))


def test_seven_outs_in_a_row_have_no_point_made_between_them():
    throws = [OUT, SET, OUT, OUT, MADE, OUT, PASSED, NEITHER, OUT]
    assert fired(SevenOuts(2), *throws) == [None, None, (), None, None, None, None, None, ()]
    assert fired(SevenOuts(3), OUT, OUT, MADE, OUT, OUT, OUT) == [None, None, None, None, None, ()]
    assert fired(SevenOuts(1), OUT, MADE, OUT) == [(), None, ()]
    assert str(SevenOuts(2)) == "2 seven_outs in a row"


# Trackers.
def values(tracker, *results):
    value = tracker.start()
    found = [value]
    for result in results:
        value = tracker.after(value, result)
        found.append(value)
    return found


def test_every_so_many_shooters_goes_round():
    assert values(EveryShooter(3), OUT, PASSED, OUT, OUT) == [0, 1, 2, 0, 1]
    named = [str(EveryShooter(count)).split()[1] for count in (2, 3, 4, 11, 12, 13, 21, 22, 23, 111)]
    assert named == ["2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "111th"]


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
