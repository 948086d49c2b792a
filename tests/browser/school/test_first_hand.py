"""A newcomer is led through a first hand, and asks what wagers are.

The test chooses the dice, so that the guide has to explain a round that ends at once and one that is won.
What it says for other dice is in web/src/guide/steps.test.ts.
"""

import re

import pytest
from playwright.async_api import expect
from tests.browser.conftest import DESK, PHONE
from tests.server.live import a_table

WON = ((5, 6), (4, 2), (2, 3), (3, 3))
"""The come-out wins, the next one makes a point, a throw does nothing, and the point is made."""

END = "That was craps"


async def test_a_newcomer_at_a_phone_makes_a_pass_wager_with_odds_and_is_told_why(visiting, dice_show):
    dice_show(*WON)
    async with visiting(a_table("classic")) as (_, come, books):
        visitor = await come("", PHONE)
        await visitor.go("/")
        await visitor.page.get_by_role("link", name="Play a first hand").tap()
        assert await visitor.axe() == []
        await visitor.page.get_by_role("button", name="Begin").tap()
        told = await _follow(visitor, _tap, axe=True)
        assert [step for step in told if re.match(r"\d", step)] == [
            "11: you won $10",
            "6 is the point",
            "5: nothing happens",
            "6: you won $22",
        ]
        await _knows_why(visitor, "6 came before 7", "won: $22")
        await visitor.shows("Rail", 20_000 + 3200)
        await visitor.page.get_by_role("button", name="To the tables").tap()
        await expect(visitor.page.get_by_role("heading", name="Tables")).to_be_visible()
        await expect(visitor.page.get_by_text("Never played craps?")).to_have_count(0)
        accounts = books.accounts()
        wallets = [sum_ for name, sum_ in accounts.items() if name.startswith("wallet/Guest")]
        assert wallets == [100_000 + 3200]
        assert not any(sum_ for name, sum_ in accounts.items() if name.startswith("rail/"))


def _coach(visitor):
    return visitor.page.get_by_role("region", name="What comes next")


async def _tap(visitor, title):
    """Do what a step asks for, with a finger: tap the lit spot, or the button."""
    wagers = {"Bet on": "pass", "Take odds": "pass_odds"}
    wager = next((wager for words, wager in wagers.items() if title.startswith(words)), None)
    await (visitor.spot(wager) if wager else _coach(visitor).get_by_role("button").first).tap()


async def _follow(visitor, does, *, axe=False):
    """Follow the guide to its end, and return the titles of its steps. Each differs from the one before."""
    coach, told, looked = _coach(visitor), [], set()
    while END not in told:
        await expect(coach.get_by_role("button").first).to_be_enabled()
        told.append(await coach.get_by_role("heading").inner_text())
        step = told[-1].lstrip("0123456789")
        if axe and step not in looked:
            looked.add(step)
            assert await visitor.axe() == [], told[-1]
        if told[-1] != END:
            await does(visitor, told[-1])
            await expect(coach.get_by_role("heading", name=told[-1], exact=True)).to_have_count(0)
    return told


async def _knows_why(visitor, why, did):
    """The newcomer sees which throw decided the wagers and what it did."""
    said = _coach(visitor).get_by_role("listitem").filter(has_text="That is why both wagers")
    await expect(said).to_contain_text(re.compile(rf"^{re.escape(why)}\. .* {re.escape(did)}"))
    await expect(_coach(visitor).get_by_role("figure").locator(".thrown")).to_have_count(1)


@pytest.mark.some
async def test_every_spot_says_what_it_is_and_so_do_the_rules(visiting):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come("Ann", PHONE)
        await ann.go("/")
        await ann.page.get_by_role("button", name="Not now").click()
        await expect(ann.page.get_by_role("status").filter(has_text="First hand")).to_be_visible()
        await ann.go()
        await ann.sit(100)
        await ann.page.get_by_role("button", name="What is this?").click()
        await ann.spot("place 8").click()
        dialog = ann.page.get_by_role("dialog", name="Place Bet to Win 8")
        await expect(dialog).to_contain_text("$6 here wins $7 on 8 and loses on 7.")
        await expect(dialog).to_contain_text("Place Bet to Win 8 is off on the come-out.")
        for size in (PHONE, DESK):
            await ann.resize(size)
            assert await ann.axe() == []
        await dialog.get_by_role("combobox").select_option("4")
        await expect(dialog).to_contain_text("wins $9 on 4")
        await dialog.get_by_role("button", name="Close").click()
        await ann.spot("field").focus()
        await ann.page.keyboard.press("?")
        await expect(ann.page.get_by_role("dialog", name="Field")).to_contain_text("wins $10 on 2 or 12")
        await ann.page.keyboard.press("Escape")
        await ann.shows("At risk", 0)
        await ann.bet("field", 5)
        await ann.go("/rules/pennsylvania#wager-hard")
        hard = ann.page.locator("#wager-hard")
        await expect(hard).to_contain_text("wins $45 on 3-3 and loses on 1-5, 2-4 or 7.")
        await expect(hard.get_by_role("figure")).to_have_count(2)
