"""The covariances between the results of wagers in a session, by one sweep with moments.

Beside the probability of a class with a sum, the sweep carries, for each wager, the mean of its result so
far, restricted to that class and sum. If a throw adds x and y to the results X and Y, their product grows by
`x y + x Y + y X`, so the means are all that the mean product needs.
"""

import numpy as np

from bankcraps.analysis.chain.arrays import Bools, Floats, UnitPlan
from bankcraps.analysis.chain.model import ABSORBED, NO_BELOW, Account, Chain
from bankcraps.analysis.chain.stopping import PLAYS
from bankcraps.analysis.exact.budget import require_patience
from bankcraps.analysis.exact.forward import NEGLIGIBLE
from bankcraps.analysis.exact.passes import STUCK
from bankcraps.analysis.exact.quotient import Quotient
from bankcraps.analysis.exact.solution import Problem
from bankcraps.analysis.results.costs import Covariances
from bankcraps.errors import BankcrapsError


def covariances(ready: Problem, plan: UnitPlan) -> Covariances:
    """Solve for the covariances of a session of throws.

    Args:
        ready: the prepared chain.
        plan: the session.

    Raises:
        BankcrapsError: if the session is not one of throws.
        TooLargeError: if it takes too long.
    """
    if not plan.limited or plan.counted != "throws":
        raise BankcrapsError(
            "covariances are solved for a number of throws: give the session one, or leave covariances out"
        )
    sweep = _Sweep(ready.full.quotient, ready.units.chain)
    below, above = ready.full.reach(plan)
    needed = 4.0 * plan.limit * (below + above) * sweep.planes * len(sweep.quotient.to)
    require_patience("the covariances need", needed, "leave covariances out or shorten the session")
    sweep.play(plan)
    sweep.settle()
    matrix = sweep.products - np.outer(sweep.means, sweep.means)
    return Covariances(sweep.names, tuple(map(tuple, matrix.tolist())))


class _Sweep:
    """A sweep in progress. A *plane* is the probability, or the mean of a wager's result where it holds.

    Attributes:
        quotient: the quotient chain that keeps everything.
        names: the wagers.
        planes: the number of planes: one more than wagers.
        fees: (classes, wagers) what the bets of each class pay, in cents, below zero.
        nets: (transitions, wagers) what each transition pays, in cents.
        means: (wagers,) the mean results so far.
        products: (wagers, wagers) the mean products of results so far.
        left: (planes, classes) of the players who have left.
    """

    def __init__(self, quotient: Quotient, chain: Chain) -> None:
        self.quotient = quotient
        fees = [chain.states[state].fees for state in map(int, quotient.sample)]
        nets = [chain.labels[label].accounts for label in map(int, quotient.label)]
        self.names: tuple[str, ...] = tuple(sorted({a.wager for each in (*fees, *nets) for a in each}))
        self.planes: int = 1 + len(self.names)
        self.fees: Floats = self._by_wager(fees)
        self.nets: Floats = self._by_wager(nets)
        self.means: Floats = np.zeros(len(self.names))
        self.products: Floats = np.zeros((len(self.names), len(self.names)))
        self.left: Floats = np.zeros((self.planes, len(quotient.post)))

    def _by_wager(self, accounts: list[tuple[Account, ...]]) -> Floats:
        found = np.zeros((len(accounts), len(self.names)))
        for row, each in enumerate(accounts):
            for account in each:
                found[row, self.names.index(account.wager)] += account.net
        return found

    def play(self, plan: UnitPlan) -> None:
        """Follow the players until all have left."""
        quotient, swing = self.quotient, int(self.quotient.delta.max(initial=0)) + 1
        now = np.zeros((self.planes, len(quotient.post), plan.bankroll + swing))
        now[0, quotient.start, plan.bankroll] = 1.0
        plays = _plays(quotient, plan, 2 * now.shape[2])
        for more in range(plan.limit, -1, -1):
            self._go_down(now)
            if plays.shape[1] < now.shape[2] + swing:
                plays = _plays(quotient, plan, 2 * now.shape[2])
            stays = plays[:, : now.shape[2]] & (more > 0)
            np.add.at(self.left.T, quotient.leave, np.where(stays, 0.0, now).sum(axis=2).T)
            now[:, ~(stays & (now[0] >= NEGLIGIBLE))] = 0.0
            top = int(np.flatnonzero(now[0].any(axis=0)).max(initial=0)) + swing
            now = self._thrown(np.pad(now[:, :, :top], ((0, 0), (0, 0), (0, swing))))

    def settle(self) -> None:
        """Throw for the players who have left, until nothing stands."""
        here = self.left[:, :, None].copy()
        while here[0].sum() > STUCK:
            here = self._thrown(here, settling=True)

    def _go_down(self, now: Floats) -> None:
        """Move the players who own less than a decision takes to the classes that decide for them."""
        quotient = self.quotient
        for first in quotient.rows.tolist():
            above, high = first, int(quotient.least[first])
            while (below := int(quotient.below[above])) != NO_BELOW:
                part = slice(int(quotient.least[below]), high)
                now[:, below, part] += now[:, first, part]
                now[:, first, part] = 0.0
                above, high = below, part.start

    def _thrown(self, now: Floats, *, settling: bool = False) -> Floats:
        """The planes after the bets and a throw. While settling, the sum owned does not matter."""
        quotient, after = self.quotient, np.zeros_like(now)
        posts = np.zeros((self.planes, len(quotient.first) - 1, now.shape[2]))
        for c in map(int, np.flatnonzero(now[0].any(axis=1))):
            self._add(now[0, c].sum(), now[1:, c].sum(axis=1), self.fees[c])
            now[1:, c] += self.fees[c][:, None] * now[0, c]
            if quotient.post[c] != ABSORBED:
                posts[:, quotient.post[c]] += now[:, c]
        for r in map(int, np.flatnonzero(posts[0].any(axis=1))):
            some = np.flatnonzero(posts[0, r])
            low, high = int(some[0]), int(some[-1]) + 1
            thrown = posts[:, r, low:high]
            mass, results = thrown[0].sum(), thrown[1:].sum(axis=1)
            for w in range(int(quotient.first[r]), int(quotient.first[r + 1])):
                chance, by = quotient.chance[w], 0 if settling else int(quotient.delta[w])
                self._add(chance * mass, chance * results, self.nets[w])
                into = after[:, quotient.to[w], low + by : high + by]
                into += chance * thrown
                into[1:] += (chance * self.nets[w])[:, None] * thrown[0]
        return after

    def _add(self, mass: float, results: Floats, gains: Floats) -> None:
        """Add gains to the results of players with this probability and these results so far."""
        if gains.any():
            crossed = np.outer(gains, results)
            self.products += mass * np.outer(gains, gains) + crossed + crossed.T
            self.means += mass * gains


def _plays(quotient: Quotient, plan: UnitPlan, width: int) -> Bools:
    """(classes, width) where a player plays on, as long as the session lasts."""
    needs, sums = np.repeat(quotient.need, width), np.tile(np.arange(width), len(quotient.need))
    return (plan.reasons(needs, sums) == PLAYS).reshape(-1, width)
