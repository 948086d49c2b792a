"""Acts keep fields that are added later. Random sessions and crowded tables are held to that law, too."""

import pytest
from msgspec.structs import replace
from tests.kit.houses import full_table
from tests.kit.laws.carrying import KINDS, a_new_field_is_carried_through, marked, plain
from tests.kit.layouts import LAID
from tests.kit.sessions import Moment

from bankcraps import BOOKS, Cents, Table, Throw, load_rulebook, step, wager
from bankcraps.game.engine import Seat, Standing
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.legal import position, with_rail
from bankcraps.game.notation import read, understand

BUSY = """
supervisor: own_limits Bob 1:20000; supervisor: issue_token Ann 25; supervisor: issue_token Bob 25
Ann: dispute "a four"; Bob: dispute "a five"
@9:00 supervisor: post_sign limits 2:5000; @9:00 supervisor: post_sign closing
Bob: dont_pass 10; Bob: hard 6 5; Bob: off hard 6; Bob: buy 4 40; Ann: pass 10; Ann: hard 8 5; Ann: off hard 8
roll 2-2; Ann: hard 4 5; Ann: off hard 4
"""
RARE = {
    "vacate Cid": ("Ann: pass 10", "Bob: pass 10", "roll 6-5"),
    'investigate 1 "the rules were kept"': (
        *('Ann: dispute "a four"', 'decide 1 "it stands"', "Ann: ask_review 1"),
        *('supervisor: decide 1 "so"', "Ann: ask_review 1"),
    ),
}


@pytest.mark.parametrize(("line", "before"), RARE.items())
def test_an_act_that_random_sessions_seldom_do_carries_along_what_it_does_not_change(line, before):
    book = full_table() if "vacate" in line else load_rulebook("nsw")
    table = Table(book, dict.fromkeys(("Ann", "Bob", "Cid"), 1000))
    for said in before:
        assert all(table.say(said)), said
    event = understand(read(line), book, table.state)[-1]
    a_new_field_is_carried_through(book, Moment(table.state, event, step(book, table.state, event)))


def test_the_marks_are_on_everything_a_table_is_made_of():
    """A new kind of value in a table has to be added to the law as well."""
    table = Table("nsw", {"Ann": 1000, "Bob": 1000})
    for line in BUSY.strip().replace("\n", "; ").split("; "):
        assert all(table.say(line)), line
    found = set()

    def look(value):
        if isinstance(value, tuple):
            for part in value:
                look(part)
        elif hasattr(value, "__struct_fields__") and not isinstance(value, str):
            found.add(type(value))
            for name in value.__struct_fields__:
                look(getattr(value, name))

    look(table.state)
    assert found - {Throw} == set(KINDS)
    assert plain(marked(table.state)) == table.state


@pytest.mark.parametrize("book", BOOKS)
def test_the_key_of_a_position_carries_along_what_it_does_not_leave_out(book):
    rules = load_rulebook(book)
    table = Table(rules, {"Ann": 1000})
    for line in ("Ann: pass 10", "roll 2-2", "hard 6 5", "off hard 6"):
        assert all(table.say(line))
    old = marked(table.state)
    key = position(rules, old)
    marks = [
        [one.mark for one in (state, state.dice, state.floor, *state.seats, *state.seats[0].wagers)]
        for state in (key, old)
    ]
    assert marks[0] == marks[1]
    richer = with_rail(key, 700)
    assert (richer.mark, richer.seats[0].mark, richer.seats[0].rail) == (old.mark, old.seats[0].mark, 700)


@pytest.mark.parametrize("laid", LAID)
def test_a_come_wager_that_travels_takes_everything_along(laid):
    """A come wager has no button, commission or progress today; it would keep them all the same."""
    tokens = {"chips": (), "a token": (Cents(1000),), "chips and a token": (Cents(400),)}[laid]
    box = Standing(wager("come"), Cents(1000), "on", Cents(100), tokens, (4,))
    table = Table("pennsylvania", {"Ann": 1000})
    seat = Seat("Ann", 1, Cents(99_000), (box,))
    state = replace(table.state, seats=(seat,), bank=Cents(-100_000), puck=6)
    after = step(table.rulebook, state, ev.Rolled(Throw(2, 3))).state
    assert after.seats[0].wagers == (replace(box, wager=wager("come 5")),)
