"""`bankcraps replay`: play a record again and verify the table after each event."""

import sys

import click

from bankcraps.chips import printed
from bankcraps.cli.encoding import echo_json, seen
from bankcraps.cli.files import load_record
from bankcraps.errors import RecordError
from bankcraps.notation import Record, book_of, opened, replay, write_effect, write_event
from bankcraps.rulebook import Rulebook, load_rulebook


@click.command("replay")
@click.argument("file")
@click.option("--rules", metavar="FILE", help="the rulebook file, if the record was played under your own.")
@click.option(
    "--json", "as_json", is_flag=True, help="print a JSON object for each event, then one for the result."
)
def command(*, file: str, rules: str | None, as_json: bool) -> None:
    """Play a .craps record again, line by line, and verify the table after each event.

    Exits with a non-zero status at the first event that differs, and names its line.
    """
    record = load_record(file)
    book = book_of(record, file, load_rulebook(rules) if rules else None)
    if as_json:
        _as_json(record, book, file)
    else:
        _in_words(record, book, file)


def _in_words(record: Record, book: Rulebook, file: str) -> None:
    click.echo(f"{book.title} ({book.id} {book.digest})")
    for seat in opened(record.header, book, file).seats:
        click.echo(f"  {seat.name} at place {seat.place} with {printed(seat.rail)}")
    for played in replay(record, book, file):
        click.echo(write_event(played.entry.event))
        for effect in played.step.effects:
            click.echo(f"  {write_effect(effect, book)}")
    rails = ", ".join(f"{name} {printed(amount)}" for name, amount in record.rails)
    click.echo(f"verified: {len(record.entries)} events, every table as recorded; {rails or 'nobody sits'}")


def _as_json(record: Record, book: Rulebook, file: str) -> None:
    try:
        for played in replay(record, book, file):
            event, came = played.entry.event, played.step
            echo_json(seen(played.entry.line, (event,), None, came.effects, came.state))
    except RecordError as error:
        echo_json({"verified": False, "line": error.line, "message": str(error)})
        sys.exit(1)
    echo_json({"verified": True, "events": len(record.entries), "rail_cents": dict(record.rails)})
