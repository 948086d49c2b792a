"""The part of "same bet" that depends on the person who says it, and what they hear was left out."""

from bankcraps.game.engine import events as ev
from bankcraps.game.notation import Understood
from bankcraps.game.notation.names import HouseNames
from bankcraps.game.notation.same_bet import LeftOut as NotRepeated
from bankcraps.live.round.judging import own_limit, risked
from bankcraps.live.table.commands import Sender
from bankcraps.live.table.decision import Decision, LeftOut

__all__ = ["repeat"]


def repeat(room: Decision, sender: Sender, meant: Understood) -> tuple[ev.Event, ...]:
    """Return the bets of "same bet" within the player's own limits. The room notes what is left out.

    From the first bet that goes too far, all are left out: some are odds behind others.
    """
    left_out = [_left_out(room, sender, one) for one in meant.left_out]
    kept: list[ev.Event] = []
    for event, bet in risked(room, sender, sender.person, meant.events):
        wrong = own_limit(room, sender, event, bet)
        if wrong is None or not isinstance(event, ev.Bet):
            kept.append(event)
            continue
        stake = HouseNames(room.book).placed(event.wager, event.amount)
        left_out.append(LeftOut(event.wager, event.amount, wrong.code, f"left out {stake}: {wrong.message}"))
    room.left_out = tuple(left_out)
    return tuple(kept)


def _left_out(room: Decision, sender: Sender, one: NotRepeated) -> LeftOut:
    message, to_you = one.words(room.book), one.words(room.book, sender.person)
    return LeftOut(
        one.wager, one.amount, one.refusal.code, message, to_you="" if to_you == message else to_you
    )
