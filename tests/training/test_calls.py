"""Bets as players speak them, and where the dealer sets up the chips."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kit.profiles import examples

from bankcraps import BOOKS, Table, load_rulebook
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import printed
from bankcraps.game.dealing import Answer
from bankcraps.training import Exercise, Level, correction, exercise, marked, offered
from bankcraps.training.questions.calls import LINES, BetSpoken

BOOK = load_rulebook("pennsylvania")
HEARD = """
    $32 across                         | place 4 5; place 5 15; place 6 18; place 8 6; place 9 5; place 10 5
    press it                           | place 6 24
    press the five                     | place 5 20
    $20 odds for the hook              | pass_odds 40
    max odds                           | pass_odds 50
    down with the six                  | place 6 0
    down with the odds                 | pass_odds 0
    five dollars more on the five      | place 5 15
    $12 each on the six and eight      | place 6 24; place 8 12
    yo, five dollars                   | eleven 5
    horn high twelve, five dollars     | horn_high 12 5
    five dollar whirl                  | world 5
    no ten, $40                        | lay 10 40
    hard eight, five dollars           | hard 8 5
    5-5 on the hop, $2                 | hop 5-5 2
"""
"""Lines at a table with $10 on the line, $20 odds, $12 on the six, just paid, and $10 on the five."""

SET_UP = ("pass 10", "roll 4-4", "odds 20", "place 6 12", "place 5 10", "roll 4-2")


def _table():
    table = Table("pennsylvania", {"Ann": 5000})
    for line in SET_UP:
        table.say(line)
    return table


@pytest.mark.parametrize("row", HEARD.strip().splitlines(), ids=str.strip)
def test_a_line_at_a_table_puts_the_chips_where_the_drill_wants_them(row):
    """The lines are said at a table, as anybody can, and the layout is the right answer."""
    line, said = map(str.strip, row.split("|"))
    table = _table()
    before = {one.wager.name: one.amount for one in table.state.seated("Ann").wagers}
    state = table.state
    table.say(line)
    after = {one.wager.name: one.amount for one in table.state.seated("Ann").wagers}
    becomes = {
        name: after.get(name, 0) for name in {**before, **after} if before.get(name) != after.get(name)
    }
    asked = BetSpoken("Ann", line, "", state, before, becomes, ())
    assert asked.right(BOOK, Answer("say", said=said))
    assert asked.right(BOOK, Answer("say", said=asked.correction(BOOK).said))
    assert asked.words(BOOK) == f"Ann says: \u201c{line}\u201d"
    wrong = said.rsplit(" ", 1)[0] + " 7777"
    assert not asked.right(BOOK, Answer("say", said=wrong))
    assert not asked.right(BOOK, Answer("say", said=said + "; any_seven 5"))
    assert not marked(BOOK, Exercise(state, None, (), (asked,)), 0, Answer("pay", 500, said))[0]


SPOKEN = BetSpoken("Ann", "yo, five dollars", "", _table().state, {"place 6": 1200}, {"eleven": 500}, ())


SAID = ["Eleven $5", "eleven 5, place 6 12", "eleven 5.00\nplace 6 12"]
WRONG = ["", "eleven 5; place 6 0", "eleven 4"]


@pytest.mark.parametrize("said", SAID + WRONG)
def test_wagers_that_stay_may_be_named_too_and_chips_elsewhere_are_wrong(said):
    assert SPOKEN.right(BOOK, Answer("say", said=said)) is (said in SAID)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("eleven", "as in: place 6 12; place 8 12"),
        ("$5", "as in: place 6 12; place 8 12"),
        ("elven 5", "there is no wager 'elven'; did you mean eleven"),
        ("yo, five dollars", "as in: place 6 12; place 8 12"),
    ],
)
def test_the_line_itself_is_no_answer(said, message):
    with pytest.raises(BankcrapsError, match=message):
        SPOKEN.right(BOOK, Answer("say", said=said))


def test_odds_are_named_with_or_without_an_underscore():
    odds = BetSpoken("Ann", "max odds", "", SPOKEN.state, {}, {"pass_odds": 5000}, ())
    assert odds.right(BOOK, Answer("say", said="pass odds 50"))


@examples(40)
@given(
    name=st.sampled_from(BOOKS),
    seed=st.integers(0, 2**53 - 1),
    amounts=st.sampled_from(["even", "odd", "large"]),
)
def test_the_right_answer_is_the_layout_after_the_same_line_at_a_table(name, seed, amounts):
    book = load_rulebook(name)
    families = tuple(set(offered(book)) - {"hand"})
    one = exercise(book, Level(tuple(sorted(families)), amounts, asks=("calls",)), seed, 0)
    assert one.questions
    for number, asked in enumerate(one.questions):
        right = correction(book, one, number)
        assert right.words
        assert right.sum
        assert all(reason.clause and reason.says for reason in right.reasons)
        assert marked(book, one, number, Answer("say", said=right.said))[0]
        changed = next(iter(asked.becomes))
        other = f"{changed} {printed(asked.becomes[changed] + 100)}"
        assert not marked(book, one, number, Answer("say", said=other))[0]
        assert len(asked.items(book)) == len(asked.before)


@pytest.mark.parametrize("family", LINES)
def test_every_line_is_heard(family):
    left = {max(re.split(r"\{\w+\}", line), key=len) for line in LINES[family]}
    level = Level((family,), players=6, asks=("calls",))
    for book in (BOOK, load_rulebook("three_four_five")):
        for index in range(60 if left and family in offered(book) else 0):
            heard = [one.line for one in exercise(book, level, 1, index).questions]
            left -= {part for part in left for line in heard if part in line}
            if not left:
                break
    assert not left


def test_a_family_without_lines_is_refused_in_a_sentence():
    with pytest.raises(BankcrapsError, match="choose other families, such as place"):
        exercise(BOOK, Level(("hand",), asks=("calls",)), 1, 0)
