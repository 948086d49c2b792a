"""Results that a program of 27 November 2026 wrote as JSON read as the results of today.

`results` has a file for each kind, as `--json` and `to_dict` of that program wrote it, with the older names:
`rules`, `strategy`, `books`, `p`, `says`. Nothing writes these files again.
"""

import json
from pathlib import Path

import pytest

from bankcraps import compare, exact, explain, explore, hand, odds, simulate
from bankcraps.analysis.results.reading import decode_result
from bankcraps.house_edge.house_comparison import compare_houses

HERE = Path(__file__).parent / "results"
PLAN = {"bankroll": 20, "throws": 12}
TODAY = {
    "chain": lambda: explore("nsw", "pass").to_dict(),
    "compare": lambda: compare("nsw", ["pass", "field"], **PLAN, sessions=50).to_dict(),
    "explain": lambda: explain("nsw", "pass", throws=5).to_dict(),
    "hand": lambda: hand("nsw").to_dict(20),
    "odds_compared": lambda: compare_houses(wager="pass_odds").to_dict(),
    "risk": lambda: exact.curve("nsw", "pass", range(20, 31), throws=12).to_dict(),
    "session": lambda: exact.session("nsw", "pass", bankroll=20, throws=12).to_dict(distribution=True),
    "simulate": lambda: simulate("nsw", "pass", **PLAN, sessions=50).to_dict(),
    "trajectories": lambda: simulate("nsw", "pass", **PLAN, sessions=10).trajectories(3).to_dict(),
    "with_odds": lambda: odds("nsw", "pass", with_odds=True).to_dict(),
}


def read(name):
    """A kept result, as JSON of today."""
    return json.loads(json.dumps(decode_result((HERE / f"{name}.json").read_bytes()).to_dict()))


def flat(told, at=""):
    """The values of a result by their places."""
    if not isinstance(told, dict | list):
        return {at: told}
    inner = told.items() if isinstance(told, dict) else enumerate(told)
    return {place: value for key, one in inner for place, value in flat(one, f"{at}.{key}").items()}


LATER = ("skew", "excess_kurtosis", "goal_when", "throws.sd", "_bound_cents", ".above", ".skewed")
"""Keys that today's results have and older ones lack."""


MENDED = ("edge_se", "ends_se", "p_ahead_se", "quantiles_95_cents")
"""Errors and intervals, parts of keys: older ones are too small for rare ends and for ratios."""


def mended(place):
    return any(f".{key}" in place for key in MENDED)


@pytest.mark.parametrize("name", TODAY)
def test_an_older_result_is_what_is_written_today(name):
    today, older = flat(json.loads(json.dumps(TODAY[name]()))), flat(read(name))
    assert {place for place in older if mended(place)} <= today.keys()
    assert {place: value for place, value in older.items() if not mended(place)} == {
        place: pytest.approx(value, rel=1e-9, abs=1e-9) if isinstance(value, float) else value
        for place, value in today.items()
        if not mended(place) and (place in older or not place.rstrip(".0123456789").endswith(LATER))
    }


def test_what_was_refused_reads_by_its_label():
    told = read("odds")
    assert [row["label"] for row in told["wagers"]] == [f"pass_odds on {n}" for n in (4, 5, 6, 8, 9, 10)]
    assert told["refused"][0]["label"] == "buy 4"


def test_the_chance_of_ruin_has_one_name_and_ends_keep_theirs():
    assert 0 < read("risks")["bankrolls"][0]["p_ruin_or_floor"] <= 0.1
    assert set(read("session")["ends"]) == {"goal", "ruin", "limit"}


@pytest.mark.parametrize("path", sorted(HERE.glob("*.json")), ids=lambda path: path.stem)
def test_every_kept_result_reads(path):
    schema = json.loads(path.read_bytes())["schema"]
    assert read(path.stem)["schema"].rpartition("/")[0] == schema.rpartition("/")[0]
