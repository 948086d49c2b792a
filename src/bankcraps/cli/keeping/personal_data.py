"""`bankcraps admin forget` and `export`: a person's data, deleted or written to a file."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import click

from bankcraps.cli import heavy
from bankcraps.cli.running import progress_bar
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import money
from bankcraps.game.engine.floor.players import written_name
from bankcraps.game.records.codec import encode
from bankcraps.game.rulebook import Rulebook, load_rulebook
from bankcraps.support.new_files import UnwritableError, new_file, unwritten, writes


@click.command("forget")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask first.")
@click.pass_obj
def forget_command(database: str, *, name: str, yes: bool) -> None:
    """Delete the account of NAME for good, with its sign-ins, limits, exams and classes.

    The name stays in the logs and the books, whose hashes cover it, and nobody can take it again. Somebody
    with chips at a table leaves first, and the only supervisor makes somebody else one first. Backups keep
    what they hold until you delete them.
    """
    if not yes:
        click.confirm(
            f"Delete the account of {written_name(name)}? It cannot be brought back", abort=True, err=True
        )
    with closing(heavy.open_existing(database)) as store:
        deleted = heavy.forget(store, written_name(name))
    _tell(deleted)


def _tell(one: "heavy.Deleted") -> None:
    counted = (
        (one.sessions, "sign-in", "sign-ins"),
        (one.exams, "exam of their own", "exams of their own"),
        (one.sittings, "sitting of an exam", "sittings of exams"),
        (one.classes, "class of their own", "classes of their own"),
        (one.left, "class that they were in", "classes that they were in"),
    )
    found = ", ".join(f"{count} {single if count == 1 else more}" for count, single, more in counted if count)
    click.echo(f"The account of {one.name} is deleted{f', with {found}' if found else ''}.")
    click.echo(f"The books keep {money(one.wallet)} under the name, and nobody can take the name again.")
    if one.tables:
        of = f"log of table {one.tables[0]}"
        if len(one.tables) > 1:
            of = f"logs of {len(one.tables)} tables: {', '.join(one.tables)}"
        click.echo(f"The name stays in the {of}.")
    click.echo("Backups and copies of older versions still have the account.")


@click.command("export")
@click.argument("name")
@click.argument("file")
@click.option("--overwrite", is_flag=True, help="Replace a file that exists.")
@click.pass_obj
def export_command(database: str, *, name: str, file: str, overwrite: bool) -> None:
    """Write everything that the house keeps of NAME into FILE, as JSON lines.

    Each line names its kind: the account, money, exams, classes, and each row of a log that names the person.
    The hash of the passphrase and the keys of sign-ins are not written.
    """
    lines, store = 0, heavy.open_existing(database, only_read=True)
    with closing(store), writes(file), new_file(file, replace=overwrite, private=True) as out:
        for part in heavy.personal_data(store, written_name(name)):
            out.write(encode(part) + b"\n")
            lines += 1
    click.echo(f"wrote {file}: {lines:,} line{'s' * (lines != 1)}")


# `bankcraps admin backup` and `restore`: a whole house as one file, and back.


@click.command("backup")
@click.argument("file")
@click.pass_obj
def backup_command(database: str, *, file: str) -> None:
    """Copy the whole house into the new FILE, while it is open or closed.

    The copy is the house at one moment, as an SQLite file, also of a house in PostgreSQL. Every log in it is
    checked against its hashes. The key of the sealed dice is not in it: keep a copy of the key elsewhere.
    """
    context = click.get_current_context()
    try:
        with progress_bar() as progress:
            rows = heavy.backup(database, Path(file), progress)
    except UnwritableError as error:
        raise BankcrapsError(unwritten(file, error).replace("; --overwrite replaces it", "")) from None
    click.echo(f"{file} has the house: {rows:,} rows, and every log is whole.")
    key = context.meta.get("bankcraps.key_file") or heavy.default_key_file(database)
    click.echo(f"The key of the sealed dice is not in it. Keep a copy of {key} somewhere else.")
    click.echo(f"bankcraps audit --database {file} checks every event, every chip and every throw of it.")


@click.command("restore")
@click.argument("file")
@click.pass_obj
def restore_command(database: str, *, file: str) -> None:
    """Copy the backup FILE into the database, which must be empty or not there yet.

    So a house also moves from an SQLite file to PostgreSQL, or back.
    """
    with progress_bar() as progress:
        rows = heavy.restore(Path(file), database, progress)
    click.echo(f"{database} has the house: {rows:,} rows, and every log is whole.")
    key = click.get_current_context().meta.get("bankcraps.key_file") or heavy.default_key_file(database)
    click.echo(f"It opens with the key of its sealed dice: put your copy of it at {key}.")


# The options that choose the house of a command, and the rulebook that its tables were played under.


_Decorator = Callable[[Callable[..., object]], Callable[..., object]]

DATABASE: Final[_Decorator] = click.option(
    "--database", default="bankcraps.db", show_default=True, metavar="URL"
)
"""The option `--database`."""


DICE_KEY: Final[_Decorator] = click.option(
    "--dice-key", "key_file", default="", envvar="BANKCRAPS_DICE_KEY", metavar="FILE"
)
"""The option `--dice-key`, or its variable."""


def _own(_context: click.Context, _option: click.Parameter, given: str | None) -> Rulebook | None:
    return load_rulebook(given) if given else None


OWN_RULES: Final[_Decorator] = click.option("--rules", "own", metavar="FILE", callback=_own)
"""The option `--rules` for a player's own rulebook."""
