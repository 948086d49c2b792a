"""The lab's pages of wagers, duels, best bets and watched sessions, and the looks of each page."""

import asyncio
import csv
import re

import pyarrow.parquet as pq
import pytest
from playwright.async_api import expect
from tests.browser.conftest import DESK, PHONE
from tests.browser.lab.conftest import ZOOMED, answered, commanded, percent, rows

from bankcraps.house_edge.edge import percent as edge_percent
from bankcraps.house_edge.odds import odds as edges_of

pytestmark = pytest.mark.some


def edge_shown(edge):
    """An edge as the page writes it."""
    return edge_percent(edge).replace("-", "\N{MINUS SIGN}").replace("%", "\N{NO-BREAK SPACE}%")


async def test_the_edge_of_five_dollars_on_the_six_is_found_and_sent_to_a_friend(come):
    ann, bob = await come(path="/lab"), await come(size=PHONE)
    page = ann.page
    await page.get_by_role("link", name="Wagers").click()
    await expect(page.get_by_role("heading", name="What each wager costs")).to_be_visible()
    await answered(ann)
    await page.get_by_role("combobox", name="House").first.select_option("nsw")
    await page.get_by_label("Your bet ($)").fill("$5")
    await page.get_by_label("Find a wager").fill("place 6")
    await expect(page).to_have_url(re.compile("rules=nsw&wager=place\\+6&amount=5$"))
    await answered(ann)
    here = edges_of("nsw", "place 6", amount=5)["place 6"]
    edge = f"{edge_shown(here.edge)} ({here.edge})"
    said = f"$5 on place 6 at New South Wales: house edge {edge}, so each bet costs $0"
    await expect(page.get_by_text(said).first).to_be_visible()
    await expect(page.get_by_role("heading", name="What the 36 throws do")).to_be_visible()
    clause = page.locator(".details").get_by_role("link", name="8.1.place_to_win")
    await expect(clause).to_have_attribute("href", "/rules/nsw#8.1.place_to_win")

    [found] = (await commanded(page))["wagers"]
    assert (found["label"], found["edge_fraction"]) == ("place 6", f"{here.edge}/1")
    await expect(page.get_by_label("Sentence")).to_have_value(re.compile(re.escape(said)))
    saved = {}
    for name in ("Save the table as CSV", "Save the rows as Parquet"):
        async with page.expect_download() as coming:
            await page.get_by_role("button", name=name).click()
        saved[name[-3:]] = await (await coming.value).path()
    text = await asyncio.to_thread(saved["CSV"].read_text, encoding="utf-8")
    lines = {one["label"]: one for one in csv.DictReader(text.splitlines())}
    assert lines["place 6"]["breakage_fraction"] == str(here.breakage)
    [row] = pq.read_table(saved["uet"]).to_pylist()
    assert (row["label"], row["breakage_fraction"]) == ("place 6", str(here.breakage))

    await bob.page.goto(await page.get_by_label("Link").input_value())
    await answered(bob)
    await expect(bob.page.get_by_text(said).first).to_be_visible()
    await bob.fits()


async def test_three_systems_are_compared_shared_and_opened_again(come):
    ann, bob = (
        await come(path="/lab/duel?strategy=pass&strategy=field&bankroll=40&throws=30"),
        await come(size=PHONE),
    )
    page = ann.page
    await answered(ann)
    await page.get_by_role("button", name="Another system").click()
    third = page.get_by_role("group", name="System C")
    await third.get_by_label("System C").select_option(label="My own words …")
    await third.get_by_label("What it does, a rule a line").fill("when come_out: pass 20")
    await expect(page).to_have_url(re.compile("pass\\+20"))
    await answered(ann)
    told, found = await rows(page), await commanded(page)
    ruins = [percent(one["exact"]["ends"]["ruin"]) for one in found["systems"]]
    assert told["Ruin"] == ruins
    above = [one["above"] for one in found["systems"]]
    for one, other in ((0, 1), (0, 2), (1, 2)):
        pair = f"{'ABC'[one]} and {'ABC'[other]}"
        assert told[pair][:2] == [percent(above[one][other]), percent(above[other][one])]

    assert await ann.axe() == []

    await bob.page.goto(await page.get_by_label("Link").input_value())
    await answered(bob)
    assert (await rows(bob.page))["Ruin"] == ruins
    await bob.fits()
    await bob.page.get_by_role("button", name="Leave out B").click()
    await answered(bob)
    assert (await rows(bob.page))["Ruin"] == [ruins[0], ruins[2]]


BEST = "/lab/best?rules=nsw&limits=5:20:5&bankroll=10&goal=20"


async def test_the_best_bet_is_found_compared_and_sent_to_a_friend(come):
    ann, bob = await come(path="/lab/best?limits=5:20:5&bankroll=10&goal=20"), await come(size=PHONE)
    page = ann.page
    await answered(ann)
    await expect(page.get_by_role("heading", name="Bet now")).to_be_visible()
    await page.get_by_role("textbox", name="Reach ($)").fill("25")
    await page.get_by_text("Wagers to choose from").click()
    await page.get_by_role("checkbox", name="Pass Line", exact=True).check()
    await page.get_by_label("Within").select_option("throws")
    await page.get_by_label("How many").fill("12")
    await expect(page).to_have_url(re.compile("goal=25.*throws=12.*with=pass$"))
    await answered(ann)
    hurried = await page.locator("dl dd").first.inner_text()
    await page.get_by_label("Compare with").select_option("pass")
    await expect(page).to_have_url(re.compile("goal=25.*against=pass.*with=pass$"))
    await answered(ann)

    found = await commanded(page)
    assert (found["goal_cents"], found["limit"]) == (2500, None)
    assert hurried < f"{100 * found['value']:.4f}"
    chance = page.locator("dl dd").first
    await expect(chance).to_have_text(f"{100 * found['value']:.4f}\N{NO-BREAK SPACE}%")
    (stake,) = found["first"][0]["stakes_cents"].values()
    await expect(page.locator("p.now")).to_have_text(f"${stake // 100} on Pass Line.")
    cost, theirs = found["next_best"]["gives_away"], found["against"]["value"]
    await expect(page.get_by_text(f"gives away {100 * cost:.4f}\N{NO-BREAK SPACE}%")).to_be_visible()
    await expect(page.get_by_text(f"{100 * theirs:.2f}\N{NO-BREAK SPACE}%: it gives")).to_be_visible()
    assert await ann.axe() == []

    await bob.page.goto(await page.get_by_label("Link").input_value())
    await answered(bob)
    assert await bob.page.locator("dl dd").first.inner_text() == await chance.inner_text()
    await bob.fits()


SMALL = "/lab/best?rules=nsw&limits=1:9&bankroll=5&with=place+6"
REFUSED = {
    f"{SMALL}&still_playing=4": "how much has to be at risk on each throw",
    "/lab/best?rules=nsw&limits=5:20:5&bankroll=10&goal=5": "goal",
    "/lab/wagers?rules=nsw&amount=much": "'much' is not a sum of money",
    "/lab/watch?rules=nsw&strategy=pass&bankroll=200&throws=9&ended=9:5": "sums taken home go up",
}
"""Addresses that ask for what the house cannot answer, and its sentence; other pages lead on from there."""


async def test_what_the_house_refuses_is_told_in_a_sentence(come):
    ann = await come()
    for path, says in REFUSED.items():
        await ann.go(path)
        await expect(ann.page.get_by_role("alert").filter(has_text=says)).to_be_visible()
    await ann.page.get_by_role("link", name="The chances of all sessions").click()
    await answered(ann)
    ann.expects("422", "400")


def written(cents):
    """A sum as the page writes it."""
    sign = "\N{MINUS SIGN}" if cents < 0 else ""
    return f"{sign}${abs(cents) / 100:,.2f}".removesuffix(".00")


async def test_a_bar_opens_a_session_that_ended_there_by_keyboard_alone(come):
    ann = await come(path="/lab?rules=nsw&strategy=place_6_8&bankroll=200&throws=30")
    page = ann.page
    await answered(ann)
    worst = page.get_by_role("link", name="Watch one of the worst sessions")
    await expect(worst).to_have_attribute("href", re.compile("ended=2:108"))
    await page.locator("svg a[tabindex='0']").focus()
    for _ in range(2):
        await page.keyboard.press("ArrowLeft")
    label = await page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert label.endswith("Watch such a session")
    await page.keyboard.press("Enter")
    await expect(page).to_have_url(re.compile("/lab/watch.*ended="))
    await expect(page.locator(".watch")).to_be_visible()
    await page.get_by_role("link", name="Another one that ended there").click()
    await expect(page).to_have_url(re.compile("session="))
    await expect(page.locator(".watch")).to_be_visible()
    story = await commanded(page)
    low, high = map(float, re.search(r"ended=([\d.]+)(?::|%3A)([\d.]+)", page.url).groups())
    assert low <= story["final_cents"] / 100 <= high


async def test_every_throw_says_what_the_command_says(come):
    ann = await come(path="/lab/watch?rules=nsw&strategy=three_point_molly&bankroll=200&throws=30&session=4")
    page = ann.page
    await expect(page.locator(".watch")).to_be_visible()
    story = await commanded(page, "--layouts")
    assert story["session"] == 4
    sums = page.locator(".watch dl dd")
    before = page.get_by_role("list", name="The layout before the throw").locator("li")
    for number, throw in enumerate(story["throws"][:12]):
        if number:
            await page.get_by_role("button", name="A step on").click()
        lies = [f"{written(one['amount_cents'])} {one['call']}".strip() for one in throw["laid"]]
        found = await before.all_inner_texts()
        assert [one.partition(": ")[2].partition(",")[0].strip() for one in found] == lies
        since = throw["owned_after_cents"] - story["bankroll_cents"]
        assert await sums.all_inner_texts() == [
            written(throw["owned_cents"]),
            written(sum(one["amount_cents"] for one in throw["laid"])),
            written(throw["rail_cents"]),
            written(throw["owned_after_cents"]),
            f"{'+' if since > 0 else ''}{written(since)}",
        ]
    lines = page.get_by_role("region", name="Where each cent went").locator("tbody tr")
    assert await lines.count() == len(story["wagers"])
    await page.get_by_role("slider", name="Throw of the session").focus()
    await page.keyboard.press("End")
    await expect(page.get_by_role("heading", name="The end")).to_be_visible()
    assert (await sums.all_inner_texts())[3] == written(story["final_cents"])
    for size in (DESK, PHONE):
        await ann.fits(size)
        assert await ann.axe() == []


FOUR = "strategy=pass&strategy=field&strategy=dont_pass&strategy=place_6_8"

PAGES = {
    "session": "/lab?rules=nsw&strategy=pass&bankroll=60&throws=40",
    "wagers": "/lab/wagers?rules=nsw",
    "duel": f"/lab/duel?rules=nsw&bankroll=60&throws=40&{FOUR}",
    "best": BEST,
    "still playing": f"{SMALL}&still_playing=12&at_least=2",
    "tastes": f"{SMALL}&goal=9&throws=3&utility=log&utility=power:-1",
    "watch": "/lab/watch?rules=nsw&strategy=pass&bankroll=60&throws=20",
}

PAPER = (718, 1000)
"""A4 between the margins of a browser, in its pixels."""

CUT = """() => [...document.querySelectorAll('main *')].filter(one => {
    if (!one.checkVisibility() || one.closest('.sr, svg, .felt')) return false;
    const scrolls = getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1;
    return scrolls || one.getBoundingClientRect().right > innerWidth + 1;
}).map(one => one.outerHTML.slice(0, 120))"""
"""The parts that paper would cut off: wider than the page, or scrolling by themselves."""

MOVES = """() => [...document.querySelectorAll('main *')].filter(one => {
    const { transitionDuration, animationDuration } = getComputedStyle(one);
    return `${transitionDuration}, ${animationDuration}`.split(',').some(time => parseFloat(time) > 0.001);
}).map(one => one.outerHTML.slice(0, 120))"""
"""The parts that still move on a page without motion."""

OWN = """() => {
    const styles = getComputedStyle(document.documentElement);
    return ['--ground', '--panel', '--line', '--ink', '--accent', '--good', '--bad', '--focus'].filter(
        name => styles.getPropertyValue(name).trim().startsWith('#'));
}"""
"""The colours of drawings that are the page's own, although somebody has chosen theirs."""


def content(page):
    """The content of a page once it is answered."""
    answer = page.get_by_role("region", name="The answer")
    return answer.locator(".found:not(.stale), .watch").first


@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
async def test_a_page_on_paper_enlarged_on_a_phone_in_forced_colours_and_without_motion(come, path):
    ann = await come(size=PHONE, path=path)
    page = ann.page
    await expect(content(page)).to_be_visible()
    assert await page.evaluate(MOVES) == []
    await ann.fits(PHONE, ZOOMED)
    await page.emulate_media(forced_colors="active")
    # axe-core does not see the colours that the browser forces on text.
    assert [one for one in await ann.axe() if not one.startswith("color-contrast")] == []
    assert await page.evaluate(OWN) == []
    await page.emulate_media(forced_colors="none")

    drawings = page.get_by_role("region", name="The answer").locator("svg:visible")
    there = await drawings.count()
    await ann.resize(PAPER)
    await page.emulate_media(media="print")
    controls = "main :is(button:not(table *), input, select, textarea):visible"
    assert await page.locator(controls).all_inner_texts() == []
    assert await drawings.count() == there
    assert await page.evaluate(CUT) == []
    await expect(page.locator("main .on-paper")).to_contain_text(path.split("?")[0])


async def test_figures_that_are_worked_out_again_can_be_read(come):
    ann = await come(size=PHONE, path=PAGES["session"])
    page = ann.page
    await expect(content(page)).to_be_visible()
    await page.route("**/api/lab/session?*", lambda _: None)  # the next answer never comes
    await page.get_by_role("textbox", name="Bankroll ($)").fill("70")
    await expect(page.locator(".found.stale")).to_be_visible()
    for scheme in ("light", "dark"):
        await page.emulate_media(color_scheme=scheme)
        assert await ann.axe() == []
