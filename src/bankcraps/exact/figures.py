"""The figures of one wager, from what one decision of it comes to."""

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt

import msgspec

from bankcraps.exact.showing import both
from bankcraps.exact.wagers import Decided

__all__ = ["Odds", "figures", "spread"]


class Odds(msgspec.Struct, frozen=True, kw_only=True):
    """What one decision of a wager comes to, exactly. All but the stake is for each unit wagered.

    Attributes:
        wager: its canonical name.
        point: the point it is made on, for odds on the line and for wagers put behind it.
        stake: the stake it was worked out with, in cents.
        win, lose, push: the chance of each result. A wager of legs wins if it gains on the whole; odds that
            come back because they were off have pushed.
        edge: the house's edge, the expected loss; pushes count as decisions.
        edge_resolved: the same with pushes left out.
        edge_outlay: the expected loss for each unit laid out, commission paid when it is made included.
        edge_per_throw: the expected loss for each throw on which it is in action.
        throws_per_decision: throws expected until it is decided, counting those on which it is in action.
        sd, skew: standard deviation and skewness of the net; no skew where nothing varies.
        nets: every net it can have, with its chance.
        amount: the stake in cents, where real payments were asked for.
        breakage: what rounding to chips, and caps, add to the edge of ideal pays.
    """

    wager: str
    point: int | None
    stake: int
    win: Fraction
    lose: Fraction
    push: Fraction
    edge: Fraction
    edge_resolved: Fraction
    edge_outlay: Fraction
    edge_per_throw: Fraction
    throws_per_decision: Fraction
    sd: float
    skew: float | None
    nets: tuple[tuple[Fraction, Fraction], ...]
    amount: int | None = None
    breakage: Fraction | None = None

    @property
    def label(self) -> str:
        """The wager, with the point it is made on."""
        return self.wager if self.point is None else f"{self.wager} on {self.point}"

    def to_dict(self) -> dict[str, object]:
        """Plain data: fractions in lowest terms as text, and a decimal beside each."""
        told: dict[str, object] = {"wager": self.wager}
        if self.point is not None:
            told["point"] = self.point
        if self.amount is not None:
            told["amount"] = self.amount / 100
        told |= both(
            win=self.win,
            lose=self.lose,
            push=self.push,
            edge=self.edge,
            edge_resolved=self.edge_resolved,
            edge_outlay=self.edge_outlay,
            edge_per_throw=self.edge_per_throw,
            throws_per_decision=self.throws_per_decision,
        )
        if self.breakage is not None:
            told |= both(breakage=self.breakage)
        return told | {"sd": self.sd, "skew": self.skew}


def figures(wager: str, point: int | None, decided: Decided) -> Odds:
    """The figures of a wager."""
    chance = {"win": Fraction(0), "lose": Fraction(0), "push": Fraction(0)}
    nets: dict[Fraction, Fraction] = {}
    for (result, net), share in decided.chances.items():
        unit = Fraction(net, decided.stake)
        chance[result] += share
        nets[unit] = nets.get(unit, Fraction(0)) + share
    edge = -sum((net * share for net, share in nets.items()), Fraction(0))
    resolved = 1 - chance["push"]
    sd, skew = spread(nets.items())
    return Odds(
        wager=wager,
        point=point,
        stake=decided.stake,
        win=chance["win"],
        lose=chance["lose"],
        push=chance["push"],
        edge=edge,
        edge_resolved=edge / resolved if resolved else edge,
        edge_outlay=edge * decided.stake / (decided.stake + decided.fee),
        edge_per_throw=edge / decided.throws,
        throws_per_decision=decided.throws,
        sd=sd,
        skew=skew,
        nets=tuple(sorted(nets.items())),
    )


def spread(nets: Iterable[tuple[Fraction, Fraction]]) -> tuple[float, float | None]:
    """Standard deviation and skewness of values with their chances, from moments that are exact."""
    pairs = list(nets)
    mean = sum(value * share for value, share in pairs)
    variance = sum(((value - mean) ** 2 * share for value, share in pairs), Fraction(0))
    if not variance:
        return 0.0, None
    third = sum(((value - mean) ** 3 * share for value, share in pairs), Fraction(0))
    sd = sqrt(variance)
    return sd, float(third / variance) / sd
