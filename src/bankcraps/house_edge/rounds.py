"""Rounds on the line: how one ends, and how rounds join into a shooter's hand."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import State, Step
from bankcraps.game.engine.effects import PointMade, SevenOut
from bankcraps.game.wagers import Kind
from bankcraps.house_edge.absorbing_chain import Rows
from bankcraps.house_edge.decisions.decision import result_of

__all__ = ["WAYS", "Round", "round_end", "whole_hand"]

WAYS: Final = sum(throw.ways for throw in OUTCOMES)


class Round(NamedTuple):
    """The end of a round on the line.

    Attributes:
        passed: whether pass won.
        made: whether the point was made.
        over: whether the hand is over.
    """

    passed: bool
    made: bool
    over: bool


def round_end(state: State, came: Step) -> Round | None:
    """The end of the round, from the pass wager and the puck; None if the round continues."""
    decided = result_of(Kind.PASS, state, came)
    if decided is None:
        return None
    made, over = (any(isinstance(fact, kind) for fact in came.effects) for kind in (PointMade, SevenOut))
    return Round(decided[0] == "win", made, over)


def whole_hand(rows: Rows, ends: Sequence[Mapping[Round, Fraction]]) -> Iterator[dict[int, int]]:
    """Join rounds into a hand: after a round that does not end it, the next come-out follows."""
    for row, ended in zip(rows, ends, strict=True):
        ways = {state: int(chance * WAYS) for state, chance in row.items()}
        again = sum((chance for end, chance in ended.items() if not end.over), Fraction(0))
        if again:
            ways[0] = ways.get(0, 0) + int(again * WAYS)
        yield ways
