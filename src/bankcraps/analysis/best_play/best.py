"""The best play for a question: a house, a table, a bankroll and an aim."""

from pathlib import Path
from typing import overload

from bankcraps.analysis.best_play.answers import AimFor, PlayT_co
from bankcraps.analysis.best_play.asking import asked, deadline_of
from bankcraps.analysis.best_play.at_the_end import AtTheEnd, UtilityPlay
from bankcraps.analysis.best_play.least_cost import CheapestAction, LeastCost
from bankcraps.analysis.best_play.least_time import FewestThrows, LeastThrows
from bankcraps.analysis.best_play.still_playing import StillPlaying, Survival
from bankcraps.analysis.best_play.to_goal import BestPlay, Reach
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Money
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.opening import DEFAULT_LIMITS
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.strategies.policy import Policy

__all__ = ["Aim", "Answer", "best"]


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
    question = asked(house, bankroll, wagers, at_once=at_once, limits=limits, chip=chip)
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
