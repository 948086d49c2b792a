"""Mistakes that the laws have found, each in its shortest form."""

import pytest
from tests.kit.houses import own_house

from bankcraps import Cents, Table, Throw, read_record, refusal, replay, wager
from bankcraps.game.chips import LARGEST, printed
from bankcraps.game.engine import crew, player
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.notation import read, write_event


def table_at(base, changes, **seats):
    """A table at a house that changes a shipped book."""
    return Table(own_house(base, changes), seats or {"Ann": 1000})


def test_a_cap_that_chips_cannot_pay_is_paid_in_chips():
    table = table_at(
        "washington", {"wagers": {"three": {"max_pay": 1550, "max_pay_on": "win", "over_max_pay": "capped"}}}
    )
    table.bet("Ann", "three", 10)
    (paid,) = (effect for effect in table.throw(2, 1).effects if isinstance(effect, fx.Paid))
    assert paid.won == 1500


@pytest.mark.parametrize("spot", ["hop 3-3", "field", "world"])
def test_a_one_roll_wager_that_sleeps_through_the_come_out_is_not_decided_there(spot):
    kind = spot.partition(" ")[0]
    table = table_at("washington", {"wagers": {kind: {"works": "puck_on"}}})
    assert table.bet("Ann", spot, 5)
    table.throw(2, 1)
    table.throw(4, 3)
    assert table.layout("Ann") == {spot: 500}
    table.throw(4, 4)
    table.throw(6, 3)
    assert table.layout("Ann") == {}


def test_odds_that_may_not_come_down_hold_up_their_flat():
    table = table_at("nsw", {"wagers": {"dont_pass_odds": {"take_down": "never"}}})
    assert all(all(table.say(line)) for line in ("dont_pass 10", "roll 2-2", "odds 20"))
    assert table.take_down("Ann", "dont_pass").refusal.code == "contract"
    assert table.take_down("Ann", "dont_pass", 1)


def test_come_odds_wait_for_the_time_the_house_says():
    table = table_at("nsw", {"wagers": {"come_odds": {"made": "puck_on"}}})
    for line in ("pass 10", "roll 2-2", "come 10", "roll 5-1", "roll 2-2"):
        assert all(table.say(line)), line
    assert table.point is None
    assert table.bet("Ann", "come_odds 6", 10).refusal.code == "not_now"


def test_a_token_that_wins_on_fire_is_forfeited_like_any_other():
    table = table_at(
        "pennsylvania", {"betting": {"tokens": True}, "wagers": {"fire": {"pays": {"1": "5 to 1"}}}}
    )
    table.do(ev.IssueToken("Ann", Cents(500), by=crew("floorperson")))
    assert table.do(ev.Bet(wager("fire"), Cents(500), tokens=(Cents(500),), by=player("Ann")))
    assert table.bet("Ann", "pass", 10)
    for dice in ((2, 2), (3, 1)):
        table.throw(*dice)
    assert table.bet("Ann", "pass", 10)
    table.throw(3, 3)
    effects = table.throw(4, 3).effects
    assert fx.Paid("Ann", wager("fire"), Cents(500), Cents(2500), tokens=(Cents(500),)) in effects
    assert fx.Forfeited("Ann", wager("fire"), Cents(500), tokens=(Cents(500),)) in effects


def test_a_bare_roll_waits_for_an_answer_as_a_throw_does():
    table = Table("nsw", {"Ann": 100, "Bob": 100})
    assert all(table.say("Bob: pass 10"))
    assert all(table.say("stickperson: offer Ann"))
    rest, throw = ev.Rolled(Throw(4, 3)), ev.ThrowDice(by=player("Bob"))
    assert refusal(table.rulebook, table.state, rest) == refusal(table.rulebook, table.state, throw)
    assert refusal(table.rulebook, table.state, rest).code == "not_shooter"


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


def test_a_closed_table_returns_even_contracts_once_nobody_can_throw_for_them():
    """In a house where the stickperson never throws, nobody is left who could decide any wager."""
    house = own_house("pennsylvania", {"dice": {"stick_throws": False}})
    table = Table(house, {"Ann": 500, "Bob": 500})
    said = ("Ann: pass 10", "Bob: fire 5", "roll 4-2", "Ann: odds 20", "Ann: hard 8 5", "Ann: off hard 8")
    close = ("@14:00 post_sign closing", "@14:20 close_table", "exclude Bob device", "exclude Ann device")
    for line in (*said, *close):
        assert all(table.say(line)), line
    assert (table.layout("Ann"), table.rail("Ann")) == ({}, 50_000)
    assert table.layout("Bob") == {}
