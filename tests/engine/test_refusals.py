"""Refusals that no shipped house and no words at a table come to: what they say, and what they cite."""

from msgspec.structs import replace

from bankcraps import Table, Throw, load_rulebook
from bankcraps.engine import events as ev
from bankcraps.engine import player, refusal
from bankcraps.engine.actor import crew


def table(book):
    at = Table(book, {"Ann": 500, "Bob": 500}, limits="5:500")
    at.say("Ann: pass 10")
    return at.state


def test_a_player_does_not_report_the_result():
    book = load_rulebook("nsw")
    refused = refusal(book, table(book), ev.Rolled(Throw(4, 2), by=player("Ann")))
    assert (refused.code, refused.clause) == ("not_your_act", book.dice.clause("face_ruled_by"))
    assert refused.message == "only the dice or the crew report a result, not Ann; say `throw` to throw"


def test_a_throw_out_of_turn_cites_whose_turn_it_is_where_it_is_no_reason_for_no_roll():
    shipped = load_rulebook("nsw")
    must = {reason: clause for reason, clause in shipped.no_roll.must.items() if reason != "not_shooter"}
    book = replace(shipped, no_roll=replace(shipped.no_roll, must=must))
    state = Table(book, {"Ann": 500, "Bob": 500}, limits="5:500")
    state.say("Ann: pass 10")
    state.say("Bob: pass 10")
    refused = refusal(book, state.state, ev.ThrowDice(by=player("Bob")))
    assert (refused.code, refused.clause) == ("not_shooter", book.dice.clause("offered_to"))
    assert refused.message == "it is the turn of Ann to throw, not of Bob"


def test_dice_in_the_air_are_not_thrown_again():
    book = load_rulebook("nsw")
    refused = refusal(book, replace(table(book), out=True, thrown=True), ev.ThrowDice(by=player("Ann")))
    assert (refused.code, refused.clause) == ("dice", None)
    assert refused.message == "the dice have been thrown and have not come to rest"


def test_a_house_that_never_orders_the_dice_passed_says_so():
    shipped = load_rulebook("nsw")
    book = replace(shipped, dice=replace(shipped.dice, pass_ordered_for={}))
    refused = refusal(book, table(book), ev.OrderPass("delay", by=crew("boxperson")))
    assert refused.message == "'delay' is not a reason to order the dice passed; the reasons are none"
