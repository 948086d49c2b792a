"""Whoever opened a table closes it on the page, and the lobby leads back to their place."""

import pytest
from playwright.async_api import expect
from tests.browser.conftest import DESK
from tests.page.dealing import FREE
from tests.server.live import a_table

pytestmark = pytest.mark.some


async def _opens(ann, house, **how):
    """Ann opens a table, and comes to it."""
    asked = {"rules": "nsw", "pace": "shooter", "title": "Mine", **how}
    answer = await ann.page.context.request.post(f"{house.address}/api/tables", data=asked)
    table = (await answer.json())["table"]
    await ann.go(f"/tables/{table}")
    return table


async def test_a_table_of_ones_own_is_closed_with_all_chips_back(visiting):
    async with visiting(a_table("nsw", title="Friday"), limits=FREE) as (house, come, _books):
        ann = await come("Ann", DESK)
        await _opens(ann, house)
        await ann.sit(300)
        await ann.bet("place 6", 25)
        await ann.page.get_by_role("button", name="Close the table").click()
        dialog = ann.page.get_by_role("dialog")
        await expect(dialog).to_contain_text("All players are cashed out")
        assert await ann.axe("dialog") == []
        await dialog.get_by_role("button", name="Close it for good").click()
        await expect(ann.page.get_by_role("heading", name="Tables")).to_be_visible()
        await expect(ann.page.get_by_role("banner")).to_contain_text("$1,000 in the wallet")
        await expect(ann.page.get_by_role("heading", name="Friday")).to_be_visible()
        await expect(ann.page.get_by_role("heading", name="Mine")).to_have_count(0)


async def test_the_lobby_shows_ones_place_first_and_what_one_opened(visiting):
    async with visiting(a_table("nsw", title="Friday"), limits=FREE) as (house, come, _books):
        ann, bob = await come("Ann", DESK), await come("Bob", DESK)
        table = await _opens(ann, house, listed=False)
        await ann.go(f"/tables/{table}")
        await bob.go(f"/tables/{table}")
        await bob.sit(100)
        await bob.go("/")
        card = bob.page.get_by_role("article").first
        await expect(card).to_contain_text("You sit here")
        await expect(card).to_contain_text("Only people with the link find it")
        await expect(card.get_by_role("link", name="Go back to your place")).to_be_visible()
        assert await bob.axe("main") == []
        await ann.go("/")
        mine = ann.page.get_by_role("article", name="Mine")
        await expect(mine).to_contain_text("You opened it")
        await bob.go(f"/tables/{table}")
        await bob.shows("Rail", 10_000)
        await mine.get_by_role("button", name="Close").click()
        dialog = ann.page.get_by_role("dialog")
        await expect(dialog).to_contain_text("These people play here now: Bob.")
        await dialog.get_by_role("button", name="Post the notice").click()
        await expect(dialog).to_contain_text("The notice hangs at the table")
        await expect(bob.page.get_by_text("The table closes")).to_be_visible()
