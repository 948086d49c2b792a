"""Laws of one act that meets another: what stands could be made, what is void stays void, play goes on."""

import re
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from bankcraps import Cents, Refusal, Rulebook, State, Throw, refusal, step
from bankcraps.game.chips import LARGEST
from bankcraps.game.engine import DICE, crew, player
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.acts import who_may
from bankcraps.game.engine.state import Seat
from bankcraps.game.notation import read, understand
from bankcraps.game.wagers import Wager, find, odds_behind
from tests.kit.amounts import ladder, off_unit, sign_for
from tests.kit.laws.undoing import returned_at_the_close
from tests.kit.oracle import vig_exactly
from tests.kit.sessions import Moment, Session

WITH_THE_DICE: Final = (ev.PassDice, ev.OrderPass, ev.Offer, ev.Accept, ev.Decline, ev.NoAnswer, ev.Choose)
ANY_THROW: Final = ev.Rolled(throw=Throw(1, 1), by=DICE)
ADVICE: Final = re.compile(r"say `(.+?)`")
A_TIME: Final = re.compile(r"such as @(?P<hour>\d+):(?P<minute>\d\d)(?::(?P<second>\d\d))?$")
SOON: Final = 4
"""The most acts after which a throw must be possible."""


def nothing_stands_that_could_not_be_made(book: Rulebook, moment: Moment) -> None:
    """A wager that an event leaves or makes is within the sign, in units, and has paid its commission.

    A raise that is undone leaves what stood before it, whatever sign was put up since: `laws.undoing`.
    """
    last = moment.before.last
    undone = {
        (effect.seat, effect.wager)
        for effect in moment.came.effects
        if isinstance(effect, fx.Returned) and effect.why == "undone"
    }
    for seat in moment.after.seats:
        was, thrown = moment.before.seat(seat.name), last.before.seat(seat.name) if last else None
        for standing in seat.wagers:
            before = [on.amount for one in (was, thrown) if one and (on := one.on(standing.wager))]
            if standing.amount in before or _moved(moment, seat.name, standing.wager):
                continue
            if (seat.name, standing.wager) in undone:
                continue
            terms, amount = book.wagers[standing.wager.kind], standing.amount
            small = getattr(getattr(terms, "commission", None), "small", "")
            if small == "refused":
                assert vig_exactly(terms, standing.wager, amount) >= moment.after.floor.chip
            if not any(_off_the_sign(book, moment.after, seat, standing.wager, stood) for stood in before):
                assert not _off_the_sign(book, moment.after, seat, standing.wager, amount)


def _off_the_sign(book: Rulebook, state: State, seat: Seat, wager: Wager, amount: int) -> bool:
    """Whether a sum is below the least or off the units, as it can be where the sign changed after a bet."""
    least, _ = ladder(book.wagers[wager.kind], sign_for(state, seat))
    return amount < least or off_unit(book, state, seat, wager, amount)


def _moved(moment: Moment, name: str, wager: Wager) -> bool:
    moves = (effect for effect in moment.came.effects if isinstance(effect, fx.Moved))
    return any(effect.seat == name and effect.to is wager for effect in moves)


def nothing_is_put_back_that_could_not_be_bet(book: Rulebook, moment: Moment) -> None:
    """Each wager that an undo puts up could be bet at that moment by somebody with chips for it."""
    if not isinstance(moment.event, ev.Undo) or not moment.came:
        return
    before, by = moment.before, moment.event.by
    seat, after = before.seated(by.person), moment.after.seated(by.person)
    rich = before.with_seat(replace(seat, rail=LARGEST))
    for standing in after.wagers:
        stood = seat.on(standing.wager)
        more = standing.amount - (stood.amount if stood else 0)
        if more > 0 and not standing.tokens:
            came = step(book, rich, ev.Bet(standing.wager, Cents(more), by=by))
            assert came, standing.wager
            rich = came.state


def a_call_is_the_last_word(book: Rulebook, moment: Moment) -> None:
    """A wager that was called is marked as it was called, unless the crew has to confirm it first.

    Where nobody calls a wager on for a come-out, "on" only takes its button away. At a closed table wagers
    that are called off come down once no other is left.
    """
    if isinstance(moment.event, ev.Call) and moment.came:
        standing = moment.after.seated(moment.event.by.person).on(moment.event.wager)
        if standing is None:
            assert moment.event.call == "off"
            assert moment.after.floor.closed
            return
        lifts = moment.event.call == "on" and book.wagers[standing.wager.kind].never_on
        waits = standing.asked and moment.before.out
        assert waits or standing.call == (None if lifts else moment.event.call)


def whoever_can_go_on_is_told_how(book: Rulebook, moment: Moment) -> None:
    """If nobody can throw, the refusal names an act, and a few such acts lead to a throw."""
    state = moment.after
    for _ in range(SOON):
        no = refusal(book, state, ANY_THROW)
        if no is None or not _anybody_plays_on(state):
            return
        line = _advised(no)
        assert line, no.message
        (event,) = understand(read(line), book, state)
        came = step(book, state, replace(event, at=state.floor.clock))
        assert came, (no.message, came.refusal)
        state = came.state
    assert refusal(book, state, ANY_THROW) is None


def _anybody_plays_on(state: State) -> bool:
    """Whether somebody here may still play: they are not excluded, or the table has wagers to decide."""
    people = any(seat.name not in state.floor.excluded for seat in state.seats)
    wagers = any(seat.wagers for seat in state.seats)
    return wagers or (people and not state.floor.closed)


def _advised(no: Refusal) -> str:
    """The line that a refusal suggests. A house that may not advise does not print it."""
    said = ADVICE.search(no.message)
    return str(no.sentence.parts.get("line") or (said[1] if said else ""))


def advice_is_taken(book: Rulebook, moment: Moment) -> None:
    """The line that a refusal suggests is not refused when it is said at once."""
    no, state = moment.came.refusal, moment.before
    if no is None:
        return
    time, line = A_TIME.search(no.message), _advised(no)
    if time:
        hour, minute, second = (int(part or 0) for part in time.groups())
        came = step(book, state, replace(moment.event, at=hour * 3600 + minute * 60 + second))
        assert came, (no.message, came.refusal)
    elif ":" in line:
        (event,) = understand(read(line), book, state)
        came = step(book, state, replace(event, at=state.floor.clock))
        assert came, (no.message, came.refusal)
    elif no.message.startswith("bet on "):
        box = find(moment.event.wager.kind)
        came = refusal(book, state, replace(moment.event, wager=box))
        assert came is None or came.code != "not_now", (no.message, came)


def strangers_change_nothing(book: Rulebook, moment: Moment) -> None:
    """Somebody who sits, stays or leaves, or is excluded from afar, changes nothing for the people there."""
    before = moment.before
    if before.last is None:
        return
    free = {*range(1, book.table.places + 1)} - {seat.place for seat in before.seats} - {before.turn.start}
    by = player("Stranger")
    if len(free) > 1 and not before.floor.closed:  # the last place is another matter: idle rounds count
        came = step(book, before, ev.Sit(max(free), by=by))
        gone = step(book, came.state, ev.Leave(by=by)).state
        assert replace(gone, last=replace(gone.last, since=before.last.since)) == before
        for place in free if isinstance(moment.event, ev.Correct | ev.Invalidate) else ():
            stays = step(book, step(book, before, ev.Sit(place, by=by)).state, moment.event)
            assert stays.effects == moment.came.effects
            assert tuple(seat for seat in stays.state.seats if seat.name != by.person) == moment.after.seats
            assert stays.state.turn == moment.after.turn
    reason = next(iter(book.floor.exclude_for))
    barred = step(book, before, ev.Exclude(by.person, reason, by=crew(who_may(book, ev.Exclude)[0])))
    assert barred.state == before.with_floor(excluded=barred.state.floor.excluded)


def a_void_wager_stays_void(session: Session) -> None:
    """A wager declared void does not stand again unless its player bets it anew or a come goes there."""
    void: set[tuple[str, Wager]] = set()
    for moment in session.happened:
        event = moment.event
        if isinstance(event, ev.VoidWager):
            void.add((event.player, event.wager))
        if isinstance(event, ev.Bet):
            void.discard((event.by.person, event.wager))
        if isinstance(event, ev.Rolled | ev.Correct):
            void -= {(e.seat, e.to) for e in moment.came.effects if isinstance(e, fx.Moved)}
        void -= {(name, wager) for name, wager in void if _another(moment, name, wager)}
        assert void == _taken_off(moment.after, void)


def _taken_off(state: State, void: Iterable[tuple[str, Wager]]) -> set[tuple[str, Wager]]:
    """Those of the void wagers that do not stand."""
    return {(name, wager) for name, wager in void if not (seat := state.seat(name)) or not seat.on(wager)}


def _another(moment: Moment, name: str, wager: Wager) -> bool:
    """Whether a wager stands there that the wrong throw had decided: then the void one was bet later."""
    last = moment.before.last
    seat = last.before.seat(name) if last and isinstance(moment.event, ev.Correct | ev.Invalidate) else None
    decided = fx.Lost | fx.Paid | fx.Returned | fx.Moved
    told = (e.effect for e in moment.came.effects if isinstance(e, fx.Reversed))
    return bool(seat and seat.on(wager)) and any(
        isinstance(e, decided) and (e.seat, e.wager) == (name, wager) for e in told
    )


def an_invalid_throw_gives_nobody_more(session: Session) -> None:
    """After an outcome without a result each has what they had, and at most their commission besides."""
    for at, moment in enumerate(session.happened):
        event, last = moment.event, moment.before.last
        if any(isinstance(effect, fx.Owed) for effect in moment.came.effects):
            return  # debts are no chips, and nobody counts them here
        if not isinstance(event, ev.Invalidate) or event.guilty or not last:
            continue
        if not any(isinstance(effect, fx.ThrowInvalid) for effect in moment.came.effects):
            continue
        since = _since_throw(session.happened[:at], ev.Rolled)
        for was in last.before.seats:
            now = moment.after.seat(was.name)
            if now is None or any(isinstance(m.event, ev.Leave | ev.Sit) for m in since):
                continue
            if any(_hand_decided(m, was.name) for m in since):
                continue
            change = now.rail + now.at_risk - was.rail - was.at_risk - _bought(since, was.name)
            assert 0 <= change <= sum(standing.commission for standing in was.wagers)


def _hand_decided(moment: Moment, name: str) -> bool:
    """Whether a player's wager on a hand was decided, because the hand ended without a throw."""
    decided = (e for e in moment.came.effects if isinstance(e, fx.Lost | fx.Paid) and e.seat == name)
    return not isinstance(moment.event, ev.Correct) and any(decided)


def _since_throw(happened: list[Moment], *throws: type[ev.Event]) -> list[Moment]:
    """The moments after the last throw, or its correction."""
    since: list[Moment] = []
    for moment in reversed(happened):
        if isinstance(moment.event, throws or (ev.Rolled, ev.Correct)):
            break
        since.append(moment)
    return since[::-1]


def _bought(since: list[Moment], name: str) -> int:
    """The chips that a player has bought or was awarded, less those cashed."""
    effects = [effect for moment in since for effect in moment.came.effects]
    bought = sum(e.amount for e in effects if isinstance(e, fx.Bought | fx.Awarded) and e.seat == name)
    return bought - sum(e.amount for e in effects if isinstance(e, fx.CashedOut) and e.seat == name)


def a_correction_is_the_right_throw(session: Session) -> None:
    """The table is as if the right throw had come, with later acts that did not depend on the wrong one.

    A table that has closed since may return what no throw would decide.
    """
    happened = session.happened
    for at, moment in enumerate(happened):
        again = next(
            (m for m in reversed(happened[:at]) if isinstance(m.event, ev.Rolled | ev.Correct)), None
        )
        confirmed = any(isinstance(e, fx.ThrowConfirmed) for e in moment.came.effects)
        rolled = isinstance(again.event, ev.Rolled) if again else False
        if isinstance(moment.event, ev.Correct) and rolled and not confirmed:
            since = _since_throw(happened[:at])
            _as_the_right_throw(session.book, moment, since)


def _as_the_right_throw(book: Rulebook, moment: Moment, since: list[Moment]) -> None:
    last = moment.before.last
    assert last
    then = replace(last.before, out=True, thrown=True, by_stick=not last.in_a_hand)
    before = _void_then(book, then, last.throw, since)
    due = step(book, before, ev.Rolled(moment.event.throw, by=DICE)) if before else None
    if not due or any(isinstance(m.event, ev.Leave | ev.Sit | ev.Exclude | ev.Vacate) for m in since):
        return
    table, undone = _with_the_dice(book, due.state, since)
    assert moment.after.puck == table.puck
    assert moment.after.dice == table.dice
    assert moment.after.turn == table.turn
    if returned_at_the_close(moment):
        return
    reversed_ = [effect.effect for effect in moment.came.effects if isinstance(effect, fx.Reversed)]
    assert all(effect in reversed_ for effect in undone)
    for seat in table.seats:
        now = moment.after.seated(seat.name)
        owed = sum(e.amount for e in moment.came.effects if isinstance(e, fx.Owed) and e.seat == seat.name)
        assert now.wagers == seat.wagers
        assert now.rail == seat.rail + _bought(since, seat.name) + owed


def _void_then(book: Rulebook, before: State, wrong: Throw, since: list[Moment]) -> State | None:
    """The table before the throw without the wagers declared void since; None if odds alone were."""
    thrown = step(book, before, ev.Rolled(wrong, by=DICE))
    for moment in since:
        event = moment.event
        if not isinstance(event, ev.VoidWager):
            continue
        moves = [e for e in thrown.effects if isinstance(e, fx.Moved) and e.seat == event.player]
        spot = next((e.wager for e in moves if e.to is event.wager), event.wager)
        then, was = thrown.state.seat(event.player), before.seat(event.player)
        behind = odds_behind(event.wager) or event.wager
        if was and then and then.on(behind) and not then.on(event.wager):
            return None
        if was and then and then.on(event.wager) and was.on(spot):
            before = step(book, before, replace(event, wager=spot)).state
    return before


def _with_the_dice(book: Rulebook, table: State, since: list[Moment]) -> tuple[State, list[fx.Effect]]:
    """Repeat the later acts with the dice. Return the effects of those that could not be repeated."""
    undone: list[fx.Effect] = []
    never: list[str] = []
    for moment in since:
        if not isinstance(moment.event, WITH_THE_DICE):
            continue
        came = step(book, table, replace(moment.event, at=None))
        hands = _hands(moment.came.effects)
        took = [hand.seat for hand in hands if isinstance(hand, fx.DiceTaken)]
        had_none = any(hand.seat in never and hand.seat not in took for hand in hands)
        same = _hands(came.effects) == hands
        if isinstance(moment.event, ev.Offer):  # it may end a hand that the wrong throw had ended, or not
            same = came.state.seats == table.seats
        if came and same and not had_none:
            table = came.state
            never = [name for name in never if name not in took]
        else:
            undone += hands
            never += took
    return table, undone


def _hands(effects: tuple[fx.Effect, ...]) -> list[fx.Effect]:
    return [effect for effect in effects if isinstance(effect, fx.DicePassed | fx.DiceTaken)]


MOMENTS: Final = (
    nothing_stands_that_could_not_be_made,
    nothing_is_put_back_that_could_not_be_bet,
    a_call_is_the_last_word,
    whoever_can_go_on_is_told_how,
    advice_is_taken,
    strangers_change_nothing,
)
"""Laws of a moment."""

SESSIONS: Final = (
    a_void_wager_stays_void,
    an_invalid_throw_gives_nobody_more,
    a_correction_is_the_right_throw,
)
"""Laws of a session."""
