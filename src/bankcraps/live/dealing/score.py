"""The score of each dealer at a table: tasks, right, wrong by how much, how late, out of order."""

import msgspec
from msgspec.structs import replace

from bankcraps.game.chips import Cents

__all__ = ["DealerScore", "score_after"]


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
    scores: tuple[DealerScore, ...], person: str, how: str, off: int, late_ms: int, *, early: bool = False
) -> tuple[DealerScore, ...]:
    """Return the scores after a dealer has done something, or after it was done for them.

    Args:
        scores: the scores before.
        person: the dealer.
        how: "right", "refused", "wrong" or "not_done".
        off: by how many cents the sum was wrong.
        late_ms: the time after the throw.
        early: whether something else came first.
    """
    old = next((one for one in scores if one.person == person), DealerScore(person))
    new = replace(old, off=Cents(old.off + off), early=old.early + early)
    if how == "not_done":
        new = replace(new, not_done=old.not_done + 1)
    elif how == "right":
        new = replace(new, right=old.right + 1)
    else:
        new = replace(new, wrong=old.wrong + 1)
    if how in ("right", "wrong"):
        new = replace(
            new, dealt=old.dealt + 1, late_ms=old.late_ms + late_ms, latest_ms=max(old.latest_ms, late_ms)
        )
    if old in scores:
        return tuple(new if one is old else one for one in scores)
    return (*scores, new)
