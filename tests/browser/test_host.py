"""A home game with real dice, dealt by those who play it: the host's page, and the pages of guests."""

from playwright.async_api import expect
from tests.browser.conftest import PHONE

RULES = "classic"


async def open_a_table(host):
    """Open a table with real dice on the page. Return its path."""
    page = host.page
    await host.go("/")
    await page.get_by_label("House", exact=False).first.select_option(RULES)
    await page.get_by_label("Who ends the betting").select_option("boxperson")
    await page.get_by_label("Dice", exact=False).select_option("entered")
    await page.get_by_role("button", name="Open the table").click()
    await page.wait_for_url("**/tables/*")
    return page.url[len(host.house.address) :]


async def throw(host, a, b):
    """Close the betting and enter what the dice show, with a thumb."""
    await host.page.get_by_role("button", name="No more bets").tap()
    await host.page.get_by_role("group", name="Die 1").get_by_role("button", name=str(a)).tap()
    await host.page.get_by_role("group", name="Die 2").get_by_role("button", name=str(b)).tap()
    await expect(host.page.get_by_role("status").get_by_text(f"{a}-{b}, {a + b}?")).to_be_visible()
    await host.page.get_by_role("button", name="Yes, it counts").tap()


async def test_a_host_deals_real_dice_and_plays(visiting):
    async with visiting() as (_, come, _books):
        ann = await come("Ann", PHONE)
        table = await open_a_table(ann)
        await expect(ann.page.get_by_text("You host this table.")).to_be_visible()
        await ann.sit(200)
        await ann.spot("pass").tap()
        await expect(ann.page.get_by_role("alert")).to_contain_text("Nobody can enter what the dice show")
        await ann.page.get_by_role("button", name="I do: take the boxperson's chair").tap()
        await ann.bet("pass", 25)
        assert await ann.axe() == []

        bob = await come("Bob")
        await bob.go(table)
        await expect(bob.page.get_by_text("Ann hosts this table.")).to_be_visible()
        await bob.sit(100)
        await bob.bet("dont_pass", 25)
        await throw(ann, 4, 2)
        for one in (ann, bob):
            await expect(one.page.get_by_text("The point is 6", exact=True)).to_be_visible()

        await ann.page.locator("summary", has_text="You host this table").click()
        stick = ann.page.get_by_role("listitem", name="Chair of the stickperson")
        await stick.get_by_label("Offer it to").select_option("Bob")
        await expect(stick).to_contain_text("Bob may take it")
        await bob.page.get_by_role("button", name="Take the stickperson's chair").click()
        await expect(stick).to_contain_text("Bob")
        await stick.get_by_role("button", name="Take it back").click()
        await expect(bob.page.get_by_role("button", name="Give the stickperson's chair back")).to_have_count(
            0
        )

        dealer = ann.page.get_by_role("listitem", name="Chair of the dealer")
        await dealer.get_by_role("button", name="Link").click()
        link = await ann.page.get_by_role("textbox", name="Link").input_value()
        await ann.page.keyboard.press("Escape")
        cid = await come("Cid")
        await cid.page.goto(link)
        await cid.page.get_by_role("button", name="Take the dealer's chair").click()
        await expect(cid.page.get_by_role("button", name="Give the dealer's chair back")).to_be_visible()
        await cid.page.wait_for_url(f"**{table}")
        await expect(dealer).to_contain_text("Cid")
