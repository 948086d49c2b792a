"""The text form: what it makes of a text is in `said.txt`. Errors point at the place."""

import re
from itertools import chain, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kit.profiles import examples
from tests.kit.systems import TEXT

from bankcraps.errors import BankcrapsError, NotationError
from bankcraps.game.notation import read
from bankcraps.game.rulebook import BOOKS
from bankcraps.game.wagers import FLATS, WAGERS, Kind
from bankcraps.strategies.combinators import AtMostSum, Tracking, Wrapper
from bankcraps.strategies.library import read_text, system
from bankcraps.strategies.policy import looks_at_money
from bankcraps.strategies.rules.events import Trigger
from bankcraps.strategies.rules.steps import Change, Instruction, Raise
from bankcraps.strategies.text.hints import _every_hint
from bankcraps.strategies.text.parsing import _parser
from bankcraps.strategies.text.program import SystemTextError

from .playing import opened, random_throws

SAID = Path(__file__).parent / "said.txt"
BOXES = (Kind.COME, Kind.DONT_COME)


def made_of(text):
    """Return the text, and below it the one form in which it is printed, or the sentence that refuses it."""
    said = [f"> {line}".rstrip() for line in text.split("\n")]
    try:
        found = read_text(text)
    except SystemTextError as error:
        if error.line is None:
            assert (error.column, error.text, error.word, error.pointed()) == (0, "", "", str(error))
            return [*said, str(error)]
        shown, caret, sentence = error.pointed().splitlines()
        assert shown == error.text == text.splitlines()[error.line - 1]
        assert shown[error.column - 1 :].startswith(error.word)
        assert sentence == str(error)
        return [*said[: error.line], f"  {caret}", *said[error.line :], sentence]
    again = read_text(found.text)
    assert (again, again.text) == (found, found.text)
    return [*said, *found.text.splitlines(), *(["(looks at its money)"] if looks_at_money(found) else [])]


def test_what_is_made_of_a_text(golden):
    page = []
    for block in SAID.read_text(encoding="utf-8").split("\n\n"):
        said = [line[2:] for line in block.splitlines() if line.startswith(">")]
        page += [*(made_of("\n".join(said)) if said else block.splitlines()), ""]
    golden(SAID.name, "\n".join(page[:-1]) + "\n")


MEANT_AS_TEXT = [
    *("pass 10; odds max", "pass 10", "PASS 10.50", "dont_pass 10", "place 6 12", "hop 3-4 $1", "odds max"),
    *("place six", "pas 10", "pass odds; max", "whn come_out: pass 10", "come_out: pass 10", "stop", "when"),
]


@pytest.mark.parametrize("text", MEANT_AS_TEXT)
def test_what_looks_like_a_system_is_read_as_one(text):
    with pytest.raises(SystemTextError):
        system(text)


def test_every_wager_is_said_as_at_the_table():
    for wager in (one for one in WAGERS.values() if one.kind not in BOXES or not one.number):
        said = read(f"{wager} 20").words
        (rule,) = read_text(f"when always: {wager} 20").program.rules
        (step,) = rule.instructions
        if wager.kind in FLATS:
            flat = FLATS[wager.kind], wager.number or 0, said.amount
            assert (step.flat, step.number, step.amount) == flat
        else:
            assert step.bets() == ((said.wager, said.amount),)
    for words in ("snake eyes", "big red", "yo-leven", "c_and_e", "whirl", "hardway 8", "don't win"):
        (rule,) = read_text(f"when always: {words} 20").program.rules
        assert rule.instructions[0].wager == read(f"{words} 20").words.wager


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("when " + "(" * 5000 + "point" + ")" * 5000 + ": field 5", "brackets"),
        ("when " + "not " * 2000 + "point: field 5", "not understood"),
        ("when point: field 5;" * 5000, "at most 20000 characters, not 100000"),
        ("", "this system never bets"),
    ],
)
def test_depth_and_length_have_an_end(text, says):
    with pytest.raises(SystemTextError, match=says):
        read_text(text)


WORDS = (
    *("when", "after", ":", ";", "point", "come_out", "and", "or", "not", "no", "place", "6", "come", "odds"),
    *("press", "it", "by", "to", "up", "stop", "only", "at", "most", "of", "win"),
)


@pytest.mark.some
def test_no_hint_is_longer_than_a_line_or_empty():
    """After any two words, with nonsense behind them or not, there is a hint, and it is never a long list."""
    for first, second in product(WORDS, WORDS):
        for text in (f"{first} {second}", f"{first} {second} @", f"when point: {first} {second} @"):
            try:
                read_text(text)
            except BankcrapsError as error:
                _, _, hint = str(error).partition("; ")
                assert len(hint) <= 130, (text, hint)
                assert hint or "understood" not in str(error), text


def test_every_hint_is_for_words_of_the_grammar():
    known = {one.name for one in _parser().terminals}
    for hint in chain.from_iterable(_every_hint().values()):
        assert known.issuperset(hint.refused.union(*hint.accepted)), hint.says


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
    assert (again, again.text, again.program) == (found, found.text, found.program)
    assert again.start() == found.start()


TAKEN_OTHERWISE = {
    *("not_offered", "not_now", "no_increase", "off_unit", "under_minimum", "not_callable", "odds_stand"),
    *("not_payable", "over_odds_limit", "over_maximum", "needs_flat"),
}


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
    assert {refusal.code for refusal in table.refused} <= TAKEN_OTHERWISE


NONSENSE = [
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
    *("no", "odds", "max", "2x", "come", "pass", "press", "it", "all", "stop", "wins", "loss", "progression"),
    *("up to", "at most", "a shooter", "throw of", "win of", "\n", "\r", "9" * 40, "nan", "inf", "1e5", "-3"),
    *("#", "$", ".", ",", "½", "٣", "é", "\x00", "\ud7ff", "\ufeff", "”", "3-4"),
]


@examples(300)
@given(text=st.lists(st.sampled_from(NONSENSE), max_size=25).map(" ".join) | st.text(max_size=60))
def test_nonsense_is_an_error_and_no_more(text):
    for understand in (read_text, system):
        try:
            understand(text)
        except NotationError as error:
            assert error.pointed()
        except BankcrapsError as error:
            assert str(error)


BASES = (Instruction, Change, Raise, Trigger, Tracking, AtMostSum, Wrapper)


@pytest.mark.parametrize("kind", [one for base in BASES for one in base.__subclasses__() if one not in BASES])
def test_the_docs_have_a_row_for_what_can_be_said(kind):
    assert "\n    | `" in kind.__doc__
