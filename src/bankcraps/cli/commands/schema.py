"""`bankcraps schema`: the JSON Schema of what programs read and write."""

import click
import msgspec

from bankcraps.codec import json_schema


@click.command("schema")
def command() -> None:
    """Print the JSON Schema of events, effects, states and refusals.

    `play --json` and `replay --json` write values of these types. Money is in whole cents, under keys that
    end in `_cents`.
    """
    click.echo(msgspec.json.format(msgspec.json.encode(json_schema()), indent=2))
