"""The log of an evening that people dealt: it is audited, exported and read again."""

import pytest
from msgspec.structs import replace
from tests.live.dealing.table import School

from bankcraps.game.records.codec import encode
from bankcraps.game.wagers import wager
from bankcraps.live.log import entries as en
from bankcraps.live.log.log_file import log_lines
from bankcraps.live.log.rows import chained, decode_row, first_hash
from bankcraps.live.log.settings import TableSettings
from bankcraps.live.proof.audit import LogCheck
from bankcraps.live.proof.beside_log import AuditError
from bankcraps.live.table import commands as cm


def evening(dealt="free"):
    """Two throws: Lea pays one wager right and another wrong, and the box lets the rest go."""
    room = School(dealt=dealt)
    room.sits("Ann", "Bob")
    room.does("Ann", "pass 10")
    room.does("Bob", "pass 20")
    room.throws_dice("4-3")
    assert room.deals("Lea pays Ann pass $10") is None
    room.deals("Lea pays Bob pass $25")
    room.deals_all()
    return room


def stored(bodies):
    """The rows as a store keeps them."""
    head, rows = first_hash("t1"), []
    for seq, body in enumerate(bodies, 1):
        head = chained(head, body)
        rows.append((seq, body.decode(), head))
    return rows


def audited(bodies):
    """The check of a log that is in order."""
    check = LogCheck("t1")
    for row in stored(bodies):
        check.check(*row)
    return check


def test_the_log_tells_the_score_again():
    room = evening()
    check = audited(room.rows)
    assert check.room.work.scores == room.table.work.scores
    assert [(one.person, one.right, one.wrong, one.off) for one in check.room.work.scores] == [
        ("Lea", 1, 1, 500)
    ]


def test_a_puck_that_is_named_with_a_payment_is_not_kept():
    room = School()
    room.sits("Ann")
    room.does("Ann", "pass 10")
    room.throws_dice("4-3")
    done = {"action": "pay", "player": "Ann", "wager": wager("pass"), "cents": 1000, "puck": 4, "words": "Yo"}
    assert room.ask("Lea", cm.Deal, **done) is None
    assert audited(room.rows).room.work.dealt[0].puck == 0


def test_an_export_has_what_was_dealt():
    lines = b"".join(log_lines("t1", (0, first_hash("t1")), stored(evening().rows))).decode()
    assert '"type":"dealt"' in lines
    assert '"dealt_cents":2500' in lines
    assert '"right_cents":2000' in lines


CHANGES = [
    ("right", {"how": "wrong"}),
    ("right", {"right": 900}),
    ("wrong", {"how": "right"}),
    ("wrong", {"player": "Ann"}),
]


@pytest.mark.parametrize(("how", "change"), CHANGES)
def test_a_verdict_that_was_changed_is_found(how, change):
    rows = [decode_row(body) for body in evening().rows]
    at = next(at for at, row in enumerate(rows) if isinstance(row.entry, en.Dealt) and row.entry.how == how)
    rows[at] = replace(rows[at], entry=replace(rows[at].entry, **change))
    with pytest.raises(AuditError, match="the log says that this was"):
        audited([row.body() for row in rows])


def test_settings_without_people_who_deal_are_written_as_before():
    room = School(dealt="")
    assert b"dealt" not in encode(room.settings)
    assert b"calls" not in encode(School().settings)
    assert TableSettings.__struct_fields__[-2:] == ("dealt", "calls")
