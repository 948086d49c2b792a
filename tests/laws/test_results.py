"""Results, both ways: every answer of the lab is in the schema, and is read back as it was written."""

import json
from functools import cache
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from tests.kit.schema import fits

from bankcraps import BankcrapsError, compare, exact, explain, explore, hand, odds, simulate
from bankcraps.cli.commands.perft import command as perft
from bankcraps.house_edge.house_comparison import compare_houses
from bankcraps.results.reading import RESULTS, decode_result

HOUSE = "three_four_five"
EVENING = Path(__file__).parents[2] / "examples" / "evening.craps"


@cache
def answers():
    """One of each kind at least, with and without its optional parts."""
    session = exact.session(HOUSE, "pass", 100, throws=20)
    played = simulate(HOUSE, "pass_odds_max", 200, goal=400, throws=30, sessions=200)
    return {
        "session": session.to_dict(),
        "session with distribution": session.to_dict(distribution=True),
        "session that never ends in ruin": exact.session(HOUSE, "pass", 100, throws=1).to_dict(
            distribution=True
        ),
        "session until settled": exact.session(HOUSE, "pass", 100, goal=200).to_dict(distribution=True),
        "session that need not end": exact.session(
            "nsw", "when always: place 5 1", 5, until_settled=True
        ).to_dict(),
        "simulate": played.to_dict(distribution=True),
        "simulate without paths": simulate(HOUSE, "pass", 100, throws=5, sessions=9, paths=False).to_dict(),
        "simulate one session": simulate(HOUSE, "pass", 100, throws=5, sessions=1).to_dict(),
        "trajectories": played.trajectories(3).to_dict(),
        "compare": compare(HOUSE, ["pass", "field"], 100, throws=20, sessions=200).to_dict(),
        "risk": exact.curve(HOUSE, "pass", [50, 100], throws=20).to_dict(),
        "explain": explain(HOUSE, "place_6_8", 200).to_dict(),
        "chain": explore(HOUSE, "pass").to_dict(),
        "odds": odds("pennsylvania", with_odds=True).to_dict(),
        "odds for an amount": odds("pennsylvania", amount=5).to_dict(),
        "odds compared": compare_houses(("nsw", "classic"), "hard 6").to_dict(),
        "hand": hand().to_dict(20),
        "perft": json.loads(CliRunner().invoke(perft, [str(EVENING), "--depth", "1", "--json"]).output),
    }


@pytest.mark.turns
def test_results_are_read_as_they_were_written_and_are_in_the_schema(subtests):
    for name, told in answers().items():
        with subtests.test(name):
            is_read_as_it_was_written(told)
            is_in_the_schema(json.loads(json.dumps(told)))
    every_kind_is_tried()


def is_read_as_it_was_written(told):
    written = json.dumps(told)
    again = decode_result(written)
    assert json.loads(msgspec.json.encode(again)) == json.loads(written)
    assert {"schema": told["schema"]}.items() <= again.to_dict().items()


def is_in_the_schema(told):
    kind = type(decode_result(json.dumps(told))).__name__
    assert fits(told, kind)
    assert not fits(told | {"more": 1}, kind)
    del told["schema"]
    assert not fits(told, kind)


def every_kind_is_tried():
    kinds = {type(decode_result(json.dumps(told))) for told in answers().values()}
    assert kinds == set(RESULTS)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("{}", "missing required field `schema`"),
        ('{"schema": "bankcraps.session/1"}', "Invalid value 'bankcraps.session/1'"),
        ('{"schema": "bankcraps.chain/3", "house": "nsw"}', "missing required field `system`"),
        ("[" * 100_000, "this is not a result"),
        (b"\xff", "this is not a result"),
    ],
)
def test_what_is_no_result_says_where(written, said):
    with pytest.raises(BankcrapsError, match=said):
        decode_result(written)
