"""The text form is read, and printed in one way only; errors point at the place."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kit.profiles import examples
from tests.kit.systems import TEXT

from bankcraps.errors import BankcrapsError, NotationError
from bankcraps.game.notation import read
from bankcraps.game.rulebook import BOOKS
from bankcraps.game.wagers import FLATS, WAGERS, Kind
from bankcraps.strategies.combinators import Wrapper
from bankcraps.strategies.library import read_text, system
from bankcraps.strategies.rules.events import Trigger
from bankcraps.strategies.rules.steps import Change, Instruction
from bankcraps.strategies.text.program import SystemTextError

from .playing import opened, random_throws

BOXES = (Kind.COME, Kind.DONT_COME)
SAME = [
    ("when come out: pass line 10", "WHEN COME_OUT: win_line $10.00"),
    (
        "when point: odds max; come 10 up to 2",
        "when point:\n  odds maximum;\n\n  come 10 up to 2 # two of them",
    ),
    ("when point: odds come max", "when point: odds come MAX"),
    ("when point 8 or 6: field 5", "when point 6, 8: field 5"),
    ("when not not_a_word: field 5", None),
    ("when always: c&e 2", "when always: craps_eleven 2"),
    ("when always: yo 1; after 5-count: aces 1", "when always: eleven 1\nafter five_count: two 1"),
    (
        "when always: pass 5; after loss of pass: double pass",
        "when always: pass 5; after loss of pass: press pass",
    ),
    (
        "when always: pass 5; after win of pass: add 5 to pass up to 20",
        "when always: pass 5; after 1 win of pass: press pass by 5 up to 20",
    ),
    (
        "when always: field 5; progression d'alembert on field",
        "when always: field 5; progression dalembert on field up to 10 steps",
    ),
    (
        "when always: field 5; stop after losing 10; stop after winning 20",
        "stop after winning 20 or losing 10; when always: field 5",
    ),
    ("when (come_out): field 5", "when come_out: field 5"),
    ("when not (not come_out): field 5", "when come_out: field 5"),
    ("when come_out or (point or point): field 5", "when come_out or point: field 5"),
    ("only after 5 count; when always: field 5", "only when five_count; when always: field 5"),
    ("when point: pass_odds 20", "when point: odds pass 20"),
    ("when no come up: field 5", "when not come up: field 5"),
    ("when come_out: hop sevens 3", "when come_out: hop 1-6 1; hop 2-5 1; hop 3-4 1"),
    ("when come_out: hop_sevens 2 each", "when come_out: hop the reds for 6"),
]


KINDS = [kind for base in (Instruction, Change, Trigger, Wrapper) for kind in base.__subclasses__()]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_the_docs_have_a_row_for_what_can_be_said(kind):
    assert "\n    | `" in kind.__doc__


@pytest.mark.parametrize(("one", "other"), [pair for pair in SAME if pair[1]])
def test_two_ways_of_saying_it(one, other):
    assert read_text(one) == read_text(other)
    assert read_text(one).text == read_text(other).text


WRONG = [
    ("when pont: odds max", 6, "pont", "did you mean point?"),
    ("when come_out pass 10", 15, "pass", "put a : before the bets"),
    ("when come_out: pass", 20, "", "say a number"),
    ("when come_out: pass tenner", 21, "tenner", "say a number"),
    ("when always: place 7 12", 20, "7", "there is no place 7"),
    ("when always: plaec 6 12", 14, "plaec", "did you mean place?"),
    ("when point 4 or 7: field 5", 17, "7", "a point is 2, 3, 4, 5, 6, 8, 9, 10, 11 or 12, not 7"),
    ("when point: come 6 10", 13, "come", "say come 10"),
    ("when point: inside 43", 20, "43", "multiples of 22"),
    ("when point: hop sevens 4", 24, "4", "4 does not split in three"),
    ("when point: hop sevens 0", 24, "0", "more than 0"),
    ("when point: hop sevens", 23, "", "say a number, as in hop sevens 3"),
    ("when point: 0.01 each inside", 13, "0.01", "multiples of 0.05 on each"),
    ("when point: come 10 up to 11", 27, "11", "from 1 to 10"),
    ("when point: field 5 except point", 21, "except point", "no number"),
    ("when point: odds hard 6 10", 18, "hard", "max"),
    ("when point: odds field max", 18, "field", "no odds behind field"),
    ("when point: press place 6", 19, "place", "sizes change only in after rules"),
    ("when point: field 5\nafter win: press it", 18, "it", "not about one"),
    ("when point: field 5\nafter win of field: press place 6", 27, "place", "no rule bets place 6"),
    ("when come_out: field 5; when point: field 6; after loss of field: press it", 73, "it", "5 and 6"),
    ("field 5", 1, "field", "begin one"),
    ("when point:", 1, "when", "is empty"),
    ("when point: field 5; progression martingail on field", 34, "martingail", "did you mean martingale?"),
    ("when point: field 5; progression martingale on pass", 34, "martingale", "no rule bets pass"),
    ("when point: field 5; after throw of 13: stop", 37, "13", "2 to 12"),
    ("when point: field 5; after throw of 7-1: stop", 37, "7-1", "a die shows 1 to 6"),
    ("when point: field -5", 19, "-5", "must be more than 0"),
    ("when point: field nan", 19, "nan", "finite"),
    ("when point: field 1e9", 19, "1e9", "say a number"),
    ("when point: field 0.001", 19, "0.001", "has fractions of a cent"),
    ("when point: field 99999999999999999", 19, "99999999999999999", "more than the largest sum"),
    ("when point: down it", 18, "it", "name the wager here"),
    ("when 3 field up: field 5", 6, "3", "at most 1 field can be up, not 3"),
    ("when every 1st shooter: field 5", 6, "every 1st shooter", "every 2nd"),
    ("when 0 throws: field 5", 6, "0", "from 1 to"),
    ("when 2.5 throws: field 5", 6, "2.5", "whole number"),
    ("when point: field 5 field 5", 21, "field", "; before"),
    ("when point: field 5)", 20, ")", "no bracket is open"),
    ("when come_out: five on the line; when point: fielt 5", 46, "fielt", "field"),
]


@pytest.mark.parametrize(("text", "column", "word", "says"), WRONG, ids=[wrong[0] for wrong in WRONG])
def test_trouble_is_pointed_at(text, column, word, says):
    with pytest.raises(SystemTextError) as raised:
        read_text(text)
    error = raised.value
    assert says in str(error), str(error)
    assert (error.column, error.word) == (column, word)
    assert error.line == text.count("\n") + 1
    assert error.text == text.splitlines()[error.line - 1]
    assert error.text[column - 1 :].startswith(word)
    assert "^" in error.pointed()


NOT_ONE_LINE = [
    ("", "this system never bets"),
    ("# nothing yet\n", "this system never bets"),
    ("only after five_count", "this system never bets"),
    ("# mine\n\nafter win of field: stop\n", "this system never bets"),
    ("at most 3 come a shooter\nprogression paroli on field", "this system never bets"),
    ("when point: field 5;" * 5000, "at most 20000 characters, not 100000"),
]


@pytest.mark.parametrize(("text", "says"), NOT_ONE_LINE, ids=range(len(NOT_ONE_LINE)))
def test_where_no_one_line_is_to_blame_none_is_pointed_at(text, says):
    with pytest.raises(SystemTextError, match=says) as raised:
        read_text(text)
    error = raised.value
    assert (error.line, error.column, error.text, error.word) == (None, 0, "", "")
    assert error.pointed() == str(error)
    assert "line 1" not in str(error)


RULES_TO_BLAME = [
    ("when point: field 5\n\nwhen come_out:\n", 3, "when", "this rule is empty"),
    ("when point: field 5\nafter win:\nonly after five_count", 2, "after", "this rule is empty"),
    ("when point: field 5\n  field 6\nafter loss: press field", 3, "field", "5 and 6"),
    ("when point: field 5\nprogression paroli on odds", 2, "paroli", "no rule takes odds"),
    ("when point: field 5\nafter win: press odds come 6", 2, "odds", "by a progression only"),
    ("# mine\nodds max\nwhen point: field 5", 2, "odds", "begin one"),
]


@pytest.mark.parametrize(("text", "line", "word", "says"), RULES_TO_BLAME, ids=[w[0] for w in RULES_TO_BLAME])
def test_the_rule_to_blame_is_pointed_at(text, line, word, says):
    with pytest.raises(SystemTextError, match=says) as raised:
        read_text(text)
    error = raised.value
    assert (error.line, error.word) == (line, word)
    shown, caret, _ = error.pointed().splitlines()
    assert shown == text.splitlines()[line - 1]
    assert shown[caret.index("^") :][: caret.count("^")] == word


@pytest.mark.parametrize(
    "wager", [w for w in WAGERS.values() if w.kind not in BOXES or not w.number], ids=str
)
def test_every_wager_is_said_as_at_the_table(wager):
    said = read(f"{wager} 20").words
    (rule,) = read_text(f"when always: {wager} 20").program.rules
    (step,) = rule.instructions
    if wager.kind in FLATS:
        assert (step.flat, step.number, step.amount) == (FLATS[wager.kind], wager.number or 0, said.amount)
    else:
        assert step.bets() == ((said.wager, said.amount),)


@pytest.mark.parametrize(
    "words", ["snake eyes", "big red", "yo-leven", "c_and_e", "whirl", "hardway 8", "don't win"]
)
def test_dealers_synonyms_are_understood_too(words):
    (rule,) = read_text(f"when always: {words} 20").program.rules
    assert rule.instructions[0].wager == read(f"{words} 20").words.wager


def test_the_line_is_said_where_there_are_several():
    with pytest.raises(SystemTextError, match=r"^line 3: 'plaec' is not understood") as raised:
        read_text("# mine\nwhen point:\n    plaec 6 12\n")
    assert (raised.value.line, raised.value.column) == (3, 5)


def test_depth_and_length_have_an_end():
    for text in ("when " + "(" * 5000 + "point" + ")" * 5000 + ": field 5", "when point: field 5;" * 5000):
        with pytest.raises(SystemTextError):
            read_text(text)
    with pytest.raises(SystemTextError, match="not understood"):
        read_text("when " + "not " * 2000 + "point: field 5")


# Any system that can be said is printed as itself.


_NO_SYSTEM = (
    "so it has no (one )?size to change",  # two sums, or none
    "odds change their size by a progression only",
    "no size to change",
    "no rule bets",
    "is asked after the throw, where",  # of what stands before a throw
)
"""The only errors that the pieces of `TEXT` can make together."""


@examples(300)
@given(text=TEXT)
def test_whatever_can_be_said_is_printed_as_itself(text):
    try:
        found = read_text(text)
    except SystemTextError as error:
        assert re.search("|".join(_NO_SYSTEM), str(error))
        return
    again = read_text(found.text)
    assert again.text == found.text
    assert again == found
    assert again.program == found.program
    assert again.start() == found.start()


@examples(40)
@given(text=TEXT, book=st.sampled_from(BOOKS), seed=st.integers(0, 999))
def test_whatever_can_be_said_plays(text, book, seed):
    try:
        table = opened(text, book)
    except SystemTextError:
        return
    total = table.state.total
    for throw in random_throws(seed, 120):
        table.bet()
        assert table.state.total == total
        if table.stopped and not table.state.seats[0].wagers:
            break
        table.throw(throw)
        hash(table.memory)
    codes = {refusal.code for refusal in table.refused}
    assert codes <= {
        "not_offered",
        "not_now",
        "no_increase",
        "off_unit",
        "under_minimum",
        "not_callable",
        "odds_stand",
    } | {
        "not_payable",
        "over_odds_limit",
        "over_maximum",
        "needs_flat",
    }


WORDS = st.sampled_from(
    [
        *(
            "when",
            "after",
            "only",
            "point",
            "come_out",
            "place",
            "6",
            "12",
            ":",
            ";",
            "(",
            ")",
            "and",
            "or",
            "not",
        ),
        *(
            "no",
            "up to",
            "odds",
            "max",
            "2x",
            "come",
            "pass",
            "press",
            "it",
            "all",
            "stop",
            "#",
            "\n",
            "at most",
        ),
        *("a shooter", "nan", "inf", "1e5", "-3", "9" * 40, "½", "٣", "é", "\x00", "\ud7ff", "”", "3-4"),
        *(
            "not",
            "at most",
            "throw of",
            "win of",
            "wins",
            "loss",
            "$",
            ".",
            ",",
            "\r",
            "progression",
            "\ufeff",
        ),
    ]
)


@examples(300)
@given(text=st.lists(WORDS, max_size=25).map(" ".join) | st.text(max_size=60))
def test_nonsense_is_an_error_and_no_more(text):
    for understand in (read_text, system):
        try:
            understand(text)
        except NotationError as error:
            assert error.pointed()
        except BankcrapsError as error:
            assert str(error)
