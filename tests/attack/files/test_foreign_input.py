"""Names that no file can have, databases with values of wrong types, logs that speak to the terminal."""

# ruff: noqa: S608 - statements about our own file, with our own values
import json
import shutil
from contextlib import closing, suppress

import apsw
import pytest
from tests.live.evening import a_friday

from bankcraps.live.log.entries import CommitmentShown, SeedGiven
from bankcraps.live.log.log_file import log_lines
from bankcraps.live.log.rows import Row, chained, first_hash
from bankcraps.live.proof.dice_check import DiceCheck, WrongDiceError
from bankcraps.server.stores.dice_key import load_key
from bankcraps.server.stores.errors import StoreError
from bankcraps.server.stores.store import open_store
from bankcraps.support.files import make_private

TABLE = "k3x9"
LONG = ("a" * 300, "a/" * 3000)
"""A name that is too long for a file, and one that is too long for a path."""

READERS = (
    ("verify", "FILE"),
    ("audit", "--database", "FILE"),
    ("audit", "--log", "FILE"),
    ("audit", "FILE"),
    ("export", "FILE", TABLE, "--craps", "OUT"),
    ("admin", "--database", "FILE", "people"),
)
CELLS = [
    "bankcraps.version",
    "tables.id",
    "tables.seq",
    "tables.closed",
    "log.seq",
    "log.body",
    "log.hash",
    "moves.seq",
    "moves.amount",
    "balances.account",
    "snapshots.body",
    "people.name",
    "people.roles",
]


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """A house with a little of everything."""
    path = tmp_path_factory.mktemp("saved") / "house.db"
    a_friday(1).save(path)
    store = open_store(str(path))
    with store.database.transaction():
        store.database.run("INSERT INTO people VALUES ('ann', 'Ann', '', 'dealer', '')")
        store.database.run("INSERT INTO snapshots VALUES (?, 1, '{}', '')", TABLE)
    store.close()
    return path


@pytest.mark.parametrize("reader", READERS, ids=" ".join)
def test_a_name_that_no_file_can_have(reader, tmp_path, run):
    for name in LONG:
        words = {"FILE": name, "OUT": tmp_path / "out.craps"}
        code, told = run(*(words.get(word, word) for word in reader))
        assert (code, told.startswith("bankcraps: ")) == (1, True), told


def test_a_key_under_such_a_name(tmp_path):
    store = open_store(str(tmp_path / "house.db"), key_file=tmp_path / LONG[0])
    with pytest.raises(StoreError, match="cannot be made: File name too long"):
        store.secrets.key(make=True)
    store.close()


@pytest.mark.parametrize("value", [b"\xff\x00", "abc"], ids=repr)
@pytest.mark.parametrize("cell", CELLS)
def test_a_value_of_a_wrong_type_is_named(cell, value, saved, tmp_path, run):
    """SQLite keeps any value in any column. Every command that reads it ends with a sentence."""
    file = shutil.copy(saved, tmp_path / "house.db")
    table, name = cell.split(".")
    with closing(apsw.Connection(str(file))) as connection, suppress(apsw.ConstraintError):
        connection.execute(
            f"UPDATE {table} SET {name} = ? WHERE rowid = (SELECT MAX(rowid) FROM {table})", (value,)
        )
    said = ""
    for reader in READERS:
        words = {"FILE": file, "OUT": tmp_path / "out.craps"}
        code, told = run(*(words.get(word, word) for word in reader))
        assert code in (0, 1), told
        said += told
    if isinstance(value, bytes):
        assert "a value of a wrong type" in said or "not a database of Bankcraps" in said


def forged(path, at=None, **changes):
    """Write an evening as its house might forge it: other values in some rows, new hashes to the end.

    Args:
        path: the file.
        at: the time of the rows that show a secret.
        changes: called with the entries of a type, as JSON.
    """
    head, lines = first_hash(TABLE), []
    for seq, body, _ in a_friday(1).rows:
        row = json.loads(body)
        change = changes.get(row["entry"]["type"])
        if change:
            change(row["entry"])
        if at and row["entry"]["type"] == "secret_shown":
            row["at"] = at
        text = json.dumps(row, separators=(",", ":"))
        head = chained(head, text.encode())
        lines.append((seq, text, head))
    path.write_bytes(b"".join(log_lines(TABLE, (0, first_hash(TABLE)), lines)))


@pytest.mark.parametrize("at", [10**15, 10**17, 2**63, 10**30])
@pytest.mark.parametrize(
    "command", [("verify", "LOG"), ("audit", "--log", "LOG"), ("export", "LOG", TABLE, "--parquet", "OUT")]
)
def test_a_time_that_is_none(command, at, tmp_path, run):
    forged(tmp_path / "log.jsonl", at=at)
    words = {"LOG": tmp_path / "log.jsonl", "OUT": tmp_path / "out.parquet"}
    code, told = run(*(words.get(word, word) for word in command))
    assert (code, f"the row has a time that is none: {at}" in told) == (1, True), told


def test_a_log_does_not_speak_to_the_terminal(tmp_path, run):
    """Otherwise a house could overwrite the result of the check on the screen."""

    def hide(entry):
        if entry["type"] == "secret_shown" and entry.get("withheld"):
            entry["withheld"] = "\x1b[2Jnone\n"
        if entry.get("event", {}).get("type") == "no_roll":
            entry["event"]["reason"] = "\x1b[2Jnone\n"

    forged(tmp_path / "log.jsonl", secret_shown=hide, acted=hide)
    code, told = run("verify", tmp_path / "log.jsonl")
    assert code == 0, told
    assert "\x1b" not in told
    assert "sealed throws withheld: 1 (1 \\x1b[2Jnone\\n)" in told


@pytest.mark.parametrize(
    ("player", "seed"), [("Ann", "x\nBob y"), ("Ann\nBob", "x"), ("Ann", "x" * 65), ("Ann", "")]
)
def test_a_seed_that_could_be_read_in_two_ways_is_none(player, seed):
    """`Ann x` and `Bob y` on two lines are two seeds of two players."""
    check = DiceCheck(TABLE)
    check.read(Row(TABLE, 1, 0, "", "", CommitmentShown(1, "0" * 64)))
    with pytest.raises(WrongDiceError, match="gave a seed that is none"):
        check.read(Row(TABLE, 2, 0, player, "x", SeedGiven(player, seed)))


def test_a_file_that_is_no_key_stays_as_it_is(tmp_path):
    """A house that gets the wrong file refuses it, and leaves others' rights to the file as they were."""
    other = tmp_path / "hosts"
    other.write_text("127.0.0.1 localhost\n")
    other.chmod(0o644)
    with pytest.raises(StoreError, match="holds no dice key"):
        load_key(other)
    assert other.stat().st_mode & 0o777 == 0o644
    other.write_text("0" * 64)
    assert load_key(other) is not None
    assert other.stat().st_mode & 0o777 == 0o600
    assert not make_private(other)
