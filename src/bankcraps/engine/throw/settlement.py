"""The money of a throw, and of the end of a hand: losers are taken, winners are paid, come wagers travel.

Every wager is settled against the puck as it stood before the throw. Losing wagers are taken first, then
winners are paid, seat by seat clockwise, each seat in the order of the table; wagers move last, so that one
coming down from a number makes room for one going up ("off and on").
"""

from collections.abc import Callable
from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.chips import Cents, multiple_of
from bankcraps.dice import Throw
from bankcraps.engine import effects as fx
from bankcraps.engine.state import Seat, Standing, State, in_order
from bankcraps.engine.throw.rulings import Ruling, Verdict, hand_ends, rulings
from bankcraps.engine.wagering.calling import is_working
from bankcraps.engine.wagering.commission import prepaid, vigorish
from bankcraps.pays import Pay
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import DontTerms, HandTerms, NumberTerms, Terms
from bankcraps.wagers import Wager

__all__ = ["Settled", "end_of_hand", "settle", "winnings"]


class Settled(msgspec.Struct, frozen=True):
    """A table with some wagers settled, and what happened in order."""

    state: State
    effects: list[fx.Effect]


def settle(book: Rulebook, state: State, throw: Throw) -> Settled:
    """Settle every wager a throw decides."""
    return _settled(book, state, rulings(book, state.puck, throw))


def end_of_hand(book: Rulebook, state: State) -> Settled:
    """Settle the wagers that are over with a shooter's hand."""
    return _settled(book, state, hand_ends(book))


def _settled(book: Rulebook, state: State, ruled: dict[Wager, Ruling]) -> Settled:
    croupier = _Croupier(book, state.floor.chip)
    seats = tuple(croupier.settle(seat, ruled) if seat.wagers else seat for seat in state.seats)
    happened = croupier.lost + croupier.paid + croupier.moved
    return Settled(replace(state, seats=seats, bank=Cents(state.bank + croupier.bank)), happened)


def winnings(book: Rulebook, terms: Terms, chip: Cents, stake: int, pay: Pay) -> Cents:
    """What a stake wins at a pay: rounded as the book says to chips the table has, at most the book's cap."""
    won = multiple_of(chip, stake * pay.num, pay.den, book.betting.rounding)
    return won if terms.max_pay is None else Cents(min(won, terms.max_pay // chip * chip))


class _Croupier:
    """One throw being settled.

    Attributes:
        bank: what the bank gained so far.
        lost, paid, moved: what happened so far, in the three turns of the hand.
        name, rail, tokens, stays: the seat being settled: its owner, chips, tokens, and what stays down.
    """

    __slots__ = ("bank", "book", "chip", "lost", "moved", "name", "paid", "rail", "stays", "tokens")

    def __init__(self, book: Rulebook, chip: Cents) -> None:
        self.book = book
        self.chip = chip
        self.bank = 0
        self.lost: list[fx.Effect] = []
        self.paid: list[fx.Effect] = []
        self.moved: list[fx.Effect] = []

    def settle(self, seat: Seat, ruled: dict[Wager, Ruling]) -> Seat:
        """One seat after the throw."""
        self.name, self.rail, self.tokens = seat.name, int(seat.rail), seat.tokens
        self.stays: list[Standing] = []
        for standing in seat.wagers:
            ruling = ruled.get(standing.wager)
            if ruling is None:
                self.stays.append(standing)
            elif not is_working(standing, asleep=ruling.asleep):
                self.sleeps(standing, ruling)
            else:
                _SETTLED[ruling.verdict](self, standing, ruling)
        wagers = in_order(self.stays)
        if self.rail == seat.rail and wagers == seat.wagers:
            return seat
        return seat.holding(self.rail, wagers, self.tokens)

    def sleeps(self, standing: Standing, ruling: Ruling) -> None:
        """A wager that is off: it stays, or comes back if what it stood behind is decided."""
        if ruling.given_back:
            self.give_back(standing, "off")
        else:
            self.stays.append(standing)

    def loses(self, standing: Standing, ruling: Ruling) -> None:
        """The house takes it."""
        del ruling
        self.lost.append(fx.Lost(self.name, standing.wager, standing.amount, token=standing.token))
        self.bank += 0 if standing.token else standing.amount

    def wins(self, standing: Standing, ruling: Ruling) -> None:
        """It is paid, and stays up or comes down as the book says; a token does neither."""
        terms, stake = ruling.terms, standing.amount
        assert ruling.pay is not None
        won = winnings(self.book, terms, self.chip, stake, ruling.pay)
        earned = min(vigorish(terms, standing.wager, stake, self.chip), won) if _on_winning(terms) else 0
        if standing.token:
            self.pay(fx.Paid(self.name, standing.wager, stake, won, token=True), earned)
            self.paid.append(fx.Forfeited(self.name, standing.wager, stake, token=True))
            return
        again = prepaid(terms, standing.wager, stake, self.chip)
        up = terms.winner == "stays" and self.rail + won - earned >= again
        self.pay(fx.Paid(self.name, standing.wager, stake, won, up), earned + again if up else earned)
        if up:
            self.stays.append(replace(standing, commission=again))
        else:
            self.rail += stake

    def ties(self, standing: Standing, ruling: Ruling) -> None:
        """It comes back, or lies on for the next throw, as the book says."""
        if isinstance(ruling.terms, DontTerms) and ruling.terms.tie == "returned":
            self.give_back(standing, "tied")
            return
        self.moved.append(fx.Tied(self.name, standing.wager, standing.amount))
        self.stays.append(standing)

    def moves(self, standing: Standing, ruling: Ruling) -> None:
        """It goes from the box to its number."""
        assert ruling.to is not None
        self.moved.append(fx.Moved(self.name, standing.wager, ruling.to, standing.amount))
        self.stays.append(replace(standing, wager=ruling.to))

    def counts(self, standing: Standing, ruling: Ruling) -> None:
        """A wager on the hand counts a number. One that is paid at once wins with its last number."""
        terms, wager = ruling.terms, standing.wager
        assert isinstance(terms, HandTerms)
        progress = terms.counting(wager, standing.progress, ruling.counted)
        if progress == standing.progress:
            self.stays.append(standing)
            return
        counted = fx.Counted(self.name, wager, progress)
        pay = terms.ladder(wager).get(len(progress))
        if pay is not None and terms.paid == "at_once":
            self.paid.append(counted)  # told before it is paid and gone
            self.wins(standing, replace(ruling, pay=pay))
        else:
            self.moved.append(counted)
            self.stays.append(replace(standing, progress=progress))

    def ends(self, standing: Standing, ruling: Ruling) -> None:
        """A wager on the hand is over: it is paid by how much it has counted."""
        terms = ruling.terms
        assert isinstance(terms, HandTerms)
        reached = [count for count in terms.ladder(standing.wager) if count <= len(standing.progress)]
        if reached and terms.paid == "at_end":
            self.wins(standing, replace(ruling, pay=terms.ladder(standing.wager)[max(reached)]))
        else:
            self.loses(standing, ruling)

    def legs(self, standing: Standing, ruling: Ruling) -> None:
        """Horn, world and the like: each leg for itself, and all of it comes down."""
        unit = standing.amount // sum(leg.units for leg in ruling.legs)
        for leg in ruling.legs:
            stake = Cents(unit * leg.units)
            if leg.pay is None:
                self.lost.append(fx.Lost(self.name, standing.wager, stake, leg.wager, standing.token))
                self.bank += 0 if standing.token else stake
                continue
            won = winnings(self.book, ruling.terms, self.chip, stake, leg.pay)
            self.pay(fx.Paid(self.name, standing.wager, stake, won, leg=leg.wager, token=standing.token), 0)
            if standing.token:
                self.paid.append(fx.Forfeited(self.name, standing.wager, stake, token=True))
            else:
                self.rail += stake

    def pay(self, paid: fx.Paid, commission: int) -> None:
        """Chips from the bank, less a commission."""
        self.paid.append(paid)
        self.rail += paid.won - commission
        self.bank += commission - paid.won
        if commission:
            self.paid.append(fx.Vigorish(self.name, paid.wager, Cents(commission)))

    def give_back(self, standing: Standing, why: fx.Why) -> None:
        """The stake, undecided."""
        self.paid.append(fx.Returned(self.name, standing.wager, standing.amount, why, standing.token))
        if standing.token:
            self.tokens = tuple(sorted((*self.tokens, standing.amount)))
        else:
            self.rail += standing.amount


_SETTLED: Final[dict[Verdict, Callable[[_Croupier, Standing, Ruling], None]]] = {
    Verdict.LOSES: _Croupier.loses,
    Verdict.WINS: _Croupier.wins,
    Verdict.TIES: _Croupier.ties,
    Verdict.MOVES: _Croupier.moves,
    Verdict.LEGS: _Croupier.legs,
    Verdict.COUNTS: _Croupier.counts,
    Verdict.ENDS: _Croupier.ends,
}


def _on_winning(terms: Terms) -> bool:
    return isinstance(terms, NumberTerms) and terms.commission is not None and terms.commission.when == "won"
