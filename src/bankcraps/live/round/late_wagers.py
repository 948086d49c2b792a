"""Wagers after "no more bets", which some books let the crew confirm before the dice rest.

Only real dice leave the time for that: a sealed throw is fixed when the betting closes.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from bankcraps.game.engine import events as ev
from bankcraps.game.engine import refusal
from bankcraps.live.log import entries as en
from bankcraps.live.round.judging import own_limit, risked
from bankcraps.live.table.commands import ConfirmLate, Sender
from bankcraps.live.table.decision import Decision, Refused
from bankcraps.live.table.permissions import crew_of
from bankcraps.live.table.personal_limits import LATE_LIMIT
from bankcraps.live.table.sealed_round import SEALED

__all__ = ["confirm_late", "hold_late", "waits_for_crew"]


def _confirming(room: Decision) -> list[str]:
    return room.book.table.filled(room.book.betting.late_confirmed_by)


def waits_for_crew(room: Decision) -> bool:
    """Whether bets come late now, and people sit in all chairs that must confirm them.

    The automatic crew confirms nothing: where one of those chairs is empty, the engine refuses the bet.
    """
    roles = _confirming(room)
    return room.table.state.out and bool(roles) and all(map(room.table.holder, roles))


def hold_late(room: Decision, events: Sequence[ev.Event]) -> Refused | None:
    """Hold a late wager for the crew, if the engine would take it with their word."""
    bet = events[0]
    if len(events) > 1 or not isinstance(bet, ev.Bet):
        return Refused("bets_closed", "the crew confirms late wagers one by one: bet one alone")
    if room.table.entered is not None:
        return Refused("bets_closed", "the dice have come to rest: this wager is too late")
    waiting = next((late.bet for late in room.table.late if late.bet.by.person == bet.by.person), None)
    if waiting is not None:
        return Refused("not_now", f"your late wager on {waiting.wager} waits for the crew: only one can wait")
    sure = replace(bet, confirmed=tuple(_confirming(room)))
    refused = refusal(room.book, room.table.state, sure)
    if refused is not None:
        return room.refused(refused, sure)
    room.add(en.LateBetAsked(bet))
    return None


def confirm_late(command: ConfirmLate, sender: Sender, room: Decision) -> Refused | None:
    """Confirm a late wager for the chairs that this person holds, or turn it down.

    It is made once every role that the book names has confirmed it, within the limits of its player, which
    are those that the sender has here.
    """
    table, roles = room.table, _confirming(room)
    actors = crew_of(table, sender, roles)
    if table.fairness.locked:
        return Refused("bets_closed", SEALED)
    if not actors:
        return Refused("not_your_chair", "only the crew who confirm late wagers may do that")
    late = next((late for late in table.late if late.bet.by.person == command.player), None)
    if late is None:
        return Refused("not_now", f"no late wager of {command.player} waits to be confirmed")
    if not command.confirmed:
        room.add(en.LateBetDropped(command.player, str(actors[0])))
        return None
    own = [actor.role for actor in actors]
    confirmed = tuple(role for role in roles if role in late.confirmed or role in own)
    if set(confirmed) != set(roles):
        room.add(en.LateBetAsked(late.bet, confirmed))
        return None
    sure = replace(late.bet, confirmed=confirmed)
    [(_, bet)] = risked(room, sender, command.player, (sure,))
    if own_limit(room, sender, sure, bet):
        return Refused("own_limit", LATE_LIMIT)
    return room.refused(room.act(sure), sure)
