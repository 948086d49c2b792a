"""What a session costs, wager by wager: from how often each throw is made to action, cost and refusals."""

from collections.abc import Iterable
from dataclasses import dataclass

from bankcraps.chain.chain import Chain

__all__ = ["Books", "Refused", "WagerCost"]


@dataclass(frozen=True)
class WagerCost:
    """One wager's part in a session.

    Attributes:
        wager: its name; come wagers and their odds under one, whatever their numbers.
        action: expected chips decided, in cents.
        cost: expected loss, commission included, in cents.
    """

    wager: str
    action: float
    cost: float

    @property
    def edge(self) -> float:
        """The loss per cent of action; 0 where there was none."""
        return self.cost / self.action if self.action else 0.0


@dataclass(frozen=True)
class Refused:
    """Something the house would not have, and how often it is asked for in a session."""

    code: str
    message: str
    times: float


class Books:
    """Accounts being added up. Weights are expected times in a session, or counts of many sessions."""

    def __init__(self, chain: Chain) -> None:
        """Open the books of a chain's wagers."""
        self._chain = chain
        self._wagers: dict[str, list[float]] = {}
        self._refused: dict[int, float] = {}

    def throws(self, weights: Iterable[tuple[int, float]]) -> None:
        """Add what throws did: (tally, weight) pairs."""
        for number, weight in weights:
            for account in self._chain.tallies[number].accounts:
                self._add(account.wager, account.action * weight, account.net * weight)

    def bets(self, weights: Iterable[tuple[int, float]]) -> None:
        """Add what bets cost, and what was refused: (moment, weight) pairs."""
        for number, weight in weights:
            moment = self._chain.moments[number]
            for account in moment.fees:
                self._add(account.wager, 0.0, account.net * weight)
            for refusal in moment.refused:
                self._refused[refusal] = self._refused.get(refusal, 0.0) + weight

    def _add(self, wager: str, action: float, net: float) -> None:
        entry = self._wagers.setdefault(wager, [0.0, 0.0])
        entry[0] += action
        entry[1] -= net

    def wagers(self, sessions: int = 1) -> tuple[WagerCost, ...]:
        """The accounts of one session, the costliest first."""
        costs = [
            WagerCost(w, action / sessions, cost / sessions) for w, (action, cost) in self._wagers.items()
        ]
        return tuple(sorted(costs, key=lambda each: (-each.cost, each.wager)))

    def refused(self, sessions: int = 1) -> tuple[Refused, ...]:
        """What was refused in one session, the commonest first."""
        found = [
            Refused(*self._chain.refusals[number], times=weight / sessions)
            for number, weight in self._refused.items()
        ]
        return tuple(sorted(found, key=lambda each: (-each.times, each.message)))
