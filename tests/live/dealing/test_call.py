"""The stickperson calls each throw in words, where a table asks for it."""

import pytest
from tests.live.dealing.table import BOX, School
from tests.live.dealing.test_kept import audited
from tests.live.room import hold_log

from bankcraps import BOOKS, Throw
from bankcraps.errors import BankcrapsError
from bankcraps.game.engine import events as ev
from bankcraps.game.records.codec import encode
from bankcraps.live.log import entries as en
from bankcraps.live.people.lobby import NewTable, settings_of
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.views import happened, throw_result, view, you


def thrown(dealt="strict", faces="6-5", **how):
    """Ann's line wager wins on a come-out of 11; nobody has called it."""
    room = School(dealt=dealt, calls=True, **how)
    room.sits("Ann")
    room.does("Ann", "pass 10")
    room.throws_dice(faces)
    return room


def words(room):
    """All that was said of the last command."""
    message = happened(room.book, room.last)
    return [said for item in message.items for said in item.words]


def score(room, person):
    return next(one for one in room.table.work.scores if one.person == person)


def test_the_call_is_the_sticks_work_and_nobody_is_told_it():
    room = thrown()
    assert room.told() == ["Sid calls Yo-leven, front line winner", "Lea pays Ann pass $10"]
    assert "6-5" in words(room)
    told = encode((happened(room.book, room.last), throw_result(room.book, room.table))).decode()
    assert "front line winner" not in told
    assert [one.call for one in view(room.book, room.table).undealt] == [True, False]
    assert "Yo-leven, front line winner" in you(room.book, room.table, room.sender("Sid"), 0).calls
    assert all(not you(room.book, room.table, room.sender(one), 0).calls for one in ("Lea", "Ann", BOX))


@pytest.mark.parametrize(
    "said",
    ["Yo-leven, front line winner", "yo  leven front line winner!", "Six-five, no jive, front line winner"],
)
def test_any_call_that_fits_is_right(said):
    room = thrown()
    assert room.ask("Sid", cm.Deal, action="call", words=said) is None
    assert words(room) == [f"Sid calls: {said}"]
    assert (score(room, "Sid").right, score(room, "Sid").wrong) == (1, 0)
    assert not you(room.book, room.table, room.sender("Sid"), 0).calls
    room.deals_all()
    assert room.phase == "betting"
    assert "6-5: Yo-leven, front line winner" in throw_result(room.book, room.table).words
    hold_log(room)
    audited(room.rows)


def test_a_wrong_call_is_refused_with_the_right_one():
    room = thrown()
    refused = room.deals("Sid calls Seven out, line away")
    assert refused.message == 'the call is "Yo-leven, front line winner", not "Seven out, line away"'
    assert score(room, "Sid").wrong == 1
    assert words(room) == []
    assert "Yo-leven" not in encode(happened(room.book, room.last)).decode()
    noted = room.happenings(en.Dealt)[-1]
    assert (noted.words, noted.right_words) == ("Seven out, line away", "Yo-leven, front line winner")
    hold_log(room)
    audited(room.rows)


def test_where_it_is_free_a_wrong_call_is_heard_and_the_box_sees_it():
    room = thrown("free")
    assert room.deals("Sid calls Seven out, line away") is None
    assert words(room) == ["Sid calls: Seven out, line away"]
    assert "6-5: Seven out, line away" in throw_result(room.book, room.table).words
    (call, _) = sorted(you(room.book, room.table, room.sender(BOX), 0).checks, key=lambda one: one.open)
    assert (call.right.words, call.dealt[0].words, call.dealt[0].how, call.owed) == (
        "Yo-leven, front line winner",
        "Seven out, line away",
        "wrong",
        0,
    )
    assert (score(room, "Sid").wrong, score(room, "Sid").off) == (1, 0)
    room.deals_all()
    hold_log(room)
    audited(room.rows)


def test_the_box_tells_the_call_and_the_puck_apart():
    room = thrown(faces="4-2")
    checks = you(room.book, room.table, room.sender(BOX), 0).checks
    assert [one.right.action for one in checks] == ["call", "puck"]
    assert room.deals("Lea puts the puck on 6") is None
    checks = you(room.book, room.table, room.sender(BOX), 0).checks
    assert [(one.right.action, one.open, len(one.dealt)) for one in checks] == [
        ("call", True, 0),
        ("puck", False, 1),
    ]


def test_a_wrong_call_is_not_told_of_another_throw():
    room = thrown("free")
    room.deals("Sid calls Seven out, line away")
    room.the_floor_does(ev.Correct(Throw(4, 2)))
    assert "Seven out" not in " ".join(throw_result(room.book, room.table).words)
    room.later(3000)
    room.does("Ann", "place 8 12")
    room.throws_dice("4-4")
    assert "Seven out" not in " ".join(throw_result(room.book, room.table).words)


@pytest.mark.parametrize("ends", ["let go", "correct", "leave", "invalid"])
def test_the_call_ends_with_the_work(ends):
    room = thrown(rules="nsw")
    if ends == "let go":
        assert room.ask(BOX, cm.LetGo) is None
        assert words(room)[0] == "The automatic crew calls: Yo-leven, front line winner"
    elif ends == "correct":
        room.the_floor_does(ev.Correct(Throw(4, 2)))
    elif ends == "leave":
        assert room.ask("Hal", cm.TakeBackChair, role="stickperson") is None
        assert [task.person for task in room.tasks] == ["Lea"]
        room.deals_all()
    else:
        room.the_floor_does(ev.Invalidate(next(iter(room.book.floor.invalidate_for)), scope="throw"))
    assert room.tasks == ()
    assert bool(room.table.work.scores and score(room, "Sid").not_done) == (ends in ("let go", "leave"))
    hold_log(room)
    audited(room.rows)


def test_a_call_that_no_screen_could_show_is_refused():
    room = thrown()
    for said in ("x" * 101, "yo\u202eleven"):
        assert room.ask("Sid", cm.Deal, action="call", words=said).code == "bad_words"
    assert room.ask("Lea", cm.Deal, action="call", words="Yo").code == "not_your_chair"


def test_a_table_asks_for_calls_only_where_people_deal():
    assert settings_of(NewTable(rules="nsw", dealt="free", calls=True)).calls
    with pytest.raises(BankcrapsError, match="only where people deal"):
        settings_of(NewTable(rules="nsw", calls=True))


@pytest.mark.parametrize("rules", BOOKS)
def test_every_house_has_calls_to_choose_from(rules):
    room = thrown(rules=rules)
    calls = you(room.book, room.table, room.sender("Sid"), 0).calls
    if "stickperson" in room.book.table.crew:
        assert room.tasks[0].calls[0] in calls
        assert len(calls) > 10
