"""The cost of a player's layout, at a table whose house may say so, and at one that may not."""

import pytest
from playwright.async_api import expect
from tests.page.dealing import FREE
from tests.server.live import a_table

pytestmark = pytest.mark.some

SILENT = a_table("nsw", dice="entered", pace="boxperson", limits="5:500")


async def test_a_player_sees_what_the_layout_costs_unless_the_house_may_not_say_it(visiting):
    async with visiting(a_table("three_four_five", limits="5:500"), SILENT, limits=FREE) as (house, come, _):
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
        await ann.bet("field", 5)
        await expect(figures.get_by_role("row", name="All together")).to_contain_text(
            "34.85\N{NO-BREAK SPACE}¢"
        )
        assert await ann.axe() == []
        href = await page.get_by_role("link", name="All wagers of this house in the lab").get_attribute(
            "href"
        )
        rules = "three_four_five%3Awinning_buy%3Dcharged%2Cwinning_prop%3Ddown"
        assert href == f"/lab/wagers?rules={rules}&limits=5%3A500&chip=1"

        await ann.go(tables["nsw"])
        await ann.sit(300)
        await ann.bet("field", 5)
        await asked.click()
        await expect(page.get_by_text("This house may not advise players")).to_be_visible()
        await expect(page.get_by_role("link", name="9.6")).to_be_visible()
