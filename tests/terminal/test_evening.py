"""An evening at the terminal table, by keys, by typing and by the mouse."""

import pytest

from bankcraps.notation import read_record, replay
from bankcraps.play import goodbye, results
from bankcraps.play.widgets.help_screen import HelpScreen
from bankcraps.rulebook import BOOKS

from .conftest import COMPACT, FULL, MEDIUM


async def test_a_few_rounds_by_keys(evening):
    async with evening("nsw") as at:
        await at.press("p", "space")
        assert at.table.point == 5
        await at.press("o", "6", "8", "c")
        assert at.table.layout("Ann") == {
            "pass": 500,
            "pass_odds": 1000,
            "come": 500,
            "place 6": 600,
            "place 8": 600,
        }
        await at.press("enter")
        assert at.session.now.throws == 1
        await at.press("space")
        assert "come 10" in at.table.layout("Ann")
        assert at.sees(" A5 ", "felt")
        assert at.sees("goes to come 10", "log")
        await at.press(*["space", "p", "o", "f"] * 20)
        assert at.session.now.throws == 22
        assert at.sees("throw 22", "title")


async def test_the_same_by_typing(evening):
    async with evening("nsw") as at:
        await at.say("pass 5", "roll", "odds 10", "place 6 6", "place 8 6", "come 5", "Bob: field 10", "roll")
        assert "come 10" in at.table.layout("Ann")
        assert at.table.rail("Bob") == 31000
        assert at.sees("Bob's field 10 wins 10", "log")
        assert at.sees("Bob wins 10 on the throw", "log")


@pytest.mark.parametrize("rules", BOOKS)
async def test_every_book_can_be_played_at_every_size(evening, rules):
    async with evening(rules, size=COMPACT) as at:
        for size in (COMPACT, MEDIUM, FULL):
            await at.resize(size)
            assert at.sees(at.table.rulebook.title, "title")
            await at.press("p", "o", "6", "h", "space")
            await at.say("Bob: dont_come 10")
            await at.press(*["space"] * 6)
        assert at.session.now.throws == 21
        assert sum(results(at.table).values()) == -at.table.state.bank - 80000
        replayed = list(replay(read_record(at.table.record().text()), at.table.rulebook))
        assert len(replayed) == len(at.table.log)


async def test_seeded_dice_come_again(evening):
    throws = []
    for seed in (3, 3, 4):
        async with evening(seed=seed) as at:
            await at.press("p", *["space"] * 12)
            throws.append(at.session.now.thrown)
    assert throws[0] == throws[1] != throws[2]


async def test_dice_of_ones_own_are_taken(evening):
    async with evening() as at:
        await at.say("roll 4-2")
        assert at.table.point == 6
        assert at.sees("ON 6", "title")
        assert at.sees("4-2: ", "log")


async def test_the_calls_vary(evening):
    async with evening() as at:
        calls = []
        for _ in range(3):
            await at.say("roll 6-5")
            calls.append(at.session.now.call)
        assert len(set(calls)) == 3


# Words and keys.


WORDS = {
    "place 6 12": {"place 6": 1200},
    "dont_pass 10": {"dont_pass": 1000},
    "field 5": {"field": 500},
    "hop 3-4 1": {"hop 3-4": 100},
    "yo 2": {"eleven": 200},
    "c&e 2": {"craps_eleven": 200},
    "hardways 20": {f"hard {n}": 500 for n in (4, 6, 8, 10)},
    "Bob: field 5": {},
    "quarrel": {},
}


async def test_words_may_be_typed_without_more_ado(evening):
    async with evening("classic") as at:
        empty = at.session.keep()
        for line, layout in WORDS.items():
            await at.say(line)
            assert at.table.layout("Ann") == layout, line
            at.session.go_back(empty)
        assert at.session.now.throws == 0


async def test_keys_before_a_throw_are_no_letters_after_it(evening):
    async with evening("nsw") as at:
        await at.press("p", "space", *"lay", "space", "4", "space", *"40", "enter")
        assert at.table.layout("Ann") == {"pass": 500, "lay 4": 4000}


async def test_off_is_a_word_and_not_three_keys(evening):
    async with evening("nsw") as at:
        await at.say("hard 6 5")
        await at.say("off hard 6")
        assert at.table.layout("Ann") == {"hard 6": 500}
        assert at.sees("5 off", "felt")


async def test_keys_taken_back_for_a_word_leave_no_trace(evening):
    changes = []
    async with evening("nsw", on_change=lambda: changes.append(1)) as at:
        await at.press("p")
        assert at.table.layout("Ann") == {"pass": 500}
        await at.type("lace 6 6")
        assert at.table.layout("Ann") == {}
        assert at.table.log == []
        assert not at.sees("puts 5 on pass", "log")
        assert len(changes) == 2


async def test_a_pause_after_a_key_makes_it_a_key(evening, monkeypatch):
    monkeypatch.setattr("bankcraps.play.key_run.PAUSE", 0)
    async with evening("nsw") as at:
        await at.press("p")
        await at.say("lay 4 40")
        assert at.table.layout("Ann") == {"pass": 500, "lay 4": 4000}


async def test_undo_may_be_typed_though_u_undoes(evening):
    async with evening("nsw") as at:
        await at.press("p", "6")
        await at.say("undo")
        assert at.table.layout("Ann") == {"pass": 500}


async def test_lines_said_before_come_back(evening):
    async with evening("nsw") as at:
        await at.say("place 6 6")
        await at.say("place 8 6")
        await at.press("up", "up", "enter")
        assert at.table.layout("Ann") == {"place 6": 1200, "place 8": 600}
        await at.press("up", "down", "enter")
        assert at.session.now.throws == 0


async def test_words_are_completed_and_then_exemplified(evening):
    async with evening("nsw") as at:
        line = at.app.query_one("#line")
        await at.type("Bob: pl")
        await at.press("tab")
        assert line.value == "Bob: place"
        await at.type(" ")
        await at.press("tab", "enter")
        assert at.table.layout("Bob") == {"place 6": 1200}


async def test_the_unit(evening):
    async with evening("nsw", limits="10:500:5") as at:
        assert at.sees("unit 10", "title")
        await at.press("+", "p")
        await at.say("unit 25")
        await at.press("f", "-")
        assert at.table.layout("Ann") == {"pass": 1500, "field": 2500}
        assert at.sees("unit 20", "title")
        await at.say("unit 1")
        assert at.sees("10 to 500, not 1", "bar")


# Seats.


async def test_lines_are_for_the_current_seat(evening):
    async with evening("nsw") as at:
        await at.press("tab", "d")
        assert at.table.layout("Bob") == {"dont_pass": 500}
        await at.say("seat ann")
        await at.press("f")
        assert at.table.layout("Ann") == {"field": 500}
        await at.say("seat Carol")
        assert at.sees("Carol is not at this table", "bar")
        await at.say("Carol: sit")
        await at.say("buy_in 200")
        assert at.table.rail("Carol") == 20000
        await at.say("leave")
        assert at.session.now.who == "Ann"
        assert goodbye(at.table) == "Goodbye. Ann is even, Bob is even, Carol is even."


async def test_an_empty_table_says_how_to_sit(evening):
    async with evening("nsw", {}) as at:
        assert at.sees("Nobody sits here. Say  Ann: sit", "bar")
        await at.press("p", "o", "tab")
        await at.say("Ann: sit")
        await at.say("buy_in 100")
        await at.press("p", "space")
        assert at.table.shooter == "Ann"


async def test_who_is_broke_hears_how_to_go_on(evening):
    async with evening("nsw", {"Ann": 5}) as at:
        await at.press("f")
        await at.say("roll 4-3")
        assert at.sees("Ann is out of chips. Say  buy_in 500", "bar")
        await at.press("p")
        assert at.sees("Ann has 0 in the rail", "bar")
        assert at.sees("say  Ann: buy_in 500", "bar")
        await at.say("buy_in 500")
        await at.press("p")
        assert at.table.layout("Ann") == {"pass": 500}


# No.


async def test_a_refusal_is_shown_with_its_clause(evening):
    async with evening("nsw") as at:
        await at.press("c")
        reason, rule = at.shown("bar")[:2]
        assert "come can be made only while the puck is on, and it is off" in reason
        assert rule.strip().startswith("6.1.3: ")
        assert at.table.log == []
        await at.press("escape")
        assert at.sees("Come-out", "bar")


async def test_a_convention_is_called_one(evening):
    async with evening("three_four_five") as at:
        await at.say("pass 10.50")
        assert at.sees("By convention", "bar")


async def test_words_nobody_says_are_pointed_at(evening):
    async with evening("nsw") as at:
        await at.say("Ann: place 7 12")
        await at.until("there is no place 7", "bar")
        line, caret, reason = at.shown("bar")[:3]
        assert line[caret.index("^")] == "7"
        assert "there is no place 7" in reason


async def test_undo(evening):
    async with evening("nsw") as at:
        await at.press("u")
        assert at.sees("Only the last wager", "bar")
        await at.say("across 32")
        await at.press("u")
        assert at.table.layout("Ann") == {}
        assert at.sees("taken back: Ann: place 10 5", "log")
        await at.press("p", "space", "u")
        assert at.table.layout("Ann") == {"pass": 500}
        await at.press("6")
        await at.say("no_more_bets")
        assert at.sees("the dice are out", "bar")
        await at.press("u")
        assert "place 6" in at.table.layout("Ann")


async def test_a_contract_is_not_taken_back(evening):
    async with evening("three_four_five") as at:
        await at.press("p", "u")
        assert at.table.layout("Ann") == {"pass": 500}
        assert at.sees("contract", "bar")


# The dice.


async def test_nobody_waits_for_the_dice(evening):
    async with evening("nsw", rolling=30) as at:
        await at.press("p", "space")
        assert at.table.point == 5
        assert not at.sees("ON 5", "title")
        await at.press("6")
        assert at.sees("ON 5", "title")
        assert at.table.layout("Ann") == {"pass": 500, "place 6": 600}
        await at.press("space", "space", "space")
        assert at.session.now.throws == 4
        await at.type("ro")
        assert at.sees("throw 4", "title")


async def test_the_dice_come_to_rest_by_themselves(evening):
    async with evening("nsw", rolling=0.06) as at:
        await at.press("space")
        await at.until("ON 5", "title")
        assert at.sees("●", "dice")


# The rest of the screen.


async def test_it_fits_itself_to_the_window(evening):
    async with evening("nsw") as at:
        await at.press("p", "space", "6")
        for size, name in ((COMPACT, "compact"), (MEDIUM, "medium"), (FULL, "full")):
            await at.resize(size)
            assert at.sees(" A6 ", "felt"), name
            assert at.app.screen.has_class(f"-{name}") is (name != "full")
        await at.resize((60, 20))
        assert at.sees("needs a window of 80 x 24; this one is 60 x 20", "small")
        await at.resize(COMPACT)
        await at.press("8")
        assert "place 8" in at.table.layout("Ann")
        assert at.shown("felt")[0].startswith("╭")


async def test_it_does_without_colours(evening, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with evening("nsw") as at:
        await at.press("p", "space", "c")
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
        await at.press("p")
        assert at.table.layout("Ann") == {"pass": 500}


async def test_wagers_lists_all_that_stands(evening):
    async with evening("nsw") as at:
        await at.press("p", "6")
        await at.say("wagers")
        assert at.sees("Ann: pass 5, place 6 6", "log")


async def test_the_log_scrolls(evening):
    async with evening("nsw") as at:
        await at.press("p", *["space"] * 15)
        last = at.shown("log")
        await at.press("pageup")
        assert at.shown("log") != last
        await at.press("pagedown")
        assert at.shown("log") == last


async def test_leaving_asks_once(evening):
    async with evening("nsw") as at:
        await at.press("p", "q")
        assert at.sees("q again", "bar")
        await at.press("space")
        assert at.session.now.throws == 1
        await at.press("q", "q")
        assert not at.app.is_running


async def test_quit_may_be_typed(evening):
    async with evening("nsw") as at:
        await at.press("p")
        await at.say("quit")
        assert not at.app.is_running
        assert goodbye(at.table) == "Goodbye. Ann is even, Bob is even."


async def test_a_session_goes_on_where_it_was(evening):
    async with evening("nsw") as at:
        await at.press("p", "space", "space")
        before = at.session
    from bankcraps.play.session import Session  # noqa: PLC0415

    again = Session(before.table, lambda: before.now.thrown[-1])
    assert again.now.throws == 2
    assert again.now.thrown == before.now.thrown
    assert again.now.notes[-1].text.startswith("2. ")
