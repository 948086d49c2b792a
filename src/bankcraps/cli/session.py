"""`bankcraps session`: what a system does to a bankroll, exactly."""

import click

from bankcraps.cli.encoding import echo_json
from bankcraps.cli.figures import show_session
from bankcraps.cli.lab import Asked, asks_game, asks_plan, read_game, read_plan
from bankcraps.exact.extremes import QUICK, work
from bankcraps.exact.grids import prepared
from bankcraps.exact.sessions import solve


@click.command("session")
@asks_game
@asks_plan
@click.option(
    "--extremes/--no-extremes", default=None, help="how high and how low it goes, even if that is slow."
)
@click.option("--distribution", is_flag=True, help="with --json, every final bankroll with its chance.")
@click.option("--json", "as_json", is_flag=True, help="as one JSON object.")
@click.option("--plot", metavar="FILE", help="draw a picture into a PNG or SVG file.")
@click.option(
    "--picture",
    type=click.Choice(["final", "ruin"]),
    default="final",
    show_default=True,
    help="what to draw: what is taken home, or when ruin comes.",
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
    extremes: bool | None,
    distribution: bool,
    as_json: bool,
    plot: str | None,
    picture: str,
) -> None:
    """What a system does to a bankroll: every way a session can go, each with its chance.

    The player leaves at the goal, below the floor, when the next wager cannot be paid, or when the session is
    over: then nothing new is wagered, what may come down comes down, and the rest is decided.
    """
    length = Asked(throws, decisions, shooters)
    plan = read_plan(bankroll, goal, floor, length, until_settled=until_settled)
    chain = read_game(rules, strategy, limits, chip).chain()
    reach = extremes
    if reach is None:
        reach = plan.count is not None and work(prepared(chain, plan.bankroll), plan) < QUICK
    found = solve(chain, plan, reach=reach)
    if plot:
        found.plot(plot, picture)
    if as_json:
        echo_json(found.to_dict(distribution=distribution), pretty=True)
    else:
        show_session(found)
