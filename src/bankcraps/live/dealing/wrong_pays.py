"""Wrong deals that happen: the chips that they move beside the engine's, and what people see of them.

The engine has settled the wager as it is right. What a dealer did wrong moves the difference between the
house and the player's rail. What lies on the layout afterwards is the engine's.
"""

from typing import Final

from bankcraps.game.chips import Cents
from bankcraps.game.engine import crew
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import Role
from bankcraps.game.engine.acts import takes_from
from bankcraps.game.engine.effects import Effect
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.dealing.score import said
from bankcraps.live.dealing.tasks import Task
from bankcraps.live.log.entries import DealAction, Dealt

__all__ = ["AS_DEALT", "as_done", "award_of", "difference", "payer"]

AS_DEALT: Final = "as dealt: "
"""The first words of an award's reason that only carries out a deal. People see the deal instead."""


def difference(task: Task, action: DealAction, cents: int) -> Cents:
    """Return what a player has more by what was done than by what is right, in cents."""
    return Cents(_gain(task, action, cents) - _gain(task, task.action, task.right))


def _gain(task: Task, action: DealAction, cents: int) -> int:
    assert task.stood is not None
    return cents if action == "pay" else -task.stood.chips if action == "take" else 0


def payer(book: Rulebook) -> Role:
    """Return the role in which a dealer moves what a wrong deal moves."""
    return "dealer" if "dealer" in takes_from(book, ev.Award) else "boxperson"


def award_of(deal: Dealt, role: Role) -> ev.Award:
    """Return the award that carries out a wrong deal, by its dealer in a role."""
    why = f"{AS_DEALT}{deal.wager}, {said(deal.action, deal.cents)}"
    return ev.Award(deal.player, deal.moved, why, by=crew(role, deal.person))


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
