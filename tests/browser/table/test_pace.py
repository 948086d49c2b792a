"""The pace of a quiet table: everybody says ready, or plays alone and waits for nobody."""

import pytest
from msgspec.structs import replace
from playwright.async_api import expect
from tests.browser.conftest import PHONE
from tests.page.dealing import FREE
from tests.server.live import AT_REST, a_table

pytestmark = pytest.mark.some

FOR_HOURS = replace(AT_REST, paying_ms=3_600_000)
TABLE = a_table("classic", pace="clock", timing=FOR_HOURS, steady=False)


async def test_the_betting_closes_when_everybody_has_said_ready(visiting):
    async with visiting(TABLE, limits=FREE) as (_, come, books):
        ann, bob = await come("Ann"), await come("Bob", PHONE)
        await ann.sit(300)
        await bob.sit(200)
        await ann.bet("pass", 5)
        stick, theirs = (one.page.get_by_role("region", name="The throw") for one in (ann, bob))
        rail = ann.page.get_by_role("list", name="The rail").first
        await bob.asks(theirs.get_by_role("button", name="Ready").click())
        await expect(theirs).to_contain_text("Ready. Waiting for Ann")
        await expect(rail).to_contain_text("ready")
        await bob.bet("field", 5)  # which takes it back
        await expect(rail).not_to_contain_text("ready")
        await bob.asks(bob.page.keyboard.press("t"))
        await expect(theirs.get_by_role("button", name="Ready")).to_have_attribute("aria-pressed", "true")
        assert await bob.axe() == []
        await ann.asks(stick.get_by_role("button", name="Ready").click())
        await ann.asks(stick.get_by_role("button", name="Throw the dice").click())
        await expect(stick.get_by_role("img", name="The dice show")).to_be_visible()
        await books.agree_with(ann, bob)


async def test_somebody_alone_throws_as_fast_as_they_like(visiting):
    async with visiting(TABLE, limits=FREE) as (_, come, books):
        ann = await come("Ann", PHONE)
        await ann.sit(300)
        stick = ann.page.get_by_role("region", name="The throw")
        await ann.bet("pass", 5)
        await expect(stick).to_contain_text("Take your time: no clock runs")
        throws = stick.get_by_role("list", name="The last throws").get_by_role("listitem")
        for count in range(1, 4):  # without a wait, though the dealers would pay for hours
            await ann.asks(stick.get_by_role("button", name="Throw the dice").click())
            await expect(throws).to_have_count(count)
            if not await ann.sum("At risk"):
                await ann.bet("pass", 5)
        await books.agree_with(ann)
