"""`bankcraps compare`: several systems side by side, on the same dice."""

import sys
from typing import Unpack

import click

from bankcraps.cli.columns import echo_columns, short
from bankcraps.cli.encoding import echo_json
from bankcraps.cli.figures import money, percent, signed_money
from bankcraps.cli.kernels import load_kernels
from bankcraps.cli.lab import (
    AskedPlan,
    AskedSimulation,
    AskedTable,
    asks_plan,
    asks_simulation,
    asks_table,
    read_game,
    read_plan,
)
from bankcraps.cli.naming import draws, draws_first
from bankcraps.cli.progress import STOPPED, progress
from bankcraps.exact.systems import Compared, Comparison, compare
from bankcraps.simulation.asked import How


class _Asked(AskedTable, AskedPlan, AskedSimulation):
    """A table, a plan, and how to play."""


@click.command("compare")
@click.argument("strategies", nargs=-1, required=True, metavar="SYSTEM SYSTEM ...")
@asks_table
@asks_plan
@asks_simulation
@click.option("--json", "as_json", is_flag=True, help="as one JSON object.")
@draws("draw the systems side by side into a PNG or SVG file.")
def command(
    *,
    strategies: tuple[str, ...],
    as_json: bool,
    plot: str | None,
    **asked: Unpack[_Asked],
) -> None:
    """Which of several systems does better: exactly where that can be had, and on the same dice.

    The first system is what the others are measured by. Playing all of them on the same dice takes most of
    the luck out of the difference.
    """
    plan = read_plan(asked)
    games = [read_game(strategy, asked) for strategy in strategies]
    load_kernels()
    with progress(asked["sessions"]) as finished:
        how = How(
            asked["sessions"],
            asked["seed"],
            asked["workers"],
            asked["dask"],
            threads=asked["threads"],
            finished=finished,
        )
        found = compare(games, plan, how)
    with draws_first(plot, found.plot):
        if as_json:
            echo_json(found.to_dict(), pretty=True)
        else:
            _show(found)
    if found.interrupted:
        sys.exit(STOPPED)


def _show(found: Comparison) -> None:
    played = found.systems[0].played
    click.secho(
        f"{found.rules}: {found.plan.bankroll / 100:,g} dollars, {found.plan.length}; "
        f"{played.sessions:,} sessions of seed {found.seed}",
        bold=True,
    )
    head = ["  system", "mean", "sd", "ahead", "goal", "ruin", "action", "against the first", "exactly"]
    echo_columns(head, [_row(found, number, one) for number, one in enumerate(found.systems)])
    click.echo("\nagainst the first: what is taken home on average more than by the first system, on the")
    click.echo("same dice, with an interval of 95 % confidence; exactly: the same, solved, where it can be")
    if found.interrupted:
        click.echo("stopped before all sessions were played")


def _row(found: Comparison, number: int, one: Compared) -> list[str]:
    figures = one.exact or one.played
    low, high = one.interval
    exactly = found.exactly_apart(number)
    return [
        f"  {short(one.strategy)}",
        money(figures.final.mean),
        money(figures.final.sd),
        percent(figures.final.p_above(found.plan.bankroll)),
        "" if found.plan.goal is None else percent(figures.ends["goal"]),
        percent(figures.ends["ruin"]),
        money(sum(wager.action for wager in figures.wagers)),
        f"{signed_money(low)} to {signed_money(high)}" if number else "",
        signed_money(exactly) if number and exactly is not None else "",
    ]
