"""`bankcraps compare`: several systems side by side, on the same dice."""

import click

from bankcraps.cli.columns import echo_columns
from bankcraps.cli.encoding import echo_json
from bankcraps.cli.figures import money, percent, signed_money
from bankcraps.cli.lab import Asked, asks_plan, asks_simulation, asks_table, read_game, read_plan
from bankcraps.cli.progress import progress
from bankcraps.exact.compared import Compared, Comparison, compare
from bankcraps.simulation.asked import How


@click.command("compare")
@click.argument("strategies", nargs=-1, required=True, metavar="SYSTEM SYSTEM ...")
@asks_table
@asks_plan
@asks_simulation
@click.option("--json", "as_json", is_flag=True, help="as one JSON object.")
@click.option("--plot", metavar="FILE", help="draw the systems side by side into a PNG or SVG file.")
def command(  # noqa: PLR0913 - a command has as many arguments as it has options
    *,
    strategies: tuple[str, ...],
    rules: str,
    limits: str,
    chip: str,
    bankroll: str,
    goal: str | None,
    floor: str,
    throws: int | None,
    decisions: int | None,
    shooters: int | None,
    until_settled: bool,
    sessions: int,
    seed: int,
    workers: int,
    dask: str | None,
    threads: bool,
    as_json: bool,
    plot: str | None,
) -> None:
    """Which of several systems does better: exactly where that can be had, and on the same dice.

    The first system is what the others are measured by. Playing all of them on the same dice takes most of
    the luck out of the difference.
    """
    plan = read_plan(bankroll, goal, floor, Asked(throws, decisions, shooters), until_settled=until_settled)
    games = [read_game(rules, strategy, limits, chip) for strategy in strategies]
    with progress(sessions) as finished:
        found = compare(games, plan, How(sessions, seed, workers, dask, threads=threads, finished=finished))
    if plot:
        found.plot(plot)
    if as_json:
        echo_json(found.to_dict(), pretty=True)
    else:
        _show(found)


def _show(found: Comparison) -> None:
    played = found.systems[0].played
    click.secho(
        f"{found.rules}: {found.plan.bankroll / 100:,g} dollars, {found.plan.length}; "
        f"{played.sessions:,} sessions of seed {found.seed}",
        bold=True,
    )
    head = ["  system", "mean", "sd", "ahead", "ruin", "action", "against the first", "exactly"]
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
        f"  {one.strategy}",
        money(figures.final.mean),
        money(figures.final.sd),
        percent(figures.final.p_above(found.plan.bankroll)),
        percent(figures.ends["ruin"]),
        money(sum(wager.action for wager in figures.wagers)),
        f"{signed_money(low)} to {signed_money(high)}" if number else "",
        signed_money(exactly) if number and exactly is not None else "",
    ]
