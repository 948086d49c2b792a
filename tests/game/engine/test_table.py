"""A `Table`: throws by a generator, acts that can be taken back, and its memory since a throw."""

import random

import numpy as np
import pytest
from tests.kit.houses import own_house

from bankcraps import BankcrapsError, Table, wager
from bankcraps.game.dice import Throw, throw_of


def at(book, *lines, **seats):
    """A table after some lines, all of which are accepted."""
    table = Table(book, seats or {"Ann": 500, "Bob": 500})
    for line in lines:
        assert all(table.say(line)), line
    return table


class Counting:
    """Generators of both kinds that only count: 1, 2, and so on to 6, and again."""

    last = 0

    def randint(self, low, high):
        self.last = self.last % high + 1
        return max(low, self.last)


class CountingAsNumPy(Counting):
    randint = None

    def integers(self, low, high):
        return np.int64(Counting.randint(self, low, high - 1))


@pytest.mark.parametrize("generator", [Counting, CountingAsNumPy])
def test_a_throw_is_the_next_two_numbers_of_a_generator(generator):
    rng = generator()
    assert [throw_of(rng) for _ in range(3)] == [Throw(1, 2), Throw(3, 4), Throw(5, 6)]


@pytest.mark.parametrize("generator", [random.Random(7), np.random.default_rng(7), random])
def test_each_face_comes_about_as_often(generator):
    throws = [throw_of(generator) for _ in range(3_000)]
    faces = [one.a for one in throws] + [one.b for one in throws]
    assert all(800 < faces.count(face) < 1_200 for face in range(1, 7))


def test_a_roll_is_a_throw_of_the_shooter_or_brings_dice_in_the_air_to_rest():
    table = at("nsw", "Ann: pass 10", Ann=100)
    step = table.roll(Counting())
    assert step.effects == Table.resumed(table.record()).log[-1][1].effects
    assert (str(step.effects[1].throw), table.layout("Ann")) == ("1-2", {})
    assert table.roll(Counting()).refusal.code == "needs_line_wager"
    effects = at("nsw", "Ann: pass 10", "Ann: throw", Ann=100).roll(Counting()).effects
    assert [effect.throw for effect in effects if hasattr(effect, "throw")] == [Throw(1, 2)]
    with pytest.raises(BankcrapsError, match=r"rng = random.Random\(7\)"):
        throw_of(7)


def test_the_table_undoes_for_whoever_acted_last():
    table = at("nsw", "Ann: pass 10", "Bob: pass 20")
    assert [table.undo().effects[0].seat for _ in range(2)] == ["Bob", "Ann"]
    assert len(table.log) == 4
    assert table.undo() is None


@pytest.mark.parametrize(
    "lines", [("Ann: field 5", "void Ann field device"), ("Ann: field 12000 unrejected", "reject Ann field")]
)
def test_the_last_act_is_not_one_on_a_void_wager(lines):
    table = at("nsw", "Ann: place 6 12", "Bob: place 8 12", *lines, Ann=20000, Bob=500)
    assert table.undoable() == [(0, "Ann"), (1, "Bob")]
    assert table.undo().effects[0].seat == "Bob"
    assert table.undo().effects[0].wager is wager("place 6")
    assert table.undo() is None


def test_an_act_that_a_closed_table_ends_at_once_is_not_there_to_undo():
    table = at("nsw", "Ann: place 6 12", "Ann: field 5", "@9:00 post_sign closing", "@10:00 close_table")
    for line in ("Ann: down field", "Ann: off place 6"):
        assert all(table.say(line)), line
    assert table.layout("Ann") == {}
    assert [table.log[index][0].wager for index, _ in table.undoable()] == [wager("field"), wager("field")]


# The memory of the time since a throw does not grow when people repeat the same acts.

ROUND = ("Ann: pass_dice", "offer Bob", "Bob: accept", "Bob: pass_dice", "offer Ann", "Ann: accept")


@pytest.mark.parametrize(
    ("again", "times"), [(("Ann: choose 1 2", "Ann: choose 3 4"), 150), (ROUND, 51)], ids=["chosen", "round"]
)
def test_dice_that_are_chosen_or_go_round_again_and_again(again, times):
    table = at("classic", "Ann: pass 10", "roll 6-5")
    for _ in range(times):
        for said in again:
            table.say(said)
    assert len(table.state.last.dice) == 200
    table.say("correct 4-3")
    assert (table.shooter, table.state.dice.chosen) == ("Ann", (3, 4) if times == 150 else ())


def test_somebody_who_comes_and_goes():
    table = at("classic", "Ann: pass 10", "roll 6-5", *("Bob: leave", "Bob: sit") * 3)
    assert len(table.state.last.since) == 1


def test_rounds_sat_out_are_counted_no_further_than_they_matter():
    """A count without end would make every table a new one."""
    floor = {"table": {"sides": 1, "places_a_side": 2}, "floor": {"idle_rounds": 3}}
    table, counted = Table(own_house("nsw", floor), {"Ann": 1000, "Bob": 1000}, others=True), []
    for _ in range(6):
        assert all(all(table.say(line)) for line in ("Ann: pass 10", "roll 6-5"))
        counted.append(table.state.seat("Bob").idle)
    assert counted == [1, 2, 3, 3, 3, 3]
    assert all(table.say("vacate Bob"))
