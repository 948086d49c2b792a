"""Between a throw and the rest of the dice: who threw is remembered, and a no roll leaves one table."""

import pytest
from msgspec.structs import replace

from bankcraps import BOOKS, Table, load_rulebook
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import thrower
from bankcraps.game.engine.shooter.dice_set import THROWN_BY_OTHERS


def at(book, *lines):
    """A table with Ann and Bob, after these lines."""
    table = Table(book, {"Ann": 5000, "Bob": 5000})
    for line in lines:
        for came in table.say(line):
            assert came, (line, came.refusal)
    return table


def reason_of(book):
    rules = load_rulebook(book).no_roll
    return next(reason for reason in (*rules.may, *rules.must) if reason not in THROWN_BY_OTHERS)


FIRE = ("Bob: fire 5", "Ann: pass 10", "roll 4-2")


@pytest.mark.parametrize(
    "in_the_air",
    [
        (),
        ("floorperson: void Ann pass cheating",),
        ("Ann: down pass_odds",),
        ("floorperson: void Ann pass cheating", "floorperson: exclude Cid device"),
    ],
    ids=str,
)
def test_a_fire_counts_what_its_shooter_threw(in_the_air):
    table = at("pennsylvania", *FIRE, "Ann: pass_odds 10", "Ann: throw", *in_the_air, "roll 3-3")
    assert table.state.seated("Bob").wagers[0].progress == (6,)
    assert (table.shooter, table.state.turn.begun) == ("Ann", True)


@pytest.mark.parametrize(
    ("before", "in_the_air", "who"),
    [
        (("Ann: dont_pass 10", "Bob: place 6 12", "Ann: throw"), ("Ann: down dont_pass",), "Ann"),
        (("Ann: dont_pass 10", "Bob: pass 10", "Ann: throw"), ("Ann: down dont_pass",), "Ann"),
        (
            ("Ann: dont_pass 10", "Bob: pass 10", "Bob: place 6 12", "Ann: throw"),
            ("Ann: down dont_pass", "exclude Bob device"),
            "Ann",
        ),
        (("Bob: place 6 12", "stickperson: throw"), ("Ann: pass 10 confirmed dealer boxperson",), ""),
        (("Bob: place 6 12", "stickperson: throw"), ("exclude Ann device",), ""),
        (
            ("Ann: pass 10", "roll 6-5", "Bob: place 6 12", "stickperson: throw"),
            ("exclude Ann device",),
            "",
        ),
    ],
    ids=str,
)
def test_acts_in_the_air_do_not_change_who_threw(before, in_the_air, who):
    table = at("nsw", *before, *in_the_air)
    due = thrower(table.rulebook, table.state)
    assert (due.person, due.role) == ((who, "player") if who else ("", "stickperson"))
    all(table.say("roll 4-1"))
    assert table.state.last.in_a_hand == bool(who)
    assert table.state.turn.begun == bool(who)


def test_a_seven_out_by_the_stickperson_does_not_end_a_hand_that_fire_watches():
    table = at("pennsylvania", *FIRE, "roll 3-3", "roll 4-4", "roll 4-3")
    assert table.layout("Bob") == {"fire": 500}
    assert (table.shooter, table.point) == ("Ann", None)
    for line in ("Ann: pass 10", "roll 4-4", "roll 5-3"):
        assert all(table.say(line))
    assert table.state.seated("Bob").wagers[0].progress == (6, 8)
    assert all(table.say("roll 4-4"))
    assert all(table.say("stickperson: offer Bob"))
    assert table.layout("Bob") == {}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("closed", [(), ("no_more_bets",)], ids=["open", "closed"])
@pytest.mark.parametrize(
    "lines",
    [
        ("Ann: pass 10",),
        ("Ann: pass 10", "roll 4-2", "Ann: place 8 12"),
        ("Ann: pass 10", "roll 6-5", "Bob: pass 10"),
        ("Ann: pass 10", "roll 4-2", "roll 4-3", "Bob: pass 10", "Bob: accept", "Ann: pass 10"),
        ("Ann: pass 10", "roll 4-2", "roll 4-3", "Bob: place 6 12"),
    ],
    ids=str,
)
def test_a_no_roll_ends_alike(book, closed, lines):
    no_roll = f"no_roll {reason_of(book)}"
    quiet, announced = at(book, *lines, *closed), at(book, *lines, *closed)
    due = thrower(quiet.rulebook, quiet.state)
    if due is None:
        assert quiet.say(no_roll)[0].refusal
        return
    assert announced.do(ev.ThrowDice(by=due))
    assert all(announced.say(no_roll))
    assert all(quiet.say(no_roll))
    assert quiet.state == announced.state
    for line in ("Ann: undo", "correct 1-1"):
        assert quiet.say(line)[0].refusal
        assert announced.say(line)[0].refusal


def test_nobody_gets_the_dice_by_a_throw_of_somebody_else():
    table = at("pennsylvania", "Bob: fire 5", "Ann: pass 10", "roll 4-2", "roll 3-3", "Bob: pass 10")
    assert all(table.say("no_roll not_shooter"))
    assert (table.shooter, table.layout("Bob")) == ("Ann", {"pass": 1000, "fire": 500})


def test_dice_that_left_are_those_of_the_thrower():
    """Ann chose 2 and 5, and has nothing on the line any more: Bob throws any two of the set."""
    lines = ("Ann: pass 10", "Ann: accept", "Ann: choose 2 5", "roll 6-5", "Bob: pass 10")
    assert at("nsw", *lines).say("no_roll off_table dice 5")[0].refusal
    quiet = at("nsw", *lines, "no_roll off_table dice 1")
    assert quiet.state == at("nsw", *lines, "Bob: throw", "no_roll off_table dice 1").state
    assert (quiet.state.dice.chosen, quiet.state.dice.short) == ((2,), True)


def test_a_table_of_the_first_edition_goes_on_in_it():
    book = replace(load_rulebook("pennsylvania"), edition=1)
    table = Table(book, {"Ann": 500, "Bob": 500})
    for line in (*FIRE, "Ann: throw", "floorperson: void Ann pass cheating", "roll 3-3"):
        assert all(table.say(line))
    assert table.state.seated("Bob").wagers[0].progress == ()
