"""The controls of the table: chips dragged, several bets at once, refusals at their spot, keys."""

import asyncio
import re
import time

import pytest
from playwright.async_api import expect
from tests.browser.conftest import PHONE, dealing
from tests.browser.hands_on import choose_amount, try_spot
from tests.kit.deadline import IN_TIME
from tests.server.live import a_table

RULES = "three_four_five"
TABLE = a_table(RULES, dice="entered", pace="boxperson", limits="5:500")

SCROLLS = """() => {
    window.scrolled = new Promise(next => document.addEventListener('scrollend', next, { once: true }));
}"""
"""Remember the end of the next scrolling: the page rolls on when the finger has left it."""

STICKS_OUT = """() => {
    const foot = document.querySelector('.stick').getBoundingClientRect().bottom;
    const said = [...document.querySelectorAll('.stick .awaits, .stick .call, .stick .throws')];
    return said.map(one => one.getBoundingClientRect().bottom - foot).filter(under => under > 0);
}"""
"""The length by which the words above the felt reach over it."""

COVERED = """() => {
    const note = document.querySelector('[role=alert]').getBoundingClientRect();
    const rail = document.querySelector('section.rail').getBoundingClientRect().top;
    return [...document.querySelectorAll('[data-wager]')].filter(one => {
        const spot = one.getBoundingClientRect();
        const seen = Math.min(spot.bottom, rail);
        return spot.left < note.right && note.left < spot.right && spot.top < note.bottom && note.top < seen;
    }).map(one => one.dataset.wager);
}"""
"""The spots on which the note of a refusal lies."""


async def middle(what):
    """Wait until something lies still, and return its middle."""
    await (await what.element_handle()).wait_for_element_state("stable")
    box = await what.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def drag(page, what, where):
    """Take something with the mouse, and let it go somewhere else."""
    there = await middle(where)
    await page.mouse.move(*await middle(what))
    await page.mouse.down()
    await page.mouse.move(*there, steps=5)
    await page.mouse.up()


async def test_bets_by_hand(visiting):
    async with visiting(TABLE) as (house, come, books):
        ann = await come("Ann")
        page = ann.page
        await ann.sit(900)
        chip = page.get_by_role("radio", name="Chip of $25", exact=True)
        await drag(page, chip, ann.spot("pass"))
        await ann.shows("At risk", 2500)
        await drag(page, chip, ann.spot("place 5"))
        await ann.shows("At risk", 5000)
        await drag(page, ann.spot("place 5"), page.get_by_role("heading", level=1))
        await ann.shows("At risk", 2500)
        await page.keyboard.press("f")
        await ann.shows("At risk", 3000)
        await page.get_by_role("button", name="Double").click()
        await ann.shows("At risk", 6000)
        await page.get_by_role("button", name="Clear", exact=True).click()
        await ann.shows("At risk", 0)
        await page.get_by_role("button", name="Bet across").click()
        await ann.shows("At risk", 3200)
        await page.get_by_role("button", name="Undo").click()
        await ann.shows("At risk", 0)
        await page.get_by_role("button", name="Bet across").click()
        await ann.shows("At risk", 3200)
        await page.get_by_role("button", name="All off").click()
        await expect(page.get_by_role("button", name="All on")).to_be_enabled()
        await page.get_by_role("button", name="All down").click()
        await ann.shows("At risk", 0)
        await ann.bet("pass", 25)
        async with dealing(house, RULES) as dealers:
            await dealers.throw(4, 2)
            await expect(page.get_by_text("The point is 6", exact=True)).to_be_visible()
            await page.get_by_label("How much odds").select_option("2x")
            await page.get_by_role("button", name="Odds", exact=True).click()
            await ann.shows("At risk", 7500)
        await books.agree_with(ann)


async def test_a_refusal_points_at_its_spot_and_covers_none(visiting):
    async with visiting(TABLE) as (_, come, _books):
        bob, ann = await come("Bob", PHONE), await come("Ann")
        await bob.sit(900)
        await bob.page.set_viewport_size({"width": 320, "height": 844})
        await expect(bob.page.locator(".awaits")).to_be_visible()
        await bob.comes_to([], STICKS_OUT)
        await bob.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        await bob.page.get_by_role("button", name="Open a pad of numbers").tap()
        for digit in "999":
            await bob.page.get_by_role("button", name=digit, exact=True).tap()
        await bob.page.get_by_role("button", name="Done").tap()
        note = bob.page.get_by_role("alert")
        for wager in ("place 6", "pass", "field"):
            await bob.spot(wager).tap()
            await expect(note).to_contain_text("may be at most $500, not $999")
            await expect(bob.page.locator("svg.line circle")).to_be_visible()
            await bob.comes_to([], COVERED)
        assert await bob.axe() == []
        await bob.page.get_by_role("heading", level=1).tap()
        await expect(note).to_have_count(0)
        await bob.spot("field").tap()
        await note.get_by_role("button", name="Bet $500").tap()
        await bob.shows("At risk", 50_000)
        await expect(note).to_have_count(0)
        await ann.sit(900)
        await ann.page.get_by_label("Another amount to bet").fill("999")
        for wager in ("place 6", "hard 8", "pass"):
            await ann.spot(wager).click()
            await expect(ann.page.locator("svg.line circle")).to_be_visible()
            await ann.comes_to([], COVERED)
        alert = ann.page.get_by_role("alert")
        await alert.get_by_role("button", name="Bet $500").click()
        await ann.shows("At risk", 50_000)
        await ann.spot("pass").click(button="right")
        await expect(alert).to_contain_text("may not be reduced or taken down")
        await expect(alert.get_by_role("link")).to_have_text(re.compile(r"clause \S+"))


class Finger:
    """A finger, or several, on a screen that can be touched."""

    def __init__(self, page, session):
        self.page, self.session = page, session

    async def touch(self, what, at, *fingers):
        """Send Chromium a touch of these fingers, at a time in seconds since 1970."""
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers)]
        await self.session.send(
            "Input.dispatchTouchEvent", {"type": what, "touchPoints": points, "timestamp": at}
        )

    async def moves(self, *ways):
        """Put fingers down, each at the beginning of its way, move them along, and lift them.

        They move at once: where a slow machine came between, Chromium would take it for a long press. They
        lie still before they are lifted, so that the page does not roll on.
        """
        lifted = time.time()
        down = self.touch("touchStart", lifted - 2, *(here for here, _ in ways))
        await asyncio.gather(down, self._along(ways, 1, lifted))
        for part in range(2, 6):
            await self._along(ways, part, lifted)
        await self.touch("touchEnd", lifted)

    async def _along(self, ways, part, lifted):
        """Move the fingers to so many fifths of their ways; each takes a fifth of a second."""
        at = [(x + (u - x) * part / 5, y + (v - y) * part / 5) for (x, y), (u, v) in ways]
        await self.touch("touchMove", lifted - 2 + part / 5, *at)


@pytest.mark.some
async def test_fingers_drag_chips_back_and_bet_nothing_where_they_scroll_or_pinch(visiting):
    async with visiting(TABLE) as (_, come, books):
        ann = await come("Ann", PHONE)
        page = ann.page
        await ann.sit(900)
        finger = Finger(page, await page.context.new_cdp_session(page))
        field = ann.spot("field")
        await field.evaluate("spot => spot.scrollIntoView({ block: 'center' })")
        await field.tap()
        await ann.shows("At risk", 500)
        x, y = await middle(field)
        await finger.moves(((x - 60, y), (x - 120, y)), ((x + 60, y), (x + 120, y)))
        await page.wait_for_function("visualViewport.scale > 1.2")
        await finger.moves(((20, y), (180, y)), ((370, y), (210, y)))
        await page.wait_for_function("visualViewport.scale === 1")
        await field.evaluate("spot => spot.scrollIntoView({ block: 'center' })")
        before = await page.evaluate("scrollY")
        x, y = await middle(field)
        await page.evaluate(SCROLLS)
        await finger.moves(((x - 130, y), (x - 130, y - 200)))
        async with asyncio.timeout(IN_TIME):
            await page.evaluate("scrolled")
        assert await page.evaluate("scrollY") > before + 50
        await field.evaluate("spot => spot.scrollIntoView({ block: 'center' })")
        x, y = await middle(field.locator(".grip"))
        await finger.moves(((x, y), (x, y - 150)))
        await ann.shows("At risk", 0)
        await expect(page.locator("li", has_text="You put $5")).to_have_count(1)
        await books.agree_with(ann)


@pytest.mark.some
async def test_what_the_table_waits_for_is_said_and_a_refusal_is_seen_from_everywhere(visiting):
    async with visiting(TABLE) as (house, come, _books):
        ann = await come("Ann", PHONE)
        page = ann.page
        await expect(page.get_by_text("Nobody can enter what the dice show")).to_have_count(0)
        await ann.sit(900)
        await expect(page.get_by_text("Nobody can enter what the dice show")).to_be_visible()
        async with dealing(house, RULES) as dealers:
            await expect(
                page.get_by_text("You need a wager on the Pass Line or the Don't Pass")
            ).to_be_visible()
            await choose_amount(ann, 10)
            await try_spot(ann, "pass")
            await expect(page.get_by_text("You need a wager")).to_have_count(0)
            await try_spot(ann, "place 6")
            wagers = page.get_by_role("region", name="Your wagers")
            await wagers.get_by_role("button", name="Call Place 6 on").tap()
            await expect(wagers.get_by_role("button", name="Call Place 6 off")).to_be_visible()
            await dealers.throw(4, 1)
            await expect(page.get_by_text("The point is 5", exact=True)).to_be_visible()
            await try_spot(ann, "come")
            await dealers.throw(6, 3)
            await wagers.get_by_role("button", name="Press Come 9").tap()
            await ann.shows("At risk", 4000)
            contract = wagers.get_by_role("button", name="Take Come 9 down")
            await expect(contract).to_be_disabled()
            await contract.tap(force=True)
            await expect(wagers.get_by_role("status")).to_contain_text("Come 9 is a contract wager")
            await ann.shows("At risk", 4000)
            leave = page.get_by_role("button", name="Leave", exact=True)
            await leave.tap()
            note = page.get_by_role("alert")
            await expect(note).to_contain_text("You cannot leave yet")
            await expect(note).to_be_in_viewport(ratio=1)
            await dealers.throw(4, 3)
            await expect(note).to_have_count(0)  # the note is out of date


async def test_the_same_bet_and_the_last_result(visiting):
    async with visiting(TABLE) as (house, come, books), dealing(house, RULES) as dealers:
        ann = await come("Ann", PHONE)
        await ann.sit(500)
        result = ann.page.get_by_role("group", name="The last throw for you")
        again = ann.page.get_by_role("button", name="Same bet")
        by_itself = ann.page.get_by_role("switch", name="by itself")

        await ann.bet("pass", 25)
        await dealers.throw(4, 2)
        await expect(result).to_contain_text("Nothing of yours was decided.")
        await ann.page.get_by_role("button", name="Odds", exact=True).click()
        await ann.shows("At risk", 15_000)
        await dealers.throw(4, 3)
        await expect(result).to_contain_text("Seven out: all your wagers are lost.")
        for part in ("\N{MINUS SIGN}$150", "Pass Line \N{MINUS SIGN}$25", "$350"):
            await expect(result).to_contain_text(part)
        await expect(result.get_by_role("status")).to_have_text(
            "Seven out: all your wagers are lost. Pass Line lost $25. Pass Line Odds lost $125. "
            "Together \N{MINUS SIGN}$150. $350 in your rail."
        )

        await again.click()
        await ann.shows("At risk", 2500)
        note = ann.page.get_by_text("Left out $125 odds on the Pass Line")
        await expect(note).to_be_visible()
        assert await ann.axe() == []
        await by_itself.click()
        await expect(by_itself).to_be_checked()
        await expect(note).to_have_count(0)

        stick = ann.page.get_by_role("region", name="The throw")
        call = await stick.locator(".call").inner_text()
        assert "Seven out" in call
        await ann.page.reload()
        await expect(stick.locator(".call")).to_have_text(call)
        await expect(result).to_contain_text("Seven out: all your wagers are lost.")
        await expect(by_itself).to_be_checked()
        await ann.shows("At risk", 2500)

        await dealers.throw(5, 4)
        await ann.shows("At risk", 2500 + 10_000)  # four times on the 9
        await dealers.throw(3, 6)
        await expect(result).to_contain_text("Pass Line Odds +$150")
        await ann.shows("At risk", 2500)
        await ann.page.get_by_role("button", name="Sit out").click()
        await expect(ann.page.get_by_text("no longer repeats by itself: you sit out")).to_be_visible()
        await expect(by_itself).not_to_be_checked()
        await books.agree_with(ann)
