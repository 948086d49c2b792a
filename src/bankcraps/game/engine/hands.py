"""The number of the shooter's hand, counted from effects.

A correction may take back the end of a hand. The hand then continues.
"""

import msgspec
from msgspec.structs import replace

from bankcraps.game.engine import effects as fx

__all__ = ["Hand", "hand_after"]


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shooter's hand.

    Attributes:
        number: its number at the table, from 1.
        throws: the number of throws that it has had, also invalid ones. Without one it has not begun. It is
            -1 while a correction has taken back the last throw of the hand before, and the right one has not
            come yet.
        before: the number of throws of the hand before it.
    """

    number: int = 1
    throws: int = 0
    before: int = 0


def hand_after(hand: Hand, effect: fx.Effect) -> Hand:
    """Return the hand after an effect: the next one if it ended, the last one if its end was taken back."""
    if isinstance(effect, fx.Reversed):
        return _hand_before(hand, effect.effect)
    if isinstance(effect, fx.Thrown):
        return replace(hand, throws=hand.throws + 1)
    if isinstance(effect, fx.HandEnded) and hand.throws:
        return Hand(hand.number + 1, before=hand.throws)
    return hand


def _hand_before(hand: Hand, effect: fx.Reversible) -> Hand:
    """Return the hand without a reversed effect."""
    if isinstance(effect, fx.Thrown):
        return replace(hand, throws=hand.throws - 1)
    if isinstance(effect, fx.HandEnded) and not hand.throws and hand.number > 1:
        return Hand(hand.number - 1, hand.before)
    return hand
