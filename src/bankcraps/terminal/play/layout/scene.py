"""The data for a picture of the table: the table, the current player, and what the last throw did."""

from collections.abc import Mapping
from functools import cache

import msgspec

from bankcraps.game.chips import Cents
from bankcraps.game.engine import State
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import Wager
from bankcraps.terminal.play.layout.palette import SEAT_COLOURS, Ink

__all__ = ["Gains", "Scene", "initials", "seat_ink"]

Gains = Mapping[tuple[str, Wager], Cents]
"""Gains of the last throw in cents, by seat and wager; below zero for losses."""


class Scene(msgspec.Struct, frozen=True):
    """Everything a picture of the table depends on.

    Attributes:
        book: the house.
        state: the table.
        who: the current player, or empty.
        gains: the results of the last throw, shown until the next act.
    """

    book: Rulebook
    state: State
    who: str = ""
    gains: Gains = msgspec.field(default_factory=dict[tuple[str, Wager], Cents])


@cache
def initials(names: tuple[str, ...]) -> dict[str, str]:
    """The shortest beginnings of the names that differ; a single player needs none.

    >>> initials(("Ann",)), initials(("Ann", "Alex", "Bob"))
    ({'Ann': ''}, {'Ann': 'An', 'Alex': 'Al', 'Bob': 'B'})
    """
    if len(names) == 1:
        return {names[0]: ""}
    return {name: _shortest(name, [other for other in names if other != name]) for name in names}


def _shortest(name: str, others: list[str]) -> str:
    for length in range(1, len(name)):
        if not any(other[:length].casefold() == name[:length].casefold() for other in others):
            return name[:length]
    return name


@cache
def seat_ink(index: int, *, asleep: bool = False) -> Ink:
    """The colour of a seat's chips, counted clockwise from 0; grey while they are not working."""
    colour = SEAT_COLOURS[index % len(SEAT_COLOURS)]
    if asleep:
        return Ink(colour, ground="#3a3f3a")
    return Ink("#101010", ground=colour, bold=True)
