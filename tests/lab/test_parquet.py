"""Answers as Parquet: the rows of the JSON, and for a simulation the file that its command writes."""

from collections import Counter
from io import BytesIO

import pyarrow.parquet as pq
import pytest
from tests.lab.test_questions import Unwatched

from bankcraps import BankcrapsError
from bankcraps.analysis.simulation.simulate import RunPlan, play
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


def question_of(kind):
    several = [("strategy", "field")] if kind == "compare" else []
    return read_question(kind, [*ASKED[kind].items(), *several])


def rows_of(kind):
    """The rows of the file, as pyarrow reads them."""
    table = pq.read_table(BytesIO(parquet(question_of(kind), Unwatched(), MOST)))
    assert b"version" in table.schema.metadata
    return table.to_pylist()


def told_of(kind):
    return answer(question_of(kind), Unwatched())


def test_every_kind_with_rows_is_tried_here():
    assert set(ASKED) == {kind.name for kind in KINDS.values() if kind.has_rows}


def cells(rows, *names):
    return [tuple(row.get(name) for name in names) for row in rows]


def as_listed(part):
    """The rows of a list of the JSON, with its own names."""
    return lambda told: (tuple(told[part][0]), [tuple(row.values()) for row in told[part]])


ROWS = {
    "houses": lambda told: (
        ("house", "wager", "edge"),
        [(at["house"], one["wager"], at["edge"]) for one in told["wagers"] for at in one["houses"]],
    ),
    "hand": as_listed("distribution"),
    "risk": as_listed("bankrolls"),
    "session": lambda told: (
        tuple(told["distribution"]),
        list(zip(*told["distribution"].values(), strict=True)),
    ),
    "compare": lambda told: (
        ("system", "difference_cents"),
        [(one["system"], one["difference"]["mean_cents"]) for one in told["systems"]],
    ),
    "explain": lambda told: (("owned_after_cents",), cells(told["throws"], "owned_after_cents")),
    "trajectories": lambda told: (
        ("session", "owned_cents"),
        [(session, cents) for session, path in enumerate(told["owned_cents"]) for cents in path],
    ),
}
"""The names of columns of each kind, and its rows."""


@pytest.mark.parametrize("kind", ROWS)
def test_the_rows_are_those_of_the_json(kind):
    names, told = ROWS[kind](told_of(kind))
    found, order = cells(rows_of(kind), *names), sorted if kind == "houses" else list
    assert order(found) == order(told)


@pytest.mark.parametrize("kind", ["odds", "layout"])
def test_wagers_are_those_of_the_json(kind):
    rows, told = rows_of(kind), told_of(kind)
    fields = {*told["wagers"][0]} - {"house"}
    assert cells(rows, *fields) == cells(told["wagers"], *fields)
    assert {row["house"] for row in rows} == {told["house"]}


def test_a_chain_has_a_row_for_each_transition_and_a_session_says_what_it_is_of():
    rows, told = rows_of("chain"), told_of("chain")
    assert len({row["state"] for row in rows}) == told["states"]
    assert sum(row["ways"] for row in rows) == 36 * told["states"]
    assert set(cells(rows_of("session"), "house", "system", "plan")) == {("nsw", "pass", "60 throws")}


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
        parquet(question_of("simulate"), Unwatched(), 1000)


def test_a_best_play_has_no_rows():
    question = read_question("best", {"bankroll": "5", "goal": "10"}.items())
    with pytest.raises(BankcrapsError, match="has no rows"):
        parquet(question, Unwatched(), MOST)
