"""The costs of wagers, rules and hands, refusals, covariances, and the long run; without NumPy."""

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import ClassVar, NamedTuple

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, printed
from bankcraps.support.results import Data, Json, Result
from bankcraps.support.tabular import Same, Tabular, html


class WagerCost(Data, frozen=True):
    """One wager's part in a session.

    Attributes:
        wager: its name. Come wagers share one name, whatever their number; so do their odds.
        action: expected chips staked on what the dice decided, in cents. A wager counts each time that it
            wins, loses or pushes; odds that come back because they were off push.
        cost: expected loss, commission included, in cents.
        edge_error: the standard error of `edge` if it was simulated. It takes the throws that decide the
            wager as independent.
    """

    JSON: ClassVar = Json("WagerCostData", "wager action_cents cost_cents edge edge_se=edge_error")

    wager: str
    action: float
    cost: float
    edge_error: float | None = None

    @property
    def edge(self) -> float:
        """The loss per cent of action; 0 if there was none."""
        return self.cost / self.action if self.action else 0.0


class Moments(NamedTuple):
    """Sums over the throws that decided a wager: of action and net in cents, their squares and product."""

    action: float = 0
    net: float = 0
    action_squared: float = 0
    action_net: float = 0
    net_squared: float = 0

    def plus(self, action: float, net: float, weight: float = 1) -> "Moments":
        """The sums with one more throw, or with `weight` equal ones."""
        terms = (action, net, action * action, action * net, net * net)
        return Moments(*(mine + weight * term for mine, term in zip(self, terms, strict=True)))

    @property
    def edge_error(self) -> float:
        """The standard error of the edge: of a ratio of two sums, from its residuals."""
        if not self.action:
            return 0.0
        edge = -self.net / self.action
        squares = self.net_squared + 2 * edge * self.action_net + edge**2 * self.action_squared
        return sqrt(max(0.0, squares)) / self.action


class RefusalRate(Data, frozen=True):
    """A refusal by the house, and how often it occurs in a session."""

    JSON: ClassVar = Json("RefusalRateData", "code message times")

    code: str
    message: str
    times: float


class Costs(NamedTuple):
    """The costs of a session.

    Attributes:
        wagers: each wager's part, the costliest first.
        refused: the refusals of the house, the commonest first.
    """

    wagers: tuple[WagerCost, ...]
    refused: tuple[RefusalRate, ...]

    @staticmethod
    def of(wagers: Iterable[WagerCost], refused: Iterable[RefusalRate]) -> "Costs":
        """Put wagers and refusals in their order."""
        return Costs(
            tuple(sorted(wagers, key=lambda each: (-each.cost, each.wager))),
            tuple(sorted(refused, key=lambda each: (-each.times, each.message))),
        )


class RuleCost(Data, frozen=True):
    """One rule's part in a session, or in a throw of the long run.

    A rule fires in a betting round in which the house takes a bet, a take-down or a call that it wants. A
    wager belongs to the rule that last changed its amount, until it is decided.

    Attributes:
        number: which rule of the text it is, from 1.
        rule: its text.
        stage: the stage it belongs to; empty if it belongs to none.
        times: the expected number of betting rounds in which it fires.
        action: expected chips staked on what the dice decided of its wagers, in cents, as in `WagerCost`.
        cost: expected loss of its wagers, commission included, in cents.
    """

    JSON: ClassVar = Json(
        "RuleCostData",
        "number rule stage? times action_cents cost_cents edge",
        "One rule of a system: how often it fires, and its action, cost and edge, as in `RuleCost`.",
    )

    number: int
    rule: str
    stage: str
    times: float
    action: float
    cost: float

    @property
    def edge(self) -> float:
        """The loss per cent of action; 0 if there was none."""
        return self.cost / self.action if self.action else 0.0


def rule_costs(texts: Mapping[int, str], stages: Mapping[int, str], found: Costs) -> tuple[RuleCost, ...]:
    """The part of each rule, in the order of the text.

    Args:
        texts: the text of each rule by its number.
        stages: the stage of each rule that belongs to one, by its number.
        found: the costs of their wagers and the numbers of times that they fire, each under its number.
    """
    costs, none = {int(one.wager): one for one in found.wagers}, WagerCost("", 0.0, 0.0)
    times = {int(one.code): one.times for one in found.refused}
    return tuple(
        RuleCost(
            number,
            text,
            stages.get(number, ""),
            times.get(number, 0.0),
            costs.get(number, none).action,
            costs.get(number, none).cost,
        )
        for number, text in texts.items()
    )


class Covariances(Data, frozen=True):
    """The covariances between the results of wagers in a session: what each wins or loses, with commission.

    Attributes:
        wagers: the names of the wagers, as in `WagerCost`.
        matrix: the covariance of each wager with each, in cents squared. All together are the variance of
            what is taken home.
    """

    JSON: ClassVar = Json(
        "CovariancesData",
        "wagers cents_squared=matrix",
        "The covariances of the results of wagers in a session, by their order in `wagers`.",
    )

    wagers: tuple[str, ...]
    matrix: tuple[tuple[float, ...], ...]

    def covariance(self, one: str, other: str) -> float:
        """The covariance of the results of two wagers, in cents squared.

        Raises:
            BankcrapsError: if the session has no such wager.
        """
        return self.matrix[self._number(one)][self._number(other)]

    def sd(self, wager: str) -> float:
        """The standard deviation of a wager's result, in cents."""
        return sqrt(max(0.0, self.covariance(wager, wager)))

    def correlation(self, one: str, other: str) -> float | None:
        """The correlation of the results of two wagers, from -1 to 1; None if one does not vary."""
        spread = self.sd(one) * self.sd(other)
        return self.covariance(one, other) / spread if spread else None

    def _number(self, wager: str) -> int:
        if wager not in self.wagers:
            raise BankcrapsError(f"no {wager} in this session; its wagers are {', '.join(self.wagers)}")
        return self.wagers.index(wager)


class PerShooter(Data, frozen=True):
    """Averages over shooters' hands: totals of all sessions over hands ended. Money is in cents.

    Attributes:
        hands: hands ended in a session.
        throws, decisions, action, cost: for each hand ended, those of an unfinished last hand included.
    """

    JSON: ClassVar = Json(
        "PerShooterData", "hands throws decisions action_cents cost_cents", "Averages over shooters' hands."
    )

    hands: float
    throws: float
    decisions: float
    action: float
    cost: float


class BankrollChances(Data, frozen=True, omit_defaults=True):
    """The chances that a bankroll has. Money is in cents.

    Attributes:
        bankroll: the sum that the player brings.
        p_ruin_or_floor: the probability of ruin, or of falling below the floor.
        p_ahead: the probability of taking home more than the bankroll.
        mean, sd: the mean and standard deviation of what the player takes home.
        risk: the risk that it is the least bankroll for; None if no risks were asked for.
    """

    JSON: ClassVar = Json(
        "BankrollData",
        "risk bankroll_cents p_ruin_or_floor p_ahead mean_cents sd_cents",
        "The results of one bankroll.",
    )

    bankroll: Cents
    p_ruin_or_floor: float
    p_ahead: float
    mean: float
    sd: float
    risk: float | None = None


class Laid(NamedTuple):
    """A wager that lies there when the dice are thrown.

    Attributes:
        wager: its spot, by canonical name.
        amount: the sum that lies there, in cents.
        call: the word of its button, "on" or "off"; empty without one.
        net: the sum that the throw wins or loses on it, with its commission, in cents.
    """

    wager: str
    amount: Cents
    call: str
    net: int

    JSON = Json(
        "LaidData",
        "wager amount_cents call net_cents",
        "A wager that lies there when the dice are thrown, and what the throw wins or loses on it.",
    )


# The long run of a betting system: its averages for each throw, with money without end.


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
