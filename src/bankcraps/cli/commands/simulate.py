"""`bankcraps simulate`: what a betting system does to a bankroll, in many sessions on seeded dice."""

import sys
from typing import Unpack

import click

from bankcraps.cli.encoding import echo_json
from bankcraps.cli.options import (
    HouseArgs,
    PlanArgs,
    RunArgs,
    asks_house_and_system,
    asks_plan,
    asks_run,
    draws_one_of,
    names_file,
    picture_first,
    picture_name,
    read_question,
    read_run_options,
)
from bankcraps.cli.running import STOPPED, progress
from bankcraps.cli.session_report import show_simulation
from bankcraps.errors import BankcrapsError
from bankcraps.simulation.simulate import play


class _Asked(HouseArgs, PlanArgs, RunArgs):
    """A house, a plan, and how to play."""

    parquet: str | None
    no_paths: bool


@click.command("simulate")
@asks_house_and_system
@asks_plan
@asks_run
@names_file("--parquet", says="write every session with its metrics into a Parquet file.")
@click.option(
    "--no-paths", is_flag=True, help="compute only the final, lowest and highest sums; several times faster."
)
@click.option(
    "--distribution",
    is_flag=True,
    help="with --json, list every final bankroll with its share of the sessions.",
)
@click.option("--json", "as_json", is_flag=True, help="print one JSON object.")
@draws_one_of(
    paths="the course of sessions",
    final="what is taken home",
    ruin="when ruin comes",
    drawdown="how deep sessions fall",
    shooters="how many hands they last",
)
def command(
    *,
    strategy: str,
    distribution: bool,
    as_json: bool,
    plot: str | None,
    picture: str | None,
    **asked: Unpack[_Asked],
) -> None:
    """Simulate what a betting system does to a bankroll: many sessions on seeded dice, with standard errors.

    Session N of a seed is always the same session, however many workers play. Ctrl-C stops, and shows what
    is finished.
    """
    if asked["parquet"] is not None and asked["no_paths"]:
        raise BankcrapsError("--parquet writes metrics of whole paths; leave --no-paths out")
    if distribution and not as_json:
        raise BankcrapsError("--distribution goes with --json")
    drawn = picture_name(plot, picture, "paths")
    question = read_question(strategy, asked)
    with progress(asked["sessions"]) as finished:
        how = read_run_options(asked, finished, paths=not asked["no_paths"], parquet=asked["parquet"])
        found = play(question, how)
    with picture_first(plot, lambda path: found.plot(path, drawn)):
        if as_json:
            echo_json(found.to_dict(distribution=distribution), pretty=True)
        else:
            show_simulation(found)
    if found.interrupted:
        sys.exit(STOPPED)
