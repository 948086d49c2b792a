"""Further answers on a session's page: ruin by bankroll, the bankroll for a risk, and the fan."""

import re
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import expect
from tests.browser.lab.test_lab import answered, figure, shown
from tests.server.live import a_table

from bankcraps import exact
from bankcraps.game.chips import printed

pytestmark = pytest.mark.some

QUESTION = {"strategy": "pass", "bankroll": "60", "throws": "40"}
RULES, CURVE, RISKS, FAN = (
    "What each rule does and costs",
    "The risk of ruin by bankroll",
    "The bankroll for a risk of ruin",
    "How a session goes",
)
ASKED = "&".join(f"{name}={value}" for name, value in QUESTION.items())


@asynccontextmanager
async def asking(visiting):
    """Come to the page of a session, and wait for its answer."""
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come()
        await ann.go(f"/lab?rules=nsw&{ASKED}")
        await answered(ann)
        yield ann


async def opened(visitor, title):
    """Open a panel, and wait for its answer."""
    panel = visitor.page.locator("details", has=visitor.page.get_by_text(title, exact=True)).last
    await panel.locator("summary").first.click()
    await expect(panel.locator(".opened")).to_have_attribute("aria-busy", "false")
    await expect(panel.locator(".shown")).to_be_visible()
    return panel


async def read_by_keys(panel, key):
    """Return the words of the slider of a panel's chart after a key."""
    slider = panel.get_by_role("slider")
    await slider.focus()
    before = await slider.get_attribute("aria-valuetext")
    await slider.press(key)
    await expect(slider).not_to_have_attribute("aria-valuetext", before)
    return await slider.get_attribute("aria-valuetext")


async def test_ruin_by_bankroll(visiting):
    async with asking(visiting) as ann:
        panel = await opened(ann, CURVE)
        ruin = shown(exact.session("nsw", "pass", bankroll=60, throws=40, extremes=False).ends["ruin"])
        assert f"With $60: ruin {ruin}" in await panel.get_by_role("img").first.get_attribute("aria-label")
        assert await figure(ann, "Ruin") == ruin
        richer = await read_by_keys(panel, "ArrowRight")
        sum_of = int(richer.partition("$")[2].partition(":")[0].replace(",", ""))
        alone = exact.session("nsw", "pass", bankroll=sum_of, throws=40, extremes=False)
        assert richer == (
            f"With ${printed(sum_of * 100)}: ruin {shown(alone.ends['ruin'])}, ahead {shown(alone.p_ahead)}."
        )
        assert await ann.axe() == []


async def test_the_bankroll_for_a_risk(visiting):
    async with asking(visiting) as ann:
        panel = await opened(ann, RISKS)
        await panel.get_by_label("Another risk (%)").fill("20")
        rows = panel.get_by_role("row").filter(has_text="20\N{NO-BREAK SPACE}%")
        await expect(rows.get_by_role("rowheader")).to_have_text("20\N{NO-BREAK SPACE}%")
        least = exact.bankroll("nsw", "pass", ruin=0.2, throws=40)
        found = await rows.get_by_role("cell").all_inner_texts()
        assert found[:2] == [f"${printed(least.bankroll)}", shown(least.p_ruin_or_floor)]
        assert await ann.axe() == []


async def test_the_fan(visiting):
    async with asking(visiting) as ann:
        panel = await opened(ann, FAN)
        assert await read_by_keys(panel, "Home") == (
            "After 0 throws: 5 % at most $60, 25 % at most $60, 50 % at most $60, 75 % at most $60, "
            "95 % at most $60."
        )
        await panel.get_by_text("The same as a table").click()
        await expect(panel.get_by_role("row").nth(1).get_by_role("cell").first).to_have_text("$60")
        assert await ann.axe() == []


async def test_a_link_opens_the_panels_that_its_sender_saw(visiting):
    """Somebody opens panels and names a risk of their own; the page behind the link looks the same."""
    async with asking(visiting) as ann:
        for title in (RULES, CURVE, FAN):
            await opened(ann, title)
        panel = await opened(ann, RISKS)
        await panel.get_by_label("Another risk (%)").fill("20")
        await expect(panel.get_by_role("rowheader", name="20\N{NO-BREAK SPACE}%")).to_be_visible()
        await expect(ann.page).to_have_url(re.compile("risks=20"))
        seen = await shows(ann)
        assert seen[0] == [RULES, CURVE, RISKS, FAN]

        take = ann.page.locator("details", has_text="Take it along").last
        await take.locator("summary").click()
        link = await take.get_by_label("Link").input_value()
        await ann.go("/rules")
        await ann.go(link.partition("/lab")[1] + link.partition("/lab")[2])
        await answered(ann)
        await expect(ann.page.get_by_role("rowheader", name="20\N{NO-BREAK SPACE}%")).to_be_visible()
        await expect(ann.page.locator("details[open] > .opened[aria-busy=true]")).to_have_count(0)
        assert await shows(ann) == seen


async def shows(visitor):
    """The panels that are open, and the words of each."""
    panels = visitor.page.locator("details[open]", has=visitor.page.locator("> .opened"))
    titles = await panels.locator("> summary").all_inner_texts()
    return titles, await panels.locator("> .opened > .shown").all_inner_texts()
