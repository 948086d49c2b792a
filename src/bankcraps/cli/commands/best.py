"""`bankcraps best`: the best play that a house allows, with the proof of its bounds."""

from typing import Unpack

import click

from bankcraps.best_play.answer import BestPlay
from bankcraps.best_play.asking import Deadline, asked, deadline_of
from bankcraps.best_play.best import Aim, Reach, answer_to
from bankcraps.best_play.least_time import LeastThrows
from bankcraps.best_play.still_playing import StillPlaying
from bankcraps.cli.best_plays import show_play
from bankcraps.cli.encoding import echo_json
from bankcraps.cli.options import HouseArgs, asks_house, draws, lab_option, names_file, picture_first
from bankcraps.cli.running import solving
from bankcraps.errors import BankcrapsError


@click.command("best")
@asks_house
@lab_option("bankroll", required=True)
@lab_option("goal", help="the sum that the player wants to own before the money is gone.")
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
@click.option(
    "--still-playing",
    type=int,
    metavar="N",
    help="still play after N throws, with --at-least at risk on each; no goal.",
)
@click.option("--at-least", metavar="DOLLARS", help="what has to be at risk on each throw.")
@click.option("--at-most", metavar="DOLLARS", help="what may be at risk.  [default: the bankroll]")
@click.option("--json", "as_json", is_flag=True, help="print one JSON object.")
@names_file("--save", says="write the play as a system's file, for `session`, `simulate`, `explain`.")
@draws("draw what to bet by what is owned into a PNG or SVG file.")
def command(
    *,
    bankroll: str,
    goal: str | None,
    wagers: str,
    at_once: int | None,
    throws: int | None,
    decisions: int | None,
    shooters: int | None,
    least_throws_at: float | None,
    still_playing: int | None,
    at_least: str | None,
    at_most: str | None,
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
    if still_playing is not None:
        _alone("--still-playing", deadline, plot)
        aim = _still_playing(still_playing, at_least, at_most, goal, least_throws_at)
    elif at_least is not None or at_most is not None:
        raise BankcrapsError("--at-least and --at-most go with --still-playing N")
    elif goal is None:
        raise BankcrapsError("say what to play for: --goal DOLLARS, or --still-playing N --at-least DOLLARS")
    elif least_throws_at is not None:
        _alone("--least-throws-at", deadline, plot)
        aim = LeastThrows(goal, least_throws_at)
    else:
        aim = Reach(goal, deadline)
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


def _still_playing(
    throws: int, at_least: str | None, at_most: str | None, goal: str | None, chance: float | None
) -> Aim:
    """The aim to be still playing, which has no other beside it."""
    if goal is not None or chance is not None:
        other = "--goal" if goal is not None else "--least-throws-at"
        raise BankcrapsError(f"a play has one aim, not both --still-playing and {other}")
    if at_least is None:
        raise BankcrapsError("say how much has to be at risk on each throw, with --at-least DOLLARS")
    return StillPlaying(throws, at_least, at_most)


def _alone(aim: str, deadline: Deadline | None, plot: str | None) -> None:
    """Refuse what does not go with an aim."""
    if deadline is not None:
        raise BankcrapsError(f"{aim} has no deadline beside it, such as {deadline}")
    if plot is not None:
        raise BankcrapsError(f"--plot draws the best play to a goal; with {aim} there is nothing to draw")
