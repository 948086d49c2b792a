"""A person asks the lab what a system does to their money: the answer, the panels below it, and the rules."""

import re
from urllib.parse import urlencode

import pyarrow.parquet as pq
import pytest
from playwright.async_api import expect
from tests.browser.conftest import DESK, PHONE
from tests.browser.lab.conftest import ZOOMED, answered, commanded, figure, opened, percent, rows
from tests.server.live import a_table

from bankcraps.server.bots import bots as bot_names

pytestmark = pytest.mark.some

SYSTEM = "pass_odds_2x"
RULES, CURVE, RISKS, FAN, STREAKS, *_ = PANELS = (
    "What each rule does and costs",
    "The risk of ruin by bankroll",
    "The bankroll for a risk of ruin",
    "How a session goes",
    "The longest streaks",
    "The deepest fall (drawdown)",
    "Which wagers win together (covariances)",
    "In the long run",
    "How long a shooter's hand lasts",
)


async def test_a_figure_is_found_changed_and_sent_to_a_friend(come):
    ann, bob = await come(path="/"), await come(size=PHONE)
    page = ann.page
    await page.get_by_role("link", name="Lab").click()
    for system in ("pass", "three_point_molly"):
        await page.get_by_label("System").select_option(system)
    await expect(page.get_by_text("three numbers at a time")).to_be_visible()
    await answered(ann)
    ruin = await figure(ann, "Ruin")
    bankroll = page.get_by_role("textbox", name="Bankroll ($)")
    assert await bankroll.input_value() == "500"
    await bankroll.fill("750")
    await expect(page).to_have_url(re.compile("bankroll=750"))
    await answered(ann)
    richer = await figure(ann, "Ruin")
    assert float(richer[:-2]) < float(ruin[:-2])

    duel = page.get_by_role("link", name="Compare it with another system")
    pair = "strategy=three_point_molly&strategy=iron_cross&bankroll=750"
    await expect(duel).to_have_attribute("href", re.compile(pair))
    found = await commanded(page)
    assert found["bankroll_cents"] == 75_000
    assert richer == percent(found["ends"]["ruin"])
    async with page.expect_download() as coming:
        await page.get_by_role("button", name="Save the rows as Parquet").click()
    file = await coming.value
    assert file.suggested_filename == "session.parquet"
    saved = pq.read_table(await file.path()).to_pylist()
    ahead = sum(one["chance"] for one in saved if one["final_cents"] > 75_000)
    assert percent(ahead) == await figure(ann, "Ahead at the end")

    await bob.page.goto(await page.get_by_label("Link").input_value())
    await answered(bob)
    assert await figure(bob, "Ruin") == richer
    await bob.fits()
    await page.go_back()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Tables")


async def test_by_keyboard_alone_at_every_size(come):
    ann = await come(path="/lab?strategy=pass&bankroll=100&throws=20")
    page = ann.page
    await answered(ann)
    ahead = await figure(ann, "Ahead at the end")
    await page.get_by_role("slider", name="Throws").focus()
    await page.keyboard.press("ArrowRight")
    await expect(page.get_by_role("textbox", name="Throws")).to_have_value("25")
    await expect(page).to_have_url(re.compile("throws=25$"))
    await answered(ann)
    assert await figure(ann, "Ahead at the end") != ahead
    for title in ("The same as a table", RULES):
        await page.get_by_text(title).focus()
        await page.keyboard.press("Enter")
    await expect(page.get_by_role("row", name="$100", exact=False).first).to_be_visible()
    await expect(page.get_by_role("rowheader", name="when come_out: pass 10")).to_be_visible()
    found = await rows(page)
    assert found["when come_out: pass 10"][1:] == found["pass"]
    for size in (DESK, PHONE, ZOOMED):
        await ann.fits(size)
        assert await ann.axe() == []


async def test_a_house_without_a_lab_says_so(visiting):
    async with visiting(a_table("nsw"), lab=None) as (_, come, _books):
        ann = await come(path="/lab")
        await expect(ann.page.get_by_text("This house has no lab")).to_be_visible()
        ann.expects("404")


async def test_each_panel_is_read_by_keys_and_a_link_opens_them_again(come):
    """Somebody opens every panel, names a risk of their own, and the page behind the link looks the same.

    The cells of the panels are in `web/src/lab/session/more.test.ts`.
    """
    ann = await come(path=f"/lab?rules=nsw&strategy={SYSTEM}&bankroll=60&throws=40")
    page = ann.page
    await answered(ann)
    panels = {title: await opened(ann, title) for title in PANELS}
    ruin = await figure(ann, "Ruin")
    assert f"With $60: ruin {ruin}" in await panels[CURVE].get_by_role("img").first.get_attribute(
        "aria-label"
    )
    assert re.match(r"With \$[\d,]+: ruin ", await read_by_keys(panels[CURVE], "ArrowRight"))
    await panels[RISKS].get_by_label("Another risk (%)").fill("20")
    own = panels[RISKS].get_by_role("rowheader", name="20\N{NO-BREAK SPACE}%")
    await expect(own).to_be_visible()
    at_first = ", ".join(f"{share} % at most $60" for share in (5, 25, 50, 75, 95))
    assert await read_by_keys(panels[FAN], "Home") == f"After 0 throws: {at_first}."

    mean = (await commanded(panels[STREAKS]))["streaks"]["losses"]["mean"]
    assert f"is {mean:.2f} losses in a row" in await panels[STREAKS].get_by_label("Sentence").input_value()
    copy = panels[STREAKS].get_by_role("button", name="Copy the link")
    await copy.press("Enter")
    await expect(panels[STREAKS].get_by_text("Copied.")).to_be_visible()
    await expect(copy).to_be_focused()
    seen = await shows(ann)
    assert seen[0] == list(PANELS)
    link = await panels[STREAKS].get_by_label("Link").input_value()
    assert {"risks=20", "streaks=true", "at_least=20"} <= set(link.split("&"))
    await ann.go("/rules")
    await ann.go(link.partition("/lab")[1] + link.partition("/lab")[2])
    await answered(ann)
    await expect(own).to_be_visible()
    await expect(page.locator("details[open] > .opened[aria-busy=true]")).to_have_count(0)
    assert [len(words) for words in await shows(ann)] == [len(words) for words in seen]
    for size in (DESK, PHONE):
        await ann.fits(size)
        assert await ann.axe() == []


async def read_by_keys(panel, key):
    """Return the words of the slider of a panel's chart after a key."""
    slider = panel.get_by_role("slider")
    await slider.focus()
    before = await slider.get_attribute("aria-valuetext")
    await slider.press(key)
    await expect(slider).not_to_have_attribute("aria-valuetext", before)
    return await slider.get_attribute("aria-valuetext")


async def shows(visitor):
    """The titles of the panels that are open, and the heads of their tables."""
    panels = visitor.page.locator("details[open]", has=visitor.page.locator("> .opened"))
    titles = await panels.locator("> summary").all_inner_texts()
    return titles, await panels.locator("> .opened > .shown").get_by_role("rowheader").all_inner_texts()


ASKED = "/lab?rules=nsw&bankroll=500&throws=30&strategy="
TEXT = "when come_out: pass 10 # ours"


async def test_rules_are_built_from_slots_and_in_words(come):
    """The text and the slots agree. Edits that wait are in `web/src/lab/slots/slots.test.ts`."""
    ann = await come(size=PHONE, path=ASKED + TEXT.replace(" ", "+").replace("#", "%23"))
    page = ann.page
    words = page.get_by_label("What it does, a rule a line")
    await page.get_by_text("Build the rules from slots").click()
    rule = page.get_by_role("group", name="Rule 1")

    # A wager of the house, by its name there, and a sum that is typed: the remark stays.
    await rule.get_by_label("bet, wager").select_option(value="dont_pass")
    await expect(words).to_have_value("when come_out: dont_pass 10 # ours")
    amount = rule.get_by_label("a sum, number")
    await amount.fill("25")
    await amount.press("Enter")
    await expect(words).to_have_value("when come_out: dont_pass 25 # ours")

    # A rule more, by keyboard.
    more = page.get_by_text("Add a rule")
    await more.focus()
    await more.press("Enter")
    await page.get_by_label("Add a rule").last.select_option(label="stop after \N{HORIZONTAL ELLIPSIS}")
    await page.get_by_role("button", name="Add", exact=True).press("Enter")
    await expect(words).to_have_value("when come_out: dont_pass 25 # ours\nstop after losing 200")
    await expect(page.get_by_label("Rule 2", exact=True).get_by_role("combobox").first).to_be_focused()

    # Rules change places, and one is removed. The focus goes along.
    await page.get_by_role("button", name="Move up: Rule 2").press("Enter")
    await expect(words).to_have_value("stop after losing 200 # ours\nwhen come_out: dont_pass 25")
    await expect(page.get_by_role("button", name="Move down: Rule 1")).to_be_focused()
    await page.get_by_role("button", name="Remove: Rule 1").press("Enter")
    await expect(words).to_have_value(re.compile("^ *# ours\nwhen come_out: dont_pass 25$"))
    await page.get_by_text("Add a stage").click()
    await page.get_by_role("button", name="Add", exact=True).click()
    await expect(words).to_have_value(re.compile("# ours\nstage one:\nwhen come_out: dont_pass 25$"))

    # Typed text changes the slots. Text that no slot can hold is among them, with its sentence.
    await words.fill("when point: odds max; pas 3")
    await expect(rule.get_by_role("textbox", name="Rule 1, step 2")).to_have_value("pas 3")
    await expect(rule.get_by_role("alert")).to_contain_text("did you mean pass?")
    await expect(rule.get_by_label("before a throw, when, condition")).to_have_value("point")
    await ann.fits()
    assert await ann.axe() == []
    ann.expects("422")


async def test_a_system_in_words_sits_down_at_a_table_with_the_limits_of_the_question(visiting, monkeypatch):
    monkeypatch.setattr(bot_names, "_USUAL", ("Ann", "Bea"))  # Ann is a person here, so that one name is free
    words = "when come_out: pass 10"
    asked = {"rules": "nsw", "strategy": words, "limits": "5:300", "bankroll": 150, "throws": 9}
    async with visiting(a_table("classic")) as (_, come, _books):
        ann = await come("Ann", path=f"/lab?{urlencode(asked)}")
        await answered(ann)
        await ann.page.get_by_role("link", name="Sit it down at a table").click()
        form = ann.page.get_by_role("region", name="Open a table")
        await expect(form.get_by_role("combobox", name=re.compile("^House"))).to_have_value("nsw")
        for label, value in {"Minimum ($)": "5", "Maximum ($)": "300", "Chips ($)": "150"}.items():
            await expect(form.get_by_label(label)).to_have_value(value)
        await expect(form.get_by_text(words)).to_be_visible()
        await expect(form.get_by_label("Name", exact=True)).to_have_value("Bea")
        assert await ann.axe() == []
        await form.get_by_role("button", name="Open the table").click()
        await expect(ann.page).to_have_url(re.compile("/tables/"))
        bots = ann.page.get_by_role("region", name="Bots")
        await expect(bots.get_by_role("listitem")).to_contain_text("plays when come out: pass 10")
        await bots.get_by_role("button", name="Add a bot").click()
        await expect(bots.get_by_label("Name")).to_have_value(re.compile(r"(Ann|Bea)\d+"))  # Bea plays here
