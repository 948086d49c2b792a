"""Clauses are rules that a table acts on, or facts that nobody can break. Values cite the right clauses."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from tests.clauses.mutations import SECTIONS, Mutation, clauses_in, mutations
from tests.clauses.script import Disagreement, Script, ScriptError, play, scripts_of
from tests.kit.profiles import share

from bankcraps.errors import BankcrapsError
from bankcraps.game.rulebook import BOOKS, Rulebook, clauses_of, load_rulebook
from bankcraps.game.rulebook.section import Section

ACTED_ON = ("rule", "procedure")
SHOWN = {"three_four_five": {"D.2.a", "D.2.b", "D.4.a", "D.4.b", "D.7.a"}}
"""Clauses that say how odds are decided, cited for odds that always work. No change of that value is seen,
because odds on the line stand only while the puck is on. Their scripts show the clauses all the same."""


@cache
def kinds(book: str) -> dict[str, str]:
    return {clause.id: clause.kind for clause in clauses_of(book)}


def with_each_option(book: str) -> Iterator[Rulebook]:
    """The book as it is, and with each choice of each of its options."""
    base = load_rulebook(book)
    yield base
    for name, option in base.options.items():
        for choice in option.choices:
            yield load_rulebook(book, **{name: choice})


def sections_of(book: Rulebook) -> Iterator[tuple[str, Section]]:
    for name in SECTIONS:
        yield name, getattr(book, name)
    for kind, terms in book.wagers.items():
        yield f"wagers.{kind.value}", terms
        commission = getattr(terms, "commission", None)
        if commission is not None:
            yield f"wagers.{kind.value}.commission", commission


def citations(book: Rulebook) -> Iterator[tuple[str, str]]:
    """Every value of a book with each clause that it cites; an option cites those of its values."""
    yield from (("wagers.from.offered", clause) for clause in clauses_in(book.offered))
    for name, section in sections_of(book):
        keys = {*section.source, *section.__struct_fields__} - {"source", "*"}
        for key in keys:
            yield from ((f"{name}.{key}", clause) for clause in clauses_in(section.cited(key)) if clause)
    for part in (book.no_roll.must, book.no_roll.may, book.dice.steps, book.dice.pass_ordered_for):
        yield from ((key, clause) for key, cited in part.items() for clause in clauses_in(cited))
    floor = book.floor
    for part in (floor.invalidate_for, floor.void_for, floor.exclude_for, floor.breaches):
        yield from ((key, clause) for key, cited in part.items() for clause in clauses_in(cited))


@pytest.mark.parametrize("book", BOOKS)
def test_a_value_cites_rules_and_procedures_only(book):
    wrong = {
        f"{key} cites {clause}, which is {kinds(book).get(clause, 'no clause')}"
        for rules in with_each_option(book)
        for key, clause in citations(rules)
        if kinds(book).get(clause) not in ACTED_ON
    }
    assert not wrong


@pytest.mark.parametrize("book", BOOKS)
def test_a_refusal_cites_no_fact(book):
    """The page of the refusals of every script is held to them in `tests/golden/test_refusals.py`."""
    page = (Path(__file__).parents[1] / f"golden/refusals/{book}.txt").read_text("utf-8")
    told = re.findall(r"^  \w+ (\S.*?): ", page, flags=re.MULTILINE)
    cited = {clause for source in told if source != "-" for clause in clauses_in(source)}
    assert len(cited) > 10
    assert {clause for clause in cited if kinds(book).get(clause) not in ACTED_ON} == set()


@pytest.mark.parametrize("book", BOOKS)
def test_what_a_book_does_not_write_is_no_clauses_saying(book):
    """A default of ours has a source of its own; the clause of a wager's name says nothing of its minimum."""
    for key, section in sections_of(load_rulebook(book)):
        if key.startswith("wagers."):
            for value in section.__struct_fields__:
                unset = getattr(section, value) in (None, {}, 0)
                assert value == "source" or unset or section.cited(value), f"{key}.{value} has no source"


EVEN = "pass|dont_pass|come|dont_come"
ONE_ROLL = "field|any_craps|any_seven|two|three|eleven|twelve|craps_eleven|horn|horn_high|world|ace_deuce"
UNNOTICED: Final = {
    rf"wagers\.({EVEN}|fire)\.works ": "they are always in action: no throw asks whether they work",
    rf"wagers\.({EVEN}|big)\.maximum table -> win": "they win what they stake, so both maxima are the same",
    r"wagers\.(dont_)?pass_odds\.made ": "odds on the line are judged by their flat wager and the point",
    r"wagers\.(dont_)?pass_odds\.works always -> puck_on": "they stand only while the puck is on",
    r"wagers\.(dont_)?come\.after_point ": "it is about bets on the line; come always has a point",
    r"wagers\.(horn|horn_high|world)\.winner ": "a wager of several parts comes down whole, whatever it wins",
    r"wagers\.craps_eleven\.winner ": "its two halves come down whole, too",
    r"floor\.may_advise ": "it changes what a live table shows, and no act: tests/live/round/test_crew.py",
    r"table\.crew without ": "it tells who is there; each act names the roles that may do it",
    rf"wagers\.({EVEN}|{ONE_ROLL}|hop|fire)\.unit ": "only odds and wagers on numbers are taken off the unit",
}
"""Changes of values that nobody at a table can notice, in every house, each with its reason."""

SURVEYED: Final = BOOKS
"""The books of which each value has a script that notices it."""


@cache
def changes_of(book: str) -> tuple[Mutation, ...]:
    """Every change of a value of a book, with its options as they are and with each other choice."""
    every = {
        (m.key, m.change, repr((m.was, m.value)), m.clauses): m
        for rules in with_each_option(book)
        for m in mutations(rules)
    }
    return tuple(every.values())


def notices(script: Script, book: str, mutation) -> bool:
    changed = mutation.of(load_rulebook(book, **script.setup.options))
    if changed is None:
        return False
    try:
        play(script, changed, through_json=False)
    except (Disagreement, ScriptError, BankcrapsError, LookupError, ValueError, AssertionError):
        return True
    return False


@pytest.mark.some
@pytest.mark.parametrize("book", BOOKS)
def test_a_script_can_fail_for_its_clause(book):
    """A value changes, and a script of a clause that it cites comes out differently. If none does, nobody can
    break that clause: it is a fact, or it lacks a script.
    """
    scripts = scripts_of(book)
    waiting = {clause for _, clause in citations(load_rulebook(book))} - SHOWN.get(book, set())
    for mutation in changes_of(book):
        for clause in waiting.intersection(mutation.clauses):
            if any(script.clause == clause and notices(script, book, mutation) for script in scripts):
                waiting.remove(clause)
    assert sorted(waiting) == []


@pytest.mark.some
@pytest.mark.parametrize("book", SURVEYED)
def test_every_value_has_a_script_that_notices_it(book):
    """A value that cites clauses is noticed by a script of one of them; a convention by any script.

    A usual run looks at one value in forty, and LONG=1 at all.
    """
    scripts = sorted(scripts_of(book), key=lambda script: script.clause != "convention")
    unnoticed: list[str] = []
    for mutation in share(changes_of(book), 40):
        change = f"{mutation.key} {mutation.change}"
        if any(re.match(harmless, change) for harmless in UNNOTICED):
            continue
        shown = (each for each in scripts if not mutation.clauses or each.clause in mutation.clauses)
        noticed = next((each for each in shown if notices(each, book, mutation)), None)
        if noticed is None:
            unnoticed.append(change)
        else:  # it will often notice the next change, too
            scripts.remove(noticed)
            scripts.insert(0, noticed)
    assert unnoticed == []


@pytest.mark.parametrize("book", BOOKS)
def test_a_rule_that_no_value_holds_is_seen_to_act(book):
    """A rule without a value is in the engine. Its scripts must have a throw or a refusal that shows it."""
    held = {clause for rules in with_each_option(book) for _, clause in citations(rules)}
    shown = {
        script.clause
        for script in scripts_of(book)
        for turn in script.turns
        if turn.said and any(check.mark != ">!" for check in turn.checks)
    }
    acted_on = [clause.id for clause in clauses_of(book) if clause.kind in ACTED_ON]
    assert [clause for clause in acted_on if clause not in held | shown] == []
