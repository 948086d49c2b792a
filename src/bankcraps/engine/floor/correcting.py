"""Correcting a throw that was called wrongly and has counted.

Nothing that happened is rewritten: what players bet since the throw is undone, each effect of the wrong throw
is reversed, and the right throw is settled, all as the effects of one event. What does not rest on the throw
stands (`since.py`). The table keeps itself as it was before the last throw, so the effects of the wrong throw
are found by throwing it again.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from bankcraps.chips import Cents
from bankcraps.dice import Throw
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.floor.since import (
    dice_again,
    gone_since,
    is_still_there,
    voided,
    with_turn_of,
)
from bankcraps.engine.refusals import Refusal, refuse
from bankcraps.engine.sentence import Sentence
from bankcraps.engine.shooter.dice_set import left_table
from bankcraps.engine.shooter.hand import hand_over_since, holder
from bankcraps.engine.shooter.throwing import come_to_rest, throw_again
from bankcraps.engine.shooter.turns import Done
from bankcraps.engine.state import LastThrow, Seat, State, tokens_without
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
        says = "the {role:words} decided which faces count, and that decision is final"
        return refuse("dice", says, book.dice, "face_final", role=last.ruled)
    if event.throw.combination == last.throw.combination:
        return _refused(book, "the throw was called {throw} already", throw=str(last.throw))
    settled, _ = throw_again(book, last)
    if left_table(state.dice) != left_table(settled.dice):
        return _refused(book, "dice have left the table or been replaced since the throw")
    if hand_over_since(book, state, settled):
        says = "the hand and the wagers on it have ended since the throw: its outcome can only be invalidated"
        return _refused(book, says)
    return _somebody_missing(book, state, last)


def _refused(book: Rulebook, says: str, **parts: str) -> Refusal:
    return refuse("dice", Sentence(says, **parts), book.floor, "disputes")


def _somebody_missing(book: Rulebook, state: State, last: LastThrow) -> Refusal | None:
    """Refuse if somebody whom the throw concerned has left, or has been excluded since."""
    before, gone = last.before, gone_since(last)
    for seat in before.seats:
        concerned = bool(seat.wagers) or seat.name == holder(before)
        left = seat.name in gone or not is_still_there(state, seat)
        why = "has left the table" if concerned and left else ""
        if seat.name in state.floor.excluded and seat.name not in before.floor.excluded:
            why = "has been excluded"
        if why:
            says = "{name} {why} since the throw: its outcome can only be invalidated"
            return _refused(book, says, name=seat.name, why=why)
    return None


def correct(book: Rulebook, state: State, event: ev.Correct) -> Done:
    """Undo what players bet since the throw, and the throw; then settle the right one.

    Chips bought or cashed since, and tokens issued, stay so, and wagers declared void stay void. So does what
    was done with the dice, if it still can be. A player with too few chips left to give back owes the rest.
    """
    last = state.last
    assert last is not None
    settled, came = throw_again(book, last)
    undone: list[fx.Effect] = [fx.Reversed(fx.DiceOut())] if state.out else []
    voids: list[fx.Effect] = []
    seats: list[Seat] = []
    for now in state.seats:
        reversal = _Reversal(book, now, last, settled, came)
        seats.append(reversal.seat)
        undone += reversal.effects
        voids += reversal.voids
    bank = Cents(state.total - sum(seat.rail + seat.at_risk for seat in seats))
    back = replace(state, seats=tuple(seats), bank=bank, puck=last.before.puck, dice=last.before.dice)
    back = replace(with_turn_of(back, last.before), out=False, thrown=False, last=None)
    after, right = _settled_as_then(book, back, event.throw, last)
    after, kept, dice = dice_again(book, after, last.dice)
    assert after.last is not None
    after = replace(after, last=replace(after.last, dice=kept))
    told = [fx.ThrowCorrected(last.throw, event.throw), *dice, *undone, *_reversed(last.before, came)]
    hand_over = any(isinstance(effect, fx.HandEnded) for effect in (*came, *right))
    again = [effect for act in kept for effect in act.effects] if hand_over else []
    return _owing(after, [*told, *voids, *right, *again])


def _settled_as_then(book: Rulebook, back: State, throw: Throw, wrong: LastThrow) -> Done:
    """Settle the right throw as it would have been then: the table may have closed, or have another sign."""
    then = replace(back, floor=wrong.before.floor)
    after, effects = come_to_rest(book, then, throw, in_a_hand=wrong.in_a_hand)
    return replace(after, floor=back.floor), effects


class _Reversal:
    """A seat as it was before the throw.

    The chips that the player has bought since, less those cashed, are what the seat has more than its own
    acts at the layout explain.

    Attributes:
        seat: the seat as it was, without the wagers declared void since.
        effects: what undoes what the player did since.
        voids: what follows once the throw is reversed: wagers that it touched come back as void again.
    """

    __slots__ = ("effects", "seat", "voids")

    def __init__(
        self, book: Rulebook, now: Seat, last: LastThrow, settled: State, came: list[fx.Effect]
    ) -> None:
        was, then = last.before.seat(now.name), settled.seat(now.name)
        if was is None or then is None or was.place != now.place or now.name in gone_since(last):
            was = then = now.holding(0, (), ())
        void = voided(last, settled, now.name)
        fees = _fees_since(book, then, now, void)
        bought = now.rail + now.at_risk + sum(fees.values()) - then.rail - then.at_risk
        tokens = tuple(sorted((*was.tokens, *tokens_without(_tokens(now), _tokens(then)))))
        own = [effect for effect in came if getattr(effect, "seat", None) == now.name]
        silent = {wager for wager in void if not _touched(own, wager)}
        back = {wager: -_fee_to_tell(fee, then, wager, silent) for wager, fee in fees.items()}
        stood = tuple(standing for standing in then.wagers if standing.wager not in silent)
        shown = {wager: Cents(fee) for wager, fee in back.items() if fee}
        self.effects = list(changes(now, replace(then, wagers=stood), shown))
        self.seat = replace(now.holding(was.rail + bought, was.wagers, tokens), idle=was.idle, earlier=())
        self.voids: list[fx.Effect] = []
        for wager in void:
            self._void(_origin(own, wager), tell=wager not in silent)

    def _void(self, wager: Wager, *, tell: bool) -> None:
        """Return a wager that was declared void, with its commission."""
        standing = self.seat.on(wager)
        if standing is None:
            return
        tokens = tuple(sorted((*self.seat.tokens, *standing.tokens)))
        left = tuple(other for other in self.seat.wagers if other is not standing)
        self.seat = self.seat.holding(self.seat.rail + standing.chips + standing.commission, left, tokens)
        if tell:
            name, fee = self.seat.name, standing.commission
            self.voids.append(fx.Returned(name, wager, standing.amount, "void", standing.tokens))
            self.voids += [fx.Vigorish(name, wager, Cents(-fee))] if fee else []


def _touched(own: list[fx.Effect], wager: Wager) -> bool:
    """Whether a throw did anything to a wager, named as it was after the throw."""
    return any(wager in (getattr(effect, "wager", None), getattr(effect, "to", None)) for effect in own)


def _origin(own: list[fx.Effect], wager: Wager) -> Wager:
    """The wager before a throw that is this one after it: a come wager may have come from the box."""
    moves = (effect for effect in own if isinstance(effect, fx.Moved) and effect.to is wager)
    return next((effect.wager for effect in moves), wager)


def _fee_to_tell(fee: int, then: Seat, wager: Wager, silent: set[Wager]) -> int:
    """The commission paid since for a wager, without what came back when it was declared void."""
    stood = then.on(wager)
    return fee + stood.commission if stood and wager in silent else fee


def _tokens(seat: Seat) -> tuple[Cents, ...]:
    """The tokens that a player has, in the hand and on the layout."""
    return (*seat.tokens, *(token for standing in seat.wagers for token in standing.tokens))


def _fees_since(book: Rulebook, then: Seat, now: Seat, void: tuple[Wager, ...]) -> dict[Wager, int]:
    """The commission that a player has paid since the throw for each wager, less what came back, in cents.

    What the house keeps of a wager that came down is not among it: the house keeps it. That of a `void` wager
    came back.
    """
    fees: dict[Wager, int] = {}
    for wager in dict.fromkeys(standing.wager for standing in (*then.wagers, *now.wagers)):
        stood, stands = then.on(wager), now.on(wager)
        fee = (stands.commission if stands else 0) - (stood.commission if stood else 0)
        fees[wager] = fee if wager in void or refunds(book.wagers[wager.kind]) else max(0, fee)
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


def _owing(state: State, effects: list[fx.Effect]) -> Done:
    """Return the table with no rail below zero: what a player cannot give back is owed."""
    for seat in state.seats:
        if seat.rail < 0:
            effects.append(fx.Owed(seat.name, Cents(-seat.rail)))
            state = state.with_seat(replace(seat, rail=Cents(0)), seat.rail)
    return state, effects
