"""Invalid outcomes and void wagers: what the last throw paid and took is undone, or the round is given up.

Each effect of the throw is reversed on the table as it is now: what players have taken down or called since
stays so.
"""

from operator import attrgetter
from typing import Final

from msgspec.structs import replace

from bankcraps.game.chips import Cents
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.floor.players import not_seated
from bankcraps.game.engine.floor.reversing import (
    Undone,
    balanced,
    given_up,
    moved,
    of_player,
    owing,
    undone_since,
    without,
)
from bankcraps.game.engine.floor.since import ENDED, dice_again, has_left, voided, with_turn_of
from bankcraps.game.engine.floor.supervision import unknown_reason
from bankcraps.game.engine.refusals import Refusal, not_standing, refuse
from bankcraps.game.engine.settlement import end_of_hand
from bankcraps.game.engine.shooter.dice_set import left_table
from bankcraps.game.engine.shooter.throwing import before_throw, throw_again
from bankcraps.game.engine.shooter.turns import hand_over_since, holder, open_betting, without_shooter
from bankcraps.game.engine.state import (
    DiceSet,
    Done,
    LastThrow,
    Seat,
    Standing,
    State,
    in_order,
    tokens_without,
)
from bankcraps.game.engine.wagering.commission import paid_for
from bankcraps.game.engine.wagering.taking_down import clear, refunds
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import Wager, odds_behind

ABANDONED: Final = "abandoned"
"""The reason to end a round whose players do not come back."""

_NAME: Final = attrgetter("name")
_DECIDED = (fx.Paid, fx.Lost, fx.Forfeited)
"""Effects that decide a wager. A wager that tied or was off has come back already, or still stands."""


def judge_invalidate(book: Rulebook, state: State, event: ev.Invalidate) -> Refusal | None:
    """Refuse a reason the book does not list, and forfeits where the book allows none for that reason.

    Every house may end a round that everybody has abandoned. No document foresees it, because nobody walks
    out of a casino for days with a wager on the layout.
    """
    if event.scope not in ("", "throw", "round"):
        return refuse("bad_words", "an outcome is declared invalid for the throw or for the round")
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
    """Whether a person, perhaps gone since, was at the table for the last throw."""
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

    The round is over, so players who declined or passed the dice may be asked again.
    """
    effects: list[fx.Effect] = [fx.GameInvalid(event.reason)]
    for seat in state.seats:
        wagers = {standing.wager for standing in seat.wagers}
        after, taken = _give_up(seat, wagers, forfeit=seat.name in event.guilty)
        state = balanced(state, after)
        effects += taken
    turn = replace(state.turn, declined=())
    return replace(state, puck=0, turn=turn, out=False, thrown=False, by_stick=False, last=None), effects


def _give_up(seat: Seat, wagers: set[Wager], *, forfeit: bool) -> Undone:
    """Return wagers with their commission, or take them if their player forfeits them."""
    kept = without(seat, wagers)
    if forfeit:
        going = (standing for standing in seat.wagers if standing.wager in wagers)
        return kept, [fx.Forfeited(seat.name, lost.wager, lost.amount, lost.tokens) for lost in going]
    effects = given_up(seat, kept, "invalid")
    return moved(kept, effects), effects


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
        event: the reason, and the guilty players.
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
    effects += _passed_by_leaving(state, last, came) if gone else []
    came_since = sorted((seat for seat in state.seats if before.seat(seat.name) is None), key=_NAME)
    nothing = [replace(seat, wagers=()) for seat in came_since]
    for was, settled in zip((*before.seats, *nothing), (*after.seats, *nothing), strict=True):
        now = state.seat(was.name)
        held, still_on = _before_the_end(now or was.holding(0, (), ()), settled, last)
        reversal = _Reversal(book, last, was, settled, held)
        seat, undone = reversal.undo(of_player(came, was.name), forfeit=was.name in event.guilty)
        if now is None:  # chips of a player who has left are out of reach: what would move is owed
            owed = _owed_away(book, state, seat, hand=before.turn.begun)
            effects += [fx.Owed(was.name, owed, away=True)] if owed else []
            continue
        state, owed = balanced(state, seat), list[fx.Effect]()
        if not last.ended:
            state, owed = owing(state)
        effects += [*still_on, *undone, *owed]
    state, opened = open_betting(state)
    state, undone = replace(before_throw(state), puck=before.puck), list[fx.Effect]()
    again: list[fx.Effect] = []
    if gone and last.ended and before.turn.begun:
        over = end_of_hand(book, state)
        state, again = replace(state, seats=over.seats, bank=over.bank), over.effects
    elif not gone and (book.edition > 1 or not hand_over_since(book, state, after)):
        dice = before.dice if same_dice else _chosen_again(book, state.dice, before.dice)
        state, undone, again = _dice_back(book, replace(state, dice=dice), last)
    told = fx.ThrowInvalid(event.reason, last.throw, before.puck)
    taken_back = (*came, *(one.effect for one in undone if isinstance(one, fx.Reversed)))
    hand_over = book.edition > 1 and any(isinstance(effect, fx.HandEnded) for effect in taken_back)
    again = again if hand_over else [effect for effect in again if isinstance(effect, ENDED)]
    state, owed = owing(state) if last.ended else (state, [])
    return state, [told, *undone, *effects, *opened, *again, *owed]


def _owed_away(book: Rulebook, state: State, seat: Seat, *, hand: bool) -> Cents:
    """Return what a player who has left owes; below zero, what they are owed.

    Wagers that the end of the hand had decided before they left are decided again if the `hand` has a throw.
    """
    if seat.wagers and hand:
        (seat,) = end_of_hand(book, replace(state, seats=(seat,))).seats
    return Cents(-seat.rail - seat.at_risk)


def _before_the_end(now: Seat, settled: Seat, last: LastThrow) -> Undone:
    """Return a seat with the wagers that the end of the hand decided since the throw, as they lay then.

    What was bet on their spots for the next hand comes back.
    """
    ended = [one for one in last.ended if isinstance(one, fx.OfPlayer) and one.seat == now.name]
    lay = [effect for effect in ended if isinstance(effect, fx.Paid | fx.Lost)]
    kept = without(now, {effect.wager for effect in lay})
    effects = [*given_up(now, kept, "invalid"), *(fx.Reversed(effect) for effect in reversed(ended))]
    for one in lay:
        stood = settled.on(one.wager) or Standing(one.wager, one.amount)
        kept = replace(
            kept, wagers=kept.wagers_with(None, replace(stood, amount=one.amount, tokens=one.tokens))
        )
    return moved(kept, effects), effects


def _shooter_is_gone(state: State, last: LastThrow) -> bool:
    """Whether the player who threw has left or is excluded. Then the hand stays over."""
    seat = last.before.seat(holder(last.before) or "")
    if seat is None:
        return False
    return has_left(state, last, seat) or seat.name in state.floor.excluded


def _passed_by_leaving(state: State, last: LastThrow, came: list[fx.Effect]) -> list[fx.Effect]:
    """Say that the hand is over, although the seven-out that ended it is undone: the shooter has gone.

    Then tell what was done with the dice since, which stands.
    """
    passed = next((effect.seat for effect in came if isinstance(effect, fx.DicePassed)), None)
    if passed is None:
        return []
    why = "excluded" if passed in state.floor.excluded else "left"
    return [fx.DicePassed(passed, why), *(effect for act in last.dice for effect in act.effects)]


def _chosen_again(book: Rulebook, now: DiceSet, before: DiceSet) -> DiceSet:
    """Return the dice now, but with those chosen that the shooter had before the throw, if they are there."""
    there = {*now.chosen, *now.bowl}
    same_set = now.number == before.number and before.chosen and there.issuperset(before.chosen)
    if book.edition == 1 or not same_set:
        return now
    bowl = tuple(sorted(there.difference(before.chosen)))
    return replace(now, chosen=before.chosen, bowl=bowl, short=False, asked=False)


def _dice_back(
    book: Rulebook, state: State, last: LastThrow
) -> tuple[State, list[fx.Effect], list[fx.Effect]]:
    """Give the dice back to their holder before the throw, unless people have passed or taken them since.

    Returns:
        The table, what undoes the acts with the dice that are no longer possible, and the effects of those
        that stand.
    """
    state, kept, undone = dice_again(book, with_turn_of(book, state, last), last)
    again: list[fx.Effect] = [effect for act in kept for effect in act.effects]
    return state if state.turn.held else replace(state, dice=without_shooter(state.dice)), undone, again


def _fee_kept(book: Rulebook, was: Standing, settled: Standing | None, now: Standing | None) -> Cents:
    """Return the commission for a wager on the throw that the house still has, in cents.

    What the throw charged again is no part of it. Where the book returns commission with chips taken down,
    the player has had some of it back since the throw.
    """
    if settled is None or not refunds(book.wagers[was.wager.kind]):
        return was.commission
    return Cents(was.commission - settled.commission + (now.commission if now else 0))


def _without_bet_since(
    book: Rulebook, standing: Standing, stood: Standing | None, chip: Cents
) -> Standing | None:
    """Remove what was bet on a wager since the throw. `stood` is the wager right after the throw."""
    if stood is None:
        return None
    tokens = tokens_without(standing.tokens, tokens_without(standing.tokens, stood.tokens))
    amount = Cents(min(standing.chips, stood.chips) + sum(tokens))
    if amount == standing.amount and (amount < stood.amount or book.edition == 1):
        return standing
    if amount == stood.amount:
        return replace(stood, call=standing.call)
    old = book.edition == 1
    commission = min(standing.commission, stood.commission) if old else paid_for(book, standing, amount, chip)
    return replace(standing, amount=amount, tokens=tokens, commission=commission) if amount else None


def judge_void(book: Rulebook, state: State, event: ev.VoidWager) -> Refusal | None:
    """Refuse an unlisted reason, and a wager that neither stands nor was decided by the last throw."""
    refused = unknown_reason(book, event.reason, "void_for") or not_seated(state, event.player)
    if refused:
        return refused
    if state.seated(event.player).on(event.wager) is None and not _result(book, state, event):
        return not_standing(event.player, event.wager)
    return None


def void(book: Rulebook, state: State, event: ev.VoidWager) -> Done:
    """Return the stake, and the odds behind it if there are any.

    If the wager stands no more because the last throw decided it, the result of that throw on it is undone.
    """
    seat = state.seated(event.player)
    standing, odds = seat.on(event.wager), seat.odds_on(event.wager)
    if standing is None:
        return _void_result(book, state, event)
    return clear(book, state, seat, (odds, standing) if odds else (standing,), "void")


def _result(book: Rulebook, state: State, event: ev.VoidWager) -> list[fx.Effect]:
    """Return what the last throw did to a wager that it decided, and to the odds behind it."""
    last = state.last
    was = None if last is None else last.before.seat(event.player)
    if last is None or was is None or has_left(state, last, was):
        return []
    own, spots = of_player(throw_again(book, last)[1], event.player), _with_odds(event.wager)
    on_it: list[fx.Effect] = [one for one in own if isinstance(one, fx.OnWager) and one.wager in spots]
    decided = any(isinstance(effect, _DECIDED) and effect.wager is event.wager for effect in on_it)
    return on_it if decided else []


def _with_odds(wager: Wager) -> tuple[Wager, ...]:
    odds = odds_behind(wager)
    return (wager,) if odds is None else (odds, wager)


def _void_result(book: Rulebook, state: State, event: ev.VoidWager) -> Done:
    """Undo the result of the last throw on one wager, and return its stake.

    From then on the throw is one that found no such wager, so that it may still be corrected or invalid.
    """
    last, seat, spots = state.last, state.seated(event.player), _with_odds(event.wager)
    assert last is not None
    settled, _ = throw_again(book, last)
    was = last.before.seated(event.player)
    others = [standing.wager for standing in (*was.wagers, *seat.wagers) if standing.wager not in spots]
    fees = tuple(fee for fee in last.fees if fee.seat == seat.name and fee.wager in spots)
    reversal = _Reversal(
        book,
        replace(last, fees=fees),
        without(was, others),
        without(settled.seated(event.player), others),
        without(seat, others),
    )
    after, undone = reversal.undo(_result(book, state, event), forfeit=False)
    wagers = in_order((*after.wagers, *without(seat, spots).wagers))
    state = balanced(state, replace(after, wagers=wagers, idle=seat.idle))
    going = tuple(standing for standing in was.wagers if standing.wager in spots)
    before, _ = clear(book, last.before, was, going, "void")
    kept = tuple(fee for fee in last.fees if fee not in fees)
    state, owed = owing(replace(state, last=replace(last, before=before, fees=kept)))
    told = [replace(one, why="void") if isinstance(one, fx.Returned) else one for one in undone]
    return state, [*told, *owed]


class _Reversal:
    """The reversal of a throw for one player, without later bets, because the table has changed.

    Attributes:
        book: the house's rules.
        was: the seat before the throw.
        settled: the seat right after it.
        void: the wagers declared void since. They have come back, with this commission.
        now: the seat now, without what was bet since.
        wagers: the wagers as they lie so far.
        effects: the effects, in order.
    """

    __slots__ = ("book", "effects", "last", "lay", "now", "settled", "void", "wagers", "was")

    def __init__(self, book: Rulebook, last: LastThrow, was: Seat, settled: Seat, now: Seat) -> None:
        self.book, self.was, self.settled = book, was, settled
        stood = {standing.wager: standing for standing in settled.wagers}
        self.void = {wager: stood[wager].commission for wager in voided(last, settled)}
        if book.edition > 1:
            stood = {wager: standing for wager, standing in stood.items() if wager not in self.void}
        chip = last.before.floor.chip
        left = (_without_bet_since(book, one, stood.get(one.wager), chip) for one in now.wagers)
        self.now = replace(now, wagers=tuple(standing for standing in left if standing))
        self.wagers = {standing.wager: standing for standing in self.now.wagers}
        self.last, self.lay = last, now
        self.effects: list[fx.Effect] = []

    def undo(self, came: list[fx.Effect], *, forfeit: bool) -> Undone:
        """Reverse the throw's effects on the player, the last first, and give up the wagers it decided."""
        void = self.void | self._bet_again(came)
        self.effects += undone_since(self.book, self.last, self.lay, self.now, "invalid", void)
        for effect in reversed(came):
            self._reverse(effect)
        lie = replace(self.now, wagers=in_order(self.wagers.values()), idle=self.was.idle)
        decided = {effect.wager for effect in came if isinstance(effect, _DECIDED)}
        seat, taken = _give_up(moved(lie, self.effects), decided, forfeit=forfeit)
        return seat, [*self.effects, *taken]

    def _bet_again(self, came: list[fx.Effect]) -> dict[Wager, Cents]:
        """Return the commission that void wagers had, so that only what was bet on them since comes back.

        That is so for those that the throw did not decide: what the house kept of them it keeps.
        """
        decided = {effect.wager for effect in came if isinstance(effect, _DECIDED)}
        paid = {fee.wager: fee.amount for fee in self.last.fees if fee.seat == self.was.name}
        lies = {standing.wager: standing.commission for standing in self.lay.wagers}
        untouched = self.void.keys() - decided if self.book.edition > 1 else ()
        return {wager: Cents(lies.get(wager, 0) - paid.get(wager, 0)) for wager in untouched}

    def _reverse(self, effect: fx.Effect) -> None:
        """Reverse one effect. Its wager lies as before the throw."""
        match effect:
            case fx.Moved() if effect.to in self.wagers:
                self._move_back(effect)
            case fx.Counted() if effect.wager in self.wagers:
                self._count_back(effect)
            case fx.Button() if effect.wager in self.wagers:
                self._mark_again(effect.wager)
            case fx.Paid(up=True):
                self._put_up_again(effect.wager)
                self.effects.append(fx.Reversed(effect))
            case fx.Paid() | fx.Lost() | fx.Forfeited():
                self.wagers[effect.wager] = self._stood(effect.wager)
                self.effects.append(fx.Reversed(effect))
            case fx.Vigorish():
                self.effects.append(fx.Reversed(effect))
            case _:
                pass

    def _stood(self, wager: Wager) -> Standing:
        """Return a wager as it lay before the throw."""
        return self.was.standing(wager)

    def _put_up_again(self, wager: Wager) -> None:
        """Put a winner that stayed up back as it lay, including what its player took down since the throw.

        The chips of a void one have come back for good, with the commission that they had after the throw.
        The rest of its commission comes back too. Its tokens are put beside what lies there now.
        """
        stood, left = self._stood(wager), self.now.on(wager)
        rest = Cents(stood.commission - self.void.get(wager, stood.commission))
        if rest and self.book.edition > 1:
            self.effects.append(fx.Vigorish(self.was.name, wager, Cents(-rest)))
        if wager not in self.void:
            gone = Cents(stood.chips - (left.chips if left else 0))
            if gone:
                self.effects.append(fx.Reversed(fx.Returned(self.was.name, wager, gone, "taken down")))
            fee = _fee_kept(self.book, stood, self.settled.on(wager), left)
            if fee != stood.commission:  # what came back with the chips goes back with them
                self.effects.append(fx.Vigorish(self.was.name, wager, Cents(stood.commission - fee)))
            self.wagers[wager] = stood
        elif stood.tokens:
            chips, fee = (left.chips, left.commission) if left else (Cents(0), Cents(0))
            amount = Cents(chips + sum(stood.tokens))
            self.wagers[wager] = replace(stood, amount=amount, commission=fee)

    def _move_back(self, move: fx.Moved) -> None:
        """Take a come wager back to its box."""
        standing = self.wagers.pop(move.to)
        self.wagers[move.wager] = replace(standing, wager=move.wager)
        self.effects.append(fx.Reversed(replace(move, amount=standing.amount)))

    def _count_back(self, counted: fx.Counted) -> None:
        progress = self._stood(counted.wager).progress
        self.wagers[counted.wager] = replace(self.wagers[counted.wager], progress=progress)
        self.effects.append(fx.Reversed(counted))
        if progress:
            self.effects.append(fx.Counted(self.was.name, counted.wager, progress))

    def _mark_again(self, wager: Wager) -> None:
        """Lay a button that the throw lifted, unless the player has called the wager since."""
        stood, standing = self.was.on(wager), self.wagers[wager]
        if stood is not None and stood.call and standing.call is None:
            self.wagers[wager] = replace(standing, call=stood.call)
            self.effects.append(fx.Button(self.was.name, wager, stood.call))
