"""`bankcraps session`: what a system does to a bankroll, exactly."""

from typing import Unpack

import click

from bankcraps.cli.encoding import echo_json
from bankcraps.cli.options import (
    HouseArgs,
    PlanArgs,
    asks_house_and_system,
    asks_plan,
    draws_one_of,
    picture_first,
    picture_name,
    read_question,
)
from bankcraps.cli.running import solving
from bankcraps.cli.session_report import show_session
from bankcraps.errors import BankcrapsError
from bankcraps.solver.sessions import solve


class _Asked(HouseArgs, PlanArgs):
    """A house and a plan."""


@click.command("session")
@asks_house_and_system
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

    The player leaves at the goal, below the floor, when the bankroll cannot pay the next wager, or when the
    session is over. Then they bet no more and take down what may come down; the dice decide the rest.
    """
    if distribution and not as_json:
        raise BankcrapsError("--distribution goes with --json")
    drawn = picture_name(plot, picture, "final")
    question = read_question(strategy, asked)
    plan = question.plan
    quicker = "a nearer goal" if plan.count is None else "a shorter session"
    with solving(f"{quicker} is quicker, and `simulate` solves nothing"):
        found = solve(question.chain(), plan, extremes=extremes)
    with picture_first(plot, lambda path: found.plot(path, drawn)):
        if as_json:
            echo_json(found.to_dict(distribution=distribution), pretty=True)
        else:
            show_session(found)
