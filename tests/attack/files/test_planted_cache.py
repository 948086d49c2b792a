"""Another user of the machine puts answers into a cache: the folder is shared, or a file is theirs."""

import os
import stat
import subprocess
import sys
from importlib import import_module
from types import SimpleNamespace

import pytest

from bankcraps import load_rulebook
from bankcraps.analysis.chain import exploration, explore
from bankcraps.analysis.chain.walk import Scope
from bankcraps.server.jobs.jobs import KeptAnswers
from bankcraps.strategies.library import system
from bankcraps.support import files
from bankcraps.support.kept_files import CacheWarning, cache_folder
from bankcraps.support.recent import RECENT

pytestmark = pytest.mark.skipif(os.name != "posix", reason="other systems have other rights")

EVE = 12_345
OWN = os.geteuid()


def found(owner=OWN, mode=0o700, group=EVE):
    return SimpleNamespace(st_uid=owner, st_gid=group, st_mode=stat.S_IFDIR | mode)


@pytest.mark.parametrize(
    ("status", "own"),
    [
        (found(), True),
        (found(mode=0o755), True),
        (found(owner=0), True),
        (found(owner=EVE), False),
        (found(owner=EVE, mode=0o755), False),
        (found(mode=0o1777), False),
        (found(mode=0o702), False),
        (found(mode=0o770), False),
        (found(mode=0o775), False),
    ],
)
def test_who_can_write(status, own):
    assert files.is_own(status) == own


@pytest.mark.parametrize(("members", "own"), [([], True), (["ann"], True), (["ann", "eve"], False)])
def test_a_group_of_one(monkeypatch, members, own):
    pwd, grp = import_module("pwd"), import_module("grp")  # Windows has none
    monkeypatch.setattr(pwd, "getpwuid", lambda _: SimpleNamespace(pw_name="ann"))
    monkeypatch.setattr(grp, "getgrgid", lambda _: SimpleNamespace(gr_name="ann", gr_mem=members))
    assert files.is_own(found(mode=0o770)) == own


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
    book, one = load_rulebook("nsw"), system("pass")
    exploration.cached_chain(Scope(book, one))
    (path,) = folder.iterdir()
    path.write_bytes(exploration.encoded(path.stem, explore(Scope(book, system("field")))))
    path.chmod(0o666)
    RECENT.forget()
    assert exploration.cached_chain(Scope(book, one)) == explore(Scope(book, one))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_an_answer_of_another_user_is_not_read(folder):
    kept = KeptAnswers(cache_folder("answers"))
    kept.keep("0" * 32, b"ours")
    (path,) = (folder / "answers").iterdir()
    path.chmod(0o666)
    assert kept.find("0" * 32) is None
    kept.keep("0" * 32, b"ours")
    assert kept.find("0" * 32) == b"ours"


def test_compiled_code_is_not_kept_where_others_can_write(tmp_path):
    """Numba would unpickle what it finds there: another user's code would run."""
    (tmp_path / "probe.py").write_text("def one():\n    return 1\n")
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import probe; from bankcraps.support.compiled import compiled; compiled(probe.one)()",
        ],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "numba"), "PYTHONPATH": str(tmp_path)},
        umask=0,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "because another user can write there: name a folder of your own in NUMBA_CACHE_DIR" in done.stderr
    assert not [one for one in (tmp_path / "numba").rglob("*") if one.is_file()]
