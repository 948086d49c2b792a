"""Acts change tables by name: they keep every field that they do not change, new fields too."""

import pytest
from msgspec.structs import replace
from tests.kit.houses import full_table
from tests.kit.laws.carrying import KINDS, a_new_field_is_carried_through, marked, plain
from tests.kit.layouts import LAID, everything_on
from tests.kit.sessions import Moment

from bankcraps import BOOKS, Cents, Table, Throw, load_rulebook, step, wager
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import Seat, Standing
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.acts import ACTS
from bankcraps.game.engine.position import position, with_rail
from bankcraps.game.notation import read, understand

BUSY = """
supervisor: own_limits Bob 1:20000; supervisor: issue_token Ann 25; supervisor: issue_token Bob 25
Ann: dispute "a four"; Bob: dispute "a five"
@9:00 supervisor: post_sign limits 2:5000; @9:00 supervisor: post_sign closing
Bob: dont_pass 10; Bob: hard 6 5; Bob: off hard 6; Bob: buy 4 40; Ann: pass 10; Ann: hard 8 5; Ann: off hard 8
"""
POINT = "Ann: throw; stickperson: roll 2-2; Ann: odds 20; Bob: hard 4 5; Bob: off hard 4; Ann: come 10"
LOST = "Ann: accept; Ann: choose 1 2; no_roll off_table dice 1"
SAID = """
Ann: throw |
Ann: throw | POINT
roll 2-2 |
roll 6-5 |
roll 3-3 | POINT
roll 1-3 | POINT
roll 4-3 | POINT
roll 5-5 | POINT; Ann: throw
Ann: place 6 12 |
Ann: press hard 8 5 |
Bob: press buy 4 20 |
Ann: place 8 6 | POINT
Ann: down hard 8 |
Bob: down hard 6 by 1 |
Bob: down buy 4 by 20 |
Ann: down odds | POINT
Ann: on hard 8 |
Bob: on hard 6 |
Bob: off hard 6 | POINT
Ann: undo | Ann: place 6 6
Bob: undo | Bob: on hard 6
Ann: undo | POINT
Cid: sit 7 |
Cid: leave | Cid: sit; Cid: buy_in 100; Cid: field 5
Ann: leave |
Ann: buy_in 100 |
Ann: cash_out 100 |
Bob: cash_out |
colour_up Ann |
offer Ann |
Ann: accept |
Ann: accept | offer Ann
Ann: decline |
Ann: choose 2 5 | Ann: accept
Ann: pass_dice | Ann: accept; Ann: choose 2 5
order_pass delay | Ann: accept
no_more_bets |
no_roll short | Ann: throw
no_roll off_table dice 1 | Ann: accept; Ann: choose 1 2
Ann: same_dice | LOST
inspect 1 | LOST
inspect 1 | LOST; Ann: same_dice
inspect 1 unsound | LOST
die_lost 1 | LOST
no_answer | offer Ann
no_answer | LOST
confirm Bob hard 6 | Ann: throw; Bob: on hard 6
reject Ann place 6 | limits 1:500; Ann: place 6 600 unrejected
new_set | no_roll off_table dice 1 2; Ann: pass_dice; die_lost 1; die_lost 2
@10:00 post_sign limits 3:5000 |
@10:00 post_sign closing |
@10:00 limits 2:5000 |
limits 1:500 |
own_limits Ann 1:20000 |
@10:00 close_table |
issue_token Ann 10 |
invalidate fraud |
invalidate fraud forfeit Bob |
invalidate fraud forfeit Bob | roll 6-1
invalidate fire round | roll 6-1
invalidate fire throw | roll 3-1
correct 3-1 | roll 6-1
correct 6-1 | roll 3-1
void Bob hard 6 device |
exclude Bob device |
exclude Zed device |
vacate Cid |
warn Ann advice |
Ann: dispute "a six" |
decide 1 "it stands" |
decide 2 "it stands" |
investigate 1 "the rules were kept" | decide 1 "it stands"; Ann: ask_review 1; supervisor: decide 1 "so"; Ann: ask_review 1
award Ann 10 "the six was paid short" |
reclaim Bob 10 "the six was paid twice" |
reclaim Ann 5 "paid twice" | Ann: place 6 6
Ann: ask_review 1 | decide 1 "it stands"
"""
CASES = [[part.strip() for part in row.split(" |")] for row in SAID.strip().split("\n")]
"""Each act, and what was said before it at the busy table, but for `vacate`, which needs a full one."""


def said(table, text):
    for line in filter(
        None, text.replace("POINT", POINT).replace("LOST", LOST).strip().replace("\n", "; ").split("; ")
    ):
        assert all(table.say(line)), line


def acted(line, before):
    """The table after those lines, and the act of the last one."""
    book, people = load_rulebook("nsw"), ("Ann", "Bob")
    if line.startswith("vacate"):
        book, people = full_table(), ("Ann", "Bob", "Cid")
    table = Table(book, dict.fromkeys(people, 1000))
    said(table, "Ann: pass 10; Bob: pass 10; roll 6-5" if len(people) == 3 else BUSY)
    said(table, before)
    return book, table.state, understand(read(line), book, table.state)[-1]


def test_every_act_is_said_here():
    assert {type(acted(*case)[2]) for case in CASES} == set(ACTS)


@pytest.mark.parametrize(("line", "before"), CASES)
def test_an_act_carries_along_what_it_does_not_change(line, before):
    book, state, event = acted(line, before)
    came = step(book, state, event)
    assert came, came.refusal
    a_new_field_is_carried_through(book, Moment(state, event, came))


@pytest.mark.parametrize("laid", LAID)
@pytest.mark.parametrize("puck", [0, 6])
@pytest.mark.parametrize("book", BOOKS)
def test_a_throw_carries_along_what_it_does_not_decide(book, puck, laid):
    rules = load_rulebook(book)
    before = everything_on(rules, puck, laid=laid)
    for throw in OUTCOMES:
        event = ev.Rolled(throw)
        a_new_field_is_carried_through(rules, Moment(before, event, step(rules, before, event)))


def test_the_marks_are_on_everything_a_table_is_made_of():
    """A new kind of value in a table has to be added to the law as well."""
    table = Table("nsw", {"Ann": 1000, "Bob": 1000})
    said(table, f"{BUSY.strip()}; roll 2-2; Ann: hard 4 5; Ann: off hard 4")
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
    key, old = position(rules, marked(table.state)), marked(table.state)
    (seat,), (was,) = key.seats, old.seats
    assert (key.mark, seat.mark, key.dice.mark, key.floor.mark) == (
        old.mark,
        was.mark,
        old.dice.mark,
        old.floor.mark,
    )
    assert [standing.mark for standing in seat.wagers] == [standing.mark for standing in was.wagers]
    richer = with_rail(key, 700)
    assert (richer.mark, richer.seats[0].mark, richer.seats[0].rail) == (old.mark, was.mark, 700)


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
