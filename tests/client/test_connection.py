"""A client and houses that say odd things, send it elsewhere, or are not there."""

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager

import msgspec
import pytest
from tests.kit.deadline import IN_TIME
from websockets.asyncio.server import serve as serve_sockets

from bankcraps.client import House, HouseError, LiveTable, Lost, read_address
from bankcraps.errors import BankcrapsError
from bankcraps.game.records.codec import encode
from bankcraps.live.log.entries import Waiting
from bankcraps.live.wire.messages import VERSION, Answer, Bye, Happened, Item, TableChanges, Welcome, You

from .conftest import at_table, open_table


@pytest.fixture
async def view(serve):
    """The view of a real table."""
    async with at_table(serve.address, await open_table(serve.address)) as live:
        return live.view


STAY = object()


class Script:
    """A house that follows a script: for each connection a list of messages, sent after the hello.

    It closes each connection but the last, and those whose list ends with `STAY`.

    Attributes:
        hellos, commands: what clients said.
    """

    def __init__(self, *connections):
        self.connections = list(connections)
        self.hellos = []
        self.commands = []

    async def serve(self, socket):
        self.hellos.append(msgspec.json.decode(await socket.recv()))
        messages = self.connections.pop(0) if self.connections else []
        stays = not self.connections or STAY in messages
        for message in messages:
            if message is STAY:
                break
            await socket.send(message if isinstance(message, str) else encode(message).decode())
        if not stays:
            return
        async for text in socket:
            self.commands.append(msgspec.json.decode(text))
            await socket.send(encode(Answer(self.commands[-1]["id"], 7)).decode())


@asynccontextmanager
async def scripted(*connections):
    script = Script(*connections)
    async with serve_sockets(script.serve, "127.0.0.1", 0) as server:
        host, port = server.sockets[0].getsockname()
        script.server = server
        script.address = f"http://{host}:{port}"
        script.socket = f"ws://{host}:{port}/tables/k3x9/socket"
        yield script


def welcome(view, seq, version=VERSION):
    return Welcome(version, seq, 0, view, You("Ann"))


def happened(*seqs, point=0):
    items = tuple(Item(seq, Waiting("Bob", waiting=True)) for seq in seqs)
    return Happened(seqs[-1], 0, items, TableChanges(puck=point))


async def heard(live, hearing):
    """All that was heard until the first command was answered."""
    await live.say("sit")
    return hearing.so_far()


async def test_it_resumes_after_the_last_entry_that_it_heard_of(view):
    async with (
        asyncio.timeout(IN_TIME),
        scripted(
            [welcome(view, 3), happened(4, 5, point=6)], [happened(6, point=8), You("Ann", undo=1)]
        ) as house,
        LiveTable(house.socket) as live,
    ):
        hearing = live.heard()
        await live.until(lambda view: view.puck == 8)
        assert [hello["seq"] for hello in house.hellos] == [0, 5]
        assert live.seq == 6
        news = await heard(live, hearing)
        assert [type(one) for one in news if not isinstance(one, Happened)] == [Lost, You]
        assert live.you.undo == 1
        assert live.connected


async def test_a_gap_is_noticed(view):
    """Entry 5 is missing, so the client does not believe what follows, and asks for it again."""
    async with (
        asyncio.timeout(IN_TIME),
        scripted(
            [welcome(view, 3), happened(4, point=4), happened(6, point=6), STAY], [welcome(view, 9)]
        ) as house,
        LiveTable(house.socket) as live,
    ):
        hearing = live.heard()
        await live.until(lambda _: live.seq == 9)
        news = await heard(live, hearing)
        assert not [one for one in news if isinstance(one, Happened) and one.seq == 6]
        assert [hello["seq"] for hello in house.hellos] == [0, 4]


async def test_what_is_older_than_the_welcome_is_left_aside(view):
    async with (
        asyncio.timeout(IN_TIME),
        scripted(
            [happened(2, point=4), welcome(view, 3), happened(3, point=9), happened(4, point=10)]
        ) as house,
        LiveTable(house.socket) as live,
    ):
        await live.until(lambda view: view.puck == 10)
        assert live.seq == 4


async def test_it_goes_where_the_table_is_served(view):
    async with (
        asyncio.timeout(IN_TIME),
        scripted([welcome(view, 3), You("Ann")]) as there,
        scripted([Bye("this table is served elsewhere", again=True, address=there.address)]) as home,
        LiveTable(home.socket) as live,
    ):
        assert (await live.say("sit")).seq == 7
        assert len(there.hellos) == len(home.hellos) == 1


async def test_it_comes_home_when_the_other_server_dies(view):
    """The table was served at another address; that server dies, and the first one takes the table over."""
    async with asyncio.timeout(IN_TIME), AsyncExitStack() as stack:
        there = await stack.enter_async_context(scripted([welcome(view, 3)]))
        moved = Bye("this table is served elsewhere", again=True, address=there.address)
        home = await stack.enter_async_context(scripted([moved], [welcome(view, 4)]))
        live = await stack.enter_async_context(LiveTable(home.socket))
        assert live.seq == 3
        there.server.close()
        await live.until(lambda _: live.seq == 4)
        assert (await live.say("sit")).seq == 7


async def test_it_does_not_go_round_in_circles_for_ever():
    async with asyncio.timeout(IN_TIME), scripted() as home:
        home.connections = [[Bye("wait", again=True, address=home.address)] for _ in range(1000)]
        with pytest.raises(BankcrapsError, match="the house does not answer: wait"):
            async with LiveTable(home.socket, patience_s=0.5):
                pass
        assert len(home.hellos) < 12


@pytest.mark.parametrize(
    ("message", "says"),
    [
        (Bye("this server speaks version 9 of the messages, and the client version 1"), "speaks version 9"),
        (Bye("there is no table k3x9"), "there is no table k3x9"),
        ("{", "this program cannot read what the house says"),
        ('{"type":"invitation"}', "cannot read what the house says: Invalid value 'invitation'"),
        (9, r"speaks version 9 .* and this program 1"),
    ],
)
async def test_it_does_not_come_in_and_says_why(view, message, says):
    said = welcome(view, 3, version=message) if isinstance(message, int) else message
    async with asyncio.timeout(IN_TIME), scripted([said]) as house:
        with pytest.raises(BankcrapsError, match=says):
            async with LiveTable(house.socket):
                pass
        assert len(house.hellos) == 1


async def test_a_goodbye_ends_what_waits(view):
    async with (
        asyncio.timeout(IN_TIME),
        scripted([welcome(view, 3), Bye("your session has ended")]) as house,
        LiveTable(house.socket) as live,
    ):
        async for _ in live.heard():
            pass
        with pytest.raises(BankcrapsError, match="your session has ended"):
            await live.say("sit")


async def test_nobody_is_there():
    async with asyncio.timeout(IN_TIME):
        with pytest.raises(BankcrapsError, match="the house does not answer: "):
            async with LiveTable("ws://127.0.0.1:1/tables/k3x9/socket"):
                pass
        async with House("http://127.0.0.1:1") as house:
            with pytest.raises(HouseError, match="no house answers at http") as raised:
                await house.tables()
            assert raised.value.status == 0


async def test_another_web_server_is_no_house():
    async def answer(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\n<html>")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    host, port = server.sockets[0].getsockname()
    async with asyncio.timeout(IN_TIME), server:
        async with House(f"http://{host}:{port}") as house:
            with pytest.raises(HouseError, match="is no house"):
                await house.tables()
        with pytest.raises(BankcrapsError, match="the house answers 200"):
            async with LiveTable(f"ws://{host}:{port}/tables/k3x9/socket"):
                pass


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("http://127.0.0.1:8420/", ("http://127.0.0.1:8420", "")),
        ("127.0.0.1:8420/tables/k3x9", ("http://127.0.0.1:8420", "k3x9")),
        ("https://craps.example.org/tables/k3x9/", ("https://craps.example.org", "k3x9")),
        ("http://[::1]:8420", ("http://[::1]:8420", "")),
    ],
)
def test_addresses(text, read):
    assert read_address(text) == read


@pytest.mark.parametrize(
    "text", ["", "ftp://house", "http://", "http://[", "http://a:b", "http://a/b", "http://h:99999"]
)
def test_what_is_no_address(text):
    with pytest.raises(HouseError, match="the address of a house is such as"):
        House(text)
