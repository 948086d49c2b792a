"""Results for notebooks and analysts: small tables of HTML, and tables of Arrow."""

from collections.abc import Mapping, Sequence
from html import escape
from importlib import import_module
from typing import Any

from bankcraps.errors import BankcrapsError

__all__ = ["arrow", "arrow_rows", "html"]


def arrow(columns: Mapping[str, object]) -> Any:  # noqa: ANN401 - PyArrow has no types
    """A `pyarrow.Table` of columns by name.

    Raises:
        BankcrapsError: where PyArrow is not installed.
    """
    try:
        pyarrow: Any = import_module("pyarrow")
    except ImportError:
        raise BankcrapsError("a table of Arrow needs PyArrow: pip install 'bankcraps[lab]'") from None
    return pyarrow.table(dict(columns))


def arrow_rows(rows: Sequence[Mapping[str, object]]) -> Any:  # noqa: ANN401 - PyArrow has no types
    """An Arrow table from rows. A value missing from a row becomes null."""
    keys = dict.fromkeys(key for row in rows for key in row)
    return arrow({key: [row.get(key) for row in rows] for key in keys})


def html(head: Sequence[str], rows: Sequence[Sequence[str]], caption: str = "") -> str:
    """A table with a caption; the first column to the left, figures to the right."""
    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(f"<tr>{''.join(_cell(at, cell) for at, cell in enumerate(row))}</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption>{f'<tr>{top}</tr>' if top else ''}{body}</table>"


def _cell(at: int, text: str) -> str:
    side = "right" if at else "left"
    return f'<td style="text-align:{side}">{escape(text)}</td>'
