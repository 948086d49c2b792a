"""The seeds taken for a sealed throw, and the acts that wait for the dice once the seeds are locked.

The throw is fixed then, and known to anybody with the house's key. So all wagers stand, whatever the book
allows while real dice are out. The crew may still call "no roll" or declare the round invalid; the log
counts that.
"""

import re
from collections.abc import Sequence
from typing import Final

from bankcraps.game.engine import State, refusal
from bankcraps.game.engine import events as ev
from bankcraps.live.log.fairness import SEED
from bankcraps.live.table.commands import GiveSeed
from bankcraps.live.table.decision import SEALED, Decision, Refused
from bankcraps.live.table.live_table import LiveTable

__all__ = [
    "NOT_SEALED",
    "SEALED",
    "after_the_lock",
    "refuse_after_the_lock",
    "refuse_seed",
    "takes_seed",
    "waits",
]

NOT_SEALED: Final = "the dice are not sealed yet; try again in a moment"

_SEED: Final = re.compile(rf"[!-~]{{1,{SEED}}}")
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_ANY_SEED: Final = GiveSeed(id="", seed="any")


def after_the_lock(table: LiveTable, event: ev.Event) -> bool:
    """Whether something must wait, because the next throw is fixed already and could decide it."""
    return table.fairness.locked and waits(table.state, event)


def waits(state: State, event: ev.Event) -> bool:
    """Whether something waits for a throw that is fixed already, because the throw could decide it."""
    match event:
        case ev.Bet() | ev.TakeDown() | ev.Call() | ev.VoidWager() | ev.Confirm() | ev.Reject():
            return True
        case ev.Leave():
            return _has_wagers(state, event.by.person)
        case ev.Exclude(player):
            return _has_wagers(state, player)
        case _:
            return False


def refuse_after_the_lock(room: Decision, events: Sequence[ev.Event]) -> Refused:
    """Refuse acts that must wait. The book's own refusals come first, except those of late wagers."""
    late = isinstance(events[0], ev.Bet) and room.book.betting.late_confirmed_by
    refused = None if late else refusal(room.book, room.table.state, events[0])
    return room.refused(refused, *events) or Refused("bets_closed", SEALED)


def refuse_seed(table: LiveTable, person: str, given: GiveSeed) -> Refused | None:
    """Say why a seed is not taken now, or return None. Before the commitment a seed would prove nothing."""
    fairness = table.fairness
    if table.settings.dice != "sealed":
        return Refused("not_now", "this table plays with real dice: they need no seed")
    if table.state.seat(person) is None:
        return Refused("not_seated", "only players give seeds")
    if not _SEED.fullmatch(given.seed):
        return Refused("bad_words", f"a seed is 1 to {SEED} printable characters without spaces")
    if given.next and not _HASH.fullmatch(given.next):
        return Refused("bad_words", "a promised seed is named by its SHA-256, in hexadecimal")
    if fairness.locked:
        return Refused("bets_closed", "the betting is closed: the seeds of this throw are locked")
    if not fairness.commitment:
        return Refused("not_now", NOT_SEALED)
    return None


def takes_seed(table: LiveTable, person: str) -> bool:
    """Whether a person may give a seed for the next throw now, also in place of the one given."""
    return refuse_seed(table, person, _ANY_SEED) is None


def _has_wagers(state: State, name: str) -> bool:
    seat = state.seat(name)
    return seat is not None and bool(seat.wagers)
