"""Sessions played stepwise by the engine itself: every bet and every throw is judged and settled at a table.

The kernels are checked against this, `explain` tells it, and systems that no chain holds are played by it. It
is some thousand times slower than the kernels and gives the same metrics, with money in cents: a unit of one.
"""

from collections.abc import Hashable, Iterable, Iterator

import msgspec

from bankcraps.analysis.chain.arrays import CAP, NO_LIMIT
from bankcraps.analysis.chain.model import Account, Label, accounts_of, label_of
from bankcraps.analysis.chain.stopping import NEED_STOPPED, NO_GOAL, PLAYS, RUIN, stopping_reason
from bankcraps.analysis.chain.walk import PLAYER
from bankcraps.analysis.question import Question
from bankcraps.analysis.simulation import metrics as metric
from bankcraps.analysis.simulation.streams import thrown
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import printed
from bankcraps.game.dice import Throw
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.effects import Effect
from bankcraps.game.engine.state import State
from bankcraps.game.engine.step import step
from bankcraps.game.game import open_for_one
from bankcraps.strategies.plan import Plan
from bankcraps.strategies.policy import NOTHING, Betting, Observation, Purse, bets, looks_at_money, riding


class PlayedThrow(msgspec.Struct, frozen=True):
    """One throw of a session, from before its betting until after the throw.

    Attributes:
        number: throws before it.
        before: the table before the betting.
        betting: the player's bets.
        end: the reason that the player left, a number of `stopping`, or `PLAYS` while they play.
        throw: the throw; None once nothing stands and the session is over.
        effects: the effects of the throw.
        after: the table after it.
        label: the label that it counts for, or None without a throw.
        memory: the system's memory before the betting; None once the player has left.
    """

    number: int
    before: State
    betting: Betting
    end: int
    throw: Throw | None
    effects: tuple[Effect, ...]
    after: State
    label: Label | None
    memory: Hashable = None

    @property
    def owned(self) -> int:
        """The sum that the player owned before the betting, in cents."""
        return _owned(self.before)

    @property
    def owned_after(self) -> int:
        """The sum that the player owns after the throw, in cents."""
        return _owned(self.after)

    @property
    def accounts(self) -> tuple[Account, ...]:
        """The account of each wager for the bets and the throw."""
        return accounts_of((*self.betting.effects, *self.effects))


def _owned(state: State) -> int:
    """The rail and the wagers standing of a lone player, at face value, in cents."""
    (seat,) = state.seats
    return seat.rail + seat.at_risk


def play_session(question: Question, seed: int, number: int, cap: int = CAP) -> Iterator[PlayedThrow]:
    """One session of a seed, throw by throw; cut short after `cap` throws."""
    dice = (Throw(side // 6 + 1, side % 6 + 1) for side in thrown(seed, number))
    return play_throws(question, dice, cap)


def play_throws(question: Question, dice: Iterable[Throw], cap: int = CAP) -> Iterator[PlayedThrow]:
    """Play a session until everything is decided.

    Args:
        question: the house, the system and the plan.
        dice: as many throws as it takes.
        cap: throws after which the session is cut short, if nothing else ends it.

    Yields:
        A `PlayedThrow` for each throw, and a last one without a throw once nothing stands.
    """
    book, system, plan = question.book, question.system, question.plan
    state = open_for_one(question.game, PLAYER, plan.bankroll)
    memory, end, counted, looks = system.start(), PLAYS, 0, looks_at_money(system)
    goal = NO_GOAL if plan.goal is None else plan.goal
    for number, throw in enumerate(dice):
        betting, known = None, None
        if end == PLAYS:
            known = memory
            purse = Purse(_owned(state), plan.bankroll) if looks else None
            layout = system.layout(Observation(book, state, purse), memory)
            betting = bets(book, state, layout or NOTHING)
            # The rail itself says whether the bets can be paid, so their need does not have to be known.
            need = NEED_STOPPED if layout is None else _owned(state) + 1 if betting.broke else 0
            remaining = NO_LIMIT if plan.count is None else plan.count - counted
            end = stopping_reason(_owned(state), goal, plan.floor, need, remaining)
            if end == PLAYS and number >= cap and (plan.counted != "throws" or plan.count is None):
                end = metric.CUT
        if end != PLAYS or betting is None:
            left = riding(Observation(book, state)) if plan.let_it_ride else NOTHING
            betting = bets(book, state, left)
            if not betting.state.seats[0].wagers:
                yield PlayedThrow(number, state, betting, end, None, (), betting.state, None, known)
                return
        elif betting.effects:
            memory = system.remember(memory, betting.effects)
        came = step(book, betting.state, ev.Rolled(throw))
        if came.refusal is not None:
            raise BankcrapsError(f"the table refuses a throw: {came.refusal.message}")
        label = label_of(came.effects)
        if end == PLAYS:
            memory = system.remember(memory, came.effects)
            counted += _counts(plan, label)
        yield PlayedThrow(number, state, betting, end, throw, came.effects, came.state, label, known)
        state = came.state


def _counts(plan: Plan, label: Label) -> int:
    """Return how much a throw adds to the length of the session."""
    if plan.counted == "throws":
        return 1
    return int(label.decision if plan.counted == "decisions" else label.hand_over)


def trajectory_of(played: Iterable[PlayedThrow]) -> list[int]:
    """Return the sums owned at the start and after each throw before leaving, in cents."""
    path: list[int] = []
    for one in played:
        path.append(one.owned)
        if one.end != PLAYS:
            break
    return path


def metrics_of(plan: Plan, played: Iterable[PlayedThrow]) -> list[int]:
    """The metrics of a session, in the order of `metrics.NAMES`; money in cents."""
    lowest = highest = before = final = int(plan.bankroll)
    throws = drawdown = streak = run = under_water = decisions = shooters = action = 0
    end = PLAYS
    for one in played:
        final = one.owned_after
        action += sum(account.action for account in one.label.accounts) if one.label else 0
        if end != PLAYS:
            continue
        lowest, highest = min(lowest, one.owned), max(highest, one.owned)
        drawdown = max(drawdown, highest - one.owned)
        end = one.end
        if end != PLAYS or one.label is None:
            continue
        throws += 1
        under_water += final < plan.bankroll
        shooters += one.label.hand_over
        if one.label.decision:
            decisions += 1
            run = run + 1 if final < before else 0
            streak, before = max(streak, run), final
    return [final, lowest, highest, throws, end, drawdown, streak, under_water, decisions, shooters, action]


def require_first_wager(question: Question) -> None:
    """Check that the bankroll pays the first wager, for systems without a chain.

    Raises:
        BankcrapsError: if the bankroll is too small.
    """
    first = next(play_session(question, 0, 0))
    if first.end == RUIN:
        raise BankcrapsError(
            f"a bankroll of {printed(question.plan.bankroll)} does not pay the first wager of "
            f"{question.system.name}"
        )
