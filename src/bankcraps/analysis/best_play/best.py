"""The best play for a question: a house, a table, a bankroll and an aim."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, cast, overload

from bankcraps.analysis.best_play.asking import AimFor, PlayQuestion, PlayT_co, deadline_of
from bankcraps.analysis.best_play.at_a_price import CheapestAction, FewestThrows, LeastCost, LeastThrows
from bankcraps.analysis.best_play.at_the_end import AtTheEnd, UtilityPlay
from bankcraps.analysis.best_play.chances import BestPlay, Reach, StillPlaying, Survival
from bankcraps.analysis.lab_options import AimOptions, options_of
from bankcraps.analysis.results.as_json import BestFrontierData
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Money
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.opening import DEFAULT_LIMITS
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.strategies.policy import Policy

Aim = Reach | LeastThrows | StillPlaying | AtTheEnd | LeastCost
"""The aim of a best play."""

Answer = BestPlay | FewestThrows | Survival | UtilityPlay | CheapestAction
"""The best play for an aim."""


@overload
def best(
    house: Rulebook | str | Path,
    bankroll: Money,
    goal: Money,
    wagers: str | None = None,
    *,
    against: Policy | str | None = None,
    settled: bool = False,
    at_once: int | None = None,
    throws: int | None = None,
    decisions: int | None = None,
    shooters: int | None = None,
    limits: Limits | str = DEFAULT_LIMITS,
    chip: Money | None = None,
) -> BestPlay: ...


@overload
def best(
    house: Rulebook | str | Path,
    bankroll: Money,
    goal: AimFor[PlayT_co],
    wagers: str | None = None,
    *,
    at_once: int | None = None,
    limits: Limits | str = DEFAULT_LIMITS,
    chip: Money | None = None,
) -> PlayT_co: ...


def best(  # pyright: ignore[reportInconsistentOverload] - the aims of overload 2 are these four
    house: Rulebook | str | Path,
    bankroll: Money,
    goal: Money | LeastThrows | StillPlaying | AtTheEnd | LeastCost,
    wagers: str | None = None,
    *,
    against: Policy | str | None = None,
    settled: bool = False,
    at_once: int | None = None,
    throws: int | None = None,
    decisions: int | None = None,
    shooters: int | None = None,
    limits: Limits | str = DEFAULT_LIMITS,
    chip: Money | None = None,
) -> Answer:
    """The play with the best chance to reach a goal before ruin, and the proof that none is better.

    >>> from bankcraps import best
    >>> play = best("nsw", bankroll=50, goal=100, wagers="pass", limits="1:100:1")
    >>> round(play.value, 6), play.first.best[0].stakes
    (0.492929, {'pass': 5000})

    Args:
        house: a rulebook, its id, or the path of a file.
        bankroll: the sum that the player brings, in dollars.
        goal: the sum that the player wants to own, in dollars; or another aim.
        wagers: the wagers to choose from, with commas between them: names, kinds, `odds` behind the others,
            or `all`. That leaves out those on a shooter's hand, and those whose commission is paid with the
            bet, which have too many positions together. If none are named, those of the system to compare
            with and odds behind them, or else pass with odds.
        against: a system to compare with: a system, a name from the library, the path of a file, or the text.
        settled: the goal is of settled money: wagers that must stay do not count, and it is taken home.
        at_once: the most wagers that come down again for nothing and stand at once, such as odds and place
            wagers; all if None.
        throws: the goal is to be reached within so many; without end if no deadline is given.
        decisions: the same with decisions of the line.
        shooters: the same with shooters' hands.
        limits: the sign at the table, as `Limits` or as "MIN:MAX:UNIT" in dollars.
        chip: the smallest chip the table can pay in, in dollars; 1 if not given.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
    """
    question = PlayQuestion.of(house, bankroll, wagers, at_once=at_once, limits=limits, chip=chip)
    deadline = deadline_of(throws=throws, decisions=decisions, shooters=shooters)
    if isinstance(goal, AimFor):
        if deadline is not None:
            raise BankcrapsError(f"a deadline belongs to a goal, and {deadline} to no other aim")
        if settled:
            raise BankcrapsError("settled money belongs to a goal, and to no other aim")
        if against is not None:
            raise BankcrapsError(
                "a system is compared with the best chance to reach a goal, not with another aim: leave one "
                "of them out"
            )
        return goal.play(question)
    return Reach(goal, deadline, against, settled).play(question)


# The aim that options say: one aim at a time, with all that belongs to it.


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
    several = [one.to_data() for one in plays if isinstance(one, UtilityPlay)]
    return BestFrontierData(house=plays[0].house, plays=several).to_dict()


class _Reading:
    """Reads the aim of some options."""

    def __init__(self, asked: AimOptions, spelled: Spelled) -> None:
        self._asked = asked
        self._given = {
            name for name, value in asked.items() if value not in (None, (), []) and value is not False
        }
        self._units = {name: one.unit for name, one in options_of(AimOptions).items()}
        self._spelled = spelled
        self._deadline = deadline_of(
            throws=asked.get("throws"), decisions=asked.get("decisions"), shooters=asked.get("shooters")
        )

    def aims(self) -> list[Aim]:
        """The aim, or several."""
        self._require_one()
        at_least, at_most = self._asked.get("at_least"), self._asked.get("at_most")
        if (throws := self._asked.get("still_playing")) is not None:
            self._no_deadline("still_playing")
            self._no_goal("still_playing")
            if at_least is None:
                raise BankcrapsError(
                    f"say how much has to be at risk on each throw, with {self._say('at_least')}"
                )
            return [StillPlaying(throws, at_least, at_most)]
        if at_least is not None:
            raise BankcrapsError(f"{self._name('at_least')} goes with {self._say('still_playing')}")
        if (action := self._asked.get("action")) is not None:
            self._no_goal("action")
            return [LeastCost(action, self._throws("action is what there is within"), at_most)]
        if at_most is not None:
            either = f"{self._say('still_playing')} or {self._say('action')}"
            raise BankcrapsError(f"{self._name('at_most')} goes with {either}")
        if (goal := self._asked.get("goal")) is None:
            raise BankcrapsError(self._without_goal())
        return self._with_goal(goal)

    def _with_goal(self, goal: Money) -> list[Aim]:
        if utilities := self._asked.get("utility"):
            throws = self._throws("a utility is that of what is taken home after")
            return [AtTheEnd(goal, throws, one) for one in utilities]
        if (chance := self._asked.get("least_throws_at")) is not None:
            self._no_deadline("least_throws_at")
            return [LeastThrows(goal, chance)]
        against = cast("Policy | str | None", self._asked.get("against"))
        return [Reach(goal, self._deadline, against, "settled" in self._given)]

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

    def _name(self, name: str) -> str:
        return self._spelled(name, "")

    def _say(self, name: str) -> str:
        return self._spelled(name, self._units[name])
