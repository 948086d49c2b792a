"""Short sessions in fractions: against a count of all throws, and as a check of the bounds of `session`."""

from collections import defaultdict
from fractions import Fraction

import pytest
from tests.analysis.exact.test_sessions import HOUSE, as_dict, counted_out

from bankcraps import exact
from bankcraps.analysis.question import ask
from bankcraps.errors import BankcrapsError

NAMES = ("goal", "ruin", "limit", "stopped", "floor")


def test_it_is_every_throw_counted_out():
    text = "when always: field 5; after 2 losses of field: stop"
    final, ends = defaultdict(Fraction), defaultdict(Fraction)
    for (home, _, _, _, end, *_), chance in counted_out(ask(HOUSE, text, 12, 20, 9, throws=2)).items():
        final[home] += chance
        ends[NAMES[end]] += chance
    found = exact.fractions(HOUSE, text, 12, 20, 9, throws=2)
    assert (dict(found.final), found.ends) == (final, ends)


@pytest.mark.parametrize(
    ("house", "system", "asked"),
    [
        (HOUSE, "dont_come_odds_max", {"bankroll": 100, "throws": 6}),
        (HOUSE, "dont_pass", {"bankroll": 40, "goal": 60, "throws": 10, "let_it_ride": True}),
        ("pennsylvania", "when point: buy 4 20", {"bankroll": 100, "floor": 70, "throws": 6}),
        (
            HOUSE,
            "when come_out: pass 10; when come_out and behind 10: pass 20",
            {"bankroll": 60, "throws": 8},
        ),
    ],
)
def test_the_solver_keeps_its_bounds(house, system, asked):
    truth, solved = exact.fractions(house, system, **asked), exact.session(house, system, **asked)
    bound = solved.error_bound + 1e-16  # to which a float is printed
    assert sum(truth.final.values()) == 1
    chances = as_dict(solved.final)
    assert sum(abs(chances.get(cents, 0) - chance) for cents, chance in truth.final.items()) <= 2 * bound
    assert all(abs(share - truth.ends.get(end, 0)) <= bound for end, share in solved.ends.items())
    assert float(truth.throws) == pytest.approx(solved.throws, rel=1e-13)
    if solved.mean_bound is not None and solved.sd_bound is not None:
        assert abs(solved.final.mean - truth.mean) <= solved.mean_bound
        assert abs(solved.final.sd - truth.variance**0.5) <= solved.sd_bound


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("lasts a number of throws", {"decisions": 3}),
        ("use `session`|an exact session has no such", {"throws": 10**6}),
    ],
)
def test_what_is_too_long_for_fractions(said, asked, monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.exact.in_fractions._MAX_STEPS", 2000)
    with pytest.raises(BankcrapsError, match=said):
        exact.fractions(HOUSE, "pass", 100, **asked)
