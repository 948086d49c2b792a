"""What each possible next throw would do to a player's wagers, worked out by the engine itself."""

from collections.abc import Iterator
from itertools import groupby
from typing import Literal

import msgspec
from msgspec.structs import replace

from bankcraps.chips import Cents
from bankcraps.dice import OUTCOMES, Throw
from bankcraps.engine import Seat, Standing, State
from bankcraps.engine import effects as fx
from bankcraps.engine.settlement.settle import settle
from bankcraps.rulebook import Rulebook
from bankcraps.wagers import Wager

__all__ = ["Chance", "Outlook", "outlook"]

Result = Literal["wins", "loses", "back", "moves", "counts"]
"""What becomes of a wager: it wins, loses, comes back, moves to a number, or counts one of its numbers."""


class Chance(msgspec.Struct, frozen=True, rename={"net": "net_cents"}):
    """What some throws do to a wager.

    Attributes:
        on: the total, or the faces where the ways of a total differ: "6", "3-3".
        result: what becomes of the wager.
        net: what the player wins or loses by it, in cents.
    """

    on: str
    result: Result
    net: Cents


class Outlook(msgspec.Struct, frozen=True):
    """What the next throw can do to a wager. Throws that do nothing to it are left out."""

    wager: Wager
    chances: tuple[Chance, ...]


def outlook(book: Rulebook, state: State, player: str, wished: Standing | None = None) -> tuple[Outlook, ...]:
    """Return what each throw would do to a player's wagers, in the order of the layout.

    Args:
        book: the house.
        state: the table.
        player: whose wagers; who is not at the table has none.
        wished: chips that are not there. If given, the outlook is on these alone.
    """
    seat = state.seat(player) or Seat(player, 1, Cents(0))
    wagers = seat.wagers if wished is None else (wished,)
    alone = replace(state, seats=(replace(seat, wagers=wagers),))
    found: dict[Wager, dict[Throw, tuple[Result, int]]] = {one.wager: {} for one in wagers}
    for throw in OUTCOMES:
        for effect in settle(book, alone, throw).effects:
            changed = _change(effect)
            if changed is None:
                continue
            wager, result, net = changed
            before = found[wager].get(throw, (result, 0))
            found[wager][throw] = (result, before[1] + net)
    return tuple(Outlook(wager, tuple(_chances(by_throw))) for wager, by_throw in found.items())


def _change(effect: fx.Effect) -> tuple[Wager, Result, int] | None:
    match effect:
        case fx.Paid(wager=wager, won=won):
            return wager, "wins", won
        case fx.Lost(wager=wager, amount=amount):
            return wager, "loses", -amount
        case fx.Returned(wager=wager):
            return wager, "back", 0
        case fx.Moved(wager=wager):
            return wager, "moves", 0
        case fx.Counted(wager=wager):
            return wager, "counts", 0
        case _:
            return None


def _chances(by_throw: dict[Throw, tuple[Result, int]]) -> Iterator[Chance]:
    """Group throws by their total where every way of it does the same."""
    ordered = sorted(OUTCOMES, key=lambda throw: throw.total)
    for total, ways in groupby(ordered, key=lambda throw: throw.total):
        throws = list(ways)
        results = [by_throw.get(throw) for throw in throws]
        if len(set(results)) == 1 and results[0]:
            yield Chance(str(total), results[0][0], Cents(results[0][1]))
            continue
        for throw, change in zip(throws, results, strict=True):
            if change:
                yield Chance(str(throw), change[0], Cents(change[1]))
