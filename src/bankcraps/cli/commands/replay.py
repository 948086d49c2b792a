"""`bankcraps replay`: replay a record and verify the table after each event."""

import sys
from pathlib import Path

import click

from bankcraps.cli import heavy
from bankcraps.cli.columns import echo_json, seen
from bankcraps.cli.keeping.personal_data import OWN_RULES
from bankcraps.cli.running import check_terminal
from bankcraps.errors import RecordError
from bankcraps.game.chips import money
from bankcraps.game.notation import tell
from bankcraps.game.records import Record, book_of, line_of, opened, read_record, replay
from bankcraps.game.rulebook import Rulebook


@click.command("replay")
@click.argument("file")
@OWN_RULES
@click.option("--step", "by_keys", is_flag=True)
@click.option("--json", "as_json", is_flag=True)
def command(*, file: str, own: Rulebook | None, by_keys: bool, as_json: bool) -> None:
    """Play a .craps record again, line by line, and verify the table after each event.

    Exits with a non-zero status at the first event that differs, and names its line.
    """
    record = read_record(Path(file), unfinished=by_keys)
    book = book_of(record, file, own)
    if by_keys:
        check_terminal("--step needs a terminal; without it the replay is written line by line")
        heavy.play.step_through(record, book, file)
    elif as_json:
        _as_json(record, book, file)
    else:
        _in_words(record, book, file)


def _in_words(record: Record, book: Rulebook, file: str) -> None:
    click.echo(f"{book.title} ({book.id} {book.digest})")
    for seat in opened(record.header, book, file).seats:
        click.echo(f"  {seat.name} at place {seat.place} with {money(seat.rail)}")
    for played in replay(record, book, file):
        click.echo(line_of(played.entry.event))
        for effect in played.step.effects:
            click.echo(f"  {tell(effect, book)}")
    rails = ", ".join(f"{name} {money(amount)}" for name, amount in record.rails or ())
    practice = ", in practice" if record.header.practice else ""
    ends = f"{len(record.entries)} events{practice}, every table as recorded; {rails or 'nobody sits'}"
    click.echo(f"verified: {ends}")


def _as_json(record: Record, book: Rulebook, file: str) -> None:
    try:
        for played in replay(record, book, file):
            event, came = played.entry.event, played.step
            echo_json(seen(played.entry.line, (event,), None, came.effects, book, came.state))
    except RecordError as error:
        echo_json({"verified": False, "line": error.line, "message": str(error)})
        sys.exit(1)
    echo_json({"verified": True, "events": len(record.entries), "rail_cents": dict(record.rails or ())})
