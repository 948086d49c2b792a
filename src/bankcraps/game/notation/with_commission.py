"""A commission said inside the amount: "buy the 4 for 21" is a stake of 20 and its commission of 1."""

from bisect import bisect_left
from typing import Final

from msgspec.structs import replace

from bankcraps.game.chips import Cents, money, printed
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.state import Seat, State
from bankcraps.game.engine.wagering.commission import due_with_bet, prepays, vigorish
from bankcraps.game.engine.wagering.sign_bounds import exact_unit
from bankcraps.game.notation.phrases import Said
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.terms import NumberTerms

__all__ = ["says_exactly", "without_commission"]

_FIVE: Final = 500


def says_exactly(said: Said, bet: ev.Bet) -> bool:
    """Whether a line has the words of a record for a bet, such as `buy 4 21`."""
    return f"{bet.wager} {printed(bet.amount)}" in said.text.lower()


def without_commission(said: Said, bet: ev.Bet, book: Rulebook, state: State, seat: Seat) -> ev.Bet:
    """Return the bet with its stake alone, if the amount said includes the commission.

    The words of a record, such as `buy 4 21`, say the stake. In talk the rounder of both sums is the stake:
    one on which chips pay the win and the commission exactly, or else a multiple of $5.

    Raises:
        NotationError: if neither sum is rounder, or the house takes the commission only when the wager wins.
    """
    terms, wager, amount, chip = book.terms(bet.wager), bet.wager, bet.amount, state.floor.chip
    if not isinstance(terms, NumberTerms) or terms.commission is None or says_exactly(said, bet):
        return bet
    there, now = seat.on(wager), prepays(terms)
    stood = there.amount if there else 0

    def with_it(chips: int) -> int:
        stake = chips * chip
        due = due_with_bet(terms, wager, there, stood + stake, chip) if now else None
        return stake + (vigorish(terms, wager, stake, chip) if due is None else due)

    def roundness(stake: int) -> int:
        due = vigorish(terms, wager, stake, chip)
        exact = stake % exact_unit(book, wager, state.puck, chip) == 0
        return 2 if exact and due == vigorish(terms, wager, stake, 1) else stake % _FIVE == 0

    chips = bisect_left(range(amount // chip + 1), amount, key=with_it)
    stake = Cents(chips * chip)
    rounder = roundness(stake) - roundness(amount)
    if stake >= amount or with_it(chips) != amount or rounder < 0 or (rounder == 0 and not now):
        return bet
    if rounder > 0 and now:
        return replace(bet, amount=stake)
    ways = f"{wager} {printed(stake)}, or {wager} {printed(amount)}"
    if now:
        raise said.unclear(f"say the stake without its commission of {money(Cents(amount - stake))}: {ways}")
    raise said.unclear(f"the commission is due when the wager wins; say the stake alone: {ways}")
