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
from bankcraps.analysis.best_play.at_the_end import AtTheEnd, frontier_dict
from bankcraps.analysis.best_play.least_cost import LeastCost
from bankcraps.analysis.best_play.least_time import LeastThrows
from bankcraps.analysis.best_play.still_playing import StillPlaying
from bankcraps.analysis.results.best_data import (
    BestActionData,
    BestData,
    BestFrontierData,
    BestStillData,
    BestTimeData,
    BestUtilityData,
)
from bankcraps.analysis.results.long_run import LongRun
from bankcraps.analysis.results.reading import RESULTS, decode_result
from bankcraps.analysis.results.session import EndlessSessionData, Session, SessionData
from bankcraps.analysis.results.session_data import (
    ChainData,
    CompareData,
    ExplainData,
    RiskData,
    SimulateData,
    TrajectoriesData,
)
from bankcraps.cli.commands.perft import command as perft
from bankcraps.game.perft import PerftData
from bankcraps.house_edge.house_comparison import OddsComparedData, compare_houses
from bankcraps.house_edge.layout_cost import LayoutCost
from bankcraps.house_edge.odds import OddsReport
from bankcraps.house_edge.shooter_hand import HandData
from bankcraps.support.results import wire

HOUSE = "three_four_five"
EVENING = Path(__file__).parents[2] / "examples" / "evening.craps"


def session(system="pass", bankroll=100, **plan) -> Session:
    found = exact.session(HOUSE, system, bankroll, **plan)
    assert isinstance(found, Session)
    return found


@cache
def played():
    return simulate(HOUSE, "pass_odds_max", 200, goal=400, throws=30, sessions=200)


def counted():
    told = CliRunner().invoke(perft, [str(EVENING), "--depth", "1", "--json"])
    return json.loads(told.output)


ANSWERS = {
    BestActionData: {
        "best for action": lambda: best("nsw", 20, LeastCost(20, 5), "pass", limits="5:10:5").to_dict()
    },
    BestData: {
        "best": lambda: best(HOUSE, 10, 20, limits="5:10:5").to_dict(),
        "best before a deadline": lambda: best(HOUSE, 10, 20, limits="5:10:5", throws=2).to_dict(),
    },
    BestFrontierData: {
        "best for several utilities": lambda: frontier_dict(
            [
                best("nsw", 10, AtTheEnd(20, throws=2, utility=one), "place 6", limits="1:9")
                for one in ("log", "exponential:-0.5")
            ]
        )
    },
    BestStillData: {
        "best to be still playing": lambda: best(
            "nsw", 30, StillPlaying(5, at_least=5), "field", limits="5:20:5"
        ).to_dict()
    },
    BestTimeData: {
        "best with the fewest throws": lambda: best(
            "nsw", 10, LeastThrows(20, chance=0.4), "pass", limits="1:10"
        ).to_dict()
    },
    BestUtilityData: {
        "best utility": lambda: best(
            "nsw", 10, AtTheEnd(20, throws=2, utility="log"), "place 6", limits="1:9"
        ).to_dict()
    },
    ChainData: {"chain": lambda: explore(HOUSE, "pass").to_dict()},
    CompareData: {
        "compare": lambda: compare(HOUSE, ["pass", "field"], 100, throws=20, sessions=200).to_dict()
    },
    EndlessSessionData: {
        "session that need not end": lambda: exact.session(
            "nsw", "when always: place 5 1", 5, until_settled=True
        ).to_dict()
    },
    ExplainData: {"explain": lambda: explain(HOUSE, "place_6_8", 200).to_dict()},
    HandData: {"hand": lambda: hand().to_dict(20)},
    LayoutCost: {"layout": lambda: layout_cost(HOUSE, "pass 10, field 5").to_dict()},
    LongRun: {
        "chain in the long run": lambda: exact.long_run(HOUSE, "pass").to_dict(),
        "chain in the long run by rule": lambda: exact.long_run(HOUSE, "pass", by_rule=True).to_dict(),
    },
    OddsComparedData: {"odds compared": lambda: compare_houses(("nsw", "classic"), "hard 6").to_dict()},
    OddsReport: {
        "odds": lambda: odds("pennsylvania", with_odds=True).to_dict(),
        "odds for an amount": lambda: odds("pennsylvania", amount=5).to_dict(),
    },
    PerftData: {"perft": counted},
    RiskData: {"risk": lambda: exact.curve(HOUSE, "pass", [50, 100], throws=20).to_dict()},
    SessionData: {
        "session": lambda: session(throws=20).to_dict(),
        "session with distribution": lambda: session(throws=20).to_dict(distribution=True),
        "session that never ends in ruin": lambda: session(throws=1).to_dict(distribution=True),
        "session by rule": lambda: session(throws=2, by_rule=True).to_dict(),
        "session until settled": lambda: session(goal=200).to_dict(distribution=True),
    },
    SimulateData: {
        "simulate": lambda: played().to_dict(distribution=True),
        "simulate without paths": lambda: simulate(
            HOUSE, "pass", 100, throws=5, sessions=9, paths=False
        ).to_dict(),
        "simulate one session": lambda: simulate(HOUSE, "pass", 100, throws=5, sessions=1).to_dict(),
    },
    TrajectoriesData: {"trajectories": lambda: played().trajectories(3).to_dict()},
}
"""One of each kind at least, with and without its optional parts."""


def test_every_kind_of_result_is_tried():
    assert set(ANSWERS) == set(RESULTS)


@pytest.mark.some
def test_results_are_read_as_they_were_written_and_are_in_the_schema(subtests):
    for kind, answers in ANSWERS.items():
        for name, answer in answers.items():
            with subtests.test(name):
                told = answer()
                assert is_read_as_it_was_written(told) is kind
                is_in_the_schema(json.loads(json.dumps(told)))


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


def test_figures_of_wagers_come_back_as_the_answer_itself():
    asked = layout_cost(HOUSE, "come 6 10, place 8 12 off", puck=5)
    again = decode_result(json.dumps(asked.to_dict()))
    assert [(one.cost, one.paid, one.figures.edge) for one in again] == [
        (one.cost, one.paid, one.figures.edge) for one in asked
    ]
    assert decode_result(json.dumps(exact.long_run(HOUSE, "pass").to_dict())) == exact.long_run(HOUSE, "pass")
