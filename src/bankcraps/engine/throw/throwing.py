"""A throw: who may make it, what it pays, where the puck goes, and when the hand ends."""

from typing import Final

from msgspec.structs import replace

from bankcraps.dice import SEVEN
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.actor import Actor
from bankcraps.engine.refusals import Refusal, no, no_step
from bankcraps.engine.shooter.hand import STICK, end_hand, take_dice, thrower
from bankcraps.engine.state import Seat, State, Turn
from bankcraps.engine.throw.settlement import settle
from bankcraps.engine.wagering.calling import lapse_on_calls
from bankcraps.rulebook.schema import Rulebook

__all__ = ["judge_roll", "judge_throw", "roll", "throw"]

PAIR: Final = 2


def judge_throw(book: Rulebook, state: State, event: ev.ThrowDice) -> Refusal | None:
    """Why somebody may not throw now."""
    if state.thrown:
        return no("dice", "the dice are thrown already, and have yet to come to rest")
    return _no_dice(book, state) or _not_theirs(book, state, event.by)


def judge_roll(book: Rulebook, state: State, event: ev.Rolled) -> Refusal | None:
    """Why a throw may not count, or could not be made."""
    refused = _no_dice(book, state) or _not_called_by(book, event.by) or _irregular(book, event)
    if refused or state.thrown:
        return refused
    due = thrower(book, state)
    return _not_answered(book, state, due) if state.turn.offered else None


def _no_dice(book: Rulebook, state: State) -> Refusal | None:
    if state.dice.short or len(state.dice.chosen) + len(state.dice.bowl) < PAIR:
        return no_step(book, "away", "a die left the table: two dice must be in hand to throw")
    if state.floor.closed and not any(seat.wagers for seat in state.seats):
        message = "the table is closed and nothing stands on the layout"
        return no("table_closed", message, book.floor, "closing_notice")
    return None


def _not_called_by(book: Rulebook, by: Actor) -> Refusal | None:
    """Players throw the dice; the crew, or whatever makes the throws, says how they came to rest."""
    if by.role == "dice" or by.role in book.table.crew:
        return None
    message = f"the dice or the crew say how a throw came to rest, not {by or 'nobody'}; say `throw` to throw"
    return no("not_your_act", message, book.dice, "face_ruled_by")


def _irregular(book: Rulebook, event: ev.Rolled) -> Refusal | None:
    rules = book.no_roll
    seen = event.irregular
    if seen in rules.must:
        message = f"a throw like that ({seen}) has to be called no roll"
        return Refusal(code="must_be_no_roll", clause=rules.must[seen], message=message)
    if seen and seen not in rules.may:
        known = ", ".join((*rules.must, *rules.may))
        message = f"{seen!r} is nothing this book knows of a throw; it has {known}"
        return no("no_such_reason", message, rules, "may")
    return _not_ruled(book, event.ruled) if event.ruled else None


def _not_ruled(book: Rulebook, by: str) -> Refusal | None:
    rulers = book.table.filled(book.dice.face_ruled_by)
    if by in rulers:
        return None
    message = f"which face is up is for the {' or the '.join(rulers)} to say"
    return no("not_your_act", message, book.dice, "face_ruled_by")


def _not_theirs(book: Rulebook, state: State, by: Actor) -> Refusal | None:
    due, rules = thrower(book, state), book.dice
    if due is not None and (by.person, by.role) == (due.person or by.person, due.role):
        return _not_answered(book, state, due) if state.turn.offered else None
    if by.role == STICK.role:
        why = f"{due} can throw" if due else "with nothing on the layout there is nothing to decide"
        message = f"the stickperson throws when nobody can or will and wagers stand, and {why}"
        return no("not_shooter", message, rules, "stick_throws")
    seat = state.seat(by.person)
    if seat is not None and rules.line_wager_to_shoot and not seat.has_line_wager:
        message = f"{by} needs a wager on the line to throw"
        return no("needs_line_wager", message, rules, "line_wager_to_shoot")
    clause = book.no_roll.must.get("not_shooter") or rules.clause("offered_to")
    message = f"it is for {due or 'a player'} to throw, not for {by or 'nobody'}"
    return Refusal(code="not_shooter", clause=clause, message=message)


def _not_answered(book: Rulebook, state: State, due: Actor | None) -> Refusal | None:
    """Dice that were pushed to somebody wait for that player."""
    offered = next((seat.name for seat in state.seats if seat.place == state.turn.offered), None)
    if offered is None or (due is not None and due.person == offered):
        return None
    message = f"the dice lie before {offered}, who has not answered"
    return no("not_shooter", message, book.dice, "offered_to")


def throw(book: Rulebook, state: State, event: ev.ThrowDice) -> tuple[State, list[fx.Effect]]:
    """The dice are in the air; betting is closed until they rest."""
    state, happened = _taken(book, state)
    return replace(state, out=True, thrown=True), [*happened, fx.DiceThrown(event.by)]


def roll(book: Rulebook, state: State, event: ev.Rolled) -> tuple[State, list[fx.Effect]]:
    """Settle a throw against the puck as it stood, then move the puck, then the dice."""
    happened: list[fx.Effect] = []
    if not state.thrown:
        state, happened = _taken(book, state)
    before, total = state.puck, event.throw.total
    happened.append(fx.Thrown(event.throw, before))
    settled = settle(book, state, event.throw)
    happened += settled.effects
    came = _on_the_line(book, before, total)
    happened += [came] if came else []
    seats, turn = settled.state.seats, _thrown_once(state.turn, total)
    if isinstance(came, fx.PointSet):
        seats = tuple(map(lapse_on_calls, seats))
    if isinstance(came, fx.LineDecided):
        seats = _count_idle(book, seats)
        turn = replace(turn, declined=())  # a new round: those who let the dice go by may be asked again
    state = replace(settled.state, seats=seats, puck=_puck(before, came), turn=turn, out=False, thrown=False)
    if isinstance(came, fx.SevenOut):
        state, passed = end_hand(book, state, "seven out")
        happened += passed
    return state, happened


def _taken(book: Rulebook, state: State) -> tuple[State, list[fx.Effect]]:
    """Whoever is due to throw takes the dice, if they have not yet."""
    due, turn = thrower(book, state), state.turn
    seat = state.seat(due.person) if due and due.role == "player" else None
    if seat is None or (turn.held and seat.place == turn.start):
        return state, []
    return take_dice(book, state, seat)


def _thrown_once(turn: Turn, total: int) -> Turn:
    return replace(turn, begun=True, since_seven=total != SEVEN)


def _on_the_line(book: Rulebook, puck: int, total: int) -> fx.LineDecided | fx.PointSet | None:
    """What a total does on the line: the one place that says so."""
    if puck:
        if total == puck:
            return fx.PointMade(puck)
        return fx.SevenOut(puck) if total == SEVEN else None
    if total in book.come_out.points:
        return fx.PointSet(total)
    return fx.Natural(total) if total in book.come_out.naturals else fx.Craps(total)


def _puck(puck: int, came: fx.LineDecided | fx.PointSet | None) -> int:
    if isinstance(came, fx.PointSet):
        return came.point
    return 0 if isinstance(came, fx.LineDecided) else puck


def _count_idle(book: Rulebook, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Rounds without a wager count only at a full table."""
    if not book.floor.idle_rounds:
        return seats
    full = len(seats) == book.table.places
    return tuple(_idled(book, seat, full=full) for seat in seats)


def _idled(book: Rulebook, seat: Seat, *, full: bool) -> Seat:
    idle = min(seat.idle + 1, book.floor.idle_rounds) if full and not seat.wagers else 0
    return seat if idle == seat.idle else replace(seat, idle=idle)
