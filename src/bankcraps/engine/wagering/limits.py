"""Whether an amount may stand on a wager: the table's limits and the wager's units."""

from math import gcd, lcm

from msgspec.structs import replace

from bankcraps.chips import Cents, multiple_of
from bankcraps.engine.limits import Limits
from bankcraps.engine.refusals import Code, Refusal, refuse
from bankcraps.engine.sentence import Sentence
from bankcraps.engine.state import Seat, State
from bankcraps.engine.wagering.commission import too_small
from bankcraps.engine.wagering.spots import number_of
from bankcraps.pays import Pay
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.terms import NumberTerms, OddsTerms, OneRollTerms, Terms
from bankcraps.wagers import Wager

__all__ = ["cap_on", "could_stand", "outside_limits", "over_max_pay", "reduced_below_limits", "won_exactly"]


def outside_limits(
    book: Rulebook, state: State, seat: Seat, wager: Wager, total: int, *, unrejected: bool = False
) -> Refusal | None:
    """Refuse a total below the minimum, above the maximum, or off the wager's units.

    If the crew let the wager stand, and the house holds it valid, only the units count.
    """
    limits = limits_for(state, seat)
    if unrejected and book.betting.unrejected_stand:
        return _off_unit(book, state, limits, wager, total) or _wins_nothing(
            book, state, limits, wager, total
        )
    return (
        _too_little(book, state, limits, wager, total)
        or _off_unit(book, state, limits, wager, total)
        or _wins_nothing(book, state, limits, wager, total)
        or _too_much(book, state.puck, limits, wager, total)
    )


def reduced_below_limits(
    book: Rulebook, state: State, seat: Seat, wager: Wager, stood: int, left: int
) -> Refusal | None:
    """Refuse a reduction from `stood` to `left` cents if it breaks a limit that the wager keeps now.

    The maximum never forbids a reduction. Where the sign changed after the wager was made, the wager may
    already be below the minimum or off the unit, and then it may still be reduced.
    """
    limits = limits_for(state, seat)
    for check in (_too_little, _off_unit, _wins_nothing):
        refused = check(book, state, limits, wager, left)
        if refused and check(book, state, limits, wager, stood) is None:
            return refused
    return None


def could_stand(book: Rulebook, state: State, seat: Seat, wager: Wager, left: int) -> bool:
    """Whether what is left of a wager is enough to be bet: the minimum, in units, with a commission."""
    limits, chip = limits_for(state, seat), state.floor.chip
    checks = (_too_little, _off_unit, _wins_nothing)
    enough = all(check(book, state, limits, wager, left) is None for check in checks)
    return enough and too_small(book.wagers[wager.kind], wager, left, chip) is None


def limits_for(state: State, seat: Seat) -> Limits:
    """Return the limits that apply to a player.

    A player's own limits replace the table's, but never lower the maximum.
    """
    table, own = state.floor.limits, seat.limits
    if own is None or own.maximum >= table.maximum:
        return own or table
    return replace(own, maximum=table.maximum)


def _too_little(book: Rulebook, state: State, limits: Limits, wager: Wager, total: int) -> Refusal | None:
    terms = book.wagers[wager.kind]
    least = limits.minimum if terms.minimum == "table" else limits.step(state.floor.chip)
    if total >= least:
        return None
    says = Sentence("{wager:needs} at least {limit:$}, not {offered:$}", wager=wager)
    return _refused(book, terms, "minimum", "under_minimum", says, (least, total))


def _off_unit(book: Rulebook, state: State, limits: Limits, wager: Wager, total: int) -> Refusal | None:
    """Refuse a total off the sign's unit, or one that cannot be divided among the wager's legs."""
    terms, chip = book.wagers[wager.kind], state.floor.chip
    step = limits.step(chip)
    if isinstance(terms, OneRollTerms) and terms.legs:
        whole = terms.units * (chip if terms.parts == "chip" else step)
        if total % whole:
            says = Sentence("{wager} must be a multiple of {limit:$}, not {offered:$}", wager=wager)
            return _refused(book, terms, "legs", "off_unit", says, (whole, total))
        if terms.parts == "unit":
            return None
    above = limits.minimum if terms.minimum == "table" else 0
    if (total - above) % step == 0 or _pays_exactly(terms, wager, state, total):
        return None
    exact = _paid_exactly(terms, wager, state)
    start = "{above:$} plus " if above % step else ""
    other = ", or a multiple of {exact:$}" if exact else ""
    says = f"{{wager}} must be {start}a multiple of {{limit:$}}{other}, not {{offered:$}}"
    says = Sentence(says, wager=wager, above=above, exact=lcm(exact, chip))
    return _refused(book, terms, "unit", "off_unit", says, (step, total))


def _pays_exactly(terms: Terms, wager: Wager, state: State, total: int) -> bool:
    """Whether the house takes an amount off the unit because chips pay it exactly, such as place 8 12."""
    exact = _paid_exactly(terms, wager, state)
    return exact > 0 and total % exact == 0


def _paid_exactly(terms: Terms, wager: Wager, state: State) -> int:
    """The amount whose multiples chips pay exactly, where the house takes such amounts off the unit, or 0."""
    if terms.unit == "table" or not isinstance(terms, OddsTerms | NumberTerms):
        return 0
    pay, chip = terms.pays[number_of(wager, state.puck)], state.floor.chip
    return pay.den * chip // gcd(pay.den * chip, pay.num)


def _wins_nothing(book: Rulebook, state: State, limits: Limits, wager: Wager, total: int) -> Refusal | None:
    """Refuse a stake whose win is rounded down to nothing, such as $1 laid to win 50 cents in chips of $1."""
    del limits
    terms, chip, rounding = book.wagers[wager.kind], state.floor.chip, book.betting.rounding
    if rounding == "up" or not isinstance(terms, OddsTerms | NumberTerms):
        return None
    pay = terms.pays[number_of(wager, state.puck)]
    part = 2 if rounding == "nearest" else 1
    if part * total * pay.num >= pay.den * chip:
        return None
    least = multiple_of(chip, pay.den * chip, part * pay.num, "up")
    says = "{wager:wins} nothing with {offered:$}, because it pays {pay}; it needs {limit:$}"
    section, key = (terms, "unit") if terms.unit == "pays" else (book.betting, "rounding")
    return refuse("under_minimum", says, section, key, limit=least, offered=total, wager=wager, pay=str(pay))


def _too_much(book: Rulebook, puck: int, limits: Limits, wager: Wager, total: int) -> Refusal | None:
    terms, most = book.wagers[wager.kind], limits.maximum
    if terms.maximum == "table" and total > most:
        says = Sentence("{wager} may be at most {limit:$}, not {offered:$}", wager=wager)
        return _refused(book, terms, "maximum", "over_maximum", says, (most, total))
    if terms.maximum != "win":
        return None
    won = _most_won(book, puck, wager, total)
    if won <= most:
        return None
    says = Sentence(
        "{wager} may win at most {limit:$}, and {stake:$} could win {offered:$}", wager=wager, stake=total
    )
    return _refused(book, terms, "maximum", "over_maximum", says, (most, won))


def _refused(
    book: Rulebook, terms: Terms, key: str, code: Code, says: Sentence, figures: tuple[int, int]
) -> Refusal:
    """Refuse, citing the wager's own rule if the book has one, or else the table's limits."""
    limit, offered = figures
    own = key in terms.source
    section, value = (terms, key) if own else (book.betting, "limits")
    return refuse(code, says, section, value, limit=limit, offered=offered)


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


def over_max_pay(book: Rulebook, puck: int, wager: Wager, total: int) -> Refusal | None:
    """Refuse a wager that the house could not pay in full, if the book refuses such wagers.

    A house that takes them refuses a stake that would win nothing, because it is more than the cap itself.
    """
    terms = book.wagers[wager.kind]
    cap = cap_on(book, puck, wager, total)
    if cap is None:
        return None
    if terms.over_max_pay == "capped":
        stake = max(stake for stake, _ in _chances(book, puck, wager, total))
        if terms.most_won(stake):
            return None
        says = "{wager:is paid at most} {limit:$} with its stake, and {offered:$} would win nothing"
        return refuse("over_maximum", says, terms, "max_pay", limit=cap, offered=stake, wager=wager)
    whole = terms.max_pay_on == "payoff"
    paid = max(won + stake * whole for stake, won in _chances(book, puck, wager, total))
    with_it = " with its stake" if whole else ""
    says = "{wager:is paid at most} {limit:$}{with_it}, and {stake:$} could be paid {offered:$}"
    says = Sentence(says, wager=wager, with_it=with_it, stake=total)
    return refuse("over_maximum", says, terms, "max_pay", limit=cap, offered=paid)


def _most_won(book: Rulebook, puck: int, wager: Wager, total: int) -> int:
    """The most that a wager could win at its printed pay, in cents, rounded up."""
    return max(won for _, won in _chances(book, puck, wager, total))


def _chances(book: Rulebook, puck: int, wager: Wager, total: int) -> list[tuple[int, int]]:
    """The stake and the most it could win at its printed pay, in cents, for each leg of a wager."""
    terms = book.wagers[wager.kind]
    if isinstance(terms, OneRollTerms) and terms.legs:
        unit = total // terms.units
        legs = terms.leg_units(wager).items()
        return [chance for leg, units in legs for chance in _chances(book, puck, leg, unit * units)]
    pay = terms.pays[number_of(wager, puck)] if isinstance(terms, OddsTerms) else terms.best(wager)
    return [(total, won_exactly(total, pay))]


def won_exactly(stake: int, pay: Pay) -> int:
    """Return the winnings of a stake at a pay, in cents, rounded up to a whole cent."""
    return -(-stake * pay.num // pay.den)
