"""Sessions played stepwise in chunks: for systems and houses that no chain holds.

Some thousand times slower than the kernels, and the same figures: money is in cents here, a unit of one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from bankcraps.chain.asking import Game
from bankcraps.chain.leaving import PLAYS, RUIN
from bankcraps.chain.ledger import accounts
from bankcraps.chips import printed
from bankcraps.errors import BankcrapsError
from bankcraps.simulation import figures as fig
from bankcraps.simulation.accounts import Refused, WagerCost
from bankcraps.simulation.shards import Chunk
from bankcraps.simulation.stepwise import Round, ordered, rounds
from bankcraps.simulation.streams import thrown
from bankcraps.simulation.terms import CAP
from bankcraps.simulation.totals import Totals
from bankcraps.strategy.plan import Plan

__all__ = ["Accounted", "ByEngine", "enough", "figures_of", "session"]


@dataclass(frozen=True, eq=False)
class Accounted(Totals):
    """Totals with accounts of their own, since there is no chain whose steps could be counted.

    Attributes:
        accounts: by wager, action and net in cents.
        refusals: how often the house refused, by code and message.
    """

    accounts: Mapping[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    refusals: Mapping[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])

    def __add__(self, other: Totals) -> "Accounted":
        """The totals of both."""
        assert isinstance(other, Accounted)
        both = super().__add__(other)
        actions = {wager: list(sums) for wager, sums in self.accounts.items()}
        for wager, (action, net) in other.accounts.items():
            sums = actions.setdefault(wager, [0, 0])
            sums[0] += action
            sums[1] += net
        return Accounted(
            both.sessions,
            both.ends,
            both.histograms,
            accounts={wager: (action, net) for wager, (action, net) in actions.items()},
            refusals=Counter(self.refusals) + Counter(other.refusals),
        )

    def wagers(self) -> tuple[WagerCost, ...]:
        """Action and cost of each wager, a session."""
        many = self.sessions
        costs = [WagerCost(w, action / many, -net / many) for w, (action, net) in self.accounts.items()]
        return tuple(sorted(costs, key=lambda cost: (-cost.cost, cost.wager)))

    def refused(self) -> tuple[Refused, ...]:
        """What the house refused, a session."""
        found = [Refused(code, said, times / self.sessions) for (code, said), times in self.refusals.items()]
        return tuple(sorted(found, key=lambda each: (-each.times, each.message)))


@dataclass(frozen=True, eq=False)
class ByEngine:
    """A game played on a plan under a seed, a step at a time."""

    game: Game
    plan: Plan
    seed: int

    def __call__(self, chunk: Chunk) -> Accounted:
        """The totals of a chunk."""
        return self.figures(chunk)[1]

    def figures(self, chunk: Chunk) -> tuple[NDArray[np.int64], Accounted]:
        """The figures of a chunk, (figures, sessions), rows by `figures`; and its totals."""
        figures = np.zeros((len(fig.NAMES), chunk.sessions), np.int64)
        actions: dict[str, list[int]] = {}
        refusals: Counter[tuple[str, str]] = Counter()
        for place in range(chunk.sessions):
            played = _watched(
                session(self.game, self.plan, self.seed, chunk.first + place), actions, refusals
            )
            figures[:, place] = figures_of(self.plan, played)
        totals = Totals.of(figures)
        kept = {wager: (action, net) for wager, (action, net) in actions.items()}
        told = Accounted(totals.sessions, totals.ends, totals.histograms, accounts=kept, refusals=refusals)
        return figures, told


def session(game: Game, plan: Plan, seed: int, number: int, cap: int = CAP) -> Iterator[Round]:
    """One session of a seed, a round after another; cut short after so many throws."""
    return rounds(game, plan, map(ordered, thrown(seed, number)), cap)


def enough(game: Game, plan: Plan) -> None:
    """Nobody sits down who cannot make the first wager, chain or no chain.

    Raises:
        BankcrapsError: if the bankroll is too small.
    """
    first = next(session(game, plan, 0, 0))
    if first.end == RUIN:
        raise BankcrapsError(
            f"a bankroll of {printed(plan.bankroll)} does not pay the first wager of {game.system.name}"
        )


def _watched(
    played: Iterable[Round], actions: dict[str, list[int]], refusals: Counter[tuple[str, str]]
) -> Iterator[Round]:
    """The rounds, with what they did to each wager written down on the way."""
    for one in played:
        for account in accounts((*one.betting.effects, *one.effects)):
            sums = actions.setdefault(account.wager, [0, 0])
            sums[0] += account.action
            sums[1] += account.net
        if one.end == PLAYS:
            refusals.update((refused.code, refused.message) for refused in one.betting.refused)
        yield one


def figures_of(plan: Plan, played: Iterable[Round]) -> list[int]:
    """The figures of a session, in the order of `figures.NAMES`; money in cents."""
    lowest = highest = before = final = int(plan.bankroll)
    throws = drawdown = streak = run = under_water = decisions = shooters = action = 0
    end = PLAYS
    for one in played:
        final = one.owned_after
        action += sum(account.action for account in one.tally.accounts) if one.tally else 0
        if end != PLAYS:
            continue
        lowest, highest = min(lowest, one.owned), max(highest, one.owned)
        drawdown = max(drawdown, highest - one.owned)
        end = one.end
        if end != PLAYS or one.tally is None:
            continue
        throws += 1
        under_water += final < plan.bankroll
        shooters += one.tally.shooter
        if one.tally.decision:
            decisions += 1
            run = run + 1 if final < before else 0
            streak, before = max(streak, run), final
    return [final, lowest, highest, throws, end, drawdown, streak, under_water, decisions, shooters, action]
