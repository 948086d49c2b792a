"""Somebody plays a lesson at a table of their own, and answers its questions.

The test chooses the dice: they take away what the lesson waits for, so that it has to begin again. What a
lesson does with other dice is in web/src/lessons/steps.test.ts.
"""

import pytest
from playwright.async_api import expect
from tests.browser.conftest import PHONE
from tests.server.live import a_table

pytestmark = pytest.mark.some

DICE = ((4, 2), (3, 4), (5, 3), (4, 5), (1, 1), (3, 6))
"""A point, a seven and no number, another point, a nine, a two that does nothing, and the nine again."""

END = "The lesson is over"
QUESTIONS = {
    "If the next throw is 10, what does Come do?": "It goes to its number",
    "If the next throw is 11, what does Come do?": "It loses",
    "$10 lies on Come 9. What does it win on 9?": "$10",
    "If the next throw is 7, what does Come 9 do?": "It loses",
}
"""Answers, of which the second is wrong."""

TOLD = [
    "Take your place",
    "Bet on Pass Line",
    "Throw the dice",
    "6 is the point",
    "Bet on Come",
    "Look at the felt",
    "If the next throw is 10, what does Come do?",
    "If the next throw is 11, what does Come do?",
    "What may you take down now?",
    "Throw the dice",
    "7",
    "Bet on Pass Line",
    "Throw the dice",
    "8 is the point",
    "Bet on Come",
    "Throw the dice",
    "9",
    "Look at the felt",
    "$10 lies on Come 9. What does it win on 9?",
    "If the next throw is 7, what does Come 9 do?",
    "What may you take down now?",
    "Throw the dice",
    "2: nothing happens",
    "9: you won $10",
    "Look at the felt",
    END,
]


async def test_a_lesson_is_played_by_keys_and_goes_on_after_the_page_was_loaded_again(visiting, dice_show):
    dice_show(*DICE)
    async with visiting(a_table("classic")) as (_, come, _books):
        ann = await come("", PHONE)
        page, coach = ann.page, _coach(ann)
        row = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Come"))
        await ann.go("/lessons/classic")
        await expect(page.get_by_role("heading", name="Propositions")).to_be_visible()
        assert await ann.axe() == []
        await page.get_by_role("link", name="Begin: Come").press("Enter")
        await page.get_by_role("button", name="Begin").press("Enter")
        told, looked = [], set()
        while END not in told:
            if len(told) == 7:
                await ann.go("/lessons/classic")
                await expect(row).to_contain_text("You are in the middle of it.")
                await row.get_by_role("link").press("Enter")
                await page.get_by_role("button", name="Go on where you were").press("Enter")
            told.append(await _next(ann))
            if told[-1].split()[0] not in looked:
                looked.add(told[-1].split()[0])
                assert await ann.axe() == [], told[-1]
            if told[-1] != END:
                await _do(ann, told[-1])
        assert told == TOLD
        await expect(coach).to_contain_text("Right answers: 5 of 6.")
        await coach.get_by_role("button", name="All lessons").press("Enter")
        await expect(row).to_contain_text("Done. Right answers: 5 of 6")
        await ann.go("/lessons/classic")
        await expect(row).to_contain_text("Done. Right answers: 5 of 6")


async def _next(visitor):
    """Wait until the coach says what comes next. Returns its title."""
    coach = _coach(visitor)
    await expect(coach.locator(".acts .main, .choices button").first).to_be_enabled()
    await expect(coach.get_by_role("heading", name="A question comes")).to_have_count(0)
    return await coach.get_by_role("heading").inner_text()


def _coach(visitor):
    return visitor.page.get_by_role("region", name="What comes next")


async def _do(visitor, title):
    """Answer a question, or do what the step asks for, with the keys alone."""
    coach, press = _coach(visitor), visitor.page.keyboard.press
    if title not in QUESTIONS and not title.startswith("What may"):
        await expect(coach.locator(".acts .main")).to_be_focused()
        await press("Enter")
    else:
        await expect(coach.get_by_role("heading")).to_be_focused()
        # Neither the pass wager nor the come wager may be taken down at this house.
        answer = coach.get_by_role("button", name=QUESTIONS.get(title, "Check"), exact=True)
        while not await answer.evaluate("one => one === document.activeElement"):
            await press("Tab")
        await press("Enter")
        right = "Not quite" if "11" in title else "Right"
        said = coach.get_by_role("status")
        await expect(said).to_contain_text(right)
        if title not in QUESTIONS:
            await expect(said).to_contain_text("contract wager")
        await expect(coach.get_by_role("button", name="Go on")).to_be_focused()
        await press("Enter")
    await expect(coach.get_by_role("heading", name=title, exact=True)).to_have_count(0)
