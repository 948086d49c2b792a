"""The long run of a betting system: its averages for each throw, with money without end."""

from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from bankcraps.analysis.results.costs import RefusalRate, RuleCost, WagerCost
from bankcraps.game.chips import Cents, printed
from bankcraps.support.results import Data, Json, Result
from bankcraps.support.tabular import Same, Tabular, html


class Rate(Data, frozen=True):
    """The averages of a throw, a decision on the line or a shooter's hand. Money is in cents.

    Attributes:
        throws: the number of throws that one takes.
        action: chips staked on what the dice decided, pushes included.
        gain: the player's winnings; below zero if they lose.
        sd: the spread. The standard deviation of what is won in n of them comes to sd times the root of n.
        gain_bound, sd_bound: the largest possible errors of `gain` and `sd`.
    """

    JSON: ClassVar = Json(
        "RateData",
        "throws action_cents gain_cents sd_cents gain_bound_cents sd_bound_cents",
        "The long run of a throw, a decision or a hand; n of them spread by `sd` times root n.",
    )

    throws: float
    action: float
    gain: float
    sd: float
    gain_bound: float
    sd_bound: float


class Stood(NamedTuple):
    """A wager that stands; `call` is a button's word, or empty."""

    wager: str
    amount: Cents
    call: str

    JSON = Json("StandingData", "wager amount_cents call")


class LayoutShare(Data, frozen=True):
    """The share of throws before which a layout stands.

    Attributes:
        puck: the point, or 0 while the puck is off.
        wagers: the wagers standing: name, cents, and a button's word.
        share: the share of the throws, in the long run.
    """

    JSON: ClassVar = Json(
        "LayoutData",
        "puck wagers share",
        "A layout before the betting, with its share of the throws; `puck` is 0 while it is off.",
    )

    puck: int
    wagers: tuple[Stood, ...]
    share: float

    def __str__(self) -> str:
        """Write it in a line."""
        stands = [f"{name} {printed(amount)}{call and ' ' + call}" for name, amount, call in self.wagers]
        return f"{self.puck or 'off'}: {', '.join(stands) or 'nothing'}"


class LongRun(Tabular, Result, frozen=True, kw_only=True, tag="bankcraps.long_run/1"):
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

    JSON: ClassVar = Json(
        "LongRunData",
        "house system rates edge on_layout_cents wagers refusals=refused layouts error_bound by_rule",
        "The averages of a system that plays on for ever and can always pay.",
    )

    system: str
    rates: dict[str, Rate]
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

    def __hash__(self) -> int:
        """Equal results print alike, so their text serves as a hash."""
        return hash(repr(self))

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

    def _repr_html_(self) -> str:
        rows = [
            (unit, f"{rate.gain / 100:+,.4f}", f"{rate.sd / 100:,.2f}", f"{rate.action / 100:,.2f}")
            for unit, rate in self.rates.items()
        ]
        return html(("of", "gain", "sd", "action"), rows, f"{self.system}, {self.house}: in the long run")
