"""Chromium, and visitors who look at a real house with it.

A page fails its test if anything goes wrong that a person would not see: an error on the console, an
exception, or a request to another host.
"""

import asyncio
import json
import re
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import async_playwright, expect
from tests.kit.browser import CHROMIUM
from tests.kit.chosen_dice import dice_show  # noqa: F401 - a fixture
from tests.kit.deadline import IN_TIME
from tests.kit.lab_priority import lab_with_its_share  # noqa: F401 - a fixture
from tests.page.dealing import FREE, QUICK_HASHES, Crew
from tests.server.live import open_house

from bankcraps.server.stores.store import open_store
from bankcraps.server.web.edge.page import missing_page

NEEDLESS = (
    # A process in reserve for each page, and in each window two pages below the line for addresses. Nobody
    # sees them, and they took two fifths of the browser's time.
    *("SpareRendererForSitePerProcess", "PreloadTopChromeWebUI", "WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    # The features that Playwright switches off, too: the browser reads only the last list.
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "TcpPortRandomizationWin"),
    *("OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
)
"""Features of the browser that no test needs."""

ARGUMENTS = ("--no-sandbox", f"--disable-features={','.join(NEEDLESS)}")
"""The arguments with which the browser starts."""

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

DESK = (1440, 900)
PHONE = (390, 844)

COUNTS_ANSWERS = """() => {
    const fetches = window.fetch;
    window.waitsFor = 0;
    window.fetch = async (...asked) => {
        window.waitsFor += 1;
        try {
            const answer = await fetches(...asked);
            await answer.clone().arrayBuffer();
            return answer;
        } finally {
            // Whoever asked reads the answer, and draws it, before this timer.
            setTimeout(() => { window.waitsFor -= 1; });
        }
    };
}"""
"""Lets a page count the answers that it waits for. Browsers report a request only some time after it."""

SUMS = """() => ({
    sums: Object.fromEntries([...document.querySelectorAll('dl div')].map(
        one => [one.querySelector('dt').textContent, one.querySelector('dd').textContent])),
    wagers: [...document.querySelectorAll('[aria-label="Your wagers"] .sum')].map(one => one.textContent),
})"""

AXE_RUNS = """async within => {
    const finite = one => one.effect.getComputedTiming().endTime !== Infinity;
    for (;;) {
        await Promise.allSettled(document.getAnimations().filter(finite).map(one => one.finished));
        let changed = false;
        const watch = new MutationObserver(() => (changed = true));
        watch.observe(document, { subtree: true, attributeFilter: ['disabled', 'aria-disabled'] });
        const found = await axe.run(within, { resultTypes: ['violations'] });
        watch.disconnect();
        if (!changed) return found;
    }
}"""
"""axe-core looks at a page piece by piece, and passes over what is disabled.

So nothing may be half faded. If something was disabled or enabled meanwhile, axe-core looks again.
"""

expect.set_options(timeout=IN_TIME * 1000)


def pytest_collection_modifyitems(items):
    """All tests of the page share one loop, because they share one browser."""
    here = str(Path(__file__).parent)
    for item in (item for item in items if str(item.path).startswith(here)):
        item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)
        if CHROMIUM is None:
            item.add_marker(
                pytest.mark.skip(
                    reason="there is no Chromium: install Debian's package chromium-headless-shell"
                )
            )


@pytest.fixture(autouse=True)
def _quick_passphrases(monkeypatch):
    monkeypatch.setattr("bankcraps.server.people.accounts._HASHER", QUICK_HASHES)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium():
    assert not missing_page(), missing_page()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        await browser.close()


class Visitor:
    """Somebody with a browser of their own.

    Attributes:
        page: what they look at.
        touches: whether they tap, as on a phone.
        wrong: errors in it that they may not see.
        heard: the number of the last entry of the table's log that the page has heard.
        done: the number of the last entry that an act of theirs became.
        bought: the cents of chips bought since the page was loaded, or None if it does not say what they won.
    """

    def __init__(self, page, house, name, *, touches=False):
        self.page = page
        self.touches = touches
        self.house = house
        self.name = name
        self.wrong = []
        self.bought = None
        self.heard = self.done = 0
        self._sent, self._waits = 0, set()
        page.on("websocket", self._connect)
        page.on("console", self._read)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("request", self._look)

    def _read(self, said):
        if said.type == "error":
            self.wrong.append(f"{said.text} {said.location.get('url', '')}")

    def _look(self, asked):
        url = asked.url
        own = self.page.url.split("/")[2] if self.page.url.startswith("http") else ""
        if own and url.split("/")[2] != own and not url.startswith("data:"):
            self.wrong.append(f"a request to {url}")

    def _connect(self, wire):
        wire.on("framesent", self._say)
        wire.on("framereceived", self._hear)

    def _say(self, text):
        message = json.loads(text)
        if "id" in message:
            self._sent += 1
            self._waits.add(message["id"])

    def _hear(self, text):
        message = json.loads(text)
        seq = message.get("seq") or 0
        if message["type"] == "answer":
            self._waits.discard(message["id"])
            self.done = max(self.done, seq)
        else:
            self.heard = max(self.heard, seq)

    async def asks(self, act):
        """Do something that asks the house, `asks(button.click())`, and wait until the house has answered."""
        before = self._sent
        await act
        async with asyncio.timeout(IN_TIME):
            while self._sent == before or self._waits:  # noqa: ASYNC110 - no event
                await asyncio.sleep(0.01)

    async def has_loaded(self):
        """Wait until the page waits for no answer. Let it be drawn first: it asks the house when it draws."""
        await self.comes_to(0, "window.waitsFor")

    async def knows_the_outlook(self):
        """Wait until the page knows what the next throw may do to the wagers that stand now."""
        wagers = self.page.get_by_role("region", name="Your wagers")
        await expect(wagers).to_have_attribute("aria-busy", "false")
        await self.has_loaded()

    def expects(self, *errors):
        """Drop the errors that a browser reports by itself, such as "422" for an address that refuses."""
        self.wrong[:] = [one for one in self.wrong if not any(error in one for error in errors)]

    async def resize(self, size):
        await self.page.set_viewport_size({"width": size[0], "height": size[1]})

    async def fits(self, *sizes):
        """The page is as wide as the window, at each of these sizes."""
        for size in sizes or [None]:
            if size:
                await self.resize(size)
            await self.comes_to(0, "Math.max(0, document.documentElement.scrollWidth - innerWidth)")

    async def comes_to(self, wanted, script, what=None):
        """Wait until a script, about an element if one is given, has this result: it may still move."""
        found = None
        with suppress(TimeoutError):
            async with asyncio.timeout(IN_TIME):
                while True:
                    found = await (what or self.page).evaluate(script)
                    if found == wanted:
                        return
                    await asyncio.sleep(0.05)
        raise AssertionError(f"{script} comes to {found}, and never to {wanted}")

    async def go(self, path="", address=""):
        """Look at a page of the house: the table, unless another is named."""
        self.bought = None
        await self.page.goto((address or self.house.address) + (path or f"/tables/{self.house.table}"))

    async def sit(self, dollars):
        """Sit down with chips."""
        await self.page.get_by_label("Buy in for").fill(str(dollars))
        await self.page.get_by_role("button", name="Sit down").click()
        await self.shows("Rail", dollars * 100)
        self.bought = dollars * 100

    def spot(self, wager):
        """The spot of a wager on the end where the player stands."""
        return self.page.locator(f'[data-wager="{wager}"]').first

    async def bet(self, wager, chip):
        """Pick a chip and click a spot, and wait until the wager stands."""
        await self.page.get_by_role("radio", name=f"Chip of ${chip}", exact=True).click()
        before = await self.sum("At risk")
        await self.spot(wager).click()
        await self.shows("At risk", before + chip * 100)

    async def sum(self, what):
        """A sum of the player's that the page shows, in cents."""
        return cents(await self._sum(what).inner_text())

    async def shows(self, what, amount):
        """Wait until the page shows a sum of the player's."""
        written = f"${amount // 100:,}" + (f".{amount % 100:02}" if amount % 100 else "")
        await expect(self._sum(what)).to_have_text(written)

    def _sum(self, what):
        return self.page.locator("dl div", has=self.page.get_by_text(what, exact=True)).locator("dd")

    async def sums(self):
        """Every sum of the player's that the books know, in cents, as the page shows them at one moment."""
        shown = await self.page.evaluate(SUMS)
        sums = {what: cents(written) for what, written in shown["sums"].items()}
        sums["Your wagers"] = sum(map(cents, shown["wagers"]))
        kept = ("Rail", "At risk", "Your wagers", *(() if self.bought is None else ("Session",)))
        return {what: sums[what] for what in kept}

    async def axe(self, within="html"):
        """The problems that axe-core finds in a part of the page: the rule, and where."""
        if not await self.page.evaluate("'axe' in window"):
            await self.page.evaluate(AXE.read_text(encoding="utf-8"))
        async with asyncio.timeout(IN_TIME):
            found = await self.page.evaluate(AXE_RUNS, within)
        return [
            f"{one['id']}: {node['target']} {node['failureSummary']}"
            for one in found["violations"]
            for node in one["nodes"]
        ]


async def caught_up(*visitors, seq=0):
    """Wait until every page has heard all that any visitor did, and the entry of this number.

    Whatever a test reads from the page afterwards includes all of it: the page takes in a message at once.
    """
    last = max(seq, *(max(one.done, one.heard) for one in visitors))
    async with asyncio.timeout(IN_TIME):
        while min(one.heard for one in visitors) < last:  # noqa: ASYNC110 - no event
            await asyncio.sleep(0.01)


def cents(written):
    """The cents of a sum as the page writes it, such as $1,250, -$7.50 or +$3."""
    return round(float(re.sub(r"[$,+]", "", written.replace("\N{MINUS SIGN}", "-"))) * 100)


class Books:
    """The accounts of a house, read from its database."""

    def __init__(self, folder, table):
        self.path, self.table = str(folder / "house.db"), table

    def accounts(self):
        store = open_store(self.path, only_read=True)
        try:
            return store.money.balances()
        finally:
            store.close()

    def sums(self, visitor):
        """Return what the page of a player should show, in cents."""
        accounts = self.accounts()
        # A table that somebody opened has chips of its own.
        rail, risk = (
            sum(accounts.get(f"{own}{place}/{self.table}/{visitor.name}", 0) for own in ("", "own_"))
            for place in ("rail", "layout")
        )
        sums = {"Rail": rail, "At risk": risk, "Your wagers": risk}
        return sums if visitor.bought is None else sums | {"Session": rail + risk - visitor.bought}

    async def agree_with(self, *visitors):
        """Wait until the page of each player shows what the books say, and check that the books add up.

        Chips on their way are in neither place for a moment, so both are read again until they agree.
        """
        for one in visitors:
            shown, booked = await one.sums(), self.sums(one)
            with suppress(TimeoutError):
                async with asyncio.timeout(IN_TIME):
                    while shown != booked:
                        await asyncio.sleep(0.02)
                        shown, booked = await one.sums(), self.sums(one)
            assert shown == booked, one.name
        accounts = self.accounts()
        assert sum(accounts.values()) == 0
        brought = (one for name, one in accounts.items() if name.startswith(f"bank/{self.table}/"))
        given = -accounts["issue"] - sum(brought)
        won = accounts.get(f"bank/{self.table}", 0)
        places = ("wallet", "rail", "layout", "own_rail", "own_layout")
        theirs = sum(one for name, one in accounts.items() if name.split("/")[0] in places)
        assert theirs == given - won


@asynccontextmanager
async def visitors(chromium, house, *, moves=False):
    """Let people come to a house, each with a browser; whatever went wrong in one fails the test at the end.

    Pages are asked for reduced motion, unless a test is about what `moves`.
    """
    came, contexts = [], []

    async def come(name="", size=DESK, address="", passphrase="", path=""):
        width, height = size
        context = await chromium.new_context(
            viewport={"width": width, "height": height},
            has_touch=size == PHONE,
            locale="en-US",
            reduced_motion="no-preference" if moves else "reduce",
        )
        context.set_default_timeout(IN_TIME * 1000)
        await context.add_init_script(f"({COUNTS_ANSWERS})()")
        contexts.append(context)
        if name:
            said = {"name": name, "passphrase": passphrase}
            answer = await context.request.post(f"{address or house.address}/api/session", data=said)
            assert answer.ok, await answer.text()
        came.append(Visitor(await context.new_page(), house, name, touches=size == PHONE))
        await came[-1].go(path, address)
        return came[-1]

    try:
        yield come
        for one in came:
            assert one.wrong == [], one.name
    finally:
        for context in contexts:
            await context.close()


@asynccontextmanager
async def dealing(house, rules):
    """House in the chairs that a throw needs."""
    async with house.at(cookie=await house.sign_in("House", house.passphrase)) as wire:
        yield await Crew.at(wire, rules)


@pytest.fixture
def visiting(chromium, tmp_path):
    """Open a house with tables, for visitors: `async with visiting(table) as (house, come, books)`."""

    @asynccontextmanager
    async def opened(*tables, moves=False, **how):
        async with (
            open_house(tmp_path, *tables, **({"limits": FREE} | how)) as house,
            visitors(chromium, house, moves=moves) as come,
        ):
            yield house, come, Books(tmp_path, house.table)

    return opened
