"""Awards beside other acts: what moves is the sum, and nothing that was done before is lost."""

from hypothesis import given
from msgspec.structs import replace
from tests.kit.pairs import meetings
from tests.kit.profiles import examples

from bankcraps import Cents, Table
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev

POINT = ("Ann: pass 10", "Bob: dont_pass 10", "roll 4-2")
AWARD = 'award Ann 25 "the six was paid short"'


def table(*lines):
    """Ann and Bob with 100 each, after what was said."""
    made = Table("nsw", {"Ann": 100, "Bob": 100})
    for line in lines:
        assert all(made.say(line)), line
    return made


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


def test_an_award_stands_when_the_throw_before_it_is_corrected():
    corrected = table(*POINT, "roll 4-3", AWARD, "correct 4-4")
    assert corrected.rail("Ann") == table(*POINT, "roll 4-4").rail("Ann") + 2500


def test_an_award_stands_when_the_throw_before_it_has_no_result():
    invalid = table(*POINT, "roll 4-3", AWARD, "invalidate fire throw")
    assert invalid.rail("Ann") == table(*POINT, "roll 4-3", "invalidate fire throw").rail("Ann") + 2500


def test_chips_taken_back_that_a_correction_needs_are_owed():
    """Ann won 10 by a wrong throw, and all of her rail was taken back."""
    owing = table("Ann: pass 100", "Bob: pass 10", "roll 6-5", 'reclaim Ann 200 "paid twice"')
    (came,) = owing.say("correct 1-1")
    assert fx.Owed("Ann", Cents(20000)) in came.effects
    assert owing.rail("Ann") == 0
    assert owing.state.total == 0


def test_bets_can_be_undone_after_an_award_as_far_as_the_rail_allows():
    undone = table("Ann: pass 10", AWARD, "Ann: undo")
    assert undone.rail("Ann") == 12500
    down = table("Ann: pass 10", "Ann: down pass", 'reclaim Ann 95 "paid twice"')
    (came,) = down.say("Ann: undo")
    assert came.refusal.code == "not_enough_chips", "the 10 are not in the rail any more"
    assert came.refusal.message == "Ann has $5 in the rail and needs $10 to undo that"
