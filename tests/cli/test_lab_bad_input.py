"""Commands that cannot be carried out: they print a sentence that says so, and no answer."""

import errno
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

REFUSED = Path(__file__).parent / "refused.txt"
TEN = "--strategy pass --bankroll 100 --throws 10"
GROWING = "when come_out: pass 10; stop after 3000 throws"


@pytest.fixture
def refused(bankcraps, monkeypatch, tmp_path):
    """Run a command that must fail: it prints no answer and writes no file. Return its error."""
    monkeypatch.chdir(tmp_path)

    def ask(line, *more):
        ran = bankcraps(*shlex.split(line), *more)
        assert (ran.status, ran.out, list(tmp_path.glob("x*"))) == (1, "", [])
        return " ".join(ran.err.split())

    return ask


def test_a_command_is_refused_in_a_sentence(refused, golden):
    about, *blocks = REFUSED.read_text(encoding="utf-8").split("\n\n")
    page = [about]
    for block in blocks:
        line = block.splitlines()[0]
        page.append(f"{line}\n{refused(line.removeprefix('> '))}")
    golden(REFUSED.name, "\n\n".join(page) + "\n")
    assert "workers on this machine at most, not 1000000" in refused(f"simulate {TEN} --workers 1000000")


def test_a_system_without_an_end(refused):
    said = refused("session --bankroll 100 --throws 10", "--strategy", "when come_out: pass 10\n" * 10**5)
    assert "a system has at most 20000 characters, not 2299999" in said


@pytest.mark.parametrize("content", [b"\xff\xfe\x00when", bytes(range(256))])
def test_files_that_are_no_text(refused, tmp_path, content):
    (tmp_path / "mine.txt").write_bytes(content)
    (tmp_path / "mine.toml").write_bytes(content)
    said = refused("session --strategy mine.txt --bankroll 100 --throws 10")
    assert "mine.txt cannot be read: it is not UTF-8 text" in said
    said = refused(f"session {TEN} --rules mine.toml")
    assert "mine.toml: cannot read this file: it is not UTF-8 text" in said


def test_a_file_without_a_system(refused, tmp_path):
    (tmp_path / "mine.txt").write_text("# nothing yet\n")
    assert "this system never bets" in refused("strategies check mine.txt")


def test_without_a_chain_the_first_wager_is_asked_for_as_well(refused, monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.chain.walk.MAX_MEMORIES", 100)
    monkeypatch.setenv("BANKCRAPS_CACHE", "")
    system = f"--strategy '{GROWING}'"
    asked = f"{system} --bankroll 5 --throws 10"
    assert "a bankroll of 5 does not pay the first wager" in refused(f"simulate {asked}")
    for line in (f"chain {system}", f"session {asked}"):
        assert "more than 100 memories" in refused(line)


def test_a_picture_that_cannot_be_drawn_does_not_cost_the_answer(bankcraps, tmp_path, monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.exact.budget.QUICK_ADDITIONS", 1.0)
    plot = str(tmp_path / "x.png")
    asked = (*TEN.split()[:-2], "--until-settled", "--goal", "200", "--plot", plot, "--picture", "ruin")
    ran = bankcraps("session", *asked)
    assert ran.status == 1
    assert "reaches the goal" in ran.out
    assert ran.err.startswith("bankcraps: the time of ruin takes too long to solve here")


def test_a_word_where_it_takes_a_while(bankcraps, monkeypatch):
    monkeypatch.setenv("BANKCRAPS_PATIENCE", "0")
    monkeypatch.setenv("BANKCRAPS_CACHE", "")
    ran = bankcraps("chain", "--strategy", "three_point_molly")
    assert (ran.status, ran.err) == (
        0,
        "bankcraps: still exploring; a system with a cap on what it counts has fewer states\n",
    )


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a disk that is always full")  # noqa: PTH110
def test_a_full_disk():
    program = "from bankcraps.cli.main import main; main()"
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-c", program, "odds", "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == f"bankcraps: the answer cannot be written: {os.strerror(errno.ENOSPC)}\n"


def test_nobody_listens_to_the_end():
    program = "from bankcraps.cli.main import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", program, "strategies"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        running.stdout.close()
        said = running.stderr.read()
    assert said == ""
