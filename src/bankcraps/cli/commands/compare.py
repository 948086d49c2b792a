"""`bankcraps compare`: several systems side by side, on the same dice."""

import sys
from functools import partial
from typing import Unpack

import click

from bankcraps.analysis import lab_options as lab
from bankcraps.cli import heavy
from bankcraps.cli.columns import echo_columns, short
from bankcraps.cli.main import STOPPED
from bankcraps.cli.options import SimulationArgs, asks, asks_run, draws, echo_answer, lab_option, question_of
from bankcraps.cli.reports.session_report import money, percent, signed_money
from bankcraps.cli.running import progress, warn
from bankcraps.errors import BankcrapsError


def _no_option(_context: click.Context, _option: click.Parameter, given: str | None) -> None:
    """Refuse `--strategy`, which other commands of the lab have."""
    if given is not None:
        raise BankcrapsError(
            "name the systems without --strategy, one after another: bankcraps compare pass iron_cross"
        )


@click.command("compare")
@click.option("--strategy", hidden=True, is_eager=True, expose_value=False, callback=_no_option)
@click.argument("strategies", nargs=-1, required=True, metavar="SYSTEM SYSTEM ...")
@asks(lab.HouseOption, *lab.PLAN)
@asks_run
@lab_option("distribution", lab.DistributionOption)
@click.option("--json", "as_json", is_flag=True)
@draws
def command(
    *,
    strategies: tuple[str, ...],
    distribution: bool,
    as_json: bool,
    plot: str | None,
    **asked: Unpack[SimulationArgs],
) -> None:
    """Compare betting systems on the same dice, and exactly if that is quick.

    The others are measured by the first system. The same dice for all take most of the luck out of the
    difference.
    """
    if distribution and not as_json:
        raise BankcrapsError("--distribution goes with --json")

    questions = [question_of(each, asked) for each in strategies]
    how = heavy.simulate.RunPlan.of(**lab.picked(asked, lab.RunOptions))
    with progress(how.sessions) as finished:
        found = heavy.compare_questions(questions, how, finished=finished, warn=warn)
    told = partial(found.to_dict, distribution=distribution)
    echo_answer(told, lambda: _show(found), as_json=as_json, plot=plot, draw=found.plot)
    if found.interrupted:
        sys.exit(STOPPED)


def _show(found: "heavy.SystemComparison") -> None:
    played = found.systems[0].played
    click.secho(
        f"{found.house}: {found.plan.bankroll / 100:,g} dollars, {found.plan.length}; "
        f"{played.sessions:,} sessions of seed {found.seed}",
        bold=True,
    )
    plans = [one.best.plan for one in found.systems]
    head = [
        "  system",
        "mean",
        "sd",
        "ahead",
        "goal or stop" if any(plan.stops_ahead for plan in plans) else "goal",
        next((plan.ruin_word for plan in plans if plan.stops_behind), found.plan.ruin_word),
        "action",
        "against the first",
        "exactly",
    ]
    echo_columns(head, [_row(found, number, one) for number, one in enumerate(found.systems)])
    if any(one.best.taken_home is not None for one in found.systems):
        click.echo("\nhome: takes the goal home; chips on the layout count at face value, and may still lose")
    click.echo(
        "\nagainst the first: the mean final bankroll less that of the first system, on the same dice,"
    )
    click.echo("as a 95 % confidence interval; exactly: the same difference, solved")
    if found.interrupted:
        click.echo("stopped before all sessions were played")


def _goal(figures: "heavy.SessionFigures") -> str:
    if figures.plan.goal is None:
        return ""
    home = "" if figures.taken_home is None else f" ({percent(figures.taken_home)} home)"
    return percent(figures.ends["goal"]) + home


def _row(found: "heavy.SystemComparison", number: int, one: "heavy.ComparedSystem") -> list[str]:
    figures = one.best
    low, high = one.interval
    exactly = found.exact_difference(number)
    return [
        f"  {short(one.system)}",
        money(figures.final.mean),
        money(figures.final.sd),
        percent(figures.p_ahead),
        _goal(figures),
        percent(figures.p_ruin_or_floor),
        money(figures.action),
        f"{signed_money(low)} to {signed_money(high)}" if number else "",
        signed_money(exactly) if number and exactly is not None else "",
    ]
