"""The decision problem of a player: every position, choice and move, as arrays."""

from collections.abc import Iterable, Iterator
from math import gcd
from typing import Final, NamedTuple

import numpy as np

from bankcraps.analysis.best_play.choices import MAX_CHOICES, Choices, Extras, TooLargeError, too_many
from bankcraps.analysis.best_play.kernels import Arrays, Bools, Floats, Integers, Ints
from bankcraps.analysis.best_play.throws import Bets, Move, Position, moves, under
from bankcraps.game.chips import Cents, printed
from bankcraps.game.engine.limits import Limits
from bankcraps.game.wagers import COMES, ODDS, Wager

_NUMBERS: Final = 6
"""The numbers on which come wagers stand."""


MAX_POSITIONS: Final = 20_000
"""The most positions. Pass with odds, from 500 to 1,000 in units of 1, has 6,994."""

MAX_SETS: Final = 30_000
"""The most sets of wagers in all positions; each takes about a tenth of a millisecond to put together."""


_LARGER: Final = (5, 10, 25, 50, 100, 250, 500, 1000)
"""Units that are offered in place of a smaller one, in steps of the table."""


def _too_many_positions(fits: Limits | None) -> TooLargeError:
    """The error for too many positions; with limits that would leave few enough, if there are any."""
    larger = "larger units" if fits is None else f"larger units, as in limits of {fits},"
    return TooLargeError(
        f"there are more than {MAX_POSITIONS:,} positions, by what stands on the line and on each "
        "number: fewer line and come wagers, or wagers with commission paid in advance, a nearer goal or "
        f"{larger} would make them fewer"
    )


def layouts(spots: int, limits: Limits, unit: int, room: int) -> float:
    """Count the ways to have some chips on at least one of several spots.

    Args:
        spots: the number.
        limits: the smallest and the largest amount on a spot.
        unit: the amounts are whole units, in cents.
        room: the most that all may be together, in cents. Beyond a thousand units it does not matter.
    """
    each = np.ones(min(room // unit, 1000) + 1)
    each[1 : -(-limits.minimum // unit)] = 0
    each[limits.maximum // unit + 1 :] = 0
    ways = np.ones(1)
    for _ in range(spots):
        ways = np.convolve(ways, each)[: each.size]
    return float(ways.sum()) - 1


class Search:
    """The positions found so far, in the order in which they came up.

    Attributes:
        extras: the wagers to choose from.
        at_once: the most wagers that do not bind and stand at once.
        at_least: the least that is at risk on each throw, in cents.
        found: the positions; the first is the start.
        blocks, moves: the choices and the moves in each.
        choices: the number of choices so far.
        others: the numbers of other positions to start from.
        sets: the number of sets of wagers, each with all amounts, in all positions so far.
    """

    def __init__(self, extras: Extras, at_once: int, at_least: int = 0) -> None:
        """Begin with nothing found."""
        self.extras: Extras = extras
        self.at_once: int = at_once
        self.at_least: int = at_least
        self.found: list[Position] = []
        self.blocks: list[tuple[Choices, ...]] = []
        self.moves: list[tuple[Move, ...]] = []
        self.choices: int = 0
        self.sets: int = 0
        self.others: tuple[int, ...] = ()
        self._numbers: dict[Position, int] = {}
        self._seen: dict[int | None, set[Wager]] = {}
        self._fewest: dict[int | None, float] = {}

    @property
    def timed(self) -> bool:
        """Whether something is counted, so that to wait is a choice."""
        return self.extras.counted is not None

    def number_of(self, position: Position) -> int:
        """The number of a position, new or seen before.

        Where all that binds can be called off and time does not count, players wait for any puck.
        """
        standing, bets = position.standing, self.extras.bets
        if not self.timed and all(bets.can_rest(one, under(one.wager, standing)) for one in standing):
            position = Position(None, standing)
        known = self._numbers.setdefault(position, len(self.found))
        if known == len(self.found):
            self.foresee(position)
            self.found.append(position)
        return known

    def foresee(self, position: Position) -> None:
        """Count the positions that flat wagers alone make, from those that were seen with each puck so far.

        Raises:
            TooLargeError: if there are too many.
        """
        flats = {one.wager for one in position.standing if one.wager.kind in ODDS}
        seen = self._seen.setdefault(position.puck, set())
        if not flats <= seen:
            seen |= flats
            bets = self.extras.bets
            limits = bets.limits
            self._fewest[position.puck] = layouts(len(seen), limits, bets.unit, self.extras.most)
        if max(len(self.found) + 1, sum(self._fewest.values())) > MAX_POSITIONS:
            raise _too_many_positions(self.fitting_limits())

    def fitting_limits(self) -> Limits | None:
        """Limits with larger units, so that flat wagers make at most half as many positions as there may be.

        None if there are none. A bet should be at most half of what may stand together.
        """
        bets, room = self.extras.bets, self.extras.most
        flats = [one.kind for one in self.extras.menu if one.kind in ODDS]
        spots = sum(_NUMBERS if kind in COMES else 1 for kind in flats)
        for times in _LARGER if spots else ():
            unit = times * bets.unit
            least, most = -(-bets.limits.minimum // unit) * unit, bets.limits.maximum // unit * unit
            if not 0 < least <= most or 2 * least > room:
                continue
            larger = Limits(Cents(least), Cents(most), Cents(unit))
            if len(bets.pucks()) * layouts(spots, larger, unit, room) <= MAX_POSITIONS / 2:
                return larger
        return None

    def run(self, others: Iterable[Position] = ()) -> None:
        """Find every position that the start and others lead to.

        Raises:
            TooLargeError: if there are too many positions or choices.
        """
        self.number_of(Position(0))
        self.others = tuple(map(self.number_of, others))
        while len(self.blocks) < len(self.found):
            position = self.found[len(self.blocks)]
            self.blocks.append(tuple(self.choices_in(position)))
            self.moves.append(tuple(self.moves_in(position)))

    def count(self, choices: int) -> None:
        """Count more choices, with one set of wagers.

        Raises:
            TooLargeError: if there are too many.
        """
        self.choices += choices
        self.sets += 1
        if self.choices > MAX_CHOICES or self.sets > MAX_SETS:
            raise too_many(self.choices)

    @property
    def refunds(self) -> bool:
        """Whether commission may come back, so that a player may own the goal before a throw."""
        return any(map(self.extras.bets.gives_back, self.extras.menu))

    def choices_in(self, position: Position) -> Iterator[Choices]:
        """The throws from a position, those that only wait last.

        To wait costs only time. It is a choice where time counts, and for a player who owns the goal by
        commission that came back: the play ends after the next throw.
        """
        waiting: list[Choices] = []
        for puck in self.pucks(position):
            for found in self.extras.choices(puck, position.standing, self.at_once):
                block = found.only(position.at_risk + found.amounts.sum(axis=1) >= self.at_least)
                if not len(block.amounts):
                    continue
                self.count(len(block.amounts))
                reached = {self.number_of(to) for outcome in block.to for to in dict.fromkeys(outcome)}
                waits = reached == {self.number_of(position)} and not block.change.any()
                if self.timed or not waits:
                    yield block
                elif self.refunds and not waiting:
                    waiting.append(block)
        yield from waiting

    def moves_in(self, position: Position) -> Iterator[Move]:
        """The moves from a position."""
        extras = self.extras
        for puck in self.pucks(position):
            for move in moves(extras.bets, puck, position.standing, extras.menu, extras.most):
                self.number_of(move.to)
                yield move

    def pucks(self, position: Position) -> tuple[int, ...]:
        """The pucks with which a player may be there."""
        if position.puck is not None:
            return (position.puck,)
        return self.extras.bets.pucks()


MAX_VALUES: Final = 60_000_000
"""The most pairs of a position and a sum."""

MAX_WORK: Final = 20_000_000_000
"""The most pairs of a choice and a sum."""


class Problem(NamedTuple):
    """A decision problem.

    Attributes:
        table: the table that says what bets and throws do.
        positions: every position; the first is the start.
        blocks: the choices of each position.
        moves: the moves of each position.
        arrays: the same for the kernels.
        counts: of each outcome, whether it uses up one of what is counted.
        unit, least, sums: sums are `least` and whole units more, in cents; so many are below the goal.
        start: the sum that the player brings, in units above the least.
        over: so many sums from the goal on can be owned before a throw, by commission that comes back.
        others: the numbers of the other positions that were asked for.
        left_out: by position, the chips in units that must stay, which sums leave out where the goal is of
            settled money; else 0.
    """

    table: Bets
    positions: tuple[Position, ...]
    blocks: tuple[tuple[Choices, ...], ...]
    moves: tuple[tuple[Move, ...], ...]
    arrays: Arrays
    counts: Bools
    unit: int
    least: int
    sums: int
    start: int
    over: int = 0
    others: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()

    @property
    def settled(self) -> bool:
        """Whether the goal is of settled money: sums leave out what must stay."""
        return any(self.left_out)

    @property
    def width(self) -> int:
        """The number of sums."""
        return self.sums + self.over

    @property
    def dollars(self) -> Floats:
        """Every sum in dollars."""
        return (self.least + self.unit * np.arange(self.width)) / 100

    @property
    def moves_cost(self) -> bool:
        """Whether some moves change what is owned."""
        return bool(self.arrays.move_change.any())

    @property
    def cheapest(self) -> int | None:
        """The cheapest bet while nothing stands, in cents; None if there is none."""
        bare = [number for number, position in enumerate(self.positions) if not position.standing]
        blocks = [block for number in bare for block in self.blocks[number] if block.wagers]
        bets = [int(block.amounts.sum(axis=1).min()) for block in blocks]
        return min((*bets, *(move.need for number in bare for move in self.moves[number])), default=None)

    def outcomes(self, choices: Integers) -> tuple[Integers, Integers]:
        """The number of outcomes of each of some choices, and the numbers of all of them."""
        first = self.arrays.first_outcome
        many = first[choices + 1] - first[choices]
        return many, np.repeat(first[choices] - np.cumsum(many) + many, many) + np.arange(int(many.sum()))

    def lands(self, some: slice = slice(None)) -> Ints:
        """The rows that outcomes lead to: positions, and behind them the same again with one less to go."""
        return self.arrays.to[some] + self.counts[some] * np.int32(len(self.positions))

    @property
    def rounding(self) -> float:
        """The most that arithmetic with 53 bits loses of one mean: a rounding for each term and each sum."""
        terms = int(np.diff(self.arrays.first_outcome).max(initial=1))
        return (2 * terms + 1) * 2.0**-53

    @property
    def work(self) -> int:
        """The number of pairs of a choice and a sum."""
        return int((self.sums - self.arrays.need.astype(np.int64)).clip(0).sum())


class _Outcomes(NamedTuple):
    """The outcomes of choices, in the order of the choices.

    Attributes:
        stakes: by choice, the chips that must be owned, in cents.
        many: the number that each choice has.
        to, change, chance: of each, the position it leads to, the change in cents and the probability.
        counts: of each, whether it uses up one of what is counted.
        waits: of each choice, whether every throw leaves everything as it is.
        left_out: of each choice, how many of the 36 throws are in no outcome.
    """

    stakes: Integers
    many: Integers
    to: Integers
    change: Integers
    chance: Floats
    counts: Bools
    waits: Bools
    left_out: Integers


def problem_of(
    search: Search, bankroll: Cents, goal: Cents, step: int = 0, *, settled: bool = False
) -> Problem:
    """The problem of all positions that were found, with every choice there.

    Args:
        search: the positions.
        bankroll: the sum that the player brings, in cents.
        goal: the sum that ends the play, in cents.
        step: the step, in cents, in which other things change the sum owned; 0 if nothing else does.
        settled: whether sums leave out chips that must stay until the dice decide them.

    Raises:
        TooLargeError: if the problem is too large.
    """
    stays = _must_stay(search) if settled else [0] * len(search.found)
    unit = gcd(_unit(search), step, *stays)
    least = bankroll % unit
    sums = -(-(goal - least) // unit)
    over = -(-max(one.comes_back for one in search.found) // unit)
    if len(search.found) * (sums + over) > MAX_VALUES:
        raise TooLargeError(
            f"there are {len(search.found):,} positions with {sums:,} sums each up to {printed(goal)}: fewer "
            "wagers, a nearer goal or larger units would make them fewer"
        )
    arrays, counts = _arrays(search, unit, least, sums, stays)
    found = Problem(
        *(search.extras.bets, tuple(search.found), tuple(search.blocks), tuple(search.moves), arrays, counts),
        *(unit, least, sums, (bankroll - least) // unit, over, search.others),
        left_out=tuple(one // unit for one in stays),
    )
    if found.work > MAX_WORK:
        raise TooLargeError(
            f"there are {len(arrays.need):,} bets with up to {sums:,} sums each: fewer wagers or fewer at "
            "once, a nearer goal, a lower table maximum or larger units would make them fewer"
        )
    return found


def _arrays(search: Search, unit: int, least: int, sums: int, stays: list[int]) -> tuple[Arrays, Bools]:
    """All positions, choices, outcomes and moves in arrays; and which outcomes count."""
    kept_chips = np.array(stays)
    found = [
        _outcomes(search, number, block, kept_chips)
        for number, blocks in enumerate(search.blocks)
        for block in blocks
    ]
    none = [np.zeros(0, kind) for kind in (*[np.int64] * 4, float, bool, bool, np.int64)]
    outcomes = _Outcomes._make(map(np.concatenate, zip(none, *found, strict=True)))
    need = (-(-(outcomes.stakes - least) // unit)).clip(0)
    moves = [
        (to, max(0, -(-(move.need - kept - least) // unit)), (move.change + kept - stays[to]) // unit)
        for some, kept in zip(search.moves, stays, strict=True)
        for move in some
        for to in (search.number_of(move.to),)
    ]
    move_to, move_need, move_change = np.array(moves, np.int32).reshape(-1, 3).T.copy()
    arrays = Arrays(
        _begins([sum(len(block.amounts) for block in blocks) for blocks in search.blocks]),
        np.where(outcomes.waits, np.maximum(need, sums), need).astype(np.int32),
        _begins(outcomes.many),
        *(outcomes.to.astype(np.int32), (outcomes.change // unit).astype(np.int32), outcomes.chance),
        _begins([len(some) for some in search.moves]),
        *(move_to, move_need, move_change),
        outcomes.left_out.astype(np.int32),
    )
    return arrays, outcomes.counts


def _must_stay(search: Search) -> list[int]:
    """By position, the chips that stay, in cents, once all has come down that may."""
    found = [position.at_risk for position in search.found]
    for number in sorted(range(len(found)), key=found.__getitem__):
        for move in search.moves[number]:
            if move.to.at_risk < search.found[number].at_risk:
                found[number] = min(found[number], found[search.number_of(move.to)])
    return found


def _begins(sizes: list[int] | Integers) -> Ints:
    """The places at which parts of these sizes begin, and at which the last one ends."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes, dtype=np.int64)]).astype(np.int32)


def _unit(search: Search) -> int:
    """The largest sum that divides every change, in cents."""
    changes = [int(np.gcd.reduce(block.change, axis=None)) for blocks in search.blocks for block in blocks]
    return gcd(*changes, *(move.change for some in search.moves for move in some)) or 1


def _outcomes(search: Search, here: int, block: Choices, stays: Integers) -> _Outcomes:
    """The outcomes of the choices in a block. What must stay in a position is left out of sums.

    A throw after which everything is as before is left out, unless it uses up one of what is counted: the
    player chooses the same again. No throw is left out of a choice that only waits.
    """
    shape = block.change.shape
    to = np.empty(shape, np.int32)
    for outcome, positions in enumerate(block.to):
        to[outcome] = [search.number_of(one) for one in positions]
    counts = np.broadcast_to(np.array(block.counts)[:, None], shape)
    same = (to == here) & (block.change == 0) & ~counts
    waits = same.all(axis=0)
    same &= ~waits
    ways = np.where(same, 0, np.array(block.ways)[:, None])
    chance = ways / np.maximum(ways.sum(axis=0), 1)
    kept = (~same).T
    stakes = search.found[here].at_risk - stays[here] + block.amounts.sum(axis=1)
    change = block.change + stays[here] - stays[to]
    return _Outcomes(
        *(stakes, kept.sum(axis=1), to.T[kept], change.T[kept], chance.T[kept], counts.T[kept]),
        *(waits, sum(block.ways) - ways.sum(axis=0)),
    )
