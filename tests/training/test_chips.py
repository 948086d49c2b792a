"""Chips: cut into the fewest, sized into a stack, coloured up."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kit.profiles import examples

from bankcraps import BOOKS, load_rulebook
from bankcraps.errors import BankcrapsError
from bankcraps.game.dealing import Answer
from bankcraps.game.engine.effects import Chips
from bankcraps.training import Level, correction, exercise, marked
from bankcraps.training.questions.chips import ChipsToCut

BOOK = load_rulebook("three_four_five")
VALUES = (100, 500, 2500, 10_000)


def _made(*fewest):
    return ChipsToCut("make", VALUES, (), tuple(Chips(value, count) for value, count in fewest))


EIGHTY_SEVEN = _made((2500, 3), (500, 2), (100, 2))
STACK = ChipsToCut("size", VALUES, (2500, 500, 500, 500, 500), (Chips(2500, 1), Chips(500, 4)))
"""Four red chips on a green one, worth $45, whose fewest chips are other ones than in $45 of reds."""


@pytest.mark.parametrize(
    ("asked", "said", "right"),
    [
        (EIGHTY_SEVEN, "3x25 2x5 2x1", True),
        (EIGHTY_SEVEN, "2 of $1, 2 of $5 and 3 of $25", True),
        (EIGHTY_SEVEN, "25 25 25 5 5 1 1", True),
        (EIGHTY_SEVEN, "3 × 25; 2 × 5; 1; 1", True),  # noqa: RUF001 - as people write it
        (EIGHTY_SEVEN, "2x25 7x5 2x1", False),  # four chips more than needed
        (EIGHTY_SEVEN, "3x25 2x5 1x1", False),  # a dollar short
        (EIGHTY_SEVEN, "", False),
        (STACK, "4x5 1x25", True),
        (STACK, "9x5", False),  # the same sum, but a stack of another height
        (STACK, "3x5 1x25", False),
    ],
)
def test_chips_that_are_handed_out(asked, said, right):
    assert asked.right(BOOK, Answer("say", said=said)) is right


@pytest.mark.parametrize("said", ["3x20", "lots", "3x", "25x3x5", "-1x5", "1x5.555"])
def test_chips_that_the_table_does_not_have_are_asked_for_again(said):
    with pytest.raises(BankcrapsError, match=r"as in 3x25 2x5; the chips here are \$1, \$5, \$25, \$100"):
        EIGHTY_SEVEN.right(BOOK, Answer("say", said=said))


def test_no_answer_is_wrong():
    assert not EIGHTY_SEVEN.right(BOOK, Answer())


def test_the_questions_are_read_as_a_floor_says_them():
    colour = ChipsToCut(
        "colour", VALUES, (100,) * 7 + (500,) * 5, (Chips(2500, 1), Chips(500, 1), Chips(100, 2))
    )
    assert [one.words(BOOK) for one in (EIGHTY_SEVEN, STACK, colour)] == [
        "Hand out $87 in the fewest chips.",
        "This stack wins even money. Size into it: which chips do you put beside it?",
        "Colour up 5 of $5, 7 of $1: which chips does the player get?",
    ]
    assert (STACK.stack(), colour.stack(), EIGHTY_SEVEN.stack()) == (STACK.lying, (), ())
    right = EIGHTY_SEVEN.correction(BOOK)
    assert (right.sum, right.said) == ("3 of $25, 2 of $5, 2 of $1", "3x25 2x5 2x1")
    assert colour.correction(BOOK).reasons[0].says


def _fewest(values, most):
    """The fewest chips that make each sum of dollars, counted without the engine."""
    few = [0]
    for total in range(1, most + 1):
        few.append(1 + min(few[total - value] for value in values if value <= total))
    return few


@examples(30)
@given(
    name=st.sampled_from(BOOKS),
    seed=st.integers(0, 2**53 - 1),
    amounts=st.sampled_from(["even", "odd", "large"]),
)
def test_no_way_to_make_a_sum_has_fewer_chips_than_the_right_answer(name, seed, amounts):
    book = load_rulebook(name)
    one = exercise(book, Level(amounts=amounts, asks=("chips",)), seed, 0)
    assert [asked.task for asked in one.questions] == ["make", "size", "make", "colour"]
    for number, asked in enumerate(one.questions):
        right = correction(book, one, number)
        assert marked(book, one, number, Answer("say", said=right.said))[0]
        dollars = [value // 100 for value in asked.values]
        if asked.task == "size":
            assert Counter(asked.lying).total() <= 14
        else:
            few = _fewest(dollars, asked.total // 100)[asked.total // 100]
            assert sum(chips.count for chips in asked.fewest) == few
        assert sum(asked.lying) in (0, asked.total)


def test_a_house_whose_boxperson_is_covered_for_has_chips_to_cut():
    """At mini-craps the base dealer does the work of the boxperson, who colours up."""
    mini = load_rulebook("classic", crew="mini")
    assert exercise(mini, Level(asks=("chips",)), 1, 0) == exercise(
        load_rulebook("classic"), Level(asks=("chips",)), 1, 0
    )
