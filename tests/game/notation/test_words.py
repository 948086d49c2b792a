"""The words of betting: every example of help, other words for the same, and words without meaning."""

import re

import pytest
from msgspec.structs import replace

from bankcraps import NotationError
from bankcraps.game.engine import DICE, crew, player
from bankcraps.game.notation import read, write_event
from bankcraps.game.notation.usage import HELP, MEANINGS, USAGE

EXAMPLES = [
    (word, piece)
    for word, example in USAGE.items()
    for piece in re.split(r", (?:or: )?", example)
    if piece.split()[0] == word
]


@pytest.mark.parametrize("example", [example for _, example in EXAMPLES])
def test_every_example_of_help_is_said_at_a_table(example):
    assert read(example).words


def test_every_word_has_its_example():
    assert {word for word, _ in EXAMPLES} == set(USAGE)
    assert sum(map(len, HELP.values())) == len(USAGE)


def test_every_word_has_a_meaning_or_an_example_that_says_it():
    assert all(MEANINGS.get(word) or ", " in example for word, example in USAGE.items())
    assert set(MEANINGS) <= set(USAGE)


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ("12 on the wall", "'wall' does not belong here; say, for example: 12 on the 6, or: 12 each on"),
        ("put it on pass", "'put' is not a command; say help for the list of commands"),
        ("help", "say a bet or a call, such as: pass 10, 12 on the 6, press my 8, odds max, or: same bet"),
        ("gimme a yo", "'gimme a yo' is not complete; say, for example: yo 1"),
        ("gimme a two-way yo", "nobody bets for the crew at this table; say your own bet, as in: yo 1"),
        ("put the come bet up", "a come bet moves to its number by itself"),
        ("no 10", "that is a lay against a number; say how much, as in: no 10 40"),
        ("presses", "say which wager, as in: press place 8"),
        ("how much do I have", "say: help"),
        ("a quarter on the line", "say the amount in dollars"),
        ("10 on the 6, roll 4-2", "'roll' does not belong here"),
        ("pass 1, " * 20 + "pass 1", "'pass' does not belong here"),
        ("come odds 20", "as in: odds come 8 20"),
        ("plce 6 12", "'plce' is not a command; did you mean place, as in: place 6 12"),
    ],
)
def test_a_line_that_is_no_command_gets_a_hint_that_helps(said, hint):
    with pytest.raises(NotationError, match=re.escape(hint)):
        read(said)


@pytest.mark.parametrize(
    ("said", "canonical"),
    [
        ("win_line 10", "pass 10"),
        ("pass_line 10", "pass 10"),
        ("pass $10", "pass 10"),
        ("pass 10.", "pass 10"),
        ("pass 1,500.50", "pass 1500.50"),
        ("pass .50", "pass 0.50"),
        ("don't_pass 10", "dont_pass 10"),
        ("dont pass 10", "dont_pass 10"),
        ("come 6 10", "come 6 10"),
        ("hardway 8 5", "hard 8 5"),
        ("any craps 2", "any_craps 2"),
        ("any 7 1", "any_seven 1"),
        ("any_7 1", "any_seven 1"),
        ("big red 1", "any_seven 1"),
        ("ace-deuce 1", "three 1"),
        ("ace deuce 1", "three 1"),
        ("yo 1", "eleven 1"),
        ("yo-leven 1", "eleven 1"),
        ("midnight 1", "twelve 1"),
        ("c&e 2", "craps_eleven 2"),
        ("crap_eleven 2", "craps_eleven 2"),
        ("c_and_e 2", "craps_eleven 2"),
        ("horn high 12 5", "horn_high 12 5"),
        ("whirl 5", "world 5"),
        ("hop 4-3 1", "hop 3-4 1"),
        ("press place 6 12", "press place 6 12"),
        ("press place 6 12 confirmed dealer boxperson", "press place 6 12 confirmed dealer boxperson"),
        ("pass 10 token", "pass 10 token"),
        ("take_down place 8", "down place 8"),
        ("down pass 5", "down pass by 5"),
        ("down pass by 5", "down pass by 5"),
        ("down place 8 6", "down place 8 by 6"),
        ("down come by 5", "down come by 5"),
        ("down come 6", "down come 6"),
        ("down come 6 5", "down come 6 by 5"),
        ("down come 6 by 5", "down come 6 by 5"),
        ("down hop 2-1 by 1", "down hop 1-2 by 1"),
        ("working place 6", "on place 6"),
        ("buyin 500", "buy_in 500"),
        ("color_up", "colour_up"),
        ("no more bets", "no_more_bets"),
        ("dice out", "no_more_bets"),
        ("no roll short", "no_roll short"),
        ("limits 5:5000", "limits 5:5000"),
        ("  pass   10  ", "pass 10"),
    ],
)
def test_other_words_for_the_same_thing(said, canonical):
    words = read(said).words
    assert write_event(words) == canonical
    assert read(canonical).words == words


@pytest.mark.parametrize(
    ("line", "by", "at"),
    [
        ("pass 10", "", None),
        ("Ann: pass 10", "Ann", None),
        ("Ann : pass 10", "Ann", None),
        ("@14:05 Ann: pass 10", "Ann", 14 * 3600 + 5 * 60),
        ("@14:05:30 Ann: pass 10", "Ann", 14 * 3600 + 5 * 60 + 30),
        ("@0:00 pass 10", "", 0),
        ("@100:00 pass 10", "", 360_000),
        ("O'Neil-2: pass 10", "O'Neil-2", None),
        ("Zoë: pass 10", "Zoë", None),
    ],
)
def test_who_and_when_stand_before(line, by, at):
    said = read(line)
    assert (str(said.by), said.at, write_event(said.words)) == (by, at, "pass 10")


@pytest.mark.parametrize(
    ("said", "by"),
    [
        ("dealer: offer Ann", crew("dealer")),
        ("dealer Dora: offer Ann", crew("dealer", "Dora")),
        ("dealer Dan: offer Ann", crew("dealer", "Dan")),
        ("boxperson Dora: offer Ann", crew("boxperson", "Dora")),
        ("dealer  Dora : offer Ann", crew("dealer", "Dora")),
        ("dice: offer Ann", DICE),
        ("dice shaker-2: offer Ann", crew("dice", "shaker-2")),
        ("Dora: offer Ann", player("Dora")),
    ],
)
def test_two_dealers_are_two(said, by):
    event = replace(read(said).words, by=read(said).by)
    assert event.by == by
    assert replace(read(write_event(event)).words, by=read(write_event(event)).by) == event


NO_WORDS = """
line                        | caret | word       | message
                            |     1 |            | say something, such as: pass 10
   Ann:                     |     8 |            | say something, such as: pass 10
xyzzy                       |     1 | xyzzy      | 'xyzzy' is not a command; say help
psas 10                     |     1 | psas       | did you mean pass, as in: pass 10
Ann: palce 6 12             |     6 | palce      | did you mean place, as in: place 6 12
@9:00 Ann: wroll 4-2        |    12 | wroll      | did you mean roll, as in: roll 4-2
Ann: Bob: pass 10           |     6 | Bob:       | 'Bob:' is not a command
@9 pass 10                  |     2 | 9          | write a time as @14:05 or @14:05:30
@14:75 Ann: pass 10         |     2 | 14:75      | write a time as @14:05 or @14:05:30
Ann: @14:05 pass 10         |     6 | @14:05     | is not a command
pass                        |     5 |            | 'pass' is not complete; say, for example: pass 10
Ann: place 6                |    13 |            | 'place 6' is not complete; say, for example: place 6 12
down place 8 by             |    16 |            | is not complete
press                       |     6 |            | 'press' is not complete
pass tenner                 |     6 | tenner     | 'tenner' does not belong here; say, for example: pass 10
aces twelve three dollars   |     6 | twelve     | 'twelve' does not belong here; say, for example: aces 1
pass 10 20                  |     9 | 20         | '20' does not belong here
pass 1e5                    |     6 | 1e5        | '1e5' does not belong here
pass 1.234                  |     6 | 1.234      | '1.234' has fractions of a cent
pass nan                    |     6 | nan        | an amount of money must be finite, not 'nan'
pass -inf                   |     6 | -inf       | an amount of money must be finite, not '-inf'
pass 99999999999999999999   |     6 | 99999999999999999999 | is more than the largest sum
press 6 12                  |     9 | 12         | '12' does not belong here
place 7 10                  |     7 | 7          | there is no place 7; its numbers are 2, 3, 4, 5, 6
Ann:  place   13   6        |    15 | 13         | there is no place 13
repeater 7 5                |    10 | 7          | there is no repeater 7
Ann Lee: pass 10            |     1 | Ann        | 'Ann' is not a role; say a player's name, or a role
big 5 10                    |     5 | 5          | there is no big 5; its numbers are 6, 8
hard 5 5                    |     6 | 5          | there is no hard 5; its numbers are 4, 6, 8, 10
horn_high 4 5               |    11 | 4          | there is no horn_high 4; its numbers are 2, 3, 11, 12
come 7 10                   |     6 | 7          | there is no come 7
down big three              |    10 | three      | there is no big 3
place 6.5 12                |     7 | 6.5        | its number must be a whole number
odds place 6 10             |     6 | place      | 'place' does not belong here
odds come 10                |    13 |            | is not complete
hop 7-1 5                   |     5 | 7-1        | a die shows 1 to 6, not 7-1
hop 34 5                    |     5 | 34         | '34' does not belong here; say, for example: hop 3-4 1
roll 4                      |     7 |            | is not complete; say, for example: roll 4-2
roll 0-3                    |     6 | 0-3        | a die shows 1 to 6, not 0-3
roll 4-2-1                  |     6 | 4-2-1      | '4-2-1' does not belong here
roll 4-2 seen               |    14 |            | is not complete
limits 5                    |     8 | 5          | '5' does not belong here; say, for example: limits 5:5000
limits a:b                  |     8 | a:b        | 'a' is not a sum of money
own_limits 5:10             |    12 | 5:10       | '5:10' does not belong here
sit 1.5                     |     5 | 1.5        | a place must be a whole number
sit 12345678901             |     5 | 12345678901 | a place must be a whole number of at most 9 digits
choose 1 b                  |    10 | b          | 'b' does not belong here
decide 1 stands             |    10 | stands     | 'stands' does not belong here
decide 1 "stands            |    10 | "stands    | '"stands' does not belong here
dispute "\\x"               |     9 | "\\x"      | quote the words as in JSON
exclude Ann                 |    12 |            | is not complete; say, for example: exclude Ann device
void Ann place 7 device     |    16 | 7          | there is no place 7
"""
ROWS = [row.split(" | ") for row in NO_WORDS.strip("\n").split("\n")[1:]]


@pytest.mark.parametrize(
    ("line", "column", "word", "message"),
    [(row[0].rstrip(), int(row[1]), row[2].strip(), row[3]) for row in ROWS],
)
def test_what_is_no_word_is_pointed_at(line, column, word, message):
    with pytest.raises(NotationError) as caught:
        read(line)
    error = caught.value
    assert (error.column, error.word) == (column, word)
    assert message in str(error)
    assert error.text == line
    shown, caret, said = error.pointed().split("\n")
    assert (shown, said) == (line, str(error))
    assert caret.index("^") == column - 1
    assert caret.count("^") == max(1, len(word))
    assert line[column - 1 : column - 1 + len(word)] == word


def test_a_line_has_an_end():
    assert read("Ann: pass 10" + " " * 488)
    with pytest.raises(NotationError, match="at most 500 characters, not 501"):
        read("Ann: pass 10" + " " * 489)


def test_one_line_at_a_time():
    with pytest.raises(NotationError):
        read("pass 10\npass 10")
