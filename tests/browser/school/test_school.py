"""A school in the browser: a teacher makes an exam, a student writes it on a phone, the board shows it."""

import csv

import pytest
from playwright.async_api import expect
from tests.browser.conftest import DESK, PHONE
from tests.server.live import a_table

from bankcraps import load_rulebook
from bankcraps.game.chips import printed
from bankcraps.server.exams.examinations import Examinations
from bankcraps.server.people.accounts import Accounts
from bankcraps.server.stores.store import open_store
from bankcraps.training import correction
from bankcraps.training.exam import at_place, next_place

PASSPHRASE = "chalk and board"
LABELS = {"take": "Take", "leave": "Leave or push", "travel": "Move"}


def _right(path, exam, name):
    """The right answer to the question of a student, which only the house knows."""
    store = open_store(path, only_read=True)
    try:
        exams = Examinations(store.exams)
        kept = exams.exam(exam)
        sitting, seed = exams.sitting(kept, name, 1), kept.seed(name, 1)
    finally:
        store.close()
    book = load_rulebook(kept.plan.rules)
    place = next_place(book, kept.plan, seed, sitting)
    return correction(book, at_place(book, kept.plan, seed, place), place.question)


async def _pay(page, dollars):
    await page.get_by_label("The pay in dollars").fill(dollars)
    await page.get_by_role("form").get_by_role("button", name="Pay").click()


async def _answer(page, right):
    if right.action == "pay":
        await _pay(page, printed(right.pay))
    else:
        await page.get_by_role("form").get_by_role("button", name=LABELS[right.action]).click()


@pytest.mark.some
async def test_a_teacher_makes_an_exam_a_student_writes_it_and_the_board_shows_it(visiting):
    async with visiting(a_table("nsw")) as (_, come, books):
        teacher, student = await come("Tess", DESK, passphrase=PASSPHRASE), await come("", PHONE)
        exam = await _made(teacher, books)
        await student.go(f"/exams/{exam}")
        await _begun(student)
        await _written(student, teacher, books.path, exam)
        await _sees_the_result(student)
        await _hands_the_phone_on(student)
        await _looks_at_the_board(teacher)


async def _made(teacher, books):
    """Make a class and an exam for it, and return the exam of the link."""
    page = teacher.page
    await teacher.go("/school")
    await expect(page.get_by_text("bankcraps admin grant Tess teacher")).to_be_visible()
    store = open_store(books.path)
    await Accounts(store).grant("Tess", "teacher")
    store.close()
    await teacher.go("/school")
    await page.get_by_label("Name of the class").fill("Monday")
    await page.get_by_label("Students").fill("Sue\nNora")
    await page.get_by_role("button", name="Make the class").click()
    await expect(page.get_by_text("2 students: Nora, Sue")).to_be_visible()
    await page.get_by_role("combobox", name="For").select_option("Monday")
    await page.get_by_label("Name of the exam").fill("Line and odds")
    await page.get_by_label("Number of questions").fill("4")
    assert await teacher.axe() == []
    await page.get_by_role("button", name="Make the exam").click()
    await expect(page.get_by_role("row", name="Nora")).to_contain_text("has not begun")
    assert await teacher.axe() == []
    return (await page.get_by_label("Link", exact=True).input_value()).rsplit("/", 1)[1]


async def _begun(student):
    """Sign in on the page of the exam, first under a name that is not in the class, and begin."""
    page = student.page
    await page.get_by_label("Name", exact=True).fill("Susan")
    assert await student.axe() == []
    await page.get_by_role("button", name="Write under this name").click()
    await expect(page.get_by_text("Susan is not on its list: ask Tess")).to_be_visible()
    await page.get_by_role("link", name="Sign in under another name").click()
    await page.get_by_label("Name", exact=True).fill("Sue")
    await page.get_by_role("button", name="Sign in").click()
    await page.get_by_role("button", name="Begin the exam").click()


async def _written(student, teacher, path, exam):
    """Answer four questions, with a reload and a mistake. Lost answers are in `writing.svelte.test.ts`."""
    page, row = student.page, teacher.page.get_by_role("row", name="Sue")
    for number in range(4):
        await expect(page.get_by_role("heading", name=f"Question {number + 1} of 4")).to_be_visible()
        await expect(page.get_by_label("Time left")).to_contain_text(":")
        if number == 1:
            await expect(row.get_by_role("cell").nth(1)).to_contain_text("1 of 4")  # the board looks again
            asks = await page.locator(".asks b").inner_text()
            await page.reload()  # the same question comes back
            await expect(page.locator(".asks b")).to_have_text(asks)
            assert await student.axe() == []
            await student.go("/")  # and from the lobby there is a way back
            await page.get_by_role("link", name="Go on with your exam").click()
            await expect(page.locator(".asks b")).to_have_text(asks)
        right = _right(path, exam, "Sue")
        if number == 3:
            await _pay(page, "99999")
        else:
            await _answer(page, right)


async def _sees_the_result(student):
    page = student.page
    for _ in range(2):
        await expect(page.get_by_role("heading", name="Not passed")).to_be_visible()
        await expect(page.get_by_text("3 of 4 right: 75 %. 80 % were needed.")).to_be_visible()
        await expect(page.get_by_role("button", name="Begin")).to_have_count(0)
        await page.reload()
    assert await student.axe() == []


async def _hands_the_phone_on(student):
    """Another student writes on the same phone, and sees nothing of the first one's results."""
    page = student.page
    await page.get_by_role("button", name="Sign out").click()
    await page.get_by_role("button", name="Sign out and lose all this").click()
    await page.get_by_label("Name", exact=True).fill("Nora")
    await page.get_by_role("button", name="Write under this name").click()
    await expect(page.get_by_text("You write as Nora")).to_be_visible()
    await student.has_loaded()
    await expect(page.get_by_text("has not begun sitting")).to_have_count(0)


async def _looks_at_the_board(teacher):
    page, row = teacher.page, teacher.page.get_by_role("row", name="Sue")
    cells = row.get_by_role("cell")
    await expect(cells.nth(1)).to_contain_text("4 of 4")
    await expect(cells.nth(2)).to_have_text("3")
    await expect(cells.nth(3)).to_have_text("1")
    await row.get_by_role("button", name="75 % not passed").click()
    await expect(page.get_by_text("Answer: pay $99,999.")).to_be_visible()
    assert await teacher.axe() == []
    async with page.expect_download() as saved:
        await page.get_by_role("button", name="Save as CSV").click()
    text = (await (await saved.value).path()).read_text(encoding="utf-8")
    sue, nora = csv.DictReader(text.splitlines())
    assert (sue["name"], sue["right"], sue["passed"]) == ("Sue", "3", "false")
    assert (nora["name"], nora["answered"]) == ("Nora", "")
