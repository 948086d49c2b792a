"""A walk over the states of a house and a system, from the opening of the table until no new state appears.

No rule of the game stands here. Bets and throws are events, and the engine's `step` says what they do. A
system with a memory meets the same table in many states, so the throws at a table are played once and their
outcomes kept.
"""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec.structs import replace

from bankcraps.analysis.chain.asking import AskedTwice
from bankcraps.analysis.chain.model import (
    ABSORBED,
    Account,
    Chain,
    DecisionState,
    Label,
    Transition,
    accounts_of,
    label_of,
)
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import LARGEST, Cents
from bankcraps.game.dice import OUTCOMES, Throw
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.state import State
from bankcraps.game.engine.step import Step, alike, position, step, with_rail
from bankcraps.game.game import Game, open_for_one
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.strategies.chart import Chart
from bankcraps.strategies.inspecting import grows_without_end, is_bounded, largest_part
from bankcraps.strategies.policy import NOTHING, Betting, Observation, Policy, Purse, bets, riding
from bankcraps.strategies.rules.rule_policy import Behind
from bankcraps.strategies.text.program import TextSystem

PLAYER: Final = "Player"
"""The name of the only player."""

MAX_STATES: Final = 60_000
"""The most states that are explored."""

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


@dataclass(frozen=True)
class Scope:
    """A house and a system whose chain is explored, and how far.

    Attributes:
        game: the house, the sign and the smallest chip.
        system: the system that the player follows.
        let_it_ride: the way in which players leave, as in `Plan`.
        bankroll: the sum that the player brings, in cents; only a system that looks at money needs it.
        goal: for such a system, the sum with which the player leaves, in cents; nothing above is explored.
        ceiling: without a goal, the sum up to which it is explored, in cents; four bankrolls if None. Larger
            sums are explored where the system wants the same with every larger sum.
        beyond: whether larger sums are explored at all. There the table's maximum caps what a system bets of
            its money, so that it may come to every smaller sum.
        throws: for such a system, how many throws are followed; all if None. The chain of so many throws
            serves only sessions that are no longer.
        max_states: give up beyond this many states.
    """

    game: Game
    system: Policy
    let_it_ride: bool = False
    bankroll: Cents | None = None
    goal: Cents | None = None
    ceiling: Cents | None = None
    beyond: bool = True
    throws: int | None = None
    max_states: int = MAX_STATES


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
        self.numbers: dict[State, int] = {}
        self.labels: dict[Label, int] = {}
        self.outcomes: Callable[[int], tuple[Outcome, ...]] = lru_cache(_KEPT)(self._outcomes)
        self._bare: dict[int, tuple[Outcome, ...]] = {}

    def number_of(self, state: State) -> int:
        """The number of a table, whatever money there is; a new one if it was not met before."""
        table = position(self.book, state)
        known = self.numbers.setdefault(table, len(self.states))
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


MAX_MEMORIES: Final = 2500
"""The most memories of a system, unless its text bounds them."""

_MANY_MEMORIES: Final = 100
"""With this many memories, it is asked whether they come to an end before all states are explored."""

_STALE: Final = 200
"""States in a row without a new memory, after which the memories are taken to have an end."""


class DeadlockError(BankcrapsError):
    """A contract wager that no throw decides: the player could never leave."""


class Key(NamedTuple):
    """The state key: everything that can change the future, except money."""

    table: int
    memory: Hashable
    left: bool


class Decision(NamedTuple):
    """The player's act in a state; `behind` has the rules behind it in a walk by rules."""

    stops: bool
    betting: Betting
    behind: Behind = Behind({}, {})


class Walk:
    """An exploration in progress: the states found, and those still to explore.

    Attributes:
        scope: the house and the system, and how far they are followed.
        bounded: whether the system's memory comes to an end for sure.
        doubtful: whether it is still to be asked if it does.
        asked: the system, or what asks it twice.
        keys, found: the keys of states in the order in which they came up, and their numbers.
        states: the states expanded so far, by number.
        transitions, posts_found: the throws from post-decision states, and the numbers of these.
        betted_tables: for each post-decision state the number of its table.
        labelled: for each number of a label at the tables, in the order in which they came up, its number.
        refusals: those that came up so far, with their numbers.
        memories: the memories that came up so far.
    """

    def __init__(self, scope: Scope) -> None:
        """Open the table, which has the number 0; the caller gives the first key."""
        book, system = scope.game.book, scope.system
        self.scope: Scope = scope
        self.bounded: bool = is_bounded(system)
        self.doubtful: bool = not self.bounded
        self.book: Rulebook = book
        self.system: Policy = system
        in_words = isinstance(system, TextSystem | Chart)
        self.asked: Policy | AskedTwice = system if in_words else AskedTwice(system)
        self.tables: Tables = Tables(book)
        self.tables.number_of(open_for_one(scope.game, PLAYER, scope.game.chip))
        self.keys: list[Key] = []
        self.found: dict[Key, int] = {}
        self.states: list[DecisionState] = []
        self.transitions: list[tuple[Transition, ...]] = []
        self.posts_found: dict[Key, int] = {}
        self.betted_tables: list[int] = []
        self.labelled: dict[int, int] = {}
        self.refusals: dict[tuple[str, str], int] = {}
        self.memories: set[Hashable] = set()

    def chain(self) -> Chain:
        """The chain of the states that were found."""
        found = self.states, self.transitions, self.labels(), self.refusals
        return Chain.of(self.scope.game, self.system.name, *found)

    def labels(self) -> Iterable[Label]:
        """The labels of the transitions, in the order of their numbers."""
        labels = list(self.tables.labels)
        return (labels[number] for number in self.labelled)

    def run(self) -> None:
        """Expand every state, and those it leads to, until there are no more."""
        while len(self.states) < len(self.keys):
            self.states.append(self.expanded(self.keys[len(self.states)]))
            if self.doubtful and len(self.memories) > _MANY_MEMORIES:
                self.doubtful = False
                if grows_without_end(self.system):
                    raise ChainError(self.too_many())
                self.copy().follow_memories()
        self.check()

    def copy(self) -> "Walk":
        """Return an exploration of the same system that has only begun."""
        walk = Walk(self.scope)
        walk.number_of(self.keys[0])
        return walk

    def follow_memories(self) -> None:
        """Expand the state whose memory came up last, as long as new memories come up.

        A count that never ends passes the limit after as many states as memories. In the order of `run`, it
        would first meet every table with each memory.

        Raises:
            ChainError: if there are too many memories.
        """
        known, seen, stale = set[Hashable](), 0, 0
        new, others = list[Key](), list[Key]()
        while stale < _STALE:
            for key in self.keys[seen:]:
                (others if key.memory in known else new).append(key)
                known.add(key.memory)
            stale = 0 if new else stale + 1
            seen = len(self.keys)
            if not new and not others:
                return
            self.expanded((new or others).pop())

    def check(self) -> None:
        """Ask the system again. Then check that every player who leaves is absorbed in the end."""
        if isinstance(self.asked, AskedTwice):
            self.asked.ask_again()
        before: dict[int, set[int]] = {}
        for number, state in enumerate(self.states):
            if state.left and state.post != ABSORBED:
                for transition in self.transitions[state.post]:
                    before.setdefault(transition.to, set()).add(number)
        absorbed = {n for n, state in enumerate(self.states) if state.left and state.post == ABSORBED}
        fresh = absorbed
        while fresh:
            fresh = set[int]().union(*(before.get(n, set()) for n in fresh)) - absorbed
            absorbed |= fresh
        stuck = [state for n, state in enumerate(self.states) if state.left and n not in absorbed]
        if stuck:
            raise DeadlockError(
                f"no throw ever settles {stuck[0]}: the house holds it down and decides nothing"
            )

    def number_of(self, key: Key) -> int:
        """The number of a state, new or seen before."""
        try:
            known = self.found.get(key)
        except TypeError:
            raise BankcrapsError(
                f"the memory of {self.system.name} must be hashable, as tuples and numbers are, and "
                f"{type(key.memory).__name__} is not"
            ) from None
        if known is not None:
            return known
        self.memories.add(key.memory)
        endless = len(self.memories) > MAX_MEMORIES and not self.bounded
        if len(self.keys) >= self.scope.max_states or endless:
            raise ChainError(self.too_many())
        self.found[key] = len(self.keys)
        self.keys.append(key)
        return len(self.keys) - 1

    def too_many(self) -> str:
        """The reason why the exploration gives up."""
        memories, states = len(self.memories), len(self.keys)
        part = "" if self.bounded else largest_part(self.system, self.memories, memories)
        if grows_without_end(self.system) and part:
            found = f"{memories:,} different ones after {states:,} states"
            return f"its memory grows without end, {found}: {part}"
        if memories > MAX_MEMORIES and not self.bounded:
            why = part or "a cap, a lower one or larger steps would make them fewer"
            return (
                f"it has more than {MAX_MEMORIES:,} memories, the most that a chain may have, after "
                f"{states:,} states: {why}"
            )
        smaller = part or "fewer wagers, fewer that grow or lower caps would make it smaller"
        return (
            f"{self.system.name} has more than {states:,} states: too many layouts to hold as a chain, with "
            f"{memories:,} memories; {smaller}"
        )

    def expanded(self, key: Key) -> DecisionState:
        """Return a state with the player's action in it, and the state that leaving leads to."""
        return self.decided(key, self.decision(key))

    def leave_key(self, key: Key) -> Key:
        """The key of the state of a player who leaves here."""
        return Key(key.table, None, left=True)

    def decision(self, key: Key, purse: Purse | None = None) -> Decision:
        """Return the player's act in a state, with what is in the purse."""
        funded = with_rail(self.tables.states[key.table], DEEP_RAIL)
        if key.left:
            layout = riding(Observation(self.book, funded)) if self.scope.let_it_ride else NOTHING
        else:
            layout = self.asked.layout(Observation(self.book, funded, purse), key.memory)
        return Decision(layout is None, bets(self.book, funded, layout or NOTHING))

    def decided(self, key: Key, one: Decision) -> DecisionState:
        """A state with one decision of the player in it."""
        leave = self.found[key] if key.left else self.number_of(self.leave_key(key))
        state = self.tables.states[key.table]
        (seat,) = state.seats
        betting = one.betting
        spent = DEEP_RAIL - betting.lowest
        post = ABSORBED
        if not one.stops and (betting.state.seats[0].wagers or not key.left):
            post = self.post_number_of(self.betted(key, one))
        return DecisionState(
            puck=state.puck,
            wagers=tuple((s.wager.name, s.amount, s.call or "") for s in seat.wagers),
            memory="" if key.left else repr(key.memory),
            left=key.left,
            stops=one.stops,
            post=post,
            need=Cents(seat.at_risk + spent if spent and not key.left else 0),
            leave=leave,
            # Bets decide nothing: commission is all that their accounts hold.
            fees=() if one.stops else self.fees(key, one),
            refused=() if key.left else self.refused(one),
        )

    def fees(self, key: Key, one: Decision) -> tuple[Account, ...]:
        """The commission of the bets of a decision."""
        del key
        return accounts_of(one.betting.effects)

    def refused(self, one: Decision) -> tuple[int, ...]:
        """The refusals of the bets of a decision, by number."""
        return tuple(self.refusal(refused.code, refused.message) for refused in one.betting.refused)

    def betted(self, key: Key, one: Decision) -> Key:
        """The post-decision state. A system that counts its losses remembers the commission of its bets."""
        betting = one.betting
        table, memory = self.tables.number_of(betting.state), key.memory
        if betting.effects and not key.left:
            memory = self.asked.remember(memory, betting.effects)
        return Key(table, memory, key.left)

    def refusal(self, code: str, message: str) -> int:
        return self.refusals.setdefault((code, message), len(self.refusals))

    def post_number_of(self, key: Key) -> int:
        """The number of a post-decision state; a new one is thrown from at once."""
        known = self.posts_found.setdefault(key, len(self.transitions))
        if known == len(self.transitions):
            self.betted_tables.append(key.table)
            self.transitions.append(self.thrown(key))
        return known

    def thrown(self, key: Key) -> tuple[Transition, ...]:
        """The transitions of a post-decision state."""
        row: list[Transition] = []
        before: dict[int, tuple[Hashable, Transition]] = {}
        for came in self.outcomes(key):
            memory = self.remembered(key, came)
            if came.alike not in before or before[came.alike][0] is not memory:
                before[came.alike] = memory, self.transition(key, memory, came)
            row.append(before[came.alike][1])
        return tuple(row)

    def outcomes(self, key: Key) -> tuple[Outcome, ...]:
        """The outcomes of a throw; those after which nothing is remembered need no effects."""
        return self.tables.bare_outcomes(key.table) if key.left else self.tables.outcomes(key.table)

    def remembered(self, key: Key, came: Outcome) -> Hashable:
        """The memory after a throw."""
        return None if key.left else self.asked.remember(key.memory, came.effects)

    def transition(self, key: Key, memory: Hashable, came: Outcome) -> Transition:
        """The transition of one outcome of a throw, after which the player remembers so much."""
        to = self.number_of(Key(came.to, memory, key.left))
        return Transition(to, came.delta, self.labelled.setdefault(came.label, len(self.labelled)))
