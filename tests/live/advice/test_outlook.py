"""The forecast of a throw for a wager, compared with the throw itself."""

import pytest
from msgspec.structs import replace

from bankcraps import Cents, Table, load_rulebook
from bankcraps.game.engine import Standing, open_table
from bankcraps.game.wagers import wager
from bankcraps.live.advice.outlook import Refusals, outlook
from bankcraps.live.table.commands import SEALED

SAYS = {
    ("nsw", "pass 10", "pass"): (
        "$10 here wins $10 on 7 or 11 and loses on 2, 3 or 12. "
        "4, 5, 6, 8, 9 or 10 becomes the point, and the wager stays."
    ),
    ("nsw", "pass 10; roll 5-3; hard 6 5", "hard 6"): (
        "$5 here wins $48 on 3-3 and loses on 1-5, 2-4 or 7. Any other throw does nothing to it."
    ),
    ("nsw", "dont_pass 10", "dont_pass"): (
        "$10 here wins $10 on 3 or 12, comes back on 2 and loses on 7 or 11. "
        "4, 5, 6, 8, 9 or 10 becomes the point, and the wager stays."
    ),
    ("nsw", "any_seven 5", "any_seven"): "$5 here wins $20 on 7 and loses on any other throw.",
    ("nsw", "place 6 6", "place 6"): (
        "Place Bet to Win 6 is off on the come-out. The next throw does nothing to it."
    ),
    ("pennsylvania", "pass 10; fire 5; roll 4-2", "fire"): (
        "$5 here counts 6 and loses on 7. Any other throw does nothing to it."
    ),
    ("pennsylvania", "world 5", "world"): (
        "$5 here wins $11 on 3 or 11, wins $26 on 2 or 12, breaks even on 7 and loses on 4, 5, 6, 8, 9 or 10."
    ),
}


def said(chances):
    lines = {}
    for chance in chances:
        lines.setdefault(f"{chance.result} {chance.net // 100}", []).append(chance.on)
    return "; ".join(f"{line}: {' '.join(on)}" for line, on in lines.items())


def after(house, lines):
    table = Table(house, {"Ann": 500})
    for line in lines.split("; "):
        steps = table.say(line if line.startswith("roll") or ":" in line else f"Ann: {line}")
        assert not [step.refusal for step in steps if step.refusal]
    return table


def of(house, lines, name):
    """The outlook of one of Ann's wagers after lines."""
    table = after(house, lines)
    (found,) = [one for one in outlook(table.rulebook, table.state, "Ann") if one.wager is wager(name)]
    return found


def test_a_winner_that_stays_up_says_that_it_pays_its_commission_again():
    buy = of("nsw", "pass 10; roll 5-3; buy 4 40", "buy 4")
    assert [(one.on, one.net, one.fee) for one in buy.chances] == [("4", 8000, 200), ("7", -4000, 0)]
    assert buy.says.startswith("$40 here wins $80 and pays $2 commission again on 4 and loses on 7.")


def test_a_token_that_loses_costs_nothing():
    found = of("nsw", "games_supervisor: issue_token Ann 25; Ann: pass 25 token", "pass")
    assert said(found.chances) == "loses 0: 2 3 12; wins 25: 7 11"


@pytest.mark.parametrize("at", SAYS)
def test_sentences_say_what_each_throw_would_do(at):
    assert of(*at).says == SAYS[at]


@pytest.mark.parametrize(
    ("lines", "off"),
    [
        ("place 6 6", True),
        ("place 6 6; on place 6", False),
        ("pass 10; roll 5-3; place 6 6", False),
        ("pass 10; roll 5-3; place 6 6; off place 6", True),
    ],
)
def test_whether_a_wager_is_off_by_the_rules_or_by_a_call(lines, off):
    table = after("classic", lines)
    assert outlook(table.rulebook, table.state, "Ann")[-1].off is off


def test_a_commission_on_winnings_is_taken_off_them():
    book = load_rulebook("classic", commission="won")
    (found,) = outlook(book, open_table(book), "", Standing(wager("buy 4"), Cents(2000), call="on"))
    assert said(found.chances) == "wins 39: 4; loses -20: 7"
    table = Table("nsw", {"Ann": 500})  # and of a wager that is not there
    (found,) = outlook(table.rulebook, table.state, "Ann", Standing(wager("field"), Cents(500)))
    assert said(found.chances) == "wins 10: 2 12; wins 5: 3 4 9 10 11; loses -5: 5 6 7 8"
    assert outlook(table.rulebook, table.state, "Bob") == ()


REFUSES = {
    # the house, the lines played, the wager, and its refusals with the clause
    ("nsw", "pass 10", "pass"): {"call": "6.6"},
    ("nsw", "pass 10; roll 5-3", "pass"): {"press": "6.1.1", "call": "6.6", "down": "6.4"},
    ("nsw", "place 6 6", "place 6"): {},
    ("classic", "pass 10", "pass"): {"call": "convention", "down": "take_down.allowed"},
    ("pennsylvania", "pass 10; roll 5-3; pass_odds 10", "pass_odds"): {"call": "odds.follow_flat"},
    ("three_four_five", "dont_pass 10; roll 5-3", "dont_pass"): {"press": "D.3", "call": "D.on_off"},
}


@pytest.mark.parametrize("at", REFUSES)
def test_what_the_house_would_refuse_to_do_with_a_wager(at):
    refused = {what: getattr(of(*at).refused, what) for what in ("press", "call", "down")}
    assert {what: why.clause for what, why in refused.items() if why} == REFUSES[at]


def test_wagers_stand_once_the_throw_is_fixed_and_the_books_own_reasons_come_first():
    table = after("nsw", "pass 10; roll 5-3; place 6 6")
    line, place = (
        one.refused for one in outlook(table.rulebook, replace(table.state, out=True), "Ann", fixed=SEALED)
    )
    assert [why.message for why in (place.press, place.call, place.down)] == [SEALED] * 3
    assert line.down.clause == "6.4"


def test_dice_that_are_out_and_too_large_an_amount_are_no_reasons_not_to_offer_it():
    table = after("nsw", "pass 10; place 6 6; place 8 300")
    out = outlook(table.rulebook, replace(table.state, out=True), "Ann")
    assert [one.refused for one in out[1:]] == [Refusals(), Refusals()]
