"""A full disk: a sentence, the older file as it was, and no part of a new one."""

import resource
import signal
import subprocess
import sys

import pytest
from tests.kit.deadline import IN_TIME
from tests.kit.profiles import share

from bankcraps import read_record
from bankcraps.support.new_files import write_bytes

MAIN = (sys.executable, "-B", "-c", "from bankcraps.cli.main import main; main()")
"""Without -B, Python 3.11 keeps bytecode that the limit has cut short, and no later process can read it."""


def run(arguments, folder, said="", room=1000):
    """Run a command that can write files of `room` bytes, no more."""

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    return subprocess.run(
        [*MAIN, *arguments],
        input=said,
        capture_output=True,
        text=True,
        cwd=folder,
        preexec_fn=limit,
        check=False,
        timeout=IN_TIME,
    )


@pytest.mark.parametrize("name", share(["odds.svg", "odds.png"], 2))
@pytest.mark.some
def test_a_picture(tmp_path, name):
    (tmp_path / name).write_text("the one before", encoding="utf-8")
    came = run(["odds", "--plot", name, "--overwrite"], tmp_path, room=4000)
    assert came.returncode == 1
    assert "the picture cannot be written: File too large" in came.stderr
    assert "Traceback" not in came.stderr
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [(name, "the one before")]


@pytest.mark.parametrize("room", [10, 600, 700])
@pytest.mark.some
def test_a_record_has_whole_events(tmp_path, room):
    lines = "Ann: field 5\nroll 4-2\n" * 20
    came = run(["play", "--plain", "--seat", "Ann:500", "--record", "my.craps"], tmp_path, lines, room)
    assert came.returncode == 1
    assert came.stderr.endswith("my.craps: cannot be written: File too large\n")
    assert "Traceback" not in came.stderr
    files = list(tmp_path.iterdir())
    if room == 10:
        assert files == []
    else:
        assert files == [tmp_path / "my.craps"]
        assert read_record(files[0], unfinished=True).entries


def test_a_link_stays_a_link(tmp_path):
    file, link = tmp_path / "file.svg", tmp_path / "link.svg"
    file.write_bytes(b"before")
    link.symlink_to(file)
    write_bytes(link, b"after")
    assert link.is_symlink()
    assert (file.read_bytes(), len(list(tmp_path.iterdir()))) == (b"after", 2)
