"""`bankcraps simulate`: what a system does to a bankroll, played very many times on seeded dice."""

import click

from bankcraps.cli.encoding import echo_json
from bankcraps.cli.figures import show_simulation
from bankcraps.cli.lab import Asked, asks_game, asks_plan, asks_simulation, read_game, read_plan
from bankcraps.cli.progress import progress
from bankcraps.simulation.asked import How, play


@click.command("simulate")
@asks_game
@asks_plan
@asks_simulation
@click.option("--parquet", metavar="FILE", help="write every session with its figures into a Parquet file.")
@click.option(
    "--no-paths", is_flag=True, help="only the final bankroll, lowest and highest: several times faster."
)
@click.option("--distribution", is_flag=True, help="with --json, every final bankroll with its share.")
@click.option("--json", "as_json", is_flag=True, help="as one JSON object.")
@click.option("--plot", metavar="FILE", help="draw a picture into a PNG or SVG file.")
@click.option(
    "--picture",
    type=click.Choice(["paths", "final", "ruin"]),
    default="paths",
    show_default=True,
    help="what to draw: the course of sessions, what is taken home, or when ruin comes.",
)
def command(  # noqa: PLR0913 - a command has as many arguments as it has options
    *,
    rules: str,
    strategy: str,
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
    parquet: str | None,
    no_paths: bool,
    distribution: bool,
    as_json: bool,
    plot: str | None,
    picture: str,
) -> None:
    """What a system does to a bankroll: played many times on seeded dice, with intervals.

    Session N of a seed is always the same session, however many workers play. Ctrl-C stops, and shows what
    is finished.
    """
    plan = read_plan(bankroll, goal, floor, Asked(throws, decisions, shooters), until_settled=until_settled)
    asked = read_game(rules, strategy, limits, chip)
    with progress(sessions) as finished:
        how = How(
            sessions,
            seed,
            workers,
            dask,
            paths=not no_paths,
            threads=threads,
            parquet=parquet,
            finished=finished,
        )
        found = play(asked, plan, how)
    if plot:
        found.plot(plot, picture)
    if as_json:
        echo_json(found.to_dict(distribution=distribution), pretty=True)
    else:
        show_simulation(found)
