"""The best chance to reach a goal before ruin, or to be still playing after some throws.

A goal may have a deadline; without one, bold and timid play are beside it.

A player who is still playing has so much at risk on each of the throws. With enough money nothing can go
wrong: a player who puts up the safest bet before each throw loses at most so much a throw. So sums have a
cap. It is that loss times the throws, above the chips that may stand.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from textwrap import shorten
from typing import NamedTuple

import numpy as np

from bankcraps.analysis.best_play.against import Against, Visiting, against_data, beside_the_best, visiting
from bankcraps.analysis.best_play.asking import AimFor, PlayQuestion, RankedPlay, deadline_of_throws
from bankcraps.analysis.best_play.charting import Charting, Then, after_moves, bet_data, ranked
from bankcraps.analysis.best_play.choices import Choices, Extras, TooLargeError
from bankcraps.analysis.best_play.improving import SMALLEST_GAIN, Pays, Timed, slack, solved, within, worth_of
from bankcraps.analysis.best_play.kernels import NO_CHOICE
from bankcraps.analysis.best_play.leaving import ended, face_value_note
from bankcraps.analysis.best_play.problem import Problem, Search, problem_of
from bankcraps.analysis.question import ask
from bankcraps.analysis.results.as_json import BestData, BestStillData
from bankcraps.analysis.results.session import NOTICED
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, Money, dollars, printed
from bankcraps.game.wagers import Wager
from bankcraps.strategies.chart import Bet
from bankcraps.strategies.plan import Deadline
from bankcraps.strategies.policy import Policy


class SumPoint(NamedTuple):
    """A sum in the first position, with the best bet there and what it is worth.

    Attributes:
        owned: in cents.
        bet: the bet; one without stakes if nothing can be paid.
        chance: the probability to reach the goal.
    """

    owned: int
    bet: Bet
    chance: float


def rivals(problem: Problem, wager: Wager) -> dict[str, tuple[float, ...]]:
    """The chances of bold and timid play on one wager to reach the goal, by sum in the first position.

    Bold play bets all that is owned or missing, as far as the house takes it, and timid play the least. Both
    bet nothing beside a wager that stands. There are none if the first position takes no such bet.

    Args:
        problem: the positions and choices, without a deadline.
        wager: the wager.
    """
    if problem.moves_cost:  # commission is paid with the bet: a stake of all that is left is none
        return {}
    steps = _free(problem, wager) or _bound(problem, wager)
    if not steps:
        return {}
    owned = problem.least + problem.unit * np.arange(problem.sums)
    goal = problem.least + problem.unit * problem.sums
    wanted = {"bold play": np.minimum(owned, goal - owned), "timid play": np.zeros_like(owned)}
    stakes, enough = [step.stake for step in steps], owned >= steps[0].stake
    found: dict[str, tuple[float, ...]] = {}
    for name, sums in wanted.items():
        policy = np.full((len(problem.positions), problem.sums), NO_CHOICE, np.int32)
        policy[1:] = problem.arrays.first_choice[1:-1, None]  # these bet nothing more
        # The largest stake up to what is wanted, or the least one if none is so small.
        largest = np.maximum(np.searchsorted(stakes, sums, side="right") - 1, 0)
        for number, (_, position, act) in enumerate(steps):
            policy[position, enough & (largest >= number)] = act
        worth, _ = worth_of(problem, policy, np.arange(problem.sums), Pays(1.0))
        found[name] = tuple(worth[: problem.sums].tolist())
    return found


class _Step(NamedTuple):
    """A stake on a wager alone, and what leads there from the next smaller one: an act in a position."""

    stake: int
    position: int
    act: int


def _free(problem: Problem, wager: Wager) -> list[_Step]:
    """The stakes on a wager that binds nobody before the throw, going up: a choice for each."""
    begin = 0
    for block in problem.blocks[0]:
        if block.puck == 0 and block.wagers == (wager,):
            stakes = block.amounts[:, 0].tolist()
            return [_Step(stake, 0, begin + number) for number, stake in enumerate(stakes)]
        begin += len(block.amounts)
    return []


def _bound(problem: Problem, wager: Wager) -> list[_Step]:
    """The stakes on a wager that binds when it is made, going up: a move from each to the next."""
    arrays, steps = problem.arrays, list[_Step]()
    ladder = {
        position.at_risk: number
        for number, position in enumerate(problem.positions)
        if position.puck in {0, None} and {one.wager for one in position.standing} <= {wager}
    }
    for before, after in pairwise(sorted(ladder)):
        number = ladder[before]
        moves = range(arrays.first_move[number], arrays.first_move[number + 1])
        leads = [move for move in moves if arrays.move_to[move] == ladder[after]]
        if not leads:
            return []
        steps.append(_Step(after, number, -1 - leads[0]))
    return steps if ladder.get(0) == 0 else []


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class BestPlay(RankedPlay):
    """The best play to a goal.

    The value is the probability to reach the goal before ruin. The policy reaches it with at least `lower`,
    and nothing that the house allows does with more than `upper`.

    Attributes:
        goal: in cents.
        deadline: the number of throws, decisions or shooters; None without end.
        taken_home: the probability to take the goal home. It is less than `value` where wagers that must stay
            make up the goal, and may still lose.
        then: the bets after the first one, with the point, where nothing was decided.
        chances: the chance with each sum of `bets`.
        rivals: by name, the chances of bold and timid play on the first of the wagers, one for each of
            `points`; none with a deadline, or where a come-out takes no bet on it.
        settled: whether the goal is of settled money. The saved play then stops by itself.
        against: the system to compare with, beside the best play; None if there is none.
    """

    _JSON_TYPE = BestData

    goal: Cents
    deadline: Deadline | None
    taken_home: float
    then: tuple[Then, ...]
    chances: tuple[float, ...]
    rivals: dict[str, tuple[float, ...]]
    settled: bool = False
    against: Against | None = None

    @property
    def in_line(self) -> str:
        home = f", {self.taken_home:.6f} taken home" if self.at_face_value else ""
        return f"{printed(self.bankroll)} to {printed(self.goal)}: {self.value:.6f}{home}"

    @property
    def in_short(self) -> str:
        home = f", and {self.taken_home:.4%} take it home" if self.at_face_value else ""
        return f"{self.value:.4%} from {printed(self.bankroll)}{home}"

    @property
    def at_face_value(self) -> bool:
        """Whether some of the chance is of a goal that is not taken home."""
        return self.value - self.taken_home > NOTICED

    @property
    def note(self) -> str:
        """The reason why the chance is not what is taken home, or why it is more than fair; or nothing."""
        fair, note = self.bankroll / self.goal, face_value_note(self.value, self.taken_home)
        if note or self.value <= fair + NOTICED:
            return note
        return f"a fair game would give {fair:.6%}: some bets here favour the player"

    @property
    def points(self) -> tuple[SumPoint, ...]:
        """The bets with each sum while nothing stands, and the chance from there."""
        return tuple(SumPoint(*one, chance) for one, chance in zip(self.bets, self.chances, strict=True))

    def by_sum(self) -> list[tuple[int, Bet]]:
        """The bets while nothing stands, each with the least sum owned from which on it holds, in cents."""
        runs = groupby((one for one in self.bets if one.bet.stakes), key=lambda one: one.bet)
        return [(owned, bet) for owned, bet in (next(run) for _, run in runs)]

    def _keys(self) -> dict[str, object]:
        return {
            **super()._keys(),
            "limit": None if self.deadline is None else {self.deadline.unit: self.deadline.number},
            "then": [bet_data(bet, puck) for puck, bet in self.then],
            "against": None if self.against is None else against_data(self.against),
        }

    @property
    def _bold_goal(self) -> Cents:
        return self.goal

    def _curves(self) -> Mapping[str, Sequence[tuple[int, float]]]:
        sums, other = [one.owned for one in self.bets], self.against
        plays = {"the best play": self.chances, **self.rivals}
        found = {name: tuple(zip(sums, some, strict=True)) for name, some in plays.items()}
        if other is not None:
            found[f"{shorten(other.system, 60)}, {other.value:.4%}"] = other.values
        return found if len(found) > 1 else {}


@dataclass(frozen=True)
class Reach(AimFor[BestPlay]):
    """The aim to reach a goal before ruin.

    Attributes:
        goal: the sum that the player wants to own, in dollars.
        deadline: the deadline of the play; without end if None.
        against: a system to compare with, or None: a system, its name, the path of a file, or the text.
        settled: whether the goal is of settled money, which leaves out wagers that must stay.
    """

    goal: Money
    deadline: Deadline | None = None
    against: Policy | str | None = None
    settled: bool = False

    def __post_init__(self) -> None:
        """Refuse a deadline beside a system."""
        if self.deadline is not None and self.against is not None:
            raise BankcrapsError(
                f"a system is compared with the best play without end: leave out either {self.deadline} or "
                "the system"
            )
        if self.settled and self.against is not None:
            raise BankcrapsError(
                "a system stops at the goal at face value: leave out either settled money or the system"
            )

    def play(self, question: PlayQuestion) -> BestPlay:
        """The best chance to reach a goal.

        Raises:
            BankcrapsError: if no bet is possible, if the problem is too large, or if a system cannot be
                compared.
        """
        goal, deadline = question.require_goal(self.goal), self.deadline
        came = None if self.against is None else _visiting(question, self.against, goal)
        if came is not None:
            question = question.beside(came.wagers)
        extras = question.extras(goal - 1, None if deadline is None else deadline.unit)
        problem = (
            question.problem(extras, goal, settled=self.settled)
            if came is None
            else _with_positions(question, extras, came)
        )
        found = _without_end(problem) if deadline is None else within(problem, deadline)
        charting = Charting(problem)
        rows = charting.rows_of(found.policies[0]) if deadline is None else charting.rows_left(found.policies)
        first = ranked(charting, found.after, 0, problem.start)
        now, later = found.policies[-1], found.policies[max(-2, -len(found.policies))]
        last = deadline == Deadline("throws", 1)
        length = "" if deadline is None else f" within {deadline}"
        return BestPlay(
            *question.told(problem),
            value=found.value,
            lower=found.lower,
            upper=found.upper,
            first=first,
            system=question.chart(
                f"to {printed(goal)}{' taken home' * self.settled}{length}",
                f"to {'take home' if self.settled else 'reach'} {printed(goal)} before ruin{length}",
                *(None if problem.settled else goal, charting.bets, rows, deadline),
            ),
            bets=charting.by_sum(now),
            goal=goal,
            deadline=deadline,
            taken_home=found.value if self.settled else ended(problem, found.policies).home,
            then=() if last else charting.then(first.choice, now, later, first.owned),
            chances=tuple(found.values[0, : problem.sums].tolist()),
            rivals={} if deadline is not None else rivals(problem, question.menu[0]),
            settled=self.settled,
            against=None if came is None else beside_the_best(came, extras, found.values, charting),
        )


def _without_end(problem: Problem) -> Timed:
    """The best play without a deadline: a single policy."""
    found = solved(problem, Pays(1.0), SMALLEST_GAIN)
    return Timed(found.values, found.values, (found.policy,), slack(problem, found), problem.start)


def _visiting(question: PlayQuestion, system: Policy | str, goal: Cents) -> Visiting:
    """The states that a system reaches with the money and the table of a question."""
    table = question.table
    asked = ask(
        *(table.book, system, printed(question.bankroll), printed(goal)),
        limits=table.limits,
        chip=printed(table.chip),
    )
    return visiting(asked, goal)


def _with_positions(question: PlayQuestion, extras: Extras, came: Visiting) -> Problem:
    """The decision problem with the positions of a system."""
    try:
        return question.problem(extras, came.goal, came.positions(extras).values(), came.chain.unit)
    except TooLargeError as error:
        raise TooLargeError(f"with {question.words} beside {came.question.system.name}, {error}") from None


# To be still playing.


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Survival(RankedPlay):
    """The best chance to be still playing.

    The value is the probability that at least so much can be put at risk on each throw.

    Attributes:
        throws: the number.
        at_least, at_most: the least and the most at risk on each throw, in cents.
        enough: with so much, in cents, nothing can go wrong.
    """

    _JSON_TYPE = BestStillData

    throws: int
    at_least: Cents
    at_most: Cents
    enough: Cents

    @property
    def in_line(self) -> str:
        asked = f"{printed(self.bankroll)} for {self.throws} throws of {printed(self.at_least)} or more"
        return f"{asked}: {self.value:.6f}"

    @property
    def in_short(self) -> str:
        return f"{self.value:.4%} from {printed(self.bankroll)}"


@dataclass(frozen=True)
class StillPlaying(AimFor[Survival]):
    """The aim to be still playing after some throws.

    Attributes:
        throws: the number.
        at_least: the least that is at risk on each of them, in dollars.
        at_most: no more may be at risk on any, in dollars; the bankroll if None.
    """

    throws: int
    at_least: Money
    at_most: Money | None = None

    def play(self, question: PlayQuestion) -> Survival:
        """The best chance to be still playing.

        Raises:
            BankcrapsError: if so much cannot be at risk.
        """
        deadline = deadline_of_throws(self.throws)
        throws = deadline.number
        least, most = _bounds(question, self)
        search = Search(question.extras(most, "throws"), question.at_once, least)
        search.run()
        enough = Cents(throws * _loss(question, search, least) + max(one.at_risk for one in search.found))
        problem = problem_of(search, question.bankroll, Cents(max(enough, question.bankroll + 1)))
        timed = within(problem, deadline, 1.0, smaller="less at risk at most")
        charting = Charting(problem, otherwise=_cheapest(problem))
        rows = charting.rows_left(timed.policies)
        says = f"for {throws:,} throws with {printed(least)} to {printed(most)} at risk"
        return Survival(
            *question.told(problem),
            value=timed.value,
            lower=timed.lower,
            upper=timed.upper,
            first=ranked(charting, timed.after, 0, problem.start),
            system=question.chart(says, f"to play {says}", None, charting.bets, rows, deadline),
            bets=charting.by_sum(timed.policies[-1]),
            throws=throws,
            at_least=least,
            at_most=most,
            enough=enough,
        )


def _bounds(question: PlayQuestion, aim: StillPlaying) -> tuple[Cents, Cents]:
    """The least and the most that may be at risk, in cents."""
    least = dollars(aim.at_least)
    most = question.bankroll if aim.at_most is None else dollars(aim.at_most)
    if least <= 0:
        raise BankcrapsError(f"what is at risk is more than 0, not {printed(least)}")
    if least > question.bankroll:
        raise BankcrapsError(f"{printed(question.bankroll)} cannot put {printed(least)} at risk")
    if most < least:
        raise BankcrapsError(
            f"at most {printed(most)} at risk is less than at least {printed(least)}: nothing is possible"
        )
    return least, most


def _loss(question: PlayQuestion, search: Search, least: Cents) -> int:
    """The most that a throw takes from a player who makes the safest bet, in cents.

    It counts chips that are not bound. A bet is paid with such chips, too. Positions that no throw leads to
    do not matter: a player need not take down what stands.

    Raises:
        BankcrapsError: if there is a position in which so little cannot be at risk.
    """
    numbers = {position: number for number, position in enumerate(search.found)}
    bound = [position.at_risk for position in search.found]
    loss = [
        min((_block_loss(block, at_risk) for block in some), default=np.inf)
        for some, at_risk in zip(search.blocks, bound, strict=True)
    ]
    changed = True
    while changed:
        changed = False
        for number, moves in enumerate(search.moves):
            for move in moves:
                to = numbers[move.to]
                with_move = bound[to] - bound[number] - move.change + loss[to]
                if with_move < loss[number]:
                    loss[number], changed = with_move, True
    thrown = {0} | {numbers[to] for some in search.blocks for block in some for tos in block.to for to in tos}
    worst = max(thrown, key=lambda number: loss[number])
    if np.isinf(loss[worst]):
        puck = search.found[worst].puck
        when = f"with a point of {puck}" if puck else "on a come-out"
        raise BankcrapsError(
            f"{question.words} cannot put {printed(least)} at risk on each throw: not {when}; add a "
            "wager or put less at risk"
        )
    return int(max(0, loss[worst]))


def _block_loss(block: Choices, at_risk: int) -> float:
    """The least that a choice can be sure to take at most from the chips that are not bound, in cents."""
    lost = block.amounts.sum(axis=1)
    for change, to in zip(block.change, block.to, strict=True):
        bound = np.array([one.at_risk for one in to])
        lost = np.maximum(lost, bound - at_risk - change)
    return float(lost.min())


def _cheapest(problem: Problem) -> Callable[[int], tuple[int, int]]:
    """The cheapest bet for a position in which none can be paid: its position, and the choice."""
    arrays = problem.arrays

    def cheapest(number: int) -> tuple[int, int]:
        found = [
            (int(arrays.need[choice]) + problem.sums - owned, here, choice)
            for here, owned in after_moves(problem, number, problem.sums)
            for choice in range(arrays.first_choice[here], arrays.first_choice[here + 1])
        ]
        _, here, choice = min(found)
        return here, choice

    return cheapest
