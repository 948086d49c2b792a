"""A wager that comes down gives back the chips that were put up, less the commission that the house keeps."""

from hypothesis import assume, given
from hypothesis import strategies as st
from tests.kit.houses import houses
from tests.kit.profiles import examples
from tests.kit.sessions import sessions

from bankcraps import Cents, Limits, dollars, step
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import open_table, player
from bankcraps.game.wagers import ODDS, WAGERS, Kind

COMES = (Kind.COME, Kind.DONT_COME)


def is_contract(book, state, wager):
    """Whether a wager is past the time when it may come down."""
    number = wager.number or (0 if wager.kind in COMES else state.puck)
    return {"always": False, "until_number": bool(number), "never": True}[book.wagers[wager.kind].take_down]


def has_odds_of_contract(book, state, seat, wager):
    """Whether odds behind it may not come down, so that it holds them up."""
    kind = ODDS.get(wager.kind)
    behind = (s.wager for s in seat.wagers if s.wager.kind is kind and s.wager.number == wager.number)
    return any(is_contract(book, state, odds) for odds in behind)


def wagers_that_came_down(name, before, after):
    left = {standing.wager for standing in after.seat(name).wagers}
    return [standing for standing in before.seat(name).wagers if standing.wager not in left]


@examples(150)
@given(session=sessions())
def test_all_that_may_come_down_gives_back_what_was_put_up(session):
    book, state = session.book, session.last
    for seat in state.seats:
        rail, due = seat.rail, 0
        for standing in reversed(seat.wagers):
            came = step(book, state, ev.TakeDown(standing.wager, by=player(seat.name)))
            held = is_contract(book, state, standing.wager) or (
                has_odds_of_contract(book, state, state.seat(seat.name), standing.wager)
            )
            closed = state.out and not book.betting.may_while_out("down", standing.wager.kind)
            closed |= state.thrown and not book.betting.may_in_the_air(standing.wager.kind)
            assert bool(came) == (not held and not closed)
            for gone in wagers_that_came_down(seat.name, state, came.state):  # odds come with their flat
                rule = getattr(book.wagers[gone.wager.kind], "commission", None)
                due += gone.chips
                due += gone.commission if rule and rule.refunded else 0
                assert set(gone.tokens) <= set(came.state.seat(seat.name).tokens)
            state = came.state
        assert state.seat(seat.name).rail == rail + due


@examples(150)
@given(session=sessions())
def test_who_leaves_is_paid_all_they_had(session):
    book, state = session.book, session.last
    for seat in state.seats:
        came = step(book, state, ev.Leave(by=player(seat.name)))
        if not came:
            held = state.thrown or (
                state.out and not all(book.betting.may_while_out("down", s.wager.kind) for s in seat.wagers)
            )
            assert held or any(is_contract(book, state, standing.wager) for standing in seat.wagers)
            continue
        rules = [(s, getattr(book.wagers[s.wager.kind], "commission", None)) for s in seat.wagers]
        back = sum(standing.commission for standing, rule in rules if rule and rule.refunded)
        paid = sum(effect.amount for effect in came.effects if isinstance(effect, fx.CashedOut))
        assert paid == seat.rail + seat.at_risk + back
        assert came.state.seat(seat.name) is None


CHIP = Cents(100)
WIDE = Limits(CHIP, Cents(10_000_000), CHIP)
CHANGES = st.lists(st.tuples(st.booleans(), st.integers(1, 40)), min_size=1, max_size=8)


@examples(150)
@given(book=houses(), changes=CHANGES, data=st.data())
def test_up_in_steps_and_down_in_steps_keeps_only_the_commission_the_house_keeps(book, changes, data):
    state = open_table(book, [("Ann", dollars(100_000))], WIDE, CHIP)
    offered = [w for w in WAGERS.values() if w.kind in (Kind.BUY, Kind.LAY) and book.terms(w)]
    assume(offered)
    wager = data.draw(st.sampled_from(offered))
    kept = 0
    for up, units in changes:
        amount = Cents(units * CHIP)
        event = (
            ev.Bet(wager, amount, by=player("Ann")) if up else ev.TakeDown(wager, amount, by=player("Ann"))
        )
        came = step(book, state, event)
        kept += sum(effect.amount for effect in came.effects if isinstance(effect, fx.Vigorish))
        state = came.state
    came = step(book, state, ev.TakeDown(wager, by=player("Ann")))
    kept += sum(effect.amount for effect in came.effects if isinstance(effect, fx.Vigorish))
    seat = came.state.seat("Ann")
    assume(not seat.wagers)
    rule = book.wagers[wager.kind].commission
    assert kept == 0 or (rule and not rule.refunded and rule.when == "placed")
    assert seat.rail == dollars(100_000) - kept
    assert came.state.bank == kept - dollars(100_000)
