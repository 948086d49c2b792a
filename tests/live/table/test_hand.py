"""The shooter's hand of a live table, and the results of its players."""

from msgspec.structs import replace

from bankcraps import Throw
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.hands import Hand
from bankcraps.game.wagers import wager
from bankcraps.live.table.results import PlayerResult, results_after

FOUR = fx.Thrown(Throw(2, 2), 0)
SEVEN = fx.Thrown(Throw(4, 3), 4)
OUT = fx.SevenOut(4)
PASSED = fx.DicePassed("Ann", "passed the dice")
LOST = fx.Lost("Ann", wager("pass"), 1000)
WON = fx.Paid("Ann", wager("field"), 500, 1000)
ANN = PlayerResult("Ann", session=700, hand=300, hand_before=-200)


def after(hand, *effects):
    """The hand, and Ann's session, hand and hand before, after effects."""
    hand, (ann,) = results_after(hand, (ANN,), effects)
    return hand, (ann.session, ann.hand, ann.hand_before)


def test_what_a_throw_wins_counts_in_its_hand():
    assert after(Hand(2, 3, 4), FOUR, WON) == (Hand(2, 4, 4), (1700, 1300, -200))


def test_what_a_seven_out_takes_belongs_to_the_hand_that_it_ends():
    assert after(Hand(2, 3, 4), SEVEN, OUT, LOST) == (Hand(3, 0, 4), (-300, 0, -700))


def test_dice_that_are_passed_before_the_first_throw_end_no_hand():
    assert after(Hand(2, 0, 4), PASSED) == (Hand(2, 0, 4), (700, 300, -200))


def test_what_is_thrown_after_dice_that_were_passed_counts_in_the_new_hand():
    assert after(Hand(2, 3, 4), PASSED, FOUR, WON) == (Hand(3, 1, 3), (1700, 1000, 300))


def test_a_hand_whose_end_is_taken_back_goes_on_with_its_results():
    hand, results = results_after(Hand(2, 3, 4), (ANN,), (SEVEN, OUT, LOST))
    reversed_ = [fx.Reversed(one) for one in (LOST, OUT, SEVEN)]
    hand, (ann,) = results_after(hand, results, (*reversed_, FOUR, WON))
    assert (hand, ann) == (Hand(2, 4), replace(ANN, session=1700, hand=1300, hand_before=0))


def test_a_seven_out_that_is_corrected_to_another_ends_the_same_hand():
    hand, results = results_after(Hand(2, 3, 4), (ANN,), (SEVEN, OUT, LOST))
    reversed_ = [fx.Reversed(one) for one in (LOST, OUT, SEVEN)]
    hand, (ann,) = results_after(hand, results, (*reversed_, SEVEN, OUT, LOST))
    assert (hand, ann) == (Hand(3, 0, 4), PlayerResult("Ann", session=-300, hand=0, hand_before=-700))


def test_somebody_who_leaves_and_sits_down_again_begins_anew():
    hand, results = results_after(Hand(), (ANN,), (fx.Left("Ann"),))
    assert results == ()
    assert results_after(hand, results, (fx.Seated("Ann", 3),))[1] == (PlayerResult("Ann"),)


def test_a_throw_that_is_corrected_after_the_dice_were_passed_counts_in_the_hand_of_the_throw():
    hand, results = results_after(Hand(2, 3, 4), (ANN,), (FOUR, WON))
    hand, results = results_after(hand, results, (PASSED,))
    assert (hand, results[0].hand, results[0].hand_before) == (Hand(3, 0, 4), 0, 1300)
    wrong = [fx.Reversed(one) for one in (WON, FOUR)]
    hand, (ann,) = results_after(hand, results, (*wrong, FOUR, fx.Lost("Ann", wager("field"), 500)))
    assert (hand, ann) == (Hand(3, 0, 4), PlayerResult("Ann", session=200, hand=0, hand_before=-200))


def test_what_an_invalid_throw_won_is_taken_from_the_hand_of_the_throw():
    hand, results = results_after(Hand(2, 3, 4), (ANN,), (FOUR, WON))
    hand, results = results_after(hand, results, (PASSED,))
    invalid = fx.ThrowInvalid("fraud", Throw(2, 2), 0)
    hand, (ann,) = results_after(hand, results, (invalid, fx.Reversed(WON)))
    assert (hand, ann) == (Hand(3, 0, 4), PlayerResult("Ann", session=700, hand=0, hand_before=300))
