"""Acts change tables by name: they keep every field that they do not change, new fields too."""

import pytest
from msgspec.structs import fields, replace
from tests.kit.houses import full_table, own_house
from tests.kit.laws.carrying import KINDS, a_new_field_is_carried_through, marked, plain
from tests.kit.layouts import LAID, everything_on
from tests.kit.sessions import Moment

from bankcraps import BOOKS, Cents, Limits, Table, Throw, load_rulebook, step, wager
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import Seat, Standing, player
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.acts import ACTS
from bankcraps.game.engine.position import position, with_rail
from bankcraps.game.engine.state import DisputeCase, Sign
from bankcraps.game.notation import read, understand

BUSY = (
    "supervisor: own_limits Bob 1:20000",
    "supervisor: issue_token Ann 25",
    "supervisor: issue_token Bob 25",
    'Ann: dispute "a four"',
    'Bob: dispute "a five"',
    "@9:00 supervisor: post_sign limits 2:5000",
    "@9:00 supervisor: post_sign closing",
    "Bob: dont_pass 10",
    "Bob: hard 6 5",
    "Bob: off hard 6",
    "Bob: buy 4 40",
    "Ann: pass 10",
    "Ann: hard 8 5",
    "Ann: off hard 8",
)
POINT = (
    "Ann: throw",
    "stickperson: roll 2-2",
    "Ann: odds 20",
    "Bob: hard 4 5",
    "Bob: off hard 4",
    "Ann: come 10",
)

SAID = {
    ev.ThrowDice: [((), "Ann: throw"), (POINT, "Ann: throw")],
    ev.Rolled: [
        ((), "roll 2-2"),
        ((), "roll 6-5"),
        (POINT, "roll 3-3"),
        (POINT, "roll 1-3"),
        (POINT, "roll 4-3"),
        ((*POINT, "Ann: throw"), "roll 5-5"),
    ],
    ev.Bet: [
        ((), "Ann: place 6 12"),
        ((), "Ann: press hard 8 5"),
        ((), "Bob: press buy 4 20"),
        (POINT, "Ann: place 8 6"),
    ],
    ev.TakeDown: [
        ((), "Ann: down hard 8"),
        ((), "Bob: down hard 6 by 1"),
        ((), "Bob: down buy 4 by 20"),
        (POINT, "Ann: down odds"),
    ],
    ev.Call: [((), "Ann: on hard 8"), ((), "Bob: on hard 6"), (POINT, "Bob: off hard 6")],
    ev.Undo: [(("Ann: place 6 6",), "Ann: undo"), (("Bob: on hard 6",), "Bob: undo"), (POINT, "Ann: undo")],
    ev.Sit: [((), "Cid: sit 7")],
    ev.Leave: [(("Cid: sit", "Cid: buy_in 100", "Cid: field 5"), "Cid: leave"), ((), "Ann: leave")],
    ev.BuyIn: [((), "Ann: buy_in 100")],
    ev.CashOut: [((), "Ann: cash_out 100"), ((), "Bob: cash_out")],
    ev.ColourUp: [((), "colour_up Ann")],
    ev.Offer: [((), "offer Ann")],
    ev.Accept: [((), "Ann: accept"), (("offer Ann",), "Ann: accept")],
    ev.Decline: [((), "Ann: decline")],
    ev.Choose: [(("Ann: accept",), "Ann: choose 2 5")],
    ev.PassDice: [(("Ann: accept", "Ann: choose 2 5"), "Ann: pass_dice")],
    ev.OrderPass: [(("Ann: accept",), "order_pass delay")],
    ev.NoMoreBets: [((), "no_more_bets")],
    ev.NoRoll: [
        (("Ann: throw",), "no_roll short"),
        (("Ann: accept", "Ann: choose 1 2"), "no_roll off_table dice 1"),
    ],
    ev.SameDice: [(("Ann: accept", "Ann: choose 1 2", "no_roll off_table dice 1"), "Ann: same_dice")],
    ev.Inspect: [
        (("Ann: accept", "Ann: choose 1 2", "no_roll off_table dice 1"), "inspect 1"),
        (("Ann: accept", "Ann: choose 1 2", "no_roll off_table dice 1", "Ann: same_dice"), "inspect 1"),
        (("Ann: accept", "Ann: choose 1 2", "no_roll off_table dice 1"), "inspect 1 unsound"),
    ],
    ev.DieLost: [(("Ann: accept", "Ann: choose 1 2", "no_roll off_table dice 1"), "die_lost 1")],
    ev.NoAnswer: [
        (("offer Ann",), "no_answer"),
        (("Ann: accept", "Ann: choose 1 2", "no_roll off_table dice 1"), "no_answer"),
    ],
    ev.Confirm: [(("Ann: throw", "Bob: on hard 6"), "confirm Bob hard 6")],
    ev.Reject: [(("limits 1:500", "Ann: place 6 600 unrejected"), "reject Ann place 6")],
    ev.NewSet: [(("no_roll off_table dice 1 2", "Ann: pass_dice", "die_lost 1", "die_lost 2"), "new_set")],
    ev.PostSign: [((), "@10:00 post_sign limits 3:5000"), ((), "@10:00 post_sign closing")],
    ev.SetLimits: [((), "@10:00 limits 2:5000"), ((), "limits 1:500")],
    ev.OwnLimits: [((), "own_limits Ann 1:20000")],
    ev.Close: [((), "@10:00 close_table")],
    ev.IssueToken: [((), "issue_token Ann 10")],
    ev.Invalidate: [
        ((), "invalidate fraud"),
        ((), "invalidate fraud forfeit Bob"),
        (("roll 6-1",), "invalidate fraud forfeit Bob"),
        (("roll 6-1",), "invalidate fire round"),
        (("roll 3-1",), "invalidate fire throw"),
    ],
    ev.Correct: [(("roll 6-1",), "correct 3-1"), (("roll 3-1",), "correct 6-1")],
    ev.VoidWager: [((), "void Bob hard 6 device")],
    ev.Exclude: [((), "exclude Bob device"), ((), "exclude Zed device")],
    ev.Vacate: [((), "vacate Cid")],
    ev.Warn: [((), "warn Ann advice")],
    ev.Dispute: [((), 'Ann: dispute "a six"')],
    ev.Decide: [((), 'decide 1 "it stands"'), ((), 'decide 2 "it stands"')],
    ev.Investigate: [
        (
            ('decide 1 "it stands"', "Ann: ask_review 1", 'supervisor: decide 1 "so"', "Ann: ask_review 1"),
            'investigate 1 "the rules were kept"',
        )
    ],
    ev.Award: [
        ((), 'award Ann 10 "the six was paid short"'),
        ((), 'reclaim Bob 10 "the six was paid twice"'),
        (("Ann: place 6 6",), 'reclaim Ann 5 "paid twice"'),
    ],
    ev.AskReview: [(('decide 1 "it stands"',), "Ann: ask_review 1")],
}


def test_every_act_is_said_here():
    assert set(SAID) == set(ACTS)


CASES = [
    pytest.param(kind, before, line, id=" / ".join((*before, line)))
    for kind, cases in SAID.items()
    for before, line in cases
]


@pytest.mark.parametrize(("kind", "before", "line"), CASES)
def test_an_act_carries_along_what_it_does_not_change(kind, before, line):
    book = full_table() if kind is ev.Vacate else load_rulebook("nsw")
    table = Table(book, dict.fromkeys(("Ann", "Bob", "Cid") if kind is ev.Vacate else ("Ann", "Bob"), 1000))
    lines = ("Ann: pass 10", "Bob: pass 10", "roll 6-5") if kind is ev.Vacate else BUSY
    for said in (*lines, *before):
        assert all(table.say(said)), said
    event = understand(read(line), table.rulebook, table.state)[-1]
    assert isinstance(event, kind)
    came = step(table.rulebook, table.state, event)
    assert came, came.refusal
    a_new_field_is_carried_through(table.rulebook, Moment(table.state, event, came))


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
    for line in (*BUSY, "roll 2-2", "Ann: hard 4 5", "Ann: off hard 4"):
        assert all(table.say(line))
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


# The fields that are there today, each set to something that is not its default.


def seat_with(standing, **more):
    """Ann's table with that one wager, and the fields of her seat set."""
    table = Table("pennsylvania", {"Ann": 1000})
    seat = Seat("Ann", 1, Cents(99_000), (standing,), **more)
    return table.rulebook, replace(table.state, seats=(seat,), bank=Cents(-100_000))


def after(book, state, event):
    came = step(book, state, event)
    assert came, came.refusal
    return came.state.seats[0]


def changed(one, other):
    """The fields in which two values differ."""
    return {field.name for field in fields(one) if getattr(one, field.name) != getattr(other, field.name)}


BY = player("Ann")
FULL = Standing(wager("buy 4"), Cents(2000), "off", Cents(100))
LIMITS = Limits(Cents(100), Cents(2_000_000), Cents(100))


def test_a_press_keeps_the_off_button():
    book, state = seat_with(FULL, tokens=(Cents(500),), limits=LIMITS)
    seat = after(book, state, ev.Bet(FULL.wager, Cents(100), press=True, by=BY))
    assert changed(seat.on(FULL.wager), FULL) == {"amount"}
    assert changed(seat, state.seats[0]) == {"rail", "wagers", "earlier"}


def test_a_wager_that_goes_down_by_an_amount_keeps_its_call():
    book, state = seat_with(replace(FULL, amount=Cents(2100)), tokens=(Cents(500),), limits=LIMITS)
    seat = after(book, state, ev.TakeDown(FULL.wager, Cents(100), by=BY))
    assert changed(seat.on(FULL.wager), FULL) == set()
    assert changed(seat, state.seats[0]) == {"rail", "wagers", "earlier"}


def test_a_wager_on_the_hand_keeps_what_it_has_counted_when_it_goes_down():
    book = own_house("pennsylvania", {"wagers": {"fire": {"take_down": "always"}}})
    fire = Standing(wager("fire"), Cents(1000), progress=(4, 5))
    _, state = seat_with(fire)
    less = ev.TakeDown(fire.wager, Cents(100), by=BY)
    assert changed(after(book, state, less).on(fire.wager), fire) == {"amount"}


def test_a_call_changes_the_button_alone():
    working = replace(FULL, call="on")
    book, state = seat_with(working)
    assert changed(after(book, state, ev.Call(FULL.wager, "off", by=BY)).on(FULL.wager), working) == {"call"}


@pytest.mark.parametrize("laid", LAID)
def test_a_come_wager_that_travels_takes_everything_along(laid):
    """A come wager has no button, commission or progress today; it would keep them all the same."""
    tokens = {"chips": (), "a token": (Cents(1000),), "chips and a token": (Cents(400),)}[laid]
    box = Standing(wager("come"), Cents(1000), "on", Cents(100), tokens, (4,))
    book, state = seat_with(box)
    moved = after(book, replace(state, puck=6), ev.Rolled(Throw(2, 3))).on(wager("come 5"))
    assert changed(moved, box) == {"wager"}


def test_a_winner_that_stays_up_keeps_its_button():
    working = replace(FULL, call="on")
    book = own_house("pennsylvania", {"wagers": {"buy": {"winner": "stays"}}})
    _, state = seat_with(working)
    assert changed(after(book, replace(state, puck=6), ev.Rolled(Throw(2, 2))).on(FULL.wager), working) <= {
        "commission"
    }


def test_a_throw_lifts_buttons_that_are_for_one_throw_and_changes_nothing_else():
    working = replace(FULL, call="on")
    _, state = seat_with(working)
    for rules, lifted in (("pennsylvania", set()), ("three_four_five", {"call"})):
        seat = after(load_rulebook(rules), state, ev.Rolled(Throw(3, 3)))
        assert changed(seat.on(FULL.wager), working) == lifted


def test_a_sign_and_a_dispute_keep_what_they_say():
    table = Table("nsw", {"Ann": 1000})
    floor = replace(
        table.state.floor,
        signs=(Sign("closing", 60, LIMITS),),
        disputes=(DisputeCase(1, "Ann", "a four", 1, asked=False, ruling="a five"),),
        excluded=("Zed",),
        clock=90,
    )
    state = replace(table.state, floor=floor)
    asked = step(table.rulebook, state, ev.AskReview(1, by=BY)).state.floor
    assert changed(asked, floor) == {"disputes"}
    assert changed(asked.disputes[0], floor.disputes[0]) == {"asked"}
