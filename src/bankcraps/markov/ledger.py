"""What each wager costs and what is refused, from how often each transition and each state is met."""

from collections.abc import Iterable

from bankcraps.markov.model import Chain
from bankcraps.results.session import RefusalRate, WagerCost

__all__ = ["session_costs"]


def session_costs(
    chain: Chain,
    throws: Iterable[tuple[int, float]],
    bets: Iterable[tuple[int, float]],
    sessions: int = 1,
) -> tuple[tuple[WagerCost, ...], tuple[RefusalRate, ...]]:
    """What each wager costs in one session, the costliest first; and what is refused, the commonest first.

    A weight is an expected number of times in a session, or a count over many sessions.

    Args:
        chain: the chain.
        throws: pairs of a label's number and its weight.
        bets: pairs of a state's number and the weight of its bets.
        sessions: how many sessions were counted.
    """
    sums: dict[str, list[float]] = {}
    refused: dict[int, float] = {}

    def add(wager: str, action: float, net: float) -> None:
        both = sums.setdefault(wager, [0.0, 0.0])
        both[0] += action
        both[1] -= net

    for number, weight in throws:
        for account in chain.labels[number].accounts:
            add(account.wager, account.action * weight, account.net * weight)
    for number, weight in bets:
        state = chain.states[number]
        for account in state.fees:
            add(account.wager, 0.0, account.net * weight)
        for refusal in state.refused:
            refused[refusal] = refused.get(refusal, 0.0) + weight
    wagers = [WagerCost(wager, action / sessions, cost / sessions) for wager, (action, cost) in sums.items()]
    rates = [RefusalRate(*chain.refusals[number], times / sessions) for number, times in refused.items()]
    return (
        tuple(sorted(wagers, key=lambda each: (-each.cost, each.wager))),
        tuple(sorted(rates, key=lambda each: (-each.times, each.message))),
    )
