"""Undoing the last throw for a player, whether it has no result or was called wrongly.

The wagers of a seat are set as they are to lie, and the effects say how they come to lie so. Chips and tokens
move as the effects say (`moved`), and the bank has the rest (`balanced`). What does not rest on the throw
stays: see `since.py`.
"""

from collections.abc import Container, Iterable, Mapping

from msgspec.structs import replace

from bankcraps.game.chips import Cents
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.floor.since import gone_since
from bankcraps.game.engine.state import Done, LastThrow, Seat, State, tokens_without
from bankcraps.game.engine.wagering.taking_down import refunds
from bankcraps.game.engine.wagering.undoing import changes
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import Wager

Undone = tuple[Seat, list[fx.Effect]]
"""A seat after an undo, and the effects."""


def of_player(came: Iterable[fx.Effect], name: str) -> list[fx.Effect]:
    """Return the effects that concern one player."""
    return [effect for effect in came if isinstance(effect, fx.OfPlayer) and effect.seat == name]


def without(seat: Seat, gone: Container[Wager]) -> Seat:
    """Return a seat without some of its wagers. Its chips have not moved."""
    return replace(seat, wagers=tuple(standing for standing in seat.wagers if standing.wager not in gone))


def given_up(now: Seat, back: Seat, why: fx.Why) -> list[fx.Effect]:
    """Return the effects that turn the wagers of a seat, with their commission, into those wanted."""
    spots = (standing.wager for standing in (*back.wagers, *now.wagers))
    fees = {wager: fee for wager in spots if (fee := _on_it(back, wager) - _on_it(now, wager))}
    return list(changes(now, back, fees, why))


def undone_since(
    book: Rulebook, last: LastThrow, now: Seat, back: Seat, why: fx.Why, void: Mapping[Wager, Cents]
) -> list[fx.Effect]:
    """Return the effects that turn the wagers of a seat into those wanted, and return commission paid since.

    What the house keeps of a wager that came down it keeps, but it does not charge for putting it up again.

    Args:
        book: the house's rules.
        last: the throw, and the commission paid since.
        now: the seat now.
        back: the seat as its wagers are to lie.
        why: the reason that chips come back.
        void: the wagers that have come back as void since the throw, with the commission that they had then.
    """
    paid = {fee.wager: fee.amount for fee in last.fees if fee.seat == now.name}
    fees: dict[Wager, Cents] = {}
    spots = (standing.wager for standing in (*back.wagers, *now.wagers))
    here = () if now.name in gone_since(last) else void  # the commission of those who left is forgotten
    for wager in dict.fromkeys((*spots, *paid, *here)):
        fee = _on_it(back, wager) - _on_it(now, wager)
        if not refunds(book.wagers[wager.kind]):
            if book.edition > 1:
                fee = -paid.get(wager, 0) - void.get(wager, 0)
            elif fee > 0 and wager not in void:
                continue
        if fee:
            fees[wager] = Cents(fee)
    return list(changes(now, back, fees, why))


def _on_it(seat: Seat, wager: Wager) -> Cents:
    """The commission of what lies on a wager."""
    standing = seat.on(wager)
    return standing.commission if standing else Cents(0)


def moved(seat: Seat, effects: Iterable[fx.Effect]) -> Seat:
    """Return a seat with the rail and the tokens that effects leave it. Its wagers are set already.

    The rail may be below zero afterwards: see `owing`.
    """
    transfers = (one for effect in effects for one in fx.transfers(effect))
    for one in (one for one in transfers if one.seat == seat.name):
        if one.target == "rail":
            tokens = tuple(sorted((*seat.tokens, *one.tokens)))
            seat = seat.holding(seat.rail + one.amount, seat.wagers, tokens)
        elif one.source == "rail":
            tokens = tokens_without(seat.tokens, one.tokens)
            seat = seat.holding(seat.rail - one.amount, seat.wagers, tokens)
    return seat


def balanced(state: State, seat: Seat) -> State:
    """Return the table with a seat changed. The bank gains or pays the difference in chips."""
    now = state.seated(seat.name)
    return state.with_seat(seat, now.rail + now.at_risk - seat.rail - seat.at_risk)


def owing(state: State) -> Done:
    """Return the table with no rail below zero: what a player cannot give back is owed."""
    owed: list[fx.Effect] = []
    for seat in state.seats:
        if seat.rail < 0:
            owed.append(fx.Owed(seat.name, Cents(-seat.rail)))
            state = balanced(state, replace(seat, rail=Cents(0)))
    return state, owed
