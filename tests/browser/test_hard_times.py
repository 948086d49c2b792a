"""The page in hard times: connections that drop, a slow network, a full spot."""

import re

import pytest
from playwright.async_api import expect
from tests.browser.conftest import PHONE
from tests.browser.hands_on import choose_amount, click_quickly
from tests.client.conftest import wire_to
from tests.page.dealing import Crew
from tests.server.live import a_table

ENTERED = a_table("three_four_five", dice="entered", pace="boxperson", limits="5:500")

SLOWLY = {"offline": False, "latency": 400, "downloadThroughput": 200_000, "uploadThroughput": 20_000}
"""A phone far from its mast: milliseconds, and bytes a second."""

OUTSIDE = """drawing => {
    const felt = drawing.getBoundingClientRect();
    return [...drawing.querySelectorAll('.stack')].map(one => one.getBoundingClientRect())
        .filter(one => one.top < felt.top || one.bottom > felt.bottom).length;
}"""
"""Count the stacks of chips that reach out of the felt."""


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


@pytest.mark.some
async def test_a_slow_network_loses_nothing_and_bets_nothing_twice(visiting):
    async with visiting(a_table("three_four_five")) as (_, come, books):
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


@pytest.mark.some
async def test_a_hundred_chips_on_one_spot_can_be_read(visiting):
    async with visiting(a_table("classic", limits="1:5000")) as (_, come, books):
        ann = await come("Ann")
        await ann.sit(300)
        await choose_amount(ann, 1)
        spot = ann.spot("field")
        await click_quickly(ann, ["field"] * 100)
        await ann.shows("At risk", 10_000)
        await books.agree_with(ann)
        await expect(spot).to_have_accessible_name(re.compile(r"yours: \$100\b"))
        await ann.comes_to(0, OUTSIDE, ann.page.get_by_role("group", name="The left end"))
