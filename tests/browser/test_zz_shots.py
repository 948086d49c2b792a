from playwright.async_api import expect
from tests.browser.conftest import PHONE
from tests.page.dealing import FREE, Crew
from tests.server.live import a_table
RULES = "three_four_five"
TABLE = a_table(RULES, dice="entered", pace="boxperson", limits="5:500")
async def test_shots(visiting):
    async with visiting(TABLE, limits=FREE) as (house, come, books):
        boss = await house.sign_in("House", house.passphrase)
        async with house.at(cookie=boss) as crew:
            dealers = await Crew.at(crew, RULES)
            ann, bob = await come("Ann"), await come("Bob", PHONE)
            await ann.sit(900)
            await bob.sit(900)
            for one in (ann, bob):
                await one.bet("pass", 25)
                await one.bet("come", 25) if False else None
            await dealers.throw(4, 2)
            for one in (ann, bob):
                await expect(one.page.get_by_text("The point is 6", exact=True)).to_be_visible()
                await one.bet("place 8", 25)
                await one.bet("come", 25)
                await one.bet("buy 4", 25)
            await dealers.throw(4, 4)
            for one, name, size in ((ann, "desk", (1440, 900)), (bob, "phone", (390, 844)), (bob, "side", (844, 390)), (ann, "820", (820, 1180))):
                await one.page.set_viewport_size({"width": size[0], "height": size[1]})
                await one.page.wait_for_timeout(2500)
                await one.page.screenshot(path=f"/tmp/b/shots/m3_{name}.png")
