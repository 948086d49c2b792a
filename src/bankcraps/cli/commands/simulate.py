"""`bankcraps simulate`: what a betting system does to a bankroll, in many sessions on seeded dice."""

import sys
from functools import partial
from typing import Unpack

import click

from bankcraps.analysis import lab_options as lab
from bankcraps.cli import heavy, options
from bankcraps.cli.main import STOPPED
from bankcraps.cli.reports.session_report import show_simulation
from bankcraps.cli.running import progress, warn
from bankcraps.errors import BankcrapsError


@click.command("simulate")
@options.asks(lab.HouseOption, lab.SystemOption, *lab.PLAN)
@options.asks_run
@options.lab_option("parquet", callback=options.new_file)
@click.option("--no-paths", "paths", flag_value=False, default=True)
@options.lab_option(
    "distribution",
    lab.DistributionOption,
    help="List every final bankroll with its share of the sessions. Goes with --json.",
)
@click.option("--json", "as_json", is_flag=True)
@options.draws_one_of(
    paths="the course of sessions",
    final="what is taken home",
    ruin="when ruin comes",
    drawdown="how deep sessions fall",
    shooters="how many hands they last",
)
def command(
    *,
    system: str,
    distribution: bool,
    as_json: bool,
    plot: str | None,
    picture: str | None,
    **asked: Unpack[options.SimulationArgs],
) -> None:
    """Simulate what a betting system does to a bankroll: many sessions on seeded dice, with standard errors.

    Session N of a seed is always the same session, however many workers play. Ctrl-C stops, and shows what
    is finished.
    """
    if asked.get("parquet") is not None and not asked.get("paths"):
        raise BankcrapsError("--parquet writes metrics of whole paths; leave --no-paths out")
    if distribution and not as_json:
        raise BankcrapsError("--distribution goes with --json")
    drawn = options.picture_name(plot, picture, "paths")

    question = options.question_of(system, asked)
    how = heavy.simulate.RunPlan.of(**lab.picked(asked, lab.RunOptions))
    with progress(how.sessions) as finished:
        found = heavy.simulate.play(question, how, finished=finished, warn=warn)
    told, draw = partial(found.to_dict, distribution=distribution), partial(found.plot, shown=drawn)
    options.echo_answer(told, lambda: show_simulation(found), as_json=as_json, plot=plot, draw=draw)
    if found.interrupted:
        sys.exit(STOPPED)
