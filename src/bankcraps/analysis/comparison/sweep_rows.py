"""The rows of a sweep: one question and its answer each, and the file that keeps them."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import msgspec

from bankcraps.analysis.exact.sessions import solve_question
from bankcraps.analysis.question import Question
from bankcraps.analysis.results.session import EndlessSession, SessionFigures
from bankcraps.analysis.simulation.run_plan import RunPlan
from bankcraps.analysis.simulation.simulate import play, unless_stopped
from bankcraps.errors import BankcrapsError, quoted
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.strategies.policy import Policy
from bankcraps.support import files
from bankcraps.support.new_files import UnwritableError, check_place, new_file, unwritten
from bankcraps.support.tabular import arrow_table, parquet_of

__all__ = ["SweepRow", "Task", "answer", "kept_rows", "key_of", "row_columns", "write_rows"]


class SweepRow(msgspec.Struct, frozen=True, kw_only=True):
    """A question and its answer. `support.tabular.COLUMNS` says what each field is; null does not apply."""

    house: str
    system: str
    bankroll_cents: int
    plan: str
    seed: int | None
    limits: str
    chip_cents: int
    exact: bool
    sessions: int | None
    p_ahead: float | None = None
    p_ahead_se: float | None = None
    p_ruin_or_floor: float | None = None
    p_ruin_or_floor_se: float | None = None
    p_goal: float | None = None
    p_ruin: float | None = None
    p_floor: float | None = None
    p_limit: float | None = None
    p_stopped: float | None = None
    mean_cents: float | None = None
    mean_se_cents: float | None = None
    sd_cents: float | None = None
    cost_cents: float | None = None
    action_mean_cents: float | None = None
    throws_mean: float | None = None
    error_bound: float | None = None
    problem: str | None = None
    question: str


@dataclass(frozen=True)
class Task:
    """A question of a sweep.

    Attributes:
        asked: the row without its answer.
        question: the question, or None if a problem leaves none.
        how: the options to play it with; None to solve it.
    """

    asked: SweepRow
    question: Question | None
    how: RunPlan | None


def key_of(book: Rulebook, policy: Policy, how: RunPlan | None, *others: object) -> str:
    """A hash of all that decides the answer to a question, and of the version that answers.

    Args:
        book: the house.
        policy: the system; one in Python is known by its name and its text.
        how: the options that it is played with, or None.
        others: the table and the plan.
    """
    parts = (
        *(book.spec, book.digest, policy.name, policy.text),
        *(("exact",) if how is None else ("played", how.sessions, how.seed)),
        *others,
        import_module("bankcraps").__version__,
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def answer(task: Task) -> SweepRow:
    """Solve or play a question. A question without an answer has its problem in its row."""
    if task.question is None:
        return task.asked
    try:
        found = _solved(task.question) if task.how is None else _played(task.question, task.how)
    except BankcrapsError as error:
        found = {"problem": str(error)}
    return msgspec.structs.replace(task.asked, **found)


def _solved(question: Question) -> dict[str, Any]:
    found = solve_question(question, extremes=False)
    if isinstance(found, EndlessSession):
        return {"p_ruin_or_floor": found.p_ruin_or_floor, "error_bound": found.error_bound}
    return _figures(found) | {"action_mean_cents": found.action, "error_bound": found.error_bound}


def _played(question: Question, how: RunPlan) -> dict[str, Any]:
    found = unless_stopped(play(question, how, warn=lambda _: None))
    return _figures(found) | {
        "action_mean_cents": found.action,
        "p_ahead_se": found.error(found.p_ahead),
        "p_ruin_or_floor_se": found.error(found.p_ruin_or_floor),
        "mean_se_cents": found.mean_error if found.sessions > 1 else None,
    }


def _figures(found: SessionFigures) -> dict[str, Any]:
    return {
        **{f"p_{end}": share for end, share in found.ends.items() if end != "cut"},
        "p_ahead": found.p_ahead,
        "p_ruin_or_floor": found.p_ruin_or_floor,
        "mean_cents": found.final.mean,
        "sd_cents": found.final.sd,
        "cost_cents": found.cost,
        "throws_mean": found.throws,
    }


def row_columns(rows: Iterable[SweepRow]) -> Mapping[str, object]:
    """Rows as columns."""
    listed = list(rows)
    return {name: [getattr(row, name) for row in listed] for name in SweepRow.__struct_fields__}


def kept_rows(path: str | Path) -> dict[str, SweepRow]:
    """The rows of an earlier run by their questions; none if there is no such file.

    Raises:
        BankcrapsError: if the file cannot be read or written, or is not that of a sweep.
    """
    if not isinstance(cast("object", path), str | Path):
        raise BankcrapsError(f"parquet names a file, not {quoted(path)}")
    try:
        check_place(path, replace=True)
    except UnwritableError as error:
        raise BankcrapsError(unwritten(path, error)) from None
    if not files.exists(path):
        return {}
    parquet: Any = import_module("pyarrow.parquet")  # PyArrow has no types
    try:
        with files.open_bytes(path) as file:
            rows: list[dict[str, Any]] = parquet.read_table(file).to_pylist()
        return {row.question: row for row in msgspec.convert(rows, list[SweepRow])}
    except files.UnreadableError as error:
        raise BankcrapsError(f"{path} cannot be read: {error}") from None
    except (ValueError, msgspec.ValidationError):  # PyArrow raises an error of values
        raise BankcrapsError(f"{path} is not the file of a sweep: give another name, or remove it") from None


def write_rows(path: str | Path, rows: Iterable[SweepRow]) -> None:
    """Write rows to a Parquet file, which replaces the one before when it is whole.

    Raises:
        BankcrapsError: if it cannot be written.
    """
    written = parquet_of(arrow_table(row_columns(rows)))
    try:
        with new_file(path, replace=True) as file:
            file.write(written)
    except UnwritableError as error:
        raise BankcrapsError(unwritten(path, error)) from None
