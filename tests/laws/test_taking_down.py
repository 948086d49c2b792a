"""A wager that comes down gives back the chips that were put up, less the commission that the house keeps."""

from hypothesis import assume, given
from hypothesis import strategies as st
from tests.kit.houses import houses
from tests.kit.profiles import examples
from tests.kit.sessions import sessions

from bankcraps import Cents, Limits, Throw, dollars, step
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import crew, open_table, player
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.acts import who_may
from bankcraps.game.wagers import ODDS, WAGERS, Kind, find

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


def buy_or_lay(book, data):
    offered = [w for w in WAGERS.values() if w.kind in (Kind.BUY, Kind.LAY) and book.terms(w)]
    assume(offered)
    return data.draw(st.sampled_from(offered))


CHANGES = st.lists(st.tuples(st.booleans(), st.integers(1, 40)), min_size=1, max_size=8)


@examples(150)
@given(book=houses(), changes=CHANGES, data=st.data())
def test_up_in_steps_and_down_in_steps_keeps_only_the_commission_the_house_keeps(book, changes, data):
    state = open_table(book, [("Ann", dollars(100_000))], WIDE, CHIP)
    wager = buy_or_lay(book, data)
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


def played(book, state, *events):
    """The table after some events, all of which must be allowed."""
    for event in events:
        came = step(book, state, event)
        assume(came)
        state = came.state
    return state


def bet(wager, units):
    return ev.Bet(wager, Cents(units * CHIP), by=player("Ann"))


def down(wager, units):
    return ev.TakeDown(wager, Cents(units * CHIP), by=player("Ann"))


THROWN = {throw.total: throw for throw in OUTCOMES}
PARTS = st.lists(st.integers(1, 60), min_size=2, max_size=4)


@examples(300)
@given(
    book=houses(),
    first=st.integers(1, 120),
    wins=st.booleans(),
    gone=st.integers(0, 60),
    parts=PARTS,
    data=st.data(),
)
def test_a_bet_in_parts_costs_and_gives_back_as_much_as_one(book, first, wins, gone, parts, data):
    """Also after chips came down, and after the wager won and stayed up."""
    wager = buy_or_lay(book, data)
    point = Throw(4, 4) if wager.number == 6 else Throw(3, 3)
    wins_on = THROWN[wager.number] if wager.kind is Kind.BUY else Throw(4, 3)
    state = open_table(book, [("Ann", dollars(100_000))], WIDE, CHIP)
    state = played(book, state, bet(find(Kind.PASS), 1), ev.Rolled(point), bet(wager, first))
    if wins:
        state = played(book, state, ev.Rolled(wins_on))
    assume(state.seated("Ann").on(wager))
    if gone:
        state = played(book, state, down(wager, gone))
        assume(state.seated("Ann").on(wager))
    one = played(book, state, bet(wager, sum(parts)))
    many = played(book, state, *(bet(wager, part) for part in parts))
    reason, crew_member = next(iter(book.floor.void_for)), crew(who_may(book, ev.VoidWager)[0])
    void, all_down = ev.VoidWager("Ann", wager, reason, by=crew_member), ev.TakeDown(wager, by=player("Ann"))
    for last in ((), (void,), (all_down,), (down(wager, parts[0]),)):
        ends = [played(book, table, *last).seated("Ann") for table in (one, many)]
        assert ends[0].rail == ends[1].rail
        assert ends[0].wagers == ends[1].wagers


@examples(300)
@given(
    book=houses(), first=st.integers(1, 120), gone=st.integers(1, 60), more=st.integers(1, 60), data=st.data()
)
def test_chips_that_come_down_before_or_after_others_go_up_leave_the_same(book, first, gone, more, data):
    wager = buy_or_lay(book, data)
    start = open_table(book, [("Ann", dollars(100_000))], WIDE, CHIP)
    state = played(book, start, bet(wager, first))
    before = played(book, state, down(wager, gone), bet(wager, more)).seated("Ann")
    after = played(book, state, bet(wager, more), down(wager, gone)).seated("Ann")
    assume(first > gone)  # a wager that is all down is another afterwards
    assert before.rail == after.rail
    assert before.wagers == after.wagers
