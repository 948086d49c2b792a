"""`bankcraps drill`: exercises through a pipe."""

import os
import re
import subprocess
import sys

import pytest
from tests.kit.console import HANGS_S

from bankcraps import load_rulebook
from bankcraps.game.chips import printed
from bankcraps.training import ASKS, Level, correction, exercise

LEVEL = ("drill", "--rules=nsw", "--family=line", "--family=odds", "--amounts=odd", "--seed=11")


def test_right_answers_are_right_and_the_score_says_so(bankcraps):
    book = load_rulebook("nsw")
    exercises = [exercise(book, Level(("line", "odds"), "odd", 3), 11, index) for index in range(3)]
    rights = [correction(book, one, number) for one in exercises for number in range(len(one.questions))]
    lines = [printed(right.pay) if right.action == "pay" else right.action for right in rights]
    lines = ["move" if line == "travel" else line for line in lines]
    said = bankcraps(*LEVEL, "--exercises", "3", said="\n".join(lines) + "\n").out
    assert said.count("right: ") == len(rights)
    assert "no: " not in said
    assert said.splitlines()[-1].split()[:3] == ["all", str(len(rights)), "0"]


def test_a_wrong_answer_is_corrected_with_the_clause(bankcraps):
    said = bankcraps(*LEVEL, said="nonsense\n1\nq\n").out
    assert "no: take it" in said
    assert "6.1.1.2.1: Win Line loses at once on a come-out 2, 3 or 12." in said
    assert said.count("type the pay in dollars") == 2


def test_a_family_that_the_house_lacks(bankcraps):
    refused = bankcraps("drill", "--rules", "nsw", "--family", "hop")
    assert (refused.status, "offers no wager of hop" in refused.err) == (1, True)


@pytest.mark.parametrize("kind", [kind for kind in ASKS if kind != "settle"])
def test_right_answers_in_words_are_right(bankcraps, kind):
    book, level = load_rulebook("three_four_five"), Level(("odds", "place", "horn"), asks=(kind,))
    rights = [
        correction(book, one, number)
        for one in (exercise(book, level, 11, index) for index in range(2))
        for number in range(len(one.questions))
    ]
    asked = f"drill --asks {kind} --family odds --family place --family horn --seed 11".split()
    lines = "".join(f"{right.said}\n" for right in rights)
    said = bankcraps(*asked, "--exercises", "2", said="?!\n" + lines).out
    assert said.count("right: ") == len(rights)
    assert "no: " not in said
    assert said.splitlines()[-1].split()[:3] == ["all", str(len(rights)), "0"]
    told = bankcraps(*asked, "--exercises", "2", "--json").json
    assert [question["right"]["said"] for one in told for question in one["questions"]] == [
        right.said for right in rights
    ]


def test_at_a_terminal_the_score_says_how_long_an_answer_took():
    ours, theirs = os.openpty()
    drill = [sys.executable, "-m", "bankcraps", *LEVEL, "--exercises", "1"]
    with subprocess.Popen(drill, stdin=theirs, stdout=subprocess.PIPE, text=True) as process:
        os.write(ours, b"t\n" * 20)
        said, _ = process.communicate(timeout=HANGS_S)
    os.close(theirs)
    os.close(ours)
    assert re.search(r"right +wrong +seconds each\n", said)
    assert re.search(r"\nall +\d+ +\d+ +\d+\.\d\n", said)
