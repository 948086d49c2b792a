"""A player who behaves like various people, through the controls of the page."""

import asyncio
import re
import time
from contextlib import suppress

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeoutError
from playwright.async_api import expect
from tests.browser.conftest import Visitor
from tests.kit.deadline import IN_TIME
from tests.page.hour.habits import AMOUNTS, KEYS, SENTENCES
from tests.page.hour.shown import READ

QUIET_S = 0.05


FREE_POINT = """spot => {
    spot.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = spot.getBoundingClientRect();
    const parts = [0.5, 0.3, 0.7, 0.15, 0.85];
    const points = parts.flatMap(down => parts.map(along => ({ x: along * width, y: down * height })));
    const free = at => document.elementFromPoint(x + at.x, y + at.y)?.closest('[data-wager]') === spot;
    return points.find(free) ?? null;
}"""
"""The point of a spot that somebody would touch: my chips on another spot may lie on its middle."""


class Player(Visitor):
    """Somebody at a desk or with a phone.

    Attributes:
        random: chooses their acts.
        acts: their acts, the last at the end.
        bought: their chips, in cents.
    """

    def __init__(self, page, house, name, random, *, touches):
        super().__init__(page, house, name, touches=touches)
        self.random = random
        self.acts = []
        self._last = 0.0

    def _say(self, text):
        super()._say(text)
        self._last = time.monotonic()

    def _hear(self, text):
        super()._hear(text)
        self._last = time.monotonic()

    async def read(self):
        return await self.page.evaluate(READ)

    async def answered(self):
        """Wait until the house has answered everything and nothing has come for a moment."""
        with suppress(TimeoutError):
            async with asyncio.timeout(IN_TIME):
                while self._waits or time.monotonic() - self._last < QUIET_S:  # noqa: ASYNC110 - no event
                    await asyncio.sleep(0.02)
                return True
        self.wrong.append(f"no answer to {self.acts[-1:]}")
        self._waits.clear()
        return False

    async def told(self):
        """Wait until the page knows what the next throw does to each wager."""
        await self.answered()
        await expect(self.page.locator("#wagers[aria-busy=true]")).to_have_count(0)

    async def press(self, target):
        """Click or tap, unless it says that it does nothing now."""
        if await target.get_attribute("aria-disabled") == "true":
            return
        await (target.tap() if self.touches else target.click())

    async def press_button(self, name, inside=None):
        await self.press((inside or self.page).get_by_role("button", name=name, exact=True).first)

    async def act(self):
        """Do something, and return what it was."""
        weights = {
            self.clicks_a_spot: 30,
            self.bets_a_sum: 26,
            self.uses_the_pad: 4,
            self.speaks: 14,
            self.odds: 8,
            self.wagers_list: 8,
            self.several: 7,
            self.takes_back: 4,
            self.keys_or_drag: 5,
            self.looks: 4,
        }
        chosen = self.random.choices(list(weights), list(weights.values()))[0]
        self.acts.append(chosen.__name__)
        try:
            self.acts[-1] = await chosen() or chosen.__name__
        except PlaywrightTimeoutError as error:
            self.acts[-1] = f"{chosen.__name__}: {str(error).splitlines()[0]}"
            lines = [line.strip() for line in str(error).splitlines()]
            why = [line for line in lines if re.search("intercepts|outside|waiting for", line)]
            self.wrong.append(f"cannot do {self.acts[-1]} {list(dict.fromkeys(why))[:8]}")
        await self.answered()
        return self.acts[-1]

    async def _any_spot(self):
        """A spot: any family as often as any other, and those of lines and numbers more often."""
        spots = await self.page.evaluate(
            "[...new Set([...document.querySelectorAll('[data-wager]')].map(one => one.dataset.wager))]"
        )
        families = {}
        for one in spots:
            families.setdefault(one.split(" ")[0], []).append(one)
        often = [
            one
            for one in ("pass", "dont_pass", "come", "come", "dont_come", "place", "place")
            if one in families
        ]
        return self.random.choice(families[self.random.choice([*families, *often])])

    async def _press_spot(self, wager):
        """Click or tap a spot where nothing covers it. If a little more is offered, take it or insist."""
        spot = self.spot(wager)
        free = await spot.evaluate(FREE_POINT)
        if free is None:
            self.wrong.append(f"other spots cover all of {wager}")
            return
        await (spot.tap(position=free) if self.touches else spot.click(position=free))
        await self.answered()
        offer = self.page.get_by_role("group", name="A sum that is paid exactly")
        if await offer.count():
            await self.press(offer.get_by_role("button").nth(self.random.randrange(2)))

    async def clicks_a_spot(self):
        chip = self.random.choice(await self.page.get_by_role("radio").all_inner_texts())
        if chip in ("500", "1000") and self.random.random() < 0.8:
            chip = "5"
        await self.press(self.page.get_by_role("radio").filter(has_text=re.compile(f"^{chip}$")).first)
        wager = await self._any_spot()
        await self._press_spot(wager)
        return f"chip of ${chip} on {wager}"

    async def bets_a_sum(self):
        sum_, wager = self.random.choice(AMOUNTS), await self._any_spot()
        await self.page.get_by_label("Another amount to bet").fill(str(sum_))
        await self._press_spot(wager)
        return f"${sum_} typed, on {wager}"

    async def uses_the_pad(self):
        sum_ = self.random.choice(AMOUNTS)
        await self.told()  # what comes later moves the buttons under the finger
        await self.press_button("Open a pad of numbers")
        for digit in str(sum_):
            await self.press_button(digit, self.page.get_by_role("group", name="Numbers"))
        await self.press_button("Done")
        wager = await self._any_spot()  # a spot chosen before the sum may be gone
        await self._press_spot(wager)
        return f"${sum_} by the pad, on {wager}"

    async def speaks(self):
        line = self.random.choice(SENTENCES)
        await self.more()
        field = self.page.get_by_label("Say it in words")
        await field.fill(line)
        await field.press("Enter")
        await self.answered()
        await field.fill("")
        return f"says: {line}"

    async def more(self):
        opens = self.page.get_by_role("button", name="More", exact=True)
        if self.touches and await opens.count() and await opens.is_visible():
            await opens.tap()

    async def odds(self):
        choice = self.page.get_by_label("How much odds")
        offered = await choice.locator("option").evaluate_all("all => all.map(one => one.value)")
        much = self.random.choice(["max", "max", *offered])
        await choice.select_option(much)
        await self.press_button("Odds")
        return f"odds {much}"

    async def wagers_list(self):
        await self.told()  # the house may refuse what a button asks for, and then it is disabled
        buttons = self.page.locator("#wagers button:not([aria-disabled=true])")
        there = await buttons.element_handles()
        if not there:
            return await self.clicks_a_spot()
        one = self.random.choice(there)
        name = await one.get_attribute("aria-label")
        try:
            await self.press(one)
        except PlaywrightError:
            if await one.evaluate("one => one.isConnected"):
                raise
            return f"button: {name}, whose wager has just gone"
        return f"button: {name}"

    async def several(self):
        await self.more()
        name = self.random.choice(
            (
                *("Undo", "Undo", "Same bet", "Same bet", "Clear", "Double"),
                *("Bet across", "Bet inside", "Bet outside", "All off", "All on", "All down"),
            )
        )
        button = (
            self.page.get_by_role("group", name="Several wagers at once")
            .get_by_role("button", name=name)
            .first
        )
        if await button.count() and await button.get_attribute("aria-disabled") != "true":
            await self.press(button)
        return f"button: {name}"

    async def takes_back(self):
        mine = await self.page.evaluate(
            """[...document.querySelectorAll('[data-wager]')].filter(
                one => one.getAttribute('aria-label').includes('yours: ')).map(one => one.dataset.wager)"""
        )
        if not mine:
            return await self.clicks_a_spot()
        wager = self.random.choice(mine)
        spot = self.spot(wager)
        if self.touches:
            await spot.scroll_into_view_if_needed()
            await self._touch(await self._middle(spot), hold=0.75)
        else:
            await spot.click(button="right")
        return f"takes {wager} down"

    async def keys_or_drag(self):
        if self.touches:
            return await self.clicks_a_spot()
        if self.random.random() < 0.6:
            key = self.random.choice(KEYS)
            await self.page.evaluate("document.activeElement.blur()")
            await self.page.keyboard.press(key)
            return f"key {key}"
        wager = await self._any_spot()
        chip = self.page.get_by_role("radio", name="Chip of $5", exact=True)
        spot = self.spot(wager)
        await spot.scroll_into_view_if_needed()
        x, y = await self._middle(chip)
        await self.page.mouse.move(x, y)
        await self.page.mouse.down()
        await self.page.mouse.move(*await self._middle(spot), steps=4)
        await self.page.mouse.up()
        return f"drags $5 to {wager}"

    async def looks(self):
        """Look at a spot, or on a phone open or close the centre."""
        if self.touches:
            await self.press(self.page.get_by_role("button", name=re.compile("[Tt]he centre")).first)
            return "centre"
        wager = await self._any_spot()
        await self.spot(wager).hover()
        return f"looks at {wager}"

    async def bets_on_the_line(self):
        wager = self.random.choice(("pass", "pass", "dont_pass"))
        sum_ = self.random.choice((5, 10, 15, 25, 30, 7))
        await self.page.get_by_label("Another amount to bet").fill(str(sum_))
        await self._press_spot(wager)
        await self.answered()
        self.acts.append(f"${sum_} on {wager}")

    async def takes_the_dice(self):
        button = self.page.get_by_role("button", name="Take the dice", exact=True)
        if await button.count():
            await self.press(button.first)
            await self.answered()

    def throws_with(self):
        return self.page.get_by_role("button", name="Throw the dice", exact=True)

    async def throws(self):
        """Throw with the button, or flick the dice."""
        flicks = self.random.random() < 0.3
        self.acts.append("flicks the dice" if flicks else "throws")
        if not flicks:
            return await self.press(self.throws_with().first)
        x, y = await self._middle(self.page.locator(".hand.ready"))
        if self.touches:
            return await self._touch((x, y), to=(x + 90, y + 4))
        await self.page.mouse.move(x, y)
        await self.page.mouse.down()
        await self.page.mouse.move(x + 90, y - 10, steps=4)
        await self.page.mouse.up()
        return None

    async def _middle(self, target):
        box = await target.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    async def _touch(self, at, to=None, hold=0.0):
        """Put a finger down, hold it or draw it somewhere, and lift it."""
        wire = await self.page.context.new_cdp_session(self.page)

        async def sends(kind, *points):
            await wire.send(
                "Input.dispatchTouchEvent",
                {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
            )

        await sends("touchStart", at)
        await asyncio.sleep(hold)
        if to:
            for share in (0.3, 0.7, 1):
                await sends("touchMove", (at[0] + (to[0] - at[0]) * share, at[1] + (to[1] - at[1]) * share))
        await sends("touchEnd")
        await wire.detach()
