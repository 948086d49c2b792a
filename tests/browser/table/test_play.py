"""People play at a table through the page."""

import re

import pytest
from playwright.async_api import expect
from tests.browser.conftest import PHONE
from tests.page.dealing import FREE, Crew
from tests.server.live import a_table

RULES = "three_four_five"
TABLE = a_table(RULES, dice="entered", pace="boxperson", limits="5:500")


async def test_two_players_and_the_books(visiting):
    async with visiting(TABLE, limits=FREE) as (house, come, books):
        boss = await house.sign_in("House", house.passphrase)
        async with house.at(cookie=boss) as crew:
            dealers = await Crew.at(crew, RULES)
            ann, bob = await come("Ann"), await come("Bob", PHONE)
            await ann.sit(300)
            await bob.sit(200)
            await books.agree_with(ann, bob)
            await ann.bet("pass", 25)
            await ann.bet("field", 5)
            await bob.bet("dont_pass", 25)
            await books.agree_with(ann, bob)
            for throw in ((4, 2), (6, 6), (4, 2)):
                await dealers.throw(*throw)
                await books.agree_with(ann, bob)
            await expect(ann.page.get_by_text("Come-out", exact=True)).to_be_visible()
            await ann.shows("Rail", 30_000 + 2500 - 500)  # the pass wager won, and the field lost its first
            await bob.bet("pass", 25)
            await ann.bet("pass", 100)
            for throw in ((3, 3), (4, 3)):
                await dealers.throw(*throw)
                await books.agree_with(ann, bob)
            await ann.page.get_by_role("button", name="Leave").click()
            await expect(ann.page.get_by_role("button", name="Sit down")).to_be_visible()
            await books.agree_with(bob)
            wallet = books.accounts()["wallet/Ann"]
            await expect(ann.page.get_by_text("in your wallet")).to_contain_text(f"${wallet // 100:,}")


async def test_a_refusal_says_why_and_what_would_do(visiting):
    async with visiting(TABLE, limits=FREE) as (_, come, _books):
        ann = await come("Ann")
        await ann.sit(900)
        await ann.bet("pass", 25)
        await ann.page.get_by_label("Another amount to bet").fill("600")
        await ann.spot("pass").click()
        alert = ann.page.get_by_role("alert")
        await expect(alert).to_contain_text("may be at most $500, not $625")
        await alert.get_by_role("button", name="Bet $475").click()
        await ann.shows("At risk", 50_000)
        await expect(alert).to_have_count(0)
        await ann.spot("pass").click(button="right")
        await expect(alert).to_contain_text("may not be reduced or taken down")
        await expect(alert.get_by_role("link")).to_have_text(re.compile(r"clause \S+"))


@pytest.mark.some
async def test_the_keyboard_alone(visiting):
    async with visiting(TABLE, limits=FREE) as (_, come, _books):
        ann = await come("Ann")
        await ann.page.get_by_label("Buy in for").fill("100")
        await ann.page.keyboard.press("Enter")
        await expect(ann.page.get_by_role("button", name="Leave")).to_be_visible()
        await _tab_to(ann.page, "field")
        await ann.page.keyboard.press("Enter")
        await ann.shows("At risk", 500)
        await ann.page.keyboard.press("Delete")
        await ann.shows("At risk", 0)


async def _tab_to(page, wager):
    """Press Tab until a spot has the focus, from the top of the page."""
    await page.evaluate("document.activeElement.blur()")
    for _ in range(200):
        await page.keyboard.press("Tab")
        if await page.evaluate("document.activeElement.getAttribute('data-wager')") == wager:
            return
    raise AssertionError(f"Tab does not reach {wager}")


async def test_a_phone_shows_everything_in_its_width(visiting):
    async with visiting(TABLE, limits=FREE) as (_, come, _books):
        ann = await come("Ann", PHONE)
        await ann.sit(300)
        await ann.spot("pass").tap()
        await ann.shows("At risk", 500)
        await ann.page.get_by_role("button", name="The centre").tap()
        await ann.spot("hard 8").tap()
        await ann.shows("At risk", 1000)
        await ann.comes_to(PHONE[0], "document.documentElement.scrollWidth")
