"""What the keys mean: how much one stakes, and when they are letters after all."""

import pytest

from bankcraps.chance import dice_from
from bankcraps.chips import Cents
from bankcraps.engine import events as ev
from bankcraps.play.key_run import PAUSE, KeyRun
from bankcraps.play.keys import KEYS
from bankcraps.play.session import Session
from bankcraps.play.stakes import first_unit, full_odds, next_unit, stake
from bankcraps.play.vocabulary import COMMANDS, Vocabulary
from bankcraps.rulebook import BOOKS
from bankcraps.table import Table
from bankcraps.wagers import wager


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
        ("10:500:5", 10, "place 6", 10),
        ("10:500:5", 10, "horn", 20),
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
        ("three_four_five", "pass 5", "5-4", ("pass_odds", 20)),
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
    bet = full_odds(table.rulebook, table.state, table.state.seats[0])
    assert bet == ev.Bet(wager(name), Cents(amount * 100), by="Ann")


def test_odds_go_to_the_next_flat_wager_that_has_room():
    session = Session(Table("nsw", {"Ann": 500}), dice_from(1))
    for line in ("pass 10", "roll 4-2", "come 10", "roll 5-4"):
        assert session.say(line)
    assert session.take_odds()
    assert session.take_odds()
    assert session.table.layout("Ann") == {
        "pass": 1000,
        "pass_odds": 2000,
        "come 9": 1000,
        "come_odds 9": 2000,
    }
    assert not session.take_odds()
    assert session.now.trouble is not None
    assert "at most 2 times" in session.now.trouble.what


def run_of(keys, step=0.1):
    run = KeyRun()
    for count, key in enumerate(keys):
        run.pressed(key, 10 + count * step)
    return run, 10 + len(keys) * step


@pytest.mark.parametrize(
    ("keys", "letter", "begun"),
    [
        ("p", "l", "p"),
        ("co", "m", "co"),
        ("pco", "l", "co"),
        ("do", "n", "do"),
        ("u", "n", "u"),
        ("qu", "i", "qu"),
        ("p", "z", ""),
        ("6", "l", ""),
        ("p6", "l", ""),
        ("", "l", ""),
    ],
)
def test_letters_that_begin_a_word(keys, letter, begun):
    table = Table("nsw", {"Ann": 500})
    run, now = run_of(keys)
    words = Vocabulary(table.rulebook, table.state)
    assert run.begun(letter, now, words) == begun
    assert run.begun(letter, now + PAUSE, words) == ""


@pytest.mark.parametrize(
    ("keys", "word"), [("off", "off"), ("poff", "off"), ("yo", "yo"), ("p", ""), ("co", "")]
)
def test_keys_that_are_a_whole_word(keys, word):
    table = Table("nsw", {"Ann": 500})
    run, now = run_of(keys)
    assert run.word(now, Vocabulary(table.rulebook, table.state)) == word


@pytest.mark.parametrize("rules", BOOKS)
def test_every_word_can_be_typed_from_its_first_letter(rules):
    table = Table(rules, {"Ann": 500})
    words = Vocabulary(table.rulebook, table.state)
    for word in (*words.words, *COMMANDS):
        letters = next((n for n, letter in enumerate(word) if letter not in {*KEYS, "q"}), len(word))
        run, now = run_of(word[:letters], step=0)
        taken_over = run.begun(word[letters], now, words) if letters < len(word) else run.word(now, words)
        assert taken_over == word[:letters], word
