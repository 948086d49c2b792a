"""The plan of a session: the bankroll a player brings, and when they leave."""

from collections.abc import Callable, Iterable
from types import UnionType
from typing import Final, Literal, NamedTuple, get_args

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, printed
from bankcraps.game.engine import effects as fx

LONGEST: Final = 10**9
"""The longest session, in throws, decisions or shooters."""

LengthUnit = Literal["throws", "decisions", "shooters"]
"""The unit of a session's length: throws, decisions of the line, or shooters' hands."""

LENGTH_UNITS: Final[tuple[LengthUnit, ...]] = get_args(LengthUnit)

_ENDS: Final[dict[LengthUnit, type[fx.Effect] | UnionType]] = {
    "throws": fx.Thrown,
    "decisions": fx.LineDecided,
    "shooters": fx.HandEnded,
}


def uses_up(unit: LengthUnit, effects: Iterable[fx.Effect]) -> bool:
    """Whether a throw with these effects uses up one of a session's throws, decisions or shooters."""
    ends = _ENDS[unit]
    for effect in effects:  # noqa: SIM110 - a loop, because every throw of an exploration passes here
        if isinstance(effect, ends):
            return True
    return False


class Deadline(NamedTuple):
    """The longest that a player may play.

    Attributes:
        unit: throws, decisions of the line or shooters' hands, as in the plan of a session.
        number: the number.
    """

    unit: LengthUnit
    number: int

    def __str__(self) -> str:
        """The deadline in words."""
        return f"{self.number:,} {self.unit if self.number > 1 else self.unit[:-1]}"


class Plan(msgspec.Struct, frozen=True):
    """The plan of a session.

    Attributes:
        bankroll: the sum that the player brings, in cents.
        goal: the player leaves once they own this much, in cents; None for no goal.
        floor: the player leaves once they own less than this, in cents.
        counted: the unit of `count`.
        count: the length of the session; None to play until the goal or the floor.
        let_it_ride: whether a player who leaves lets the dice decide don't wagers and odds. Otherwise they
            take down what may come down.
        stops_ahead, stops_behind: if the goal or the floor is the system's own, from `stop after winning 50`
            and `stop after losing 200`, the sum in the system's words, in cents; otherwise 0.
        beyond: a goal that was asked for, above the system's own, in cents; or None.
    """

    bankroll: Cents
    goal: Cents | None = None
    floor: Cents = Cents(0)
    counted: LengthUnit = "throws"
    count: int | None = None
    let_it_ride: bool = False
    stops_ahead: Cents = Cents(0)
    stops_behind: Cents = Cents(0)
    beyond: Cents | None = None

    def __post_init__(self) -> None:
        """Refuse a plan that cannot be played.

        Raises:
            BankcrapsError: with the value that is wrong and what would be right.
        """
        if self.bankroll <= 0:
            raise BankcrapsError(f"the bankroll must be more than 0, not {printed(self.bankroll)}")
        if self.goal is not None and self.goal <= self.bankroll:
            raise BankcrapsError(
                f"the goal must be above the bankroll of {printed(self.bankroll)}, not {printed(self.goal)}"
            )
        if not 0 <= self.floor <= self.bankroll:
            raise BankcrapsError(
                f"the floor must be between 0 and the bankroll of {printed(self.bankroll)}, "
                f"not {printed(self.floor)}"
            )
        if self.count is not None and self.count < 1:
            raise BankcrapsError(f"a session lasts at least 1 {self.counted[:-1]}, not {self.count}")
        if self.count is not None and self.count > LONGEST:
            raise BankcrapsError(f"a session lasts at most {LONGEST:,} {self.counted}, not {self.count:,}")

    @property
    def ruin_word(self) -> str:
        """The word for ruin: "ruin"; with a floor "ruin or floor", or "ruin or stop" for the system's own."""
        if self.stops_behind:
            return "ruin or stop"
        return "ruin or floor" if self.floor else "ruin"

    @property
    def limit(self) -> dict[str, int] | None:
        """The length of the session by its unit, or None to play until the goal or the floor."""
        return None if self.count is None else {self.counted: self.count}

    def ends(self, written: Callable[[Cents], str] = printed) -> list[str]:
        """The goal and the floor in words, where there are any, or the system's own stops in their place.

        Args:
            written: the function that writes a sum of cents.
        """
        found: list[str] = []
        if self.stops_ahead:
            found.append(f"stop {written(self.stops_ahead)} ahead")
        elif self.goal is not None:
            found.append(f"goal {written(self.goal)}")
        if self.stops_behind:
            found.append(f"stop {written(self.stops_behind)} behind")
        elif self.floor:
            found.append(f"floor {written(self.floor)}")
        return found

    def __str__(self) -> str:
        """Write it in a line, without the bankroll: `300 throws, goal 400, floor 50, let it ride`."""
        length = "until settled" if self.count is None else f"{self.count} {self.counted}"
        ride = "let it ride" if self.let_it_ride else ""
        return ", ".join(filter(None, (length, *self.ends(), ride)))

    @property
    def length(self) -> str:
        """The length in words: `300 throws`, `until the goal or ruin`, `300 throws, then let it ride`."""
        ride = ", then let it ride" if self.let_it_ride else ""
        if self.count is None:
            own = self.goal is None or self.stops_ahead
            until = "until ruin, or until the system stops" if own else "until the goal or ruin"
            return f"{until}{ride}"
        return (f"{self.count:,} {self.counted}" if self.count > 1 else f"1 {self.counted[:-1]}") + ride
