"""What a bankroll manager asks: how the chances change with the bankroll, and how much a given risk takes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from bankcraps.chain.chain import Chain
from bankcraps.chips import Cents, printed
from bankcraps.errors import BankcrapsError
from bankcraps.exact.sessions import solve
from bankcraps.notebook import arrow_rows, html
from bankcraps.strategy.plan import Plan

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure

__all__ = ["Chances", "Curve", "bankroll_for", "curve"]

MOST_BANKROLL = Cents(100_000_000)
"""A million dollars: whoever needs more has a system that the table's limits do not bear."""


@dataclass(frozen=True)
class Chances:
    """What a bankroll comes to. Money is in cents.

    Attributes:
        bankroll: what is brought.
        ruin, goal, ahead: the chances of ruin, of the goal, and of going home with more than was brought.
        mean, sd: of what is taken home.
    """

    bankroll: Cents
    ruin: float
    goal: float
    ahead: float
    mean: float
    sd: float


@dataclass(frozen=True, eq=False, repr=False)
class Curve:
    """The chances of one session with different bankrolls.

    Attributes:
        chain: the house and the system.
        plan: the session; its bankroll does not matter.
        chances: one after another, as they were asked for.
    """

    chain: Chain
    plan: Plan
    chances: tuple[Chances, ...]

    def __iter__(self) -> Iterator[Chances]:
        """The chances of each bankroll."""
        return iter(self.chances)

    def __repr__(self) -> str:
        """In a line."""
        return f"<Curve {self.chain.system!r}, {self.chain.rules}: {len(self.chances)} bankrolls>"

    def rows(self) -> list[dict[str, object]]:
        """A row for each bankroll; money in dollars."""
        return [
            {
                "bankroll": one.bankroll / 100,
                "ruin": one.ruin,
                "p_ahead": one.ahead,
                "mean": one.mean / 100,
                "sd": one.sd / 100,
            }
            for one in self.chances
        ]

    def to_dict(self) -> dict[str, object]:
        """What `bankcraps risk --json` prints; money in dollars."""
        return {
            "schema": "bankcraps.risk/1",
            "rules": self.chain.rules,
            "strategy": self.chain.system,
            "floor": self.plan.floor / 100,
            "limit": {self.plan.counted: self.plan.count},
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

        return draw_curve(self.chain, self.plan, self.chances, path)

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


def curve(chain: Chain, plan: Plan, bankrolls: Iterable[Cents]) -> list[Chances]:
    """The chances of the same session with other bankrolls.

    Raises:
        BankcrapsError: for a bankroll with which the session cannot be played.
    """
    return [_chances(chain, plan, bankroll) for bankroll in bankrolls]


def _chances(chain: Chain, plan: Plan, bankroll: Cents) -> Chances:
    other = msgspec.structs.replace(plan, bankroll=bankroll)
    found = solve(chain, other, reach=False)
    ends, final = found.ends, found.final
    return Chances(bankroll, ends["ruin"], ends["goal"], final.p_above(bankroll), final.mean, final.sd)


def a_risk(risk: float) -> float:
    """A risk, where it is one that a bankroll can be found for.

    Raises:
        BankcrapsError: where it is none.
    """
    if not 0.0 < risk < 1.0:
        raise BankcrapsError(f"a risk is a chance above 0 and below 1, such as 0.05, not {risk:g}")
    return risk


def bankroll_for(chain: Chain, plan: Plan, risk: float) -> Chances:
    """The least bankroll, in steps of the chain's money, with which ruin is no likelier than a given risk.

    Args:
        chain: the house and the system.
        plan: the session; its bankroll does not matter, and a goal is as much above the bankroll as here.
        risk: a chance above 0 and below 1.

    Raises:
        BankcrapsError: if not even a million dollars are enough.
    """
    a_risk(risk)
    unit = chain.unit
    most = MOST_BANKROLL // unit
    low = -(-max(chain.first_wager, plan.floor, unit) // unit) - 1
    step = max(1, chain.cash // unit)
    high = low + step
    found = _with(chain, plan, high * unit)
    while found.ruin > risk:
        if high >= most:
            raise BankcrapsError(
                f"with {printed(MOST_BANKROLL)} the risk of ruin is still above {risk:g}: no bankroll "
                "makes up for a system that stakes so much"
            )
        low, high = high, min(most, high + 2 * (high - low))
        found = _with(chain, plan, high * unit)
    while high - low > 1:
        middle = (low + high) // 2
        tried = _with(chain, plan, middle * unit)
        if tried.ruin > risk:
            low = middle
        else:
            high, found = middle, tried
    return found


def _with(chain: Chain, plan: Plan, bankroll: int) -> Chances:
    """The same session with another bankroll, the goal as much above it."""
    goal = None if plan.goal is None else Cents(bankroll + plan.goal - plan.bankroll)
    other = msgspec.structs.replace(plan, bankroll=Cents(bankroll), goal=goal)
    return _chances(chain, other, Cents(bankroll))
