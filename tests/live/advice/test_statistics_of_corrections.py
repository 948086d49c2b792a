"""Statistics when a throw is corrected or taken back: commission stays paid, and hands keep their numbers."""

from tests.live.advice.test_statistics import Evening

from bankcraps import Table, Throw
from bankcraps.game.engine import crew
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.live.advice.statistics import Tally


def test_commission_paid_before_a_throw_that_is_corrected_stays_paid():
    evening = Evening()
    evening.say("Ann: 10 pass", "roll 4-2", "Ann: 40 buy 4", "roll 5-4")
    assert evening.of("Ann")[1] == {"buy 4": (0, 0, -200)}
    evening.do(ev.Correct(throw=Throw(5, 5), by=crew("supervisor")))
    counted, wagers = evening.of("Ann")
    assert (counted.throws, counted.totals[10 - 2], counted.net) == (2, 1, -200)
    assert wagers == {"buy 4": (0, 0, -200)}


def test_a_pass_of_the_dice_that_is_undone_leaves_the_shooter_in_the_same_hand():
    state, tally = Table("classic", {"Ann": 1000}).state, Tally()
    passed = fx.DicePassed("Ann", "passed the dice")
    tally.see(state, [fx.Thrown(Throw(6, 1), 0)])
    tally.see(state, [fx.Thrown(Throw(5, 6), 0)])
    tally.see(state, [passed])
    tally.see(state, [fx.ThrowInvalid("fire", Throw(5, 6), 0), fx.Reversed(passed)])
    tally.see(state, [fx.Thrown(Throw(6, 5), 0)])
    assert [(one.hand, one.throw) for one in tally.throws] == [(1, Throw(6, 1)), (1, Throw(6, 5))]


def test_dice_that_were_passed_and_stay_passed_begin_a_hand():
    evening = Evening()
    evening.say("Ann: 10 pass", "roll 6-1", "Ann: pass_dice", "Bob: accept", "Bob: 10 pass", "roll 5-6")
    assert [one.hand for one in evening.tally.throws] == [1, 2]


def test_a_throw_at_which_the_dice_are_passed_counts_in_the_new_hand():
    state, tally = Table("classic", {"Ann": 1000}).state, Tally()
    tally.see(state, [fx.Thrown(Throw(6, 1), 0)])
    tally.see(state, [fx.DicePassed("Bob", "no line wager"), fx.DiceTaken("Ann"), fx.Thrown(Throw(5, 6), 0)])
    assert [one.hand for one in tally.throws] == [1, 2]
