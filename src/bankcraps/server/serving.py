"""Running the house: the store, the tables, and the web server in one process."""

import asyncio
import secrets
import socket
from collections.abc import Callable
from typing import Final

import msgspec
import uvicorn

from bankcraps.engine.actor import CREW
from bankcraps.errors import BankcrapsError
from bankcraps.house.settings import TableSettings
from bankcraps.server.accounts import Accounts
from bankcraps.server.app import make_app
from bankcraps.server.connection import LARGEST_MESSAGE
from bankcraps.server.dice_source import SystemDice
from bankcraps.server.house import House
from bankcraps.server.stores.opening import open_store

__all__ = ["Serving", "serve"]

_FIRST: Final = "House"
"""The name of the first supervisor."""


class Serving(msgspec.Struct, frozen=True, kw_only=True):
    """How the house is served.

    Attributes:
        host, port: the address to listen at. Port 0 takes any free port.
        database: a PostgreSQL URL, or the path of an SQLite file.
        tables: tables to open if the house has none.
        gift: the play money that everybody gets who is new, in cents.
    """

    host: str = "127.0.0.1"
    port: int = 8420
    database: str
    tables: tuple[TableSettings, ...] = ()
    gift: int = 100_000


async def serve(how: Serving, on_open: Callable[[str, str], None]) -> None:
    """Serve the house until it is told to stop.

    Args:
        how: how it is served.
        on_open: called with the address and, at the first start, the first supervisor's passphrase.

    Raises:
        BankcrapsError: if the port is taken, or the database cannot be opened.
    """
    listener = _listen(how.host, how.port)
    address = f"http://{how.host}:{listener.getsockname()[1]}"
    store = await asyncio.to_thread(open_store, how.database)
    house = House(store, SystemDice(), address)
    passphrase = await _first_supervisor(Accounts(store))
    if not await house.tables():
        for settings in how.tables:
            await house.open_table(settings)
    app = make_app(house, how.gift, house.close)
    config = uvicorn.Config(
        app,
        log_level="warning",
        ws_max_size=LARGEST_MESSAGE * 2,
        ws_ping_interval=20,
        timeout_graceful_shutdown=5,
        server_header=False,
    )
    on_open(address, passphrase)
    await uvicorn.Server(config).serve(sockets=[listener])
    await asyncio.to_thread(store.close)


def _listen(host: str, port: int) -> socket.socket:
    try:
        listener = socket.create_server((host, port), backlog=2048)
    except OSError as error:
        reason = "another program uses it" if error.errno == 98 else error.strerror  # noqa: PLR2004 - EADDRINUSE
        raise BankcrapsError(
            f"cannot listen at {host}:{port}: {reason}. Choose another with --port"
        ) from None
    listener.setblocking(False)  # noqa: FBT003 - the standard library's argument
    return listener


async def _first_supervisor(accounts: Accounts) -> str:
    """Make the first supervisor's account, and return its passphrase; empty if there are accounts already."""
    if await accounts.any():
        return ""
    passphrase = secrets.token_urlsafe(12)
    await accounts.set_passphrase(_FIRST, passphrase)
    await accounts.grant(_FIRST, CREW)
    return passphrase
