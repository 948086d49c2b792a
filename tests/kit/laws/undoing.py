"""Laws of taking back: what is undone was never done, to the cent."""

from typing import Any, Final

from msgspec.structs import replace

from bankcraps import Cents, Rulebook, State, step
from bankcraps.game.chips import LARGEST
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.state import tokens_without
from bankcraps.game.records.codec import state_hash
from tests.kit.ledger import Ledger
from tests.kit.sessions import Moment, Session

__all__ = ["an_act_undone_was_never_done", "an_undo_changes_one_seat", "undo_takes_back_the_last_act"]

UNDOABLE: Final = (ev.Bet, ev.TakeDown, ev.Call)
ENDS_UNDO: Final = (ev.Rolled, ev.ThrowDice, ev.NoMoreBets, ev.NoRoll, ev.Invalidate, ev.Correct)
AT_THE_RAIL: Final = (ev.BuyIn, ev.CashOut, ev.Award)


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
    ledger = Ledger(after)
    ledger.write(undone.effects)
    ledger.check(undone.state)


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
    assert now.earlier == was.earlier[:-1]
    assert after.total == before.total
    clock = before.floor.clock if event.at is None else event.at
    table = replace(after.with_seat(was), bank=before.bank)
    fees = after.last and replace(after.last, fees=())  # without the commission that came back
    assert replace(table, last=fees) == replace(
        before.with_floor(clock=clock), last=before.last and replace(before.last, fees=())
    )


def undo_takes_back_the_last_act(session: Session) -> None:
    """An undo restores what the player had before the act. The test keeps that for each act still on a slip.

    Chips that the player buys, cashes or is awarded change what they had before each of these acts. Nothing
    can be undone after a throw or a no roll, a correction, "no more bets", a new game or hand, new limits,
    the closing of the table, or another change of the player's chips.
    """
    slips: dict[str, list[tuple[Any, ...]]] = {}
    for moment in session.moments:
        event, name = moment.event, moment.event.by.person
        if isinstance(event, ev.Undo):
            _undone(moment, slips.get(name, []))
        elif isinstance(event, UNDOABLE) and moment.came:
            slips.setdefault(name, []).append(_chips(moment.before, name))
        elif moment.came:
            over = isinstance(event, ENDS_UNDO) or (_game(moment.before) != _game(moment.after))
            if isinstance(event, AT_THE_RAIL) and not over:
                _with_other_chips(moment, slips)
                continue
            for seat in moment.before.seats:
                if over or _chips(moment.before, seat.name) != _chips(moment.after, seat.name):
                    slips.pop(seat.name, None)


def _with_other_chips(moment: Moment, every: dict[str, list[tuple[Any, ...]]]) -> None:
    """Put what was bought or cashed into each slip, and tear up those before one that cannot be paid."""
    event = moment.event
    name = event.player if isinstance(event, ev.Award) else event.by.person
    slips = every.get(name, [])
    if moment.after.seat(name) is None:
        slips.clear()
        return
    more = moment.after.seat(name).rail - moment.before.seat(name).rail
    slips[:] = [(rail + more, *others) for rail, *others in slips]
    poor = [at for at, (rail, *_) in enumerate(slips) if rail < 0]
    del slips[: poor[-1] + 1 if poor else 0]


def _undone(moment: Moment, slips: list[tuple[Any, ...]]) -> None:
    name = moment.event.by.person
    if moment.came:
        assert _chips(moment.after, name) == slips.pop()
    elif moment.came.refusal.code == "nothing_to_undo":
        assert not slips
    else:
        assert moment.came.refusal.code in (
            "bets_closed",
            "not_now",
            "no_increase",
            "over_maximum",
            "under_minimum",
            "off_unit",
            "not_seated",
            "not_your_act",
            "excluded",
            "bad_name",
            "time_runs_back",
            "table_closed",
        )


def _chips(state: State, name: str) -> tuple[Any, ...]:
    seat = state.seat(name)
    return () if seat is None else (seat.rail, seat.wagers, seat.tokens, seat.limits)


def _game(state: State) -> object:
    return state.puck, state.turn.begun, state.floor.limits, state.floor.closed
