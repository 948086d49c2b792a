"""Requests that break off, are no text, or say their length twice: refused, without a line in the log."""

import asyncio
import logging
from contextlib import asynccontextmanager

import pytest
from tests.kit.deadline import IN_TIME
from tests.server.live import open_house

JSON = b'{"name":"Eve"}'
CHUNKED = b"%x\r\n%s\r\n0\r\n\r\n" % (len(JSON), JSON)
LENGTH = b"Content-Length: %d\r\n" % len(JSON)
IN_CHUNKS = b"Transfer-Encoding: chunked\r\n"
UPGRADE = (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


class Lines(logging.Handler):
    """Keeps what is logged."""

    def __init__(self):
        super().__init__()
        self.said = []

    def emit(self, record):
        self.said.append(record.getMessage())


@asynccontextmanager
async def a_silent_house(folder):
    """Open a house, and fail if the server has written anything into its log when the house has closed."""
    lines, log = Lines(), logging.getLogger("uvicorn.error")
    try:
        async with open_house(folder) as house:  # which lets uvicorn set up its log
            log.addHandler(lines)
            yield house
    finally:
        log.removeHandler(lines)
    assert lines.said == []


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
        asked = f"GET /api/tables/{house.table}/export.jsonl HTTP/1.1\r\nHost: {house.netloc}\r\n\r\n"
        write.write(asked.encode() * 20)
        assert await read.readuntil(b"\r\n\r\n")
        write.transport.abort()


async def test_a_message_that_is_no_text_leaves_no_traces(tmp_path):
    async with a_silent_house(tmp_path) as house, house.at("Ann", hello=False) as ann:
        await ann.socket.send(b"\xff\xfe", text=True)
        assert await ann.ended() == 1007


@pytest.mark.parametrize("lengths", [(LENGTH, IN_CHUNKS), (IN_CHUNKS, LENGTH)])
async def test_a_request_with_two_lengths_is_refused(lengths, tmp_path):
    async with a_silent_house(tmp_path) as house:
        hidden = f"GET /health HTTP/1.1\r\nHost: {house.netloc}\r\n\r\n".encode()
        said = await answer(house, post(house, *lengths) + CHUNKED + hidden)
        assert said.startswith(b"HTTP/1.1 400")
        assert b"says its length once" in said
        assert b"200 OK" not in said


async def test_chunks_in_an_older_http_are_refused(tmp_path):
    """A proxy that knows only HTTP/1.0 does not read them as such."""
    async with a_silent_house(tmp_path) as house:
        older = post(house, IN_CHUNKS).replace(b"HTTP/1.1", b"HTTP/1.0") + CHUNKED
        assert b" 400 " in (await answer(house, older)).partition(b"\r\n")[0]


async def test_one_length_is_enough(tmp_path):
    async with a_silent_house(tmp_path) as house:
        close = b"Connection: close\r\n"
        assert (await answer(house, post(house, LENGTH, close) + JSON)).startswith(b"HTTP/1.1 200")
        other = CHUNKED.replace(b"Eve", b"Bob")
        assert (await answer(house, post(house, IN_CHUNKS, close) + other)).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("length", [LENGTH, IN_CHUNKS])
async def test_a_socket_with_a_body_is_refused_and_not_waited_for(length, tmp_path):
    async with a_silent_house(tmp_path) as house:
        asked = f"GET /tables/{house.table}/socket HTTP/1.1\r\nHost: {house.netloc}\r\n".encode()
        assert (await answer(house, asked + UPGRADE + length + b"\r\n")).startswith(b"HTTP/1.1 400")
