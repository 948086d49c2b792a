"""The screen of the terminal table: windows, houses, colours, clicks, help and the log."""

import pytest
from tests.kit.profiles import share

from bankcraps.terminal.play.help import help_page
from bankcraps.terminal.play.widgets.bars import Words
from bankcraps.terminal.play.widgets.input_line import HelpScreen

from . import houses
from .conftest import COMPACT, FULL, MEDIUM


async def test_it_fits_itself_to_the_window(evening):
    async with evening("nsw") as at:
        await at.say("p")
        await at.press("space")
        await at.say("6")
        for size, name in ((COMPACT, "compact"), (MEDIUM, "medium"), (FULL, "full")):
            await at.resize(size)
            assert at.sees(" A6 ", "felt"), name
            assert at.app.screen.has_class(f"-{name}") is (name != "full")
        await at.resize((60, 20))
        assert at.sees("needs a window of 80 x 24. This one is 60 x 20", "small")
        await at.resize(COMPACT)
        await at.say("8")
        assert "place 8" in at.table.layout("Ann")
        assert at.shown("felt")[0].startswith("╭")


STATES = (
    *((), ("?",), ("escape", "c", "enter"), ("?",), ("escape", "escape", "p", "enter", "space")),
    ("p", "l"),
)
SIZES = [(1, 1), (2, 30), (9, 5), (79, 24), (300, 90)]
SMALL = [(60, 20), (9, 4), (3, 1), (1, 1)]


@pytest.mark.parametrize("size", share(SIZES, 5))
@pytest.mark.some
async def test_no_window_is_too_small_to_survive(evening, size):
    """Resize with a hint and a refusal, each also under the help, while the dice tumble, and while typing."""
    async with evening("nsw", rolling=30) as at:
        for keys_pressed in STATES:
            await at.press(*keys_pressed)
            await at.resize(size)
            await at.press("space", "tab", "pageup", "p", "backspace")
            await at.resize(COMPACT)
            assert at.app.is_running
        await at.press("escape")
        await at.say("wagers")
        assert at.shown("felt")[0].startswith("╭")


@pytest.mark.parametrize("size", share(SMALL, 4))
async def test_no_key_is_lost_in_a_window_that_is_too_small(evening, size):
    """Nine throws while the window is dragged to and fro: each is in the record."""
    async with evening("nsw") as at:
        for number in range(9):
            await at.resize(size if number % 2 else FULL)
            await (at.press("space") if number % 3 else at.say("roll 4-2"))
            assert at.session.view.throws == number + 1
        await at.resize((60, 20))
        await at.type("place 6 ")
        assert at.app.screen.query_one("#line").value == "place 6 "
        await at.say("1.50")
        assert at.sees("1.50", "bar")  # the refusal can be read there, too


async def test_hints_follow_the_book(evening):
    async with evening(houses.crapless()) as at:
        assert at.sees("type p for the Pass Line, then enter", "bar")
        await at.say("p")
        assert at.sees("Come-out: 7 wins, any other total becomes the point.", "bar")
        await at.say("roll 6-6", "12")
        assert at.table.layout("Ann") == {"pass": 500, "place 12": 600}
        await at.press("?")
        text = "".join(str(page) for page in help_page(at.table.rulebook, "5"))
        assert "7 wins. Any other total becomes the point" in text
        assert "reverse" not in text


async def test_it_does_without_colours(evening, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with evening("nsw") as at:
        await at.say("p")
        await at.press("space")
        await at.say("c")
        assert at.app.no_color
        assert at.sees(" A5 ", "felt")
        assert at.sees("●", "dice")


async def test_a_click_stakes_and_the_other_button_takes_down(evening):
    async with evening("nsw") as at:
        row = next(y for y, line in enumerate(at.shown("felt")) if "Place Bet to Win" in line)
        column = at.shown("felt")[row].index("7 to 6") + 2
        await at.pilot.click("#felt", offset=(column, row))
        await at.settle()
        assert at.table.layout("Ann") == {"place 6": 600}
        await at.pilot.click("#felt", offset=(column, row), button=3)
        await at.settle()
        assert at.table.layout("Ann") == {}
        assert at.app.focused is at.app.query_one("#line")


async def test_help(evening):
    async with evening("nsw") as at:
        await at.press("?")
        assert isinstance(at.app.screen, HelpScreen)
        await at.press("pagedown")
        await at.press("escape")
        await at.say("help buy")
        assert isinstance(at.app.screen, HelpScreen)
        await at.press("escape")
        await at.say("p")
        assert at.table.layout("Ann") == {"pass": 500}
    # With a column of single letters it would have thousands of lines, written again for each new size.
    async with evening("nsw", size=(2, 30)) as at:
        await at.press("?")
        assert at.app.screen.query("#help Static").first().size.width == 40


async def test_only_other_words_lay_the_screen_out_again(evening, monkeypatch):
    async with evening("nsw") as at:
        updated = []
        monkeypatch.setattr(Words, "update", lambda _, words: updated.append(words))
        await at.press("space", "space")
        assert at.session.view.throws == 2
        assert updated == []
        await at.press("tab")
        assert updated == ["Bob ▸"]


async def test_wagers_are_listed_and_the_log_scrolls(evening):
    async with evening("nsw") as at:
        await at.say("p", "wagers")
        assert at.sees("Ann: $5 on the Win Line", "log")
        await at.press(*["space"] * 15)
        last = at.shown("log")
        await at.press("pageup")
        assert at.shown("log") != last
        await at.press("pagedown")
        assert at.shown("log") == last
