"""What a throw decided about wagers, read from the effects that followed it."""

from typing import Final, Literal

from bankcraps.engine import State, Step
from bankcraps.engine import effects as fx
from bankcraps.exact.walking import player
from bankcraps.wagers import Kind, Wager

__all__ = ["Result", "money", "settled"]

Result = Literal["win", "lose", "push"]

_Money = fx.Paid | fx.Lost | fx.Returned | fx.Tied | fx.Vigorish
_MONEY: Final = (fx.Paid, fx.Lost, fx.Returned, fx.Tied, fx.Vigorish)


def settled(before: State, came: Step) -> dict[Wager, tuple[Result, int]]:
    """Every wager of the player that a throw decided: its result, and its net in cents.

    A commission paid in advance is worth its price while the wager stands, so a winner that stays up and pays
    for the next decision out of its winnings has paid, for this one, what it paid at first.
    """
    own: dict[Wager, list[_Money]] = {}
    for effect in came.effects:
        if isinstance(effect, _MONEY):
            own.setdefault(effect.wager, []).append(effect)
    if not own:
        return {}
    paid, pays = _fees(before), _fees(came.state)
    return {
        wager: _result(effects, pays.get(wager, 0) - paid.get(wager, 0)) for wager, effects in own.items()
    }


def money(kind: Kind, before: State, came: Step) -> tuple[Result, int] | None:
    """What a throw decided about the player's one wager of a kind, and its net in cents; None if nothing."""
    return next((came_of for wager, came_of in settled(before, came).items() if wager.kind is kind), None)


def _fees(state: State) -> dict[Wager, int]:
    """The commission paid for what stands, where there is one."""
    return {standing.wager: standing.commission for standing in player(state).wagers if standing.commission}


def _result(effects: list[_Money], worth: int) -> tuple[Result, int]:
    """A wager's result and net; `worth` is what its prepaid commission gained or lost in worth."""
    net, legs, won, lost = worth, False, False, False
    for effect in effects:
        match effect:
            case fx.Paid():
                net, won, legs = net + effect.won, True, legs or effect.leg is not None
            case fx.Lost():
                net, lost = net - effect.amount, True
            case fx.Vigorish():
                net -= effect.amount
            case _:
                pass
    if legs:
        won, lost = net > 0, net < 0
    return ("win" if won else "lose" if lost else "push"), net
