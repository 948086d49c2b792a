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


async def test_wagers_are_sorted_and_opened_by_keyboard_and_stand_side_by_side(come):
    ann = await come(path="/lab/wagers?rules=nsw")
    page = ann.page
    await answered(ann)
    head = page.get_by_role("columnheader", name="House edge")
    await expect(head).to_have_attribute("aria-sort", "ascending")
    await head.get_by_role("button").focus()
    await page.keyboard.press("Enter")
    await expect(head).to_have_attribute("aria-sort", "descending")
    first = page.get_by_role("row").nth(1)
    await expect(first).to_contain_text("any seven")
    await first.get_by_role("button").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="What the 36 throws do")).to_be_visible()
    for size in (DESK, PHONE, ZOOMED):
        await ann.fits(size)
        assert await ann.axe() == []
    await page.keyboard.press("Enter")
    await expect(first.get_by_role("button")).to_have_attribute("aria-expanded", "false")

    await page.get_by_label("Your bet ($)").fill("5")
    await answered(ann)
    await page.get_by_label("Find a wager").fill("horn")
    await expect(page.get_by_text("Must be a multiple of $4, not $5")).to_be_visible()
    await page.get_by_role("combobox", name="House").first.select_option(label="All houses, side by side")
    await page.get_by_label("Find a wager").fill("place 6")
    await answered(ann)
    line = page.get_by_role("row").filter(has=page.get_by_role("button", name="place 6, 8", exact=True))
    await expect(line).to_contain_text("(the lowest)")
    for book in ("nsw", "washington", "classic"):
        edge = edges_of(book, "place 6", amount=5)["place 6"].edge
        await expect(line).to_contain_text(edge_shown(edge))
    await expect(page.get_by_role("link", name="payoffs.place_6_8")).to_be_visible()
    assert await ann.axe() == []


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

    sum_read = page.get_by_role("slider", name="The sum that is read in the chart")
    await sum_read.focus()
    before = await sum_read.get_attribute("aria-valuetext")
    await page.keyboard.press("ArrowRight")
    await expect(sum_read).not_to_have_attribute("aria-valuetext", before)
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


async def test_each_aim_has_the_figures_of_the_command(come):
    ann = await come(size=PHONE)
    page = ann.page
    for aim, (says, figures) in AIMS.items():
        await ann.go(f"{SMALL}&{aim}")
        await answered(ann)
        await expect(page.get_by_label("What you want").locator("option:checked")).to_have_text(says)
        found = await commanded(page)
        told = [shown(found[key], form, cents=key.endswith("_cents")) for key, form in figures.items()]
        assert await page.locator("dl.sums dd").all_inner_texts() == told
        assert told[0] in await page.get_by_label("Sentence").input_value()
        await page.get_by_text("The same as a table").click()
        for name, part in {"How to play": "plays", "What to bet with each sum": "by_sum"}.items():
            lines = page.get_by_role("region", name=name).locator("tbody tr")
            assert await lines.count() == len(found.get(part, []))
        await ann.fits()
        assert await ann.axe() == []
        chart = await page.get_by_role("link", name="Sit it down at a table").get_attribute("href")
        assert aim.partition("=")[0] in chart


async def test_an_aim_is_chosen_and_tastes_are_compared(come):
    ann = await come(path=f"{SMALL}&goal=9")
    page = ann.page
    await answered(ann)
    wants = page.get_by_label("What you want")
    await wants.focus()
    await page.keyboard.type("the best")
    await expect(page).to_have_url(re.compile("goal=9&throws=10&utility=log"))
    await page.get_by_label("Throws", exact=True).fill("3")
    await page.get_by_role("button", name="Add another taste").click()
    await page.get_by_label("Its number 2").fill("-0.5")
    await expect(page).to_have_url(re.compile("throws=3&utility=log&utility=exponential%3A-0.5"))
    await answered(ann)
    plays = (await commanded(page))["plays"]
    lines = page.get_by_role("region", name="Mean against spread").locator("tbody tr")
    for number, play in enumerate(plays):
        cells = await lines.nth(number).locator("th, td").all_inner_texts()
        assert cells[:4] == [play["utility"], *(f"${play[key]:.4f}" for key in ("mean", "spread", "sure"))]
    assert await ann.axe() == []
    await expect(page.get_by_role("link", name="Sit it down at a table")).to_have_count(0)

    await wants.select_option("still")
    await answered(ann)
    await expect(page).to_have_url(re.compile("still_playing=60&at_least=1&at_most=1"))
    await expect(page.locator("dl dt").first).to_contain_text("still playing after 60 throws")


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
