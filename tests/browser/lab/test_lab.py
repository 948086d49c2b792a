"""A person asks the lab what a system does to their money."""

import asyncio
import json
import re
import shlex

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from playwright.async_api import expect
from tests.browser.conftest import DESK, PHONE
from tests.server.live import a_table

from bankcraps.cli.commands.compare import command as compare
from bankcraps.cli.commands.session import command as session

pytestmark = pytest.mark.some

ZOOMED = (720, 450)
"""A window of 1440 by 900, enlarged to 200 %."""

WIDER = "document.documentElement.scrollWidth > innerWidth"


async def answered(visitor):
    """Wait until the page shows the answer to the question that it shows."""
    answer = visitor.page.get_by_role("region", name="The answer")
    await expect(answer).to_have_attribute("aria-busy", "false")
    await expect(answer.locator(".found:not(.stale)")).to_be_visible()


async def figure(visitor, what):
    """A figure of the answer."""
    return (
        await visitor.page.locator("dl div", has=visitor.page.get_by_text(what, exact=True))
        .locator("dd")
        .inner_text()
    )


async def row(visitor, name):
    """The figures of a row of a table."""
    line = visitor.page.get_by_role("row").filter(
        has=visitor.page.get_by_role("rowheader", name=name, exact=True)
    )
    return await line.get_by_role("cell").all_inner_texts()


def shown(chance):
    """A chance as the page shows it."""
    return f"{chance:.2%}".replace("%", "\N{NO-BREAK SPACE}%")


async def solved(command):
    """Return the output of a command of the lab."""
    program, name, *words = shlex.split(command)
    assert program == "bankcraps"
    done = await asyncio.to_thread(CliRunner().invoke, {"session": session, "compare": compare}[name], words)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)  # a slow answer says so to standard error


async def test_a_figure_is_found_changed_and_sent_to_a_friend(visiting):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann, bob = await come(), await come(size=PHONE)
        await ann.go("/")
        await ann.page.get_by_role("link", name="Lab").click()
        await ann.page.get_by_label("System").select_option("pass")
        await ann.page.get_by_label("System").select_option("three_point_molly")
        await expect(ann.page.get_by_text("three numbers at a time")).to_be_visible()
        await answered(ann)
        ruin = await figure(ann, "Ruin")
        bankroll = ann.page.get_by_role("textbox", name="Bankroll ($)")
        assert await bankroll.input_value() == "500"

        await bankroll.fill("750")
        await expect(ann.page).to_have_url(re.compile("bankroll=750"))
        await answered(ann)
        richer = await figure(ann, "Ruin")
        assert float(richer.split("\N{NO-BREAK SPACE}")[0]) < float(ruin.split("\N{NO-BREAK SPACE}")[0])

        duel = ann.page.get_by_role("link", name="Compare it with another system")
        pair = "strategy=three_point_molly&strategy=iron_cross&bankroll=750"
        await expect(duel).to_have_attribute("href", re.compile(pair))
        await ann.page.get_by_text("Take it along").click()
        command = await ann.page.get_by_label("Command").input_value()
        found = await solved(command)
        assert found["bankroll_cents"] == 75_000
        assert richer == shown(found["ends"]["ruin"])
        async with ann.page.expect_download() as coming:
            await ann.page.get_by_role("button", name="Save the rows as Parquet").click()
        file = await coming.value
        assert file.suggested_filename == "session.parquet"
        rows = pq.read_table(await file.path()).to_pylist()
        assert shown(sum(one["chance"] for one in rows if one["final_cents"] > 75_000)) == await figure(
            ann, "Ahead at the end"
        )

        link = await ann.page.get_by_label("Link").input_value()
        await bob.page.goto(link)
        await answered(bob)
        assert await figure(bob, "Ruin") == richer
        assert not await bob.page.evaluate(WIDER)
        await ann.page.go_back()
        await expect(ann.page.get_by_role("heading", level=1)).to_have_text("Tables")


@pytest.mark.parametrize(
    "size",
    [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone"), pytest.param(ZOOMED, id="zoomed")],
)
async def test_by_keyboard_alone(visiting, size):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come(size=size)
        await ann.go("/lab?strategy=pass&bankroll=100&throws=20")
        await answered(ann)
        ahead = await figure(ann, "Ahead at the end")
        await ann.page.get_by_role("slider", name="Throws").focus()
        await ann.page.keyboard.press("ArrowRight")
        await expect(ann.page.get_by_role("textbox", name="Throws")).to_have_value("25")
        await expect(ann.page).to_have_url(re.compile("throws=25$"))
        await answered(ann)
        assert await figure(ann, "Ahead at the end") != ahead
        table = ann.page.get_by_text("The same as a table")
        await table.focus()
        await ann.page.keyboard.press("Enter")
        await expect(ann.page.get_by_role("row", name="$100", exact=False).first).to_be_visible()
        await ann.page.get_by_text("What each rule does and costs").focus()
        await ann.page.keyboard.press("Enter")
        await expect(ann.page.get_by_role("rowheader", name="when come_out: pass 10")).to_be_visible()
        assert (await row(ann, "when come_out: pass 10"))[1:] == await row(ann, "pass")
        assert await ann.axe() == []
        assert not await ann.page.evaluate(WIDER)


async def test_three_systems_are_compared_shared_and_opened_again(visiting):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann, bob = await come(), await come(size=PHONE)
        await ann.go("/lab/duel?strategy=pass&strategy=field&bankroll=40&throws=30")
        await answered(ann)
        await ann.page.get_by_role("button", name="Another system").click()
        third = ann.page.get_by_role("group", name="System C")
        await third.get_by_label("System C").select_option(label="My own words …")
        await third.get_by_label("What it does, a rule a line").fill("when come_out: pass 20")
        await expect(ann.page).to_have_url(re.compile("pass\\+20"))
        await answered(ann)
        ruins = await row(ann, "Ruin")
        pairs = [await row(ann, name) for name in ("A and B", "A and C", "B and C")]

        await ann.page.get_by_text("Take it along").click()
        found = await solved(await ann.page.get_by_label("Command").input_value())
        assert ruins == [shown(one["exact"]["ends"]["ruin"]) for one in found["systems"]]
        above = [one["above"] for one in found["systems"]]
        for (one, other), told in zip(((0, 1), (0, 2), (1, 2)), pairs, strict=True):
            assert told[:2] == [shown(above[one][other]), shown(above[other][one])]

        sum_read = ann.page.get_by_role("slider", name="The sum that is read in the chart")
        await sum_read.focus()
        before = await sum_read.get_attribute("aria-valuetext")
        await ann.page.keyboard.press("ArrowRight")
        await expect(sum_read).not_to_have_attribute("aria-valuetext", before)
        assert await ann.axe() == []

        await bob.page.goto(await ann.page.get_by_label("Link").input_value())
        await answered(bob)
        assert await row(bob, "Ruin") == ruins
        assert not await bob.page.evaluate(WIDER)
        await bob.page.get_by_role("button", name="Leave out B").click()
        await answered(bob)
        assert await row(bob, "Ruin") == [ruins[0], ruins[2]]

        # One of the worst evenings of the own words, on the felt.
        await bob.page.get_by_role("link", name="one of the worst").last.click()
        await expect(bob.page.get_by_role("heading", name="Own words: session")).to_be_visible()
        low, high = map(float, re.search(r"ended=([\d.]+):([\d.]+)", bob.page.url).groups())
        home = await bob.page.get_by_text("takes home").first.inner_text()
        assert low <= float(re.search(r"takes home \$([\d.]+)", home).group(1)) <= high < 40


async def test_own_words_are_refused_where_they_stand(visiting):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come()
        await ann.go("/lab?strategy=pass&bankroll=100&throws=20&bankrol=5")
        await expect(ann.page.get_by_text("that changes nothing: bankrol.")).to_be_visible()
        await answered(ann)
        await ann.page.get_by_label("System").select_option(label="My own words …")
        words = ann.page.get_by_label("What it does, a rule a line")
        await expect(words).to_have_value("when come_out: pass 10")
        await words.fill("when come_out: pas 10")
        await expect(ann.page.get_by_role("form", name="Your question").get_by_role("alert")).to_contain_text(
            "pas"
        )
        await expect(ann.page.locator(".found.stale")).to_be_visible()
        await words.fill("when come_out: pass 10")
        await answered(ann)
        await expect(ann.page.get_by_role("alert").filter(has_text="pas")).to_have_count(0)
        ann.wrong = [said for said in ann.wrong if "422" not in said]


async def test_what_cannot_be_solved_is_played_until_somebody_has_enough(visiting):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come()
        await ann.go("/lab?strategy=three_point_molly&bankroll=3000&until_settled=true")
        await ann.page.get_by_role("button", name="Play it on dice instead").click()
        await expect(ann.page.get_by_text("Sampled, not worked out")).to_be_visible()
        assert (await figure(ann, "Ruin")).startswith("9")
        await ann.page.get_by_role("button", name="That is enough").click()
        await expect(ann.page.get_by_role("progressbar")).to_have_count(0)
        await expect(ann.page.get_by_text("Sampled, not worked out")).to_be_visible()
        assert await ann.axe() == []
        ann.wrong = [said for said in ann.wrong if "422" not in said]


async def test_a_house_without_a_lab_says_so(visiting):
    async with visiting(a_table("nsw"), lab=None) as (_, come, _books):
        ann = await come()
        await ann.go("/lab")
        await expect(ann.page.get_by_text("This house has no lab")).to_be_visible()
        ann.wrong = [said for said in ann.wrong if "404" not in said]
