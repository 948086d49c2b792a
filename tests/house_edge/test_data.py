"""Data for programs are the computed values, field by field, and no list is shorter than it says."""

from fractions import Fraction
from typing import Any

import pytest

from bankcraps import odds
from bankcraps.house_edge.edge import percent
from bankcraps.house_edge.house_comparison import compare_houses
from bankcraps.house_edge.shooter_hand import hand

HAND = hand()


def listed(rows, count, chance):
    """Whether rows list the chances of a count from the first to the last."""
    return {row[count]: Fraction(row["chance_fraction"]) for row in rows} == chance


def test_the_lists_of_a_hand():
    told: dict[str, Any] = HAND.to_dict()
    to_twelve, from_one = range(13), range(1, 13)
    assert listed(told["points_made"]["distribution"], "points", {n: HAND.p_points(n) for n in to_twelve})
    assert listed(
        told["distinct_points"]["distribution"], "points", {n: HAND.p_distinct_points(n) for n in range(7)}
    )
    assert listed(
        told["passes_before_seven_out"]["distribution"],
        "passes",
        {n: HAND.p_passes_in_hand(n) for n in to_twelve},
    )
    assert listed(told["round"]["at_least"], "throws", {n: HAND.p_round_at_least(n) for n in from_one})
    assert listed(told["passes"]["in_a_row"], "passes", {n: HAND.p_passes(n) for n in from_one})
    assert listed(told["distribution"], "throws", dict(HAND.lengths()))


def test_the_means_of_a_hand():
    told: dict[str, Any] = HAND.to_dict(20)
    for name, value in (
        ("points_made", HAND.points),
        ("distinct_points", HAND.distinct_points),
        ("passes_before_seven_out", HAND.passes),
        ("round", HAND.round_mean),
    ):
        assert (told[name]["mean"], Fraction(told[name]["mean_fraction"])) == (float(value), value)
    assert (told["points_made"]["p_point"], told["passes"]["chance"]) == (
        float(HAND.p_point),
        float(HAND.p_pass),
    )
    assert (told["at_least"], told["sd"]) == (20, HAND.sd)


def fields_of(one, told, *fractions):
    """Hold fractions of a result against what programs get of them."""
    for name in fractions:
        value = getattr(one, name)
        assert (told[name], Fraction(told[f"{name}_fraction"])) == (float(value), value), name


def test_a_wager_with_odds():
    rows = odds("three_four_five", "pass", with_odds=True).with_odds
    assert len(rows) == 4
    for one in rows:
        told = one.to_dict()
        fields_of(one, told, "staked", "edge")
        assert (told["wager"], told["odds"], told["sd"]) == (one.wager, one.odds, one.sd)
        assert told.get("multiple") == one.multiple


@pytest.mark.parametrize("amount", [None, 5])
def test_the_edge_of_a_wager(amount):
    report = odds("pennsylvania", amount=amount)
    told: dict[str, Any] = report.to_dict()
    assert told["house"] == report.house
    assert len(told["wagers"]) == len(report.wagers) > 10
    for one, row in zip(report.wagers, told["wagers"], strict=True):
        fields_of(
            one,
            row,
            *("win", "lose", "push", "edge", "edge_resolved", "edge_outlay"),
            *("edge_per_throw", "throws_per_decision"),
        )
        assert (row["wager"], row["pays"], row["clauses"]) == (one.wager, one.pays, list(one.clauses))
        assert (row["sd"], row["skew"]) == (one.sd, one.skew)
        assert row.get("point") == one.point
        assert row.get("amount_cents") == one.amount
        assert ("breakage" in row) == (one.breakage is not None)
    refused = [(one.label, one.message) for one in report.refused]
    assert [(row["label"], row["message"]) for row in told.get("refused", ())] == refused


def test_a_wager_in_several_houses():
    found = compare_houses(("nsw", "classic"))
    told: dict[str, Any] = found.to_dict()
    assert told["houses"] == list(found.houses)
    assert len(told["wagers"]) == len(found.wagers) > 10
    for one, row in zip(found.wagers, told["wagers"], strict=True):
        assert (row["wager"], row.get("point")) == (one.wager, one.point)
        assert [book["house"] for book in row["houses"]] == list(one.houses)
        for book, edge in zip(row["houses"], one.houses.values(), strict=True):
            fields_of(edge, book, "edge", "edge_outlay")
            assert (book["pays"], book["clauses"]) == (edge.pays, list(edge.clauses))


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        (Fraction(1, 66), 3, "1.515%"),
        (Fraction(-1, 8), 1, "-12.5%"),
        (Fraction(-1, 100_000), 3, "-0.001%"),
        (Fraction(1, 200_000), 3, "0.001%"),  # half up
        (Fraction(0), 2, "0.00%"),
    ],
)
def test_percentages(value, places, text):
    assert percent(value, places) == text
