"""A throw: who may make it, what it pays, where the puck goes, and when the hand ends."""

from typing import Final

from bankcraps.dice import NUMBERS, SEVEN, Throw
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.calling import lapse_on_calls
from bankcraps.engine.refusals import Refusal, no, no_step
from bankcraps.engine.settle import settle
from bankcraps.engine.shooting import end_hand, take_dice, thrower
from bankcraps.engine.state import ANYONE, CREW_CALL, Hand, Seat, State, Turn
from bankcraps.engine.stick import calls
from bankcraps.engine.with_seat import FIRE
from bankcraps.rulebook.schema import Rulebook
from bankcraps.wagers import Kind

__all__ = ["judge_roll", "roll"]

PAIR: Final = 2
_NOBODY: Final = ("", ANYONE)
_FRESH: Final = Hand()
_BEGUN: Final = Hand(fresh=False)


def judge_roll(book: Rulebook, state: State, event: ev.Rolled) -> Refusal | None:
    """Why a throw may not happen, or not count."""
    if state.dice.short or len(state.dice.chosen) + len(state.dice.bowl) < PAIR:
        return no_step(book, "away", "a die left the table: two dice must be in hand to throw")
    if state.floor.closed and not any(seat.wagers for seat in state.seats):
        return no(
            "table_closed",
            "the table is closed and nothing stands on the layout",
            book.floor,
            "closing_notice",
        )
    return _irregular(book, event) or _not_theirs(book, state, event.by)


def _irregular(book: Rulebook, event: ev.Rolled) -> Refusal | None:
    rules = book.no_roll
    seen = event.irregular
    if seen in rules.must:
        message = f"a throw like that ({seen}) has to be called no roll"
        return Refusal(code="must_be_no_roll", clause=rules.must[seen], message=message)
    if seen and seen not in rules.may:
        known = ", ".join((*rules.must, *rules.may))
        return no(
            "no_such_reason", f"{seen!r} is nothing this book knows of a throw; it has {known}", rules, "may"
        )
    return _not_ruled(book, event.ruled) if event.ruled else None


def _not_ruled(book: Rulebook, by: str) -> Refusal | None:
    rulers = book.table.filled(book.dice.face_ruled_by)
    if by in rulers:
        return None
    message = f"which face is up is for the {' or the '.join(rulers)} to say"
    return no("not_your_act", message, book.dice, "face_ruled_by")


def _not_theirs(book: Rulebook, state: State, by: str) -> Refusal | None:
    due, rules = thrower(book, state), book.dice
    if by in {due, *_NOBODY}:
        return _not_answered(book, state, due) if state.turn.offered else None
    if by == CREW_CALL:
        why = "with nothing on the layout there is nothing to decide" if due == ANYONE else f"{due} can throw"
        message = f"the stickperson throws when nobody can or will and wagers stand, and {why}"
        return no("not_shooter", message, rules, "stick_throws")
    seat = state.seat(by)
    if seat is not None and rules.line_wager_to_shoot and not seat.has_line_wager:
        return no(
            "needs_line_wager", f"{by} needs a wager on the line to throw", rules, "line_wager_to_shoot"
        )
    clause = book.no_roll.must.get("not_shooter") or rules.clause("offered_to")
    whose = "a player" if due == ANYONE else due
    return Refusal(code="not_shooter", clause=clause, message=f"it is for {whose} to throw, not for {by}")


def _not_answered(book: Rulebook, state: State, by: str) -> Refusal | None:
    """Dice that were pushed to somebody wait for that player."""
    offered = next((seat.name for seat in state.seats if seat.place == state.turn.offered), by)
    if by == offered:
        return None
    message = f"the dice lie before {offered}, who has not answered"
    return no("not_shooter", message, book.dice, "offered_to")


def roll(book: Rulebook, state: State, event: ev.Rolled) -> tuple[State, list[fx.Effect]]:
    """Settle a throw against the puck as it stood, then move the puck, then the dice."""
    happened: list[fx.Effect] = []
    name = thrower(book, state) if event.by in _NOBODY else event.by
    seat, turn = state.seat(name), state.turn
    if seat is not None and not (turn.held and seat.place == turn.start):
        state, happened = take_dice(book, state, seat)
    throw, before = event.throw, state.puck
    happened.append(fx.Thrown(throw, throw.total, calls(book, throw, before)[0]))
    settled = settle(book, state, throw)
    happened += settled.effects
    seats, puck, moved = _puck(settled.seats, before, throw)
    happened += moved
    if _round_over(before, throw) and book.floor.idle_rounds:
        seats = _count_idle(book, seats)
    hand = _hand(book, state.hand, seats, before, throw)
    turn = _reopened(state.turn) if _round_over(before, throw) else state.turn
    state = State(seats, state.floor, state.dice, puck, settled.bank, turn, out=False, hand=hand)
    if before and throw.total == SEVEN:
        state, passed = end_hand(book, state, "seven out")
        happened += passed
    return state, happened


def _puck(seats: tuple[Seat, ...], puck: int, throw: Throw) -> tuple[tuple[Seat, ...], int, list[fx.Effect]]:
    total = throw.total
    if not puck:
        if total not in NUMBERS:
            return seats, 0, []
        return tuple(map(lapse_on_calls, seats)), total, [fx.PointSet(total)]
    if total == puck:
        return seats, 0, [fx.PointMade(puck)]
    if total == SEVEN:
        return seats, 0, [fx.SevenOut(puck)]
    return seats, puck, []


def _round_over(puck: int, throw: Throw) -> bool:
    """Whether the line was decided."""
    return throw.total in (puck, SEVEN) if puck else throw.total not in NUMBERS


def _reopened(turn: Turn) -> Turn:
    """A new round: those who let the dice go by may be asked again."""
    return Turn(turn.start, turn.held, opening=turn.opening) if turn.declined else turn


def _count_idle(book: Rulebook, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Rounds without a wager count only at a full table."""
    full = len(seats) == book.table.places
    return tuple(_idled(book, seat, full=full) for seat in seats)


def _idled(book: Rulebook, seat: Seat, *, full: bool) -> Seat:
    idle = min(seat.idle + 1, book.floor.idle_rounds) if full and not seat.wagers else 0
    if idle == seat.idle:
        return seat
    return Seat(seat.name, seat.place, seat.rail, seat.wagers, seat.tokens, seat.limits, idle)


def _hand(book: Rulebook, hand: Hand, seats: tuple[Seat, ...], puck: int, throw: Throw) -> Hand:
    """What fire wagers need to know; nothing at all in a book without them."""
    if Kind.FIRE not in book.wagers:
        return _FRESH
    if not any(seat.on(FIRE) for seat in seats):
        return _BEGUN
    made = hand.made
    if puck and throw.total == puck and puck not in made:
        made = tuple(sorted((*made, puck)))
    return Hand(fresh=False, made=made)
