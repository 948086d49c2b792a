"""Exact results as plain data: fractions with decimals beside them, tables of Arrow, tables in notebooks."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from importlib import import_module
from typing import Any

from bankcraps.errors import BankcrapsError

__all__ = ["arrow", "both", "html", "percent"]


def both(**figures: Fraction) -> dict[str, object]:
    """Figures as fractions in lowest terms, each with its decimal.

    >>> both(edge=Fraction(1, 66))
    {'edge': '1/66', 'edge_decimal': 0.015151515151515152}
    """
    told: dict[str, object] = {}
    for name, value in figures.items():
        told[name] = str(value)
        told[f"{name}_decimal"] = float(value)
    return told


def percent(value: Fraction, places: int = 3) -> str:
    """A fraction as a percentage, rounded half up.

    >>> percent(Fraction(1, 66)), percent(Fraction(0)), percent(Fraction(-1, 8), 1)
    ('1.515%', '0.000%', '-12.5%')
    """
    shifted = abs(value) * 100 * 10**places
    whole, rest = divmod((shifted + Fraction(1, 2)).__floor__(), 10**places)
    return f"{'-' if value < 0 else ''}{whole}.{rest:0{places}}%"


def arrow(rows: Sequence[dict[str, object]]) -> Any:  # noqa: ANN401 - PyArrow has no types
    """Rows of plain data as a `pyarrow.Table`; a row without a value has null there.

    Raises:
        BankcrapsError: where PyArrow is not installed.
    """
    try:
        pa: Any = import_module("pyarrow")
    except ImportError:
        raise BankcrapsError("a table of Arrow needs PyArrow: install bankcraps[lab]") from None
    keys = dict.fromkeys(key for row in rows for key in row)
    return pa.table({key: [row.get(key) for row in rows] for key in keys})


def html(head: Sequence[str], rows: Sequence[Sequence[str]], caption: str) -> str:
    """A table for notebooks."""
    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><tr>{top}</tr>{body}</table>"
