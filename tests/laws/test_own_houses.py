"""Invented houses: points of their own, and wagers on the shooter's hand of any shape."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kit.houses import come_outs, hand_wagers, merged, own_house
from tests.kit.laws import hold
from tests.kit.layouts import crowds
from tests.kit.profiles import examples
from tests.kit.sessions import play

from bankcraps import BOOKS, Cents, Table, Throw, load_rulebook, wager
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player
from bankcraps.game.wagers import BOX_NUMBERS, HAND_WAGERS, WAGERS, Kind

THROWS = st.sampled_from([throw for throw in OUTCOMES for _ in range(throw.ways)])


@st.composite
def own_houses(draw):
    """A house with a come-out of its own, or with up to three wagers on the hand, or both."""
    base = draw(st.sampled_from(BOOKS))
    rules = draw(come_outs(base)) if draw(st.booleans()) else {}
    points = tuple(rules.get("come_out", {}).get("points", BOX_NUMBERS))
    for _ in range(draw(st.integers(0 if rules else 1, 3))):
        added = draw(hand_wagers(points))
        (kind,) = added["wagers"]
        if kind not in rules.get("wagers", {}) and Kind(kind) not in load_rulebook(base).wagers:
            rules = merged(rules, added)
    return own_house(base, rules) if rules else load_rulebook(base)


@st.composite
def hands(draw):
    """Ann throws at such a house, and bets on every spot that watches her hand whenever she may."""
    opening = draw(crowds(own_houses()))
    done = []
    spots = [spot for spot in WAGERS.values() if spot.kind in HAND_WAGERS and opening.book.terms(spot)]
    sums = [Cents(opening.chip * 60)] * len(spots)
    for throw in draw(st.lists(THROWS, min_size=1, max_size=12)):
        done += [ev.Bet(spot, amount, by=player("Ann")) for spot, amount in zip(spots, sums, strict=True)]
        done += [ev.Bet(wager("pass"), Cents(opening.chip * 60), by=player("Ann")), ev.Rolled(throw)]
    return play(opening, done)


@examples(200)
@given(session=hands())
@pytest.mark.some
def test_hands_thrown_at_houses_of_ones_own(session):
    hold(session)


def crapless(**wagers):
    """A house where everything but the 7 is a point."""
    more = {"2": "6 to 1", "3": "3 to 1", "11": "3 to 1", "12": "6 to 1"}
    ones = dict.fromkeys(more, 1)
    odds = {kind: {"pays": more, "limit": ones} for kind in ("pass_odds", "come_odds")}
    donts = dict.fromkeys(("dont_pass", "dont_come", "dont_pass_odds", "dont_come_odds"), False)
    come_out = {"naturals": [7], "craps": [], "points": [n for n in range(2, 13) if n != 7]}
    return own_house("pennsylvania", {"come_out": come_out, "wagers": {**odds, **donts, **wagers}})


@pytest.mark.parametrize(("dice", "number"), [((1, 1), 2), ((2, 1), 3), ((6, 5), 11), ((6, 6), 12)])
def test_without_craps_every_number_is_a_point(dice, number):
    table = Table(crapless(), {"Ann": 1000}, others=True)
    for line in ("pass 10",):
        assert all(table.say(line))
    assert fx.PointSet(number) in table.throw(*dice).effects
    assert table.point == number
    assert all(table.say("odds 10"))
    assert all(table.say("come 10"))
    table.throw(5, 4)
    assert table.layout("Ann") == {"pass": 1000, "pass_odds": 1000, "come 9": 1000}
    came = table.throw(*dice)
    assert fx.PointMade(number) in came.effects
    assert table.rail("Ann") == 99_000 + 1000 + 1000 * {2: 6, 3: 3, 11: 3, 12: 6}[number]


def test_without_craps_a_come_wager_travels_to_the_twelve_and_loses_to_the_seven():
    table = Table(crapless(), {"Ann": 1000}, others=True)
    for line in ("pass 10", "roll 2-2", "come 10", "roll 6-6", "come_odds 12 10"):
        assert all(table.say(line)), line
    assert table.layout("Ann") == {"pass": 1000, "come 12": 1000, "come_odds 12": 1000}
    table.throw(4, 3)
    assert table.layout("Ann") == {}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("then", [(), ("offer Cid",), ("Cid: decline",), ("exclude Ann cheating",)])
def test_where_the_stickperson_does_not_throw_somebody_takes_the_dice_after_all(book, then):
    """Everybody with a line wager has declined the dice. A refusal names a player who may take them."""
    house = own_house(book, {"dice": {"stick_throws": False, "offered_to": "everyone"}})
    table = Table(house, dict.fromkeys(("Ann", "Bob", "Cid"), 1000))
    lines = ("Ann: pass 10", "Bob: dont_pass 10", "Ann: decline", "Bob: decline")
    then = [line.replace("cheating", next(iter(house.floor.exclude_for))) for line in then]
    assert all(all(table.say(line)) for line in (*lines, *then))
    no = table.throw(5, 4).refusal
    assert no.code == "not_shooter"
    (line,) = re.findall("say `(.+)`", no.message)
    assert all(table.say(line)), no.message
    assert table.throw(5, 4), table.throw(5, 4).refusal.message


def test_where_somebody_else_throws_whoever_declined_the_dice_does_not_take_them():
    house = own_house("classic", {"dice": {"stick_throws": False}})
    table = Table(house, dict.fromkeys(("Ann", "Bob"), 1000))
    assert all(all(table.say(line)) for line in ("Ann: pass 10", "Bob: pass 10", "Ann: decline"))
    assert table.say("Ann: accept")[0].refusal.code == "dice"
    assert all(table.say("Bob: decline"))
    assert table.say("Ann: decline")[0].refusal.code == "dice"
    assert all(table.say("Ann: accept"))


TALL = {
    "name": "Tall",
    "made": "after_seven",
    "take_down": "never",
    "increase": "never",
    "counts": "totals",
    "among": [8, 9, 10, 11, 12],
    "pays": {"5": "34 to 1"},
    "paid": "at_once",
    "ends": "seven",
}


def test_a_wager_after_a_seven_is_made_after_a_seven():
    """It is taken before a new shooter's first throw and after any 7, also on the come-out, and only then."""
    table = Table(own_house("pennsylvania", {"wagers": {"tall": TALL}}), {"Ann": 1000}, others=True)
    taken = []
    for throw in (None, Throw(6, 5), Throw(4, 3), Throw(2, 2), Throw(5, 4), Throw(5, 2)):
        table.bet("Ann", "pass", 10)
        if throw:
            table.throw(throw.a, throw.b)
        before = table.state
        taken.append(bool(table.bet("Ann", "tall", 5)) or "tall" in table.layout("Ann"))
        table.state = before
    assert taken == [True, False, True, False, False, True]


def test_tall_is_paid_with_its_last_number_and_comes_down():
    table = Table(own_house("pennsylvania", {"wagers": {"tall": TALL}}), {"Ann": 1000}, others=True)
    for line in ("pass 10", "tall 5", "roll 6-2", "roll 6-6", "roll 6-6", "roll 5-6", "roll 4-5"):
        assert all(table.say(line)), line
    assert table.state.seats[0].on(wager("tall")).progress == (8, 9, 11, 12)
    came = table.throw(5, 5)
    assert fx.Counted("Ann", wager("tall"), (8, 9, 10, 11, 12)) in came.effects
    assert fx.Paid("Ann", wager("tall"), Cents(500), Cents(17_000)) in came.effects
    assert "tall" not in table.layout("Ann")
