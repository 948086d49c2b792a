"""What people do at a table through the page: bet on whatever it offers, and run the game from its chairs."""

import re
from contextlib import suppress

import pytest
from playwright.async_api import TimeoutError as PlaywrightTimeoutError
from playwright.async_api import expect

from bankcraps import BOOKS

SCRIPT = """
const spotsOf = wager => [...document.querySelectorAll(`[data-wager="${wager}"]`)];
const isMine = one => one.getAttribute('aria-label').includes('yours: ');
const moment = ms => new Promise(next => setTimeout(next, ms));

async function answered(wager) {
    const refused = () => document.querySelector(`.refused[data-wager="${wager}"]`);
    while (!spotsOf(wager).some(isMine) && !refused()) await moment(5);
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

async function clickEach(wagers) {
    for (const wager of wagers) {
        spotsOf(wager)[0].dispatchEvent(new MouseEvent('click', { bubbles: true }));
        await whatStands(wager);
    }
}

const everySpot = () => [...document.querySelectorAll('[data-wager]')];
const standing = () => everySpot().filter(isMine).map(one => one.dataset.wager);
"""


def one_quickly(house):
    """Every house, of which a short run plays only this one: an evening in two browsers takes a minute."""
    return [pytest.param(one, marks=() if one == house else pytest.mark.long) for one in BOOKS]


async def _run(visitor, function, argument=None):
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
    """Return the wagers on whose spots the page shows chips of one's own."""
    return set(await _run(visitor, "standing"))


async def choose_amount(visitor, dollars):
    """Bet this much with each click from now on."""
    await visitor.page.get_by_label("Another amount to bet").fill(str(dollars))


async def try_spot(visitor, wager):
    """Click or tap a spot, or then the sum that would do instead, and return whether the wager stands."""
    spot = visitor.spot(wager)
    await (spot.tap() if visitor.touches else spot.click())
    return await _run(visitor, "whatStands", wager)


async def click_quickly(visitor, wagers):
    """Click one spot after the other, without a mouse; whether they can be hit is `try_spot`'s question."""
    await _run(visitor, "clickEach", list(wagers))


async def holds_the_dice(player):
    return await player.page.get_by_role("button", name="Pass the dice", exact=True).count() > 0


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
        await self.page.get_by_role("button", name="No more bets", exact=True).click()
        out = self.page.get_by_role("region", name="The throw", exact=True).get_by_text("dice out")
        try:
            await expect(out).to_be_visible()
        except AssertionError:
            raise AssertionError(await self.page.get_by_role("alert").all_inner_texts()) from None

    async def offer(self, player):
        """Offer a player the dice, as the stickperson."""
        name = "Offer the dice"
        console = self.page.get_by_label("The crew's chairs", exact=True)
        toggle = console.get_by_role("button", name=name, exact=True).first
        if await toggle.get_attribute("aria-expanded") == "false":
            await toggle.click()
        form = self.page.locator("form").filter(has=self.page.get_by_role("button", name=name, exact=True))
        await form.get_by_label("To whom").fill(player.name)
        await form.locator("button.main").click()

    async def see_to_a_shooter(self, *players):
        """Offer the dice to these players in turn until one has them. Return who, if any."""
        for _ in range(2):
            for one in players:
                if await holds_the_dice(one):
                    return one
                await self.offer(one)
                with suppress(PlaywrightTimeoutError):
                    await one.page.get_by_role("button", name="Take the dice").click(timeout=5000)
                    await expect(one.page.get_by_text("You shoot")).to_be_visible()
        return None

    async def is_out(self):
        """Whether the dice are out, so that a throw can be entered."""
        return await self.page.get_by_role("button", name="No more bets", exact=True).is_disabled()

    async def enter(self, first, second):
        """Enter how the dice came to rest, twice, as the pad asks."""
        await self.page.get_by_role("button", name=f"{first}-{second}, {first + second}", exact=True).click()
        await self.page.get_by_role("button", name="Yes, it counts").click()

    async def throw(self, first, second):
        await self.close_betting()
        await self.enter(first, second)
        await expect(self.page.get_by_role("img", name=f"The dice show {first} and {second}")).to_be_visible()
