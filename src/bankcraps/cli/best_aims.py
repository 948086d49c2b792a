"""Reads the options of `bankcraps best`: what a play is the best for."""

from bankcraps.best_play.aims.at_the_end import AtTheEnd
from bankcraps.best_play.aims.least_cost import LeastCost
from bankcraps.best_play.aims.least_time import LeastThrows
from bankcraps.best_play.aims.still_playing import StillPlaying
from bankcraps.best_play.aims.to_goal import Reach
from bankcraps.best_play.asking import Deadline, deadline_of
from bankcraps.best_play.best import Aim
from bankcraps.cli.best_options import AimArgs
from bankcraps.errors import BankcrapsError

__all__ = ["read_aims"]


def read_aims(asked: AimArgs) -> list[Aim]:
    """The aim that the options say; several for several utilities.

    Raises:
        BankcrapsError: if there are two aims, or half of one.
    """
    _require_one(asked)
    deadline = deadline_of(throws=asked["throws"], decisions=asked["decisions"], shooters=asked["shooters"])
    if asked["still_playing"] is not None:
        return [_still_playing(asked, asked["still_playing"], deadline)]
    if asked["at_least"] is not None:
        raise BankcrapsError("--at-least goes with --still-playing N")
    if asked["action"] is not None:
        return [_least_cost(asked, asked["action"], deadline)]
    if asked["at_most"] is not None:
        raise BankcrapsError("--at-most goes with --still-playing N or --action DOLLARS")
    goal = asked["goal"]
    if goal is None and asked["utility"]:
        raise BankcrapsError("a utility is that of sums up to a goal: say which, with --goal DOLLARS")
    if goal is None:
        raise BankcrapsError(
            "say what to play for: --goal DOLLARS, --still-playing N --at-least DOLLARS, or --action DOLLARS "
            "--throws N"
        )
    if asked["utility"]:
        if deadline is None or deadline.unit != "throws":
            raise BankcrapsError("a utility is that of what is taken home after --throws N: say how many")
        return [AtTheEnd(goal, deadline.number, one) for one in asked["utility"]]
    if asked["least_throws_at"] is not None:
        _no_deadline("--least-throws-at", deadline)
        return [LeastThrows(goal, asked["least_throws_at"])]
    return [Reach(goal, deadline, asked["against"])]


def _still_playing(asked: AimArgs, throws: int, deadline: Deadline | None) -> StillPlaying:
    _no_deadline("--still-playing", deadline)
    if asked["goal"] is not None:
        raise BankcrapsError("a play has one aim, not both --still-playing and --goal")
    if asked["at_least"] is None:
        raise BankcrapsError("say how much has to be at risk on each throw, with --at-least DOLLARS")
    return StillPlaying(throws, asked["at_least"], asked["at_most"])


def _least_cost(asked: AimArgs, action: str, deadline: Deadline | None) -> LeastCost:
    if asked["goal"] is not None:
        raise BankcrapsError("a play has one aim, not both --action and --goal")
    if deadline is None or deadline.unit != "throws":
        raise BankcrapsError("action is what there is within --throws N: say how many")
    return LeastCost(action, deadline.number, asked["at_most"])


def _require_one(asked: AimArgs) -> None:
    given = {
        "--still-playing": asked["still_playing"] is not None,
        "--least-throws-at": asked["least_throws_at"] is not None,
        "--action": asked["action"] is not None,
        "--utility": bool(asked["utility"]),
    }
    named = [name for name, is_given in given.items() if is_given]
    if len(named) > 1:
        raise BankcrapsError(f"a play has one aim, not both {named[0]} and {named[1]}")
    if named and asked["against"] is not None:
        raise BankcrapsError(
            "--against compares a system with the best chance to reach a goal: leave out either it or "
            f"{named[0]}"
        )


def _no_deadline(aim: str, deadline: Deadline | None) -> None:
    if deadline is not None:
        raise BankcrapsError(f"{aim} has no deadline beside it, such as {deadline}")
