"""The audit finds whatever is altered in a database, and says where: the file is altered directly."""

# ruff: noqa: S608 - statements about our own file, with our own values
import re

import apsw
import pytest
from msgspec.structs import replace
from tests.live.evening import FRIDAY, a_friday, find, rewrite

from bankcraps.cli.keeping.house_logs import open_logs
from bankcraps.live.log import entries as en
from bankcraps.live.log.rows import Row, chained, decode_row
from bankcraps.live.proof.audit import LogCheck
from bankcraps.server.hosting.table_loading import snapshot_of
from bankcraps.server.stores.logs import Snapshot
from bankcraps.server.stores.store import open_store

TABLE = "k3x9"


@pytest.fixture(scope="module")
def evening():
    return a_friday(18)


@pytest.fixture
def file(evening, tmp_path):
    path = tmp_path / "house.db"
    evening.save(path)
    return path


def alter(path, *statements):
    """Change the file directly, as somebody would who owns the disk."""
    connection = apsw.Connection(str(path))
    for statement in statements:
        connection.execute(*statement) if isinstance(statement, tuple) else connection.execute(statement)
    connection.close()


@pytest.fixture
def audited(file, run):
    return lambda *more: run("audit", "--database", file, *more)


def test_an_untouched_house(audited, evening):
    code, told = audited()
    assert code == 0
    assert f"{TABLE}: {len(evening.rows)} rows, 18 sealed throws checked, 1 withheld" in told
    assert evening.head in told
    assert "The logs are whole, and the books balance." in told


@pytest.mark.parametrize("kind", [en.Acted, en.SecretShown, en.SeedGiven, en.PhaseBegan, en.CommitmentShown])
def test_a_flipped_byte_in_a_row(kind, file, audited, evening):
    seq = find(evening, kind)
    body = evening.rows[seq - 1][1]
    at = len(body) - 4
    changed = body[:at] + chr(ord(body[at]) ^ 1) + body[at + 1 :]
    alter(file, ("UPDATE log SET body = ? WHERE table_id = ? AND seq = ?", (changed, TABLE, seq)))
    code, told = audited()
    assert code == 1
    assert f"table {TABLE}, row {seq}: the row does not fit its hash" in told


def test_a_flipped_byte_in_a_hash(file, audited, evening):
    digit = "0" if evening.rows[49][2][0] == "f" else "f"
    alter(file, f"UPDATE log SET hash = '{digit}' || substr(hash, 2) WHERE table_id = '{TABLE}' AND seq = 50")
    code, told = audited()
    assert code == 1
    assert f"table {TABLE}, row 50: the row does not fit its hash" in told


@pytest.mark.parametrize("seq", [1, 2, 100])
def test_a_missing_row(seq, file, audited):
    alter(file, f"DELETE FROM log WHERE table_id = '{TABLE}' AND seq = {seq}")
    assert f"table {TABLE}, row {seq}: the row is missing; the next is row {seq + 1}" in audited()[1]


def test_the_last_row_missing(file, audited, evening):
    last = len(evening.rows)
    alter(file, f"DELETE FROM log WHERE table_id = '{TABLE}' AND seq = {last}")
    said = f"row {last - 1}: the log ends here, but the table has {last} rows"
    assert said in audited()[1]


def test_a_row_too_many(file, audited, evening):
    seq = len(evening.rows) + 1
    body = Row(TABLE, seq, FRIDAY * 2, "", "", en.PhaseBegan("betting")).body()
    values = (TABLE, seq, body.decode(), chained(evening.head, body))
    alter(file, ("INSERT INTO log (table_id, seq, body, hash) VALUES (?, ?, ?, ?)", values))
    assert f"row {seq}: the log ends here, but the table has {seq - 1} rows" in audited()[1]


def test_two_rows_swapped(file, audited):
    alter(
        file,
        *(
            f"UPDATE log SET seq = {new} WHERE table_id = '{TABLE}' AND seq = {old}"
            for old, new in ((60, -1), (61, 60), (-1, 61))
        ),
    )
    assert f"table {TABLE}, row 60: the row does not fit its hash, or the row before it" in audited()[1]


def test_a_row_of_another_table(file, audited):
    alter(file, f"UPDATE log SET table_id = 'other' WHERE table_id = '{TABLE}' AND seq = 7")
    assert "row 7: the row is missing" in audited()[1]


MOVES = f"FROM moves WHERE table_id = '{TABLE}' ORDER BY seq, line LIMIT 1 OFFSET 20"


def test_a_changed_move(file, audited, evening):
    seq, move = evening.moves[20]
    alter(file, f"UPDATE moves SET amount = amount + 1 WHERE rowid = (SELECT rowid {MOVES})")
    code, told = audited()
    assert code == 1
    said = (
        rf"row \d+: the books have {move.amount + 1} cents from {move.source} to {move.target}, and from this"
    )
    assert re.search(said, told)
    (row,) = (int(found) for found in re.findall(r"table k3x9, row (\d+)", told))
    assert row <= seq
    assert row > seq - 12


def told_of(move):
    return f"{move.amount} cents from {move.source} to {move.target}"


def test_a_missing_move(file, audited, evening):
    alter(file, f"DELETE FROM moves WHERE rowid = (SELECT rowid {MOVES})")
    (_, gone), (_, after) = evening.moves[20:22]
    assert gone != after
    said = f"the books have {told_of(after)}, and from this row follows {told_of(gone)}"
    assert re.search(rf"table {TABLE}, row \d+: {said}\n", audited()[1])


def test_the_last_move_missing(file, audited):
    alter(file, f"DELETE FROM moves WHERE rowid = (SELECT max(rowid) FROM moves WHERE table_id = '{TABLE}')")
    assert "the books lack a move that follows from this row" in audited()[1]


def test_a_move_too_many(file, audited):
    alter(file, f"INSERT INTO moves VALUES ('{TABLE}', 99999, 0, 'bank/{TABLE}', 'wallet/Ann', 100)")
    assert f"a move that follows from no row: 100 cents from bank/{TABLE} to wallet/Ann" in audited()[1]


@pytest.mark.parametrize("account", [f"bank/{TABLE}", f"rail/{TABLE}/Ann", "wallet/Bob", "issue"])
def test_a_changed_balance(account, file, audited):
    alter(file, f"UPDATE balances SET amount = amount + 700 WHERE account = '{account}'")
    code, told = audited()
    assert code == 1
    assert re.search(rf"balances: {account} has (-?\d+) cents, and the logs say (-?\d+)\n", told)
    assert "the balances add up to 700 cents, not to zero" in told


def test_two_balances_that_still_add_up(file, audited):
    alter(file, "UPDATE balances SET amount = amount - 700 WHERE account = 'wallet/Bob'")
    alter(file, "UPDATE balances SET amount = amount + 700 WHERE account = 'wallet/Ann'")
    code, told = audited()
    assert code == 1
    assert told.count("and the logs say") == 2
    assert "add up" not in told


def test_money_from_nowhere(file, audited):
    alter(file, "INSERT INTO balances VALUES ('wallet/Eve', 100000)")
    assert "wallet/Eve has 100000 cents, and the logs say 0" in audited()[1]


@pytest.mark.parametrize(
    ("column", "says"),
    [
        ("head = 'f'", "row {last}: the last row has another hash than the head of the log\n"),
        ("seq = seq - 1", "row {last}: the log ends here, but the table has {before} rows\n"),
    ],
)
def test_a_changed_end(column, says, file, audited, evening):
    alter(file, f"UPDATE tables SET {column} WHERE id = '{TABLE}'")
    code, told = audited()
    assert code == 1
    last = len(evening.rows)
    assert told.endswith(f"table {TABLE}, {says.format(last=last, before=last - 1)}")


def put(file, rows):
    alter(
        file,
        f"DELETE FROM log WHERE table_id = '{TABLE}'",
        *(("INSERT INTO log VALUES (?, ?, ?, ?)", (TABLE, *row)) for row in rows),
        ("UPDATE tables SET seq = ?, head = ? WHERE id = ?", (rows[-1][0], rows[-1][2], TABLE)),
    )


def test_a_rewritten_log_is_noticed_by_a_published_head(file, audited, evening, tmp_path):
    """A command gets another id everywhere. Nothing else depends on that, so only the head shows it."""
    heads = tmp_path / "heads"
    heads.write_text(audited("--head")[1])
    seq = find(evening, en.SeedGiven)
    row = decode_row(evening.rows[seq - 1][1])
    put(file, rewrite(evening, seq, Row(TABLE, seq, row.at, row.by, "another", row.entry).body()))
    alter(file, ("UPDATE commands SET command = 'another' WHERE command = ?", (row.command,)))
    assert audited()[0] == 0
    code, told = audited("--published", heads)
    assert code == 1
    assert f"row {len(evening.rows)}: the hash of this row was published as {evening.head}" in told


def test_a_head_of_an_earlier_row_stays_good(file, audited, evening, tmp_path):
    heads = tmp_path / "heads"
    heads.write_text(f"{TABLE} 100 {evening.rows[99][2]}\n\n{TABLE} 50 {evening.rows[49][2]}\n")
    assert audited("--published", heads)[0] == 0
    row = decode_row(evening.rows[79][1])
    put(file, rewrite(evening, 80, Row(TABLE, 80, row.at, "Eve", "", row.entry).body()))
    code, told = audited("--published", heads)
    assert (code, "row 100: the hash of this row was published" in told) == (1, True)


def test_a_log_cut_back_behind_a_published_head(file, audited, evening, tmp_path):
    heads = tmp_path / "heads"
    heads.write_text(f"{TABLE} 100 {evening.rows[99][2]}\ngone 3 {'0' * 64}\n")
    put(file, evening.rows[:90])
    told = audited("--published", heads)[1]
    assert f"table {TABLE}, row 90: the log ends here, but row 100 was published\n" in told
    assert "table gone: a head of this table was published, and the table is gone" in told


PRINTS = "`bankcraps audit --head` prints"
NO_HEAD = f"a head is a table, a row and a hash of 64 digits, as {PRINTS} them"
GOOD_HEAD = f"k3x9 1 {'0' * 64}\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", f" has no heads: {PRINTS} them"),
        (" \n\n", f" has no heads: {PRINTS} them"),
        ("k3x9 one two\n", f", line 1: {NO_HEAD}"),
        ("k3x9 1\n", f", line 1: {NO_HEAD}"),
        (f"{GOOD_HEAD}{GOOD_HEAD[:-2]}\n", f", line 2: {NO_HEAD}"),
        (f"{GOOD_HEAD}{GOOD_HEAD[:-1]}0\n", f", line 2: {NO_HEAD}"),
    ],
)
def test_a_file_without_heads(text, says, audited, tmp_path):
    path = tmp_path / "published"
    path.write_text(text)
    assert audited("--published", path) == (1, f"bankcraps: {path}{says}\n")


def test_an_altered_snapshot_in_the_database(file, audited, evening):
    store = open_store(str(file))
    wrong = snapshot_of(evening.table, "").body.replace('"rail_cents":', '"rail_cents":1')
    store.logs.save_snapshot(TABLE, Snapshot(len(evening.rows), wrong, ""))
    store.close()
    assert "the snapshot that is kept" in audited()[1]


def test_a_snapshot_of_an_older_program_is_left_aside(file, audited, evening, monkeypatch):
    older = replace(evening.table, thrown=())  # it did not remember the last throws
    store = open_store(str(file))
    with monkeypatch.context() as patch:
        patch.setattr("bankcraps.server.hosting.table_loading._FORMAT", 1)
        store.logs.save_snapshot(TABLE, snapshot_of(older, evening.head))
    assert audited()[0] == 0
    store.logs.save_snapshot(TABLE, snapshot_of(older, evening.head))
    store.close()
    assert "the snapshot that is kept" in audited()[1]


def test_a_part_of_a_log_is_chained_to_what_came_before(evening):
    check = LogCheck(TABLE, after=100, head=evening.rows[99][2], judged=False)
    for row in evening.rows[100:]:
        check.check(*row)
    assert check.head == evening.head


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("missing.db", "there is no file {path}: give a log file, or a database"),
        (".", "{path} cannot be read: it is a folder"),
    ],
)
def test_no_database(name, says, tmp_path, run):
    path = tmp_path / name
    assert run("audit", "--database", path) == (1, f"bankcraps: {says.format(path=path)}\n")
    assert not (tmp_path / "missing.db").exists()


def test_a_file_that_is_no_database(tmp_path, run):
    for content in (b"", b"hello\n" * 300):
        path = tmp_path / "file"
        path.write_bytes(content)
        code, told = run("audit", "--database", path)
        assert (code, "is not a database" in told) == (1, True)
        assert path.read_bytes() == content


def test_an_unknown_table(audited):
    code, told = audited("nowhere")
    assert (code, told) == (1, "bankcraps: there is no table nowhere here\n")


def test_json(audited, evening):
    code, told = audited("--json", TABLE)
    assert code == 0
    assert f'"head": "{evening.head}"' in told


def test_an_audit_reads_one_moment_of_a_house_that_plays_on(file):
    with open_logs(str(file)) as logs:
        (log,) = logs.of(TABLE)
        alter(file, "DELETE FROM log")
        assert len(list(log.rows())) == log.stored.seq


def test_an_audit_changes_nothing(file, audited):
    alter(file, "PRAGMA wal_checkpoint(TRUNCATE)")
    before = file.read_bytes()
    audited()
    assert file.read_bytes() == before
    alter(file, "UPDATE bankcraps SET version = 99")
    assert "a newer Bankcraps wrote this database: it has version 99" in audited()[1]
