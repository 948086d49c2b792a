"""A host's console: a dispute that is heard, a ruling that pays, a void wager chosen from a list."""

import os

import pytest
from playwright.async_api import expect
from tests.browser.conftest import PHONE
from tests.browser.hosting.test_host import open_a_table, throw

pytestmark = pytest.mark.some


async def picture(visitor, name):
    """Keep a picture where somebody asks for them."""
    if folder := os.environ.get("PICTURES"):
        await visitor.page.screenshot(path=f"{folder}/{name}.png")


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
        note = bob.page.get_by_role("region", name="Correcting the last throw")
        await expect(note).to_contain_text(
            "Only the supervisor (nobody sits there) or Ann (the boxperson) may correct it"
        )
        await expect(ann.page.get_by_role("region", name="Correcting the last throw")).to_contain_text(
            "You may correct it"
        )

        await bob.page.get_by_role("button", name="Disputes").click()
        await bob.page.get_by_label("What it is about").fill("my six was paid short")
        await bob.page.get_by_role("button", name="Raise a dispute", exact=True).click()
        alert = ann.page.get_by_role("alert").filter(has_text="Bob disputes: “my six was paid short”")
        await expect(alert).to_be_in_viewport()
        await expect(ann.page).to_have_title("Dispute: Classic · Bankcraps")
        await expect(bob.page.get_by_role("alert").filter(has_text="disputes:")).to_have_count(0)
        await picture(ann, "alert")
        assert await ann.axe() == []
        await ann.page.get_by_role("button", name="Take the chair", exact=True).tap()
        await expect(alert).to_contain_text("You decide it, as the supervisor.")
        await expect(note).to_contain_text("Only Ann (the supervisor and boxperson) may correct it")

        await ann.page.get_by_role("button", name="Look at it").tap()
        await expect(alert).to_have_count(0)
        book = ann.page.get_by_role("region", name="The table's book")
        await expect(book.locator("form").first).to_contain_text("The ruling")  # a new dispute is below it
        await book.get_by_role("button", name="Pay or take back").tap()
        pays = book.locator("form").filter(has=ann.page.get_by_role("radio", name="The house pays"))
        await expect(pays.get_by_label("Who")).to_have_value("Bob")
        await pays.get_by_role("textbox", name="Amount").fill("7")
        await picture(ann, "pays")
        await pays.get_by_role("button", name="Pay or take back").tap()
        await expect(pays.get_by_role("status")).to_have_text("Pay or take back: done.")
        await bob.shows("Rail", 8200)
        await expect(
            bob.page.get_by_text("You get $7 from the house (convention): dispute 1")
        ).to_be_visible()
        await book.get_by_label("The ruling").fill("seven short, paid")
        await book.get_by_role("button", name="Decide a dispute").tap()
        await expect(ann.page).not_to_have_title("Dispute: Classic · Bankcraps")
        await void_the_line(ann, bob)
        books.table = table.rpartition("/")[2]
        await books.agree_with(ann, bob)


async def void_the_line(ann, bob):
    """Void a wager that is chosen from those that lie there."""
    console = ann.page.get_by_role("region", name="The crew's chairs")
    await console.get_by_role("button", name="Void a wager").tap()
    lying = console.get_by_role("group", name="Which wager")
    await lying.get_by_role("group", name="Bob").get_by_role("radio", name="$25").check()
    await console.get_by_label("Reason").select_option(index=1)
    await picture(ann, "void")
    assert await ann.axe('[aria-label="The crew\'s chairs"]') == []
    await console.locator("form").get_by_role("button", name="Void a wager").tap()
    await bob.shows("Rail", 10700)
