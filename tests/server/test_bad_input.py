"""Messages of a hostile client are refused with a sentence, and the others play on meanwhile."""

import asyncio
import json
from contextlib import asynccontextmanager, suppress

import pytest
from hypothesis import given
from tests.kit.deadline import IN_TIME
from tests.kit.profiles import examples
from tests.kit.words import events
from tests.server.live import open_house, soon
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from bankcraps.game.records.codec import encode
from bankcraps.live.table.commands import Act, HostCommand
from bankcraps.server import serving
from bankcraps.server.web.api import lobby
from bankcraps.server.web.edge.rates import QuotaLimits, Rate, RateLimit
from bankcraps.server.web.sockets import connection


@asynccontextmanager
async def _others(house):
    """Somebody plays on all the while, and each of their commands is carried out."""
    begun, over, rounds = asyncio.Event(), asyncio.Event(), 0

    async def play():
        nonlocal rounds
        async with house.playing("Olga") as olga:
            while not over.is_set() or rounds < 2:
                await olga.done("5 field")
                await olga.done("take down field")
                rounds += 1
                begun.set()

    playing = asyncio.create_task(play())
    await asyncio.wait({playing, asyncio.create_task(begun.wait())}, return_when=asyncio.FIRST_COMPLETED)
    try:
        yield
    finally:
        over.set()
        async with asyncio.timeout(IN_TIME):
            await playing


NONSENSE = {
    "no JSON": "{",
    "nothing": "",
    "a number": "7",
    "a list": "[]",
    "no type": '{"id":"x"}',
    "unknown type": '{"type":"win","id":"x"}',
    "no id": '{"type":"say","line":"sit"}',
    "an empty id": '{"type":"say","id":"","line":"sit"}',
    "a long id": '{"type":"say","id":"%s","line":"sit"}' % ("x" * 65),
    "an id with spaces": '{"type":"say","id":"a b","line":"sit"}',
    "a wrong field": '{"type":"say","id":"x","line":7}',
    "deep": '{"type":"say","id":"x","line":' + "[" * 1500 + "]" * 1500 + "}",
    "deep and not plain": '{"type":"say","id":"x","line":"\\u0041","why":' + "[" * 900 + "]" * 900 + "}",
    "control characters": '{"type":"say","id":"x","line":"5 pass\\u001b[31m"}',
    "text turned round": '{"type":"say","id":"x","line":"5 \\u202epass"}',
    "half a character": '{"type":"say","id":"x","line":"\\ud800"}',
    "too long": '{"type":"say","id":"x","line":"%s"}' % ("x" * 5000),
    "binary": b'{"type":"say","id":"x","line":"sit"}',
    "hello again": '{"type":"hello","version":1}',
    "a huge number": '{"type":"act","id":"x","event":{"type":"buy_in","amount_cents":1' + "0" * 400 + "}}",
    "a negative amount": '{"type":"act","id":"x","event":{"type":"buy_in","amount_cents":-500}}',
    "no number": '{"type":"act","id":"x","event":{"type":"buy_in","amount_cents":NaN}}',
    "a wager there is not": '{"type":"act","id":"x","event":{"type":"bet","wager":"moon","amount_cents":5}}',
}


async def test_nonsense_is_refused_with_a_sentence_and_the_connection_stays(house):
    async with _others(house), house.at("Eve") as eve:
        for name, message in NONSENSE.items():
            refused = await eve.refused(message)
            assert refused["message"], name
            assert refused["code"] != "failed", name
            if name in ("deep", "half a character", "too long"):  # it says whose command it answers
                assert eve.heard[-1]["id"] == "x"
        await eve.done("sit")


async def test_what_the_house_tells_its_tables_nobody_else_can(house):
    async with house.at("Eve") as eve:
        for kind in HostCommand.__subclasses__():
            message = {"type": kind.__name__.lower(), "id": "x", "person": "Ann", "number": 1}
            message["secret"] = "AA=="
            assert (await eve.refused(json.dumps(message)))["code"] == "bad_message"


FIRST = {
    '{"type":"say","id":"x","line":"sit"}': "the first message must be hello",
    "{": "this is no message",
    '{"type":"hello","version":2}': "speaks version 1",
    b"\x00": "not binary",
}


async def test_a_first_message_that_is_no_hello_ends_the_connection_with_a_sentence(house):
    async with _others(house):
        for message, says in FIRST.items():
            async with house.at("", hello=False) as eve:
                await eve.send(message)
                await eve.ended()
                assert says in eve.heard[-1]["reason"]
        async with house.at("", table="nowhere") as eve:
            assert "there is no table" in eve.heard[-1]["reason"]


async def test_nobody_plays_for_another_or_for_the_crew(house):
    async with house.playing("Ann") as ann, house.playing("Eve") as eve:
        await ann.done("5 pass")
        for answer in (
            await eve.say("Ann: take down pass"),
            await eve.say("supervisor: close"),
            await eve.ask("act", event={"type": "undo", "by": {"person": "Ann"}}),
            await eve.ask("act", event={"type": "void", "player": "Ann", "by": {"role": "supervisor"}}),
            await eve.ask("act", event={"type": "roll", "throw": {"a": 6, "b": 5}}),
            await eve.ask("take_chair", role="supervisor"),
            await eve.ask("enter_throw", throw={"a": 1, "b": 1}, look="first"),
            await eve.ask("confirm_late", player="Ann", confirmed=True),
        ):
            assert answer["refused"]["message"]
        async with house.at() as wire:
            seats = {seat["name"]: seat.get("wagers", []) for seat in wire.heard[0]["table"]["seats"]}
        assert (len(seats["Ann"]), set(seats)) == (1, {"Ann", "Eve"})


@pytest.fixture
def impatient(monkeypatch):
    """All connections of a house, which lose their patience when a test says so, and not with time."""
    made, real = [], serving.impatient

    def patient(_, here):
        class Patient(real(3600, here)):
            def connection_made(self, transport):
                made.append(self)
                super().connection_made(transport)

        return Patient

    monkeypatch.setattr(serving, "impatient", patient)
    return made


async def test_a_socket_that_says_nothing_is_closed(tmp_path, impatient):
    limits = QuotaLimits(greeting_s=0.2)
    async with open_house(tmp_path, limits=limits) as house, house.at("", hello=False) as mute:
        await mute.ended()
        assert "said nothing" in mute.heard[-1]["reason"]
    assert impatient


async def test_a_second_request_that_never_comes_whole_ends_the_connection(tmp_path, monkeypatch, impatient):
    asked, go_on = asyncio.Event(), asyncio.Event()

    async def slowly(*_):
        asked.set()
        await go_on.wait()
        return []

    async with open_house(tmp_path) as house:
        monkeypatch.setattr(lobby, "table_lines", slowly)
        host, port = house.netloc.split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        async with asyncio.timeout(IN_TIME):
            writer.write(b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await asked.wait()
            first = impatient[-1]
            assert first.look is None  # nobody is hurried once a request is whole
            go_on.set()
            await reader.readuntil(b"[]")
            writer.write(b"GET /api/tables HTTP/1.1\r\nHost: localhost")
            await soon(lambda: first.look)
            first.look.cancel()
            first.close_unasked()
            assert await reader.read() == b""
        writer.close()


async def test_a_body_that_never_comes_whole_is_refused(tmp_path, monkeypatch):
    async with open_house(tmp_path) as house, _others(house):
        monkeypatch.setattr("bankcraps.server.web.edge.endpoints._BODY_S", 0.2)
        host, port = house.netloc.split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(b"POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        async with asyncio.timeout(IN_TIME):
            assert b"comes whole within" in await reader.readuntil(b"seconds")
        writer.close()


async def test_an_address_has_so_many_connections(tmp_path):
    async with open_house(tmp_path, limits=QuotaLimits(sockets=5, tables=2)) as house:
        cookie = await house.sign_in("Ann")
        async with house.at(cookie=cookie), house.at(cookie=cookie):
            async with house.at(cookie=cookie) as third:
                assert "to this table at once" in third.heard[-1]["reason"]
            async with house.at(), house.at(), house.at(), house.at() as sixth:
                assert "from your address at once" in sixth.heard[-1]["reason"]
                assert sixth.heard[-1]["again"] is True


async def test_a_client_cannot_name_a_file_of_the_server(house):
    for path in ("/api/tables/nowhere/rules", "/api/tables/house/hands", "/nothing"):
        nothing = await house.get(path)
        assert (nothing.status_code, "there is no" in nothing.json()["error"]) == (404, True)
    cookie = await house.sign_in("Eve")
    asked = [
        ({"rules": "/etc/passwd"}, "there is no house"),
        ({"rules": "../x.toml"}, "live tables only deal the houses"),
        ({"rules": "classic", "title": "\x1b[2J"}, "must not contain"),
        ({"rules": "classic", "title": "x" * 61}, "60"),
        ({"rules": "classic", "limits": "5:1"}, ""),
        ({"rules": "classic", "more": 1}, "more"),
        ({"rules": "classic", "timing": {"betting_ms": -1}}, "betting_ms"),
    ]
    for body, says in asked:
        response = await house.get("/api/tables", cookie, "POST", json=body)
        assert response.status_code == 400
        assert says in response.json()["error"]
    for path, most in (("/api/tables", 131_072), ("/api/session", 16_384)):
        long = await house.get(path, cookie, "POST", json={"rules": "x" * most})
        assert f"at most {most} bytes" in long.json()["error"]
    assert (await house.get("/api/tables", "", "POST", json={"rules": "classic"})).status_code == 403
    opened = await house.get("/api/tables", cookie, "POST", json={"rules": "nsw"})
    assert opened.status_code == 201


async def test_a_frame_that_breaks_the_protocol_or_is_enormous_ends_only_that_connection(house):
    async with house.at():
        async with connect(f"ws://{house.netloc}/tables/{house.table}/socket") as socket:
            socket.transport.write(b"\xff\xff\xff\xff garbage")
            with suppress(ConnectionClosed):
                async with asyncio.timeout(IN_TIME):
                    async for _ in socket:
                        pass
        async with house.at("Eve", compression="deflate") as eve:
            assert eve.socket.protocol.extensions == []  # nothing is compressed for each client by itself
            with suppress(ConnectionClosed):
                await eve.send("x" * 1_000_000)
            assert await eve.ended() == 1009
        assert (await house.get("/health")).status_code == 200


async def test_a_flood_is_refused_and_nobody_else_waits(tmp_path, monkeypatch):
    left = vars(RateLimit)["_left"]

    def no_time_passes_for_eve(self, key):
        return self._buckets.get(key, (20.0, 0.0))[0] if key == "Eve" else left(self, key)

    monkeypatch.setattr(RateLimit, "_left", no_time_passes_for_eve)
    limits = QuotaLimits(commands=Rate(20, 200))
    async with open_house(tmp_path, limits=limits) as house, _others(house), house.at("Eve") as eve:
        for number in range(100):
            await eve.send({"type": "say", "id": f"f{number}", "line": "sit"})
        answers = [await eve.until("answer") for _ in range(100)]
        codes = [one.get("refused", {}).get("code", "") for one in answers]
        assert codes.count("too_fast") == 100 - 20


@examples(200)
@given(event=events())
def test_every_act_is_read_as_it_was_sent(event):
    """Unless a text in it has odd characters. `tests.live.room.hold` says the same of the news."""
    sent = encode(command := Act(id="1", event=event)).decode()
    read = vars(connection)["_read"](sent)
    assert read == command or (
        read.refused.code == "bad_message" and vars(connection)["_is_odd"](json.loads(sent))
    )


@pytest.mark.parametrize("depth", [500, 900, 1900])
def test_a_text_at_any_depth_is_looked_at_without_recursion(depth):
    """The decoder skips a field that no command has. Its value may be nested as deep as a message is long."""
    deep = "[" * depth + '"%s"' + "]" * depth
    message = '{"type":"say","id":"x","line":"\\u0041","more":' + deep + "}"
    read = vars(connection)["_read"]
    good, odd = read(message % "x"), read(message % "\\u202e")
    reads = getattr(good, "line", "") == "A"
    assert (reads, depth) != (False, 500)
    assert (reads, depth) != (True, 1900)
    assert reads or "nested too deeply" in good.refused.message
    assert ("control characters" if reads else "nested too deeply") in odd.refused.message
