"""A horn, a world, a craps-eleven: the same as its legs, each bet for itself."""

from hypothesis import assume, given
from hypothesis import strategies as st
from tests.kit.houses import houses
from tests.kit.profiles import examples

from bankcraps import WAGERS, Cents, Limits, dollars, step
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import open_table, player
from bankcraps.game.rulebook.terms import OneRollTerms
from bankcraps.game.wagers import Kind, find

HIGH = {2: Kind.TWO, 3: Kind.THREE, 11: Kind.ELEVEN, 12: Kind.TWELVE}


def made_of_legs(book):
    """The wagers of a house that are made of legs."""
    kinds = [kind for kind, terms in book.wagers.items() if isinstance(terms, OneRollTerms) and terms.legs]
    return [wager for wager in WAGERS.values() if wager.kind in kinds]


def legs_of(book, wager):
    """The units on each leg."""
    terms = book.wagers[wager.kind]
    units = {find(leg): share for leg, share in terms.legs.items()}
    if wager.number:
        units[find(HIGH[wager.number])] += terms.high
    return units


def after(book, state, bets, throw):
    """The table after those bets and that throw; None if the house takes one of them not."""
    for wager, amount in bets.items():
        came = step(book, state, ev.Bet(wager, Cents(amount), by=player("Ann")))
        if not came:
            return None
        state = came.state
    return step(book, state, ev.Rolled(throw)).state


def owned(seat):
    """The chips in the rail and those that stay up, because they won there or sleep through the throw."""
    return seat.rail + sum(standing.amount for standing in seat.wagers)


@examples(200)
@given(
    book=houses(),
    data=st.data(),
    chip=st.sampled_from([1, 25, 100]),
    units=st.integers(1, 12),
    throw=st.sampled_from(OUTCOMES),
)
def test_a_wager_of_legs_is_its_legs(book, data, chip, units, throw):
    combined = made_of_legs(book)
    assume(combined)
    wager = data.draw(st.sampled_from(combined))
    legs = legs_of(book, wager)
    whole = book.wagers[wager.kind]
    parts = [book.wagers[leg.kind] for leg in legs]
    assume(all((part.max_pay, part.works) == (whole.max_pay, whole.works) for part in parts))
    state = open_table(
        book, [("Ann", dollars(1_000_000))], Limits(Cents(chip), dollars(900_000), Cents(chip)), Cents(chip)
    )
    one = after(book, state, {wager: chip * units * sum(legs.values())}, throw)
    each = after(book, state, {leg: chip * units * share for leg, share in legs.items()}, throw)
    assume(one and each)
    assert owned(one.seat("Ann")) == owned(each.seat("Ann"))
    assert one.bank == each.bank
