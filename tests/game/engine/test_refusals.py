"""Refusals of events that no line says, and by books with one rule changed; the acts of a dealer."""

import pytest
from msgspec.structs import replace

from bankcraps import BOOKS, Table, Throw, load_rulebook, refusal, step, wager
from bankcraps.game.engine import DICE, NOBODY, crew, player
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import CREW
from bankcraps.game.engine.step import PLAIN

NSW = load_rulebook("nsw")


def table(book, *lines):
    at = Table(book, {"Ann": 500, "Bob": 500}, limits="5:500")
    for line in ("Ann: pass 10", *lines):
        assert all(at.say(line))
    return at


@pytest.mark.parametrize("rules", BOOKS)
@pytest.mark.parametrize("before", [(), ("Ann: throw",)])
def test_no_player_says_how_the_dice_came_to_rest(rules, before):
    """Otherwise a shooter would call the number that they need."""
    at = table(rules, *before)
    nobody_of_the_crew = crew(next(role for role in CREW if role not in at.rulebook.table.crew))
    for by in (player("Ann"), player("Zed"), NOBODY, nobody_of_the_crew):
        event = ev.Rolled(Throw(4, 3), by=by)
        no = refusal(at.rulebook, at.state, event)
        assert (no.code, no.clause or "convention") == (
            "not_your_act",
            at.rulebook.dice.clause("total_called_by") or "convention",
        )
        assert not at.do(event)
    for by in (DICE, crew("stickperson", "Dora"), crew("stickperson")):
        assert step(at.rulebook, at.state, ev.Rolled(Throw(4, 3), by=by))


def test_a_throw_out_of_turn_cites_whose_turn_it_is_where_it_is_no_reason_for_no_roll():
    must = {reason: clause for reason, clause in NSW.no_roll.must.items() if reason != "not_shooter"}
    book = replace(NSW, no_roll=replace(NSW.no_roll, must=must))
    no = refusal(book, table(book, "Bob: pass 10").state, ev.ThrowDice(by=player("Bob")))
    assert (no.code, no.clause) == ("not_shooter", book.dice.clause("offered_to"))
    assert no.message == "it is the turn of Ann to throw, not of Bob"


def test_a_house_that_never_orders_the_dice_passed_says_so():
    book = replace(NSW, dice=replace(NSW.dice, pass_ordered_for={}))
    no = refusal(book, table(book).state, ev.OrderPass("delay", by=crew("boxperson")))
    assert no.message == "in this house nobody may order a shooter to pass the dice"


def test_no_result_of_the_dice_and_no_bet_is_a_plain_act():
    tags = {str(act.__struct_config__.tag) for act in PLAIN}
    assert {"throw", "sit", "leave", "no_more_bets"} <= tags
    assert not tags & {"rolled", "bet", "take_down", "buy_in", "exclude"}


HORN, PLACE = wager("horn"), wager("place 6")
WON = fx.Paid("Ann", PLACE, 600, 700, up=True)
LEG = fx.Lost("Ann", HORN, 300)


@pytest.mark.parametrize(
    ("effects", "dealt"),
    [
        ([fx.Lost("Ann", PLACE, 600)], ("take", 0)),
        ([WON], ("pay", 700)),
        ([WON, fx.Vigorish("Ann", PLACE, 100)], ("pay", 600)),
        ([fx.Paid("Ann", HORN, 100, 1500, up=False), LEG], ("pay", 1200)),
        ([fx.Paid("Ann", HORN, 100, 300, up=False), LEG], ("return", 0)),
        ([fx.Paid("Ann", HORN, 100, 200, up=False), LEG], (None, 0)),
        ([fx.Paid("Ann", PLACE, 100, 0, up=True)], (None, 0)),
        ([fx.Moved("Ann", wager("come"), wager("come 6"), 500)], ("move", 0)),
        ([fx.Returned("Ann", PLACE, 600, "off")], ("return", 0)),
        ([fx.Tied("Ann", wager("dont_pass"), 500)], (None, 0)),
        ([], (None, 0)),
    ],
)
def test_the_effects_of_a_throw_decide_what_a_dealer_does(effects, dealt):
    assert fx.dealt_with(effects) == dealt
