"""`bankcraps admin`: the people and the tables of a house, straight in its database."""

import asyncio
import contextlib
import http.client
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar
from urllib.parse import quote, urlsplit

import click

from bankcraps.cli import heavy
from bankcraps.cli.files import new_passphrase
from bankcraps.cli.keeping import personal_data
from bankcraps.cli.options import Dollars
from bankcraps.errors import BankcrapsError, RecordError
from bankcraps.game.chips import dollars, printed
from bankcraps.game.engine.floor.players import written_name

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


T = TypeVar("T")

_TIMEOUT_S: Final = 10
_TRIES: Final = 10
_AGAIN_S: Final = 0.2
_KEY_FILE: Final = "bankcraps.key_file"


@click.group("admin")
@personal_data.DATABASE
@personal_data.DICE_KEY
@click.pass_context
def command(ctx: click.Context, *, database: str, key_file: str) -> None:
    """Look after the people and the tables of a house, while it is open or closed.

    An open house notices within a few seconds: a role that is gone gives its chair back, and a new passphrase
    ends the sessions of the old one.
    """
    ctx.obj = database
    ctx.meta[_KEY_FILE] = Path(key_file) if key_file else None


command.add_command(personal_data.backup_command)
command.add_command(personal_data.restore_command)
command.add_command(personal_data.forget_command)
command.add_command(personal_data.export_command)


def _with_house(
    work: "Callable[[heavy.House, heavy.Accounts], Awaitable[T]]", *, only_read: bool = False
) -> T:
    """Call a function with the house of the command, whose tables do not play."""
    context = click.get_current_context()
    database, key_file = context.obj, context.meta.get(_KEY_FILE)

    async def do() -> T:
        store: heavy.Store = await asyncio.to_thread(
            heavy.open_existing, database, only_read=only_read, key_file=key_file
        )
        house = heavy.House(store, "", plays=False)
        try:
            return await work(house, heavy.Accounts(store))
        finally:
            await house.close()
            store.close()

    return asyncio.run(do())


@command.command()
def people() -> None:
    """List everybody with their roles and the money away from the tables."""

    async def do(house: "heavy.House", accounts: "heavy.Accounts") -> list[tuple[str, str, str]]:
        return [
            (one.name, " ".join(one.roles) or _standing(one), printed(await house.wallet(one.name)))
            for one in await accounts.people()
        ]

    for name, roles, money in _with_house(do, only_read=True):
        click.echo(f"{name:<32}  {money:>12}  {roles}")


def _standing(person: "heavy.Person") -> str:
    """The standing of a person without a role."""
    if person.bot or person.deleted:
        return "bot" if person.bot else "deleted"
    return "account" if person.passphrase else "guest"


@command.command()
def tables() -> None:
    """List the open tables: how long their logs are, and where they are served."""
    for one in _with_house(lambda house, _: house.tables(), only_read=True):
        click.echo(f"{one.table:<10}  {one.seq:>10} entries  {one.address or 'not served'}")


@command.command()
@click.argument("name")
@click.argument("roles", nargs=-1, required=True)
def grant(*, name: str, roles: tuple[str, ...]) -> None:
    """Grant NAME one or more ROLES of the crew, or `teacher`, beside those that NAME has."""
    person = _with_house(lambda _, accounts: accounts.grant(name, *roles))
    click.echo(f"{person.name} has the roles {', '.join(person.roles)}.")


@command.command()
@click.argument("name")
@click.argument("roles", nargs=-1)
def revoke(*, name: str, roles: tuple[str, ...]) -> None:
    """Take ROLES from NAME; all if none is given."""
    person = _with_house(lambda _, accounts: accounts.revoke(name, *roles))
    click.echo(f"{person.name} has {'the roles ' + ', '.join(person.roles) if person.roles else 'no roles'}.")


@command.command()
@click.argument("name")
def passphrase(*, name: str) -> None:
    """Set the passphrase of NAME, and end all sessions. It is asked for, or read from standard input."""
    if sys.stdin.isatty():
        chosen = new_passphrase(f"New passphrase for {name}")
    else:
        chosen = sys.stdin.readline().rstrip("\n")
    _with_house(lambda _, accounts: accounts.set_passphrase(name, chosen))
    click.echo(f"{name} has a new passphrase.")


@command.command()
@click.argument("name")
@click.argument("amount", metavar="DOLLARS", type=Dollars())
def money(*, name: str, amount: str) -> None:
    """Give NAME play money. It is an entry in the books of the house."""
    cents = dollars(amount)
    if cents <= 0:
        raise BankcrapsError(f"an amount given is more than 0, not {amount}")

    async def do(house: "heavy.House", accounts: "heavy.Accounts") -> tuple[str, int]:

        person = await accounts.person(name)
        if person is None or person.deleted:
            raise BankcrapsError(f"nobody has an account of the name {name!r}")
        await house.grant(person.name, cents, heavy.KEEPER)
        return person.name, await house.wallet(person.name)

    person, wallet = _with_house(do)
    click.echo(f"{person} has {printed(wallet)} away from the tables.")


@command.command()
@click.argument("table")
@click.option("--lost", is_flag=True)
def close(*, table: str, lost: bool) -> None:
    """Close TABLE for good. Its players are cashed out.

    A table at which a wager may not come down cannot close before that wager is decided.

    With --lost it ends a table that cannot go on: the secret of its next throw is lost, the throw cannot be
    written, or its log is damaged. All chips and wagers go back to their players. The log says so, and
    `bankcraps verify` counts the throw. A throw that can be played is never given up: it is thrown at once,
    and the command given again ends the table.
    """

    async def do(house: "heavy.House", accounts: "heavy.Accounts") -> int:

        try:
            await (_give_up(house, table) if lost else _close(house, table))
        except heavy.ServedElsewhereError as error:
            if lost:
                raise BankcrapsError(f"{error}, so it can go on: close it without --lost") from None
            await _delete_there(error.address, f"/api/tables/{quote(table, safe='')}", accounts)
        return len(await house.tables())

    left = _with_house(do)
    click.echo(f"Table {table} has closed.")
    if not left:
        click.echo("No table is open now: bankcraps serve opens new ones when it starts again.")


@command.command()
@click.argument("table")
@click.argument("name")
def dismiss(*, table: str, name: str) -> None:
    """Have the bot NAME leave TABLE as soon as its wagers allow it."""

    async def do(house: "heavy.House", accounts: "heavy.Accounts") -> None:

        try:
            refused = await (await house.find(table)).tell(heavy.DismissBot(written_name(name), ""))
        except heavy.ServedElsewhereError as error:
            await _delete_there(
                error.address, f"/api/tables/{quote(table, safe='')}/bots/{quote(name, safe='')}", accounts
            )
        else:
            if refused is not None:
                raise BankcrapsError(refused.message)

    _with_house(do)
    click.echo(f"{name} leaves table {table} as soon as its wagers allow it.")


async def _close(house: "heavy.House", table: str) -> None:
    """Close a table, or say how to end one whose log cannot be played."""
    try:
        await house.find(table)
    except RecordError as error:
        raise BankcrapsError(
            f"{error}. To end the table and give all chips back: bankcraps admin close {table} --lost"
        ) from None
    await house.close_table(table)


async def _give_up(house: "heavy.House", table: str) -> None:
    """End a table that cannot go on. An open house may hold its lease for a moment at each try."""
    for _ in range(_TRIES):
        with contextlib.suppress(heavy.ServedElsewhereError):
            return await house.end_table(table)
        await asyncio.sleep(_AGAIN_S)
    return await house.end_table(table)


async def _delete_there(address: str, path: str, accounts: "heavy.Accounts") -> None:
    """Ask the process that serves a table to end something, with a supervisor's session made for this."""
    supervisor = next((one for one in await accounts.people() if "supervisor" in one.roles), None)
    if supervisor is None:
        raise BankcrapsError(
            "an open house does this for a supervisor only: grant somebody that role, "
            "bankcraps admin grant NAME supervisor"
        )
    token, session = await accounts.begin_session(supervisor)
    try:
        await asyncio.to_thread(_delete, address, path, token)
    finally:
        await accounts.sign_out(session)


def _delete(address: str, path: str, token: str) -> None:

    parts = urlsplit(address)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.netloc, timeout=_TIMEOUT_S)
    try:
        connection.request("DELETE", path, headers={"Cookie": f"{heavy.COOKIE}={token}"})
        response = connection.getresponse()
        answer = json.loads(response.read())
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise BankcrapsError(f"the house at {address} does not answer: {error}") from None
    finally:
        connection.close()
    if "error" in answer:
        raise BankcrapsError(answer["error"])
