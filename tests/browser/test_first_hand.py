"""A newcomer is led through a first hand, and asks what wagers are.

Nobody can choose the dice of a live table, so the test follows the guide wherever they go.
"""

import re

from playwright.async_api import expect
from tests.browser.conftest import PHONE
from tests.page.dealing import FREE
from tests.server.live import a_table

MOST = 400
"""More steps than a guide ever needs: 100 rounds without a decision in all of history."""


async def test_a_newcomer_at_a_phone_makes_a_pass_wager_with_odds_and_is_told_why(visiting):
    async with visiting(a_table("classic"), limits=FREE) as (_, come, books):
        visitor = await come("", PHONE)
        await visitor.go("/")
        await visitor.page.get_by_role("link", name="Play a first hand").tap()
        assert await visitor.axe() == []
        await visitor.page.get_by_role("button", name="Begin").tap()
        told = await _follow(visitor, _tap, axe=True)
        await _knows_why(visitor, told)
        played = sum(map(_net, told))
        assert await visitor.sum("Rail") == 20_000 + played
        await visitor.page.get_by_role("button", name="To the tables").tap()
        await expect(visitor.page.get_by_role("heading", name="Tables")).to_be_visible()
        await expect(visitor.page.get_by_text("Never played craps?")).to_have_count(0)
        accounts = books.accounts()
        assert [sum_ for name, sum_ in accounts.items() if name.startswith("wallet/Guest")] == [
            100_000 + played
        ]
        assert not any(sum_ for name, sum_ in accounts.items() if name.startswith("rail/"))


async def test_an_invitation_that_was_declined_is_found_again_and_followed_by_keys_alone(visiting):
    async with visiting(a_table("classic"), limits=FREE) as (_, come, _books):
        ann = await come("Ann")
        await ann.go("/")
        await ann.page.get_by_role("button", name="Not now").click()
        await expect(ann.page.get_by_role("status").filter(has_text="First hand")).to_be_visible()
        await ann.go("/")
        await expect(ann.page.get_by_role("heading", name="Tables")).to_be_visible()
        await expect(ann.page.get_by_text("Never played craps?")).to_have_count(0)
        await ann.page.get_by_role("link", name="First hand").click()
        await ann.go("/first-hand/nsw")
        await ann.page.get_by_role("button", name="Begin").press("Enter")
        await _coach(ann).get_by_role("button").first.focus()
        told = await _follow(ann, lambda visitor, _: visitor.page.keyboard.press("Enter"))
        await _knows_why(ann, told)
        assert "Bet on the Win Line" in told


def _coach(visitor):
    return visitor.page.get_by_role("region", name="What comes next")


async def _tap(visitor, title):
    """Do what a step asks for as somebody with a finger would: tap the lit spot, or the button."""
    wagers = {"Bet on": "pass", "Take odds": "pass_odds"}
    wager = next((wager for words, wager in wagers.items() if title.startswith(words)), None)
    await (visitor.spot(wager) if wager else _coach(visitor).get_by_role("button").first).tap()


async def _follow(visitor, does, *, axe=False):
    """Follow the guide to its end, whatever the dice show, and return the titles of its steps."""
    coach, told, looked = _coach(visitor), [], set()
    while "That was craps" not in told:
        assert len(told) < MOST
        await expect(coach.get_by_role("button").first).to_be_enabled()
        told.append(await coach.get_by_role("heading").inner_text())
        step = told[-1].lstrip("0123456789")
        if axe and step not in looked:
            looked.add(step)
            assert await visitor.axe() == [], told[-1]
        if told[-1] != "That was craps":
            await does(visitor, told[-1])
            await _moved_on(coach, told[-1])
    return told


async def _knows_why(visitor, told):
    """The newcomer had odds, and sees which throw decided them and what it did."""
    assert any(step.endswith("is the point") for step in told)
    assert _net(told[-2]) in {-2000, 2000, 2200, 2500, 3000}
    did = "won" if _net(told[-2]) > 0 else "lost"
    why = _coach(visitor).get_by_role("listitem").filter(has_text="That is why both wagers")
    await expect(why).to_contain_text(re.compile(rf"^\d+ came before \d+\. .* {did}: \$\d+"))
    await expect(_coach(visitor).get_by_role("figure").locator(".thrown")).to_have_count(1)


async def _moved_on(coach, title):
    """Wait until the guide has done what the last step asked for."""
    if title.endswith("nothing happens") or title.startswith("Throw"):
        rolls = coach.get_by_role("heading", name="The dice roll")
        await expect(rolls).to_be_visible()
        await expect(rolls).to_have_count(0)
    else:
        await expect(coach.get_by_role("heading", name=title, exact=True)).to_have_count(0)


def _net(title):
    """What a step says was won or lost, in cents: `7: you lost $20`."""
    found = re.search(r": you (won|lost) \$(\d+)$", title)
    return (1 if found[1] == "won" else -1) * int(found[2]) * 100 if found else 0


async def test_every_spot_says_what_it_is_and_so_do_the_rules(visiting):
    async with visiting(a_table("nsw"), limits=FREE) as (_, come, _books):
        for ann in (await come("Ann"), await come("Bob", PHONE)):
            await ann.sit(100)
            await ann.page.get_by_role("button", name="What is this?").click()
            await ann.spot("place 8").click()
            dialog = ann.page.get_by_role("dialog", name="Place Bet to Win 8")
            await expect(dialog).to_contain_text("$6 here wins $7 on 8 and loses on 7.")
            await expect(dialog).to_contain_text("Place Bet to Win 8 is off on the come-out.")
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
            await ann.go("/rules/pennsylvania")
            hard = ann.page.locator("#wager-hard")
            await expect(hard).to_contain_text("wins $45 on 3-3 and loses on 1-5, 2-4 or 7.")
            await expect(hard.get_by_role("figure")).to_have_count(2)
