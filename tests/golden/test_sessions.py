"""Small sessions solved exactly, every figure. `tests/analysis/exact` holds such figures to closed forms."""

import json

import pytest
from msgspec import to_builtins

from bankcraps.analysis.exact import bankroll, curve
from bankcraps.analysis.exact.sessions import solve
from bankcraps.analysis.question import ask
from bankcraps.analysis.results.session import Session

SESSIONS = [
    (("three_four_five", "pass", 100, None, 0), {"throws": 12}),
    (("nsw", "dont_pass", 50, 100, 0), {}),
    (("three_four_five", "place_6_8", 100, 150, 20), {"decisions": 5}),
    (("pennsylvania", "when always: field 5", 30, None, 10), {"shooters": 2}),
    (("nsw", "buy_sampler", 200, 300, 0), {"throws": 12}),
    (("three_four_five", "when always: field 5; after 2 losses of field: stop", 50, 100, 0), {}),
]
TINY = 1e-12
"""Less than this is rounding, and other machines round in other ways."""


def rounded(value):
    """The same with nine digits of every figure, without the bounds: they depend on how a machine rounds."""
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items() if not key.endswith("_bound_cents")}
    if isinstance(value, list | tuple):
        return [rounded(part) for part in value]
    if isinstance(value, float):
        return float(f"{value:.9g}") if abs(value) > TINY else 0.0
    return value


def page(value):
    return json.dumps(rounded(value), indent=1) + "\n"


@pytest.mark.parametrize(("asked", "length"), SESSIONS)
def test_session(asked, length, golden):
    question = ask(*asked, **length)
    solved = solve(question.chain(), question.plan, extremes=bool(length))
    assert isinstance(solved, Session)
    name = "-".join([asked[0], *asked[1].replace(":", "").replace(";", "").split()])
    golden(f"sessions/{name}.json", page(solved.to_dict(distribution=bool(length))))


def test_curve(golden):
    golden("sessions/curve.json", page(curve("three_four_five", "pass", [50, 100, 150], throws=50).to_dict()))


def test_bankroll(golden):
    golden("sessions/bankroll.json", page(to_builtins(bankroll("three_four_five", "pass", 0.05, throws=50))))
