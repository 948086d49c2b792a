"""Laws of wagers: their ranges, full odds, legs, what comes down, and invented houses."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.kit.amounts import is_contract
from tests.kit.houses import come_outs, hand_wagers, houses, merged, own_house
from tests.kit.laws import hold
from tests.kit.layouts import crowds
from tests.kit.oracle import legs_of
from tests.kit.profiles import examples
from tests.kit.sessions import play, sessions

from bankcraps import BOOKS, Cents, Limits, Table, Throw, dollars, load_rulebook, step, wager
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import Refusal, Standing, bet_range, crew, open_table, player, refusal
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.acts import who_may
from bankcraps.game.engine.wagering.ranges import full_odds
from bankcraps.game.wagers import BOX_NUMBERS, HAND_WAGERS, ODDS, WAGERS, Kind, find, flat_under, odds_behind

# A bet is taken if, and only if, its amount is in the range that the engine gives.

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


# Full odds: the most that a flat wager carries, or a little less if only that can be paid to the chip.


def with_flat(table, odds, flat, purse):
    """A table at which Ann has so many dollars and a flat wager, and her bet on the odds."""
    seat = replace(
        table.state.seats[0], rail=purse * 100, wagers=(Standing(flat_under(odds), Cents(flat * 100)),)
    )
    return replace(table.state, seats=(seat,)), ev.Bet(odds, Cents(100), by=player("Ann"))


@examples(200)
@given(
    book=st.sampled_from(BOOKS).map(load_rulebook),
    kind=st.sampled_from(list(ODDS)),
    number=st.sampled_from([4, 5, 6, 8, 9, 10]),
    flat=st.integers(1, 60),
    purse=st.integers(0, 400),
)
def test_it_may_stand_and_no_more_than_a_quarter_is_left_out(book, kind, number, flat, purse):
    on = number if kind in (Kind.COME, Kind.DONT_COME) else None
    table = Table(book, {"Ann": 10_000}, others=True)
    table.throw(number // 2, number - number // 2)
    odds = find(ODDS[kind], on)
    state, bet = with_flat(table, odds, flat, purse)

    def allowed(amount):
        return bool(step(book, state, ev.Bet(odds, Cents(amount), by=player("Ann"))))

    chosen = full_odds(book, state, bet)
    possible = [amount for amount in range(100, purse * 100 + 1, 100) if allowed(amount)]
    if not possible:
        assert chosen == 0
        return
    top, pay = possible[-1], book.terms(odds).pays[number].ratio
    even = [amount for amount in possible if amount * pay % 100 == 0 and 4 * amount > 3 * top]
    assert chosen == (even[-1] if even else top)


# A horn, a world, a craps-eleven: the same as its legs, each bet for itself.


def after_bets(book, state, bets, throw):
    """The table after those bets and that throw; None if the house takes one of them not."""
    for spot, amount in bets.items():
        came = step(book, state, ev.Bet(spot, Cents(amount), by=player("Ann")))
        if not came:
            return None
        state = came.state
    return step(book, state, ev.Rolled(throw)).state


@examples(200)
@given(
    book=houses(), data=st.data(), chip=st.sampled_from([1, 25, 100]), units=st.integers(1, 12),
    throw=st.sampled_from(OUTCOMES),
)  # fmt: skip
def test_a_wager_of_legs_is_its_legs(book, data, chip, units, throw):
    combined = [spot for spot in WAGERS.values() if getattr(book.terms(spot), "legs", None)]
    assume(combined)
    spot = data.draw(st.sampled_from(combined))
    whole = book.wagers[spot.kind]
    legs = {find(leg): share for leg, share in legs_of(whole, spot).items()}
    parts = [book.wagers[leg.kind] for leg in legs]
    assume(all((part.max_pay, part.works) == (whole.max_pay, whole.works) for part in parts))
    limits = Limits(Cents(chip), dollars(900_000), Cents(chip))
    state = open_table(book, [("Ann", dollars(1_000_000))], limits, Cents(chip))
    one = after_bets(book, state, {spot: chip * units * sum(legs.values())}, throw)
    each = after_bets(book, state, {leg: chip * units * share for leg, share in legs.items()}, throw)
    assume(one and each)
    seats = [table.seat("Ann") for table in (one, each)]
    assert len({seat.rail + seat.at_risk for seat in seats}) == 1  # some stay up, or sleep through the throw
    assert one.bank == each.bank


# A wager that comes down gives back the chips that were put up, less the commission that the house keeps.


@examples(150)
@given(session=sessions())
def test_all_that_may_come_down_gives_back_what_was_put_up(session):
    book, state = session.book, session.last
    for seat in state.seats:
        rail, due = seat.rail, 0
        for standing in reversed(seat.wagers):
            came = step(book, state, ev.TakeDown(standing.wager, by=player(seat.name)))
            behind = odds_behind(standing.wager)
            odds = behind and state.seat(seat.name).on(behind)
            held = is_contract(book, state, standing.wager) or (odds and is_contract(book, state, behind))
            closed = state.out and not book.betting.may_while_out("down", standing.wager.kind)
            closed |= state.thrown and not book.betting.may_in_the_air(standing.wager.kind)
            assert bool(came) == (not held and not closed)
            left = [one.wager for one in came.state.seat(seat.name).wagers]
            for gone in (one for one in state.seat(seat.name).wagers if one.wager not in left):  # odds, too
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
        came = step(book, state, bet(wager, units) if up else down(wager, units))
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


@examples(150)
@given(
    book=houses(), first=st.integers(1, 120), wins=st.booleans(), gone=st.integers(0, 60), parts=PARTS,
    data=st.data(),
)  # fmt: skip
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


@examples(150)
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


# Invented houses: points of their own, and wagers on the shooter's hand of any shape.

THROWS = st.sampled_from([throw for throw in OUTCOMES for _ in range(throw.ways)])


@st.composite
def own_houses(draw):
    """A house with a come-out of its own, or with up to three wagers on the hand, or both."""
    base = draw(st.sampled_from(BOOKS))
    rules = draw(come_outs(base)) if draw(st.booleans()) else {}
    points = tuple(rules.get("come_out", {}).get("points", BOX_NUMBERS))
    for _ in range(draw(st.integers(0 if rules else 1, 3))):
        added = draw(hand_wagers(points))
        (kind,) = added["wagers"]
        if kind not in rules.get("wagers", {}) and Kind(kind) not in load_rulebook(base).wagers:
            rules = merged(rules, added)
    return own_house(base, rules) if rules else load_rulebook(base)


@st.composite
def hands(draw):
    """Ann throws at such a house, and bets on every spot that watches her hand whenever she may."""
    opening = draw(crowds(own_houses()))
    done = []
    spots = [spot for spot in WAGERS.values() if spot.kind in HAND_WAGERS and opening.book.terms(spot)]
    sums = [Cents(opening.chip * 60)] * len(spots)
    for throw in draw(st.lists(THROWS, min_size=1, max_size=12)):
        done += [ev.Bet(spot, amount, by=player("Ann")) for spot, amount in zip(spots, sums, strict=True)]
        done += [ev.Bet(wager("pass"), Cents(opening.chip * 60), by=player("Ann")), ev.Rolled(throw)]
    return play(opening, done)


@examples(200)
@given(session=hands())
@pytest.mark.some
def test_hands_thrown_at_houses_of_ones_own(session):
    hold(session)
