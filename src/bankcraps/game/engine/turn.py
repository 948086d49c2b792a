"""The turn to throw: who has the dice, who throws next, and who is offered them."""

from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.errors import require_type
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.actor import Actor, crew, player
from bankcraps.game.engine.rulings import hand_end_rulings
from bankcraps.game.engine.state import Done, Seat, State
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.terms import LineTerms
from bankcraps.game.wagers import Kind, Wager

STICK: Final = crew("stickperson")
"""The thrower when wagers stand and no player can throw."""


def thrower(book: Rulebook, state: State) -> Actor | None:
    """Return the next thrower: the shooter, or the next player clockwise who may throw and has not declined.

    Nobody who is excluded may throw nor, where the book says so, anybody without a wager on the line. If no
    player may but wagers stand, the stickperson throws, where the book says so. If nobody is to throw, or one
    of the table's `others` does, return None. While the dice are in the air, return who threw them, whatever
    has become of wagers and people since.
    """
    try:
        turn, rules = state.turn, book.dice
    except AttributeError:  # asked only now, because every throw passes here
        require_type(book, Rulebook, "a rulebook is what load_rulebook returns")
        require_type(state, State, "a state is what open_table or a step returns")
        raise
    if state.thrown and book.edition > 1:
        return _who_threw(state)
    for seat in state.clockwise(turn.start):
        if seat.place in turn.declined or seat.name in state.floor.excluded:
            continue
        if seat.has_line_wager or not needs_line_wager(book, state):
            return player(seat.name)
    wagers_stand = any(seat.wagers for seat in state.seats)
    return STICK if wagers_stand and rules.stick_throws and not state.floor.others else None


def _who_threw(state: State) -> Actor | None:
    if state.by_stick:
        return STICK
    name = holder(state)
    return None if name is None else player(name)


def needs_line_wager(book: Rulebook, state: State) -> bool:
    """Whether a shooter needs a wager on the line now."""
    return book.dice.line_wager_to_shoot and not _line_is_over(book, state)


def _line_is_over(book: Rulebook, state: State) -> bool:
    """Whether no shooter has a line wager, none can be made, and the stickperson does not throw instead.

    None can be made at a closed table, and in most houses while there is a point. The stickperson throws for
    any wager but those on a shooter's hand, and in some houses for none.
    """
    closed = state.floor.closed
    if book.edition == 1 or not (closed or state.puck):
        return False
    if any(seat.has_line_wager and seat.name not in state.floor.excluded for seat in state.seats):
        return False
    if book.dice.stick_throws:
        return closed and any(hand_end_rulings(book)[s.wager] for seat in state.seats for s in seat.wagers)
    on_pass = book.wagers.get(Kind.PASS)
    return closed or not (isinstance(on_pass, LineTerms) and on_pass.after_point != "refused")


def has_an_end(book: Rulebook, state: State, wager: Wager) -> bool:
    """Whether somebody can still throw for a wager. At an open table somebody can always sit down and bet."""
    if not state.floor.closed or state.floor.others or book.edition == 1:
        return True
    needs = needs_line_wager(book, state)
    if any(s.name not in state.floor.excluded and (s.has_line_wager or not needs) for s in state.seats):
        return True
    return book.dice.stick_throws and hand_end_rulings(book)[wager] is None


def holder(state: State) -> str | None:
    """Return the player who has the dice, or None between shooters."""
    turn = state.turn
    return next((seat.name for seat in state.seats if turn.held and seat.place == turn.start), None)


def shooter(book: Rulebook, state: State) -> str | None:
    """Return the player who has the dice or, between shooters, the one who throws next.

    If no wagers stand, that is the next player in turn. Return None if the stickperson throws or nobody can.
    """
    due = thrower(book, state)
    held, turn = holder(state), state.turn
    if held or due:
        return held or (due.person if due and due.role == "player" else None)
    for seat in state.clockwise(turn.start):
        if seat.place not in turn.declined:
            return seat.name
    return None


def next_to_offer(book: Rulebook, state: State) -> Seat | None:
    """Return the player to whom the dice must be offered next, or None."""
    turn = state.turn
    everyone = turn.opening or book.dice.offered_to == "everyone"
    for seat in state.clockwise(turn.start):
        asked = seat.place not in turn.declined and seat.name not in state.floor.excluded
        if asked and (everyone or seat.has_line_wager or _line_is_over(book, state)):
            return seat
    return None


def offered_to(state: State) -> Seat | None:
    """Return the player who has been offered the dice and has not answered, or None."""
    return next((seat for seat in state.seats if seat.place == state.turn.offered), None)


def may_take_after_all(book: Rulebook, state: State) -> tuple[Seat, ...]:
    """Return the players who may take the dice although they have declined them or were ordered to pass them.

    That is so where nobody else can throw, and the stickperson does not. Whoever is asked now answers first.
    """
    turn, rules = state.turn, book.dice
    if not turn.declined or rules.stick_throws or state.floor.others or thrower(book, state):
        return ()
    able = tuple(
        seat
        for seat in state.clockwise(turn.start)
        if seat.place in turn.declined
        and seat.name not in state.floor.excluded
        and (seat.has_line_wager or not needs_line_wager(book, state))
    )
    asked = offered_to(state) if able else None
    return (asked,) if asked else able


def next_place(state: State, place: int) -> int:
    """Return the next taken place clockwise, or the same place if there is no other."""
    return next((seat.place for seat in state.clockwise(place + 1)), place)


def open_betting(state: State) -> Done:
    """Open the betting again if it is closed and the dice are not in the air, and say so."""
    if not state.out or state.thrown:
        return state, []
    return replace(state, out=False), [fx.Reversed(fx.DiceOut())]


def full_set(book: Rulebook) -> tuple[int, ...]:
    """Return the numbers of a full set of dice."""
    return tuple(range(1, book.dice.set_size + 1))


# The number of the shooter's hand, counted from effects.


class Hand(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shooter's hand.

    Attributes:
        number: its number at the table, from 1.
        throws: the number of throws that it has had, also invalid ones. Without one it has not begun. It is
            -1 while a correction has taken back the last throw of the hand before, and the right one has not
            come yet.
        before: the number of throws of the hand before it.
    """

    number: int = 1
    throws: int = 0
    before: int = 0


def hand_after(hand: Hand, effect: fx.Effect) -> Hand:
    """Return the hand after an effect: the next one if it ended, the last one if its end was taken back."""
    if isinstance(effect, fx.Reversed):
        return _hand_before(hand, effect.effect)
    if isinstance(effect, fx.Thrown):
        return replace(hand, throws=hand.throws + 1)
    if isinstance(effect, fx.HandEnded) and hand.throws:
        return Hand(hand.number + 1, before=hand.throws)
    return hand


def _hand_before(hand: Hand, effect: fx.Reversible) -> Hand:
    """Return the hand without a reversed effect."""
    if isinstance(effect, fx.Thrown):
        return replace(hand, throws=hand.throws - 1)
    if isinstance(effect, fx.HandEnded) and not hand.throws and hand.number > 1:
        return Hand(hand.number - 1, hand.before)
    return hand
