"""Dishonest houses: their answers nest without end, control the terminal, and name files."""

import asyncio
from contextlib import asynccontextmanager
from http import HTTPStatus

import pytest
from msgspec.structs import replace
from tests.kit.deadline import IN_TIME
from tests.server.live import a_table
from websockets.asyncio.server import serve
from websockets.datastructures import Headers
from websockets.http11 import Response

from bankcraps.client import House
from bankcraps.client.news import book_of
from bankcraps.client.reading import read_message
from bankcraps.errors import BankcrapsError

DEEP = '{"x":' * 20_000


@asynccontextmanager
async def a_stranger(answer, message="", status=HTTPStatus.OK):
    """Something at an address, which answers every request and says one message on every socket."""

    def answers(connection, request):
        del connection
        if "socket" in request.path:
            return None
        headers = Headers({"Content-Length": str(len(answer)), "Content-Type": "application/json"})
        return Response(status.value, status.phrase, headers, answer.encode())

    async def says(socket):
        await socket.send(message)
        await socket.wait_closed()

    async with asyncio.timeout(IN_TIME), serve(says, "127.0.0.1", 0, process_request=answers) as server:
        port = server.sockets[0].getsockname()[1]
        async with House(f"http://127.0.0.1:{port}") as house:
            yield house


@pytest.mark.parametrize(
    ("status", "before"), [(HTTPStatus.OK, '[{"table":"k3x9","x":'), (HTTPStatus.BAD_REQUEST, '{"error":')]
)
async def test_an_answer_without_end(status, before):
    async with a_stranger(before + DEEP, status=status) as house:
        with pytest.raises(BankcrapsError, match=r"(no|a) house of Bankcraps"):
            await house.tables()


async def test_a_message_without_end():
    async with a_stranger("[]", message='{"type":"welcome","x":' + DEEP) as house:
        with pytest.raises(BankcrapsError, match="this program cannot read what the house says"):
            async with house.table("k3x9"):
                pass


@pytest.mark.parametrize("status", [HTTPStatus.OK, HTTPStatus.BAD_REQUEST])
async def test_an_answer_that_is_longer_than_any_of_a_house(status):
    async with a_stranger(f'{{"error":"{"x" * (1 << 24)}"}}', status=status) as house:
        with pytest.raises(
            BankcrapsError, match=r"answers with more than 16 MB: is it a house of Bankcraps\?"
        ):
            await house.tables()


async def test_an_answer_does_not_speak_to_the_terminal():
    async with a_stranger('[{"table":"k3x9","title":"\\u001b[2Jfine","limits":"\\\\u001b"}]') as house:
        (line,) = await house.tables()
    assert (line.title, line.limits) == ("?[2Jfine", "\\u001b")
    async with a_stranger('{"error":"\\u001b[2Jno"}', status=HTTPStatus.FORBIDDEN) as house:
        with pytest.raises(BankcrapsError, match=r"^\\x1b\[2Jno$"):
            await house.who()


@pytest.mark.parametrize(
    "char", ["\\u0000", "\\u001B", "\\u007f", "\\u009b", "\\b", "\\f", "\\r", "\x7f", "\x9b"]
)
def test_a_message_does_not_speak_to_the_terminal(char):
    assert read_message(f'{{"type":"bye","reason":"a{char}b"}}').reason == "a?b"


def test_lines_may_end():
    assert read_message('{"type":"bye","reason":"a\\n\\tb\\\\rå"}').reason == "a\n\tb\\rå"


def test_no_file_is_read_because_a_house_names_it(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text("private")
    with pytest.raises(BankcrapsError, match="which this program does not have"):
        book_of(replace(a_table(), rules=str(file)))
