"""The long run of a betting system: its averages for each throw, with money without end."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import UNSET

from bankcraps.analysis.results.chain_data import LayoutData, LongRunData, RateData, StandingData
from bankcraps.analysis.results.costs import RefusalRate, WagerCost
from bankcraps.analysis.results.rule_costs import RuleCost
from bankcraps.game.chips import Cents, printed
from bankcraps.strategies.plan import LengthUnit
from bankcraps.support.equal import Equal
from bankcraps.support.tabular import Same, Tabular, html

__all__ = ["LayoutShare", "LongRun", "Rate"]


@dataclass(frozen=True)
class Rate:
    """The averages of a throw, a decision on the line or a shooter's hand. Money is in cents.

    Attributes:
        throws: the number of throws that one takes.
        action: chips staked on what the dice decided, pushes included.
        gain: the player's winnings; below zero if they lose.
        sd: the spread. The standard deviation of what is won in n of them comes to sd times the root of n.
        gain_bound, sd_bound: the largest possible errors of `gain` and `sd`.
    """

    throws: float
    action: float
    gain: float
    sd: float
    gain_bound: float
    sd_bound: float


@dataclass(frozen=True)
class LayoutShare:
    """The share of throws before which a layout stands.

    Attributes:
        puck: the point, or 0 while the puck is off.
        wagers: the wagers standing: name, cents, and a button's word.
        share: the share of the throws, in the long run.
    """

    puck: int
    wagers: tuple[tuple[str, Cents, str], ...]
    share: float

    def __str__(self) -> str:
        """Write it in a line."""
        stands = [f"{name} {printed(amount)}{call and ' ' + call}" for name, amount, call in self.wagers]
        return f"{self.puck or 'off'}: {', '.join(stands) or 'nothing'}"


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class LongRun(Equal, Tabular):
    """The averages of a system that plays on for ever and can always pay. Money is in cents.

    Attributes:
        house: the rulebook's id, with its options.
        system: the system's name.
        rates: the results of a throw, a decision and a hand, under "throws", "decisions" and "shooters".
        on_layout: the chips on the layout at a throw on average, with the commission of the bets before it.
            Chips that the player takes down before the throw count.
        wagers: action and cost of each wager in a throw, on average.
        refused: the things that the house refuses, and their number in a throw.
        layouts: the layouts before the betting, the commonest first.
        error_bound: the largest possible error of the share of a layout, or of any set of them.
        by_rule: the number of times that each rule of the system fires in a throw, and its cost; None if not
            asked for.
    """

    house: str
    system: str
    rates: Mapping[LengthUnit, Rate]
    on_layout: float
    wagers: tuple[WagerCost, ...]
    refused: tuple[RefusalRate, ...]
    layouts: tuple[LayoutShare, ...]
    error_bound: float
    by_rule: tuple[RuleCost, ...] | None = None

    def __repr__(self) -> str:
        """Write it in a line."""
        throw = self.rates["throws"]
        figures = f"{throw.gain / 100:+.4f} a throw, sd {throw.sd / 100:.2f}"
        return f"<LongRun {self.system!r}, {self.house}: {figures}>"

    @property
    def edge(self) -> float:
        """The loss per cent of action, all wagers together; 0 if there is no action."""
        throw = self.rates["throws"]
        return -throw.gain / throw.action if throw.action else 0.0

    @property
    def pucks(self) -> dict[int, float]:
        """The share of the throws with the puck on each point; 0 while it is off."""
        shares: dict[int, float] = {}
        for layout in sorted(self.layouts, key=lambda each: each.puck):
            shares[layout.puck] = shares.get(layout.puck, 0.0) + layout.share
        return shares

    def _columns(self) -> Mapping[str, object]:
        """The layouts with their shares."""
        return {
            "house": Same(self.house),
            "system": Same(self.system),
            "standing": [str(layout) for layout in self.layouts],
            "share_of_throws": [layout.share for layout in self.layouts],
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the output of `bankcraps chain --long-run --json` as a dict."""
        return self.to_data().to_dict()

    def to_data(self) -> LongRunData:
        """The same, typed."""
        return LongRunData(
            house=self.house,
            system=self.system,
            rates={
                unit: RateData(
                    throws=rate.throws,
                    action_cents=rate.action,
                    gain_cents=rate.gain,
                    sd_cents=rate.sd,
                    gain_bound_cents=rate.gain_bound,
                    sd_bound_cents=rate.sd_bound,
                )
                for unit, rate in self.rates.items()
            },
            edge=self.edge,
            on_layout_cents=self.on_layout,
            wagers=[wager.to_data() for wager in self.wagers],
            refusals=[refusal.to_data() for refusal in self.refused],
            layouts=[
                LayoutData(
                    puck=layout.puck,
                    wagers=[
                        StandingData(wager=name, amount_cents=amount, call=call)
                        for name, amount, call in layout.wagers
                    ],
                    share=layout.share,
                )
                for layout in self.layouts
            ],
            error_bound=self.error_bound,
            by_rule=UNSET if self.by_rule is None else [rule.to_data() for rule in self.by_rule],
        )

    def _repr_html_(self) -> str:
        rows = [
            (unit, f"{rate.gain / 100:+,.4f}", f"{rate.sd / 100:,.2f}", f"{rate.action / 100:,.2f}")
            for unit, rate in self.rates.items()
        ]
        return html(("of", "gain", "sd", "action"), rows, f"{self.system}, {self.house}: in the long run")
