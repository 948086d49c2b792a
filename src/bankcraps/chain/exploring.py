"""A table walked from its opening over all 21 combinations until no new moment appears.

Nothing here knows a rule of the game: bets and throws are events, and `step` says what becomes of them.
"""

from collections.abc import Hashable, Iterable
from typing import Any, Final

import msgspec

from bankcraps.chain.chain import DONE, Chain, Entry, Moment
from bankcraps.chain.ledger import Tally, accounts, tally
from bankcraps.chips import LARGEST, Cents, printed
from bankcraps.dice import OUTCOMES
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.opening import DEFAULT_CHIP, DEFAULT_LIMITS, open_table
from bankcraps.engine.position import position, with_rail
from bankcraps.engine.state import Limits, State
from bankcraps.engine.step import Step, step
from bankcraps.errors import BankcrapsError
from bankcraps.rulebook.schema import Rulebook
from bankcraps.strategy.betting import Betting, bets
from bankcraps.strategy.combinators import StopAfter, Wrapper
from bankcraps.strategy.observation import Observation
from bankcraps.strategy.policy import NOTHING, Policy
from bankcraps.strategy.rules.changes import HalfPress, Press
from bankcraps.strategy.rules.rules import Rules
from bankcraps.strategy.rules.trackers import Money
from bankcraps.strategy.rules.triggers import WinOrLoss
from bankcraps.strategy.text.program import TextSystem
from bankcraps.wagers import Wager

__all__ = ["MOST", "ChainError", "explore"]

MOST: Final = 60_000
"""How many moments are explored before giving up."""

_MEMORIES: Final = 2500
"""How many different memories a system may have before it is said to keep growing."""

_FORGETFUL: Final = 20
"""A system whose memory is bounded has so many moments, or more, for each memory."""

_DEEP: Final = LARGEST
"""A rail from which every wager can be paid, in cents."""

_PLAYER: Final = "Player"


class ChainError(BankcrapsError):
    """A system or a house that no finite chain holds; it still plays stepwise.

    Attributes:
        why: the reason alone, for somebody who knows how it is played.
    """

    def __init__(self, why: str) -> None:
        """Keep the reason."""
        super().__init__(why)
        self.why = why

    def __str__(self) -> str:
        """The reason, and what to do."""
        return f"{self.why}; `simulate` plays it stepwise"


class DeadlockError(BankcrapsError):
    """A house that holds a wager down which no throw decides: whoever leaves would wait for ever."""


def explore(
    book: Rulebook,
    system: Policy,
    limits: Limits = DEFAULT_LIMITS,
    chip: Cents = DEFAULT_CHIP,
    most: int = MOST,
) -> Chain:
    """The chain of a system at a house.

    Args:
        book: the house's rules.
        system: what the player wants before each throw.
        limits: the sign at the table.
        chip: the smallest chip, in cents.
        most: how many moments to explore at most.

    Raises:
        ChainError: if there are more, with the likely reason; or if what a throw does depends on the rail.
        DeadlockError: if a wager stays down that no throw decides.
    """
    opened = position(book, open_table(book, [(_PLAYER, Cents(_DEEP))], limits, chip))
    walk = _Walk(book, system, most)
    walk.moment(_Key(opened, system.start(), left=False))
    walk.on()
    return walk.chain(limits, chip)


class _Key(msgspec.Struct, frozen=True):
    """What tells one moment from another: everything that can change the future, but not the money."""

    state: State
    memory: Hashable
    left: bool

    def short(self) -> Hashable:
        """The parts in which moments of one exploration can differ: quicker to look up than whole tables."""
        state = self.state
        return state.puck, state.seats[0].wagers, state.turn, self.memory, self.left


class _Walk:
    """An exploration under way: what was found, and how far it has been looked at."""

    def __init__(self, book: Rulebook, system: Policy, most: int) -> None:
        self.book = book
        self.system = system
        self.most = most
        self.keys: list[_Key] = []
        self.found: dict[Hashable, int] = {}
        self.moments: list[Moment] = []
        self.rows: list[tuple[Entry, ...] | None] = []
        self.rows_found: dict[Hashable, int] = {}
        self.tallies: dict[Tally, int] = {}
        self.refusals: dict[tuple[str, str], int] = {}
        self.memories: set[Hashable] = set()

    def chain(self, limits: Limits, chip: Cents) -> Chain:
        """All of it."""
        rows = tuple(row for row in self.rows if row is not None)
        book, system = self.book, self.system
        tallies, refusals = tuple(self.tallies), tuple(self.refusals)
        return Chain(book.spec, system.name, limits, chip, tuple(self.moments), rows, tallies, refusals)

    def on(self) -> None:
        """Look at every moment, and at those it leads to, until there are no more."""
        while len(self.moments) < len(self.keys):
            self.moments.append(self.look(self.keys[len(self.moments)]))
        self.no_deadlock()

    def no_deadlock(self) -> None:
        """Whoever leaves is settled with some day."""
        before: dict[int, set[int]] = {}
        for number, moment in enumerate(self.moments):
            if moment.left and moment.row != DONE:
                for entry in self.rows[moment.row] or ():
                    before.setdefault(entry.to, set()).add(number)
        settled = {n for n, moment in enumerate(self.moments) if moment.left and moment.row == DONE}
        fresh = settled
        while fresh:
            fresh = set[int]().union(*(before.get(n, set()) for n in fresh)) - settled
            settled |= fresh
        stuck = [moment for n, moment in enumerate(self.moments) if moment.left and n not in settled]
        if stuck:
            raise DeadlockError(
                f"no throw ever settles {stuck[0]}: the house holds it down and decides nothing"
            )

    def moment(self, key: _Key) -> int:
        """The number of a moment, new or seen before."""
        short = key.short()
        known = self.found.get(short)
        if known is not None:
            return known
        self.memories.add(key.memory)
        if len(self.keys) >= self.most or len(self.memories) > _MEMORIES:
            raise ChainError(self.too_many())
        self.found[short] = len(self.keys)
        self.keys.append(key)
        return len(self.keys) - 1

    def too_many(self) -> str:
        """Why the walk ends without an end."""
        if len(self.memories) > len(self.keys) // _FORGETFUL:
            why = _growing(self.system, self.memories, len(self.memories)) or "a cap would make it finite"
            return (
                f"its memory keeps growing, {len(self.memories):,} different ones after {len(self.keys):,} "
                f"moments: {why}"
            )
        return (
            f"{self.system.name} has more than {len(self.keys)} moments: too many layouts to hold as a chain"
        )

    def look(self, key: _Key) -> Moment:
        """What the player does at a moment, and where leaving would lead."""
        state = key.state
        (seat,) = state.seats
        funded = with_rail(state, _DEEP)
        layout = NOTHING if key.left else self.system.layout(Observation(self.book, funded), key.memory)
        betting = bets(self.book, funded, layout or NOTHING)
        spent = _DEEP - betting.lowest
        leave = len(self.moments) if key.left else self.moment(_Key(state, None, left=True))
        row = DONE
        if layout is not None and (betting.state.seats[0].wagers or not key.left):
            row = self.row(self.betted(key, betting))
        return Moment(
            puck=state.puck,
            wagers=tuple((s.wager.name, s.amount, s.call or "") for s in seat.wagers),
            memory="" if key.left else repr(key.memory),
            left=key.left,
            stops=layout is None,
            row=row,
            need=Cents(seat.at_risk + spent if spent and not key.left else 0),
            leave=leave,
            # Bets decide nothing: commission is all that their accounts hold.
            fees=accounts(betting.effects) if layout is not None else (),
            refused=() if key.left else tuple(self.refusal(r.code, r.message) for r in betting.refused),
        )

    def betted(self, key: _Key, betting: Betting) -> _Key:
        """The moment with its bets made. A system that counts what it loses remembers their commission."""
        state, memory = position(self.book, betting.state), key.memory
        if betting.effects and not key.left:
            memory = self.system.remember(memory, betting.effects)
        return _Key(state, memory, key.left)

    def refusal(self, code: str, message: str) -> int:
        """The number of a refusal."""
        return self.refusals.setdefault((code, message), len(self.refusals))

    def row(self, key: _Key) -> int:
        """The number of a row; its throws are made when it is new."""
        short = key.short()
        known = self.rows_found.get(short)
        if known is not None:
            return known
        number = self.rows_found[short] = len(self.rows)
        self.rows.append(None)
        self.rows[number] = self.thrown(key)
        return number

    def thrown(self, key: _Key) -> tuple[Entry, ...]:
        """What each combination does."""
        state = key.state
        face = state.seats[0].at_risk
        entries: list[Entry] = []
        for throw in OUTCOMES:
            came = _thrown(self.book, state, ev.Rolled(throw))
            seat = came.state.seats[0]
            memory = None if key.left else self.system.remember(key.memory, came.effects)
            to = self.moment(_Key(position(self.book, came.state), memory, key.left))
            counted = tally(state.puck, came.effects)
            number = self.tallies.setdefault(counted, len(self.tallies))
            entries.append(Entry(to, Cents(seat.rail + seat.at_risk - face), number))
        return tuple(entries)


def _thrown(book: Rulebook, state: State, throw: ev.Rolled) -> Step:
    """A throw with nothing in the rail, so that whatever needs more than it wins is seen to depend on it."""
    came = step(book, state, throw)
    if came.refusal is not None:
        raise ChainError(f"the table has no throw for {state.seats[0].wagers}: {came.refusal.message}")
    down = [e for e in came.effects if isinstance(e, fx.Paid) and not e.up]
    if any(book.wagers[paid.wager.kind].winner == "stays" for paid in down):
        deep = step(book, with_rail(state, _DEEP), throw)
        if deep.state.seats[0].wagers != came.state.seats[0].wagers:
            raise ChainError(
                f"whether {down[0].wager} stays up after a win depends on the rail: its pay is less than the "
                "commission to put it up again"
            )
    return came


def _growing(system: Policy, memories: Iterable[Any], of: int) -> str:
    """What in a system's memory has the most different values, in its own words, and what would end that.

    Nothing where it cannot be told: the system is not in words, or many small things are remembered at once,
    so that of all those memories no one has more than its share.
    """
    while isinstance(system, TextSystem):
        system = system.inner
    kept = [memory for memory in memories if memory is not None]  # who has left remembers nothing
    if isinstance(system, Wrapper):
        own, inner = ({memory[part] for memory in kept} for part in (0, 1))
        if len(own) <= len(inner):
            return _growing(system.base, inner, of)
        return _endless(system) if len(own) ** 2 > of else ""
    if isinstance(system, Rules):
        values = [len(set(cell)) for cell in zip(*kept, strict=True)]
        most, cell = max(zip(values, range(len(values)), strict=True), default=(0, 0))
        return _of_rules(system, cell) if most**2 > of else ""
    return ""


def _endless(system: Wrapper) -> str:
    """What is said of a line for the whole system."""
    end = system.tracker if isinstance(system, StopAfter) else None
    if isinstance(end, Money) and not (end.losing and end.winning):
        both = Money(end.losing or end.winning, end.winning or end.losing)
        return f"'{system.words}' has no end in the other direction, as 'stop after {both}' has"
    return f"'{system.words}' counts far; a smaller number would make it finite"


def _of_rules(rules: Rules, cell: int) -> str:
    """What is said of one of the numbers that rules remember."""
    for slot in rules.slots:
        if slot.cell == cell:
            return _grown(rules, slot.wager, Cents(10 * slot.said))
    counted = [str(tracker) for tracker in rules.trackers[cell : cell + 1]]
    counted += [str(watch.trigger) for watch in rules.watches if watch.cell == cell]
    return f"'{counted[0]}' counts far; a smaller number would make it finite" if counted else ""


def _grown(rules: Rules, wager: Wager, cap: Cents) -> str:
    """What is said of a size, with the first rule that lets it grow."""
    for watch in rules.watches:
        about = watch.trigger.target if isinstance(watch.trigger, WinOrLoss) else None
        for change, slots in watch.changes:
            target = change.target if slots is not None else about
            if isinstance(change, Press | HalfPress) and target and wager in target.wagers:
                cure = "a lower cap" if change.up_to else f"a cap, as in up to {printed(cap)},"
                rule = f"after {watch.trigger}: {change}"
                return f"the size of {wager}, by '{rule}'; {cure} would make it finite"
    return f"the size of {wager}"
