"""Laws of chips: none is made or lost, and everything is called out."""

from bankcraps import Rulebook
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.state import Seat
from tests.kit.ledger import Ledger
from tests.kit.sessions import Moment

__all__ = [
    "a_spot_is_taken_once",
    "chips_are_where_chips_can_be",
    "effects_tell_all",
    "no_chip_is_made_or_lost",
    "no_token_is_made_or_lost",
    "seats_are_people",
    "the_bank_pays_what_is_won",
]


def no_chip_is_made_or_lost(book: Rulebook, moment: Moment) -> None:
    """Rails, layout and bank together are what they were: nothing."""
    del book
    assert moment.after.total == 0


def no_token_is_made_or_lost(book: Rulebook, moment: Moment) -> None:
    """A player's tokens, held and on the layout, change only as they are given out or used up."""
    del book
    due = {seat.name: _tokens(seat) for seat in moment.before.seats}
    for effect in moment.came.effects:
        match effect:
            case fx.Seated(seat):
                due[seat] = 0
            case fx.Left(seat):
                del due[seat]
            case fx.TokenIssued(seat, amount):
                due[seat] += amount
            case fx.Lost(seat, _, _, _, tokens) | fx.Forfeited(seat, _, _, tokens):
                due[seat] -= sum(tokens)
            case fx.Reversed(fx.Lost(seat, _, _, _, tokens) | fx.Forfeited(seat, _, _, tokens)):
                due[seat] += sum(tokens)
            case _:
                pass
    assert due == {seat.name: _tokens(seat) for seat in moment.after.seats}


def _tokens(seat: Seat) -> int:
    return sum(seat.tokens) + sum(sum(standing.tokens) for standing in seat.wagers)


def chips_are_where_chips_can_be(book: Rulebook, moment: Moment) -> None:
    """No rail is below nothing, nothing stands as nothing, and everything is in chips the table has."""
    del book
    chip = moment.after.floor.chip
    for seat in moment.after.seats:
        assert seat.rail >= 0
        assert not seat.rail % chip
        for standing in seat.wagers:
            assert standing.amount > 0
            assert standing.commission >= 0
            assert not standing.amount % chip
            assert standing.chips >= 0
            assert list(standing.tokens) == sorted(standing.tokens)
            assert all(face > 0 for face in standing.tokens)
            assert not standing.commission % chip


def a_spot_is_taken_once(book: Rulebook, moment: Moment) -> None:
    """At most one wager of a player on a spot, in the order of the table, and only on offered spots."""
    for seat in moment.after.seats:
        orders = [standing.wager.order for standing in seat.wagers]
        assert orders == sorted(set(orders))
        assert all(book.terms(standing.wager) for standing in seat.wagers)


def seats_are_people(book: Rulebook, moment: Moment) -> None:
    """Everybody has one place, clockwise, among those there are."""
    places = [seat.place for seat in moment.after.seats]
    assert places == sorted(set(places))
    assert all(1 <= place <= book.table.places for place in places)
    assert len({seat.name for seat in moment.after.seats}) == len(places)


def effects_tell_all(book: Rulebook, moment: Moment) -> None:
    """Rails, tokens and wagers can be kept from the effects alone."""
    del book
    ledger = Ledger(moment.before)
    ledger.write(moment.came.effects)
    ledger.check(moment.after)


def the_bank_pays_what_is_won(book: Rulebook, moment: Moment) -> None:
    """The bank gains what was lost, forfeited, charged and sold, less what was won and given back."""
    del book
    due = 0
    for effect in moment.came.effects:
        match effect:
            case fx.Lost(_, _, amount, _, tokens) | fx.Forfeited(_, _, amount, tokens):
                due += amount - sum(tokens)
            case fx.Paid(_, _, _, won):
                due -= won
            case fx.Vigorish(_, _, amount) | fx.CashedOut(_, amount):
                due += amount
            case fx.Bought(_, amount) | fx.Awarded(_, amount):
                due -= amount
            case fx.Reversed(undone):
                due -= _from_a_throw(undone)
            case fx.Owed(seat, amount) if moment.before.seat(seat):
                due -= amount
            case _:
                pass
    assert moment.after.bank - moment.before.bank == due


def _from_a_throw(effect: fx.Effect) -> int:
    """The bank's gain by an effect of a throw."""
    match effect:
        case fx.Lost(_, _, amount, _, tokens) | fx.Forfeited(_, _, amount, tokens):
            return amount - sum(tokens)
        case fx.Paid(_, _, _, won):
            return -won
        case fx.Vigorish(_, _, amount):
            return amount
        case _:
            return 0
