"""What one might do next, for somebody new to the game."""

from bankcraps.chips import printed
from bankcraps.engine import Seat, State, refusal, thrower
from bankcraps.engine.shooter.hand import STICK
from bankcraps.play.session import Session
from bankcraps.play.stakes import full_odds
from bankcraps.rulebook import Rulebook
from bankcraps.wagers import Kind, find

__all__ = ["hint"]

_PASS, _DONT = find(Kind.PASS), find(Kind.DONT_PASS)


def hint(session: Session) -> str:
    """A sentence or two that fit this moment."""
    book, state, seat = session.table.rulebook, session.table.state, session.seat
    if seat is None:
        return "Nobody sits here. Say  Ann: sit  and then  buy_in 500."
    least = (seat.limits or state.floor.limits).minimum
    if seat.rail < least and not seat.wagers:
        left = (
            f"has {printed(seat.rail)} left, and {printed(least)} is the least"
            if seat.rail
            else "is out of chips"
        )
        return f"{seat.name} {left}. Say  buy_in 500  to play on, or  quit."
    if state.floor.closed:
        return "The table is closed: what stands is played out."
    if state.out:
        return f"No more bets: the dice are out. {_throws(book, state)}"
    said = _on_a_point(book, state, seat) if state.puck else _on_the_come_out(book, session, seat)
    return f"{said} {_throws(book, state)}"


def _on_the_come_out(book: Rulebook, session: Session, seat: Seat) -> str:
    unit = printed(session.now.unit)
    if seat.on(_PASS) is not None:
        return "Come-out: 7 and 11 win, 2, 3 and 12 lose, any other number becomes the point."
    if seat.on(_DONT) is not None:
        return "Come-out: 7 and 11 lose, craps wins unless barred, any other number becomes the point."
    win, dont = _name(book, Kind.PASS), _name(book, Kind.DONT_PASS)
    return f"Come-out: press p to stake {unit} on the {win}, d on the {dont}."


def _on_a_point(book: Rulebook, state: State, seat: Seat) -> str:
    if refusal(book, state, full_odds(book, state, seat)) is None:
        return f"The point is {state.puck}. Press o to take full odds, paid without any edge to the house."
    if seat.on(_PASS) is not None:
        return f"The point is {state.puck}: before a 7 it wins the line. c is a come bet, a number places it."
    if seat.on(_DONT) is not None:
        return f"The point is {state.puck}: a 7 before it wins."
    return f"The point is {state.puck}. Press a number to place it, c for a come bet, f for the field."


def _name(book: Rulebook, kind: Kind) -> str:
    terms = book.wagers.get(kind)
    return terms.name if terms else kind.value


def _throws(book: Rulebook, state: State) -> str:
    return "Space has the stickperson throw." if thrower(book, state) == STICK else "Space throws."
