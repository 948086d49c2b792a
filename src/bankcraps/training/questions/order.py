"""The order in which wagers are settled after a throw: what is taken, then what is paid, then what moves."""

import re
import string
from collections.abc import Sequence
from typing import Final

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.game.dealing import (
    TURNS,
    Action,
    Answer,
    Correction,
    Reason,
    WagerToSettle,
    clauses,
    order_source,
)
from bankcraps.game.engine import State
from bankcraps.game.rulebook import Rulebook
from bankcraps.training.level import Draws, Exercise, Level, in_words
from bankcraps.training.questions.calls import settling

_MOST: Final = 6
"""The most wagers to put in order."""

_WANTED: Final = 3
_TRIES: Final = 60
_WORDS: Final = ("take", "pay", "move")
"""The actions of dealers, by their turn."""

_TAKE_FIRST: Final = Reason(
    "convention", "losing wagers are taken before winners are paid, and come wagers move last"
)
_CLOCKWISE: Final = Reason(
    "convention", "players are settled one after another, clockwise; the wagers of one player in any order"
)


class WagersToOrder(msgspec.Struct, frozen=True):
    """Some wagers that a throw decides, to be put in the order in which they are settled.

    Attributes:
        wagers: the wagers, in the order in which they are shown. They are lettered from A.
        actions: the action on each.
        places: the place of the player of each, clockwise.
    """

    wagers: tuple[WagerToSettle, ...]
    actions: tuple[Action, ...]
    places: tuple[int, ...]

    family = "order"

    def matters(self) -> bool:
        """Whether some of the wagers are settled before others."""
        return len({self._step(letter) for letter in self.letters}) > 1

    def words(self, _book: Rulebook, /) -> str:
        """Return the question."""
        return "In which order do you settle these wagers?"

    def items(self, book: Rulebook) -> tuple[str, ...]:
        """Name the wagers, the one with the letter A first."""
        return tuple(one.words(book) for one in self.wagers)

    def correction(self, book: Rulebook, /) -> Correction:
        """Say in which steps the wagers are settled, and why in this order."""
        groups: dict[tuple[int, int], str] = {}
        for letter in sorted(self.letters, key=self._step):
            step = self._step(letter)
            groups[step] = groups.get(step, "") + letter
        written = [f"{_WORDS[turn]} {' and '.join(letters)}" for (turn, _), letters in groups.items()]
        source = order_source(book.id)
        first = Reason(source, clauses(book.id)[source].says) if source != "convention" else _TAKE_FIRST
        words = tuple(
            f"{letter}: {name}: {_WORDS[self._step(letter)[0]]}"
            for letter, name in zip(self.letters, self.items(book), strict=True)
        )
        return in_words(", then ".join(written), "".join(groups.values()), words, (first, _CLOCKWISE))

    def right(self, _book: Rulebook, /, answer: Answer) -> bool:
        """Whether the letters are in an order in which the wagers are settled."""
        letters = re.sub(r"[\s,;>-]|then", "", answer.said, flags=re.IGNORECASE).upper()
        if sorted(letters) != list(self.letters):
            usual = self.letters[::-1]
            raise BankcrapsError(f"write each letter from A to {self.letters[-1]} once, as in {usual}")
        steps = [self._step(letter) for letter in letters]
        return steps == sorted(steps)

    @property
    def letters(self) -> str:
        """The letters of the wagers."""
        return string.ascii_uppercase[: len(self.wagers)]

    def _step(self, letter: str) -> tuple[int, int]:
        """Return when a wager is settled: the action, then the place of the player."""
        at = self.letters.index(letter)
        return TURNS[self.actions[at]], self.places[at]


def ordering(book: Rulebook, level: Level, seed: int, index: int) -> Exercise:
    """Make an exercise with wagers to put in order, of which some are settled before others.

    Raises:
        BankcrapsError: if the level is not possible at this house, or one wager alone is ever settled.
    """
    best: Exercise | None = None
    for number in range(_TRIES):
        draws = Draws(seed, index, f" order {number}")
        made = settling(book, level, draws)
        asked = _drawn(made.state, made.questions, book, draws)
        if asked is None:
            continue
        found = Exercise(made.state, made.throw, made.throws, (asked,))
        if len(asked.wagers) >= _WANTED:
            return found
        best = best or found
    if best is None:
        raise BankcrapsError(
            "at this level one throw seldom settles several wagers: choose more families, or more players"
        )
    return best


def _drawn(
    state: State, questions: Sequence[WagerToSettle], book: Rulebook, draws: Draws
) -> WagersToOrder | None:
    """Draw wagers to put in order, as they are shown; None if the order does not matter."""
    actions: dict[WagerToSettle, Action] = {one: one.correction(book).action for one in questions}
    left = [one for one in questions if actions[one] != "leave"]
    shown: list[WagerToSettle] = []
    while left and len(shown) < _MOST:
        shown.append(left.pop(draws.below(len(left))))
    asked = WagersToOrder(
        wagers=tuple(shown),
        actions=tuple(actions[one] for one in shown),
        places=tuple(state.seated(one.seat).place for one in shown),
    )
    return asked if asked.matters() else None
