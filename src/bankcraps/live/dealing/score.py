"""The score of each dealer at a table: right, wrong by how much, how late; and wrong deals that happen."""

from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.game.chips import Cents, money
from bankcraps.game.engine import crew
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import Role
from bankcraps.game.engine.acts import takes_from
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.dealing.tasks import Task
from bankcraps.live.log.entries import DealAction, Dealt


class DealerScore(msgspec.Struct, frozen=True, omit_defaults=True, rename={"off": "off_cents"}):
    """The score of a dealer at this table.

    Attributes:
        person: the dealer.
        right: the tasks that they did right.
        wrong: the number of times that they did something wrong, whether it was refused or happened.
        off: by how much what they did wrongly was wrong, together, in cents, whether it happened or not. Who
            takes a winner of $10 at even money is off by $20.
        dealt: the tasks that they dealt, right or wrong.
        not_done: the tasks that the automatic crew did for them.
        late_ms: the time after the throws at which they dealt, together, in milliseconds.
        latest_ms: the longest time.
        early: the number of times that they dealt a wager while something else of theirs came first, such as
            a payment before all losing wagers were taken.
    """

    person: str
    right: int = 0
    wrong: int = 0
    off: Cents = Cents(0)
    dealt: int = 0
    not_done: int = 0
    late_ms: int = 0
    latest_ms: int = 0
    early: int = 0


def score_after(
    scores: tuple[DealerScore, ...], entry: Dealt, off: int, *, early: bool
) -> tuple[DealerScore, ...]:
    """Return the scores after a dealer has done something, or after it was done for them.

    Args:
        scores: the scores before.
        entry: the entry about it.
        off: by how many cents the sum was wrong.
        early: whether something else came first.
    """
    by_person = {one.person: one for one in scores}
    old = by_person.get(entry.person, DealerScore(entry.person))
    dealt = entry.how in ("right", "wrong")
    late_ms = entry.late_ms if dealt else 0
    new = replace(
        old,
        right=old.right + (entry.how == "right"),
        wrong=old.wrong + (entry.how in ("wrong", "refused")),
        off=Cents(old.off + off),
        dealt=old.dealt + dealt,
        not_done=old.not_done + (entry.how == "not_done"),
        late_ms=old.late_ms + late_ms,
        latest_ms=max(old.latest_ms, late_ms),
        early=old.early + early,
    )
    return tuple((by_person | {entry.person: new}).values())


# The acts of a dealer, in the words of the drill.


_ACTS: Final[dict[DealAction, str]] = {
    "pay": "pay {sum}",
    "take": "take it",
    "move": "move it",
    "return": "return it",
    "puck": "the puck goes {where}",
    "call": '"{words}"',
}


def said(action: DealAction, cents: int = 0, puck: int = 0, words: str = "") -> str:
    """Say what is done: `pay $24`, `take it`."""
    where = f"on {puck}" if puck else 'to "off"'
    return _ACTS[action].format(sum=money(cents), where=where, words=words)


# Wrong deals that happen: the chips that they move beside the engine's, and what people see of them.


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


def as_done(task: Task, action: DealAction, cents: Cents) -> tuple[fx.Effect, ...]:
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
