"""Each value of a book is held by a script: one value changes, and a script comes out differently.

What a choice of an option changes is a value, too: a script with that choice must notice. For a value that
cites clauses, the script must be one of theirs.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest
from tests.clauses.mutations import SECTIONS, Mutation, mutations
from tests.clauses.script import Disagreement, Script, ScriptError, play, scripts_of

from bankcraps.errors import BankcrapsError
from bankcraps.rulebook import Rulebook, load_rulebook
from bankcraps.rulebook.validation import validate
from bankcraps.wagers import HAND_WAGERS, Kind

SURVEYED: Final = ("classic",)
"""The books whose every value has a script."""

EQUIVALENT: Final = {
    "classic": (
        (r"table\.crew", "without dealer", "the crew has two dealers, and the other one still acts"),
        (r"wagers\.\w+\.(max_pay_on|over_max_pay)", ".*", "no wager of this book has a most that it may pay"),
        (
            r"wagers\.(pass|dont_pass|come|dont_come|big)\.maximum",
            "table -> win",
            "at even money what a wager wins is what it stakes",
        ),
        (
            r"wagers\.(?!place|buy|lay|big|hard|\w+_odds)\w+\.unit",
            "table -> pays",
            "only odds and wagers on numbers may be off the unit, for the sake of an exact pay",
        ),
        (
            r"wagers\.(pass_odds|dont_pass_odds)\.works",
            "always -> puck_on",
            "odds on the line stand only while the puck is on",
        ),
        (
            r"wagers\.(pass_odds|dont_pass_odds)\.made",
            "puck_on -> any",
            "odds need the number of their flat wager, and a line wager has one only while the puck is on",
        ),
    )
}
"""Changes that no table could notice: patterns of their keys and changes, and why."""


class NoBookError(Exception):
    """A change that no rulebook may make."""


def rooms() -> list[str]:
    """The parts of a book, each a test of its own."""
    return [*SECTIONS, *(f"wagers.{kind.value}" for kind in Kind if kind not in HAND_WAGERS)]


def matches(pattern: str, text: str) -> bool:
    return re.fullmatch(pattern, text) is not None


def cannot_be_seen(book: str, mutation: Mutation) -> bool:
    return any(
        matches(key, mutation.key) and matches(change, mutation.change) for key, change, _ in EQUIVALENT[book]
    )


def no_book(mutation: Mutation, rules: Rulebook) -> bool:
    """Whether no rulebook may have this change, because it would make no sense."""
    changed = mutation.of(rules)
    assert changed is not None
    try:
        validate(changed, lambda key, message: NoBookError(f"{key}: {message}"))
    except NoBookError:
        return True
    return False


def is_a_whole_wager(mutation: Mutation) -> bool:
    return (
        mutation.path[0] == "wagers" and isinstance(mutation.path[-1], Kind) and mutation.path[-2] == "wagers"
    )


def value_at(rules: Any, path: tuple[Any, ...]) -> Any:
    """The value that a path leads to; None if there is none."""
    for name in path:
        rules = rules.get(name) if isinstance(rules, dict) else getattr(rules, name, None)
    return rules


@cache
def scripts(book: str) -> list[Script]:
    return scripts_of(book)


@cache
def changes(book: str) -> list[tuple[Mutation, Rulebook, dict[str, str]]]:
    """Each change of the book as it is, and of what each choice of an option changes, with that choice."""
    base = load_rulebook(book)
    found = [(mutation, base, dict[str, str]()) for mutation in mutations(base)]
    for name, option in base.options.items():
        for choice in option.choices:
            rules = load_rulebook(book, **{name: choice})
            found += [
                (mutation, rules, {name: choice})
                for mutation in mutations(rules)
                if not is_a_whole_wager(mutation)
                if value_at(rules, mutation.path) != value_at(base, mutation.path)
            ]
    return found


def notices(script: Script, book: str, mutation: Mutation) -> bool:
    changed = mutation.of(load_rulebook(book, **script.setup.options))
    if changed is None:
        return False
    try:
        play(script, changed, through_json=False)
    except (Disagreement, ScriptError, BankcrapsError, LookupError, ValueError, AssertionError):
        return True
    return False


def likely(book: str, mutation: Mutation, choice: dict[str, str]) -> Iterator[Script]:
    """The scripts that must notice a change, the likelier and shorter ones first."""
    word = mutation.path[1].value if mutation.path[0] == "wagers" else str(mutation.path[-1])
    cited = set(mutation.clauses)
    own = [
        script
        for script in scripts(book)
        if choice.items() <= script.setup.options.items() and (not cited or script.clause in cited)
    ]
    yield from sorted(
        own, key=lambda script: (not any(word in turn.said for turn in script.turns), len(script.turns))
    )


@pytest.mark.parametrize("room", rooms())
@pytest.mark.parametrize("book", SURVEYED)
def test_a_change_of_a_value_is_noticed(book, room):
    missed = [
        f"{mutation.key} {mutation.change} {choice or ''} ({', '.join(mutation.clauses) or 'convention'})"
        for mutation, rules, choice in changes(book)
        if f"{mutation.key}.".startswith(f"{room}.")
        if not cannot_be_seen(book, mutation) and not no_book(mutation, rules)
        if not any(notices(script, book, mutation) for script in likely(book, mutation, choice))
    ]
    assert not missed


@pytest.mark.parametrize("book", SURVEYED)
def test_each_choice_of_an_option_has_a_script(book):
    chosen = {choice for script in scripts(book) for choice in script.setup.options.items()}
    options = load_rulebook(book).options
    assert {(name, choice) for name, option in options.items() for choice in option.choices} <= chosen


@pytest.mark.parametrize("book", SURVEYED)
def test_what_is_listed_as_equivalent_is_there(book):
    for key, change, reason in EQUIVALENT[book]:
        found = [m for m, _, _ in changes(book) if matches(key, m.key) and matches(change, m.change)]
        assert found, f"no such change: {key} {change} ({reason})"
