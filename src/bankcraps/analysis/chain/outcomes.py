"""The outcomes of throws at the tables of one exploration, whatever the player remembers.

A system with a memory meets the same table in many states, so the throws at a table are played once and
their outcomes kept. No rule of the game stands here: the engine's `step` says what throws do.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from bankcraps.analysis.chain.accounts import Label, label_of
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import LARGEST, Cents
from bankcraps.game.dice import OUTCOMES, Throw
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.position import alike, position, with_rail
from bankcraps.game.engine.state import Standing, State, Turn
from bankcraps.game.engine.step import Step, step
from bankcraps.game.rulebook.schema import Rulebook

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["DEEP_RAIL", "ChainError", "Outcome", "Tables"]

DEEP_RAIL: Final = LARGEST
"""A rail that affords every wager, in cents."""

_KEPT: Final = 512
"""The number of tables with cached outcomes, some 10 KB each. Without effects, they take about 1 KB."""


class ChainError(BankcrapsError):
    """A system or a house that no finite chain holds; it can still be played stepwise.

    Attributes:
        why: the reason alone.
    """

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why

    def __str__(self) -> str:
        return f"{self.why}; a simulation plays it stepwise"


class Outcome(NamedTuple):
    """The outcome of one combination of the dice at a table.

    Attributes:
        to: the number of the table that it leads to.
        delta: the change of what the player owns, in cents.
        label: the label of the throw, by number in `Tables.labels`.
        alike: the first combination that does the same to the table, by number in `dice.OUTCOMES`.
        effects: everything that followed.
    """

    to: int
    delta: Cents
    label: int
    alike: int
    effects: tuple[fx.Effect, ...]


class Tables:
    """The tables that an exploration has met, each with a number: everything but the money and the memory."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.states: list[State] = []
        self.numbers: dict[tuple[int, tuple[Standing, ...], Turn], int] = {}
        self.rest: State | None = None
        self.labels: dict[Label, int] = {}
        self.outcomes: Callable[[int], tuple[Outcome, ...]] = lru_cache(_KEPT)(self._outcomes)
        self._bare: dict[int, tuple[Outcome, ...]] = {}

    def number_of(self, state: State) -> int:
        """The number of a table, whatever money there is; a new one if it was not met before.

        Raises:
            ChainError: if it differs from the others in a part that these numbers leave out.
        """
        table = position(self.book, state)
        rest = _rest(table)
        self.rest = self.rest or rest
        if rest != self.rest:
            raise ChainError("its states differ in more than wagers, puck, turn and memory")
        short = (table.puck, table.seats[0].wagers, table.turn)
        known = self.numbers.setdefault(short, len(self.states))
        if known == len(self.states):
            self.states.append(table)
        return known

    def bare_outcomes(self, number: int) -> tuple[Outcome, ...]:
        """The outcomes at a table without their effects, for a player who remembers nothing.

        A player who has left is often followed long after the others have thrown at the same table. So these
        are kept for every table.
        """
        if number not in self._bare:
            self.outcomes(number)
        return self._bare[number]

    def _outcomes(self, number: int) -> tuple[Outcome, ...]:
        """The outcomes at a table, in the order of `dice.OUTCOMES`. Of throws alike, one is made."""
        table, came, bare = self.states[number], dict[Throw, Outcome](), dict[Throw, Outcome]()
        for first, *others in alike(self.book, table):
            played = came[first] = self._outcome(table, first)
            told = played.effects
            bare |= dict.fromkeys((first, *others), played._replace(effects=()))
            at = next(at for at, effect in enumerate(told) if isinstance(effect, fx.Thrown))
            for throw in others:
                effects = (*told[:at], replace(told[at], throw=throw), *told[at + 1 :])
                came[throw] = Outcome(played.to, played.delta, played.label, played.alike, effects)
        self._bare[number] = tuple(bare[throw] for throw in OUTCOMES)
        return tuple(came[throw] for throw in OUTCOMES)

    def _outcome(self, table: State, throw: Throw) -> Outcome:
        came = _thrown(self.book, table, ev.Rolled(throw))
        seat = came.state.seats[0]
        delta = Cents(seat.rail + seat.at_risk - table.seats[0].at_risk)
        label = self.labels.setdefault(label_of(came.effects), len(self.labels))
        return Outcome(self.number_of(came.state), delta, label, OUTCOMES.index(throw), came.effects)


def _rest(table: State) -> State:
    """A table with everything cleared that varies within one exploration."""
    seat = replace(table.seats[0], wagers=())
    return replace(table, puck=0, turn=Turn(), seats=(seat,))


def _thrown(book: Rulebook, state: State, throw: ev.Rolled) -> Step:
    """The throw with an empty rail. A win that needs the rail to stay up is refused."""
    came = step(book, state, throw)
    if came.refusal is not None:
        raise ChainError(f"the table has no throw for {state.seats[0].wagers}: {came.refusal.message}")
    down = [e for e in came.effects if isinstance(e, fx.Paid) and fx.left_spot(e)]
    if any(book.wagers[paid.wager.kind].winner == "stays" for paid in down):
        deep = step(book, with_rail(state, DEEP_RAIL), throw)
        if deep.state.seats[0].wagers != came.state.seats[0].wagers:
            raise ChainError(
                f"whether {down[0].wager} stays up after a win depends on the rail: its pay is less than the "
                "commission to put it up again"
            )
    return came
