"""A house's own book, as text, file or dictionary: what it changes, its sources, options and digest.

`tests/golden/answers/books.txt` has the errors of books that are wrong.
"""

from importlib import resources
from pathlib import Path

import pytest

from bankcraps import RulebookError, Table, load_rulebook, odds, read_rulebook, replay
from bankcraps.game.wagers import Kind

HEAD = 'id = "mine"\ntitle = "Mine"\nabout = "A house of my own."\nextends = "nsw"\n'
NSW = load_rulebook("nsw")


def mine(text, **options):
    """A house that extends New South Wales."""
    return read_rulebook(HEAD + text, "mine.toml", **options)


def test_a_house_changes_a_few_lines_and_keeps_the_rest_with_its_sources():
    own = mine(
        '[wagers.dont_pass]\nbar = 12\n[wagers.hard]\npays = { 6 = "9 to 1" }\n[betting]\nrounding = "down"\n'
    )
    assert (own.id, own.title, own.extends, own.document) == ("mine", "Mine", "nsw", "")
    assert own.wagers[Kind.DONT_PASS].bar == 12
    assert " ".join(map(str, own.wagers[Kind.HARD].pays.values())) == "7.5 to 1 9 to 1 9.5 to 1 7.5 to 1"
    assert own.betting.rounding == "down"
    assert own.wagers.keys() == NSW.wagers.keys()
    changed = {kind for kind in NSW.wagers if own.wagers[kind] != NSW.wagers[kind]}
    assert changed == {Kind.DONT_PASS, Kind.HARD}
    assert (own.table, own.dice, own.no_roll, own.floor) == (NSW.table, NSW.dice, NSW.no_roll, NSW.floor)
    assert own.wagers[Kind.DONT_PASS].cited("bar") == "house rule of mine"
    assert own.wagers[Kind.DONT_PASS].cited("pays") == NSW.wagers[Kind.DONT_PASS].cited("pays")
    assert own.betting.cited("rounding") == "house rule of mine"
    assert own.betting.cited("closed_by") == NSW.betting.cited("closed_by")


def test_a_house_may_say_what_its_rule_is_from():
    terms = mine('[wagers.dont_pass]\nbar = 12\nfrom = { bar = "convention: the commoner bar" }\n').wagers[
        Kind.DONT_PASS
    ]
    assert (terms.cited("bar"), terms.clause("bar")) == ("convention: the commoner bar", "convention")


def test_a_house_takes_wagers_out_and_adds_one():
    own = mine("[wagers]\nhorn = false\nfield = { pays = { 12 = false } }\nbig = { pays = { 6 = false } }\n")
    assert Kind.HORN not in own.wagers
    assert 12 not in own.wagers[Kind.FIELD].pays
    assert list(own.wagers[Kind.BIG].pays) == [8]
    legs = "two = 1, three = 1, any_seven = 1, eleven = 1, twelve = 1"
    world = mine(f'[wagers.world]\nname = "Whirl"\nlegs = {{ {legs} }}')
    assert world.wagers[Kind.WORLD].units == 5
    assert world.wagers[Kind.WORLD].cited("legs") == "house rule of mine"


# As a dictionary.

FILE = """
id = "harbour"
title = "The Harbour"
about = "Ten places."
extends = "nsw"
table.places_a_side = 10
wagers.place_to_lose = false
[wagers.field]
pays = { 9 = false, 5 = "1 to 1", 12 = "3 to 1" }
from = { pays = "the Harbour's rack card" }
"""
FIELD = {"pays": {9: False, 5: "1 to 1", 12: "3 to 1"}, "from": {"pays": "the Harbour's rack card"}}
EDITS = {"id": "harbour", "title": "The Harbour", "about": "Ten places.", "extends": "nsw"}
EDITS |= {"table.places_a_side": 10, "wagers": {"place_to_lose": False, "field": FIELD}}


def test_a_dictionary_is_the_file():
    assert read_rulebook(EDITS) == read_rulebook(FILE)


def test_keys_with_dots_and_tables_may_be_mixed():
    edits = {"wagers.field.pays.2": "3 to 1", "wagers": {"field.pays.12": "3 to 1"}}
    book = read_rulebook({"id": "two", "extends": "nsw", **edits})
    assert odds(book)["field"].edge < odds("nsw")["field"].edge
    assert (book.title, book.about) == ("two", "nsw, with changes.")


def test_a_table_of_changed_rules_replays():
    book = read_rulebook({"id": "triple", "extends": "nsw", "wagers.field.pays.12": "3 to 1"})
    table = Table(book, {"Ann": 100})
    assert all(all(table.say(line)) for line in ("field 5", "roll 6-6"))
    assert table.rail("Ann") == 11500
    assert len(list(replay(table.record(), book))) == 2


ITSELF = {}
ITSELF["table"] = ITSELF
WRONG = [
    ({"wagers.field.payz.12": "3 to 1"}, "payz"),
    ({"wagers.field.pays.12": "3 too 1"}, "'3 too 1' is not a pay"),
    ({"table.places_a_side": 9, "table": {"places_a_side": 10}}, "given twice"),
    ({"table.places_a_side": 9.5}, "not the float 9.5"),
    ({("table",): 1}, "a key must be text or a number"),
    ({"table.": 1}, "is no key"),
    ({"extends": "nowhere"}, "expected one of nsw"),
    (ITSELF, "nests too deep"),
    ({"extends": "nsw", "title": 3}, "title"),
]


@pytest.mark.parametrize(("edits", "said"), WRONG, ids=[said for _, said in WRONG])
def test_what_is_wrong_in_a_dictionary_is_named(edits, said):
    with pytest.raises(RulebookError, match=said):
        read_rulebook({"id": "mine", "extends": "nsw", **edits})


# Options.

OPTION = """\
[options.sleep]
says = "Whether place wagers sleep on a come-out."
default = "yes"
from = { "*" = "convention: a house's own" }
choices = { yes = {}, no = { wagers = { place = { works = "always" } } } }
"""


def test_options_are_chosen_by_name():
    assert [load_rulebook("classic", bar=bar).wagers[Kind.DONT_PASS].bar for bar in (12, 2)] == [12, 2]
    assert load_rulebook("classic:bar=2, field_12=triple") == load_rulebook(
        "classic", bar=2, field_12="triple"
    )
    assert (
        read_rulebook({"id": "mine", "extends": "classic"}, bar=2).digest
        == load_rulebook("classic", bar=2).digest
    )


def test_a_house_may_have_options_of_its_own():
    assert mine(OPTION).wagers[Kind.PLACE].works == "puck_on"
    awake = mine(OPTION, sleep="no").wagers[Kind.PLACE]
    assert (awake.works, awake.cited("works")) == ("always", "convention: a house's own")
    assert awake.cited("pays") == NSW.wagers[Kind.PLACE].cited("pays")


def test_options_leave_out_the_wagers_that_a_house_removes():
    own = mine("[wagers]\nhorn = false", winning_prop="stays")
    assert Kind.HORN not in own.wagers
    assert own.wagers[Kind.ANY_CRAPS].winner == "stays"
    crapless = Path("examples/houses/crapless.toml")
    assert load_rulebook(crapless, odds="double").wagers[Kind.PASS_ODDS].limit[4] == 2
    assert list(load_rulebook(crapless, bar=12).options["bar"].choices) == ["12"]
    with pytest.raises(RulebookError, match="option bar must be one of 12, not '2'"):
        load_rulebook(crapless, bar=2)


# A source for every value.

SOURCES = [
    (
        'places_a_side = "convention: the document gives no number; eight at each end is usual"',
        "table.places_a_side",
    ),
    ('rounding = "6.7"', "betting.rounding"),
    ('from = { name = "6.1.17", made = "6.1.17", pays = "8.1.field" }', "wagers.field.name"),
]


@pytest.mark.parametrize(("line", "key"), SOURCES)
def test_a_value_without_a_source_is_refused(line, key):
    text = (
        resources.files("bankcraps.game.rulebook").joinpath("books", "nsw.toml").read_text(encoding="utf-8")
    )
    assert text.count(f"\n{line}\n") == 1
    with pytest.raises(RulebookError, match="has no source: give its clause, or 'convention: why'") as caught:
        read_rulebook(text.replace(f"\n{line}\n", "\n\n"))
    assert caught.value.key == key
    assert text.split("\n")[caught.value.line - 1].startswith(key.rpartition(".")[2])
