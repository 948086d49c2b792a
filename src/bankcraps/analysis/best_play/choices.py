"""The bets that are possible in a position, with every amount, and what throws do to them.

The wagers that bind nobody stand in every set and every amount for which there is room. What is put together
from single wagers is checked at each house, because anybody may write a house.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise, product
from math import prod
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from bankcraps.analysis.best_play.kernels import Bools, Floats
from bankcraps.analysis.best_play.throws import Bets, Position, Result, Standings, binding, under
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, printed
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine.state import OnOff, Standing
from bankcraps.game.wagers import Wager
from bankcraps.strategies.plan import LengthUnit

MAX_CHOICES: Final = 10_000_000
"""The most choices of all positions."""


class TooLargeError(BankcrapsError):
    """A problem with too many positions, sums or choices."""


def too_many(choices: int) -> TooLargeError:
    """The error for too many choices; so many were counted before the count ended."""
    return TooLargeError(
        f"there are more than {min(choices, MAX_CHOICES):,} bets to choose from: fewer wagers or fewer at "
        "once, a nearer goal, a lower table maximum or larger units would make them fewer"
    )


def require_few_sets(amounts: list[npt.NDArray[np.int64]], at_once: int, room: int) -> None:
    """Refuse wagers with too many sets of amounts, before they are put together.

    Most have few enough even without looking at the room.

    Args:
        amounts: of each wager, in cents, going up.
        at_once: the most wagers in a set.
        room: the most that all of them may be together, in cents.

    Raises:
        TooLargeError: if there are too many.
    """
    many = min(at_once, len(amounts))
    sets = [1] + [0] * many  # by the number of wagers, chosen among those so far
    for one in amounts:
        sets = [1, *(more + one.size * fewer for fewer, more in pairwise(sets))]
    if sum(sets) > MAX_CHOICES and (found := sets_with_room(amounts, at_once, room)) > MAX_CHOICES:
        raise too_many(found)


def sets_with_room(amounts: list[npt.NDArray[np.int64]], at_once: int, room: int) -> int:
    """Count the sets as above. The count ends with a wager that makes them too many."""
    unit = int(np.gcd.reduce(np.concatenate(amounts)))
    ways = np.zeros((min(at_once, len(amounts)) + 1, room // unit + 1))  # by their number and their sum
    ways[0, 0] = 1
    for one in amounts:
        each = np.zeros(ways.shape[1])
        each[one // unit] = 1
        more = np.array([np.convolve(row, each)[: row.size] for row in ways[:-1]])
        ways[1:] += more
        if ways.sum() > MAX_CHOICES:
            break
    return int(ways.sum())


_MOST: Final = 400
"""The most sets of wagers that are checked; each takes less than half a millisecond."""

_THROWS: Final = 3
"""The throws of each set, going on from those of the last set."""


class Stands(NamedTuple):
    """A wager on a layout, with what each combination of the dice does to it alone."""

    one: Standing
    results: tuple[Result, ...]


class Checks:
    """Compares what was put together with what the engine says of the whole."""

    def __init__(self, bets: Bets) -> None:
        """Check nothing yet."""
        self.bets: Bets = bets
        self._layouts: dict[tuple[int, tuple[tuple[Wager, str | None], ...]], int] = {}
        self._free: dict[tuple[int, Wager], int] = {}

    def wants(self, puck: int, ones: list[Standing]) -> bool:
        """Whether a set of wagers is new, and not too many were checked."""
        key = puck, tuple((one.wager, one.call) for one in ones)
        if key in self._layouts or len(self._layouts) == _MOST:
            return False
        self._layouts[key] = len(self._layouts)
        return True

    def layout(self, puck: int, wagers: list[Stands]) -> None:
        """Throw with a whole layout.

        Raises:
            BankcrapsError: if that does something else than what the throw does to its wagers one by one.
        """
        whole = tuple(sorted((each.one for each in wagers), key=lambda one: one.wager.order))
        for number in range(_THROWS):
            combination = (_THROWS * len(self._layouts) + number) % len(OUTCOMES)
            came = self.bets.thrown(puck, whole, combination)
            alone = [each.results[combination] for each in wagers]
            left = sorted((one for result in alone for one in result.left), key=lambda one: one.wager.order)
            if came != Result(sum(result.change for result in alone), tuple(left)):
                raise BankcrapsError(
                    f"no best play is known at {self.bets.book.spec}: {OUTCOMES[combination]} does to "
                    f"{', '.join(map(str, whole))} together something else than to each of them alone"
                )

    def free(self, puck: int, one: Standing, standing: Standings, most: int) -> None:
        """Take the largest amount of a wager that binds nobody down, too, and put it up again.

        Raises:
            BankcrapsError: if that costs something or is not possible.
        """
        if most <= self._free.get((puck, one.wager), 0):
            return
        self._free[puck, one.wager] = most
        flat = under(one.wager, standing)
        for amount in (one.amount, most):
            stands = replace(one, amount=Cents(amount))
            if not self.bets.is_free(puck, stands, (stands,) if flat is None else (flat, stands)):
                raise BankcrapsError(
                    f"no best play is known at {self.bets.book.spec}: {one.wager} comes down and goes up "
                    f"again for nothing with some amounts, but not with {printed(Cents(amount))}"
                )


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
    left: list[list[Standings]]

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

    def only(self, kept: Bools) -> "Choices":
        """Some of the choices."""
        to = tuple(
            some if len(some) == 1 else tuple(one for one, keep in zip(some, kept, strict=True) if keep)
            for some in self.to
        )
        return self._replace(amounts=self.amounts[kept], change=self.change[:, kept], to=to)


class Extras:
    """The results of throws by wager and amount, each asked of the engine once."""

    def __init__(self, bets: Bets, menu: tuple[Wager, ...], most: int, counted: LengthUnit | None) -> None:
        """Ask nothing yet. No more than `most` cents may stand. Throws, decisions or shooters are counted."""
        self.counted: LengthUnit | None = counted
        self.bets: Bets = bets
        self.menu: tuple[Wager, ...] = menu
        self.most: int = most
        self.checks: Checks = Checks(bets)
        self._kept: dict[tuple[int, Wager], Extra] = {}
        self._groups: dict[tuple[int, Wager, OnOff | None], tuple[int, ...]] = {}
        self._bound: dict[tuple[int, Standing, Standing | None], tuple[Extra, ...]] = {}

    def choices(self, puck: int, standing: Standings, at_once: int) -> Iterator[Choices]:
        """Every choice in a position, with up to so many wagers that do not bind.

        The first bets nothing, and calls nothing.
        """
        room = self.most - sum(one.amount for one in standing)
        offered = list(self.offered(puck, standing, room))
        require_few_sets([amounts for _, amounts in offered], at_once, room)
        extras = list(self.of(puck, standing, offered))
        bound = [self.called(puck, one, under(one.wager, standing)) for one in standing]
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

    def of(self, puck: int, standing: Standings, offered: list[tuple[Standing, Amounts]]) -> Iterator[Extra]:
        """The wagers that a throw may change."""
        for one, amounts in offered:
            self.checks.free(puck, one, standing, int(amounts[-1]))
            extra = self.with_amounts(puck, one, under(one.wager, standing), amounts)
            if extra.change.any():  # a wager that is off here changes nothing
                yield extra

    def offered(self, puck: int, standing: Standings, room: int) -> Iterator[tuple[Standing, Amounts]]:
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
        firsts = [groups.index(group) for group in range(max(groups) + 1)]
        results = [[self.bets.result(puck, each, flat, first) for first in firsts] for each in stand]
        change = np.array([[result.change for result in row] for row in results], np.int64).T
        left = [[row[group].left for row in results] for group in range(len(change))]
        return Extra(stand[0], amounts, groups, np.ascontiguousarray(change), left)

    def called(self, puck: int, one: Standing, flat: Standing | None) -> tuple[Extra, ...]:
        """A wager that binds, as it stands; and as its owner may call it, if that matters for the throw."""
        key = puck, one, flat
        if key not in self._bound:
            self._bound[key] = tuple(self._called(*key))
        return self._bound[key]

    def _called(self, puck: int, one: Standing, flat: Standing | None) -> Iterator[Extra]:
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
        found = self.asked(puck, one, flat, np.array([one.amount]))
        if self.bets.prepays(one.wager):
            for group in range(len(found.left)):
                self.bets.require_stays_alike(puck, one, found.groups.index(group))
        return found

    def groups(self, puck: int, flat: Standing | None, one: Standing) -> tuple[int, ...]:
        """Put the combinations of the dice together that do the same to a wager, with amounts of any size."""
        key = puck, one.wager, one.call
        if key not in self._groups:
            sizes = [replace(one, amount=Cents(times * self.bets.unit)) for times in _SIZES]
            alike = [tuple(self.bets.result(puck, size, flat, each) for size in sizes) for each in _ALL]
            kinds = list(dict.fromkeys(alike))
            self._groups[key] = tuple(kinds.index(each) for each in alike)
        return self._groups[key]

    def together(self, puck: int, bound: tuple[Extra, ...], some: tuple[Extra, ...], room: int) -> Choices:
        """The choices with some wagers, each with every amount, as far as there is room for them together."""
        sizes = [extra.amounts.size for extra in some]
        grid = np.indices(sizes).reshape(len(some), prod(sizes))
        rows = [extra.amounts[at] for extra, at in zip(some, grid, strict=True)]
        amounts = np.array(rows, np.int64).reshape(grid.shape)
        kept = amounts.sum(axis=0) <= room
        grid, amounts = grid[:, kept], amounts[:, kept]
        pucks, ways = self.bets.puck_after(puck), dict[tuple[int, ...], int]()
        ends = (False,) * len(_ALL) if self.counted is None else self.bets.uses_up(self.counted, puck)
        for each in _ALL:
            key = (ends[each], pucks[each], *(extra.groups[each] for extra in (*bound, *some)))
            ways[key] = ways.get(key, 0) + _WAYS[each]
        groups: list[list[int]] = np.array(list(ways)).T.tolist()[2:]  # of each wager, by outcome
        change = np.zeros((len(ways), grid.shape[1]), np.int64)
        for extra, group in zip(bound, groups, strict=False):
            change += extra.change[group, :1]
        of_some = groups[len(bound) :]
        for extra, group, at in zip(some, of_some, grid, strict=True):
            change += extra.change[group][:, at]
        to: list[tuple[Position, ...]] = []
        for outcome, (_, after, *_) in enumerate(ways):
            left = [
                one
                for extra, group in zip(bound, groups, strict=False)
                for one in extra.left[group[outcome]][0]
            ]
            lefts = [extra.left[group[outcome]] for extra, group in zip(some, of_some, strict=True)]
            to.append(self.positions(after, tuple(left), lefts, grid))
        stand = [extra.one for extra in (*bound, *some)]
        if self.checks.wants(puck, stand):
            self.checks.layout(puck, [extra.least() for extra in (*bound, *some)])
        counts = tuple(bool(ended) for ended, *_ in ways)
        calls: dict[Wager, OnOff] = {one.wager: one.call for one in stand if one.call is not None}
        wagers = tuple(extra.one.wager for extra in some)
        return Choices(puck, calls, wagers, amounts.T, tuple(ways.values()), counts, change, tuple(to))

    def positions(
        self, puck: int, left: Standings, of_some: list[list[Standings]], grid: Amounts
    ) -> tuple[Position, ...]:
        """The positions that an outcome leads to: one, or one for each choice if amounts decide."""
        if not any(binding(self.bets, puck, lefts[0], left) for lefts in of_some):
            return (Position(puck, self.stand(puck, left)),)
        found: list[Position] = []
        for choice in range(grid.shape[1]):
            lefts = [lefts[int(at)] for lefts, at in zip(of_some, grid[:, choice], strict=True)]
            found.append(Position(puck, self.stand(puck, sum(lefts, left))))
        return tuple(found)

    def stand(self, puck: int, left: Standings) -> Standings:
        """The wagers that bind, among several, in the order of a seat."""
        bound = tuple(sorted(binding(self.bets, puck, left), key=lambda one: one.wager.order))
        if len({one.wager for one in bound}) < len(bound):
            raise BankcrapsError(f"two wagers come to lie on one spot: {', '.join(map(str, bound))}")
        return bound


_ASKED: Final = (1, 7, 1260)
"""Amounts with which the engine is asked, in units of the table."""


class Action:
    """The number of throws that decide a wager: a win, a loss or a push, as in the action of a session."""

    def __init__(self, bets: Bets) -> None:
        """Ask nothing yet."""
        self.bets: Bets = bets
        self._ways: dict[tuple[int, Wager, OnOff | None], int] = {}

    def mean(self, position: Position, block: Choices) -> Floats:
        """The mean action of one throw for each choice of a block, in cents."""
        calls = block.calls
        bound = sum(
            one.amount * self.ways(block.puck, replace(one, call=calls.get(one.wager)), position.standing)
            for one in position.standing
        )
        beside = [
            self.ways(block.puck, Standing(one, self.bets.unit, call=calls.get(one)), position.standing)
            for one in block.wagers
        ]
        return (bound + block.amounts @ np.array(beside, np.int64)) / 36

    def ways(self, puck: int, one: Standing, standing: Standings) -> int:
        """Count those of the 36 throws that decide a wager.

        Raises:
            BankcrapsError: if that depends on the amount.
        """
        key = puck, one.wager, one.call
        if key not in self._ways:
            flat = under(one.wager, standing)
            sizes = [Cents(times * self.bets.unit) for times in _ASKED]
            found = {self._decided(puck, replace(one, amount=size), flat) / size for size in sizes}
            if len(found) > 1:
                raise BankcrapsError(
                    f"no action is known at {self.bets.book.spec}: how often {one.wager} is decided depends "
                    "on its amount"
                )
            self._ways[key] = int(found.pop())
        return self._ways[key]

    def _decided(self, puck: int, one: Standing, flat: Standing | None) -> int:
        """The chips of a wager that all 36 throws decide together, in cents."""
        alone = () if flat is None else (flat,)
        return sum(
            throw.ways * (self.bets.decided(puck, (*alone, one), each) - self.bets.decided(puck, alone, each))
            for each, throw in enumerate(OUTCOMES)
        )
