"""A player's result is what their money did. A throw that is put right counts in the hand of that throw."""

from hypothesis import given
from tests.kit.pairs import meetings
from tests.kit.profiles import examples

from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.hands import Hand
from bankcraps.live.advice.statistics import Tally
from bankcraps.live.table.results import PlayerResult, results_after

NOT_TALLIED = fx.Left | fx.Owed | fx.Vigorish | fx.Forfeited | fx.Awarded
"""Effects that the statistics count elsewhere: a fee or an award counts for the throw after it."""


@examples(240)
@given(session=meetings())
def test_a_session_is_what_the_money_of_a_player_did(session):
    hand, results = Hand(), _seated(session)
    paid_in = {seat.name: seat.rail for seat in session.opening.state.seats}
    for moment in session.happened:
        hand, results = results_after(hand, results, moment.came.effects)
        for effect in moment.came.effects:
            match effect:
                case fx.Seated(seat):
                    paid_in[seat] = 0
                case fx.Bought(seat, amount):
                    paid_in[seat] += amount
                case fx.CashedOut(seat, amount):
                    paid_in[seat] -= amount
                case _:
                    pass
        own = {seat.name: seat.rail + seat.at_risk - paid_in[seat.name] for seat in moment.after.seats}
        assert {one.name: one.session for one in results} == own


@examples(240)
@given(session=meetings())
def test_a_hand_is_what_its_throws_did(session):
    """The results of a hand and the statistics of the same hand agree."""
    hand, results, tally = Hand(), _seated(session), Tally()
    aside: set[str] = set()
    for moment in session.happened:
        hand, results = results_after(hand, results, moment.came.effects)
        tally.see(moment.after, moment.came.effects)
        aside |= {effect.seat for effect in moment.came.effects if isinstance(effect, NOT_TALLIED)}
        throws = [throw for throw in tally.throws if throw.hand == hand.number]
        for one in results:
            if one.name not in aside:
                assert one.hand == sum(net.net for throw in throws for net in throw.results.get(one.name, ()))


def _seated(session):
    return tuple(PlayerResult(seat.name) for seat in session.opening.state.seats)
