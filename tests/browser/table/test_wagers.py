"""Players bet on every spot, and in a long run play through every wager family at each house.

The house lists the wagers, so a new one is played, too. The throws make every family win and lose. If one
does not, the test names it, and the list of throws needs another.
"""

import asyncio
import re
from collections import defaultdict

import pytest
from tests.browser.conftest import PHONE, caught_up
from tests.browser.hands_on import (
    CrewPage,
    choose_amount,
    click_quickly,
    covered,
    spots,
    standing,
    try_spot,
)
from tests.kit.profiles import LONG
from tests.page.dealing import FREE, Crew
from tests.server.live import a_table

from bankcraps import BOOKS

A_GOOD_SUM = 60
"""Dollars that every family takes: a multiple of 4, 5 and 6."""

HAND = {"fire", "small", "tall", "make_em_all", "repeater"}
"""Wagers on a whole hand need `A_HAND`."""

SHORT = ((1, 3), (2, 2), (2, 4), (3, 3), (1, 1), (1, 2), (5, 6), (6, 6), (3, 4))
A_HAND = (
    *((1, 3), (2, 2), (1, 4), (2, 3), (2, 4), (3, 3), (2, 6), (4, 4)),
    *((1, 1), (1, 2), (5, 6), (6, 6), (3, 4)),
)
"""Points made in two ways, then each craps, a yo, and a seven before a point."""

AGAIN = ((1, 3), (2, 5))
"""Wagers on a whole hand that have won lose in the next."""

TRAVELS = ((1, 3), (4, 5), (3, 6), (1, 5), (2, 5))
"""A come wager goes to its number and wins there with odds; another loses there to the seven-out."""


ON_ITS_WAY = re.compile(r"(dont_)?come(_odds)? \d+")
"""Come wagers that have travelled, and their odds: there have to be some, on whichever number."""


MOMENTS = ((1, 3), (4, 5), (3, 4))
"""A point, a come wager that travels, and the end: before each of these throws there are other spots."""


@pytest.mark.some
async def test_every_spot_takes_a_bet_where_it_lies_and_the_page_agrees_with_the_books(visiting):
    """Nothing covers a spot. On a phone, and in the usual run, one spot of each family is bet on.

    web/tests/evening.test.ts and the long evening below test how the page shows each throw.
    """
    table = a_table("pennsylvania", dice="entered", pace="boxperson", limits="1:5000")
    async with visiting(table, limits=FREE, gift=100_000_000) as (house, come, books):
        ann, bob = await come("Ann"), await come("Bob", PHONE)
        await bob.page.get_by_role("button", name="The centre").tap()
        offered = (await house.get(f"/api/tables/{house.table}/rules")).json()["wagers"]
        kinds = {spot["wager"]: spot["kind"] for spot in offered}
        seen, stood = {ann: set(), bob: set()}, {ann: set(), bob: set()}
        for one in stood:
            await one.sit(100_000)
            await choose_amount(one, A_GOOD_SUM)
        async with house.at(cookie=await house.sign_in("House", house.passphrase)) as crew:
            dealers = await Crew.at(crew, "pennsylvania")
            for throw in MOMENTS:
                for one, has in stood.items():
                    there = await spots(one)
                    assert await covered(one, set(there) - seen[one]) == [], one.name
                    seen[one].update(there)
                    new = [wager for wager in there if wager not in has]
                    families = {kinds[wager]: wager for wager in new}
                    await click_quickly(one, new if LONG and one is ann else families.values())
                    has.update(await standing(one))
                await books.agree_with(ann, bob)
                await dealers.throw(*throw)
                await caught_up(ann, bob, seq=dealers.seq)
                await books.agree_with(ann, bob)
        every = {one for one in kinds if not ON_ITS_WAY.match(one)}
        for one, has in stood.items():
            assert every - (has if LONG and one is ann else seen[one]) == set(), f"no spot for {one.name}"
            assert set(kinds.values()) - {kinds[wager] for wager in has} == set(), f"no bet by {one.name}"


@pytest.mark.long
@pytest.mark.parametrize("rules", BOOKS)
async def test_every_wager_wins_and_loses_and_the_page_agrees_with_the_books(visiting, rules):
    table = a_table(rules, dice="entered", pace="boxperson", limits="1:5000")
    async with visiting(table, limits=FREE, gift=100_000_000) as (house, come, books):
        boss = await come("House", passphrase=house.passphrase)
        ann, bob = await come("Ann"), await come("Bob", PHONE)
        await ann.sit(300_000)
        await bob.sit(100_000)
        await bob.page.get_by_role("button", name="The centre").tap()
        dealers = await CrewPage.at(boss, "boxperson")
        offered = (await house.get(f"/api/tables/{house.table}/rules")).json()["wagers"]
        kinds = {spot["wager"]: spot["kind"] for spot in offered}
        throws = (*A_HAND, *TRAVELS, *AGAIN) if HAND & set(kinds.values()) else (*SHORT, *TRAVELS)
        async with house.at() as watching:
            evening = Evening(watching, kinds)
            for one in (ann, bob):
                await choose_amount(one, A_GOOD_SUM)
            for throw in throws:
                await asyncio.gather(evening.bets(ann), evening.bets(bob, one_of_each=True))
                await books.agree_with(ann, bob)
                await dealers.throw(*throw)
                await caught_up(boss, ann, bob)
                await books.agree_with(ann, bob)
                await evening.hears()
        assert {one for one in kinds if not ON_ITS_WAY.match(one)} - evening.stood["Ann"] == set(), "no spot"
        assert set(kinds.values()) - {kinds[one] for one in evening.stood["Ann"]} == set(), "no spot"
        assert evening.wanted("paid") == set(), "never won"
        assert evening.wanted("lost") == set(), "never lost"


class Evening:
    """The wagers made so far, with their results.

    Attributes:
        stood: for each player the wagers that stood once.
        became: the results that each family has had: paid, lost.
    """

    def __init__(self, watching, kinds):
        self._watching, self._kinds = watching, kinds
        self.stood = defaultdict(set)
        self.became = set()

    def wanted(self, result):
        """Return the families that have not had this result yet."""
        return {kind for kind in self._kinds.values() if (kind, result) not in self.became}

    async def bets(self, player, *, one_of_each=False):
        """Bet on every spot that is new, and again on families that have not both won and lost.

        A new spot is clicked where it lies, so one that something covers is found.
        """
        stood, open_now = self.stood[player.name], await spots(player)
        had = {self._kinds[wager] for wager in stood} if one_of_each else set()
        for wager in open_now:
            new = wager not in stood and self._kinds[wager] not in had
            if new and await try_spot(player, wager):
                stood.add(wager)
                had |= {self._kinds[wager]} if one_of_each else set()
        wanted = self.wanted("paid") | self.wanted("lost")
        # Odds need the wager they stand behind, and a shooter needs one on the line.
        wanted |= {kind.removesuffix("_odds") for kind in wanted} | {"pass"}
        there = await standing(player)
        again = [one for one in open_now if one in stood - there and self._kinds[one] in wanted]
        await click_quickly(player, again)

    async def hears(self):
        """Follow the table up to the throw."""
        thrown = False
        while not thrown:
            message = await self._watching.until("happened")
            for effect in (one for item in message["items"] for one in item.get("effects", ())):
                thrown = thrown or effect["type"] == "thrown"
                if effect["type"] in ("paid", "lost"):
                    self.became.add((self._kinds[effect["wager"]], effect["type"]))
