"""What may stand before the betting, and the bets that bind a player.

A wager that may come down and be put up again for nothing binds nobody: it is chosen anew before each throw,
and no position holds it. A position holds the puck and the wagers that bind. Bets that bind lead from one
position to another, without a throw.
"""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from bankcraps.best_play.bets.throws import Bets, Result, under
from bankcraps.chips import Cents
from bankcraps.engine.state import Standing
from bankcraps.errors import BankcrapsError
from bankcraps.wagers import Wager

__all__ = ["Move", "Position", "binding", "is_unweighed", "moves", "not_weighed", "unweighed"]


class Position(NamedTuple):
    """What stands before the betting.

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


class Move(NamedTuple):
    """A bet that binds, or one that comes down. It changes nothing of what is owned.

    Attributes:
        to: the position after it.
        need: what a player must own to make it, in cents.
    """

    to: Position
    need: int


def binding(
    bets: Bets, puck: int, standing: tuple[Standing, ...], beside: tuple[Standing, ...] = ()
) -> tuple[Standing, ...]:
    """The wagers among these that bind a player. Flat wagers under odds are among them, or stand beside."""
    whole = standing + beside
    return tuple(one for one in standing if not bets.free(puck, one, under(one.wager, whole)))


def unweighed(standing: tuple[Standing, ...]) -> Wager | None:
    """A wager that binds and has commission paid; None if there is none.

    To move parts of it with its commission is a choice that is not weighed here.
    """
    return next((one.wager for one in standing if one.commission or one.withdrawn), None)


def is_unweighed(bets: Bets, wager: Wager, pucks: tuple[int, ...]) -> bool:
    """Whether a wager, once it is made, is such a one."""
    for puck in pucks:
        amounts = bets.amounts(puck, (), wager)
        for amount in () if amounts is None else (amounts.at_least(1), amounts.at_most(amounts.most)):
            came = None if amount is None else bets.bet(puck, (), wager, amount)
            if came is not None and unweighed(came.left):
                return True
    return False


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

    Raises:
        BankcrapsError: if commission is paid or given back.
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
            require_no_commission(came, wager)
            found.append(Move(Position(puck, bound), now + least))
    for one in standing:
        for came in down(bets, puck, standing, one):
            require_no_commission(came, one.wager)
            found.append(Move(Position(puck, binding(bets, puck, came.left)), 0))
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


def not_weighed(wager: Wager) -> BankcrapsError:
    """The error for a wager that the best play does not weigh."""
    return BankcrapsError(
        f"{wager} has its commission paid with the bet: the best play is worked out for wagers without, or "
        "whose commission is paid when they win"
    )


def require_no_commission(came: Result, wager: Wager) -> None:
    """Refuse a bet that binds and changes what is owned."""
    if came.change:
        raise not_weighed(wager)
