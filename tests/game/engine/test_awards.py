"""An award moves its sum, and nothing that was done before is lost."""

from hypothesis import given
from msgspec.structs import replace
from tests.kit.pairs import meetings
from tests.kit.profiles import examples

from bankcraps import Cents
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev


@examples(120)
@given(session=meetings())
def test_an_award_moves_its_sum_and_changes_nothing_else(session):
    for moment in session.happened:
        if not isinstance(moment.event, ev.Award):
            continue
        event, was, now = moment.event, moment.before, moment.after
        seat = now.seated(event.player)
        assert seat.rail == was.seated(event.player).rail + event.amount
        assert was.bank - now.bank == event.amount
        assert fx.won(moment.came.effects[0]) == event.amount
        back = replace(seat, rail=was.seated(event.player).rail, earlier=())
        then = replace(was.seated(event.player), earlier=())
        assert back == then
        others = [tuple(one for one in state.seats if one.name != event.player) for state in (was, now)]
        assert others[0] == others[1]
        assert replace(was, seats=(), bank=Cents(0)) == replace(
            now, seats=(), bank=Cents(0), floor=replace(now.floor, clock=was.floor.clock)
        )
