"""The aims of `bankcraps best`: one at a time, and a sentence where half of one is said."""

import pytest

TABLE = ("--rules", "nsw", "--limits", "1:9", "--with", "place 6", "--bankroll", "5")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "say what to play for: --goal DOLLARS"),
        (("--utility", "log", "--throws", "2"), "up to a goal: say which, with --goal"),
        (
            ("--goal", "9", "--throws", "2", "--shooters", "1"),
            "not both 2 throws and 1 shooter",
        ),
        (("--goal", "9", "--least-throws-at", "0.4", "--throws", "2"), "has no deadline beside it"),
        (("--goal", "9", "--least-throws-at", "1.5"), "a chance is above 0 and at most 1"),
        (("--goal", "9", "--least-throws-at", "0.4", "--utility", "log"), "one aim, not both"),
        (("--goal", "9", "--still-playing", "4", "--at-least", "1"), "not both --still-playing and --goal"),
        (("--still-playing", "4"), "say how much has to be at risk"),
        (("--still-playing", "4", "--at-least", "1", "--throws", "3"), "has no deadline beside it"),
        (("--goal", "9", "--at-most", "4"), "goes with --still-playing N or --action DOLLARS"),
        (("--action", "9", "--at-least", "4", "--throws", "2"), "--at-least goes with --still-playing N"),
        (("--action", "9"), "action is what there is within --throws N"),
        (("--action", "9", "--decisions", "2"), "action is what there is within --throws N"),
        (("--action", "9", "--throws", "2", "--goal", "9"), "not both --action and --goal"),
        (("--action", "9", "--still-playing", "2"), "not both --still-playing and --action"),
        (("--action", "much", "--throws", "2"), "much"),
        (("--action", "900", "--throws", "2"), "the most action that place 6 can have in 2 throws from 5"),
        (("--goal", "9", "--utility", "log"), "after --throws N"),
        (("--goal", "9", "--least-throws-at", "0.4", "--against", "pass"), "leave out either it or"),
        (("--still-playing", "4", "--at-least", "1", "--against", "pass"), "leave out either it or"),
        (("--goal", "9", "--throws", "2", "--against", "pass"), "leave out either 2 throws or the system"),
        (
            ("--goal", "9", "--throws", "2", "--utility", "log", "--utility", "power:2", "--save", "it"),
            "take one --utility",
        ),
    ],
)
def test_questions_that_are_refused(bankcraps, words, said):
    ran = bankcraps("best", *TABLE, *words)
    assert ran.status != 0
    assert said in " ".join(ran.err.split())
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--goal", "9", "--decisions", "3"), "from 5 to 9 within 3 decisions"),
        (("--goal", "9", "--least-throws-at", "0.4"), "the convex hull"),
        (("--still-playing", "4", "--at-least", "2"), "nothing can fail with 8 or more"),
        (("--goal", "9", "--throws", "2", "--utility", "log"), "certainty equivalent"),
        (("--action", "3", "--throws", "4"), "of action in 4 throws from 5"),
    ],
)
def test_each_aim_has_an_answer(bankcraps, words, line):
    assert line in " ".join(bankcraps("best", *TABLE, *words).out.split())


def test_several_utilities_make_a_table(bankcraps):
    asked = ("--goal", "9", "--throws", "2", "--utility", "log", "--utility", "power:-1")
    out = bankcraps("best", *TABLE, *asked).out.splitlines()
    assert out[1].split()[:3] == ["utility", "mean", "spread"]
    assert [line.split()[0] for line in out[2:4]] == ["log", "power:-1"]
    assert out[5] == "the certainty equivalent is the sure sum that is worth as much to this player"
