"""Whose the dice are: the turn clockwise round the table, and the end of a hand."""

from typing import Final

from msgspec.structs import replace

from bankcraps.engine import effects as fx
from bankcraps.engine.actor import Actor, crew, player
from bankcraps.engine.state import DiceSet, Seat, State, Turn
from bankcraps.engine.throw.settlement import end_of_hand
from bankcraps.rulebook.schema import Rulebook

__all__ = ["STICK", "end_hand", "full_set", "in_turn", "next_place", "shooter", "take_dice", "thrower"]

STICK: Final = crew("stickperson")
"""Who throws when nobody at the rail can and wagers stand."""


def eligible(book: Rulebook, seat: Seat) -> bool:
    """Whether a player has what it takes to throw: a wager on the line, where the book wants one."""
    return seat.has_line_wager or not book.dice.line_wager_to_shoot


def thrower(book: Rulebook, state: State) -> Actor | None:
    """Who throws next: the shooter, or the next player clockwise who can and will.

    Where there is none, the stickperson throws while wagers stand. With nothing on the layout it matters to
    nobody who throws, and the answer is None.
    """
    turn = state.turn
    for seat in state.clockwise(turn.start):
        if eligible(book, seat) and seat.place not in turn.declined:
            return player(seat.name)
    wagers_stand = any(seat.wagers for seat in state.seats)
    return STICK if wagers_stand and book.dice.stick_throws else None


def shooter(state: State) -> str | None:
    """The shooter or, between shooters, the player to whom the dice come next; None at an empty table."""
    turn = state.turn
    for seat in state.clockwise(turn.start):
        if seat.place not in turn.declined:
            return seat.name
    return None


def in_turn(book: Rulebook, state: State) -> Seat | None:
    """The player to whom the dice have to be offered now."""
    turn = state.turn
    everyone = turn.opening or book.dice.offered_to == "everyone"
    for seat in state.clockwise(turn.start):
        if seat.place not in turn.declined and (everyone or seat.has_line_wager):
            return seat
    return None


def next_place(state: State, place: int) -> int:
    """The next taken place clockwise after one; that place itself if there is no other."""
    return next((seat.place for seat in state.clockwise(place + 1)), place)


def take_dice(book: Rulebook, state: State, seat: Seat) -> tuple[State, list[fx.Effect]]:
    """Give a player the dice, ending the hand of whoever threw before: another shooter, or the crew."""
    happened: list[fx.Effect] = []
    if state.turn.held or (state.turn.begun and book.watches_hands):
        state, happened = end_hand(book, state, "no line wager")
    happened.append(fx.DiceTaken(seat.name))
    turn = replace(_between_hands(state.turn), start=seat.place, held=True, opening=False)
    return replace(state, turn=turn), happened


def end_hand(book: Rulebook, state: State, why: str) -> tuple[State, list[fx.Effect]]:
    """Pass the dice on: wagers on the hand are decided, and all the dice go back to the bowl."""
    turn = state.turn
    happened: list[fx.Effect] = []
    if turn.begun:
        settled = end_of_hand(book, state)
        state, happened = settled.state, settled.effects
    dice = _gathered(book, state.dice)
    if turn.held:
        leaving = next(seat.name for seat in state.seats if seat.place == turn.start)
        happened.append(fx.DicePassed(leaving, why))
    if dice.number != state.dice.number:
        happened.append(fx.SetBrought(dice.number))
    passed = _between_hands(turn)
    if turn.held:
        passed = replace(passed, start=next_place(state, turn.start), opening=False)
    return replace(state, dice=dice, turn=passed, out=False, thrown=False), happened


def _between_hands(turn: Turn) -> Turn:
    """The turn while nobody has the dice: nobody is asked yet, and nothing has been thrown."""
    return replace(turn, held=False, offered=0, declined=(), begun=False, since_seven=False)


def _gathered(book: Rulebook, dice: DiceSet) -> DiceSet:
    """The dice between hands: all in the bowl, and a new set if two of this one were lost."""
    if dice.spent:
        return DiceSet(bowl=full_set(book), number=dice.number + 1)
    if not dice.chosen and not dice.short:
        return dice
    bowl = tuple(sorted(dice.chosen + dice.bowl))
    return replace(dice, chosen=(), bowl=bowl, short=False, asked=False)


def full_set(book: Rulebook) -> tuple[int, ...]:
    """The numbers of a whole set of dice."""
    return tuple(range(1, book.dice.set_size + 1))
