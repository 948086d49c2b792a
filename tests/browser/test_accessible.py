"""axe-core finds nothing on any page."""

import pytest
from playwright.async_api import expect
from tests.browser.conftest import DESK, PHONE, caught_up
from tests.browser.hands_on import CrewPage
from tests.page.dealing import FREE
from tests.server.live import a_table

SMALL = (390, 850)
"""A small window, without fingers: keys are shown there."""


pytestmark = pytest.mark.some


def sizes(**cases):
    """The windows of a test, by their names."""
    return pytest.mark.parametrize("size", [pytest.param(size, id=name) for name, size in cases.items()])


COLOURS = (("blue", "soft"), ("red", "plain"), ("grey", "house"))
"""Felts with chips, so that each of them is looked at once; every other test has the usual ones."""

BOOK = "The table's book"
CONSOLE = "The crew's chairs"

PANELS = ("Disputes", "Fair dice", "Hands", "Statistics", "Settle up")
"""The panels that the crew finds in the book."""


@sizes(desk=DESK, phone=PHONE)
@pytest.mark.some
async def test_the_lobby_and_a_table(visiting, size):
    async with visiting(a_table("nsw", title="Friday"), limits=FREE) as (_, come, _books):
        nobody, ann = await come("", size), await come("Ann", size)
        for one in (nobody, ann):
            await one.go("/")
            await expect(one.page.get_by_text("Friday").first).to_be_visible()
            assert await one.axe() == []
            await one.go()
        await ann.sit(300)
        await ann.bet("pass", 25)
        await ann.spot("field").click()  # the 25 chip is still chosen
        await ann.shows("At risk", 5000)
        await caught_up(nobody, ann)
        for one in (nobody, ann):
            assert await one.axe() == []


@sizes(small=SMALL, desk=DESK)
@pytest.mark.some
async def test_a_shooter_in_every_colour(visiting, size):
    async with visiting(a_table("nsw", pace="shooter"), limits=FREE) as (_, come, _books):
        ann = await come("Ann", size)
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
            assert await ann.axe() == [], felt


@sizes(phone=PHONE, desk=DESK)
@pytest.mark.some
async def test_every_panel_of_a_table(visiting, size):
    table = a_table("nsw", dice="entered", pace="boxperson")
    async with visiting(table, limits=FREE) as (house, come, _books):
        ann, boss = await come("Ann"), await come("House", size, passphrase=house.passphrase)
        await ann.sit(300)
        await ann.bet("field", 5)
        crew = await CrewPage.at(boss)
        await crew.throw(4, 2)
        assert await boss.axe() == []
        book = boss.page.get_by_role("region", name=BOOK)
        panels = book.locator("button[aria-expanded]")
        for name in PANELS:
            await panels.filter(has_text=name).click()
            await expect(book.locator(".shown")).to_be_visible()
            await boss.has_loaded()
            assert await boss.axe(f'[aria-label="{BOOK}"]') == [], name
        acts = boss.page.get_by_role("region", name=CONSOLE).locator("button[aria-expanded]")
        for name in ("Change the limits", "Warn somebody", "Correct the throw"):
            await acts.filter(has_text=name).click()
            assert await boss.axe(f'[aria-label="{CONSOLE}"]') == [], name


@sizes(desk=DESK, phone=PHONE)
@pytest.mark.some
async def test_the_other_pages(visiting, size):
    async with visiting(a_table("nsw"), limits=FREE) as (_, come, _books):
        ann = await come("Ann", size)
        of_rules = "/rules", "/rules/nsw", "/rules/nsw/classic", "/glossary"
        for path in (
            *of_rules,
            "/lab",
            "/lab/wagers",
            "/lab/watch",
            "/lab/duel",
            "/lab/best",
            "/settings",
            "/profile",
            "/sign-in",
        ):
            await ann.go(path)
            await expect(ann.page.get_by_role("heading", level=1)).to_be_visible()
            await ann.has_loaded()
            assert await ann.axe() == [], path
        await ann.go("/settings")
        await ann.page.get_by_role("link", name="Play the first hand").click()
        await expect(ann.page.get_by_role("heading", name="Your first hand")).to_be_visible()
