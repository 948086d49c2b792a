"""The level of a drill: what is asked, families of wagers, amounts, and players who bet so.

What the players bet is drawn from a seed.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final, Literal, Protocol, TypeVar, get_args

import msgspec

from bankcraps.errors import BankcrapsError, did_you_mean
from bankcraps.game.chips import Cents
from bankcraps.game.dealing import FAMILIES, Answer, Correction, Reason
from bankcraps.game.dice import Throw
from bankcraps.game.engine import BetRange, Seat, State, bet_range, player, step
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.wagering.sign_bounds import exact_unit
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.rulebook.terms import NumberTerms, OddsTerms, OneRollTerms
from bankcraps.game.wagers import COMES, FLATS, WAGERS, Kind, Wager, find, flat_under, odds_behind

Asks = Literal["settle", "order", "keys", "chips", "calls"]
"""A kind of question."""

ASKS: Final[Mapping[Asks, tuple[str, str]]] = {
    "settle": ("Pay or take", "pay or take each wager after a throw, in the dealers' order"),
    "order": ("The order", "put wagers into the order in which they are settled after a throw"),
    "keys": ("Key figures", "say what a stake pays, its commission, and what stays up, by heart"),
    "chips": ("Chips", "cut sums into the fewest chips, size into stacks, and colour up"),
    "calls": ("Bets spoken", "hear a bet, such as $32 across, and say where the chips go"),
}
"""The kinds of question: a title, and what the student does."""

Amounts = Literal["even", "odd", "large"]
"""The amounts bet: those that chips pay exactly, any whole dollars up to 60, or any up to 3,000."""

AMOUNTS: Final[Mapping[Amounts, str]] = {
    "even": "round amounts, which chips pay exactly",
    "odd": "any amount up to $60, so that some pays are rounded",
    "large": "any amount up to $3,000",
}
"""The meaning of each choice of amounts."""

NAMES: Final = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")
MOST_PLAYERS: Final = len(NAMES)


class Level(msgspec.Struct, frozen=True):
    """The level of an exercise.

    Attributes:
        families: the families of wagers, by their names in `FAMILIES`.
        amounts: which amounts players bet.
        players: the number of players who bet.
        asks: the kinds of question. Of several, the exercises take turns.
    """

    families: tuple[str, ...] = ("line", "odds", "place")
    amounts: Amounts = "even"
    players: int = 3
    asks: tuple[Asks, ...] = ("settle",)

    def each_once(self) -> "Level":
        """Return the same level with each family and each kind of question named once.

        Levels from other people pass through here: each name costs work, and they may repeat them.
        """
        return msgspec.structs.replace(
            self, families=tuple(dict.fromkeys(self.families)), asks=tuple(dict.fromkeys(self.asks))
        )

    def asked(self, index: int) -> Asks:
        """Return the kind of question of an exercise.

        Raises:
            BankcrapsError: if the level has no kind of question, or one that there is not.
        """
        for name in self.asks:
            if name not in ASKS:
                raise BankcrapsError(
                    f"a drill asks {', '.join(ASKS)}, not {name[:40]!r}{did_you_mean(name[:40], ASKS)}"
                )
        if not self.asks:
            raise BankcrapsError(f"choose what the drill asks: {', '.join(ASKS)}")
        return self.asks[index % len(self.asks)]

    def kinds(self, book: Rulebook) -> tuple[Kind, ...]:
        """Return the kinds of wager that this level asks about at a house.

        Raises:
            BankcrapsError: if the level is not possible, or the house offers none of these wagers.
        """
        for name in self.families:
            if name not in FAMILIES:
                raise BankcrapsError(
                    f"there is no family {name[:40]!r}{did_you_mean(name[:40], FAMILIES)}; "
                    f"the families are {', '.join(FAMILIES)}"
                )
        if self.amounts not in get_args(Amounts):
            raise BankcrapsError(f"amounts are {', '.join(AMOUNTS)}, not {self.amounts!r}")
        most = most_players(book)
        if not 1 <= self.players <= most:
            raise BankcrapsError(f"1 to {most} players bet in a drill at {book.title}, not {self.players}")
        chosen = {kind for name in self.families for kind in FAMILIES[name][1]}
        kinds = tuple(kind for kind in book.wagers if kind in chosen)
        if not kinds:
            here = ", ".join(offered(book))
            raise BankcrapsError(
                f"{book.title} offers no wager of {' or '.join(self.families) or 'no family'}; "
                f"it has the families {here}"
            )
        return kinds


def most_players(book: Rulebook) -> int:
    """Return the most players who bet in a drill at a house."""
    return min(MOST_PLAYERS, book.table.places)


def offered(book: Rulebook) -> Sequence[str]:
    """Return the families of which a house offers a wager."""
    return [name for name, (_, kinds) in FAMILIES.items() if any(kind in book.wagers for kind in kinds)]


# A question of a drill: what every kind of question can do, the answer to it, and what is right.


LONGEST_SAID: Final = 400
"""The most letters of an answer in words."""


class Question(Protocol):
    """A question of an exercise."""

    @property
    def family(self) -> str:
        """The line of the score that it counts for: a family of wagers, or a kind of question."""
        ...

    def words(self, book: Rulebook, /) -> str:
        """Return the question as a person reads it."""
        ...

    def correction(self, book: Rulebook, /) -> Correction:
        """Say what is right, and why."""
        ...

    def right(self, book: Rulebook, /, answer: Answer) -> bool:
        """Whether an answer is right: one in words, or an action on a wager to settle.

        Raises:
            BankcrapsError: if the words of an answer cannot be read.
        """
        ...


def in_words(sum_: str, said: str, words: tuple[str, ...], reasons: Sequence[Reason]) -> Correction:
    """Make the correction of a question that is answered in words; see `Correction`."""
    return Correction("say", Cents(0), words, sum_, tuple(reasons), said=said)


class Exercise(msgspec.Struct, frozen=True):
    """A table, a throw if there is one, and the questions about them.

    Attributes:
        state: the table before the throw.
        throw: the throw, or None.
        throws: the throws before it, from the first.
        questions: the questions in order. Wagers to settle are those of the level that the throw concerns, in
            the order in which the engine settles them: losers first, then winners, seat by seat. At the end
            come those that the throw would decide if they were on.
        others: the wagers that the throw decides and the drill does not ask about.
    """

    state: State
    throw: Throw | None
    throws: tuple[Throw, ...]
    questions: tuple[Question, ...]
    others: tuple[Question, ...] = ()


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
