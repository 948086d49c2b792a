"""Chips to cut: a sum in the fewest chips, a stack to size into, and a player to colour up.

The engine's colour-up says which chips are the fewest.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, Literal

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, dollars, money, printed
from bankcraps.game.dealing import Answer, Correction, Reason, reasons_of
from bankcraps.game.engine import State, crew, step
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.rulebook import Rulebook
from bankcraps.training.level import Amounts, Draws, Exercise, Level, in_words
from bankcraps.training.questions.calls import table

Task = Literal["make", "size", "colour"]
"""A sum is made of the fewest chips, a stack is matched chip for chip, or small chips are changed."""

_TASKS: Final[tuple[Task, ...]] = ("make", "size", "make", "colour")
"""The questions of an exercise."""

_SUMS: Final[Mapping[Amounts, tuple[int, int]]] = {"even": (5, 300), "odd": (1, 400), "large": (1, 5000)}
"""The step and the largest sum that is made, in dollars."""

_HIGHEST: Final = 9
"""The most chips of one value in a stack."""

_PIECES: Final = re.compile(r"(?:(\d{1,6})x)?\$?(\d+(?:\.\d\d?)?)", re.ASCII)
_FEWEST: Final = Reason("convention", "the dealer hands out the fewest chips that make the sum")
_MATCHED: Final = Reason("convention", "a stack that pays even money is matched chip for chip beside it")


class ChipsToCut(msgspec.Struct, frozen=True):
    """Chips that the student hands out.

    Attributes:
        task: the task of the student.
        values: the values of the chips at the table, in cents, from the smallest.
        lying: the chips that lie there, in cents: of a stack from the bottom up; none for a sum to make.
        fewest: the fewest chips that are worth as much, the largest first.
    """

    task: Task
    values: tuple[Cents, ...]
    lying: tuple[Cents, ...]
    fewest: tuple[fx.Chips, ...]

    family = "chips"

    @property
    def total(self) -> int:
        """The value of the chips, in cents."""
        return sum(one.value * one.count for one in self.fewest)

    def words(self, _book: Rulebook, /) -> str:
        """Return the question. A stack is shown, and not counted."""
        if self.task == "make":
            return f"Hand out {money(self.total)} in the fewest chips."
        if self.task == "size":
            return "This stack wins even money. Size into it: which chips do you put beside it?"
        return f"Colour up {_said(Counter(self.lying))}: which chips does the player get?"

    def stack(self) -> tuple[Cents, ...]:
        """Return the chips of the stack that is shown, from the bottom up; none for other tasks."""
        return self.lying if self.task == "size" else ()

    def correction(self, book: Rulebook, /) -> Correction:
        """Say which chips are right."""
        right = self._right()
        reasons = {"make": (_FEWEST,), "size": (_MATCHED,)}
        why = reasons.get(self.task) or reasons_of(book, "", [(book.table, "coloured_up_by")])
        said = " ".join(f"{count}x{printed(value)}" for value, count in right.items())
        return in_words(_said(right), said, (f"{right.total()} chips, {money(self.total)}",), why)

    def right(self, _book: Rulebook, /, answer: Answer) -> bool:
        """Whether the chips are right. Of several ways with equally few chips, each is."""
        chips = self._read(answer.said)
        if self.task == "size":
            return chips == self._right()
        worth = sum(value * count for value, count in chips.items())
        return worth == self.total and chips.total() <= self._right().total()

    def _right(self) -> Counter[Cents]:
        if self.task == "size":
            return Counter(reversed(self.lying))
        return Counter({one.value: one.count for one in self.fewest})

    def _read(self, said: str) -> Counter[Cents]:
        """Read chips such as `3x25 2x5` or `3 of $25, 2 of $5`."""
        chips = Counter[Cents]()
        together = re.sub(r"\s*[x\u00d7*]\s*|\s+of\s+", "x", said.lower())
        for word in filter(None, re.split(r"[\s,;+]+|\band\b", together)):
            found = _PIECES.fullmatch(word)
            value = dollars(found[2]) if found else Cents(0)
            if found is None or value not in self.values:
                here = ", ".join(map(money, self.values))
                raise BankcrapsError(
                    f"write how many of which chips, as in 3x25 2x5; the chips here are {here}"
                )
            chips[value] += int(found[1] or 1)
        return +chips


def cutting(book: Rulebook, level: Level, seed: int, index: int) -> Exercise:
    """Make an exercise with chips to hand out: sums to make, a stack to size into, and a player to colour up.

    Raises:
        BankcrapsError: if the level is not possible at this house.
    """
    level.kinds(book)
    state, draws = table(book, msgspec.structs.replace(level, players=1)), Draws(seed, index, " chips")
    values = tuple(book.table.chips(state.floor.chip))
    asked = [_drawn(book, state, task, values, level.amounts, draws) for task in _TASKS]
    return Exercise(state, None, (), tuple(asked))


def _drawn(
    book: Rulebook, state: State, task: Task, values: tuple[Cents, ...], amounts: Amounts, draws: Draws
) -> ChipsToCut:
    lying: tuple[Cents, ...] = ()
    if task == "make":
        unit, most = _SUMS[amounts]
        total = 100 * unit * (1 + draws.below(most // unit))
    else:
        lying = _stack(values, amounts, draws) if task == "size" else _small(values, draws)
        total = sum(lying)
    return ChipsToCut(task, values, lying, _fewest(book, state, total))


def _stack(values: Sequence[Cents], amounts: Amounts, draws: Draws) -> tuple[Cents, ...]:
    """Draw a stack, the larger chips at the bottom."""
    at = draws.below(min(4, len(values)))
    stack = (values[at],) * (2 + draws.below(_HIGHEST - 1))
    below = (values[min(at + 1, len(values) - 1)],) * (0 if amounts == "even" else 1 + draws.below(5))
    return below + stack


def _small(values: Sequence[Cents], draws: Draws) -> tuple[Cents, ...]:
    """Draw small chips that a player brings to the table's end."""
    counts = (7 + draws.below(40), 5 + draws.below(30), draws.below(12))
    return tuple(value for value, count in zip(values, counts, strict=False) for _ in range(count))


def _fewest(book: Rulebook, state: State, total: int) -> tuple[fx.Chips, ...]:
    """Have the engine colour up a sum."""
    seat = msgspec.structs.replace(state.seats[0], rail=Cents(total))
    role = book.table.coloured_up_by[0]
    by = crew(book.table.covers.get(role, role))
    came = step(book, state.with_seat(seat), ev.ColourUp(seat.name, by=by))
    return next(effect.chips for effect in came.effects if isinstance(effect, fx.Coloured))


def _said(chips: Counter[Cents]) -> str:
    """Write chips as they are counted: `3 of $25, 2 of $5`."""
    return ", ".join(f"{count} of {money(value)}" for value, count in sorted(chips.items(), reverse=True))
