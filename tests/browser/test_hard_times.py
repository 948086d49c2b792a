"""The page in hard times: connections that drop, a house that restarts, a slow network, a full spot."""

import random
import re
import socket
from contextlib import suppress

from playwright.async_api import expect
from tests.browser.conftest import DESK, Books, Visitor
from tests.client.conftest import wire_to
from tests.page.dealing import Crew
from tests.server.live import a_table, open_house

ENTERED = a_table("three_four_five", dice="entered", pace="boxperson", limits="5:500")

NO_ANSWER = re.compile("Failed to load resource|WebSocket connection to")
"""The browser's own errors while no house is there, or while one closes."""


async def test_a_connection_cut_in_mid_air_shows_the_throw_when_it_is_back(visiting):
    async with (
        visiting(ENTERED, moves=True) as (house, come, books),
        wire_to(house.address) as wire,
    ):
        boss = await house.sign_in("House", house.passphrase)
        async with house.at(cookie=boss) as crew:
            dealers = await Crew.at(crew, "three_four_five")
            ann = await come("Ann", address=wire.address)
            await ann.sit(300)
            await ann.bet("pass", 25)
            await dealers.close()
            await expect(ann.page.get_by_label("The throw").first).to_contain_text("dice out")
            await ann.knows_the_outlook()  # a request whose answer is lost is an error on the console
            wire.deaf = True
            await dealers.enter(4, 2)
            wire.cut()
            await expect(ann.page.get_by_text("The point is 6", exact=True)).to_be_visible()
            await expect(ann.page.get_by_text("The connection dropped")).to_have_count(0)
            await books.agree_with(ann)
            await dealers.throw(4, 3)
            await expect(ann.page.get_by_text("Come-out", exact=True)).to_be_visible()
            await ann.shows("At risk", 0)
            await books.agree_with(ann)


async def test_a_house_that_restarts_finds_everybody_in_their_place(chromium, tmp_path):
    context = await chromium.new_context(viewport={"width": DESK[0], "height": DESK[1]})
    port = free_port()
    try:
        async with open_house(tmp_path, ENTERED, port=port) as house:
            answer = await context.request.post(f"{house.address}/api/session", data={"name": "Ann"})
            assert answer.ok
            ann, books = Visitor(await context.new_page(), house, "Ann"), Books(tmp_path, house.table)
            await ann.go()
            await ann.sit(300)
            await ann.bet("field", 25)
        await expect(ann.page.locator("p.status")).not_to_be_empty()
        await expect(ann.spot("field")).to_be_visible()  # the table can still be read
        async with open_house(tmp_path, port=port) as house:
            assert house.table == books.table
            await expect(ann.page.locator("p.status")).to_be_empty()
            await expect(ann.page.get_by_role("button", name="Undo", exact=True)).to_be_enabled()
            await ann.shows("At risk", 2500)
            await ann.bet("field", 25)
            await books.agree_with(ann)
            assert [one for one in ann.wrong if not NO_ANSWER.search(one)] == []
            await context.close()
    finally:
        await context.close()


def free_port():
    """Return a port that no client is given by chance, so that nobody takes it while the house is closed."""
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
