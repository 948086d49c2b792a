"""Results, both ways: every answer of the lab is in the schema, and is read back as it was written."""

import json
from functools import cache
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from tests.kit.schema import fits

from bankcraps import (
    BankcrapsError,
    best,
    compare,
    exact,
    explain,
    explore,
    hand,
    layout_cost,
    odds,
    simulate,
)
from bankcraps.analysis.best_play.at_a_price import LeastCost, LeastThrows
from bankcraps.analysis.best_play.at_the_end import AtTheEnd
from bankcraps.analysis.best_play.best import plays_dict
from bankcraps.analysis.best_play.chances import StillPlaying
from bankcraps.analysis.results.reading import RESULTS, decode_result
from bankcraps.analysis.results.session import Session
from bankcraps.cli.commands.perft import command as perft
from bankcraps.house_edge.house_comparison import compare_houses
from bankcraps.support.results import wire

HOUSE = "three_four_five"
EVENING = Path(__file__).parents[2] / "examples" / "evening.craps"


@cache
def played():
    return simulate(HOUSE, "pass_odds_max", 200, goal=400, throws=30, sessions=200)


def at_the_end(utility):
    return best("nsw", 10, AtTheEnd(20, throws=2, utility=utility), "place 6", limits="1:9")


def session(**plan):
    found = exact.session(HOUSE, "pass", 100, **plan)
    assert isinstance(found, Session)
    return found


def answers():
    """One of each kind at least, with and without its optional parts."""
    told = CliRunner().invoke(perft, [str(EVENING), "--depth", "1", "--json"])
    yield json.loads(told.output)
    yield plays_dict([at_the_end("log"), at_the_end("exponential:-0.5")])
    yield exact.curve(HOUSE, "pass", [50, 100], throws=20).to_dict()
    yield hand().to_dict(20)
    yield played().to_dict(distribution=True)
    for plan in ({"throws": 20}, {"throws": 1}, {"goal": 200}):
        yield session(**plan).to_dict(distribution=True)
    for result in (
        best("nsw", 20, LeastCost(20, 5), "pass", limits="5:10:5"),
        best(HOUSE, 10, 20, limits="5:10:5"),
        best(HOUSE, 10, 20, limits="5:10:5", throws=2),
        best("nsw", 30, StillPlaying(5, at_least=5), "field", limits="5:20:5"),
        best("nsw", 10, LeastThrows(20, chance=0.4), "pass", limits="1:10"),
        at_the_end("log"),
        explore(HOUSE, "pass"),
        compare(HOUSE, ["pass", "field"], 100, throws=20, sessions=200),
        exact.session("nsw", "when always: place 5 1", 5, until_settled=True),
        explain(HOUSE, "place_6_8", 200),
        layout_cost(HOUSE, "pass 10, field 5"),
        exact.long_run(HOUSE, "pass"),
        exact.long_run(HOUSE, "pass", by_rule=True),
        compare_houses(("nsw", "classic"), "hard 6"),
        odds("pennsylvania", with_odds=True),
        odds("pennsylvania", amount=5),
        session(throws=20),
        session(throws=2, by_rule=True),
        simulate(HOUSE, "pass", 100, throws=5, sessions=9, paths=False),
        simulate(HOUSE, "pass", 100, throws=5, sessions=1),
        played().trajectories(3),
    ):
        yield result.to_dict()


@pytest.mark.some
def test_results_are_read_as_they_were_written_and_are_in_the_schema():
    read = set()
    for told in answers():
        read.add(is_read_as_it_was_written(told))
        is_in_the_schema(json.loads(json.dumps(told)))
    assert read == set(RESULTS)


def is_read_as_it_was_written(told):
    written = json.dumps(told)
    again = decode_result(written)
    assert msgspec.json.encode(again.to_dict()) == msgspec.json.encode(told)
    return type(again)


def is_in_the_schema(told):
    kind = wire(type(decode_result(json.dumps(told)))).__name__
    assert fits(told, kind)
    assert not fits(told | {"more": 1}, kind)
    del told["schema"]
    assert not fits(told, kind)


@pytest.mark.parametrize(("written", "said"), [
    ("{}", "missing required field `schema`"),
    ('{"schema": "bankcraps.session/1"}', "got 'bankcraps.session/1'"),
    ('{"schema": "bankcraps.chain/3", "house": "nsw"}', "missing required field `system`"),
    ('{"schema": []}', r"this is not a result: Expected `str` - at `\$.schema`"),
    ('{"schema": "bankcraps.compare/2", "systems": [{"exact": {"schema": {}}}]}', r"exact.schema`"),
    ('{"schema": "bankcraps.explain/2", "owned_after_cents": 1}', "missing required field `house`"),
    ("[" * 100_000, "this is not a result"),
    (b"\xff", "this is not a result"),
])  # fmt: skip
def test_what_is_no_result_says_where(written, said):
    with pytest.raises(BankcrapsError, match=said):
        decode_result(written)


@pytest.mark.parametrize("written", ["", "x", "1/0", "1e999999999", "1/2/3", "9" * 5000 + "/1"])
def test_what_is_no_fraction_is_refused_at_once(written):
    told = odds("nsw", "place 6").to_dict()
    told["wagers"][0]["edge_fraction"] = written
    with pytest.raises(BankcrapsError, match=r"edge_fraction must be a fraction such as 1/66, not '"):
        decode_result(json.dumps(told))
