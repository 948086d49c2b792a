"""Flat wagers with odds behind them: what odds at each multiple make of the house's edge."""

from collections.abc import Callable
from fractions import Fraction
from math import lcm

import msgspec

from bankcraps.engine import Refusal, State, Step
from bankcraps.engine.wagering.spots import number_of, odds_on
from bankcraps.exact.figures import spread
from bankcraps.exact.settled import money
from bankcraps.exact.showing import both
from bankcraps.exact.stakes import multiple_for
from bankcraps.exact.wagers import House
from bankcraps.exact.walking import player, walk
from bankcraps.rulebook.terms import LineTerms, OddsTerms
from bankcraps.wagers import ODDS, Kind, Wager, find

__all__ = ["Combined", "combined"]

Share = tuple[int, int, int]
"""How a decision ended: the net of the flat wager and of its odds in cents, and the odds' number or 0."""


class Combined(msgspec.Struct, frozen=True, kw_only=True):
    """A flat wager with odds taken or laid whenever they may be. All figures are exact but `sd`.

    Attributes:
        wager: the flat wager.
        multiple: odds at so many times the flat wager, or as near to it as a number's limit allows; for don't
            odds that are limited by what they win, it is the win. None for full odds.
        odds: the same for people: "2x", "full (3-4-5x)".
        staked: what is expected to be staked a decision, flat and odds, for each unit of flat wager.
        edge: the expected loss for each unit of all that is staked.
        sd: the standard deviation of the net of a decision, for each unit of flat wager.
    """

    wager: str
    multiple: int | None
    odds: str
    staked: Fraction
    edge: Fraction
    sd: float

    def to_dict(self) -> dict[str, object]:
        """Plain data: fractions in lowest terms as text, and a decimal beside each."""
        told: dict[str, object] = {"wager": self.wager, "odds": self.odds, "multiple": self.multiple}
        return told | both(staked=self.staked, edge=self.edge) | {"sd": self.sd}


def combined(house: House, wager: Wager) -> list[Combined]:
    """A flat wager with odds at one time, two times and so on to what all numbers allow; and with full odds.

    One walk with odds at one time is enough: ideal pays are proportional to what is staked. Odds go down as
    soon as the flat wager has its number, and count as staked even where they come back, having been off.

    Args:
        house: a table of ideal pays.
        wager: `pass`, `dont_pass`, `come` or `dont_come`.
    """
    terms, odds = house.book.wagers[wager.kind], house.book.wagers.get(ODDS[wager.kind])
    if not isinstance(terms, LineTerms) or not isinstance(odds, OddsTerms):
        return []
    unit, stakes = _stakes(terms, odds)
    starts = house.starts(wager, None, unit)
    if isinstance(starts, Refusal):
        return []
    walked = walk(house.book, starts, _shared(wager.kind), _with_odds(house, wager.kind, stakes))
    chances = walked.outcome(walked.visits())
    low, high = min(odds.limit.values()), max(odds.limit.values())
    spread_out = "-".join(map(str, sorted(set(odds.limit.values()))))
    levels = [(k, f"{k}x", dict.fromkeys(odds.limit, k)) for k in range(1, low + 1)]
    full = (low if low == high else None, f"full ({spread_out}x)", odds.limit)
    return [_level(wager, level, unit, stakes, chances) for level in (*levels, full)]


def _stakes(terms: LineTerms, odds: OddsTerms) -> tuple[int, dict[int, int]]:
    """A flat wager in cents, and the odds of one time on each number, on which all pays are whole."""
    unit = multiple_for([terms.pays, *odds.pays.values()])
    if odds.measure == "stake":
        return unit, dict.fromkeys(odds.pays, unit)
    unit = lcm(unit, *(pay.num for pay in odds.pays.values()))
    return unit, {number: unit * pay.den // pay.num for number, pay in odds.pays.items()}


def _with_odds(house: House, kind: Kind, stakes: dict[int, int]) -> Callable[[State], State]:
    """What a player does who wants odds behind every flat wager of a kind."""

    def then(state: State) -> State:
        seat = player(state)
        for standing in seat.wagers:
            number = number_of(standing.wager, state.puck)
            if standing.wager.kind is kind and number and odds_on(seat, standing.wager) is None:
                return house.bet(state, find(ODDS[kind], standing.wager.number), stakes[number]).state
        return state

    return then


def _shared(kind: Kind) -> Callable[[State, Step], Share | None]:
    """How a decision of the flat wager ends, for it and for its odds."""

    def end(state: State, came: Step) -> Share | None:
        flat = money(kind, state, came)
        if flat is None:
            return None
        for standing in player(state).wagers:
            if standing.wager.kind is ODDS[kind]:
                behind = money(ODDS[kind], state, came)
                return flat[1], behind[1] if behind else 0, number_of(standing.wager, state.puck)
        return flat[1], 0, 0

    return end


def _level(
    wager: Wager,
    level: tuple[int | None, str, dict[int, int]],
    unit: int,
    stakes: dict[int, int],
    chances: dict[Share, Fraction],
) -> Combined:
    multiple, label, times = level
    nets: dict[Fraction, Fraction] = {}
    staked = Fraction(1)
    for (flat, odds, number), chance in chances.items():
        net = Fraction(flat + odds * times.get(number, 0), unit)
        nets[net] = nets.get(net, Fraction(0)) + chance
        staked += chance * Fraction(stakes.get(number, 0) * times.get(number, 0), unit)
    loss = -sum((net * chance for net, chance in nets.items()), Fraction(0))
    sd, _ = spread(nets.items())
    return Combined(wager=wager.name, multiple=multiple, odds=label, staked=staked, edge=loss / staked, sd=sd)
