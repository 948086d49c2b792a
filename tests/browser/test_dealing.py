"""A school: somebody opens a table where people deal, and deals whole rounds to two bots."""

from playwright.async_api import expect
from tests.browser.conftest import PHONE
from tests.page.dealing import FREE


async def opens(host, how="strict"):
    """Open a table with two bots on the page, where people deal."""
    page = host.page
    await host.go("/")
    await page.get_by_label("House", exact=False).first.select_option("classic")
    await page.get_by_label("Who pays the wagers").select_option(how)
    await page.get_by_label("Who ends the betting").select_option("boxperson")
    await page.locator("summary", has_text="Bots").click()
    for at, name in enumerate(("Uno", "Duo")):
        await page.get_by_role("button", name="Add a bot").click()
        bot = page.locator(".bot").nth(at)
        await bot.get_by_label("Name").fill(name)
        await bot.get_by_label("System").select_option("pass")
    await page.get_by_role("button", name="Open the table").click()
    await page.wait_for_url("**/tables/*")


async def takes(host, *roles):
    """The host takes chairs of the crew."""
    await host.page.locator("summary", has_text="You host this table").click()
    for role in roles:
        row = host.page.get_by_role("listitem", name=f"Chair of the {role}", exact=True)
        await row.get_by_role("button", name="Take it").click()
        await expect(row).to_contain_text(host.name)


async def closes(host):
    """Close the betting once both bots have bet."""
    await expect(host.page.locator('.stack[data-on="pass"]')).to_have_count(2)
    await host.asks(host.page.get_by_role("button", name="No more bets").click())


async def test_a_dealer_deals_whole_rounds_to_two_bots(visiting, dice_show):
    dice_show((4, 2), (5, 1))
    async with visiting(limits=FREE) as (_, come, _books):
        lea = await come("Lea")
        await opens(lea)
        await takes(lea, "dealer", "boxperson")
        work = lea.page.get_by_role("region", name="Your work as a dealer")
        await expect(work).to_contain_text("Nothing to deal now")
        await lea.page.screenshot(path="/tmp/h/shots/deal0.png", full_page=True)
        await closes(lea)
        await work.get_by_role("button", name="The puck").click()
        await lea.page.screenshot(path="/tmp/h/shots/deal1.png", full_page=True)
        await work.get_by_role("button", name="On 8").click()
        await expect(work.get_by_role("alert")).to_contain_text("the puck goes on 6, not on 8")
        await work.get_by_role("button", name="On 6").click()
        await expect(lea.page.get_by_text("The point is 6", exact=True)).to_be_visible()
        await closes(lea)
