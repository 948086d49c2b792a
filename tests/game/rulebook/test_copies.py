"""A copied, unpickled or reloaded value equals the one it came from."""

import copy
import pickle
from pathlib import Path

import msgspec
import pytest

from bankcraps import (
    Limits,
    Pay,
    Table,
    Throw,
    compare_houses,
    exact,
    hand,
    load_rulebook,
    odds,
    read_record,
    read_rulebook,
    system,
    systems,
    wager,
)

OWN = {"id": "own", "extends": "nsw", "wagers.field.pays.12": "3 to 1"}

MADE = {
    "a book": lambda: load_rulebook("nsw"),
    "a book with options": lambda: load_rulebook("classic", bar=2),
    "a book of your own": lambda: read_rulebook(OWN),
    "terms": lambda: load_rulebook("nsw").wagers,
    "a wager": lambda: wager("place 6"),
    "a throw": lambda: Throw(4, 2),
    "a pay": lambda: Pay("9 to 5"),
    "limits": lambda: Limits.read("5:500"),
    "a state": lambda: Table("nsw", {"Ann": 500}).state,
    "a step": lambda: Table("nsw", {"Ann": 500}).bet("Ann", "pass", 10),
    "a refusal": lambda: Table("nsw", {"Ann": 5}).bet("Ann", "pass", 10).refusal,
    "a range": lambda: Table("nsw", {"Ann": 500}).bet_range("Ann", "field"),
    "a record": lambda: read_record(Path("examples/evening.craps")),
    "a system": lambda: system("three_point_molly"),
    "systems": systems,
    "odds": lambda: odds("nsw", "place 6"),
    "odds of two houses": lambda: compare_houses(["nsw", "classic"], "pass"),
    "a hand": lambda: hand("nsw"),
    "a session": lambda: exact.session("nsw", "field", bankroll=100, throws=5),
}
COPIED = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),  # noqa: S301 - our own
}


@pytest.mark.parametrize("again", COPIED.values(), ids=COPIED)
@pytest.mark.parametrize("made", MADE.values(), ids=MADE)
def test_a_copy_is_equal(made, again):
    value = made()
    assert again(value) == value


def test_equal_books_are_one():
    assert read_rulebook(OWN) is read_rulebook(OWN)
    assert read_rulebook(OWN) is read_rulebook({**OWN, "title": "own"})


def test_books_that_differ_in_a_word_are_two():
    one, other = read_rulebook(OWN), read_rulebook({**OWN, "title": "mine"})
    assert one.digest == other.digest
    assert one != other


def test_a_book_with_another_value_is_another():
    book = load_rulebook("nsw")
    assert msgspec.structs.replace(book, title="other") != book
