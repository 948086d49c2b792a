"""axe-core finds nothing on any page."""

import pytest
from playwright.async_api import expect
from tests.browser.conftest import DESK, PHONE
from tests.browser.hands_on import CrewPage
from tests.page.dealing import FREE
from tests.server.live import a_table

SIZES = pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])


@SIZES
async def test_the_lobby(visiting, size):
    async with visiting(a_table("nsw", title="Friday"), limits=FREE) as (_, come, _books):
        nobody, ann = await come("", size), await come("Ann", size)
        for one in (nobody, ann):
            await one.go("/")
            await expect(one.page.get_by_text("Friday").first).to_be_visible()
            assert await one.axe() == []


@SIZES
async def test_a_table(visiting, size):
    async with visiting(a_table("nsw"), limits=FREE) as (_, come, _books):
        nobody, ann = await come("", size), await come("Ann", size)
        await ann.sit(300)
        await ann.bet("pass", 25)
        await ann.spot("field").click()  # the 25 chip is still chosen
        await ann.shows("At risk", 5000)
        await expect(nobody.page.get_by_text("Ann").first).to_be_visible()
        for one in (nobody, ann):
            assert await one.axe() == []


@SIZES
async def test_every_panel_of_a_table(visiting, size):
    table = a_table("nsw", dice="entered", pace="boxperson")
    async with visiting(table, limits=FREE) as (house, come, _books):
        ann, boss = await come("Ann"), await come("House", size, passphrase=house.passphrase)
        await ann.sit(300)
        await ann.bet("field", 5)
        crew = await CrewPage.at(boss)
        await crew.throw(4, 2)
        book = boss.page.get_by_role("region", name="The table's book")
        panels = book.locator("button[aria-expanded]")
        for number in range(await panels.count()):
            panel = panels.nth(number)
            await panel.click()
            await boss.page.wait_for_load_state("networkidle")
            assert await boss.axe() == [], await panel.inner_text()
        acts = boss.page.get_by_role("region", name="The crew's chairs").locator("button[aria-expanded]")
        for name in ("Change the limits", "Warn somebody", "Correct the throw"):
            await acts.filter(has_text=name).click()
            assert await boss.axe() == [], name


@SIZES
async def test_the_other_pages(visiting, size):
    async with visiting(a_table("nsw"), limits=FREE) as (_, come, _books):
        ann = await come("Ann", size)
        for path in ("/rules", "/rules/nsw", "/rules/nsw/classic", "/settings", "/sign-in"):
            await ann.go(path)
            await expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
            await ann.page.wait_for_load_state("networkidle")
            assert await ann.axe() == [], path
        await ann.go("/settings")
        await ann.page.get_by_role("link", name="Play the first hand").click()
        await expect(ann.page.get_by_role("heading", name="Your first hand")).to_be_visible()
