"""Every combination of houses, systems, bankrolls and plans, solved exactly or simulated."""

import hashlib
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from bankcraps.analysis.exact.sessions import solve_question
from bankcraps.analysis.lab_options import QuestionOptions, TableOptions, check_options, picked
from bankcraps.analysis.question import NoLengthError, Question, ask
from bankcraps.analysis.results.session import EndlessSession, SessionFigures
from bankcraps.analysis.simulation.simulate import RunPlan, play, unless_stopped
from bankcraps.analysis.simulation.workers import results_of_processes
from bankcraps.errors import BankcrapsError, require_list, require_type
from bankcraps.game.chips import Money, dollars, printed
from bankcraps.game.engine.limits import Limits
from bankcraps.game.game import Game
from bankcraps.game.rulebook.listing import several_books
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.strategies.library import system as find_system
from bankcraps.strategies.plan import LENGTH_UNITS
from bankcraps.strategies.policy import Policy, require_policy
from bankcraps.strategies.text.program import TextSystem
from bankcraps.support import files
from bankcraps.support.lazy import version
from bankcraps.support.new_files import UnwritableError, check_place, new_file, unwritten
from bankcraps.support.tabular import Tabular, arrow_table, html, parquet_of


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
        version(),
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


def _solved(question: Question) -> dict[str, object]:
    found = solve_question(question, extremes=False)
    if isinstance(found, EndlessSession):
        return {"p_ruin_or_floor": found.p_ruin_or_floor, "error_bound": found.error_bound}
    return _figures(found) | {"action_mean_cents": found.action, "error_bound": found.error_bound}


def _played(question: Question, how: RunPlan) -> dict[str, object]:
    found = unless_stopped(play(question, how, warn=lambda _: None))
    return _figures(found) | {
        "action_mean_cents": found.action,
        "p_ahead_se": found.error(found.p_ahead),
        "p_ruin_or_floor_se": found.error(found.p_ruin_or_floor),
        "mean_se_cents": found.mean_error if found.sessions > 1 else None,
    }


def _figures(found: SessionFigures) -> dict[str, object]:
    return {
        **{f"p_{end}": share for end, share in found.ends.items() if end != "cut"},
        "p_ahead": found.p_ahead,
        "p_ruin_or_floor": found.p_ruin_or_floor,
        "mean_cents": found.final.mean,
        "sd_cents": found.final.sd,
        "cost_cents": found.cost,
        "throws_mean": found.throws,
    }


def row_columns(rows: Collection[SweepRow]) -> Mapping[str, object]:
    """Rows as columns."""
    return {name: [getattr(row, name) for row in rows] for name in SweepRow.__struct_fields__}


def kept_rows(path: str | Path) -> dict[str, SweepRow]:
    """The rows of an earlier run by their questions; none if there is no such file.

    Raises:
        BankcrapsError: if the file cannot be read or written, or is not that of a sweep.
    """
    require_type(path, str | Path, "parquet names a file")
    try:
        check_place(path, replace=True)
    except UnwritableError as error:
        raise BankcrapsError(unwritten(path, error)) from None
    if not files.exists(path):
        return {}
    parquet = import_module("pyarrow.parquet")
    try:
        with files.open_bytes(path) as file:
            rows = parquet.read_table(file).to_pylist()
        return {row.question: row for row in msgspec.convert(rows, list[SweepRow])}
    except files.UnreadableError as error:
        raise BankcrapsError(f"{path} cannot be read: {error}") from None
    except (ValueError, msgspec.ValidationError):  # PyArrow raises an error of values
        raise BankcrapsError(f"{path} is not the file of a sweep: give another name, or remove it") from None


def write_rows(path: str | Path, rows: Collection[SweepRow]) -> None:
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


_SAVES: Final = 50
"""The times that the file is written anew while a sweep goes on."""

T = TypeVar("T")


class SweepPlan(QuestionOptions, total=False):
    """A plan of a sweep: the length, the goal and the floor in dollars, and the table."""

    goal: Money | None
    floor: Money


@dataclass(frozen=True, repr=False)
class Sweep(Tabular):
    """The answers of a sweep, in the order of the questions: the plans change first, the houses last.

    Attributes:
        rows: a row for each question that was answered.
        interrupted: whether it was stopped before all questions were answered.
    """

    rows: tuple[SweepRow, ...]
    interrupted: bool = False

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def __iter__(self) -> Iterator[SweepRow]:
        """The rows."""
        return iter(self.rows)

    def __repr__(self) -> str:
        """`<Sweep: 24 answers, 2 problems>`, and whether it was interrupted."""
        problems = sum(row.problem is not None for row in self.rows)
        stopped = ", interrupted" if self.interrupted else ""
        return f"<Sweep: {len(self.rows) - problems} answers, {problems} problems{stopped}>"

    def _columns(self) -> Mapping[str, object]:
        return row_columns(self.rows)

    def _repr_html_(self) -> str:
        head = ("house", "system", "bankroll", "plan", "mean", "ahead", "ruin or floor")
        return html(head, [_shown(row) for row in self.rows])


def _shown(row: SweepRow) -> tuple[str, ...]:
    asked = row.house, row.system, f"{row.bankroll_cents / 100:,.2f}", row.plan
    if row.problem is not None:
        return (*asked, row.problem, "", "")
    mean = "" if row.mean_cents is None else f"{row.mean_cents / 100:,.2f}"
    chances = ("" if chance is None else f"{chance:.2%}" for chance in (row.p_ahead, row.p_ruin_or_floor))
    return (*asked, mean, *chances)


def sweep(  # noqa: PLR0913 - four lists, and how to answer
    houses: Iterable[Rulebook | str | Path],
    systems: Iterable[Policy | str],
    bankrolls: Iterable[Money],
    plans: Iterable[SweepPlan],
    *,
    sessions: int | None = None,
    seed: int = 0,
    workers: int = 1,
    parquet: str | Path | None = None,
    progress: bool | Callable[[int, int], None] = False,
) -> Sweep:
    """Answer every combination of houses, systems, bankrolls and plans: exactly, or by simulation.

    >>> from bankcraps import sweep
    >>> found = sweep(["nsw", "classic"], ["pass", "field"], [100, 200], [{"throws": 50}])
    >>> len(found), found.rows[0].system, round(found.rows[0].p_ahead, 3)
    (8, 'pass', 0.421)

    A combination that has no answer, such as a system that a house does not take, has its `problem` in its
    row. Ctrl-C stops, and keeps what is finished.

    Args:
        houses: rulebooks, their ids or the paths of files.
        systems: systems, each as in `simulate`. A sweep and its file know a system by its name and text: a
            policy in Python that you change needs another name or text, or its old rows are taken.
        bankrolls: the sum that the player brings, in dollars.
        plans: dictionaries with the options of `exact.session`: a length, `goal` and `floor` in dollars, the
            table, and whether players who leave `let_it_ride`.
        sessions: the number of sessions to play of each combination; None to solve each exactly.
        seed: the seed of the dice.
        workers: the number of processes that answer on this machine.
        parquet: a Parquet file for the rows. If it has rows of an earlier run, their questions are not
            answered again, so the same call goes on where it was stopped; other rows stay in the file, also
            those that another sweep writes meanwhile.
        progress: whether to write to standard error how many are answered; or a function of the number
            answered and the number of all.

    Raises:
        BankcrapsError: for an unknown house, system or option, a plan without a length, or a file that cannot
            be used.
    """
    checked = RunPlan.of(sessions=1 if sessions is None else sessions, seed=seed, workers=workers)
    how = None if sessions is None else replace(checked, workers=1)
    tasks = _tasks(houses, systems, bankrolls, plans, how)
    found = {} if parquet is None else kept_rows(parquet)
    waiting = [task for key, task in tasks.items() if key not in found]
    require_type(progress, bool | Callable, "progress is True, False or a function")
    told: Callable[[int, int], None] = _told if progress is True else progress or (lambda _, __: None)
    before = len(tasks) - len(waiting)
    interrupted = _answer_all(
        waiting, checked.workers, found, parquet, lambda number: told(before + number, len(tasks))
    )
    return Sweep(tuple(found[key] for key in tasks if key in found), interrupted)


def _mark(path: str | Path | None) -> tuple[int, int, int] | None:
    """A mark that changes when another program writes the file; None if there is no file."""
    try:
        found = None if path is None else Path(path).stat()
    except FileNotFoundError:
        return None
    return None if found is None else (found.st_ino, found.st_size, found.st_mtime_ns)


def _answer_all(
    tasks: Sequence[Task],
    workers: int,
    found: dict[str, SweepRow],
    path: str | Path | None,
    told: Callable[[int], None],
) -> bool:
    """Answer tasks as they come, and keep the file. Return whether Ctrl-C stopped it.

    Another sweep may write to the file meanwhile: its rows stay.
    """
    every, unsaved, written = max(1, len(tasks) // _SAVES), 0, _mark(path)
    others: dict[str, SweepRow] = {}

    def save() -> None:
        nonlocal others, unsaved, written
        if path is not None and unsaved:
            if _mark(path) != written:
                others = kept_rows(path)
            write_rows(path, {**others, **found}.values())
            written, unsaved = _mark(path), 0

    here = workers == 1
    rows = (answer(task) for task in tasks) if here else results_of_processes(answer, tasks, workers)
    with closing(rows) as answers:
        try:
            for number, row in enumerate(answers, 1):
                found[row.question] = row
                unsaved += 1
                told(number)
                if unsaved >= every:
                    save()
        except KeyboardInterrupt:
            return True
        finally:
            save()
    return False


def _tasks(
    houses: Iterable[Rulebook | str | Path],
    systems: Iterable[Policy | str],
    bankrolls: Iterable[Money],
    plans: Iterable[SweepPlan],
    how: RunPlan | None,
) -> dict[str, Task]:
    """Every combination as a task, by its key."""
    books = several_books(houses)
    policies = [
        find_system(str(one)) if isinstance(one, str | Path) else require_policy(one)
        for one in _several("systems", systems)
    ]
    _require_told_apart(policies)
    brought = _several("bankrolls", bankrolls)
    for one in brought:
        dollars(one)
    written = [_checked(one) for one in _several("plans", plans)]
    tasks = (_task(*each, how) for each in product(books, policies, brought, written))
    return {task.asked.question: task for task in tasks}


def _task(book: Rulebook, policy: Policy, bankroll: Money, plan: SweepPlan, how: RunPlan | None) -> Task:
    game = Game.read(book, **picked(plan, TableOptions))
    asked = SweepRow(
        house=book.spec,
        system=policy.name,
        bankroll_cents=dollars(bankroll),
        plan=_in_words(plan),
        seed=None if how is None else how.seed,
        limits=str(game.limits),
        chip_cents=game.chip,
        exact=how is None,
        sessions=None if how is None else how.sessions,
        question="",
    )
    try:
        question = ask(book, policy, bankroll, **plan)
    except NoLengthError:
        raise
    except BankcrapsError as error:
        key = key_of(book, policy, how, asked.limits, game.chip, asked.bankroll_cents, asked.plan)
        return Task(msgspec.structs.replace(asked, problem=str(error), question=key), None, how)
    key = key_of(book, policy, how, question.limits, question.chip, question.plan)
    told = msgspec.structs.replace(asked, plan=str(question.plan), question=key)
    return Task(told, question, how)


def _in_words(plan: SweepPlan) -> str:
    """A plan in the words of `Plan`, for a combination that has none."""
    lengths = [f"{count} {unit}" for unit in LENGTH_UNITS if (count := plan.get(unit)) is not None]
    goal, floor = plan.get("goal"), plan.get("floor")
    parts = [
        *(lengths or ["until settled"]),
        *([] if goal is None else [f"goal {printed(dollars(goal))}"]),
        *([f"floor {printed(dollars(floor))}"] if floor else []),
        *(["let it ride"] if plan.get("let_it_ride") else []),
    ]
    return ", ".join(parts)


def _require_told_apart(policies: Sequence[Policy]) -> None:
    """Refuse two policies in Python of one name and text: their rows would be mixed up."""
    known: dict[tuple[str, str], Policy] = {}
    for one in policies:
        other = known.setdefault((one.name, one.text), one)
        if other is not one and not (isinstance(one, TextSystem) and isinstance(other, TextSystem)):
            raise BankcrapsError(
                f"two of the systems are called {one.name!r} and have the same text: a sweep tells systems "
                "apart by name and text, so give each a name of its own"
            )


def _several(what: str, given: Iterable[T]) -> list[T]:
    """A list that is not empty; a text alone is no list."""
    require_list(given, f"the {what} of a sweep are a list")
    listed = list(given)
    if not listed:
        raise BankcrapsError(f"a sweep needs one of the {what} at least")
    return listed


def _checked(plan: SweepPlan) -> SweepPlan:
    require_type(plan, Mapping, "a plan of a sweep is a dictionary, as {'throws': 100}")
    check_options(plan, SweepPlan)
    _in_words(plan)
    if isinstance(limits := plan.get("limits"), str):
        return {**plan, "limits": Limits.read(limits)}
    return plan


def _told(done: int, total: int) -> None:
    """Write the progress on one line of standard error."""
    sys.stderr.write(f"\r{done:,} of {total:,}" + ("\n" if done == total else ""))
    sys.stderr.flush()
