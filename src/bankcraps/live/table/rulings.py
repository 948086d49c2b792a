"""The people who may rule now: on a dispute that waits, and on the last throw."""

from typing import Final

import msgspec

from bankcraps.game.dice import Throw
from bankcraps.game.engine import crew, refusal
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.acts import who_may
from bankcraps.game.engine.floor.disputes import next_step
from bankcraps.game.rulebook import Rulebook
from bankcraps.live.table.chairs import takeable, works_as
from bankcraps.live.table.commands import Sender
from bankcraps.live.table.live_table import LiveTable

__all__ = ["DisputeDue", "correctors", "disputes_due"]

_FACES: Final = (Throw(1, 2), Throw(1, 3))
"""Two throws of which one differs from any other: a throw cannot be corrected to itself."""


class DisputeDue(msgspec.Struct, frozen=True, omit_defaults=True):
    """A dispute that waits for a person.

    Attributes:
        number: its number at the table.
        role: the role in which they decide or investigate it.
        take: whether they must take the chair of that role first.
    """

    number: int
    role: str
    take: bool = False


def disputes_due(book: Rulebook, table: LiveTable, sender: Sender) -> tuple[DisputeDue, ...]:
    """Return the disputes that wait for this person, also as far as they may take the chair for it.

    Nobody decides a dispute of their own.
    """
    free = takeable(book, table, sender)
    found: list[DisputeDue] = []
    for dispute in table.state.floor.disputes:
        step, role, _ = next_step(book, dispute)
        if step in ("", "ask_review") or dispute.by == sender.person:
            continue
        if works_as(table, sender, role):
            found.append(DisputeDue(dispute.number, role))
        elif role in free:
            found.append(DisputeDue(dispute.number, role, take=True))
    return tuple(found)


def correctors(book: Rulebook, table: LiveTable) -> tuple[str, ...]:
    """Return the roles that may still correct the last throw, which was entered; none if nobody may.

    A sealed throw is what its secret says. An entered throw can be corrected until the next one is entered.
    """
    last = table.state.last
    if table.settings.dice != "entered" or last is None or table.entered:
        return ()
    other = next(throw for throw in _FACES if throw.combination != last.throw.combination)
    roles = dict.fromkeys(who_may(book, ev.Correct))
    events = ((role, ev.Correct(other, by=crew(role))) for role in roles)  # pyright: ignore[reportArgumentType]
    return tuple(role for role, event in events if refusal(book, table.state, event) is None)
