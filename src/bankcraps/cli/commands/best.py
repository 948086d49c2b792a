"""`bankcraps best`: the best play that a house allows, with the proof of its bounds."""

from typing import Unpack

import click

from bankcraps.best_play.answer import BestPlay
from bankcraps.best_play.asking import Deadline, asked, deadline_of
from bankcraps.best_play.best import Aim, Reach, answer_to
from bankcraps.best_play.least_time import LeastThrows
from bankcraps.cli.best_plays import show_play
from bankcraps.cli.encoding import echo_json
from bankcraps.cli.options import HouseArgs, asks_house, draws, lab_option, names_file, picture_first
from bankcraps.cli.running import solving
from bankcraps.errors import BankcrapsError


@click.command("best")
@asks_house
@lab_option("bankroll", required=True)
@lab_option("goal", required=True, help="the sum that the player wants to own before the money is gone.")
@click.option(
    "--with",
    "wagers",
    default="pass, odds",
    show_default=True,
    metavar="WAGERS",
    help="the wagers to choose from, with commas between them: names, kinds, odds, or all.",
)
@click.option(
    "--at-once", type=int, metavar="K", help="at most K wagers that may come down at once.  [default: all]"
)
@click.option("--throws", type=int, metavar="N", help="reach the goal within N throws.")
@click.option("--decisions", type=int, metavar="N", help="reach the goal within N decisions of the line.")
@click.option("--shooters", type=int, metavar="N", help="reach the goal within N shooters' hands.")
@click.option(
    "--least-throws-at",
    type=float,
    metavar="P",
    help="reach the goal with a chance of at least P, in the fewest throws on average.",
)
@click.option("--json", "as_json", is_flag=True, help="print one JSON object.")
@names_file("--save", says="write the play as a system's file, for `session`, `simulate`, `explain`.")
@draws("draw what to bet by what is owned into a PNG or SVG file.")
def command(
    *,
    bankroll: str,
    goal: str,
    wagers: str,
    at_once: int | None,
    throws: int | None,
    decisions: int | None,
    shooters: int | None,
    least_throws_at: float | None,
    as_json: bool,
    save: str | None,
    plot: str | None,
    **table: Unpack[HouseArgs],
) -> None:
    """Find the bets with the best chance to reach a goal before ruin, with bounds that are proved.

    Every amount that the house takes is tried, with every sum. What a player owns are the chips in the rail
    and on the layout, at face value, as in `session`.
    """
    deadline = deadline_of(throws=throws, decisions=decisions, shooters=shooters)
    aim: Aim = Reach(goal, deadline)
    if least_throws_at is not None:
        _alone("--least-throws-at", deadline, plot)
        aim = LeastThrows(goal, least_throws_at)
    with solving("a nearer goal, fewer wagers or larger units take less time"):
        question = asked(**table, bankroll=bankroll, wagers=wagers, at_once=at_once)
        found = answer_to(question, aim)
    if save is not None:
        found.save(save)
    with picture_first(plot, found.plot if isinstance(found, BestPlay) else click.echo):
        if as_json:
            echo_json(found.to_dict(), pretty=True)
        else:
            show_play(found)


def _alone(aim: str, deadline: Deadline | None, plot: str | None) -> None:
    """Refuse what does not go with an aim."""
    if deadline is not None:
        raise BankcrapsError(f"{aim} has no deadline beside it, such as {deadline}")
    if plot is not None:
        raise BankcrapsError(f"--plot draws the best play to a goal; with {aim} there is nothing to draw")
