"""A person asks the lab what a wager costs."""

import asyncio
import csv
import json
import re
import shlex

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from playwright.async_api import expect
from tests.browser.conftest import DESK, PHONE
from tests.browser.lab.test_lab import WIDER, ZOOMED, answered
from tests.server.live import a_table

from bankcraps.cli.commands.odds import command as odds
from bankcraps.house_edge.edge import percent
from bankcraps.house_edge.odds import odds as edges_of

pytestmark = pytest.mark.some


def shown(edge):
    """An edge as the page writes it."""
    return percent(edge).replace("-", "\N{MINUS SIGN}").replace("%", "\N{NO-BREAK SPACE}%")


def line(visitor, wager):
    """The line of a wager in the table."""
    name = visitor.page.get_by_role("button", name=wager, exact=True)
    return visitor.page.get_by_role("row").filter(has=name)


def house(visitor):
    """The field that chooses the house, or all of them."""
    return visitor.page.get_by_role("combobox", name="House").first


async def test_the_edge_of_five_dollars_on_the_six_is_found_and_sent_to_a_friend(visiting):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann, bob = await come(), await come(size=PHONE)
        await ann.go("/lab")
        await ann.page.get_by_role("link", name="Wagers").click()
        await answered(ann)
        await house(ann).select_option("nsw")
        await ann.page.get_by_label("Your bet ($)").fill("$5")
        await ann.page.get_by_label("Find a wager").fill("place 6")
        await expect(ann.page).to_have_url(re.compile("rules=nsw&wager=place\\+6&amount=5$"))
        await answered(ann)
        here = edges_of("nsw", "place 6", amount=5)["place 6"]
        edge = f"{shown(here.edge)} ({here.edge})"
        said = f"$5 on place 6 at New South Wales: house edge {edge}, so each bet costs $0"
        await expect(ann.page.get_by_text(said).first).to_be_visible()
        await expect(ann.page.get_by_role("heading", name="What the 36 throws do")).to_be_visible()
        clause = ann.page.locator(".details").get_by_role("link", name="8.1.place_to_win")
        await expect(clause).to_have_attribute("href", "/rules/nsw#8.1.place_to_win")

        await ann.page.get_by_text("Take it along").click()
        await expect(ann.page.get_by_label("Sentence")).to_have_value(re.compile(re.escape(said)))
        program, name, *words = shlex.split(await ann.page.get_by_label("Command").input_value())
        assert (program, name) == ("bankcraps", "odds")
        [found] = json.loads(CliRunner().invoke(odds, words).stdout)["wagers"]
        assert (found["label"], found["edge_fraction"]) == ("place 6", f"{here.edge}/1")
        async with ann.page.expect_download() as coming:
            await ann.page.get_by_role("button", name="Save the table as CSV").click()
        file = await (await coming.value).path()
        saved = await asyncio.to_thread(file.read_text, encoding="utf-8")
        lines = {one["label"]: one for one in csv.DictReader(saved.splitlines())}
        assert lines["place 6"]["breakage_fraction"] == str(here.breakage)
        async with ann.page.expect_download() as coming:
            await ann.page.get_by_role("button", name="Save the rows as Parquet").click()
        rows = pq.read_table(await (await coming.value).path()).to_pylist()
        assert [(row["label"], row["breakage_fraction"]) for row in rows] == [("place 6", str(here.breakage))]

        await bob.page.goto(await ann.page.get_by_label("Link").input_value())
        await answered(bob)
        await expect(bob.page.get_by_text(said).first).to_be_visible()
        assert not await bob.page.evaluate(WIDER)


@pytest.mark.parametrize(
    "size",
    [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone"), pytest.param(ZOOMED, id="zoomed")],
)
async def test_by_keyboard_alone(visiting, size):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come(size=size)
        await ann.go("/lab/wagers?rules=nsw")
        await answered(ann)
        head = ann.page.get_by_role("columnheader", name="House edge")
        await expect(head).to_have_attribute("aria-sort", "ascending")
        await head.get_by_role("button").focus()
        await ann.page.keyboard.press("Enter")
        await expect(head).to_have_attribute("aria-sort", "descending")
        first = ann.page.get_by_role("row").nth(1)
        await expect(first).to_contain_text("any seven")
        await first.get_by_role("button").focus()
        await ann.page.keyboard.press("Enter")
        await expect(ann.page.get_by_role("heading", name="What the 36 throws do")).to_be_visible()
        assert await ann.axe() == []
        assert not await ann.page.evaluate(WIDER)
        await ann.page.keyboard.press("Enter")
        await expect(first.get_by_role("button")).to_have_attribute("aria-expanded", "false")


async def test_all_houses_stand_side_by_side_for_ones_own_bet(visiting):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come()
        await ann.go("/lab/wagers?rules=three_four_five")
        await answered(ann)
        await house(ann).select_option(label="All houses, side by side")
        await answered(ann)
        await ann.page.get_by_label("Your bet ($)").fill("5")
        await ann.page.get_by_label("Find a wager").fill("place 6")
        await answered(ann)
        await expect(line(ann, "place 6, 8")).to_contain_text("(the lowest)")
        for book in ("nsw", "washington", "classic"):
            edge = edges_of(book, "place 6", amount=5)["place 6"].edge
            await expect(line(ann, "place 6, 8")).to_contain_text(shown(edge))
        await expect(ann.page.get_by_role("link", name="payoffs.place_6_8")).to_be_visible()
        assert await ann.axe() == []


async def test_an_amount_that_the_house_cannot_read_is_refused_in_a_sentence(visiting):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come()
        await ann.go("/lab/wagers?rules=nsw&amount=much")
        await expect(
            ann.page.get_by_role("alert").filter(has_text="'much' is not a sum of money")
        ).to_be_visible()
        await ann.page.get_by_label("Your bet ($)").fill("5")
        await answered(ann)
        await ann.page.get_by_label("Find a wager").fill("horn")
        await expect(ann.page.get_by_text("Must be a multiple of $4, not $5")).to_be_visible()
        ann.wrong = [said for said in ann.wrong if "400" not in said]
