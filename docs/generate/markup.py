"""Markdown: tables, lists and links."""

from collections.abc import Iterable, Sequence
from typing import Final

NONE: Final = "—"
"""The cell of a missing value."""


def code(text: object) -> str:
    """Text in the typewriter face."""
    return f"`{text}`"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with a heading over each column."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ") or " "


def merged(rows: Iterable[tuple[str, tuple[str, ...]]]) -> list[tuple[str, ...]]:
    """Join rows that have the same cells, and list their labels."""
    labels: dict[tuple[str, ...], list[str]] = {}
    for label, cells in rows:
        labels.setdefault(cells, []).append(label)
    return [(", ".join(names), *cells) for cells, names in labels.items()]


def listed(items: Iterable[str], last: str = "and") -> str:
    """List items as in a sentence: one, two and three."""
    *most, end = [*items] or [NONE]
    return f"{', '.join(most)} {last} {end}" if most else end


def defined(term: str, *paragraphs: str) -> str:
    """A term of a definition list with its paragraphs."""
    first, *rest = (paragraph.replace("\n", "\n  ") for paragraph in paragraphs)
    return "\n\n".join([f"{term}\n: {first}", *(f"  {paragraph}" for paragraph in rest)])
