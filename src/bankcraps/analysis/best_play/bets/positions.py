"""The wagers that may stand before the betting, and the bets that bind a player.

A wager that may come down and be put up again for nothing binds nobody: it is chosen anew before each throw,
and no position holds it. A position holds the puck and the wagers that bind. Bets that bind lead from one
position to another, without a throw.

A wager whose commission is paid with the bet binds: to put it up again costs commission. A position holds
what the next commission depends on, too (`Standing.commission`, `Standing.withdrawn`).
"""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from bankcraps.analysis.best_play.bets.throws import Bets, Result, under
from bankcraps.game.chips import Cents
from bankcraps.game.engine.state import Standing
from bankcraps.game.wagers import Wager

__all__ = ["Move", "Position", "binding", "moves"]


class Position(NamedTuple):
    """The wagers that stand before the betting.

    Attributes:
        puck: the point, 0 while the puck is off; None where all that binds can be called off, and players
            wait for the puck they like.
        standing: the wagers that bind, without calls.
    """

    puck: int | None
    standing: tuple[Standing, ...] = ()

    @property
    def at_risk(self) -> int:
        """The chips that stand, in cents."""
        return sum(one.amount for one in self.standing)

    @property
    def comes_back(self) -> int:
        """The commission that comes back if everything comes down, in cents."""
        return sum(one.commission for one in self.standing)


class Move(NamedTuple):
    """A bet that binds, or one that comes down, with the commission that is paid or comes back at once.

    Attributes:
        to: the position after it.
        need: the sum that a player must own to make it, in cents.
        change: the change of what is owned, in cents: below zero for commission paid.
    """

    to: Position
    need: int
    change: int = 0


def binding(
    bets: Bets, puck: int, standing: tuple[Standing, ...], beside: tuple[Standing, ...] = ()
) -> tuple[Standing, ...]:
    """The wagers among these that bind a player. Flat wagers under odds are among them, or stand beside."""
    whole = standing + beside
    return tuple(one for one in standing if not bets.free(puck, one, under(one.wager, whole)))


def moves(
    bets: Bets, puck: int, standing: tuple[Standing, ...], menu: tuple[Wager, ...], most: int
) -> list[Move]:
    """The moves from a position, by one step of the wager's amounts each.

    A larger bet is several such moves in a row.

    Args:
        bets: the table.
        puck: the point, or 0.
        standing: the wagers that bind.
        menu: the wagers to choose from.
        most: no more may stand, in cents.
    """
    now = sum(one.amount for one in standing)
    found: list[Move] = []
    for wager in menu:
        amounts = bets.amounts(puck, standing, wager)
        least = amounts.at_least(1) if amounts is not None else None
        if least is None or now + least > most:
            continue
        came = bets.bet(puck, standing, wager, least)
        bound = standing if came is None else binding(bets, puck, came.left)
        if came is not None and bound != standing:
            found.append(Move(Position(puck, bound), now + least - came.change, came.change))
    for one in standing:
        found += [
            Move(Position(puck, binding(bets, puck, came.left)), 0, came.change)
            for came in down(bets, puck, standing, one)
        ]
    return found


def down(bets: Bets, puck: int, standing: tuple[Standing, ...], one: Standing) -> Iterator[Result]:
    """A wager taken down; and the least part of it that may come down."""
    whole = bets.take_down(puck, standing, one.wager)
    if whole is not None:
        yield whole
        chip = bets.opened.floor.chip
        parts = (
            bets.take_down(puck, standing, one.wager, Cents(part)) for part in range(chip, one.amount, chip)
        )
        yield from islice((part for part in parts if part is not None), 1)
