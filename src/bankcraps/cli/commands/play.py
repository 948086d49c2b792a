"""`bankcraps play`: the terminal table, or a table through a pipe."""

import sys
from collections.abc import Callable
from contextlib import nullcontext

import click

from bankcraps.chips import dollars
from bankcraps.cli.files import Recorder
from bankcraps.errors import BankcrapsError, MoneyError
from bankcraps.table import Table

DEFAULT_SEAT = "Player:500"


def _seats(written: tuple[str, ...]) -> dict[str, str]:
    seats: dict[str, str] = {}
    for one in written or (DEFAULT_SEAT,):
        name, colon, amount = one.partition(":")
        if not colon:
            raise click.BadParameter(
                f"a seat is NAME:BUYIN, such as Ann:500, not {one!r}", param_hint="--seat"
            )
        if name in seats:
            raise click.BadParameter(f"{name} is seated twice", param_hint="--seat")
        try:
            dollars(amount)
        except MoneyError as error:
            raise click.BadParameter(str(error), param_hint="--seat") from None
        seats[name] = amount
    return seats


@click.command("play")
@click.option(
    "--rules",
    default="three_four_five",
    show_default=True,
    metavar="BOOK",
    help="the house: a rulebook, with options as book:option=choice, or a file.",
)
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="NAME:BUYIN",
    help=f"a player and the buy-in in dollars; repeat for more players. [default: {DEFAULT_SEAT}]",
)
@click.option(
    "--limits",
    default="1:10000:1",
    show_default=True,
    metavar="MIN:MAX[:UNIT]",
    help="the table's limits, in dollars.",
)
@click.option(
    "--chip",
    default="1",
    show_default=True,
    metavar="DOLLARS",
    help="the smallest chip the table can pay in.",
)
@click.option("--seed", type=int, help="throw the same dice every time; without it the dice are random.")
@click.option("--record", metavar="FILE", help="write the session to a .craps record.")
@click.option("--plain", is_flag=True, help="read lines from standard input and write what happens.")
@click.option("--json", "as_json", is_flag=True, help="like --plain, but write one JSON object per line.")
def command(
    *,
    rules: str,
    seats: tuple[str, ...],
    limits: str,
    chip: str,
    seed: int | None,
    record: str | None,
    plain: bool,
    as_json: bool,
) -> None:
    """Play at a table."""
    table = Table(rules, _seats(seats), limits=limits, chip=chip)
    with Recorder(record, table) if record else nullcontext() as recorder:
        sync = recorder.sync if recorder else lambda: None
        if plain or as_json:
            from bankcraps.cli.plain import play_lines  # noqa: PLC0415 - each mode loads only its own

            play_lines(table, seed, sync, as_json=as_json)
        else:
            _play_in_terminal(table, seed, sync)


def _play_in_terminal(table: Table, seed: int | None, sync: Callable[[], None]) -> None:
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise BankcrapsError("the terminal table needs a terminal; use --plain to play through a pipe")
    from bankcraps.play import goodbye, run  # noqa: PLC0415 - Textual loads only where it is shown

    click.echo(goodbye(run(table, seed=seed, on_change=sync)))
