"""The audit finds whatever is altered in a database, and says where: the file is altered directly."""

# ruff: noqa: S608 - statements about our own file, with our own values
import multiprocessing
import re
from collections import Counter

import pytest
from msgspec.structs import replace
from tests.kit.profiles import LONG, share
from tests.live.evening import FRIDAY, a_friday, alter, find, rewrite

from bankcraps.cli.commands import audit
from bankcraps.cli.commands.audit import Auditor, audit_together, processes
from bankcraps.cli.keeping.house_logs import open_logs
from bankcraps.errors import BankcrapsError
from bankcraps.live.log import entries as en
from bankcraps.live.log.entries import Row, chained, decode_row
from bankcraps.live.proof.audit import LogCheck, audit_balances
from bankcraps.server.hosting.table_loading import snapshot_of
from bankcraps.server.stores.store import open_store

TABLE = "k3x9"


@pytest.fixture(scope="module")
def evening():
    return a_friday(18)


@pytest.fixture
def audited(file, run):
    return lambda *more: run("audit", "--database", file, *more)


def test_an_untouched_house(audited, evening):
    code, told = audited()
    assert code == 0
    assert f"{TABLE}: {len(evening.rows)} rows, 18 sealed throws checked, 1 withheld" in told
    assert evening.head in told
    assert "The logs are whole, and the books balance." in told
    assert f'"head": "{evening.head}"' in audited("--json", TABLE)[1]
    assert audited("nowhere") == (1, "bankcraps: there is no table nowhere here\n")
    check = LogCheck(TABLE, after=100, head=evening.rows[99][2], judged=False)  # a part of a log
    for row in evening.rows[100:]:
        check.check(*row)
    assert check.head == evening.head


OF = f"WHERE table_id = '{TABLE}' AND"
MOVE = f"(SELECT rowid FROM moves WHERE table_id = '{TABLE}' ORDER BY seq, line LIMIT 1 OFFSET 20)"
ALTERED = {
    # what somebody does who owns the disk, and what the audit says
    "a byte of a row": (
        [f"UPDATE log SET body = replace(body, '\"at\":1', '\"at\":2') {OF} seq = 60"],
        "row 60: the row does not fit its hash",
    ),
    "a digit of a hash": (
        [f"UPDATE log SET hash = iif(hash < 'f', 'f', '0') || substr(hash, 2) {OF} seq = 50"],
        "row 50: the row does not fit its hash",
    ),
    "the first row": ([f"DELETE FROM log {OF} seq = 1"], "row 1: the row is missing; the next is row 2"),
    "a row": ([f"DELETE FROM log {OF} seq = 100"], "row 100: the row is missing; the next is row 101"),
    "the last row": (
        [f"DELETE FROM log {OF} seq = {{last}}"],
        "the log ends here, but the table has {last} rows",
    ),
    "a row too many": (
        ["INSERT INTO log (table_id, seq, body, hash) VALUES {more}"],
        "row {after}: the log ends here, but the table has {last} rows",
    ),
    "two rows swapped": (
        [f"UPDATE log SET seq = {new} {OF} seq = {old}" for old, new in ((60, -1), (61, 60), (-1, 61))],
        "row 60: the row does not fit its hash, or the row before it",
    ),
    "a row of another table": (
        [f"UPDATE log SET table_id = 'other' {OF} seq = 7"],
        "row 7: the row is missing",
    ),
    "a move": (
        [f"UPDATE moves SET amount = amount + 1 WHERE rowid = {MOVE}"],
        r"row \d+: the books have {more_cents} cents from \S+ to \S+, and from this",
    ),
    "a move that is gone": (
        [f"DELETE FROM moves WHERE rowid = {MOVE}"],
        r"row \d+: the books have \d+ cents from \S+ to \S+, and from this row follows {cents} cents",
    ),
    "the last move": (
        [f"DELETE FROM moves WHERE rowid = (SELECT max(rowid) FROM moves WHERE table_id = '{TABLE}')"],
        "the books lack a move that follows from this row",
    ),
    "a move too many": (
        [f"INSERT INTO moves VALUES ('{TABLE}', 99999, 0, 'bank/{TABLE}', 'wallet/Ann', 100)"],
        f"a move that follows from no row: 100 cents from bank/{TABLE} to wallet/Ann",
    ),
    **{
        f"the balance of {account}": (
            [f"UPDATE balances SET amount = amount + 700 WHERE account = '{account}'"],
            rf"balances: {account} has -?\d+ cents, and the logs say -?\d+\n(.|\n)*add up to 700 cents",
        )
        for account in (f"bank/{TABLE}", f"rail/{TABLE}/Ann", "wallet/Bob", "issue")
    },
    "two balances that still add up": (
        [
            "UPDATE balances SET amount = amount - 700 WHERE account = 'wallet/Bob'",
            "UPDATE balances SET amount = amount + 700 WHERE account = 'wallet/Ann'",
        ],
        r"balances: wallet/Ann has (?!(.|\n)*add up)(.|\n)*wallet/Bob has",
    ),
    "money from nowhere": (
        ["INSERT INTO balances VALUES ('wallet/Eve', 100000)"],
        "wallet/Eve has 100000 cents, and the logs say 0",
    ),
    "the head of a log": (
        [f"UPDATE tables SET head = 'f' WHERE id = '{TABLE}'"],
        "row {last}: the last row has another hash than the head of the log\n$",
    ),
    "the length of a log": (
        [f"UPDATE tables SET seq = seq - 1 WHERE id = '{TABLE}'"],
        "row {last}: the log ends here, but the table has {before} rows\n$",
    ),
}


@pytest.mark.parametrize(("statements", "said"), ALTERED.values(), ids=ALTERED)
def test_what_is_altered_is_found(statements, said, file, audited, evening):
    last, cents = len(evening.rows), evening.moves[20][1].amount
    body = Row(TABLE, last + 1, FRIDAY * 2, "", "", en.PhaseBegan("betting")).body()
    more = f"('{TABLE}', {last + 1}, '{body.decode()}', '{chained(evening.head, body)}')"
    known = {"last": last, "before": last - 1, "after": last + 1, "more": more}
    alter(file, *(statement.format(**known) for statement in statements))
    code, told = audited()
    assert code == 1
    for name, value in (known | {"cents": cents, "more_cents": cents + 1}).items():
        said = said.replace(f"{{{name}}}", str(value))
    assert re.search(said, told), told


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
    heads.write_text(f"{TABLE} 9 {evening.rows[8][2]}\n\n{audited('--head')[1]}")
    assert audited("--published", heads)[0] == 0
    seq = find(evening, en.SeedGiven)
    row = decode_row(evening.rows[seq - 1][1])
    put(file, rewrite(evening, seq, Row(TABLE, seq, row.at, row.by, "another", row.entry).body()))
    alter(file, ("UPDATE commands SET command = 'another' WHERE command = ?", (row.command,)))
    assert audited()[0] == 0
    code, told = audited("--published", heads)
    assert code == 1
    assert f"row {len(evening.rows)}: the hash of this row was published as {evening.head}" in told


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


def test_what_is_no_database_is_refused_and_stays_as_it_is(tmp_path, run):
    path = tmp_path / "missing.db"
    said = f"bankcraps: there is no file {path}: give a log file, or a database\n"
    assert run("audit", "--database", path) == (1, said)
    assert not path.exists()
    assert run("audit", "--database", tmp_path) == (
        1,
        f"bankcraps: {tmp_path} cannot be read: it is a folder\n",
    )
    for content, why in ((b"", "this database is empty"), (b"hello\n" * 300, "is not a database")):
        path.write_bytes(content)
        code, told = run("audit", "--database", path)
        assert (code, why in told, path.read_bytes() == content) == (1, True, True)


# Several processes audit as one does: the same tables, the same books, the same words.

DAMAGES = [
    "DELETE FROM log WHERE table_id = 'k3x9' AND seq = 40",
    "DELETE FROM log WHERE table_id = 'house' AND seq = 2",
    "UPDATE moves SET amount = amount + 100 WHERE table_id = 'k3x9' AND seq > 30",
    "UPDATE balances SET amount = amount + 1 WHERE account = 'wallet/Ann'",
    "DELETE FROM tables WHERE id = 'k3x9'",
]


@pytest.mark.parametrize("statement", ["", *share(DAMAGES, 3)])
def test_two_processes_say_what_one_says(statement, file, run):
    if statement:
        alter(file, statement)
    for more in ((), ("--json",), ("k3x9",)) if LONG or not statement else ((), ("k3x9",)):
        code, told = run("audit", "--database", file, "--workers", 1, *more)
        assert code == (1 if statement and not (more == ("k3x9",) and "k3x9" not in statement) else 0), told
        assert run("audit", "--database", file, "--workers", 2, *more) == (code, told)


@pytest.fixture
def audited_by_two(file):
    """Audit all tables in two processes, as they were before some statements changed the database."""

    def audit(*statements):
        with processes(Auditor(str(file), {}, None), 2) as ends, open_logs(str(file)) as logs:
            alter(file, *statements)
            results = audit_together(ends, logs.logs, print)
            assert [one.audit.table for one in results] == [log.table for log in logs.logs]
            return results, logs.balances

    return audit


NEXT = f"FROM tables WHERE id = '{TABLE}'"
PLAYED_ON = [
    # what a house changes that plays on
    f"INSERT INTO log (table_id, seq, body, hash) SELECT id, seq + 1, 'a row', 'its hash' {NEXT}",
    f"INSERT INTO moves SELECT id, seq + 1, 0, 'bank/{TABLE}', 'wallet/Ann', 100 {NEXT}",
    f"INSERT INTO commands (table_id, person, command, seq) SELECT id, 'Ann', 'new', seq + 1 {NEXT}",
    f"INSERT INTO secrets (table_id, number, secret) SELECT id, 9999, 'secret' {NEXT}",
    f"INSERT OR REPLACE INTO snapshots (table_id, seq, body, hash) SELECT id, seq + 1, '', '' {NEXT}",
    "UPDATE balances SET amount = amount + 100 WHERE account = 'wallet/Ann'",
    f"UPDATE tables SET seq = seq + 1, head = 'its hash', closed = 1 WHERE id = '{TABLE}'",
]


def test_processes_leave_out_what_was_written_since_the_first_one_read(audited_by_two, file, run):
    results, balances = audited_by_two(*PLAYED_ON)
    assert [one.audit.problem for one in results] == [None, None]
    totals = Counter()
    for one in results:
        totals.update(one.totals)
    assert list(audit_balances(totals, balances)) == []
    assert run("audit", "--database", file, "--workers", 2)[0] == 1  # now the row is there, and no row


@pytest.mark.parametrize("statement", share(DAMAGES[:3], 2))
def test_processes_find_what_was_changed_since_the_first_one_read(audited_by_two, statement):
    results, _ = audited_by_two(*PLAYED_ON, statement)
    assert [one.audit.problem for one in results].count(None) == 1


def test_a_process_that_dies_is_said(file):
    others = set(multiprocessing.active_children())  # tests before this one may have left some to the next
    with processes(Auditor(str(file), {}, None), 2) as ends, open_logs(str(file)) as logs:
        (set(multiprocessing.active_children()) - others).pop().kill()
        with pytest.raises(BankcrapsError, match="a process of the audit died"):
            audit_together(ends, logs.logs, lambda _: None)
    assert set(multiprocessing.active_children()) <= others


def test_a_house_that_is_gone_is_said(file, tmp_path):
    with (
        processes(Auditor(str(tmp_path / "missing.db"), {}, None), 1) as ends,
        open_logs(str(file)) as logs,
        pytest.raises(BankcrapsError, match=r"there is no .*missing\.db"),
    ):
        audit_together(ends, logs.logs, print)


def test_more_processes_than_tables_are_not_started(audited, monkeypatch):
    class Started(Exception):  # noqa: N818 - nothing is wrong
        """The number of processes."""

    def start(*given):
        raise Started(given[-1])

    monkeypatch.setattr(audit, "processes", start)
    for more in (("--workers", 9, TABLE), ()):  # a table alone, or few rows, are audited by the first process
        assert audited(*more)[0] == 0
    with pytest.raises(Started, match="2"):
        audited("--workers", 9)
