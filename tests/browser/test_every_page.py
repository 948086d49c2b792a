"""Every page at every width: axe-core finds nothing, and nothing is cut off."""

import pytest
from playwright.async_api import expect
from tests.browser.conftest import DESK, PHONE, caught_up
from tests.browser.hands_on import CrewPage
from tests.server.live import a_table

pytestmark = pytest.mark.some

NARROWEST = (320, 640)
"""320 pixels are also a window of 1280 pixels at 400 %."""

SMALL = (390, 850)
"""A small window, without fingers: keys are shown there."""

COLOURS = (("blue", "soft"), ("red", "plain"), ("grey", "house"))
"""Felts with chips, so that each of them is looked at once; every other test has the usual ones."""

BOOK = "The table's book"
CONSOLE = "The crew's chairs"

PANELS = ("Disputes", "Fair dice", "Hands", "Statistics", "Settle up")
"""The panels that the crew finds in the book."""

PAGES = (
    *("/", "/rules", "/rules/nsw", "/rules/nsw/classic", "/glossary", "/drill", "/first-hand", "/lessons"),
    *("/school", "/lab", "/lab/wagers", "/lab/watch", "/lab/duel", "/lab/best", "/settings", "/profile"),
    "/sign-in",
)


async def looks_right(*visitors, sizes, within="html"):
    for one in visitors:
        for size in sizes:
            await one.resize(size)
            assert await one.axe(within) == [], (one.name, size)


async def test_the_lobby_and_a_table(visiting):
    async with visiting(a_table("nsw", title="Friday")) as (_, come, _books):
        nobody, ann = await come(), await come("Ann")
        for one in (nobody, ann):
            await one.go("/")
            await expect(one.page.get_by_text("Friday").first).to_be_visible()
            await looks_right(one, sizes=(DESK, PHONE))
            await one.go()
        await ann.sit(300)
        await ann.bet("pass", 25)
        await ann.spot("field").click()  # the 25 chip is still chosen
        await ann.shows("At risk", 5000)
        await caught_up(nobody, ann)
        await looks_right(nobody, ann, sizes=(PHONE, DESK))


async def test_a_shooter_in_every_colour(visiting):
    async with visiting(a_table("nsw", pace="shooter")) as (_, come, _books):
        ann = await come("Ann")
        await ann.sit(300)
        await ann.bet("pass", 25)
        for felt, chips in COLOURS:
            await ann.page.evaluate(
                "kept => localStorage.setItem('bankcraps.settings', JSON.stringify(kept))",
                {"felt": felt, "chips": chips},
            )
            await ann.go()
            await ann.shows("At risk", 2500)
            await expect(ann.page.get_by_role("button", name="Throw the dice")).to_be_visible()
            await looks_right(ann, sizes=(SMALL, DESK))


async def test_every_panel_of_a_table(visiting):
    table = a_table("nsw", dice="entered", pace="boxperson")
    async with visiting(table) as (house, come, _books):
        ann, boss = await come("Ann"), await come("House", passphrase=house.passphrase)
        await ann.sit(300)
        await ann.bet("field", 5)
        crew = await CrewPage.at(boss)
        await crew.throw(4, 2)
        await looks_right(boss, sizes=(DESK, PHONE))
        book = boss.page.get_by_role("region", name=BOOK)
        panels = book.locator("button[aria-expanded]")
        for name in PANELS:
            await panels.filter(has_text=name).click()
            await expect(book.locator(".shown")).to_be_visible()
            await boss.has_loaded()
            await looks_right(boss, sizes=(DESK, PHONE), within=f'[aria-label="{BOOK}"]')
        acts = boss.page.get_by_role("region", name=CONSOLE).locator("button[aria-expanded]")
        for name in ("Change the limits", "Warn somebody", "Correct the throw"):
            await acts.filter(has_text=name).click()
            await looks_right(boss, sizes=(DESK, PHONE), within=f'[aria-label="{CONSOLE}"]')


async def test_every_other_page_has_room_also_for_long_names(visiting):
    title = "Friday at the Millers'"
    long_table = a_table("three_four_five", title="W" * 60)
    async with visiting(long_table, a_table("classic", title=title)) as (house, come, _books):
        ann, wide = await come("Ann", NARROWEST), await come("W" * 32)
        tables = {one["title"]: one["table"] for one in house.tables}
        await wide.go(f"/tables/{tables['W' * 60]}")
        await wide.sit(300)
        await wide.page.get_by_label("Say a few words").fill("W" * 80)
        await wide.page.get_by_role("button", name="Say", exact=True).click()
        await expect(wide.page.get_by_role("log")).to_contain_text("WWW")
        await wide.page.get_by_role("button", name="Disputes", exact=True).click()
        await wide.page.locator(".raise form").locator("input").first.fill("W" * 190)
        await wide.page.locator(".raise form").locator("button.main").click()
        await expect(wide.page.locator("article .words")).to_contain_text("WWW")
        await wide.fits(NARROWEST, DESK)
        for path in PAGES:
            for one in (ann, wide):
                await one.go(path)
                await expect(one.page.get_by_role("heading", level=1)).to_be_visible()
                await one.has_loaded()
                await one.fits(NARROWEST, DESK)
            await ann.resize(NARROWEST)
            if path != "/first-hand":
                assert (await ann.page.get_by_role("banner").bounding_box())["height"] < 100, path
            await looks_right(ann, sizes=(DESK, PHONE))
        await ann.go("/settings")
        await ann.page.get_by_role("link", name="Play the first hand").click()
        await expect(ann.page.get_by_role("heading", name="Your first hand")).to_be_visible()
        await ann.go(f"/tables/{tables[title]}")
        await ann.resize(NARROWEST)
        heading = ann.page.get_by_role("heading", name=title)
        await ann.comes_to(0, "one => one.scrollHeight - one.clientHeight", heading)
