"""The house edge of one wager: per bet made, per bet decided, per unit laid out, and per throw."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, ClassVar, Final

from bankcraps.game.pays import Pay
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.rulebook import terms as tm
from bankcraps.game.rulebook.section import Section, clause_of
from bankcraps.game.wagers import Wager
from bankcraps.support.results import Data, Json
from bankcraps.support.structs import grouped

if TYPE_CHECKING:
    from bankcraps.house_edge.trial_table import WagerOutcome

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


# The pay of a wager as the house prints it, and the clauses it rests on.


def printed_terms(book: Rulebook, wager: Wager, point: int | None) -> tuple[str, tuple[str, ...]]:
    """The pay of a wager as its house prints it, and the clauses that decide the wager's edge.

    These are the clauses of the pay, the bar, the legs and the commission; "convention" stands for a value
    that the house's document does not give.

    Args:
        book: the house's rules.
        wager: a wager that it offers.
        point: the point it is made on, for odds on the line and for wagers put behind the point.
    """
    terms = book.wagers[wager.kind]
    pay, keys = _pay(terms, wager, point)
    parts, clauses = [pay], _cited(terms, *keys)
    if isinstance(terms, tm.DontTerms):
        parts.append(f"{terms.bar} ties")
    if isinstance(terms, tm.OneRollTerms):
        for leg in terms.legs:
            clauses += _cited(book.wagers[leg], "pays")
    commission = terms.commission if isinstance(terms, tm.NumberTerms) else None
    if commission is not None:
        parts.append(_taken(commission))
        clauses += _cited(commission, "percent", "on", "when")
    return ", ".join(parts), tuple(dict.fromkeys(clauses))


def _pay(terms: tm.Terms, wager: Wager, point: int | None) -> tuple[str, list[str]]:
    """The pay in words, and the values of a wager's terms that decide its edge."""
    number, cap = wager.number or point, [] if terms.max_pay is None else ["max_pay"]
    if isinstance(terms, tm.OneRollTerms) and terms.legs:
        return "by its legs", ["legs", *cap]
    if isinstance(terms, tm.OddsTerms | tm.NumberTerms) and number in terms.pays:
        return str(terms.pays[number]), [f"pays.{number}", *cap]
    if isinstance(terms, tm.HopTerms):
        return str(terms.best(wager)), ["hard" if wager.dice and wager.dice.hard else "easy", *cap]
    rows = [(label, pay) for label, pay in terms.rows() if not wager.number or label.startswith(f"{number},")]
    bar = ["bar"] if isinstance(terms, tm.DontTerms) else []
    return "; ".join(_by_pay(rows)), ["pays", *(["after_point"] if point else []), *bar, *cap]


def _cited(section: Section, *keys: str) -> list[str]:
    return [clause for key in keys for clause in clause_of(section.cited(key)).split(", ")]


def _by_pay(rows: list[tuple[str, Pay]]) -> Iterator[str]:
    """The pays with their throws, most throws first; a single pay alone."""
    throws = grouped((str(pay), label) for label, pay in rows)
    if len(throws) == 1:
        yield from throws
        return
    for pay, labels in sorted(throws.items(), key=lambda item: -len(item[1])):
        yield f"{pay} on {', '.join(labels)}"


def _taken(commission: tm.Commission) -> str:
    when = {"placed": "when made", "won": "when won"}[commission.when]
    return f"less {commission.percent}% of the {commission.on} {when}"
