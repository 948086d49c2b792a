"""A person builds the rules of a system from slots, and the text and the slots stay the same thing."""

import asyncio
import re

import pytest
from playwright.async_api import expect
from tests.browser.conftest import PHONE
from tests.server.live import a_table

pytestmark = pytest.mark.some

ASKED = "/lab?rules=nsw&bankroll=500&throws=30&strategy="
TEXT = "when come_out: pass 10 # ours"
WIDER = "document.documentElement.scrollWidth > innerWidth"


async def test_rules_are_built_from_slots_and_in_words(visiting):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come(size=PHONE)
        await ann.go(ASKED + TEXT.replace(" ", "+").replace("#", "%23"))
        page = ann.page
        words = page.get_by_label("What it does, a rule a line")
        await page.get_by_text("Build the rules from slots").click()
        rule = page.get_by_role("group", name="Rule 1")

        # A wager of the house, by its name there, and a sum that is typed: the remark stays.
        await rule.get_by_label("bet, wager").select_option(value="dont_pass")
        await expect(words).to_have_value("when come_out: dont_pass 10 # ours")
        amount = rule.get_by_label("a sum, number")
        await amount.fill("25")
        await amount.press("Enter")
        await expect(words).to_have_value("when come_out: dont_pass 25 # ours")

        # A rule more, by keyboard.
        more = page.get_by_text("Add a rule")
        await more.focus()
        await more.press("Enter")
        await page.get_by_label("Add a rule").last.select_option(label="stop after \N{HORIZONTAL ELLIPSIS}")
        await page.get_by_role("button", name="Add", exact=True).press("Enter")
        await expect(words).to_have_value("when come_out: dont_pass 25 # ours\nstop after losing 200")
        await expect(page.get_by_label("Rule 2", exact=True).get_by_role("combobox").first).to_be_focused()

        # A rule is moved while the house has not read the last sum yet. The focus goes along.
        answers = asyncio.Event()

        async def later(route):
            await answers.wait()
            await route.continue_()

        await page.route("**/api/lab/rules?*", later)
        await amount.fill("30")
        await page.get_by_role("button", name="Move up: Rule 2").press("Enter")
        answers.set()
        await expect(words).to_have_value("stop after losing 200 # ours\nwhen come_out: dont_pass 30")
        await expect(page.get_by_role("button", name="Move down: Rule 1")).to_be_focused()

        # A rule is removed, and the rest becomes a stage. A menu that somebody opens while the house has not
        # read the new text stays open, and keeps the focus.
        answers.clear()
        await page.get_by_role("button", name="Remove: Rule 1").press("Enter")
        await expect(words).to_have_value(re.compile("^ *# ours\nwhen come_out: dont_pass 30$"))
        await page.get_by_text("Add a stage").click()
        answers.set()
        await expect(page.get_by_role("group", name="Rule 2")).to_have_count(0)
        await expect(page.get_by_text("Add a stage")).to_be_focused()
        await page.get_by_role("button", name="Add", exact=True).click()
        await expect(words).to_have_value(re.compile("# ours\nstage one:\nwhen come_out: dont_pass 30$"))

        # Another stage follows.
        await page.get_by_text("Add a rule").last.click()
        await page.get_by_label("Add a rule").last.select_option(label="stage two")
        await page.get_by_role("button", name="Add", exact=True).click()
        await expect(words).to_have_value(re.compile("stage one:\nwhen come_out: dont_pass 30\nstage two:$"))

        # Typed text changes the slots. Text that no slot can hold is among them, with its sentence.
        await words.fill("when point: odds max; pas 3")
        await expect(rule.get_by_role("textbox", name="Rule 1, step 2")).to_have_value("pas 3")
        await expect(rule.get_by_role("alert")).to_contain_text("did you mean pass?")
        await expect(rule.get_by_label("before a throw, when, condition")).to_have_value("point")
        assert not await page.evaluate(WIDER)
        assert await ann.axe() == []
        ann.wrong = [said for said in ann.wrong if "422" not in said]


async def test_an_open_menu_stays_with_its_rule(visiting):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come()
        await ann.go(ASKED + "when+come_out:+pass+5%0Awhen+point:+field+10%0Awhen+point:+place+6+12")
        page = ann.page
        await page.get_by_text("Build the rules from slots").click()
        amount = page.get_by_role("group", name="Rule 1").get_by_label("a sum, number")
        adds = page.get_by_role("button", name="Add", exact=True)

        # An earlier rule has longer words now.
        await page.get_by_role("group", name="Rule 2").get_by_text("Add what to do").click()
        await amount.fill("10000")
        await amount.press("Enter")
        await expect(amount).to_have_attribute("size", "5")
        await expect(adds).to_have_count(1)

        # The earlier rule goes: the menu does not go over to the rule that is number 2 then.
        await page.get_by_role("button", name="Remove: Rule 1").click()
        await expect(page.get_by_role("group", name="Rule 3")).to_have_count(0)
        await expect(adds).to_have_count(0)
