"""A home game with real dice, dealt by those who play it, and a table that whoever opened it closes."""

import pytest
from playwright.async_api import expect
from tests.browser.conftest import DESK, PHONE
from tests.server.live import a_table

RULES = "classic"


async def open_a_table(host):
    """Open a table with real dice on the page. Return its path."""
    page = host.page
    await host.go("/")
    await page.get_by_label("House", exact=False).first.select_option(RULES)
    await page.get_by_label("Dice", exact=False).select_option("entered")
    await expect(page.get_by_label("Who ends the betting")).to_have_value("boxperson")
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


@pytest.mark.some
async def test_a_host_hears_a_dispute_and_rules_that_the_house_pays(visiting):
    async with visiting() as (_, come, books):
        ann = await come("Ann", PHONE)
        table = await open_a_table(ann)
        await ann.sit(200)
        await ann.page.get_by_role("button", name="I do: take the boxperson's chair").tap()
        bob = await come("Bob")
        await bob.go(table)
        await bob.sit(100)
        await ann.bet("pass", 5)
        await bob.bet("pass", 25)
        await throw(ann, 4, 2)
        await bob.page.get_by_role("button", name="Disputes").click()
        await bob.page.get_by_label("What it is about").fill("my six was paid short")
        await bob.page.get_by_role("button", name="Raise a dispute", exact=True).click()
        alert = ann.page.get_by_role("alert").filter(has_text="Bob disputes: “my six was paid short”")
        await expect(alert).to_be_in_viewport()
        await expect(ann.page).to_have_title("Dispute: Classic · Bankcraps")
        await expect(bob.page.get_by_role("alert").filter(has_text="disputes:")).to_have_count(0)
        assert await ann.axe() == []
        await ann.page.get_by_role("button", name="Take the chair", exact=True).tap()
        await expect(alert).to_contain_text("You decide it, as the supervisor.")
        await ann.page.get_by_role("button", name="Look at it").tap()
        await expect(alert).to_have_count(0)
        book = ann.page.get_by_role("region", name="The table's book")
        await expect(book.locator("form").first).to_contain_text("The ruling")  # a new dispute is below it
        await book.get_by_role("button", name="Pay or take back").tap()
        pays = book.locator("form").filter(has=ann.page.get_by_role("radio", name="The house pays"))
        await expect(pays.get_by_label("Who")).to_have_value("Bob")
        await pays.get_by_role("textbox", name="Amount").fill("7")
        await pays.get_by_role("button", name="Pay or take back").tap()
        await expect(pays.get_by_role("status")).to_have_text("Pay or take back: done.")
        await bob.shows("Rail", 8200)
        await expect(
            bob.page.get_by_text("You get $7 from the house (convention): dispute 1")
        ).to_be_visible()
        await book.get_by_label("The ruling").fill("seven short, paid")
        await book.get_by_role("button", name="Decide a dispute").tap()
        await expect(ann.page).not_to_have_title("Dispute: Classic · Bankcraps")
        books.table = table.rpartition("/")[2]
        await books.agree_with(ann, bob)


async def _opens(ann, house, **how):
    """Ann opens a table, and comes to it."""
    asked = {"rules": "nsw", "pace": "shooter", "title": "Mine", **how}
    answer = await ann.page.context.request.post(f"{house.address}/api/tables", data=asked)
    table = (await answer.json())["table"]
    await ann.go(f"/tables/{table}")
    return table


@pytest.mark.some
async def test_a_table_of_ones_own_is_closed_with_all_chips_back(visiting):
    async with visiting(a_table("nsw", title="Friday")) as (house, come, _books):
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
