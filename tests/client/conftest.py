"""A real house in a process of its own, and a connection to it that can be cut."""

import asyncio
import os
import re
import signal
from contextlib import asynccontextmanager, suppress

import pytest
from tests.server.live import held_port
from tests.server.serve_process import ServeProcess

from bankcraps.client import House
from bankcraps.live.log.settings import Timing
from bankcraps.live.people.lobby import NewTable

RUN = "from bankcraps.cli.main import main; main()"

QUICK = Timing(betting_ms=300, warning_ms=100, throwing_ms=200, paying_ms=100, answer_ms=300)
SLOW = Timing(betting_ms=3_600_000, shooter_ms=0, warning_ms=0, throwing_ms=3_600_000, paying_ms=50)


class Serve:
    """`bankcraps serve` on a file of its own, whose tables may end the betting after any time, however short.

    Attributes:
        address: where it is.
        passphrase: the first supervisor's.
    """

    def __init__(self, folder, port=0):
        self.folder = folder
        self.passphrase = ""
        self.start(port)

    def start(self, port):
        """Open the house."""
        database = str(self.folder / "house.db")
        words = ("--port", str(port), "--rules", "nsw", "--database", database)
        self.process = ServeProcess(*words, quick=True)
        said = self.process.until_open()
        self.address = self.process.address
        if found := re.search(r"with the passphrase (\S+)\.", said):
            self.passphrase = found[1]

    def stop(self, by=signal.SIGTERM):
        """Close the house, or kill it."""
        os.kill(self.process.pid, by)
        self.process.wait()


@pytest.fixture(scope="session")
def serve(tmp_path_factory):
    """The house of all tests that do not stop it."""
    served = Serve(tmp_path_factory.mktemp("house"))
    yield served
    served.stop()


@pytest.fixture
def own_serve(tmp_path):
    """A house that a test may stop and start again, at a port that nobody else is given meanwhile."""
    with held_port() as port:
        served = Serve(tmp_path, port)
        yield served
        if served.process.returncode is None:
            served.stop()


class Names:
    """Names that nobody has yet: all tests share a house."""

    count = 0

    def __call__(self, name="Ann"):
        Names.count += 1
        return f"{name}{Names.count}"


@pytest.fixture
def named():
    return Names()


async def open_table(address, **how):
    """Open a table as somebody with a name, and return its id. Nobody hosts it, so its chips are money."""
    async with House(address) as house:
        await house.sign_in(Names()("Host"))
        usual = {"rules": "nsw", "timing": QUICK, "limits": "5:500", "steady": True, "hosted": False}
        return await house.open_table(NewTable(**(usual | how)))


@asynccontextmanager
async def at_table(address, table, name="", **how):
    """Go to a table; with a name, sit down there with 300."""
    async with House(address) as house:
        if name:
            await house.sign_in(name)
        async with house.table(table, **how) as live:
            if name:
                for line in ("sit", "buy_in 300"):
                    answer = await live.say(line)
                    assert answer.refused is None, answer.refused
            yield live


class Wire:
    """Carries bytes between clients and a house, and can lose them.

    Attributes:
        address: the address that clients connect to.
        deaf: whether what the house says is lost.
        mute: whether what clients say is lost.
        opened: how many connections there have been.
    """

    def __init__(self, to):
        self.host, _, port = to.removeprefix("http://").partition(":")
        self.port = int(port)
        self.deaf = self.mute = False
        self.opened = 0
        self.said = asyncio.Event()
        self.writers = set()

    async def carry(self, reader, writer):
        there_reader, there_writer = await asyncio.open_connection(self.host, self.port)
        self.opened += 1
        self.writers |= {writer, there_writer}
        await asyncio.gather(
            self.pump(reader, there_writer, lambda: self.mute),
            self.pump(there_reader, writer, lambda: self.deaf),
            return_exceptions=True,
        )
        for one in (writer, there_writer):
            one.close()

    async def pump(self, reader, writer, lost):
        with suppress(OSError):
            while data := await reader.read(65536):
                if lost():
                    self.said.set()
                    continue
                writer.write(data)
                await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()

    def cut(self):
        """Cut every connection, as if the cable were pulled."""
        self.deaf = self.mute = False
        self.said.clear()
        for writer in self.writers:
            writer.transport.abort()
        self.writers.clear()


@asynccontextmanager
async def wire_to(address):
    wire = Wire(address)
    server = await asyncio.start_server(wire.carry, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    wire.address = f"http://{host}:{port}"
    try:
        yield wire
    finally:
        wire.cut()
        server.close()
        await asyncio.sleep(0)
