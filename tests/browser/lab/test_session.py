"""A person asks the lab what a system does to their money: the answer, the panels below it, and the rules."""

import asyncio
import re
from urllib.parse import urlencode

import pyarrow.parquet as pq
import pytest
from playwright.async_api import expect
from tests.browser.conftest import DESK, PHONE
from tests.browser.lab.conftest import ZOOMED, answered, commanded, figure, opened, percent, rows
from tests.server.live import a_table

from bankcraps import hand
from bankcraps.game.chips import printed
from bankcraps.server.bots import bots as bot_names

pytestmark = pytest.mark.some

SYSTEM = "pass_odds_2x"
RULES, CURVE, RISKS, FAN, STREAKS, FALL, TOGETHER, LONG_RUN, HAND = PANELS = (
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


async def test_own_words_are_refused_where_they_stand(come):
    ann = await come(path="/lab?strategy=pass&bankroll=100&throws=20&bankrol=5")
    page = ann.page
    await expect(page.get_by_text("that changes nothing: bankrol.")).to_be_visible()
    await answered(ann)
    await page.get_by_label("System").select_option(label="My own words …")
    words = page.get_by_label("What it does, a rule a line")
    await expect(words).to_have_value("when come_out: pass 10")
    await words.fill("when come_out: pas 10")
    form = page.get_by_role("form", name="Your question")
    await expect(form.get_by_role("alert")).to_contain_text("pas")
    await expect(page.locator(".found.stale")).to_be_visible()
    await words.fill("when come_out: pass 10")
    await answered(ann)
    await expect(page.get_by_role("alert").filter(has_text="pas")).to_have_count(0)
    ann.expects("422")


async def test_what_cannot_be_solved_is_played_until_somebody_has_enough(come):
    ann = await come(path="/lab?strategy=three_point_molly&bankroll=3000&until_settled=true")
    sampled = ann.page.get_by_text("Sampled, not worked out")
    await ann.page.get_by_role("button", name="Play it on dice instead").click()
    await expect(sampled).to_be_visible()
    assert (await figure(ann, "Ruin")).startswith("9")
    await ann.page.get_by_role("button", name="That is enough").click()
    await expect(ann.page.get_by_role("progressbar")).to_have_count(0)
    await expect(sampled).to_be_visible()
    assert await ann.axe() == []
    ann.expects("422")


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
    sentence = await panels[STREAKS].get_by_label("Sentence").input_value()
    assert f"is {mean:.2f} losses in a row" in sentence
    assert (await rows(panels[STREAKS], STREAKS))["Longest, on average"][0] == f"{mean:.2f}"
    falls = await rows(panels[FALL], FALL)
    drawdown = (await commanded(panels[FALL]))["drawdown"]
    deep = f"${printed(drawdown['quantiles_cents']['0.95'])}"
    assert falls["95\N{NO-BREAK SPACE}%"] == [deep]
    copy = panels[STREAKS].get_by_role("button", name="Copy the link")
    await copy.press("Enter")
    await expect(panels[STREAKS].get_by_text("Copied.")).to_be_visible()
    await expect(copy).to_be_focused()
    how = (await commanded(panels[TOGETHER]))["covariances"]
    assert list(await rows(panels[TOGETHER], TOGETHER)) == how["wagers"]
    assert (await rows(panels[LONG_RUN], LONG_RUN))["100 throws"][0] == "100.00"

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


async def test_how_rare_a_long_hand_is_by_keyboard_on_a_phone(come):
    ann = await come(size=PHONE, path="/lab?rules=nsw&strategy=pass&bankroll=60&throws=40")
    page = ann.page
    await answered(ann)
    await page.locator("summary", has_text=HAND).focus()
    await page.keyboard.press("Enter")
    field = page.get_by_label("At least so many throws")
    await expect(field).to_have_value("20")
    await page.keyboard.press("Tab")
    await expect(field).to_be_focused()
    await page.keyboard.press("ControlOrMeta+a")
    await page.keyboard.type("154")
    await expect(page).to_have_url(re.compile("at_least=154"))
    chance = hand("nsw").p_at_least(154)
    panel = page.locator("details", has=field).last
    await expect(panel.locator("dl")).to_contain_text("154 throws or more")
    assert f"{float(1 / chance):,.0f}" in await panel.locator("dd").all_inner_texts()
    assert (await commanded(panel))["p_at_least"] == pytest.approx(float(chance))
    await field.fill("a thousand")
    await expect(panel.get_by_role("alert").first).to_contain_text("a whole number from 1 to 1,000")
    ann.expects("400", "422")


async def test_what_a_session_cannot_answer_is_said_in_its_panel(come):
    """A link opens panels that have no answer for a session of decisions, and the others are answered."""
    opens = "&".join(f"{field}=true" for field in ("streaks", "drawdown", "covariances", "long_run"))
    ann = await come(path=f"/lab?rules=nsw&strategy=pass&bankroll=60&decisions=9&{opens}&at_least=4")
    for title in (STREAKS, LONG_RUN):
        await expect(ann.page.get_by_role("region", name=title, exact=True)).to_be_visible()
    await expect(ann.page.get_by_text("4 throws or more")).to_be_visible()
    for title in (FALL, TOGETHER):
        panel = ann.page.locator("details", has=ann.page.get_by_text(title, exact=True)).last
        await expect(panel.get_by_role("alert")).to_contain_text("for a number of throws")
    assert await ann.axe() == []
    assert len([one for one in ann.wrong if "422" in one]) == 2
    ann.expects("422")


ASKED = "/lab?rules=nsw&bankroll=500&throws=30&strategy="
TEXT = "when come_out: pass 10 # ours"


async def test_rules_are_built_from_slots_and_in_words(come):
    """The text and the slots stay the same thing."""
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

    # A rule is moved while the house has not read the last sum yet. The focus goes along.
    answers = asyncio.Event()

    async def later(route):
        await answers.wait()
        await route.continue_()

    await page.route("**/api/lab/rules?*", later)
    await amount.fill("30")
    await page.get_by_role("button", name="Move up: Rule 2").press("Enter")
    answers.set()
    await expect(words).to_have_value("stop after losing 200 # ours\nwhen come_out: dont_pass 30")
    await expect(page.get_by_role("button", name="Move down: Rule 1")).to_be_focused()

    # A rule is removed, and the rest becomes a stage. A menu that somebody opens while the house has not
    # read the new text stays open, and keeps the focus.
    answers.clear()
    await page.get_by_role("button", name="Remove: Rule 1").press("Enter")
    await expect(words).to_have_value(re.compile("^ *# ours\nwhen come_out: dont_pass 30$"))
    await page.get_by_text("Add a stage").click()
    answers.set()
    await expect(page.get_by_role("group", name="Rule 2")).to_have_count(0)
    await expect(page.get_by_text("Add a stage")).to_be_focused()
    await page.get_by_role("button", name="Add", exact=True).click()
    await expect(words).to_have_value(re.compile("# ours\nstage one:\nwhen come_out: dont_pass 30$"))

    # Another stage follows.
    await page.get_by_text("Add a rule").last.click()
    await page.get_by_label("Add a rule").last.select_option(label="stage two")
    await page.get_by_role("button", name="Add", exact=True).click()
    await expect(words).to_have_value(re.compile("stage one:\nwhen come_out: dont_pass 30\nstage two:$"))

    # Typed text changes the slots. Text that no slot can hold is among them, with its sentence.
    await words.fill("when point: odds max; pas 3")
    await expect(rule.get_by_role("textbox", name="Rule 1, step 2")).to_have_value("pas 3")
    await expect(rule.get_by_role("alert")).to_contain_text("did you mean pass?")
    await expect(rule.get_by_label("before a throw, when, condition")).to_have_value("point")
    await ann.fits()
    assert await ann.axe() == []
    ann.expects("422")


async def test_an_open_menu_stays_with_its_rule(come):
    """It stays where an earlier rule gets longer words, and does not go over to a rule that moves up."""
    ann = await come(path=ASKED + "when+come_out:+pass+5%0Awhen+point:+field+10%0Awhen+point:+place+6+12")
    page = ann.page
    await page.get_by_text("Build the rules from slots").click()
    amount = page.get_by_role("group", name="Rule 1").get_by_label("a sum, number")
    adds = page.get_by_role("button", name="Add", exact=True)
    await page.get_by_role("group", name="Rule 2").get_by_text("Add what to do").click()
    await amount.fill("10000")
    await amount.press("Enter")
    await expect(amount).to_have_attribute("size", "5")
    await expect(adds).to_have_count(1)
    await page.get_by_role("button", name="Remove: Rule 1").click()
    await expect(page.get_by_role("group", name="Rule 3")).to_have_count(0)
    await expect(adds).to_have_count(0)


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
