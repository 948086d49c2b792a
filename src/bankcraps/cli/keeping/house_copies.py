"""`bankcraps admin backup` and `restore`: a whole house as one file, and back."""

from pathlib import Path

import click

from bankcraps.cli.progress_bar import progress_bar
from bankcraps.errors import BankcrapsError
from bankcraps.support.new_files import UnwritableError, unwritten

__all__ = ["backup_command", "restore_command"]


@click.command("backup")
@click.argument("file")
@click.pass_obj
def backup_command(database: str, *, file: str) -> None:
    """Copy the whole house into the new FILE, while it is open or closed.

    The copy is the house at one moment, as an SQLite file, also of a house in PostgreSQL. Every log in it is
    checked against its hashes. The key of the sealed dice is not in it: keep a copy of the key elsewhere.
    """
    from bankcraps.server.stores.copying import backup  # noqa: PLC0415 - the server loads only where it is needed
    from bankcraps.server.stores.dice_key import default_key_file  # noqa: PLC0415

    context = click.get_current_context()
    try:
        with progress_bar() as progress:
            rows = backup(database, Path(file), progress)
    except UnwritableError as error:
        raise BankcrapsError(unwritten(file, error).replace("; --overwrite replaces it", "")) from None
    click.echo(f"{file} has the house: {rows:,} rows, and every log is whole.")
    key = context.meta.get("bankcraps.key_file") or default_key_file(database)
    click.echo(f"The key of the sealed dice is not in it. Keep a copy of {key} somewhere else.")
    click.echo(f"bankcraps audit --database {file} checks every event, every chip and every throw of it.")


@click.command("restore")
@click.argument("file")
@click.pass_obj
def restore_command(database: str, *, file: str) -> None:
    """Copy the backup FILE into the database, which must be empty or not there yet.

    So a house also moves from an SQLite file to PostgreSQL, or back.
    """
    from bankcraps.server.stores.copying import restore  # noqa: PLC0415 - the server loads only where it is needed
    from bankcraps.server.stores.dice_key import default_key_file  # noqa: PLC0415

    with progress_bar() as progress:
        rows = restore(Path(file), database, progress)
    click.echo(f"{database} has the house: {rows:,} rows, and every log is whole.")
    key = click.get_current_context().meta.get("bankcraps.key_file") or default_key_file(database)
    click.echo(f"It opens with the key of its sealed dice: put your copy of it at {key}.")
