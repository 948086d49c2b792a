"""Somebody plays a lesson at a table of their own, and answers its questions.

The test chooses the dice: they take away what the lesson waits for, so that it has to begin again. What a
lesson does with other dice is in web/src/lessons/steps.test.ts.
"""

import pytest
from playwright.async_api import expect
from tests.browser.conftest import PHONE, Visitor, caught_up
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


async def test_a_lesson_waits_for_the_dice_and_the_house_answers_its_questions(visiting, dice_show):
    dice_show(*DICE)
    async with visiting(a_table("classic")) as (_, come, _books):
        ann = await come("", PHONE)
        await ann.go("/lessons/classic")
        await expect(ann.page.get_by_role("heading", name="Propositions")).to_be_visible()
        assert await ann.axe() == []
        await ann.page.get_by_role("link", name="Begin: Come").tap()
        await ann.page.get_by_role("button", name="Begin").tap()
        coach = _coach(ann)
        told, looked = [], set()
        while END not in told:
            told.append(await _next(ann))
            if told[-1].split()[0] not in looked:
                looked.add(told[-1].split()[0])
                assert await ann.axe() == [], told[-1]
            if told[-1] != END:
                await _do(ann, told[-1])
        assert told == TOLD
        await expect(coach).to_contain_text("Right answers: 5 of 6.")
        await coach.get_by_role("button", name="All lessons").tap()
        done = ann.page.get_by_role("listitem").filter(has=ann.page.get_by_role("heading", name="Come"))
        await expect(done).to_contain_text("Done. Right answers: 5 of 6")
        await ann.go("/lessons/classic")
        await expect(done).to_contain_text("Done. Right answers: 5 of 6")


async def test_a_lesson_is_played_by_keys_and_goes_on_after_the_page_was_loaded_again(visiting, dice_show):
    dice_show((5, 3))
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come("Ann")
        await ann.go("/lessons/nsw/donts")
        await ann.page.get_by_role("button", name="Begin").press("Enter")
        told = [await _by_keys(ann) for _ in range(4)]
        assert told[-1] == "If the next throw is 2, what does Don't Win do?"
        await _next(ann)
        await ann.go("/lessons/nsw")
        row = ann.page.get_by_role("listitem").filter(has=ann.page.get_by_role("heading", name="The don'ts"))
        await expect(row).to_contain_text("You are in the middle of it.")
        await row.get_by_role("link").click()
        await ann.page.get_by_role("button", name="Go on where you were").press("Enter")
        told = []
        while END not in told:
            told.append(await _by_keys(ann))
        assert told == [
            "If the next throw is 11, what does Don't Win do?",
            "Throw the dice",
            "8 is the point",
            "If the next throw is 7, what does Don't Win do?",
            "What may you take down now?",
            # This house may not advise: nobody is asked which wager is cheaper.
            "Bet on Behind the Don't Win",
            "Look at the felt",
            "$12 lies on Behind the Don't Win. What does it win on 7?",
            "If the next throw is 8, what does Behind the Don't Win do?",
            "Bet on Don't Come",
            "Look at the felt",
            "If the next throw is 10, what does Don't Come do?",
            END,
        ]
        assert await ann.axe() == []


async def test_an_answer_stays_while_the_table_changes(visiting, dice_show):
    dice_show((5, 3))
    async with visiting(a_table("nsw")) as (house, come, _books):
        ann, tables = await come("Ann"), []
        ann.page.on("websocket", lambda wire: tables.append(wire.url.split("/")[4]))
        await ann.go("/lessons/nsw/donts")
        await ann.page.get_by_role("button", name="Begin").press("Enter")
        while "?" not in await _next(ann):
            await _coach(ann).locator(".acts .main").click()
        await _coach(ann).get_by_role("button", name="It wins").click()
        await expect(_coach(ann).get_by_role("status")).to_be_visible()
        again = Visitor(await ann.page.context.new_page(), house, "Ann")
        await again.go(f"/tables/{tables[-1]}")
        await again.bet("field", 5)
        await caught_up(ann, again)
        await ann.has_loaded()
        await expect(_coach(ann).get_by_role("status")).to_be_visible()


async def _by_keys(visitor):
    """Do the next step with the keys alone: the first answer is chosen. Returns the title of the step."""
    title, press = await _next(visitor), visitor.page.keyboard.press
    if title == END:
        return title
    if "?" in title:
        await expect(_coach(visitor).get_by_role("heading")).to_be_focused()
        await press("Tab")
        if title.startswith("What may"):
            await press("Space")
            await press("Tab")
        await press("Enter")
        await expect(_coach(visitor).get_by_role("button", name="Go on")).to_be_focused()
    else:
        await expect(_coach(visitor).locator(".acts .main")).to_be_focused()
    await press("Enter")
    await expect(_coach(visitor).get_by_role("heading", name=title, exact=True)).to_have_count(0)
    return title


async def _next(visitor):
    """Wait until the coach says what comes next. Returns its title."""
    coach = _coach(visitor)
    await expect(coach.locator(".acts .main, .choices button").first).to_be_enabled()
    await expect(coach.get_by_role("heading", name="A question comes")).to_have_count(0)
    return await coach.get_by_role("heading").inner_text()


def _coach(visitor):
    return visitor.page.get_by_role("region", name="What comes next")


async def _do(visitor, title):
    """Answer a question, or do what the step asks for, with a finger."""
    coach = _coach(visitor)
    if title in QUESTIONS:
        await coach.get_by_role("button", name=QUESTIONS[title], exact=True).tap()
    elif title.startswith("What may"):
        # Neither the pass wager nor the come wager may be taken down at this house.
        await coach.get_by_role("button", name="Check").tap()
        await expect(coach.get_by_role("status")).to_contain_text("contract wager")
    elif title.startswith("Bet on"):
        await visitor.spot("come" if "Come" in title else "pass").tap()
    else:
        await coach.locator(".acts .main").tap()
    if title in QUESTIONS or title.startswith("What may"):
        right = "Not quite" if "11" in title else "Right"
        await expect(coach.get_by_role("status")).to_contain_text(right)
        await coach.get_by_role("button", name="Go on").tap()
    await expect(coach.get_by_role("heading", name=title, exact=True)).to_have_count(0)
