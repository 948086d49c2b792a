"""Names that no file can have, values of wrong types, forged logs, and caches that others planted."""

# ruff: noqa: S608 - statements about our own file, with our own values
import json
import os
import shutil
import stat
import subprocess
import sys
from contextlib import closing, suppress
from importlib import import_module
from types import SimpleNamespace

import apsw
import pytest
from tests.live.evening import a_friday

from bankcraps import load_rulebook
from bankcraps.analysis.chain import exploration, explore
from bankcraps.analysis.chain.walk import Scope
from bankcraps.game.game import Game
from bankcraps.live.log.entries import CommitmentShown, Row, SeedGiven, chained, first_hash, log_lines
from bankcraps.live.proof.dice_check import DiceCheck, WrongDiceError
from bankcraps.server.jobs.jobs import KeptAnswers
from bankcraps.server.stores.database import StoreError
from bankcraps.server.stores.dice_key import load_key
from bankcraps.server.stores.store import open_store
from bankcraps.strategies.library import system
from bankcraps.support import files
from bankcraps.support.files import make_private
from bankcraps.support.kept_files import RECENT, CacheWarning, cache_folder

# Names that no file can have, databases with values of wrong types, logs that speak to the terminal.

TABLE = "k3x9"
LONG = ("a" * 300, "a/" * 3000)
"""A name that is too long for a file, and one that is too long for a path."""

READERS = (
    ("verify", "FILE"), ("audit", "--database", "FILE"), ("audit", "--log", "FILE"), ("audit", "FILE"),
    ("export", "FILE", TABLE, "--craps", "OUT"), ("admin", "--database", "FILE", "people"),
)  # fmt: skip
CELLS = [
    "bankcraps.version", "tables.id", "tables.seq", "tables.closed", "log.seq", "log.body", "log.hash",
    "moves.seq", "moves.amount", "balances.account", "snapshots.body", "people.name", "people.roles",
]  # fmt: skip


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
    """Write an evening with another time of secrets, and with changes of entries by type, chained anew."""
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
    assert (code, f"the row has an invalid time: {at}" in told) == (1, True), told


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
    with pytest.raises(WrongDiceError, match="gave an invalid seed"):
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


# Another user of the machine puts answers into a cache: the folder is shared, or a file is theirs.

pytestmark = pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")

EVE = 12_345
OWN_ID = os.geteuid()


def status_of(owner=OWN_ID, mode=0o700, group=EVE):
    return SimpleNamespace(st_uid=owner, st_gid=group, st_mode=stat.S_IFDIR | mode)


@pytest.mark.parametrize(("status", "own"), [
    (status_of(), True), (status_of(mode=0o755), True), (status_of(owner=0), True),
    (status_of(owner=EVE), False), (status_of(owner=EVE, mode=0o755), False), (status_of(mode=0o1777), False),
    (status_of(mode=0o702), False), (status_of(mode=0o770), False), (status_of(mode=0o775), False),
])  # fmt: skip
def test_who_can_write(status, own):
    assert files.is_own(status) == own


@pytest.mark.parametrize(("members", "own"), [([], True), (["ann"], True), (["ann", "eve"], False)])
def test_a_group_of_one(monkeypatch, members, own):
    pwd, grp = import_module("pwd"), import_module("grp")  # Windows has none
    monkeypatch.setattr(pwd, "getpwuid", lambda _: SimpleNamespace(pw_name="ann"))
    monkeypatch.setattr(grp, "getgrgid", lambda _: SimpleNamespace(gr_name="ann", gr_mem=members))
    assert files.is_own(status_of(mode=0o770)) == own


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("BANKCRAPS_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_a_new_cache_is_for_its_user_alone(folder):
    before = os.umask(0)
    try:
        answers = cache_folder("answers")
        KeptAnswers(answers).keep("0" * 32, b"{}")
    finally:
        os.umask(before)
    assert [stat.S_IMODE(one.stat().st_mode) for one in (folder, answers)] == [0o700, 0o700]
    assert KeptAnswers(cache_folder("answers")).find("0" * 32) == b"{}"


@pytest.mark.parametrize("shared", ["", "answers"])
def test_a_shared_folder_is_not_used(folder, shared):
    (folder / "answers").mkdir(parents=True, mode=0o700)
    (folder / shared).chmod(0o1777)
    with pytest.warns(CacheWarning, match=r"cache.* is not used, because another user can write there: name"):
        assert cache_folder("answers") is None
    (folder / shared).chmod(0o700)
    assert cache_folder("answers") == folder / "answers"


def test_a_folder_that_cannot_be_looked_at_keeps_nothing_and_stops_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("BANKCRAPS_CACHE", str(tmp_path / ("long" * 100)))
    answers = KeptAnswers(cache_folder("answers"))
    answers.keep("0" * 32, b"{}")
    assert answers.find("0" * 32) is None


def test_a_chain_of_another_user_is_not_read(folder):
    game, one = Game(load_rulebook("nsw")), system("pass")
    exploration.cached_chain(Scope(game, one))
    (path,) = folder.glob("*.chain")
    path.write_bytes(exploration.encoded(path.stem, explore(Scope(game, system("field")))))
    path.chmod(0o666)
    RECENT.forget()
    assert exploration.cached_chain(Scope(game, one)) == explore(Scope(game, one))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_answer_of_another_user_is_not_read(folder):
    kept = KeptAnswers(cache_folder("answers"))
    kept.keep("0" * 32, b"ours")
    (path,) = (folder / "answers").iterdir()
    path.chmod(0o666)
    assert kept.find("0" * 32) is None
    kept.keep("0" * 32, b"ours")
    assert kept.find("0" * 32) == b"ours"


@pytest.mark.parametrize("mode", [0o646, 0o666])
def test_tables_of_a_grammar_that_others_can_write_are_not_loaded(mode, tmp_path):
    """Lark unpickles them, so they can run any program. A new file is for its user alone."""
    planted = tmp_path / "words.parser"
    planted.write_bytes(b"a hash\ncos\nsystem\n(S'touch \"$BANKCRAPS_CACHE/was_run\"'\ntR.")
    planted.chmod(mode)
    parse = "from bankcraps.game.notation.parsing import parse; parse('undo', '', 0)"
    for _ in range(2):
        env = {**os.environ, "BANKCRAPS_CACHE": str(tmp_path)}
        subprocess.run([sys.executable, "-c", f"import os; os.umask(0o002); {parse}"], env=env, check=True)
        assert not (tmp_path / "was_run").exists()
        assert stat.S_IMODE(planted.stat().st_mode) == 0o600
    assert planted.stat().st_size > 10_000


def test_compiled_code_is_not_kept_where_others_can_write(tmp_path):
    """Numba would unpickle what it finds there: another user's code would run."""
    (tmp_path / "probe.py").write_text("def one():\n    return 1\n")
    program = "import probe; from bankcraps.support.compiled import compiled; compiled(probe.one)()"
    env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "numba"), "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=env, umask=0, capture_output=True, text=True, check=True)
    assert "because another user can write there: name a folder of your own in NUMBA_CACHE_DIR" in done.stderr
    assert not [one for one in (tmp_path / "numba").rglob("*") if one.is_file()]
