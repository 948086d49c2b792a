"""`bankcraps schema`: the JSON Schema of what programs read and write."""

import click
import msgspec

from bankcraps.codec import json_schema
from bankcraps.results.reading import RESULTS


@click.command("schema")
@click.option("--messages", is_flag=True, help="the messages of a live table's socket instead.")
def command(*, messages: bool) -> None:
    """Print the JSON Schema of events, effects, states, refusals and results.

    `play --json` and `replay --json` write events, effects, states and refusals. The commands of the lab
    write results with `--json`. Money is in cents, under keys that end in `_cents`. With `--messages`,
    `ClientMessage` is what a client of a live table says, and `ServerMessage` what it hears.
    """
    if messages:
        from bankcraps.house.messages import json_schema as schema_of_messages  # noqa: PLC0415 - only here

        click.echo(msgspec.json.format(msgspec.json.encode(schema_of_messages()), indent=2))
        return
    click.echo(msgspec.json.format(msgspec.json.encode(json_schema(RESULTS)), indent=2))
