"""A session at the terminal table, from the welcome to the goodbye: rounds, dice, leaving."""

import pytest
from tests.kit.profiles import share

from bankcraps.errors import BankcrapsError
from bankcraps.game.records import read_record, replay
from bankcraps.game.rulebook import BOOKS
from bankcraps.game.table import Table
from bankcraps.terminal.play import run
from bankcraps.terminal.play.local_session import LocalSession, results
from bankcraps.terminal.play.start import TableApp
from bankcraps.terminal.play.statistics import goodbye, throws_in_words

from . import houses
from .conftest import COMPACT, FULL, MEDIUM


async def test_a_few_rounds_by_keys(evening):
    async with evening("nsw") as at:
        await at.say("p")
        await at.press("space")
        assert at.table.point == 5
        await at.say("o", "6", "8", "c")
        both = {"place 6": 600, "place 8": 600}
        assert at.table.layout("Ann") == {"pass": 500, "pass_odds": 1000, "come": 500} | both
        await at.press("enter")
        assert at.session.view.throws == 1
        await at.press("space")
        assert "come 10" in at.table.layout("Ann")
        assert at.sees(" A5 ", "felt")
        assert at.sees("goes to the Come 10", "log")
        for _ in range(8):
            await at.press("space")
            await at.say("p", "o", "f")
        assert at.session.view.throws == 10
        assert at.sees("throw 10", "title")


async def test_a_throw_that_was_declared_invalid_does_not_count(evening):
    async with evening("nsw") as at:
        await at.say("pass 5", "roll 4-2", "field 10", "roll 3-1")
        assert at.session.view.throws == 2
        await at.say("games_supervisor: invalidate fraud")
        assert at.session.view.throws == 1
        assert [throw.total for throw in at.session.view.thrown] == [6]
        assert throws_in_words(at.table).startswith("1 throw, ")


@pytest.mark.parametrize("house", [*share(BOOKS, 3), houses.crapless, houses.hands])
@pytest.mark.some
async def test_every_house_can_be_played_at_every_size(evening, house):
    rules = house if isinstance(house, str) else house()
    async with evening(rules, size=COMPACT) as at:
        for size in (COMPACT, MEDIUM, FULL):
            await at.resize(size)
            assert at.sees(at.table.rulebook.title, "title")
            await at.say("p", "o", "6", "h")
            await at.press("space")
            await at.say("Bob: dont_come 10")
            await at.press(*["space"] * 6)
        assert at.session.view.throws == 21
        assert sum(results(at.table).values()) == -at.table.state.bank - 80000
        replayed = list(replay(read_record(at.table.record().text()), at.table.rulebook))
        assert len(replayed) == len(at.table.log)


async def test_dice_of_ones_own_are_taken_and_calls_vary(evening):
    async with evening(size=COMPACT) as at:
        assert at.shown("log")[0].strip().startswith(at.table.rulebook.about[:12])  # the welcome
        calls = []
        for _ in range(3):
            await at.say("roll 6-5")
            calls.append(at.session.view.call)
        assert len(set(calls)) == 3
        await at.say("roll 4-2")
        assert at.table.point == 6
        assert at.sees("ON 6", "title")
        assert at.sees("4-2: ", "log")


async def test_nobody_waits_for_the_dice(evening):
    async with evening("nsw", rolling=30) as at:
        await at.say("p")
        await at.press("space")
        assert at.table.point == 5
        assert not at.sees("ON 5", "title")
        await at.say("6")
        assert at.sees("ON 5", "title")
        assert at.table.layout("Ann") == {"pass": 500, "place 6": 600}
        await at.press("space", "space", "space")
        assert at.session.view.throws == 4
        await at.type("ro")
        assert at.sees("throw 4", "title")


async def test_the_dice_come_to_rest_by_themselves(evening):
    async with evening("nsw", rolling=0.06) as at:
        await at.press("space")
        await at.until("ON 5", "title")
        assert at.sees("●", "dice")


async def test_leaving_asks_once_and_quit_may_be_typed(evening):
    async with evening("nsw") as at:
        await at.say("p")
        await at.press("ctrl+c")
        assert at.sees("ctrl+c again", "bar")
        await at.press("space", "ctrl+c")
        assert at.session.view.throws == 1
        await at.type("f")
        await at.press("ctrl+c")
        assert at.app.is_running
        await at.press("ctrl+c")
        assert not at.app.is_running
    async with evening("nsw") as at:
        await at.say("p")
        await at.say("quit")
        assert not at.app.is_running
        assert goodbye(at.table) == "Goodbye. Ann is even, Bob is even."


async def test_a_session_goes_on_where_it_was(evening):
    async with evening("nsw") as at:
        await at.say("p")
        await at.press("space", "space")
        before = at.session
    again = LocalSession(before.table, lambda: before.view.thrown[-1])
    assert again.view.throws == 2
    assert again.view.thrown == before.view.thrown
    assert again.view.log[-1].text.startswith("2. ")


def test_a_screen_that_failed_is_an_error(monkeypatch):
    monkeypatch.setattr(TableApp, "run", lambda self: setattr(self, "_return_code", 1))
    with pytest.raises(BankcrapsError, match="stopped"):
        run(TableApp(Table("nsw", {"Ann": 500}), seed=1))
