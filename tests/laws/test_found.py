"""Mistakes that the laws have found, each in its shortest form."""

import pytest

from bankcraps import Cents, Table, Throw, read_record, replay, wager
from bankcraps.game.chips import LARGEST, printed
from bankcraps.game.engine import crew, player
from bankcraps.game.engine import events as ev
from bankcraps.game.notation import read, write_event

UNWRITABLE = [
    ev.Dispute("two\nlines", by=player("Ann")),
    ev.Dispute("", by=player("Ann")),
    ev.Dispute("x" * 600, by=player("Ann")),
    ev.Dispute("\udc80", by=player("Ann")),
    ev.Warn("two words", "device", by=crew("supervisor")),
    ev.Exclude("", "device", by=crew("supervisor")),
    ev.Bet(wager("field"), Cents(500), confirmed=("two words",), by=player("Ann")),
    ev.BuyIn(Cents(100), by=player("Ann"), at=10**12),
    ev.BuyIn(Cents(100), by=player("Ann"), at=-1),
]


@pytest.mark.parametrize("event", UNWRITABLE, ids=repr)
def test_what_a_record_could_not_hold_is_refused(event):
    assert not Table("nsw", {"Ann": 100}).do(event)


def again(table):
    """Whether the record of a table is read, played again and written as it was."""
    text = table.record().text()
    record = read_record(text)
    list(replay(record, table.rulebook))
    return record.text() == text


def test_a_late_press_is_written_with_its_confirmation():
    table = Table("nsw", {"Ann": 100})
    for line in ("field 5", "no_more_bets", "press field 5 confirmed dealer boxperson"):
        assert all(table.say(line)), line
    assert again(table)


def test_a_rail_above_the_largest_sum_is_written_and_read():
    table = Table("nsw", {"Ann": printed(LARGEST)})
    assert table.bet("Ann", "field", 10)
    assert table.do(ev.Rolled(Throw(1, 2)))
    assert table.state.seated("Ann").rail > LARGEST
    assert again(table)


def test_a_roll_that_names_nobody_is_recorded_as_the_dices_own():
    table = Table("nsw", {"Ann": 100})
    assert table.bet("Ann", "pass", 10)
    assert table.do(ev.Rolled(Throw(4, 3)))
    assert "\ndice: roll 4-3\n" in table.record().text()
    assert again(table)


@pytest.mark.parametrize(
    "reason", ["token", "tokens", "on", "odds", "line", "times", "and", "confirmed", "device"]
)
def test_a_reason_that_could_belong_to_the_wager_is_read_as_it_was_written(reason):
    for spot in ("pass", "come 9"):
        event = ev.VoidWager("Ann", wager(spot), reason)
        assert read(write_event(event)).words == event
