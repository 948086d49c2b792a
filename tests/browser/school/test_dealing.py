"""A school: somebody opens a table where people deal, and deals whole rounds to two bots."""

import pytest
from playwright.async_api import expect
from tests.browser.conftest import PHONE

BOTS = ("Uno", "Duo")
SAID = {"strict": "are refused", "free": "happen"}
LOW = (844, 390)


async def opens(host, how, *, calls=False):
    """Open a table with two bots on the page, where people deal."""
    page = host.page
    await host.go("/")
    await page.get_by_label("House", exact=False).first.select_option("classic")
    await page.get_by_label("Who pays the wagers").select_option(how)
    if calls:
        await page.get_by_label("The stickperson calls each throw").check()
    await page.get_by_label("Who ends the betting").select_option("boxperson")
    await page.locator("summary", has_text="Bots").click()
    for at, name in enumerate(BOTS):
        await page.get_by_role("button", name="Add a bot").click()
        bot = page.locator(".bot").nth(at)
        await bot.get_by_label("Name").fill(name)
        await bot.get_by_label("System").select_option("pass")
    await page.get_by_label("The clock also runs for somebody who plays alone").check()
    await page.get_by_role("button", name="Open the table").click()
    await page.wait_for_url("**/tables/*")
    await expect(
        page.get_by_text(f"People pay the wagers here, for practice. Wrong pays {SAID[how]}")
    ).to_be_visible()


async def takes(host, *roles):
    """The host takes chairs of the crew."""
    await host.page.locator("summary", has_text="You host this table").click()
    for role in roles:
        row = host.page.get_by_role("listitem", name=f"Chair of the {role}", exact=True)
        await row.get_by_role("button", name="Take it").click()
        await expect(row).to_contain_text(host.name)


async def closes(host):
    """Close the betting once both bots have bet."""
    await expect(host.page.locator('.stack[data-on="pass"]')).to_have_count(len(BOTS))
    await host.asks(host.page.get_by_role("button", name="No more bets").click())


@pytest.mark.some
async def test_a_dealer_deals_whole_rounds_to_two_bots_at_every_size(visiting, dice_show):
    dice_show((4, 2), (5, 1))
    async with visiting() as (_, come, _books):
        lea = await come("Lea")
        await opens(lea, "strict")
        await takes(lea, "dealer", "boxperson")
        work = lea.page.get_by_role("region", name="Your work as a dealer")
        await expect(work).to_contain_text("Nothing to deal now")
        await closes(lea)
        await work.get_by_role("button", name="The puck").click()
        await work.get_by_role("button", name="On 8").click()
        await expect(work.get_by_role("alert")).to_contain_text("The puck goes on 6, not on 8")
        await work.get_by_role("button", name="On 6").click()
        await expect(lea.page.get_by_text("The point is 6", exact=True)).to_be_visible()
        await lea.resize(PHONE)
        await expect(work).to_contain_text("Nothing to deal now")

        await lea.page.get_by_role("button", name="No more bets").click()
        await expect(work.get_by_role("listitem")).to_have_count(3)
        await lea.spot("pass").click()
        one = work.get_by_role("group", name="Uno: $10 on Pass")
        await one.get_by_label("Pay, without the stake").fill("12")
        await one.get_by_role("button", name="Pay", exact=True).click()
        await expect(work.get_by_role("alert")).to_contain_text("pay $10, do not pay $12")
        assert await lea.axe() == []
        await lea.resize(LOW)
        assert await lea.axe() == []
        await one.get_by_label("Pay, without the stake").fill("10")
        await one.get_by_role("button", name="Pay", exact=True).click()
        await expect(work.get_by_role("listitem")).to_have_count(2)
        await expect(lea.page.get_by_text("Paying, 2 left")).to_be_visible()
        await lea.spot("pass").click()
        await work.get_by_label("Pay, without the stake").fill("10")
        await work.get_by_role("button", name="Pay", exact=True).click()
        await work.get_by_role("button", name="The puck").click()
        await work.get_by_role("button", name="Off").click()
        await expect(work).to_contain_text("Nothing to deal now")
        box = lea.page.get_by_role("region", name="The dealers' work")
        await expect(box.get_by_role("row", name="Lea")).to_contain_text("Lea442$20")
        await closes(lea)  # the bots have bet again
        await lea.page.goto(f"{lea.page.url}/dealers")
        await expect(lea.page.get_by_role("heading", name="Your score as a dealer")).to_be_visible()
        await expect(lea.page.get_by_role("row", name="Lea 4 4 2 $2 0 0")).to_be_visible()
        assert await lea.axe() == []


async def test_the_stickperson_calls_the_throw(visiting, dice_show):
    dice_show((6, 5))
    async with visiting() as (_, come, _books):
        sid = await come("Sid")
        await opens(sid, "strict", calls=True)
        await takes(sid, "stickperson", "boxperson")
        await closes(sid)
        work = sid.page.get_by_role("region", name="Your work as a dealer")
        await work.get_by_role("button", name="The call").click()
        await expect(sid.page.locator("p, li").filter(has_text="front line winner")).to_have_count(0)
        choice = work.get_by_label("Call the throw")
        await choice.select_option("Seven, front line winner")
        await work.get_by_role("button", name="Call it").click()
        await expect(work.get_by_role("alert")).to_contain_text('The call is "Yo-leven, front line winner"')
        assert await sid.axe() == []
        await choice.select_option("Yo-leven, front line winner")
        await work.get_by_role("button", name="Call it").click()
        await expect(work).to_contain_text("Nothing to deal now")
        await expect(sid.page.get_by_text("You call: Yo-leven, front line winner").first).to_be_visible()


@pytest.mark.some
async def test_the_box_sees_what_is_right_and_puts_a_wrong_pay_right(visiting, dice_show):
    dice_show((4, 3))
    async with visiting() as (house, come, _books):
        hal, lea = await come("Hal"), await come("Lea")
        await opens(hal, "free")
        card = lea.page.get_by_role("article").filter(has_text="Paid by")
        await lea.go("/")
        await expect(card).to_contain_text("people; wrong pays happen")
        async with house.at(table=hal.page.url.rpartition("/")[2]) as wire:
            assert wire.heard[0]["table"]["settings"]["steady"] is True
        await takes(hal, "boxperson")
        chair = hal.page.get_by_role("listitem", name="Chair of the dealer", exact=True)
        await chair.get_by_role("button", name="Link").click()
        link = await hal.page.get_by_role("textbox", name="Link").input_value()
        await hal.page.keyboard.press("Escape")
        await lea.page.goto(link)
        await lea.page.get_by_role("button", name="Take the dealer's chair").click()
        await expect(chair).to_contain_text("Lea")
        await closes(hal)
        work = lea.page.get_by_role("region", name="Your work as a dealer")
        await lea.spot("pass").click()
        await work.get_by_label("Pay, without the stake").fill("15")
        await work.get_by_role("button", name="Pay", exact=True).click()
        await expect(work.get_by_role("listitem")).to_have_count(1)
        box = hal.page.get_by_role("region", name="The dealers' work")
        row = box.get_by_role("row", name="Uno: Pass")
        await expect(row).to_contain_text("pay $10pay $15")
        await expect(box.get_by_role("row", name="Duo: Pass")).to_contain_text("open")
        await expect(
            lea.page.get_by_role("region", name="The dealers' work").get_by_text("pay $10")
        ).to_have_count(0)
        assert await hal.axe() == []
        await row.get_by_role("button", name="Take $5 back from Uno").click()
        await expect(row.get_by_role("button")).to_have_count(0)
        await box.get_by_role("button", name="Let it go: the automatic crew deals the rest").click()
        await expect(work).to_contain_text("Nothing to deal now")
        await expect(box.get_by_role("row", name="Lea 1 0 1 $5 0 1")).to_be_visible()
