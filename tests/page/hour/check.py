"""Compare a page's promise before a throw with its figures afterwards, the books and the house's document."""

import asyncio
import re

from tests.browser.conftest import caught_up, cents
from tests.kit.deadline import IN_TIME
from tests.page.hour import pays
from tests.page.hour.shown import Came, came, promises

LOOKS_S = 0.2
"""Seconds between two looks at a page."""


class Check:
    """The figures on one player's page before a throw and after it."""

    def __init__(self, evening, player, books):
        self.evening, self.player, self.books = evening, player, books

    async def before(self):
        """Remember what the page promises."""
        await self.player.told()
        self.shown = await self.player.read()
        self.promised = promises(self.shown)
        self.point = int((re.findall(r"\d+", self.shown["point"]) or [0])[0])
        self.held = self._held(self.shown)
        for name in self.promised:
            if name not in self.evening.names:
                self._wrong(f"no spot has the name {name}")
        for one in self.shown["wagers"]:
            said = " ".join([*one["says"], one["idle"]])
            if not said.strip():
                self._wrong(f"{one['name']} does not say what the next throw does to it")
            elif not re.search("pays|wins", said):
                self.evening.counts[f"{one['name']} does not say what it wins: {said}"] += 1
        if self.shown["scrolls"]:
            self._wrong("the page is wider than the screen")

    def _held(self, shown):
        return {name: cents(written) for name, written in shown["sums"].items()}

    def _wrong(self, what):
        self.evening.wrong(what, self.player.name)

    async def settled(self, throw):
        """Wait until the page shows the last throw and agrees with the books."""
        want = f"{throw[0]}-{throw[1]}: "
        await caught_up(self.player, seq=self.evening.seq)
        shown, booked = await self.player.read(), {}
        for _ in range(int(IN_TIME / LOOKS_S)):
            shown = await self.player.read()
            last = next((line for line in shown["lines"] if re.match(r"[1-6]-[1-6]: ", line)), "")
            if not shown["moving"] and last.startswith(want):
                booked = self.books.sums(self.player)
                held = self._held(shown)
                listed = sum(cents(one["sum"]) for one in shown["wagers"])
                if (held["Rail"], held["At risk"], listed) == (
                    booked["Rail"],
                    booked["At risk"],
                    booked["At risk"],
                ):
                    return shown
            await asyncio.sleep(LOOKS_S)
        self._wrong(f"after {want} the page shows {shown['sums']} and the books {booked}")
        return shown

    async def after(self, throw):
        """Compare the results with the page's promise and with the house's document."""
        shown = await self.settled(throw)
        became = {}
        for name, one in came(shown).items():
            became.setdefault(self._wager(name), Came()).add(one)
        promised = {self.evening.names.get(name, name): one for name, one in self.promised.items()}
        now = {self.evening.names.get(one["name"], one["name"]): cents(one["sum"]) for one in shown["wagers"]}
        for wager, promise in promised.items():
            self._compare(wager, promise, became.get(wager), now.get(wager, 0), throw)
        for wager in became.keys() - promised.keys():
            if not any(promise.of(throw) == "goes to its number" for promise in promised.values()):
                self._wrong(f"{wager} was not listed before the throw, and {became[wager].words}")
        self._money(shown, promised, throw)
        self._documents(promised, became, throw)

    def _wager(self, name):
        """The wager that a name means in the page's list of what happened."""
        odds = re.fullmatch(r"odds (?:on |behind )?(?:the )?(.+)", name)
        if odds:
            kind, _, number = self.evening.names.get(odds[1], odds[1]).partition(" ")
            return f"{kind}_odds {number}".strip()
        return self.evening.names.get(name.split(" (")[0], name)

    def _compare(self, wager, promise, became, now, throw):
        says = promise.of(throw)
        self.evening.counts["wagers at a throw"] += 1
        if became is None:
            if says and not says.startswith(("counts", "goes")):
                self._wrong(f"{wager} {promise.stake}: on {throw} it {says}, and nothing came")
            if not says and now < promise.stake:
                self._wrong(f"{wager}: nothing was said of {throw}, and {promise.stake} became {now}")
            return
        self.evening.counts["wagers that a throw decided"] += 1
        net = became.net - became.fee
        if not says and not net and all(word.startswith("tie") for word in became.words):
            return  # a tie that stays is no change
        if net != promise.net(throw) or not says:
            self._wrong(
                f"{wager} {promise.stake}: the page said {says!r} for {throw}; {net} came: {became.words}"
            )
        if says.startswith("loses") and now and not self.arrives(wager, throw):
            self._wrong(f"{wager} lost on {throw} and {now} is still listed")
        if became.fee:
            self.evening.counts["commissions again"] += 1

    def arrives(self, wager, throw):
        """Whether a come wager goes to this wager's number."""
        kind, _, number = wager.partition(" ")
        return kind in ("come", "dont_come") and number == str(sum(throw))

    def _money(self, shown, promised, throw):
        held = self._held(shown)
        change = held["Rail"] + held["At risk"] - self.held["Rail"] - self.held["At risk"]
        said = sum(one.net(throw) for one in promised.values())
        if change != said:
            self._wrong(f"on {throw} the page promised {said}, and {change} came")
        if change - (held["Session"] - self.held["Session"]):
            self._wrong(
                f"the session went from {self.held['Session']} to {held['Session']} where {change} came"
            )
        if held["Session"] != held["Rail"] + held["At risk"] - self.player.bought:
            self._wrong(f"the session shows {held['Session']}, and {held} of {self.player.bought} are there")

    async def hand(self):
        """Check the net of the hand, which begins anew when the dealers have paid the one before."""
        shown = booked = 0
        for _ in range(int(IN_TIME / LOOKS_S)):
            shown = self._held(await self.player.read())["This hand"]
            booked = self.books.hand(self.player.name)
            if shown == booked:
                return
            await asyncio.sleep(LOOKS_S)
        self._wrong(f"the hand shows {shown}, and by the log {booked} came since it began")

    def _documents(self, promised, became, throw):
        """Compare the pays with the document of the house."""
        house = self.evening.house
        for wager, one in became.items():
            kind, _, on = wager.partition(" ")
            if one.net > 0 and wager in promised:
                stake = (
                    sum(stake for stake, _ in one.paid)
                    if kind not in (*pays.UNITS, "horn_high")
                    else promised[wager].stake
                )
                want = pays.net(house, wager, stake, throw, self.point)
                if want is not None:
                    self.evening.counts["pays held to the document"] += 1
                    if want != one.net:
                        self._wrong(f"{wager} {stake} won {one.net} on {throw}, and by the document {want}")
            if one.fee and kind in ("buy", "lay"):
                want = pays.commission(house, kind, promised[wager].stake, int(on))
                if want not in (None, one.fee):
                    self._wrong(
                        f"{wager} paid {one.fee} commission on {promised[wager].stake}, and not {want}"
                    )
