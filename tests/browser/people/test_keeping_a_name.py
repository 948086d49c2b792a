"""A guest keeps the name with a passphrase, wherever they are, and is asked before they lose it."""

import pytest
from playwright.async_api import expect
from tests.browser.conftest import DESK, PHONE
from tests.page.dealing import FREE
from tests.server.live import a_table

pytestmark = pytest.mark.some

PASSPHRASE = "dice and bones"
MUCH_LATER = "2100-01-01"


async def test_a_guest_keeps_the_name_at_a_table_and_plays_on(visiting):
    async with visiting(a_table("nsw"), limits=FREE) as (house, come, _books):
        ann = await come("Ann", PHONE)
        await ann.sit(300)
        other_tab = await ann.page.context.new_page()
        await other_tab.goto(ann.page.url)
        await expect(other_tab.get_by_role("button", name="Keep this name")).to_be_visible()
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
        await other_tab.get_by_role("button", name="Keep this name").click()
        await expect(other_tab.get_by_role("dialog").get_by_role("status")).to_contain_text("is your account")
        await other_tab.close()
        await ann.bet("pass", 25)
        assert (await house.get("/api/session", await house.sign_in("Ann", PASSPHRASE))).json()[
            "name"
        ] == "Ann"


async def test_a_refused_name_comes_with_one_that_one_tap_takes(visiting):
    async with visiting(a_table("nsw"), limits=FREE) as (house, come, _books):
        await house.sign_in("Ann")
        other = await come(size=PHONE)
        await other.go("/sign-in")
        await other.page.get_by_label("Name", exact=True).fill("Ann")
        await other.page.get_by_role("button", name="Sign in").tap()
        await expect(other.page.get_by_role("main").get_by_role("alert")).to_contain_text(
            "choose another name, such as Ann2"
        )
        other.wrong.clear()  # the browser reports the refusal on its console
        assert await other.axe() == []
        await other.page.get_by_role("button", name="Be Ann2").tap()
        await expect(other.page.get_by_role("banner")).to_contain_text("Ann2")


@pytest.mark.parametrize("keeps", [True, False])
async def test_a_guest_who_signs_out_is_asked_first(visiting, keeps):
    async with visiting(a_table("nsw"), limits=FREE) as (house, come, _books):
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


async def test_an_account_signs_out_at_once(visiting):
    async with visiting(a_table("nsw"), limits=FREE) as (_, come, _books):
        ann = await come("Ann", DESK, passphrase=PASSPHRASE)
        await ann.go("/")
        await ann.page.get_by_role("button", name="Sign out").click()
        await expect(ann.page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
