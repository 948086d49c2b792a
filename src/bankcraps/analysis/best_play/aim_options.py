"""The aim that options say: one aim at a time, with all that belongs to it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, cast

from bankcraps.analysis.best_play.asking import deadline_of
from bankcraps.analysis.best_play.at_the_end import AtTheEnd, UtilityPlay, frontier_dict
from bankcraps.analysis.best_play.best import Aim, Answer
from bankcraps.analysis.best_play.least_cost import LeastCost
from bankcraps.analysis.best_play.least_time import LeastThrows
from bankcraps.analysis.best_play.still_playing import StillPlaying
from bankcraps.analysis.best_play.to_goal import Reach
from bankcraps.analysis.lab_options import AimOptions, options_of
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Money

if TYPE_CHECKING:
    from bankcraps.strategies.plan import Deadline
    from bankcraps.strategies.policy import Policy

__all__ = ["Spelled", "plays_dict", "read_aims"]

Spelled = Callable[[str, str], str]
"""Spells an option with its unit: `--goal DOLLARS` in a command. Without a unit it names the option alone."""

_ALONE: Final = ("still_playing", "least_throws_at", "action", "utility")
"""The options of which each says an aim, so that a play has one of them at most."""


def read_aims(asked: AimOptions, spelled: Spelled) -> list[Aim]:
    """The aim that options say; several for several utilities.

    Args:
        asked: the options. One that is left out, None or empty says nothing.
        spelled: the function that writes an option as the person who asks does.

    Raises:
        BankcrapsError: if there are two aims, or half of one.
    """
    return _Reading(asked, spelled).aims()


def plays_dict(plays: list[Answer]) -> dict[str, object]:
    """The output of `bankcraps best --json` as a dict: a play, or those of several utilities."""
    if len(plays) == 1:
        return plays[0].to_dict()
    return frontier_dict([one for one in plays if isinstance(one, UtilityPlay)])


class _Reading:
    """Reads the aim of some options."""

    def __init__(self, asked: AimOptions, spelled: Spelled) -> None:
        self._given: dict[str, object] = {
            name: value
            for name, value in asked.items()
            if value is not None and value is not False and value not in ((), [])
        }
        self._units: dict[str, str] = {name: one.unit for name, one in options_of(AimOptions).items()}
        self._spelled: Spelled = spelled
        self._deadline: Deadline | None = deadline_of(
            throws=asked.get("throws"), decisions=asked.get("decisions"), shooters=asked.get("shooters")
        )

    def aims(self) -> list[Aim]:
        """The aim, or several."""
        self._require_one()
        if "still_playing" in self._given:
            return [self._still_playing()]
        if "at_least" in self._given:
            raise BankcrapsError(f"{self._name('at_least')} goes with {self._say('still_playing')}")
        if "action" in self._given:
            return [self._least_cost()]
        if "at_most" in self._given:
            either = f"{self._say('still_playing')} or {self._say('action')}"
            raise BankcrapsError(f"{self._name('at_most')} goes with {either}")
        if "goal" not in self._given:
            raise BankcrapsError(self._without_goal())
        return self._with_goal(self._money("goal"))

    def _with_goal(self, goal: Money) -> list[Aim]:
        if "utility" in self._given:
            throws = self._throws("a utility is that of what is taken home after")
            return [AtTheEnd(goal, throws, one) for one in cast("list[str]", self._given["utility"])]
        if "least_throws_at" in self._given:
            self._no_deadline("least_throws_at")
            return [LeastThrows(goal, cast("float", self._given["least_throws_at"]))]
        against = cast("Policy | str | None", self._given.get("against"))
        return [Reach(goal, self._deadline, against, "settled" in self._given)]

    def _still_playing(self) -> StillPlaying:
        self._no_deadline("still_playing")
        self._no_goal("still_playing")
        if "at_least" not in self._given:
            raise BankcrapsError(
                f"say how much has to be at risk on each throw, with {self._say('at_least')}"
            )
        throws, at_least = cast("int", self._given["still_playing"]), self._money("at_least")
        return StillPlaying(throws, at_least, self._most())

    def _least_cost(self) -> LeastCost:
        self._no_goal("action")
        throws = self._throws("action is what there is within")
        return LeastCost(self._money("action"), throws, self._most())

    def _without_goal(self) -> str:
        goal, throws = self._say("goal"), self._say("throws")
        if "utility" in self._given:
            return f"a utility is that of sums up to a goal: say which, with {goal}"
        still = f"{self._say('still_playing')} {self._say('at_least')}"
        return f"say what to play for: {goal}, {still}, or {self._say('action')} {throws}"

    def _throws(self, begins: str) -> int:
        if self._deadline is None or self._deadline.unit != "throws":
            raise BankcrapsError(f"{begins} {self._say('throws')}: say how many")
        return self._deadline.number

    def _require_one(self) -> None:
        named = [self._name(one) for one in _ALONE if one in self._given]
        if named and "settled" in self._given:
            raise BankcrapsError(
                f"{self._name('settled')} belongs to a goal alone: leave out either it or {named[0]}"
            )
        if len(named) > 1:
            raise BankcrapsError(f"a play has one aim, not both {named[0]} and {named[1]}")
        if named and "against" in self._given:
            raise BankcrapsError(
                f"{self._name('against')} compares a system with the best chance to reach a goal: leave out "
                f"either it or {named[0]}"
            )

    def _no_goal(self, aim: str) -> None:
        if "goal" in self._given:
            raise BankcrapsError(f"a play has one aim, not both {self._name(aim)} and {self._name('goal')}")

    def _no_deadline(self, aim: str) -> None:
        if self._deadline is not None:
            raise BankcrapsError(f"{self._name(aim)} has no deadline beside it, such as {self._deadline}")

    def _money(self, name: str) -> Money:
        return cast("Money", self._given[name])

    def _most(self) -> Money | None:
        return cast("Money | None", self._given.get("at_most"))

    def _name(self, name: str) -> str:
        return self._spelled(name, "")

    def _say(self, name: str) -> str:
        return self._spelled(name, self._units[name])
