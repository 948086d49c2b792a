"""The page in hard times: connections that drop, a house that restarts, a slow network, a full spot."""

import asyncio
import re

from playwright.async_api import expect
from tests.browser.conftest import DESK, PHONE, Books, Visitor
from tests.browser.hands_on import choose_amount
from tests.client.conftest import Serve, wire_to
from tests.page.dealing import FREE, Crew
from tests.server.live import a_table

from bankcraps.house.settings import Timing

ENTERED = a_table("three_four_five", dice="entered", pace="boxperson", limits="5:500")

SLOWLY = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 20_000}
"""A phone far from its mast: milliseconds, and bytes a second."""

NO_ANSWER = re.compile("ERR_CONNECTION_REFUSED|status of 503|Error during WebSocket handshake")
"""What the browser itself says while no house is there."""

OUTSIDE = """drawing => {
    const felt = drawing.getBoundingClientRect();
    return [...drawing.querySelectorAll('.stack')].map(one => one.getBoundingClientRect())
        .filter(one => one.top < felt.top || one.bottom > felt.bottom).length;
}"""
"""How many stacks of chips reach out of the felt."""


async def test_a_connection_cut_in_mid_air_shows_the_throw_when_it_is_back(visiting):
    async with visiting(ENTERED, limits=FREE) as (house, come, books), wire_to(house.address) as wire:
        boss = await house.sign_in("House", house.passphrase)
        async with house.at(cookie=boss) as crew:
            dealers = await Crew.at(crew, "three_four_five")
            ann = await come("Ann", address=wire.address)
            await ann.sit(300)
            await ann.bet("pass", 25)
            await dealers.close()
            await expect(ann.page.get_by_label("The throw").first).to_contain_text("dice out")
            wire.deaf = True
            await dealers.enter(4, 2)
            wire.cut()
            await expect(ann.page.get_by_text("The point is 6", exact=True)).to_be_visible()
            await books.agree_with(ann)
            assert await ann.page.get_by_text("The connection dropped").count() == 0


async def test_a_house_that_restarts_finds_everybody_in_their_place(chromium, tmp_path):
    served = await asyncio.to_thread(Serve, tmp_path)
    context = await chromium.new_context(viewport={"width": DESK[0], "height": DESK[1]})
    try:
        answer = await context.request.post(f"{served.address}/api/session", data={"name": "Ann"})
        assert answer.ok
        tables = await (await context.request.get(f"{served.address}/api/tables")).json()
        ann = Visitor(await context.new_page(), None, "Ann")
        await ann.page.goto(f"{served.address}/tables/{tables[0]['table']}")
        await ann.sit(300)
        await ann.bet("field", 25)
        port = int(served.address.rsplit(":", 1)[1])
        await asyncio.to_thread(served.stop)
        await expect(ann.page.locator("p.status")).not_to_be_empty()
        await expect(ann.spot("field")).to_be_visible()  # the table can still be read
        await asyncio.to_thread(served.start, port)
        await expect(ann.page.locator("p.status")).to_be_empty()
        undo = ann.page.get_by_role("button", name="Undo", exact=True)
        await expect(undo).to_be_enabled()
        await ann.shows("At risk", 2500)
        await ann.bet("field", 25)
        await Books(tmp_path, tables[0]["table"]).agree_with(ann)
        assert [one for one in ann.wrong if not NO_ANSWER.search(one)] == []
    finally:
        await context.close()
        await asyncio.to_thread(served.stop)


async def test_a_slow_network_loses_nothing_and_bets_nothing_twice(visiting):
    sealed = a_table(
        "three_four_five", timing=Timing(betting_ms=3_600_000, warning_ms=0, throwing_ms=1, paying_ms=1)
    )
    async with visiting(sealed, limits=FREE) as (_, come, books):
        ann = await come("Ann", PHONE)
        await ann.sit(300)
        session = await ann.page.context.new_cdp_session(ann.page)
        await session.send("Network.enable")
        await session.send("Network.emulateNetworkConditions", SLOWLY)
        await ann.page.reload()
        await ann.page.get_by_role("radio", name="Chip of $5", exact=True).tap()
        ann.bought = None
        for wager in ("pass", "field", "pass", "field"):
            await ann.spot(wager).tap()
        await ann.shows("At risk", 2000)
        await ann.page.get_by_role("button", name="Throw the dice").tap()
        await expect(ann.page.get_by_role("img", name="The dice show")).to_be_visible()
        await books.agree_with(ann)


async def test_a_hundred_chips_on_one_spot_can_be_read(visiting):
    async with visiting(a_table("classic", limits="1:5000"), limits=FREE) as (_, come, books):
        ann = await come("Ann")
        await ann.sit(300)
        await choose_amount(ann, 1)
        spot = ann.spot("field")
        for _ in range(100):
            await spot.dispatch_event("click")
        await ann.shows("At risk", 10_000)
        await books.agree_with(ann)
        await expect(spot).to_have_accessible_name(re.compile(r"yours: \$100\b"))
        assert await ann.page.get_by_role("group", name="The left end").evaluate(OUTSIDE) == 0
