"""The page in Chromium: bytes of the first load, time to use and to the first bet, frames of a payout.

A real server (`bankcraps serve`), seven players over sockets and an eighth in the browser share the machine.

    LONG=1 .venv/bin/python bench/page.py
    LONG=1 .venv/bin/python bench/page.py --rounds 5
"""

import argparse
import asyncio
import os
import shutil
import statistics
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path

from live.server import Server, serving
from playwright.async_api import Browser, Page, async_playwright

from bankcraps.client import House, LiveTable
from bankcraps.game.dice import Throw
from bankcraps.game.engine import events as ev
from bankcraps.live.log.settings import Timing
from bankcraps.live.people.lobby import NewTable
from bankcraps.live.table import commands as cm

LONG = bool(os.environ.get("LONG"))
"""Whether the figures are for the documentation. Otherwise a short run shows that the script works."""

BROWSERS = "chromium", "chromium-headless-shell", "google-chrome"
"""The browsers that are looked for, in order. The tests install the second."""

WIDE, HIGH = 1440, 900
AT_REST = Timing(betting_ms=3_600_000, warning_ms=0, throwing_ms=3_600_000, paying_ms=0)
PLAYERS = 8
WAGERS = ("25 pass", "30 place 4 5 6 8 9 10", "10 field", "5 hard 6", "5 hard 8", "5 any seven")
POINT, PAYS = Throw(4, 2), Throw(3, 3)
"""The second throw makes the point the hard way: pass, place 6, hard 6 are paid, and the field loses."""

WATCHED_S = 5 if LONG else 1
FRAME_MS = 1000 / 60

FRAMES = """seconds => new Promise(done => {
    const gaps = [];
    let last = performance.now();
    const end = last + 1000 * seconds;
    const frame = now => {
        gaps.push(now - last);
        last = now;
        if (now < end) requestAnimationFrame(frame); else done(gaps);
    };
    requestAnimationFrame(frame);
})"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--rounds",
        type=int,
        default=3 if LONG else 1,
        help="how often each is measured; the median counts",
    )
    asked = parser.parse_args()
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None:
        print("There is no Chromium, so the page is not measured: install Debian's package chromium.")
        return
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "house.db") as server:
        asyncio.run(measure(server, chromium, asked.rounds))


async def measure(server: Server, chromium: str, rounds: int) -> None:
    """Measure the loads of a lobby and a table, then payouts."""
    async with AsyncExitStack() as stack:
        playwright = await stack.enter_async_context(async_playwright())
        browser = await playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        stack.push_async_callback(browser.close)
        table, crew, players = await seated(stack, server)
        print(f"load average {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")
        for path, what in (("/", "the lobby"), (f"/tables/{table}", "a table with seven players")):
            loads = [await load(browser, server.address + path) for _ in range(rounds)]
            bytes_, usable = (statistics.median(one) for one in zip(*loads, strict=True))
            print(f"{what}: {bytes_ / 1024:.0f} KiB compressed, can be used after {usable:.0f} ms")
        page = await browser.new_page(viewport={"width": WIDE, "height": HIGH})
        first = await first_bet(page, server.address, table)
        print(f"somebody new has signed in, sat down and bet: {first:.0f} ms after the address was entered")
        for _ in range(rounds):
            await payout(page, crew, players)


async def seated(stack: AsyncExitStack, server: Server) -> tuple[str, LiveTable, list[LiveTable]]:
    """Open a table with real dice, and let seven people sit down. Return it, the crew's socket and theirs."""
    boss = await stack.enter_async_context(House(server.address))
    await boss.sign_in("House", server.passphrase)
    asked = NewTable(rules="classic", dice="entered", pace="boxperson", timing=AT_REST, limits="1:5000")
    table = await boss.open_table(asked)
    crew = await stack.enter_async_context(boss.table(table))
    await crew.ask(cm.TakeChair(id=crew.new_id(), role="boxperson"))
    players: list[LiveTable] = []
    for name in ("Ann", "Bob", "Cid", "Dora", "Eve", "Finn", "Gus")[: PLAYERS - 1]:
        house = await stack.enter_async_context(House(server.address))
        await house.sign_in(name)
        players.append(await stack.enter_async_context(house.table(table)))
        for line in ("sit", "buy in 5000"):
            await players[-1].say(line)
    return table, crew, players


async def load(browser: Browser, address: str) -> tuple[float, float]:
    """Load a page with an empty cache. Return its bytes as sent, and the ms until it could be used."""
    context = await browser.new_context(viewport={"width": WIDE, "height": HIGH})
    page = await context.new_page()
    session = await context.new_cdp_session(page)
    await session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda done: sizes.append(done["encodedDataLength"]))
    await page.goto(address)
    await page.locator("a[href^='/tables/'], [data-wager='field']").first.wait_for()
    at = await page.evaluate("performance.now()")
    await page.wait_for_load_state("networkidle")
    await context.close()
    return sum(sizes), at


async def first_bet(page: Page, home: str, table: str) -> float:
    """Sign in at the table as somebody new, sit down and bet. Return the time in ms."""
    begun = time.perf_counter()
    await page.goto(f"{home}/tables/{table}")
    await page.get_by_role("link", name="Sign in to play").click()
    await page.get_by_label("Name", exact=True).first.fill("Hal")
    await page.locator("form button.main").first.click()
    await page.get_by_role("button", name="Sit down").click()
    await page.locator("dl", has_text="$200").wait_for()
    await page.locator("[data-wager='field']").first.click()
    await page.locator("[data-wager='field'][aria-label*='yours: ']").first.wait_for()
    return 1000 * (time.perf_counter() - begun)


async def payout(page: Page, crew: LiveTable, players: list[LiveTable]) -> None:
    """Let everybody make many bets, pay them all with one throw, and print the dropped frames."""
    await thrown(crew, POINT)
    for player in players:
        for line in WAGERS:
            await player.say(line)
    watching = asyncio.create_task(page.evaluate(FRAMES, WATCHED_S))
    await asyncio.sleep(0.5)
    await thrown(crew, PAYS)
    gaps: list[float] = (await watching)[1:]
    due = sum(gaps) / FRAME_MS
    print(
        f"a full payout at {PLAYERS} players: {max(0, due - len(gaps)):.0f} of {due:.0f} frames dropped, "
        f"{sum(gap > 3 * FRAME_MS for gap in gaps)} gaps over 50 ms, the longest {max(gaps):.0f} ms; "
        f"load average {os.getloadavg()[0]:.1f}"
    )


async def thrown(crew: LiveTable, throw: Throw) -> None:
    """Close the betting and enter a throw, twice, as the crew does."""
    await crew.act(ev.NoMoreBets())
    for look in ("first", "second"):
        answer = await crew.ask(cm.EnterThrow(id=crew.new_id(), throw=throw, look=look))
        assert answer.refused is None, answer.refused.message


if __name__ == "__main__":
    main()
