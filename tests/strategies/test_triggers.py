"""The counts of trackers, throw by throw; and changes of sizes."""

from random import Random

import pytest

from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine import effects as fx
from bankcraps.game.wagers import BOX_NUMBERS, Kind, wager
from bankcraps.strategies.observation import ThrowResult
from bankcraps.strategies.rules.counts import (
    EveryShooter,
    FiveCount,
    InAll,
    Money,
    NewShooter,
    Points,
    Since,
    Throws,
    WinsOrLosses,
    Within,
)
from bankcraps.strategies.rules.events import ThrowOf, WinOrLoss
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

SIX, FIELD = wager("place 6"), wager("field")
PLACE = every(Kind.PLACE)


def thrown(a, b, *effects):
    return ThrowResult((fx.Thrown(Throw(a, b), 0), *effects))


BETTING = ThrowResult((fx.Vigorish("Ann", SIX, Cents(100)),))
WIN = thrown(5, 6, fx.Paid("Ann", FIELD, Cents(500), Cents(500)))
LOSS = thrown(3, 4, fx.Lost("Ann", FIELD, Cents(500)))
SET, MADE, OUT = thrown(4, 2, fx.PointSet(6)), thrown(4, 2, fx.PointMade(6)), thrown(3, 4, fx.SevenOut(6))
PASSED = ThrowResult((fx.DicePassed("Ann", "left"),))


def test_commission_paid_with_the_bets_is_no_loss_and_no_end_of_a_row():
    """`meanings.txt` has what each word waits for, throw by throw."""
    lost, twice = WinOrLoss(won=False), WinOrLoss(won=True, count=2)
    assert lost.after(0, BETTING)[1] is None
    assert twice.after(twice.after(twice.after(0, WIN)[0], BETTING)[0], WIN)[1] == ()


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


def test_every_so_many_shooters_goes_round():
    assert values(EveryShooter(3), OUT, PASSED, OUT, OUT) == [0, 1, 2, 0, 1]
    named = [str(EveryShooter(count)).split()[1] for count in (2, 3, 4, 11, 12, 13, 21, 22, 23, 111)]
    assert named == ["2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "111th"]


def test_money_lost_or_won_stays_at_its_end():
    both, one = Money(Cents(1000), Cents(700)), Money(winning=Cents(700))
    assert values(both, WIN, LOSS, BETTING, LOSS, LOSS, LOSS) == [0, 500, 0, -100, -600, -1000, -1000]
    assert values(both, WIN, WIN, LOSS) == [0, 500, 700, 700]
    assert values(one, LOSS, LOSS, LOSS) == [0, -500, -1000, -1500]


def test_wins_need_not_come_in_a_row():
    assert held(WinsOrLosses(2, won=False), LOSS, BETTING, WIN, LOSS) == [False, False, False, True]


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
