"""The house edge of one wager: per bet made, per bet decided, per unit laid out, and per throw."""

from collections.abc import Iterable
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, Final

from bankcraps.support.results import Data, Json

if TYPE_CHECKING:
    from bankcraps.house_edge.decisions.decision import WagerOutcome

__all__ = ["WagerEdge", "percent", "sd_and_skew", "wager_edge"]

_READABLE: Final = 1000
"""The largest denominator of a fraction shown beside its percentage."""


class WagerEdge(Data, frozen=True, kw_only=True):
    """The exact figures of one decision of a wager, per unit wagered except for the amounts.

    Attributes:
        wager: its canonical name.
        point: the point it is made on, for odds on the line and for wagers put behind the point.
        stake: the stake it was computed with, in cents; 0 if it was read from JSON.
        win, lose, push: the probability of each result. A wager of several legs wins if it gains in total.
            Odds push if they come back because they were off.
        edge: the house edge: the expected loss per bet made. A push counts as a decision.
        edge_resolved: the expected loss per bet that does not push.
        edge_outlay: the expected loss per unit laid out, which includes commission paid in advance.
        edge_per_throw: the expected loss per throw on which the wager works; 0 if it works on none.
        throws_per_decision: the expected throws until it is decided, counting only throws on which it works.
        sd, skew: the standard deviation and the skewness of the net; the skewness is None if nothing varies.
        nets: every net, with its probability, the lowest first; none if it was read from JSON.
        amount: the amount asked about in cents, or None for ideal pays.
        breakage: the part that rounding and caps add to the edge of ideal pays, or None for ideal pays.
        pays: the pay as the house prints it, with bar and commission: "1 to 1, 12 ties".
        clauses: the clauses that the pay rests on; "convention" where the house's document is silent.
    """

    JSON: ClassVar = Json(
        "EdgeData",
        "label wager point pays clauses amount_cents win lose push edge edge_resolved edge_outlay "
        "edge_per_throw throws_per_decision breakage sd skew",
        "One decision of a wager, as in `WagerEdge`; `label` is the wager with the point it is made on.",
    )

    wager: str
    point: int | None = None
    stake: int = 0
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
    nets: tuple[tuple[Fraction, Fraction], ...] = ()
    amount: int | None = None
    breakage: Fraction | None = None
    pays: str
    clauses: tuple[str, ...]

    @property
    def label(self) -> str:
        """The wager, with the point it is made on: `pass_odds on 4`."""
        return self.wager if self.point is None else f"{self.wager} on {self.point}"

    def __repr__(self) -> str:
        """`<place 6: edge 1.515% (1/66), wins 45.455%, 3.27 throws>`."""
        exact = f" ({self.edge})" if self.edge and self.edge.denominator <= _READABLE else ""
        throws = f"{float(self.throws_per_decision):.2f} throws"
        return f"<{self.label}: edge {percent(self.edge)}{exact}, wins {percent(self.win)}, {throws}>"


def wager_edge(wager: str, point: int | None, decision: "WagerOutcome") -> WagerEdge:
    """The figures of a wager, from one decision of it."""
    chance = {"win": Fraction(0), "lose": Fraction(0), "push": Fraction(0)}
    nets: dict[Fraction, Fraction] = {}
    for (result, net), share in decision.chances.items():
        unit = Fraction(net, decision.stake)
        chance[result] += share
        nets[unit] = nets.get(unit, Fraction(0)) + share
    edge = -sum((net * share for net, share in nets.items()), Fraction(0))
    resolved = 1 - chance["push"]
    sd, skew = sd_and_skew(nets.items())
    return WagerEdge(
        wager=wager,
        point=point,
        stake=decision.stake,
        win=chance["win"],
        lose=chance["lose"],
        push=chance["push"],
        edge=edge,
        edge_resolved=edge / resolved if resolved else edge,
        edge_outlay=edge * decision.stake / (decision.stake + decision.fee),
        edge_per_throw=edge / decision.throws if decision.throws else Fraction(0),
        throws_per_decision=decision.throws,
        sd=sd,
        skew=skew,
        nets=tuple(sorted(nets.items())),
        pays="",
        clauses=(),
    )


def sd_and_skew(nets: Iterable[tuple[Fraction, Fraction]]) -> tuple[float, float | None]:
    """The standard deviation and the skewness of values with their probabilities, from exact moments."""
    pairs = list(nets)
    mean = sum(value * share for value, share in pairs)
    variance = sum(((value - mean) ** 2 * share for value, share in pairs), Fraction(0))
    if not variance:
        return 0.0, None
    third = sum(((value - mean) ** 3 * share for value, share in pairs), Fraction(0))
    sd = sqrt(variance)
    return sd, float(third / variance) / sd


def percent(value: Fraction, places: int = 3) -> str:
    """A fraction as a percentage, rounded half up.

    >>> percent(Fraction(1, 66)), percent(Fraction(0)), percent(Fraction(-1, 8), 1)
    ('1.515%', '0.000%', '-12.5%')
    """
    shifted = abs(value) * 100 * 10**places
    whole, rest = divmod((shifted + Fraction(1, 2)).__floor__(), 10**places)
    return f"{'-' if value < 0 else ''}{whole}.{rest:0{places}}%"
