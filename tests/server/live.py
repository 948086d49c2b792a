"""A real house on a real socket in the test's own loop, and clients that may say anything."""

import asyncio
import json
import socket
import sys
from contextlib import asynccontextmanager, contextmanager, suppress
from types import SimpleNamespace

import httpx
import uvicorn.server
from tests.kit.deadline import IN_TIME
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from bankcraps.live.log.settings import Timing
from bankcraps.live.people.lobby import NewTable, settings_of
from bankcraps.live.table import commands as cm
from bankcraps.server.house import House
from bankcraps.server.serving import Serving, serve
from bankcraps.server.stores.store import open_store
from bankcraps.server.web.edge.rates import QuotaLimits, Rate

ANN = cm.Sender("Ann")

AT_REST = Timing(betting_ms=3_600_000, shooter_ms=0, warning_ms=0, throwing_ms=3_600_000, paying_ms=0)
"""Nothing happens unless somebody does it."""


FREE = QuotaLimits(
    commands=Rate(1e6, 1e6),
    requests=Rate(1e6, 1e6),
    opened=Rate(1e6, 1e6),
    opened_from=Rate(1e6, 1e6),
    newcomers=Rate(1e6, 1e6),
)
"""Limits that nobody meets."""


def a_table(rules="classic", **how):
    """The settings of a table at which the clock does nothing, also not for its only player."""
    usual = {"rules": rules, "pace": "shooter", "timing": AT_REST, "steady": True}
    return settings_of(NewTable(**(usual | how)))


def _hurry():
    """Let uvicorn look a hundred times a second, and not ten, whether to stop: houses close at once."""

    async def sleep(seconds):
        await asyncio.sleep(seconds / 10)

    hurried = SimpleNamespace(**(vars(asyncio) | {"sleep": sleep}))
    setattr(uvicorn.server, "asyncio", hurried)  # noqa: B010 - uvicorn does not export it


_hurry()


class OpenHouse:
    """A house that is open.

    Attributes:
        address, passphrase: where it is, and the first supervisor's passphrase.
        table: the id of its first table.
        stop: set to close the house.
    """

    def __init__(self, opened):
        self.address = opened.address
        self.passphrase = opened.passphrase
        self.table = ""

    @property
    def netloc(self):
        return self.address.removeprefix("http://")

    def http(self):
        """A client for pages. There is no TLS here, and to read the machine's certificates takes long."""
        return httpx.AsyncClient(base_url=self.address, timeout=IN_TIME, verify=False)  # noqa: S501

    async def sign_in(self, name, passphrase=""):
        """Sign in, and return the cookie."""
        async with self.http() as http:
            response = await http.post("/api/session", json={"name": name, "passphrase": passphrase})
            assert response.status_code == 200, response.text
            return "; ".join(f"{key}={value}" for key, value in response.cookies.items())

    async def get(self, path, cookie="", method="GET", **how):
        """Ask for a page."""
        headers = {"Cookie": cookie} if cookie else {}
        headers |= how.pop("headers", {})
        async with self.http() as http:
            return await http.request(method, path, headers=headers, **how)

    @asynccontextmanager
    async def at(self, name="", table="", *, seq=0, hello=True, cookie=None, **how):
        """Open a socket to a table, with a name or to watch, and say hello."""
        if cookie is None:
            cookie = await self.sign_in(name) if name else ""
        address = f"ws://{self.netloc}/tables/{table or self.table}/socket"
        headers = {"Cookie": cookie} if cookie else {}
        headers |= how.pop("headers", {})
        async with connect(
            address, additional_headers=headers, max_size=None, max_queue=None, **how
        ) as socket:
            wire = Wire(socket, cookie)
            if hello:
                with suppress(ConnectionClosed):  # the house may have said goodbye already
                    await wire.send({"type": "hello", "version": 1, "seq": seq})
                await wire.until("welcome", "you", "bye")
            yield wire

    @asynccontextmanager
    async def playing(self, name, table="", buy=1000):
        """Sit down with chips."""
        async with self.at(name, table) as wire:
            await wire.done("sit")
            await wire.done(f"buy in {buy}")
            yield wire


class Wire:
    """A socket to a table.

    Attributes:
        heard: everything that it has heard, in order.
    """

    def __init__(self, socket, cookie=""):
        self.socket = socket
        self.cookie = cookie
        self.heard = []
        self.count = 0

    async def send(self, message):
        """Send a message, or any text or bytes."""
        await self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def hear(self):
        """The next message."""
        async with asyncio.timeout(IN_TIME):
            try:
                message = json.loads(await self.socket.recv())
            except ConnectionClosed as error:
                raise AssertionError(f"the house closed the socket: {self.heard[-1:]}") from error
        self.heard.append(message)
        return message

    async def until(self, *types):
        """The next message of one of these types."""
        while True:
            message = await self.hear()
            if message["type"] in types:
                return message

    async def told(self, holds):
        """Wait until this holds of the person's latest "you" message, heard already or to come."""
        while not any(holds(one) for one in [m for m in self.heard if m["type"] == "you"][-1:]):
            await self.hear()

    async def ask(self, type_, **fields):
        """Send a command, and return its answer."""
        self.count += 1
        message = {"type": type_, "id": f"c{self.count}"} | fields
        await self.send(message)
        while True:
            answer = await self.until("answer")
            if answer["id"] == message["id"]:
                return answer

    async def say(self, line):
        return await self.ask("say", line=line)

    async def done(self, line):
        """Say a line that is carried out."""
        answer = await self.say(line)
        assert "refused" not in answer, answer
        return answer

    async def refused(self, message):
        """Send anything, and return the refusal of it."""
        await self.send(message)
        while True:
            answer = await self.until("answer")
            if "refused" in answer:
                return answer["refused"]

    async def ended(self):
        """Wait until the server has closed the socket, and return its code."""
        async with asyncio.timeout(IN_TIME):
            with suppress(ConnectionClosed):
                async for text in self.socket:
                    self.heard.append(json.loads(text))
        return self.socket.close_code


@asynccontextmanager
async def open_house(folder, *tables, database="", **how):
    """Open a house, and close it as Ctrl-C does."""
    stop = asyncio.Event()
    opened = asyncio.get_running_loop().create_future()
    serving = Serving(
        port=how.pop("port", 0),
        database=database or str(folder / "house.db"),
        tables=tables or (a_table(),),
        **({"limits": QuotaLimits()} | how),
    )
    task = asyncio.create_task(serve(serving, lambda said: opened.set_result(OpenHouse(said)), stop))
    await asyncio.wait({task, opened}, timeout=IN_TIME, return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        await task
    house = opened.result()
    house.stop = stop
    if serving.public:  # where the proxy would be
        house.public, house.address = house.address, f"http://127.0.0.1:{serving.port}"
    lines = (await house.get("/api/tables")).json()
    house.table = lines[0]["table"]
    house.tables = lines
    try:
        yield house
    finally:
        stop.set()
        async with asyncio.timeout(IN_TIME):
            await task


@asynccontextmanager
async def real_dice(folder, rules="nsw", **how):
    """A house with real dice where Ann plays: the house, Ann, and a supervisor at the table."""
    table = a_table(rules, dice="entered", pace="boxperson", limits="1:500", **how)
    async with open_house(folder, table, limits=FREE) as house:
        boss = await house.sign_in("House", house.passphrase)
        async with house.playing("Ann") as ann, house.at(cookie=boss) as crew:
            yield house, ann, crew


@contextmanager
def held_port():
    """A port for a house that opens, closes and opens again: nobody else gets it meanwhile.

    A socket that never listens holds it. Without it, another program may be given the port, and a client that
    tries to connect to the closed house may be connected to itself.
    """
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
        if sys.platform != "linux":  # elsewhere two sockets may not share a port like that
            held.close()
        yield port


async def house_alone(tmp_path):
    """A house without a socket, where Ann has money. A test file makes it its fixture `house`."""
    store = open_store(str(tmp_path / "house.db"))
    opened = House(store, "http://here")
    await opened.grant("Ann", 50_000)
    yield opened
    await asyncio.wait_for(opened.close(), IN_TIME)
    store.close()


def ask(host, command, line, sender=ANN):
    """Say a line at a table of a house without a socket."""
    return asyncio.wait_for(host.ask(sender, cm.Say(id=command, line=line)), IN_TIME)


async def soon(condition, what="it"):
    """Wait until a condition holds."""
    async with asyncio.timeout(IN_TIME):
        while not condition():  # noqa: ASYNC110 - what tests wait for sets no event
            await asyncio.sleep(0.01)
    return what
