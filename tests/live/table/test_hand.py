"""The shooter's hand of a live table, and the results of its players."""

import pytest

from bankcraps import Throw
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.shooter.turns import Hand
from bankcraps.game.wagers import wager
from bankcraps.live.table.live_table import PlayerResult, results_after

FOUR = fx.Thrown(Throw(2, 2), 0)
SEVEN = fx.Thrown(Throw(4, 3), 4)
OUT = fx.SevenOut(4)
PASSED = fx.DicePassed("Ann", "passed the dice")
LOST = fx.Lost("Ann", wager("pass"), 1000)
WON = fx.Paid("Ann", wager("field"), 500, 1000)
ANN = PlayerResult("Ann", session=700, hand=300, hand_before=-200)


BACK = [fx.Reversed(one) for one in (LOST, OUT, SEVEN)]
HANDS = {
    # what happens in turn in the fourth throw of the second hand, the hand after it, and Ann's session, hand
    # and hand before
    "a throw wins": ([[FOUR, WON]], Hand(2, 4, 4), (1700, 1300, -200)),
    "a seven out loses in the hand that it ends": ([[SEVEN, OUT, LOST]], Hand(3, 0, 4), (-300, 0, -700)),
    "a throw after dice that were passed": ([[PASSED, FOUR, WON]], Hand(3, 1, 3), (1700, 1000, 300)),
    "an end that is taken back": ([[SEVEN, OUT, LOST], [*BACK, FOUR, WON]], Hand(2, 4), (1700, 1300, 0)),
    "a seven out that is corrected to another": (
        [[SEVEN, OUT, LOST], [*BACK, SEVEN, OUT, LOST]],
        *(Hand(3, 0, 4), (-300, 0, -700)),
    ),
    "a throw that is corrected after the dice were passed": (
        [[FOUR, WON], [PASSED], [fx.Reversed(WON), fx.Reversed(FOUR), FOUR, LOST]],
        *(Hand(3, 0, 4), (-300, 0, -700)),
    ),
    "a throw that is invalid after the dice were passed": (
        [[FOUR, WON], [PASSED], [fx.ThrowInvalid("fraud", Throw(2, 2), 0), fx.Reversed(WON)]],
        *(Hand(3, 0, 4), (700, 0, 300)),
    ),
}


@pytest.mark.parametrize(("happens", "after", "sums"), HANDS.values(), ids=HANDS)
def test_a_hand_and_its_results(happens, after, sums):
    hand, results = Hand(2, 3, 4), (ANN,)
    for effects in happens:
        hand, results = results_after(hand, results, effects)
    assert (hand, *results) == (after, PlayerResult("Ann", *sums))


def test_dice_passed_before_the_first_throw_end_no_hand():
    assert results_after(Hand(2, 0, 4), (ANN,), [PASSED]) == (Hand(2, 0, 4), (ANN,))


def test_somebody_who_leaves_and_sits_down_again_begins_anew():
    hand, results = results_after(Hand(), (ANN,), (fx.Left("Ann"),))
    assert results == ()
    assert results_after(hand, results, (fx.Seated("Ann", 3),))[1] == (PlayerResult("Ann"),)
