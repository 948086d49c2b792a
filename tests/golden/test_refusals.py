"""Every refusal that the clause scripts come to, in its own words: one page a house, for a dealer to read."""

import pytest
from tests.clauses.script import play, scripts_of

from bankcraps import BOOKS
from bankcraps.game.chips import Cents, printed


def sentence(refusal):
    """The code, the sentence with its clause, and the figures that programs read beside it."""
    known = [
        f"{name} {printed(Cents(cents))}"
        for name, cents in (("limit", refusal.limit), ("offered", refusal.offered))
        if cents is not None
    ]
    figures = f" [{', '.join(known)}]" if known else ""
    return f"  {refusal.code} {refusal.clause or '-'}: {refusal.message}{figures}"


def page(book):
    """Each refusal once, below the line that brings it about, clause by clause."""
    lines, told = [], set()
    for script in scripts_of(book):
        refused = [(said, sentence(refusal)) for said, refusal in play(script, book)]
        fresh = [(said, words) for said, words in refused if words not in told]
        told.update(words for _, words in fresh)
        if fresh:
            lines += [f"# {script.clause} {script.title}", *(line for pair in fresh for line in pair), ""]
    return "\n".join(lines)


@pytest.mark.some
@pytest.mark.parametrize("book", BOOKS)
def test_refusals(book, golden):
    golden(f"refusals/{book}.txt", page(book))
