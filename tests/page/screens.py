"""Makes pictures of the page: tables with two players and eight, a payout in mid-air, and every other page.

    python -m tests.page.screens FOLDER                     all of them, at three widths, to be looked at
    python -m tests.page.screens docs/page --best           the few that README and docs show, small

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

WIDTHS = {"phone": (390, 844), "tablet": (820, 1180), "desk": (1440, 900)}

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

PAGES = {
    "lobby": "/",
    "rules": "/rules",
    "house": "/rules/nsw",
    "compare": "/rules/nsw/classic",
    "lab": "/lab",
    "settings": "/settings",
    "sign-in": "/sign-in",
}

DRILL = "/drill?house=three_four_five&families=odds&amounts=odd&players=3&seed=18"

BEST = ("eight-payout-desk", "two-point-desk", "two-point-phone", "house-desk", "drill-desk")
"""The pictures of README and docs."""

LARGEST = 120_000
"""Bytes of a picture that README or docs show."""

QUALITY = 82
"""Of WebP, up to 100."""

IN_MID_AIR_MS = 1200
"""After a throw: the dice have landed, and chips are on their way."""


class Studio:
    """Takes pictures and keeps those that are wanted."""

    def __init__(self, house, browser, folder, *, best):
        self.house, self.best = house, best
        self.cookies = {}
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
        if self.best and name not in BEST:
            return
        path = self._folder / f"{name}.{'webp' if self.best else 'png'}"
        taken = await page.screenshot()
        if self.best:
            Image.open(io.BytesIO(taken)).save(path, quality=QUALITY, method=6)
        else:
            path.write_bytes(taken)
        if self.best and path.stat().st_size > LARGEST:
            raise SystemExit(f"{path} has {path.stat().st_size:,} bytes; {LARGEST:,} are the most")
        sys.stdout.write(f"{path}: {path.stat().st_size // 1024} KiB\n")


async def evening(studio, table, names, count):
    """Play a come-out, a point and a payout, and take pictures of each at every width."""
    async with AsyncExitStack() as stack:
        boss = await studio.house.sign_in("House", studio.house.passphrase)
        crew = await stack.enter_async_context(studio.house.at(table=table, cookie=boss))
        dealers = await Crew.at(crew, "three_four_five")
        looks = {}
        wires = {}
        for name in names:
            wires[name] = await stack.enter_async_context(
                studio.house.at(table=table, cookie=studio.cookies[name])
            )
            for line in ("sit", "buy in 400"):
                await wires[name].done(line)
        for size in WIDTHS:
            looks[size] = await studio.page(f"/tables/{table}", names[0], size)
        await bets(wires, BETS)
        await takes(studio, looks, f"{count}-come-out")
        await dealers.throw(4, 2)
        await bets(wires, LATER)
        await takes(studio, looks, f"{count}-point", after_ms=4000)
        await dealers.throw(3, 3)
        await asyncio.sleep(IN_MID_AIR_MS / 1000)
        await takes(studio, looks, f"{count}-payout", after_ms=0)
        for page in looks.values():
            await page.context.close()


async def bets(wires, lines):
    """Let each player make these bets. One that the house does not take is left out."""
    for name, wire in wires.items():
        for line in lines.get(name, ()):
            await wire.say(line)


async def takes(studio, looks, name, after_ms=600):
    """Take a picture at every width at one moment."""
    await asyncio.sleep(after_ms / 1000)
    await asyncio.gather(*(studio.take(page, f"{name}-{size}") for size, page in looks.items()))


async def drill(studio, size):
    """Take a loser, and pay a winner too much, so that the engine corrects."""
    page = await studio.page(DRILL, size=size)
    await studio.take(page, f"drill-level-{size}")
    await page.get_by_role("button", name="Begin").click()
    pay = page.get_by_label("The pay in dollars")
    await pay.press("t")
    await page.get_by_text("Wager 2 of").wait_for()
    await pay.fill("11")
    await pay.press("Enter")
    await page.get_by_role("button", name="Go on").wait_for()
    await studio.take(page, f"drill-{size}")
    await page.context.close()


async def make(folder, *, best=False):
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
        studio = Studio(house, browser, folder, best=best)
        for name in BETS:
            studio.cookies[name] = await house.sign_in(name)
        ids = {line["title"]: line["table"] for line in house.tables}
        await evening(studio, ids["Two at the rail"], list(BETS)[:2], "two")
        await evening(studio, ids["A full rail"], list(BETS), "eight")
        for size in WIDTHS:
            for name, path in PAGES.items():
                page = await studio.page(path, size=size)
                await studio.take(page, f"{name}-{size}")
                await page.context.close()
            await drill(studio, size)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("--best", action="store_true", help="only those of README and docs, small")
    asked = parser.parse_args()
    asyncio.run(make(asked.folder, best=asked.best))


if __name__ == "__main__":
    main()
