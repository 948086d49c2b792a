"""A home game with real dice, dealt by those who play it: the host's page, and the pages of guests."""

import pytest
from playwright.async_api import expect
from tests.browser.conftest import PHONE, caught_up

RULES = "classic"

BETS = {"Ann": "pass", "Bob": "pass", "Cleo": "field", "Dora": "dont_pass", "Emil": "place 10"}
"""The wagers on which they bet $5 each, with one tap."""

EVENING = {"Ann": -5, "Bob": -5, "Cleo": 5, "Dora": 5, "Emil": -5, "Finn": 0}
"""The gain or loss of each after 3-1, which was first entered as 4-2, and a seven."""


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


async def follow_link(come, name, link):
    """Come to a table by its link, without a name, and get a seat there on your own phone."""
    guest = await come(size=PHONE)
    guest.name = name
    await guest.page.goto(link)
    await guest.page.get_by_role("link", name="Sign in to play", exact=True).tap()
    await guest.page.get_by_label("Name", exact=True).fill(name)
    await guest.page.get_by_role("button", name="Sign in").tap()
    await guest.sit(100)
    return guest


async def rule_on_the_throw(host, a, b):
    """Take the chair that decides the dispute, correct the throw, and close the dispute."""
    page = host.page
    await page.get_by_role("button", name="Take the chair").tap()
    await page.get_by_role("button", name="Correct the throw").first.tap()
    await page.get_by_label("One die").select_option(str(a))
    await page.get_by_label("the other").select_option(str(b))
    await page.get_by_role("button", name="Correct the throw").nth(1).tap()
    await page.get_by_role("button", name="Look at it").tap()
    await page.get_by_label("The ruling").fill("it was 3-1, as Cleo says")
    await page.get_by_role("button", name="Decide a dispute", exact=True).last.tap()
    await expect(
        page.get_by_text("Cleo may ask").or_(page.get_by_text("Closed.", exact=True))
    ).to_be_visible()


@pytest.mark.some
async def test_six_people_play_an_evening_from_one_link(visiting):
    async with visiting() as (house, come, _books):
        ann = await come("Ann", PHONE)
        table = await open_a_table(ann)
        await ann.page.get_by_role("button", name="Share").tap()
        link = await ann.page.get_by_role("textbox", name="Link").input_value()
        await ann.page.keyboard.press("Escape")
        await ann.page.get_by_role("button", name="I do: take the boxperson's chair").tap()
        await ann.sit(100)
        players = {"Ann": ann} | {name: await follow_link(come, name, link) for name in list(EVENING)[1:]}
        for name, wager in BETS.items():
            await players[name].asks(players[name].spot(wager).tap())

        await throw(ann, 4, 2)
        cleo = players["Cleo"]
        await expect(cleo.page.get_by_role("group", name="The last throw")).to_contain_text("$5")
        await cleo.page.get_by_role("button", name="Disputes").tap()
        await cleo.page.get_by_label("What it is about").fill("it was 3-1, not 4-2")
        await cleo.page.get_by_role("button", name="Raise a dispute").tap()
        await rule_on_the_throw(ann, 3, 1)
        for one in players.values():
            await expect(one.page.get_by_text("The point is 4", exact=True)).to_be_visible()
        await throw(ann, 4, 3)
        await caught_up(*players.values())
        await players["Finn"].page.get_by_role("button", name="Leave", exact=True).tap()
        await expect(players["Finn"].page.get_by_role("button", name="Sit down")).to_be_visible()

        await ann.page.get_by_role("button", name="Settle up").tap()
        for name, dollars in EVENING.items():
            row = ann.page.get_by_role("row", name=name)
            up = f"+${dollars}" if dollars > 0 else f"\N{MINUS SIGN}${-dollars}" if dollars else "$0"
            await expect(row.get_by_role("cell").last).to_have_text(up)
        await expect(ann.page.get_by_role("row", name="Finn")).to_contain_text("left")
        assert link == house.address + table
