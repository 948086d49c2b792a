"""A table's memory of the time since a throw does not grow when people repeat the same acts."""

import pytest

from bankcraps import BOOKS, Table, load_rulebook
from bankcraps.game.engine import effects as fx


@pytest.fixture
def table():
    made = Table(load_rulebook("classic"), {"Ann": "500", "Bob": "500"})
    for said in ("Ann: pass 10", "roll 6-5"):
        made.say(said)
    return made


def test_dice_that_are_chosen_again_and_again(table):
    for _ in range(150):
        table.say("Ann: choose 1 2")
        table.say("Ann: choose 3 4")
    assert len(table.state.last.dice) == 200
    table.say("correct 4-3")
    assert table.state.dice.chosen == (3, 4)


def test_dice_that_go_round_and_round(table):
    for _ in range(51):
        for said in (
            "Ann: pass_dice",
            "offer Bob",
            "Bob: accept",
            "Bob: pass_dice",
            "offer Ann",
            "Ann: accept",
        ):
            table.say(said)
    assert len(table.state.last.dice) == 200
    table.say("correct 4-3")
    assert table.shooter == "Ann"


def test_somebody_who_comes_and_goes(table):
    for _ in range(3):
        table.say("Bob: leave")
        table.say("Bob: sit")
    assert len(table.state.last.since) == 1


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("right", ["correct 5-6", "invalidate fraud throw"])
@pytest.mark.parametrize("stranger", ["Eve: leave", "Eve: sit; Eve: leave", "exclude Eve {reason}"])
def test_a_stranger_who_goes_takes_nothing_from_those_who_stay(book, right, stranger):
    """Ann does not answer, so Bob takes the dice. He keeps them although somebody else goes meanwhile."""
    sat = ("Eve",) if stranger == "Eve: leave" else ()
    table = Table(book, dict.fromkeys(("Ann", "Bob", *sat), 500))
    acts = stranger.format(reason=next(iter(table.rulebook.floor.exclude_for))).split("; ")
    right = right.replace("fraud", next(iter(table.rulebook.floor.invalidate_for)))
    lines = ("Ann: place 6 12", "roll 5-4", "offer Ann", "no_answer", "offer Bob", "Bob: accept")
    for said in (*lines, *acts, right):
        assert all(steps := table.say(said)), said
    assert table.shooter == "Bob"
    assert not [told for told in steps[-1].effects if "Bob" in str(told)]


FOUR = [book for book in BOOKS if book != "nsw"]  # there the dice are offered only to who is on the line
LOST, OPENING = "Bob: pass 10; roll 5-4; roll 4-3; ", "Bob: place 6 12; roll 5-4; offer Ann; no_answer; "
DOT_TOO = "Dot: sit 3; offer Ann; Ann: accept; Ann: pass_dice; offer Bob; no_answer; offer Dot; Dot: accept"
PASSED = "Ann: pass 10; roll 5-4; roll 4-3; offer Bob; no_answer; offer Cy; Cy: accept"
LATE = PASSED.replace("offer Bob", "Cy: sit 3; offer Bob")
ROUND = "offer Ann; Ann: decline; offer Bob; Bob: accept"
GOES, CAME = ("Cy: leave", "exclude Cy {0}"), ("Bob", "Dot")


@pytest.mark.parametrize("act", ["correct", "invalidate {} throw"])
@pytest.mark.parametrize(
    ("book", "lines", "shooter"),
    [
        *((book, OPENING + "offer Bob; Bob: accept; Ann: leave; Ann: sit", "Bob") for book in BOOKS),
        *(
            (book, OPENING + "offer Bob; Dot: sit 3; Bob: accept; Ann: leave; Eve: sit", "Bob")
            for book in BOOKS
        ),
        *((book, LOST + "offer Ann; Ann: accept; Dot: sit 3", "Ann") for book in FOUR),
        *((book, f"Cy: sit 3; {PASSED}; Cy: leave; {ROUND}", "Bob") for book in FOUR),
        *((book, f"{LATE}; {goes}; {ROUND}", "Bob") for book in FOUR for goes in GOES),
        *((book, LOST + DOT_TOO, "Dot") for book in FOUR),
        *((book, LOST + DOT_TOO + "; Eve: sit 4", "Dot") for book in FOUR),
        *((book, f"Cy: sit 3; {PASSED}; Bob: leave; {came}: sit", "Cy") for book in FOUR for came in CAME),
    ],
)
def test_people_who_come_or_go_take_the_dice_from_nobody(book, lines, shooter, act):
    """Those who were there decide who was next. The throw is another of its kind, or has no result."""
    table = Table(book, {"Ann": 500, "Bob": 500})
    right = "correct 6-5" if OPENING in lines else "correct 6-1"
    floor = table.rulebook.floor
    reason, excluded = next(iter(floor.invalidate_for)), next(iter(floor.exclude_for))
    for said in (*lines.format(excluded).split("; "), right if act == "correct" else act.format(reason)):
        assert all(steps := table.say(said)), said
    assert table.shooter == shooter
    assert not [told for told in steps[-1].effects if isinstance(told, fx.Reversed) and shooter in str(told)]
