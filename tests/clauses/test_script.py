"""The runner of clause scripts fails when it should, and says where and why."""

import pytest
from tests.clauses.script import Disagreement, ScriptError, play, read_scripts, scripts_of

SCRIPT = """\
## A house's rules.

# 6.1.5.1 odds behind the Win Line are limited to twice the flat
with limits 5:500; chip 0.50; seats Ann:500 Bob:300
= puck off
Ann: pass 10
> Ann puts 10 on pass
roll 4-2
= shooter Ann
Ann: odds 21
! 6.1.5.1 over_odds_limit
Ann: odds 21
! 6.1.5.1
Bob: place 8 400
! - not_enough_chips
Ann: odds 20
> Ann puts 20 on pass_odds
>! commission
= Ann 470
= Ann pass_odds 20
= Ann place 6 none
= Bob 300
= Cat gone
= puck 6
= total 0
roll 5-1
> Ann's pass 10 wins 10
> Ann's pass_odds 20 wins 24
"""


def played(lines, book="nsw"):
    (script,) = read_scripts("# 6.1 a title\n" + "\n".join(lines), "here.txt")
    play(script, book)


def test_what_is_so_is_accepted():
    (script,) = read_scripts(SCRIPT, "here.txt")
    play(script, "nsw")
    assert script.name == "6.1.5.1-odds-behind-the-win-line-are-limited-to-twice-the-flat"


def test_an_option_of_the_house_is_chosen():
    tie = ["Ann: dont_pass 10", "roll 1-1", "> Ann's dont_pass 10 comes back (tied)"]
    played(["with option bar=2", *tie], "classic")
    with pytest.raises(Disagreement):
        played(["with option bar=12", *tie], "classic")


@pytest.mark.parametrize(
    ("lines", "at", "expected", "found"),
    [
        (["Ann: pass 501", "= Ann 500"], 2, "'Ann: pass 501' to be accepted", "refused, citing - not_enough"),
        (["Ann: pass 10", "! 6.1"], 3, "'Ann: pass 10' refused, citing 6.1", "it is accepted"),
        (["Ann: come 10", "! 6.1.1"], 3, "citing 6.1.1", "citing 6.1.3 not_now"),
        (["Ann: come 10", "! 6.1.3 contract"], 3, "citing 6.1.3 contract", "citing 6.1.3 not_now"),
        (["Ann: come 10", "! 6.1"], 3, "citing 6.1", "citing 6.1.3 not_now"),
        (["Ann: pass 10", "> Ann puts 1 on pass"], 3, "'Ann puts 1 on pass'", "Ann puts 10 on pass"),
        (["Ann: pass 10", "> Ann puts 10"], 3, "'Ann puts 10'", "Ann puts 10 on pass"),
        (["Ann: pass 10", ">! on pass"], 3, "nothing with 'on pass'", "Ann puts 10 on pass"),
        (["Ann: pass 10", "= Ann 489"], 3, "Ann 489", "it is 490"),
        (["Ann: pass 10", "= Ann pass 11"], 3, "Ann pass 11", "it is 10"),
        (["Ann: pass 10", "= Ann pass none"], 3, "Ann pass none", "it is 10"),
        (["Ann: pass 10", "= Ann place 6 6"], 3, "Ann place 6 6", "it is none"),
        (["Ann: pass 10", "roll 4-2", "= puck off"], 4, "puck off", "it is 6"),
        (["Ann: pass 10", "roll 4-2", "= shooter Bob"], 4, "shooter Bob", "it is Ann"),
        (["Ann: pass 10", "= Zoe 500"], 3, "Zoe 500", "it is gone"),
        (["= total 1"], 2, "total 1", "it is 0"),
    ],
)
def test_what_is_not_so_fails(lines, at, expected, found):
    with pytest.raises(Disagreement) as failed:
        played(lines)
    first, second, third = str(failed.value).splitlines()
    assert first == f"here.txt:{at}: 6.1 a title"
    assert expected in second
    assert found in third


def test_effects_are_expected_in_their_order():
    lines = ["Ann: pass 10", "Bob: dont_pass 10", "roll 6-5"]
    played([*lines, "> Bob's dont_pass 10 loses", "> Ann's pass 10 wins 10"])
    with pytest.raises(Disagreement, match=r"dont_pass 10 loses.* after .*pass 10 wins 10"):
        played([*lines, "> Ann's pass 10 wins 10", "> Bob's dont_pass 10 loses"])


def test_one_effect_is_not_two():
    with pytest.raises(Disagreement):
        played(["Ann: pass 10", "> Ann puts 10 on pass", "> Ann puts 10 on pass"])


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["Ann: bet it all", "= Ann 500"], "here.txt:2: 6.1 a title: nobody says this"),
        (["Ann: pass 10", "= Ann pas 10"], "here.txt:3: 6.1 a title: there is no wager 'pas'"),
        (["Ann: pass 10"], "here.txt:1: this script checks nothing"),
        (["Ann: pass 10", ">Ann puts 10 on pass"], "here.txt:3: a check is a mark, a blank and"),
        (["Ann: pass 10", "= Ann 490", "! 6.1"], "here.txt:4: a refusal stands right below"),
        (["! 6.1"], "here.txt:2: a refusal stands right below"),
        (["with seats Ann Bob:5", "= Ann 500"], "here.txt:2: seats are written Ann:500 Bob:300"),
        (["with stakes 5", "= Ann 500"], "here.txt:2: `with` has limits, chip, seats, others and option"),
    ],
)
def test_a_script_that_cannot_be_read_fails(lines, message):
    with pytest.raises(ScriptError) as failed:
        played(lines)
    assert str(failed.value).startswith(message)


@pytest.mark.parametrize(("text", "message"), [
    ("Ann: pass 10\n= Ann 490", "here.txt:1: a file begins with a script"),
    ("# 6.1\n= Ann 500", "here.txt:1: a script begins as in"),
    ("# 6.1 one\n= Ann 500\n# 6.1 One!\n= Ann 500", "here.txt:3: 6.1-one is there twice"),
])  # fmt: skip
def test_a_file_that_cannot_be_read_fails(text, message):
    with pytest.raises(ScriptError) as failed:
        read_scripts(text, "here.txt")
    assert str(failed.value).startswith(message)


def test_a_book_without_a_file_fails():
    with pytest.raises(ScriptError, match=r"there is no tests/clauses/nowhere\.txt"):
        scripts_of("nowhere")
