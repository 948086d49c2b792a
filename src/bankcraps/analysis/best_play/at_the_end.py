"""The best expected utility of what is taken home after some throws.

The player leaves at the goal, and more than the goal counts as the goal. After the last throw the player
leaves, too: wagers that may come down come down, and the dice decide the rest.
"""

from dataclasses import dataclass
from math import inf, isfinite, log, log1p, sqrt
from typing import Final, Literal

import numpy as np

from bankcraps.analysis.best_play.asking import AimFor, PlayQuestion, RankedPlay, deadline_of_throws
from bankcraps.analysis.best_play.charting import Charting, ranked
from bankcraps.analysis.best_play.improving import within
from bankcraps.analysis.best_play.kernels import Floats
from bankcraps.analysis.best_play.leaving import Ended, Leaving, ended, face_value_note
from bankcraps.analysis.results.as_json import BestUtilityData
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, Money, printed

Kind = Literal["log", "power", "exponential", "quadratic"]

_MOST: Final = 500.0
"""The largest exponent: floats end at e to the 709th."""

_MOST_WANTED: Final = 1_000_000
"""The most dollars that a quadratic utility may want: beyond, the mean alone counts."""

_EXAMPLES: Final = "log, power:2, exponential:0.01 or quadratic:100"


@dataclass(frozen=True)
class Utility:
    """A utility.

    - log: the logarithm of the sum.
    - power: the sum to the power 1 - G, divided by 1 - G. G is the relative risk aversion, below 0 for a
      player who likes risk. With G = 1 it would be the logarithm.
    - exponential: (1 - exp(-A w)) / A for a sum w. A is the absolute risk aversion, for each dollar; 0 is for
      a player who looks at the mean alone.
    - quadratic: -(w - C)^2: the player wants to take home C dollars, and the square of what is missing or too
      much counts. Of all plays with its mean, the best one has the least variance.

    Attributes:
        kind: log, power, exponential or quadratic.
        aversion: G, A or C; 1 for the logarithm.
    """

    kind: Kind
    aversion: float

    def __str__(self) -> str:
        """Write it as people do: `power:2`."""
        return self.kind if self.kind == "log" else f"{self.kind}:{self.aversion:g}"

    def check(self, goal: float) -> None:
        """Refuse what floats cannot hold for sums up to a goal in dollars.

        Raises:
            BankcrapsError: if exponents are too large.
        """
        if self.kind == "quadratic":
            return
        exponent = self.aversion * goal if self.kind == "exponential" else (1 - self.aversion) * log(goal)
        if abs(exponent) > _MOST:
            raise BankcrapsError(f"{self} is too extreme for sums up to {goal:,.0f}")

    def of(self, sums: Floats) -> Floats:
        """The utility of sums in dollars; -inf for nothing, where there is no bound below."""
        with np.errstate(divide="ignore"):
            if self.kind == "exponential":
                return sums if self.aversion == 0 else -np.expm1(-self.aversion * sums) / self.aversion
            if self.kind == "log":
                return np.log(sums)
            if self.kind == "quadratic":
                return -((sums - self.aversion) ** 2)
            return sums ** (1 - self.aversion) / (1 - self.aversion)

    def sure(self, utility: float) -> float:
        """The sum in dollars with a utility: a player would take it instead of what is worth as much."""
        if self.kind == "log":
            return float(np.exp(utility))
        if self.kind == "quadratic":
            return max(0.0, self.aversion - sqrt(-utility))
        if self.kind == "power" and utility == -inf:
            return 0.0
        if self.kind == "power":
            return float(((1 - self.aversion) * utility) ** (1 / (1 - self.aversion)))
        return utility if self.aversion == 0 else -log1p(-self.aversion * utility) / self.aversion


def read_utility(text: str) -> Utility:
    """Read a utility: `log`, `power:2`, `exponential:0.01`.

    >>> str(read_utility("power:0.5"))
    'power:0.5'

    Raises:
        BankcrapsError: with what would be right.
    """
    kind, _, number = text.strip().lower().partition(":")
    if kind == "log" and not number:
        return Utility("log", 1.0)
    try:
        aversion = float(number)
    except ValueError:
        aversion = inf
    if kind not in ("power", "exponential", "quadratic") or not isfinite(aversion):
        raise BankcrapsError(f"{text!r} is no utility; write {_EXAMPLES}")
    if kind == "power" and aversion == 1:
        raise BankcrapsError("power:1 is the logarithm; write log")
    if kind == "quadratic" and not 0 < aversion <= _MOST_WANTED:
        raise BankcrapsError(
            f"quadratic:C has a sum C above 0, at most {_MOST_WANTED:,} dollars, not {number}"
        )
    return Utility(kind, aversion)


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class UtilityPlay(RankedPlay):
    """The play with the best expected utility, which is the value.

    Attributes:
        goal: in cents.
        throws: the number of throws.
        utility: the utility.
        sure: the certainty equivalent in dollars: the sure sum that is worth as much to the player.
        mean, spread: the mean and the standard deviation of what is taken home, in dollars.
        note: the sentence about a goal at face value that not all take home; or nothing.
    """

    _JSON_TYPE = BestUtilityData

    goal: Cents
    throws: int
    utility: Utility
    sure: float
    mean: float
    spread: float
    note: str

    @property
    def bets_nothing(self) -> bool:
        """Whether no bet is worth its risk."""
        return not any(bet.stakes for bet in self.system.bets)

    @property
    def in_line(self) -> str:
        return f"{self.utility}: {self.in_short}"

    @property
    def in_short(self) -> str:
        sure = f"certainty equivalent {self.sure:.4f}"
        return f"{sure} from {printed(self.bankroll)}, after {self.throws:,} throws"

    def to_data(self) -> BestUtilityData:
        """The output of `bankcraps best --utility U --json` as an object."""
        return BestUtilityData.of(self, **self._keys())


def draw_between(one: UtilityPlay, other: UtilityPlay) -> float:
    """The C in dollars whose quadratic utility is worth the same with two plays of different means.

    If no play is worth more to it, the least spread at each mean between theirs is a draw between these two.
    """
    squares = other.spread**2 + other.mean**2 - one.spread**2 - one.mean**2
    return squares / (2 * (other.mean - one.mean))


@dataclass(frozen=True)
class AtTheEnd(AimFor[UtilityPlay]):
    """The aim to have the best expected utility after some throws.

    Attributes:
        goal: the sum at which the player leaves, in dollars; more counts as this.
        throws: the number of throws.
        utility: the utility, such as `log`, `power:2` or `exponential:0.01`.
    """

    goal: Money
    throws: int
    utility: str | Utility

    def play(self, question: PlayQuestion) -> UtilityPlay:
        """The best expected utility.

        Raises:
            BankcrapsError: for a utility that cannot be worked out.
        """
        goal = question.require_goal(self.goal)
        deadline = deadline_of_throws(self.throws)
        utility = read_utility(self.utility) if isinstance(self.utility, str) else self.utility
        utility.check(goal / 100)
        problem = question.problem(question.extras(goal - 1, "throws"), goal)
        leaving = Leaving(problem)
        of_sums, top = utility.of(problem.dollars), float(utility.of(np.array([goal / 100]))[0])
        known = np.append(of_sums[np.isfinite(of_sums)], top)
        low = float(known.min())
        scale = float(known.max()) - low  # utilities are from 0 to 1 while they are worked out
        at_goal = (top - low) / scale
        end = leaving.worth((of_sums - low) / scale, at_goal)
        timed = within(problem, deadline, end, top=at_goal, idle=-np.inf)
        charting = Charting(problem)
        rows, found = charting.rows_left(timed.policies), ended(problem, timed.policies)
        mean, spread = _moments(leaving, found, goal / 100)
        value, slack = timed.value, timed.slack + leaving.lost
        first = ranked(charting, timed.after, 0, problem.start, top=at_goal)
        named, sums = f"for {utility}", f"up to {printed(goal)} after {deadline}"
        about = f"{named} of what is taken home {sums}"
        return UtilityPlay(
            *question.told(problem),
            value=low + scale * value,
            lower=low + scale * max(0.0, value - slack),
            upper=low + scale * min(1.0, value + slack),
            first=first._replace(gives_away=scale * first.gives_away),
            system=question.chart(f"{named} {sums}", about, goal, charting.bets, rows, deadline),
            bets=charting.by_sum(timed.policies[-1]),
            goal=goal,
            throws=deadline.number,
            utility=utility,
            sure=utility.sure(low + scale * value),
            mean=mean,
            spread=spread,
            note=face_value_note(found.goal, found.home),
        )


def _moments(leaving: Leaving, found: Ended, goal: float) -> tuple[float, float]:
    """The mean and the standard deviation of what is taken home, in dollars."""
    dollars = leaving.problem.dollars
    bankroll = float(dollars[leaving.problem.start])
    won, top = dollars - bankroll, goal - bankroll
    first, second = (
        found.goal * top**power
        + float(found.chances @ leaving.worth(won**power, top**power).reshape(-1)[found.states])
        for power in (1, 2)
    )
    return bankroll + first, sqrt(max(0.0, second - first**2))
