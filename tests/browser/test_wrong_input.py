"""Mistyped, overlong and outdated input gets a sentence where it was typed, and the page goes on."""

import asyncio

import pytest
from playwright.async_api import expect
from tests.server.live import a_table

from bankcraps.server.hosting.table_host import TableHost

pytestmark = pytest.mark.some


MISSING = ("Failed to load resource", "WebSocket connection to")
"""The browser's own errors for an address that answers with an error, or not at all."""


@pytest.fixture
def double_click(monkeypatch):
    """Click twice before the house answers: after its answer another button may lie there."""
    asks, answers = TableHost.ask, asyncio.Event()

    async def ask(host, sender, command):
        await answers.wait()
        return await asks(host, sender, command)

    async def click(button):
        answers.clear()
        await button.dblclick()
        answers.set()

    answers.set()
    monkeypatch.setattr(TableHost, "ask", ask)
    return click


async def test_a_double_click_is_one_wish(visiting, double_click):
    async with visiting(a_table("three_four_five", pace="shooter")) as (_, come, books):
        ann = await come("Ann")
        await ann.page.get_by_label("Buy in for").fill("200")
        await double_click(ann.page.get_by_role("button", name="Sit down"))
        await ann.shows("Rail", 20_000)
        await ann.page.get_by_role("button", name="Buy chips").click()
        form = ann.page.locator("form").filter(has=ann.page.get_by_role("button", name="Buy chips"))
        await form.get_by_role("textbox").fill("100")
        await double_click(form.locator("button.main"))
        await ann.shows("Rail", 30_000)
        await ann.bet("pass", 5)
        await double_click(ann.page.get_by_role("button", name="Throw the dice"))
        await expect(ann.page.get_by_role("img", name="The dice show")).to_be_visible()
        await expect(ann.page.get_by_label("The last throws").get_by_role("listitem")).to_have_count(1)
        await expect(ann.page.locator(".note")).to_have_count(0)
        ann.bought = None
        await books.agree_with(ann)


async def test_who_signs_out_in_another_tab_finds_the_way_back(visiting):
    async with visiting(a_table("three_four_five")) as (house, come, _books):
        ann = await come("Ann")
        await ann.sit(300)
        other = await ann.page.context.new_page()
        await other.goto(f"{house.address}/settings")
        await expect(other.get_by_text("$700 in the wallet")).to_be_visible()
        await other.get_by_role("button", name="Sign out").click()
        await other.get_by_role("button", name="Sign out and lose all this").click()
        status = ann.page.locator("p.status")
        await expect(status).to_contain_text("Your session has ended")
        await ann.spot("field").click()
        await expect(ann.page.locator(".note")).to_contain_text("Nothing was sent")
        await status.get_by_role("link", name="Sign in").click()
        await expect(ann.page.get_by_role("heading", name="Sign in")).to_be_visible()


async def test_a_table_that_is_not_there_says_so_once_and_leads_home(visiting):
    async with visiting(a_table("three_four_five")) as (_, come, _books):
        nobody = await come()
        asked = []
        nobody.page.on("request", lambda one: asked.append(one.url))
        await nobody.page.clock.install()
        await nobody.go("/tables/zzzzzzzz")
        await expect(nobody.page.get_by_text("there is no table 'zzzzzzzz'")).to_have_count(1)
        assert await nobody.axe() == []
        await nobody.has_loaded()
        before = len(asked)
        await nobody.page.clock.run_for(60_000)  # the page asked again every four seconds
        await nobody.page.locator("p.status").get_by_role("link", name="Go to the tables").click()
        await expect(nobody.page.get_by_role("heading", name="Tables", level=1)).to_be_visible()
        later = asked[before:]
        assert any(one.endswith("/api/tables") for one in later)
        assert [one for one in later if "zzzzzzzz" in one] == []
        nobody.expects(*MISSING)


async def test_a_page_whose_code_did_not_come_leaves_the_others_alive_and_comes_back(visiting):
    async with visiting(a_table("three_four_five")) as (_, come, _books):
        ann = await come("Ann", passphrase="dice and bones")  # a guest would be asked first
        await ann.go("/")
        menu = ann.page.get_by_role("navigation", name="Pages")
        await ann.page.context.set_offline(True)
        await menu.get_by_role("link", name="Drill").click()
        await expect(ann.page.get_by_role("main")).to_contain_text("The house does not answer")
        await ann.page.get_by_role("button", name="Sign out").click()
        await expect(ann.page.get_by_text("The house does not answer")).to_have_count(2)
        await ann.page.context.set_offline(False)
        await menu.get_by_role("link", name="Rules").click()
        await expect(ann.page.get_by_role("heading", name="Rules", level=1)).to_be_visible()
        await ann.page.context.set_offline(True)
        await menu.get_by_role("link", name="Drill").click()
        await expect(ann.page.get_by_role("main")).to_contain_text("The house does not answer")
        await ann.page.context.set_offline(False)
        await expect(ann.page.get_by_role("heading", name="Dealers' drill")).to_be_visible()
        ann.expects(*MISSING)


async def test_a_page_that_makes_a_mistake_is_never_blank(visiting):
    async with visiting(a_table("three_four_five")) as (_, come, _books):
        nobody = await come()
        await nobody.page.add_init_script("delete window.WebSocket")
        await nobody.go()
        await expect(nobody.page.get_by_role("main")).to_contain_text("made a mistake")
        await nobody.page.get_by_role("link", name="Go to the tables").click()
        await expect(nobody.page.get_by_role("heading", name="Tables", level=1)).to_be_visible()
        assert all("WebSocket" in one for one in nobody.wrong)
        nobody.wrong.clear()
