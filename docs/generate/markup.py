"""Markdown: tables, lists and links."""

from collections.abc import Iterable, Sequence
from typing import Final

NONE: Final = "—"
"""What stands in a table where a house has nothing."""


def code(text: object) -> str:
    """As it is typed."""
    return f"`{text}`"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table with a heading over each column."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ") or " "


def merged(rows: Iterable[tuple[str, tuple[str, ...]]]) -> list[tuple[str, ...]]:
    """Rows with the same cells as one, their labels joined."""
    labels: dict[tuple[str, ...], list[str]] = {}
    for label, cells in rows:
        labels.setdefault(cells, []).append(label)
    return [(", ".join(names), *cells) for cells, names in labels.items()]


def listed(items: Iterable[str], last: str = "and") -> str:
    """Items as in a sentence: one, two and three."""
    *most, end = [*items] or [NONE]
    return f"{', '.join(most)} {last} {end}" if most else end


def defined(term: str, *paragraphs: str) -> str:
    """A term and what is said about it."""
    first, *rest = (paragraph.replace("\n", "\n  ") for paragraph in paragraphs)
    return "\n\n".join([f"{term}\n: {first}", *(f"  {paragraph}" for paragraph in rest)])
