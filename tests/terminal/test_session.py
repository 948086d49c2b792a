"""A session at the terminal table, by keys, by typing and by the mouse."""

import pytest

from bankcraps.errors import BankcrapsError
from bankcraps.notation import read_record, replay
from bankcraps.play import TableApp, goodbye, results, run
from bankcraps.play.help import help_page
from bankcraps.play.widgets.help_screen import HelpScreen
from bankcraps.rulebook import BOOKS
from bankcraps.table import Table

from .conftest import COMPACT, FULL, MEDIUM, keys


async def test_a_few_rounds_by_keys(evening):
    async with evening("nsw") as at:
        await at.say("p")
        await at.press("space")
        assert at.table.point == 5
        await at.say("o", "6", "8", "c")
        assert at.table.layout("Ann") == {
            "pass": 500,
            "pass_odds": 1000,
            "come": 500,
            "place 6": 600,
            "place 8": 600,
        }
        await at.press("enter")
        assert at.session.view.throws == 1
        await at.press("space")
        assert "come 10" in at.table.layout("Ann")
        assert at.sees(" A5 ", "felt")
        assert at.sees("goes to the Come 10", "log")
        for _ in range(20):
            await at.press("space")
            await at.say("p", "o", "f")
        assert at.session.view.throws == 22
        assert at.sees("throw 22", "title")


async def test_the_same_by_typing(evening):
    async with evening("nsw") as at:
        await at.say("pass 5", "roll", "odds 10", "place 6 6", "place 8 6", "come 5", "Bob: field 10", "roll")
        assert "come 10" in at.table.layout("Ann")
        assert at.table.rail("Bob") == 31000
        assert at.sees("Bob's $10 on the Field wins $10", "log")
        assert at.sees("Bob wins $10 on the throw", "log")


@pytest.mark.parametrize("rules", BOOKS)
async def test_every_book_can_be_played_at_every_size(evening, rules):
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


async def test_seeded_dice_come_again(evening):
    throws = []
    for seed in (3, 3, 4):
        async with evening(seed=seed) as at:
            await at.say("p")
            await at.press(*["space"] * 12)
            throws.append(at.session.view.thrown)
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
            calls.append(at.session.view.call)
        assert len(set(calls)) == 3


# Typing and keys.


WORDS = {
    "place 6 12": {"place 6": 1200},
    "dont_pass 10": {"dont_pass": 1000},
    "field 5": {"field": 500},
    "hop 3-4 1": {"hop 3-4": 100},
    "yo 2": {"eleven": 200},
    "c&e 2": {"craps_eleven": 200},
    "c and e 2": {"craps_eleven": 200},
    "4 the hard way 5": {"hard 4": 500},
    "yoleven 5": {"eleven": 500},
    "12 each on the 6 and 8": {"place 6": 1200, "place 8": 1200},
    "inside": {"place 5": 500, "place 6": 600, "place 8": 600, "place 9": 500},
    "hardways 20": {f"hard {n}": 500 for n in (4, 6, 8, 10)},
    "off": {},
    "Bob: field 5": {},
    "quarrel": {},
}


@pytest.mark.parametrize(("line", "layout"), WORDS.items())
async def test_a_word_does_what_it_says_whenever_it_is_typed(evening, line, layout):
    async with evening("classic") as at:
        await at.say(line)
        assert at.table.layout("Ann") == layout
        assert at.session.view.throws == 0


NOTHING = (
    *(
        "hop 5-5 1",
        "proll 4-2",
        "p6",
        "pp",
        "p p",
        "q",
        "12 each",
        "place 6 and 8 for 12",
        "odds come 10",
    ),
    *("off hard 6", "do", "0", "7", "cofhyud", "p -", "[", "/", ":"),
)


async def test_words_that_cannot_be_said_do_nothing(evening):
    """In New South Wales, which offers no hops."""
    async with evening("nsw") as at:
        for line in NOTHING:
            await at.say(line)
            assert at.table.log == [], line
            assert at.session.view.throws == 0
        assert at.session.view.unit == 500


async def test_nothing_happens_before_the_enter_key(evening):
    async with evening("classic") as at:
        for line in (*WORDS, *NOTHING, "roll 4-2", "roll", "undo", "u", "p", "6", "quit"):
            await at.type(line)
            assert at.state == "TYPING"
            assert at.table.log == [], line
            await at.press("escape")
            assert at.state == "KEYS"
            assert at.table.log == [], line
        assert at.session.view.unit == 500


async def test_a_letter_left_in_the_line_is_part_of_the_next_word(evening):
    async with evening("nsw") as at:
        await at.type("p")
        await at.say("roll 4-2")
        assert at.table.log == []
        assert at.sees("'proll'", "bar")
        await at.say("p", "roll 4-2")
        assert at.table.point == 6
        assert at.table.layout("Ann") == {"pass": 500}


async def test_space_throws_only_while_the_line_is_empty(evening):
    async with evening("nsw") as at:
        await at.type("p ")
        assert at.session.view.throws == 0
        await at.press("backspace", "backspace", "space")
        assert at.session.view.throws == 1
        await at.type("place 6 6")
        assert at.session.view.throws == 1


async def test_plus_and_minus_and_the_question_mark_are_keys_only_in_an_empty_line(evening):
    async with evening("classic") as at:
        await at.say("hop 3-4 5")
        await at.press("+")
        assert at.session.view.unit == 1000
        await at.press("=", "-", "-", "-")
        assert at.session.view.unit == 200
        await at.press("p", "?", "escape")
        assert not isinstance(at.app.screen, HelpScreen)
        assert at.table.layout("Ann") == {"hop 3-4": 500}


async def test_one_can_see_which_state_it_is(evening):
    async with evening("nsw") as at:
        assert at.state == "KEYS"
        assert at.sees("space throw", "keys")
        await at.type("pl")
        assert at.state == "TYPING"
        assert at.sees("enter says the line", "keys")
        assert not at.sees("space throw", "keys")
        await at.press("backspace", "backspace")
        assert at.state == "KEYS"
        assert at.sees("space throw", "keys")
        await at.type("place 6 6")
        await at.press("enter")
        assert at.state == "KEYS"


async def test_lines_typed_in_one_burst_happen_in_order(evening):
    async with evening("nsw") as at:
        lines = ("p", "roll 4-2", "o", "place 8 6", "come 5", "roll 5-4", "Bob: field 5", "roll 6-5")
        await at.press(*[key for line in lines for key in (*keys(line), "enter")])
        assert at.table.layout("Ann") == {"pass": 500, "pass_odds": 1000, "come 9": 500, "place 8": 600}
        assert at.table.rail("Bob") == 30500
        assert at.session.view.throws == 3


async def test_words_typed_into_the_help_do_nothing(evening):
    async with evening("nsw") as at:
        await at.press("?")
        await at.type("hop 5-5 1 q ? p ")
        assert isinstance(at.app.screen, HelpScreen)
        await at.press("enter")
        assert not isinstance(at.app.screen, HelpScreen)
        assert at.table.log == []
        assert at.state == "KEYS"


async def test_undo_is_a_word_and_a_key(evening):
    async with evening("nsw") as at:
        await at.say("p", "6", "8", "field 5", "undo")
        assert at.table.layout("Ann") == {"pass": 500, "place 6": 600, "place 8": 600}
        await at.press("ctrl+z")
        await at.say("u")
        assert at.table.layout("Ann") == {"pass": 500}
        await at.type("p")
        await at.press("ctrl+z")
        assert at.table.layout("Ann") == {"pass": 500}


async def test_a_throw_may_be_said_in_every_way(evening):
    async with evening("nsw") as at:
        await at.say("p", "roll", "throw", "Ann: roll", "Ann: throw", "roll 5-4")
        assert at.session.view.throws == 5
        assert not at.table.state.thrown


async def test_lines_said_before_come_back(evening):
    async with evening("nsw") as at:
        await at.say("place 6 6")
        await at.say("place 8 6")
        await at.press("up", "up", "enter")
        assert at.table.layout("Ann") == {"place 6": 1200, "place 8": 600}
        await at.press("up", "down", "enter")
        assert at.session.view.throws == 0


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
        await at.press("+")
        await at.say("p")
        await at.say("unit 25")
        await at.say("f")
        await at.press("-")
        assert at.table.layout("Ann") == {"pass": 1500, "field": 2500}
        assert at.sees("unit 20", "title")
        await at.say("unit 1")
        assert at.sees("10 to 500, not 1", "bar")


# Seats.


async def test_lines_are_for_the_current_seat(evening):
    async with evening("nsw") as at:
        await at.press("tab")
        await at.say("d")
        assert at.table.layout("Bob") == {"dont_pass": 500}
        await at.say("seat ann")
        await at.say("f")
        assert at.table.layout("Ann") == {"field": 500}
        await at.say("seat Carol")
        assert at.sees("Carol is not at this table", "bar")
        await at.say("Carol: sit")
        await at.say("buy_in 200")
        assert at.table.rail("Carol") == 20000
        await at.say("leave")
        assert at.session.view.who == "Ann"
        assert goodbye(at.table) == "Goodbye. Ann is even, Bob is even, Carol is even."


async def test_an_empty_table_says_how_to_sit(evening):
    async with evening("nsw", {}) as at:
        assert at.sees("Nobody sits here. Type  Ann: sit", "bar")
        await at.say("p", "o")
        await at.press("tab")
        await at.say("Ann: sit")
        await at.say("buy_in 100")
        await at.say("p")
        await at.press("space")
        assert at.table.shooter == "Ann"


async def test_who_is_broke_hears_how_to_go_on(evening):
    async with evening("nsw", {"Ann": 5}) as at:
        await at.say("f")
        await at.say("roll 4-3")
        assert at.sees("Ann is out of chips. Type  buy_in 500", "bar")
        await at.say("p")
        assert at.sees("Ann has 0 in the rail", "bar")
        assert at.sees("type  Ann: buy_in 500", "bar")
        await at.say("buy_in 500")
        await at.say("p")
        assert at.table.layout("Ann") == {"pass": 500}


# No.


async def test_a_refusal_is_shown_with_its_clause(evening):
    async with evening("nsw") as at:
        await at.say("c")
        reason, rule = at.shown("bar")[:2]
        assert "The Come can be made only while the puck is on, and it is off." in reason
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
        await at.say("u")
        assert at.sees("has nothing to undo since the last throw", "bar")
        await at.say("across 32", "u")
        assert at.table.layout("Ann") == {}
        assert at.sees("on Place Bet to Win 10 comes back (undone)", "log")
        await at.say("p")
        await at.press("space")
        await at.say("u")
        assert at.table.layout("Ann") == {"pass": 500}
        await at.say("6", "no_more_bets")
        assert at.sees("the dice are out", "bar")
        await at.say("u")
        assert "place 6" in at.table.layout("Ann")


async def test_undo_takes_back_line_by_line_whoever_said_them(evening):
    async with evening("nsw") as at:
        await at.say("p", "Bob: field 10", "across 32", "Bob: hardways 20", "Bob: undo", "undo")
        bobs = {"field": 1000, "hard 4": 500, "hard 6": 500, "hard 8": 500}
        assert (at.table.layout("Ann"), at.table.layout("Bob")) != ({"pass": 500}, bobs)
        await at.press("ctrl+z")
        assert (at.table.layout("Ann"), at.table.layout("Bob")) == ({"pass": 500}, {"field": 1000})
        await at.press("ctrl+z")
        assert (at.table.layout("Ann"), at.table.layout("Bob")) == ({"pass": 500}, {})
        await at.press("ctrl+z", "ctrl+z")
        assert (at.table.layout("Ann"), at.table.layout("Bob")) == ({}, {})


async def test_the_log_of_a_table_only_grows(evening):
    lengths = []
    table = Table("nsw", {"Ann": 500, "Bob": 300})
    async with evening(table, on_change=lambda: lengths.append(len(table.log))) as at:
        await at.say("p", "across 32", "u", "Bob: field 5", "undo", "hop 5-5 1", "place 6 6")
        await at.press("space", "ctrl+z")
    assert lengths == sorted(lengths)
    assert lengths[-1] == len(table.log)
    replayed = list(replay(read_record(table.record().text()), table.rulebook))
    assert len(replayed) == len(table.log)


async def test_a_slip_on_a_contract_can_be_undone(evening):
    async with evening("three_four_five") as at:
        await at.say("pass 50", "u", "pass 5")
        assert at.table.layout("Ann") == {"pass": 500}


# The dice.


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


# The rest of the screen.


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
    (),
    ("?",),
    ("escape", "c", "enter"),
    ("?",),
    ("escape", "escape", "p", "enter", "space"),
    ("p", "l"),
)
SIZES = [(1, 1), (2, 30), (9, 5), (79, 24), (300, 90)]


@pytest.mark.parametrize("size", SIZES)
async def test_no_window_is_too_small_to_survive(evening, size):
    """With a hint and with a refusal, each under the help too, while the dice tumble, and while typing."""
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


@pytest.mark.parametrize("rules", ["crapless", "hands"])
async def test_a_house_of_ones_own_can_be_played_at_every_size(evening, request, rules):
    async with evening(request.getfixturevalue(rules), size=COMPACT) as at:
        for size in (COMPACT, MEDIUM, FULL, (200, 50)):
            await at.resize(size)
            await at.say("p", "10", "h")
            await at.press(*["space"] * 4)
            assert at.shown("felt")[-1].startswith("╰")
        assert at.session.view.throws == 16


async def test_hints_follow_the_book(evening, crapless):
    async with evening(crapless) as at:
        assert at.sees("type p for the Pass, then enter", "bar")
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


async def test_wagers_lists_all_that_stands(evening):
    async with evening("nsw") as at:
        await at.say("p", "6")
        await at.say("wagers")
        assert at.sees("Ann: $5 on the Win Line, $6 on Place Bet to Win 6", "log")


async def test_the_log_scrolls(evening):
    async with evening("nsw") as at:
        await at.say("p")
        await at.press(*["space"] * 15)
        last = at.shown("log")
        await at.press("pageup")
        assert at.shown("log") != last
        await at.press("pagedown")
        assert at.shown("log") == last


async def test_leaving_asks_once(evening):
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


async def test_quit_may_be_typed(evening):
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
    from bankcraps.play.session import Session  # noqa: PLC0415

    again = Session(before.table, lambda: before.view.thrown[-1])
    assert again.view.throws == 2
    assert again.view.thrown == before.view.thrown
    assert again.view.log[-1].text.startswith("2. ")


def test_a_screen_that_failed_is_an_error(monkeypatch):
    monkeypatch.setattr(TableApp, "run", lambda self: setattr(self, "_return_code", 1))
    with pytest.raises(BankcrapsError, match="stopped"):
        run(Table("nsw", {"Ann": 500}), seed=1)


async def test_a_new_session_opens_with_its_welcome(evening):
    async with evening("nsw", size=COMPACT) as at:
        assert at.shown("log")[0].strip().startswith(at.table.rulebook.about[:12])
        await at.say("p")
        assert at.sees("puts $5 on the Win", "log")
