"""A bet that somebody thinks of: what it wins, its commission, and a little more that is paid exactly."""

import msgspec
from msgspec.structs import replace

from bankcraps.game.chips import Cents
from bankcraps.game.engine import BetRange, Standing, State, bet_range, player
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.wagering.commission import due_with_bet
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.rulebook.terms import NumberTerms
from bankcraps.game.wagers import Wager
from bankcraps.live.advice.outlook import Outlook, outlook

__all__ = ["BetOffer", "ExactBet", "offer"]

_CENTS = {name: f"{name}_cents" for name in ("stake", "total", "wins", "commission")}


class ExactBet(msgspec.Struct, frozen=True, rename=_CENTS):
    """A bet of a little more, which brings a wager to a sum that chips pay exactly.

    Attributes:
        stake: the sum to bet, in cents.
        total: the sum that then stands on the wager.
        wins: the sum that it wins.
    """

    stake: Cents
    total: Cents
    wins: Cents


class BetOffer(msgspec.Struct, frozen=True, rename=_CENTS):
    """A bet that a player thinks of.

    Attributes:
        outlook: the results of the next throw for the wager as it would then stand.
        stake: the sum that they would bet, in cents.
        total: the sum that would then stand on the wager.
        wins: the most that it can win in one throw while it works.
        commission: the commission that they would pay with the bet.
        exact: a little more, if the house takes it and pays it exactly, but rounds the pay of this bet down.
        label: the wager as an odds report names it, such as "pass_odds on 4"; empty where there is no edge.
        edge: the house edge of the wager with what would stand there, as a percentage; empty where the house
            may not advise, and where no table takes this sum.
        edge_share: the same as a share of the bet, such as 0.01414; None where `edge` is empty.
        edge_fraction: the same exactly, such as 7/495, or empty.
    """

    outlook: Outlook
    stake: Cents
    total: Cents
    wins: Cents
    commission: Cents
    exact: ExactBet | None
    label: str
    edge: str
    edge_share: float | None
    edge_fraction: str


def offer(book: Rulebook, state: State, name: str, wager: Wager, stake: Cents) -> BetOffer:
    """Return what a bet of chips would come to.

    Args:
        book: the house, which must offer the wager.
        state: the table.
        name: the player; somebody who is not at the table has no chips there.
        wager: the wager.
        stake: the sum that they would bet, in cents.
    """
    terms, seat = book.wagers[wager.kind], state.seat(name)
    standing = seat.on(wager) if seat else None
    total = Cents(stake + (standing.amount if standing else 0))
    (found,) = outlook(book, state, name, replace(standing or Standing(wager, stake), amount=total))
    exact = None
    if seat is not None and isinstance(terms, NumberTerms):
        exact = _exact(book, state, ev.Bet(wager, stake, by=player(name)), total)
    fee = due_with_bet(terms, wager, standing, total, state.floor.chip)
    return BetOffer(found, stake, total, _wins(book, state, wager, total), fee, exact, "", "", None, "")


def _exact(book: Rulebook, state: State, bet: ev.Bet, total: Cents) -> ExactBet | None:
    found = bet_range(book, state, bet)
    more = found.a_little_more(bet.amount) if isinstance(found, BetRange) else None
    if more is None or more == bet.amount:
        return None
    whole = Cents(total - bet.amount + more)
    exact = ExactBet(more, whole, _wins(book, state, bet.wager, whole))
    # A house that rounds up pays the smaller bet better.
    return exact if _wins(book, state, bet.wager, total) * whole < exact.wins * total else None


def _wins(book: Rulebook, state: State, wager: Wager, total: Cents) -> Cents:
    """Return the most that a wager can win by one throw while it works, in cents."""
    (found,) = outlook(book, state, "", Standing(wager, total, call="on"))
    return max((chance.net for chance in found.chances if chance.result == "wins"), default=Cents(0))
