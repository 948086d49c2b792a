"""Pairs of a class of states and a sum that players come to, by number, and where a throw leads from each.

A system that bets half of what it owns has a class for each bet and point, and sums up to a million. A grid
of all classes by all sums has no room, but each class goes with few of the sums. So a pair gets a number when
players first come to it, and what a throw does there is listed once. A pass moves probabilities along these
lists, as `passes.py` moves them along a grid.
"""

from typing import Final, NamedTuple

import numpy as np

from bankcraps.analysis.chain.arrays import Floats, Ints, UnitChain, UnitPlan
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.chain.stopping import ENDS, LIMIT, PLAYS
from bankcraps.analysis.exact import budget
from bankcraps.analysis.exact.budget import ROUNDING, TooLargeError
from bankcraps.analysis.exact.forward import NEGLIGIBLE, UNSETTLED
from bankcraps.analysis.exact.grid import COUNTED_MARKS, PASSES_EACH
from bankcraps.analysis.exact.passes import STUCK
from bankcraps.analysis.exact.quotient import FAR, Quotient, counts, deciding, sums_by, ways_from
from bankcraps.errors import BankcrapsError
from bankcraps.support.distribution import Distribution

BYTES_EACH: Final = 160
"""The most bytes that a transition from a pair takes, with its share of the pairs and of what is computed."""

_UNTHROWN: Final = -1
"""The post-decision pair of a pair from which nobody has thrown yet."""


class _Numbered:
    """Pairs of a class and a sum, numbered in the order in which they come.

    Attributes:
        classes, sums: (pairs,) the class of each, and what is owned, in units.
    """

    def __init__(self) -> None:
        self.classes: Ints = np.zeros(0, np.int64)
        self.sums: Ints = np.zeros(0, np.int64)
        self._ordered = self._numbers = np.zeros(0, np.int64)

    def __len__(self) -> int:
        """The number of pairs."""
        return len(self.classes)

    def of(self, classes: Ints, sums: Ints) -> Ints:
        """The numbers of pairs. A new pair gets the next number."""
        wanted = classes * FAR + sums
        some = np.unique(wanted)
        places = np.searchsorted(self._ordered, some)
        known = np.append(self._ordered, -1)[places] == some
        new, places = some[~known], places[~known]
        self._numbers = np.insert(self._numbers, places, len(self) + np.arange(len(new)))
        self._ordered = np.insert(self._ordered, places, new)
        self.classes = np.append(self.classes, new // FAR)
        self.sums = np.append(self.sums, new % FAR)
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


class Pairs(_Numbered):
    """The pairs that players come to, each with the class that decides."""

    def __init__(self, quotient: Quotient, counted_mark: int) -> None:
        """Start without pairs.

        Args:
            quotient: the quotient chain.
            counted_mark: the mark of the throws that are counted; 0 for every throw.
        """
        super().__init__()
        self._quotient = quotient
        self._decides = deciding(quotient)
        self._counts = counts(quotient, counted_mark)
        self._posts = _Numbered()
        self._post = np.zeros(0, np.int64)
        self._same, self._after = _Ways(), _Ways()

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
        found = super().of(self._decides(classes, sums), sums)
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
        posts, sums = self._posts.classes[known:], self._posts.sums[known:]
        of_post, way = ways_from(quotient, posts)
        to = self.of(quotient.to[way], sums[of_post] + quotient.delta[way])
        counted, chance = self._counts[way], quotient.chance[way]
        for ways, chosen in ((self._after, counted), (self._same, ~counted)):
            ways.extend(known + of_post[chosen], to[chosen], chance[chosen])


class Figures(NamedTuple):
    """The figures of a session by any method.

    Attributes:
        final: the distribution of the final bankroll, in cents.
        leaving: (classes,) the probability of leaving in each class.
        ends: (counts, 5) the probability of each end, by the count at which the player left.
        visits: (classes,) expected bets and throws from each class before leaving.
        bound: the error bound of a probability.
        width: one more than the largest sum that was followed, in units.
        throws_sd: the standard deviation of the number of throws; None if it is not known.
    """

    final: Distribution
    leaving: Floats
    ends: Floats
    visits: Floats
    bound: float
    width: int
    throws_sd: float | None = None


def sparse_sweep(units: UnitChain, quotient: Quotient, plan: UnitPlan) -> Figures:
    """Follow all players until they have left, and their standing wagers until these are decided.

    Args:
        units: the chain in units.
        quotient: its quotient chain.
        plan: the session, with a length.

    Raises:
        TooLargeError: if the pairs need more than `MAX_BYTES`, or the passes more than `MAX_STEPS`.
        BankcrapsError: if the chain is not sound.
    """
    found = _Sweep(quotient, plan)
    found.play()
    some = np.flatnonzero(found.left)
    classes, sums, chances = found.pairs.classes[some], found.pairs.sums[some], found.left[some]
    terms, highest = found.passes * found.pairs.most_terms, int(found.pairs.sums.max())
    # Adding up the players who leave, over pairs and classes, has its own rounding errors.
    terms += int(np.bincount(classes).max(initial=0)) + len(quotient.post)
    found.pairs = Pairs(quotient, 0)  # those who have left need the room
    home, decided, undecided, more = _settled(quotient, quotient.leave[classes], sums, chances)
    return Figures(
        final=Distribution(units.offset + home * units.arrays.unit, decided),
        leaving=sums_by(classes, chances, len(quotient.post)),
        ends=found.ends,
        visits=found.visits,
        bound=(found.lost + undecided) + (terms + more) * ROUNDING,
        width=highest + 1,
    )


class _Sweep:
    """A sweep in progress.

    Attributes:
        pairs: the pairs that players have come to.
        left: (pairs,) the probability of leaving in each.
        ends, visits: as in `Figures`.
        lost: the probability that was cut off.
        passes: the number of throws.
    """

    def __init__(self, quotient: Quotient, plan: UnitPlan) -> None:
        self._quotient, self._plan = quotient, plan
        self._require_room(0, 0)
        self.pairs: Pairs = Pairs(quotient, COUNTED_MARKS[plan.counted])
        self._reasons = np.zeros(0, np.int64)
        self.left: Floats = np.zeros(0)
        self.ends: Floats = np.zeros((plan.limit + 1, len(ENDS)))
        self.visits: Floats = np.zeros(len(quotient.post))
        self.lost: float = 0.0
        self.passes: int = 0

    def play(self) -> None:
        """Follow the players until all have left."""
        start = self.pairs.of(np.array([self._quotient.start]), np.array([self._plan.bankroll]))
        now = np.zeros(len(self.pairs))
        now[start] = 1.0
        for done in range(self._plan.limit + 1):
            now = self._to_next_count(now, done)
            if not now.any():
                break

    def _to_next_count(self, now: Floats, done: int) -> Floats:
        """(pairs,) the probability of each pair at the next count."""
        after, waiting = np.zeros(0), 1.0
        while waiting > STUCK:
            small = now < NEGLIGIBLE
            self.lost += float(now[small].sum())
            now[small] = 0.0
            playing = self._leave(now, done)
            self._require_room(self.pairs.new_ways(playing), done)
            now, come = self.pairs.throw(playing)
            come[: len(after)] += after
            after, waiting = come, float(now.sum())
            self.passes += 1
        self.lost += float(now.sum())
        return after

    def _leave(self, now: Floats, done: int) -> Floats:
        """Take out the players who leave. Returns (pairs,) the probability of the others."""
        new = slice(len(self._reasons), None)
        needs = self._quotient.need[self.pairs.classes[new]]
        self._reasons = np.append(self._reasons, self._plan.reasons(needs, self.pairs.sums[new]))
        reasons = self._reasons
        if done == self._plan.limit:
            reasons = np.where(reasons == PLAYS, LIMIT, reasons)
        stays, classes = reasons == PLAYS, self.pairs.classes
        gone = np.where(stays, 0.0, now)
        self.left = np.append(self.left, np.zeros(len(now) - len(self.left))) + gone
        # By class first: the rounding error of a sum grows with the number of its terms.
        leaves = np.flatnonzero(gone)
        places = classes[leaves] * len(ENDS) + reasons[leaves]
        by_end = sums_by(places, gone[leaves], self.visits.size * len(ENDS))
        self.ends[done] += by_end.reshape(-1, len(ENDS)).sum(axis=0)
        playing = np.where(stays, now, 0.0)
        self.visits += sums_by(classes, playing, self.visits.size)
        return playing

    def _require_room(self, more: int, done: int) -> None:
        """Check memory and time before more transitions are listed.

        Raises:
            TooLargeError: if there is too little.
        """
        plan, ways = self._plan, more + (self.pairs.ways if more else 0)
        # Those who leave after so many need about as much room as those who would throw once more.
        fits = f"{done - 1:,} {plan.counted} would fit; or " if done > 1 else ""
        fits += "set a nearer goal, use larger units, or simulate it"
        needed = BYTES_EACH * ways + 8 * len(ENDS) * (plan.limit + 1)
        if needed > budget.MAX_BYTES:
            raise TooLargeError(
                f"even the pairs of a class with a sum that are reached within {done + 1:,} {plan.counted} "
                f"need {needed / 2**30:.1f} GB, limit {budget.MAX_BYTES / 2**30:g} GB: {fits}"
            )
        steps = ways * (plan.limit - done) * PASSES_EACH[plan.counted]
        if steps > budget.MAX_STEPS:
            raise TooLargeError(
                f"the pairs of a class with a sum that are reached within {done + 1:,} {plan.counted} have "
                f"{ways:,} transitions, which need {steps:.0e} additions for {plan.limit:,} {plan.counted}, "
                f"limit {budget.MAX_STEPS:.0e} (half an hour): {fits}"
            )


def _settled(
    quotient: Quotient, classes: Ints, sums: Ints, chances: Floats
) -> tuple[Ints, Floats, float, int]:
    """Throw for players who have left until nearly every wager is decided.

    Args:
        quotient: the quotient chain.
        classes: (pairs,) the classes of players who have left.
        sums: (pairs,) what they own.
        chances: (pairs,) the probability of each.

    Returns:
        The sums taken home, the chance of each and of being undecided, and the most roundings in one chance.

    Raises:
        TooLargeError: if there are too many pairs.
    """
    pairs, passes = Pairs(quotient, 0), 0
    now = sums_by(pairs.of(classes, sums), chances)
    home = np.zeros(0)
    while True:
        over = quotient.post[pairs.classes] == ABSORBED
        home = np.append(home, np.zeros(len(now) - len(home))) + np.where(over, now, 0.0)
        now = np.where(over, 0.0, now)
        waiting = float(now.sum())
        if waiting < UNSETTLED:
            break
        needed = BYTES_EACH * (pairs.ways + pairs.new_ways(now))
        if needed > budget.MAX_BYTES:
            raise TooLargeError(
                f"the wagers that stand when players leave need {needed / 2**30:.1f} GB to settle, limit "
                f"{budget.MAX_BYTES / 2**30:g} GB: shorten the session, use larger units, or simulate it"
            )
        _, now = pairs.throw(now)
        passes += 1
    some = np.flatnonzero(home)
    taken = pairs.sums[some] + quotient.fee[pairs.classes[some]]
    units, of_sum = np.unique(taken, return_inverse=True)
    return units, sums_by(of_sum, home[some]), waiting, passes * pairs.most_terms
