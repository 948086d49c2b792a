"""The dealers' scores at a table: all of them for the box and the host, and their own for a dealer."""

import csv
from io import StringIO

import pytest
from tests.live.room import Room
from tests.live.table.school import BOX, deal, point_made

from bankcraps.live.log.entries import decode_row
from bankcraps.live.round.dealers import DealingLog, dealing_sheet, dealing_summary, scores_for
from bankcraps.live.table import commands as cm


def names(found):
    """The names of the dealers with these scores."""
    return found and [one.person for one in found.dealers]


def summary(room: Room, person: str, *, over: bool = False):
    """Return the dealers' scores that a person sees."""
    log = DealingLog(lambda _: room.book)
    for body in room.rows:
        log.read(decode_row(body))
    return dealing_summary(log, room.sender(person), over=over)


def evening():
    """Lea is wrong once and early once, Sid deals nothing, and the box lets the puck go."""
    room = point_made()
    room.now += 2000
    return deal(
        "Lea pays Ann pass_odds $20 ! wrong_deal; Lea pays Ann pass_odds $24; Lea takes Bob dont_pass"
        "; Lea pays Ann pass $10; Bix lets go",
        room,
    )


def test_each_dealer_has_a_line():
    found = summary(evening(), BOX)
    (lea,) = found.dealers
    assert (lea.dealt, lea.right, lea.wrong, lea.off, lea.early, lea.not_done) == (4, 4, 1, 400, 1, 1)
    assert (lea.latest_ms, found.until - found.since, found.open, found.mine) == (2000, 2000, 0, False)
    assert (found.dealt, found.house_title) == ("strict", evening().book.title)
    room = deal("Lea takes Bob dont_pass", point_made())  # a throw that is open is counted as it is dealt
    assert (summary(room, BOX).open, summary(room, BOX).dealers[0].right) == (3, 2)
    assert summary(deal("at three_four_five dealt=: Ann"), "Hal") is None  # nobody deals there


@pytest.mark.parametrize(
    ("person", "sees", "mine"),
    [
        (BOX, ["Lea", "Sid"], False),
        ("Hal", ["Lea", "Sid"], False),
        ("Lea", ["Lea"], True),
        ("Ann", None, None),
    ],
)
def test_the_box_and_the_host_see_all_and_a_dealer_their_own(person, sees, mine):
    room = evening()
    deal("Ann: any craps 5; dice 1-1; all is dealt", room)
    found = summary(room, person)
    assert names(found) == sees
    assert (found and found.mine) == mine
    if person == BOX:  # whoever was the box still sees all
        assert room.ask(BOX, cm.GiveChair, role="boxperson") is None
        assert names(summary(room, BOX)) == sees


def test_a_host_who_deals_sees_their_own_until_the_table_has_closed():
    room = evening()
    assert room.ask("Hal", cm.TakeBackChair, role="dealer") is None
    assert room.ask("Hal", cm.TakeChair, role="dealer") is None
    assert summary(room, "Hal") is None
    assert names(summary(room, "Hal", over=True)) == ["Lea"]


def marks(found):
    """The figures that a dealer sees: how much they dealt, right, wrong, and by how much."""
    (one,) = found
    return one.dealt, one.right, one.wrong, one.off


def test_where_wrong_pays_happen_a_dealer_learns_it_with_the_next_throw():
    strict, free = point_made(), point_made("free")
    for room in (strict, free):
        room.deals("Lea pays Ann pass_odds $20")
    assert marks(scores_for(strict.book, strict.table, strict.sender("Lea"))) == (1, 1, 1, 400)
    for seen in (summary(free, "Lea").dealers, scores_for(free.book, free.table, free.sender("Lea"))):
        assert marks(seen) == (1, 1, 0, 0)
    assert marks(scores_for(free.book, free.table, free.sender(BOX))) == (2, 1, 1, 400)
    assert marks(summary(free, "Lea", over=True).dealers) == (2, 1, 1, 400)
    free.deals_all()
    assert marks(summary(free, "Lea").dealers) == (1, 1, 0, 0)
    deal("Ann: pass 10; dice 4-2", free)
    for seen in (summary(free, "Lea").dealers, scores_for(free.book, free.table, free.sender("Lea"))):
        assert marks(seen) == (5, 4, 1, 400)


def test_a_spreadsheet_has_a_row_for_each_dealer_in_dollars_and_seconds():
    rows = list(csv.DictReader(StringIO(dealing_sheet(summary(evening(), BOX)))))
    assert [row["dealer"] for row in rows] == ["Lea"]
    assert (rows[0]["wrong by"], rows[0]["out of order"], rows[0]["not done"]) == ("4.00", "1", "1")
    assert (rows[0]["average seconds"], rows[0]["longest seconds"]) == ("1.5", "2.0")
    assert rows[0]["began (UTC)"] < rows[0]["ended (UTC)"]
