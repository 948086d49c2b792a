"""Makes the pictures of README and docs: tables with two players and eight, a house's rules, and a drill.

    python -m tests.page.screens docs/page

Everything is played at a real house with real dice, so that the throws can be chosen.
"""

import argparse
import asyncio
import io
import sys
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path

from PIL import Image
from playwright.async_api import async_playwright
from tests.kit.browser import CHROMIUM
from tests.page.dealing import Crew
from tests.server.live import FREE, a_table, open_house

WIDTHS = {"phone": (390, 844), "desk": (1440, 900)}

BETS = {
    "Ann": ("25 pass", "12 place 6", "10 hard 8"),
    "Bob": ("25 dont pass", "5 field"),
    "Cleo": ("10 pass", "30 place 8", "25 place 5", "5 any craps"),
    "Dora": ("5 pass", "20 buy 4", "5 yo"),
    "Emil": ("100 pass", "60 place 6", "60 place 8"),
    "Finn": ("15 dont pass", "5 hard 6", "5 hard 10"),
    "Gus": ("25 pass", "50 place 9", "10 field"),
    "Hana": ("10 pass", "8 horn", "5 c&e"),
}
"""The bets of each player before the come-out."""

LATER = {"Ann": ("50 odds", "25 come"), "Bob": ("5 field",), "Emil": ("200 odds",), "Gus": ("25 come",)}
"""Their further bets on the point."""

DRILL = "/drill?house=three_four_five&families=odds&amounts=odd&players=3&seed=18"

LARGEST = 120_000
"""Bytes of a picture that README or docs show."""

QUALITY = 82
"""Of WebP, up to 100."""

IN_MID_AIR_MS = 1200
"""After a throw: the dice have landed, and chips are on their way."""


class Studio:
    """Takes pictures."""

    def __init__(self, house, browser, folder):
        self.house, self.cookies = house, {}
        self._browser, self._folder = browser, folder

    async def page(self, path, name="", size="desk"):
        """Open a page of the house, as somebody with a name if there is one."""
        width, height = WIDTHS[size]
        context = await self._browser.new_context(
            viewport={"width": width, "height": height}, has_touch=size == "phone"
        )
        if name:
            key, _, value = self.cookies[name].partition("=")
            await context.add_cookies([{"name": key, "value": value, "url": self.house.address}])
        page = await context.new_page()
        await page.goto(self.house.address + path)
        await page.wait_for_load_state("networkidle")
        return page

    async def take(self, page, name):
        """Keep what a page shows now."""
        path = self._folder / f"{name}.webp"
        Image.open(io.BytesIO(await page.screenshot())).save(path, quality=QUALITY, method=6)
        if path.stat().st_size > LARGEST:
            raise SystemExit(f"{path} has {path.stat().st_size:,} bytes; {LARGEST:,} are the most")
        sys.stdout.write(f"{path}: {path.stat().st_size // 1024} KiB\n")


async def evening(studio, table, names):
    """Play a come-out and a point, with a picture at each width, or a payout in mid-air of a full rail."""
    async with AsyncExitStack() as stack:
        boss = await studio.house.sign_in("House", studio.house.passphrase)
        crew = await stack.enter_async_context(studio.house.at(table=table, cookie=boss))
        dealers = await Crew.at(crew, "three_four_five")
        wires = {}
        for name in names:
            wires[name] = await stack.enter_async_context(
                studio.house.at(table=table, cookie=studio.cookies[name])
            )
            for line in ("sit", "buy in 400"):
                await wires[name].done(line)
        looks = {size: await studio.page(f"/tables/{table}", names[0], size) for size in WIDTHS}
        await bets(wires, BETS)
        await dealers.throw(4, 2)
        await bets(wires, LATER)
        await asyncio.sleep(4)
        if len(names) == 2:
            for size, page in looks.items():
                await studio.take(page, f"two-point-{size}")
        else:
            await dealers.throw(3, 3)
            await asyncio.sleep(IN_MID_AIR_MS / 1000)
            await studio.take(looks["desk"], "eight-payout-desk")
        for page in looks.values():
            await page.context.close()


async def bets(wires, lines):
    """Let each player make these bets. One that the house does not take is left out."""
    for name, wire in wires.items():
        for line in lines.get(name, ()):
            await wire.say(line)


async def drill(studio):
    """Take a loser, and pay a winner too much, so that the engine corrects."""
    page = await studio.page(DRILL)
    await page.get_by_role("button", name="Begin").click()
    pay = page.get_by_label("The pay in dollars")
    await pay.press("t")
    await page.get_by_text("Wager 2 of").wait_for()
    await pay.fill("11")
    await pay.press("Enter")
    await page.get_by_role("button", name="Go on").wait_for()
    await studio.take(page, "drill-desk")


async def make(folder):
    """Make the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    tables = [
        a_table("three_four_five", dice="entered", pace="boxperson", title=title)
        for title in ("Two at the rail", "A full rail")
    ]
    async with AsyncExitStack() as stack:
        playwright = await stack.enter_async_context(async_playwright())
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        stack.push_async_callback(browser.close)
        place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        house = await stack.enter_async_context(open_house(place, *tables, limits=FREE))
        studio = Studio(house, browser, folder)
        for name in BETS:
            studio.cookies[name] = await house.sign_in(name)
        ids = {line["title"]: line["table"] for line in house.tables}
        await evening(studio, ids["Two at the rail"], list(BETS)[:2])
        await evening(studio, ids["A full rail"], list(BETS))
        await studio.take(await studio.page("/rules/nsw"), "house-desk")
        await drill(studio)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the pictures go")
    asyncio.run(make(parser.parse_args().folder))


if __name__ == "__main__":
    main()
