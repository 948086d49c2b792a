"""`bankcraps join`: play at a live table, in the terminal or through a pipe."""

import asyncio
import sys
from http import HTTPStatus

import click

from bankcraps.cli.house_sessions import forget_session, save_session, saved_session
from bankcraps.client import House, HouseError, LiveTable, read_address
from bankcraps.errors import BankcrapsError
from bankcraps.house.lobby import TableLine

_REFUSED = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)


@click.command("join")
@click.option("--table", "table", metavar="ID", help="the table; without it, the one in URL, or you choose.")
@click.option("--passphrase", is_flag=True, help="ask for a passphrase: for an account, old or new.")
@click.option("--plain", is_flag=True, help="read lines from standard input and write what happens.")
@click.option("--json", "as_json", is_flag=True, help="like --plain, but write one JSON object per line.")
@click.argument("url")
@click.argument("name", required=False)
def command(
    *, url: str, name: str | None, table: str | None, passphrase: bool, plain: bool, as_json: bool
) -> None:
    """Play at a live table of the house at URL as NAME; without NAME, watch.

    URL is the address of a house, such as http://127.0.0.1:8420, or of one of its tables. The session is
    remembered, so a player whose terminal was closed comes back with the same line. If the house asks for a
    passphrase, it is asked for at the terminal.
    """
    plain = plain or as_json
    if not plain and not all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise BankcrapsError("the live table needs a terminal; use --plain to play through a pipe")
    address, in_url = read_address(url)
    unreadable = asyncio.run(
        _join(address, name or "", table or in_url, asks=passphrase, plain=plain, as_json=as_json)
    )
    if unreadable:
        lines = "1 line" if unreadable == 1 else f"{unreadable} lines"
        raise BankcrapsError(f"{lines} could not be read")


async def _join(address: str, name: str, table: str, *, asks: bool, plain: bool, as_json: bool) -> int:
    async with House(address, session=saved_session(address, name) if name else "") as house:
        if name:
            await sign_in(house, name, asks=asks)
        if not table:
            table = choose(await house.tables(), plain=plain)
        async with house.table(table) as live:
            return await _play(live, house, plain=plain, as_json=as_json)


async def _play(live: LiveTable, house: House, *, plain: bool, as_json: bool) -> int:
    if plain:
        from bankcraps.cli.plain_join import join_lines  # noqa: PLC0415 - each mode loads only its own

        return await join_lines(live, house, as_json=as_json)
    from bankcraps.join.app import JoinApp  # noqa: PLC0415 - Textual loads only where it is shown

    app = JoinApp(live, house)
    said = await app.run_async()
    if app.return_code:
        raise BankcrapsError("the live table stopped because of an error in the program")
    click.echo(said or "Goodbye.")
    return 0


async def sign_in(house: House, name: str, *, asks: bool) -> None:
    """Go on with a saved session, or sign in, with a passphrase if the name needs one."""
    if house.session and not asks and (await house.who()).name.casefold() == name.casefold():
        return
    forget_session(house.address, name)
    house.session = ""
    try:
        await house.sign_in(name, _passphrase(name) if asks else "")
    except HouseError as error:
        if asks or error.status not in _REFUSED or "passphrase" not in str(error) or not _can_ask():
            raise
        await house.sign_in(name, _passphrase(name))
    save_session(house.address, name, house.session)


def _can_ask() -> bool:
    return bool(sys.stdin and sys.stdin.isatty())


def _passphrase(name: str) -> str:
    if not _can_ask():
        raise BankcrapsError("a passphrase is asked for at a terminal only")
    return click.prompt(f"Passphrase of {name}", hide_input=True)


def choose(tables: list[TableLine], *, plain: bool) -> str:
    """Return the one table there is, or ask."""
    if not tables:
        raise BankcrapsError("this house has no open table")
    if len(tables) == 1:
        return tables[0].table
    if plain or not _can_ask():
        listed = ", ".join(f"{one.table} ({one.title or one.rules})" for one in tables)
        raise BankcrapsError(f"this house has several tables: {listed}. Name one with --table")
    for number, one in enumerate(tables, 1):
        title = one.title or f"{one.rules} {one.limits}"
        players = f"{one.players} of {one.places} players" if one.places else f"at {one.address}"
        click.echo(f"{number}. {one.table}  {title}, {players}")
    number = click.prompt("Which table?", type=click.IntRange(1, len(tables)), default=1)
    return tables[number - 1].table
