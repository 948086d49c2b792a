"""Connections that say nothing, messages that are never finished, and the limit of open files."""

import asyncio

import pytest
from tests.kit.deadline import IN_TIME
from tests.server.live import open_house

from bankcraps.server import open_files, serving
from bankcraps.server.open_files import most_connections, raise_open_files, within
from bankcraps.server.web.edge import protocols as sockets
from bankcraps.server.web.edge.protocols import PlainConnections
from bankcraps.server.web.edge.rates import QuotaLimits


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
    assert raise_open_files() == open_files._WANTED  # noqa: SLF001


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


async def a_socket(opened):
    """A socket by hand, after the hello."""
    host, port = opened.netloc.split(":")
    reader, writer = await asyncio.open_connection(host, port)
    key = "AAAAAAAAAAAAAAAAAAAAAA=="
    writer.write(
        f"GET /tables/{opened.table}/socket HTTP/1.1\r\nHost: {opened.netloc}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    writer.write(frame(1, 1, b'{"type":"hello","version":1}'))
    await reader.read(10)
    return reader, writer


@pytest.mark.parametrize("part", [b"", b"x"])
async def test_a_message_of_endless_parts_ends_the_connection(tmp_path, monkeypatch, part):
    """Parts may be empty: then no bound of bytes is ever reached."""
    monkeypatch.setattr(sockets, "_FINISH_S", 3600)
    monkeypatch.setattr(sockets.FinishingSocket, "start_keepalive", lambda _: None)
    async with open_house(tmp_path) as opened, asyncio.timeout(IN_TIME):
        reader, writer = await a_socket(opened)
        writer.write(frame(0, 1, part) + frame(0, 0, part) * 200)
        with pytest.raises((ConnectionError, EOFError)):
            await read_to_the_end(reader)
        writer.close()


@pytest.mark.parametrize("begun", [frame(0, 1, b"x"), frame(1, 1, b"x", length=100), b"\x81"])
async def test_a_message_that_is_never_finished_ends_the_connection(tmp_path, monkeypatch, begun):
    monkeypatch.setattr(sockets, "_FINISH_S", 0.05)
    async with open_house(tmp_path) as opened, asyncio.timeout(IN_TIME):
        reader, writer = await a_socket(opened)
        writer.write(begun)
        with pytest.raises((ConnectionError, EOFError)):
            await read_to_the_end(reader)
        writer.close()


async def read_to_the_end(reader):
    """Read until the house closes the connection."""
    while await reader.read(4096):
        pass
    raise EOFError


async def test_a_message_in_a_few_parts_is_heard(tmp_path):
    async with open_house(tmp_path) as opened, asyncio.timeout(IN_TIME):
        reader, writer = await a_socket(opened)
        for letter in b'{"type":"say"':
            writer.write(frame(letter == ord("{") and 0, letter == ord("{") and 1, bytes([letter])))
        writer.write(frame(1, 0, b',"id":"parts","line":"sit"}'))
        heard = b""
        while b'"parts"' not in heard:
            more = await reader.read(4096)
            assert more
            heard += more
        writer.close()
