"""Players bet on every spot, and the page agrees with the books, and with its own promise, at every throw.

The house lists the wagers, so a new one is played, too.
"""

import re

import pytest
from tests.browser.conftest import PHONE, caught_up, cents, dealing
from tests.browser.hands_on import (
    choose_amount,
    click_quickly,
    covered,
    spots,
    standing,
)
from tests.kit.profiles import LONG, usual
from tests.server.live import a_table

A_GOOD_SUM = 60
"""Dollars that every family takes: a multiple of 4, 5 and 6."""


ON_ITS_WAY = re.compile(r"(dont_)?come(_odds)? \d+")
"""Come wagers that have travelled, and their odds: there have to be some, on whichever number."""


MOMENTS = ((1, 3), (4, 5), (3, 4))
"""A point, a come wager that travels, and the end: before each of these throws there are other spots."""


PROMISES = """() => [...document.querySelectorAll('#wagers .prospects > span')].map(
    one => one.textContent.replace(/\\s+/g, ' ').trim())"""
"""The page's words for what the next throw does to each wager: "wins $7 on 6"."""


async def promised(visitor, throw):
    """The cents that the page promises a player for a throw."""
    await visitor.knows_the_outlook()
    faces, total = "-".join(map(str, sorted(throw))), str(sum(throw))
    sum_ = 0
    for line in await visitor.page.evaluate(PROMISES):
        words, _, on = line.rpartition(" on ")
        if {faces, total} & set(re.split(r",\s*", on)):
            first, *rest = [cents(one) for one in re.findall(r"\$[\d,.]*\d", words)] or [0]
            sum_ += first - sum(rest) if words.startswith("wins") else -first - sum(rest)
    return sum_


async def owns(visitor):
    return await visitor.sum("Rail") + await visitor.sum("At risk")


@pytest.mark.parametrize("rules", usual("pennsylvania"))
@pytest.mark.some
async def test_every_spot_takes_a_bet_where_it_lies_and_the_page_agrees_with_the_books(visiting, rules):
    """Nothing covers a spot. On a phone, and in the usual run, one spot of each family is bet on."""
    table = a_table(rules, dice="entered", pace="boxperson", limits="1:5000")
    async with visiting(table, gift=100_000_000) as (house, come, books):
        ann, bob = await come("Ann"), await come("Bob", PHONE)
        await bob.page.get_by_role("button", name="The centre").tap()
        offered = (await house.get(f"/api/tables/{house.table}/rules")).json()["wagers"]
        kinds = {spot["wager"]: spot["kind"] for spot in offered}
        seen, stood = {ann: set(), bob: set()}, {ann: set(), bob: set()}
        for one in stood:
            await one.sit(100_000)
            await choose_amount(one, A_GOOD_SUM)
        async with dealing(house, rules) as dealers:
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
                before = {one: await owns(one) + await promised(one, throw) for one in stood}
                await dealers.throw(*throw)
                await caught_up(ann, bob, seq=dealers.seq)
                await books.agree_with(ann, bob)
                assert {one: await owns(one) for one in stood} == before
        every = {one for one in kinds if not ON_ITS_WAY.match(one)}
        for one, has in stood.items():
            assert every - (has if LONG and one is ann else seen[one]) == set(), f"no spot for {one.name}"
            assert set(kinds.values()) - {kinds[wager] for wager in has} == set(), f"no bet by {one.name}"
