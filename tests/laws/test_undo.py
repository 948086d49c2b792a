"""Taking back a slip: rail, layout and bank are what they were, to the cent, and the table says so."""

from typing import Final

import pytest
from tests.kit.houses import own_house

from bankcraps import BOOKS, Cents, Limits, Table, dollars, step, wager
from bankcraps.game.engine import crew, player
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.notation import write_effect
from bankcraps.game.records.codec import state_hash


def at(book, *lines, **seats):
    """A table after some lines, all of which are accepted."""
    table = Table(book, seats or {"Ann": 1000, "Bob": 1000})
    for line in lines:
        assert all(table.say(line)), line
    return table


def refused(table, line):
    (came,) = table.say(line)
    assert not came, line
    return came.refusal.code


POINT = ("Ann: pass 10", "Ann: dont_pass 10", "Bob: pass 10", "Ann: roll 2-2")
SLIPS = {
    "a bet": ((), "Ann: place 6 12", ["Ann's place 6 12 comes back (undone)"]),
    "more on a bet": (("Ann: place 6 12",), "Ann: place 6 6", ["Ann's place 6 6 comes back (undone)"]),
    "a press": (("Ann: place 6 12",), "Ann: press place 6 12", ["Ann's place 6 12 comes back (undone)"]),
    "odds": (POINT, "Ann: odds pass 20", ["Ann's pass_odds 20 comes back (undone)"]),
    "a press of what is off": (
        ("Ann: place 6 12", "Ann: off place 6"),
        "Ann: press place 6 6",
        ["Ann's place 6 6 comes back (undone)"],
    ),
    "a call": (("Ann: hard 6 5",), "Ann: off hard 6", ["Ann's hard 6 loses its button"]),
    "a call taken back": (
        ("Ann: hard 6 5", "Ann: off hard 6"),
        "Ann: on hard 6",
        ["Ann's hard 6 is marked off"],
    ),
    "a wager down": (("Ann: place 6 12",), "Ann: down place 6", ["Ann puts 12 on place 6"]),
    "half a wager down": (
        ("Ann: place 6 12",),
        "Ann: down place 6 by 6",
        ["Ann puts 6 on place 6, which makes 12"],
    ),
    "a wager down that was off": (
        ("Ann: hard 6 5", "Ann: off hard 6"),
        "Ann: down hard 6",
        ["Ann puts 5 on hard 6", "Ann's hard 6 is marked off"],
    ),
    "odds down": (
        (*POINT, "Ann: odds dont_pass 20"),
        "Ann: down dont_pass_odds",
        ["Ann puts 20 on dont_pass_odds"],
    ),
}


@pytest.mark.parametrize(("before", "slip", "told"), SLIPS.values(), ids=SLIPS)
@pytest.mark.parametrize("book", BOOKS)
def test_a_slip_undone_was_never_made(book, before, slip, told):
    table = at(book, *before)
    stood = table.state
    assert all(table.say(slip))
    assert table.state != stood
    (came,) = table.say("Ann: undo")
    assert came.state == stood
    assert state_hash(came.state) == state_hash(stood)
    assert [write_effect(effect, table.rulebook) for effect in came.effects] == told


def test_chips_bought_stay_bought():
    table = at("nsw", "Ann: pass 50", "Ann: buy_in 100", "Ann: field 5")
    assert all(table.say("Ann: undo"))
    assert all(table.say("Ann: undo"))
    assert (table.rail("Ann"), table.layout("Ann")) == (110000, {})
    assert table.state.total == 0


def test_chips_cashed_stay_cashed():
    table = at("nsw", "Ann: place 6 12", "Ann: down place 6", "Ann: pass 10", "Ann: cash_out 990")
    assert all(table.say("Ann: undo"))
    assert table.rail("Ann") == 1000
    assert refused(table, "Ann: undo") == "not_enough_chips"
    assert all(table.say("Ann: buy_in 2"))
    assert all(table.say("Ann: undo"))
    assert table.layout("Ann") == {"place 6": 1200}
    assert table.state.total == 0


FEES = [
    own_house("nsw", {"wagers": {"buy": {"commission": {"when": when, "refunded": refunded}}}})
    for when in ("placed", "won")
    for refunded in (True, False)
]


@pytest.mark.parametrize("book", FEES)
@pytest.mark.parametrize(
    ("before", "slip"),
    [
        ((), "Ann: buy 4 20"),
        (("Ann: buy 4 20",), "Ann: press buy 4 100"),
        (("Ann: buy 4 120",), "Ann: down buy 4 by 100"),
        (("Ann: buy 4 120",), "Ann: down buy 4"),
    ],
)
def test_the_commission_is_what_it_was_whether_or_not_the_house_gives_it_back(book, before, slip):
    table = at(book, *before)
    stood, rail = table.state, table.rail("Ann")
    (done,) = table.say(slip)
    taken = sum(effect.amount for effect in done.effects if isinstance(effect, fx.Vigorish))
    (undone,) = table.say("Ann: undo")
    fees = [effect.amount for effect in undone.effects if isinstance(effect, fx.Vigorish)]
    assert fees == ([-taken] if taken else [])
    assert undone.state == stood
    assert table.rail("Ann") == rail
    assert table.state.bank == stood.bank


def test_a_token_goes_back_to_its_owner():
    table = at("nsw", "supervisor: issue_token Ann 25", "supervisor: issue_token Ann 10")
    stood = table.state
    assert table.do(ev.Bet(wager("pass"), Cents(2500), tokens=(Cents(2500),), by=player("Ann")))
    (came,) = table.say("Ann: undo")
    assert came.state == stood
    assert came.effects == (fx.Returned("Ann", wager("pass"), Cents(2500), "undone", tokens=(Cents(2500),)),)
    assert table.do(ev.Bet(wager("pass"), Cents(2500), tokens=(Cents(2500),), by=player("Ann")))
    down = table.state
    assert all(table.say("Ann: down pass"))
    (came,) = table.say("Ann: undo")
    assert came.state == down
    assert came.effects == (fx.Staked("Ann", wager("pass"), Cents(2500), Cents(2500), tokens=(Cents(2500),)),)


@pytest.mark.parametrize("book", BOOKS)
def test_what_could_not_be_bet_now_is_not_put_back(book):
    """A slip may be undone; a don't wager taken down after the point was no slip, nor are its odds."""
    table = at(book, *POINT, "Ann: odds dont_pass 20", "Ann: down dont_pass")
    stood = table.state
    assert refused(table, "Ann: undo") == "not_now"
    assert table.state == stood
    assert all(table.say("Bob: place 6 12"))
    assert all(table.say("Bob: undo"))


def test_a_wager_on_the_hand_is_not_put_back_in_mid_hand():
    house = own_house("pennsylvania", {"wagers": {"fire": {"take_down": "always"}}})
    table = at(house, "Ann: pass 10", "Bob: fire 5", "Bob: down fire", "Bob: undo")
    assert table.layout("Bob") == {"fire": 500}
    for line in ("Ann: roll 2-2", "Ann: roll 3-1", "Bob: down fire"):
        assert all(table.say(line)), line
    assert refused(table, "Bob: undo") == "not_now"


def test_one_after_the_other_the_last_first():
    table = at("nsw")
    states = [table.state]
    for line in ("Ann: pass 10", "Ann: place 6 12", "Ann: off place 6", "Ann: down place 6 by 6"):
        assert all(table.say(line))
        states.append(table.state)
    for earlier in reversed(states[:-1]):
        assert table.undo()
        assert table.state == earlier
    assert table.undo() is None
    assert refused(table, "Ann: undo") == "nothing_to_undo"


def test_an_undo_is_not_undone():
    table = at("nsw", "Ann: pass 10", "Ann: field 5", "Ann: undo", "Ann: undo")
    assert table.layout("Ann") == {}
    assert refused(table, "Ann: undo") == "nothing_to_undo"


def test_two_players_take_back_their_own():
    table = at("nsw", "Ann: pass 10", "Bob: pass 20", "Ann: field 5", "Bob: field 6", "Ann: undo")
    assert (table.layout("Ann"), table.layout("Bob")) == ({"pass": 1000}, {"pass": 2000, "field": 600})
    for line in ("Bob: undo", "Bob: undo"):
        assert all(table.say(line))
    assert (table.layout("Ann"), table.layout("Bob")) == ({"pass": 1000}, {})
    assert refused(table, "Bob: undo") == "nothing_to_undo"
    assert all(table.say("Ann: undo"))
    assert table.state == at("nsw").state


def test_the_table_undoes_for_whoever_acted_last():
    table = at("nsw", "Ann: pass 10", "Bob: pass 20")
    assert table.undo().effects[0].seat == "Bob"
    assert table.undo().effects[0].seat == "Ann"
    assert len(table.log) == 4


def test_a_throw_that_decides_nothing_is_a_throw():
    table = at("nsw", "Ann: pass 10", "Ann: roll 2-2", "Bob: place 6 6", "dice: roll 5-4")
    assert refused(table, "Bob: undo") == "nothing_to_undo"


@pytest.mark.parametrize("ends", ["Ann: roll 3-3", "dice: roll 3-3", "Ann: roll 4-3"])
def test_what_was_thrown_for_is_not_undone(ends):
    table = at("nsw", "Ann: pass 10", "Bob: place 6 6", ends)
    assert refused(table, "Ann: undo") == "nothing_to_undo"
    assert refused(table, "Bob: undo") == "nothing_to_undo"


@pytest.mark.parametrize("out", ["no_more_bets", "Ann: throw"])
def test_nothing_is_undone_while_the_dice_are_out(out):
    table = at("nsw", "Ann: pass 10", "Bob: place 6 6", out)
    assert refused(table, "Bob: undo") == "bets_closed"
    assert all(table.say("no_roll short"))
    assert refused(table, "Bob: undo") == "nothing_to_undo"


def test_a_late_wager_is_not_undone():
    table = at("nsw", "Ann: pass 10", "no_more_bets", "Ann: field 5 confirmed dealer boxperson")
    assert refused(table, "Ann: undo") == "bets_closed"


OTHERS = {
    "supervisor: void Ann field device": True,
    "Ann: buy_in 100": False,
    "Ann: cash_out 100": False,
    "supervisor: issue_token Ann 25": False,
    "supervisor: own_limits Ann 1:20000": False,
    "supervisor: limits 1:20000": False,
    "@9:00 post_sign closing": False,
    "Bob: buy_in 100": False,
    "Bob: field 5": False,
    "Bob: leave": False,
    'Ann: dispute "a four"': False,
    "Ann: colour_up": False,
    "Ann: accept": False,
    "offer Ann": False,
}


@pytest.mark.parametrize(("line", "voids"), OTHERS.items())
def test_what_comes_between(line, voids):
    """Other acts take no undo away; a wager that somebody else has changed is not there to undo."""
    table = at("nsw", "Ann: pass 10", "Ann: field 5")
    assert all(table.say(line))
    assert all(table.say("Ann: undo"))
    assert table.layout("Ann") == ({} if voids else {"pass": 1000})


BETWEEN: Final = (
    "Bob: leave",
    "Bob: pass_dice",
    "supervisor: limits 1:10000",
    "supervisor: own_limits Ann 1:20000",
    "offer Ann",
    "supervisor: void Ann place 8 cheating",
    "@9:00 post_sign closing",
)


@pytest.mark.parametrize("line", BETWEEN)
def test_a_contract_wager_is_undone_though_others_have_acted(line):
    table = at("three_four_five", "Bob: pass 10", "Bob: roll 3-4", "Ann: pass 100", "Ann: place 8 6")
    assert all(table.say(line))
    undone = 1 if "void" in line else 2
    for _ in range(undone):
        assert all(table.say("Ann: undo"))
    assert table.layout("Ann") == {}
    assert refused(table, "Ann: undo") == "nothing_to_undo"


def test_a_void_wager_is_not_undone_and_what_came_before_it_is():
    table = at("nsw", "Ann: pass 10", "Bob: pass 10", "Bob: field 5", "supervisor: void Bob field device")
    for line in ("Bob: undo", "Ann: undo"):
        assert all(table.say(line))
    assert (table.layout("Ann"), table.layout("Bob")) == ({}, {})
    assert table.state == at("nsw").state


def test_chips_taken_back_and_given_again_leave_the_acts_before_them():
    table = at("three_four_five", "Ann: pass 10", "Ann: place 8 12", "Ann: down place 8", Ann=100)
    for line in ('reclaim Ann 90 "paid twice"', 'award Ann 90 "paid once"', *["Ann: undo"] * 3):
        assert all(table.say(line)), line
    assert (table.rail("Ann"), table.layout("Ann")) == (10000, {})


VOID: Final = {
    "void": ("nsw", ("Ann: field 5", "supervisor: void Ann field device")),
    "rejected": ("nsw", ("Ann: field 12000 unrejected", "dealer: reject Ann field")),
}


@pytest.mark.parametrize(("book", "lines"), VOID.values(), ids=VOID)
def test_the_last_act_is_not_one_on_a_void_wager(book, lines):
    table = at(book, "Ann: place 6 12", "Bob: place 8 12", *lines, Ann=20000, Bob=500)
    assert table.undoable() == [(0, "Ann"), (1, "Bob")]
    assert table.undo().effects[0].seat == "Bob"
    assert table.undo().effects[0].wager is wager("place 6")
    assert table.undo() is None


def test_an_act_that_a_closed_table_ends_at_once_is_not_there_to_undo():
    table = at("nsw", "Ann: place 6 12", "Ann: field 5", "@9:00 post_sign closing", "@10:00 close_table")
    for line in ("Ann: down field", "Ann: off place 6"):
        assert all(table.say(line)), line
    assert table.layout("Ann") == {}
    assert [table.log[index][0].wager for index, _ in table.undoable()] == [wager("field"), wager("field")]


def test_a_token_issued_stays_when_the_bet_before_it_is_undone():
    table = at(
        "nsw", "supervisor: issue_token Ann 25", "Ann: pass 25 token", "supervisor: issue_token Ann 10"
    )
    assert all(table.say("Ann: undo"))
    assert table.state.seat("Ann").tokens == (1000, 2500)


WAYS_ROUND = {
    "the hand of a wager that was taken down is over": (
        own_house("pennsylvania", {"wagers": {"fire": {"take_down": "always"}}}),
        ("Ann: pass 10", "Bob: fire 5", "Ann: roll 2-2", "Ann: roll 3-1", "Bob: down fire", "Ann: pass_dice"),
        "not_now",
    ),
    "the table has closed": (
        "nsw",
        ("@9:00 post_sign closing", "Bob: place 6 6", "Bob: down place 6", "@10:00 close_table"),
        "table_closed",
    ),
    "the limits are others": (
        "nsw",
        ("Bob: place 6 600", "Bob: down place 6", "supervisor: limits 1:100"),
        "over_maximum",
    ),
    "the game is invalid": (
        "nsw",
        ("Ann: pass 10", "Ann: roll 2-2", "Bob: place 6 6", "Bob: down place 6", "invalidate fraud"),
        "nothing_to_undo",
    ),
}


@pytest.mark.parametrize(("book", "lines", "code"), WAYS_ROUND.values(), ids=WAYS_ROUND)
def test_undoing_is_no_way_round(book, lines, code):
    """A wager that was down while something was decided is not put back up afterwards."""
    assert refused(at(book, *lines), "Bob: undo") == code


def test_nobody_undoes_for_another():
    table = at("nsw", "Ann: pass 10")
    for by in (crew("dealer", "Dora"), player("Zed")):
        assert not table.do(ev.Undo(by=by))


def test_at_a_full_table_who_undid_their_wager_has_sat_out():
    """A wager that was taken back does not count as one in the round."""
    book = own_house("nsw", {"table": {"sides": 1, "places_a_side": 2}, "floor": {"idle_rounds": 1}})
    table = at(book, "Ann: pass 10", "Bob: field 5", "Bob: undo", "Ann: roll 6-5")
    assert all(table.say("supervisor: vacate Bob"))


def test_a_table_of_cents():
    limits = Limits(Cents(1), dollars(100), Cents(1))
    table = Table("nsw", {"Ann": "10.01"}, limits=limits, chip="0.01")
    stood = table.state
    table.do(ev.Bet(wager("buy 4"), Cents(333), by=player("Ann")))
    assert step(table.rulebook, table.state, ev.Undo(by=player("Ann"))).state == stood
