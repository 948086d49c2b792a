"""Small tables of HTML, for notebooks."""

from collections.abc import Sequence
from html import escape

__all__ = ["html"]


def html(head: Sequence[str], rows: Sequence[Sequence[str]], caption: str = "") -> str:
    """A table with a caption; the first column to the left, figures to the right."""
    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(f"<tr>{''.join(_cell(at, cell) for at, cell in enumerate(row))}</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption>{f'<tr>{top}</tr>' if top else ''}{body}</table>"


def _cell(at: int, text: str) -> str:
    side = "right" if at else "left"
    return f'<td style="text-align:{side}">{escape(text)}</td>'
