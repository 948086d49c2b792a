"""`bankcraps audit`: recompute and check the logs and the books of a house."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

import click
from msgspec.structs import replace

from bankcraps.chips import Cents, money
from bankcraps.cli.encoding import echo_json
from bankcraps.cli.house_logs import Log, Logs, is_log_file, open_logs
from bankcraps.cli.house_options import DATABASE, own_rules
from bankcraps.cli.progress_bar import progress_bar
from bankcraps.errors import BankcrapsError, printable
from bankcraps.files import UnreadableError, is_file, read_text
from bankcraps.live.log.rows import StoredRow
from bankcraps.live.proof.audit import Problem, TableAudit, audit_balances, audit_table
from bankcraps.rulebook import Rulebook

_HEAD: Final = re.compile(r"(\S+) (\d{1,12}) ([0-9a-f]{64})")
_STEP: Final = 1000
"""The rows after which the progress is shown anew."""

_LARGEST: Final = 1 << 24

_KINDS: Final = {
    "log": "rows",
    "commands": "commands",
    "moves": "moves of chips",
    "secrets": "secrets",
    "snapshots": "a snapshot",
}

_Heads = dict[str, dict[int, str]]


@click.command("audit")
@DATABASE
@click.option("--log", metavar="FILE", help="audit a log that `bankcraps export --jsonl` wrote, instead.")
@own_rules("the rulebook file, if they played under your own.")
@click.option(
    "--head", is_flag=True, help="only print the heads: table, last row and its hash. Publish them."
)
@click.option(
    "--published", metavar="FILE", help="heads that were printed before: the logs must still have those rows."
)
@click.option("--json", "as_json", is_flag=True, help="print the result as JSON.")
@click.argument("table", required=False)
def command(
    *,
    database: str,
    log: str | None,
    own: Rulebook | None,
    head: bool,
    published: str | None,
    as_json: bool,
    table: str | None,
) -> None:
    """Check every log and every balance of a house, or the log of one TABLE.

    The rows are chained again, every event is judged again, every move of chips and every sealed throw is
    computed again. Exits with a non-zero status if anything is wrong, and says where.
    """
    if table and not table.isalnum() and is_file(table):  # the ids of tables are letters and digits
        option = "--log" if is_log_file(table) else "--database"
        raise BankcrapsError(f"{table} is a file, not a table: bankcraps audit {option} {table}")
    heads = {} if published is None else _read_heads(published)
    with open_logs(log or database) as logs:
        if head:
            _print_heads(logs.of(table))
            return
        audits, problems, totals = _audit(logs, table, heads, own)
    if as_json:
        echo_json({"tables": audits, "problems": problems}, pretty=True)
    else:
        _show(audits, problems, None if logs.balances is not None else totals)
    sys.exit(1 if problems else 0)


def _audit(
    logs: Logs, table: str | None, heads: _Heads, own: Rulebook | None
) -> tuple[list[TableAudit], list[Problem], Counter[str]]:
    totals: Counter[str] = Counter()
    chosen = logs.of(table)
    with progress_bar(sum(log.stored.seq or 0 for log in chosen)) as step:
        audits = [_checked(log, totals, heads, own, step) for log in chosen]
    problems = [one.problem for one in audits if one.problem is not None]
    known = {log.table for log in logs.logs}
    if logs.balances is not None:
        problems += [
            Problem(missing, 0, "a head of this table was published, and the table is gone")
            for missing in sorted(heads.keys() - known)
        ]
        problems += [
            Problem(stray, 0, f"the database has {_KINDS[kind]} of this table, and the table is gone")
            for kind, stray in logs.strays
            if table in (None, stray)
        ]
        if table is None and not problems:
            problems += audit_balances(totals, logs.balances)
    return audits, problems, totals


def _checked(
    log: Log, totals: Counter[str], heads: _Heads, own: Rulebook | None, step: Callable[[int], None]
) -> TableAudit:
    if log.after:
        raise BankcrapsError(
            f"this log begins with row {log.after + 1}, so only its dice and its chain can be "
            "checked, by `bankcraps verify`"
        )
    stored = replace(log.stored, published=heads.get(log.table, {}))
    return audit_table(log.table, _counted(log.rows(), step), stored, totals, own=own)


def _counted(rows: Iterator[StoredRow], step: Callable[[int], None]) -> Iterator[StoredRow]:
    """Pass rows on, and tell how many have been."""
    for number, row in enumerate(rows, 1):
        yield row
        if number % _STEP == 0:
            step(_STEP)


def _print_heads(logs: tuple[Log, ...]) -> None:
    for log in logs:
        seq, head = log.after, log.hash
        if log.stored.head is not None and log.stored.seq is not None:
            seq, head = log.stored.seq, log.stored.head
        else:
            for seq, _, head in log.rows():  # noqa: B007 - the last one counts
                pass
        click.echo(printable(f"{log.table} {seq} {head}"))


def _read_heads(path: str) -> _Heads:
    try:
        lines = read_text(path, _LARGEST).splitlines()
    except UnreadableError as error:
        raise BankcrapsError(f"{path} cannot be read: {error}") from None
    heads: _Heads = {}
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


def _show(audits: list[TableAudit], problems: list[Problem], totals: Counter[str] | None) -> None:
    for one in audits:
        dice = one.dice
        withheld = sum(dice.withheld.values())
        sealed = f", {dice.thrown:,} sealed throws checked, {withheld:,} withheld" if dice.thrown else ""
        unseeded = f", {dice.unseeded:,} without a seed of a player" if dice.unseeded else ""
        lost = f", {len(dice.lost):,} lost" if dice.lost else ""
        waits = f", throw {dice.waiting.number} locked and not shown" if dice.waiting else ""
        table = printable(one.table)
        click.echo(f"{table}: {one.rows:,} rows{sealed}{unseeded}{lost}{waits}, head {one.head}")
    for problem in problems:
        click.secho(printable(str(problem)), fg="red")
    if not problems and totals is None:
        click.secho("The logs are whole, and the books balance.", bold=True)
    elif not problems and totals is not None:
        _show_results(totals)
        click.secho("The log is whole.", bold=True)


def _show_results(totals: Counter[str]) -> None:
    """Print each player's result, from the log alone."""
    won: Counter[str] = Counter()
    for account, change in totals.items():
        kind, _, rest = account.partition("/")
        if kind in ("wallet", "rail", "layout"):
            won[rest.rpartition("/")[2]] += change
        elif kind == "bank":
            won["the house"] += change
    for who, cents in sorted(won.items()):
        click.echo(f"  {printable(who)} {'won' if cents >= 0 else 'lost'} {money(Cents(abs(cents)))}")
