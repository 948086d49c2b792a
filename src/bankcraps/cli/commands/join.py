"""`bankcraps join`: play at a live table, in the terminal or through a pipe."""

import asyncio
from typing import Unpack

import click

from bankcraps.cli import heavy
from bankcraps.cli.options import asks, lab_option
from bankcraps.cli.plain import JoinOptions, LiveOptions, PlainOptions, check_all_read
from bankcraps.cli.running import check_terminal
from bankcraps.errors import BankcrapsError
from bankcraps.game.engine.floor.players import written_name


@click.command("join")
@asks(LiveOptions, PlainOptions)
@lab_option("system", JoinOptions, "--system")
@lab_option("bankroll", JoinOptions)
@click.argument("url")
@click.argument("name", required=False)
def command(*, url: str, name: str | None, **asked: Unpack[JoinOptions]) -> None:
    """Play at a live table of the house at URL as NAME; without NAME, watch.

    URL is the address of a house, such as http://127.0.0.1:8420, or of one of its tables. The session is
    remembered, so a player whose terminal was closed comes back with the same line. If the house asks for a
    passphrase, it is asked for at the terminal.

    With --strategy a betting system plays for NAME, and says by which rule it bets. It leaves when it stops,
    or when its chips do not pay its next bets.
    """
    plain = asked["plain"] or asked["as_json"]
    if name and "://" in name:
        raise BankcrapsError(
            f"the address comes first: bankcraps join {name} NAME, and a table as --table ID"
        )
    if asked["system"] and not name:
        raise BankcrapsError("a system plays under a name: bankcraps join URL NAME --strategy ...")
    if not plain:
        check_terminal("the live table needs a terminal; use --plain to play through a pipe")
    address, in_url = heavy.read_address(url)
    unreadable = asyncio.run(heavy.join(address, written_name(name or ""), asked["table"] or in_url, asked))
    check_all_read(unreadable)
