"""`bankcraps session`: what a system does to a bankroll, exactly."""

from typing import Unpack

import click

from bankcraps.cli.encoding import echo_json
from bankcraps.cli.figures import show_session
from bankcraps.cli.kernels import load_kernels
from bankcraps.cli.lab import AskedPlan, AskedTable, asks_game, asks_plan, read_game, read_plan
from bankcraps.cli.naming import draws_first, draws_one_of, shown
from bankcraps.cli.progress import patience, stoppable
from bankcraps.errors import BankcrapsError
from bankcraps.exact.sessions import solve


class _Asked(AskedTable, AskedPlan):
    """A table and a plan."""


@click.command("session")
@asks_game
@asks_plan
@click.option(
    "--extremes/--no-extremes", default=None, help="how high and how low it goes, even if that is slow."
)
@click.option("--distribution", is_flag=True, help="with --json, every final bankroll with its chance.")
@click.option("--json", "as_json", is_flag=True, help="as one JSON object.")
@draws_one_of(final="what is taken home", ruin="when ruin comes")
def command(
    *,
    strategy: str,
    extremes: bool | None,
    distribution: bool,
    as_json: bool,
    plot: str | None,
    picture: str | None,
    **asked: Unpack[_Asked],
) -> None:
    """What a system does to a bankroll: every way a session can go, each with its chance.

    The player leaves at the goal, below the floor, when the next wager cannot be paid, or when the session is
    over: then nothing new is wagered, what may come down comes down, and the rest is decided.
    """
    if distribution and not as_json:
        raise BankcrapsError("--distribution goes with --json")
    drawn = shown(plot, picture, "final")
    plan = read_plan(asked)
    game = read_game(strategy, asked)
    load_kernels()
    quicker = "a nearer goal" if plan.count is None else "a shorter session"
    with stoppable(), patience(f"still solving; {quicker} is quicker, and `simulate` solves nothing"):
        found = solve(game.chain(), plan, reach=extremes)
    with draws_first(plot, lambda path: found.plot(path, drawn)):
        if as_json:
            echo_json(found.to_dict(distribution=distribution), pretty=True)
        else:
            show_session(found)
