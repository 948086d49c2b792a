"""Events of `after` rules: a win or a loss, a throw, an event of the puck."""

# The grammar of a phrase says which words its meaning is made of.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false

import re
from typing import Final

import msgspec
from lark import Token

from bankcraps.game.dice import Throw
from bankcraps.game.notation.building import Misplaced, combination
from bankcraps.game.wagers import Wager
from bankcraps.strategies.language import WHOLE, Said, choices, count_of, numbers_in, says, word
from bankcraps.strategies.language import count as counted
from bankcraps.strategies.policy import ThrowResult
from bankcraps.strategies.wager_sets import WagerSet, not_it

Fired = tuple[int, tuple[Wager, ...] | None]
"""The trigger's value after a throw, and the wagers it fired for; None if it did not fire."""

NO_WAGER: Final[tuple[Wager, ...]] = ()
"""A trigger that fired for no particular wager."""


class Trigger(msgspec.Struct, frozen=True):
    """Something that can happen on a throw. `str` prints it as text."""

    def start(self) -> int | None:
        """The value before the first throw; None if the memory needs none."""
        return None

    def after(self, value: int, result: ThrowResult) -> Fired:
        """The value after a throw, and whether the throw fired it."""
        raise NotImplementedError


class WinOrLoss(Trigger, frozen=True):
    """A wager won or lost, or the throw as a whole did: `win of place 6`, `3 wins of pass`, `loss`.

    Several wins or losses must come in a row. The count starts again after one of the other kind, and after
    the trigger fired.

    | `win of place 6`, `loss of come`, `win of line` | that wager, or any of that kind, won or lost; `line`
    is pass and don't pass |
    | `3 wins of pass`, `2 losses of field` | that many came in a row, with any shooters; then the count
    starts again |
    | `win`, `loss`, `3 wins` | the throw won or lost money on balance |

    Attributes:
        won: whether it waits for wins.
        count: the number in a row.
        target: of which wagers, or None for the money of the whole throw.
    """

    won: bool
    count: int = 1
    target: WagerSet | None = None

    def start(self) -> int | None:
        return 0 if self.count > 1 else None

    def after(self, value: int, result: ThrowResult) -> Fired:
        if self.target is None:
            if result.throw is None:  # a commission paid with the bets is no loss
                return value, None
            value, fired = self._count(value, result.net)
            return value, NO_WAGER if fired else None
        about: list[Wager] = []
        for wager, net in result.decided:
            if wager in self.target.wagers:
                value, fired = self._count(value, net)
                if fired:
                    about.append(wager)
        return value, tuple(about) or None

    def _count(self, value: int, net: int) -> tuple[int, bool]:
        if not net:
            return value, False
        if (net > 0) != self.won:
            return 0, False
        return (0, True) if value + 1 >= self.count else (value + 1, False)

    def __str__(self) -> str:
        one, many = ("win", "wins") if self.won else ("loss", "losses")
        times = one if self.count == 1 else f"{self.count} {many}"
        return f"{times} of {self.target}" if self.target else times


def _wins(*said: Token | Said) -> WinOrLoss:
    """`win`, `3 wins`, `2 losses of place`."""
    at = said[-1] if isinstance(said[-1], Said) else None
    words = [one for one in said if isinstance(one, Token)]
    count = count_of(words[0], "the number of wins or losses") if len(words) > 1 else 1
    return WinOrLoss(words[-1].type == "WIN", count, not_it(at) if at else None)


word("WIN", r"wins?\b", "win", "wins", alike=True)
word("LOSS", r"loss(es)?\b", "loss", "losses", alike=True)
says("wins wins: MONEY? (WIN | LOSS) (_OF target)?", _wins, WHOLE)
says(
    "trigger decided: wins",
    lambda said: said,
    shown={
        "win of pass": "this wins: …",
        "loss of pass": "this loses: …",
        "2 wins of pass": "it wins so often in a row: …",
        "2 losses of pass": "it loses so often in a row: …",
        "win": "the throw wins money on balance",
        "loss": "the throw loses money on balance",
        "3 wins": "so many winning throws in a row: …",
        "3 losses": "so many losing throws in a row: …",
    },
)


class GameEvent(Trigger, frozen=True):
    """An event of the puck or the dice: `point_set`, `seven_out`, `natural`, `dice_pass`, `new_shooter`.

    | `point_set`, `point_made`, `seven_out`, `new_shooter` | this happened to the puck, or the dice went to
    a new shooter |
    | `natural`, `craps` | the line was decided on a come-out |
    | `dice_pass`, `dice_miss` | a natural, or the point was made; craps, or a seven-out |

    Attributes:
        what: the name of the event; it is one of `ThrowResult`, or `new_shooter` for the end of a hand.
    """

    what: str

    def after(self, value: int, result: ThrowResult) -> Fired:
        happened = result.hand_over if self.what == "new_shooter" else getattr(result, self.what)
        return value, NO_WAGER if happened else None

    def __str__(self) -> str:
        return self.what


def happened(token: Token) -> GameEvent:
    """The event that a word names."""
    name = re.sub(r"[ _-]", "_", token.lower())
    return GameEvent("seven_out" if name == "sevenout" else name)


word(
    *("HAPPENED", r"(point[ _](made|set)|seven[ _-]?out|new[ _]shooter|natural|craps|dice[ _](pass|miss))\b"),
    *("point_set", "point_made", "seven_out", "new_shooter", "natural", "craps", "dice_pass", "dice_miss"),
)
says(
    "trigger happened: HAPPENED",
    happened,
    WHOLE,
    {
        "point_set": "a point is set",
        "point_made": "the point is made",
        "seven_out": "a seven-out",
        "new_shooter": "the dice pass to a new shooter",
        "natural": "a natural",
        "craps": "craps on a come-out",
        "dice_pass": "the dice pass: a natural, or the point",
        "dice_miss": "the dice miss: craps on a come-out, or a seven-out",
    },
)


class SevenOuts(Trigger, frozen=True):
    """Seven-outs with no point made between them, of whichever shooters: `2 seven_outs in a row`.

    The count starts again after a point is made, and after the trigger fired.

    | `2 seven_outs in a row` | that many seven-outs came with no point made between them; then the count
    starts again |
    """

    count: int

    def start(self) -> int:
        return 0

    def after(self, value: int, result: ThrowResult) -> Fired:
        if result.seven_out:
            return (0, NO_WAGER) if value + 1 >= self.count else (value + 1, None)
        return 0 if result.point_made else value, None

    def __str__(self) -> str:
        return f"{self.count} seven_outs in a row"


word("_SEVEN_OUTS", r"seven[ _-]?outs[ _]in[ _]a[ _]row\b", "seven_outs in a row")
says("trigger seven_outs: MONEY _SEVEN_OUTS", SevenOuts, counted("the number in a row"))
choices("event", {"2 seven_outs in a row": "so many seven-outs in a row: …"}, before="new_shooter")


class ThrowOf(Trigger, frozen=True):
    """Totals or combinations: `throw of 12`, `throw of 2 or 3 or 12`, `throw of 3-3`.

    | `throw of 12`, `throw of 2, 3 or 12`, `throw of 3-3` | the dice showed that |
    """

    totals: tuple[int, ...] = ()
    combinations: tuple[Throw, ...] = ()

    def after(self, value: int, result: ThrowResult) -> Fired:
        throw = result.throw
        if throw is None:
            return value, None
        fired = throw.total in self.totals or throw.combination in self.combinations
        return value, NO_WAGER if fired else None

    def __str__(self) -> str:
        return "throw of " + " or ".join([*map(str, self.totals), *map(str, self.combinations)])


_FIRST_TOTAL: Final = 2
_LAST_TOTAL: Final = 12


def thrown(token: Token) -> ThrowOf:
    """The throws that a word names."""
    totals, dice = set[int](), set[Throw]()
    for one in numbers_in(token):
        if "-" in one:
            dice.add(combination(one).combination)
        elif not _FIRST_TOTAL <= int(one[:3]) <= _LAST_TOTAL:
            raise Misplaced(f"two dice make 2 to 12, not {one}", one)
        else:
            totals.add(int(one))
    return ThrowOf(tuple(sorted(totals)), tuple(sorted(dice)))


word(
    "THROW_OF.2",
    r"throw[ \t]+of[ \t]+[0-9]+(-[0-9]+)?([ \t]*(,|or)[ \t]*[0-9]+(-[0-9]+)?"
    r"(?=[ \t]*(,|or\b|and\b|when\b|this\b|last\b|with\b|the\b|[:;)#\r\n]|\Z)))*(?![\w.-])",
    "throw of 12",
    numbers=r"\d+(?:-\d+)?",
)
says(
    "trigger thrown: THROW_OF",
    thrown,
    WHOLE,
    {"throw of 12": "the dice show …", "throw of 2 or 12": "the dice show … or …"},
)
