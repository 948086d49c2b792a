"""The digest of a book: words do not change it, and any rule that the engine reads does."""

import functools

import pytest
from hypothesis import assume, given, reject
from hypothesis import strategies as st
from tests.game.rulebook.test_books import raw
from tests.kit.houses import toml
from tests.kit.profiles import examples

from bankcraps import BOOKS, BankcrapsError, Pay, RulebookError
from bankcraps.game.rulebook import read_rulebook

WORDS = ("from", "name", "steps")
REASONS = ("must", "may", "pass_ordered_for", "invalidate_for", "void_for", "exclude_for", "breaches")


def digest_of(data):
    """The digest of a book given as plain data."""
    return read_rulebook(toml(data)).digest


@functools.cache
def digest(book):
    return digest_of(raw(book))


def with_value(data, path, *, to):
    """The data with another value at a path."""
    first, *rest = path
    changed = dict(data)
    if rest:
        changed[first] = with_value(data.get(first, {}), rest, to=to)
    else:
        changed[first] = to
    return changed


def worded(data, path=()):
    """Every place where a book has words for people: titles, names, sources, clauses."""
    for key in ("title", "about") if not path else ():
        yield key, (key,)
    for name, value in data.items():
        here = (*path, name)
        if isinstance(value, dict):
            if name in (*WORDS, *REASONS):
                yield from ((name, (*here, key)) for key in value)
            elif name != "options":
                yield from worded(value, here)
        elif name in WORDS:
            yield name, here


@pytest.mark.parametrize("book", BOOKS)
def test_every_word_may_be_another(book):
    """All of them at once, and a remark on top."""
    data = raw(book)
    for _, path in worded(data):
        data = with_value(data, path, to="convention: in other words")
    for name in data.get("options", {}):
        data = with_value(data, ("options", name, "says"), to="Something else.")
    data |= {"id": "other"}  # a record has the id beside the digest
    assert data != raw(book)
    assert digest_of(data) == digest(book)
    assert read_rulebook("# a remark\n" + toml(raw(book))).digest == digest(book)


def rules(data, path=()):
    """Every value that is a rule, with its path."""
    for name, value in data.items():
        here = (*path, name)
        if name in (
            "from",
            "name",
            "steps",
            "options",
            "earlier",
            "id",
            "title",
            "about",
            "document",
            "extends",
        ):
            continue
        if name == "may_advise":  # the house's advice changes no wager: no record depends on it
            continue
        if isinstance(value, dict) and name not in REASONS:
            yield from rules(value, here)
        else:
            yield here, value


RULES = [(book, path, value) for book in BOOKS for path, value in rules(raw(book))]


def others(value):
    """Values that the same key might have instead; the loader refuses those that make no sense."""
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1, value - 1, value + 10]
        case str():
            return sorted({known for _, _, known in RULES if isinstance(known, str)} - {value})
        case list():
            return [value[:-1], [*value, *([value[0]] if value else ["dealer"])], list(reversed(value))]
        case dict():
            return [{**value, "another_reason": "convention"}, dict(list(value.items())[1:])]
    raise AssertionError(value)


@examples(250)
@given(rule=st.sampled_from(RULES), data=st.data())
def test_any_rule_that_changes_is_another_house(rule, data):
    book, path, value = rule
    other = data.draw(st.sampled_from(others(value)))
    assume(other != value)
    try:
        changed = digest_of(with_value(raw(book), path, to=other))
    except RulebookError:
        reject()  # no house at all
    assert (changed == digest(book)) == same(value, other), (path, other)


def same(pay, other):
    """Whether two values are one pay, printed in two ways."""
    try:
        return Pay(pay).ratio == Pay(other).ratio
    except (BankcrapsError, AttributeError):
        return False
