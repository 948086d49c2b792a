"""JSON for programs: structs as objects with a "type", wagers and pays by name, money in cents."""

from typing import TYPE_CHECKING

import click
import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bankcraps.errors import NotationError
    from bankcraps.game.engine import Refusal, State
    from bankcraps.game.engine.effects import Effect
    from bankcraps.game.engine.events import Event
    from bankcraps.game.records import StepBack
    from bankcraps.game.rulebook import Rulebook

__all__ = ["echo_json", "seen", "unreadable_line"]


def echo_json(value: object, *, pretty: bool = False) -> None:
    """Print a value as JSON: one line, or indented for people."""
    from bankcraps.game.records.codec import encode  # noqa: PLC0415 - it loads every event, and few commands print JSON

    encoded = encode(value)
    click.echo(msgspec.json.format(encoded, indent=2) if pretty else encoded)


def seen(
    line: int | None,
    events: "Sequence[Event | StepBack]",
    refusal: "Refusal | dict[str, object] | None",
    effects: "Sequence[Effect]",
    book: "Rulebook",
    state: "State",
) -> dict[str, object]:
    """One line of play as an object: the act or refusal, its effects, and the table after it."""
    from bankcraps.game.engine import shooter  # noqa: PLC0415 - as above

    event = None if not events else events[0] if len(events) == 1 else list(events)
    return {
        "line": line,
        "event": event,
        "refusal": refusal,
        "effects": list(effects),
        "puck": state.point,
        "shooter": shooter(book, state),
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
