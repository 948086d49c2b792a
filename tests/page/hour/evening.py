"""An evening of two players, and the checks after each throw."""

import asyncio
import random
import re
import tempfile
from collections import Counter
from contextlib import AsyncExitStack, suppress
from pathlib import Path

from playwright.async_api import async_playwright
from tests.browser.conftest import DESK, PHONE, Books, caught_up
from tests.kit.browser import CHROMIUM
from tests.kit.deadline import IN_TIME
from tests.page.dealing import FREE
from tests.page.hour import pays
from tests.page.hour.check import LOOKS_S, Check
from tests.page.hour.player import Player
from tests.server.live import a_table, open_house

from bankcraps.live.log.settings import Timing

CENTRE = {
    *("hard", "hop", "fire", "horn", "horn_high", "world", "craps_eleven", "any_craps"),
    *pays.PARTS.values(),
}
"""Kinds of wagers that lie in the centre of the layout."""

TIMES = Timing(betting_ms=60_000, shooter_ms=0, paying_ms=0)
"""The shooter sets the pace, however long the checks take; the stickperson throws where no player can.

The betting then stays open for a minute, so that people bet on the line in time on a slow machine, too.
"""

ACTS = (0, 1, 1, 2, 2, 3, 3, 5)
"""The numbers of acts of a player before a throw, of which one is chosen."""

CHIPS = 3000
"""Dollars that each player buys. With less than a sixth of them they buy as many again."""

MOST_FAULTS = 100
IN_MID_AIR_S = 1.25
"""From the throw until the chips of a payout are on their way."""

PICTURES = 2
"""The number of pictures of each kind of moment."""


class Evening:
    """The throws and acts so far, and the faults found.

    Attributes:
        seq: the number of the last entry of the log that is known.
    """

    def __init__(self, folder, house, seed):
        self.folder, self.house, self.seed = folder, house, seed
        self.faults, self.refusals, self.throws, self.log = [], {}, [], []
        self.counts, self.taken = Counter(), Counter()
        self.names = {}
        self.seq = 0

    def wrong(self, what, player=""):
        where = f"throw {len(self.throws)}"
        self.faults.append(f"{where}{f', {player}' if player else ''}: {what}")

    async def picture(self, player, kind, most=PICTURES, name=""):
        size = "phone" if player.touches else "desk"
        key = f"{kind}-{size}"
        if self.taken[key] < most:
            self.taken[key] += 1
            await player.page.screenshot(path=self.folder / f"{name or f'{key}-{self.taken[key]}'}.png")

    async def refused(self, player, point):
        """Note a refusal that the page shows, and take the sum that it offers."""
        shown = await player.read()
        if not shown["refused"]:
            return
        self.counts["refusals"] += 1
        text = " | ".join(shown["refused"])
        key = re.sub(r"\d[\d,.]*", "#", text)
        if key not in self.refusals:
            number = len(self.refusals) + 1
            self.refusals[key] = [number, text, f"{player.name}, {point}: {player.acts[-1]}", 0]
            await self.picture(player, f"refusal-{number}", 1, f"refusal-{number:03}")
        self.refusals[key][3] += 1
        if shown["offered"] and player.random.random() < 0.7:
            before = player.acts[-1]
            player.acts.append(f"takes the offer {shown['offered'][0]}")
            await player.press(player.page.locator("[role=alert] button.main").first)
            await player.answered()
            again = await player.read()
            self.counts["offers taken"] += 1
            if again["refused"]:
                self.wrong(
                    f"{before}: refused ({text}), and what it offered too: {again['refused']}", player.name
                )
        if player.random.random() < 0.5:
            await player.page.keyboard.press("Escape")

    async def acts(self, player, point):
        for _ in range(player.random.choice(ACTS)):
            before = len(player.wrong)
            await player.act()
            self.log.append(f"{player.name}: {player.acts[-1]}")
            if len(player.wrong) > before:
                await self.picture(player, f"stuck-{len(self.faults)}", 1)
            await self.refused(player, point)

    def report(self):
        lines = [
            f"# An hour at {self.house}",
            "",
            f"Seed {self.seed}: {len(self.throws)} throws, {dict(self.counts)}.",
            f"Throws: {' '.join(f'{a}-{b}' for a, b in self.throws)}",
            "",
            f"## {len(self.faults)} faults",
            "",
            *(f"- {one}" for one in self.faults),
            "",
            f"## {len(self.refusals)} refusals",
            "",
            *(
                f"{number}. ({times} times) {text}  — {where}"
                for number, text, where, times in self.refusals.values()
            ),
            "",
        ]
        return "\n".join(lines)


async def play(folder, house_name, throws, seed):
    """Play this many throws at a house, and return the evening."""
    evening = Evening(folder, house_name, seed)
    async with AsyncExitStack() as stack:
        playwright = await stack.enter_async_context(async_playwright())
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        stack.push_async_callback(browser.close)
        place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        table = a_table(house_name, dice="sealed", limits="5:500", title="An hour", timing=TIMES)
        house = await stack.enter_async_context(open_house(place, table, limits=FREE, gift=100_000_000))
        rules = (await house.get(f"/api/tables/{house.table}/rules")).json()
        evening.names = names(rules["wagers"])
        watching = await stack.enter_async_context(house.at())
        players = [
            await sits(browser, house, seed, name, size) for name, size in (("Ann", DESK), ("Bob", PHONE))
        ]
        try:
            await goes_on(evening, players, Books(place, house.table), watching, throws)
        finally:
            for one in players:
                evening.faults += [f"{one.name}: {what}" for what in one.wrong]
                await one.page.context.close()
    return evening


def names(spots):
    """The wager of each name that the page uses."""
    found = {}
    for one in spots:
        name = one["name"]
        if one["number"] and str(one["number"]) not in name:
            name = f"{name} {one['number']}"
        elif one["dice"]:
            name = f"{name} {one['dice']}"
        found[name] = one["wager"]
    return found


async def sits(browser, house, seed, name, size):
    width, height = size
    context = await browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=size == PHONE,
        is_mobile=size == PHONE,
        locale="en-US",
    )
    context.set_default_timeout(IN_TIME * 1000)
    await context.request.post(f"{house.address}/api/session", data={"name": name, "passphrase": ""})
    player = Player(
        await context.new_page(), house, name, random.Random(f"{seed} {name}"), touches=size == PHONE
    )
    await player.go()
    await player.sit(CHIPS)
    if player.touches:
        await player.press(player.page.get_by_role("button", name="The centre"))
    return player


async def goes_on(evening, players, books, watching, throws):
    checks = [Check(evening, one, books) for one in players]
    while len(evening.throws) < throws and len(evening.faults) < MOST_FAULTS:
        shown = await players[0].read()
        point = shown["point"]
        await asyncio.gather(*(evening.acts(one, point) for one in players))
        await has_chips(players)
        shooter = await shooter_among(evening, players)
        await caught_up(*players)
        evening.seq = max(one.heard for one in players)
        await asyncio.gather(*(one.before() for one in checks))
        if shooter and not await shooter.throws_with().count():
            continue
        await pictures(evening, players, checks)
        await same_chips(evening, players)
        thrown = await throw(evening, players, shooter, watching)
        if thrown is None:
            continue
        decided = max(sum(bool(p.of(thrown)) for p in one.promised.values()) for one in checks)
        if decided >= 4 and evening.taken["payout-desk"] < 3:
            await asyncio.sleep(IN_MID_AIR_S)
            await asyncio.gather(*(evening.picture(one, "payout", 3) for one in players))
        ended = checks[0].point > 0 and sum(thrown) == 7
        await asyncio.gather(*(one.after(thrown) for one in checks))
        if ended:
            await asyncio.gather(*(evening.picture(one, "seven-out", 1) for one in players))
        await asyncio.gather(*(one.hand() for one in checks))
        await same_chips(evening, players)
        (evening.folder / "report.md").write_text(evening.report(), encoding="utf-8")


async def has_chips(players):
    """Let players with few chips buy more, in words that they type on the page."""
    for one in players:
        if await one.sum("Rail") < CHIPS * 100 // 6:
            await one.more()
            field = one.page.get_by_label("Say it in words")
            await field.fill(f"buy in {CHIPS}")
            await field.press("Enter")
            await one.answered()
            one.bought += CHIPS * 100


async def shooter_among(evening, players):
    """See to it that somebody may throw: take the dice, and bet on the line where that is needed."""
    awaited = ""
    for _ in range(12):
        for one in players:
            await one.answered()
            if await one.throws_with().count():
                shooter = one
                if shooter.random.random() < 0.04 and await passes(evening, shooter):
                    break
                return shooter
            await one.takes_the_dice()
        awaited = (await players[0].read())["awaits"]
        if "stickperson throws" in awaited and "The point is" in (await players[0].read())["point"]:
            return None  # when the time for bets is over, for no line takes a wager now
        for one in players:
            asked = (await one.read())["awaits"]
            if "You" in asked or "shooter needs a wager" in asked or not asked:
                await one.bets_on_the_line()
                await evening.refused(one, "before the throw")
    if "stickperson throws" in awaited:
        return None  # the time for bets was over before anybody had bet on the line
    evening.wrong(f"nobody can throw: {(await players[0].read())['phase']} {awaited}")
    for one in players:
        await evening.picture(one, "nobody-throws", 3)
    return None


async def passes(evening, shooter):
    button = shooter.page.get_by_role("button", name="Pass the dice", exact=True)
    if not await button.count():
        return False
    shooter.acts.append("passes the dice")
    await shooter.press(button)
    await shooter.answered()
    refused = (await shooter.read())["refused"]
    await evening.refused(shooter, "before the throw")
    evening.counts["dice passed"] += not refused
    return not refused


async def throw(evening, players, shooter, watching):
    """Let the shooter throw, or wait for the stickperson, and return what the house says lies there."""
    if shooter:
        await shooter.throws()
        await shooter.answered()
    else:
        evening.counts["throws of the stickperson"] += 1
    with suppress(TimeoutError):
        async with asyncio.timeout(IN_TIME):
            return await thrown_after(evening, watching)
    evening.wrong(f"the dice did not leave the hand: {shooter and shooter.acts[-1]}")
    for one in players:
        await evening.refused(one, "at the throw")
        await evening.picture(one, "no-throw", 2)
    return None


async def thrown_after(evening, watching):
    """Wait for the next throw after what the players have heard, and return it."""
    while True:
        message = {"items": (), "seq": 0}
        with suppress(TimeoutError):  # nothing has happened for a while
            message = await watching.until("happened")
        for item in message["items"] if message["seq"] > evening.seq else ():
            for effect in item.get("effects", ()):
                if effect["type"] == "thrown":
                    evening.throws.append((effect["throw"]["a"], effect["throw"]["b"]))
                    evening.seq = message["seq"]
                    return evening.throws[-1]


async def same_chips(evening, players):
    """Check that both pages show the same chips, and that those are the ones each player owns."""
    seen = []
    for _ in range(int(IN_TIME / LOOKS_S)):
        pages = [await one.read() for one in players]
        seen = [sorted(map(tuple, page["stacks"])) for page in pages]
        if "hard 4" not in pages[1]["spots"]:  # the phone's centre is closed, and its chips are not shown
            seen[0] = [one for one in seen[0] if one[0].split(" ")[0] not in CENTRE]
        if seen[0] == seen[1]:
            return
        await asyncio.sleep(LOOKS_S)
    only = [sorted((Counter(a) - Counter(b)).elements()) for a, b in (seen, seen[::-1])]
    evening.wrong(f"the desk alone shows {only[0]}, the phone alone {only[1]}")


async def pictures(evening, players, checks):
    for one, check in zip(players, checks, strict=True):
        kind = "point" if check.point else "come-out"
        await evening.picture(one, kind)
        if len(check.promised) >= 8:
            await evening.picture(one, "many-chips", 3)
        if len(check.promised) >= 6 and not evening.taken[f"whole-{one.name}"]:
            evening.taken[f"whole-{one.name}"] += 1
            await one.page.screenshot(path=evening.folder / f"whole-page-{one.name}.png", full_page=True)
