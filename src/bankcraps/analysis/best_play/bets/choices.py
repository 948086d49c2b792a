"""The wagers that bind nobody, with every amount, and what throws do to them in a position."""

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from math import prod
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from bankcraps.analysis.best_play.bets.checks import Checks, Stands
from bankcraps.analysis.best_play.bets.positions import Position, binding
from bankcraps.analysis.best_play.bets.sizes import MAX_CHOICES, require_few_sets, too_many
from bankcraps.analysis.best_play.bets.throws import Bets, Result, under
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine.state import OnOff, Standing
from bankcraps.game.wagers import Wager
from bankcraps.strategies.plan import LengthUnit

__all__ = ["Choices", "Extra", "Extras"]

_WAYS: Final = tuple(throw.ways for throw in OUTCOMES)
_ALL: Final = range(len(OUTCOMES))

_SIZES: Final = (1, 2, 5, 7, 1260)
"""Small amounts, where pays are rounded, and one that every pay divides, in units of the table."""

Amounts = npt.NDArray[np.int64]


class Extra(NamedTuple):
    """A wager with its amounts, in a position.

    Attributes:
        one: the wager with the least amount, called as it must be for that.
        amounts: in cents, going up.
        groups: for each combination of the dice the number of its group: those that do the same.
        change: by group and amount, the change of what is owned, in cents.
        left: by group and amount, what stands afterwards; maybe of larger amounts, too.
    """

    one: Standing
    amounts: Amounts
    groups: tuple[int, ...]
    change: Amounts
    left: list[list[tuple[Standing, ...]]]

    def least(self) -> Stands:
        """The wager with the least amount."""
        results = [
            Result(int(change[0]), left[0]) for change, left in zip(self.change, self.left, strict=True)
        ]
        return Stands(self.one, tuple(results[group] for group in self.groups))


class Choices(NamedTuple):
    """Throws in a position with some wagers that do not bind, one choice for each set of amounts.

    Attributes:
        puck: the point, or 0.
        calls: the wagers to call on or off, those that bind among them.
        wagers: the wagers.
        amounts: by choice and wager, in cents.
        ways: by outcome, how many of the 36 throws.
        counts: by outcome, whether it uses up one of what is counted.
        change: by outcome and choice, the change of what is owned, in cents.
        to: by outcome, the position that it leads to: one, or one for each choice.
    """

    puck: int
    calls: Mapping[Wager, OnOff]
    wagers: tuple[Wager, ...]
    amounts: Amounts
    ways: tuple[int, ...]
    counts: tuple[bool, ...]
    change: Amounts
    to: tuple[tuple[Position, ...], ...]

    def only(self, kept: npt.NDArray[np.bool_]) -> "Choices":
        """Some of the choices."""
        to = tuple(
            some if len(some) == 1 else tuple(one for one, keep in zip(some, kept, strict=True) if keep)
            for some in self.to
        )
        return self._replace(amounts=self.amounts[kept], change=self.change[:, kept], to=to)


class Extras:
    """The results of throws by wager and amount, each asked of the engine once."""

    def __init__(
        self, bets: Bets, menu: tuple[Wager, ...], most: int, counted: LengthUnit | None = None
    ) -> None:
        """Ask nothing yet. No more than `most` cents may stand. Throws, decisions or shooters are counted."""
        self.counted: LengthUnit | None = counted
        self.bets: Bets = bets
        self.menu: tuple[Wager, ...] = menu
        self.most: int = most
        self.checks: Checks = Checks(bets)
        self._kept: dict[tuple[int, Wager], Extra] = {}
        self._groups: dict[tuple[int, Wager, OnOff | None], tuple[int, ...]] = {}
        self._ends: dict[int, tuple[bool, ...]] = {}

    def choices(self, puck: int, standing: tuple[Standing, ...], at_once: int) -> Iterator[Choices]:
        """Every choice in a position, with up to so many wagers that do not bind.

        The first bets nothing, and calls nothing.
        """
        room = self.most - sum(one.amount for one in standing)
        offered = list(self.offered(puck, standing, room))
        require_few_sets([amounts for _, amounts in offered], at_once, room)
        extras = list(self.of(puck, standing, offered))
        bound = [list(self.called(puck, one, under(one.wager, standing))) for one in standing]
        for called in product(*bound):
            for some in self.sets(extras, at_once, room):
                yield self.together(puck, called, some, room)

    @staticmethod
    def sets(extras: list[Extra], at_once: int, room: int) -> Iterator[tuple[Extra, ...]]:
        """The sets of up to so many wagers for which there is room together."""
        for many in range(min(at_once, len(extras)) + 1):
            for some in combinations(extras, many):
                if sum(int(extra.amounts[0]) for extra in some) <= room:
                    if (together := prod(extra.amounts.size for extra in some)) > MAX_CHOICES:
                        raise too_many(together)
                    yield some

    def of(
        self, puck: int, standing: tuple[Standing, ...], offered: list[tuple[Standing, Amounts]]
    ) -> Iterator[Extra]:
        """The wagers that a throw may change."""
        for one, amounts in offered:
            self.checks.free(puck, one, standing, int(amounts[-1]))
            extra = self.with_amounts(puck, one, under(one.wager, standing), amounts)
            if extra.change.any():  # a wager that is off here changes nothing
                yield extra

    def offered(
        self, puck: int, standing: tuple[Standing, ...], room: int
    ) -> Iterator[tuple[Standing, Amounts]]:
        """The wagers of the menu that do not bind here, with every amount for which there is room."""
        for wager in self.menu:
            found = self.bets.amounts(puck, standing, wager)
            least = found.at_least(1) if found is not None else None
            if found is None or least is None or least > room:
                continue
            one = self.bets.standing(puck, standing, wager, least)
            if one is not None and self.bets.free(puck, one, under(wager, standing)):
                yield one, self.bets.listed(found, room)

    def with_amounts(self, puck: int, one: Standing, flat: Standing | None, amounts: Amounts) -> Extra:
        """A wager with its amounts. The engine is asked only for those that were not asked for before."""
        key = puck, one.wager
        kept = self._kept.get(key)
        many = 0 if kept is None else min(kept.amounts.size, amounts.size)
        if kept is None or not np.array_equal(kept.amounts[:many], amounts[:many]):
            kept = self._kept[key] = self.asked(puck, one, flat, amounts)
        elif many < amounts.size:
            more = self.asked(puck, one, flat, amounts[many:])
            left = [old + new for old, new in zip(kept.left, more.left, strict=True)]
            change = np.concatenate([kept.change, more.change], axis=1)
            kept = self._kept[key] = kept._replace(amounts=amounts, change=change, left=left)
        return kept._replace(amounts=amounts, change=kept.change[:, : amounts.size])

    def asked(self, puck: int, one: Standing, flat: Standing | None, amounts: Amounts) -> Extra:
        """The results of a wager with each amount, asked of the engine."""
        stand = [replace(one, amount=Cents(amount)) for amount in amounts.tolist()]
        groups = self.groups(puck, flat, one)
        results = [self.results(puck, each, flat, groups) for each in stand]
        change = np.array([[result.change for result in row] for row in results], np.int64).T
        left = [[row[group].left for row in results] for group in range(len(change))]
        return Extra(stand[0], amounts, groups, np.ascontiguousarray(change), left)

    def called(self, puck: int, one: Standing, flat: Standing | None) -> Iterator[Extra]:
        """A wager that binds, as it stands; and as its owner may call it, if that matters for the throw."""
        as_is = self.bound(puck, one, flat)
        other = self.bets.other_call(puck, one)
        called = None if other is None else self.bound(puck, replace(one, call=other), flat)
        if called is None or called.least().results == as_is.least().results:
            yield as_is
        else:
            yield as_is._replace(one=replace(one, call="off" if other == "on" else "on"))
            yield called

    def bound(self, puck: int, one: Standing, flat: Standing | None) -> Extra:
        """A wager that binds, as one with a single amount."""
        groups = self.groups(puck, flat, one)
        if self.bets.prepays(one.wager):
            for group in range(max(groups) + 1):
                self.bets.require_stays_alike(puck, one, groups.index(group))
        results = self.results(puck, one, flat, groups)
        change = np.array([[result.change] for result in results], np.int64)
        left = [[result.left] for result in results]
        return Extra(one, np.array([one.amount]), groups, change, left)

    def groups(self, puck: int, flat: Standing | None, one: Standing) -> tuple[int, ...]:
        """Put the combinations of the dice together that do the same to a wager, with amounts of any size."""
        key = puck, one.wager, one.call
        if key not in self._groups:
            sizes = [replace(one, amount=Cents(times * self.bets.unit)) for times in _SIZES]
            alike = [tuple(self.bets.result(puck, size, flat, each) for size in sizes) for each in _ALL]
            kinds = list(dict.fromkeys(alike))
            self._groups[key] = tuple(kinds.index(each) for each in alike)
        return self._groups[key]

    def results(
        self, puck: int, one: Standing, flat: Standing | None, groups: tuple[int, ...]
    ) -> list[Result]:
        """The results of a wager for each group of combinations."""
        return [self.bets.result(puck, one, flat, groups.index(group)) for group in range(max(groups) + 1)]

    def together(self, puck: int, bound: tuple[Extra, ...], some: tuple[Extra, ...], room: int) -> Choices:
        """The choices with some wagers, each with every amount, as far as there is room for them together."""
        sizes = [extra.amounts.size for extra in some]
        grid = np.indices(sizes).reshape(len(some), prod(sizes))
        rows = [extra.amounts[at] for extra, at in zip(some, grid, strict=True)]
        amounts = np.array(rows, np.int64).reshape(grid.shape)
        kept = amounts.sum(axis=0) <= room
        grid, amounts = grid[:, kept], amounts[:, kept]
        pucks, ends, ways = self.bets.puck_after(puck), self.ends(puck), dict[tuple[int, ...], int]()
        for each in _ALL:
            key = (ends[each], pucks[each], *(extra.groups[each] for extra in (*bound, *some)))
            ways[key] = ways.get(key, 0) + _WAYS[each]
        change = np.zeros((len(ways), grid.shape[1]), np.int64)
        to: list[tuple[Position, ...]] = []
        for outcome, (_, after, *groups) in enumerate(ways):
            of_some = groups[len(bound) :]
            left: list[Standing] = []
            for extra, group in zip(bound, groups, strict=False):
                change[outcome] += extra.change[group, 0]
                left += extra.left[group][0]
            for extra, group, at in zip(some, of_some, grid, strict=True):
                change[outcome] += extra.change[group][at]
            lefts = [extra.left[group] for extra, group in zip(some, of_some, strict=True)]
            to.append(self.positions(after, tuple(left), lefts, grid))
        stand = [extra.one for extra in (*bound, *some)]
        if self.checks.wants(puck, stand):
            self.checks.layout(puck, [extra.least() for extra in (*bound, *some)])
        counts = tuple(bool(ended) for ended, *_ in ways)
        calls: dict[Wager, OnOff] = {one.wager: one.call for one in stand if one.call is not None}
        wagers = tuple(extra.one.wager for extra in some)
        return Choices(puck, calls, wagers, amounts.T, tuple(ways.values()), counts, change, tuple(to))

    def ends(self, puck: int) -> tuple[bool, ...]:
        """Whether each combination of the dice uses up one of what is counted."""
        if puck not in self._ends:
            none = (False,) * len(_ALL)
            self._ends[puck] = none if self.counted is None else self.bets.uses_up(self.counted, puck)
        return self._ends[puck]

    def positions(
        self,
        puck: int,
        left: tuple[Standing, ...],
        of_some: list[list[tuple[Standing, ...]]],
        grid: Amounts,
    ) -> tuple[Position, ...]:
        """The positions that an outcome leads to: one, or one for each choice if amounts decide."""
        if not any(binding(self.bets, puck, lefts[0], left) for lefts in of_some):
            return (Position(puck, self.stand(puck, left)),)
        found: list[Position] = []
        for choice in range(grid.shape[1]):
            lefts = [lefts[int(at)] for lefts, at in zip(of_some, grid[:, choice], strict=True)]
            found.append(Position(puck, self.stand(puck, sum(lefts, left))))
        return tuple(found)

    def stand(self, puck: int, left: tuple[Standing, ...]) -> tuple[Standing, ...]:
        """The wagers that bind, among several, in the order of a seat."""
        bound = tuple(sorted(binding(self.bets, puck, left), key=lambda one: one.wager.order))
        if len({one.wager for one in bound}) < len(bound):
            raise BankcrapsError(f"two wagers come to lie on one spot: {', '.join(map(str, bound))}")
        return bound
