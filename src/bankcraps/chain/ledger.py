"""What effects mean for a wager's account: how much was decided, and what came of it."""

from collections.abc import Iterable

import msgspec

from bankcraps.chips import Cents
from bankcraps.engine import effects as fx
from bankcraps.wagers import FLATS, ODDS, Wager

__all__ = ["Account", "Tally", "account_of", "accounts", "tally"]


class Account(msgspec.Struct, frozen=True, order=True):
    """One wager's part in what happened.

    Attributes:
        wager: its name; come wagers and their odds go under one name, whatever their numbers.
        action: chips decided, ties included, in cents.
        net: what they won less what they lost and the commission, in cents.
    """

    wager: str
    action: Cents
    net: Cents


class Tally(msgspec.Struct, frozen=True):
    """What a throw adds to a session's counts.

    Attributes:
        decision: whether it decided the round on the line.
        shooter: whether it ended a shooter's hand.
        accounts: what it did to each wager, by name.
    """

    decision: bool
    shooter: bool
    accounts: tuple[Account, ...]


def account_of(wager: Wager) -> str:
    """The name under which a wager is kept in accounts."""
    return wager.kind.value if wager.kind in FLATS or wager.kind in ODDS else wager.name


def accounts(effects: Iterable[fx.Effect]) -> tuple[Account, ...]:
    """What effects did to each wager of a lone player: every cent of the change of what they own."""
    kept: dict[str, tuple[int, int]] = {}
    for effect in effects:
        if isinstance(effect, fx.Paid | fx.Lost | fx.Vigorish | fx.Tied | fx.Returned):
            action, net = _moved(effect)
            if action or net:
                before = kept.get(account_of(effect.wager), (0, 0))
                kept[account_of(effect.wager)] = (before[0] + action, before[1] + net)
    return tuple(sorted(Account(name, Cents(action), Cents(net)) for name, (action, net) in kept.items()))


def _moved(effect: fx.Paid | fx.Lost | fx.Vigorish | fx.Tied | fx.Returned) -> tuple[int, int]:
    if isinstance(effect, fx.Paid):
        return effect.amount, effect.won
    if isinstance(effect, fx.Lost):
        return effect.amount, -effect.amount
    if isinstance(effect, fx.Vigorish):
        return 0, -effect.amount
    if isinstance(effect, fx.Tied) or effect.why == "tied":
        return effect.amount, 0
    return 0, 0


def tally(puck: int, effects: tuple[fx.Effect, ...]) -> Tally:
    """The counts of a throw; `puck` is the point before it, or 0."""
    del puck
    decision = any(isinstance(effect, fx.LineDecided) for effect in effects)
    shooter = any(isinstance(effect, fx.SevenOut) for effect in effects)
    return Tally(decision, shooter, accounts(effects))
