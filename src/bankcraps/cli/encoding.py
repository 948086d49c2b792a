"""JSON for programs: structs as objects with a "type", wagers and pays by name, money in cents."""

from collections.abc import Sequence

import click
import msgspec

from bankcraps.engine import Refusal, State, shooter
from bankcraps.engine.effects import Effect
from bankcraps.engine.events import Event
from bankcraps.pays import Pay
from bankcraps.wagers import Wager

__all__ = ["echo_json", "seen"]


def _hook(value: object) -> object:
    if isinstance(value, Wager | Pay):
        return str(value)
    raise NotImplementedError(type(value))


_ENCODER = msgspec.json.Encoder(enc_hook=_hook)


def echo_json(value: object, *, pretty: bool = False) -> None:
    """Print a value as JSON: one line, or indented for people."""
    encoded = _ENCODER.encode(value)
    click.echo(msgspec.json.format(encoded, indent=2) if pretty else encoded)


def seen(
    line: int,
    events: Sequence[Event],
    refusal: Refusal | dict[str, object] | None,
    effects: Sequence[Effect],
    state: State,
) -> dict[str, object]:
    """One line of play as an object: what was done or refused, what followed, and the table after it."""
    event = None if not events else events[0] if len(events) == 1 else list(events)
    return {
        "line": line,
        "event": event,
        "refusal": refusal,
        "effects": list(effects),
        "puck": state.point,
        "shooter": shooter(state),
        "rail": {seat.name: seat.rail for seat in state.seats},
        "layout": {seat.name: {s.label: s.amount for s in seat.wagers} for seat in state.seats},
    }
