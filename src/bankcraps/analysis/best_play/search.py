"""The positions that a player can come to, with the choices and moves in each."""

from collections.abc import Iterable, Iterator
from typing import Final

from bankcraps.analysis.best_play.choices import (
    MAX_CHOICES,
    MAX_POSITIONS,
    MAX_SETS,
    Choices,
    Extras,
    fitting_limits,
    layouts,
    too_many,
    too_many_positions,
)
from bankcraps.analysis.best_play.throws import Move, Position, moves, under
from bankcraps.game.engine.limits import Limits
from bankcraps.game.wagers import COMES, ODDS, Wager

__all__ = ["Search"]

_NUMBERS: Final = 6
"""The numbers on which come wagers stand."""


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
            raise too_many_positions(self.fitting_limits())

    def fitting_limits(self) -> Limits | None:
        """Limits with larger units and few enough positions, if flat wagers make too many."""
        bets = self.extras.bets
        flats = [one.kind for one in self.extras.menu if one.kind in ODDS]
        spots = sum(_NUMBERS if kind in COMES else 1 for kind in flats)
        limits, most = bets.limits, self.extras.most
        return fitting_limits(spots, len(bets.pucks()), limits, bets.unit, most) if spots else None

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
