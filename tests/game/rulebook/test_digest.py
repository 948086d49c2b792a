"""The digest of a book: words do not change it, and any rule that the engine reads does."""

import functools

import pytest
from tests.clauses.mutations import SECTIONS, mutations
from tests.game.rulebook.test_books import raw
from tests.kit.houses import toml
from tests.kit.profiles import share

from bankcraps import BOOKS, load_rulebook
from bankcraps.game.rulebook import read_rulebook, schema

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


def test_a_pay_printed_in_another_way_is_the_same_rule():
    bigger, same = (
        with_value(raw("nsw"), ("wagers", "any_seven", "pays", "7"), to=pay) for pay in ("6 to 1", "5 for 1")
    )
    assert digest_of(same) == digest("nsw") != digest_of(bigger)


NO_RULES = ("floor.may_advise", *(f"dice.steps.{step}" for step in load_rulebook("nsw").dice.steps))
"""The house's advice changes no wager, and steps have sources only."""


@pytest.mark.parametrize("book", BOOKS)
def test_any_rule_that_changes_is_another_house(book):
    """Each value flipped, raised, dropped, or another of its choices: no such house has the same digest."""
    rules = load_rulebook(book)
    for mutation in share([one for one in mutations(rules) if one.key not in NO_RULES], 4):
        changed = mutation.of(rules)
        again = schema.digest_of({name: getattr(changed, name) for name in SECTIONS}, changed.wagers)
        assert again != rules.digest, f"{mutation.key} {mutation.change}"
