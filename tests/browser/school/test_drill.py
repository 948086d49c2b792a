"""A dealers' drill in the browser: by the keyboard, on a phone, and its score as files."""

import csv
import json

import pytest
from playwright.async_api import expect
from tests.browser.conftest import DESK, PHONE
from tests.server.live import a_table

from bankcraps import load_rulebook
from bankcraps.game.chips import printed
from bankcraps.training import Level, correction, exercise

FAMILIES = ("line", "odds", "place")
ADDRESS = "/drill?house=three_four_five&families=line,odds,place&amounts=odd&players=3&seed=4"
KEYS = {"take": "t", "leave": "l", "travel": "m"}


def rights(index):
    """The wagers asked for in an exercise, with the right answers."""
    book = load_rulebook("three_four_five")
    one = exercise(book, Level(FAMILIES, "odd", 3), 4, index)
    return [(asked.words(book), correction(book, one, at)) for at, asked in enumerate(one.questions)]


async def _text(saved):
    """The text of a file that the page saved."""
    return (await (await saved.value).path()).read_text(encoding="utf-8")


@pytest.mark.some
async def test_a_drill(visiting):
    async with visiting(a_table("nsw")) as (_, come, _books):
        await _by_the_keyboard(await come("", DESK))
        await _on_a_phone(await come("", PHONE))
        await _every_other_kind_of_question(await come("", DESK))


async def _by_the_keyboard(ann):
    """Three exercises with a mistake; the score is kept, and saved as files."""
    page, keys = ann.page, ann.page.keyboard
    await ann.go(ADDRESS)
    await expect(page.get_by_role("button", name="Begin")).to_be_visible()
    assert await ann.axe() == []
    await page.get_by_role("button", name="Begin").press("Enter")
    answered = 0
    for index in range(3):
        asked = rights(index)
        for at, (asks, right) in enumerate(asked):
            await expect(page.locator(".asks").get_by_text(asks, exact=True)).to_be_visible()
            await expect(page.get_by_label("The pay in dollars")).to_be_focused()
            wrong = index == 1 and at == 0
            if wrong:
                await keys.type("99999")
                await keys.press("Enter")
                await expect(page.get_by_role("button", name="Go on")).to_be_focused()
                for words in (*right.words, right.reasons[0].says):
                    await expect(page.locator(".corrected.full")).to_contain_text(words)
                assert await ann.axe() == []
                await keys.press("Enter")
            elif right.action == "pay":
                await keys.type(printed(right.pay))
                await keys.press("Enter")
            else:
                await keys.press(KEYS[right.action])
            answered += 1
        await expect(page.get_by_text(f"{len(asked) - (index == 1)} of {len(asked)} right")).to_be_visible()
        await expect(page.get_by_role("button", name="Next exercise")).to_be_focused()
        if index == 1:
            assert await ann.axe() == []
        await keys.press("Enter")
    total = page.get_by_role("row", name="All").get_by_role("cell")
    await expect(total.nth(0)).to_have_text(str(answered - 1))
    await expect(total.nth(1)).to_have_text("1")
    async with page.expect_download() as saved:
        await page.get_by_role("button", name="Save as CSV").click()
    lines = list(csv.DictReader((await _text(saved)).splitlines()))
    assert [line["right"] for line in lines].count("false") == 1
    assert {line["house"] for line in lines} == {"three_four_five"}
    async with page.expect_download() as saved:
        await page.get_by_role("button", name="Save as JSON").click()
    told = json.loads(await _text(saved))
    assert len(told["answers"]) == len(lines) == answered
    await page.reload()  # the exercise and the score are kept
    await expect(page.get_by_role("heading", name="Exercise 4")).to_be_visible()
    asks = page.locator(".asks").get_by_text(rights(3)[0][0], exact=True)
    await expect(asks).to_be_visible()
    await expect(page.get_by_role("row", name="All").get_by_role("cell").nth(1)).to_have_text("1")


async def _on_a_phone(ann):
    """The wager that is asked for lies in sight."""
    page = ann.page
    asks, _ = rights(0)[0]
    await ann.go(ADDRESS)
    await page.get_by_role("button", name="Begin").tap()
    await expect(page.locator(".asks").get_by_text(asks, exact=True)).to_be_visible()
    await expect(page.locator(".felt .asked")).to_be_in_viewport()
    await ann.comes_to(PHONE[0], "document.documentElement.scrollWidth")
    assert await ann.axe() == []


async def _every_other_kind_of_question(ann):
    """An exercise of each kind, answered by the keyboard and the mouse, with a reload in the middle."""
    page, book = ann.page, load_rulebook("three_four_five")
    kinds = ("order", "keys", "chips", "calls")
    level = Level(FAMILIES, "odd", 3, kinds)
    await ann.go(f"{ADDRESS}&asks={','.join(kinds)}")
    await page.get_by_role("button", name="Begin").click()
    for index, kind in enumerate(kinds):
        one = exercise(book, level, 4, index)
        for at, asked in enumerate(one.questions):
            words = page.locator(".asks").get_by_text(asked.words(book), exact=True)
            await expect(words).to_be_visible()
            if not at:
                assert await ann.axe() == []
            if at == 1:  # the same question comes back
                await page.reload()
                await expect(words).to_be_visible()
            await _answered_in_words(page, kind, correction(book, one, at).said)
        all_right = page.get_by_text(f"{len(one.questions)} of {len(one.questions)} right")
        await expect(all_right).to_be_visible()
        await page.get_by_role("button", name="Next exercise").click()
    titles = ("The order", "Key figures", "Chips", "Bets spoken")
    for title in titles:
        await expect(page.get_by_role("row", name=title).get_by_role("cell").nth(1)).to_have_text("0")


async def _answered_in_words(page, kind, said):
    """Give the right answer to a question that is answered in words, with its own buttons and fields."""
    form = page.get_by_role("form", name="What do you do?")
    if kind == "order":
        for letter in said:
            await form.get_by_role("listitem").nth(ord(letter) - ord("A")).get_by_role("button").click()
    elif kind == "keys":
        await form.get_by_label("The figure in dollars").fill(said)
    elif kind == "chips":
        for number, value in (piece.split("x") for piece in said.split()):
            await form.get_by_label(f"Number of ${int(value):,} chips").fill(number)
    else:
        for at, part in enumerate(said.split("; "), 1):
            wager, amount = part.rsplit(" ", 1)
            if at > 1:
                await form.get_by_role("button", name="One more wager").click()
            await form.get_by_label(f"Wager {at}", exact=True).select_option(wager)
            await form.get_by_label(f"Amount on wager {at}", exact=True).fill(amount)
    await form.locator("button.main").click()
