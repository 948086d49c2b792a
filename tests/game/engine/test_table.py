"""A `Table`: throws by a generator, acts that are taken back, awards, and throws without a result."""

from functools import reduce
from itertools import product
from pathlib import Path
from string import ascii_letters

import numpy as np
import pytest
from hypothesis import given
from msgspec.structs import replace
from tests.kit.houses import own_house
from tests.kit.pairs import meetings
from tests.kit.profiles import examples

from bankcraps import BOOKS, BankcrapsError, Cents, Table, load_rulebook, wager
from bankcraps.game.dice import Throw, throw_of
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.shooter.turns import Hand, hand_after
from bankcraps.game.engine.state import Turn
from bankcraps.game.engine.step import position, with_rail

# A `Table`: throws by a generator, acts that can be taken back, and its memory since a throw.


def at(book, *lines, **seats):
    """A table after some lines, all of which are accepted."""
    table = Table(book, seats or {"Ann": 500, "Bob": 500})
    for line in lines:
        assert all(table.say(line)), line
    return table


class Counting:
    """Generators of both kinds that only count: 1, 2, and so on to 6, and again."""

    last = 0

    def randint(self, low, high):
        self.last = self.last % high + 1
        return max(low, self.last)


class CountingAsNumPy:
    def __init__(self):
        self._counting = Counting()

    def integers(self, low, high):
        return np.int64(self._counting.randint(low, high - 1))


@pytest.mark.parametrize("generator", [Counting, CountingAsNumPy])
def test_a_throw_is_the_next_two_numbers_of_a_generator(generator):
    rng = generator()
    assert [throw_of(rng) for _ in range(3)] == [Throw(1, 2), Throw(3, 4), Throw(5, 6)]


def test_a_roll_is_a_throw_of_the_shooter_or_brings_dice_in_the_air_to_rest():
    table = at("nsw", "Ann: pass 10", Ann=100)
    step = table.roll(Counting())
    assert step.effects == Table.resumed(table.record()).log[-1][1].effects
    assert (str(step.effects[1].throw), table.layout("Ann")) == ("1-2", {})
    assert table.roll(Counting()).refusal.code == "needs_line_wager"
    effects = at("nsw", "Ann: pass 10", "Ann: throw", Ann=100).roll(Counting()).effects
    assert [effect.throw for effect in effects if hasattr(effect, "throw")] == [Throw(1, 2)]
    with pytest.raises(BankcrapsError, match=r"rng = random.Random\(7\)"):
        throw_of(7)


def test_the_table_undoes_for_whoever_acted_last():
    table = at("nsw", "Ann: pass 10", "Bob: pass 20")
    assert [table.undo().effects[0].seat for _ in range(2)] == ["Bob", "Ann"]
    assert len(table.log) == 4
    assert table.undo() is None


@pytest.mark.parametrize(
    "lines", [("Ann: field 5", "void Ann field device"), ("Ann: field 12000 unrejected", "reject Ann field")]
)
def test_the_last_act_is_not_one_on_a_void_wager(lines):
    table = at("nsw", "Ann: place 6 12", "Bob: place 8 12", *lines, Ann=20000, Bob=500)
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


# The memory of the time since a throw does not grow when people repeat the same acts.

ROUND = ("Ann: pass_dice", "offer Bob", "Bob: accept", "Bob: pass_dice", "offer Ann", "Ann: accept")


@pytest.mark.parametrize(
    ("again", "times"), [(("Ann: choose 1 2", "Ann: choose 3 4"), 150), (ROUND, 51)], ids=["chosen", "round"]
)
def test_dice_that_are_chosen_or_go_round_again_and_again(again, times):
    table = at("classic", "Ann: pass 10", "roll 6-5")
    for _ in range(times):
        for said in again:
            table.say(said)
    assert len(table.state.last.dice) == 200
    table.say("correct 4-3")
    assert (table.shooter, table.state.dice.chosen) == ("Ann", (3, 4) if times == 150 else ())


def test_somebody_who_comes_and_goes():
    table = at("classic", "Ann: pass 10", "roll 6-5", *("Bob: leave", "Bob: sit") * 3)
    assert len(table.state.last.since) == 1


def test_strangers_without_number_who_come_and_go():
    """Only who was there at the throw, and wagers that stood, are remembered once they are many."""
    table = at("classic", "Ann: pass 10", "Ann: place 6 12", "roll 5-4", "Bob: leave")
    for first, second in product(ascii_letters, "abcde"):
        for said in ("sit", "leave"):
            assert all(table.say(f"E{first}{second}: {said}"))
    assert all(table.say("void Ann place 6 cheating"))
    since = table.state.last.since
    assert len(since) <= 200
    assert [type(since[0]), type(since[-1])] == [ev.Leave, ev.VoidWager]
    assert since[0].by.person == "Bob"


def test_rounds_sat_out_are_counted_no_further_than_they_matter():
    """A count without end would make every table a new one."""
    floor = {"table": {"sides": 1, "places_a_side": 2}, "floor": {"idle_rounds": 3}}
    table, counted = Table(own_house("nsw", floor), {"Ann": 1000, "Bob": 1000}, others=True), []
    for _ in range(6):
        assert all(all(table.say(line)) for line in ("Ann: pass 10", "roll 6-5"))
        counted.append(table.state.seat("Bob").idle)
    assert counted == [1, 2, 3, 3, 3, 3]
    assert all(table.say("vacate Bob"))


# An award moves its sum, and nothing that was done before is lost.


@examples(120)
@given(session=meetings())
def test_an_award_moves_its_sum_and_changes_nothing_else(session):
    for moment in session.happened:
        if not isinstance(moment.event, ev.Award):
            continue
        event, was, now = moment.event, moment.before, moment.after
        seat = now.seated(event.player)
        assert seat.rail == was.seated(event.player).rail + event.amount
        assert was.bank - now.bank == event.amount
        assert fx.won(moment.came.effects[0]) == event.amount
        back = replace(seat, rail=was.seated(event.player).rail, earlier=())
        then = replace(was.seated(event.player), earlier=())
        assert back == then
        others = [tuple(one for one in state.seats if one.name != event.player) for state in (was, now)]
        assert others[0] == others[1]
        assert replace(was, seats=(), bank=Cents(0)) == replace(
            now, seats=(), bank=Cents(0), floor=replace(now.floor, clock=was.floor.clock)
        )


# A throw that is struck out leaves every player with what they had, whatever they took down since.

HOUSES = ("nsw", "classic", "pennsylvania", "three_four_five")
"""The houses that offer buys. In Pennsylvania commission comes back with chips taken down."""


@pytest.mark.parametrize("since", ["", "down {} by 40", "down {}", "leave"])
@pytest.mark.parametrize(("wager", "won_by"), [("buy 4", "2-2"), ("lay 4", "4-3")])
@pytest.mark.parametrize("winner", ["charged", "free", "down"])
@pytest.mark.parametrize("book", HOUSES)
def test_a_winner_costs_nothing_once_its_throw_is_invalid(book, winner, wager, won_by, since):
    table = Table(load_rulebook(book, winning_buy=winner), {"Ann": "500", "Bob": "500"})
    for said in ("Bob: pass 10", "roll 5-5", f"Ann: {wager} 100", f"roll {won_by}"):
        table.say(said)
    cashed = 0
    if since and (winner != "down" or since == "leave"):
        effects = table.say(f"Ann: {since.format(wager)}")[-1].effects
        cashed = sum(effect.amount for effect in effects if isinstance(effect, fx.CashedOut))
    came = table.say("invalidate fraud")[-1].effects
    owed = sum(effect.amount for effect in came if isinstance(effect, fx.Owed))
    has = cashed if table.state.seat("Ann") is None else table.rail("Ann")
    assert has - owed == 500_00


@pytest.mark.parametrize("winner", ["charged", "free"])
def test_beside_a_token_too_what_came_back_with_the_chips_comes_back_once(winner):
    book = own_house("pennsylvania", {"betting": {"tokens": True}}, winning_buy=winner)
    table = Table(book, {"Ann": "500", "Bob": "500"})
    for said in ("issue_token Ann 40", "Bob: pass 10", "roll 5-5", "Ann: buy 4 40 and token 40", "roll 2-2"):
        table.say(said)
    assert table.say("Ann: down buy 4")[-1]
    assert table.say("invalidate fraud")[-1]
    assert table.rail("Ann") == 500_00
    assert table.state.seated("Ann").tokens == (40_00,)


# The key of a chain's state: which parts of a table_of_ann with one player it keeps.

EXAMPLES = Path(__file__).parents[3] / "examples" / "houses"
LONG_HAND = Turn(start=3, held=True, offered=2, declined=(4,), opening=True, begun=True, since_seven=True)
"""A turn in which nothing is at its default."""


def table_of_ann(book, money=500, place=1):
    """Ann has thrown a point, has two wagers, and could take one of them back."""
    at = Table(book, {"Ann": money}, limits="5:500")
    for line in ("Ann: pass 10", "roll 2-2", "Ann: place 6 12"):
        at.say(line)
    (seat,) = at.state.seats
    return replace(at.state, seats=(replace(seat, idle=2, place=place),))


@pytest.mark.parametrize("name", ["nsw", "pennsylvania"])
def test_money_and_what_can_be_undone_are_left_out_and_all_else_is_kept(name):
    book = load_rulebook(name)
    state = table_of_ann(book)
    (seat,), key = state.seats, position(book, state)
    assert key == position(book, table_of_ann(book, 300))
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
    state = replace(table_of_ann(book, place=3), turn=LONG_HAND)
    assert position(book, state).turn == turn


def test_whether_a_seven_has_come_makes_two_states_only_where_a_wager_waits_for_it():
    book = load_rulebook(EXAMPLES / "all_tall_small.toml")
    before = replace(table_of_ann(book), turn=replace(LONG_HAND, since_seven=False))
    assert position(book, before).turn.since_seven is False


def test_a_rail_is_put_back_and_nothing_else_changes():
    state = table_of_ann(load_rulebook("nsw"))
    (seat,) = state.seats
    assert with_rail(state, 12_345) == replace(state, seats=(replace(seat, rail=Cents(12_345)),))


FOUR = [book for book in BOOKS if book != "nsw"]  # there the dice are offered only to who is on the line
LOST, OPENING = "Bob: pass 10; roll 5-4; roll 4-3; ", "Bob: place 6 12; roll 5-4; offer Ann; no_answer; "
DOT_TOO = "Dot: sit 3; offer Ann; Ann: accept; Ann: pass_dice; offer Bob; no_answer; offer Dot; Dot: accept"
PASSED = "Ann: pass 10; roll 5-4; roll 4-3; offer Bob; no_answer; offer Cy; Cy: accept"
LATE = PASSED.replace("offer Bob", "Cy: sit 3; offer Bob")
ROUND = "offer Ann; Ann: decline; offer Bob; Bob: accept"
GOES, CAME = ("Cy: leave", "exclude Cy {0}"), ("Bob", "Dot")
STRANGER = ("Eve: sit; Eve: leave", "exclude Eve {0}")
OFFERED = "Ann: pass 10; Cy: sit 3; roll 1-2; offer Bob; "
NEXT = "Ann: pass 10; Cy: sit 4; roll 6-5; Ann: pass_dice; "


@pytest.mark.parametrize("act", ["correct", "invalidate {} throw"])
@pytest.mark.parametrize(
    ("book", "lines", "shooter"),
    [
        *((book, OPENING + "offer Bob; Bob: accept; Ann: leave; Ann: sit", "Bob") for book in BOOKS),
        *(
            (book, OPENING + "offer Bob; Dot: sit 3; Bob: accept; Ann: leave; Eve: sit", "Bob")
            for book in BOOKS
        ),
        *((book, OPENING + f"offer Bob; Bob: accept; {goes}", "Bob") for book in BOOKS for goes in STRANGER),
        *((book, f"Eve: sit 3; {OPENING}offer Bob; Bob: accept; Eve: leave", "Bob") for book in BOOKS),
        *((book, LOST + "offer Ann; Ann: accept; Dot: sit 3", "Ann") for book in FOUR),
        *((book, f"Cy: sit 3; {PASSED}; Cy: leave; {ROUND}", "Bob") for book in FOUR),
        *((book, f"{LATE}; {goes}; {ROUND}", "Bob") for book in FOUR for goes in GOES),
        *((book, LOST + DOT_TOO, "Dot") for book in FOUR),
        *((book, LOST + DOT_TOO + "; Eve: sit 4", "Dot") for book in FOUR),
        *((book, f"Cy: sit 3; {PASSED}; Bob: leave; {came}: sit", "Cy") for book in FOUR for came in CAME),
        *((book, OFFERED + "Bob: leave; Cy: accept", "Cy") for book in FOUR),
        *((book, OFFERED + "Bob: decline; Cy: accept; Bob: leave", "Cy") for book in FOUR),
        *((book, NEXT + "Bob: decline; Dot: sit 3; Dot: accept; Bob: leave", "Dot") for book in FOUR),
        *((book, NEXT + "Bob: accept; Dot: sit 3; Bob: leave; Dot: accept", "Dot") for book in FOUR),
        *((book, NEXT + "Bob: leave; Dot: sit 3; Cy: accept", "Cy") for book in FOUR),
    ],
)
def test_people_who_come_or_go_take_the_dice_from_nobody(book, lines, shooter, act):
    """The people who were there at the throw decide who is next. The throw is corrected, or has no result."""
    table = Table(book, {"Ann": 500, "Bob": 500})
    right = "correct 6-5" if OPENING in lines else "correct 6-1"
    floor = table.rulebook.floor
    reason, excluded = next(iter(floor.invalidate_for)), next(iter(floor.exclude_for))
    steps = []
    for said in (*lines.format(excluded).split("; "), right if act == "correct" else act.format(reason)):
        steps = table.say(said)
        assert all(steps), said
    assert table.shooter == shooter
    assert not [told for told in steps[-1].effects if isinstance(told, fx.Reversed) and shooter in str(told)]


def test_a_shooter_has_the_same_dice_again_though_another_was_found_since():
    lines = (
        "Ann: pass 10; Bob: dont_pass 10; Ann: accept; Ann: choose 1 2; Ann: throw; "
        "no_roll off_table dice 1; Ann: choose 3; roll 6-4; roll 4-3; Bob: dont_pass 10; offer Bob; "
        "Bob: accept; Bob: choose 4 5; inspect 1; games_supervisor: invalidate fraud throw"
    )
    table = at("nsw", *lines.split("; "))
    assert (table.shooter, table.state.dice.chosen, table.state.dice.bowl) == ("Ann", (2, 3), (1, 4, 5))


@pytest.mark.parametrize("book", FOUR)
def test_who_took_the_dice_after_somebody_who_has_left_keeps_them(book):
    lines = ("Ann: pass 10", "roll 5-4", "roll 4-3", "Eve: sit", "Bob: leave", "Eve: accept", "correct 6-1")
    assert at(book, *lines).shooter == "Eve"
    nobody_took_them = at(book, *(line for line in lines if line != "Eve: accept"))
    assert nobody_took_them.state.turn.start == 1  # they go on from the place that Bob has left


@pytest.mark.parametrize("book", FOUR)
def test_who_took_the_dice_after_somebody_who_is_excluded_keeps_them(book):
    excluded = next(iter(load_rulebook(book).floor.exclude_for))
    lines = (*OFFERED.split("; ")[:-1], f"exclude Bob {excluded}", "Cy: accept", "invalidate fraud throw")
    assert at(book, *lines).shooter == "Cy"


def test_the_opening_is_over_though_who_took_the_dice_has_left():
    lines = ("Cy: sit 3", "Cy: buy_in 500", "Cy: place 6 12", "roll 4-3", "Ann: accept", "Ann: leave")
    table = at("nsw", *lines, "correct 6-1")
    (refused,) = table.say("offer Bob")
    assert refused.refusal.code == "dice"


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("act", ["Ann: leave", "exclude Ann {}"])
def test_the_hand_of_a_shooter_who_has_gone_stays_over_after_an_invalid_seven_out(book, act):
    table = Table(book, {"Ann": 500, "Bob": 500})
    reason, excluded = (
        next(iter(table.rulebook.floor.invalidate_for)),
        next(iter(table.rulebook.floor.exclude_for)),
    )
    lines = ("Ann: pass 10", "roll 5-4", "roll 4-3", act.format(excluded), f"invalidate {reason} throw")
    steps = [step for line in lines for step in table.say(line)]
    assert all(steps)
    told = [effect for step in steps for effect in step.effects]
    assert reduce(hand_after, told, Hand()) == Hand(number=2, before=2)


def test_an_offer_that_stands_tells_who_gives_up_the_dice_now():
    """Ann passed them after the wrong throw. At the right one she may not, but she is not on the line."""
    table = at(
        "classic", "Ann: hard 6 10", "offer Ann", "Ann: accept", "roll 1-1", "Ann: pass_dice", "offer Bob"
    )
    (came,) = table.say("correct 3-3")
    assert came.effects[1] == fx.Reversed(fx.DicePassed("Ann", "passed the dice"))
    assert came.effects[-2:] == (fx.DicePassed("Ann", "no line wager"), fx.DiceOffered("Bob"))


FIVE = "Ann: pass 10; Bob: fire 5; roll 2-2; roll 2-2; " + "; ".join(
    f"Ann: pass 10; roll {faces}; roll {faces}" for faces in ("3-2", "3-3", "4-4", "5-4")
)
FOUR_MADE = FIVE[: FIVE.rindex("; Ann: pass 10")]
CLOSED = "@9:00 post_sign closing; @10:00 close_table"
MID_ROUND = (
    "Ann: pass 10; Bob: pass 10; roll 5-4; order_pass delay; offer Bob; Bob: accept; roll 6-3; Bob: fire 5"
)


@pytest.mark.parametrize(
    ("lines", "end", "has", "shooter"),
    [
        (FOUR_MADE, "Ann: leave", 495, "Bob"),
        (FOUR_MADE, "Ann: pass_dice", 495, "Ann"),  # she may not pass them on the point that is back
        (FIVE, "Ann: leave", 620, "Bob"),
        (FIVE, f"{CLOSED}; Ann: leave", 620, "Bob"),
        (FIVE, "exclude Ann device", 620, "Bob"),
        (FIVE, "order_pass delay", 620, "Bob"),
        (FIVE, "offer Bob; no_answer", 620, "Ann"),
        (FIVE, "Dot: sit; offer Bob; no_answer; Bob: leave; offer Dot; Dot: accept", -1125, "Dot"),
        (FIVE, "Ann: pass_dice; offer Bob; Bob: accept; Bob: fire 5", 620, "Bob"),
        (FIVE, "Ann: leave; Bob: cash_out 1745", -1125, "Bob"),
        (FIVE, "order_pass delay; Bob: leave; Bob: sit", -1125, "Bob"),
        ("Ann: pass 10; Bob: fire 5; roll 6-5", "Ann: leave", 495, None),
        ("Ann: pass 10; Bob: fire 5; roll 6-5", "order_pass delay", 495, None),
        ("Ann: pass 10; Bob: fire 5; roll 6-5", "order_pass delay; Bob: leave", 5, None),
        (FIVE, "Ann: pass_dice; Bob: leave", -1125, "Ann"),
        (MID_ROUND, "Bob: pass_dice", 500, "Bob"),  # he bet it since the throw,
    ],
)
def test_the_end_of_a_hand_counts_no_throw_without_a_result(lines, end, has, shooter):
    """Bob has what he had if the throw had no result before the hand ended, or owes what he took away."""
    table = Table("pennsylvania", {"Ann": 500, "Bob": 500})
    effects = []
    for said in (*lines.split("; "), *end.split("; "), "floorperson: invalidate fraud throw"):
        if "invalidate" in said:
            assert "can only be invalidated" in table.say("floorperson: correct 1-1")[0].refusal.message
        steps = table.say(said)
        assert all(steps), said
        effects += steps[-1].effects
    bob = [effect for effect in effects if getattr(effect, "seat", None) == "Bob"]
    got = table.rail("Bob") if table.state.seat("Bob") else 0
    got -= sum(effect.amount for effect in bob if isinstance(effect, fx.Owed))
    assert (got, table.shooter, table.state.total) == (has * 100, shooter, 0)
