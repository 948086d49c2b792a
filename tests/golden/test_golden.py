"""An evening at each of the five tables, whole, as a record: read it, and read its diff when it changes."""

import random

import pytest
from tests.game.notation.recorded import TEXT, played

from bankcraps import BOOKS, Table, read_record, replay
from bankcraps.game.records import book_of
from bankcraps.game.wagers import WAGERS, Kind, Wager

THROWS = 40
COME_OUT = ["Ann: pass 10", "Bob: dont_pass 10", "Cid: field 5"]
POINT = ["Ann: odds 20", "Ann: come 10", "Bob: odds 24", "Bob: dont_come 10", "Cid: field 5"]


def evening(name: str) -> Table:
    """Ann bets with the dice, Bob against them, and Cid on a different offered wager each throw."""
    dice = random.Random(f"an evening at {name}")
    table = Table(name, {"Ann": 1000, "Bob": 1000, "Cid": 2000}, limits="5:2000:1")
    sampler = [wager for wager in WAGERS.values() if offered(table, wager)]
    for throw in range(THROWS):
        for line in POINT if table.point else COME_OUT:
            table.say(line)
        if table.point and not any(spot.startswith("place") for spot in table.layout("Cid")):
            table.say("Cid: inside 22")
        for player in ("Ann", "Bob"):
            back_the_numbers(table, player)
        wager = sampler[throw % len(sampler)]
        table.bet("Cid", wager, 40 if wager.kind is Kind.LAY else 20)  # a lay of 20 owes half a chip
        table.throw(dice.randint(1, 6), dice.randint(1, 6))
    return table


def offered(table: Table, wager: Wager) -> bool:
    return table.rulebook.terms(wager) is not None and wager.kind not in (Kind.PASS, Kind.COME)


def back_the_numbers(table: Table, player: str) -> None:
    for spot in list(table.layout(player)):
        kind, _, number = spot.partition(" ")
        if number and kind in ("come", "dont_come"):
            table.bet(player, f"{kind}_odds {number}", 12)


@pytest.mark.parametrize("name", BOOKS)
def test_evening(name, golden):
    text = evening(name).record().text()
    golden(f"{name}.craps", text)
    record = read_record(text)
    assert len(list(replay(record, book_of(record)))) == len(record.entries)


def test_a_short_record(golden):
    golden("recorded.craps", TEXT)
    assert [replayed.entry.line for replayed in played(TEXT)] == [9, 12, 15, 19, 24, 27, 30, 33, 36]
