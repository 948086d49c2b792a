"""The pay of a house on real amounts, flats with odds, houses side by side, and the cost of what stands."""

import json
from fractions import Fraction
from functools import cache
from math import isclose, sqrt
from typing import Any

import pytest
from tests.kit.profiles import share

from bankcraps import BOOKS, BankcrapsError, Limits, load_rulebook
from bankcraps.analysis.results.reading import decode_result
from bankcraps.game.chips import Cents, printed
from bankcraps.game.wagers import BOX_NUMBERS, WAGERS
from bankcraps.house_edge.house_comparison import compare_houses
from bankcraps.house_edge.layout_cost import (
    SaidWager,
    layout_cost,
    read_standing,
    written_standing,
)
from bankcraps.house_edge.odds import odds
from bankcraps.house_edge.trial_table import TrialTable, lone_seat

in_chips_of_any_size = cache(odds)


def one(book, wager, dollars, **table):
    """The only wager in the report of that amount."""
    (found,) = odds(book, wager, amount=dollars, **table).wagers
    return found


@pytest.mark.parametrize("dollars", range(1, 37))
def test_place_6_at_7_to_6_rounded(dollars):
    """Pennsylvania keeps what chips of a dollar cannot pay; New South Wales gives it, and 1 gains."""
    for house, won in (("pennsylvania", dollars * 7 // 6), ("nsw", -(-dollars * 7 // 6))):
        found = one(house, "place 6", dollars)
        assert found.edge == Fraction(6 * dollars - 5 * won, 11 * dollars)
        assert found.breakage == found.edge - Fraction(1, 66)
        assert (found.breakage == 0) == (dollars % 6 == 0)


@pytest.mark.parametrize(("dollars", "fee"), [(1, 1), (10, 1), (29, 1), (30, 2), (49, 2), (50, 3), (100, 5)])
def test_commission_to_the_nearest_dollar_and_at_least_one(dollars, fee):
    """Five per cent of a buy 4 in the classic house, halves upwards and never nothing; it pays 2 to 1."""
    found = one("classic", "buy 4", dollars)
    assert found.edge == Fraction(2, 3) - Fraction(2, 3) + Fraction(fee, dollars)
    assert found.edge_outlay == Fraction(fee, dollars + fee)
    assert found.breakage == Fraction(fee, dollars) - Fraction(1, 20)


@pytest.mark.parametrize(
    ("wager", "ways", "to_one", "dollars"),
    [("two", 1, 29, 100), ("any_seven", 6, 4, 1000), ("three", 2, 14, 200), ("hop 2-2", 1, 29, 52)],
)
def test_washington_pays_no_more_than_1500(wager, ways, to_one, dollars):
    free = one("washington", wager, 25)
    assert free.breakage == 0
    with pytest.raises(BankcrapsError, match=r"is paid at most \$1500 with its stake"):
        one("washington:over_cap=refused", wager, dollars)
    capped = one("washington", wager, dollars)
    won = min(1500 - dollars, dollars * to_one)
    assert capped.edge == Fraction((36 - ways) * dollars - ways * won, 36 * dollars)
    assert capped.breakage == Fraction(ways * (dollars * to_one - won), 36 * dollars)
    assert capped.breakage > 0


@pytest.mark.some
@pytest.mark.parametrize(("name", "dollars"), share([(name, d) for name in BOOKS for d in (5, 10, 60)], 3))
def test_every_amount_is_taken_or_refused_with_its_reason(name, dollars):
    ideal, real = in_chips_of_any_size(name), odds(name, amount=dollars)
    assert {row.label for row in real} | {row.label for row in real.refused} == {row.label for row in ideal}
    for row in real:
        assert row.amount == dollars * 100
        assert row.breakage == row.edge - ideal[row.label].edge
    for refused in real.refused:
        assert refused.message.startswith(refused.label.partition(" on ")[0])
    legs = {row.label for row in real.refused}
    assert ("horn" in legs) == (dollars % 4 > 0)


def test_amounts_in_the_report():
    told: dict[str, Any] = odds("pennsylvania", amount=5).to_dict()
    assert told["amount_cents"] == 500
    assert {"label": "horn", "message": "horn must be a multiple of $4, not $5"} in told["refused"]
    place = next(row for row in told["wagers"] if row["wager"] == "place 6")
    assert (place["amount_cents"], place["breakage"], place["breakage_fraction"]) == (500, 5 / 66, "5/66")


def test_odds_need_a_flat_that_carries_them_within_the_sign():
    """At a table of at most 100, 300 goes behind any number at 3-4-5 times; 400 not behind the 4 and 10."""
    sign = Limits(Cents(500), Cents(10_000), Cents(500))
    book = "classic"  # where odds may pass the table's maximum
    assert len(odds(book, "pass_odds", amount=300, limits=sign).wagers) == 6
    report = odds(book, "pass_odds", amount=400, limits=sign)
    assert [row.point for row in report] == [5, 6, 8, 9]
    assert {row.label for row in report.refused} == {"pass_odds on 4", "pass_odds on 10"}
    assert "may stake at most 3 times the flat wager of $100" in report.refused[0].message


def test_odds_broken_by_the_chip():
    """25 behind a 6 pays 30; 24 pays 28 of 28.80."""
    whole, broken = (odds("pennsylvania", "pass_odds", amount=a)["pass_odds on 6"] for a in (25, 24))
    assert (whole.edge, whole.breakage) == (0, 0)
    assert broken.edge == Fraction(5, 11) * Fraction(80, 2400)


WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
LIMIT_345 = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}


def by_hand(*, taking, times):
    """The stake and the variance of the net for a unit of flat: pass, or don't pass barring the twelve."""
    if taking:
        nets = {1: Fraction(8, 36), -1: Fraction(4, 36)}
    else:
        nets = {1: Fraction(3, 36), -1: Fraction(8, 36), 0: Fraction(1, 36)}
    staked = Fraction(1)
    for n in BOX_NUMBERS:
        point, made = Fraction(WAYS[n], 36), Fraction(WAYS[n], WAYS[n] + 6)
        true = Fraction(6, WAYS[n])  # to one, on the number
        stake, gain = (times[n], times[n] * true) if taking else (times[n] * true, times[n])
        staked += point * stake
        for net, p in ((1 + gain, made if taking else 1 - made), (-1 - stake, 1 - made if taking else made)):
            nets[net] = nets.get(net, 0) + point * p
    mean = sum(net * p for net, p in nets.items())
    return staked, -mean / staked, sum((net - mean) ** 2 * p for net, p in nets.items())


@pytest.mark.parametrize("wager", ["pass", "dont_pass", "dont_come"])
def test_every_multiple_by_hand(wager):
    rows = odds("three_four_five", wager, with_odds=True).with_odds
    assert [(row.odds, row.multiple) for row in rows] == [
        ("1x", 1),
        ("2x", 2),
        ("3x", 3),
        ("full (3-4-5x)", None),
    ]
    for row in rows:
        times = LIMIT_345 if row.multiple is None else dict.fromkeys(BOX_NUMBERS, row.multiple)
        staked, edge, variance = by_hand(taking=wager == "pass", times=times)
        assert (row.staked, row.edge) == (staked, edge)
        assert isclose(row.sd, sqrt(variance), rel_tol=1e-14)


def test_come_odds_are_pass_odds_where_they_always_work_and_swing_less_where_they_rest():
    told = {
        wager: [
            row.to_dict() | {"wager": ""}
            for row in odds("pennsylvania", with_odds=True).with_odds
            if row.wager == wager
        ]
        for wager in ("pass", "come")
    }
    assert told["pass"] == told["come"]
    rows = {row.wager: row for row in odds("nsw", with_odds=True).with_odds if row.odds == "2x"}
    come, line = rows["come"], rows["pass"]
    assert (come.edge, come.staked, come.sd < line.sd) == (line.edge, line.staked, True)


def test_flats_with_odds_in_words_and_up_to_a_hundred_times():
    rows = odds("three_four_five", "pass", with_odds=True).with_odds
    assert repr(rows[-1]) == "<pass with full (3-4-5x) odds: edge 0.374% of all staked>"
    assert rows[0].to_dict()["staked_fraction"] == "5/3"
    rows = odds("classic:odds=hundred", "pass", with_odds=True).with_odds
    assert (len(rows), rows[-1].odds, rows[-1].edge) == (101, "full (100x)", Fraction(1, 4785))
    with pytest.raises(BankcrapsError, match="odds go behind pass"):
        odds("nsw", "place", with_odds=True)


# Houses side by side.
@pytest.mark.some
def test_houses_side_by_side_best_first():
    hard = {one.wager: one for one in compare_houses(wager="hard").wagers}
    assert list(hard) == ["hard 6", "hard 8", "hard 4", "hard 10"]
    assert next(iter(hard["hard 6"].houses)) == "nsw"
    assert [one.edge for one in hard["hard 6"].houses.values()] == [Fraction(1, 22)] + [Fraction(1, 11)] * 4
    edges = [one.best for one in compare_houses().wagers]
    assert edges == sorted(edges)


def test_houses_are_columns_even_without_the_wager():
    found = compare_houses(wager="fire")
    assert found.houses == BOOKS
    (fire,) = found.wagers
    assert list(fire.houses) == ["pennsylvania"]
    told: dict[str, Any] = found.to_dict()
    assert told["houses"] == list(BOOKS)
    assert [row["house"] for row in told["wagers"][0]["houses"]] == ["pennsylvania"]


def test_a_house_with_options_stands_beside_its_book():
    found = compare_houses(("classic", "classic:field_12=triple"), "field")
    assert list(found.wagers[0].houses) == ["classic:field_12=triple", "classic"]
    assert found.to_arrow().column("edge_fraction").to_pylist() == ["1/36", "1/18"]
    assert ">2.778%</td>" in found._repr_html_()


def test_a_comparison_by_name_and_in_words():
    found = compare_houses(("nsw", "classic"), "hard")
    assert found["hard 6"]["nsw"].edge == Fraction(1, 22)
    assert repr(found["hard 6"]) == "<hard 6: nsw 4.545%, classic 9.091%>"
    assert repr(found) == "<HouseComparison of nsw, classic: 4 wagers>"
    with pytest.raises(BankcrapsError, match=r"'hard6' is not in this comparison; did you mean hard 6\?"):
        found["hard6"]
    with pytest.raises(
        BankcrapsError, match=r"compared at nsw, classic, not at clasic; did you mean classic"
    ):
        found["hard 6"]["clasic"]


def test_what_no_house_offers_cannot_be_compared():
    with pytest.raises(BankcrapsError, match="does not offer fire"):
        compare_houses(("nsw", "washington"), "fire")


_UP_TO_A_CENT = {"limits": "0.01:10000:0.01", "chip": "0.01"}


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


def test_what_is_off_costs_nothing():
    """A wager that stays off has no cost, and odds come back. One across the line pays as a place wager."""
    found = layout_cost("nsw", "place 6 12 off, place 8 12", puck=5)
    assert [one.stands for one in found] == ["place 8 $12"]
    assert [(one.label, one.message) for one in found.undecided] == [("place 6", "it is off")]
    assert found.amount == 1200
    (flat, odds_off) = layout_cost("nsw", "come 6 10, come_odds 6 10 off", puck=5)
    assert (flat.cost, odds_off.cost, odds_off.figures.edge_per_throw) == (Fraction(1000, 11), 0, 0)
    (across,) = layout_cost("classic:after_point=place", "pass 12 across", puck=6)
    assert (across.figures.wager, across.cost) == ("pass", Fraction(200, 11))


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


def test_a_layout_is_text_and_a_puck_a_number():
    """`tests/lab/mistakes.txt` has the layouts that cannot stand."""
    with pytest.raises(BankcrapsError, match="the layout must be text, not the int 10"):
        layout_cost("three_four_five", 10, puck=0)
    with pytest.raises(BankcrapsError, match=r"puck is a whole number, .* not '6'"):
        layout_cost("three_four_five", "pass 10", puck="6")
