"""A bet is taken if, and only if, its amount is in the range that the engine gives."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.kit.profiles import examples
from tests.kit.sessions import sessions

from bankcraps import Cents
from bankcraps.game.engine import Refusal, bet_range, player, refusal
from bankcraps.game.engine import events as ev
from bankcraps.game.wagers import WAGERS

SPOTS = st.lists(st.sampled_from(list(WAGERS.values())), min_size=1, max_size=6, unique=True)


def amounts_about(found, chip, others):
    """Amounts to try: the first chips, sums of every size, and what lies about the ends of a range."""
    tried = {*range(chip, 61 * chip, chip), *others, 1, chip - 1, chip + 1}
    if not isinstance(found, Refusal):
        ends = (found.least, found.most, found.exact.at_most(found.most) or 0)
        tried |= {end + more for end in ends for more in (-found.step, -chip, -1, 0, 1, chip, found.step)}
    return sorted(amount for amount in tried if amount > 0)


@examples(150)
@given(
    session=sessions(),
    spots=SPOTS,
    confirmed=st.booleans(),
    unrejected=st.booleans(),
    others=st.lists(st.integers(1, 10**7), max_size=10),
)
def test_the_range_of_a_bet_is_what_is_taken(session, spots, confirmed, unrejected, others):
    book, state = session.book, session.last
    chip = state.floor.chip
    crew = tuple(book.table.filled(book.betting.late_confirmed_by)) if confirmed else ()
    for seat in state.seats:
        for spot in {*spots, *(standing.wager for standing in seat.wagers)}:
            bet = ev.Bet(spot, Cents(1), confirmed=crew, unrejected=unrejected, by=player(seat.name))
            found = bet_range(book, state, bet)
            for amount in amounts_about(found, chip, others):
                taken = refusal(book, state, replace(bet, amount=Cents(amount))) is None
                assert taken is (not isinstance(found, Refusal) and amount in found), (spot, amount)
            if not isinstance(found, Refusal):
                assert found.least in found
                assert found.most in found
