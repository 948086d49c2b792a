"""Risk of ruin: how the probabilities change with the bankroll, and the bankroll that a given risk needs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Unpack

import msgspec

from bankcraps.chips import Cents, Money, dollars, printed
from bankcraps.errors import BankcrapsError
from bankcraps.markov.arrays import in_units
from bankcraps.markov.model import Chain
from bankcraps.markov.stopping import FLOOR, RUIN
from bankcraps.question import SessionOptions, ask
from bankcraps.rulebook.schema import Rulebook
from bankcraps.solver.grid import money_grid
from bankcraps.solver.sessions import Problem, problem, solve
from bankcraps.strategy.plan import Plan
from bankcraps.strategy.policy import Policy
from bankcraps.tabular import arrow_rows, html

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "MAX_BANKROLLS",
    "BankrollChances",
    "Curve",
    "bankroll",
    "bankrolls_for",
    "check_risk",
    "curve",
    "curve_of",
]

MAX_BANKROLL: Final = Cents(100_000_000)
"""A million dollars. A system that needs more is too large for the table's limits."""

MAX_BANKROLLS: Final = 200
"""Bankrolls in one curve."""

MIN_RISK: Final = 1e-12
"""The least risk that a bankroll is found for: a little more than the errors of the solver."""


@dataclass(frozen=True)
class BankrollChances:
    """What a bankroll comes to. Money is in cents.

    Attributes:
        bankroll: what the player brings.
        ruin, ahead: the probabilities of ruin or of falling below the floor, and of going home with more than
            was brought.
        mean, sd: of what the player takes home.
    """

    bankroll: Cents
    ruin: float
    ahead: float
    mean: float
    sd: float

    def to_dict(self) -> dict[str, object]:
        """The same as JSON."""
        return {
            "bankroll_cents": self.bankroll,
            "ruin": self.ruin,
            "p_ahead": self.ahead,
            "mean_cents": self.mean,
            "sd_cents": self.sd,
        }


@dataclass(frozen=True, eq=False, repr=False)
class Curve:
    """One session with different bankrolls.

    Attributes:
        rules: the rulebook's id, with its options.
        strategy: the system's name.
        plan: the session; its bankroll does not matter.
        chances: one for each bankroll, in the order asked.
        risks: the risk that each bankroll is the least for; empty if bankrolls were asked for.
    """

    rules: str
    strategy: str
    plan: Plan
    chances: tuple[BankrollChances, ...]
    risks: tuple[float, ...] = ()

    def __iter__(self) -> Iterator[BankrollChances]:
        """What each bankroll comes to."""
        return iter(self.chances)

    def __repr__(self) -> str:
        """In a line."""
        return f"<Curve {self.strategy!r}, {self.rules}: {len(self.chances)} bankrolls>"

    def rows(self) -> list[dict[str, object]]:
        """A row for each bankroll, and the risk it is the least for."""
        rows = [one.to_dict() for one in self.chances]
        if not self.risks:
            return rows
        return [{"risk": risk} | row for risk, row in zip(self.risks, rows, strict=True)]

    def to_dict(self) -> dict[str, object]:
        """What `bankcraps risk --json` prints."""
        return {
            "schema": "bankcraps.risk/2",
            "rules": self.rules,
            "strategy": self.strategy,
            "floor_cents": self.plan.floor,
            "limit": None if self.plan.count is None else {self.plan.counted: self.plan.count},
            "bankrolls": self.rows(),
        }

    def to_arrow(self) -> Any:  # noqa: ANN401 - Arrow has no types
        """A row for each bankroll as an Arrow table; money in cents."""
        return arrow_rows(self.rows())

    def plot(self, path: str | Path | None = None) -> "Figure":
        """Draw the probabilities by bankroll, into a PNG or SVG file if one is named.

        Raises:
            BankcrapsError: if the file cannot be written.
        """
        from bankcraps.plots import Heading, RuinPoint, ruin_curve  # noqa: PLC0415 - Matplotlib loads slowly

        points = [RuinPoint(one.bankroll, one.ruin, None, one.ahead) for one in self.chances]
        said = f"rulebook {self.rules} · system {self.strategy} · {self.plan.length}"
        heading = Heading("How the chances change with the bankroll", "exact", said)
        return ruin_curve(points, heading, path=path)

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
        return html(head, rows, f"{self.strategy}, {self.rules}: {self.plan.length}")


def curve(
    book: Rulebook | str | Path,
    system: Policy | str,
    bankrolls: Iterable[Money],
    floor: Money = 0,
    **options: Unpack[SessionOptions],
) -> Curve:
    """One session with different bankrolls, exactly.

    Args:
        book: a rulebook, its id, or the path of a file.
        system: a system, a name from the library, the path of a file, or the text itself.
        bankrolls: what the player brings, in dollars.
        floor: the player leaves when they own less, in dollars.
        options: as in `session`.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
    """
    brought = list(bankrolls)
    if not brought:
        raise BankcrapsError("a curve is of one bankroll at least")
    asked = ask(book, system, brought[0], None, floor, **options)
    return curve_of(asked.chain(), asked.plan, map(dollars, brought))


def bankroll(
    book: Rulebook | str | Path,
    system: Policy | str,
    ruin: float,
    floor: Money = 0,
    **options: Unpack[SessionOptions],
) -> BankrollChances:
    """The least bankroll with which a session ends in ruin no more often than a given probability.

    Args:
        book: a rulebook, its id, or the path of a file.
        system: a system, a name from the library, the path of a file, or the text itself.
        ruin: a probability above 0 and below 1.
        floor: the player leaves when they own less, in dollars.
        options: as in `session`; a length is required.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
    """
    asked = ask(book, system, floor or 1, None, floor, **options)
    (found,) = bankrolls_for(asked.chain(), asked.plan, [ruin])
    return found


def curve_of(chain: Chain, plan: Plan, bankrolls: Iterable[Cents]) -> Curve:
    """The same session with other bankrolls.

    Raises:
        BankcrapsError: for a bankroll with which the session cannot be played, or for too many bankrolls.
    """
    tried = tuple(bankrolls)
    if len(tried) > MAX_BANKROLLS:
        raise BankcrapsError(f"{len(tried)} bankrolls are asked for, and {MAX_BANKROLLS} are the most")
    problems: dict[int, Problem] = {}
    return Curve(
        chain.rules, chain.system, plan, tuple(_chances(chain, plan, each, problems) for each in tried)
    )


def bankrolls_for(chain: Chain, plan: Plan, risks: Iterable[float]) -> Curve:
    """The least bankrolls, in steps of the chain's money, with which ruin is no likelier than given risks.

    Args:
        chain: the house and the system.
        plan: the session, without a goal; its bankroll does not matter.
        risks: probabilities above 0 and below 1.

    Raises:
        BankcrapsError: if not even a million dollars are enough, or the session has no length.
    """
    asked = tuple(map(check_risk, risks))
    if plan.count is None:
        raise BankcrapsError("a risk of ruin needs a length: say how many throws, decisions or shooters")
    problems: dict[int, Problem] = {}
    search = _Search(chain, plan)
    # The greatest risk first: what is found on the way to it narrows down the others.
    least = {risk: search.least(risk) for risk in sorted(asked, reverse=True)}
    chances = tuple(_chances(chain, plan, least[risk], problems) for risk in asked)
    return Curve(chain.rules, chain.system, plan, chances, asked)


def check_risk(risk: float) -> float:
    """Check that a bankroll can be found for a risk.

    Raises:
        BankcrapsError: if it cannot.
    """
    if isinstance(risk, str) or not 0.0 < risk < 1.0:
        raise BankcrapsError(f"a risk is a chance above 0 and below 1, such as 0.05, not {risk}")
    if risk < MIN_RISK:
        raise BankcrapsError(
            f"a risk of {risk:g} is less than the solver can tell from none; {MIN_RISK:g} is the least"
        )
    return risk


class _Search:
    """A search for bankrolls. The risk of ruin falls as the bankroll rises; each bankroll is swept once."""

    def __init__(self, chain: Chain, plan: Plan) -> None:
        self._chain, self._plan = chain, plan
        # Bankrolls are tried in whole units, so that one grid does for all.
        self._units = in_units(chain, 0)
        self._grid = money_grid(self._units, plan.counted)
        self._none = -(-max(chain.first_wager, plan.floor, chain.unit) // chain.unit) - 1
        self._known = {self._none: 1.0}

    def least(self, risk: float) -> Cents:
        """The least bankroll with which ruin is no likelier than a risk."""
        low = max(units for units, ruin in self._known.items() if ruin > risk)
        enough = [units for units, ruin in self._known.items() if ruin <= risk]
        high = min(enough) if enough else self._enough(low, risk)
        low = max(units for units, ruin in self._known.items() if ruin > risk)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._ruin(middle) > risk else (low, middle)
        return Cents(high * self._chain.unit)

    def _enough(self, low: int, risk: float) -> int:
        """Some bankroll, in units, with which ruin is no likelier."""
        most = MAX_BANKROLL // self._chain.unit
        high = max(low, self._none + max(1, self._chain.cash // self._chain.unit))
        while self._ruin(high) > risk:
            if high >= most:
                raise BankcrapsError(
                    f"with {printed(MAX_BANKROLL)} the risk of ruin is still above {risk:g}: no bankroll "
                    "makes up for a system that stakes so much"
                )
            high = min(most, self._none + 3 * (high - self._none))
        return high

    def _ruin(self, units: int) -> float:
        if units not in self._known:
            plan = msgspec.structs.replace(self._plan, bankroll=Cents(units * self._chain.unit))
            self._chain.require_playable(plan)
            self._known[units] = float(self._grid.sweep(self._units.plan(plan)).ends[:, [RUIN, FLOOR]].sum())
        return self._known[units]


def _chances(chain: Chain, plan: Plan, bankroll: Cents, problems: dict[int, Problem]) -> BankrollChances:
    """What a bankroll comes to; `problems` are those made ready so far, by what is left of a unit."""
    brought = msgspec.structs.replace(plan, bankroll=bankroll)
    rest = bankroll % chain.unit
    if rest not in problems:
        chain.require_playable(brought)
        problems[rest] = problem(chain, bankroll)
    found = solve(chain, brought, extremes=False, ready=problems[rest])
    return BankrollChances(bankroll, found.p_ruin_or_floor, found.p_ahead, found.final.mean, found.final.sd)
