"""The amounts that a player may bet on a wager now, from the rules by which bets are refused."""

from collections.abc import Iterator
from itertools import chain
from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.game.chips import Cents
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.refusals import Refusal
from bankcraps.game.engine.state import State
from bankcraps.game.engine.wagering.betting import (
    Stake,
    bounds_of,
    judge_bet,
    not_now,
    not_offered,
    payment_bounds,
    stake_of,
)
from bankcraps.game.engine.wagering.bounds import Rule, Sums, multiples
from bankcraps.game.engine.wagering.sign_bounds import exact_unit
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.terms import NumberTerms, OddsTerms

_ANY: Final = Cents(1)
"""A placeholder amount, for bets of any amount."""


class Limit(msgspec.Struct, frozen=True):
    """The rule that sets one end of a range, and the clause behind it."""

    rule: Rule
    clause: str | None


class BetRange(msgspec.Struct, frozen=True):
    """The amounts that a player may bet on a wager now, on top of what stands there.

    Attributes:
        amounts: all of them, in cents.
        exact: amounts that bring the wager to a sum that chips pay without rounding, in cents, whatever the
            commission. Some of them may be outside the range.
        least, most: the smallest and the largest amount, in cents.
        step: amounts go up by this, in cents. A house may take other amounts, too, if chips pay them exactly.
        least_by, most_by, step_by: the rules behind these three.
    """

    amounts: Sums
    exact: Sums
    least: Cents
    most: Cents
    step: Cents
    least_by: Limit
    most_by: Limit
    step_by: Limit

    def __contains__(self, amount: int) -> bool:
        return amount in self.amounts

    def nearest(self, amount: int) -> Cents:
        """The nearest smaller amount of the range, in cents, or else the nearest larger one.

        With a smaller amount, players risk no more than they meant to.
        """
        return self.amounts.at_most(amount) or self.least

    def paid_exactly(self, amount: Cents, there: int = 0) -> Cents:
        """The largest amount up to this one that chips pay exactly, in cents; or this one.

        A smaller amount is preferred if, with what is there already, more than three quarters then stand. At
        6 to 5, players take 25, which pays 30, rather than 26.
        """
        found = (self.amounts & self.exact).at_most(amount)
        return found if found and 4 * (there + found) > 3 * (there + amount) else amount

    def a_little_more(self, amount: int) -> Cents | None:
        """The least amount from this one up that chips pay exactly, in cents.

        A dealer who hears $5 on the 6 asks for 6. None if it would be more than a quarter more.
        """
        found = (self.amounts & self.exact).at_least(amount)
        return found if found and found <= amount * 5 // 4 else None


def range_of(book: Rulebook, state: State, bet: ev.Bet) -> BetRange | Refusal:
    """Return the amounts for which a bet in chips would be taken, or why it would be refused for any amount.

    The amount of `bet` does not matter, nor do its tokens.
    """
    if book.terms(bet.wager) is None:
        return not_offered(book, bet.wager)
    stake = stake_of(book, state, replace(bet, amount=_ANY, tokens=()))
    refused = not_now(stake)
    if refused is not None:
        return refused
    limits = list(_limits(stake))
    totals = Sums()
    for sums, _ in limits:
        totals &= sums
    amounts = totals.less(stake.there)
    least, most = amounts.at_least(amounts.least), amounts.at_most(amounts.most)
    if least is None or most is None:
        least = Sums(amounts.least, steps=amounts.steps).at_least(amounts.least) or state.floor.chip
        refused = judge_bet(book, state, replace(bet, amount=least, tokens=()))
        assert refused is not None
        return refused
    return BetRange(
        amounts=amounts,
        exact=_exact(stake).less(stake.there),
        least=least,
        most=most,
        step=Cents(amounts.steps[0].size),
        least_by=max(limits, key=lambda one: one[0].least)[1],
        most_by=min(limits, key=lambda one: one[0].most)[1],
        step_by=max(limits, key=lambda one: one[0].steps[0].size)[1],
    )


def _limits(stake: Stake) -> Iterator[tuple[Sums, Limit]]:
    """Yield the totals that each rule takes."""
    of_the_wager = (bound for bounds in bounds_of(stake) for bound in bounds.rules)
    for bound in chain(of_the_wager, payment_bounds(stake)):
        yield bound.takes, Limit(bound.rule, bound.clause)


def _exact(stake: Stake) -> Sums:
    """The totals that chips pay without rounding. Only odds and wagers on numbers are made up to them."""
    if not isinstance(stake.terms, OddsTerms | NumberTerms):
        return Sums()
    return multiples(exact_unit(stake.book, stake.wager, stake.state.puck, stake.state.floor.chip))


def full_odds(book: Rulebook, state: State, bet: ev.Bet) -> Cents:
    """The amount missing to full odds, in cents, as far as the rail goes; 0 if none may be made now.

    These are the largest odds allowed, or a little less that chips can pay exactly: `BetRange.paid_exactly`.
    """
    found = range_of(book, state, bet)
    if isinstance(found, Refusal):
        return Cents(0)
    standing = state.seated(bet.by.person).on(bet.wager)
    return found.paid_exactly(found.most, standing.amount if standing else 0)
