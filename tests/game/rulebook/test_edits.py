"""A rulebook, or changes of one, as a dictionary: the same rules and the same errors as the file."""

import pytest

from bankcraps import RulebookError, Table, load_rulebook, odds, read_rulebook, replay

FILE = """
id = "harbour"
title = "The Harbour"
about = "Ten places."
extends = "nsw"

[table]
places_a_side = 10

[wagers]
place_to_lose = false

[wagers.field]
pays = { 9 = false, 5 = "1 to 1", 12 = "3 to 1" }
from = { pays = "the Harbour's rack card" }
"""
EDITS = {
    "id": "harbour",
    "title": "The Harbour",
    "about": "Ten places.",
    "extends": "nsw",
    "table.places_a_side": 10,
    "wagers": {
        "place_to_lose": False,
        "field": {
            "pays": {9: False, 5: "1 to 1", 12: "3 to 1"},
            "from": {"pays": "the Harbour's rack card"},
        },
    },
}


def test_a_dictionary_is_the_file():
    assert read_rulebook(EDITS).digest == read_rulebook(FILE).digest
    assert read_rulebook(EDITS).title == "The Harbour"


def test_keys_with_dots_and_tables_may_be_mixed():
    edits = {
        "id": "two",
        "extends": "nsw",
        "wagers.field.pays.2": "3 to 1",
        "wagers": {"field.pays.12": "3 to 1"},
    }
    book = read_rulebook(edits)
    assert odds(book)["field"].edge < odds("nsw")["field"].edge
    assert (book.title, book.about) == ("two", "nsw, with changes.")


def test_a_whole_book_as_a_dictionary_needs_its_title():
    with pytest.raises(RulebookError, match="title"):
        read_rulebook({"id": "mine"})


def test_a_table_of_changed_rules_replays():
    book = read_rulebook({"id": "triple", "extends": "nsw", "wagers.field.pays.12": "3 to 1"})
    table = Table(book, {"Ann": 100})
    table.say("field 5")
    table.say("roll 6-6")
    assert table.rail("Ann") == 11500
    assert len(list(replay(table.record(), book))) == 2


def test_options_may_be_chosen():
    book = read_rulebook({"id": "mine", "extends": "classic"}, "mine", bar=2)
    assert book.digest == load_rulebook("classic", bar=2).digest


WRONG = {
    "a key that does not exist": ({"wagers.field.payz.12": "3 to 1"}, "payz"),
    "a pay that is none": ({"wagers.field.pays.12": "3 too 1"}, "'3 too 1' is not a pay"),
    "a key given twice": ({"table.places_a_side": 9, "table": {"places_a_side": 10}}, "given twice"),
    "a value of a strange type": ({"table.places_a_side": 9.5}, "not the float 9.5"),
    "a key of a strange type": ({("table",): 1}, "a key must be text or a number"),
    "a key without a name": ({"table.": 1}, "is no key"),
    "a book that does not exist": ({"extends": "nowhere"}, "expected one of nsw"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_named(name):
    edits, said = WRONG[name]
    with pytest.raises(RulebookError, match=said):
        read_rulebook({"id": "mine", "extends": "nsw", **edits})


def test_a_dictionary_that_holds_itself_is_refused():
    edits = {"id": "mine", "extends": "nsw"}
    edits["table"] = edits
    with pytest.raises(RulebookError, match="nests too deep"):
        read_rulebook(edits)
