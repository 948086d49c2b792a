"""Spots of the felt: numbers that place, sums that are paid exactly, edges, and words that are explained."""

import re

import pytest
from playwright.async_api import expect
from tests.browser.conftest import PHONE
from tests.server.live import a_table

pytestmark = pytest.mark.some

SILENT = a_table("nsw", dice="entered", pace="boxperson", limits="5:500")
TABLE = a_table("pennsylvania", dice="entered", pace="boxperson", limits="5:500")
BELOW = """spot => {
    const note = document.querySelector('.offer').getBoundingClientRect();
    const around = document.querySelector('.offer').parentElement.getBoundingClientRect();
    const { x, width } = spot.getBoundingClientRect();
    const apart = x + width / 2 - (note.x + note.width / 2);
    const atAnEnd = apart < 0 ? note.x - around.x < 2 : around.right - note.right < 2;
    return note.x >= 0 && note.right <= innerWidth && (Math.abs(apart) < 2 || atAnEnd);
}"""
"""Whether the offer is below a spot, or as near to it as the page has room."""


async def test_a_number_places_and_five_on_the_six_is_offered_as_six(visiting):
    async with visiting(TABLE) as (_, come, books):
        ann = await come("Ann", PHONE)
        page, six = ann.page, ann.spot("place 6")
        await ann.sit(900)
        await expect(six).to_have_attribute("aria-label", re.compile("^SIX, Place 6; "))
        await six.tap()
        offer = page.get_by_role("group", name="A sum that is paid exactly")
        await expect(offer).to_contain_text("$6 wins $7; $5 wins $5.")
        await ann.shows("At risk", 0)
        assert await ann.axe() == []
        await offer.get_by_role("button", name="Bet $6").tap()
        await ann.shows("At risk", 600)
        await expect(offer).to_have_count(0)
        await ann.spot("place 8").tap()  # the page remembers what was chosen
        await ann.shows("At risk", 1200)
        await ann.spot("place 5").tap()
        await ann.shows("At risk", 1700)
        await page.get_by_role("radio", name="Chip of $25", exact=True).tap()
        await ann.spot("place 6").tap()
        await expect(offer).to_contain_text("$36 wins $42; $31 wins $36.")
        await offer.get_by_role("button", name="$25 all the same").tap()
        await ann.shows("At risk", 4200)
        await books.agree_with(ann)


async def test_an_offer_is_below_its_spot_at_any_width(visiting):
    async with visiting(TABLE) as (_, come, _):
        ann = await come("Ann")
        page = ann.page
        await ann.sit(900)
        offer = page.get_by_role("group", name="A sum that is paid exactly")
        for wager, sum_ in (("place 6", "5"), ("place 9", "22")):
            await page.get_by_label("Another amount to bet").fill(sum_)
            await ann.spot(wager).click()
            await expect(offer).to_be_visible()
            for width in (900, 970, 1180, 1390, 900):  # it moves with its spot
                await page.set_viewport_size({"width": width, "height": 800})
                await ann.comes_to(wanted=True, script=BELOW, what=ann.spot(wager))
            await offer.get_by_role("button", name="Close").click()
            await expect(offer).to_have_count(0)


async def test_words_are_explained_in_place_and_all_of_them_on_a_page(visiting):
    async with visiting(TABLE) as (_, come, _books):
        ann = await come("Ann", PHONE)
        page = ann.page
        word = page.get_by_role("button", name="real dice", exact=True)
        await word.tap()
        told = page.locator("[popover]")
        await expect(told).to_contain_text("the crew enters what they show")
        await expect(told).to_be_in_viewport(ratio=1)
        assert await ann.axe() == []
        await page.get_by_role("heading", level=1).tap()
        await expect(told).to_have_count(0)
        await page.keyboard.press("Tab")  # from now on the keyboard is used
        await word.focus()
        await expect(told).to_be_visible()
        await page.keyboard.press("Enter")
        await expect(told.get_by_role("link", name="All words")).to_be_focused()
        await page.keyboard.press("Escape")
        await expect(told).to_have_count(0)
        await expect(word).to_be_focused()
        await ann.go("/")
        await page.get_by_label("Who ends the betting").select_option("boxperson")
        await page.get_by_role("button", name="boxperson", exact=True).first.tap()
        await expect(told).to_contain_text("watches the chips and the dice")
        await expect(page.get_by_label("Who ends the betting")).to_have_value("boxperson")
        await ann.go("/glossary#horn")
        await expect(page.locator("#horn")).to_be_focused()
        await expect(page.locator("#horn")).to_contain_text("a quarter of the chips on each")
        assert await ann.axe() == []


@pytest.mark.some
async def test_a_player_sees_what_the_layout_costs_unless_the_house_may_not_say_it(visiting):
    async with visiting(a_table("three_four_five", limits="5:500"), SILENT) as (house, come, _):
        ann = await come("Ann")
        page = ann.page
        tables = {one["rules"]: f"/tables/{one['table']}" for one in (await house.get("/api/tables")).json()}
        await ann.go(tables["three_four_five"])
        await ann.sit(500)
        asked = page.get_by_text("What does my layout cost?")
        await expect(asked).to_have_count(0)
        await ann.bet("pass", 5)
        await asked.click()
        figures = page.get_by_role("region", name="What does my layout cost?")
        row = figures.get_by_role("row", name="Pass Line")
        await expect(row).to_contain_text("1.414\N{NO-BREAK SPACE}% 7/495")
        await expect(row).to_contain_text("7.07\N{NO-BREAK SPACE}¢")
        assert await ann.axe() == []
        href = await page.get_by_role("link", name="All wagers of this house in the lab").get_attribute(
            "href"
        )
        rules = "three_four_five%3Awinning_buy%3Dcharged%2Cwinning_prop%3Ddown"
        assert href == f"/lab/wagers?rules={rules}&limits=5%3A500&chip=1"

        await ann.go(tables["nsw"])
        await ann.spot("place 6").hover()
        told = page.locator("section.told")
        await expect(told).to_contain_text("with $5 here")
        await expect(told).not_to_contain_text("edge")
        await ann.sit(300)
        await ann.bet("field", 5)
        await asked.click()
        await expect(page.get_by_text("This house may not advise players")).to_be_visible()
        await expect(page.get_by_role("link", name="9.6")).to_be_visible()
