"""Bots at a table through the page, and the pace of a quiet table: all say ready, or somebody plays alone."""

import re

import pytest
from msgspec.structs import replace
from playwright.async_api import expect
from tests.browser.conftest import PHONE
from tests.server.live import AT_REST, a_table

pytestmark = pytest.mark.some

TABLE = a_table("classic", pace="clock", timing=replace(AT_REST, paying_ms=3_600_000), steady=False)


async def test_a_supervisor_has_a_bot_come_and_everybody_reads_why_it_bets(visiting):
    async with visiting(TABLE) as (house, come, _books):
        boss = await come("House", passphrase=house.passphrase)
        ann = await come("Ann")
        await ann.sit(300)
        bots, theirs = (one.page.get_by_role("region", name="Bots") for one in (boss, ann))
        await expect(theirs).to_have_count(0)
        await bots.get_by_role("button", name="Add a bot").click()
        await bots.get_by_label("Name").fill("Molly")
        await bots.get_by_label("System").select_option("three_point_molly")
        await bots.get_by_label("Chips").fill("50 dollars or so")
        await bots.get_by_role("button", name="Have it sit down").click()
        await expect(bots.get_by_role("alert")).to_contain_text("50 dollars or so")
        boss.wrong.clear()  # the browser reports the refused request, as it should
        await bots.get_by_label("Chips").fill("300")
        await bots.get_by_role("button", name="Have it sit down").click()
        await expect(bots.get_by_role("listitem")).to_contain_text("plays three point molly")
        assert await boss.axe() == []
        await expect(theirs.get_by_role("listitem")).to_contain_text("plays three point molly")
        await expect(theirs.get_by_role("button")).to_have_count(0)  # Ann may not send it away
        place = ann.page.get_by_role("list", name="The rail").first
        await place.get_by_role("button", name="Molly").click()
        await expect(place.get_by_role("status")).to_contain_text(re.compile("pass.*when come_out: pass 10"))
        assert await ann.axe() == []
        await ann.page.keyboard.press("Escape")
        await expect(place.get_by_role("status")).to_have_count(0)
        await ann.page.reload()  # somebody who comes later reads it, too
        await place.get_by_role("button", name="Molly").click()
        await expect(place.get_by_role("status")).to_contain_text(re.compile("pass.*when come_out: pass 10"))
        await bots.get_by_role("button", name="Send away Molly").click()
        await expect(bots).to_contain_text("leaves as soon as its wagers allow it")


async def test_a_seat_is_handed_to_a_system_and_taken_back(visiting):
    paying = a_table("classic", pace="clock", timing=replace(AT_REST, paying_ms=50), steady=False)
    async with visiting(paying) as (_, come, books):
        ann = await come("Ann")
        await ann.sit(300)
        seat = ann.page.get_by_role("region", name="Your seat by a system")
        await seat.get_by_role("button", name="Let a system play").click()
        await seat.get_by_label("System").select_option(label="My own words …")
        await seat.get_by_label("What it does").fill("when point: field 10")
        assert await ann.axe() == []
        await seat.get_by_role("button", name="Start").click()
        await expect(seat.get_by_role("button", name="Stop it")).to_be_visible()
        assert await ann.axe() == []  # at rest, for it bets nothing on the come-out
        await seat.get_by_role("button", name="Stop it").click()
        await seat.get_by_role("button", name="Let a system play").click()
        await seat.get_by_label("System").select_option(label="My own words …")
        await seat.get_by_label("What it does").fill("when come_out: pass 10; stop after 1 throws")
        await seat.get_by_role("button", name="Start").click()
        await expect(seat.get_by_role("status")).to_contain_text("Your seat is played by a system")
        throws = ann.page.get_by_role("list", name="The last throws").get_by_role("listitem")
        await expect(throws).to_have_count(1)  # it says that she is ready, and the dice are thrown
        await ann.page.reload()
        await seat.get_by_role("button", name="Let a system play").click()
        await seat.get_by_label("System").select_option("pass")
        await seat.get_by_role("button", name="Start").click()
        await seat.get_by_role("button", name="Stop it").click()
        await expect(seat.get_by_role("button", name="Let a system play")).to_be_visible()
        await books.agree_with(ann)


async def test_the_betting_closes_when_everybody_has_said_ready(visiting):
    async with visiting(TABLE) as (_, come, books):
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
