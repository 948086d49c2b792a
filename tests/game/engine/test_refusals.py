"""Refusals that no clause script shows: their sentences and the clauses that they cite."""

import pytest
from msgspec.structs import replace

from bankcraps import Table, Throw, load_rulebook
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player, refusal
from bankcraps.game.engine.actor import crew
from bankcraps.game.notation import tell_refusal


def table(book):
    at = Table(book, {"Ann": 500, "Bob": 500}, limits="5:500")
    at.say("Ann: pass 10")
    return at.state


def test_a_player_does_not_report_the_result():
    book = load_rulebook("nsw")
    refused = refusal(book, table(book), ev.Rolled(Throw(4, 2), by=player("Ann")))
    assert (refused.code, refused.clause) == ("not_your_act", book.dice.clause("total_called_by"))
    said = "only the dice or the stickperson report a result, not Ann; say `throw` to throw"
    assert refused.message == said


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
    assert refused.message == "in this house nobody may order a shooter to pass the dice"


def test_a_player_who_cannot_leave_hears_which_wagers_hold_them_and_what_to_do():
    at = Table("classic", {"Ann": 500}, limits="5:500")
    for line in ("Ann: pass 10", "roll 4-2", "Ann: come 10", "roll 5-4", "Ann: place 8 12"):
        assert all(at.say(line))
    (step,) = at.say("Ann: leave")
    assert (step.refusal.code, step.refusal.clause) == ("contract", "convention")
    assert step.refusal.message == (
        "Ann cannot leave yet: $10 on pass and $10 on come 9 are contract wagers, and nobody may take them "
        "down. Wait for the throw that decides them; every other wager may come down now, and the chips in "
        "the rail may be cashed out"
    )
    told = tell_refusal(step.refusal, at.rulebook)
    assert "$10 on the Pass Line and $10 on the Come 9 are contract wagers" in told


def test_a_refusal_that_says_come_down_keeps_its_verb():
    at = Table("pennsylvania", {"Ann": 500})
    for line in ("pass 10", "roll 4-2", "come 10", "no_more_bets"):
        assert all(at.say(line))
    (step,) = at.say("Ann: down come")
    told = tell_refusal(step.refusal, at.rulebook)
    assert told == "the dice are out: the Come cannot come down until they rest"


def said(refused):
    return refused.code, refused.clause, refused.message


def test_nobody_sits_at_a_full_table_or_at_a_closed_one():
    book = load_rulebook("nsw")
    names = [chr(ord("A") + place) * 3 for place in range(book.table.places)]
    full = Table(book, dict.fromkeys(names, 100), limits="5:500").state
    assert said(refusal(book, full, ev.Sit(by=player("Late")))) == (
        "no_place",
        book.table.clause("places_a_side"),
        f"all {book.table.places} places are taken",
    )
    closed = table(book).with_floor(closed=True)
    assert said(refusal(book, closed, ev.Sit(by=player("Late")))) == (
        "table_closed",
        book.floor.clause("closing_notice"),
        "the table is closed",
    )


def test_nobody_is_excluded_twice():
    book = load_rulebook("nsw")
    state = table(book).with_floor(excluded=("Eve",))
    (reason, *_) = book.floor.exclude_for
    refused = refusal(book, state, ev.Exclude("Eve", reason, by=crew("supervisor")))
    assert said(refused) == ("excluded", None, "Eve is already excluded")


@pytest.mark.parametrize("house", ["classic", "washington", "pennsylvania", "three_four_five"])
def test_houses_without_tokens_say_so_and_cite_it(house):
    book = load_rulebook(house)
    refused = Table(book, {"Ann": 500}, limits="5:500").say("Ann: pass 25 token")[-1].refusal
    assert said(refused) == ("token", book.betting.clause("tokens"), "this house takes no tokens")


def test_a_dispute_that_nobody_raised():
    at = Table("nsw", {"Ann": 500}, limits="5:500")
    refused = at.say('supervisor: decide 1 "the four counts"')[-1].refusal
    assert said(refused) == ("no_such_dispute", None, "there is no dispute 1 (disputes: none)")


@pytest.mark.parametrize(
    ("book", "before", "refused", "advice", "taken"),
    [
        ("nsw", [], "Ann: come 6 10", "come can be made only while the puck is on", "Ann: field 10"),
        ("nsw", ["Ann: pass 10", "roll 5-4"], "Ann: come 6 10", "bet on come, not on come 6", "Ann: come 10"),
        (
            "nsw",
            ["@15:00 post_sign closing"],
            "post_sign closing",
            "such as @15:00",
            "@15:00 post_sign closing",
        ),
        (
            "nsw",
            ["@15:00 post_sign limits 25:1000"],
            "limits 25:1000",
            "such as @15:20",
            "@15:20 limits 25:1000",
        ),
        (
            "nsw",
            ["issue_token Ann 25", "Ann: place 6 5 and token 25"],
            "Ann: down place 6 by 10",
            'as in "by $25 token"',
            "Ann: down place 6 by $25 token",
        ),
    ],
)
def test_what_a_refusal_advises_is_taken_at_once(book, before, refused, advice, taken):
    at = Table(book, {"Ann": 500, "Bob": 500}, limits="5:5000")
    assert all(step for line in before for step in at.say(line))
    (step,) = at.say(refused)
    assert advice in step.refusal.message
    assert all(at.say(taken))


@pytest.mark.parametrize(
    ("book", "before", "refused", "no_advice"),
    [
        (  # a pass wager across the line has no odds
            "classic",
            ["Bob: pass 10", "roll 3-3", "Ann: pass 10"],
            "Ann: press pass 10",
            "odds",
        ),
        (  # what would be left of the wager is too little
            "nsw",
            [
                "issue_token Ann 25",
                "Ann: place 6 5 and token 25",
                "@14:00 post_sign limits 10:5000",
                "@14:20 limits 10:5000",
            ],
            "Ann: down place 6 by 10",
            "as in",
        ),
        (  # nobody bets at a closed table
            "nsw",
            ["@14:00 post_sign closing", "@14:20 close_table"],
            "no_roll short",
            "such as",
        ),
    ],
)
def test_a_refusal_advises_nothing_that_would_be_refused(book, before, refused, no_advice):
    rules = load_rulebook("classic", after_point="place") if book == "classic" else load_rulebook(book)
    at = Table(rules, {"Ann": 500, "Bob": 500}, limits="5:5000")
    assert all(step for line in before for step in at.say(line))
    (step,) = at.say(refused)
    assert step.refusal
    assert no_advice not in step.refusal.message
