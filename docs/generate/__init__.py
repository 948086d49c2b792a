"""The parts of these pages that are made from the rulebooks and the code, so that nothing is typed twice.

A page says where such a part goes in a comment on a line of its own, with its name and, for some, a book:

    <!-- generated: pays -->
    <!-- generated: clauses nsw -->

While Sphinx reads the page, that line becomes the part's Markdown. Nothing is written to disk. `PARTS` lists
what there is; each part is a function that gives Markdown. A name that is not there stops the build, and so
does a book without a page of clauses.
"""

import re
from collections.abc import Callable
from typing import Final

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError

from bankcraps import BOOKS

from . import api, books, clauses, evening, schema, terminal, words

PARTS: Final[dict[str, Callable[..., str]]] = {
    "books": books.summary,
    "names": books.names,
    "pays": books.pays,
    "legs": books.legs,
    "odds": books.odds,
    "line": books.line,
    "works": books.works,
    "made": books.made,
    "increased": books.increased,
    "taken_down": books.taken_down,
    "winners": books.winners,
    "least": books.least,
    "most": books.most,
    "caps": books.caps,
    "commission": books.commission,
    "no_roll": books.no_roll,
    "procedure": books.procedure,
    "reasons": books.reasons,
    "options": books.options,
    "clause_counts": clauses.counts,
    "value_counts": clauses.values,
    "clauses": clauses.clauses,
    "conventions": clauses.conventions,
    "readings": clauses.readings,
    "words": words.words,
    "crew": words.crew,
    "events": words.events,
    "effects": words.effects,
    "codes": words.codes,
    "api": api.api,
    "terminal": terminal.terminal,
    "record": evening.record,
    "record_lines": evening.record_lines,
    "head": schema.head,
    "sections": schema.sections,
    "terms": schema.terms,
    "kinds": schema.kinds,
}

_PLACE: Final = re.compile(r"^<!-- generated: (\w+)(?: (\w+))? -->$", re.MULTILINE)


def fill(text: str) -> str:
    """A page's text with its generated parts in their places."""

    def part(found: re.Match[str]) -> str:
        name, book = found.groups()
        if name not in PARTS:
            raise ExtensionError(f"there is no generated part {name!r}; there are {', '.join(PARTS)}")
        return PARTS[name](book) if book else PARTS[name]()

    return _PLACE.sub(part, text)


def _on_read(app: Sphinx, docname: str, content: list[str]) -> None:
    del app, docname
    content[0] = fill(content[0])


def _on_found(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    del app, docnames
    missing = [f"docs/clauses/{book}.md" for book in BOOKS if f"clauses/{book}" not in env.found_docs]
    if missing:
        raise ExtensionError(f"these books have no page of clauses: {', '.join(missing)}")


def setup(app: Sphinx) -> dict[str, object]:
    """Called by Sphinx."""
    app.connect("source-read", _on_read)
    app.connect("env-before-read-docs", _on_found)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
