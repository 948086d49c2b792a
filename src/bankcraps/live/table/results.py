"""The shooter's hands of a live table, and each player's results in them.

A correction may take back the end of a hand. The hand then continues, with its results.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from bankcraps.game.chips import Cents
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.shooter.turns import Hand, hand_after

_CENTS: Final = {name: f"{name}_cents" for name in ("session", "hand", "hand_before")}
_NOTHING: Final = Cents(0)


class PlayerResult(msgspec.Struct, frozen=True, omit_defaults=True, rename=_CENTS):
    """A player's wins and losses, in cents; below zero for a loss. Promotional tokens do not count.

    Attributes:
        name: the player's name.
        session: since the player sat down.
        hand: in this hand of the shooter's.
        hand_before: in the hand before it.
    """

    name: str
    session: Cents = _NOTHING
    hand: Cents = _NOTHING
    hand_before: Cents = _NOTHING


def results_after(
    hand: Hand, results: tuple[PlayerResult, ...], effects: Sequence[fx.Effect]
) -> tuple[Hand, tuple[PlayerResult, ...]]:
    """Return the hand and the results of its players after the effects of an event.

    What a seven-out decides belongs to the hand that it ends, and what a throw decides after a pass of the
    dice to the new hand. A throw may be corrected or invalid after its shooter has passed the dice: what that
    changes belongs to the hand of the throw.
    """
    won, earlier = Counter[str](), Counter[str]()
    over, right = False, False
    of_hand_before = _changes_the_hand_before(hand, effects)
    for effect in effects:
        if over and isinstance(effect, fx.Thrown):
            results, over = _next_hand(_with(results, won, "hand")), False
            won.clear()
        after = hand_after(hand, effect)
        if after.number < hand.number:
            results = _last_hand(results)
        over |= after.number > hand.number
        hand = after
        right |= of_hand_before and isinstance(effect, fx.Thrown)
        if isinstance(effect, fx.Seated):
            results = (*results, PlayerResult(effect.seat))
        elif isinstance(effect, fx.Left):
            results = tuple(one for one in results if one.name != effect.seat)
        elif cents := fx.won(effect):
            then = right or (of_hand_before and isinstance(effect, fx.Reversed))
            (earlier if then else won)[fx.transfers(effect)[0].seat] += cents
    results = _with(_with(results, won, "hand"), earlier, "hand_before")
    return hand, _next_hand(results) if over else results


def _changes_the_hand_before(hand: Hand, effects: Sequence[fx.Effect]) -> bool:
    """Whether effects take back a throw of the hand before this one, and that hand stays over."""
    then = hand
    taken_back = False
    for effect in effects:
        if isinstance(effect, fx.Reversed | fx.ThrowInvalid):
            then = hand_after(then, effect)
            taken_back |= fx.throws_counted(effect) < 0
    return taken_back and not hand.throws and then.number == hand.number


def _with(
    results: tuple[PlayerResult, ...], won: Counter[str], hand: Literal["hand", "hand_before"]
) -> tuple[PlayerResult, ...]:
    """Return the results with wins of the session and of a hand."""
    return tuple(
        replace(one, **{name: Cents(getattr(one, name) + won[one.name]) for name in ("session", hand)})
        if won[one.name]
        else one
        for one in results
    )


def _next_hand(results: tuple[PlayerResult, ...]) -> tuple[PlayerResult, ...]:
    return tuple(replace(one, hand=_NOTHING, hand_before=one.hand) for one in results)


def _last_hand(results: tuple[PlayerResult, ...]) -> tuple[PlayerResult, ...]:
    return tuple(
        replace(one, hand=Cents(one.hand + one.hand_before), hand_before=_NOTHING) for one in results
    )
