"""The line at the terminal table: words, keys, the unit, and lines said before."""

from tests.kit.profiles import share

from bankcraps.terminal.play.widgets.input_line import HelpScreen

from .conftest import keys

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


async def test_a_word_does_what_it_says_whenever_it_is_typed(evening):
    """Each line is said at a layout without chips: the bets of the line before are taken back."""
    async with evening("classic") as at:
        for line, layout in WORDS.items():
            events = len(at.table.log)
            await at.say(line)
            assert at.table.layout("Ann") == layout, line
            assert at.session.view.throws == 0
            if len(at.table.log) > events:
                await at.press("ctrl+z")
            assert at.table.layout("Ann") == at.table.layout("Bob") == {}, line


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
        for line in share((*WORDS, *NOTHING, "roll 4-2", "roll", "undo", "u", "p", "6", "quit"), 3):
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
        assert at.sees("enter say the line", "keys")
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
