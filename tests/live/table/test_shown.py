"""The view of people on a throw that people deal: in the news, when they come back, after other acts."""

import pytest
from tests.live.people.evenings import hold_evenings, read
from tests.live.room import hold_log
from tests.live.script import scripts
from tests.live.table.school import checks, deal, point_made, words

from bankcraps import BOOKS
from bankcraps.errors import BankcrapsError
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.records.codec import encode
from bankcraps.live.log import entries as en
from bankcraps.live.people.evenings import settle_up
from bankcraps.live.people.lobby import NewTable, settings_of
from bankcraps.live.table import commands as cm
from bankcraps.live.wire.views import happened, throw_result, view, you


def shown(room):
    """The winnings of the players by the news of the last command."""
    told = [one.effects if one.shown is None else one.shown for one in room.last.happened]
    return sum(fx.won(effect) for effects in told for effect in effects)


def settled_up(room):
    found = settle_up(read(room))
    return {line.player: line.result for line in found.players}, found.seq


def test_somebody_who_comes_sees_what_the_dealers_did_and_not_what_was_right():
    room = point_made("free")
    assert throw_result(room.book, room.table).won == ()
    deal("Lea pays Ann pass_odds $20", room)
    assert set(throw_result(room.book, room.table).won) == {0, 2000}
    told = encode(happened(room.book, room.last)).decode()
    assert '"dealt_cents":2000' in told
    assert not [word for word in ("right", "moved_cents", "2400", '"wrong"', "-400") if word in told]
    assert room.happenings(en.Dealt)[-1].right == 2400
    deal("all is dealt", room)
    assert set(throw_result(room.book, room.table).won) == {-1000, 0, 1000, 2000}
    strict = deal("Lea pays Ann pass_odds $20 ! wrong_deal", point_made())
    told = encode(happened(strict.book, strict.last)).decode()
    assert ('"refused"' in told, "2400" in told) == (True, False)


def test_the_last_wagers_are_told_to_be_gone_only_where_all_of_a_player_is_dealt():
    room = deal("at three_four_five: Ann Bob; Ann: pass 10; Bob: pass 10; dice 1-1")
    assert happened(room.book, room.last).cleared == ()
    assert room.table.settled.cleared == ("Ann", "Bob")
    deal("Lea takes Ann pass", room)
    assert throw_result(room.book, room.table).cleared == ("Ann",)
    deal("all is dealt", room)
    assert throw_result(room.book, room.table).cleared == ("Ann", "Bob")


SHOWN = [
    # the house; what is done, and what the players have won by its news
    ("three_four_five", [("Lea pays Ann pass $10", 10), ("the dice showed 5-2", -30 + 10 - 10)]),
    ("nsw", [("Lea takes Bob dont_pass", -10), ("the throw is invalid", 10)]),
    ("three_four_five", [("pass_odds of Ann is void", 10)]),
]


@pytest.mark.parametrize(("rules", "steps"), SHOWN)
def test_what_ends_the_work_shows_what_the_throw_did_and_takes_back_only_what_was_shown(rules, steps):
    room = point_made(rules=rules)
    for act, won in steps:
        deal(act, room)
        assert shown(room) == won * 100, act


@pytest.mark.parametrize("ends", ["the dice showed 3-1", "the throw is invalid"])
def test_a_wrong_pay_before_a_correction_stays_with_the_player_until_the_box_puts_it_right(ends):
    room = point_made("free", "nsw")
    before = room.state.seated("Ann").rail - 1000 - 2400 - 1000 - 2000
    deal("Lea pays Ann pass_odds $30", room)
    deal(ends, room)
    gives_back = 1000 + 2000 if "invalid" in ends else 0
    assert room.state.seated("Ann").rail == before + gives_back + 600


def test_settling_up_waits_until_all_is_dealt_with_somebody_who_came_meanwhile():
    room = point_made()
    before = settled_up(room)
    assert before[0] == {"Ann": 0, "Bob": 0}
    deal("Cyd sits; Lea takes Bob dont_pass", room)
    assert settled_up(room) == before
    hold_evenings(room)
    deal("all is dealt", room)
    hold_evenings(room)
    assert settled_up(room) == ({"Ann": 3400, "Bob": -1000, "Cyd": 0}, len(room.rows))


def test_a_player_who_is_excluded_takes_what_the_throw_won():
    room = deal("Lea takes Bob dont_pass", point_made())
    room.the_floor_does(ev.Exclude("Ann", next(iter(room.book.floor.exclude_for))))
    assert {task.player for task in room.tasks} <= {""}
    assert shown(room) == 1000 + 2400
    deal("all is dealt", room)
    assert settled_up(room)[0] == {"Ann": 3400, "Bob": -1000}


def test_when_the_table_closes_the_crew_deals_what_is_open_if_everybody_may_leave():
    room = deal("at three_four_five: Ann; Ann: pass 10; dice 4-3")
    room.tell(cm.Cleared(unattended=True))
    assert room.last.refused is None
    assert (room.tasks, room.state.seats) == ((), ())
    deal("Lea left 1", room)
    assert settled_up(room)[0] == {"Ann": 1000}
    room = deal("at three_four_five: Ann; Ann: pass 10; dice 4-2; all is dealt; Ann: place 8 12; dice 4-4")
    before = room.told()
    room.tell(cm.Cleared(unattended=True))
    assert (room.last.refused.code, room.last.happened) == ("contract", ())  # the line, once there is a point
    deal(f"work: {', '.join(before)}; Bix lets go", room)


# The call of the stickperson, where a table asks for it.

YO = "Yo-leven, front line winner"
CALL = "calls=yes: Ann; Ann: pass 10; dice 6-5"
"""Ann's line wager wins on a come-out of 11; nobody has called it."""


def last_words(room):
    return " ".join(throw_result(room.book, room.table).words)


def test_the_call_is_the_sticks_work_and_nobody_is_told_it():
    room = deal(f"at three_four_five {CALL}")
    assert room.told() == [f"Sid calls {YO}", "Lea pays Ann pass $10"]
    assert "6-5" in words(room)
    told = encode((happened(room.book, room.last), throw_result(room.book, room.table))).decode()
    assert "front line winner" not in told
    assert [one.call for one in view(room.book, room.table).undealt] == [True, False]
    assert YO in you(room.book, room.table, room.sender("Sid"), 0).calls
    assert all(not you(room.book, room.table, room.sender(one), 0).calls for one in ("Lea", "Ann", "Bix"))
    for said in ("x" * 101, "yo\u202eleven"):
        assert room.ask("Sid", cm.Deal, action="call", words=said).code == "bad_words"
    deal("Lea calls Yo leven ! not_your_chair", room)


@pytest.mark.parametrize("said", [YO, "yo  leven front line winner!", "Six-five, no jive, front line winner"])
def test_any_call_that_fits_is_right(said):
    room = deal(f"at three_four_five {CALL}")
    assert room.ask("Sid", cm.Deal, action="call", words=said) is None
    assert words(room) == [f"Sid calls: {said}"]
    assert not you(room.book, room.table, room.sender("Sid"), 0).calls
    deal("Sid was wrong 0, by $0; all is dealt; now betting", room)
    assert f"6-5: {YO}" in last_words(room)


def test_a_wrong_call_is_refused_with_the_right_one():
    room = deal(
        f"at three_four_five {CALL}; Sid calls Seven out, line away ! wrong_deal; Sid was wrong 1, by $0"
    )
    assert room.last.refused.message == f'the call is "{YO}", not "Seven out, line away"'
    assert words(room) == []
    assert "Yo-leven" not in encode(happened(room.book, room.last)).decode()
    noted = room.happenings(en.Dealt)[-1]
    assert (noted.words, noted.right_words) == ("Seven out, line away", YO)


def test_where_it_is_free_a_wrong_call_is_heard_until_the_next_throw_and_the_box_sees_it():
    room = deal(
        f"at three_four_five dealt=free {CALL}; Sid calls Seven out, line away; Sid was wrong 1, by $0"
    )
    assert words(room) == ["Sid calls: Seven out, line away"]
    assert "6-5: Seven out, line away" in last_words(room)
    (call, _) = sorted(checks(room), key=lambda one: one.open)
    (dealt,) = call.dealt
    assert (call.right.words, dealt.words, dealt.how) == (YO, "Seven out, line away", "wrong")
    deal("the dice showed 4-2", room)
    assert "Seven out" not in last_words(room)
    deal("later 3000; Ann: place 8 12; dice 4-4", room)
    assert "Seven out" not in last_words(room)


def test_the_box_tells_the_call_and_the_puck_apart():
    room = deal("at three_four_five calls=yes: Ann; Ann: pass 10; dice 4-2")
    assert [one.right.action for one in checks(room)] == ["call", "puck"]
    deal("Lea puts the puck on 6", room)
    found = [(one.right.action, one.open, len(one.dealt)) for one in checks(room)]
    assert found == [("call", True, 0), ("puck", False, 1)]


ENDS = f"""
the box lets it go
    at nsw {CALL}; Bix lets go; work; Sid left 1
a correction
    at nsw {CALL}; the dice showed 4-2; work
an invalid throw
    at nsw {CALL}; the throw is invalid; work
the stickperson leaves the chair
    at nsw {CALL}; Hal takes back stickperson; work: Lea pays Ann pass $10; all is dealt; Sid left 1
both vanish
    at nsw {CALL}; Sid vanishes; Lea vanishes; later 240000; work; Sid left 1; Lea left 1
    Sid calls Yo leven ! not_your_chair
"""


@pytest.mark.parametrize("script", scripts(ENDS))
def test_the_call_ends_with_the_work(script):
    room = deal(script)
    if "Bix" in script:
        assert words(room)[0] == f"The automatic crew calls: {YO}"
    hold_log(room)


def test_a_table_asks_for_calls_only_where_people_deal():
    assert settings_of(NewTable(rules="nsw", dealt="free", calls=True)).calls
    with pytest.raises(BankcrapsError, match="only where people deal"):
        settings_of(NewTable(rules="nsw", calls=True))


@pytest.mark.parametrize("rules", BOOKS)
def test_every_house_has_calls_to_choose_from(rules):
    room = deal(f"at {rules} {CALL}")
    calls = you(room.book, room.table, room.sender("Sid"), 0).calls
    if "stickperson" in room.book.table.crew:
        assert room.tasks[0].calls[0] in calls
        assert len(calls) > 10
