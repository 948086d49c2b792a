"""Audits of several tables at once, by processes of their own that all see a house at the same moment."""

import multiprocessing
import signal
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from msgspec.structs import replace

from bankcraps.cli.keeping.house_logs import Log, Logs, open_logs
from bankcraps.errors import BankcrapsError
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.log.rows import StoredRow
from bankcraps.live.proof.audit import TableAudit, audit_table

Heads = dict[str, dict[int, str]]
"""Published hashes of rows, by table and number of the row."""

if TYPE_CHECKING:  # the ends of a pipe have another class on Windows
    from multiprocessing.connection import Connection, PipeConnection

    Pipe = Connection | PipeConnection

_STEP: Final = 1000
"""The rows after which the progress is told anew."""

_LOOK: Final = ""
"""Asks a process to open the house anew. No table has an empty id."""


class TableResult(NamedTuple):
    """The audit of a table, and by how many cents it changed each account."""

    audit: TableAudit
    totals: Counter[str]


class Auditor(NamedTuple):
    """Audits a table of a house, in any process.

    Attributes:
        source: the database.
        heads: the published hashes.
        own: the rulebook, if it is not one of ours.
    """

    source: str
    heads: Heads
    own: Rulebook | None

    def audit(self, log: Log, step: Callable[[int], object]) -> TableResult:
        """Check the log of a table.

        Raises:
            BankcrapsError: if it is only the end of a log.
        """
        if log.after:
            raise BankcrapsError(
                f"this log begins with row {log.after + 1}, so only its dice and its chain can be "
                "checked, by `bankcraps verify`"
            )
        totals: Counter[str] = Counter()
        stored = replace(log.stored, published=self.heads.get(log.table, {}))
        return TableResult(
            audit_table(log.table, _counted(log.rows(), step), stored, totals, own=self.own), totals
        )

    def work(self, orders: "Pipe") -> None:
        """Open the house and audit tables, as told, until the other end closes."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the first process, which ends this one
        with suppress(EOFError, BrokenPipeError), ExitStack() as opened:
            logs = Logs(())
            while True:
                table: str = orders.recv()
                try:
                    if table == _LOOK:
                        opened.close()
                        logs = opened.enter_context(open_logs(self.source))
                        orders.send(_moment(logs))
                    else:
                        (log,) = logs.of(table)
                        orders.send(self.audit(log, orders.send))
                except BankcrapsError as error:
                    orders.send(str(error))


@contextmanager
def processes(auditor: Auditor, count: int) -> Generator[list["Pipe"]]:
    """Start so many processes that audit tables. They end with this context."""
    context = multiprocessing.get_context("spawn")
    started, ends = list[SpawnProcess](), list["Pipe"]()
    try:
        for _ in range(count):
            ours, theirs = context.Pipe()
            process = context.Process(target=auditor.work, args=(theirs,), daemon=True)
            process.start()
            theirs.close()
            started.append(process)
            ends.append(ours)
        yield ends
    finally:
        for end in ends:
            end.close()
        for process in started:
            process.terminate()
        for process in started:
            process.join()


def see_the_same(ends: Iterable["Pipe"], logs: Logs) -> bool:
    """Let the processes open the house. Return whether all of them see what `logs` sees.

    Raises:
        BankcrapsError: if one of them cannot read it, or died.
    """
    for end in ends:
        _ask(end, _LOOK)
    return {_answer(end) == _moment(logs) for end in ends} == {True}


def audit_together(
    ends: Iterable["Pipe"], logs: Sequence[Log], step: Callable[[int], object]
) -> list[TableResult]:
    """Audit tables in processes that have seen the house. The longest log is audited first.

    Returns:
        The results in the order of `logs`.

    Raises:
        BankcrapsError: if a process cannot read the house any more, or died.
    """
    waiting = sorted(logs, key=lambda log: log.stored.seq or 0)
    order = [log.table for log in logs]
    busy = set["Pipe"]()
    for end in ends:
        if waiting:
            _ask(end, waiting.pop().table)
            busy.add(end)
    results: dict[str, TableResult] = {}
    while busy:
        for end in cast("list[Pipe]", wait(list(busy))):
            told = _answer(end)
            if isinstance(told, int):
                step(told)
                continue
            assert isinstance(told, TableResult)
            results[told.audit.table] = told
            busy.remove(end)
            if waiting:
                _ask(end, waiting.pop().table)
                busy.add(end)
    return [results[table] for table in order]


def _ask(end: "Pipe", table: str) -> None:
    with _died_said():
        end.send(table)


def _answer(end: "Pipe") -> object:
    with _died_said():
        told = end.recv()
    if isinstance(told, str):
        raise BankcrapsError(told)
    return told


@contextmanager
def _died_said() -> Generator[None]:
    try:
        yield
    except (EOFError, OSError):
        raise BankcrapsError(
            "a process of the audit died: it was killed, or there was too little memory; --workers 1 audits "
            "in one process"
        ) from None


def _moment(logs: Logs) -> object:
    """Return the end of each log, and the balances: they differ between two moments of a house."""
    ends = tuple((log.table, log.stored.seq, log.stored.head, log.stored.closed) for log in logs.logs)
    return ends, logs.balances


def _counted(rows: Iterator[StoredRow], step: Callable[[int], object]) -> Iterator[StoredRow]:
    """Pass rows on, and tell how many have been."""
    for number, row in enumerate(rows, 1):
        yield row
        if number % _STEP == 0:
            step(_STEP)
