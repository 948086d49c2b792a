"""The panels below a session on its page: streaks, falls, wagers together, the long run, a shooter's hand."""

import asyncio
import json
import re
import shlex
from contextlib import asynccontextmanager
from math import sqrt

import pytest
from click.testing import CliRunner
from playwright.async_api import expect
from tests.browser.conftest import DESK, PHONE
from tests.browser.lab.test_lab import WIDER, answered, shown
from tests.browser.lab.test_lab_panels import opened
from tests.server.live import a_table

from bankcraps import exact, hand
from bankcraps.cli.commands import chain, session
from bankcraps.cli.commands import hand as hand_command
from bankcraps.game.chips import printed

pytestmark = pytest.mark.some

SYSTEM = "place_6_8_dont_come"
STREAKS, FALL, TOGETHER = (
    "The longest streaks",
    "The deepest fall (drawdown)",
    "Which wagers win together (covariances)",
)
LONG_RUN, HAND = "In the long run", "How long a shooter's hand lasts"
COMMANDS = {"session": session.command, "chain": chain.command, "hand": hand_command.command}


@asynccontextmanager
async def asking(visiting, more="", size=DESK):
    """Come to the page of a session, and wait for its answer."""
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come(size=size)
        await ann.go(f"/lab?rules=nsw&strategy={SYSTEM}&bankroll=60&throws=40{more}")
        await answered(ann)
        yield ann


async def rows(panel, name):
    """The rows of a table by their heads, with their cells."""
    lines = panel.get_by_role("region", name=name, exact=True).get_by_role("row")
    found = {}
    for line in await lines.all():
        head = await line.get_by_role("rowheader").all_inner_texts()
        if head:
            found[head[0]] = await line.get_by_role("cell").all_inner_texts()
    return found


async def commanded(panel):
    """Run the command that the panel offers, and return what it prints."""
    await panel.get_by_text("Take it along").click()
    program, name, *words = shlex.split(await panel.get_by_label("Command").input_value())
    assert program == "bankcraps"
    done = await asyncio.to_thread(CliRunner().invoke, COMMANDS[name], words)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def money(cents):
    """A mean of money as the page shows it."""
    whole = round(cents)
    sum_of = f"${abs(whole) // 100:,}" + (f".{abs(whole) % 100:02}" if whole % 100 else "")
    return f"\N{MINUS SIGN}{sum_of}" if whole < 0 else sum_of


async def test_how_many_losses_in_a_row_are_usual(visiting):
    """Somebody lost three times in a row, asks how rare that is, and sends it to a friend."""
    async with asking(visiting) as ann:
        panel = await opened(ann, STREAKS)
        streaks = exact.session("nsw", SYSTEM, bankroll=60, throws=40, streaks=True, extremes=False).streaks
        found = await rows(panel, STREAKS)
        each = streaks.each().values()
        assert found["3"] == [shown(one.p_above(2)) for one in each]
        assert found["Longest, on average"] == [f"{one.mean:.2f}" for one in each]
        assert await ann.axe() == []
        await expect(ann.page).to_have_url(re.compile("streaks=true"))
        told = await commanded(panel)
        assert told["streaks"]["losses"]["mean"] == pytest.approx(streaks.losses.mean)
        sentence = await panel.get_by_label("Sentence").input_value()
        assert f"is {streaks.losses.mean:.2f} losses in a row" in sentence
        copy = panel.get_by_role("button", name="Copy the link")
        await copy.press("Enter")
        await expect(panel.get_by_text("Copied.")).to_be_visible()
        await expect(copy).to_be_focused()
        link = await panel.get_by_label("Link").input_value()
        await ann.go(link.partition("/lab")[1] + link.partition("/lab")[2])
        await expect(ann.page.get_by_role("region", name=STREAKS)).to_be_visible()


async def test_how_deep_it_falls_and_which_wagers_win_together(visiting):
    async with asking(visiting, "&drawdown=true&covariances=true") as ann:
        solved = exact.session(
            "nsw", SYSTEM, bankroll=60, throws=40, drawdown=True, covariances=True, extremes=False
        )
        fall = ann.page.get_by_role("region", name=FALL)
        await expect(fall).to_be_visible()
        panel = ann.page.locator("details", has=fall).last
        falls = await rows(panel, FALL)
        assert falls["95\N{NO-BREAK SPACE}%"] == [f"${printed(solved.drawdown.quantile(0.95))}"]
        assert money(solved.drawdown.mean) in await panel.locator("dd").all_inner_texts()

        table = ann.page.get_by_role("region", name=TOGETHER)
        await expect(table).to_be_visible()
        panel = ann.page.locator("details", has=table).last
        found = await rows(panel, TOGETHER)
        how, (one, other) = solved.covariances, ("place 6", "place 8")
        said = f"{how.correlation(one, other):.3f}".replace("-", "\N{MINUS SIGN}")
        assert found[one][0] == money(how.sd(one))
        assert found[one][1 + list(how.wagers).index(other)] == said
        assert (await commanded(panel))["covariances"]["wagers"] == list(how.wagers)
        assert await ann.axe() == []


async def test_what_the_system_comes_to_in_the_long_run(visiting):
    async with asking(visiting) as ann:
        panel = await opened(ann, LONG_RUN)
        found = exact.long_run("nsw", SYSTEM)
        rates = await rows(panel, LONG_RUN)
        throw = found.rates["throws"]
        assert rates["100 throws"] == [
            "100.00",
            money(100 * throw.action),
            money(100 * throw.gain),
            money(sqrt(100) * throw.sd),
        ]
        layouts = await rows(panel, "Before the betting")
        assert [shares for (shares,) in layouts.values()][:8] == [
            shown(one.share) for one in found.layouts[:8]
        ]
        assert (await commanded(panel))["edge"] == pytest.approx(found.edge)
        assert await ann.axe() == []


async def test_how_rare_a_long_hand_is_by_keyboard_on_a_phone(visiting):
    async with asking(visiting, size=PHONE) as ann:
        summary = ann.page.locator("summary", has_text=HAND)
        await summary.focus()
        await ann.page.keyboard.press("Enter")
        field = ann.page.get_by_label("At least so many throws")
        await expect(field).to_have_value("20")
        await ann.page.keyboard.press("Tab")
        await expect(field).to_be_focused()
        await ann.page.keyboard.press("ControlOrMeta+a")
        await ann.page.keyboard.type("154")
        await expect(ann.page).to_have_url(re.compile("at_least=154"))
        chance = hand("nsw").p_at_least(154)
        panel = ann.page.locator("details", has=field).last
        await expect(panel.locator("dl")).to_contain_text("154 throws or more")
        assert f"{float(1 / chance):,.0f}" in await panel.locator("dd").all_inner_texts()
        assert (await commanded(panel))["p_at_least"] == pytest.approx(float(chance))
        for title in (STREAKS, FALL, TOGETHER, LONG_RUN):
            await opened(ann, title)
        assert not await ann.page.evaluate(WIDER)
        assert await ann.axe() == []
        await field.fill("a thousand")
        await expect(panel.get_by_role("alert").first).to_contain_text("a whole number from 1 to 1,000")
        ann.wrong.clear()  # the browser reports the refused request, as it should


async def test_what_a_session_cannot_answer_is_said_in_its_panel(visiting):
    """A link opens panels that have no answer for a session of decisions, and the others are answered."""
    async with visiting(a_table("nsw")) as (_, come, _books):
        ann = await come()
        opens = "&".join(f"{field}=true" for field in ("streaks", "drawdown", "covariances", "long_run"))
        await ann.go(f"/lab?rules=nsw&strategy=pass&bankroll=60&decisions=9&{opens}&at_least=4")
        for title in (STREAKS, LONG_RUN):
            await expect(ann.page.get_by_role("region", name=title, exact=True)).to_be_visible()
        await expect(ann.page.get_by_text("4 throws or more")).to_be_visible()
        for title in (FALL, TOGETHER):
            panel = ann.page.locator("details", has=ann.page.get_by_text(title, exact=True)).last
            await expect(panel.get_by_role("alert")).to_contain_text("for a number of throws")
        assert await ann.axe() == []
        refused = [one for one in ann.wrong if "422" in one]
        assert len(refused) == 2  # the browser reports the refused requests, as it should
        ann.wrong[:] = [one for one in ann.wrong if one not in refused]
