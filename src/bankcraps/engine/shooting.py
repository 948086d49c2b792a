"""Whose the dice are: the turn clockwise round the table, and the end of a hand."""

import msgspec

from bankcraps.chips import Cents
from bankcraps.engine import effects as fx
from bankcraps.engine.state import ANYONE, CREW_CALL, DiceSet, Hand, Seat, Standing, State, Turn
from bankcraps.engine.winnings import winnings
from bankcraps.engine.with_seat import FIRE
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import FireTerms
from bankcraps.wagers import Kind

__all__ = ["end_hand", "in_turn", "next_place", "shooter", "take_dice", "thrower"]


def eligible(book: Rulebook, seat: Seat) -> bool:
    """Whether a player has what it takes to throw: a wager on the line, where the book wants one."""
    return seat.has_line_wager or not book.dice.line_wager_to_shoot


def thrower(book: Rulebook, state: State) -> str:
    """Who throws next: the shooter, or the next player clockwise who can and will.

    Where there is none, the stickperson throws while wagers stand; with nothing on the layout, `ANYONE` may.
    """
    turn = state.turn
    for seat in state.clockwise(turn.start):
        if eligible(book, seat) and seat.place not in turn.declined:
            return seat.name
    wagers_stand = any(seat.wagers for seat in state.seats)
    return CREW_CALL if wagers_stand and book.dice.stick_throws else ANYONE


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
    turn = state.turn
    happened: list[fx.Effect] = []
    if turn.held or not state.hand.fresh:
        state, happened = end_hand(book, state, "no line wager")
    happened.append(fx.DiceTaken(seat.name))
    taken = Turn(seat.place, held=True, opening=False)
    return msgspec.structs.replace(state, turn=taken), happened


def end_hand(book: Rulebook, state: State, why: str) -> tuple[State, list[fx.Effect]]:
    """Pass the dice on: fire wagers are decided and forgotten, and all the dice go back to the bowl."""
    start, held = state.turn.start, state.turn.held
    happened: list[fx.Effect] = []
    if Kind.FIRE in book.wagers and not state.hand.fresh:
        state, happened = _settle_fire(book, state)
    if held:
        leaving = next(seat.name for seat in state.seats if seat.place == start)
        happened.append(fx.DicePassed(leaving, why))
    dice = _gathered(book, state.dice)
    if dice.number != state.dice.number:
        happened.append(fx.SetBrought(dice.number))
    turn = Turn(next_place(state, start), opening=False) if held else Turn(start, opening=state.turn.opening)
    after = State(state.seats, state.floor, dice, state.puck, state.bank, turn, out=False, hand=Hand())
    return after, happened


def _gathered(book: Rulebook, dice: DiceSet) -> DiceSet:
    """The dice between hands: all in the bowl, and a new set if two of this one were lost."""
    if dice.spent:
        return DiceSet(bowl=full_set(book), number=dice.number + 1)
    if not dice.chosen and not dice.short:
        return dice
    bowl = tuple(sorted(dice.chosen + dice.bowl))
    return DiceSet(bowl=bowl, away=dice.away, lost=dice.lost, number=dice.number)


def full_set(book: Rulebook) -> tuple[int, ...]:
    """The numbers of a whole set of dice."""
    return tuple(range(1, book.dice.set_size + 1))


def _settle_fire(book: Rulebook, state: State) -> tuple[State, list[fx.Effect]]:
    terms = book.wagers[Kind.FIRE]
    assert isinstance(terms, FireTerms)
    pay = terms.pays.get(len(state.hand.made))
    happened: list[fx.Effect] = []
    seats: list[Seat] = []
    bank = int(state.bank)
    for seat in state.seats:
        standing = seat.on(FIRE)
        if standing is None:
            seats.append(seat)
            continue
        stake, rail = standing.amount, int(seat.rail)
        if pay is None:
            happened.append(fx.Lost(seat.name, FIRE, stake, token=standing.token))
            bank += 0 if standing.token else stake
        else:
            won = winnings(book, terms, state.floor.chip, stake, pay)
            happened.append(fx.Paid(seat.name, FIRE, stake, won, token=standing.token))
            if standing.token:
                happened.append(fx.Forfeited(seat.name, FIRE, stake, token=True))
            bank -= won
            rail += won + (0 if standing.token else stake)
        seats.append(_without_fire(seat, standing, rail))
    after = msgspec.structs.replace(state, seats=tuple(seats), bank=Cents(bank))
    return after, happened


def _without_fire(seat: Seat, fire: Standing, rail: int) -> Seat:
    wagers = tuple(standing for standing in seat.wagers if standing is not fire)
    return msgspec.structs.replace(seat, rail=Cents(rail), wagers=wagers)
