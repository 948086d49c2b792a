"""The money of a throw, and of the end of a hand.

Every wager is settled against the point as it was before the throw. Losing wagers are taken first, then
winners are paid: seat by seat clockwise, each seat in the order of `WAGERS`. Wagers that move to a number go
last, so that a wager that comes down from the number makes room for one that goes up ("off and on").
"""

from collections.abc import Mapping
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from bankcraps.game.chips import Cents, multiple_of
from bankcraps.game.dice import Throw
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.rulings import Ruling, hand_end_rulings, rulings
from bankcraps.game.engine.state import Seat, Standing, State, in_order
from bankcraps.game.engine.wagering.calling import is_working
from bankcraps.game.engine.wagering.commission import due_again, vigorish
from bankcraps.game.engine.wagering.sign_bounds import could_stand
from bankcraps.game.pays import Pay
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.terms import DontTerms, HandTerms, NumberTerms, OddsTerms, Terms
from bankcraps.game.wagers import Kind, Wager, find


class Settled(msgspec.Struct, frozen=True, gc=False):
    """The seats and the bank after some wagers were settled, and the effects in order."""

    seats: tuple[Seat, ...]
    bank: Cents
    effects: list[fx.Effect]


def settle(book: Rulebook, state: State, throw: Throw, *, in_a_hand: bool = True) -> Settled:
    """Settle every wager that a throw decides.

    Wagers that end with a shooter's hand count a throw only if it is `in_a_hand`: made by a player.
    """
    return _settled(book, state, rulings(book, state.puck, throw), in_a_hand=in_a_hand)


def end_of_hand(book: Rulebook, state: State) -> Settled:
    """Settle the wagers that end with a shooter's hand."""
    return _settled(book, state, hand_end_rulings(book))


def _settled(
    book: Rulebook, state: State, ruled: Mapping[Wager, Ruling | None], *, in_a_hand: bool = True
) -> Settled:
    seats: list[Seat] = []
    lost: list[fx.Effect] = []
    paid: list[fx.Effect] = []
    moved: list[fx.Effect] = []
    bank = state.bank
    for seat in state.seats:
        if not _is_touched(seat, ruled):
            seats.append(seat)
            continue
        settlement = _Settlement(book, state, seat, seat.rail, seat.tokens, in_a_hand)
        seats.append(settlement.settle(ruled))
        bank += settlement.bank
        lost += settlement.lost
        paid += settlement.paid
        moved += settlement.moved
    return Settled(tuple(seats), Cents(bank), lost + paid + moved)


def _is_touched(seat: Seat, ruled: Mapping[Wager, Ruling | None]) -> bool:
    """Whether a wager of the seat has a ruling."""
    for standing in seat.wagers:  # noqa: SIM110 - a loop, because every throw passes here
        if ruled[standing.wager] is not None:
            return True
    return False


def winnings(book: Rulebook, terms: Terms, chip: Cents, stake: int, pay: Pay) -> Cents:
    """Return a stake's winnings at a pay, in cents, rounded to chips and capped as the book says.

    A leg may stake parts of a chip. Then what it wins and its stake, which comes down, are whole chips.
    """
    paid = multiple_of(chip, stake * (pay.num + pay.den), pay.den, book.betting.rounding)
    most = terms.most_won(stake)
    return Cents((paid if most is None else min(paid, (stake + most) // chip * chip)) - stake)


def net_of_legs(book: Rulebook, ruling: Ruling, chip: Cents, chips: int, tokens: int = 0) -> Cents:
    """Return what the legs of a wager win less the chips that they lose, in cents, rounded to chips.

    Its tokens win as chips do, and cost nothing.
    """
    units, net = sum(leg.units for leg in ruling.legs), Fraction(0)
    for leg in ruling.legs:
        lost, stake = chips // units * leg.units, (chips + tokens) // units * leg.units
        won = Fraction(stake * leg.pay.num, leg.pay.den) if leg.pay else Fraction(-lost)
        most = ruling.terms.most_won(stake)
        net += won if most is None else min(won, most)
    return multiple_of(chip, net.numerator, net.denominator, book.betting.rounding)


def pay_at(book: Rulebook, puck: int, standing: Standing, ruling: Ruling) -> Pay:
    """The pay of a wager that wins. A pass wager set across the line is paid as a place bet on the point."""
    pay = book.wagers[Kind.PLACE].best(find(Kind.PLACE, puck)) if standing.straddles else ruling.pay
    assert pay is not None
    return pay


class _Settlement(msgspec.Struct, gc=False):
    """The settlement of one seat, for a throw or for the end of a hand.

    Attributes:
        book: the house's rules.
        state: the table before the throw, with its chip and its puck.
        seat: the seat as it was.
        rail, tokens: the chips in its rail and its tokens so far, in cents.
        in_a_hand: whether a player threw.
        bank: the sum that the bank has gained so far, in cents.
        lost, paid, moved: the effects so far, kept apart because losers come first and moves last.
        stays: the wagers that stay.
    """

    book: Rulebook
    state: State
    seat: Seat
    rail: int
    tokens: tuple[Cents, ...]
    in_a_hand: bool
    bank: int = 0
    lost: list[fx.Effect] = []
    paid: list[fx.Effect] = []
    moved: list[fx.Effect] = []
    stays: list[Standing] = []

    @property
    def chip(self) -> Cents:
        """The smallest chip of the table, in cents."""
        return self.state.floor.chip

    def settle(self, ruled: Mapping[Wager, Ruling | None]) -> Seat:
        """Settle every wager of the seat, and return the seat as it is then.

        The method of each verdict has its name.
        """
        seat, stays = self.seat, self.stays
        for standing in seat.wagers:
            ruling = ruled[standing.wager]
            if ruling is None:
                stays.append(standing)
            elif not is_working(standing, off_by_default=ruling.off_by_default):
                self.off(standing, ruling)
            else:
                getattr(self, ruling.verdict)(standing, ruling)
        if self.rail == seat.rail and tuple(self.stays) == seat.wagers:
            return seat
        wagers = in_order(self.stays) if self.moved else tuple(self.stays)  # only a move changes the order
        return seat.holding(self.rail, wagers, self.tokens)

    def off(self, standing: Standing, ruling: Ruling) -> None:
        """Leave a wager that is off, or return it if it is odds whose flat wager was decided."""
        if isinstance(ruling.terms, OddsTerms):
            self.return_stake(standing, "off")
        else:
            self.stays.append(standing)

    def loses(self, standing: Standing, ruling: Ruling) -> None:
        """Take the wager for the house."""
        del ruling
        self.lost.append(fx.Lost(self.seat.name, standing.wager, standing.amount, tokens=standing.tokens))
        self.bank += standing.chips

    def wins(self, standing: Standing, ruling: Ruling) -> None:
        """Pay the wager on all that lies there. Its chips stay up or come down (`stays_up`).

        Its tokens are used up.
        """
        terms, stake, chips = ruling.terms, standing.amount, standing.chips
        pay = pay_at(self.book, self.state.puck, standing, ruling)
        won = winnings(self.book, terms, self.chip, stake, pay)
        earned = min(vigorish(terms, standing.wager, stake, self.chip), won) if _on_winning(terms) else 0
        again = due_again(terms, standing.wager, chips, self.chip)
        up = self.stays_up(standing, terms) and self.rail + won - earned >= again
        self.pay(fx.Paid(self.seat.name, standing.wager, stake, won, up, tokens=standing.tokens), earned)
        if up:
            self.charge(standing.wager, again, again=True)
            left = replace(standing, amount=chips, tokens=(), commission=again, withdrawn=Cents(0))
            self.stays.append(left)
        else:
            self.rail += chips

    def stays_up(self, standing: Standing, terms: Terms) -> bool:
        """Whether a winner stays up: where the book says so, and what is left of it could be placed now.

        To stay up is to be placed again: not at a closed table, nor by a player who is excluded. Its tokens
        are used up. The chips beside them come down if they are less than could be bet.
        """
        floor = self.state.floor
        may_stay = not floor.closed and self.seat.name not in floor.excluded
        if terms.winner != "stays" or not may_stay or not standing.chips:
            return False
        return not standing.tokens or could_stand(
            self.book, self.state, self.seat, standing.wager, standing.chips
        )

    def ties(self, standing: Standing, ruling: Ruling) -> None:
        """Return the wager, or leave it for the next throw, as the book says."""
        if isinstance(ruling.terms, DontTerms) and ruling.terms.tie == "returned":
            self.return_stake(standing, "tied")
            return
        self.moved.append(fx.Tied(self.seat.name, standing.wager, standing.amount))
        self.stays.append(standing)

    def moves(self, standing: Standing, ruling: Ruling) -> None:
        """Move a come wager from the box to its number."""
        assert ruling.to is not None
        self.moved.append(fx.Moved(self.seat.name, standing.wager, ruling.to, standing.amount))
        self.stays.append(replace(standing, wager=ruling.to))

    def counts(self, standing: Standing, ruling: Ruling) -> None:
        """Count a number for a wager on the hand. If it is paid at once, its last number wins."""
        terms, wager = ruling.terms, standing.wager
        assert isinstance(terms, HandTerms)
        progress = terms.counting(wager, standing.progress, ruling.counted)
        nobodys = terms.ends == "hand" and not self.in_a_hand
        if progress == standing.progress or nobodys:
            self.stays.append(standing)
            return
        counted = fx.Counted(self.seat.name, wager, progress)
        pay = terms.ladder(wager).get(len(progress))
        if pay is not None and terms.paid == "at_once":
            self.paid.append(counted)  # reported before it is paid and gone
            self.wins(standing, replace(ruling, pay=pay))
        else:
            self.moved.append(counted)
            self.stays.append(replace(standing, progress=progress))

    def ends(self, standing: Standing, ruling: Ruling) -> None:
        """End a wager on the hand: pay it by how many numbers it has counted, or take it."""
        terms = ruling.terms
        assert isinstance(terms, HandTerms)
        reached = terms.reached(standing.wager, len(standing.progress))
        if reached is not None and terms.paid == "at_end":
            self.wins(standing, replace(ruling, pay=terms.ladder(standing.wager)[reached]))
        else:
            self.loses(standing, ruling)

    def legs(self, standing: Standing, ruling: Ruling) -> None:
        """Settle each leg of a horn, world or similar wager, which has its share of the chips and the tokens.

        Where a winner stays up, it wins what one leg wins less what the others lose, even if that is nothing.
        If it is less than nothing, because pays are capped, the wager comes down: chips that pay for a loss
        do not stay.
        """
        chips = standing.chips
        if self.stays_up(standing, ruling.terms) and net_of_legs(self.book, ruling, self.chip, chips) >= 0:
            self.stays_with_legs(standing, ruling)
            return
        units = sum(leg.units for leg in ruling.legs)
        unit, free_unit = standing.amount // units, sum(standing.tokens) // units
        for leg in ruling.legs:
            stake, free = Cents(unit * leg.units), Cents(free_unit * leg.units)
            tokens = (free,) if free else ()
            if leg.pay is None:
                self.lost.append(fx.Lost(self.seat.name, standing.wager, stake, leg.wager, tokens))
                self.bank += stake - free
                continue
            won = winnings(self.book, ruling.terms, self.chip, stake, leg.pay)
            self.pay(fx.Paid(self.seat.name, standing.wager, stake, won, leg=leg.wager, tokens=tokens))
            self.rail += stake - free

    def stays_with_legs(self, standing: Standing, ruling: Ruling) -> None:
        """Pay what is won net, and leave the chips of the wager up. Its tokens are used up."""
        seat, wager, amount, tokens = self.seat.name, standing.wager, standing.amount, standing.tokens
        net = net_of_legs(self.book, ruling, self.chip, standing.chips, sum(tokens))
        self.stays.append(replace(standing, amount=standing.chips, tokens=()))
        leg = next(leg.wager for leg in ruling.legs if leg.pay)
        self.pay(fx.Paid(seat, wager, amount, net, up=True, leg=leg, tokens=tokens))

    def pay(self, paid: fx.Paid, commission: int = 0) -> None:
        """Pay winnings from the bank, less the commission, and take the tokens that won."""
        self.paid.append(paid)
        self.rail += paid.won
        self.bank -= paid.won
        self.charge(paid.wager, commission)
        if paid.tokens:
            free = Cents(sum(paid.tokens))
            self.paid.append(fx.Forfeited(self.seat.name, paid.wager, free, paid.tokens))

    def charge(self, wager: Wager, commission: int, *, again: bool = False) -> None:
        """Take a commission from the rail."""
        self.rail -= commission
        self.bank += commission
        if commission:
            self.paid.append(fx.Vigorish(self.seat.name, wager, Cents(commission), again))

    def return_stake(self, standing: Standing, why: fx.Why) -> None:
        """Return the stake without a decision."""
        self.paid.append(fx.Returned(self.seat.name, standing.wager, standing.amount, why, standing.tokens))
        if standing.tokens:
            self.tokens = tuple(sorted((*self.tokens, *standing.tokens)))
        self.rail += standing.chips


def _on_winning(terms: Terms) -> bool:
    return isinstance(terms, NumberTerms) and terms.commission is not None and terms.commission.when == "won"
