"""A table in Python throws with a generator of the caller's, and has no dice of its own."""

import random

import numpy as np
import pytest

from bankcraps import BankcrapsError, Table
from bankcraps.game.dice import Throw, throw_of


class Counting:
    """Generators of both kinds that only count: 1, 2, and so on to 6, and again."""

    def __init__(self):
        self.last = 0

    def randint(self, low, high):
        self.last = self.last % high + 1
        return max(low, self.last)


class CountingAsNumPy:
    def __init__(self):
        self._counting = Counting()

    def integers(self, low, high):
        return np.int64(self._counting.randint(low, high - 1))


@pytest.mark.parametrize("generator", [Counting, CountingAsNumPy])
def test_a_throw_is_the_next_two_numbers_of_a_generator(generator):
    rng = generator()
    assert [throw_of(rng) for _ in range(3)] == [Throw(1, 2), Throw(3, 4), Throw(5, 6)]


@pytest.mark.parametrize("generator", [random.Random(7), np.random.default_rng(7), random])
def test_each_face_comes_about_as_often(generator):
    throws = [throw_of(generator) for _ in range(3_000)]
    faces = [one.a for one in throws] + [one.b for one in throws]
    assert all(800 < faces.count(face) < 1_200 for face in range(1, 7))


def test_a_roll_is_a_throw_of_the_shooter():
    table = Table("nsw", {"Ann": 100})
    table.bet("Ann", "pass", 10)
    step = table.roll(Counting())
    assert step.effects == Table.resumed(table.record()).log[-1][1].effects
    assert (str(step.effects[1].throw), table.layout("Ann")) == ("1-2", {})


def test_nobody_rolls_without_a_wager():
    assert Table("nsw", {"Ann": 100}).roll(random.Random(7)).refusal.code == "needs_line_wager"


def test_dice_that_somebody_threw_come_to_rest_by_a_generator():
    table = Table("nsw", {"Ann": 100})
    table.bet("Ann", "pass", 10)
    assert [bool(step) for step in table.say("Ann: throw")] == [True]
    assert [effect.throw for effect in table.roll(Counting()).effects if hasattr(effect, "throw")] == [
        Throw(1, 2)
    ]


def test_a_seed_is_no_generator():
    with pytest.raises(BankcrapsError, match=r"rng = random.Random\(7\)"):
        throw_of(7)
