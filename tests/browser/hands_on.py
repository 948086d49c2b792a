"""Acts at a table through the page: bet on whatever it offers, and run the game from its chairs."""

import asyncio
import re

from playwright.async_api import expect
from tests.kit.deadline import IN_TIME

SCRIPT = """
const spotsOf = wager => [...document.querySelectorAll(`[data-wager="${wager}"]`)];
const isMine = one => one.getAttribute('aria-label').includes('yours: ');
const moment = ms => new Promise(next => setTimeout(next, ms));

async function answered(wager) {
    const refused = () => document.querySelector(`.refused[data-wager="${wager}"]`);
    while (!spotsOf(wager).some(isMine) && !refused()) {
        // Where a little more would be paid exactly, the page asks first. Bet what was meant.
        document.querySelector('.offer .said')?.click();
        await moment(5);
    }
}

// Wait for the answer to a bet, bet the sum that would do instead if there is one, and say whether it stands.
async function whatStands(wager) {
    await answered(wager);
    const buttons = [...document.querySelectorAll('[role=alert] button')];
    const other = buttons.find(one => one.textContent.startsWith('Bet '));
    if (!spotsOf(wager).some(isMine) && other) {
        other.click();
        await moment(20);
        await answered(wager);
    }
    const stands = spotsOf(wager).some(isMine);
    // The note of a refusal lies on the felt until it is closed.
    const last = document.querySelector('[role=alert] button:last-of-type');
    if (!stands && last) last.click();
    return stands;
}

async function clickWithoutMouse(wager) {
    spotsOf(wager)[0].dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await whatStands(wager);
}

function isCovered(wager) {
    const spot = spotsOf(wager)[0];
    spot.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = spot.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('[data-wager]');
    return hit?.dataset.wager !== wager;
}

const coveredOf = wagers => wagers.filter(isCovered);

const everySpot = () => [...document.querySelectorAll('[data-wager]')];
const standing = () => everySpot().filter(isMine).map(one => one.dataset.wager);
"""


async def _run(visitor, function, argument=None):
    async with asyncio.timeout(IN_TIME):
        return await visitor.page.evaluate(
            f"async given => {{ {SCRIPT} return await {function}(given); }}", argument
        )


async def spots(visitor):
    """Return every wager for which the page shows a spot that can be clicked."""
    found = await visitor.page.locator("[data-wager]").evaluate_all(
        "some => some.map(one => one.dataset.wager)"
    )
    return list(dict.fromkeys(found))


async def standing(visitor):
    """Return the wagers on whose spots the page shows the player's chips."""
    return set(await _run(visitor, "standing"))


async def choose_amount(visitor, dollars):
    """Bet this much with each click from now on."""
    await visitor.page.get_by_label("Another amount to bet").fill(str(dollars))


async def try_spot(visitor, wager):
    """Click or tap a spot, and then the suggested sum if there is one. Return whether the wager stands."""
    spot = visitor.spot(wager)
    await (spot.tap() if visitor.touches else spot.click())
    return await _run(visitor, "whatStands", wager)


async def click_quickly(visitor, wagers):
    """Click one spot after the other, without a mouse. `try_spot` tests whether a mouse can hit them.

    Each click has the deadline to itself: a busy machine may need longer for all the spots of a table.
    """
    for wager in wagers:
        await _run(visitor, "clickWithoutMouse", wager)


async def covered(visitor, wagers):
    """Return those of the spots that something covers where they lie."""
    return await _run(visitor, "coveredOf", list(wagers))


class CrewPage:
    """Somebody who runs a table from its chairs, through the page."""

    def __init__(self, visitor):
        self.visitor, self.page = visitor, visitor.page

    @classmethod
    async def at(cls, visitor, role=".*"):
        """Take the chair of a role, or every chair that the page offers."""
        taking = visitor.page.get_by_role("button", name=re.compile(f"^Take the {role}'s chair$"))
        await expect(taking.first).to_be_visible()
        while left := await taking.count():
            await taking.first.click()
            await expect(taking).to_have_count(left - 1)
        return cls(visitor)

    async def close_betting(self):
        close = self.page.get_by_role("button", name="No more bets", exact=True)
        await self.visitor.asks(close.click(force=True))  # if the house would refuse it, it says why
        out = self.page.get_by_role("region", name="The throw", exact=True).get_by_text("dice out")
        await expect(out).to_be_visible()

    async def enter(self, first, second):
        """Enter how the dice came to rest, twice, as the pad asks; on a phone, each die by itself."""
        if self.visitor.touches:
            for die, face in enumerate((first, second), 1):
                row = self.page.get_by_role("group", name=f"Die {die}")
                await row.get_by_role("button", name=str(face), exact=True).click()
        else:
            name = f"{first}-{second}, {first + second}"
            await self.page.get_by_role("button", name=name, exact=True).click()
        await self.page.get_by_role("button", name="Yes, it counts").click()

    async def throw(self, first, second):
        await self.close_betting()
        await self.enter(first, second)
        await expect(self.page.get_by_role("img", name=f"The dice show {first} and {second}")).to_be_visible()
