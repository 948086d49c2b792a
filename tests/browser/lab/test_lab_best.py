"""A person asks the lab what to bet to reach a sum, changes the question, and sends it to a friend."""

import asyncio
import json
import re
import shlex

import pytest
from click.testing import CliRunner
from playwright.async_api import expect
from tests.browser.conftest import PHONE
from tests.browser.lab.test_lab import WIDER, answered
from tests.server.live import a_table

from bankcraps.cli.commands.best import command as best

pytestmark = pytest.mark.some


async def solved(command):
    """Return the output of the command of a best play."""
    program, name, *words = shlex.split(command)
    assert (program, name) == ("bankcraps", "best")
    done = await asyncio.to_thread(CliRunner().invoke, best, words)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


async def test_the_best_bet_is_found_compared_and_sent_to_a_friend(visiting):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann, bob = await come(), await come(size=PHONE)
        await ann.go("/lab/best?limits=5:20:5&bankroll=10&goal=20")
        await answered(ann)
        await expect(ann.page.get_by_role("heading", name="Bet now")).to_be_visible()
        await ann.page.get_by_role("textbox", name="Reach ($)").fill("25")
        await ann.page.get_by_text("Wagers to choose from").click()
        await ann.page.get_by_role("checkbox", name="Pass Line", exact=True).check()
        await ann.page.get_by_label("Within").select_option("throws")
        await ann.page.get_by_label("How many").fill("12")
        await expect(ann.page).to_have_url(re.compile("goal=25.*throws=12.*with=pass$"))
        await answered(ann)
        hurried = await ann.page.locator("dl dd").first.inner_text()
        await ann.page.get_by_label("Compare with").select_option("pass")
        await expect(ann.page).to_have_url(re.compile("goal=25.*against=pass.*with=pass$"))
        await answered(ann)

        await ann.page.get_by_text("Take it along").click()
        found = await solved(await ann.page.get_by_label("Command").input_value())
        assert (found["goal_cents"], found["limit"]) == (2500, None)
        assert hurried < f"{100 * found['value']:.4f}"
        chance = ann.page.locator("dl dd").first
        await expect(chance).to_have_text(f"{100 * found['value']:.4f}\N{NO-BREAK SPACE}%")
        (stake,) = found["first"][0]["stakes_cents"].values()
        await expect(ann.page.locator("p.now")).to_have_text(f"${stake // 100} on Pass Line.")
        cost = found["next_best"]["gives_away"]
        await expect(ann.page.get_by_text(f"gives away {100 * cost:.4f}\N{NO-BREAK SPACE}%")).to_be_visible()
        theirs = found["against"]["value"]
        await expect(ann.page.get_by_text(f"{100 * theirs:.2f}\N{NO-BREAK SPACE}%: it gives")).to_be_visible()
        await ann.page.get_by_text("The same as a table").click()
        rows = ann.page.get_by_role("region", name="What to bet with each sum").locator("tbody tr")
        assert await rows.count() == len(found["by_sum"])
        assert await ann.axe() == []

        await bob.page.goto(await ann.page.get_by_label("Link").input_value())
        await answered(bob)
        assert await bob.page.locator("dl dd").first.inner_text() == await chance.inner_text()
        assert not await bob.page.evaluate(WIDER)


async def test_own_rules_are_compared_with_the_best_bet(visiting):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come()
        await ann.go("/lab/best?rules=nsw&limits=5:20:5&bankroll=10&goal=20")
        await answered(ann)
        await expect(ann.page.get_by_text("Beside your system")).to_have_count(0)
        await ann.page.get_by_label("Compare with").select_option(
            label="My own words \N{HORIZONTAL ELLIPSIS}"
        )
        words = ann.page.get_by_label("What it does, a rule a line")
        await words.fill("when come_out: pas 5")
        form = ann.page.get_by_role("form", name="Your question")
        await expect(form.get_by_role("alert")).to_contain_text("did you mean pass?")
        await expect(form.locator("mark")).to_have_text("pas")
        await words.fill("when come_out: pass 5")
        await answered(ann)
        await expect(ann.page.get_by_text("With own words, the chance is 48.59")).to_be_visible()

        await ann.page.get_by_text("Build the rules from slots").click()
        rule = ann.page.get_by_role("group", name="Rule 1")
        await rule.get_by_label("bet, wager").select_option(value="field")
        await expect(words).to_have_value("when come_out: field 5")
        await expect(ann.page).to_have_url(re.compile("against=when.*field"))
        await answered(ann)
        await expect(ann.page.get_by_text("With own words, the chance is")).to_be_visible()
        assert await ann.axe() == []
        await ann.page.get_by_label("Compare with").select_option(label="no system")
        await expect(words).to_have_count(0)
        await answered(ann)
        ann.wrong = [said for said in ann.wrong if "422" not in said]


SMALL = "/lab/best?rules=nsw&limits=1:9&bankroll=5&with=place+6"
AIMS = {
    "goal=9&least_throws_at=0.4": ("to reach a sum in the fewest throws", {"value": "{:.4f}"}),
    "still_playing=12&at_least=2": (
        "to be still playing after some throws",
        {"value": "{:.4%}", "enough_cents": "${:.0f}"},
    ),
    "throws=4&action=2&at_most=2": (
        "so much action at the least cost",
        {"value": "${:.4f}", "price": "${:.4f}"},
    ),
    "goal=9&throws=3&utility=exponential:-0.1": (
        "the best result for my taste for risk",
        {"sure": "${:.4f}", "mean": "${:.4f}", "spread": "${:.4f}", "value": "{:.9g}"},
    ),
}
"""Each aim other than a goal, what the page calls it, and its figures in the order of the page."""


def shown(value, form, *, cents):
    """A figure of the command as the page shows it."""
    sign = "\N{MINUS SIGN}" if value < 0 and "$" in form else ""
    written = form.format(abs(value) / 100 if cents else abs(value) if sign else value)
    return sign + written.replace("%", "\N{NO-BREAK SPACE}%")


@pytest.mark.parametrize("aim", AIMS)
async def test_each_aim_has_the_figures_of_the_command(visiting, aim):
    says, figures = AIMS[aim]
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come(size=PHONE)
        await ann.go(f"{SMALL}&{aim}")
        await answered(ann)
        await expect(ann.page.get_by_label("What you want").locator("option:checked")).to_have_text(says)
        await ann.page.get_by_text("Take it along").click()
        found = await solved(await ann.page.get_by_label("Command").input_value())
        told = [shown(found[key], form, cents=key.endswith("_cents")) for key, form in figures.items()]
        assert await ann.page.locator("dl.sums dd").all_inner_texts() == told
        assert told[0] in await ann.page.get_by_label("Sentence").input_value()
        rows = ann.page.get_by_role("region", name="How to play").locator("tbody tr")
        assert await rows.count() == len(found.get("plays", []))
        await ann.page.get_by_text("The same as a table").click()
        rows = ann.page.get_by_role("region", name="What to bet with each sum").locator("tbody tr")
        assert await rows.count() == len(found["by_sum"])
        assert not await ann.page.evaluate(WIDER)
        assert await ann.axe() == []
        chart = await ann.page.get_by_role("link", name="Sit it down at a table").get_attribute("href")
        assert aim.partition("=")[0] in chart


async def test_an_aim_is_chosen_and_tastes_are_compared(visiting):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come()
        await ann.go(f"{SMALL}&goal=9")
        await answered(ann)
        wants = ann.page.get_by_label("What you want")
        await wants.focus()
        await ann.page.keyboard.type("the best")
        await expect(ann.page).to_have_url(re.compile("goal=9&throws=10&utility=log"))
        await ann.page.get_by_label("Throws", exact=True).fill("3")
        await ann.page.get_by_role("button", name="Add another taste").click()
        await ann.page.get_by_label("Its number 2").fill("-0.5")
        await expect(ann.page).to_have_url(re.compile("throws=3&utility=log&utility=exponential%3A-0.5"))
        await answered(ann)
        await ann.page.get_by_text("Take it along").click()
        plays = (await solved(await ann.page.get_by_label("Command").input_value()))["plays"]
        rows = ann.page.get_by_role("region", name="Mean against spread").locator("tbody tr")
        for number, play in enumerate(plays):
            cells = await rows.nth(number).locator("th, td").all_inner_texts()
            sums = [f"${play[key]:.4f}" for key in ("mean", "spread", "sure")]
            assert cells[:4] == [play["utility"], *sums]
        assert await ann.axe() == []
        await expect(ann.page.get_by_role("link", name="Sit it down at a table")).to_have_count(0)

        await wants.select_option("still")
        await answered(ann)
        await expect(ann.page).to_have_url(re.compile("still_playing=60&at_least=1&at_most=1"))
        await expect(ann.page.locator("dl dt").first).to_contain_text("still playing after 60 throws")


async def test_half_an_aim_is_told_in_a_sentence(visiting):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come()
        await ann.go(f"{SMALL}&still_playing=4")
        said = ann.page.get_by_role("region", name="The answer").get_by_role("alert")
        await expect(said).to_contain_text("how much has to be at risk on each throw")
        ann.wrong = [one for one in ann.wrong if "422" not in one]


async def test_a_goal_that_is_too_far_is_refused_in_a_sentence(visiting):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come()
        await ann.go("/lab/best?rules=nsw&limits=5:20:5&bankroll=10&goal=5")
        await expect(ann.page.get_by_role("region", name="The answer").get_by_role("alert")).to_contain_text(
            "goal"
        )
        ann.wrong = [said for said in ann.wrong if "422" not in said]
