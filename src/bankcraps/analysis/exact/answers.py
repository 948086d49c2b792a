"""The answers about a session: its results, or that it lasts infinitely many throws on average."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, overload

from msgspec import UNSET

from bankcraps.analysis.results.asked import asked
from bankcraps.analysis.results.costs import Costs, Covariances, RuleCost, rule_costs
from bankcraps.analysis.results.session import SessionFigures, money_data
from bankcraps.analysis.results.session_data import (
    EndlessSessionData,
    SessionData,
)
from bankcraps.analysis.results.streaks import Streaks
from bankcraps.errors import BankcrapsError
from bankcraps.strategies.firing import Firing
from bankcraps.strategies.plan import Plan
from bankcraps.strategies.policy import Policy
from bankcraps.support.distribution import Distribution
from bankcraps.support.tabular import Tabular

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["KNOWN_ABOVE", "EndlessSession", "Session", "rules_of", "with_rules"]

KNOWN_ABOVE: Final = 100
"""The time of an end is known where its chance is so many times the error bound: then it is right to 1 %."""


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Session(SessionFigures):
    """The exact answer to a plan. Money is in cents.

    Attributes:
        error_bound: the largest possible error of the probability of an end or of a sum taken home.
        mean_bound, sd_bound, cost_bound: the largest possible errors of `final.mean`, `final.sd` and `cost`,
            in cents. None where what can be taken home has no known limit: for some systems that stop by
            themselves, and for systems that look at their money and can come to own more than their chain
            holds.
        drawdown: the most by which what is owned falls below its highest so far, before any throw's betting;
            None if it was not asked for.
        covariances: the covariances of the results of the wagers; None if that was not asked for.
        streaks: the longest runs of losses, wins, seven-outs and points made; None if not asked for.
        by_rule: the number of times that each rule of the system fires, and its cost; None if not asked for.
        extremes_on_request: whether `highest` and `lowest` are None only because they take long to solve:
            `extremes=True` adds them.
    """

    error_bound: float
    mean_bound: float | None = None
    sd_bound: float | None = None
    cost_bound: float | None = None
    drawdown: Distribution | None = None
    covariances: Covariances | None = None
    streaks: Streaks | None = None
    by_rule: tuple[RuleCost, ...] | None = None
    extremes_on_request: bool = False

    @overload
    def plot(
        self, path: str | Path | None = None, shown: str = "final", *, ax: None = None, label: None = None
    ) -> "Figure": ...

    @overload
    def plot(
        self, path: None = None, shown: str = "final", *, ax: "Axes", label: str | None = None
    ) -> "Axes": ...

    def plot(
        self,
        path: str | Path | None = None,
        shown: str = "final",
        *,
        ax: "Axes | None" = None,
        label: str | None = None,
    ) -> "Figure | Axes":
        """Draw the final bankroll or, with `shown="ruin"`, when ruin comes.

        Args:
            path: a PNG or SVG file to write, or None.
            shown: "final" or "ruin".
            ax: a Matplotlib Axes to draw on instead, in your style. Of "final" it shows the chart, without
                the quantiles below.
            label: its words in a legend; without it the name of the system.

        Returns:
            The new figure, or the given Axes.

        Raises:
            BankcrapsError: if there is nothing to draw, the file cannot be written, or arguments do not go
                together.
        """
        if shown not in ("final", "ruin"):
            raise BankcrapsError(f"a session draws 'final' or 'ruin', not {shown!r}")
        if shown == "ruin" and self.ruin_when is None and self.p_ruin_or_floor:
            if self.p_ruin_or_floor < KNOWN_ABOVE * self.error_bound:
                raise BankcrapsError(
                    f"the chance of ruin, {self.p_ruin_or_floor:.1g}, is too near to the error bound, "
                    f"{self.error_bound:.1g}, to say when ruin comes"
                )
            raise BankcrapsError("the time of ruin takes too long to solve here: give the session a length")
        from bankcraps.analysis import plots  # noqa: PLC0415 - Matplotlib loads slowly

        if own := plots.own_axes(ax, path, label, self.system):
            return plots.session_picture_on(own, self, shown)
        return plots.session_picture(self, shown, "exact", path)

    def _columns(self) -> Mapping[str, object]:
        """The distribution of what is taken home: `final_cents` and `chance`."""
        return {**self._question(), "final_cents": self.final.values, "chance": self.final.chances}

    def to_dict(self, *, distribution: bool = False) -> dict[str, Any]:
        """Return the output of `bankcraps session --json` as a dict."""
        return self.to_data(distribution=distribution).to_dict()

    def to_data(self, *, distribution: bool = False) -> SessionData:
        """The same, typed."""
        return SessionData.of(
            self,
            self.plan,
            self.final,
            **self.shared_data(distribution=distribution),
            drawdown=UNSET if self.drawdown is None else money_data(self.drawdown),
            streaks=UNSET if self.streaks is None else self.streaks.to_data(),
        )


@dataclass(frozen=True, kw_only=True)
class EndlessSession(Tabular):
    """The exact answer to a plan without goal and length where the player does not lose in the long run.

    In a fair game ruin is certain. In a favourable one the player escapes it with some probability, and the
    session never ends.

    Attributes:
        house: the rulebook's id, with its options.
        system: the system's name.
        plan: the bankroll, and the floor if there is one.
        p_ruin_or_floor: the probability of leaving with too little for the next wager, or below the floor.
        gain_per_throw: the sum that the player wins in a throw in the long run, in cents; 0 in a fair game.
        error_bound: the largest possible error of the probability.
    """

    throws: ClassVar[float] = inf
    """Expected throws until the player leaves."""

    house: str
    system: str
    plan: Plan
    p_ruin_or_floor: float
    gain_per_throw: float
    error_bound: float

    @property
    def p_never(self) -> float:
        """The probability that the session never ends."""
        return 1.0 - self.p_ruin_or_floor

    def _columns(self) -> Mapping[str, object]:
        """One row."""
        return {
            **asked(self.house, self.system, self.plan),
            "p_ruin_or_floor": [self.p_ruin_or_floor],
            "p_never": [self.p_never],
            "gain_per_throw_cents": [self.gain_per_throw],
            "error_bound": [self.error_bound],
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the output of `bankcraps session --json` as a dict."""
        return self.to_data().to_dict()

    def to_data(self) -> EndlessSessionData:
        """The same, typed."""
        return EndlessSessionData.of(self, self.plan)


def with_rules(
    system: Policy, found: Session | EndlessSession, by_rules: Session | EndlessSession
) -> Session:
    """A session with its rules.

    Args:
        system: the system in words.
        found: the session.
        by_rules: the same one, solved on the chain by rules.

    Raises:
        BankcrapsError: for a session that lasts infinitely many throws on average.
    """
    if isinstance(found, EndlessSession) or isinstance(by_rules, EndlessSession):
        raise BankcrapsError(
            "a session that need not end has no cost by rule: give it a goal or a length, or leave the rules "
            "out"
        )
    return replace(found, by_rule=rules_of(system, Costs(by_rules.wagers, by_rules.refused)))


def rules_of(system: Policy, found: Costs) -> tuple[RuleCost, ...]:
    """The rules of a system in words, from the costs on its chain by rules."""
    firing = Firing(system)
    return rule_costs(firing.texts, firing.stages, found)
