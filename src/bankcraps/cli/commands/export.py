"""`bankcraps export`: write a table, an evening or a player to files for replay, audit and analysis."""

from collections.abc import Iterable
from functools import partial

import click

from bankcraps.cli.keeping.house_logs import moment, open_logs
from bankcraps.cli.keeping.personal_data import OWN_RULES
from bankcraps.errors import BankcrapsError
from bankcraps.game.engine.floor.players import written_name
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.proof import exporting
from bankcraps.support.new_files import check_place, new_file, writes


@click.command("export")
@click.argument("source")
@click.argument("table")
@click.option("--player", metavar="NAME")
@click.option("--from", "since", callback=moment, metavar="TIME")
@click.option("--to", "until", callback=moment, metavar="TIME")
@click.option("--craps", metavar="FILE")
@click.option("--jsonl", metavar="FILE")
@click.option("--parquet", metavar="FILE")
@OWN_RULES
@click.option("--overwrite", is_flag=True)
def command(
    *,
    source: str,
    table: str,
    player: str | None,
    since: int | None,
    until: int | None,
    craps: str | None,
    jsonl: str | None,
    parquet: str | None,
    own: Rulebook | None,
    overwrite: bool,
) -> None:
    """Write a TABLE of a SOURCE, which is a database or an exported log, to one or more files.

    Times are local unless they name a zone, as 2026-11-20T20:00+00:00. The log is checked on the way.
    """
    if not (craps or jsonl or parquet):
        raise click.UsageError("say what to write: --craps FILE, --jsonl FILE or --parquet FILE")
    if player and jsonl:
        raise click.UsageError(
            "a log is chained and cannot leave players out: --player is for the other files"
        )
    player = player and written_name(player)
    _check_places([path for path in (craps, jsonl, parquet) if path], replace=overwrite)
    span, write = exporting.Span(since, until), partial(_write, replace=overwrite)
    with open_logs(source) as logs:
        (log,) = logs.of(table)
        if (craps or parquet) and log.after:
            raise BankcrapsError(
                "this log does not begin with the opening of the table, so it cannot be played"
            )
        if jsonl:
            write(jsonl, exporting.log_part(log.table, (log.after, log.hash), log.rows(), span))
        if craps:
            played = exporting.span_of_player(player, log.rows(), table, own) if player else span
            lines = exporting.record_lines(table, log.rows(), exporting.both(span, played), own)
            write(craps, (f"{line}\n".encode() for line in lines))
        if parquet:
            rows = exporting.effect_rows(table, log.rows(), span, player or "", own)
            write(parquet, exporting.parquet_parts(rows))


def _check_places(paths: list[str], *, replace: bool) -> None:
    """Check that all files can be written, before writing the first."""
    places: set[str] = set()
    for path in paths:
        with writes(path):
            place = str(check_place(path, replace=replace))
        if place in places:
            raise BankcrapsError(f"two of the files are {path}: give each a name of its own")
        places.add(place)


def _write(path: str, parts: Iterable[bytes], *, replace: bool) -> None:
    """Write a file under another name, and rename it when it is complete."""
    with writes(path), new_file(path, replace=replace, private=True) as file:
        for part in parts:
            file.write(part)
    click.echo(f"wrote {path}")
