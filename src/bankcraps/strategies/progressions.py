"""Progressions: how the next stake follows from wins and losses.

Each is a ladder of multiples, Oscar's grind, or a line of numbers. Its state has few values, so that the
memory stays finite.
"""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final, Literal

import msgspec
from lark import Token

from bankcraps.game.notation.building import Misplaced
from bankcraps.strategies.language import Found, Node, Parts, count_of, span_of

Move = Literal["first", "stay", "up", "down", "down_two"] | int
"""A move on a ladder: to its first step, nowhere, one or two steps, or so many steps down."""


class Progression(msgspec.Struct, frozen=True):
    """A progression. Its state is 0 at the start.

    Attributes:
        words: its text: `martingale up to 7 steps`, `series after wins 1 2 4`.
    """

    words: str

    def multiple(self, state: Any) -> Fraction:  # noqa: ANN401 - each has its own
        """The multiple of the base stake."""
        raise NotImplementedError

    def after(self, state: Any, *, won: bool) -> Any:  # noqa: ANN401 - as above
        """The state after a decision."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.words


class Ladder(Progression, frozen=True):
    """Steps up and down a row of multiples. The state is the step, counted from 0.

    Attributes:
        multiples: the steps.
        win, loss: the move after a decision.
        top: the move up from the last step: it stays there, or starts again.
    """

    multiples: tuple[Fraction, ...]
    win: Move
    loss: Move
    top: Literal["stay", "first"]

    def multiple(self, state: int) -> Fraction:
        return self.multiples[state]

    def after(self, state: int, *, won: bool) -> int:
        move = self.win if won else self.loss
        if move == "up":
            last = len(self.multiples) - 1
            return state + 1 if state < last else 0 if self.top == "first" else last
        if move == "first":
            return 0
        return max(0, state - (move if isinstance(move, int) else _STEPS_DOWN[move]))


_STEPS_DOWN: Final = {"stay": 0, "down": 1, "down_two": 2}


class Grind(Progression, frozen=True):
    """Oscar's grind, for even-money wagers: after each win a unit more, but never more than the series needs.

    A series of wagers ends when it has won one unit.

    The state encodes the units the series has lost and the units staked: lost * size + (staked - 1).

    Attributes:
        size: the most units staked, and the most lost before the series is given up.
    """

    size: int

    def multiple(self, state: int) -> Fraction:
        return Fraction(state % self.size + 1)

    def after(self, state: int, *, won: bool) -> int:
        """A new series starts once this one has won a unit, or lost more than `size`."""
        lost, staked = state // self.size, state % self.size + 1
        lost += -staked if won else staked
        if lost < 0 or lost > self.size:
            return 0
        if won:
            staked = min(staked + 1, lost + 1)  # never above `size`, as `lost` was not
        return lost * self.size + staked - 1


class Labouchere(Progression, frozen=True):
    """Labouchère's line of numbers: the stake is the first and the last number together, in units.

    A win strikes out both, and a loss writes the stake at the end; in reverse, a loss strikes out and a win
    writes. Once nothing is left, or the next stake would be more than `most`, the line is written anew.

    The state is the line, or 0 for the line at the start. Each number written is larger than the one before
    it, unless that was alone, so there are finitely many lines.

    Attributes:
        line: the line at the start.
        most: the most units staked.
        reverse: whether wins write.
    """

    line: tuple[int, ...]
    most: int
    reverse: bool

    @classmethod
    def of(cls, line: tuple[int, ...], most: int, *, reverse: bool) -> "Labouchere":
        """The progression of a line."""
        name = f"{'reverse_' if reverse else ''}labouchere"
        return cls(f"{name} {'-'.join(map(str, line))} up to {most} units", line, most, reverse)

    def multiple(self, state: tuple[int, ...] | Literal[0]) -> Fraction:
        return Fraction(_stake(state or self.line))

    def after(self, state: tuple[int, ...] | Literal[0], *, won: bool) -> tuple[int, ...] | Literal[0]:
        line = state or self.line
        line = (*line, _stake(line)) if won == self.reverse else line[1:-1]
        return line if line and line != self.line and _stake(line) <= self.most else 0


def _stake(line: tuple[int, ...]) -> int:
    first, *others = line
    return first + others[-1] if others else first


def series(
    multiples: Sequence[int], *, on_wins: bool, back: int | None = None, stays: bool = False
) -> Ladder:
    """A row of multiples: one step after each win, back to the first after a loss; or the reverse.

    Args:
        multiples: the steps.
        on_wins: whether wins lead up, and not losses.
        back: the number of steps that the other result leads back, or None for all.
        stays: whether it stays at the last step, and does not begin again.
    """
    words = f"series after {'wins' if on_wins else 'losses'} {' '.join(map(str, multiples))}"
    words += (f" back {back}" if back else "") + (" then stay" if stays else "")
    steps: tuple[Fraction, ...] = tuple(map(Fraction, multiples))
    other: Move = back or "first"
    win, loss = ("up", other) if on_wins else (other, "up")
    return Ladder(words, steps, win, loss, "stay" if stays else "first")


def _powers(steps: int) -> list[int]:
    return [2**step for step in range(steps)]


def _fibonacci(steps: int) -> list[int]:
    row = [1, 1]
    while len(row) < steps:
        row.append(row[-1] + row[-2])
    return row[:steps]


def _counting(steps: int) -> list[int]:
    return list(range(1, steps + 1))


def _halves(steps: int) -> list[Fraction]:
    row = [2]
    while len(row) < steps:
        row.append(row[-1] + row[-1] // 2)
    return [Fraction(halves, 2) for halves in row]


class _Kind(msgspec.Struct, frozen=True):
    """A named progression: its row, its moves, and how many steps it has unless the text says.

    A row that is a function has any number of steps, and any other has just its own.

    Attributes:
        says: its description on a page.
        pattern: a pattern for it as people write it; empty if that is its name.
    """

    says: str
    row: Callable[[int], Sequence[int | Fraction]] | Sequence[int | Fraction]
    win: Move
    loss: Move
    top: Literal["stay", "first"]
    steps: int = 0
    pattern: str = ""


PROGRESSIONS: Final[dict[str, _Kind]] = {
    "martingale": _Kind("martingale: double after a loss", _powers, "first", "up", "first", 7),
    "paroli": _Kind("paroli: double after a win", _powers, "up", "first", "first", 3),
    "press": _Kind("press: double after a win, and stay", _powers, "up", "first", "stay", 5),
    "half_press": _Kind(
        "half press: half as much again after a win", _halves, "up", "first", "stay", 6, "half[ _-]press"
    ),
    "regress": _Kind("regress: half after a win", (1, Fraction(1, 2)), "up", "first", "stay"),
    "fibonacci": _Kind(
        "fibonacci: a step on after a loss, two back after a win", _fibonacci, "down_two", "up", "first", 10
    ),
    "dalembert": _Kind(
        *("d'Alembert: a unit more after a loss, one less after a win", _counting),
        *("down", "up", "stay", 10, "d'?alembert"),
    ),
    "reverse_dalembert": _Kind(
        *("reverse d'Alembert: a unit more after a win, one less after a loss", _counting),
        *("up", "down", "stay", 10, "reverse[ _]d'?alembert"),
    ),
    "1-3-2-6": _Kind("1-3-2-6: these multiples after wins", (1, 3, 2, 6), "up", "first", "first"),
    "oscar": _Kind(
        "Oscar's grind: a unit more after a win", _counting, "up", "stay", "stay", 20, "oscar('?s[ _]grind)?"
    ),
}
"""The named progressions: what each does after a win, after a loss, and after its last step.

Martingale doubles after a loss and starts again after a win; paroli does the reverse. Press and half press go
up after wins to the last step and stay there until a loss. Regress halves the stake after a win, until a
loss. Fibonacci goes up one step after a loss and down two after a win; d'Alembert up one and down one.
"""


def named(name: str, steps: int = 0) -> Progression:
    """A progression by name, with `steps` steps, or its usual number if 0."""
    kind = PROGRESSIONS[name]
    row, words = kind.row, name
    if callable(row):
        count = steps or kind.steps
        row, words = row(count), f"{name} up to {count} steps"
    if name == "oscar":
        return Grind(words, len(row))
    return Ladder(words, tuple(map(Fraction, row)), kind.win, kind.loss, kind.top)


# The words for them.


MOST_STEPS: Final = 30
MOST_UNITS: Final = 1000
_LONG: Final = 6
"""The most digits of a number in a line that are read: it is too large with more."""


def named_by(token: Token, steps: Token | None = None) -> Progression:
    """The progression that a word names, with so many steps if they are said."""
    count = count_of(steps, "the number of steps", MOST_STEPS) if steps else 0
    return named(one_name(token), count)


def one_name(said: str) -> str:
    """The one word for a named progression."""
    name = re.sub(r"[\s_-]+", "-" if said[0].isdecimal() else "_", said.lower().replace("'", ""))
    return "oscar" if name.startswith("oscar") else name


def series_of(said: Token, *words: Token) -> Ladder:
    """The series that words say: its steps, and what the other result and its end do."""
    steps = [one for one in words if one.type == "MONEY"]
    back = [one for one in words if one.type == "BACK"]
    multiples = [count_of(step, "a step of a series") for step in steps]
    if len(multiples) > MOST_STEPS:
        raise Misplaced(f"a series has at most {MOST_STEPS} steps", steps[-1])
    return series(
        multiples,
        on_wins="wins" in said.lower(),
        back=_steps_back(back[0]) if back else None,
        stays=any(one.type == "THEN_STAY" for one in words),
    )


def _steps_back(token: Token) -> int:
    """The number in `back 1`."""
    (number,) = re.findall(r"\d+", token)
    start = (token.end_pos or 0) - len(number)
    return count_of(Token("MONEY", number, start_pos=start), "the number of steps back", MOST_STEPS)


def series_slots(said: Token, *words: Node) -> Parts:
    """The slots of a series: its numbers are one."""
    *rest, target = words
    steps = [one for one in rest if isinstance(one, Token) and one.type == "MONEY"]
    yield from (said, *rest[len(steps) :], target)
    yield Found("words", *span_of(steps))


def labouchere_of(said: Token, most: Token | None = None) -> Labouchere:
    """The line of numbers that a word says, up to so many units."""
    line = tuple(int(one[:_LONG]) for one in re.findall(r"\d+", said))
    if not line or len(line) > MOST_STEPS or not all(0 < one <= MOST_UNITS for one in line):
        message = f"a line has 1 to {MOST_STEPS} numbers from 1 to {MOST_UNITS}, as in labouchere 1-2-3-4"
        raise Misplaced(message, said)
    if most is None:
        example = "up to 20 units"
        raise Misplaced(f"its line could grow without end: say the most it stakes, as in {example}", said)
    units = count_of(most, "the number of units", MOST_UNITS)
    made = Labouchere.of(line, units, reverse=said.lower().startswith("reverse"))
    first = made.multiple(0)
    if first > units:
        raise Misplaced(
            f"this line begins with a stake of {first} units, so it needs at least that many", most
        )
    return made
