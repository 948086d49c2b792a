"""Reasons why a dealer's work is wrong, in the words of the drill."""

from typing import Final

import msgspec

from bankcraps.game.chips import money
from bankcraps.game.engine.state import LastThrow, Standing
from bankcraps.game.notation.names import HouseNames
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.dealing.tasks import Task
from bankcraps.live.log.entries import DealAction
from bankcraps.training import WagerToSettle
from bankcraps.training.questions.settle import lies

__all__ = ["Wrong", "of_idle_wager", "said", "why_wrong"]

_ACTS: Final[dict[DealAction, str]] = {
    "pay": "pay {sum}",
    "take": "take it",
    "move": "move it",
    "return": "return it",
    "puck": "the puck goes {where}",
    "call": '"{words}"',
}


class Wrong(msgspec.Struct, frozen=True):
    """The reason why something is wrong: a sentence, and the house's clause; None without a clause."""

    says: str
    clause: str | None = None


def why_wrong(book: Rulebook, last: LastThrow, task: Task, done: str) -> Wrong:
    """Say what is right for a task, and why.

    Args:
        book: the house.
        last: the last throw, with the table before it.
        task: the task.
        done: the dealer's action, as `said` puts it.
    """
    if task.stood is None:
        if task.calls:
            return Wrong(f'the call is "{task.calls[0]}", not {done}')
        return Wrong(f"{said('puck', puck=task.puck)}, not {_where(done)}: {_of_puck(task)}")
    right = WagerToSettle(task.player, task.stood, task.effects, last.before, last.throw).correction(book)
    act = said(task.action, task.right)
    if task.lies is not None and task.action == "move":
        act = f"move it to {HouseNames(book).of(task.lies)}"
    because = right.sum or ", ".join(right.words)
    clause = right.reasons[0].clause if right.reasons else None
    return Wrong(f"{lies(book, task.player, task.stood)}: {act}, do not {done}. {because}", clause)


def of_idle_wager(book: Rulebook, player: str, standing: Standing) -> Wrong:
    """Say that a throw does not decide a wager, so that nobody touches it."""
    return Wrong(f"{lies(book, player, standing)}: leave it, nothing is to be done with it now")


def said(action: DealAction, cents: int = 0, puck: int = 0, words: str = "") -> str:
    """Say what is done: `pay $24`, `take it`."""
    where = f"on {puck}" if puck else 'to "off"'
    return _ACTS[action].format(sum=money(cents), where=where, words=words)


def _where(done: str) -> str:
    return done.removeprefix("the puck goes ")


def _of_puck(task: Task) -> str:
    return f"the point is {task.puck}" if task.puck else "there is no point now"
