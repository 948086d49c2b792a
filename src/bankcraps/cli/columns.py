"""Figures in columns, for screens and for pipes, and JSON for programs."""

import shutil
import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Final

import click
import msgspec

from bankcraps.cli import heavy

if TYPE_CHECKING:
    from bankcraps.errors import NotationError
    from bankcraps.game.engine.effects import Effect
    from bankcraps.game.engine.events import Event
    from bankcraps.game.records import StepBack
    from bankcraps.game.rulebook import Rulebook

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


# JSON for programs: structs as objects with a "type", wagers and pays by name, money in cents.


def echo_json(value: object, *, pretty: bool = False) -> None:
    """Print a value as JSON: one line, or indented for people."""
    encoded = heavy.encode(value)
    click.echo(msgspec.json.format(encoded, indent=2) if pretty else encoded)


def seen(
    line: int | None,
    events: "Sequence[Event | StepBack]",
    refusal: "heavy.Refusal | dict[str, object] | None",
    effects: "Sequence[Effect]",
    book: "Rulebook",
    state: "heavy.State",
) -> dict[str, object]:
    """One line of play as an object: the act or refusal, its effects, and the table after it."""
    event = None if not events else events[0] if len(events) == 1 else list(events)
    return {
        "line": line,
        "event": event,
        "refusal": refusal,
        "effects": list(effects),
        "puck": state.point,
        "shooter": heavy.shooter(book, state),
        "rail_cents": {seat.name: seat.rail for seat in state.seats},
        "layout_cents": {
            seat.name: {name: part for s in seat.wagers for name, part in s.parts.items()}
            for seat in state.seats
        },
    }


def unreadable_line(error: "NotationError") -> dict[str, object]:
    """Return the refusal of a line that is not in the notation."""
    return {
        "code": "notation",
        "clause": None,
        "message": str(error),
        "column": error.column,
        "word": error.word,
    }
