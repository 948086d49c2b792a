"""Generates the parts of these pages that follow from the rulebooks and the code.

A comment on a line of its own says where a part goes. It has a name and, for some parts, one word more:

    <!-- generated: pays -->
    <!-- generated: clauses nsw -->

While Sphinx reads a page, it replaces that line with the part. `PARTS` lists the parts; each is a function
that returns Markdown. An unknown name stops the build. So does a book without a page of clauses, a public
name without a place in the API reference, and a search that finds nothing.
"""

import re
from collections.abc import Callable
from typing import Final

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.errors import ExtensionError

from bankcraps import BOOKS

from . import (
    api,
    books,
    clauses,
    columns,
    evening,
    lab,
    language,
    pays,
    pictures,
    schema,
    search,
    tables,
    terminal,
    words,
)

PARTS: Final[dict[str, Callable[..., str]]] = {
    "books": books.summary,
    "names": books.names,
    "pays": pays.pays,
    "edges": pays.edges,
    "legs": pays.legs,
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
    "api_index": api.index,
    "columns": columns.columns,
    "lab_options": lab.options,
    "said": language.said,
    "picture": pictures.picture,
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
    """Put the generated parts of a page in their places."""

    def part(found: re.Match[str]) -> str:
        name, word = found.groups()
        if name not in PARTS:
            raise ExtensionError(f"{name!r} is not a generated part. The parts are {', '.join(PARTS)}")
        return PARTS[name](word) if word else PARTS[name]()

    return _PLACE.sub(part, text)


def _on_read(app: Sphinx, docname: str, content: list[str]) -> None:
    del app, docname
    content[0] = fill(content[0])


def _on_found(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    del app, docnames
    missing = [f"docs/clauses/{book}.md" for book in BOOKS if f"clauses/{book}" not in env.found_docs]
    if missing:
        raise ExtensionError(f"these books have no page of clauses: {', '.join(missing)}")


def _on_built(app: Sphinx, error: Exception | None) -> None:
    if error is not None or app.builder.name != "html":
        return
    if lost := search.unfound(search.read_index(app.outdir)):
        raise ExtensionError(f"the search does not find the wanted page for: {', '.join(lost)}")


def setup(app: Sphinx) -> dict[str, object]:
    """Connect the generators to Sphinx."""
    app.connect("source-read", _on_read)
    app.connect("env-before-read-docs", _on_found)
    app.connect("build-finished", _on_built, priority=900)  # once the theme has finished its own files
    tables.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
