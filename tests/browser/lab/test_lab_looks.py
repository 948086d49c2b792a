"""Every page of the lab on paper, enlarged to 200 %, on a phone, in forced colours, and without motion."""

import pytest
from playwright.async_api import expect
from tests.browser.conftest import PHONE
from tests.browser.lab.test_lab import WIDER, ZOOMED
from tests.server.live import a_table

pytestmark = pytest.mark.some

FOUR = "strategy=pass&strategy=field&strategy=dont_pass&strategy=place_6_8"

SMALL = "/lab/best?rules=nsw&limits=1:9&bankroll=5&with=place+6"

PAGES = {
    "session": "/lab?rules=nsw&strategy=pass&bankroll=60&throws=40",
    "wagers": "/lab/wagers?rules=nsw",
    "duel": f"/lab/duel?rules=nsw&bankroll=60&throws=40&{FOUR}",
    "best": "/lab/best?rules=nsw&limits=5:20:5&bankroll=10&goal=20",
    "still playing": f"{SMALL}&still_playing=12&at_least=2",
    "tastes": f"{SMALL}&goal=9&throws=3&utility=log&utility=power:-1",
    "watch": "/lab/watch?rules=nsw&strategy=pass&bankroll=60&throws=20",
}

PAPER = {"width": 718, "height": 1000}
"""A4 between the margins of a browser, in its pixels."""

CUT = """() => [...document.querySelectorAll('main *')].filter(one => {
    if (!one.checkVisibility() || one.closest('.sr, svg, .felt')) return false;
    const scrolls = getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1;
    return scrolls || one.getBoundingClientRect().right > innerWidth + 1;
}).map(one => one.outerHTML.slice(0, 120))"""
"""The parts that paper would cut off: wider than the page, or scrolling by themselves."""

MOVES = """() => [...document.querySelectorAll('main *')].filter(one => {
    const { transitionDuration, animationDuration } = getComputedStyle(one);
    return `${transitionDuration}, ${animationDuration}`.split(',').some(time => parseFloat(time) > 0.001);
}).map(one => one.outerHTML.slice(0, 120))"""
"""The parts that still move on a page without motion."""

OWN = """() => {
    const styles = getComputedStyle(document.documentElement);
    return ['--ground', '--panel', '--line', '--ink', '--accent', '--good', '--bad', '--focus'].filter(
        name => styles.getPropertyValue(name).trim().startsWith('#'));
}"""
"""The colours of drawings that are the page's own, although somebody has chosen theirs."""


def shows(page):
    """The content of a page once it is answered."""
    answer = page.get_by_role("region", name="The answer")
    return answer.locator(".found:not(.stale), .watch").first


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
async def test_a_page_of_the_lab(visiting, path):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come(size=PHONE)
        await ann.go(path)
        await expect(shows(ann.page)).to_be_visible()
        assert await ann.page.evaluate(MOVES) == []
        for width, height in (PHONE, ZOOMED):
            await ann.page.set_viewport_size({"width": width, "height": height})
            assert not await ann.page.evaluate(WIDER), width
        await ann.page.emulate_media(forced_colors="active")
        # axe-core does not see the colours that the browser forces on text.
        assert [one for one in await ann.axe() if not one.startswith("color-contrast")] == []
        assert await ann.page.evaluate(OWN) == []
        await ann.page.emulate_media(forced_colors="none")

        drawings = ann.page.get_by_role("region", name="The answer").locator("svg:visible")
        there = await drawings.count()
        await ann.page.set_viewport_size(PAPER)
        await ann.page.emulate_media(media="print")
        controls = "main :is(button:not(table *), input, select, textarea):visible"
        assert await ann.page.locator(controls).all_inner_texts() == []
        assert await drawings.count() == there
        assert await ann.page.evaluate(CUT) == []
        await expect(ann.page.locator("main .on-paper")).to_contain_text(path.split("?")[0])


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_figures_that_are_worked_out_again_can_be_read(visiting, scheme):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come(size=PHONE)
        page = ann.page
        await page.emulate_media(color_scheme=scheme)
        await ann.go(PAGES["session"])
        await expect(shows(page)).to_be_visible()
        await page.route("**/api/lab/session?*", lambda _: None)  # the next answer never comes
        await page.get_by_role("textbox", name="Bankroll ($)").fill("70")
        await expect(page.locator(".found.stale")).to_be_visible()
        assert await ann.axe() == []
