"""Every clause of a house that can be shown at a table is shown here, in the words said at one."""

from contextlib import contextmanager

import pytest
from tests.clauses.script import Disagreement, ScriptError, play, scripts_of

from bankcraps.game.rulebook import BOOKS, clauses_of

SHOWN = ("rule", "procedure")
CONVENTION = "convention"
"""The word in place of a clause in a script of values that rest on conventions."""


def every_script():
    """All the scripts there are. A book without readable scripts fails in the tests of books, below."""
    cases = []
    for book in BOOKS:
        try:
            scripts = scripts_of(book)
        except ScriptError:
            continue
        cases += [pytest.param(book, script, id=f"{book}-{script.name}") for script in scripts]
    return cases


@contextmanager
def said_plainly():
    """Fail with the sentence of the error alone: the traceback would only show the runner."""
    try:
        yield
    except (Disagreement, ScriptError) as error:
        raise pytest.fail.Exception(str(error), pytrace=False) from None


@pytest.mark.parametrize(("book", "script"), every_script())
def test_a_clause(book, script):
    with said_plainly():
        play(script, book)


@pytest.mark.parametrize("book", BOOKS)
def test_every_clause_that_can_be_shown_has_a_script(book):
    with said_plainly():
        scripted = {script.clause for script in scripts_of(book)}
        shown = [clause for clause in clauses_of(book) if clause.kind in SHOWN]
        missing = [f"{clause.id}: {clause.says}" for clause in shown if clause.id not in scripted]
        if missing:
            raise ScriptError("\n  ".join([f"{book}.txt has no script for", *missing]))


@pytest.mark.parametrize("book", BOOKS)
def test_every_script_names_a_clause_of_its_book(book):
    with said_plainly():
        known = {clause.id for clause in clauses_of(book)} | {CONVENTION}
        strays = [script.at(script.line) for script in scripts_of(book) if script.clause not in known]
        if strays:
            raise ScriptError("\n  ".join([f"the index of {book} has no such clause", *strays]))
