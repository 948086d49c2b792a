"""The chips that an effect moved: from where, to where, how many. Nothing else works that out.

Accounts, statistics, results, ledgers and screens read it here.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Final, Literal, NamedTuple

import msgspec

from bankcraps.game.chips import Cents
from bankcraps.game.engine.effects.kinds import (
    Awarded,
    Bought,
    CashedOut,
    Effect,
    Forfeited,
    Left,
    Lost,
    Moved,
    Owed,
    Paid,
    Returned,
    Reversed,
    Staked,
    Tied,
    TokenIssued,
    Vigorish,
)
from bankcraps.game.wagers import Wager

OfAWager = Paid | Lost | Vigorish | Tied | Returned | Forfeited
"""The effects that decide a wager, or that change what its player has won."""

Place = Literal["cash", "rail", "layout", "bank"]
"""The places of chips and tokens: money away from the table, a player's rail or wagers, the house's bank."""


class Transfer(msgspec.Struct, frozen=True):
    """Chips or tokens of a player's that went from one place to another.

    Attributes:
        seat: the player's name.
        source, target: from where and to where.
        amount: chips in cents, without the tokens; 0 if only tokens moved.
        tokens: the promotional tokens that went along, by face value in cents.
    """

    seat: str
    source: Place
    target: Place
    amount: Cents
    tokens: tuple[Cents, ...] = ()

    def back(self) -> "Transfer":
        """Return the same chips and tokens on their way back. A negative amount becomes a positive one."""
        return Transfer(self.seat, self.target, self.source, Cents(abs(self.amount)), self.tokens)


_WAYS: Final[dict[type[Effect], tuple[Place, Place]]] = {
    Bought: ("cash", "rail"),
    CashedOut: ("rail", "cash"),
    Awarded: ("bank", "rail"),
    Staked: ("rail", "layout"),
    Returned: ("layout", "rail"),
    Lost: ("layout", "bank"),
    Forfeited: ("layout", "bank"),
    Vigorish: ("rail", "bank"),
    Owed: ("bank", "rail"),  # a reversal took it from the rail, where it was not
}
"""The source and the target of an effect's amount; a negative amount goes the other way."""


def transfers(effect: Effect) -> tuple[Transfer, ...]:
    """Return the transfers of an effect, in their order; none if it moved no chips and no tokens."""
    match effect:
        case Reversed():
            return tuple(one.back() for one in transfers(effect.effect))
        case Paid():
            # Decided tokens go to the house by an effect of their own.
            chips = Cents(0) if effect.up else _chips(effect)
            ways = (
                Transfer(effect.seat, "bank", "rail", effect.won),
                Transfer(effect.seat, "layout", "rail", chips),
            )
            return tuple(one for one in ways if one.amount)
        case Owed(away=True):
            return ()
        case Left(seat, tokens):
            return (Transfer(seat, "rail", "cash", Cents(0), tokens),) if tokens else ()
        case TokenIssued(seat, face):
            return (Transfer(seat, "bank", "rail", Cents(0), (face,)),)
        case _ if way := _WAYS.get(type(effect)):
            one = _by(way, effect)
            return (one if one.amount >= 0 else one.back(),) if one.amount or one.tokens else ()
        case _:
            return ()


def _by(way: tuple[Place, Place], effect: Effect) -> Transfer:
    return Transfer(getattr(effect, "seat", ""), *way, _chips(effect), getattr(effect, "tokens", ()))


def _chips(effect: Effect) -> Cents:
    """The amount of an effect without the tokens in it."""
    tokens: tuple[Cents, ...] = getattr(effect, "tokens", ())
    return Cents(getattr(effect, "amount", 0) - sum(tokens))


def moved_to(place: Place, effects: Iterable[Effect]) -> Counter[str]:
    """Return the chips that came to a place less those that left it, in cents, by the player's name."""
    found = Counter[str]()
    for effect in effects:
        for one in transfers(effect):
            if place in (one.source, one.target):
                found[one.seat] += one.amount if one.target == place else -one.amount
    return found


def won(effect: Effect) -> Cents:
    """Return what a player won, or lost if it is negative, by an effect, in cents. Tokens do not count.

    It is the chips that came from the bank, less those that went there.
    """
    match effect:
        case Reversed():
            return Cents(-won(effect.effect))
        case Paid():
            return effect.won
        case Owed(away=True):
            return Cents(0)
        case _:
            source, target = _WAYS.get(type(effect), ("", ""))
            sign = (source == "bank") - (target == "bank")
            return Cents(sign * _chips(effect)) if sign else Cents(0)


def left_spot(effect: Effect) -> Wager | None:
    """Return the wager that left its spot by an effect: lost, paid and down, returned or moved; else None.

    Where the house takes only the tokens of a wager, another effect says whether its chips stay.
    """
    match effect:
        case Lost() | Returned() | Moved() | Paid(up=False):
            return effect.wager
        case Forfeited() if _chips(effect):
            return effect.wager
        case _:
            return None


def left_cents(effect: Effect) -> Cents:
    """Return what left the spot of an effect's wager, to wherever it went, in cents with its tokens."""
    if isinstance(effect, Moved):
        return effect.amount
    gone = (one for one in transfers(effect) if one.source == "layout")
    return Cents(sum(one.amount + sum(one.tokens) for one in gone))


def decided(effect: Effect) -> Cents | None:
    """Return what an effect decided of a wager, in cents with its tokens; None if it decided nothing.

    A push is a decision: a barred number, whether the wager comes back or stays, or odds that come back
    because they were off when their flat wager was decided. Chips that a player takes down do not count.
    """
    match effect:
        case Paid(amount=amount) | Lost(amount=amount) | Tied(amount=amount):
            return amount
        case Returned(amount=amount, why="tied" | "off"):
            return amount
        case _:
            return None


class Result(NamedTuple):
    """The result of a wager: its player, the stake that was decided, and what the player won or lost by it.

    Money is in cents. A commission, or a stake that is forfeited, counts but decides nothing.
    """

    seat: str
    wager: Wager
    staked: Cents
    net: Cents


def result(effect: OfAWager) -> Result:
    """Return what an effect comes to for its wager."""
    return Result(effect.seat, effect.wager, decided(effect) or Cents(0), won(effect))


def results(effects: Iterable[Effect]) -> Iterator[Result]:
    """Yield what effects come to for wagers. Those that decide nothing and win nothing are left out."""
    for effect in effects:
        if isinstance(effect, OfAWager):
            found = result(effect)
            if found.staked or found.net:
                yield found


# The action of a dealer on a wager after a throw, worked out from all that the throw did to it.


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
