"""What a bankroll manager asks: how the chances change with the bankroll, and how much a given risk takes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec

from bankcraps.chain.chain import Chain
from bankcraps.chain.leaving import RUIN
from bankcraps.chips import Cents, printed
from bankcraps.errors import BankcrapsError
from bankcraps.exact.grids import prepared, sweep_grid
from bankcraps.exact.sessions import solve
from bankcraps.notebook import arrow_rows, html
from bankcraps.strategy.plan import Plan

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure

__all__ = ["Chances", "Curve", "a_risk", "bankrolls_for", "curve"]

MOST_BANKROLL = Cents(100_000_000)
"""A million dollars: whoever needs more has a system that the table's limits do not bear."""


LEAST_RISK: Final = 1e-12
"""The least risk that a bankroll is found for: errors are smaller, but not by much."""


@dataclass(frozen=True)
class Chances:
    """What a bankroll comes to. Money is in cents.

    Attributes:
        bankroll: what is brought.
        ruin, ahead: the chances of ruin, and of going home with more than was brought.
        mean, sd: of what is taken home.
    """

    bankroll: Cents
    ruin: float
    ahead: float
    mean: float
    sd: float

    def to_dict(self) -> dict[str, object]:
        """The same as JSON; money in dollars."""
        return {
            "bankroll": self.bankroll / 100,
            "ruin": self.ruin,
            "p_ahead": self.ahead,
            "mean": self.mean / 100,
            "sd": self.sd / 100,
        }


@dataclass(frozen=True, eq=False, repr=False)
class Curve:
    """The chances of one session with different bankrolls.

    Attributes:
        chain: the house and the system.
        plan: the session; its bankroll does not matter.
        chances: one after another, as they were asked for.
        risks: the risk that each bankroll is the least for; empty where bankrolls were asked for.
    """

    chain: Chain
    plan: Plan
    chances: tuple[Chances, ...]
    risks: tuple[float, ...] = ()

    def __iter__(self) -> Iterator[Chances]:
        """The chances of each bankroll."""
        return iter(self.chances)

    def __repr__(self) -> str:
        """In a line."""
        return f"<Curve {self.chain.system!r}, {self.chain.rules}: {len(self.chances)} bankrolls>"

    def rows(self) -> list[dict[str, object]]:
        """A row for each bankroll; money in dollars."""
        rows = [one.to_dict() for one in self.chances]
        if not self.risks:
            return rows
        return [{"risk": risk} | row for risk, row in zip(self.risks, rows, strict=True)]

    def to_dict(self) -> dict[str, object]:
        """What `bankcraps risk --json` prints; money in dollars."""
        return {
            "schema": "bankcraps.risk/1",
            "rules": self.chain.rules,
            "strategy": self.chain.system,
            "floor": self.plan.floor / 100,
            "limit": None if self.plan.count is None else {self.plan.counted: self.plan.count},
            "bankrolls": self.rows(),
        }

    def to_arrow(self) -> Any:  # noqa: ANN401 - Arrow has no types
        """A row for each bankroll as a table of Arrow; money in dollars."""
        return arrow_rows(self.rows())

    def plot(self, path: "str | Path | None" = None) -> "Figure":
        """Draw the chances by bankroll, into a PNG or SVG file if one is named.

        Raises:
            BankcrapsError: if the file cannot be written.
        """
        from bankcraps.exact.drawing import draw_curve  # noqa: PLC0415 - Matplotlib takes its time to load

        return draw_curve(self, path)

    def _repr_html_(self) -> str:
        head = ("bankroll", "ruin", "ahead", "mean", "sd")
        rows = [
            (
                printed(one.bankroll),
                f"{one.ruin:.2%}",
                f"{one.ahead:.2%}",
                f"{one.mean / 100:,.2f}",
                f"{one.sd / 100:,.2f}",
            )
            for one in self.chances
        ]
        return html(head, rows, f"{self.chain.system}, {self.chain.rules}: {self.plan.length}")


def curve(chain: Chain, plan: Plan, bankrolls: Iterable[Cents]) -> Curve:
    """The chances of the same session with other bankrolls.

    Raises:
        BankcrapsError: for a bankroll with which the session cannot be played.
    """
    return Curve(chain, plan, tuple(_chances(chain, plan, bankroll) for bankroll in bankrolls))


def bankrolls_for(chain: Chain, plan: Plan, risks: Iterable[float]) -> Curve:
    """The least bankrolls, in steps of the chain's money, with which ruin is no likelier than given risks.

    Args:
        chain: the house and the system.
        plan: the session, without a goal; its bankroll does not matter.
        risks: chances above 0 and below 1.

    Raises:
        BankcrapsError: if not even a million dollars are enough, or the session has no length.
    """
    asked = tuple(map(a_risk, risks))
    if plan.count is None:
        raise BankcrapsError("a risk of ruin is one over so many throws, decisions or shooters: say how many")
    ruin = _Ruin(chain, plan)
    # The greatest risk first: what is found out on the way to it narrows down the others.
    least = {risk: ruin.least(risk) for risk in sorted(asked, reverse=True)}
    return Curve(chain, plan, tuple(_chances(chain, plan, least[risk]) for risk in asked), asked)


def a_risk(risk: float) -> float:
    """A risk, where it is one that a bankroll can be found for.

    Raises:
        BankcrapsError: where it is none.
    """
    if not 0.0 < risk < 1.0:
        raise BankcrapsError(f"a risk is a chance above 0 and below 1, such as 0.05, not {risk:g}")
    if risk < LEAST_RISK:
        raise BankcrapsError(
            f"a risk of {risk:g} is less than the solver can tell from none; {LEAST_RISK:g} is the least"
        )
    return risk


class _Ruin:
    """The chance of ruin by bankroll, which falls as bankrolls rise; each is swept for once."""

    def __init__(self, chain: Chain, plan: Plan) -> None:
        self._chain, self._plan = chain, plan
        self._none = -(-max(chain.first_wager, plan.floor, chain.unit) // chain.unit) - 1
        self._known = {self._none: 1.0}

    def least(self, risk: float) -> Cents:
        """The least bankroll with which ruin is no likelier than that."""
        low = max(units for units, ruin in self._known.items() if ruin > risk)
        enough = [units for units, ruin in self._known.items() if ruin <= risk]
        high = min(enough) if enough else self._enough(low, risk)
        low = max(units for units, ruin in self._known.items() if ruin > risk)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._at(middle) > risk else (low, middle)
        return Cents(high * self._chain.unit)

    def _enough(self, low: int, risk: float) -> int:
        """Some bankroll, in units, with which it is not."""
        most = MOST_BANKROLL // self._chain.unit
        high = max(low, self._none + max(1, self._chain.cash // self._chain.unit))
        while self._at(high) > risk:
            if high >= most:
                raise BankcrapsError(
                    f"with {printed(MOST_BANKROLL)} the risk of ruin is still above {risk:g}: no bankroll "
                    "makes up for a system that stakes so much"
                )
            high = min(most, self._none + 3 * (high - self._none))
        return high

    def _at(self, units: int) -> float:
        if units not in self._known:
            bankroll = Cents(units * self._chain.unit)
            plan = msgspec.structs.replace(self._plan, bankroll=bankroll)
            self._chain.enough(plan)
            ends = sweep_grid(prepared(self._chain, bankroll), plan, bare=True).ends
            self._known[units] = float(ends[:, RUIN].sum())
        return self._known[units]


def _chances(chain: Chain, plan: Plan, bankroll: Cents) -> Chances:
    found = solve(chain, msgspec.structs.replace(plan, bankroll=bankroll), reach=False)
    final = found.final
    return Chances(bankroll, found.ends["ruin"], final.p_above(bankroll), final.mean, final.sd)
