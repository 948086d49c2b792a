"""Every wager, by its canonical name.

A wager is a spot where chips can lie. It is neither an amount nor somebody's bet. The number of wagers is
finite and each exists once, so they compare and hash by identity. A house prints its own names ("Win Line",
"Whirl"); canonical names are the same in every house.
"""

from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Final

from bankcraps.errors import BankcrapsError, did_you_mean, quoted, require_text
from bankcraps.game.dice import OUTCOMES, SEVEN, TOTALS, Throw

NUMBERS: Final = tuple(total for total in TOTALS if total != SEVEN)
"""Every number a wager can be on: all totals except seven. A rulebook says which ones its house takes."""

HARD_NUMBERS: Final = (4, 6, 8, 10)
HORN_NUMBERS: Final = (2, 3, 11, 12)

BOX_NUMBERS: Final = (4, 5, 6, 8, 9, 10)
"""The numbers with a box on a usual layout. Words such as "across" and "inside" refer to them."""


class Kind(Enum):
    """A kind of wager. Each kind is also a section of the rulebook, which gives its terms."""

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

    if not TYPE_CHECKING:  # for a type checker, this hash is as the enum's own
        __hash__ = object.__hash__  # members are singletons, and this is faster than an enum's own hash


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
"""The wagers that start in a box and move to a number."""

HAND_WAGERS: Final = (Kind.FIRE, Kind.MAKE_EM_ALL, Kind.TALL, Kind.SMALL, Kind.REPEATER)
"""The wagers on a shooter's hand, which keep their progress from throw to throw."""


class Wager:
    """One wager: `pass`, `come 6` (a come wager on its number), `hop 3-4`.

    Attributes:
        name: the canonical name.
        kind: its kind.
        number: the number it is on, or None (`pass`, `come` in its box, `field`).
        dice: the combination of a hop, or None.
        order: its place in `WAGERS`. A seat's wagers are kept in this order.
    """

    __slots__ = ("dice", "kind", "name", "number", "order")

    def __init__(self, kind: Kind, order: int, number: int | None = None, dice: Throw | None = None) -> None:
        """Make a wager. Only this module does, while it fills `WAGERS`."""
        self.kind: Kind = kind
        self.order: int = order
        self.number: int | None = number
        self.dice: Throw | None = dice
        detail = number if number is not None else dice
        self.name: str = kind.value if detail is None else f"{kind.value} {detail}"

    def __str__(self) -> str:
        """Return the canonical name."""
        return self.name

    def __repr__(self) -> str:
        """Write the wager so that Python reads it back."""
        return f"wager({self.name!r})"

    def __reduce__(self) -> "tuple[object, tuple[str]]":
        """Copy and unpickle to the same object."""
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
"""Every wager by its canonical name. The order here is used wherever wagers are listed or settled."""


def wager(name: str) -> Wager:
    """Return the wager of that canonical name.

    Raises:
        BankcrapsError: if there is none. The message names a similar one.
    """
    require_text(name, "the name of a wager")
    found = WAGERS.get(name)
    if found is None:
        message = f"there is no wager {quoted(name)}{did_you_mean(name[:100], WAGERS)}"
        raise BankcrapsError(message)
    return found


@cache
def find(kind: Kind, number: int | None = None) -> Wager:
    """Return the wager of a kind on a number, such as `find(Kind.PLACE, 6)`, or of a kind without numbers.

    Raises:
        BankcrapsError: if there is none, such as a place wager on 7.
    """
    return wager(kind.value if number is None else f"{kind.value} {number}")


def number_of(wager: Wager, puck: int) -> int:
    """The number that decides a wager, or 0 if it has none yet.

    A wager on the line goes by the point. Other wagers go by their own number.
    """
    return wager.number or (0 if wager.kind in COMES else puck)


def on_the_line(kind: Kind) -> bool:
    """Whether wagers of a kind go by the puck: line wagers, and the odds behind them."""
    return FLATS.get(kind, kind) in LINE


def flat_under(wager: Wager) -> Wager:
    """Return the flat wager under an odds wager: `come 6` for `come_odds 6`."""
    return find(FLATS[wager.kind], wager.number)


def odds_behind(flat: Wager) -> Wager | None:
    """Return the odds of a flat wager; None for any other wager, and for a come wager in its box."""
    kind = ODDS.get(flat.kind)
    return None if kind is None or (flat.kind in COMES and not flat.number) else find(kind, flat.number)
