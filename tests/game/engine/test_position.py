"""The key of a chain's state: which parts of a table with one player it keeps."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from bankcraps import Cents, Table, load_rulebook
from bankcraps.game.engine.position import position, with_rail
from bankcraps.game.engine.state import Turn

EXAMPLES = Path(__file__).parents[3] / "examples" / "houses"
LONG_HAND = Turn(start=3, held=True, offered=2, declined=(4,), opening=True, begun=True, since_seven=True)
"""A turn in which nothing is at its default."""


def table(book, money=500, place=1):
    """Ann has thrown a point, has two wagers, and could take one of them back."""
    at = Table(book, {"Ann": money}, limits="5:500")
    for line in ("Ann: pass 10", "roll 2-2", "Ann: place 6 12"):
        at.say(line)
    (seat,) = at.state.seats
    return replace(at.state, seats=(replace(seat, idle=2, place=place),))


@pytest.mark.parametrize("name", ["nsw", "pennsylvania"])
def test_money_and_what_can_be_undone_are_left_out_and_all_else_is_kept(name):
    book = load_rulebook(name)
    state = table(book)
    (seat,), key = state.seats, position(book, state)
    assert key == position(book, table(book, 300))
    assert seat.earlier
    assert key.seats == (replace(seat, rail=Cents(0), idle=0, earlier=()),)
    assert key == replace(state, seats=key.seats, bank=Cents(0), turn=key.turn, last=None)
    assert key.puck == 4


@pytest.mark.parametrize(
    ("house", "turn"),
    [
        ("nsw", Turn(start=3, held=True, opening=False)),
        ("pennsylvania", Turn(start=3, held=True, opening=False, begun=True)),
        ("all_tall_small", Turn(start=3, held=True, opening=False, begun=True, since_seven=True)),
    ],
)
def test_the_turn_matters_as_far_as_wagers_on_a_hand_ask_about_it(house, turn):
    own = EXAMPLES / f"{house}.toml"
    book = load_rulebook(own if own.exists() else house)
    state = replace(table(book, place=3), turn=LONG_HAND)
    assert position(book, state).turn == turn


def test_whether_a_seven_has_come_makes_two_states_only_where_a_wager_waits_for_it():
    book = load_rulebook(EXAMPLES / "all_tall_small.toml")
    before = replace(table(book), turn=replace(LONG_HAND, since_seven=False))
    assert position(book, before).turn.since_seven is False


def test_a_rail_is_put_back_and_nothing_else_changes():
    state = table(load_rulebook("nsw"))
    (seat,) = state.seats
    assert with_rail(state, 12_345) == replace(state, seats=(replace(seat, rail=Cents(12_345)),))
