"""Pairs of a class of states and a sum that players come to, by number, and where a throw leads from each.

A system that bets half of what it owns has a class for each bet and point, and sums up to a million. A grid
of all classes by all sums has no room, but each class goes with few of the sums. So a pair gets a number when
players first come to it, and what a throw does there is listed once. A pass moves probabilities along these
lists, as `passes.py` moves them along a grid.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bankcraps.analysis.exact.budget import TooLargeError
from bankcraps.analysis.exact.quotient import FAR, Quotient, deciding, sums_by
from bankcraps.errors import BankcrapsError

__all__ = ["BYTES_EACH", "Pairs"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

BYTES_EACH: Final = 160
"""The most bytes that a transition from a pair takes, with its share of the pairs and of what is computed."""

_UNTHROWN: Final = -1
"""The post-decision pair of a pair from which nobody has thrown yet."""


class _Numbered:
    """Pairs of two whole numbers, numbered in the order in which they come.

    Attributes:
        firsts, seconds: (pairs,) the two numbers of each.
    """

    def __init__(self) -> None:
        self.firsts: Ints = np.zeros(0, np.int64)
        self.seconds: Ints = np.zeros(0, np.int64)
        self._ordered = self._numbers = np.zeros(0, np.int64)

    def __len__(self) -> int:
        return len(self.firsts)

    def of(self, firsts: Ints, seconds: Ints) -> Ints:
        """The numbers of pairs. A new pair gets the next number."""
        wanted = firsts * FAR + seconds
        some = np.unique(wanted)
        places = np.searchsorted(self._ordered, some)
        known = np.append(self._ordered, -1)[places] == some
        new, places = some[~known], places[~known]
        self._numbers = np.insert(self._numbers, places, len(self) + np.arange(len(new)))
        self._ordered = np.insert(self._ordered, places, new)
        self.firsts = np.append(self.firsts, new // FAR)
        self.seconds = np.append(self.seconds, new % FAR)
        return self._numbers[np.searchsorted(self._ordered, wanted)]


class _Ways:
    """Transitions from post-decision pairs to pairs, each with its probability."""

    def __init__(self) -> None:
        self._origin = self._to = np.zeros(0, np.int64)
        self._chance: Floats = np.zeros(0)

    def __len__(self) -> int:
        return len(self._to)

    def extend(self, origin: Ints, to: Ints, chance: Floats) -> None:
        self._origin = np.append(self._origin, origin)
        self._to = np.append(self._to, to)
        self._chance = np.append(self._chance, chance)

    def most_into_one(self) -> int:
        """The most transitions into one pair."""
        return int(np.bincount(self._to).max(initial=0))

    def moved(self, thrown: Floats, many: int) -> Floats:
        """(many,) the probability with which players come to each pair."""
        return sums_by(self._to, thrown[self._origin] * self._chance, many)


class Pairs:
    """The pairs that players come to.

    Attributes:
        classes, sums: (pairs,) the class that decides, and what is owned, in units.
    """

    def __init__(self, quotient: Quotient, counted_mark: int) -> None:
        """No pairs yet.

        Args:
            quotient: the quotient chain.
            counted_mark: the mark of the throws that are counted; 0 for every throw.
        """
        self._quotient = quotient
        self._decides = deciding(quotient)
        self._counts = quotient.marks & counted_mark != 0 if counted_mark else np.ones(len(quotient.to), bool)
        self._pairs, self._posts = _Numbered(), _Numbered()
        self._post = np.zeros(0, np.int64)
        self._same, self._after = _Ways(), _Ways()

    def __len__(self) -> int:
        """The number of pairs."""
        return len(self._pairs)

    @property
    def classes(self) -> Ints:
        """(pairs,) the class of each."""
        return self._pairs.firsts

    @property
    def sums(self) -> Ints:
        """(pairs,) the sum owned in each, in units."""
        return self._pairs.seconds

    @property
    def ways(self) -> int:
        """The number of transitions that are listed."""
        return len(self._same) + len(self._after)

    @property
    def most_terms(self) -> int:
        """The most roundings that a pass adds to one probability: those of sums, a product and a chance."""
        thrown = self._post[self._post != _UNTHROWN]
        bets = int(np.bincount(thrown).max(initial=0))
        return self._same.most_into_one() + self._after.most_into_one() + bets + 2

    def of(self, classes: Ints, sums: Ints) -> Ints:
        """The numbers of the pairs to which players with these sums come, new ones included.

        Raises:
            BankcrapsError: if a player comes to own less than nothing, which no chain of a house does.
            TooLargeError: if a sum is too large for a pair.
        """
        if sums.min(initial=0) < 0:
            raise BankcrapsError("the chain is not sound: a player comes to own less than nothing")
        if sums.max(initial=0) >= FAR:
            raise TooLargeError(
                f"a pair of a class with a sum holds less than {FAR:,} units of money: use larger units"
            )
        found = self._pairs.of(self._decides(classes, sums), sums)
        self._post = np.append(self._post, np.full(len(self) - len(self._post), _UNTHROWN))
        return found

    def new_ways(self, now: Floats) -> int:
        """Return the number of transitions that a throw by these players would add."""
        posts = self._quotient.post[self.classes[self._unthrown(now)]]
        return int((self._quotient.first[posts + 1] - self._quotient.first[posts]).sum())

    def throw(self, now: Floats) -> tuple[Floats, Floats]:
        """Let all players bet and throw.

        Args:
            now: (pairs,) the probability of each pair, above zero only where something is thrown.

        Returns:
            (pairs,) the probability of each pair at this count, and at the next.
        """
        self._list(self._unthrown(now))
        some = np.flatnonzero(now)
        thrown = sums_by(self._post[some], now[some], len(self._posts))
        return self._same.moved(thrown, len(self)), self._after.moved(thrown, len(self))

    def _unthrown(self, now: Floats) -> Ints:
        some = np.flatnonzero(now)
        return some[self._post[some] == _UNTHROWN]

    def _list(self, some: Ints) -> None:
        """List what a throw does from pairs from which nobody has thrown yet."""
        quotient, known = self._quotient, len(self._posts)
        self._post[some] = self._posts.of(quotient.post[self.classes[some]], self.sums[some])
        posts, sums = self._posts.firsts[known:], self._posts.seconds[known:]
        begins = quotient.first[posts]
        many = quotient.first[posts + 1] - begins
        of_post = np.repeat(np.arange(len(posts)), many)
        way = np.arange(len(of_post)) + np.repeat(begins - (np.cumsum(many) - many), many)
        to = self.of(quotient.to[way], sums[of_post] + quotient.delta[way])
        counts, chance = self._counts[way], quotient.chance[way]
        for ways, chosen in ((self._after, counts), (self._same, ~counts)):
            ways.extend(known + of_post[chosen], to[chosen], chance[chosen])
