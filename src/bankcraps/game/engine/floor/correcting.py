"""Correcting a throw that was called wrongly and has counted.

Nothing that happened is rewritten: what players bet since the throw is undone, each effect of the wrong throw
is reversed, and the right throw is settled, all as the effects of one event. What does not rest on the throw
stands (`since.py`). An invalid throw is another matter (`invalidating.py`): players may keep what they took
down after it, because no other throw takes its place.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.floor import reversing
from bankcraps.game.engine.floor.since import (
    apart,
    dice_again,
    has_left,
    newcomers,
    together,
    voided,
    with_turn_of,
)
from bankcraps.game.engine.refusals import Refusal, Sentence, refuse
from bankcraps.game.engine.shooter.dice_set import left_table
from bankcraps.game.engine.shooter.throwing import before_throw, come_to_rest, throw_again
from bankcraps.game.engine.shooter.turns import hand_over_since, holder, open_betting
from bankcraps.game.engine.state import Done, LastThrow, Seat, State
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import Wager


def judge_correct(book: Rulebook, state: State, event: ev.Correct) -> Refusal | None:
    """Refuse the faces already called, a final decision, and a throw that later events rest on.

    The roles that decide disputed faces may also confirm the call.
    """
    last = state.last
    if last is None:
        return _refused(book, "there is no throw to correct: only the last one can be, until the next throw")
    final = _decided_above(book, last, event.by.role)
    if final:
        return final
    if event.throw.combination == last.throw.combination:
        if event.by.role in book.table.filled(book.dice.face_ruled_by) and last.ruled != event.by.role:
            return None
        return _refused(book, "the throw was called {throw} already", throw=str(last.throw))
    settled, _ = throw_again(book, last)
    if left_table(state.dice) != left_table(settled.dice):
        return _refused(book, "dice have left the table or been replaced since the throw")
    if last.ended or hand_over_since(book, state, settled):
        says = "the hand and the wagers on it have ended since the throw: its outcome can only be invalidated"
        return _refused(book, says)
    return _somebody_missing(book, state, last)


def _decided_above(book: Rulebook, last: LastThrow, role: str) -> Refusal | None:
    """Refuse to change a throw that the boxperson decided for good, or that somebody above has decided."""
    faces = book.table.filled(book.dice.face_ruled_by)
    if last.ruled in faces and book.dice.face_final:
        says = "the {role:words} decided which faces count, and that decision is final"
        return refuse("dice", says, book.dice, "face_final", role=last.ruled)
    order = [*faces, *(other for other in book.table.filled(book.floor.disputes) if other not in faces)]
    if (
        not last.ruled
        or (role in faces and book.dice.face_final)
        or order.index(role) >= order.index(last.ruled)
    ):
        return None
    says = "the {role:words} decided what was thrown, and nobody below may change that"
    return refuse("not_your_act", says, book.floor, "disputes", role=last.ruled)


def _refused(book: Rulebook, says: str, **parts: str) -> Refusal:
    return refuse("dice", Sentence(says, **parts), book.floor, "disputes")


def _somebody_missing(book: Rulebook, state: State, last: LastThrow) -> Refusal | None:
    """Refuse if somebody whom the throw concerned has left, or has been excluded since."""
    before = last.before
    for seat in before.seats:
        concerned = bool(seat.wagers) or seat.name == holder(before)
        why = "left the table" if concerned and has_left(state, last, seat) else ""
        if seat.name in state.floor.excluded and seat.name not in before.floor.excluded:
            why = "been excluded"
        if why:
            says = "{name:has} {why} since the throw: its outcome can only be invalidated"
            return _refused(book, says, name=seat.name, why=why)
    return None


def correct(book: Rulebook, state: State, event: ev.Correct) -> Done:
    """Undo what players bet since the throw, and the throw; then settle the right one.

    Chips bought or cashed since, and tokens issued, stay so, and wagers declared void stay void. So does what
    was done with the dice, if it still can be. A player with too few chips left to give back owes the rest.
    """
    last = state.last
    assert last is not None
    if event.throw.combination == last.throw.combination:
        confirmed = fx.ThrowConfirmed(last.throw, event.by.role)
        return replace(state, last=replace(last, ruled=event.by.role)), [confirmed]
    settled, came = throw_again(book, last)
    state, undone = open_betting(state)
    voids: list[fx.Effect] = []
    for now in state.seats:
        seat, since, void = _undo_for(book, state, now, last, settled, reversing.of_player(came, now.name))
        state = reversing.balanced(state, seat)
        undone += since
        voids += void
    undone += _reversed(last.before, came)
    back = replace(before_throw(state), puck=last.before.puck, dice=last.before.dice)
    after, right = _settled_as_then(book, with_turn_of(book, back, last), event.throw, last)
    after, kept, dice = dice_again(book, after, last)
    assert after.last is not None
    ruled = event.by.role if book.edition > 1 else ""
    after, owed = reversing.owing(replace(after, last=replace(after.last, dice=kept, ruled=ruled)))
    hand_over = any(isinstance(effect, fx.HandEnded) for effect in (*came, *right))
    other = (
        kept if hand_over else (act for act in kept if act not in last.dice)
    )  # with other effects than then
    told = [effect for act in other for effect in act.effects]
    return after, [fx.ThrowCorrected(last.throw, event.throw), *dice, *undone, *voids, *right, *told, *owed]


def _settled_as_then(book: Rulebook, back: State, throw: Throw, wrong: LastThrow) -> Done:
    """Settle the right throw under the signs of its time, and by what players had to pay commission then.

    The table may have closed since, and players may have cashed their chips. People who sat down since were
    not there, and those who have left were: the turn may be at their place now (`dice_again`).
    """
    came = newcomers(book, back, wrong)
    back = apart(back, came)
    if book.edition == 1:
        then = replace(back, floor=wrong.before.floor)
        after, effects = come_to_rest(book, then, throw, in_a_hand=wrong.in_a_hand)
        return replace(after, floor=back.floor), effects
    seats = tuple(_as_then(back, seat, wrong) for seat in back.seats)
    gone = sum(seat.rail for seat in (*back.seats, *came)) - sum(seat.rail for seat in seats)
    then = replace(back, floor=wrong.before.floor, seats=seats, bank=Cents(back.bank + gone))
    left = tuple(
        replace(seat, rail=Cents(0), wagers=(), tokens=())
        for seat in wrong.before.seats
        if has_left(then, wrong, seat)
    )
    after, effects = come_to_rest(book, together(then, left), throw, in_a_hand=wrong.in_a_hand)
    assert after.last is not None
    after = replace(apart(after, left), last=replace(after.last, before=then))
    seats = tuple(
        replace(seat, rail=Cents(seat.rail + now.rail - was.rail), limits=now.limits)
        for seat, was, now in zip(after.seats, seats, back.seats, strict=True)
    )
    after = replace(after, floor=back.floor, seats=seats, bank=Cents(after.bank - gone))
    return together(after, came), effects


def _as_then(back: State, seat: Seat, wrong: LastThrow) -> Seat:
    """Return a seat with the rail and the limits that it had before the throw. Void wagers had come back."""
    was = wrong.before.seat(seat.name)
    if was is None or has_left(back, wrong, was):
        return seat
    void = (standing for standing in was.wagers if seat.on(standing.wager) is None)
    rail = was.rail + sum(standing.chips + standing.commission for standing in void)
    return replace(seat, rail=Cents(rail), limits=was.limits)


def _undo_for(
    book: Rulebook, state: State, now: Seat, last: LastThrow, settled: State, own: list[fx.Effect]
) -> tuple[Seat, list[fx.Effect], list[fx.Effect]]:
    """Return a seat as it was before the throw, with what undoes the acts since, and what is void again.

    A wager declared void since that the throw did not touch is gone already. The others come back as void
    again, once the throw is reversed.
    """
    was, then = last.before.seat(now.name), settled.seat(now.name)
    if was is None or then is None or has_left(state, last, was):
        was = then = replace(now, wagers=())
    void = voided(last, then)
    gone = {wager for wager in void if not _touched(own, wager)}
    returned = {one.wager: one.commission if one.wager in gone else Cents(0) for one in then.wagers}
    back = reversing.without(then, gone)
    since = reversing.undone_since(
        book, last, now, back, "undone", {wager: returned[wager] for wager in void}
    )
    seat = replace(now, wagers=reversing.without(was, gone).wagers, idle=was.idle)
    seat = reversing.moved(seat, [*since, *_backwards(own)])
    again: list[fx.Effect] = []
    for wager in (_origin(own, wager) for wager in void if wager not in gone):
        left = reversing.without(seat, {wager})
        taken = reversing.given_up(seat, left, "void")
        seat, again = reversing.moved(left, taken), [*again, *taken]
    return seat, since, again


def _touched(own: list[fx.Effect], wager: Wager) -> bool:
    """Whether a throw affected a wager, named as it was after the throw."""
    return any(isinstance(one, fx.OnWager) and one.wager in (wager, _origin(own, wager)) for one in own)


def _origin(own: list[fx.Effect], wager: Wager) -> Wager:
    """A wager's spot before the throw. A come wager may have been in its box."""
    moves = (effect for effect in own if isinstance(effect, fx.Moved) and effect.to is wager)
    return next((effect.wager for effect in moves), wager)


def _backwards(came: list[fx.Effect]) -> Iterator[fx.Reversed]:
    """Yield the reversal of each effect of a throw, the last first."""
    yield from (fx.Reversed(effect) for effect in reversed(came) if isinstance(effect, fx.Reversible))


def _reversed(before: State, came: list[fx.Effect]) -> Iterator[fx.Effect]:
    """Yield the reversal of each effect of a throw, the last first.

    Then say what wagers that lie again had counted, and how they were called.
    """
    yield from _backwards(came)
    for seat in before.seats:
        told = reversing.of_player(came, seat.name)
        touched = {effect.wager for effect in told if isinstance(effect, fx.OnWager)}
        for stood in seat.wagers:
            if stood.wager in touched and stood.progress and _uncounted(told, stood.wager):
                yield fx.Counted(seat.name, stood.wager, stood.progress)
            if stood.wager in touched and stood.call:
                yield fx.Button(seat.name, stood.wager, stood.call)


def _uncounted(told: list[fx.Effect], wager: Wager) -> bool:
    """Whether the reversal of these effects leaves a wager with nothing counted."""
    kinds = (fx.Counted, fx.Lost, fx.Paid, fx.Returned)
    return any(isinstance(effect, kinds) and effect.wager is wager for effect in told)
