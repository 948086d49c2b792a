"""pandas, polars, DuckDB and PyArrow take results, distributions, records and tables as they are."""

from functools import cache

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from bankcraps import (
    BankcrapsError,
    Table,
    compare,
    compare_houses,
    exact,
    explain,
    explore,
    hand,
    houses,
    layout_cost,
    odds,
    simulate,
    sweep,
    systems,
)
from bankcraps.support.tabular import COLUMNS

PLAN = {"bankroll": 100, "throws": 20}
QUESTION = ["house", "system", "bankroll_cents", "plan", "seed"]


def table():
    """A table with a hand on it."""
    played = Table("nsw", {"Ann": 500})
    for line in ("pass 10", "roll 6-4", "pass_odds 20", "roll 4-3"):
        assert played.say(line)[-1]
    return played


def played():
    return simulate("nsw", "pass", **PLAN, sessions=50, seed=7)


MAKE = {
    "a session": lambda: exact.session("nsw", "pass", bankroll=100, throws=20),
    "a session without end": lambda: exact.session(
        "nsw", "when always: place 5 1", bankroll=5, until_settled=True
    ),
    "a distribution": lambda: exact.session("nsw", "pass", bankroll=100, throws=20).final,
    "a simulation": played,
    "every session": lambda: played().each_session(),
    "each wager": lambda: exact.session("nsw", "iron_cross", bankroll=100, throws=20).each_wager(),
    "each wager played": lambda: played().each_wager(),
    "trajectories": lambda: played().trajectories(3),
    "a path": lambda: played().path(7),
    "a comparison": lambda: compare("nsw", ["pass", "field"], **PLAN, sessions=50),
    "a curve": lambda: exact.curve("nsw", "pass", [50, 100], throws=20),
    "a story": lambda: explain("nsw", "pass", throws=5),
    "a chain": lambda: explore("nsw", "pass"),
    "a long run": lambda: exact.long_run("nsw", "pass"),
    "odds": lambda: odds("nsw"),
    "odds and wagers with odds": lambda: odds("nsw", with_odds=True),
    "odds for an amount": lambda: odds("nsw", "place", amount=7),
    "wagers that stand": lambda: layout_cost("classic", "pass 10, place 6 12 on", puck=8),
    "houses": lambda: compare_houses(wager="pass_odds"),
    "a hand": lambda: hand("nsw"),
    "a table": table,
    "a record": lambda: table().record(),
}
made = cache(lambda name: MAKE[name]())


@pytest.mark.parametrize("name", MAKE)
def test_every_library_takes_it_with_the_same_rows_and_columns(name):
    result = made(name)
    arrow = pa.table(result)
    assert arrow.num_rows > 0
    assert pl.DataFrame(result).to_arrow().column_names == arrow.column_names
    assert pl.DataFrame(result).height == pd.DataFrame.from_arrow(result).shape[0] == arrow.num_rows
    assert list(pd.DataFrame.from_arrow(result).columns) == arrow.column_names
    assert duckdb.sql("SELECT count(*) FROM result").fetchall() == [(arrow.num_rows,)]
    assert result.to_arrow().equals(arrow) if hasattr(result, "to_arrow") else True


@pytest.mark.parametrize("name", MAKE)
def test_every_column_is_documented_with_its_type(name):
    for field in pa.table(made(name)).schema:
        kind = COLUMNS[field.name].type
        assert COLUMNS[field.name].about
        assert {
            "text": pa.types.is_string,
            "texts": pa.types.is_list,
            "whole number": pa.types.is_int64,
            "seed": pa.types.is_uint64,
            "number": pa.types.is_float64,
            "yes or no": pa.types.is_boolean,
            "time": pa.types.is_timestamp,
        }[kind](field.type), field


def test_results_of_sessions_begin_with_the_question():
    for name in (
        "a session",
        "a simulation",
        "every session",
        "a path",
        "a comparison",
        "a curve",
        "a story",
    ):
        arrow = pa.table(made(name))
        assert arrow.column_names[:5] == QUESTION, name
        assert set(arrow["house"].to_pylist()) == {"nsw"}


def test_each_wager_has_its_cost():
    session = exact.session("nsw", "iron_cross", bankroll=100, throws=20)
    rows = pl.DataFrame(session.each_wager())
    assert rows["wager"].to_list() == [one.wager for one in session.wagers]
    assert rows["cost_cents"].sum() == pytest.approx(session.cost)
    assert rows["edge_se"].null_count() == rows.height
    assert pl.DataFrame(made("each wager played"))["edge_se"].null_count() == 0


def test_without_paths_no_wager_has_a_cost():
    with pytest.raises(BankcrapsError, match="simulate with paths"):
        simulate("nsw", "pass", **PLAN, sessions=9, paths=False).each_wager()


def test_the_metadata_have_the_question_and_the_version():
    told = pa.table(made("every session")).schema.metadata
    found = [told[key] for key in (b"house", b"system", b"plan", b"seed")]
    assert found == [b"nsw", b"pass", b"20 throws", b"7"]
    assert told[b"version"]


def test_an_exact_chance_and_a_count_of_sessions_are_told_apart():
    solved, sampled = pl.DataFrame(made("a session")), pl.DataFrame(made("a simulation"))
    assert "sessions" not in solved.columns
    assert "chance" not in sampled.columns
    assert solved["chance"].sum() == pytest.approx(1)
    assert sampled["sessions"].sum() == 50
    assert sampled["share"].sum() == pytest.approx(1)


@pytest.mark.parametrize("name", ["odds", "odds for an amount"])
def test_the_label_of_a_wager_is_its_key_and_what_a_report_takes(name):
    report = made(name)
    rows = pl.DataFrame(report)
    assert rows["label"].is_unique().all()
    for label, edge in zip(rows["label"], rows["edge"], strict=True):
        assert float(report[label].edge) == edge


def test_flat_wagers_with_odds_are_rows_too():
    report = made("odds and wagers with odds")
    rows = pl.DataFrame(report)
    behind = rows.filter(pl.col("odds").is_not_null())
    assert len(rows) == len(report) + len(report.with_odds)
    assert behind["label"].to_list() == [one.label for one in report.with_odds]
    for row, one in zip(behind.iter_rows(named=True), report.with_odds, strict=True):
        assert (row["wager"], row["odds"], row["multiple"]) == (one.wager, one.odds, one.multiple)
        assert row["edge_outlay_fraction"] == str(one.edge)
        assert row["edge_fraction"] == str(report[one.wager].edge), "odds are fair: they lose nothing more"
    assert f"{len(report)} wagers and {len(behind)} with odds" in repr(report)
    assert all(one.label in report._repr_html_() for one in report.with_odds)


def test_tables_of_several_questions_can_be_put_together():
    parts = [
        pl.DataFrame(exact.session("nsw", system, bankroll=100, throws=20)) for system in ("pass", "field")
    ]
    both = pl.concat(parts)
    means = both.group_by("system").agg((pl.col("final_cents") * pl.col("chance")).sum().alias("mean"))
    assert dict(means.iter_rows())["pass"] == pytest.approx(made("a session").final.mean)


def test_every_column_of_the_list_is_in_a_table():
    others = (sweep(["nsw"], ["pass"], [50], [{"throws": 9}]), systems(), houses())
    tables = [*map(pa.table, others), *(pa.table(made(name)) for name in MAKE)]
    assert {name for one in tables for name in one.column_names} == set(COLUMNS)
