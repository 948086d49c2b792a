"""The house edge of one wager: per bet made, per bet decided, per unit laid out, and per throw."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import UNSET

from bankcraps.house_edge.data import EdgeData
from bankcraps.support.tabular import by_column

if TYPE_CHECKING:
    from bankcraps.house_edge.decisions.decision import WagerOutcome

__all__ = ["WagerEdge", "edge_columns", "fraction_fields", "percent", "sd_and_skew", "wager_edge"]

_READABLE: Final = 1000
"""The largest denominator of a fraction shown beside its percentage."""


class WagerEdge(msgspec.Struct, frozen=True, kw_only=True):
    """The exact figures of one decision of a wager, per unit wagered except for the amounts.

    Attributes:
        wager: its canonical name.
        point: the point it is made on, for odds on the line and for wagers put behind the point.
        stake: the stake it was computed with, in cents.
        win, lose, push: the probability of each result. A wager of several legs wins if it gains in total.
            Odds push if they come back because they were off.
        edge: the house edge: the expected loss per bet made. A push counts as a decision.
        edge_resolved: the expected loss per bet that does not push.
        edge_outlay: the expected loss per unit laid out, which includes commission paid in advance.
        edge_per_throw: the expected loss per throw on which the wager works; 0 if it works on none.
        throws_per_decision: the expected throws until it is decided, counting only throws on which it works.
        sd, skew: the standard deviation and the skewness of the net; the skewness is None if nothing varies.
        nets: every net, with its probability, the lowest first.
        amount: the amount asked about in cents, or None for ideal pays.
        breakage: the part that rounding and caps add to the edge of ideal pays, or None for ideal pays.
        pays: the pay as the house prints it, with bar and commission: "1 to 1, 12 ties".
        clauses: the clauses that the pay rests on; "convention" where the house's document is silent.
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
    pays: str = ""
    clauses: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The wager, with the point it is made on: `pass_odds on 4`."""
        return self.wager if self.point is None else f"{self.wager} on {self.point}"

    def __repr__(self) -> str:
        """`<place 6: edge 1.515% (1/66), wins 45.455%, 3.27 throws>`."""
        exact = f" ({self.edge})" if self.edge and self.edge.denominator <= _READABLE else ""
        throws = f"{float(self.throws_per_decision):.2f} throws"
        return f"<{self.label}: edge {percent(self.edge)}{exact}, wins {percent(self.win)}, {throws}>"

    def to_data(self) -> EdgeData:
        """The same for programs: money in cents, each fraction as a number and as text."""
        return EdgeData(
            label=self.label,
            wager=self.wager,
            point=UNSET if self.point is None else self.point,
            pays=self.pays,
            clauses=list(self.clauses),
            amount_cents=UNSET if self.amount is None else self.amount,
            **fraction_fields(
                win=self.win,
                lose=self.lose,
                push=self.push,
                edge=self.edge,
                edge_resolved=self.edge_resolved,
                edge_outlay=self.edge_outlay,
                edge_per_throw=self.edge_per_throw,
                throws_per_decision=self.throws_per_decision,
            ),
            **({} if self.breakage is None else fraction_fields(breakage=self.breakage)),
            sd=self.sd,
            skew=self.skew,
        )

    def to_dict(self) -> dict[str, Any]:
        """The same as dicts, numbers and text."""
        return self.to_data().to_dict()


def edge_columns(edges: Sequence[WagerEdge]) -> dict[str, list[object]]:
    """The figures of wagers as columns, in the order of the keys of `EdgeData`."""
    return by_column(EdgeData.__struct_fields__, [one.to_dict() for one in edges])


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


# Fractions in writing.


def fraction_fields(**figures: Fraction) -> dict[str, Any]:
    """Fractions as data: each as a number, and beside it exactly, as text in lowest terms.

    >>> fraction_fields(edge=Fraction(1, 66), push=Fraction(0))
    {'edge': 0.015151515151515152, 'edge_fraction': '1/66', 'push': 0.0, 'push_fraction': '0/1'}
    """
    told: dict[str, Any] = {}
    for name, value in figures.items():
        told[name] = float(value)
        told[f"{name}_fraction"] = f"{value.numerator}/{value.denominator}"
    return told


def percent(value: Fraction, places: int = 3) -> str:
    """A fraction as a percentage, rounded half up.

    >>> percent(Fraction(1, 66)), percent(Fraction(0)), percent(Fraction(-1, 8), 1)
    ('1.515%', '0.000%', '-12.5%')
    """
    shifted = abs(value) * 100 * 10**places
    whole, rest = divmod((shifted + Fraction(1, 2)).__floor__(), 10**places)
    return f"{'-' if value < 0 else ''}{whole}.{rest:0{places}}%"
