"""The most that a player may have at a table, so that no throw pays more than a database holds."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from bankcraps import Cents, Table
from bankcraps.game import rulebook
from bankcraps.game.chips import LARGEST, printed
from bankcraps.game.engine import crew, player, refusal
from bankcraps.game.engine import events as ev
from bankcraps.game.pays import Pay
from bankcraps.game.rulebook import BOOKS
from bankcraps.game.wagers import wager

ANN = player("Ann")


def rich(book="nsw", rail=LARGEST):
    """A table where Ann has this much in her rail."""
    table = Table(book, {"Ann": 100})
    return table.rulebook, table.state.with_seat(replace(table.state.seated("Ann"), rail=Cents(rail)))


DOORS = [
    ("buying chips", "nsw", ev.BuyIn(Cents(100), by=ANN)),
    ("an award", "nsw", ev.Award("Ann", Cents(100), "paid short", by=crew("games_supervisor"))),
    ("a token", "nsw", ev.IssueToken("Ann", Cents(100), by=crew("supervisor"))),
]


@pytest.mark.parametrize(("book", "event"), [door[1:] for door in DOORS], ids=[door[0] for door in DOORS])
def test_nobody_gets_chips_above_the_most(book, event):
    rules, full = rich(book)
    refused = refusal(rules, full, event)
    assert (refused.code, refused.limit, refused.offered) == ("too_many_chips", LARGEST, LARGEST + 100)
    _, almost = rich(book, LARGEST - 100)
    assert refusal(rules, almost, event) is None


def test_an_award_counts_what_lies_on_the_layout_too():
    table = Table("classic", {"Ann": printed(LARGEST)})
    assert table.bet("Ann", "field", 10)
    assert table.say("Ann: buy_in 1")[0].refusal.code == "too_many_chips"


def test_chips_are_taken_back_from_somebody_with_more_than_the_most():
    rules, state = rich(rail=3 * LARGEST)
    back = ev.Award("Ann", Cents(-100), "paid twice", by=crew("games_supervisor"))
    for event in (back, ev.CashOut(LARGEST, by=ANN), ev.CashOut(by=ANN), ev.Leave(by=ANN)):
        assert refusal(rules, state, event) is None


@pytest.mark.parametrize("book", BOOKS)
def test_nobody_bets_with_more_than_twice_the_most(book):
    rules, state = rich(book, 2 * LARGEST + 100)
    bet = ev.Bet(wager("pass"), Cents(1000), by=ANN)
    refused = refusal(rules, state, bet)
    assert refused.code == "too_many_chips"
    assert "cash out some of it before you bet" in refused.message
    _, state = rich(book, 2 * LARGEST)
    assert refusal(rules, state, bet) is None


def test_no_throw_pays_more_than_a_small_part_of_what_a_balance_holds():
    """The argument of `chips.LARGEST`, with every pay that a book or one of its options prints."""
    files = Path(rulebook.__file__).parent.glob("books/*.toml")
    books = "".join(file.read_text("utf-8") for file in files)
    highest = max(Pay(text).ratio for text in re.findall(r'"([\d.]+ (?:to|for) \d+)"', books))
    assert highest == 999
    assert 100 * (1 + highest) * 2 * LARGEST < 2**62
