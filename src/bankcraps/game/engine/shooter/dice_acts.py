"""The acts that pass dice from one shooter to another: how each is judged and done.

They can be done again at a table where the last throw was put right.
"""

from collections.abc import Callable
from typing import Any, Final

from bankcraps.game.engine import events as ev
from bankcraps.game.engine.refusals import Refusal
from bankcraps.game.engine.shooter import dice_set, turns
from bankcraps.game.engine.shooter.turns import Done
from bankcraps.game.engine.state import DiceAct, State
from bankcraps.game.rulebook.schema import Rulebook

__all__ = ["DICE_ACTS", "Doer", "Judge"]

Judge = Callable[[Rulebook, State, Any], Refusal | None]
Doer = Callable[[Rulebook, State, Any], Done]

DICE_ACTS: Final[dict[type[DiceAct], tuple[Judge, Doer]]] = {
    ev.PassDice: (turns.judge_pass, turns.pass_dice),
    ev.OrderPass: (turns.judge_order, turns.order_pass),
    ev.Offer: (turns.judge_offer, turns.offer),
    ev.Accept: (turns.judge_answer, turns.accept),
    ev.Decline: (turns.judge_answer, turns.decline),
    ev.NoAnswer: (dice_set.judge_no_answer, dice_set.no_answer),
    ev.Choose: (dice_set.judge_choose, dice_set.choose),
}
"""The function that judges an act, and the function that does it."""
