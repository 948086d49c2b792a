"""Somebody who owns the disk edits each column of each table. The audit sees it, or fair.md says why not."""

# ruff: noqa: S608 - statements about our own file, with our own values
import shutil
from collections import Counter
from contextlib import suppress
from pathlib import Path

import apsw
import pytest
from msgspec.structs import replace
from tests.live.evening import a_friday, alter

from bankcraps.live.log.entries import PhaseBegan, Row, decode_row
from bankcraps.live.proof.audit import AuditError, BookCheck, LogCheck, Stored, audit_table
from bankcraps.live.proof.ledger import Move
from bankcraps.server.hosting.table_loading import snapshot_of
from bankcraps.server.stores.store import open_store

TABLE = "k3x9"
PAID = Move("bank/k3x9", "rail/k3x9/Ann", 500)
DOCS = Path(__file__).parents[3] / "docs" / "house" / "fair.md"

SCHEMA = """
tables id seq head closed | owner address epoch expires
log table_id seq body hash |
commands table_id person command seq |
moves table_id seq source target amount | line
balances account amount |
secrets table_id number | secret
snapshots table_id seq body | hash
people | folded name passphrase roles limits
looks | look folded
shared_profiles | folded key
exams | id owner made secret body
sittings | exam_id person attempt began
exam_answers | exam_id person attempt number body
rosters | id owner made body
servers | owner address expires
sessions | token person expires
"""
"""The columns of each table. The audit cannot see a change after `|`: `fair.md` names each, and says why."""

ROWS = [row.partition(" ") for row in SCHEMA.strip().split("\n")]
COLUMNS = [f"{table}.{name}" for table, _, names in ROWS for name in names.split() if name != "|"]
UNSEEN = {f"{table}.{name}" for table, _, names in ROWS for name in names.partition("|")[2].split()}


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """An evening of three rounds with a snapshot in the middle, and one row at least in each table."""
    evening, path = a_friday(3), tmp_path_factory.mktemp("saved") / "house.db"
    evening.save(path)
    check = LogCheck(TABLE)
    for row in evening.rows[: len(evening.rows) // 2]:
        check.check(*row)
    store = open_store(str(path))
    store.logs.save_snapshot(TABLE, snapshot_of(check.room, ""))
    with store.database.transaction():
        store.database.run("INSERT INTO people VALUES ('ann', 'Ann', '', 'dealer', '')")
        store.database.run("INSERT INTO looks VALUES ('ann', 'ann')")
        store.database.run("INSERT INTO shared_profiles VALUES ('ann', 'key')")
        store.database.run("INSERT INTO exams VALUES ('e1', 'tess', 9, 'secret', '{}')")
        store.database.run("INSERT INTO sittings VALUES ('e1', 'ann', 1, 9)")
        store.database.run("INSERT INTO exam_answers VALUES ('e1', 'ann', 1, 0, '{}')")
        store.database.run("INSERT INTO rosters VALUES ('r1', 'tess', 9, '{}')")
        store.database.run("INSERT INTO servers VALUES ('one', 'http://here', 9)")
        store.database.run("INSERT INTO sessions VALUES ('token', 'Ann', 9)")
    store.close()
    return path


@pytest.fixture
def file(saved, tmp_path):
    return shutil.copy(saved, tmp_path / "house.db")


def one_row(path, table):
    """Return the condition for one row of a table, from its middle."""
    if table == "tables":
        return f"id = '{TABLE}'"
    if table == "balances":
        return "account = 'wallet/Ann'"
    number = f"SELECT rowid FROM {table} LIMIT 1 OFFSET (SELECT COUNT(*) / 2 FROM {table})"
    return f"rowid = {alter(path, number)[0][0][0]}"


def changed(old, by):
    """Return other values for a column, in the order in which to try them: the first may be taken."""
    if isinstance(old, int):
        return old + by, old + 1000 * by
    if '"rail_cents":' in old:  # a snapshot that is no table is left aside
        return (old.replace('"rail_cents":', f'"rail_cents":{2 + by}'),)
    return (f"{old}x" if by > 0 else "y",)


def test_the_columns_are_those_of_the_database(file):
    found = alter(file, "SELECT name FROM sqlite_master WHERE type = 'table' AND name != 'bankcraps'")[0]
    names = {f"{name}.{row[1]}" for (name,) in found for row in alter(file, f"PRAGMA table_info({name})")[0]}
    assert names == set(COLUMNS)


def test_the_saved_evening_is_whole(file, run):
    code, told = run("audit", "--database", file)
    assert (code, "The logs are whole, and the books balance." in told) == (0, True), told
    assert all(alter(file, f"SELECT COUNT(*) > 0 FROM {name.split('.')[0]}") == [[(1,)]] for name in COLUMNS)


@pytest.mark.some
@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("by", [1, -1])
def test_a_changed_column_is_named(column, by, file, run):
    table, name = column.split(".")
    row = one_row(file, table)
    old = alter(file, f"SELECT {name} FROM {table} WHERE {row}")[0][0][0]
    for new in changed(old, by):
        with suppress(apsw.ConstraintError):
            alter(file, (f"UPDATE {table} SET {name} = ? WHERE {row}", (new,)))
            break
    else:
        pytest.fail(f"{column} could not be changed")
    assert run("audit", "--database", file)[0] == (column not in UNSEEN)


GONE = """
INSERT INTO log VALUES ('gone', 1, '{}', ''); INSERT INTO commands VALUES ('gone', 'Ann', '1', 1);
INSERT INTO moves VALUES ('gone', 1, 0, 'issue', 'wallet/Ann', 1); INSERT INTO secrets VALUES ('gone', 1, '');
INSERT INTO snapshots VALUES ('gone', 1, '{}', '')"""
KINDS = ("rows", "commands", "moves of chips")
OF_GONE = "table gone: the database has {} of this table, and the table is gone"
EARLY = "table k3x9: the database has {} before row 1, which nothing reads"
NO_THROW = "a secret of throw {} is kept, and the log has no"
EDITS = [
    (GONE, [OF_GONE.format(kind) for kind in (*KINDS, "secrets", "a snapshot")]),
    ("DELETE FROM secrets", ["throw 5 is sealed and waits, and nothing of its secret is kept"]),
    ("UPDATE secrets SET number = 9 WHERE number = 5", ["throw 5 is sealed and waits"]),
    ("INSERT INTO secrets VALUES ('k3x9', 6, '')", [NO_THROW.format(6)]),
    ("INSERT INTO secrets VALUES ('k3x9', 0, '')", [NO_THROW.format(0)]),
    ("INSERT INTO secrets VALUES ('house', 1, '')", [NO_THROW.format(1)]),
    ("INSERT INTO commands VALUES ('k3x9', 'Ann', 'later', 3)", ["commands are known that no row has: 1\n"]),
    ("UPDATE tables SET closed = 1 WHERE id = 'k3x9'", ["marked as closed, and still has the chips of Ann"]),
    ("DELETE FROM tables WHERE id = 'k3x9'", []),
    ("DELETE FROM balances WHERE account = 'wallet/Ann'", ["balances: wallet/Ann has 0 cents"]),
]
BEFORE_THE_FIRST = (
    "log SELECT table_id, {}, body, hash FROM log WHERE seq = 5",
    "commands SELECT table_id, person, 'x', {} FROM commands WHERE seq = 5",
    "moves VALUES ('k3x9', {}, 0, 'issue', 'wallet/Ann', 1)",
)
for row, kind in zip(BEFORE_THE_FIRST, KINDS, strict=True):
    EDITS += [(f"INSERT INTO {row.format(seq)}", [EARLY.format(kind)]) for seq in (0, -5)]


@pytest.mark.parametrize(("edit", "says"), EDITS, ids=[edit for edit, _ in EDITS])
def test_an_edit_is_named(edit, says, file, run):
    alter(file, *edit.split(";"))
    code, told = run("audit", "--database", file)
    assert (code, [said for said in says if said not in told]) == (1, []), told


def test_older_programs_kept_the_secret_that_waits_alone(file, run):
    alter(file, "DELETE FROM secrets WHERE number < 5")
    assert run("audit", "--database", file)[0] == 0


def test_the_last_rows_removed_are_named_by_verify(file, run):
    (last,) = alter(file, f"SELECT MAX(seq) FROM log WHERE table_id = '{TABLE}'")[0][0]
    alter(file, f"DELETE FROM log WHERE table_id = '{TABLE}' AND seq = {last}")
    code, told = run("verify", file, TABLE, "--summary")
    said = f"row {last - 1}: the log ends here, but the table has {last} rows"
    assert (code, said in told) == (1, True), told
    assert run("verify", file, TABLE, "--json")[0] == 1


@pytest.mark.parametrize("other", ["seq", "1"])
def test_commands_too_many_hide_none_that_is_gone(file, run, other):
    """One is added that led to the row of another, or to the first row, and a third one is gone."""
    alter(file, f"INSERT INTO commands SELECT table_id, 'Zoe', 'x', {other} FROM commands LIMIT 1")
    assert "commands are known that no row has: 1\n" in run("audit", "--database", file)[1]
    (row,) = alter(file, "SELECT person, command, seq FROM commands ORDER BY seq DESC LIMIT 1")[0]
    alter(file, ("DELETE FROM commands WHERE person = ? AND command = ?", row[:2]))
    told = run("audit", "--database", file)[1]
    assert f"row {row[2]}: the command {row[1]!r} of {row[0]} is not known any more" in told


def test_a_command_that_led_to_another_row_is_named(file, run):
    (row,) = alter(file, "SELECT person, command, seq FROM commands ORDER BY seq LIMIT 1 OFFSET 5")[0]
    for seq in (1, row[2] - 1, row[2] + 1, 10**9):
        alter(file, ("UPDATE commands SET seq = ? WHERE person = ? AND command = ?", (seq, *row[:2])))
        told = run("audit", "--database", file)[1]
        assert f"the command {row[1]!r} of {row[0]} is said to have led to row {seq}\n" in told


def checked(evening, **stored):
    return audit_table(TABLE, evening.rows, Stored(**stored), Counter()).problem


def test_every_move_is_at_the_last_row_of_its_command():
    """All moves of people's commands, one row up and one down."""
    evening = a_friday(4)
    assert checked(evening, moves=evening.moves) is None
    for place, (seq, move) in enumerate(evening.moves):
        assert decode_row(evening.rows[seq - 1][1]).command
        for new in (seq - 1, seq + 1):
            moves = [*evening.moves[:place], (new, move), *evening.moves[place + 1 :]]
            assert checked(evening, moves=moves) is not None, (seq, new, move)


def host_row(seq, at):
    return Row(TABLE, seq, at, "", "", PhaseBegan("paying"))


def of_the_host(first, second):
    """Compare two moves with rows of the host: three of one moment, of which two pay, and a later one."""
    check = BookCheck(Stored(moves=[(first, PAID), (second, PAID)]))
    check.read(host_row(1, 9), (PAID,))
    check.read(host_row(2, 9), (PAID,))
    check.read(host_row(3, 9), ())
    check.read(host_row(4, 10), ())
    check.end()


def test_the_rows_of_the_host_in_one_moment_are_one_command_or_more():
    """Its commands have no id. No move is at a row of another moment, or between the rows of a command."""
    for first, second in ((3, 3), (2, 2), (1, 2), (1, 3)):
        of_the_host(first, second)
    for first, second in ((0, 3), (3, 1), (3, 2), (2, 3), (3, 4), (4, 4)):
        with pytest.raises(AuditError, match="the books have this row's"):
            of_the_host(first, second)


def test_the_clock_of_a_snapshot():
    """It lies between the times of its row and of the next one, whatever the machine's clock does."""
    evening = a_friday(1)
    early = evening.table
    last = early.seq
    evening.wait(30)
    evening.say("Ann", "field 5")
    at, after = (decode_row(evening.rows[seq][1]).at for seq in (last - 1, last))

    def problem(now):
        return checked(evening, snapshot=(last, snapshot_of(replace(early, now=now), "").body))

    assert problem(at) is problem(after) is None
    assert "an earlier time" in problem(at - 1).message
    assert "a later time than this row" in problem(after + 1).message


def test_a_snapshot_of_the_last_row_or_of_none():
    evening = a_friday(1)
    last = evening.table.seq
    at = decode_row(evening.rows[-1][1]).at
    body = snapshot_of(replace(evening.table, now=at + 1), "").body
    assert "a later time" in checked(evening, snapshot=(last, body)).message
    assert "which is not in the log" in checked(evening, snapshot=(last + 1, body)).message
    assert "which is not in the log" in checked(evening, snapshot=(0, body)).message


def test_the_docs_name_all_that_nobody_can_see():
    text = DOCS.read_text("utf-8")
    assert [column for column in sorted(UNSEEN) if f"`{column}`" not in text] == []
