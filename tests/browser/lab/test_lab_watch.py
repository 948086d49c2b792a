"""A person opens a session that ended in a bar of the distribution, and watches it on the felt."""

import asyncio
import json
import re
import shlex

import pytest
from click.testing import CliRunner
from playwright.async_api import expect
from tests.browser.conftest import DESK, PHONE
from tests.browser.lab.test_lab import WIDER, answered
from tests.server.live import a_table

from bankcraps.cli.commands.explain import command as explain

pytestmark = pytest.mark.some

WATCHED = "/lab/watch?rules=nsw&strategy=three_point_molly&bankroll=200&throws=30&session=4"


async def told(command):
    """Return the output of the command of a session."""
    program, name, *words = shlex.split(command)
    assert (program, name) == ("bankcraps", "explain")
    done = await asyncio.to_thread(CliRunner().invoke, explain, [*words, "--layouts"])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def written(cents):
    """A sum as the page writes it."""
    sign = "\N{MINUS SIGN}" if cents < 0 else ""
    return f"{sign}${abs(cents) / 100:,.2f}".removesuffix(".00")


async def sums(visitor):
    """The sums under the throw: owned before, on the layout, in the rail, owned after, since the start."""
    return await visitor.page.locator(".watch dl dd").all_inner_texts()


async def test_a_bar_opens_a_session_that_ended_there_by_keyboard_alone(visiting):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come()
        await ann.go("/lab?rules=nsw&strategy=place_6_8&bankroll=200&throws=30")
        await answered(ann)
        await expect(ann.page.get_by_role("link", name="Watch one of the worst sessions")).to_have_attribute(
            "href", re.compile("ended=2:108")
        )
        await ann.page.locator("svg a[tabindex='0']").focus()
        await ann.page.keyboard.press("ArrowLeft")
        await ann.page.keyboard.press("ArrowLeft")
        label = await ann.page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert label.endswith("Watch such a session")
        await ann.page.keyboard.press("Enter")
        await expect(ann.page).to_have_url(re.compile("/lab/watch.*ended="))
        await expect(ann.page.locator(".watch")).to_be_visible()
        await ann.page.get_by_role("link", name="Another one that ended there").click()
        await expect(ann.page).to_have_url(re.compile("session="))
        await expect(ann.page.locator(".watch")).to_be_visible()
        await ann.page.get_by_text("Take it along").click()
        story = await told(await ann.page.get_by_label("Command").input_value())
        low, high = map(float, re.search(r"ended=([\d.]+)(?::|%3A)([\d.]+)", ann.page.url).groups())
        assert low <= story["final_cents"] / 100 <= high


@pytest.mark.parametrize("size", [pytest.param(DESK, id="desk"), pytest.param(PHONE, id="phone")])
async def test_every_throw_says_what_the_command_says(visiting, size):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come(size=size)
        await ann.go(WATCHED)
        await expect(ann.page.locator(".watch")).to_be_visible()
        await ann.page.get_by_text("Take it along").click()
        story = await told(await ann.page.get_by_label("Command").input_value())
        assert story["session"] == 4
        on = ann.page.get_by_role("button", name="A step on")
        for number, throw in enumerate(story["throws"][:12]):
            if number:
                await on.click()
            lies = [f"{written(one['amount_cents'])} {one['call']}".strip() for one in throw["laid"]]
            found = (
                await ann.page.get_by_role("list", name="The layout before the throw")
                .locator("li")
                .all_inner_texts()
            )
            assert [one.partition(": ")[2].partition(",")[0].strip() for one in found] == lies
            laid = sum(one["amount_cents"] for one in throw["laid"])
            since = throw["owned_after_cents"] - story["bankroll_cents"]
            assert await sums(ann) == [
                written(throw["owned_cents"]),
                written(laid),
                written(throw["rail_cents"]),
                written(throw["owned_after_cents"]),
                f"{'+' if since > 0 else ''}{written(since)}",
            ]
        rows = await ann.page.get_by_role("region", name="Where each cent went").locator("tbody tr").count()
        assert rows == len(story["wagers"])
        await ann.page.get_by_role("slider", name="Throw of the session").focus()
        await ann.page.keyboard.press("End")
        await expect(ann.page.get_by_role("heading", name="The end")).to_be_visible()
        assert (await sums(ann))[3] == written(story["final_cents"])
        assert await ann.axe() == []
        assert not await ann.page.evaluate(WIDER)


async def test_a_sum_that_is_too_rare_is_said_so(visiting):
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come()
        await ann.go("/lab/watch?rules=nsw&strategy=pass&bankroll=200&throws=9&ended=201:201")
        await expect(ann.page.get_by_role("region", name="The answer").get_by_role("alert")).to_contain_text(
            "it is too rare"
        )
        await ann.page.get_by_role("link", name="The chances of all sessions").click()
        await answered(ann)
        ann.wrong = [said for said in ann.wrong if "422" not in said]
