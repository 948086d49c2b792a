"""A house behind a proxy that speaks TLS: trusted pages, cookies, links, and the addresses of clients."""

from socket import gethostname

import httpx
import pytest
from starlette.responses import Response
from tests.server.live import held_port, open_house

from bankcraps.errors import BankcrapsError
from bankcraps.server.serving import public_address
from bankcraps.server.web.edge.headers import Refusals
from bankcraps.server.web.edge.rates import QuotaLimits, Rate

EVERYWHERE = "0.0.0.0"  # noqa: S104 - for the length of a test
PUBLIC = "https://craps.example"


def _sign_in(house, name, **headers):
    return house.get("/api/session", method="POST", json={"name": name}, headers=headers)


async def test_only_pages_of_the_public_address_may_send_anything(tmp_path, unused_port):
    async with open_house(tmp_path, port=unused_port, public=PUBLIC + "/") as house:
        assert house.public == PUBLIC
        mine = await _sign_in(house, "Ann", origin=PUBLIC, host="craps.example")
        assert mine.status_code == 200
        cookie = mine.headers["set-cookie"]
        assert all(word in cookie for word in ("Secure", "HttpOnly", "SameSite=strict"))
        assert (await _sign_in(house, "Bob")).status_code == 200  # a program that is no browser
        here = f"http://127.0.0.1:{unused_port}"
        for origin in ("http://craps.example", "https://evil.example", here, "null"):
            other = await _sign_in(house, "Eve", origin=origin)
            assert other.status_code == 403, origin
            assert other.json()["error"] == "this page is not the house's"


OURS = (
    *("localhost", "LOCALHOST:8420", "127.0.0.1:1", "127.0.0.2", "[::1]:80", EVERYWHERE, "10.0.0.1"),
    *("[::ffff:10.0.0.1]:8420", "craps.example", "Craps.Example.:443", gethostname().upper()),
    "192.0.2.7:80",  # of the machine, whose port leads to a container
)
OTHERS = (
    *("evil.example", "craps.example.evil.example", "localhost.evil.example", "internal:8420"),
    *("[", "a@127.0.0.1", "a@evil.example", "::ffff:10.0.0.1", "other.local"),
)


@pytest.mark.parametrize("machine", [gethostname(), ""], ids=["machine", "machine without a name"])
async def test_a_house_answers_to_its_own_names_and_to_every_address_in_numbers(monkeypatch, machine):
    """A page of another name may not even read, though its name leads here (DNS rebinding)."""
    monkeypatch.setattr("socket.gethostname", lambda: machine)
    transport = httpx.ASGITransport(Refusals(Response("a page"), (f"{PUBLIC}:443", "http://127.0.0.1:8420")))
    async with httpx.AsyncClient(transport=transport, base_url="http://10.0.0.1:8420") as http:
        for host in (*OURS, *OTHERS):
            if machine or host != gethostname().upper():
                status = 200 if host in OURS else 403
                assert (await http.get("/", headers={"host": host})).status_code == status, host


async def test_a_name_that_leads_here_reads_and_writes_nothing(tmp_path):
    async with open_house(tmp_path) as house:
        evil = {"host": "evil.example", "origin": "http://evil.example"}
        for answer in (await house.get("/api/tables", headers=evil), await _sign_in(house, "Eve", **evil)):
            assert (answer.status_code, "--public-url" in answer.json()["error"]) == (403, True)
        own = {"host": "localhost:9", "origin": "http://localhost:9"}
        assert (await _sign_in(house, "Ann", **own)).status_code == 200


async def test_who_asks_is_believed_only_of_a_proxy_that_was_named(tmp_path):
    limits = QuotaLimits(newcomers=Rate(1, 0.001))
    async with open_house(tmp_path, limits=limits) as house:
        assert (await _sign_in(house, "Ann", **{"x-forwarded-for": "10.0.0.1"})).status_code == 200
        liar = await _sign_in(house, "Bob", **{"x-forwarded-for": "10.0.0.2"})
        assert liar.status_code == 429
    async with open_house(tmp_path, limits=limits, proxies=("127.0.0.1",)) as house:
        for number in range(3):
            asked = await _sign_in(house, f"Cid{number}", **{"x-forwarded-for": f"10.0.0.{number}"})
            assert asked.status_code == 200
            assert "Secure" not in asked.headers["set-cookie"]
        forged = {"x-forwarded-for": "10.0.0.77, 10.0.0.0"}  # the proxy adds the last, a client the first
        assert (await _sign_in(house, "Eve", **forged)).status_code == 429
        for number, status in ((1, 200), (2, 429)):  # one address of IPv6 counts as its whole network
            address = {"x-forwarded-for": f"2001:db8::{number}"}
            assert (await _sign_in(house, f"Fay{number}", **address)).status_code == status
        tls = {"x-forwarded-for": "10.0.0.9", "x-forwarded-proto": "https"}
        assert "Secure" in (await _sign_in(house, "Dee", **tls)).headers["set-cookie"]


@pytest.mark.parametrize(
    "text",
    ["craps.example", "ftp://x", "https://", "https://x/c", "https://a@x", "https://x:y", "https://x?a=b"],
)
def test_what_is_no_public_address(text):
    with pytest.raises(BankcrapsError, match="such as https://craps"):
        public_address(text)


@pytest.fixture
def unused_port():
    with held_port() as port:
        yield port
