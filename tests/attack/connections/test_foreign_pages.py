"""Pages of other sites that lead a browser to the house, or to a name that leads there."""

import pytest
from httpx import ASGITransport, AsyncClient
from starlette.responses import PlainTextResponse
from tests.attack.connections.test_broken_requests import a_silent_house
from tests.server.live import held_port, open_house
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from bankcraps.server.web.edge.headers import OwnHost

PUBLIC = "https://craps.example"


@pytest.fixture
def port():
    with held_port() as held:
        yield held


async def test_a_house_with_a_public_address_answers_to_one_name_more(tmp_path, port):
    """It is no less strict: a page whose own name leads to the house may not read it (DNS rebinding)."""
    async with open_house(tmp_path, port=port, public=PUBLIC) as house:
        for host, status in (
            ("craps.example", 200),
            ("Craps.Example.:443", 200),
            (f"127.0.0.1:{port}", 200),
            ("localhost", 200),
            ("192.0.2.7:8420", 200),
            ("evil.example", 403),
            ("craps.example.evil.example", 403),
            ("internal:8420", 403),
        ):
            answer = await house.get("/api/tables", headers={"host": host})
            assert answer.status_code == status, host
        assert "a proxy passes on the name that was asked for" in answer.json()["error"]
        where = f"ws://evil.example:{port}/tables/{house.table}/socket"
        with pytest.raises(InvalidStatus, match="HTTP 403"):
            async with connect(where, host="127.0.0.1", port=port):
                pass


async def test_an_origin_is_of_the_house_with_its_scheme_alone(tmp_path):
    async with open_house(tmp_path) as house:
        host = house.address.removeprefix("http://")
        wrong = (host, f"://{host}", f"ftp://{host}", "null", "", f"http://{host}/", f"x://{host}")
        for number, origin in enumerate((f"http://{host}", f"https://{host}", *wrong)):
            asked = {"name": f"Ann{number}"}
            answer = await house.get("/api/session", method="POST", json=asked, headers={"origin": origin})
            assert answer.status_code == (200 if origin not in wrong else 403), origin


async def test_a_name_that_cannot_be_read_is_not_that_of_a_machine_without_one(monkeypatch):
    monkeypatch.setattr("socket.gethostname", lambda: "")
    house = OwnHost(PlainTextResponse("come in"), ("http://127.0.0.1:8420",))
    async with AsyncClient(transport=ASGITransport(house), base_url="http://127.0.0.1:8420") as client:
        for host, status in (("127.0.0.1", 200), ("a@evil.example", 403), ("[", 403)):
            assert (await client.get("/", headers={"host": host})).status_code == status, host


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
