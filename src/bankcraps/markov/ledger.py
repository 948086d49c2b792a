"""What each wager costs and what is refused, from how often each transition and each state is met."""

from collections.abc import Iterable

from bankcraps.markov.model import Chain
from bankcraps.results.costs import RefusalRate, WagerCost

__all__ = ["Ledger"]


class Ledger:
    """Accounts being added up. A weight is an expected number of times in a session, or a count of many."""

    def __init__(self, chain: Chain) -> None:
        self._chain = chain
        self._wagers: dict[str, list[float]] = {}
        self._refused: dict[int, float] = {}

    def add_throws(self, weights: Iterable[tuple[int, float]]) -> None:
        """Add what throws did: pairs of a label's number and its weight."""
        for number, weight in weights:
            for account in self._chain.labels[number].accounts:
                self._add(account.wager, account.action * weight, account.net * weight)

    def add_bets(self, weights: Iterable[tuple[int, float]]) -> None:
        """Add what bets cost, and what was refused: pairs of a state's number and its weight."""
        for number, weight in weights:
            state = self._chain.states[number]
            for account in state.fees:
                self._add(account.wager, 0.0, account.net * weight)
            for refusal in state.refused:
                self._refused[refusal] = self._refused.get(refusal, 0.0) + weight

    def _add(self, wager: str, action: float, net: float) -> None:
        sums = self._wagers.setdefault(wager, [0.0, 0.0])
        sums[0] += action
        sums[1] -= net

    def wagers(self, sessions: int = 1) -> tuple[WagerCost, ...]:
        """What each wager costs in one session, the costliest first."""
        costs = [
            WagerCost(w, action / sessions, cost / sessions) for w, (action, cost) in self._wagers.items()
        ]
        return tuple(sorted(costs, key=lambda each: (-each.cost, each.wager)))

    def refusals(self, sessions: int = 1) -> tuple[RefusalRate, ...]:
        """What is refused in one session, the commonest first."""
        found = [
            RefusalRate(*self._chain.refusals[number], times=weight / sessions)
            for number, weight in self._refused.items()
        ]
        return tuple(sorted(found, key=lambda each: (-each.times, each.message)))
