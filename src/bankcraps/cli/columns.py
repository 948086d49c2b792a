"""Figures in columns, for screens and for pipes."""

import shutil
import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import click

__all__ = ["echo_columns", "echo_left", "echo_notes", "fraction", "room", "short"]

_WIDEST: Final = 12
"""The longest fraction shown, in figures; longer ones are in the JSON."""

_PIPE: Final = 1000
"""The line length in pipes and files: so long that lines are not wrapped."""


def room() -> int:
    """The number of characters that fit in a line."""
    return shutil.get_terminal_size().columns if sys.stdout and sys.stdout.isatty() else _PIPE


def short(name: str, longest: int = 40) -> str:
    """A name cut to leave room for figures, because a system's text may be long."""
    return name if len(name) <= longest else f"{name[: longest - 3]}..."


def fraction(value: Fraction, widest: int = _WIDEST) -> str:
    """A fraction in lowest terms, or nothing where it is too long to read."""
    written = str(value) if value.denominator < 10**widest else ""
    return written if len(written) <= widest else ""


def echo_columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows under their heads: the first column to the left, figures to the right.

    A column with nothing in it is left out.
    """
    kept = [at for at in range(len(head)) if any(row[at] for row in rows)]
    widths = [max(len(head[at]), *(len(row[at]) for row in rows)) for at in kept]
    click.secho(_line([head[at] for at in kept], widths), bold=True)
    for row in rows:
        click.echo(_line([row[at] for at in kept], widths))


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = (
        f"{cell:>{width}}" if at else f"{cell:<{width}}"
        for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )
    return "  ".join([first, *others]).rstrip()


def echo_left(head: Sequence[str], rows: Sequence[Sequence[str]], widest: int = 46) -> None:
    """Print rows of words, all columns to the left, under their heads if there are any.

    From the second column on, cells longer than `widest` push the rest of their line aside.
    """
    lines = [head, *rows] if head else rows
    first, *others = (max(map(len, column)) for column in zip(*lines, strict=True))
    widths = [first, *(min(widest, other) for other in others)]
    for row in lines:
        line = "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        click.secho(line, bold=row is head)


def echo_notes(notes: Sequence[tuple[str, str]]) -> None:
    """Print the meaning of the columns below them."""
    click.echo()
    width = max(len(name) for name, _ in notes)
    for name, meaning in notes:
        click.secho(f"{name:<{width}}  {meaning}", dim=True)
