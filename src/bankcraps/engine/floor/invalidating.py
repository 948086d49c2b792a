"""Invalid outcomes: what the last throw paid and took is undone, or the whole round is given up.

The table keeps itself as it was before the last throw. Throwing again from there gives the effects of that
throw, and each of them is reversed on the table as it is now.
"""

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from bankcraps.chips import Cents
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.floor.since import dice_again, gone_since, is_still_there, voided, with_turn_of
from bankcraps.engine.floor.supervision import not_seated, unknown_reason
from bankcraps.engine.refusals import Refusal, refuse
from bankcraps.engine.shooter.dice_set import left_table
from bankcraps.engine.shooter.hand import hand_over_since, holder, without_shooter
from bankcraps.engine.shooter.throwing import throw_again
from bankcraps.engine.shooter.turns import Done
from bankcraps.engine.state import LastThrow, Seat, Standing, State, in_order, tokens_without
from bankcraps.engine.wagering.taking_down import clear, refunds
from bankcraps.rulebook.schema import Rulebook
from bankcraps.wagers import Wager

__all__ = ["ABANDONED", "invalidate", "judge_invalidate"]

ABANDONED: Final = "abandoned"
"""The reason for which the house ends a round whose players do not come back."""

_DECIDED = (fx.Paid, fx.Lost, fx.Forfeited)
"""Effects that decide a wager. One that tied or was off has come back already."""


def judge_invalidate(book: Rulebook, state: State, event: ev.Invalidate) -> Refusal | None:
    """Refuse a reason the book does not list, and forfeits where the book allows none for that reason.

    Every house may end a round that everybody has abandoned. No document foresees it, because nobody walks
    out of a casino for days with a wager on the layout.
    """
    abandoned = event.reason == ABANDONED and event.scope == "round"
    refused = None if abandoned else unknown_reason(book, event.reason, "invalidate_for")
    if refused:
        return refused
    if event.scope == "throw" and state.last is None:
        says = "there is no throw to declare invalid: only the last one can be, until the next throw"
        return refuse("dice", says, book.floor, "invalidate_for")
    if len(set(event.guilty)) != len(event.guilty):
        return refuse("bad_name", "name each guilty player once")
    if event.guilty and event.reason not in book.floor.forfeit_for:
        says = "after {reason:words} all wagers are returned, and none is forfeited"
        return refuse("no_such_reason", says, book.floor, "forfeit_for", reason=event.reason)
    absent = (name for name in event.guilty if not _was_there(state, event, name))
    return next((refused for name in absent if (refused := not_seated(state, name))), None)


def _was_there(state: State, event: ev.Invalidate, name: str) -> bool:
    """Whether somebody who may have left since was at the table for the last throw."""
    last = state.last
    return event.scope != "round" and last is not None and last.before.seat(name) is not None


def invalidate(book: Rulebook, state: State, event: ev.Invalidate) -> Done:
    """Invalidate the outcome of the last throw, or the round.

    Without a scope it is the throw if that decided a wager, and otherwise the round in progress.
    """
    last = state.last
    if last is not None and event.scope != "round":
        after, effects = throw_again(book, last)
        if event.scope == "throw" or any(isinstance(effect, _DECIDED) for effect in effects):
            return _invalidate_throw(book, state, event, last, after, effects)
    return _invalidate_round(book, state, event)


def _invalidate_round(book: Rulebook, state: State, event: ev.Invalidate) -> Done:
    """Return every wager, except those of the guilty, which are forfeited. Turn the puck off.

    The round is over, so whoever declined the dice or had to pass them may be asked again.
    """
    effects: list[fx.Effect] = [fx.GameInvalid(event.reason)]
    for seat in state.seats:
        if seat.name in event.guilty:
            effects += (fx.Forfeited(seat.name, s.wager, s.amount, s.tokens) for s in seat.wagers)
            state = state.with_seat(replace(seat, wagers=()), seat.at_risk)
        else:
            state, returned = clear(book, state, seat, seat.wagers, "invalid")
            effects += returned
    turn = replace(state.turn, declined=())
    return replace(state, puck=0, turn=turn, out=False, thrown=False, last=None), effects


def _invalidate_throw(
    book: Rulebook,
    state: State,
    event: ev.Invalidate,
    last: LastThrow,
    after: State,
    came: list[fx.Effect],
) -> Done:
    """Undo the last throw. Wagers that it decided are returned or forfeited; the others lie as they did.

    Args:
        book: the house's rules.
        state: the table now.
        event: the reason, and who is guilty.
        last: the throw, and the table before it.
        after: the table right after the throw.
        came: the effects of the throw.
    """
    before = last.before
    gone, same_dice = _shooter_is_gone(state, last), left_table(state.dice) == left_table(after.dice)
    undoable = (
        *fx.OF_THE_LINE,
        *(() if gone else (fx.DicePassed,)),
        *((fx.SetBrought,) if same_dice and not gone else ()),
    )
    effects: list[fx.Effect] = [fx.Reversed(e) for e in reversed(came) if isinstance(e, undoable)]
    for was, settled in zip(before.seats, after.seats, strict=True):
        own = [effect for effect in came if getattr(effect, "seat", None) == was.name]
        now = state.seat(was.name)
        if now is None:
            effects += _owed_to_absent(book, was, settled, own, forfeit=was.name in event.guilty)
            continue
        reversal = _Reversal(book, was, settled, now, voided(last, after, was.name))
        reversal.return_bets_since()
        reversal.reverse(own)
        reversal.refund(own, forfeit=was.name in event.guilty)
        seat = reversal.seat()
        state = state.with_seat(seat, now.rail + now.at_risk - seat.rail - seat.at_risk)
        effects += reversal.effects
    newcomers = {seat.name for seat in state.seats} - {seat.name for seat in before.seats}
    for name in sorted(newcomers):
        seat = state.seated(name)
        state, returned = clear(book, state, seat, seat.wagers, "invalid")
        effects += returned
    if state.out:
        effects.append(fx.Reversed(fx.DiceOut()))
    state, undone = replace(state, puck=before.puck, out=False, thrown=False, last=None), list[fx.Effect]()
    if not gone and not hand_over_since(book, state, after):
        dice = before.dice if same_dice else state.dice
        state, undone = _dice_back(book, replace(state, dice=dice), last)
    return state, [fx.ThrowInvalid(event.reason, last.throw, before.puck), *undone, *effects]


def _shooter_is_gone(state: State, last: LastThrow) -> bool:
    """Whether the player who threw has left since or is excluded. Then their hand stays over."""
    seat = last.before.seat(holder(last.before) or "")
    if seat is None:
        return False
    left = seat.name in gone_since(last) or not is_still_there(state, seat)
    return left or seat.name in state.floor.excluded


def _dice_back(book: Rulebook, state: State, last: LastThrow) -> Done:
    """Give the dice to who had them before the throw, unless people have passed or taken them since."""
    state, _, undone = dice_again(book, with_turn_of(state, last.before), last.dice)
    return state if state.turn.held else replace(state, dice=without_shooter(state.dice)), undone


def _decided(came: list[fx.Effect]) -> set[Wager]:
    """The wagers that a throw decided."""
    return {effect.wager for effect in came if isinstance(effect, _DECIDED)}


def _fee_kept(book: Rulebook, was: Standing, settled: Standing | None, now: Standing | None) -> int:
    """The commission for a wager on the throw that the house still has, in cents.

    What the throw charged again is no part of it. Where the book returns commission with chips taken down,
    the player has had some of it back since the throw.
    """
    returned = refunds(book.wagers[was.wager.kind]) and settled is not None
    had_back = settled.commission - (now.commission if now else 0) if settled and returned else 0
    return was.commission - had_back


def _owed_to_absent(
    book: Rulebook, was: Seat, settled: Seat, came: list[fx.Effect], *, forfeit: bool
) -> Iterable[fx.Effect]:
    """Say what is open with a player who has left: their chips are out of reach.

    They owe what they won, and the house owes them what they lost and the commission. A player who forfeits
    owes the chips that they staked, too, and gets no commission.
    """
    due = settled.rail + settled.at_risk - was.rail - was.at_risk
    for wager in _decided(came):
        stood = was.on(wager)
        if stood and forfeit:
            due += stood.chips
        elif stood:
            due -= _fee_kept(book, stood, settled.on(wager), None)
    if due:
        yield fx.Owed(was.name, Cents(due))


class _Reversal:
    """The reversal of a throw for one player.

    Attributes:
        effects: what follows, in order.
        void: the wagers declared void since. They have come back, with their commission.
    """

    __slots__ = ("book", "effects", "now", "rail", "settled", "tokens", "void", "wagers", "was")

    def __init__(self, book: Rulebook, was: Seat, settled: Seat, now: Seat, void: tuple[Wager, ...]) -> None:
        self.book = book
        self.void = void
        self.was, self.settled, self.now = was, settled, now
        self.effects: list[fx.Effect] = []
        self.rail = int(now.rail)
        self.tokens = list(now.tokens)
        self.wagers = {standing.wager: standing for standing in now.wagers}

    def seat(self) -> Seat:
        """Return the seat. What the player cannot give back is owed."""
        if self.rail < 0:
            self.effects.append(fx.Owed(self.now.name, Cents(-self.rail)))
            self.rail = 0
        after = self.now.holding(self.rail, in_order(self.wagers.values()), tuple(sorted(self.tokens)))
        return replace(after, idle=self.was.idle, earlier=())

    def return_bets_since(self) -> None:
        """Return what was bet since the throw: it was bet at a table that is now another."""
        for standing in tuple(self.wagers.values()):
            stood = self.settled.on(standing.wager)
            chips = max(0, standing.chips - (stood.chips if stood else 0))
            tokens = tokens_without(standing.tokens, stood.tokens if stood else ())
            if not chips and not tokens:
                continue
            self._take_off(standing, chips, tokens, "invalid")
            fee = standing.commission - (stood.commission if stood else 0)
            if fee > 0:
                self._commission(standing.wager, -fee)
            left = self.wagers.get(standing.wager)
            if stood and left and left.amount == stood.amount:
                self.wagers[standing.wager] = replace(stood, call=standing.call)
            elif stood and left:
                paid = min(left.commission, stood.commission)
                self.wagers[standing.wager] = replace(left, commission=paid)

    def reverse(self, came: list[fx.Effect]) -> None:
        """Reverse the effects of the throw for this player, the last first."""
        up = {effect.wager for effect in came if isinstance(effect, fx.Paid) and effect.up}
        for effect in reversed(came):
            match effect:
                case fx.Moved():
                    self._move_back(effect)
                case fx.Counted() if effect.wager in self.wagers:
                    self._count_back(effect)
                case fx.Button() if effect.wager in self.wagers:
                    self._mark_again(effect.wager)
                case fx.Paid():
                    self._take_back(effect)
                case fx.Vigorish():
                    self.effects.append(fx.Reversed(effect))
                    self.rail += effect.amount
                case fx.Forfeited() if effect.wager in up:
                    self._put_tokens_back(effect)
                case fx.Lost() | fx.Forfeited():
                    self.effects.append(fx.Reversed(effect))
                    self._put_back(effect.wager)
                case _:
                    pass

    def refund(self, came: list[fx.Effect], *, forfeit: bool) -> None:
        """Return the wagers that the throw decided, with their commission, or forfeit them."""
        for wager in sorted(_decided(came) & self.wagers.keys(), key=lambda wager: wager.order):
            standing = self.wagers[wager]
            if forfeit:
                self.effects.append(fx.Forfeited(self.now.name, wager, standing.amount, standing.tokens))
                del self.wagers[wager]
                continue
            self._take_off(standing, standing.chips, standing.tokens, "invalid")
            if standing.commission:
                self._commission(wager, -standing.commission)

    def _commission(self, wager: Wager, amount: int) -> None:
        self.effects.append(fx.Vigorish(self.now.name, wager, Cents(amount)))
        self.rail -= amount

    def _take_off(self, standing: Standing, chips: int, tokens: tuple[Cents, ...], why: fx.Why) -> None:
        """Return chips and tokens from the layout to the player."""
        amount = Cents(chips + sum(tokens))
        self.effects.append(fx.Returned(self.now.name, standing.wager, amount, why, tokens))
        self.tokens += tokens
        self.rail += chips
        left = Cents(standing.amount - amount)
        if left:
            on_it = tokens_without(standing.tokens, tokens)
            self.wagers[standing.wager] = replace(standing, amount=left, tokens=on_it)
        else:
            del self.wagers[standing.wager]

    def _put_back(self, wager: Wager) -> None:
        """Let a wager lie as it did before the throw."""
        stood = self.was.on(wager)
        assert stood is not None
        self.wagers[wager] = stood

    def _put_tokens_back(self, forfeited: fx.Forfeited) -> None:
        """Put the tokens of a winner beside the chips that stayed up, as far as these still lie there."""
        self.effects.append(fx.Reversed(forfeited))
        stood = self.was.on(forfeited.wager)
        assert stood is not None
        fee = Cents(0) if forfeited.wager in self.void else stood.commission
        nothing = replace(stood, amount=Cents(0), tokens=(), commission=fee)
        left = self.wagers.get(forfeited.wager) or nothing
        amount = Cents(left.amount + forfeited.amount)
        self.wagers[forfeited.wager] = replace(left, amount=amount, tokens=forfeited.tokens)

    def _take_back(self, paid: fx.Paid) -> None:
        """Take back winnings, and put the stake on the layout again if it came down, then or since."""
        if paid.up and paid.wager not in self.void:
            self._put_back_taken_down(paid.wager)
        self.effects.append(fx.Reversed(paid))
        self.rail -= paid.won
        if not paid.up:
            self.rail -= paid.amount - sum(paid.tokens)
            self._put_back(paid.wager)

    def _put_back_taken_down(self, wager: Wager) -> None:
        """Put a winner that stayed up back as it lay, with what its player has taken down since the throw."""
        stood, left = self.was.on(wager), self.wagers.get(wager)
        assert stood is not None
        gone = Cents(stood.amount - (left.amount if left else 0))
        if gone:
            self.effects.append(fx.Reversed(fx.Returned(self.now.name, wager, gone, "taken down")))
            self.rail -= gone
        fee = _fee_kept(self.book, stood, self.settled.on(wager), left)
        self.wagers[wager] = replace(stood, commission=Cents(fee))

    def _move_back(self, moved: fx.Moved) -> None:
        """Take a come wager back to its box, unless its player has taken it down since."""
        standing = self.wagers.pop(moved.to, None)
        if standing is not None:
            self.effects.append(fx.Reversed(replace(moved, amount=standing.amount)))
            self.wagers[moved.wager] = replace(standing, wager=moved.wager)

    def _count_back(self, counted: fx.Counted) -> None:
        stood = self.was.on(counted.wager)
        assert stood is not None
        self.effects.append(fx.Reversed(counted))
        if stood.progress:
            self.effects.append(fx.Counted(self.now.name, counted.wager, stood.progress))
        self.wagers[counted.wager] = replace(self.wagers[counted.wager], progress=stood.progress)

    def _mark_again(self, wager: Wager) -> None:
        """Lay a button that the throw lifted, unless the player has called the wager since."""
        stood, standing = self.was.on(wager), self.wagers[wager]
        if stood is not None and stood.call and standing.call is None:
            self.effects.append(fx.Button(self.now.name, wager, stood.call))
            self.wagers[wager] = replace(standing, call=stood.call)
