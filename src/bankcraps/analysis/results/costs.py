"""The costs of wagers, rules and hands in a session, the house's refusals, and covariances; without NumPy."""

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import ClassVar, NamedTuple

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.support.results import Data, Json


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
