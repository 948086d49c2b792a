"""Correcting a throw that was called wrongly and has counted.

Nothing that happened is rewritten: what players did since the throw is undone, each effect of the wrong throw
is reversed, and the right throw is settled, all as the effects of one event. The table keeps itself as it was
before the last throw, so the effects of the wrong throw are found by throwing it again.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from bankcraps.chips import Cents
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.refusals import Refusal, refuse
from bankcraps.engine.shooter.hand import holder
from bankcraps.engine.shooter.throwing import come_to_rest
from bankcraps.engine.shooter.turns import Done, without_player
from bankcraps.engine.state import DiceSet, LastThrow, Seat, State, tokens_without
from bankcraps.engine.wagering.taking_down import refunds
from bankcraps.engine.wagering.undoing import changes
from bankcraps.rulebook.schema import Rulebook
from bankcraps.wagers import Wager

__all__ = ["correct", "judge_correct"]


def judge_correct(book: Rulebook, state: State, event: ev.Correct) -> Refusal | None:
    """Refuse the faces that were called, and a throw on which something has been built since."""
    last = state.last
    if last is None:
        return _refused(book, "there is no throw to correct: only the last one can be, until the next throw")
    if last.ruled and book.dice.face_final:
        message = f"the {last.ruled} decided which faces count, and that decision is final"
        return refuse("dice", message, book.dice, "face_final")
    if event.throw.combination == last.throw.combination:
        return _refused(book, f"the throw was called {last.throw} already")
    settled, _ = come_to_rest(book, last.before, last.throw)
    if _left_table(state.dice) != _left_table(settled.dice):
        return _refused(book, "dice have left the table or been replaced since the throw")
    return _somebody_missing(book, state, last.before)


def _refused(book: Rulebook, message: str) -> Refusal:
    return refuse("dice", message, book.floor, "disputes")


def _left_table(dice: DiceSet) -> tuple[object, ...]:
    """Which dice of which set are not on the table."""
    return dice.number, dice.away, dice.lost, dice.unsound


def _somebody_missing(book: Rulebook, state: State, before: State) -> Refusal | None:
    """Refuse if somebody whom the throw concerned has left, or has been excluded since."""
    for seat in before.seats:
        concerned = bool(seat.wagers) or seat.name == holder(before)
        why = "has left the table" if concerned and not _still_there(state, seat) else ""
        if seat.name in state.floor.excluded and seat.name not in before.floor.excluded:
            why = "has been excluded"
        if why:
            return _refused(book, f"{seat.name} {why} since the throw: its outcome can only be invalidated")
    return None


def _still_there(state: State, seat: Seat) -> bool:
    now = state.seat(seat.name)
    return now is not None and now.place == seat.place


def correct(book: Rulebook, state: State, event: ev.Correct) -> Done:
    """Undo what players did since the throw, and the throw; then settle the right one.

    Chips bought or cashed since, and tokens issued, stay so. Who has too few chips left to give back owes
    the rest.
    """
    last = state.last
    assert last is not None
    settled, came = come_to_rest(book, last.before, last.throw)
    effects: list[fx.Effect] = [fx.ThrowCorrected(last.throw, event.throw)]
    seats: list[Seat] = []
    for now in state.seats:
        seat, undone = _gone_back(book, now, last, settled)
        seats.append(seat)
        effects += undone
    effects += _reversed(last.before, came)
    bank = Cents(state.total - sum(seat.rail + seat.at_risk for seat in seats))
    back = replace(state, seats=tuple(seats), bank=bank, puck=last.before.puck, dice=last.before.dice)
    back = replace(_with_turn(back, last.before), out=False, thrown=False, last=None)
    after, right = come_to_rest(book, back, event.throw)
    return _owing(after, [*effects, *right])


def _gone_back(book: Rulebook, now: Seat, last: LastThrow, settled: State) -> tuple[Seat, list[fx.Effect]]:
    """Return a seat as it was before the throw, and the effects that undo what its player did since.

    The chips that the player has bought since, less those cashed, are what the seat has more than its own
    acts at the layout explain.
    """
    was, then = last.before.seat(now.name), settled.seat(now.name)
    if was is None or then is None or was.place != now.place:
        was = then = now.holding(0, (), ())
    fees = _fees_since(book, then, now)
    bought = now.rail + now.at_risk + sum(fees.values()) - then.rail - then.at_risk
    tokens = tuple(sorted((*was.tokens, *tokens_without(_tokens(now), _tokens(then)))))
    back = {wager: -fee for wager, fee in fees.items() if fee}
    seat = replace(now.holding(was.rail + bought, was.wagers, tokens), idle=was.idle, earlier=())
    return seat, list(changes(now, then, back))


def _tokens(seat: Seat) -> tuple[Cents, ...]:
    """The tokens that a player has, in the hand and on the layout."""
    return (*seat.tokens, *(token for standing in seat.wagers for token in standing.tokens))


def _fees_since(book: Rulebook, then: Seat, now: Seat) -> dict[Wager, int]:
    """The commission that a player has paid since the throw for each wager, less what came back, in cents.

    What the house keeps of a wager that came down is not among it: the house keeps it.
    """
    fees: dict[Wager, int] = {}
    for wager in dict.fromkeys(standing.wager for standing in (*then.wagers, *now.wagers)):
        stood, stands = then.on(wager), now.on(wager)
        fee = (stands.commission if stands else 0) - (stood.commission if stood else 0)
        fees[wager] = fee if refunds(book.wagers[wager.kind]) else max(0, fee)
    return fees


def _reversed(before: State, came: list[fx.Effect]) -> Iterator[fx.Effect]:
    """Yield the reversal of each effect of a throw, the last first.

    Then say what wagers that lie again had counted, and how they were called.
    """
    for effect in reversed(came):
        if isinstance(effect, fx.Reversible):
            yield fx.Reversed(effect)
    for seat in before.seats:
        told = [effect for effect in came if getattr(effect, "seat", None) == seat.name]
        touched = {getattr(effect, "wager", None) for effect in told}
        for stood in seat.wagers:
            if stood.wager in touched and stood.progress and _uncounted(told, stood.wager):
                yield fx.Counted(seat.name, stood.wager, stood.progress)
            if stood.wager in touched and stood.call:
                yield fx.Button(seat.name, stood.wager, stood.call)


def _uncounted(told: list[fx.Effect], wager: Wager) -> bool:
    """Whether the reversal of these effects leaves a wager with nothing counted."""
    kinds = (fx.Counted, fx.Lost, fx.Paid, fx.Returned)
    return any(isinstance(effect, kinds) and effect.wager is wager for effect in told)


def _with_turn(state: State, before: State) -> State:
    """Return the table with the dice where they were, but for the places of those who have left since."""
    state = replace(state, turn=before.turn)
    for seat in before.seats:
        if not _still_there(state, seat):
            state = replace(state, turn=without_player(state, seat.place))
    return state


def _owing(state: State, effects: list[fx.Effect]) -> Done:
    """Return the table with no rail below zero: what a player cannot give back is owed."""
    for seat in state.seats:
        if seat.rail < 0:
            effects.append(fx.Owed(seat.name, Cents(-seat.rail)))
            state = state.with_seat(replace(seat, rail=Cents(0)), seat.rail)
    return state, effects
