"""Players who bet on the wagers of a drill, at random from a seed."""

import hashlib
from collections.abc import Sequence
from typing import Final, TypeVar

from bankcraps.game.chips import Cents
from bankcraps.game.dealing import FAMILIES
from bankcraps.game.dice import Throw
from bankcraps.game.engine import BetRange, Seat, State, bet_range, player, step
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.wagering.sign_bounds import exact_unit
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.rulebook.terms import NumberTerms, OddsTerms, OneRollTerms
from bankcraps.game.wagers import COMES, FLATS, WAGERS, Kind, Wager, find, flat_under, odds_behind
from bankcraps.training.level import Amounts, Level

T = TypeVar("T")
DOLLAR: Final = 100
MOST_WAGERS: Final = 5
"""The most wagers of a player, so that an exercise ends."""

_LARGEST: Final[dict[Amounts, int]] = {"even": 60, "odd": 60, "large": 3000}
_TRIES: Final = 4


class Draws:
    """Numbers that a seed and the number of an exercise decide, the same on every machine and for ever."""

    def __init__(self, seed: int, index: int, more: str = "") -> None:
        """Start the random stream of one exercise; `more` names another one of the same exercise."""
        self._key = f"bankcraps drill {seed} {index}{more}".encode()
        self._block = 0
        self._left = b""

    def below(self, many: int) -> int:
        """Draw a number from 0 to `many` less 1, each equally likely to within one in two to the fortieth."""
        if not self._left:
            self._left = hashlib.sha256(self._key + self._block.to_bytes(8)).digest()
            self._block += 1
        drawn, self._left = int.from_bytes(self._left[:8]), self._left[8:]
        return drawn % many

    def one(self, among: Sequence[T]) -> T:
        """Draw one of several."""
        return among[self.below(len(among))]

    def throw(self) -> Throw:
        """Throw two dice."""
        return Throw(1 + self.below(6), 1 + self.below(6))


def bets(book: Rulebook, state: State, level: Level, kinds: Sequence[Kind], draws: Draws) -> State:
    """Return the table after every player has bet. Refused bets are left out."""
    families = [[kind for kind in FAMILIES[name][1] if kind in kinds] for name in level.families]
    families = [family for family in families if family]
    for name in [seat.name for seat in state.seats]:
        for _ in range(1 + draws.below(3)):
            if len(state.seated(name).wagers) < MOST_WAGERS:
                state = _bet(book, state, name, level, draws.one(draws.one(families)), draws)
        for standing in state.seated(name).wagers:
            odds = odds_behind(standing.wager)
            if odds and odds.kind in kinds and draws.below(2):
                state = _put(book, state, name, level, odds, draws)
        state = _call(book, state, state.seated(name), draws)
    return state


def _bet(book: Rulebook, state: State, name: str, level: Level, kind: Kind, draws: Draws) -> State:
    seat = state.seated(name)
    spots = _spots(book, seat, kind)
    if not spots:  # odds on a come wager that has no number yet
        return _bet(book, state, name, level, FLATS[kind], draws)
    spot = draws.one(spots)
    if spot.kind in FLATS and seat.on(flat_under(spot)) is None:
        spot = find(FLATS[spot.kind])
    return _put(book, state, name, level, spot, draws)


def _put(book: Rulebook, state: State, name: str, level: Level, spot: Wager, draws: Draws) -> State:
    """Have a player bet on a spot; rarely on one where they already have chips."""
    seat = state.seated(name)
    if seat.on(spot) and draws.below(4):
        return state
    for _ in range(_TRIES):
        amount = _amount(book, state, seat, spot, level, draws)
        came = step(book, state, ev.Bet(spot, amount, by=player(name)))
        if came:
            return came.state
    return state


def _spots(book: Rulebook, seat: Seat, kind: Kind) -> list[Wager]:
    """Return where a player can bet on a kind: come wagers in their box, odds on them at their numbers."""
    flat = FLATS.get(kind)
    if flat in COMES:
        numbers = [one.wager.number for one in seat.wagers if one.wager.kind is flat]
        return [find(kind, number) for number in numbers if number]
    return [
        one
        for one in WAGERS.values()
        if one.kind is kind and book.terms(one) is not None and not (kind in COMES and one.number)
    ]


def _amount(book: Rulebook, state: State, seat: Seat, spot: Wager, level: Level, draws: Draws) -> Cents:
    """Draw an amount. Odds are at most what the flat wager carries."""
    unit = _even_unit(book, state, spot) if level.amounts == "even" else _dollars(book, spot)
    most = _LARGEST[level.amounts] * DOLLAR
    if spot.kind in FLATS:
        there = seat.on(spot)
        found = bet_range(book, state, ev.Bet(spot, Cents(most), by=player(seat.name)))
        allowed = found.most + (there.amount if there else 0) if isinstance(found, BetRange) else 0
        most = min(most, allowed)
    steps = max(1, most // unit)
    if level.amounts == "even":
        steps = min(steps, 6)
    return Cents(unit * (1 + draws.below(steps)))


def _dollars(book: Rulebook, spot: Wager) -> int:
    """A dollar on each unit of a wager, in cents; five where a sum is shared out in parts of a dollar."""
    terms = book.wagers[spot.kind]
    if not isinstance(terms, OneRollTerms):
        return DOLLAR
    return DOLLAR * (5 if terms.parts == "cent" else terms.units)


def _even_unit(book: Rulebook, state: State, spot: Wager) -> int:
    """A usual amount, in cents; odds and wagers on numbers have a pay and a commission of whole dollars."""
    terms = book.wagers[spot.kind]
    if not isinstance(terms, OddsTerms | NumberTerms):
        return _dollars(book, spot) * (5 if spot.kind in {*FLATS.values(), Kind.FIELD} else 1)
    unit = exact_unit(book, spot, state.puck, DOLLAR)
    if isinstance(terms, OddsTerms):
        return unit
    return unit * 20 if terms.commission else unit * (5 if unit == DOLLAR else 1)


def _call(book: Rulebook, state: State, seat: Seat, draws: Draws) -> State:
    """Have a player sometimes call a wager on or off, if the house allows calls."""
    if not seat.wagers or draws.below(8):
        return state
    wager = draws.one(seat.wagers).wager
    return step(book, state, ev.Call(wager, draws.one(("on", "off")), by=player(seat.name))).state
