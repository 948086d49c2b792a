"""Flat wagers with odds behind them, and houses side by side."""

from fractions import Fraction
from math import isclose, sqrt
from typing import Any

import pytest

from bankcraps import BOOKS, BankcrapsError, load_rulebook
from bankcraps.game.wagers import BOX_NUMBERS, Kind
from bankcraps.house_edge.house_comparison import compare_houses
from bankcraps.house_edge.odds import odds

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


def test_come_odds_as_pass_odds_where_they_always_work():
    rows = odds("pennsylvania", with_odds=True).with_odds
    told = {
        wager: [row.to_dict() | {"wager": ""} for row in rows if row.wager == wager]
        for wager in ("pass", "come")
    }
    assert told["pass"] == told["come"]


def test_come_odds_that_rest_on_a_come_out_swing_less_and_cost_the_same():
    rows = {(row.wager, row.odds): row for row in odds("nsw", with_odds=True).with_odds}
    assert rows["come", "2x"].edge == rows["pass", "2x"].edge
    assert rows["come", "2x"].staked == rows["pass", "2x"].staked
    assert rows["come", "2x"].sd < rows["pass", "2x"].sd


def test_flats_with_odds_in_words():
    rows = odds("three_four_five", "pass", with_odds=True).with_odds
    assert repr(rows[-1]) == "<pass with full (3-4-5x) odds: edge 0.374% of all staked>"
    assert rows[0].to_dict()["staked_fraction"] == "5/3"


def test_a_hundred_times_odds():
    rows = odds("classic:odds=hundred", "pass", with_odds=True).with_odds
    assert len(rows) == 101
    assert (rows[-1].odds, rows[-1].edge) == ("full (100x)", Fraction(1, 4785))


@pytest.mark.parametrize("name", BOOKS)
def test_flats_with_odds_are_those_of_the_book(name):
    rows = odds(name, with_odds=True).with_odds
    assert list(dict.fromkeys(row.wager for row in rows)) == ["pass", "dont_pass", "come", "dont_come"]
    limit = load_rulebook(name).wagers[Kind.PASS_ODDS].limit
    assert [row.multiple for row in rows if row.wager == "pass"][:-1] == list(
        range(1, int(min(limit.values())) + 1)
    )


def test_odds_go_behind_flats_alone():
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


def test_what_cannot_be_compared():
    with pytest.raises(BankcrapsError, match="does not offer fire"):
        compare_houses(("nsw", "washington"), "fire")
    with pytest.raises(BankcrapsError, match="there is no book"):
        compare_houses(("nsw", "nowhere"), "fire")
