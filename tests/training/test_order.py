"""The order in which wagers are settled after a throw, as a dealer does it."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kit.profiles import examples

from bankcraps import BOOKS, load_rulebook, step
from bankcraps.errors import BankcrapsError
from bankcraps.game.dealing import Answer
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.training import Level, correction, exercise, marked, offered
from bankcraps.training.exam import _made

BOOK = load_rulebook("three_four_five")

SETTLED = """
    A Cid: $25 on the Come 4            take    3
    B Ann: $10 on Place 4               take    1
    C Ann: $4 odds on the Don't Come 4  pay     3
    D Ann: $25 on the Don't Come 4      pay     3
    E Bob: $30 on Place 8               take    2
    F Ann: $36 on Place 8               take    1
"""
"""A seven-out of seed 3, and when each of its wagers is settled."""


def _order(seed=3, index=1, book=BOOK, **level):
    return exercise(book, Level(tuple(offered(book)), asks=("order",), **level), seed, index)


def _right(one, letters, book=BOOK):
    return marked(book, one, 0, Answer("say", said=letters))[0]


def test_losers_are_taken_player_by_player_and_then_winners_are_paid():
    one = _order()
    [asked] = one.questions
    rows = [line.rsplit(maxsplit=2) for line in SETTLED.strip().splitlines()]
    assert asked.items(BOOK) == tuple(" ".join(row[0].split()[1:]) for row in rows)
    assert asked.actions == tuple(row[1] for row in rows)
    right = correction(BOOK, one, 0)
    assert right.sum == "take B and F, then take E, then take A, then pay C and D"
    assert right.said == "BFEACD"


@pytest.mark.parametrize(
    ("letters", "right"),
    [
        ("BFEACD", True),
        ("fb, e, a, dc", True),  # the wagers of one player in any order
        ("B F then E then A then C D", True),
        ("AEBFCD", False),  # Ann comes before Bob and Cid
        ("CDBFEA", False),  # nobody is paid before the losers are taken
    ],
)
def test_an_order_is_right_if_it_does_first_what_comes_first(letters, right):
    assert _right(_order(), letters) is right


@pytest.mark.parametrize("letters", ["", "BFEAC", "BFEACDD", "BFEACX", "BFEACDG", "12"])
def test_an_order_that_leaves_out_a_wager_is_asked_for_again(letters):
    with pytest.raises(BankcrapsError, match="write each letter from A to F once, as in FEDCBA"):
        _right(_order(), letters)


def test_no_answer_and_the_answer_to_another_kind_of_question_are_wrong():
    assert not marked(BOOK, _order(), 0, Answer())[0]
    assert not marked(BOOK, _order(), 0, Answer("pay", 500, "BFEACD"))[0]


def test_the_reason_is_a_clause_where_the_document_has_one_and_else_a_convention():
    cited = {}
    for name in BOOKS:
        book = load_rulebook(name)
        cited[name] = [reason.clause for reason in correction(book, _order(book=book), 0).reasons]
    assert cited.pop("three_four_five") == ["1.round_of_play", "convention"]
    assert set(map(tuple, cited.values())) == {("convention", "convention")}


@examples(40)
@given(name=st.sampled_from(BOOKS), seed=st.integers(0, 2**53 - 1), players=st.integers(2, 6))
def test_the_order_of_the_engines_effects_is_always_right(name, seed, players):
    """The engine takes, pays and moves wager by wager; whoever does it in that order is right."""
    book = load_rulebook(name)
    one = _order(seed, 0, book, players=players)
    [asked] = one.questions
    effects = [
        (effect.seat, effect.wager)
        for effect in step(book, one.state, ev.Rolled(one.throw)).effects
        if isinstance(effect, fx.Lost | fx.Paid | fx.Moved)
    ]
    when = {}
    for letter, wager, action in zip(asked.letters, asked.wagers, asked.actions, strict=True):
        times = [at for at, who in enumerate(effects) if who == (wager.seat, wager.standing.wager)]
        when[letter] = times[-1] if action == "pay" else times[0]  # legs of a horn that lose come before
    letters = "".join(sorted(asked.letters, key=when.__getitem__))
    assert _right(one, letters, book)
    assert not _right(one, letters[::-1], book)
    assert correction(book, one, 0).said in ["".join(letters) for letters in permutations(asked.letters)]


def test_what_cannot_be_asked_is_found_out_once():
    level = Level(("field",), players=1, asks=("order",))
    before = _made.cache_info().misses
    for _ in range(2):
        with pytest.raises(BankcrapsError, match="choose more families"):
            exercise(load_rulebook("washington"), level, 77, 0)
    assert _made.cache_info().misses == before + 1


def test_exercises_of_several_kinds_take_turns_and_those_to_settle_are_as_ever():
    alone, both = Level(), Level(asks=("settle", "order"))
    assert exercise(BOOK, both, 5, 2).questions == exercise(BOOK, alone, 5, 2).questions
    assert [exercise(BOOK, both, 5, index).questions[0].family == "order" for index in range(4)] == [
        False,
        True,
        False,
        True,
    ]
