"""People keep a name with a passphrase, get more play money, and look at their evenings."""

import pytest
from playwright.async_api import expect
from tests.browser.conftest import DESK, PHONE, cents
from tests.browser.hands_on import CrewPage
from tests.server.live import a_table

from bankcraps.live.people.play_money import PlayMoney

pytestmark = pytest.mark.some

PASSPHRASE = "dice and bones"
MUCH_LATER = "2100-01-01"


async def test_a_guest_keeps_the_name_at_a_table_and_plays_on(visiting):
    async with visiting(a_table("nsw")) as (house, come, _books):
        ann = await come("Ann", PHONE)
        await ann.sit(300)
        await ann.page.get_by_role("button", name="Keep this name").click()
        await expect(ann.page.get_by_role("dialog")).to_contain_text("Keep the name Ann")
        assert await ann.axe("dialog") == []
        await ann.page.get_by_label("Passphrase", exact=False).first.fill("short")
        await ann.page.get_by_role("button", name="Keep the name", exact=True).click()
        await expect(ann.page.get_by_role("dialog").get_by_role("alert")).to_contain_text("8 to 200")
        ann.wrong.clear()  # the browser reports the refusal on its console
        await ann.page.get_by_label("Passphrase", exact=False).first.fill(PASSPHRASE)
        await ann.page.get_by_role("button", name="Keep the name", exact=True).click()
        await expect(ann.page.get_by_role("dialog").get_by_role("status")).to_contain_text("is your account")
        await ann.page.get_by_role("button", name="Close").click()
        await expect(ann.page.get_by_role("button", name="Keep this name")).to_have_count(0)
        await ann.bet("pass", 25)
        assert (await house.get("/api/session", await house.sign_in("Ann", PASSPHRASE))).json()[
            "name"
        ] == "Ann"


@pytest.mark.parametrize("keeps", [True, False])
async def test_a_guest_who_signs_out_is_asked_first(visiting, keeps):
    async with visiting(a_table("nsw")) as (house, come, _books):
        ann = await come("Ann", DESK)
        if not keeps:
            await ann.sit(300)
            await ann.page.clock.install()
        await ann.go("/")
        if not keeps:
            await expect(ann.page.get_by_text("You sit here")).to_be_visible()
            await ann.page.clock.pause_at(MUCH_LATER)  # the lobby does not look again by itself
            await expect(ann.page.get_by_text("You sit here")).to_be_visible()
        await ann.page.get_by_role("button", name="Sign out").click()
        dialog = ann.page.get_by_role("dialog")
        await expect(dialog).to_contain_text("you cannot come back as Ann")
        if keeps:
            assert await ann.axe("dialog") == []
            await dialog.get_by_label("Passphrase", exact=False).first.fill(PASSPHRASE)
            await dialog.get_by_role("button", name="Keep the name and sign out").click()
        else:
            await dialog.get_by_role("button", name="Sign out and lose all this").click()
        await expect(ann.page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
        await expect(ann.page.get_by_text("You sit here")).to_have_count(0)
        answer = await house.get(
            "/api/session", method="POST", json={"name": "Ann", "passphrase": PASSPHRASE}
        )
        assert answer.is_success == keeps


GIVES = {"gift": 300, "more_money": PlayMoney("asked", 100_000)}


async def test_somebody_who_can_buy_no_chips_gets_money_at_the_table(visiting):
    async with visiting(a_table("nsw"), **GIVES) as (_, come, _books):
        ann = await come("Ann")
        rail = ann.page.get_by_role("region", name="Your rail")
        await expect(rail).to_contain_text("You have hardly any play money left")
        for size in (DESK, PHONE):
            await ann.resize(size)
            assert await ann.axe("section.rail") == []
        await rail.get_by_role("button", name="Get $997 of play money").click()
        await expect(rail).to_contain_text("$1,000 in your wallet")
        await ann.sit(200)


async def test_a_player_with_an_empty_rail_buys_more_or_asks_for_more(visiting, dice_show):
    dice_show((6, 6))
    async with visiting(a_table("nsw", limits="5:500"), gift=1_000) as (_, come, _books):
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


LOST = "\N{MINUS SIGN}$25"


async def test_an_evening_is_settled_and_stays_in_the_history(visiting):
    table = a_table("classic", dice="entered", pace="boxperson", title="Friday")
    async with visiting(table) as (house, come, books):
        ann, boss = await come("Ann"), await come("House", passphrase=house.passphrase)
        await ann.sit(300)
        await ann.bet("field", 25)
        crew = await CrewPage.at(boss)
        await crew.throw(3, 2)  # the field loses
        await ann.shows("At risk", 0)
        lost = 30_000 - books.sums(ann)["Rail"]
        assert lost > 0
        await ann.bet("field", 5)

        book = ann.page.get_by_role("region", name="The table's book")
        await book.get_by_role("button", name="Settle up").click()
        line = book.get_by_role("row", name="Ann")
        await expect(line).to_contain_text(LOST)
        cells = [cents(one) for one in await line.get_by_role("cell").all_inner_texts()]
        assert cells == [30_000, 0, 30_000 - lost - 500, 500, -lost]
        await expect(book.get_by_role("row", name="The house").get_by_role("cell").last).to_have_text("+$25")
        for size in (DESK, PHONE):
            await ann.fits(size)
            assert await ann.axe('[aria-label="The table\'s book"]') == []

        await ann.go(f"/tables/{house.table}/settle-up")
        await expect(ann.page.get_by_role("heading", name="Settle up")).to_be_visible()
        await expect(ann.page.get_by_role("row", name="Ann")).to_contain_text(LOST)
        assert await ann.axe() == []
        await ann.page.emulate_media(media="print")
        await expect(ann.page.get_by_role("button", name="Print")).to_be_hidden()
        await ann.page.emulate_media(media="screen")

        await ann.page.get_by_role("link", name="Ann: your evenings").click()
        await expect(ann.page.get_by_role("heading", name="Your evenings")).to_be_visible()
        evening = ann.page.get_by_role("listitem").filter(has_text="Friday")
        await expect(evening).to_contain_text("now")
        await expect(evening).to_contain_text(LOST)
        await expect(ann.page.get_by_role("row", name="Field")).to_contain_text(LOST)
        assert await ann.axe() == []
        await ann.fits(DESK, PHONE)
