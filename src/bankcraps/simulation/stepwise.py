"""One session through the engine itself: every bet and every throw judged and settled at a real table.

This is what the kernels are checked against, what `explain` tells, and how systems play that no chain holds.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from bankcraps.chain.asking import Game
from bankcraps.chain.leaving import NEVER, NO_GOAL, PLAYS, ending
from bankcraps.chain.ledger import Tally, tally
from bankcraps.dice import Throw
from bankcraps.engine import events as ev
from bankcraps.engine.effects import Effect
from bankcraps.engine.opening import open_table
from bankcraps.engine.state import State
from bankcraps.engine.step import step
from bankcraps.simulation.terms import CAP, CUT, NO_LIMIT
from bankcraps.strategy.betting import Betting, bets
from bankcraps.strategy.observation import Observation
from bankcraps.strategy.plan import Plan
from bankcraps.strategy.policy import NOTHING

__all__ = ["PLAYER", "Round", "ordered", "owned_path", "rounds"]

PLAYER: Final = "Player"


class Round(msgspec.Struct, frozen=True):
    """What happened from before the betting until after the throw.

    Attributes:
        number: throws before it.
        before: the table before the betting.
        betting: what the player did.
        end: why the player left, a number of `leaving`, or `PLAYS` for one who goes on.
        throw: what was thrown, or None when nothing stood any more and the session was over.
        effects: what the throw did.
        after: the table after it.
        tally: what it adds to counts, or None without a throw.
    """

    number: int
    before: State
    betting: Betting
    end: int
    throw: Throw | None
    effects: tuple[Effect, ...]
    after: State
    tally: Tally | None

    @property
    def owned(self) -> int:
        """What the player owned before the betting, in cents."""
        return owned(self.before)

    @property
    def owned_after(self) -> int:
        """What the player owns after the throw, in cents."""
        return owned(self.after)


def owned(state: State) -> int:
    """The rail and the wagers standing of a lone player, at face, in cents."""
    (seat,) = state.seats
    return seat.rail + seat.at_risk


def owned_path(played: Iterable[Round]) -> list[int]:
    """What is owned at the start and after each throw before leaving, in cents."""
    path: list[int] = []
    for one in played:
        path.append(one.owned)
        if one.end != PLAYS:
            break
    return path


def ordered(throw: int) -> Throw:
    """A throw by its number from 0 to 35, as the streams give it."""
    return Throw(throw // 6 + 1, throw % 6 + 1)


def rounds(game: Game, plan: Plan, dice: Iterable[Throw], cap: int = CAP) -> Iterator[Round]:
    """Play a session until everything is decided.

    Args:
        game: the house, the system and the table.
        plan: the bankroll, and when the player leaves.
        dice: as many throws as it takes.
        cap: the session is over after so many throws, where nothing else ends it.

    Yields:
        A round for each throw, and a last one without a throw once nothing stands.
    """
    state = open_table(game.book, [(PLAYER, plan.bankroll)], game.limits, game.chip)
    memory, end, counted = game.system.start(), PLAYS, 0
    goal = NO_GOAL if plan.goal is None else plan.goal
    for number, throw in enumerate(dice):
        betting = None
        if end == PLAYS:
            layout = game.system.layout(Observation(game.book, state), memory)
            betting = bets(game.book, state, layout or NOTHING)
            # The rail itself says whether the bets could be paid: what they need does not have to be known.
            need = NEVER if layout is None else owned(state) + 1 if betting.broke else 0
            left = NO_LIMIT if plan.count is None else plan.count - counted
            end = ending(owned(state), goal, plan.floor, need, left)
            if end == PLAYS and number >= cap and (plan.counted != "throws" or plan.count is None):
                end = CUT
        if end != PLAYS or betting is None:
            betting = bets(game.book, state, NOTHING)
            if not betting.state.seats[0].wagers:
                yield Round(number, state, betting, end, None, (), betting.state, None)
                return
        elif betting.effects:
            memory = game.system.remember(memory, betting.effects)
        came = step(game.book, betting.state, ev.Rolled(throw))
        added = tally(state.puck, came.effects)
        if end == PLAYS:
            memory = game.system.remember(memory, came.effects)
            counted += _counts(plan, added)
        yield Round(number, state, betting, end, throw, came.effects, came.state, added)
        state = came.state


def _counts(plan: Plan, added: Tally) -> int:
    """What a throw adds to the length of the session."""
    if plan.counted == "throws":
        return 1
    return int(added.decision if plan.counted == "decisions" else added.shooter)
