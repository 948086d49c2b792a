"""The shipped books: every value says where it is from, and every clause it names is in the index."""

import copy
import pickle
import re
import tomllib
from importlib import resources

import pytest
from msgspec import Struct

from bankcraps import BOOKS, load_rulebook
from bankcraps.errors import RulebookError
from bankcraps.game.rulebook import Topics, clauses_of, topics_of
from bankcraps.game.rulebook.listing import listing
from bankcraps.game.wagers import FLATS, WAGERS

SECTIONS = ("table", "come_out", "dice", "no_roll", "betting", "floor")
REASONS = {
    "pass_ordered_for",
    "steps",
    "must",
    "may",
    "invalidate_for",
    "void_for",
    "exclude_for",
    "breaches",
}


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


def sections(book):
    """Every part of a book that gives sources, as it was read, with its plain data."""
    rules, data = load_rulebook(book), raw(book)
    for name in SECTIONS:
        yield name, getattr(rules, name), data[name]
    for kind, terms in rules.wagers.items():
        yield kind.value, terms, data["wagers"][kind.value]
        if "commission" in data["wagers"][kind.value]:
            yield f"{kind.value}.commission", terms.commission, data["wagers"][kind.value]["commission"]
    for name, option in rules.options.items():
        yield name, option, data["options"][name]


@pytest.mark.parametrize("book", BOOKS)
def test_every_value_has_a_source(book):
    for name, section, data in sections(book):
        for key in data.keys() - {"from"}:
            assert section.cited(key).strip(), f"{name}.{key}"
            assert section.clause(key)


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
    offered = [wager for wager in WAGERS.values() if rules.terms(wager)]
    assert {wager.kind for wager in offered} == rules.wagers.keys()
    for wager in offered:
        terms = rules.wagers[wager.kind]
        assert terms.rows() or getattr(terms, "legs", None), wager
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
    "set": lambda d: d.__setitem__("x", 1),
    "delete": lambda d: d.__delitem__("x"),
    "or": lambda d: d.__ior__({"x": 1}),
    "clear": lambda d: d.clear(),
    "pop": lambda d: d.pop("x", None),
    "popitem": lambda d: d.popitem(),
    "setdefault": lambda d: d.setdefault("x", 1),
    "update": lambda d: d.update(x=1),
}


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
