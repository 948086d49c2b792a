"""A whole visit without a mouse: from the lobby to the visitor's own table, its wagers and panels, and away.

After every key something has the focus, the focus is visible, and nothing lies over it.
"""

import asyncio
from contextlib import suppress

import pytest
from msgspec.structs import replace
from playwright.async_api import expect
from tests.kit.deadline import IN_TIME
from tests.server.live import a_table

from bankcraps.live.people.lobby import settings_of
from bankcraps.server.web.api import lobby

MOST = 200
"""More tabs than a page has stops."""

POINT_MADE = ((4, 2), (3, 3))
"""The throws: a point, and then it is made."""

BOOK = ("Disputes", "Fair dice", "Hands", "Statistics", "Settle up")
"""The panels of the table's book."""

FOCUS = """() => {
    const now = document.activeElement;
    if (!now || now === document.body) return null;
    const shape = now instanceof SVGElement ? now.querySelector('rect') : now;
    const styles = [now, shape].map(one => getComputedStyle(one));
    const lit = styles.some(one => one.outlineStyle !== 'none' && parseFloat(one.outlineWidth) > 0);
    const edged = now instanceof SVGElement && parseFloat(styles[1].strokeWidth) >= 3;
    const { left, top, width, height } = shape.getBoundingClientRect();
    const [x, y] = [left + Math.min(width, innerWidth) / 2, top + Math.min(height, 60) / 2];
    const at = document.elementFromPoint(x, y);
    const label = now.labels?.[0]?.textContent ?? '';
    return {
        says: (now.getAttribute('aria-label') ?? (label || now.textContent)).trim(),
        tag: now.tagName.toLowerCase(),
        wager: now.dataset?.wager ?? '',
        // A heading gets the focus where a page begins, and has no ring.
        ringed: now.tagName === 'H1' || lit || edged,
        free: now.contains(at) || at?.contains(now),
    };
}"""


class Keyboard:
    """Somebody who has no mouse."""

    def __init__(self, visitor):
        self.visitor, self.page = visitor, visitor.page

    async def now(self, on=""):
        """Wait until something has the focus and is in sight: that wager, or what begins with these words."""
        found = None
        with suppress(TimeoutError):
            async with asyncio.timeout(IN_TIME):
                while True:
                    found = await self.page.evaluate(FOCUS)
                    if found and found["ringed"] and found["free"] and is_on(found, on):
                        return found
                    await asyncio.sleep(0.02)
        assert found, "the focus is lost"
        assert found["ringed"], f"nobody sees the focus of {found['says']}"
        assert found["free"], f"something covers {found['says']}"
        raise AssertionError(f"the focus is on {found}, and not on {on}")

    async def press(self, *keys, on=""):
        """Press keys, and wait until something has the focus: that wager, or what begins with these words."""
        for key in keys:
            await self.page.keyboard.press(key)
        return await self.now(on)

    async def to(self, says, key="Tab", *, tag=""):
        """Press a key until the focus is on a wager's spot, or on something that begins with these words."""
        passed = []
        for _ in range(MOST):
            found = await self.press(key)
            if is_on(found, says) and tag in ("", found["tag"]):
                return found
            passed.append(found["wager"] or found["says"])
        raise AssertionError(f"{key} does not lead to {says}, only to {dict.fromkeys(passed)}")

    async def go(self, says, *keys, tag=""):
        """Tab to something and press keys on it."""
        await self.to(says, tag=tag)
        return await self.press(*(keys or ("Enter",)))

    async def write(self, text):
        await self.page.keyboard.press("Control+a")
        await self.page.keyboard.type(text)

    async def throw(self, then):
        """Throw the dice, and wait until bets are taken again and the table says this."""
        betting = self.page.get_by_text("Take your time")  # nobody else plays here
        await expect(betting).to_be_visible()
        await self.page.keyboard.press("t")
        await expect(self.page.get_by_text(then, exact=True)).to_be_visible()
        await expect(betting).to_be_visible()
        await self.now()


def is_on(found, says):
    """Whether the focus is on the spot of a wager, or on something that begins with these words."""
    return says in ("", found["wager"]) or found["says"].startswith(says)


@pytest.fixture
def no_hurry(monkeypatch):
    """Let shooters keep the betting open for as long as they like: usually the house waits for a minute."""

    def settings(asked, opener):
        usual = settings_of(asked, opener)
        return replace(usual, timing=replace(usual.timing, shooter_ms=0))

    monkeypatch.setattr(lobby, "settings_of", settings)


@pytest.mark.usefixtures("no_hurry")
@pytest.mark.some
async def test_the_whole_game_is_played_without_a_mouse(visiting, dice_show):
    dice_show(*POINT_MADE)
    async with visiting(a_table("classic")) as (_, come, books):
        kay = await come("Kay")
        await kay.go("/")
        keys, page = Keyboard(kay), kay.page
        await expect(page.get_by_role("button", name="Open the table")).to_be_visible()
        await _open_a_table(keys)
        books.table = page.url.rsplit("/", 1)[1]
        await expect(page.get_by_label("Buy in for")).to_be_visible()
        await keys.to("Buy in for")
        await keys.write("400")
        await keys.press("Enter")
        await kay.shows("Rail", 40_000)
        await _bet_on_line_and_centre(keys)
        await books.agree_with(kay)
        await _answer_a_refusal(keys)
        await books.agree_with(kay)
        await _press_and_take_down(keys)
        await books.agree_with(kay)
        await _throw_with_odds(keys)
        await _open_and_close_everything(keys)

        # Nothing stands after a line wager is decided and the rest has come down.
        await keys.throw("Come-out")
        await keys.press("w")
        await keys.go("All down")
        await kay.shows("At risk", 0)
        await books.agree_with(kay)
        await keys.press("w")
        await keys.go("Leave")
        await expect(page.get_by_label("Buy in for")).to_be_visible()
        await keys.now()  # the button is gone, and what follows it has the focus
        await keys.to("Tables", "Shift+Tab")
        await keys.press("Enter")
        await expect(page.get_by_role("heading", name="Tables", exact=True)).to_be_focused()


async def _open_a_table(keys):
    page = keys.page
    await keys.to("House", tag="select")
    await page.keyboard.type("New South")
    await keys.to("Name of the table")
    await keys.write("No mouse")
    await keys.to("Minimum")
    await keys.write("5")
    await keys.to("Maximum")
    await keys.write("500")
    await keys.to("Who ends the betting", tag="select")
    await page.keyboard.type("the shooter")
    await keys.go("Open the table")
    await expect(page.get_by_role("heading", name="No mouse")).to_be_focused()


async def _bet_on_line_and_centre(keys):
    """A chip is picked with arrow keys, and they lead over the layout."""
    kay = keys.visitor
    await keys.press("b", "ArrowRight", on="Chip of $25")
    await keys.press("l", on="pass")
    await keys.press("Enter")
    await kay.shows("At risk", 2500)
    await keys.go("Undo")
    await kay.shows("At risk", 0)
    await keys.press("Enter", on="Undo")  # a button that has nothing more to do keeps the focus
    await keys.press("b", "ArrowLeft", on="Chip of $5")
    await keys.press("l", "Enter")
    await kay.shows("At risk", 500)
    await keys.to("field", "ArrowUp")
    await keys.to("any_craps", "ArrowRight")
    await keys.to("hard 8", "ArrowUp")
    await keys.press(" ")
    await kay.shows("At risk", 1000)


async def _answer_a_refusal(keys):
    """The suggested sum has the focus, and the spot gets it back."""
    kay, page = keys.visitor, keys.page
    await keys.press("b")
    await keys.to("Another amount")
    await keys.write("7.5")
    await keys.press("Tab", "l")
    await keys.to("field", "ArrowUp")
    await keys.press("Enter")
    await expect(page.get_by_role("button", name="Bet $7")).to_be_focused()
    await keys.press("Enter", on="field")
    await kay.shows("At risk", 1700)
    await keys.press("Enter")
    await expect(page.get_by_role("button", name="Bet $7")).to_be_focused()
    await keys.press("Escape", on="field")
    await expect(page.get_by_role("alert")).to_have_count(0)
    await keys.press("b", "ArrowRight", on="Chip of $1")
    await keys.press("ArrowRight", on="Chip of $5")


async def _press_and_take_down(keys):
    kay = keys.visitor
    await keys.press("w")
    await keys.go("Press Hardway 8")
    await kay.shows("At risk", 2200)
    await keys.press("l")
    await keys.to("field", "ArrowUp")
    await keys.press("Delete")
    await kay.shows("At risk", 1500)
    await keys.press("w")
    await keys.go("Take Hardway 8 down")
    await kay.shows("At risk", 500)
    await keys.now()


async def _throw_with_odds(keys):
    kay, page = keys.visitor, keys.page
    await keys.throw("The point is 6")
    await kay.shows("At risk", 500)
    await keys.press("l", on="pass")
    await keys.go("Odds", tag="button")
    await expect(page.locator('[data-wager="pass_odds"][aria-label*="yours: "]').first).to_be_visible()


async def _open_and_close_everything(keys):
    """Every panel opens and closes, and the focus stays with what opened it."""
    page = keys.page
    await keys.press("l", "?")
    await expect(page.get_by_role("dialog")).to_be_visible()
    await keys.press("Escape", on="pass")
    await keys.to("What is this?", "Shift+Tab")
    await keys.press("Enter", "Escape", on="What is this?")
    await keys.to("Share", "Shift+Tab")
    await keys.press("Enter")
    await expect(page.get_by_role("dialog")).to_be_visible()
    await keys.press("Escape", on="Share")
    await keys.press("w")
    for panel in ("Buy chips", "Cash out", *BOOK):
        await keys.go(panel)
        opened = page.get_by_role("button", name=panel, exact=True)
        await expect(opened.and_(page.locator("[aria-expanded=true]"))).to_be_focused()
        if panel in BOOK:
            await expect(page.locator(".shown")).to_be_visible()  # its code is loaded first
        await keys.visitor.has_loaded()  # parts that load later would come between two presses of Tab
        await keys.press("Tab", "Shift+Tab", "Enter")
        await expect(opened.and_(page.locator("[aria-expanded=false]"))).to_be_focused()
    await keys.go("Keys", tag="summary")
    await expect(page.get_by_text("to the layout")).to_be_visible()
    await keys.press("Enter")
    await keys.go("Open a pad of numbers")
    await keys.press("Tab", "Tab")
    await keys.press("Escape", on="Open a pad of numbers")
    await keys.press("/")
    await page.keyboard.type("nothing that anybody says")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert")).to_be_visible()
    await expect(page.get_by_label("Say it in words")).to_be_focused()
    await keys.press("Escape")
    await expect(page.get_by_role("alert")).to_have_count(0)
    await keys.press("Shift+Tab")
