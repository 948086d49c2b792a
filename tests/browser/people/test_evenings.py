"""A person looks at their evenings, and a table settles up."""

import pytest
from playwright.async_api import expect
from tests.browser.conftest import DESK, PHONE, cents
from tests.browser.hands_on import CrewPage
from tests.page.dealing import FREE
from tests.server.live import a_table

pytestmark = pytest.mark.some

LOST = "\N{MINUS SIGN}$25"


@pytest.mark.parametrize("size", [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone")])
async def test_an_evening_is_settled_and_stays_in_the_history(visiting, size):
    table = a_table("classic", dice="entered", pace="boxperson", title="Friday")
    async with visiting(table, limits=FREE) as (house, come, books):
        ann, boss = await come("Ann", size), await come("House", passphrase=house.passphrase)
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
        async with ann.page.expect_download() as saved:
            await ann.page.get_by_role("link", name="Evenings, a row each").click()
        sheet = (await (await saved.value).path()).read_text(encoding="utf-8-sig")
        assert sheet.splitlines()[1].endswith(",300.00,0.00,270.00,5.00,-25.00,-25.00,-1.39,26.97,-0.88")
        wide = await ann.page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert not wide


async def test_nobody_without_a_name_has_evenings(visiting):
    async with visiting(a_table("classic"), limits=FREE) as (_, come, _books):
        nobody = await come()
        await nobody.go("/profile")
        await expect(nobody.page.get_by_text("Sign in to see your evenings.")).to_be_visible()
        await nobody.page.get_by_role("main").get_by_role("link", name="Sign in").click()
        await expect(nobody.page.get_by_role("heading", name="Sign in")).to_be_visible()


async def test_evenings_are_shared_by_a_link_until_it_is_taken_back(visiting):
    async with visiting(a_table("classic", title="Friday"), limits=FREE) as (_, come, _books):
        ann, bob = await come("Ann"), await come("Bob")
        await ann.sit(300)
        await ann.go("/profile")
        await ann.page.get_by_role("button", name="Share them by a link").click()
        link = await ann.page.get_by_label("Link").input_value()
        assert await ann.axe() == []
        await bob.page.goto(link)
        await expect(bob.page.get_by_role("heading", name="Ann's evenings")).to_be_visible()
        await expect(bob.page.get_by_role("listitem").filter(has_text="Friday")).to_contain_text("$300")
        assert await bob.axe() == []
        await ann.page.get_by_role("button", name="Take the link back").click()
        await expect(ann.page.get_by_text("Only you see your evenings.")).to_be_visible()
        bob.wrong.clear()
        await bob.page.goto(link)
        await expect(bob.page.get_by_text("they have taken it back")).to_be_visible()
        bob.wrong = [said for said in bob.wrong if "404" not in said]
