"""The same bet again, by hand and by itself, and the result of a throw that stays."""

from playwright.async_api import expect
from tests.browser.conftest import PHONE
from tests.browser.table.test_play import FREE, RULES, TABLE
from tests.page.dealing import Crew


async def test_the_same_bet_and_the_last_result(visiting):
    async with visiting(TABLE, limits=FREE) as (house, come, books):
        boss = await house.sign_in("House", house.passphrase)
        async with house.at(cookie=boss) as crew:
            dealers = await Crew.at(crew, RULES)
            ann = await come("Ann", PHONE)
            await ann.sit(500)
            result = ann.page.get_by_role("group", name="The last throw for you")
            again = ann.page.get_by_role("button", name="Same bet")
            by_itself = ann.page.get_by_role("switch", name="by itself")

            await ann.bet("pass", 25)
            await dealers.throw(4, 2)
            await expect(result).to_contain_text("Nothing of yours was decided.")
            await ann.page.get_by_role("button", name="Odds", exact=True).click()
            await ann.shows("At risk", 15_000)
            await dealers.throw(4, 3)
            await expect(result).to_contain_text("Seven out: all your wagers are lost.")
            for part in ("\N{MINUS SIGN}$150", "Pass Line \N{MINUS SIGN}$25", "$350"):
                await expect(result).to_contain_text(part)
            await expect(result.get_by_role("status")).to_have_text(
                "Seven out: all your wagers are lost. Pass Line lost $25. Pass Line Odds lost $125. "
                "Together \N{MINUS SIGN}$150. $350 in your rail."
            )

            await again.click()
            await ann.shows("At risk", 2500)
            note = ann.page.get_by_text("Left out $125 odds on the Pass Line")
            await expect(note).to_be_visible()
            assert await ann.axe() == []
            await by_itself.click()
            await expect(by_itself).to_be_checked()
            await expect(note).to_have_count(0)

            stick = ann.page.get_by_role("region", name="The throw")
            call = await stick.locator(".call").inner_text()
            assert "Seven out" in call
            await ann.page.reload()
            await expect(stick.locator(".call")).to_have_text(call)
            await expect(result).to_contain_text("Seven out: all your wagers are lost.")
            await expect(by_itself).to_be_checked()
            await ann.shows("At risk", 2500)

            await dealers.throw(5, 4)
            await ann.shows("At risk", 2500 + 10_000)  # four times on the 9
            await dealers.throw(3, 6)
            await expect(result).to_contain_text("Pass Line Odds +$150")
            await ann.shows("At risk", 2500)
            await ann.page.get_by_role("button", name="Sit out").click()
            await expect(ann.page.get_by_text("no longer repeats by itself: you sit out")).to_be_visible()
            await expect(by_itself).not_to_be_checked()
            await books.agree_with(ann)
