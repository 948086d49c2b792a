"""The shipped books: their sources, topics, choices and copies, and their earlier versions."""

import copy
import pickle
import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import Literal

import msgspec
import pytest
from msgspec import Struct

from bankcraps import (
    BOOKS,
    BankcrapsError,
    Limits,
    Pay,
    RulebookError,
    Table,
    Throw,
    compare_houses,
    exact,
    hand,
    load_rulebook,
    odds,
    read_record,
    read_rulebook,
    replay,
    system,
    systems,
    wager,
)
from bankcraps.analysis.results.reading import decode_result
from bankcraps.game.records import book_of
from bankcraps.game.records.codec import decode_event
from bankcraps.game.rulebook import Topics, clauses_of, load_version, topics_of, with_digest
from bankcraps.game.rulebook.listing import listing
from bankcraps.game.rulebook.schema import SECTIONS, digest_of
from bankcraps.game.wagers import FLATS, WAGERS, Kind
from bankcraps.live.people.lobby import read_table
from bankcraps.strategies.chart import read_chart
from bankcraps.support.decode_errors import with_choices

# The shipped books: every value says where it is from, and every clause it names is in the index.

REASONS = {
    "pass_ordered_for", "steps", "must", "may", "invalidate_for", "void_for", "exclude_for", "breaches",
}  # fmt: skip


def raw(book):
    """The book as plain data."""
    file = resources.files("bankcraps.game.rulebook").joinpath("books", f"{book}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def tables(data, path=()):
    """Every table that gives sources, with its path. An option's sources cover the values that it changes."""
    if "from" in data:
        yield ".".join(path), data
    for name, value in data.items():
        if isinstance(value, dict) and name not in ("from", "choices"):
            yield from tables(value, (*path, name))


def sources(book):
    """Every source in a book, with the path of its value."""
    data = raw(book)
    for path, table in tables(data):
        for name, source in table["from"].items():
            yield f"{path}.{name}", source
        for name in REASONS & table.keys():
            for reason, source in table[name].items():
                yield f"{path}.{name}.{reason}", source
    for name, option in data.get("options", {}).items():
        for choice, changes in option["choices"].items():
            for path, table in tables(changes, (f"options.{name}.{choice}",)):
                for key, source in table["from"].items():
                    yield f"{path}.{key}", source


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_that_is_named_exists(book):
    known = {clause.id for clause in clauses_of(book)}
    named = [(path, clause) for path, source in sources(book) for clause in cited(source)]
    assert len(named) > 100
    assert [(path, clause) for path, clause in named if clause not in known] == []


def cited(source):
    """The clauses of a source; none where it is a convention."""
    return [] if source.startswith("convention") else re.split(r", ", source)


@pytest.mark.parametrize("book", BOOKS)
def test_a_convention_says_why(book):
    for path, source in sources(book):
        in_a_list_of_reasons = path.rsplit(".", 2)[-2] in REASONS
        if source.startswith("convention") and not (in_a_list_of_reasons and source == "convention"):
            assert re.fullmatch(r"convention: \S.*", source), path


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_of_the_index_is_there_once_and_says_something(book):
    clauses = clauses_of(book)
    assert len({clause.id for clause in clauses}) == len(clauses) > 50
    for clause in clauses:
        assert clause.says.strip()
        assert clause.kind != "outside" or clause.why.strip(), clause.id


@pytest.mark.parametrize("book", BOOKS)
def test_topics_name_clauses_of_the_book_and_wagers_that_it_offers(book):
    kinds, rules, topics = (
        {one.id: one.kind for one in clauses_of(book)},
        load_rulebook(book),
        topics_of(book),
    )
    offered = {name for one in WAGERS.values() if rules.terms(one) for name in (one.name, one.kind.value)}
    assert topics.loses_at_once.keys() <= {kind.value for kind in FLATS.values()}
    for by_wager in (topics.loses_at_once, topics.loses):
        assert by_wager.keys() <= offered
        assert {kinds.get(clause) for cited in by_wager.values() for clause in cited.split(", ")} <= {"rule"}
    assert not topics.losers_first or topics.losers_first in kinds


def test_a_clause_about_one_wager_goes_before_those_of_its_kind():
    topics = Topics(loses={"big 6": "a", "big": "b, c"}, loses_at_once={"pass": "d"})
    assert topics.losing(WAGERS["big 6"], at_once=False) == ("a",)
    assert topics.losing(WAGERS["big 8"], at_once=False) == ("b", "c")
    assert topics.losing(WAGERS["pass"], at_once=True) == ("d",)
    assert topics.losing(WAGERS["pass"], at_once=False) == ()


def test_a_book_of_your_own_has_no_topics():
    with pytest.raises(RulebookError, match="no list of clauses for 'mine'"):
        topics_of("mine")


@pytest.mark.parametrize("book", BOOKS)
def test_every_option_can_be_chosen(book):
    rules = load_rulebook(book)
    assert rules.chosen == {name: option.default for name, option in rules.options.items()}
    for name, option in rules.options.items():
        for choice in option.choices:
            chosen = load_rulebook(book, **{name: choice})
            assert chosen.chosen == rules.chosen | {name: choice}
            assert (chosen.digest == rules.digest) == (choice == option.default)


@pytest.mark.parametrize("book", BOOKS)
def test_every_wager_offered_has_terms_that_say_what_it_pays(book):
    rules = load_rulebook(book)
    offered = {spot.kind for spot in WAGERS.values() if rules.terms(spot)}
    assert offered == rules.wagers.keys()
    for terms in rules.wagers.values():
        assert terms.rows() or getattr(terms, "legs", None), terms.name
        assert terms.name.strip()


def holders(value):
    """All that is kept in a book at any depth."""
    yield value
    if isinstance(value, dict):
        for part in value.values():
            yield from holders(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from holders(part)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from holders(getattr(value, name))


CHANGES = {
    "set": lambda d: d.__setitem__("x", 1), "delete": lambda d: d.__delitem__("x"),
    "or": lambda d: d.__ior__({"x": 1}), "clear": lambda d: d.clear(), "pop": lambda d: d.pop("x", None),
    "popitem": lambda d: d.popitem(), "setdefault": lambda d: d.setdefault("x", 1),
    "update": lambda d: d.update(x=1),
}  # fmt: skip


@pytest.mark.parametrize("book", BOOKS)
def test_nobody_changes_a_book_that_others_share(book):
    """This holds for books that come from another process or are copied, too."""
    shared = load_rulebook(book)
    for one in (shared, pickle.loads(pickle.dumps(shared)), copy.deepcopy(shared)):  # noqa: S301 - our own
        for held in holders(one):
            assert not isinstance(held, list)
            for change in CHANGES.values() if isinstance(held, dict) else ():
                with pytest.raises(TypeError, match="cannot be changed"):
                    change(held)
        assert listing(one) == listing(shared)


# A value that is none of its choices is answered with all of them, at every door that reads a choice.


class Dog(msgspec.Struct, tag="dog"):
    size: Literal["small", "large"] = "small"


class Cat(msgspec.Struct, tag="cat"):
    size: Literal["thin", "fat"] | None = None
    name: str = ""
    friends: tuple["Cat | Dog", ...] = ()
    colours: dict[Literal["black", "white"], Literal[1, 2]] = {}


@pytest.mark.parametrize(("data", "said"), [
    ('{"type": "dog", "size": "fat"}', "Expected one of large, small, got 'fat' - at `$.size`"),
    ('{"type": "cat", "size": 5}', "Expected one of fat, thin, got `int` - at `$.size`"),
    ('{"type": "cow"}', "Expected one of dog, cat, got 'cow' - at `$.type`"),
    ('{"type": "cat", "friends": [{"type": "cat"}, {"type": "dog", "size": "thin"}]}',
        "Expected one of large, small, got 'thin' - at `$.friends[1].size`"),
    ('{"type": "cat", "colours": {"red": 1}}',
        "Expected one of black, white, got 'red' - at `key` in `$.colours`"),
    ('{"type": "cat", "colours": {"black": 3}}', "Expected one of 1, 2, got 3 - at `$.colours[...]`"),
    ('{"type": "cat", "name": 5}', "Expected `str`, got `int` - at `$.name`"),
    ("[1]", "Expected `object`, got `array`"),
    ("[", "Expected `object`, got `array`"),
])  # fmt: skip
def test_choices_are_found_where_the_error_is(data, said):
    with pytest.raises(msgspec.MsgspecError) as raised:
        msgspec.json.decode(data, type=Dog | Cat)
    assert with_choices(raised.value, Dog | Cat, data) == said


@pytest.mark.parametrize(("read", "data", "said"), [
    (decode_event, '{"type": "call", "wager": "pass", "call": "of", "by": {"person": "Ann"}}',
        "one of off, on, got 'of'"),
    (decode_event, '{"type": "bett"}', "one of sit, leave, buy_in,"),
    (decode_result, '{"schema": "bankcraps.odd/1"}', "bankcraps.session/3"),
    (read_chart, '{"chart": "bankcraps.chart/2"}', "one of bankcraps.chart/1, got"),
    (read_table, "nsw pace=quick", "pace is one of clock, shooter, boxperson"),
])  # fmt: skip
def test_other_files_name_the_choices(read, data, said):
    with pytest.raises(BankcrapsError, match=re.escape(said)):
        read(data)


# A copied, unpickled or reloaded value equals the one it came from.

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


# Books keep their earlier versions, so that records and tables from before go on.

SHIPPED = {
    "nsw": "6b54c8b65cc321f9", "nsw:winning_buy=down": "78f760eb3c8f0d6a", "washington": "78871d79e0a2a3b0",
    "pennsylvania": "614858114d9bcd51", "three_four_five": "1ee2ad28ac62c600", "classic": "309747a4aee40615",
    "classic:crew=mini": "cf4d1702e68efeb5",
}  # fmt: skip
"""The digests of the books as they were on 21 November 2026. Records from then carry them."""


@pytest.mark.parametrize(("house", "digest"), SHIPPED.items())
def test_a_book_loads_in_the_version_of_an_older_record(house, digest):
    name, _, options = house.partition(":")
    chosen = dict(option.split("=") for option in options.split(",") if option)
    assert load_version(name, digest, **chosen).digest == digest


@pytest.mark.parametrize("name", BOOKS)
def test_without_such_a_version_the_book_is_as_it_is_now(name):
    now = load_rulebook(name)
    assert load_version(name, now.digest) is now
    assert load_version(name, "0" * 16) is now


def test_an_earlier_version_has_its_own_values():
    before = load_version("three_four_five", SHIPPED["three_four_five"])
    assert before.wagers[Kind.PASS_ODDS].maximum == "table"
    assert before.wagers[Kind.PASS_ODDS].cited("maximum").startswith("convention")
    assert load_version("classic", SHIPPED["classic"]).dice.total_called_by is None
    assert not load_version("nsw", SHIPPED["nsw"]).dice.face_final


def test_a_record_under_your_own_book_replays_in_the_edition_of_its_day():
    """The first edition did not remember who threw: after a void wager nobody had sevened out."""
    own = read_rulebook({"id": "own", "extends": "pennsylvania", "wagers.field.pays.12": "3 to 1"})
    first = digest_of({name: getattr(own, name) for name in SECTIONS}, own.wagers, 1)
    before = with_digest(own, first)
    assert (own.edition, before.edition, before.digest) == (2, 1, first)
    at = Table(before, {"Ann": 500, "Bob": 500})
    for line in (
        "Ann: pass 10",
        "Bob: fire 5",
        "Ann: throw",
        "floorperson: void Ann pass device",
        "roll 4-2",
    ):
        assert all(at.say(line))
    record = at.record()
    assert book_of(record, book=own).edition == 1
    assert [played.step.state for played in replay(record, own)][-1] == at.state
    assert with_digest(own, "0" * 16) is own
