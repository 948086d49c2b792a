"""`bankcraps verify`: check sealed dice from the log, and show how each throw came about."""

import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

import click

from bankcraps.cli.columns import echo_json
from bankcraps.cli.keeping.house_logs import Log, open_logs
from bankcraps.cli.keeping.personal_data import OWN_RULES
from bankcraps.cli.options import Whole
from bankcraps.errors import BankcrapsError, printable
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.proof.audit import LogCheck, check_end
from bankcraps.live.proof.dice_check import CheckedThrow, DiceCounts

_NAMED: Final = 8
"""The most players whose seeds the summary counts."""


@click.command("verify")
@click.argument("source")
@click.argument("table", required=False)
@click.option("--throw", "number", type=Whole(min=1))
@click.option("--hand", type=Whole(min=1))
@OWN_RULES
@click.option("--summary", is_flag=True)
@click.option("--json", "as_json", is_flag=True)
def command(
    *,
    source: str,
    table: str | None,
    number: int | None,
    hand: int | None,
    own: Rulebook | None,
    summary: bool,
    as_json: bool,
) -> None:
    """Check the dice of a table from its log: a SOURCE is a database or an exported log file.

    For each throw it shows the commitment, the players' seeds, the secret and the faces. It checks the whole
    chain of the log, and needs no rulebook but for --hand. Exits with a non-zero status if anything is wrong.
    """
    fine, found = True, 0
    with open_logs(source) as logs:
        for log in logs.of(table):
            judged = hand is not None
            if judged and log.after:
                raise BankcrapsError(
                    f"this log begins with row {log.after + 1}: hands can only be counted from the opening on"
                )
            check = LogCheck(log.table, after=log.after, head=log.hash, own=own, judged=judged)
            problem = ""
            try:
                for throw, in_hand in _throws(check, log):
                    if number not in (None, throw.number) or hand not in (None, in_hand):
                        continue
                    found += 1
                    if not summary:
                        _show(throw, log.table, None if hand is None else in_hand, as_json=as_json)
            except BankcrapsError as error:
                problem, fine = f"row {getattr(error, 'seq', 0) or check.seq + 1}: {error}", False
            _conclude(check, problem, as_json=as_json)
    if fine and not found and (number or hand):
        what = f"throw {number}" if number else f"throw in hand {hand}"
        raise BankcrapsError(f"the log has no {what}")
    sys.exit(0 if fine else 1)


def _throws(check: LogCheck, log: Log) -> Iterator[tuple[CheckedThrow, int]]:
    """Yield the sealed throws of a log with the number of their hand."""
    for row in log.rows():
        checked = check.check(*row)
        if checked.throw is not None:
            yield checked.throw, check.hands
    check_end(check.seq, check.head, log.stored)
    check.end()


def _show(throw: CheckedThrow, table: str, hand: int | None, *, as_json: bool) -> None:
    if as_json:
        echo_json({"table": table, "hand": hand, "throw": throw})
        return
    when = _when(throw.at)
    faces = str(throw.throw) if throw.throw else f"withheld: {throw.withheld}"
    seeds = ", ".join(f"{seed.player} {seed.seed}" for seed in throw.seeds) or "none"
    in_hand = f", hand {hand}" if hand is not None else ""
    click.secho(printable(f"throw {throw.number}{in_hand}: {faces}  ({when})"), bold=True)
    click.echo(f"  commitment  {throw.commitment}  row {throw.committed}")
    locked = f"row {throw.locked}" if throw.locked else "never locked"
    click.echo(printable(f"  seeds       {seeds}  {locked}"))
    click.echo(f"  secret      {throw.secret}  row {throw.shown}")


def _when(at: int) -> str:
    """Write a time of a log."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def _conclude(check: LogCheck, problem: str, *, as_json: bool) -> None:
    counts = check.dice.counts
    if as_json:
        echo_json(
            {
                "table": check.table,
                "verified": not problem,
                "rows": check.seq,
                "head": check.head,
                "counts": counts,
                "problem": problem or None,
            }
        )
        return
    for line in _told(counts, whole=check.whole):
        click.echo(printable(f"  {line}"))
    table = printable(check.table)
    if problem:
        click.secho(printable(f"{table}, {problem}"), fg="red")
    else:
        click.secho(f"verified: table {table} up to row {check.seq:,}, head {check.head}", bold=True)


def _told(counts: DiceCounts, *, whole: bool) -> Iterator[str]:
    """Summarise the throws, and which of them prove nothing. The number withheld always shows."""
    if not whole:
        yield "this log begins in the middle: bots that the house seated before count as players here"
        yield f"throws before the first commitment here, which were not checked: {counts.unchecked:,}"
    yield f"sealed throws counted: {counts.thrown:,}; the faces of each are those that its secret gives"
    if counts.thrown:
        unproved = "; they prove nothing: the house could have chosen them" if counts.unseeded else ""
        fixed = ", ".join(f"{name} {count:,}" for name, count in counts.fixed.most_common(_NAMED))
        yield f"throws without a player's seed: {counts.unseeded:,}{unproved}"
        yield f"throws fixed before this player's seed was known, if it was random: {fixed or 'none'}"
        yield f"promised seeds not given: {_counted(counts.broken)}"
    yield f"sealed throws withheld: {_counted(counts.withheld)}"
    if counts.lost:
        lost = ", ".join(map(str, counts.lost))
        yield f"sealed throws lost: {len(counts.lost):,}, {lost}; the house says that it lost their secrets"
    if counts.waiting:
        yield f"1 sealed throw locked and not shown: {counts.waiting}, since {_when(counts.waiting.at)}"
    if counts.afterwards:
        yield f"players gone after a throw was fixed, before it counted: {_counted(counts.afterwards)}"
    yield f'calls of "no roll": {_counted(counts.no_rolls)}'
    yield f"outcomes declared invalid: {_counted(counts.invalid)}"
    yield f"wagers declared void: {_counted(counts.void)}"
    if counts.entered:
        yield f"throws of real dice, which nobody can prove: {counts.entered:,}"
        yield f"throws of real dice entered again before they counted: {counts.corrected:,}"
    if counts.overruled:
        yield f"throws of real dice corrected after they counted: {counts.overruled:,}"


def _counted(counted: Counter[str]) -> str:
    """A total, with the count of each reason behind it."""
    each = ", ".join(f"{count:,} {reason}" for reason, count in counted.most_common())
    return f"{counted.total():,} ({each})" if each else "0"
