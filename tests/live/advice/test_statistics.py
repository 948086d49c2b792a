"""Statistics of throws: what they count, by player, wager and hand."""

import pytest

from bankcraps import Table, Throw
from bankcraps.game.engine import crew
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
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

    def do(self, event):
        came = self.table.do(event)
        assert came, came
        self.tally.see(came.state, came.effects)

    def of(self, player, hand=None):
        counted = statistics(self.tally.throws, player, hand)
        return counted, {one.wager: (one.decided, one.staked, one.net) for one in counted.wagers}


def test_wagers_points_and_the_bankroll():
    evening = Evening()
    evening.say("Ann: 10 pass", "roll 4-2", "Ann: 12 place 8", "Ann: 10 come", "roll 4-4", "roll 3-3")
    counted, wagers = evening.of("Ann")
    assert (counted.throws, counted.points, counted.seven_outs, counted.sevens) == (3, 1, 0, 0)
    assert wagers == {"pass": (1, 1000, 1000), "place 8": (1, 1200, 1400)}
    assert [point.net for point in counted.bankroll] == [0, 1400, 2400]
    assert counted.net == 2400
    assert evening.of("Bob")[1] == {}


def test_a_come_wager_counts_under_its_box():
    evening = Evening()
    evening.say("Ann: 10 pass", "roll 4-2", "Ann: 10 come", "roll 4-4", "roll 3-4")
    assert evening.of("Ann")[1] == {"pass": (1, 1000, -1000), "come": (1, 1000, -1000)}


def test_hands_are_counted_apart():
    evening = Evening()
    evening.say("Ann: 10 pass", "roll 4-2", "roll 3-4", "Bob: 10 pass", "roll 5-2")
    assert evening.of("Ann", 1)[0].throws == 2
    counted, wagers = evening.of("Bob", 2)
    assert (counted.throws, counted.sevens, counted.seven_outs) == (1, 1, 0)
    assert wagers == {"pass": (1, 1000, 1000)}


@pytest.mark.parametrize("ends", [True, False])
def test_a_throw_that_is_corrected_counts_as_what_it_was(ends):
    evening = Evening()
    evening.say("Ann: 10 pass", "roll 4-2", "roll 3-4" if ends else "roll 3-3")
    evening.do(ev.Correct(throw=Throw(5, 4), by=crew("supervisor")))
    counted, wagers = evening.of("Ann", 1)
    assert counted.totals[9 - 2] == 1
    assert (counted.throws, counted.seven_outs, counted.points, wagers) == (2, 0, 0, {})
    evening.say("roll 3-3")
    assert evening.of("Ann", 1)[1] == {"pass": (1, 1000, 1000)}


def test_a_throw_that_is_declared_invalid_counts_for_nothing():
    evening = Evening()
    evening.say("Ann: 10 pass", "roll 6-1", "Ann: 10 pass", "roll 5-6", "supervisor: invalidate fire throw")
    counted, wagers = evening.of("Ann")
    assert (counted.throws, counted.net, counted.totals[11 - 2]) == (1, 1000, 0)
    assert wagers == {"pass": (1, 1000, 1000)}
    evening.say("Ann: 10 pass", "roll 4-2", "roll 3-4", "supervisor: invalidate fire throw")
    counted, wagers = evening.of("Ann", 1)
    assert (counted.throws, counted.seven_outs, evening.tally.throws[-1].hand) == (2, 0, 1)
    assert counted.bankroll[-1].net == counted.net == 1000


def test_a_hand_whose_only_throw_is_invalid_is_a_hand():
    evening = Evening()
    evening.say("Ann: 10 pass", "roll 6-1", "supervisor: invalidate fire throw", "Ann: pass_dice")
    evening.say("Bob: accept", "Bob: 10 pass", "roll 5-6")
    assert [one.hand for one in evening.tally.throws] == [2]


def test_vigorish_costs_and_decides_nothing():
    evening = Evening()
    evening.say("Ann: 10 pass", "roll 4-2", "Ann: 40 buy 4", "roll 2-2", "roll 3-1")
    # Twice $80, less a commission of $2 for the bet and for each time that it stays up.
    assert evening.of("Ann")[1] == {"buy 4": (2, 8000, 16_000 - 3 * 200)}


def test_a_token_that_loses_costs_the_player_nothing():
    evening = Evening("nsw")
    evening.say("games_supervisor: issue_token Ann 25", "Ann: pass 25 token", "roll 1-1")
    assert evening.of("Ann")[1] == {"pass": (1, 2500, 0)}


def test_a_ruling_counts_also_for_a_player_who_never_bought_in():
    evening = Evening("nsw")
    evening.say("Zoe: sit", "Ann: 10 pass")
    evening.do(ev.Award("Zoe", 100, "the six was paid short", by=crew("games_supervisor")))
    evening.say("roll 3-4")
    counted, _ = evening.of("Zoe")
    assert (counted.net, counted.awarded, [point.net for point in counted.bankroll]) == (100, 100, [100])
