"""Seats at the terminal table, refusals, and undo."""

from bankcraps.game.records import read_record, replay
from bankcraps.game.table import Table
from bankcraps.terminal.play import goodbye


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
        assert at.sees("Ann has no chips. Type  buy_in 500", "bar")
        await at.say("p")
        assert at.sees("Ann has $0 in the rail", "bar")
        assert at.sees("type  Ann: buy_in 500", "bar")
        await at.say("buy_in 500")
        await at.say("p")
        assert at.table.layout("Ann") == {"pass": 500}


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
        assert at.sees("(undone)", "log")
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


async def test_an_act_of_the_crew_without_a_name_is_for_the_current_player(evening):
    async with evening("nsw") as at:
        await at.press("tab")
        await at.say("colour_up")
        (event, _) = at.table.log[-1]
        assert (event.player, event.by.role) == ("Bob", "boxperson")


async def test_the_status_names_the_limits_that_count_for_the_player(evening):
    """A sign that is raised later also raises the maximum of a player with limits of their own."""
    async with evening("nsw") as at:
        await at.say(
            "@14:00 supervisor: post_sign limits 10:10000",
            "@14:20 supervisor: own_limits Ann 10:10000",
            "supervisor: limits 1:20000",
            "status",
        )
        assert "The limits are $10 to $20000." in at.session.view.log[-1].text
