"""Somebody without money gets more from the house, where they notice that they have none."""

import pytest
from playwright.async_api import expect
from tests.browser.conftest import DESK, PHONE
from tests.page.dealing import FREE
from tests.server.live import a_table

from bankcraps.live.people.more_money import PlayMoney

pytestmark = pytest.mark.some

GIVES = {"limits": FREE, "gift": 300, "more_money": PlayMoney("asked", 100_000)}


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
async def test_somebody_who_can_buy_no_chips_gets_money_at_the_table(visiting, size):
    async with visiting(a_table("nsw"), **GIVES) as (_, come, _books):
        ann = await come("Ann", size)
        rail = ann.page.get_by_role("region", name="Your rail")
        await expect(rail).to_contain_text("You have hardly any play money left")
        assert await ann.axe("section.rail") == []
        await rail.get_by_role("button", name="Get $997 of play money").click()
        await expect(rail).to_contain_text("$1,000 in your wallet")
        await ann.sit(200)


async def test_a_player_with_an_empty_rail_buys_more_or_asks_for_more(visiting, dice_show):
    dice_show((6, 6))
    async with visiting(a_table("nsw", limits="5:500"), limits=FREE, gift=1_000) as (_, come, _books):
        ann = await come("Ann")
        rail = ann.page.get_by_role("region", name="Your rail")
        await ann.sit(5)
        await ann.bet("pass", 5)
        await expect(rail.get_by_text("Your rail is empty")).to_have_count(0)
        await ann.page.get_by_role("button", name="Throw").click()
        await expect(rail).to_contain_text("Your rail is empty.")
        await rail.get_by_label("Buy chips for").fill("5")
        await rail.get_by_role("button", name="Buy chips").click()
        await ann.shows("Rail", 500)


async def test_the_lobby_offers_it_too_and_says_nothing_to_others(visiting):
    async with visiting(a_table("nsw"), **GIVES) as (_, come, _books):
        ann = await come("Ann")
        await ann.go("/")
        await ann.page.get_by_role("button", name="Get $997 of play money").click()
        await expect(
            ann.page.get_by_role("status").filter(has_text="The house gave you $997")
        ).to_be_visible()
        await expect(ann.page.get_by_role("banner")).to_contain_text("$1,000 in the wallet")
        await ann.go("/")
        await ann.has_loaded()
        await expect(ann.page.get_by_text("play money left")).to_have_count(0)
