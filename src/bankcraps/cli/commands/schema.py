"""`bankcraps schema`: the JSON Schema of what programs read and write."""

import asyncio
from typing import TypedDict

import click
import msgspec

from bankcraps.analysis.results.reading import RESULTS
from bankcraps.cli import heavy
from bankcraps.game.chips import Cents
from bankcraps.game.records import StepBack
from bankcraps.game.records.codec import AnyEffect, AnyEvent, json_schema
from bankcraps.support.results import wire


class JsonRefusal(TypedDict):
    """The reason why a line did nothing: a refusal of the table, or a line that cannot be read."""

    code: str
    message: str
    clause: str | None


class JsonLine(TypedDict):
    """One line of play: the act or the refusal, its effects, and the table after it."""

    line: int | None
    event: AnyEvent | StepBack | list[AnyEvent] | None
    refusal: JsonRefusal | None
    effects: list[AnyEffect]
    puck: int | None
    shooter: str | None
    rail_cents: dict[str, Cents]
    layout_cents: dict[str, dict[str, Cents]]


class JsonVerdict(TypedDict):
    """The end of a replay: whether every table was as recorded."""

    verified: bool


@click.command("schema")
@click.option("--messages", is_flag=True)
@click.option("--addresses", is_flag=True)
def command(*, messages: bool, addresses: bool) -> None:
    """Print the JSON Schema of events, effects, states, refusals and results.

    Nothing else fits it. `play --json` and `replay --json` write lines with events,
    effects and refusals. The commands of the lab write results with `--json`. Money is in cents, under keys
    that end in `_cents`. With `--messages`, `ClientMessage` is what a client of a live table says, and
    `ServerMessage` what it hears. With `--addresses` it is what an open house shows at /api/openapi.json, the
    same messages among it.
    """
    if messages and addresses:
        raise click.UsageError("--messages and --addresses are two descriptions: ask for one at a time")
    if messages:
        schema = heavy.messages.json_schema()
    elif addresses:
        schema = asyncio.run(heavy.serving.description())
    else:
        schema = json_schema((*map(wire, RESULTS), JsonLine, JsonVerdict))
    click.echo(msgspec.json.format(msgspec.json.encode(schema), indent=2))
