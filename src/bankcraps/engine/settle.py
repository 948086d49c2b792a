"""The money of one throw: losers are taken, winners are paid, come wagers go to their numbers.

Every wager is settled against the puck as it stood before the throw. Losing wagers are taken first, then winners
are paid, seat by seat clockwise, each seat in the order of the table; wagers move last, so that one coming down
from a number makes room for one going up ("off and on").
"""

import msgspec

from bankcraps.chips import Cents, multiple_of
from bankcraps.dice import Throw
from bankcraps.engine import effects as fx
from bankcraps.engine.commission import prepaid, vigorish
from bankcraps.engine.rulings import Ruling, Verdict, rulings
from bankcraps.engine.state import Seat, Standing, State
from bankcraps.rulebook.schema import NumberTerms, Rulebook, Terms

__all__ = ["Settled", "settle", "winnings"]


class Settled(msgspec.Struct, frozen=True):
    """What a throw left: the seats, the bank, and what happened in order."""

    seats: tuple[Seat, ...]
    bank: Cents
    effects: list[fx.Effect]


def settle(book: Rulebook, state: State, throw: Throw) -> Settled:
    """Settle every wager a throw decides."""
    ruled = rulings(book, state.puck, throw)
    croupier = _Croupier(book, state.floor.chip)
    seats = tuple(croupier.settle(seat, ruled) if seat.wagers else seat for seat in state.seats)
    happened = croupier.lost + croupier.paid + croupier.moved
    return Settled(seats, Cents(state.bank + croupier.bank), happened)


def winnings(book: Rulebook, terms: Terms, chip: Cents, stake: int, num: int, den: int) -> Cents:
    """What a stake wins at num to den, in chips the table has, at most the book's cap."""
    won = multiple_of(chip, stake * num, den, book.betting.rounding)
    return won if terms.max_pay is None else Cents(min(won, terms.max_pay))


class _Croupier:
    """One throw being settled: what was collected, paid and moved so far, and the bank's part."""

    __slots__ = ("bank", "book", "chip", "lost", "moved", "paid")

    def __init__(self, book: Rulebook, chip: Cents) -> None:
        self.book = book
        self.chip = chip
        self.lost: list[fx.Effect] = []
        self.paid: list[fx.Effect] = []
        self.moved: list[fx.Effect] = []
        self.bank = 0

    def settle(self, seat: Seat, ruled: dict[object, Ruling]) -> Seat:
        """One seat after the throw."""
        stays: list[Standing] = []
        rail = seat.rail
        tokens = seat.tokens
        for standing in seat.wagers:
            ruling = ruled.get(standing.wager)
            if ruling is None or (off := _is_off(standing, ruling)) and not ruling.given_back:
                stays.append(standing)
            elif off or (ruling.verdict is Verdict.TIES and _comes_back(ruling)):
                why = "off" if off else "tied"
                self.paid.append(fx.Returned(seat.name, standing.wager, standing.amount, why))
                if standing.token:
                    tokens = (*tokens, standing.amount)
                else:
                    rail += standing.amount
            else:
                gained, left = self._decide(seat.name, rail, standing, ruling)
                rail += gained
                if left is not None:
                    stays.append(left)
        if len(stays) == len(seat.wagers) and rail == seat.rail and tuple(stays) == seat.wagers:
            return seat
        stays.sort(key=_order)
        return Seat(seat.name, seat.place, Cents(rail), tuple(stays), tokens, seat.limits, seat.idle)

    def _decide(self, name: str, rail: int, standing: Standing, ruling: Ruling) -> tuple[int, Standing | None]:
        """Chips gained by the rail, and what stays on the layout."""
        verdict = ruling.verdict
        if verdict is Verdict.LOSES:
            self.lost.append(fx.Lost(name, standing.wager, standing.amount))
            self.bank += 0 if standing.token else standing.amount
            return 0, None
        if verdict is Verdict.WINS:
            return self._pay(name, rail, standing, ruling)
        if verdict is Verdict.MOVES and ruling.to is not None:
            self.moved.append(fx.Moved(name, standing.wager, ruling.to, standing.amount))
            return 0, Standing(ruling.to, standing.amount, token=standing.token)
        if verdict is Verdict.LEGS:
            return self._legs(name, standing, ruling), None
        self.moved.append(fx.Tied(name, standing.wager, standing.amount))
        return 0, standing

    def _pay(self, name: str, rail: int, standing: Standing, ruling: Ruling) -> tuple[int, Standing | None]:
        pay, terms, stake = ruling.pay, ruling.terms, standing.amount
        won = winnings(self.book, terms, self.chip, stake, pay.num, pay.den) if pay else Cents(0)
        if standing.token:
            self._paid(fx.Paid(name, standing.wager, stake, won), 0)
            self.paid.append(fx.Forfeited(name, standing.wager, stake))
            return won, None
        earned = min(vigorish(terms, standing.wager, stake, self.chip), won) if _on_winning(terms) else 0
        again = prepaid(terms, standing.wager, stake, self.chip)
        up = terms.winner == "stays" and rail + won - earned >= again
        self._paid(fx.Paid(name, standing.wager, stake, won, up), earned + again if up else earned)
        if not up:
            return stake + won - earned, None
        same = again == standing.commission
        kept = standing if same else Standing(standing.wager, stake, standing.call, again)
        return won - earned - again, kept

    def _paid(self, paid: fx.Paid, commission: int) -> None:
        self.paid.append(paid)
        self.bank += commission - paid.won
        if commission:
            self.paid.append(fx.Vigorish(paid.seat, paid.wager, Cents(commission)))

    def _legs(self, name: str, standing: Standing, ruling: Ruling) -> int:
        """Horn, world and the like, each leg for itself."""
        unit = standing.amount // sum(leg.units for leg in ruling.legs)
        gained = 0
        for leg in ruling.legs:
            stake = Cents(unit * leg.units)
            if leg.pay is None:
                self.lost.append(fx.Lost(name, standing.wager, stake, leg.wager))
                self.bank += 0 if standing.token else stake
                continue
            won = winnings(self.book, ruling.terms, self.chip, stake, leg.pay.num, leg.pay.den)
            self._paid(fx.Paid(name, standing.wager, stake, won, leg=leg.wager), 0)
            gained += won + (0 if standing.token else stake)
            if standing.token:
                self.paid.append(fx.Forfeited(name, standing.wager, stake))
        return gained


def _order(standing: Standing) -> int:
    return standing.wager.order


def _is_off(standing: Standing, ruling: Ruling) -> bool:
    return standing.call == "off" or (ruling.asleep and standing.call != "on")


def _comes_back(ruling: Ruling) -> bool:
    return getattr(ruling.terms, "tie", "returned") == "returned"


def _on_winning(terms: Terms) -> bool:
    return isinstance(terms, NumberTerms) and terms.commission is not None and terms.commission.when == "won"
