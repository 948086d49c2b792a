"""The screens around a session: the start screen, practice, statistics, and a replay by keys."""

from contextlib import asynccontextmanager

import pytest
from textual.widgets import Checkbox, Input, RadioButton, Static

from bankcraps.errors import BankcrapsError
from bankcraps.game.records import StepBack, read_record, replay
from bankcraps.game.table import Table
from bankcraps.terminal.play.local_session import LocalSession
from bankcraps.terminal.play.replaying import ReplayApp
from bankcraps.terminal.play.start import StartApp
from bankcraps.terminal.play.statistics import statistics, throws_in_words
from bankcraps.terminal.play.widgets.input_line import HelpScreen

from .conftest import COMPACT, FULL, Evening


@asynccontextmanager
async def starting(last=""):
    """The start screen, and somebody at its keys."""
    app = StartApp(last)
    async with app.run_test(size=COMPACT) as pilot:
        await pilot.pause()
        yield app, pilot
        await pilot.pause()


async def test_house_limits_and_players_are_chosen_and_what_is_wrong_is_said():
    fields = (
        ("seats", "Ann", "Ann:300, Bob:200", "a seat is NAME:BUYIN"),
        ("limits", "10:5", "10:500:5", "a maximum no lower than the minimum"),
        ("chip", "0", "5", "worth more than $0"),
    )
    for name, wrong, _, said in fields:
        async with starting() as (app, pilot):
            app.query_one(f"#{name}", Input).value = wrong
            await pilot.press("enter")
            assert said in str(app.query_one("#problem", Static).render())
            assert app.is_running
    async with starting() as (app, pilot):
        app.query(RadioButton)[0].value = True
        await pilot.pause()
        assert "Casino" in str(app.query_one("#about", Static).render())
        for name, _, right, _ in fields:
            app.query_one(f"#{name}", Input).value = right
        await pilot.press("enter")
    table = app.return_value.table
    assert table.rulebook.id == "nsw"
    assert (table.rail("Ann"), table.rail("Bob")) == (30000, 20000)
    assert str(table.state.floor.limits) == "10:500:5"


async def test_the_table_opens_as_it_is_filled_in_for_practice_or_goes_on():
    for practice in (False, True):
        async with starting() as (app, pilot):
            app.query_one(Checkbox).value = practice
            await pilot.press("enter")
        table = app.return_value.table
        assert (table.rulebook.id, table.rail("Player")) == ("three_four_five", 50000)
        assert table.practice is practice
    with pytest.raises(BankcrapsError, match="one player"):
        Table("nsw", {"Ann": 500, "Bob": 500}, practice=True)
    async with starting("yesterday") as (app, pilot):
        await pilot.press("tab", "enter")
    assert app.return_value.table is None
    async with starting("yesterday") as (app, pilot):
        await pilot.press("ctrl+c")
    assert app.return_value is None


# Practice.


def practised():
    table = Table("nsw", {"Ann": 500}, practice=True)
    for line in ("pass 10", "roll 4-2", "odds 20", "Ann: roll 4-3"):
        assert all(table.say(line))
    return table


def test_a_step_back_takes_back_the_last_throw_and_what_followed():
    table = practised()
    assert table.point is None
    assert table.step_back() == StepBack(3)
    assert (table.point, table.layout("Ann")) == (6, {"pass": 1000, "pass_odds": 2000})
    assert all(table.say("Ann: undo"))
    assert all(table.say("roll 3-3"))
    table.step_back()
    table.step_back()
    assert (table.point, table.layout("Ann")) == (None, {"pass": 1000})
    with pytest.raises(BankcrapsError, match="no throw"):
        table.step_back()


def test_the_record_shows_practice_and_replays():
    table = practised()
    table.step_back()
    assert all(table.say("roll 3-3"))
    text = table.record().text()
    assert "\npractice\nseat 1 Ann 500\n" in text
    assert "\npractice: back to 3\n" in text
    record = read_record(text)
    assert record.text() == text
    assert [played.step.state for played in replay(record, table.rulebook)][-1] == table.state
    again = Table.resumed(record)
    assert again.state == table.state
    assert [event for event, _ in again.log] == [event for event, _ in table.log]
    assert again.record().text() == text


async def test_practice_at_the_terminal_and_a_table_without_it(evening):
    table = Table("nsw", {"Ann": 500}, practice=True)
    async with evening(table) as at:
        assert at.sees("< step back", "keys")
        await at.say("p", "roll 4-2")
        await at.press("<")
        assert table.point is None
        assert at.session.view.throws == 0
        assert at.sees("Practice: the last throw is taken back", "bar")
        await at.say("back")
        assert at.sees("There is no throw to take back.", "bar")
        await at.type("p")
        await at.press("<")
        assert at.state == "TYPING"
    async with evening("nsw", notice="This session is not saved.") as at:
        assert at.sees("This session is not saved.", "bar")
        assert not at.sees("step back", "keys")
        await at.say("p", "roll 4-2")
        await at.press("<")
        assert at.table.point == 6
        assert at.sees("Only a table that was opened for practice can step back", "bar")
        await at.say("stats")
        assert isinstance(at.app.screen, HelpScreen)
        await at.press("escape")
        await at.say("new")
        assert not at.app.is_running
        assert at.app.return_value == "new"


# Statistics, and another table.


def test_the_figures_of_a_session():
    table = Table("nsw", {"Ann": 500, "Bob": 300})
    said = ("Ann: pass 10", "Bob: field 5", "Ann: place 6 6", "Ann: undo", "roll 4-2", "Bob: field 5")
    for line in (*said, "roll 4-6", "roll 3-4", "Ann: pass 10", "Ann: buy_in 50", "roll 5-6"):
        assert all(table.say(line)), line
    pages = dict(statistics(LocalSession(table, None)))
    dice = dict(pages["The dice"])
    assert (dice["throws"], dice["naturals"], dice["points set"], dice["seven-outs"]) == ("4", "1", "1", "1")
    assert (dice["longest hand"], dice["this hand"]) == ("3 throws", "1 throw")
    assert pages["Ann"] == [("result", "even"), ("Win Line", "bet $20, won $10, lost $10")]
    assert pages["Bob"] == [("result", "even"), ("Field", "bet $10, won $5, lost $5")]
    totals = dict(pages["Totals thrown, and how many to expect"])
    assert totals["7"].split() == ["1", "0.7", "▪"]
    assert throws_in_words(table) == "4 throws, 0 points made, 1 seven-out"


# A replay.


async def test_keys_step_through_a_record():
    table = Table("nsw", {"Ann": 500}, practice=True)
    for line in ("pass 10", "roll 4-2", "odds 20", "roll 3-3"):
        assert all(table.say(line))
    table.step_back()
    assert all(table.say("roll 4-3"))
    opened = Table("nsw", {"Ann": 500}, practice=True)
    app = ReplayApp(opened, list(replay(table.record(), table.rulebook)))
    async with app.run_test(size=FULL) as pilot:
        at = Evening(app, pilot)
        await at.settle()
        assert at.sees("0 of 6: the table opens.", "bar")
        await at.press("right")
        assert at.sees("1 of 6: Ann: pass 10", "bar")
        assert opened.layout("Ann") == {"pass": 1000}
        await at.press("down")
        assert at.sees("ON 6", "title")
        await at.press("end")
        assert at.sees("6 of 6: dice: roll 4-3", "bar")
        assert opened.state == table.state
        await at.press("left")
        assert at.sees("5 of 6: practice: back to 3", "bar")
        assert opened.layout("Ann") == {"pass": 1000, "pass_odds": 2000}
        await at.press("up", "up", "home", "left")
        assert opened.layout("Ann") == {}
        await at.press("s")
        assert isinstance(app.screen, HelpScreen)
        await at.press("escape", "q")
        assert not app.is_running
