"""No command replaces a file unasked, waits for a pipe, or ends in a traceback because of its output file."""

import errno
import os
import signal
import stat
from types import SimpleNamespace

import pytest
from tests.kit.console import answer_of_main
from tests.kit.deadline import IN_TIME
from tests.live.evening import a_friday

from bankcraps.server.stores.dice_key import make_key
from bankcraps.support.new_files import ExistsError, NewFile, UnwritableError, new_file, write_bytes

PLAN = ("--strategy", "pass", "--bankroll", "20", "--throws", "3")
RUN = ("--sessions", "20", "--seed", "1")

PICTURES = {
    "odds": ("odds",),
    "odds --compare": ("odds", "--compare"),
    "session": ("session", *PLAN),
    "simulate": ("simulate", *PLAN, *RUN),
    "compare": ("compare", "pass", "field", "--bankroll", "9", "--throws", "3"),
    "risk": ("risk", "--strategy", "pass", "--throws", "3", "--bankrolls", "9:10:1"),
    "chain": ("chain", "--strategy", "pass"),
}
WRITERS = {
    **{f"{name} --plot": ((*command, "--plot"), ".svg") for name, command in PICTURES.items()},
    "best --plot": (("best", "--bankroll", "2", "--goal", "4", "--plot"), ".png"),
    "best --save": (("best", "--bankroll", "2", "--goal", "4", "--save"), ".json"),
    "chain --dot": (("chain", "--strategy", "pass", "--dot"), ".dot"),
    "simulate --parquet": (("simulate", *PLAN, *RUN, "--parquet"), ".parquet"),
    "play --record": (("play", "--plain", "--seat", "Ann:100", "--record"), ".craps"),
    "export --craps": (("export", "house.db", "k3x9", "--craps"), ".craps"),
    "export --jsonl": (("export", "house.db", "k3x9", "--jsonl"), ".jsonl"),
    "export --parquet": (("export", "house.db", "k3x9", "--parquet"), ".parquet"),
}
"""Every option of every command that names a file to write. `tests/shape` finds one that is missing here."""

FEW = ("odds --plot", "chain --dot", "simulate --parquet", "play --record", "export --jsonl")
"""One of each kind. Writing goes the same way in the others."""


@pytest.fixture(scope="module")
def night(tmp_path_factory):
    """A house that is closed, to export from."""
    path = tmp_path_factory.mktemp("night") / "house.db"
    a_friday(2).save(path)
    return path


@pytest.fixture(autouse=True)
def _in_time():
    """Fail rather than hang. Nothing here comes near the deadline."""

    def hangs(*_):
        raise AssertionError("this hangs")

    before = signal.signal(signal.SIGALRM, hangs)
    signal.alarm(IN_TIME)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture
def writes(night, tmp_path, monkeypatch):
    """Run a command that writes a file of the test's folder, by the name of the command."""
    monkeypatch.setenv("BANKCRAPS_PATIENCE", "3600")  # a busy machine must not make a command say more

    def run(name, make, *more):
        command, suffix = WRITERS[name]
        path = tmp_path / f"out{suffix}"
        make(path)
        command = [str(night) if one == "house.db" else one for one in command]
        status, _, err = answer_of_main([*command, str(path), *more])
        assert "Traceback" not in err, err
        return path, SimpleNamespace(status=status, err=err)

    return run


def held(path):
    path.write_text("held")


def linked(path):
    path.with_name("other").write_text("held")
    path.symlink_to(path.with_name("other"))


def dangling(path):
    path.symlink_to(path.with_name("other"))


def loop(path):
    path.symlink_to(path.with_name("second"))
    path.with_name("second").symlink_to(path)


def everything(folder):
    """Return what lies in a folder: the target of each link, and what each file holds."""
    return {
        file.name: str(file.readlink()) if file.is_symlink() else file.read_text()
        for file in folder.iterdir()
        if file.is_symlink() or file.is_file()
    }


@pytest.mark.parametrize("name", WRITERS)
def test_a_file_is_not_replaced_unasked(writes, name, tmp_path):
    _, ran = writes(name, held)
    assert ran.status == 1
    assert "exists already" in ran.err
    assert "--overwrite replaces it" in ran.err
    assert list(everything(tmp_path).values()) == ["held"]


@pytest.mark.parametrize("name", FEW)
def test_whoever_asks_replaces_the_file_and_keeps_the_link(writes, name, tmp_path):
    path, ran = writes(name, linked, "--overwrite")
    assert (ran.status, ran.err) == (0, "")
    assert path.readlink() == tmp_path / "other"
    assert len(path.read_bytes()) > len(b"held")
    assert sorted(one.name for one in tmp_path.iterdir()) == sorted([path.name, "other"])


def a_house(path):
    path.write_bytes(b"SQLite format 3\0 and a whole house")


def a_link_to_a_house(path):
    a_house(path.with_name("house.db"))
    path.symlink_to(path.with_name("house.db"))


OVERWRITE = ("--overwrite",)
THERE, CIRCLE = "exists already", "Too many levels of symbolic links"
PIPE = "it is a device or a pipe, not a file"
HOUSE = "it is a database, or a file that a house needs: name another file"
REFUSED = [
    # what lies there, the options, and why it is refused: a house to be replaced has the wrong name
    (linked, (), THERE),
    (dangling, (), THERE),
    (loop, (), ""),
    (loop, OVERWRITE, CIRCLE),
    (os.mkfifo, (), PIPE),
    (os.mkfifo, OVERWRITE, PIPE),
    *((make, more, HOUSE) for make in (a_house, a_link_to_a_house) for more in ((), OVERWRITE)),
]


@pytest.mark.parametrize("name", FEW)
@pytest.mark.parametrize(("make", "more", "says"), REFUSED)
def test_what_cannot_be_replaced_is_left_as_it_is(writes, name, make, more, says, tmp_path):
    """A pipe is not waited for, and a link is neither replaced nor followed."""
    (tmp_path / "same").mkdir()
    make(tmp_path / "same" / f"out{WRITERS[name][1]}")
    path, ran = writes(name, make, *more)
    assert (ran.status, says in ran.err) == (1, True), ran.err
    assert path.is_fifo() == (make is os.mkfifo)
    before = everything(tmp_path / "same")
    assert {one: held.replace("/same/", "/") for one, held in before.items()} == everything(tmp_path)


@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal"])
def test_nothing_replaces_what_sqlite_keeps_beside_a_house(tmp_path, end):
    a_house(tmp_path / "house.db")
    beside = tmp_path / f"house.db{end}"
    beside.write_text("held")
    with pytest.raises(UnwritableError, match="name another file"):
        write_bytes(beside, b"mine")
    assert beside.read_text() == "held"
    (tmp_path / "house.db").unlink()
    write_bytes(beside, b"mine")


def test_nothing_replaces_the_key_of_the_dice(tmp_path):
    key = tmp_path / "dice.key"
    make_key(key)
    held = key.read_text()
    with pytest.raises(UnwritableError, match="a file that a house needs"):
        write_bytes(key, b"mine")
    assert key.read_text() == held


def test_two_options_do_not_name_one_file(night, tmp_path):
    """The second would replace what the first has written."""
    (tmp_path / "link.svg").symlink_to(tmp_path / "out.svg")
    out, link = str(tmp_path / "out.svg"), str(tmp_path / "link.svg")
    for command in (
        ("simulate", *PLAN, *RUN, "--parquet", out, "--plot", link, "--overwrite"),
        ("chain", "--strategy", "pass", "--plot", out, "--dot", out),
        ("export", str(night), "k3x9", "--craps", out, "--jsonl", link, "--overwrite"),
    ):
        status, _, err = answer_of_main(command)
        assert (status, "both name" in err or "two of the files are" in err) == (1, True), err
    assert [file.name for file in tmp_path.iterdir()] == ["link.svg"]


def test_a_file_that_comes_meanwhile_is_kept(tmp_path):
    """The command looked before it began, and somebody else wrote the file while it worked."""
    path = tmp_path / "out"
    new = NewFile(path)
    new.file.write(b"mine")
    path.write_text("theirs")
    with pytest.raises(ExistsError), new:
        pass
    assert everything(tmp_path) == {"out": "theirs"}


def test_what_lies_beside_is_kept(tmp_path):
    """The output grows in a new file with an unused name, so a file with a similar name is kept."""
    (tmp_path / "out.part").write_text("theirs")
    write_bytes(tmp_path / "out", b"mine")
    assert everything(tmp_path) == {"out": "mine", "out.part": "theirs"}


def interrupt(file):
    file.write(b"half")
    raise KeyboardInterrupt


def test_a_failure_leaves_the_older_file_and_nothing_else(tmp_path):
    (tmp_path / "out").write_text("older")
    with pytest.raises(KeyboardInterrupt), new_file(tmp_path / "out", replace=True) as file:
        interrupt(file)
    assert everything(tmp_path) == {"out": "older"}


def test_a_device_that_became_a_pipe_is_not_waited_for(tmp_path, monkeypatch):
    """The kind of file is checked again once it is open."""
    os.mkfifo(tmp_path / "out")
    monkeypatch.setattr("bankcraps.support.new_files._kind", lambda _: stat.S_IFCHR)
    with pytest.raises(UnwritableError):
        NewFile(tmp_path / "out", devices=True)


def test_rights_stay_and_private_files_are_private(tmp_path):
    before = os.umask(0)
    try:
        (tmp_path / "old").touch()
        (tmp_path / "old").chmod(0o640)
        write_bytes(tmp_path / "old", b"")
        write_bytes(tmp_path / "new", b"")
        write_bytes(tmp_path / "mine", b"", private=True)
        (tmp_path / "wide").touch()
        write_bytes(tmp_path / "wide", b"", private=True)
    finally:
        os.umask(before)
    rights = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    assert rights == {"old": 0o640, "new": 0o666, "mine": 0o600, "wide": 0o600}


def test_a_file_whose_rights_cannot_be_kept_is_a_sentence_and_leaves_nothing(tmp_path, monkeypatch):
    (tmp_path / "out").write_text("older")
    asked = []

    def refuse(file, _):
        asked.append((file, stat.S_IMODE(os.fstat(file).st_mode)))
        raise PermissionError(errno.EPERM, "")

    monkeypatch.setattr(os, "fchmod", refuse)
    with pytest.raises(UnwritableError, match="Operation not permitted"):
        NewFile(tmp_path / "out", replace=True)
    [(file, rights)] = asked
    assert rights == 0o600  # nobody else can open it before it has its rights
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(file)
    assert everything(tmp_path) == {"out": "older"}
