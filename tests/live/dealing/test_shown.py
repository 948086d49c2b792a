"""The view of people on a throw that people deal: in the news, when they come back, after other acts."""

from tests.live.dealing.table import BOX, School
from tests.live.people.evenings import hold_evenings
from tests.live.room import hold_log

from bankcraps import Throw
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.records.codec import encode
from bankcraps.game.wagers import wager
from bankcraps.live.log import entries as en
from bankcraps.live.log.rows import decode_row
from bankcraps.live.people.evenings import EveningLog
from bankcraps.live.people.profile import settle_up
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.views import happened, throw_result


def point_made(dealt="strict", rules="three_four_five"):
    """Ann wins $10 on the line and $24 by her odds, Bob loses $10; nothing is dealt."""
    room = School(rules, dealt=dealt)
    room.sits("Ann", "Bob")
    room.does("Ann", "pass 10")
    room.does("Bob", "dont pass 10")
    room.throws_dice("4-2")
    room.deals_all()
    room.does("Ann", "odds 20")
    room.throws_dice("5-1")
    return room


def shown(room):
    """The winnings of the players by the news of the last command."""
    told = [one.effects if one.shown is None else one.shown for one in room.last.happened]
    return sum(fx.won(effect) for effects in told for effect in effects)


def test_somebody_who_comes_sees_what_the_dealers_did_and_not_what_was_right():
    room = point_made("free")
    assert throw_result(room.book, room.table).won == ()
    room.deals("Lea pays Ann pass_odds $20")
    assert set(throw_result(room.book, room.table).won) == {0, 2000}
    room.deals_all()
    assert set(throw_result(room.book, room.table).won) == {-1000, 0, 1000, 2000}
    hold_log(room)


def test_what_was_right_is_in_the_log_and_not_in_the_news():
    room = point_made("free")
    room.deals("Lea pays Ann pass_odds $20")
    told = encode(happened(room.book, room.last)).decode()
    assert '"dealt_cents":2000' in told
    assert not [word for word in ("right", "moved_cents", "2400", '"wrong"', "-400") if word in told]
    assert room.happenings(en.Dealt)[-1].right == 2400
    strict = point_made()
    strict.deals("Lea pays Ann pass_odds $20")
    told = encode(happened(strict.book, strict.last)).decode()
    assert '"refused"' in told
    assert "2400" not in told


def test_the_last_wagers_are_told_to_be_gone_only_where_all_of_a_player_is_dealt():
    room = School()
    room.sits("Ann", "Bob")
    room.does("Ann", "pass 10")
    room.does("Bob", "pass 10")
    room.throws_dice("1-1")
    assert happened(room.book, room.last).cleared == ()
    assert room.table.settled.cleared == ("Ann", "Bob")
    room.deals("Lea takes Ann pass")
    assert throw_result(room.book, room.table).cleared == ("Ann",)
    room.deals_all()
    assert throw_result(room.book, room.table).cleared == ("Ann", "Bob")


def test_a_correction_takes_back_only_what_was_shown():
    room = point_made()
    room.deals("Lea pays Ann pass $10")
    assert shown(room) == 1000
    room.the_floor_does(ev.Correct(Throw(5, 2)))
    assert room.tasks == ()
    ann, bob = -1000 - 2000, 1000
    assert shown(room) == ann + bob - 1000  # the right throw, and the $10 back
    hold_log(room)


def test_an_invalid_throw_takes_back_only_what_was_shown():
    room = point_made(rules="nsw")
    room.deals("Lea takes Bob dont_pass")
    assert shown(room) == -1000
    room.the_floor_does(ev.Invalidate(next(iter(room.book.floor.invalidate_for)), scope="throw"))
    assert shown(room) == 1000


def test_what_ends_the_work_on_a_player_shows_what_the_throw_did():
    room = School()
    room.sits("Ann", "Bob")
    room.does("Ann", "pass 10")
    room.does("Bob", "pass 10")
    room.throws_dice("4-2")
    room.deals_all()
    room.does("Ann", "place 8 12")
    room.throws_dice("5-1")
    room.the_floor_does(ev.VoidWager("Ann", wager("place 8"), next(iter(room.book.floor.void_for))))
    assert [task.player for task in room.tasks] == ["Bob", ""]
    assert shown(room) == 1000


def settled_up(room):
    log = EveningLog(lambda _: room.book)
    for body in room.rows:
        log.read(decode_row(body))
    found = settle_up(log)
    return {line.player: line.result for line in found.players}, found.seq


def test_settling_up_waits_until_all_is_dealt_with_somebody_who_came_meanwhile():
    room = point_made()
    before = settled_up(room)
    assert before[0] == {"Ann": 0, "Bob": 0}
    room.sits("Cyd")
    room.deals("Lea takes Bob dont_pass")
    assert settled_up(room) == before
    hold_evenings(room)
    room.deals_all()
    hold_evenings(room)
    found, seq = settled_up(room)
    assert found == {"Ann": 3400, "Bob": -1000, "Cyd": 0}
    assert seq == len(room.rows)


def test_when_the_table_closes_the_crew_deals_what_is_open():
    room = School()
    room.sits("Ann")
    room.does("Ann", "pass 10")
    room.throws_dice("4-3")
    room.tell(cm.Cleared(unattended=True))
    assert room.last.refused is None
    assert (room.tasks, room.state.seats) == ((), ())
    assert room.table.work.scores[0].not_done == 1
    assert settled_up(room)[0] == {"Ann": 1000}
    hold_log(room)


def test_a_table_that_cannot_close_leaves_the_work_to_its_dealers():
    """Ann may not leave: her pass wager is a contract once there is a point."""
    room = School()
    room.sits("Ann")
    room.does("Ann", "pass 10")
    room.throws_dice("4-2")
    room.deals_all()
    room.does("Ann", "place 8 12")
    room.throws_dice("4-4")
    before = room.told()
    room.tell(cm.Cleared(unattended=True))
    assert room.last.refused.code == "contract"
    assert room.last.happened == ()
    assert room.told() == before
    assert room.ask(BOX, cm.LetGo) is None
