"""`bankcraps audit`: recompute and check the logs and the books of a house.

Several tables are audited at once by processes of their own. Logs only grow, so each of them leaves out what
was written since the first process has read the house. Only `admin restore` replaces a house: an audit beside
it may tell of tables that are gone.
"""

import multiprocessing
import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import click
from msgspec.structs import replace

from bankcraps.cli.columns import echo_json
from bankcraps.cli.keeping.house_logs import Log, Logs, is_log_file, open_logs
from bankcraps.cli.keeping.personal_data import DATABASE, OWN_RULES
from bankcraps.cli.options import Whole
from bankcraps.cli.running import progress_bar
from bankcraps.errors import BankcrapsError, printable
from bankcraps.game.chips import Cents, money
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.log.entries import StoredRow
from bankcraps.live.proof.audit import Problem, Stored, TableAudit, audit_balances, audit_table
from bankcraps.live.proof.ledger import ISSUE
from bankcraps.support.files import UnreadableError, is_file, read_text

Heads = dict[str, dict[int, str]]
"""Published hashes of rows, by table and number of the row."""

if TYPE_CHECKING:  # the ends of a pipe have another class on Windows
    from multiprocessing.connection import Connection, PipeConnection

    Pipe = Connection | PipeConnection

_Numbered = TypeVar("_Numbered", bound=tuple[object, ...])
"""A row of a log, or what is kept beside it, which begins with the number of the row."""

_STEP: Final = 1000
"""The number of rows between two reports of progress."""


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
            logs: Logs | None = None
            while True:
                table, seen = orders.recv()
                try:
                    logs = logs or opened.enter_context(open_logs(self.source))
                    (log,) = logs.of(table)
                    orders.send(self.audit(_as_seen(log, seen), orders.send))
                except BankcrapsError as error:
                    orders.send(str(error))


def _as_seen(log: Log, seen: Stored) -> Log:
    """Return a log as another process has `seen` it: without later rows, and what is kept of these."""
    since = range((seen.seq or 0) + 1, (log.stored.seq or 0) + 1)

    def before(found: Iterable[_Numbered]) -> Iterator[_Numbered]:
        return (one for one in found if one[0] not in since)

    moves, commands = before(log.stored.moves or ()), before(log.stored.commands or ())
    return replace(log, rows=lambda: before(log.rows()), stored=replace(seen, moves=moves, commands=commands))


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


@contextmanager
def _died_said() -> Generator[None]:
    """Say in a sentence that a process died."""
    try:
        yield
    except (EOFError, OSError):
        raise BankcrapsError(
            "a process of the audit died: it was killed, or there was too little memory; --workers 1 audits "
            "in one process"
        ) from None


@_died_said()
def audit_together(
    ends: Iterable["Pipe"], logs: Sequence[Log], step: Callable[[int], object]
) -> list[TableResult]:
    """Audit tables in processes, as they are in `logs`. The longest log is audited first.

    Returns:
        The results in the order of `logs`.

    Raises:
        BankcrapsError: if a process cannot read the house, or died.
    """
    waiting = sorted(logs, key=lambda log: log.stored.seq or 0)
    idle, busy = list(ends), set["Pipe"]()
    results: dict[str, TableResult] = {}
    while len(results) < len(logs):
        while idle and waiting:
            busy.add(end := idle.pop())
            log = waiting.pop()
            end.send((log.table, replace(log.stored, moves=None, commands=None)))
        for end in busy.intersection(wait(busy)):
            told = _answer(end)
            if isinstance(told, int):
                step(told)
                continue
            assert isinstance(told, TableResult)
            results[told.audit.table] = told
            busy.remove(end)
            idle.append(end)
    return [results[log.table] for log in logs]


def _answer(end: "Pipe") -> object:
    told = end.recv()
    if isinstance(told, str):
        raise BankcrapsError(told)
    return told


def _counted(rows: Iterator[StoredRow], step: Callable[[int], object]) -> Iterator[StoredRow]:
    """Pass rows on, and tell how many have been."""
    for number, row in enumerate(rows, 1):
        yield row
        if number % _STEP == 0:
            step(_STEP)


_HEAD: Final = re.compile(r"(\S+) (\d{1,12}) ([0-9a-f]{64})")
_LARGEST: Final = 1 << 24

_KINDS: Final = {
    "log": "rows",
    "commands": "commands",
    "moves": "moves of chips",
    "secrets": "secrets",
    "snapshots": "a snapshot",
}

_MANY_ROWS: Final = 30_000
"""The rows that are worth another process, which takes about a second to start."""


@click.command("audit")
@DATABASE
@click.option("--log", metavar="FILE")
@OWN_RULES
@click.option("--head", is_flag=True)
@click.option("--published", metavar="FILE")
@click.option("--json", "as_json", is_flag=True)
@click.option("--workers", metavar="W", type=Whole(1, 64))
@click.argument("table", required=False)
def command(
    *,
    database: str,
    log: str | None,
    own: Rulebook | None,
    head: bool,
    published: str | None,
    as_json: bool,
    workers: int | None,
    table: str | None,
) -> None:
    """Check every log and every balance of a house, or the log of one TABLE.

    The rows are chained again, every event is judged again, every move of chips and every sealed throw is
    computed again. Exits with a non-zero status if anything is wrong, and says where.
    """
    if table and not table.isalnum() and is_file(table):  # the ids of tables are letters and digits
        option = "--log" if is_log_file(table) else "--database"
        raise BankcrapsError(f"{table} is a file, not a table: bankcraps audit {option} {table}")
    auditor = Auditor(log or database, {} if published is None else _read_heads(published), own)
    with open_logs(auditor.source) as logs:
        chosen = logs.of(table)
        if head:
            _print_heads(chosen)
            return
        results = _audited(auditor, chosen, _processes_for(chosen, workers))
        house = _of_house(logs, table, auditor.heads, results)
    if as_json:
        echo_json({"tables": house.audits, "problems": house.problems}, pretty=True)
    else:
        _show(house, with_totals=logs.balances is None)
    sys.exit(1 if house.problems else 0)


class _HouseAudit(NamedTuple):
    """The audits of tables, what is wrong with them and the books, and how each account changed in cents."""

    audits: list[TableAudit]
    problems: list[Problem]
    totals: Counter[str]


def _processes_for(chosen: tuple[Log, ...], asked: int | None) -> int:
    """Return the number of processes that audit some tables: no more than there are tables."""
    rows = sum(log.stored.seq or 0 for log in chosen)
    worth = min(os.cpu_count() or 1, max(1, rows // _MANY_ROWS))
    return min(worth if asked is None else asked, len(chosen))


def _audited(auditor: Auditor, chosen: tuple[Log, ...], count: int) -> list[TableResult]:
    """Audit tables in so many processes."""
    with progress_bar(sum(log.stored.seq or 0 for log in chosen)) as step:
        if count == 1:
            return [auditor.audit(log, step) for log in chosen]
        with processes(auditor, count) as ends:
            return audit_together(ends, chosen, step)


def _of_house(logs: Logs, table: str | None, heads: Heads, results: Sequence[TableResult]) -> _HouseAudit:
    """Put the audits of tables together, and check what no table has alone."""
    totals: Counter[str] = Counter()
    for _, changed in results:
        totals.update(changed)
    audits = [audit for audit, _ in results]
    problems = [one.problem for one in audits if one.problem is not None]
    known = {log.table for log in logs.logs}
    if logs.balances is not None:
        problems += [
            Problem(missing, 0, "a head of this table was published, and the table is gone")
            for missing in sorted(heads.keys() - known)
        ]
        gone, early = "of this table, and the table is gone", "before row 1, which nothing reads"
        problems += [
            Problem(one, 0, f"the database has {_KINDS[kind]} {why}")
            for found, why in ((logs.strays, gone), (logs.early, early))
            for kind, one in found
            if table in (None, one)
        ]
        if table is None and not problems:
            problems += audit_balances(totals, logs.balances)
    return _HouseAudit(audits, problems, totals)


def _print_heads(logs: tuple[Log, ...]) -> None:
    for log in logs:
        seq, head = log.after, log.hash
        if log.stored.head is not None and log.stored.seq is not None:
            seq, head = log.stored.seq, log.stored.head
        else:
            for seq, _, head in log.rows():  # noqa: B007 - the last one counts
                pass
        click.echo(printable(f"{log.table} {seq} {head}"))


def _read_heads(path: str) -> Heads:
    try:
        lines = read_text(path, _LARGEST).splitlines()
    except UnreadableError as error:
        raise BankcrapsError(f"{path} cannot be read: {error}") from None
    heads: Heads = {}
    for number, line in enumerate(lines, 1):
        found = _HEAD.fullmatch(line.strip())
        if found is not None:
            heads.setdefault(found[1], {})[int(found[2])] = found[3]
        elif line.strip():
            raise BankcrapsError(
                f"{path}, line {number}: a head is a table, a row and a hash of 64 digits, as "
                "`bankcraps audit --head` prints them"
            )
    if not heads:
        raise BankcrapsError(f"{path} has no heads: `bankcraps audit --head` prints them")
    return heads


def _show(house: _HouseAudit, *, with_totals: bool) -> None:
    for one in house.audits:
        dice = one.dice
        withheld = sum(dice.withheld.values())
        sealed = f", {dice.thrown:,} sealed throws checked, {withheld:,} withheld" if dice.thrown else ""
        unseeded = f", {dice.unseeded:,} without a seed of a player" if dice.unseeded else ""
        broken = f", {dice.broken.total():,} promised seeds not given" if dice.broken else ""
        lost = f", {len(dice.lost):,} lost" if dice.lost else ""
        waits = f", throw {dice.waiting.number} locked and not shown" if dice.waiting else ""
        table = printable(one.table)
        click.echo(f"{table}: {one.rows:,} rows{sealed}{unseeded}{broken}{lost}{waits}, head {one.head}")
    for problem in house.problems:
        click.secho(printable(str(problem)), fg="red")
    if not house.problems and not with_totals:
        click.secho("The logs are whole, and the books balance.", bold=True)
    elif not house.problems:
        _show_results(house.totals)
        click.secho("The log is whole.", bold=True)


def _show_results(totals: Counter[str]) -> None:
    """Print each player's result, from the log alone."""
    won: Counter[str] = Counter()
    for account, change in totals.items():
        kind, _, rest = account.partition("/")
        table, _, name = rest.rpartition("/")
        if kind == "bank" and not table:
            won["the house"] += change
        elif kind != ISSUE:
            won[name] += change
    for who, cents in sorted(won.items()):
        click.echo(f"  {printable(who)} {'won' if cents >= 0 else 'lost'} {money(Cents(abs(cents)))}")
