"""Laws of taking back: what is undone was never done, to the cent."""

from collections import Counter
from typing import Final, NamedTuple

from msgspec.structs import replace

from bankcraps import Cents, Rulebook, State, Wager, step
from bankcraps.game.chips import LARGEST
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.state import Seat, Standing, tokens_without
from bankcraps.game.records.codec import state_hash
from tests.kit.laws.chips import effects_tell_all
from tests.kit.sessions import Moment, Session

UNDOABLE: Final = (ev.Bet, ev.TakeDown, ev.Call)
ENDS_UNDO: Final = (ev.Rolled, ev.ThrowDice, ev.NoMoreBets, ev.NoRoll, ev.Invalidate, ev.Correct)


def an_act_undone_was_never_done(book: Rulebook, moment: Moment) -> None:
    """Undone at once, an act leaves the table it found, and the effects tell all of it."""
    event, before, after = moment.event, moment.before, moment.after
    opened = fx.Reversed(fx.DiceOut()) in moment.came.effects
    if not isinstance(event, UNDOABLE) or not moment.came or opened:
        return
    undone = step(book, after, ev.Undo(by=event.by))
    if after.out:
        assert undone.refusal.code in ("bets_closed", "excluded")
        return
    comes_down = any(isinstance(effect, fx.Returned) for effect in moment.came.effects)
    if (isinstance(event, ev.TakeDown) or comes_down) and not undone:
        assert not _could_be_bet(book, after, event, before)
        return
    assert undone
    assert undone.state == before.with_floor(clock=after.floor.clock)
    if event.at is None:
        assert state_hash(undone.state) == state_hash(before)
    effects_tell_all(book, Moment(after, ev.Undo(by=event.by), undone))


def _could_be_bet(book: Rulebook, state: State, event: ev.Event, before: State) -> bool:
    """Whether a player with enough chips could now bet again all that came down: a flat before its odds."""
    seat, was = state.seated(event.by.person), before.seated(event.by.person)
    table = state.with_seat(replace(seat, rail=LARGEST))
    for standing in was.wagers:
        now = seat.on(standing.wager)
        more = Cents(standing.amount - (now.amount if now else 0))
        tokens = tokens_without(standing.tokens, now.tokens if now else ())
        came = step(book, table, ev.Bet(standing.wager, more, tokens=tokens, by=event.by))
        if more and not came:
            return False
        table = came.state
    return True


def an_undo_changes_one_seat(book: Rulebook, moment: Moment) -> None:
    """An undo changes only the player's seat, and the bank for a commission; the chips are all there."""
    del book
    before, after, event = moment.before, moment.after, moment.event
    if not isinstance(event, ev.Undo) or not moment.came:
        return
    now, was = after.seat(event.by.person), before.seat(event.by.person)
    kept = {"rail": was.rail, "wagers": was.wagers, "tokens": was.tokens, "idle": was.idle}
    assert replace(now, **kept, earlier=was.earlier) == was
    if returned_at_the_close(moment):
        return
    assert now.earlier == was.earlier[:-1]
    assert after.total == before.total
    clock = before.floor.clock if event.at is None else event.at
    table = replace(after.with_seat(was), bank=before.bank)
    fees = after.last and replace(after.last, fees=())  # without the commission that came back
    assert replace(table, last=fees) == replace(
        before.with_floor(clock=clock), last=before.last and replace(before.last, fees=())
    )


class Slip(NamedTuple):
    """An act that its player can undo: the wagers before and after it, and what comes back to the rail."""

    before: dict[Wager, Standing]
    after: dict[Wager, Standing]
    rail: int
    back: Counter[int]

    @property
    def spots(self) -> set[Wager]:
        """The wagers that the act changed."""
        return {spot for spot, _ in self.before.items() ^ self.after.items()}


def undo_takes_back_the_last_act(session: Session) -> None:
    """An undo restores what the player had before the act, and nothing else. The test keeps a slip of each.

    Nothing can be undone after a throw or a no roll, a correction, or "no more bets". An act on a wager that
    somebody else has changed since is no longer there. One that the rail cannot pay for now is refused.
    """
    every: dict[str, list[Slip]] = {}
    for moment in session.moments:
        event, name = moment.event, moment.event.by.person
        if isinstance(event, ev.Undo):
            _undone(moment, every.get(name, []))
        elif isinstance(event, UNDOABLE) and moment.came:
            if returned_at_the_close(moment):
                return  # the table is closed, and nothing stands any more
            every.setdefault(name, []).append(_slip(moment, name))
        elif moment.came:
            every = {} if isinstance(event, ENDS_UNDO) else every
            for seat in moment.before.seats:
                every[seat.name] = _that_stand(moment, seat.name, every.get(seat.name, []))
        for seat, wager in returned_at_the_close(moment):
            every[seat] = [slip for slip in every.get(seat, []) if wager not in slip.spots]


def returned_at_the_close(moment: Moment) -> set[tuple[str, Wager]]:
    """The wagers that a closed table returned, because no throw would decide them."""
    effects = moment.came.effects if moment.after.floor.closed else ()
    back = (e for e in effects if isinstance(e, fx.Returned))
    own = moment.event.by.person
    return {(e.seat, e.wager) for e in back if e.why == "off" or (e.why == "taken down" and e.seat != own)}


def _slip(moment: Moment, name: str) -> Slip:
    was, now = moment.before.seated(name), moment.after.seated(name)
    back = Counter(was.tokens)
    back.subtract(now.tokens)
    return Slip(_spots(was), _spots(now), was.rail - now.rail, back)


def _spots(seat: Seat) -> dict[Wager, Standing]:
    return {standing.wager: standing for standing in seat.wagers}


def _that_stand(moment: Moment, name: str, slips: list[Slip]) -> list[Slip]:
    """The slips of acts on other wagers than those that changed."""
    now = moment.after.seat(name)
    if now is None:
        return []
    changed = {spot for spot, _ in _spots(moment.before.seated(name)).items() ^ _spots(now).items()}
    return [slip for slip in slips if not slip.spots & changed]


def _undone(moment: Moment, slips: list[Slip]) -> None:
    name = moment.event.by.person
    if moment.came:
        slip, was, now = slips.pop(), moment.before.seated(name), moment.after.seated(name)
        if returned_at_the_close(moment):
            return
        others = {spot: standing for spot, standing in _spots(was).items() if spot not in slip.spots}
        these = {spot: standing for spot, standing in slip.before.items() if spot in slip.spots}
        assert _spots(now) == others | these
        assert now.rail == was.rail + slip.rail
        tokens = Counter(was.tokens) + Counter(slip.back)
        assert Counter(now.tokens) == +tokens
    elif moment.came.refusal.code == "nothing_to_undo":
        assert not slips
    elif moment.came.refusal.code == "not_enough_chips":
        assert moment.before.seated(name).rail + slips[-1].rail < 0
