"""The beginning and the end of a shooter's hand."""

from typing import Final

from msgspec.structs import replace

from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.rulings import hand_end_rulings
from bankcraps.game.engine.settlement import end_of_hand
from bankcraps.game.engine.state import DiceSet, Seat, State, Turn
from bankcraps.game.engine.turn import full_set, next_place
from bankcraps.game.rulebook.schema import Rulebook

__all__ = ["NO_LINE_WAGER", "end_hand", "hand_over_since", "take_dice", "without_shooter"]

NO_LINE_WAGER: Final = "no line wager"
"""The reason to pass the dice on from a shooter who may no longer throw."""


def take_dice(book: Rulebook, state: State, seat: Seat) -> tuple[State, list[fx.Effect]]:
    """Give a player the dice. If somebody else was throwing, end that hand first."""
    effects: list[fx.Effect] = []
    if state.turn.held or (state.turn.begun and book.watches_hands):
        state, effects = end_hand(book, state, NO_LINE_WAGER)
    effects.append(fx.DiceTaken(seat.name))
    turn = replace(_between_hands(state.turn), start=seat.place, held=True, opening=False)
    return replace(state, turn=turn), effects


def end_hand(book: Rulebook, state: State, why: str) -> tuple[State, list[fx.Effect]]:
    """End the hand: settle the wagers on it, put the dice back in the bowl, move on to the next player."""
    turn = state.turn
    effects: list[fx.Effect] = []
    if turn.begun:
        settled = end_of_hand(book, state)
        state, effects = replace(state, seats=settled.seats, bank=settled.bank), settled.effects
    dice = _dice_between_hands(book, state.dice)
    if turn.held:
        leaving = next(seat.name for seat in state.seats if seat.place == turn.start)
        effects.append(fx.DicePassed(leaving, why))
    if dice.number != state.dice.number:
        effects.append(fx.SetBrought(dice.number))
    passed = _between_hands(turn)
    if turn.held:
        passed = replace(passed, start=next_place(state, turn.start), opening=False)
    return replace(state, dice=dice, turn=passed), effects


def hand_over_since(book: Rulebook, now: State, settled: State) -> bool:
    """Whether a hand has ended since a throw, and wagers on it were decided by that.

    Args:
        book: the house's rules.
        now: the table now.
        settled: the table right after the throw.
    """
    over = settled.turn.begun and not now.turn.begun
    watching = (hand_end_rulings(book)[s.wager] for seat in settled.seats for s in seat.wagers)
    return over and book.watches_hands and any(watching)


def _between_hands(turn: Turn) -> Turn:
    """Return the turn between two hands: nobody holds the dice or has declined them."""
    return replace(turn, held=False, offered=0, declined=(), begun=False, since_seven=False, came_out=False)


def _dice_between_hands(book: Rulebook, dice: DiceSet) -> DiceSet:
    """Return the dice between two hands: all in the bowl, or a new set if two were lost."""
    if dice.spent:
        return DiceSet(bowl=full_set(book), number=dice.number + 1)
    return without_shooter(dice)


def without_shooter(dice: DiceSet) -> DiceSet:
    """Return a set of dice, all in the bowl."""
    if not dice.chosen and not dice.short:
        return dice
    bowl = tuple(sorted(dice.chosen + dice.bowl))
    return replace(dice, chosen=(), bowl=bowl, short=False, asked=False)
