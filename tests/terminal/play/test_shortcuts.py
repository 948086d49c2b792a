"""Shortcuts and commands: their meaning, and the amount that a shortcut bets."""

import pytest

from bankcraps.errors import NotationError
from bankcraps.game.chance import dice_from
from bankcraps.game.chips import Cents
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player
from bankcraps.game.notation import read
from bankcraps.game.notation.usage import USAGE
from bankcraps.game.rulebook import BOOKS, load_rulebook
from bankcraps.game.table import Table
from bankcraps.game.wagers import wager
from bankcraps.terminal.play.commands import COMMANDS, command, completed, shortcut, shortcuts
from bankcraps.terminal.play.help import help_on
from bankcraps.terminal.play.local_session import LocalSession
from bankcraps.terminal.play.session import first_unit, full_odds_bet, next_unit, stake
from bankcraps.terminal.play.widgets.input_line import _ACTING

from . import houses


@pytest.mark.parametrize(
    ("limits", "unit", "on", "staked"),
    [
        ("1:10000", 5, "pass", 5),
        ("1:10000", 5, "place 6", 6),
        ("1:10000", 5, "place 5", 5),
        ("1:10000", 25, "place 8", 30),
        ("1:10000", 1, "place 6", 1),
        ("1:10000", 5, "horn", 8),
        ("1:10000", 5, "world", 5),
        ("10:500:5", 10, "place 6", 12),
        ("25:5000:25", 25, "world", 125),
    ],
)
def test_a_unit_is_staked_as_a_dealer_would_take_it(limits, unit, on, staked):
    table = Table("washington", {"Ann": 5000}, limits=limits)
    assert stake(table.rulebook, table.state, "Ann", wager(on), Cents(unit * 100)) == staked * 100
    assert table.bet("Ann", on, staked)


def test_units_go_up_and_down_within_the_limits():
    state = Table("nsw", {"Ann": 500}, limits="10:50:5").state
    unit = first_unit(state)
    seen = [unit]
    for _ in range(9):
        unit = next_unit(unit, state, up=True)
        seen.append(unit)
    assert sorted(set(seen)) == [1000, 1500, 2000, 2500, 5000]
    assert next_unit(Cents(1000), state, up=False) == 1000


@pytest.mark.parametrize(
    ("rules", "line", "throw", "odds"),
    [
        ("nsw", "pass 10", "4-2", ("pass_odds", 20)),
        ("three_four_five", "pass 10", "4-2", ("pass_odds", 50)),
        ("three_four_five", "dont_pass 10", "4-2", ("dont_pass_odds", 60)),
        ("nsw", "dont_pass 10", "3-1", ("dont_pass_odds", 40)),
        ("nsw", "pass 300", "4-2", ("pass_odds", 200)),
    ],
)
def test_full_odds(rules, line, throw, odds):
    table = Table(rules, {"Ann": 500})
    assert all(table.say(line))
    assert all(table.say(f"roll {throw}"))
    name, amount = odds
    bet = full_odds_bet(table.rulebook, table.state, table.state.seats[0])
    assert bet == ev.Bet(wager(name), Cents(amount * 100), by=player("Ann"))


def test_odds_go_to_the_next_flat_wager_that_has_room():
    session = LocalSession(Table("nsw", {"Ann": 500}), dice_from(1))
    for line in ("pass 10", "roll 4-2", "come 10", "roll 5-4"):
        assert session.say(line)
    assert session.take_odds()
    assert session.take_odds()
    wanted = {"pass": 1000, "pass_odds": 2000, "come 9": 1000, "come_odds 9": 2000}
    assert session.table.layout("Ann") == wanted
    assert not session.take_odds()
    assert session.view.message is not None
    assert "at most 2 times" in session.view.message.text


@pytest.mark.parametrize("rules", BOOKS)
def test_no_word_begins_with_a_key(rules):
    book = Table(rules).rulebook
    words = {*USAGE, *COMMANDS, *(key for keys, _ in shortcuts(book) for key in keys.split())}
    assert not {word[0] for word in words} & set(_ACTING)


def test_a_shortcut_is_no_other_word():
    table = Table("classic", {"Ann": 500})
    for key in [key for keys, _ in shortcuts(table.rulebook) for key in keys.split()]:
        assert shortcut(f" {key.upper()} ")
        assert command(key) is None
        with pytest.raises(NotationError):
            read(key)


def test_shortcuts_are_listed_in_the_words_of_the_house():
    assert dict(shortcuts(Table("nsw").rulebook))["p"] == "Win Line"
    listed = dict(shortcuts(houses.crapless()))
    assert listed["2 3 4 5 6 8 9 10 11 12"] == "Place"
    assert "d" not in listed


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("pl", "place"),
        ("place ", "place 6 12"),
        ("Bob: fi", "Bob: field"),
        ("seat b", "seat Bob"),
        ("help pl", "help place"),
        ("hop", ""),
        ("xyz", ""),
        ("", ""),
    ],
)
def test_completion(text, whole):
    table = Table("nsw", {"Ann": 500, "Bob": 300})
    found = completed(text, table.rulebook, table.state)
    assert found.casefold() == whole.casefold()


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("how much do I have", ("status", "")),
        ("What's the point?", ("status", "")),
        ("who is shooting", ("status", "")),
        ("what do I have working?", ("wagers", "")),
        ("my bets", ("wagers", "")),
        ("stack", ("status", "")),
        ("show my stack", ("status", "")),
        ("how much does the field pay?", ("help", "field")),
        ("my bets are off", None),
        ("the line 5", None),
    ],
)
def test_questions_are_answered(asked, answered):
    assert command(asked) == answered


async def test_what_somebody_has_is_in_the_log(evening):
    async with evening("nsw") as at:
        await at.say("p", "roll 4-2", "how much do I have?")
        assert at.session.view.log[-1].text.startswith("Ann has $495 in the rail and $5 on the layout.")
    assert help_on(load_rulebook("nsw"), "hard eight") == help_on(load_rulebook("nsw"), "hard")
