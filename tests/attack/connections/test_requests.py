"""Requests that break off or lie, pages of other sites, and silent connections."""

import asyncio
import logging
from contextlib import asynccontextmanager, suppress

import pytest
from tests.kit.deadline import IN_TIME
from tests.server.live import open_house
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from bankcraps.server import serving
from bankcraps.server.serving import most_connections, raise_open_files, within
from bankcraps.server.web.edge import protocols as sockets
from bankcraps.server.web.edge.protocols import PlainConnections
from bankcraps.server.web.edge.rates import QuotaLimits

# Requests that break off, are no text, or say their length twice: refused, without a line in the log.

JSON = b'{"name":"Eve"}'
CHUNKED = b"%x\r\n%s\r\n0\r\n\r\n" % (len(JSON), JSON)
LENGTH = b"Content-Length: %d\r\n" % len(JSON)
IN_CHUNKS = b"Transfer-Encoding: chunked\r\n"
UPGRADE = (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@asynccontextmanager
async def a_silent_house(folder):
    """Open a house, and fail if the server has written anything into its log when the house has closed."""
    said, lines, log = [], logging.Handler(), logging.getLogger("uvicorn.error")
    lines.emit = lambda record: said.append(record.getMessage())
    try:
        async with open_house(folder) as house:  # which lets uvicorn set up its log
            log.addHandler(lines)
            yield house
    finally:
        log.removeHandler(lines)
    assert said == []


@asynccontextmanager
async def connected(house):
    host, port = house.netloc.split(":")
    read, write = await asyncio.open_connection(host, int(port))
    async with asyncio.timeout(IN_TIME):
        yield read, write
    write.close()


def post(house, *headers):
    start = f"POST /api/session HTTP/1.1\r\nHost: {house.netloc}\r\nContent-Type: application/json\r\n"
    return b"".join([start.encode(), *headers, b"\r\n"])


async def answer(house, sent):
    """Send bytes, and return all that comes until the house closes the connection."""
    async with connected(house) as (read, write):
        write.write(sent)
        return await read.read()


@pytest.mark.parametrize("length", [b"Content-Length: 100\r\n", IN_CHUNKS])
async def test_a_request_that_breaks_off_leaves_no_traces(length, tmp_path):
    async with a_silent_house(tmp_path) as house, connected(house) as (read, write):
        write.write(post(house, length, b"Expect: 100-continue\r\n"))
        assert b"100 Continue" in await read.readuntil(b"\r\n\r\n")  # the house waits for the body now
        write.write(b"5\r\n{")
        write.transport.abort()


async def test_an_answer_that_nobody_takes_leaves_no_traces(tmp_path):
    async with a_silent_house(tmp_path) as house, connected(house) as (read, write):
        write.write(get(house, f"/api/tables/{house.table}/export.jsonl") * 20)
        assert await read.readuntil(b"\r\n\r\n")
        write.transport.abort()


async def test_a_message_that_is_no_text_leaves_no_traces(tmp_path):
    async with a_silent_house(tmp_path) as house, house.at("Ann", hello=False) as ann:
        await ann.socket.send(b"\xff\xfe", text=True)
        assert await ann.ended() == 1007


def get(house, path, *more):
    start = f"GET {path} HTTP/1.1\r\nHost: {house.netloc}\r\n"
    return b"".join([start.encode(), *more, b"\r\n"])


def older(request):
    """The same in an HTTP that has no chunks: a proxy that knows only that does not read them as such."""
    return request.replace(b"HTTP/1.1", b"HTTP/1.0")


CLOSE = b"Connection: close\r\n"
OTHER = CHUNKED.replace(b"Eve", b"Bob")
SENT = {
    "a length, then chunks": (400, lambda h: post(h, LENGTH, IN_CHUNKS) + CHUNKED + get(h, "/health")),
    "chunks, then a length": (400, lambda h: post(h, IN_CHUNKS, LENGTH) + CHUNKED + get(h, "/health")),
    "chunks in an older HTTP": (400, lambda h: older(post(h, IN_CHUNKS)) + CHUNKED),
    "a socket with a length": (400, lambda h: get(h, f"/tables/{h.table}/socket", UPGRADE, LENGTH)),
    "a socket with chunks": (400, lambda h: get(h, f"/tables/{h.table}/socket", UPGRADE, IN_CHUNKS)),
    "a length": (200, lambda h: post(h, LENGTH, CLOSE) + JSON),
    "chunks": (200, lambda h: post(h, IN_CHUNKS, CLOSE) + OTHER),
}


async def test_a_request_says_its_length_once(tmp_path):
    """A socket with a body is not waited for, and nothing that is hidden behind a body is answered."""
    async with a_silent_house(tmp_path) as house:
        for name, (status, request) in SENT.items():
            said = await answer(house, request(house))
            assert said.split()[1] == str(status).encode(), name
            assert b"says its length once" in said or "then" not in name, name
            assert (b"200 OK" in said) == (status == 200), name


# Pages of other sites that lead a browser to the house, or to a name that leads there.


async def test_an_origin_is_of_the_house_with_its_scheme_alone(tmp_path):
    async with open_house(tmp_path) as house:
        host = house.address.removeprefix("http://")
        wrong = (host, f"://{host}", f"ftp://{host}", "null", "", f"http://{host}/", f"x://{host}")
        for number, origin in enumerate((f"http://{host}", f"https://{host}", *wrong)):
            asked = {"name": f"Ann{number}"}
            answer = await house.get("/api/session", method="POST", json=asked, headers={"origin": origin})
            assert answer.status_code == (200 if origin not in wrong else 403), origin


async def test_sockets_of_foreign_pages_leave_nothing_in_the_log(tmp_path):
    async with a_silent_house(tmp_path) as house:
        at, port = house.address.replace("http", "ws"), int(house.address.rpartition(":")[2])
        where = f"/tables/{house.table}/socket"
        for _ in range(3):
            with pytest.raises(InvalidStatus, match="HTTP 403"):
                async with connect(at + where, origin="http://evil.example"):
                    pass
            with pytest.raises(InvalidStatus, match="HTTP 403"):
                async with connect(f"ws://evil.example{where}", host="127.0.0.1", port=port):
                    pass
            with pytest.raises(InvalidStatus, match="HTTP 403"):
                async with connect(f"{at}/nothing"):
                    pass
        async with connect(at + where, origin=house.address):
            pass


# Connections that say nothing, messages that are never finished, and the limit of open files.


class Plain:
    """A connection."""

    def __init__(self, *, asks=False):
        self.asks, self.gone = asks, False

    def asks_nothing(self):
        return not self.asks

    def let_go(self):
        self.gone = True


def test_the_oldest_silent_connection_makes_room_for_a_newcomer():
    here = PlainConnections(4, of_address=9)
    first, busy, *others = [Plain(), Plain(asks=True), Plain(), Plain()]
    for number, one in enumerate([busy, first, *others]):
        here.add(one, f"10.0.0.{number}", number + 1)
    newcomer = Plain()
    here.add(newcomer, "10.0.0.9", 5)
    assert [one.gone for one in (first, busy, *others, newcomer)] == [True, False, False, False, False]


def test_an_address_with_too_many_closes_its_own():
    here = PlainConnections(100, of_address=2)
    ann, eves = Plain(), [Plain() for _ in range(5)]
    here.add(ann, "ann's", 1)
    for one in eves:
        here.add(one, "eve's", 2)
    assert [one.gone for one in eves] == [True, True, True, False, False]
    assert not ann.gone
    here.remove(eves[-1])
    more = Plain()
    here.add(more, "eve's", 2)
    assert not eves[-2].gone


def test_a_newcomer_is_turned_away_where_all_are_busy():
    here = PlainConnections(1)
    here.add(Plain(asks=True), "a", 1)
    newcomer = Plain()
    here.add(newcomer, "b", 2)
    assert newcomer.gone


def test_the_limit_of_open_files_is_raised_and_bounds_an_address(monkeypatch, caplog):
    resource = pytest.importorskip("resource")
    limit = [(1024, 4096)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limit[0])
    monkeypatch.setattr(resource, "setrlimit", lambda _, new: limit.__setitem__(0, new))
    assert raise_open_files() == 4096
    assert not caplog.records
    limit[0] = (1024, 1024)
    assert raise_open_files() == 1024
    assert "this process may open 1024 files, so at most 896 connections at once" in caplog.text
    assert within(QuotaLimits(), 1024) == QuotaLimits(sockets=448, greeting=224)
    assert within(QuotaLimits(), 65_536) == QuotaLimits()
    assert most_connections(65_536) == 65_408
    limit[0] = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
    assert raise_open_files() == serving._WANTED  # noqa: SLF001


async def test_silent_connections_do_not_lock_newcomers_out(tmp_path, monkeypatch):
    """More connections than fit say nothing; every newcomer is answered."""
    monkeypatch.setattr(serving, "most_connections", lambda _: 20)
    async with open_house(tmp_path) as opened, asyncio.timeout(IN_TIME):
        host, port = opened.netloc.split(":")
        silent = [await asyncio.open_connection(host, port) for _ in range(60)]
        assert (await opened.get("/api/tables")).status_code == 200
        async with opened.playing("Ann") as ann:
            assert await silent[0][0].read() == b""  # the house has closed the oldest
            await ann.done("pass 10")
        for _, writer in silent:
            writer.close()


def frame(fin, opcode, payload, *, length=None):
    """A frame of a client, masked with zeros."""
    assert len(payload) < 126
    return bytes([fin << 7 | opcode, 0x80 | (length or len(payload))]) + bytes(4) + payload


@asynccontextmanager
async def a_socket(house):
    """A socket by hand, after the hello."""
    async with connected(house) as (read, write):
        write.write(get(house, f"/tables/{house.table}/socket", UPGRADE))
        await read.readuntil(b"\r\n\r\n")
        write.write(frame(1, 1, b'{"type":"hello","version":1}'))
        await read.read(10)
        yield read, write


async def ends(house, *frames):
    """Send frames, and see the house close the connection."""
    async with a_socket(house) as (read, write):
        write.write(b"".join(frames))
        with suppress(ConnectionError):
            while await read.read(4096):
                pass


async def test_a_message_of_endless_parts_ends_the_connection(tmp_path, monkeypatch):
    """Parts may be empty: then no bound of bytes is ever reached."""
    monkeypatch.setattr(sockets, "_FINISH_S", 3600)
    monkeypatch.setattr(sockets.FinishingSocket, "start_keepalive", lambda _: None)
    async with open_house(tmp_path) as house:
        for part in (b"", b"x"):
            await ends(house, frame(0, 1, part), frame(0, 0, part) * 200)


async def test_a_message_that_is_never_finished_ends_the_connection(tmp_path, monkeypatch):
    monkeypatch.setattr(sockets, "_FINISH_S", 0.05)
    async with open_house(tmp_path) as house:
        for begun in (frame(0, 1, b"x"), frame(1, 1, b"x", length=100), b"\x81"):
            await ends(house, begun)


async def test_a_message_in_a_few_parts_is_heard(tmp_path):
    first, *others = b'{"type":"say"'
    async with open_house(tmp_path) as house, a_socket(house) as (read, write):
        write.write(frame(0, 1, bytes([first])))
        for letter in others:
            write.write(frame(0, 0, bytes([letter])))
        write.write(frame(1, 0, b',"id":"parts","line":"sit"}'))
        heard = b""
        while b'"parts"' not in heard:
            more = await read.read(4096)
            assert more
            heard += more
