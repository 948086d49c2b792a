"""The cost of wagers from where they stand: against closed forms, and against wagers that are just made."""

import json
from fractions import Fraction

import pytest

from bankcraps import BankcrapsError, load_rulebook, odds
from bankcraps.analysis.results.reading import decode_result
from bankcraps.game.chips import printed
from bankcraps.game.rulebook import BOOKS
from bankcraps.game.wagers import WAGERS
from bankcraps.house_edge.decisions.standing_wagers import SaidWager, read_standing, written_standing
from bankcraps.house_edge.decisions.trial_table import TrialTable
from bankcraps.house_edge.decisions.walk import lone_seat
from bankcraps.house_edge.layout_cost import layout_cost

_UP_TO_A_CENT = {"limits": "0.01:10000:0.01", "chip": "0.01"}


def costs(house, layout, **table):
    """The expected loss on each wager, in cents."""
    return {one.figures.wager: one.cost for one in layout_cost(house, layout, **table)}


@pytest.mark.parametrize(
    ("puck", "layout", "cents"),
    [
        (0, "pass 10", Fraction(1400, 99)),
        (4, "pass 10", Fraction(1000, 3)),
        (5, "pass 10", Fraction(1000, 5)),
        (6, "pass 10", Fraction(1000, 11)),
        (4, "dont_pass 10", Fraction(-1000, 3)),
        (4, "come 10", Fraction(1400, 99)),
        (4, "come 6 10", Fraction(1000, 11)),
        (0, "come 6 10", Fraction(1000, 11)),
        (5, "dont_come 6 10", Fraction(-1000, 11)),
        (6, "pass 10, pass_odds 50", Fraction(1000, 11)),
        (6, "place 6 12", Fraction(200, 11)),
        (6, "place 6 13", Fraction(300, 11)),  # the dollar beyond 12 wins a dollar: 1 in 11 of it is lost
        (6, "hard 6 5", Fraction(500, 11)),
        (6, "buy 4 20", 100),  # the house takes a dollar when the wager is made
        (6, "buy 4 20 paid 0", 0),
        (6, "buy 4 20 paid 1", 100),
    ],
)
def test_what_stands_costs_what_the_closed_form_says(puck, layout, cents):
    """By the chance to roll a number before a seven, 3 of 9, 4 of 10 or 5 of 11; 244 of 495 on the line."""
    assert layout_cost("three_four_five", layout, puck=puck).cost == cents


def test_a_wager_on_the_hand_knows_what_it_has_counted():
    """Five points are made: the sixth pays 999 to 1 with 1 chance in 3, or else the five pay 249 to 1."""
    found = layout_cost("pennsylvania", "fire 5 counted 4 5 6 8 9", puck=10).wagers[0].figures
    assert found.nets == ((Fraction(249), Fraction(2, 3)), (Fraction(999), Fraction(1, 3)))


@pytest.mark.parametrize(
    ("house", "name"),
    [
        (house, name)
        for house in BOOKS
        for name in ("pass", "buy 4", "lay 10", "place 5", "horn", "field", "hard 8")
        if load_rulebook(house).terms(WAGERS[name]) is not None
    ],
)
def test_a_wager_just_made_costs_what_the_odds_say(house, name):
    """The commission that the house takes when the wager is made counts."""
    book, made = load_rulebook(house), WAGERS[name]
    table = TrialTable(book)
    ((state, _), *_) = table.starts(made, None, 6000).items()
    (standing,) = lone_seat(state).wagers
    words = written_standing([SaidWager(standing, paid=True)])
    told = odds(book, made, amount=60, **_UP_TO_A_CENT)[name]
    (found,) = layout_cost(book, words, puck=state.puck, **_UP_TO_A_CENT)
    assert (found.figures.edge, found.figures.nets) == (told.edge, told.nets)


def test_a_put_wager_across_the_line_is_paid_as_a_place_wager():
    assert costs("classic:after_point=place", "pass 12 across", puck=6) == {"pass": Fraction(200, 11)}


def test_a_wager_that_stays_off_has_no_cost():
    found = layout_cost("nsw", "place 6 12 off, place 8 12", puck=5)
    assert [one.stands for one in found] == ["place 8 $12"]
    assert [(one.label, one.message) for one in found.undecided] == [("place 6", "it is off")]
    assert found.amount == 1200


def test_odds_that_stay_off_come_back_and_cost_nothing():
    (flat, odds_off) = layout_cost("nsw", "come 6 10, come_odds 6 10 off", puck=5)
    assert (flat.cost, odds_off.cost, odds_off.figures.edge_per_throw) == (Fraction(1000, 11), 0, 0)


def test_the_result_is_read_back_and_is_a_table():
    found = layout_cost("three_four_five", "come 6 10, place 8 12 off", puck=5)
    told = decode_result(json.dumps(found.to_dict()))
    assert (told.cost, told.wagers[1].call) == (Fraction(1200, 11), "off")
    rows = found.to_arrow().to_pylist()
    assert [(row["label"], row["call"], row["cost_cents_fraction"]) for row in rows] == [
        ("come 6", None, "1000/11"),
        ("place 8", "off", "200/11"),
    ]


def test_the_words_have_one_form():
    said = "  Place 6 $12.00 OFF , fire 5 counted 9 4,pass 10 paid 0 across, buy 4 20 paid 1.50"
    said += ", lay 4 20 paid 0 "
    written = written_standing(read_standing(said))
    assert (
        written == "pass 10 across, place 6 12 off, buy 4 20 paid 1.50, lay 4 20 paid 0, fire 5 counted 4 9"
    )
    assert written_standing(read_standing(written)) == written
    assert printed(read_standing(written)[2].standing.commission) == "1.50"


@pytest.mark.parametrize(
    ("layout", "puck", "why"),
    [
        ("", 0, "no wager stands: say each as its name and its amount, such as place 6 12 or come 6 10 off"),
        ("place 6", 0, "there is no wager 'place'; did you mean"),
        ("place 6 twelve", 0, "'place 6 twelve' is no wager with its amount"),
        ("place 6 0", 0, "the amount on place 6 is not above 0"),
        ("place 6 6, place 6 12", 0, "place 6 is said twice: say all that lies there once"),
        ("fire 5", 0, "does not offer fire"),
        ("pass 10", 7, "the puck is on one of 4, 5, 6, 8, 9, 10, or 0 while it is off; not on 7"),
        ("pass_odds 20", 6, "pass_odds stands behind pass: say what lies on pass, too"),
        ("pass 10, pass_odds 20", 0, "pass_odds stands only while the puck is on a point: say which point"),
        ("come 10, come_odds 6 20", 5, "come_odds 6 stands behind come 6: say what lies on come 6, too"),
        ("place 6 12 paid 1", 0, "takes nothing in advance on $12 on place 6, not $1"),
        ("buy 4 20 paid 100", 0, "takes at most $1 in advance on $20 on buy 4, not $100"),
        ("pass 10", "6", "puck is a whole number, one of 4, 5, 6, 8, 9, 10, or 0 while it is off; not '6'"),
        (10, 0, "the layout must be text, not the int 10"),
        ("place 6 12 counted 4", 0, "place 6 does not count 4 here"),
        ("pass 10 across", 6, "pass cannot lie across the line here"),
    ],
)
def test_what_cannot_stand_is_refused_with_a_sentence(layout, puck, why):
    with pytest.raises(BankcrapsError) as error:
        layout_cost("three_four_five", layout, puck=puck)
    assert why in str(error.value)
