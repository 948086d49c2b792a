"""`bankcraps simulate`: what a system does to a bankroll, played very many times on seeded dice."""

import sys
from typing import Unpack

import click

from bankcraps.cli.encoding import echo_json
from bankcraps.cli.figures import show_simulation
from bankcraps.cli.kernels import load_kernels
from bankcraps.cli.lab import (
    AskedPlan,
    AskedSimulation,
    AskedTable,
    asks_game,
    asks_plan,
    asks_simulation,
    read_game,
    read_plan,
)
from bankcraps.cli.naming import draws_first, draws_one_of, names_file, shown
from bankcraps.cli.progress import STOPPED, progress
from bankcraps.errors import BankcrapsError
from bankcraps.simulation.asked import How, play


class _Asked(AskedTable, AskedPlan, AskedSimulation):
    """A table, a plan, and how to play."""

    parquet: str | None
    no_paths: bool


@click.command("simulate")
@asks_game
@asks_plan
@asks_simulation
@names_file("--parquet", says="write every session with its figures into a Parquet file.")
@click.option(
    "--no-paths", is_flag=True, help="only the final bankroll, lowest and highest: several times faster."
)
@click.option("--distribution", is_flag=True, help="with --json, every final bankroll with its share.")
@click.option("--json", "as_json", is_flag=True, help="as one JSON object.")
@draws_one_of(paths="the course of sessions", final="what is taken home", ruin="when ruin comes")
def command(
    *,
    strategy: str,
    distribution: bool,
    as_json: bool,
    plot: str | None,
    picture: str | None,
    **asked: Unpack[_Asked],
) -> None:
    """What a system does to a bankroll: played many times on seeded dice, with intervals.

    Session N of a seed is always the same session, however many workers play. Ctrl-C stops, and shows what
    is finished.
    """
    if asked["parquet"] is not None and asked["no_paths"]:
        raise BankcrapsError("--parquet writes what whole paths tell; leave --no-paths out")
    if distribution and not as_json:
        raise BankcrapsError("--distribution goes with --json")
    drawn = shown(plot, picture, "paths")
    plan = read_plan(asked)
    game = read_game(strategy, asked)
    load_kernels()
    with progress(asked["sessions"]) as finished:
        how = How(
            asked["sessions"],
            asked["seed"],
            asked["workers"],
            asked["dask"],
            paths=not asked["no_paths"],
            threads=asked["threads"],
            parquet=asked["parquet"],
            finished=finished,
        )
        found = play(game, plan, how)
    with draws_first(plot, lambda path: found.plot(path, drawn)):
        if as_json:
            echo_json(found.to_dict(distribution=distribution), pretty=True)
        else:
            show_simulation(found)
    if found.interrupted:
        sys.exit(STOPPED)
