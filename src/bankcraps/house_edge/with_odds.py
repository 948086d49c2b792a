"""Flat wagers with odds behind them: the edge on the total stake at each multiple of odds."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any, ClassVar

from bankcraps.game.engine import Refusal, State, Step
from bankcraps.game.rulebook.terms import LineTerms, OddsTerms
from bankcraps.game.wagers import ODDS, Kind, Wager, find, number_of
from bankcraps.house_edge.decisions.decision import result_of
from bankcraps.house_edge.decisions.trial_table import TrialTable
from bankcraps.house_edge.decisions.walk import lone_seat, walk
from bankcraps.house_edge.edge import percent, sd_and_skew
from bankcraps.support.results import Data, Json, fraction_keys

__all__ = ["FlatWithOdds", "flat_with_odds"]

BothNets = tuple[int, int, int]
"""The result of a decision: the net of the flat wager and of its odds in cents, and the odds' number or 0."""


class FlatWithOdds(Data, frozen=True, kw_only=True):
    """A flat wager whose player always takes or lays odds. All figures but `sd` are exact.

    Attributes:
        wager: the flat wager.
        multiple: the odds as a multiple of the flat wager. Where the house limits what don't odds win, it is
            how many times the flat wager they win. None for full odds that differ by number.
        odds: the same for people: "2x", "full (3-4-5x)".
        staked: the expected stake per decision, flat and odds, per unit of flat wager.
        edge: the expected loss per unit of all that is staked.
        sd: the standard deviation of the net of one decision, per unit of flat wager.
    """

    JSON: ClassVar = Json(
        "WithOddsData",
        "wager odds multiple staked edge sd",
        "A flat wager with odds behind it; `multiple` is null for full odds that differ by number.",
    )

    wager: str
    multiple: int | None
    odds: str
    staked: Fraction
    edge: Fraction
    sd: float

    def __repr__(self) -> str:
        """`<pass with 2x odds: edge 0.606% of all staked>`."""
        return f"<{self.label}: edge {percent(self.edge)} of all staked>"

    @property
    def label(self) -> str:
        """Its name among wagers: `pass with 2x odds`."""
        return f"{self.wager} with {self.odds} odds"

    def to_row(self) -> dict[str, Any]:
        """Return its figures under the columns of single wagers: what is lost per bet, and of all staked."""
        return {
            "label": self.label,
            **self.to_dict(),
            **fraction_keys(edge=self.edge * self.staked, edge_outlay=self.edge),
        }


def flat_with_odds(table: TrialTable, wager: Wager) -> list[FlatWithOdds]:
    """A flat wager with single odds, double odds and so on up to what all numbers allow, and with full odds.

    One walk with single odds is enough, because ideal pays are proportional to the stake. The player makes
    the odds as soon as the flat wager has its number. They count as staked even if they come back because
    they were off.

    Args:
        table: a table with ideal pays.
        wager: `pass`, `dont_pass`, `come` or `dont_come`.
    """
    book = table.book
    terms, odds = book.wagers[wager.kind], book.wagers.get(ODDS[wager.kind])
    if not isinstance(terms, LineTerms) or not isinstance(odds, OddsTerms):
        return []
    unit, stakes = _stakes(terms, odds)
    starts = table.starts(wager, None, unit)
    if isinstance(starts, Refusal):
        return []
    chances = walk(book, starts, _both_nets(wager.kind), _odds_bettor(table, wager.kind, stakes)).absorption
    low, high = min(odds.limit.values()), max(odds.limit.values())
    multiples = "-".join(map(str, sorted(set(odds.limit.values()))))
    levels = [(k, f"{k}x", dict.fromkeys(odds.limit, k)) for k in range(1, int(low) + 1)]
    full = (int(low) if low == high == int(low) else None, f"full ({multiples}x)", odds.limit)
    return [_at_level(wager, level, unit, stakes, chances) for level in (*levels, full)]


def _stakes(terms: LineTerms, odds: OddsTerms) -> tuple[int, dict[int, int]]:
    """A flat wager in cents, and single odds on each number, such that all pays are whole cents."""
    unit = lcm(terms.pays.den, *(pay.den for pay in odds.pays.values()))
    if odds.measure == "stake":
        return unit, dict.fromkeys(odds.pays, unit)
    unit = lcm(unit, *(pay.num for pay in odds.pays.values()))
    return unit, {number: unit * pay.den // pay.num for number, pay in odds.pays.items()}


def _odds_bettor(table: TrialTable, kind: Kind, stakes: dict[int, int]) -> Callable[[State], State]:
    """Return a player who bets single odds behind every flat wager of a kind."""

    def then(state: State) -> State:
        seat = lone_seat(state)
        for standing in seat.wagers:
            number = number_of(standing.wager, state.puck)
            if standing.wager.kind is kind and number in stakes and seat.odds_on(standing.wager) is None:
                return table.bet(state, find(ODDS[kind], standing.wager.number), stakes[number]).state
        return state

    return then


def _both_nets(kind: Kind) -> Callable[[State, Step], BothNets | None]:
    """Return a function that gives the nets of a flat wager and its odds once the flat wager is decided."""

    def end(state: State, came: Step) -> BothNets | None:
        flat = result_of(kind, state, came)
        if flat is None:
            return None
        for standing in lone_seat(state).wagers:
            if standing.wager.kind is ODDS[kind]:
                behind = result_of(ODDS[kind], state, came)
                return flat[1], behind[1] if behind else 0, number_of(standing.wager, state.puck)
        return flat[1], 0, 0

    return end


def _at_level(
    wager: Wager,
    level: tuple[int | None, str, Mapping[int, Fraction | int]],
    unit: int,
    stakes: dict[int, int],
    chances: dict[BothNets, Fraction],
) -> FlatWithOdds:
    multiple, label, times = level
    nets: dict[Fraction, Fraction] = {}
    staked = Fraction(1)
    for (flat, odds, number), chance in chances.items():
        net = Fraction(flat + odds * times.get(number, 0), unit)
        nets[net] = nets.get(net, Fraction(0)) + chance
        staked += chance * Fraction(stakes.get(number, 0) * times.get(number, 0), unit)
    loss = -sum((net * chance for net, chance in nets.items()), Fraction(0))
    sd, _ = sd_and_skew(nets.items())
    return FlatWithOdds(
        wager=wager.name, multiple=multiple, odds=label, staked=staked, edge=loss / staked, sd=sd
    )
