"""`bankcraps schema`: the JSON Schema of what programs read and write."""

import click
import msgspec

from bankcraps.codec import json_schema
from bankcraps.results.reading import RESULTS


@click.command("schema")
def command() -> None:
    """Print the JSON Schema of events, effects, states, refusals and results.

    `play --json` and `replay --json` write events, effects, states and refusals. The commands of the lab
    write results with `--json`. Money is in cents, under keys that end in `_cents`.
    """
    click.echo(msgspec.json.format(msgspec.json.encode(json_schema(RESULTS)), indent=2))
