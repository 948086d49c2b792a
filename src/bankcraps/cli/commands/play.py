"""`bankcraps play`: the terminal table, or a table through a pipe."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Final, TypedDict, Unpack

import click
from click.core import ParameterSource

from bankcraps.analysis import lab_options as lab
from bankcraps.analysis.lab_options import Option
from bankcraps.cli import heavy
from bankcraps.cli.files import Recorder, last_session, new_session
from bankcraps.cli.options import OPTION_HELP, asks
from bankcraps.cli.plain import PlainOptions, check_all_read
from bankcraps.cli.running import check_terminal
from bankcraps.errors import BankcrapsError, RecordError
from bankcraps.game.records import read_record
from bankcraps.game.rulebook import load_rulebook
from bankcraps.game.table import Table, read_seats
from bankcraps.support.files import exists

DEFAULT_SEAT = "Player:500"
_LAST = "the last one"
_TABLE = ("house", "seat", "limits", "chip", "practice")
"""The options that describe a new table."""

_SAYS: Final = dict(OPTION_HELP["play"])


class _Seats(TypedDict):
    """The players."""

    seat: Annotated[tuple[str, ...], Option(_SAYS["seat"].format(seat=DEFAULT_SEAT), "NAME:BUYIN")]


class _Session(TypedDict):
    """The session, and its record."""

    others: Annotated[bool, Option(_SAYS["others"])]
    seed: Annotated[int | None, Option(_SAYS["seed"])]
    record: Annotated[str | None, Option(_SAYS["record"], "FILE")]
    overwrite: Annotated[bool, Option(_SAYS["overwrite"])]
    resume: Annotated[
        str | None, Option(_SAYS["resume"], "[FILE]", click={"is_flag": False, "flag_value": _LAST})
    ]
    practice: Annotated[bool, Option(_SAYS["practice"])]


class _Options(lab.HouseOption, _Seats, lab.TableOptions, _Session, PlainOptions):
    """A table, and how to play there."""


@click.command("play")
@asks(
    *(lab.HouseOption, _Seats, lab.TableOptions, _Session, PlainOptions),
    limits={"help": "The table's limits, in dollars."},
)
@click.pass_context
def command(context: click.Context, **options: Unpack[_Options]) -> None:
    """Play at a table.

    At the terminal the session is saved as it goes, and stays saved until you delete its file. Without
    options a start screen asks for the table.
    """
    given = {name for name in _TABLE if context.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    own = options["house"] if "house" in given else ""
    record, resume, practice = options["record"], options["resume"], options["practice"]
    seed, in_pipe = options["seed"], options["plain"] or options["as_json"]
    _check(given, record, resume, practice=practice, in_pipe=in_pipe)
    if resume is not None:
        table, path = _resumed(resume, own)
    elif in_pipe or given or record is not None or seed is not None:
        players, sign = read_seats(options["seat"] or (DEFAULT_SEAT,)), lab.picked(options, lab.TableOptions)
        table = Table(options["house"], players, others=options["others"], practice=practice, **sign)
        path = record
    else:
        table, path = None, None
    replace = options["overwrite"] or resume is not None
    if table is not None and in_pipe:
        _play_through_pipe(table, path, seed, replace=replace, as_json=options["as_json"])
        return
    if table is not None and path is not None and not replace and exists(path):
        table, path = _decided(table, path, own)
        replace = True
    if table is None and resume is None and record is None:
        table, path = _chosen("")
        replace = path is not None
    while table is not None and _play_in_terminal(table, path, seed, replace=replace):
        table, path = _chosen(table.rulebook.id)
        replace = path is not None


def _check(given: set[str], record: str | None, resume: str | None, *, practice: bool, in_pipe: bool) -> None:
    """Refuse options that do not go together."""
    if resume is not None and (wrong := given - {"house"}):
        option = "seat" if "seat" in wrong else min(wrong)
        raise BankcrapsError(f"--resume goes on at the table of its record, so leave out --{option}")
    if resume is not None and record is not None:
        raise BankcrapsError("--resume goes on in its own record, so leave out --record")
    if practice and in_pipe:
        raise BankcrapsError("--practice is for the terminal table; leave out --plain and --json")
    if not in_pipe:
        check_terminal("the terminal table needs a terminal; use --plain to play through a pipe")


def _resumed(file: str, rules: str) -> tuple[Table, str]:
    """Open the table of a record, to continue it."""
    path = last_session() if file == _LAST else Path(file)
    if path is None:
        raise BankcrapsError("there is no saved session to go on with")
    record = read_record(path, unfinished=True)
    return Table.resumed(record, load_rulebook(rules) if rules else None, str(path)), str(path)


def _decided(table: Table, path: str, rules: str) -> tuple[Table | None, str]:
    """Ask whether to resume, replace or leave an existing record."""
    answers = click.Choice(["resume", "overwrite", "leave"])
    answer = click.prompt(f"{path} exists already. What shall become of it?", type=answers, default="leave")
    if answer == "resume":
        return _resumed(path, rules)
    return (table if answer == "overwrite" else None), path


def _chosen(rules: str) -> tuple[Table | None, str | None]:
    """Show the start screen. Return the chosen table and its record; no table to leave."""
    last = last_session()
    start = heavy.play.choose_table(last.stem if last else "", rules)
    if start is None:
        return None, None
    return (start.table, None) if start.table else _resumed(_LAST, "")


def _play_through_pipe(
    table: Table, path: str | None, seed: int | None, *, replace: bool, as_json: bool
) -> None:

    with Recorder(path, table, replace=replace) if path else nullcontext() as recorder:
        sync = recorder.sync if recorder else lambda: None
        unreadable = heavy.play_lines(table, seed, sync, as_json=as_json)
    check_all_read(unreadable)


def _play_in_terminal(table: Table, path: str | None, seed: int | None, *, replace: bool) -> bool:
    """Play until the player leaves, and print the result. The session is always saved.

    Returns:
        Whether the player wants another table.
    """
    recorder, notice = None, ""
    try:
        recorder = Recorder(path or new_session(table.rulebook.id), table, replace=replace)
    except RecordError as error:
        if path is not None:
            raise
        notice = f"This session is not saved: {error}."
    saved = str(recorder.path) if recorder else ""
    sync = recorder.sync if recorder else lambda: None
    try:
        with recorder or nullcontext():
            app = heavy.play.TableApp(table, seed=seed, on_change=sync, saved=saved, notice=notice)
            return heavy.play.run(app)
    finally:
        click.echo(f"{heavy.goodbye(table)} {heavy.throws_in_words(table)}.")
        if recorder is not None and path is None and not recorder.written:
            recorder.path.unlink()
        elif recorder is not None:
            click.echo(f"Saved in {saved}; bankcraps play --resume goes on.")
