"""Every wager there is, by its canonical name.

A wager here is a spot where chips can lie, not an amount and not a bet somebody made. There are finitely
many, each exists once, and so they compare and hash by identity. A house prints its own names ("Win Line",
"Whirl"); these do not change.
"""

from enum import Enum
from functools import cache
from typing import Final

from bankcraps.dice import OUTCOMES, SEVEN, TOTALS, Throw
from bankcraps.errors import BankcrapsError, did_you_mean

__all__ = [
    "BOX_NUMBERS",
    "COMES",
    "FLATS",
    "HAND_WAGERS",
    "HARD_NUMBERS",
    "HORN_NUMBERS",
    "LINE",
    "NUMBERS",
    "ODDS",
    "WAGERS",
    "Kind",
    "Wager",
    "find",
    "wager",
]

NUMBERS: Final = tuple(total for total in TOTALS if total != SEVEN)
"""Every number a wager can be on: each total but the seven. A rulebook says which of them its house takes."""

HARD_NUMBERS: Final = (4, 6, 8, 10)
HORN_NUMBERS: Final = (2, 3, 11, 12)

BOX_NUMBERS: Final = (4, 5, 6, 8, 9, 10)
"""The numbers with a box on an ordinary layout, which words such as "across" and "inside" mean."""


class Kind(Enum):
    """What sort of wager, which is also the section of a rulebook that gives its terms."""

    PASS = "pass"
    DONT_PASS = "dont_pass"
    PASS_ODDS = "pass_odds"
    DONT_PASS_ODDS = "dont_pass_odds"
    COME = "come"
    DONT_COME = "dont_come"
    COME_ODDS = "come_odds"
    DONT_COME_ODDS = "dont_come_odds"
    PLACE = "place"
    PLACE_TO_LOSE = "place_to_lose"
    BUY = "buy"
    LAY = "lay"
    BIG = "big"
    HARD = "hard"
    FIELD = "field"
    ANY_CRAPS = "any_craps"
    ANY_SEVEN = "any_seven"
    TWO = "two"
    THREE = "three"
    ELEVEN = "eleven"
    TWELVE = "twelve"
    CRAPS_ELEVEN = "craps_eleven"
    HORN = "horn"
    HORN_HIGH = "horn_high"
    WORLD = "world"
    HOP = "hop"
    FIRE = "fire"
    MAKE_EM_ALL = "make_em_all"
    TALL = "tall"
    SMALL = "small"
    REPEATER = "repeater"

    __hash__ = object.__hash__  # members are singletons, and an enum's own hash is computed in Python


LINE: Final = frozenset({Kind.PASS, Kind.DONT_PASS})
FLATS: Final = {
    Kind.PASS_ODDS: Kind.PASS,
    Kind.DONT_PASS_ODDS: Kind.DONT_PASS,
    Kind.COME_ODDS: Kind.COME,
    Kind.DONT_COME_ODDS: Kind.DONT_COME,
}
"""The flat wager under each kind of odds."""

ODDS: Final = {flat: odds for odds, flat in FLATS.items()}

COMES: Final = frozenset({Kind.COME, Kind.DONT_COME})
"""The wagers that start in a box and travel to a number."""

HAND_WAGERS: Final = (Kind.FIRE, Kind.MAKE_EM_ALL, Kind.TALL, Kind.SMALL, Kind.REPEATER)
"""The wagers that watch a shooter's throws and keep their progress."""


class Wager:
    """One wager by its canonical name: `pass`, `come 6` (a come wager on its number), `hop 3-4`.

    Attributes:
        name: the canonical name.
        kind: what sort of wager.
        number: the number it is on, or None (`pass`, `come` still in its box, `field`).
        dice: the combination a hop names, else None.
        order: where it stands in `WAGERS`, the order in which a seat's wagers are kept.
    """

    __slots__ = ("dice", "kind", "name", "number", "order")

    def __init__(self, kind: Kind, order: int, number: int | None = None, dice: Throw | None = None) -> None:
        """Made only while `WAGERS` is filled."""
        self.kind = kind
        self.order = order
        self.number = number
        self.dice = dice
        detail = number if number is not None else dice
        self.name = kind.value if detail is None else f"{kind.value} {detail}"

    def __str__(self) -> str:
        """The canonical name."""
        return self.name

    def __repr__(self) -> str:
        """Read back by Python."""
        return f"wager({self.name!r})"

    def __reduce__(self) -> "tuple[object, tuple[str]]":
        """Copies and pickles are the same object."""
        return wager, (self.name,)


def _every_wager() -> "dict[str, Wager]":
    numbers: dict[Kind, tuple[int | None, ...]] = dict.fromkeys(Kind, (None,))
    numbers |= dict.fromkeys((Kind.COME, Kind.DONT_COME), (None, *NUMBERS))
    numbers |= dict.fromkeys((Kind.COME_ODDS, Kind.DONT_COME_ODDS), NUMBERS)
    numbers |= dict.fromkeys((Kind.PLACE, Kind.PLACE_TO_LOSE, Kind.BUY, Kind.LAY, Kind.REPEATER), NUMBERS)
    numbers |= {Kind.BIG: (6, 8), Kind.HARD: HARD_NUMBERS, Kind.HORN_HIGH: HORN_NUMBERS}
    wagers: dict[str, Wager] = {}
    for kind in Kind:
        spots = (
            [(None, dice) for dice in OUTCOMES]
            if kind is Kind.HOP
            else [(number, None) for number in numbers[kind]]
        )
        for number, dice in spots:
            made = Wager(kind, len(wagers), number, dice)
            wagers[made.name] = made
    return wagers


WAGERS: Final = _every_wager()
"""Every wager by its canonical name, in the order of the table."""


def wager(name: str) -> Wager:
    """The wager of that canonical name.

    Raises:
        BankcrapsError: if there is none.
    """
    found = WAGERS.get(name)
    if found is None:
        message = f"there is no wager {name!r}{did_you_mean(name, WAGERS)}"
        raise BankcrapsError(message)
    return found


@cache
def find(kind: Kind, number: int | None = None) -> Wager:
    """The wager of that kind on that number (`find(Kind.PLACE, 6)`), or of that kind alone.

    Raises:
        BankcrapsError: if there is none, such as a place wager on 7.
    """
    return wager(kind.value if number is None else f"{kind.value} {number}")
