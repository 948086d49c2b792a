"""Tables that fit a phone.

A table with five columns or more scrolls sideways in its own box, and its first column stays in sight. On a
narrow screen a table with three or four columns shows each row as a card, and each cell shows the heading of
its column. The style sheet does this by class and by `data-label`. This module writes both.
"""

from html import escape
from typing import Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

_WIDE: Final = 5
_CARDS: Final = 3


def mark(app: Sphinx, doctree: nodes.document) -> None:
    """Give each table of a page its class, and each cell the heading of its column."""
    del app
    for table in doctree.findall(nodes.table):
        columns = len(list(table.findall(nodes.colspec)))
        if columns >= _WIDE:
            table["classes"].append("wide")
        elif columns >= _CARDS:
            table["classes"].append("cards")
            _label(table)


def _label(table: nodes.table) -> None:
    heads = [entry.astext() for head in table.findall(nodes.thead) for entry in head.findall(nodes.entry)]
    for body in table.findall(nodes.tbody):
        for row in body.findall(nodes.row):
            for entry, head in zip(row.findall(nodes.entry), heads, strict=False):
                entry["label"] = head


def _visit(translator: HTML5Translator, node: nodes.entry) -> None:
    HTML5Translator.visit_entry(translator, node)
    if label := node.get("label"):
        tag = translator.body.pop()
        translator.body.append(tag.replace("<td", f'<td data-label="{escape(label)}"', 1))


def _depart(translator: HTML5Translator, node: nodes.entry) -> None:
    HTML5Translator.depart_entry(translator, node)


def setup(app: Sphinx) -> None:
    """Connect the tables to Sphinx."""
    app.connect("doctree-read", mark)
    app.add_node(nodes.entry, override=True, html=(_visit, _depart))
