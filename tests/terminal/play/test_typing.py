"""The line at the terminal table: words, keys, the unit, seats, refusals, undo, and lines said before."""

from tests.kit.profiles import share

from bankcraps.game.records import read_record, replay
from bankcraps.game.table import Table
from bankcraps.terminal.play.statistics import goodbye
from bankcraps.terminal.play.widgets.input_line import HelpScreen

from .conftest import keys

WORDS = (
    *("place 6 12", "dont_pass 10", "hop 3-4 1", "yo 2", "c&e 2", "4 the hard way 5", "yoleven 5"),
    *("12 each on the 6 and 8", "inside", "hardways 20", "off", "Bob: field 5", "quarrel"),
)
"""Lines with letters and signs that are keys elsewhere. Their meanings are in `tests/golden/answers`."""


NOTHING = (
    *("hop 5-5 1", "proll 4-2", "p6", "pp", "p p", "q", "12 each", "place 6 and 8 for 12", "odds come 10"),
    *("off hard 6", "do", "0", "7", "cofhyud", "p -", "[", "/", ":"),
)


async def test_words_that_cannot_be_said_do_nothing_and_the_state_of_the_line_is_seen(evening):
    """In New South Wales, which offers no hops."""
    async with evening("nsw") as at:
        for line in NOTHING:
            await at.say(line)
            assert at.table.log == [], line
            assert at.session.view.throws == 0
        assert at.session.view.unit == 500
        await at.press("?")
        await at.type("hop 5-5 1 q ? p ")
        assert isinstance(at.app.screen, HelpScreen)
        await at.press("enter")
        assert not isinstance(at.app.screen, HelpScreen)
        assert at.table.log == []
        for typed, state, seen, other in (
            ("", "KEYS", "space throw", "enter say the line"),
            ("pl", "TYPING", "enter say the line", "space throw"),
        ):
            await at.type(typed)
            assert at.state == state
            assert at.sees(seen, "keys")
            assert not at.sees(other, "keys")
        await at.press("backspace", "backspace")
        assert at.state == "KEYS"
        # A letter left in the line is part of the next word.
        await at.type("p")
        await at.say("roll 4-2")
        assert at.table.log == []
        assert at.sees("'proll'", "bar")
        await at.say("p", "roll 4-2")
        assert at.table.point == 6
        assert at.table.layout("Ann") == {"pass": 500}


async def test_nothing_happens_before_the_enter_key_and_a_sign_is_a_key_only_in_an_empty_line(evening):
    async with evening("classic") as at:
        for line in share((*WORDS, *NOTHING, "roll 4-2", "roll", "undo", "u", "p", "6", "quit"), 3):
            await at.type(line)
            assert at.state == "TYPING"
            assert at.table.log == [], line
            await at.press("escape")
            assert at.state == "KEYS"
            assert at.table.log == [], line
        assert at.session.view.unit == 500
        await at.say("hop 3-4 5")
        await at.press("+")
        assert at.session.view.unit == 1000
        await at.press("=", "-", "-", "-")
        assert at.session.view.unit == 200
        await at.press("p", "?", "escape")
        assert not isinstance(at.app.screen, HelpScreen)
        assert at.table.layout("Ann") == {"hop 3-4": 500}


async def test_space_throws_only_while_the_line_is_empty_and_a_throw_may_be_said(evening):
    async with evening("nsw") as at:
        await at.type("p ")
        assert at.session.view.throws == 0
        await at.press("backspace", "backspace", "space")
        assert at.session.view.throws == 1
        await at.type("place 6 6")
        assert at.session.view.throws == 1
    async with evening("nsw") as at:
        await at.say("p", "roll", "throw", "Ann: roll", "Ann: throw", "roll 5-4")
        assert at.session.view.throws == 5
        assert not at.table.state.thrown


async def test_lines_typed_in_one_burst_happen_in_order(evening):
    async with evening("nsw") as at:
        lines = ("p", "roll 4-2", "o", "place 8 6", "come 5", "roll 5-4", "Bob: field 5", "roll 6-5")
        await at.press(*[key for line in lines for key in (*keys(line), "enter")])
        assert at.table.layout("Ann") == {"pass": 500, "pass_odds": 1000, "come 9": 500, "place 8": 600}
        assert at.table.rail("Bob") == 30500
        assert at.session.view.throws == 3
        assert at.sees("Bob's $5 on the Field wins $5", "log")
        assert at.sees("Bob wins $5 on the throw", "log")


async def test_lines_said_before_come_back_and_words_are_completed(evening):
    async with evening("nsw") as at:
        await at.say("place 6 6")
        await at.say("place 8 6")
        await at.press("up", "up", "enter")
        assert at.table.layout("Ann") == {"place 6": 1200, "place 8": 600}
        await at.press("up", "down", "enter")
        assert at.session.view.throws == 0
        await at.type("Bob: pl")
        await at.press("tab")
        assert at.app.query_one("#line").value == "Bob: place"
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


async def test_lines_are_for_the_current_seat(evening):
    async with evening("nsw") as at:
        await at.press("tab")
        await at.say("d")
        assert at.table.layout("Bob") == {"dont_pass": 500}
        await at.say("colour_up")  # an act of the crew without a name is for the current player
        (event, _) = at.table.log[-1]
        assert (event.player, event.by.role) == ("Bob", "boxperson")
        await at.say("seat ann", "f")
        assert at.table.layout("Ann") == {"field": 500}
        await at.say("seat Carol")
        assert at.sees("Carol is not at this table", "bar")
        await at.say("Carol: sit", "buy_in 200")
        assert at.table.rail("Carol") == 20000
        await at.say("leave")
        assert at.session.view.who == "Ann"
        assert goodbye(at.table) == "Goodbye. Ann is even, Bob is even, Carol is even."


async def test_an_empty_table_and_an_empty_rail_say_how_to_go_on(evening):
    async with evening("nsw", {}) as at:
        assert at.sees("Nobody sits here. Type  Ann: sit", "bar")
        await at.say("p", "o")
        await at.press("tab")
        await at.say("Ann: sit", "buy_in 5", "f", "roll 4-3")
        assert at.sees("Ann has no chips. Type  buy_in 500", "bar")
        await at.say("p")
        assert at.sees("Ann has $0 in the rail", "bar")
        assert at.sees("type  Ann: buy_in 500", "bar")
        await at.say("buy_in 500", "p")
        assert at.table.layout("Ann") == {"pass": 500}
        await at.press("space")
        assert at.table.shooter == "Ann"


async def test_a_refusal_is_shown_with_its_clause_and_an_error_with_its_word(evening):
    async with evening("nsw") as at:
        await at.say("c")
        reason, rule = at.shown("bar")[:2]
        assert "The Come can be made only while the puck is on, and it is off." in reason
        assert rule.strip().startswith("6.1.3: ")
        assert at.table.log == []
        await at.press("escape")
        assert at.sees("Come-out", "bar")
        await at.say("Ann: place 7 12")
        await at.until("there is no place 7", "bar")
        line, caret, reason = at.shown("bar")[:3]
        assert line[caret.index("^")] == "7"
        assert "there is no place 7" in reason
        await at.say("bob field 5")
        assert at.sees("type  Bob: field 5", "bar")
        assert at.table.log == []
        # A sign that is raised later also raises the maximum of a player with limits of their own.
        await at.say(
            "@14:00 supervisor: post_sign limits 10:10000",
            "@14:20 supervisor: own_limits Ann 10:10000",
            "supervisor: limits 1:20000",
            "status",
        )
        assert "The limits are $10 to $20000." in at.session.view.log[-1].text
    async with evening("three_four_five") as at:
        await at.say("pass 10.50")
        assert at.sees("By convention", "bar")
        await at.say("pass 50", "u", "pass 5")  # a slip on a contract can be undone
        assert at.table.layout("Ann") == {"pass": 500}


async def test_undo_is_a_word_and_a_key(evening):
    async with evening("nsw") as at:
        await at.say("u")
        assert at.sees("has nothing to undo since the last throw", "bar")
        await at.say("across 32", "u")
        assert at.table.layout("Ann") == {}
        assert at.sees("(undone)", "log")
        await at.type("p")
        await at.press("ctrl+z", "escape")
        assert at.table.layout("Ann") == {}
        await at.say("p")
        await at.press("space")
        await at.say("u")
        assert at.table.layout("Ann") == {"pass": 500}
        await at.say("6", "no_more_bets")
        assert at.sees("the dice are out", "bar")
        await at.say("u")
        assert "place 6" in at.table.layout("Ann")


async def test_undo_takes_back_line_by_line_whoever_said_them_and_the_log_only_grows(evening):
    lengths = []
    table = Table("nsw", {"Ann": 500, "Bob": 300})
    async with evening(table, on_change=lambda: lengths.append(len(table.log))) as at:
        await at.say("p", "Bob: field 10", "across 32", "Bob: hardways 20", "Bob: undo", "undo")
        bobs = {"field": 1000, "hard 4": 500, "hard 6": 500, "hard 8": 500}
        assert (table.layout("Ann"), table.layout("Bob")) != ({"pass": 500}, bobs)
        for ann, bob in (({"pass": 500}, {"field": 1000}), ({"pass": 500}, {})):
            await at.press("ctrl+z")
            assert (table.layout("Ann"), table.layout("Bob")) == (ann, bob)
        await at.press("ctrl+z", "ctrl+z")
        assert (table.layout("Ann"), table.layout("Bob")) == ({}, {})
        await at.say("hop 5-5 1", "place 6 6")
        await at.press("space", "ctrl+z")
    assert lengths == sorted(lengths)
    assert lengths[-1] == len(table.log)
    assert len(list(replay(read_record(table.record().text()), table.rulebook))) == len(table.log)
