"""Accounts and labels: what a throw's effects mean for wagers' accounts and for a session's length."""

from collections.abc import Callable, Iterable

import msgspec

from bankcraps.game.chips import Cents
from bankcraps.game.engine import effects as fx
from bankcraps.game.wagers import FLATS, ODDS, Wager
from bankcraps.strategies.plan import uses_up

__all__ = ["Account", "Label", "account_name", "accounts_of", "label_of"]


class Account(msgspec.Struct, frozen=True, gc=False, order=True):
    """One wager's part in what happened.

    Attributes:
        wager: its name. Come wagers share one name, whatever their number; so do their odds.
        action: chips staked on what the dice decided, in cents: a win, a loss or a push.
        net: winnings less losses and commission, in cents.
    """

    wager: str
    action: Cents
    net: Cents


class Label(msgspec.Struct, frozen=True, gc=False):
    """The label of a transition: what the throw counts for, apart from the state it leads to.

    Attributes:
        decision: whether it decided the round on the line.
        hand_over: whether it ended a shooter's hand.
        accounts: its accounts with each wager, sorted by name.
    """

    decision: bool
    hand_over: bool
    accounts: tuple[Account, ...]


def account_name(wager: Wager) -> str:
    """The name of the account a wager belongs to."""
    return wager.kind.value if wager.kind in FLATS or wager.kind in ODDS else wager.name


def accounts_of(
    effects: Iterable[fx.Effect], name: Callable[[Wager], str] = account_name
) -> tuple[Account, ...]:
    """Sum effects of a lone player by account. The nets add up to the change of what the player owns.

    Args:
        effects: the effects of bets or of a throw.
        name: the account that each wager belongs to.
    """
    kept: dict[str, tuple[int, int]] = {}
    for effect in effects:
        if isinstance(effect, fx.OfAWager):
            action, net = fx.decided(effect) or 0, fx.won(effect)
            if action or net:
                account = name(effect.wager)
                before = kept.get(account, (0, 0))
                kept[account] = (before[0] + action, before[1] + net)
    return tuple(sorted(Account(whose, Cents(action), Cents(net)) for whose, (action, net) in kept.items()))


def label_of(effects: tuple[fx.Effect, ...], name: Callable[[Wager], str] = account_name) -> Label:
    """The label of a throw, with accounts as in `accounts_of`."""
    return Label(uses_up("decisions", effects), uses_up("shooters", effects), accounts_of(effects, name))
