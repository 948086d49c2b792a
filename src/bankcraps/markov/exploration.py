"""Exploration: from the opening of the table over all 21 combinations of the dice until no new state appears.

No rule of the game stands here. Bets and throws are events, and the engine's `step` says what they do.
"""

from collections.abc import Hashable
from math import prod
from typing import Final, NamedTuple

from bankcraps.chips import Cents
from bankcraps.engine.limits import Limits
from bankcraps.engine.opening import DEFAULT_CHIP, DEFAULT_LIMITS, open_table
from bankcraps.engine.position import with_rail
from bankcraps.errors import BankcrapsError
from bankcraps.markov.accounts import Label, accounts_of
from bankcraps.markov.asking import AskedTwice
from bankcraps.markov.model import ABSORBED, Chain, DecisionState, Transition
from bankcraps.markov.outcomes import DEEP_RAIL, ChainError, Tables
from bankcraps.rulebook.schema import Rulebook
from bankcraps.strategy.betting import Betting, bets
from bankcraps.strategy.growth import is_bounded, sizes_together, why_growing
from bankcraps.strategy.observation import Observation
from bankcraps.strategy.policy import NOTHING, Policy, looks_at_money, riding
from bankcraps.strategy.purse import ENDLESS, Purse
from bankcraps.strategy.text.program import TextSystem

__all__ = ["MAX_STATES", "ChainError", "DeadlockError", "explore"]

MAX_STATES: Final = 60_000
"""The most states that are explored."""

MAX_MEMORIES: Final = 2500
"""Above this many memories a system is reported as growing without end, unless its text bounds them."""

_MANY_MEMORIES: Final = 100
"""With this many memories, it is asked whether they come to an end before all states are explored."""

_STALE: Final = 200
"""States in a row without a new memory, after which the memories are taken to have an end."""

_STATES_PER_MEMORY: Final = 20
"""The fewest states for each memory of a system with bounded memory."""

_LEAST_STATES_EACH, _STATES_EACH = 16, 40
"""The least and the typical number of states for each combination of pressed sizes."""

_PLAYER: Final = "Player"


class DeadlockError(BankcrapsError):
    """A contract wager that no throw decides: the player could never leave."""


def explore(  # noqa: PLR0913 - a table has as many sides
    book: Rulebook,
    system: Policy,
    limits: Limits = DEFAULT_LIMITS,
    chip: Cents = DEFAULT_CHIP,
    max_states: int = MAX_STATES,
    *,
    let_it_ride: bool = False,
    bankroll: Cents | None = None,
) -> Chain:
    """The chain of a system at a house.

    Args:
        book: the house's rules.
        system: what the player wants before each throw.
        limits: the sign at the table.
        chip: the smallest chip, in cents.
        max_states: give up beyond this many states.
        let_it_ride: what players who leave do, as in `Plan`.
        bankroll: what the player brings, in cents; only a system that looks at money needs it.

    Raises:
        ChainError: for more states, with the likely reason; or if what a throw does depends on the rail.
        NotAFunctionError: for a policy in Python whose answers depend on more than what it is given.
        DeadlockError: if a wager stays down that no throw decides.
    """
    opened = open_table(book, [(_PLAYER, chip)], limits, chip, others=True)
    _require_few_sizes(system, max_states)
    if looks_at_money(system) and bankroll is None:
        raise BankcrapsError(f"{system.name} looks at its money: say which bankroll it begins with")
    walk = _Exploration(book, system, max_states, let_it_ride=let_it_ride, bankroll=bankroll)
    walk.number_of(_Key(walk.tables.number_of(opened), walk.asked.start(), left=False))
    walk.run()
    return walk.chain(limits, chip)


def _require_few_sizes(system: Policy, max_states: int) -> None:
    """Refuse early a system whose pressed wagers have too many combinations of sizes.

    To explore as far as the limit takes a minute or two. A combination of sizes has at least a state for each
    point, and others after each win: with two pressed wagers some 20, with six some 35.

    Raises:
        ChainError: with what would fit.
    """
    sizes = sorted(sizes_together(system).values()) if is_bounded(system) else []
    if prod(sizes) * _LEAST_STATES_EACH <= max_states:
        return
    fits = max_states // _STATES_EACH
    some = sum(prod(sizes[:many]) <= fits for many in range(1, len(sizes) + 1))
    each = max(1, int(fits ** (1 / len(sizes))))
    raise ChainError(
        f"its {len(sizes)} pressed wagers have {prod(sizes):,} combinations of sizes, too many for a chain "
        f"of {max_states:,} states; press {some} of them, or lower the caps until each has {each} sizes"
    )


class _Key(NamedTuple):
    """The state key: everything that can change the future, except money."""

    table: int
    memory: Hashable
    left: bool
    least: Cents | None = None
    """The least sum of a decision below the first one; None for every other state."""


class _Decision(NamedTuple):
    """What the player does with any sum from `least` up to the next decision."""

    least: Cents
    stops: bool
    betting: Betting


class _Exploration:
    """An exploration in progress: the states found, and those still to explore."""

    def __init__(
        self,
        book: Rulebook,
        system: Policy,
        max_states: int,
        *,
        let_it_ride: bool,
        bankroll: Cents | None = None,
    ) -> None:
        self.let_it_ride = let_it_ride
        self.bankroll = bankroll
        self.looks = looks_at_money(system)
        self.rows: dict[_Key, DecisionState] = {}
        self.bounded = is_bounded(system)
        self.doubtful = not self.bounded
        self.book = book
        self.system = system
        self.asked = system if isinstance(system, TextSystem) else AskedTwice(system)
        self.tables = Tables(book)
        self.max_states = max_states
        self.keys: list[_Key] = []
        self.found: dict[_Key, int] = {}
        self.states: list[DecisionState] = []
        self.transitions: list[tuple[Transition, ...] | None] = []
        self.posts_found: dict[_Key, int] = {}
        self.labels: dict[Label, int] = {}
        self.refusals: dict[tuple[str, str], int] = {}
        self.memories: set[Hashable] = set()

    def chain(self, limits: Limits, chip: Cents) -> Chain:
        transitions = [row for row in self.transitions if row is not None]
        table = (self.book.spec, self.system.name, limits, chip)
        return Chain.of(table, self.states, transitions, self.labels, self.refusals)

    def run(self) -> None:
        """Expand every state, and those it leads to, until there are no more."""
        while len(self.states) < len(self.keys):
            self.states.append(self.expanded(self.keys[len(self.states)]))
            if self.doubtful and len(self.memories) > _MANY_MEMORIES:
                self.doubtful = False
                self.copy().follow_memories()
        if isinstance(self.asked, AskedTwice):
            self.asked.ask_again()
        self.check_for_deadlock()

    def copy(self) -> "_Exploration":
        """Return an exploration of the same system that has only begun."""
        walk = _Exploration(
            self.book, self.system, self.max_states, let_it_ride=self.let_it_ride, bankroll=self.bankroll
        )
        first = self.keys[0]
        walk.number_of(first._replace(table=walk.tables.number_of(self.tables.states[first.table])))
        return walk

    def follow_memories(self) -> None:
        """Expand the state whose memory came up last, as long as new memories come up.

        A count that never ends passes the limit after as many states as memories. In the order of `run`, it
        would first meet every table with each memory.

        Raises:
            ChainError: if there are too many memories.
        """
        known, seen, stale = set[Hashable](), 0, 0
        new, others = list[_Key](), list[_Key]()
        while stale < _STALE:
            for key in self.keys[seen:]:
                (others if key.memory in known else new).append(key)
                known.add(key.memory)
            stale = 0 if new else stale + 1
            seen = len(self.keys)
            if not new and not others:
                return
            self.expanded((new or others).pop())

    def check_for_deadlock(self) -> None:
        """Check that every player who leaves is absorbed in the end."""
        before: dict[int, set[int]] = {}
        for number, state in enumerate(self.states):
            if state.left and state.post != ABSORBED:
                for transition in self.transitions[state.post] or ():
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

    def number_of(self, key: _Key) -> int:
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
        if len(self.keys) >= self.max_states or endless:
            raise ChainError(self.too_many())
        self.found[key] = len(self.keys)
        self.keys.append(key)
        return len(self.keys) - 1

    def too_many(self) -> str:
        """The reason why the exploration gives up."""
        grows = "" if self.bounded else why_growing(self.system, self.memories, len(self.memories))
        if grows or (not self.bounded and len(self.memories) > len(self.keys) // _STATES_PER_MEMORY):
            why = grows or "a cap would make it finite"
            return (
                f"its memory keeps growing, {len(self.memories):,} different ones after {len(self.keys):,} "
                f"states: {why}"
            )
        smaller = "; fewer wagers, fewer that grow or lower caps would make it smaller"
        return (
            f"{self.system.name} has more than {len(self.keys):,} states: too many layouts to hold as a "
            f"chain{smaller}"
        )

    def expanded(self, key: _Key) -> DecisionState:
        """Return a state with the player's action in it, and the state that leaving leads to."""
        if key in self.rows:
            return self.rows.pop(key)
        leave = len(self.states) if key.left else self.number_of(_Key(key.table, None, left=True))
        last, *others = self.decisions(key)
        # The largest sums come first. The numbers of the others follow one another.
        row = [key._replace(least=one.least) for one in (*others[-2::-1], *([last] if others else []))]
        numbers = [self.number_of(one) for one in row]
        first, *less = (
            self.decided(key, one, leave, below)
            for one, below in zip((*others[::-1], last), (*numbers, -1), strict=True)
        )
        self.rows |= zip(row, less, strict=True)
        return first

    def decisions(self, key: _Key) -> list[_Decision]:
        """Everything the player does in a state, from the least sum owned to the largest."""
        if key.left or not self.looks:
            return [self.decision(key, None)]
        assert self.bankroll is not None
        found: list[_Decision] = []
        owned = Cents(0)
        while owned < ENDLESS:
            purse = Purse(owned, self.bankroll)
            one = self.decision(key, purse)
            if not found or found[-1][1:] != one[1:]:
                found.append(one)
            owned = Cents(purse.high)
            if len(found) + len(self.keys) > self.max_states:
                raise ChainError(self.too_many())
        return found

    def decision(self, key: _Key, purse: Purse | None) -> _Decision:
        """What the player does in a state, with what is in the purse."""
        funded = with_rail(self.tables.states[key.table], DEEP_RAIL)
        if key.left:
            layout = riding(Observation(self.book, funded)) if self.let_it_ride else NOTHING
        else:
            layout = self.asked.layout(Observation(self.book, funded, purse), key.memory)
        least = Cents(0 if purse is None else purse.low)
        return _Decision(least, layout is None, bets(self.book, funded, layout or NOTHING))

    def decided(self, key: _Key, one: _Decision, leave: int, below: int) -> DecisionState:
        """A state with one decision of the player in it."""
        state = self.tables.states[key.table]
        (seat,) = state.seats
        betting = one.betting
        spent = DEEP_RAIL - betting.lowest
        post = ABSORBED
        if not one.stops and (betting.state.seats[0].wagers or not key.left):
            post = self.post_number_of(self.betted(key, betting))
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
            fees=() if one.stops else accounts_of(betting.effects),
            refused=() if key.left else tuple(self.refusal(r.code, r.message) for r in betting.refused),
            least=one.least,
            below=below,
        )

    def betted(self, key: _Key, betting: Betting) -> _Key:
        """The post-decision state. A system that counts its losses remembers the commission of its bets."""
        table, memory = self.tables.number_of(betting.state), key.memory
        if betting.effects and not key.left:
            memory = self.asked.remember(memory, betting.effects)
        return _Key(table, memory, key.left)

    def refusal(self, code: str, message: str) -> int:
        return self.refusals.setdefault((code, message), len(self.refusals))

    def post_number_of(self, key: _Key) -> int:
        """The number of a post-decision state; a new one is thrown from at once."""
        known = self.posts_found.get(key)
        if known is not None:
            return known
        number = self.posts_found[key] = len(self.transitions)
        self.transitions.append(None)
        self.transitions[number] = self.thrown(key)
        return number

    def thrown(self, key: _Key) -> tuple[Transition, ...]:
        """The transitions of a post-decision state."""
        row: list[Transition] = []
        for came in self.tables.outcomes(key.table):
            memory = None if key.left else self.asked.remember(key.memory, came.effects)
            to = self.number_of(_Key(came.to, memory, key.left))
            label = self.labels.setdefault(came.label, len(self.labels))
            row.append(Transition(to, came.delta, label))
        return tuple(row)
