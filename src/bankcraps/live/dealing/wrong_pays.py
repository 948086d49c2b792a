"""Wrong deals that happen: the chips that they move beside the engine's, and what people see of them.

The engine has settled the wager as it is right. What a dealer did wrong moves the difference between the
house and the player's rail. What lies on the layout afterwards is the engine's.
"""

from typing import Final

from bankcraps.game.chips import Cents
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.effects import Effect
from bankcraps.live.dealing.tasks import Task
from bankcraps.live.log.entries import DealAction

__all__ = ["AS_DEALT", "as_done", "difference"]

AS_DEALT: Final = "as dealt: "
"""The first words of an award's reason that only carries out a deal. People see the deal instead."""


def difference(task: Task, action: DealAction, cents: int) -> Cents:
    """Return what a player has more by what was done than by what is right, in cents."""
    return Cents(_gain(task, action, cents) - _gain(task, task.action, task.right))


def _gain(task: Task, action: DealAction, cents: int) -> int:
    assert task.stood is not None
    return cents if action == "pay" else -task.stood.chips if action == "take" else 0


def as_done(task: Task, action: DealAction, cents: Cents) -> tuple[Effect, ...]:
    """Return what people see happen to a wager with which something wrong was done."""
    stood = task.stood
    assert stood is not None
    if action == "pay":
        up = task.lies is stood.wager
        return (fx.Paid(task.player, stood.wager, stood.amount, cents, up, tokens=stood.tokens),)
    if action == "take":
        return (fx.Lost(task.player, stood.wager, stood.amount, tokens=stood.tokens),)
    if action == "return":
        return (fx.Returned(task.player, stood.wager, stood.amount, "off", stood.tokens),)
    return ()
