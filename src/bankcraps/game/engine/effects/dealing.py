"""The action of a dealer on a wager after a throw, worked out from all that the throw did to it."""

from collections.abc import Collection
from typing import Literal

from bankcraps.game.chips import Cents
from bankcraps.game.engine.effects.base import Effect
from bankcraps.game.engine.effects.money import Lost, Moved, Paid, Returned
from bankcraps.game.engine.effects.transfers import left_spot, won

__all__ = ["WagerAction", "dealt_with"]

WagerAction = Literal["pay", "take", "move", "return"]
"""A dealer pays a wager, takes it for the house, moves it to its number, or gives it back."""


def dealt_with(own: Collection[Effect]) -> tuple[WagerAction | None, Cents]:
    """Return what a dealer does with a wager, and the pay beyond the stake in cents; None if nothing moves.

    A leg of a horn may win less than the others lose, where pays are capped. Part of the stake goes back
    then, which is None too: a dealer does nothing with the whole wager.

    Args:
        own: the effects of a throw on the wager.
    """
    net = Cents(sum(map(won, own)))
    paid = any(isinstance(one, Paid) for one in own)
    if any(isinstance(one, Moved) for one in own):
        return "move", Cents(0)
    if paid and net > 0:
        return "pay", net
    if paid:
        return ("return" if net == 0 and any(map(left_spot, own)) else None), Cents(0)
    if any(isinstance(one, Lost) for one in own):
        return "take", Cents(0)
    return ("return" if any(isinstance(one, Returned) for one in own) else None), Cents(0)
