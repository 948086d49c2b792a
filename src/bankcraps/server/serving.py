"""Running the house: the store, the tables, and the web server in one process."""

import asyncio
import errno
import gc
import logging
import secrets
import signal
import socket
import sys
from collections.abc import Callable, Generator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import urlsplit

import msgspec
import uvicorn
from msgspec.structs import replace

from bankcraps.errors import BankcrapsError
from bankcraps.game.engine.actor import CREW
from bankcraps.live.log.settings import TableSettings
from bankcraps.live.people.lobby import NewBot
from bankcraps.server.bots.bots import seat_at_start
from bankcraps.server.hosting.table_host import CLOSING, TableHost
from bankcraps.server.house import House
from bankcraps.server.jobs.jobs import Jobs, KeptAnswers, LabLimits
from bankcraps.server.people.accounts import Accounts
from bankcraps.server.stores.store import Store, open_store
from bankcraps.server.web.app import WebHouse, WebSettings
from bankcraps.server.web.edge.headers import log_no_broken_messages
from bankcraps.server.web.edge.protocols import FinishingSocket, PlainConnections, impatient
from bankcraps.server.web.edge.rates import QuotaLimits
from bankcraps.server.web.sockets.connection import LARGEST_FRAME
from bankcraps.support.kept_files import cache_folder

_WANTED: Final = 65_536
_OWN: Final = 128
"""Files for the house itself: its database, its threads' pipes, exports."""

_FEW: Final = 4096
_ELSEWHERE: Final = 8192
"""The number assumed on systems without such a limit."""


def raise_open_files() -> int:
    """Raise the limit of open files as far as the system allows, and return it. Say so if it is low."""
    if sys.platform == "win32":
        return _ELSEWHERE
    import resource  # noqa: PLC0415 - only on Unix

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _WANTED if hard == resource.RLIM_INFINITY else min(_WANTED, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = _WANTED if soft == resource.RLIM_INFINITY else min(soft, _WANTED)
    if files < _FEW:
        _log.warning(
            "this process may open %d files, so at most %d connections at once: raise it (ulimit -n)",
            files,
            most_connections(files),
        )
    return files


def most_connections(files: int) -> int:
    """Return the most connections with that number of open files."""
    return max(files // 2, files - _OWN)


def within(limits: QuotaLimits, files: int) -> QuotaLimits:
    """Return the limits that fit a number of open files. No address may hold more than half of them."""
    most = most_connections(files)
    return replace(limits, sockets=min(limits.sockets, most // 2), greeting=min(limits.greeting, most // 4))


try:
    from uvloop import new_event_loop
except ImportError:  # on Windows
    from asyncio import new_event_loop


FIRST: Final = "House"
"""The name of the first supervisor."""

_PORTS: Final = {"http": 80, "https": 443}
"""The default ports of addresses."""

_BACKLOG: Final = 256
"""The most new connections accepted at once, so that they delay players little."""

_THROW_S: Final = 15.0
"""Seconds that a closing house waits for throws after their betting closed."""

_GOODBYE_S: Final = 0.1
"""The most seconds for clients to receive the goodbye."""

_log: Final = logging.getLogger(__name__)

_COLLECT: Final = (20_000, 20, 50)
"""The thresholds of the garbage collector. A house makes many objects, but hardly any cycles."""


class Serving(WebSettings, frozen=True, kw_only=True):
    """The settings of a house that is served, with those of `WebSettings`.

    Attributes:
        host, port: the address to listen at. Port 0 takes any free port.
        address: the host that people see, if it is not the one to listen at.
        database: a PostgreSQL URL, or the path of an SQLite file.
        key_file: the file of the key of the dice; empty for the usual place.
        tables: tables to open if the house has none.
        more: tables to open even so. One that is open already, with the same settings, is not opened again.
        bots: bots that play at the first of the tables that are opened or, without one, of those there are.
        proxies: the addresses of proxies whose word counts on where a request comes from.
        lab: the limits of the lab; None for a house without one.
    """

    host: str = "127.0.0.1"
    port: int = 8420
    address: str = ""
    database: str
    key_file: str = ""
    tables: tuple[TableSettings, ...] = ()
    more: tuple[TableSettings, ...] = ()
    bots: tuple[NewBot, ...] = ()
    gift: int = 100_000
    proxies: tuple[str, ...] = ()
    lab: LabLimits | None = LabLimits()


class Opened(msgspec.Struct, frozen=True):
    """The house's announcement when it opens.

    Attributes:
        address: where people find it.
        passphrase: the first supervisor's, at the first start; else empty.
        tables: the tables of `Serving.more`: the title of each, or its house, with its id.
    """

    address: str
    passphrase: str
    tables: tuple[tuple[str, str], ...] = ()


def run(how: Serving, on_open: Callable[[Opened], None]) -> None:
    """Serve the house in a process of its own, as `serve`, until a signal stops it."""
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(serve(how, on_open))


async def serve(how: Serving, on_open: Callable[[Opened], None], stop: asyncio.Event | None = None) -> None:
    """Serve the house until SIGINT, SIGTERM or an event stops it.

    Args:
        how: the settings.
        on_open: called once people can come.
        stop: set to stop; None for the signals of the process.

    Raises:
        BankcrapsError: if the port is taken, or the database cannot be opened.
    """
    how = replace(how, public=public_address(how.public) if how.public else "")
    async with AsyncExitStack() as closing:
        listener = closing.enter_context(_listen(how.host, how.port))
        address = how.public or _http(how.address or how.host, listener.getsockname()[1])
        key_file = Path(how.key_file) if how.key_file else None
        store = await asyncio.to_thread(open_store, how.database, key_file=key_file)
        closing.push_async_callback(asyncio.to_thread, store.close)
        await asyncio.to_thread(store.secrets.require_key)
        house = House(store, address)
        closing.push_async_callback(house.close)
        passphrase = await _first_supervisor(Accounts(store))
        others = await house.look_around()
        opens = bool(passphrase) or not others  # of two processes that open a new house, one opens its tables
        first = how.tables if opens and not await house.tables() else ()
        more = await _open_more(how.more, house)
        opened = [*more, *[(await house.open_table(settings)).table.id for settings in first]]
        files = raise_open_files()
        # Answers of the lab are kept beside the chains that it explores.
        lab = None if how.lab is None else Jobs(how.lab, KeptAnswers(cache_folder("answers")))
        settings = replace(how, limits=within(how.limits, files))
        web = WebHouse(house, settings, listens_at=_reached_at(listener), lab=lab)
        first_of_all = opened[0] if opened else next((info.table for info in await house.tables()), "")
        seating = await seat_at_start(how.bots, first_of_all, house, web.bots, FIRST)
        if seating:
            closing.callback(seating.cancel)
        log_no_broken_messages()
        server = _Server(_config(how, web, files), web)
        gc.freeze()  # what is there now stays: looking at it again and again took a seventh of the time
        gc.set_threshold(*_COLLECT)
        watching = asyncio.get_running_loop().create_task(server.stop_at(stop or _signals()))
        closing.callback(watching.cancel)
        named = tuple((one.title or one.rules, table) for one, table in zip(how.more, more, strict=True))
        on_open(Opened(address, passphrase, named))
        await server.serve(sockets=[listener])


def _config(how: Serving, web: WebHouse, files: int) -> uvicorn.Config:
    return uvicorn.Config(
        web.app,
        http=impatient(how.limits.greeting_s, PlainConnections(most_connections(files))),
        log_level="error",
        ws=FinishingSocket,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=20,
        ws_per_message_deflate=False,  # it would compress each client's copy of a message separately
        timeout_graceful_shutdown=5,
        backlog=_BACKLOG,
        server_header=False,
        proxy_headers=bool(how.proxies),
        forwarded_allow_ips=list(how.proxies),
    )


def _reached_at(listener: socket.socket) -> str:
    """Return the address by which this process reaches itself."""
    host, port = str(listener.getsockname()[0]), listener.getsockname()[1]
    near = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - asked about, not listened to
    return _http(near, port)


def _http(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


async def _open_more(more: tuple[TableSettings, ...], house: House) -> list[str]:
    """Open the tables that are not open yet, and return their ids."""
    there = await asyncio.to_thread(_settings_of_all, house.store) if more else {}
    for settings in more:
        if settings not in there:
            there[settings] = (await house.open_table(settings)).table.id
    return [there[settings] for settings in more]


def _settings_of_all(store: Store) -> dict[TableSettings, str]:
    """Return the settings of all tables that are open, with their ids."""
    read = store.logs.settings
    return {settings: info.table for info in store.tables.open() if (settings := read(info.table))}


async def description() -> dict[str, object]:
    """Return the OpenAPI description of the addresses of a house, from an empty one that nobody enters."""
    with TemporaryDirectory() as folder:
        store = open_store(str(Path(folder, "house.db")))
        house = House(store, "")
        try:
            return WebHouse(house, lab=Jobs(LabLimits(), KeptAnswers(None))).description
        finally:
            await house.close()
            store.close()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        reason = "another program uses it" if taken else str(error.strerror or error)
        raise BankcrapsError(
            f"cannot listen at {host}:{port}: {reason}. Choose another with --port or --host"
        ) from None
    # asyncio does this only for sockets that say they are TCP. Otherwise a message waits 40 ms for the last.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    listener.setblocking(False)  # noqa: FBT003 - the standard library's argument
    return listener


def public_address(text: str) -> str:
    """Read the address that people use, and return it as browsers write it.

    >>> public_address("https://Craps.Example:443/")
    'https://craps.example'

    Raises:
        BankcrapsError: if it is no address of a whole host.
    """
    try:
        parts = urlsplit(text.strip())
        host, port = parts.hostname or "", parts.port
    except ValueError:
        parts, host, port = urlsplit(""), "", None
    more = parts.path.strip("/") or parts.query or parts.fragment or parts.username
    if parts.scheme not in _PORTS or not host or not host.isascii() or more:
        raise BankcrapsError(f"a public address is such as https://craps.example, not {text[:200]!r}")
    name = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{name}{'' if port in (None, _PORTS[parts.scheme]) else f':{port}'}"


def lan_address() -> str:
    """Return this machine's address in the network. Nothing is sent.

    Raises:
        BankcrapsError: if it has none.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a placeholder address: only the route is looked up
        except OSError:
            raise BankcrapsError("this machine is in no network: leave --lan away, or give --host") from None
        return str(probe.getsockname()[0])


async def _first_supervisor(accounts: Accounts) -> str:
    """Make the first supervisor's account, and return its passphrase; empty if there are accounts already."""
    if await accounts.people():
        return ""
    passphrase = secrets.token_urlsafe(12)
    return passphrase if await accounts.add(FIRST, passphrase, *CREW) else ""


class _Server(uvicorn.Server):
    """Finishes throws after closed betting, says goodbye, and stops."""

    def __init__(self, config: uvicorn.Config, web: WebHouse) -> None:
        super().__init__(config)
        self._web = web

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Leave the signals to `stop_at`."""
        yield

    async def stop_at(self, asked: asyncio.Event) -> None:
        """Stop when it is asked, once the dice rest; at once when it is asked again."""
        await asked.wait()
        asked.clear()
        at_rest = asyncio.gather(*(_at_rest(host) for host in self._web.house.hosts))
        again = asyncio.ensure_future(asked.wait())
        await asyncio.wait({at_rest, again}, timeout=_THROW_S, return_when=asyncio.FIRST_COMPLETED)
        at_rest.cancel()
        again.cancel()
        await asyncio.gather(at_rest, again, return_exceptions=True)
        try:
            await self._web.close_lab()
            await self._web.bots.close()
            await self._web.house.hand_over()
        except Exception:  # noqa: BLE001 - whatever fails, the house closes
            _log.exception("the house could not hand all tables over")
        self._web.broadcast.close(CLOSING)
        with suppress(TimeoutError):
            async with asyncio.timeout(_GOODBYE_S):
                while self.server_state.connections:  # noqa: ASYNC110 - uvicorn says nothing when one closes
                    await asyncio.sleep(_GOODBYE_S / 10)
        self.should_exit = True


def _signals() -> asyncio.Event:
    """Return an event that SIGINT and SIGTERM set."""
    asked = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError, ValueError, RuntimeError):  # not on Windows or in a thread
            asyncio.get_running_loop().add_signal_handler(number, asked.set)
    return asked


async def _at_rest(host: TableHost) -> None:
    """Wait until the dice of a table rest, if its betting has closed."""
    rest = asyncio.Event()

    def look(_: object) -> None:
        if host.stopped or host.durable.phase.name not in ("dice_out", "in_the_air"):
            rest.set()

    stop = host.listen(look)
    host.on_stop(look)
    look(None)
    await rest.wait()
    stop()
