"""Answers as Parquet: the rows of the JSON, and for a simulation the file that its command writes."""

from collections import Counter
from io import BytesIO

import pyarrow.parquet as pq
import pytest

from bankcraps import BankcrapsError
from bankcraps.analysis.simulation.run_plan import RunPlan
from bankcraps.analysis.simulation.simulate import play
from bankcraps.lab.answers import answer, parquet, read_session
from bankcraps.lab.kinds import KINDS
from bankcraps.lab.questions import read_question

PASS = {"rules": "nsw", "strategy": "pass", "bankroll": "100"}
SIMULATED = {**PASS, "throws": "60", "sessions": "5000", "seed": "7", "distribution": "true"}
ASKED = {
    "odds": {"rules": "nsw", "wager": "place"},
    "layout": {"layout": "pass 10, place 8 12 off", "puck": "6"},
    "houses": {"wager": "field"},
    "hand": {},
    "chain": {"strategy": "pass"},
    "session": {**PASS, "throws": "60", "distribution": "true"},
    "risk": {"strategy": "pass", "throws": "60", "bankrolls": "50:100:10"},
    "simulate": SIMULATED,
    "compare": {**PASS, "throws": "20", "sessions": "1000"},
    "explain": {**PASS, "throws": "20"},
    "trajectories": {**PASS, "throws": "20", "paths": "3"},
}
"""A question of each kind that has rows."""

MOST = 2**24


class Unheard:
    """Nobody hears how an answer comes along."""

    def progress(self, done, of):
        pass

    def so_far(self, make):
        pass

    def note(self, said):
        pass


def question_of(kind):
    several = [("strategy", "field")] if kind == "compare" else []
    return read_question(kind, [*ASKED[kind].items(), *several])


def rows_of(kind):
    """The rows of the file, as pyarrow reads them."""
    table = pq.read_table(BytesIO(parquet(question_of(kind), Unheard(), MOST)))
    assert b"version" in table.schema.metadata
    return table.to_pylist()


def told_of(kind):
    return answer(question_of(kind), Unheard())


def test_every_kind_with_rows_is_tried_here():
    assert set(ASKED) == {kind.name for kind in KINDS.values() if kind.has_rows}


def test_wagers_are_those_of_the_json():
    for kind in ("odds", "layout"):
        rows, told = rows_of(kind), told_of(kind)["wagers"]
        fields = sorted({*told[0], "house"})
        assert [{name: one.get(name) for name in fields} for one in rows] == [
            {name: told_of(kind)["house"] if name == "house" else one.get(name) for name in fields}
            for one in told
        ]


def test_houses_are_those_of_the_json():
    edges = {
        (at["house"], one["wager"]): at["edge"] for one in told_of("houses")["wagers"] for at in one["houses"]
    }
    assert {(row["house"], row["wager"]): row["edge"] for row in rows_of("houses")} == edges


def test_the_lengths_of_a_hand_are_those_of_the_json():
    rows, told = rows_of("hand"), told_of("hand")["distribution"]
    assert [{name: row[name] for name in told[0]} for row in rows] == told


def test_a_chain_has_a_row_for_each_transition():
    rows, told = rows_of("chain"), told_of("chain")
    assert len({row["state"] for row in rows}) == told["states"]
    assert sum(row["ways"] for row in rows) == 36 * told["states"]


def test_the_sums_of_a_session_are_those_of_the_json():
    rows, told = rows_of("session"), told_of("session")
    assert [row["final_cents"] for row in rows] == told["distribution"]["final_cents"]
    assert [row["chance"] for row in rows] == told["distribution"]["chance"]
    assert {(row["house"], row["system"], row["plan"]) for row in rows} == {("nsw", "pass", "60 throws")}


def test_bankrolls_are_those_of_the_json():
    rows = rows_of("risk")
    told = told_of("risk")["bankrolls"]
    assert [{name: row[name] for name in told[0]} for row in rows] == told


def test_systems_are_those_of_the_json():
    rows, told = rows_of("compare"), told_of("compare")["systems"]
    assert [row["system"] for row in rows] == [one["system"] for one in told]
    assert [row["difference_cents"] for row in rows] == [one["difference"]["mean_cents"] for one in told]


def test_the_throws_of_a_session_are_those_of_the_json():
    rows, told = rows_of("explain"), told_of("explain")["throws"]
    assert [row["owned_after_cents"] for row in rows] == [one["owned_after_cents"] for one in told]


def test_paths_are_those_of_the_json():
    paths = {}
    for row in rows_of("trajectories"):
        paths.setdefault(row["session"], []).append(row["owned_cents"])
    assert list(paths.values()) == told_of("trajectories")["owned_cents"]


def test_a_simulation_has_every_session_as_its_command_writes_them(tmp_path):
    """The JSON only adds them up."""
    rows, told = rows_of("simulate"), told_of("simulate")
    assert [row["session"] for row in rows] == list(range(5000))
    finals = Counter(row["final_cents"] for row in rows)
    listed = zip(told["distribution"]["final_cents"], told["distribution"]["chance"], strict=True)
    assert finals == {cents: round(5000 * chance) for cents, chance in listed}
    assert Counter(row["end"] for row in rows)["ruin"] / 5000 == told["ends"]["ruin"]
    file = tmp_path / "sessions.parquet"
    play(read_session(question_of("simulate")), RunPlan.of(sessions=5000, seed=7, parquet=file))
    assert pq.read_table(file).to_pylist() == rows


def test_a_file_that_is_too_large_is_refused_while_it_is_made():
    with pytest.raises(BankcrapsError, match="more than 1,000 bytes, the most here: ask for fewer sessions"):
        parquet(question_of("simulate"), Unheard(), 1000)


def test_a_best_play_has_no_rows():
    question = read_question("best", {"bankroll": "5", "goal": "10"}.items())
    with pytest.raises(BankcrapsError, match="has no rows"):
        parquet(question, Unheard(), MOST)
