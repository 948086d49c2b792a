"""The walk of a system that looks at its money: each state only with the sums that a player can own there.

What such a system wants in a state is a step function of the sum owned. Its *pieces* are asked for when a
sum in them is reached, so a stake of 5 % leads to the point with that stake and the sums that go with it,
and not to every point with every sum. Sums are followed in *blocks*: where many sums of a block are reached,
all of them count as reached.
"""

from bisect import bisect_right
from collections import defaultdict
from itertools import chain as chained
from math import gcd
from operator import attrgetter
from typing import Final, NamedTuple

from msgspec.structs import replace

from bankcraps.analysis.chain.model import ABSORBED, NO_BELOW, Chain, DecisionState
from bankcraps.analysis.chain.walk import DEEP_RAIL, MAX_MEMORIES, ChainError, Decision, Key, Scope, Walk
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, printed
from bankcraps.game.engine.step import with_rail
from bankcraps.strategies.inspecting import bets_shares, counts_money
from bankcraps.strategies.policy import ENDLESS, NOTHING, Purse, bets

_BLOCKS, _FEW_BLOCKS = 256, 8
"""The number of blocks below the ceiling; few for a system whose stakes do not follow from its money."""

_PATIENCE: Final = 50
"""The most sums noted for each state that may be explored."""

_PIECES: Final = 4
"""The most pieces found for each state that may be explored: many may do the same or have no sum."""

_EXACT: Final = 3
"""The number of single sums that are followed before the whole of their block is."""

_FAR: Final = 4
"""The ceiling in bankrolls, unless it is given."""

_REMEMBERED: Final = 200_000
"""The most ranges of sums that are remembered as followed."""

_SMALL: Final = 4000
"""From so many states on, empty layouts are followed first: each stake there leads to new states at once."""


class _Piece(NamedTuple):
    """The player's act in a state with any sum from `least` up to `end`, and the state that decides so."""

    least: int
    end: int
    state: DecisionState


class _Row:
    """The pieces found of a state, in order, and what was followed of them.

    Attributes:
        least: the least sum of each piece.
        pieces: the pieces.
        followed: for each block of a piece, by its first sum, the sums followed, from the first up to a last.
        above: whether some player came here with the ceiling or more and was not followed.
        sure: those of the pieces that some sum is known to come to, in order.
    """

    __slots__ = ("above", "followed", "least", "pieces", "sure")

    def __init__(self) -> None:
        """Begin with nothing found."""
        self.least: list[int] = []
        self.pieces: list[_Piece] = []
        self.followed: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        self.above: bool = False
        self.sure: list[_Piece] = []

    def at(self, owned: int) -> _Piece | None:
        """The piece of a sum, if it was found."""
        before = bisect_right(self.least, owned) - 1
        return self.pieces[before] if before >= 0 and owned < self.pieces[before].end else None

    def add(self, owned: int, found: _Piece) -> _Piece:
        """Add a piece, cut where its neighbours begin and end: two questions may find two ends of one."""
        at = bisect_right(self.least, owned)
        least = max(found.least, self.pieces[at - 1].end) if at else found.least
        end = min(found.end, self.least[at]) if at < len(self.least) else found.end
        piece = _Piece(least, end, found.state)
        self.least.insert(at, least)
        self.pieces.insert(at, piece)
        return piece

    def count(self, piece: _Piece) -> int:
        """Count a piece that some sum comes to. Returns how many states more its row has for sure.

        A state is a run of neighbours that do the same, so a piece between two others never makes them fewer.
        """
        at = bisect_right(self.sure, piece.least, key=attrgetter("least"))
        near = [one.state for one in self.sure[max(0, at - 1) : at + 1]]
        self.sure.insert(at, piece)
        apart = near[0] != near[-1] if near else False
        return sum(state != piece.state for state in near) - apart


class WalkBySums(Walk):
    """A walk in progress: a row for each state, and the sums still to follow.

    Attributes:
        bankroll: the sum that the player brings, in cents.
        leaves: whether a player who owns the ceiling has left.
        ceiling: if not, sums from here on are followed where the player decides the same with any larger sum.
        rows: by the number of the key.
        reached: a key, and the sums from a first up to a last that may be owned there.
        empty: those of `reached` that are followed first in a large walk: nothing stands there.
        will_leave: the states of players who will leave that have not come up so far.
        left: the states of players who have left, by the number of the key.
        block: the sums in a block, in cents.
        changed: for each post-decision state, the states that throws lead to, with the changes.
        many, noted: the numbers of pieces that were found, and of sums that were to follow.
        more: the number of states that the rows have for sure, beside one for each key.
        step: a divisor of every change of what is owned so far, in cents; 0 if there was none.
        ends: whether the last throw that is followed is made.
    """

    def __init__(self, scope: Scope) -> None:
        """Begin nowhere.

        Raises:
            BankcrapsError: if it is not said which bankroll the system begins with.
        """
        self.will_leave: set[Key] = set()
        super().__init__(scope)
        system, throws = scope.system, scope.throws
        if scope.bankroll is None:
            raise BankcrapsError(f"{system.name} looks at its money: say which bankroll it begins with")
        self.bounded: bool = self.bounded or counts_money(system)
        self.bankroll: Cents = scope.bankroll
        self.leaves: bool = scope.goal is not None
        self.ceiling: int = (
            scope.goal or scope.ceiling or (_FAR * scope.bankroll if throws is None else ENDLESS)
        )
        self.block: int = max(1, self.ceiling // (_BLOCKS if bets_shares(system) else _FEW_BLOCKS))
        if throws is not None:
            self.block = 1
        self.rows: defaultdict[int, _Row] = defaultdict(_Row)
        self.reached: list[tuple[int, int, int]] = []
        self.empty: list[tuple[int, int, int]] = []
        self.left: dict[int, DecisionState] = {}
        self.changed: dict[int, set[tuple[int, int]]] = {}
        self.many: int = 0
        self.noted: int = 0
        self.more: int = 0
        self.step: int = 0
        self.ends: bool = False

    def run(self) -> None:
        """Follow every sum that is reached, and the players who leave; then put the states in rows."""
        self.reached.append((0, self.bankroll, self.bankroll + 1))
        if self.scope.throws is not None:
            self.run_for(self.scope.throws)
        came: set[tuple[int, int, int]] = set()
        while self.reached or self.empty:
            one = (self.empty or self.reached).pop()
            if one in came:  # as half of them are, or more
                continue
            self.come(*one)
            if len(came) < _REMEMBERED:
                came.add(one)
        self.finish()

    def run_for(self, throws: int) -> None:
        """Follow the sums throw by throw, for so many throws. After the last one, nobody throws again."""
        for left in range(throws, -1, -1):
            self.ends = not left
            now, self.reached = self.reached, []
            for key, low, high in dict.fromkeys(now):
                self.come(key, low, high)
        self.ends = False

    def come(self, number: int, low: int, high: int) -> None:
        """Come to a state with any sum from `low` up to `high`."""
        row, owned = self.rows[number], low
        while owned < high:
            piece = row.at(owned)
            if owned >= self.ceiling and (
                not self.scope.beyond or (piece is None and (row.above or self.leaves))
            ):
                row.above = True
                return
            if piece is None:
                purse = Purse(owned, self.bankroll, self.ceiling)
                one = self.decision(self.keys[number], purse)
                if owned < purse.low:  # a block may begin with sums that nobody owns here
                    owned = purse.low
                    continue
                if owned >= purse.high or (owned >= self.ceiling and purse.high < ENDLESS):
                    row.above = True
                    return
                piece = row.add(owned, self.piece(number, purse, one))
                self.more += row.count(piece) if self.comes_to(piece) else 0
            owned = self.go(row, piece, owned, high)

    def go(self, row: _Row, piece: _Piece, owned: int, high: int) -> int:
        """Follow the sums from one on in its block of a piece, unless they were. Returns where it ends."""
        if owned >= self.ceiling and self.leaves:
            row.above = True
            return high
        if owned >= self.ceiling:
            low, end = max(self.ceiling, piece.least), piece.end
        elif piece.end - piece.least <= self.block:
            low, end = piece.least, min(piece.end, self.ceiling)
        else:
            begins = owned // self.block * self.block
            low, end = max(begins, piece.least), min(begins + self.block, piece.end, self.ceiling)
        followed, last = row.followed[low], min(end, high)
        for begun, done in followed:
            if begun <= owned and last <= done:
                return end
        some = (owned, last) if len(followed) < _EXACT else (low, end)
        followed.append(some)
        self.follow(piece.state, *some)
        return end

    def follow(self, state: DecisionState, low: int, end: int) -> None:
        """Note the sums that come of these with each throw."""
        if state.post == ABSORBED or self.ends:
            return
        low, fee = max(low, state.need, state.face), state.fee
        for to, delta in self.changes(state.post) if low < end else ():
            change = delta + fee
            self.note(to, low + change, ENDLESS if end == ENDLESS else end + change)
        if self.noted > _PATIENCE * self.scope.max_states:
            raise ChainError(self.too_many())

    def note(self, to: int, low: int, end: int) -> None:
        """Note sums that are still to follow in a state."""
        self.noted += 1
        key = self.keys[to]
        large = self.scope.throws is None and self.many + len(self.keys) > _SMALL
        bare = large and not self.tables.states[key.table].seats[0].wagers
        (self.empty if bare else self.reached).append((to, low, end))

    def number_of(self, key: Key) -> int:
        known = len(self.keys)
        number = super().number_of(key)
        if number == known:
            self.will_leave.discard(key)
            if (leave := self.leave_key(key)) not in self.found:
                self.will_leave.add(leave)
        return number

    def least_states(self) -> int:
        """The fewest states that the walk will have; never more than it has in the end.

        Each key has a row of one state or more, and each player may leave. A piece that some sum comes to is
        never left out of its row, because what divides every change only becomes smaller. So a row has no
        fewer states than these pieces have runs of neighbours that do the same, and pieces that are found
        later make no run fewer.
        """
        return len(self.keys) + len(self.will_leave) + self.more

    def changes(self, post: int) -> set[tuple[int, int]]:
        """The states that throws lead to, each with the change of what is owned."""
        if post not in self.changed:
            self.changed[post] = {(one.to, one.delta) for one in self.transitions[post]}
            self.step = gcd(self.step, *(delta for _, delta in self.changed[post]))
        return self.changed[post]

    def piece(self, number: int, purse: Purse, one: Decision) -> _Piece:
        """A new piece of a row."""
        self.many += 1
        key = self.keys[number]
        if self.many > _PIECES * self.scope.max_states or self.least_states() > self.scope.max_states:
            raise ChainError(self.too_many())
        found = _Piece(purse.low, purse.high, self.decided(key, one))
        self.leaving(found.state.leave)  # at once, while the outcomes of the table are kept
        return found

    def comes_to(self, piece: _Piece) -> bool:
        """Whether the bankroll and whole steps more or less is a sum of a piece."""
        self.step = gcd(self.step, piece.state.fee)
        if not self.step:
            return piece.least <= self.bankroll < piece.end
        return piece.least + (self.bankroll - piece.least) % self.step < piece.end

    def leaving(self, number: int) -> DecisionState:
        """The state of a player who has left."""
        if number not in self.left:
            key = self.keys[number]
            self.left[number] = self.decided(key, self.decision(key))
        return self.left[number]

    def finish(self) -> None:
        """Put every state in its place. Of a row, the state for the largest sums comes first.

        Throws lead to the first state of a row, which has the number of its key. The others follow after all
        keys.
        """
        for number, key in enumerate(self.keys):  # players who leave add keys
            if key.left:
                self.leaving(number)
            elif not self.rows[number].pieces:
                self.rows[number].add(0, _Piece(0, ENDLESS, self.gone(key)))
        unit, behind = self.unit(), len(self.keys)
        others: list[DecisionState] = []
        for number, key in enumerate(self.keys):
            row = [self.left[number]] if key.left else self.states_of(self.rows[number], unit)
            below = range(behind + len(others), behind + len(others) + len(row) - 1)
            linked = [replace(state, below=to) for state, to in zip(row, (*below, NO_BELOW), strict=True)]
            self.states.append(linked[0])
            others += linked[1:]
        self.states.extend(others)
        if len(self.states) > self.scope.max_states:
            raise ChainError(self.too_many())
        self.drop_rows()
        self.check()

    def drop_rows(self) -> None:
        """Drop the throws that no state leads to: they came after pieces that were left out."""
        used = sorted({state.post for state in self.states} - {ABSORBED})
        posts = {post: number for number, post in enumerate(used)} | {ABSORBED: ABSORBED}
        self.states[:] = [replace(state, post=posts[state.post]) for state in self.states]
        self.transitions[:] = [self.transitions[post] for post in used]
        self.betted_tables[:] = [self.betted_tables[post] for post in used]

    def gone(self, key: Key) -> DecisionState:
        """The state where nobody plays: every player who would come here left at the ceiling."""
        funded = with_rail(self.tables.states[key.table], DEEP_RAIL)
        return self.decided(key, Decision(stops=True, betting=bets(self.book, funded, NOTHING)))

    def unit(self) -> int:
        """The largest sum that divides every change of what is owned, in cents; 0 if there is none."""
        states = (piece.state for row in self.rows.values() for piece in row.pieces)
        fees = (state.fee for state in chained(states, self.left.values()))
        return gcd(*fees, *(one.delta for row in self.transitions for one in row))

    def states_of(self, row: _Row, unit: int) -> list[DecisionState]:
        """The states of a row, that for the largest sums first; neighbours that do the same are one.

        A piece without a sum that is the bankroll and whole units more or less is left out.
        """
        found: list[DecisionState] = []
        for piece in row.pieces:
            least = Cents(piece.least + (self.bankroll - piece.least) % (unit or 1))
            if found and found[-1].least == least:
                found.pop()
            if not found or replace(found[-1], least=Cents(0)) != piece.state:
                found.append(replace(piece.state, least=least))
        return [*found[:0:-1], replace(found[0], least=Cents(0))]

    def too_many(self) -> str:
        """The reason why the walk gives up."""
        if not self.bounded and len(self.memories) > MAX_MEMORIES:
            return super().too_many()
        return (
            f"{self.system.name} looks at what is owned and has more than {self.scope.max_states:,} "
            f"states with sums up to {printed(Cents(self.ceiling))}: a goal or a nearer one, a lower table "
            "maximum or larger units would make them fewer"
        )

    def chain(self) -> Chain:
        """The chain, with its ceiling if sums above it were reached."""
        clipped = any(row.above for row in self.rows.values())
        return replace(super().chain(), ceiling=Cents(self.ceiling) if clipped else None)
