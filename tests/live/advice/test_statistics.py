"""Statistics of throws: what they count, by player, wager and hand."""

import pytest

from bankcraps import Table, Throw
from bankcraps.game.engine import effects as fx
from bankcraps.live.advice.statistics import Tally, statistics


class Evening:
    """A table whose every event is tallied."""

    def __init__(self, book="classic"):
        self.table = Table(book, {"Ann": 1000, "Bob": 500})
        self.tally = Tally()
        self.tally.see(self.table.state, [fx.Bought(seat.name, seat.rail) for seat in self.table.state.seats])

    def say(self, *lines):
        for line in lines:
            for came in self.table.say(line):
                assert came, came
                self.tally.see(came.state, came.effects)

    def of(self, player, hand=None):
        counted = statistics(self.tally.throws, player, hand)
        return counted, {one.wager: (one.decided, one.staked, one.net) for one in counted.wagers}


PASS, SIX = "Ann: 10 pass", "roll 4-2"
EVENINGS = [
    # the house, the lines, the player and the hand, and the wagers: decided, staked, won
    ("classic", [PASS, SIX, "Ann: 10 come", "roll 4-4", "roll 3-4"], "Ann", None,
     {"pass": (1, 1000, -1000), "come": (1, 1000, -1000)}),  # under its box
    ("classic", [PASS, SIX, "roll 3-4", "Bob: 10 pass", "roll 5-2"], "Bob", 2, {"pass": (1, 1000, 1000)}),
    ("classic", [PASS, SIX, "roll 3-4", "Bob: 10 pass", "roll 5-2"], "Ann", 1, {"pass": (1, 1000, -1000)}),
    # Twice $80, less a commission of $2 for the bet and for each time that it stays up: it decides nothing.
    ("classic", [PASS, SIX, "Ann: 40 buy 4", "roll 2-2", "roll 3-1"], "Ann", None,
     {"buy 4": (2, 8000, 16_000 - 3 * 200)}),
    ("nsw", ["games_supervisor: issue_token Ann 25", "Ann: pass 25 token", "roll 1-1"], "Ann", None,
     {"pass": (1, 2500, 0)}),
]  # fmt: skip


@pytest.mark.parametrize(("book", "lines", "player", "hand", "wagers"), EVENINGS)
def test_the_wagers_of_a_player(book, lines, player, hand, wagers):
    evening = Evening(book)
    evening.say(*lines)
    assert evening.of(player, hand)[1] == wagers


ELEVEN, YO = fx.Thrown(Throw(6, 1), 0), fx.Thrown(Throw(5, 6), 0)
PASSED = fx.DicePassed("Ann", "passed the dice")
HANDS = [
    # what is seen, and the hand of each throw that counts
    (
        [[ELEVEN], [YO], [PASSED], [fx.ThrowInvalid("fire", Throw(5, 6), 0), fx.Reversed(PASSED)], [YO]],
        [1, 1],
    ),
    ([[ELEVEN], [PASSED], [fx.DiceTaken("Bob")], [YO]], [1, 2]),
    ([[ELEVEN], [fx.DicePassed("Bob", "no line wager"), fx.DiceTaken("Ann"), YO]], [1, 2]),
    ([[ELEVEN], [fx.ThrowInvalid("fire", Throw(6, 1), 0)], [PASSED], [YO]], [2]),
]


@pytest.mark.parametrize(("seen", "hands"), HANDS)
def test_dice_that_are_passed_begin_a_hand_unless_that_is_undone(seen, hands):
    state, tally = Table("classic", {"Ann": 1000}).state, Tally()
    for effects in seen:
        tally.see(state, effects)
    assert [one.hand for one in tally.throws] == hands


def test_a_throw_that_is_put_right_stays_in_its_hand_though_the_dice_were_passed_since():
    evening = Evening("nsw")
    evening.say("Ann: 10 pass", "roll 4-2", "roll 3-3", "Ann: pass_dice", "Bob: 10 pass", "correct 5-3")
    assert [one.hand for one in evening.tally.throws] == [1, 1]


def test_wagers_points_and_the_bankroll():
    evening = Evening()
    evening.say("Ann: 10 pass", "roll 4-2", "Ann: 12 place 8", "Ann: 10 come", "roll 4-4", "roll 3-3")
    counted, wagers = evening.of("Ann")
    assert (counted.throws, counted.points, counted.seven_outs, counted.sevens) == (3, 1, 0, 0)
    assert wagers == {"pass": (1, 1000, 1000), "place 8": (1, 1200, 1400)}
    assert [point.net for point in counted.bankroll] == [0, 1400, 2400]
    assert counted.net == 2400
    assert evening.of("Bob")[1] == {}


@pytest.mark.parametrize("wrong", ["roll 3-4", "roll 3-3"])
def test_a_throw_that_is_corrected_counts_as_what_it_was(wrong):
    evening = Evening()
    evening.say("Ann: 10 pass", "roll 4-2", wrong, "supervisor: correct 5-4")
    counted, wagers = evening.of("Ann", 1)
    assert counted.totals[9 - 2] == 1
    assert (counted.throws, counted.seven_outs, counted.points, wagers) == (2, 0, 0, {})
    evening.say("roll 3-3")
    assert evening.of("Ann", 1)[1] == {"pass": (1, 1000, 1000)}


def test_a_throw_that_is_declared_invalid_counts_for_nothing():
    evening = Evening()
    evening.say("Ann: 10 pass", "roll 6-1", "Ann: 10 pass", "roll 4-2", "roll 3-4")
    evening.say("supervisor: invalidate fire throw")
    counted, wagers = evening.of("Ann", 1)
    assert wagers == {"pass": (1, 1000, 1000)}
    assert (counted.throws, counted.seven_outs, counted.sevens, counted.totals[7 - 2]) == (2, 0, 1, 1)
    assert counted.bankroll[-1].net == counted.net == 1000


def test_a_ruling_counts_also_for_a_player_who_never_bought_in():
    evening = Evening("nsw")
    evening.say("Zoe: sit", "Ann: 10 pass")
    evening.say('games_supervisor: award Zoe 1 "the six was paid short"', "roll 3-4")
    counted, _ = evening.of("Zoe")
    assert (counted.net, counted.awarded, [point.net for point in counted.bankroll]) == (100, 100, [100])


def test_commission_paid_before_a_throw_that_is_corrected_stays_paid():
    evening = Evening()
    evening.say("Ann: 10 pass", "roll 4-2", "Ann: 40 buy 4", "roll 5-4")
    assert evening.of("Ann")[1] == {"buy 4": (0, 0, -200)}
    evening.say("supervisor: correct 5-5")
    counted, wagers = evening.of("Ann")
    assert (counted.throws, counted.totals[10 - 2], counted.net) == (2, 1, -200)
    assert wagers == {"buy 4": (0, 0, -200)}
