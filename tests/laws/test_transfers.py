"""All accounts of the chips agree: rails, terminal, statistics, ledger, lab, and the outlook."""

from collections import Counter

from hypothesis import given
from tests.kit.pairs import meetings
from tests.kit.profiles import examples

from bankcraps import Cents, Table, Throw
from bankcraps.analysis.chain.model import accounts_of
from bankcraps.game.engine import Seat, State
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.wagers import Wager, wager
from bankcraps.live.advice.outlook import outlook
from bankcraps.live.advice.statistics import Tally, statistics
from bankcraps.live.proof.ledger import changes, layout, moves, rail
from bankcraps.strategies.policy import ThrowResult
from bankcraps.terminal.play.session import gains_of, nets_of


def held(state: State, name: str) -> dict[str, tuple[int, int]]:
    """The chips and tokens of a player at each place, in cents."""
    seat = state.seat(name) or Seat(name, 1, 0)
    on_layout = sum(sum(standing.tokens) for standing in seat.wagers)
    return {"rail": (seat.rail, sum(seat.tokens)), "layout": (seat.at_risk, on_layout)}


@examples(60)
@given(session=meetings())
def test_what_effects_won_came_from_the_bank(session):
    """That all else is where the effects moved it is a law of every session: `chips.effects_tell_all`."""
    for moment in session.happened:
        moved = [one for effect in moment.came.effects for one in fx.transfers(effect)]
        from_bank = sum(one.amount * ((one.source == "bank") - (one.target == "bank")) for one in moved)
        assert sum(map(fx.won, moment.came.effects)) == from_bank


def spots(state: State) -> Counter[tuple[str, Wager]]:
    """The chips on each spot, in cents with the tokens."""
    return Counter({(seat.name, one.wager): one.amount for seat in state.seats for one in seat.wagers})


@examples(60)
@given(session=meetings())
def test_wagers_that_are_gone_have_left_their_spots(session):
    for moment in session.happened:
        effects = moment.came.effects
        if any(isinstance(effect, fx.Reversed) for effect in effects):
            continue
        left = {(effect.seat, spot) for effect in effects if (spot := fx.left_spot(effect))}
        gone = set(spots(moment.before)) - set(spots(moment.after))
        assert gone <= left
        if isinstance(moment.event, ev.Rolled):
            taken_over = {(one.seat, one.to) for one in effects if isinstance(one, fx.Moved)}
            assert left <= gone | taken_over


def test_a_wager_that_the_house_took_from_a_guilty_player_has_ended():
    """Where it takes the tokens of a winner alone, the chips stay."""
    taken = fx.Forfeited("Ann", wager("place 6"), Cents(1200))
    token = fx.Forfeited("Ann", wager("place 8"), Cents(2500), (Cents(2500),))
    assert ThrowResult((taken, token)).ended == (wager("place 6"),)


@examples(60)
@given(session=meetings())
def test_chips_and_tokens_leave_the_spots_that_the_effects_say(session):
    for moment in session.happened:
        effects = moment.came.effects
        if any(isinstance(effect, fx.Reversed) for effect in effects):
            continue
        there = spots(moment.before)
        for effect in effects:
            if isinstance(effect, fx.Staked):
                there[effect.seat, effect.wager] += effect.amount
            if isinstance(effect, fx.Moved):
                there[effect.seat, effect.to] += effect.amount
            if left := fx.left_cents(effect):
                there[effect.seat, effect.wager] -= left
        assert {spot: sum_ for spot, sum_ in there.items() if sum_} == spots(moment.after)


@examples(60)
@given(session=meetings())
def test_what_a_throw_won_is_told_alike(session):
    tally, opened = Tally(), session.opening.state
    tally.see(opened, [fx.Bought(seat.name, seat.rail + seat.at_risk) for seat in opened.seats])
    for moment in session.happened:
        effects = moment.came.effects
        tally.see(moment.after, effects)
        thrown = any(isinstance(effect, fx.Thrown) for effect in effects)
        if not thrown or any(isinstance(effect, fx.Reversed | fx.CashedOut) for effect in effects):
            continue
        nets, booked = nets_of(gains_of(effects)), changes(moves("t1", effects))
        for seat in moment.before.seats:
            was, now = held(moment.before, seat.name), held(moment.after, seat.name)
            gained = sum(now[place][0] - was[place][0] for place in now)
            own = tuple(effect for effect in effects if getattr(effect, "seat", seat.name) == seat.name)
            assert nets.get(seat.name, 0) == gained == ThrowResult(own).net
            assert sum(account.net for account in accounts_of(own)) == gained
            assert sum(booked.get(place("t1", seat.name), 0) for place in (rail, layout)) == gained
            assert statistics(tally.throws, seat.name).net == tally.throws[-1].nets.get(seat.name, 0)


@examples(60)
@given(session=meetings())
def test_a_throw_wins_what_the_outlook_promised(session):
    for moment in session.happened:
        if not isinstance(moment.event, ev.Rolled) or not moment.before.turn.held:
            continue
        throw, effects = moment.event.throw, fx.of_a_throw(moment.came.effects)
        on = {str(throw), str(Throw(throw.b, throw.a)), str(throw.total)} if effects else set()
        for seat in moment.before.seats:
            found = outlook(session.book, moment.before, seat.name)
            promised = sum(one.net - one.fee for each in found for one in each.chances if one.on in on)
            assert promised == sum(fx.won(one) for one in effects if getattr(one, "seat", "") == seat.name)


def tallied(book, *lines):
    """The statistics of Ann after lines at a table, and what her money has done."""
    table, tally = Table(book, {"Ann": 500, "Bob": 500}), Tally()
    tally.see(table.state, [fx.Bought(seat.name, seat.rail) for seat in table.state.seats])
    for line in lines:
        for came in table.say(line):
            assert came, came.refusal
            tally.see(came.state, came.effects)
    ann = table.state.seated("Ann")
    return statistics(tally.throws, "Ann"), ann.rail + ann.at_risk - 50000


def test_what_a_player_cannot_give_back_counts_as_theirs():
    lines = ("Ann: pass 100", "roll 6-5", 'award Ann -600 "paid twice"', "correct 1-1")
    found, gained = tallied("nsw", *lines)
    assert found.net == gained == -50000


def test_a_wager_on_the_hand_that_is_over_by_order_is_lost():
    lines = ("Bob: pass 10", "Ann: fire 5", "roll 5-4", "boxperson: order_pass delay", "roll 2-2")
    found, gained = tallied("pennsylvania", *lines)
    assert found.net == gained == -500
    assert [(one.wager, one.decided, one.net) for one in found.wagers] == [("fire", 1, -500)]
