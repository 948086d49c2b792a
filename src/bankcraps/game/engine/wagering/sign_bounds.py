"""The rules of the sign and of the book about how much may stand on a wager."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import lcm

import msgspec
from msgspec.structs import replace

from bankcraps.game.chips import Cents, multiple_of
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.refusals import Refusal, Sentence
from bankcraps.game.engine.state import Seat, State
from bankcraps.game.engine.wagering.bounds import Bound, Bounds, Rule, Step, Sums, multiples
from bankcraps.game.engine.wagering.commission import least_commission
from bankcraps.game.pays import Pay
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.section import Section
from bankcraps.game.rulebook.terms import NumberTerms, OddsTerms, OneRollTerms, Terms
from bankcraps.game.wagers import Wager, number_of

_UPPER: frozenset[Rule] = frozenset({"maximum", "max_pay"})
"""The rules that never forbid a reduction."""


def sign_bounds(book: Rulebook, state: State, seat: Seat, wager: Wager) -> Bounds:
    """The rules about how much a player may have on a wager, in the order in which a dealer names them.

    Odds must have their number.
    """
    return _sign_bounds(book, limits_for(state, seat), wager, state.puck, state.floor.chip)


def reduced_below_limits(
    book: Rulebook, state: State, seat: Seat, wager: Wager, stood: int, left: int
) -> Refusal | None:
    """Refuse a reduction from `stood` to `left` cents if it breaks a limit that the wager keeps now.

    The maximum never forbids a reduction. Where the sign changed after the wager was made, the wager may
    already be below the minimum or off the unit, and then it may still be reduced. The least commission
    holds in any case.
    """
    rules = sign_bounds(book, state, seat, wager).without(_UPPER).rules
    return Bounds.of([one for one in rules if stood in one.takes or one.rule == "commission"]).refusal(left)


def could_stand(book: Rulebook, state: State, seat: Seat, wager: Wager, left: int) -> bool:
    """Whether the rest of a wager could be bet: the minimum, in units, with a commission."""
    return left in sign_bounds(book, state, seat, wager).without(_UPPER).takes


def is_outside(book: Rulebook, state: State, seat: Seat, wager: Wager, total: int) -> bool:
    """Whether a total in cents on a wager breaks the sign."""
    return total not in sign_bounds(book, state, seat, wager).takes


def limits_for(state: State, seat: Seat) -> Limits:
    """Return the limits that apply to a player.

    A player's own limits replace the table's, but never lower the maximum.
    """
    table, own = state.floor.limits, seat.limits
    if own is None or own.maximum >= table.maximum:
        return own or table
    return replace(own, maximum=table.maximum)


class _Spot(msgspec.Struct, frozen=True, eq=False):
    """A wager at a table, with everything that bounds it."""

    book: Rulebook
    limits: Limits
    wager: Wager
    puck: int
    chip: Cents
    terms: Terms

    @property
    def pay(self) -> Pay | None:
        """The pay of odds, and of a wager on a number; None of any other."""
        terms = self.terms
        return (
            terms.pays[number_of(self.wager, self.puck)]
            if isinstance(terms, OddsTerms | NumberTerms)
            else None
        )

    def could_win(self, total: int) -> int:
        """The most that a total could win on any leg, in cents."""
        return max(won for _, won in _chances(self.book, self.puck, self.wager, total))

    def could_be_paid(self, total: int) -> int:
        """The most that a total could be paid on any leg, with the stake of that leg, in cents."""
        return max(stake + won for stake, won in _chances(self.book, self.puck, self.wager, total))


@lru_cache(maxsize=4096)
def _sign_bounds(book: Rulebook, limits: Limits, wager: Wager, puck: int, chip: Cents) -> Bounds:
    """The rules for a wager, cached because every bet asks for them."""
    spot = _Spot(book, limits, wager, puck, chip, book.wagers[wager.kind])
    return Bounds.of(list(_rules(spot)))


def _rules(spot: _Spot) -> Iterator[Bound]:
    for rule in (_minimum, _legs, _unit, _pay, _maximum, _max_pay):
        if bound := rule(spot):
            yield bound
    if bound := least_commission(spot.terms, spot.wager, spot.chip):
        yield bound


def _source(spot: _Spot, key: str) -> tuple[Section, str]:
    """The wager's own rule in the book, or else the table's limits."""
    return (spot.terms, key) if key in spot.terms.source else (spot.book.betting, "limits")


def _minimum(spot: _Spot) -> Bound:
    terms, step, key = spot.terms, spot.limits.step(spot.chip), "minimum"
    least = spot.limits.minimum if terms.minimum == "table" else step
    if isinstance(terms, OneRollTerms) and terms.parts == "cent" and least < terms.units * step:
        least, key = Cents(terms.units * step), "parts"  # a unit on each leg, though the rest is shared out
    says = Sentence("{wager:needs} at least {limit:$}, not {offered:$}", wager=spot.wager)
    return Bound("minimum", Sums(least), "under_minimum", says, least, *_source(spot, key))


def _legs(spot: _Spot) -> Bound | None:
    """Require equal amounts on each leg of a wager."""
    terms = spot.terms
    if not isinstance(terms, OneRollTerms) or not terms.legs:
        return None
    step = {"unit": spot.limits.step(spot.chip), "chip": spot.chip, "cent": Cents(1)}[terms.parts]
    whole = Cents(lcm(terms.units, spot.chip) if terms.parts == "cent" else terms.units * step)
    says = Sentence("{wager} must be a multiple of {limit:$}, not {offered:$}", wager=spot.wager)
    return Bound("legs", multiples(whole), "off_unit", says, whole, *_source(spot, "legs"))


def _unit(spot: _Spot) -> Bound | None:
    """The sign's unit. Where the book says so, sums off it that chips pay exactly may be bet: place 8 12."""
    terms, step = spot.terms, spot.limits.step(spot.chip)
    if isinstance(terms, OneRollTerms) and terms.legs and terms.parts == "unit":
        return None
    above = spot.limits.minimum if terms.minimum == "table" else Cents(0)
    exact = 0
    if terms.unit == "pays" and isinstance(terms, OddsTerms | NumberTerms):
        exact = exact_unit(spot.book, spot.wager, spot.puck, spot.chip)
        exact = 0 if exact % step == 0 and not above % step else exact  # the unit takes these sums anyway
    steps = (Step(above % step, step), Step(0, exact)) if exact else (Step(above % step, step),)
    start = "{above:$} plus " if above % step else ""
    other = ", or a multiple of {exact:$}" if exact else ""
    written = f"{{wager}} must be {start}a multiple of {{limit:$}}{other}, not {{offered:$}}"
    says = Sentence(written, wager=spot.wager, above=above, exact=exact)
    return Bound("unit", Sums(steps=steps), "off_unit", says, step, *_source(spot, "unit"))


def _pay(spot: _Spot) -> Bound | None:
    """Refuse a stake whose win rounds down to nothing, such as $1 laid to win 50 cents in chips of $1."""
    chip, rounding, pay = spot.chip, spot.book.betting.rounding, spot.pay
    if rounding == "up" or pay is None:
        return None
    part = 2 if rounding == "nearest" else 1
    least = Cents(-(-pay.den * chip // (part * pay.num)))
    in_chips = multiple_of(chip, pay.den * chip, part * pay.num, "up")
    written = "{wager:wins} nothing with {offered:$}, because it pays {pay}; it needs {limit:$}"
    says = Sentence(written, wager=spot.wager, pay=str(pay))
    source = (spot.terms, "unit") if spot.terms.unit == "pays" else (spot.book.betting, "rounding")
    return Bound("pay", Sums(least), "under_minimum", says, in_chips, *source)


def _maximum(spot: _Spot) -> Bound | None:
    """The sign's maximum bounds what stands, or else what that could win."""
    most, source = spot.limits.maximum, _source(spot, "maximum")
    match spot.terms.maximum:
        case "none":
            return None
        case "table":
            says = Sentence("{wager} may be at most {limit:$}, not {offered:$}", wager=spot.wager)
            return Bound("maximum", Sums(most=most), "over_maximum", says, most, *source)
        case "win":
            written = "{wager} may win at most {limit:$}, and {stake:$} could win {offered:$}"
            says, takes = Sentence(written, wager=spot.wager), Sums(most=_most_paid(spot, most))
            return Bound("maximum", takes, "over_maximum", says, most, *source, spot.could_win)


def _most_paid(spot: _Spot, most: int, *, with_stake: bool = False) -> Cents:
    """The most on a wager that wins no more than `most` cents on any leg, its stake counted in or not."""
    units, legs = _shares(spot.book, spot.puck, spot.wager)
    each = min(most * pay.den // (share * (pay.num + with_stake * pay.den)) for share, pay in legs)
    return Cents(each * units)


def _max_pay(spot: _Spot) -> Bound | None:
    """Refuse a wager that could be paid more than the house's cap.

    A house that pays such a wager up to the cap refuses only a stake that is as much as the cap itself.
    """
    terms = spot.terms
    if terms.max_pay is None:
        return None
    if terms.over_max_pay == "capped":
        return None if terms.max_pay_on == "win" else _wins_nothing_above(spot, terms.max_pay)
    cap, whole = terms.max_pay, terms.max_pay_on == "payoff"
    with_it = " with its stake" if whole else ""
    written = "{wager:is paid at most} {limit:$}{with_it}, and {stake:$} could be paid {offered:$}"
    says = Sentence(written, wager=spot.wager, with_it=with_it)
    takes = Sums(most=_most_paid(spot, cap, with_stake=whole))
    paid = spot.could_be_paid if whole else spot.could_win
    return Bound("max_pay", takes, "over_maximum", says, cap, terms, "max_pay", paid)


def _wins_nothing_above(spot: _Spot, cap: Cents) -> Bound:
    units, legs = _shares(spot.book, spot.puck, spot.wager)
    largest = max(share for share, _ in legs)

    def on_largest_leg(total: int) -> int:
        return total // units * largest

    written = "{wager:is paid at most} {limit:$} with its stake, and {offered:$} would win nothing"
    says, takes = Sentence(written, wager=spot.wager), Sums(most=Cents((cap - 1) // largest * units))
    return Bound("max_pay", takes, "over_maximum", says, cap, spot.terms, "max_pay", on_largest_leg)


def cap_on(book: Rulebook, puck: int, wager: Wager, total: int) -> Cents | None:
    """The cap on pays, in cents, if a wager could be paid more; None if it is always paid in full."""
    terms = book.wagers[wager.kind]
    if terms.max_pay is None:
        return None
    for stake, won in _chances(book, puck, wager, total):
        most = terms.most_won(stake)
        if most is not None and won > most:
            return terms.max_pay
    return None


def _chances(book: Rulebook, puck: int, wager: Wager, total: int) -> list[tuple[int, int]]:
    """The stake and the most it could win at its printed pay, in cents, for each leg of a wager."""
    units, legs = _shares(book, puck, wager)
    stakes = ((total // units * share, pay) for share, pay in legs)
    return [(stake, won_exactly(stake, pay)) for stake, pay in stakes]


def _shares(book: Rulebook, puck: int, wager: Wager) -> tuple[int, list[tuple[int, Pay]]]:
    """The units of a wager, and the units on each leg with its pay. A wager without legs is its own leg."""
    terms = book.wagers[wager.kind]
    if isinstance(terms, OneRollTerms) and terms.legs:
        legs = terms.leg_units(wager).items()
        return terms.units, [(units, book.wagers[leg.kind].best(leg)) for leg, units in legs]
    return 1, [(1, terms.pays[number_of(wager, puck)] if isinstance(terms, OddsTerms) else terms.best(wager))]


def exact_unit(book: Rulebook, wager: Wager, puck: int, chip: int) -> Cents:
    """The least amount on a wager that chips pay exactly, in cents, whatever wins; so do all its multiples.

    In chips of $1 it is 600 at 7 to 6, and 400 for a horn, which has four legs. Commission does not count.
    """
    terms = book.wagers[wager.kind]
    units = terms.units if isinstance(terms, OneRollTerms) else 1
    return Cents(units * chip * lcm(*(pay.den for pay in _pays(book, wager, puck))))


def _pays(book: Rulebook, wager: Wager, puck: int) -> list[Pay]:
    """The pays that can decide a wager or its legs; of odds without a number, those on every point."""
    terms, number = book.wagers[wager.kind], number_of(wager, puck)
    if isinstance(terms, OddsTerms | NumberTerms) and number in terms.pays:
        return [terms.pays[number]]
    legs = terms.legs if isinstance(terms, OneRollTerms) else {}
    return [pay for kind in (wager.kind, *legs) for _, pay in book.wagers[kind].rows()]


def won_exactly(stake: int, pay: Pay) -> int:
    """Return the winnings of a stake at a pay, in cents, rounded up to a whole cent."""
    return -(-stake * pay.num // pay.den)


# The odds that a flat wager allows.


@lru_cache(maxsize=4096)
def odds_bounds(book: Rulebook, wager: Wager, number: int, flat: Cents) -> Bounds:
    """The rule about how much odds on a number may stake or win behind a flat wager of `flat` cents."""
    terms = book.wagers[wager.kind]
    assert isinstance(terms, OddsTerms)
    times, most, wins = terms.limit[number], _limit(terms, number, flat), terms.measure == "win"
    verb = "win" if wins else "stake"
    of_flat = (
        "{times} times the flat wager of {flat:$}, which is {limit:$}"
        if times != 1
        else "the flat wager of {flat:$}"
    )
    end = "; {stake:$} would win {offered:$}" if wins else ", not {offered:$}"
    on = "" if wager.number else f" on {number}"
    says = Sentence(
        "{wager}{on} may {verb} at most " + of_flat + end,
        wager=wager,
        on=on,
        verb=verb,
        times=str(times),
        flat=flat,
    )

    def could_win(total: int) -> int:
        return won_exactly(total, terms.pays[number])

    takes, offered = Sums(most=most_odds(terms, number, flat)), could_win if wins else int
    bound = Bound("odds", takes, "over_odds_limit", says, most, terms, f"limit.{number}", offered)
    return Bounds.of([bound])


def _limit(terms: OddsTerms, number: int, flat: int) -> int:
    """The most that odds may stake or win behind a flat wager, whichever the book limits, in cents."""
    times = terms.limit[number]
    return flat * times.numerator // times.denominator


def most_times(terms: OddsTerms, number: int) -> Fraction:
    """The most odds on a number, as a multiple of the flat wager, before rounding."""
    times, pay = terms.limit[number], terms.pays[number]
    return times if terms.measure == "stake" else times * Fraction(pay.den, pay.num)


def least_flat(terms: OddsTerms, number: int, odds: int) -> Cents:
    """The least flat wager that allows odds on a number, in cents, before rounding to units and chips."""
    times = terms.limit[number]
    most = odds if terms.measure == "stake" else won_exactly(odds, terms.pays[number])
    return Cents(-(-most * times.denominator // times.numerator))


def most_odds(terms: OddsTerms, number: int, flat: int) -> Cents:
    """The most odds that a flat wager allows on a number, in cents, before rounding to units and chips."""
    most = _limit(terms, number, flat)
    if terms.measure == "stake":
        return Cents(most)
    pay = terms.pays[number]
    return Cents(most * pay.den // pay.num)
