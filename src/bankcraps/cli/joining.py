"""Joining a live table at the terminal: the sign-in, the choice of a table, and the session."""

import signal
import sys
from contextlib import AbstractContextManager, nullcontext
from http import HTTPStatus

import click

from bankcraps.cli import heavy
from bankcraps.cli.files import forget_session, new_passphrase, save_session, saved_session
from bankcraps.cli.plain import JoinOptions
from bankcraps.cli.plain_join import join_lines, play_and_show
from bankcraps.cli.running import handling
from bankcraps.client import House, HouseError, LiveTable, giving_seeds, play_system
from bankcraps.client.live import meanwhile
from bankcraps.errors import BankcrapsError
from bankcraps.live.people.lobby import TableLine
from bankcraps.strategies.library import system as find_system
from bankcraps.strategies.policy import Policy

_REFUSED = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)
_DEALT = {
    "strict": ", people pay and wrong pays are refused",
    "free": ", people pay and wrong pays happen",
}


async def join(address: str, name: str, table: str, asked: JoinOptions) -> int:
    """Join a table, and show it until the player leaves or stops. Returns the number of unreadable lines.

    Args:
        address: the address of the house.
        name: the player's name; empty to watch.
        table: the table's id; empty to choose.
        asked: the options of the command.
    """
    plain = asked["plain"] or asked["as_json"]
    system = find_system(asked["system"]) if asked["system"] else None
    async with House(address, session=saved_session(address, name) if name else "") as house:
        if name:
            await sign_in(house, name, asks=asked["passphrase"])
        table = choose(await house.tables(), table, plain=plain)
        async with house.table(table) as live:
            if not plain and system is not None:
                return await _show(house, live, system, asked["bankroll"])
            if system is None:
                async with giving_seeds(live):
                    return await (
                        join_lines(live, house, as_json=asked["as_json"]) if plain else _show(house, live)
                    )
            await play_and_show(house, live, system, asked["bankroll"], as_json=asked["as_json"])
            return 0


async def _show(house: House, live: LiveTable, system: Policy | None = None, bankroll: str = "") -> int:
    """Show the table on the screen. A system may play beside it."""
    app = heavy.JoinApp(live, house)

    async def play(policy: Policy) -> None:
        try:
            why = await play_system(house, live, policy, bankroll, tell=app.tell_in_log)
        except BankcrapsError as error:
            why = str(error)
        app.tell_in_log(f"{live.you.name} plays no more: {why}")

    async with meanwhile(play(system)) if system is not None else nullcontext():
        said = await app.run_async()
    heavy.play.check_left(app)
    click.echo(said or "Goodbye.")
    return 0


async def sign_in(house: House, name: str, *, asks: bool) -> None:
    """Go on with a saved session, or sign in, with a passphrase if the name needs one.

    If `asks`, a name that nobody has gets an account with a passphrase, and so does a guest who comes back.
    """
    if asks and not _can_ask():
        raise BankcrapsError("a passphrase is asked for at a terminal only")
    if house.session and not asks and (await house.who()).name.casefold() == name.casefold():
        return
    if not asks:
        forget_session(house.address, name)
        house.session = ""
    try:
        await house.sign_in(name)
    except HouseError as error:
        if error.status not in _REFUSED or "do not fit" not in str(error) or not _can_ask():
            raise
        with _ctrl_c_stops():
            passphrase = click.prompt(f"Passphrase of {name}", hide_input=True)
        await house.sign_in(name, passphrase)
    else:
        if asks:
            save_session(house.address, name, house.session)  # whoever stops here keeps the name
            with _ctrl_c_stops():
                passphrase = new_passphrase(f"New passphrase for {name}")
            await house.sign_in(name, passphrase)
    save_session(house.address, name, house.session)


def _can_ask() -> bool:
    return bool(sys.stdin and sys.stdin.isatty())


def choose(tables: list[TableLine], wanted: str = "", *, plain: bool) -> str:
    """Return the table that is wanted or the one there is, or ask. Where most people play comes first."""
    if not tables:
        raise BankcrapsError("this house has no open table; its keeper opens some: bankcraps serve")
    tables = sorted(tables, key=lambda one: -one.players)
    ids = [one.table for one in tables]
    listed = ", ".join(f"{one.table} ({one.title or one.rules or one.address})" for one in tables)
    if wanted and wanted not in ids:
        raise BankcrapsError(f"this house has no open table {wanted[:40]!r}; the open ones are {listed}")
    if wanted or len(ids) == 1:
        return wanted or ids[0]
    if plain or not _can_ask():
        raise BankcrapsError(f"this house has several tables: {listed}. Name one with --table")
    for number, one in enumerate(tables, 1):
        click.echo(f"{number}. {one.table}  {_about(one)}")

    def read(said: str) -> str:
        said = said.strip()
        if said not in ids and said not in map(str, range(1, len(ids) + 1)):
            raise click.BadParameter(f"{said!r} is no table here: type a number from 1 to {len(ids)}")
        return said if said in ids else ids[int(said) - 1]

    with _ctrl_c_stops():
        return click.prompt("Which table?", value_proc=read, default="1")


def _ctrl_c_stops() -> AbstractContextManager[None]:
    """Let Ctrl-C end a question. Asyncio would cancel only the task, which still waits for the answer."""
    return handling(signal.SIGINT, signal.default_int_handler)


def _about(one: TableLine) -> str:
    """Say how a table is run, and how many play."""
    if not one.rules:
        return f"at {one.address}"
    run = f"{one.rules} {one.limits}"
    titled = run if one.title in ("", run) else f"{one.title}: {run}"
    dice = "real dice" if one.dice == "entered" else f"{one.dice} dice"
    pace = f"the {one.pace} ends the betting"
    return f"{titled}, {dice}, {pace}{_DEALT.get(one.dealt, '')}, {one.players} of {one.places} players"
