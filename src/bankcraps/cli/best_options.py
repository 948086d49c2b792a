"""The options of `bankcraps best` that say what a play is the best for."""

from collections.abc import Callable
from typing import Any, Final, TypedDict, TypeVar

import click

from bankcraps.cli.options import lab_option

__all__ = ["AimArgs", "asks_aim"]

F = TypeVar("F", bound=Callable[..., Any])


class AimArgs(TypedDict):
    """Arguments that `asks_aim` passes to a command; money in dollars, as it was written."""

    goal: str | None
    throws: int | None
    decisions: int | None
    shooters: int | None
    least_throws_at: float | None
    still_playing: int | None
    action: str | None
    at_least: str | None
    at_most: str | None
    utility: tuple[str, ...]
    against: str | None


_OPTIONS: Final = (
    lab_option("goal", help="the sum that the player wants to own before the money is gone."),
    click.option("--throws", type=int, metavar="N", help="reach the goal within N throws."),
    click.option("--decisions", type=int, metavar="N", help="reach the goal within N decisions of the line."),
    click.option("--shooters", type=int, metavar="N", help="reach the goal within N shooters' hands."),
    click.option(
        "--least-throws-at",
        type=float,
        metavar="P",
        help="reach the goal with a chance of at least P, in the fewest throws on average.",
    ),
    click.option(
        "--utility",
        multiple=True,
        metavar="UTILITY",
        help="the utility after --throws N: log, power:G or exponential:A; several for a table.",
    ),
    click.option(
        "--still-playing",
        type=int,
        metavar="N",
        help="still play after N throws, with --at-least at risk on each; no goal.",
    ),
    click.option(
        "--action",
        metavar="DOLLARS",
        help="have so much action within --throws N on average, at the least cost; no goal.",
    ),
    click.option("--at-least", metavar="DOLLARS", help="what has to be at risk on each throw."),
    click.option("--at-most", metavar="DOLLARS", help="what may be at risk.  [default: the bankroll]"),
    click.option(
        "--against",
        metavar="SYSTEM",
        help="show what a system gives away to the best chance to reach the goal, and where it does.",
    ),
)


def asks_aim(command: F) -> F:
    """The options for an aim."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
