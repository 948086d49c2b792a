"""The shooter's hand and other chains by hand and by the engine; data for programs are computed values."""

from fractions import Fraction
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bankcraps import BOOKS, BankcrapsError, load_rulebook, odds
from bankcraps.game.wagers import BOX_NUMBERS, Kind
from bankcraps.house_edge.absorbing_chain import steps, visits
from bankcraps.house_edge.edge import percent
from bankcraps.house_edge.shooter_hand import LONGEST_HAND, hand

HAND = hand()
WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}


def test_every_house_plays_the_same_hand():
    told = [hand(book).to_dict(20) | {"house": ""} for book in BOOKS]
    assert all(one == told[0] for one in told)


def test_moments_by_summing_the_distribution():
    """The tail beyond 700 throws is less than 1e-40 of anything here."""
    mean = sum(HAND.p_at_least(n) for n in range(1, 700))
    square = sum((2 * n - 1) * HAND.p_at_least(n) for n in range(1, 700))
    assert abs(mean - HAND.mean) < Fraction(1, 10**38)
    assert abs(square - mean**2 - HAND.variance) < Fraction(1, 10**34)
    assert HAND.variance == Fraction(1768701, 38416)


def test_points_and_passes_by_hand():
    made = sum(Fraction(WAYS[n], 24) * Fraction(WAYS[n], WAYS[n] + 6) for n in BOX_NUMBERS)
    assert HAND.p_point == made == Fraction(67, 165)
    assert HAND.points == sum(n * HAND.p_points(n) for n in range(200)) + tail(made, 200)
    assert HAND.p_points(2) == made**2 * (1 - made)
    assert HAND.p_pass == Fraction(244, 495)
    assert HAND.p_passes(3) == Fraction(244, 495) ** 3


def tail(p, first):
    """The sum of n p^n (1 - p) from n = first on."""
    return p**first * (first + p / (1 - p))


def test_different_points_as_fire_counts_them():
    """Fire pays for 4, 5 and 6 different points, and its figures are computed independently of these."""
    paid = {int(net): p for net, p in odds("pennsylvania", "fire")["fire"].nets}
    assert [HAND.p_distinct_points(n) for n in (4, 5, 6)] == [paid[24], paid[249], paid[999]]
    assert sum(HAND.p_distinct_points(n) for n in range(7)) == 1
    assert HAND.p_distinct_points(0) == HAND.p_points(0)
    assert HAND.p_distinct_points(7) == 0


def test_passes_before_the_seven_out():
    """Of 495 rounds pass wins 244, 55 are craps, and 196 end the hand."""
    assert HAND.passes == Fraction(244, 196)
    assert HAND.p_passes_in_hand(2) == Fraction(244, 440) ** 2 * Fraction(196, 440)
    assert HAND.passes == sum(n * HAND.p_passes_in_hand(n) for n in range(200)) + tail(Fraction(61, 110), 200)


def test_the_length_of_a_round():
    assert HAND.round_mean == odds("three_four_five", "pass")["pass"].throws_per_decision
    assert HAND.p_round_at_least(1) == 1
    assert HAND.p_round_at_least(2) == Fraction(24, 36)
    assert abs(sum(HAND.p_round_at_least(n) for n in range(1, 400)) - HAND.round_mean) < Fraction(1, 10**38)
    assert HAND.p_round_at_least(3) == sum(
        Fraction(WAYS[n], 36) * (1 - Fraction(WAYS[n] + 6, 36)) for n in BOX_NUMBERS
    )


def test_lengths_make_up_the_share_asked_for():
    lengths = list(HAND.lengths())
    assert [n for n, _ in lengths] == list(range(1, len(lengths) + 1))
    assert sum(p for _, p in lengths) >= Fraction(999, 1000) > sum(p for _, p in lengths[:-1])
    assert lengths[0] == (1, 0)
    assert lengths[1] == (2, Fraction(1, 9))  # a point in 24 ways of 36, a seven in 6


def test_long_hands_are_exact_and_quick():
    chance = HAND.p_at_least(LONGEST_HAND)
    assert 0 < chance < HAND.p_at_least(LONGEST_HAND - 1)
    assert 36 ** (LONGEST_HAND - 1) % chance.denominator == 0


def test_lengths_and_numbers_that_are_not_told():
    for throws in (0, -3, LONGEST_HAND + 1):
        with pytest.raises(BankcrapsError, match=f"from 1 to 2500 throws, not {throws}"):
            HAND.p_at_least(throws)
    for ask in (HAND.p_points, HAND.p_passes, HAND.p_distinct_points, HAND.p_passes_in_hand):
        with pytest.raises(BankcrapsError, match="is 0 or more, up to 2500, not -1"):
            ask(-1)


def test_numbers_of_numpy():
    """They overflow where Python's do not, so they are converted to Python's."""
    assert HAND.p_at_least(np.int64(154)) == HAND.p_at_least(154)
    assert HAND.p_points(np.int8(12)) == HAND.p_points(12)
    assert HAND.to_dict(np.int64(20)) == HAND.to_dict(20)


def test_a_house_without_pass_has_no_hand():
    book = load_rulebook("nsw")
    wagers = {kind: terms for kind, terms in book.wagers.items() if kind is not Kind.PASS}
    with pytest.raises(BankcrapsError, match="the hand is walked with a pass wager, and "):
        hand(msgspec.structs.replace(book, wagers=wagers))


def test_as_data():
    told: dict[str, Any] = HAND.to_dict(154)
    assert (told["schema"], told["house"]) == ("bankcraps.hand/3", "three_four_five")
    assert (told["mean_fraction"], told["variance_fraction"]) == ("1671/196", "1768701/38416")
    assert (told["mean"], told["median"]) == (1671 / 196, 6)
    assert Fraction(told["p_at_least_fraction"]) == HAND.p_at_least(154)
    assert told["p_at_least"] == float(HAND.p_at_least(154))
    assert repr(HAND) == "<ShooterHand three_four_five: mean 8.526 throws, median 6, 0.684 points>"
    assert "p_at_least" not in HAND.to_dict()
    assert HAND.to_arrow().column("throws").to_pylist()[:2] == [1, 2]
    assert ">2</td>" in HAND._repr_html_()
    assert ">11.111%</td>" in HAND._repr_html_()


def test_the_lists_and_means_of_a_hand():
    told: dict[str, Any] = HAND.to_dict(20)
    to_twelve, from_one = range(13), range(1, 13)
    points, different, passes = (
        told[n] for n in ("points_made", "distinct_points", "passes_before_seven_out")
    )
    for rows, count, chance in (
        (points["distribution"], "points", {n: HAND.p_points(n) for n in to_twelve}),
        (different["distribution"], "points", {n: HAND.p_distinct_points(n) for n in range(7)}),
        (passes["distribution"], "passes", {n: HAND.p_passes_in_hand(n) for n in to_twelve}),
        (told["round"]["at_least"], "throws", {n: HAND.p_round_at_least(n) for n in from_one}),
        (told["passes"]["in_a_row"], "passes", {n: HAND.p_passes(n) for n in from_one}),
        (told["distribution"], "throws", dict(HAND.lengths())),
    ):
        assert {row[count]: Fraction(row["chance_fraction"]) for row in rows} == chance
        assert [row["chance"] for row in rows] == [float(one) for one in chance.values()]
    for part, value in (
        (points, HAND.points),
        (different, HAND.distinct_points),
        (passes, HAND.passes),
        (told["round"], HAND.round_mean),
    ):
        assert (part["mean"], Fraction(part["mean_fraction"])) == (float(value), value)
    assert (points["p_point"], told["passes"]["chance"]) == (float(HAND.p_point), float(HAND.p_pass))
    assert (told["at_least"], told["sd"]) == (20, HAND.sd)


def fields_of(one, told, *fractions):
    """Hold fractions of a result against what programs get of them."""
    for name in fractions:
        value = getattr(one, name)
        assert (told[name], Fraction(told[f"{name}_fraction"])) == (float(value), value), name


@pytest.mark.parametrize("amount", [None, 5])
def test_the_edge_of_a_wager(amount):
    report = odds("pennsylvania", amount=amount)
    told: dict[str, Any] = report.to_dict()
    assert (told["schema"], told["house"]) == ("bankcraps.odds/3", report.house)
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


# Chains solved in fractions, against chains whose answers everybody knows.

HALF, ONE = Fraction(1, 2), Fraction(1)


@given(st.fractions(Fraction(1, 50), Fraction(49, 50), max_denominator=50), st.integers(1, 5))
def test_steps_until_some_wins(p, wins):
    """A negative binomial: mean r/p, variance rq/p^2."""
    rows = [{i: 1 - p} | ({i + 1: p} if i + 1 < wins else {}) for i in range(wins)]
    mean, square = steps(rows)
    assert mean == wins / p
    assert square - mean**2 == wins * (1 - p) / p**2


LEADS = st.lists(st.dictionaries(st.integers(0, 7), st.integers(1, 4), max_size=5), min_size=8, max_size=8)


@given(LEADS)
def test_visits_solve_their_equations(ways):
    """v = start + v P, whatever the circles and their order."""
    rows = [{after: Fraction(w, 36) for after, w in row.items()} for row in ways]
    start = {0: Fraction(2, 3), 5: Fraction(1, 3)}
    found = visits(rows, start)
    for j in range(8):
        assert found[j] == start.get(j, 0) + sum(found[i] * row.get(j, 0) for i, row in enumerate(rows))


def test_a_chain_that_never_ends_has_no_expectation():
    for rows in ([{0: ONE}], [{1: ONE}, {0: ONE}], [{1: HALF}, {2: ONE}, {1: HALF, 2: HALF}]):
        with pytest.raises(BankcrapsError, match="never ends"):
            steps(rows)
        with pytest.raises(BankcrapsError, match="never ends"):
            visits(rows, {0: ONE})
