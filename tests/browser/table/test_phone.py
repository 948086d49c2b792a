"""A phone, upright and on its side, and a page at 200 %.

What people play with is in sight, and nothing lies over it.
"""

import pytest
from msgspec.structs import replace
from playwright.async_api import expect
from tests.browser.conftest import PHONE
from tests.server.live import AT_REST, a_table

pytestmark = pytest.mark.some

SMALL_PHONE = (360, 640)
ON_ITS_SIDE = (844, 390)
ZOOMED = (640, 400)
"""A window of 1280 by 800 pixels at 200 %."""

SIZES = (PHONE, SMALL_PHONE, ON_ITS_SIDE, ZOOMED)

WITH_A_CLOCK = a_table("three_four_five", limits="5:500", timing=replace(AT_REST, shooter_ms=3_600_000))

HIDDEN = """names => Object.entries(names).flatMap(([name, where]) => {
    const part = document.querySelector(where);
    if (!part) return [`${name} is not there`];
    const { left, top, right, bottom } = part.getBoundingClientRect();
    const inside = left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
    if (!inside) return [`${name} is out of sight`];
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return part.contains(at) || at.contains(part) ? [] : [`${at.className || at.tagName} lies over ${name}`];
})"""
"""The parts of a page that cannot be seen without scrolling."""

TABLE = {
    "the dice": ".stick .dice",
    "the point": ".where b",
    "the clock": ".where span",
    "the throw": ".acts .main",
    "the call": ".call",
    "the result": ".result",
    "the 4": '[data-wager="place 4"]',
    "the 10": '[data-wager="place 10"]',
    "the line": '[data-wager="pass"]',
    "the odds": '[data-wager="pass_odds"]',
    "the chips": ".tray",
    "the same bet": ".bets button:nth-of-type(2)",
}

HAND = {
    "the dice": ".strip .dice",
    "the point": ".strip .call b",
    "the line": '[data-wager="pass"]',
    "the throw": ".coach .acts .main",
    "what comes next": ".coach h2",
}

LOW = """() => [...document.querySelectorAll('.rail button, .rail input, .acts button, [data-wager] > rect')]
    .filter(one => one.getClientRects().length)
    .filter(one => one.getBoundingClientRect().height < 43.5)
    .map(one => one.closest('[data-wager]')?.dataset.wager ?? one.textContent)"""
"""The buttons for bets that are lower than 44 pixels."""


async def test_all_of_a_table_is_on_one_screen(visiting, dice_show):
    dice_show((4, 2), (5, 4))
    async with visiting(WITH_A_CLOCK) as (_, come, books):
        ann = await come("Ann", PHONE)
        await ann.sit(300)
        await ann.spot("pass").tap()
        await ann.shows("At risk", 500)
        await ann.page.get_by_role("button", name="Throw").tap()
        await expect(ann.page.get_by_text("The point is 6", exact=True)).to_be_visible()
        for wager in ("field", "pass_odds"):
            await ann.spot(wager).tap()
        await ann.shows("At risk", 1500)
        await ann.page.get_by_role("button", name="Throw").tap()
        await expect(ann.page.locator(".call")).to_contain_text("5-4")
        await expect(ann.page.get_by_role("button", name="Throw")).to_be_enabled()
        assert await ann.page.evaluate(LOW) == []
        for width, height in SIZES:
            await ann.page.set_viewport_size({"width": width, "height": height})
            await ann.comes_to([], f"() => ({HIDDEN})({TABLE})")
            await ann.fits()
            assert await ann.page.evaluate("scrollY") == 0
            assert await ann.axe() == []
        await books.agree_with(ann)


async def test_the_first_hand_has_the_same_layout(visiting, dice_show):
    dice_show((4, 2), (5, 4))
    async with visiting(a_table("classic")) as (_, come, _books):
        ann = await come("Ann", PHONE)
        await ann.go("/first-hand")
        await ann.page.get_by_role("button", name="Begin").tap()
        coach = ann.page.get_by_role("region", name="What comes next")
        for title in ("Take your place", "Bet on", "Throw the dice"):
            await expect(coach.get_by_role("heading")).to_contain_text(title)
            await coach.get_by_role("button").first.tap()
        await expect(coach.get_by_role("heading")).to_have_text("6 is the point")
        for width, height in SIZES:
            await ann.page.set_viewport_size({"width": width, "height": height})
            await ann.comes_to([], f"() => ({HIDDEN})({HAND})")
            await ann.fits()
            assert await ann.axe() == []


async def test_whoever_watches_sits_down_with_the_first_keys(visiting):
    async with visiting(WITH_A_CLOCK) as (_, come, books):
        ann = await come("Ann")
        await expect(ann.page.get_by_role("button", name="Sit down")).to_be_visible()
        await ann.page.keyboard.press("Tab")
        await expect(ann.page.get_by_role("link", name="Skip the layout and sit down")).to_be_focused()
        await ann.page.keyboard.press("Enter")
        await expect(ann.page.get_by_label("Buy in for")).to_be_focused()
        await ann.page.keyboard.press("Tab")
        await expect(ann.page.get_by_role("button", name="Sit down")).to_be_focused()
        await ann.page.keyboard.press("Enter")
        await ann.shows("Rail", 20_000)
        await books.agree_with(ann)


RING = 5
"""The ring around what has the focus is so wide, in pixels (`base.css`)."""

CUT = """ring => {
    const scroll = document.querySelector('.scroll');
    const inside = scroll.getBoundingClientRect();
    const buttons = [...scroll.querySelectorAll('button, a, summary')].filter(one => one.checkVisibility());
    const rings = buttons.filter(one => {
        const { left, right } = one.getBoundingClientRect();
        return left - ring < inside.left || right + ring > inside.left + scroll.clientWidth;
    });
    const sign = document.querySelector('header .sign');
    const words = sign.scrollWidth > sign.clientWidth || sign.scrollHeight > sign.clientHeight ? [sign] : [];
    return [...rings, ...words].map(one => one.textContent.trim());
}"""
"""The parts beside the felt that are cut off: rings of buttons, and the sign of the table."""


async def test_at_200_percent_no_ring_and_no_sign_of_a_table_is_cut(visiting):
    async with visiting(a_table("nsw", title="Friday at Ann and Bob")) as (_, come, _books):
        ann = await come("Ann", (720, 450))
        await expect(ann.page.get_by_text("sealed dice")).to_be_visible()
        await expect(ann.page.get_by_role("button", name="Statistics")).to_be_visible()
        assert await ann.page.evaluate(CUT, RING) == []
