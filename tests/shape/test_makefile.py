"""Every target of the Makefile runs to its end in a fresh clone, as a stranger has it.

The clone is of the latest commit. It makes an environment of its own, and a uv unless there is one, so it
needs a registry of packages. `make test` itself is left out: that is what runs these tests.
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HANGS_S = 3600

A_LITTLE_ROOM = 1.15
"""The most times as large as the README says that an environment may be, so that newer packages fit."""

TARGETS = ("help", "run", "lab", "check", "mutants", "bench", "docs", "format", "golden", "clean")
"""Each has a test below."""

# One worker runs them all, in one clone: LONG=1 keeps groups together.
pytestmark = [pytest.mark.long, pytest.mark.xdist_group("makefile")]


def make(folder: Path, *words: str) -> str:
    """Run make without a terminal, and return what it printed. It must succeed."""
    ours = ("LONG", "PYTEST", "MAKE", "MFLAGS")
    done = subprocess.run(
        ["make", *words],  # noqa: S607 - the one on the PATH
        cwd=folder,
        env={name: value for name, value in os.environ.items() if not name.startswith(ours)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=HANGS_S,
    )
    assert done.returncode == 0, f"make {' '.join(words)}:\n{done.stdout}"
    return done.stdout


def git(folder: Path, *words: str) -> str:
    command = ["git", *words]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


def promised_megabytes() -> tuple[int, int]:
    """The size of the environment of `make run`, as the README and the Makefile say."""
    says = r"\.venv`?[:,] (\d+) MB on the disk"
    files = (ROOT / name for name in ("README.md", "Makefile"))
    readme, makefile = (int(re.findall(says, file.read_text())[-1]) for file in files)
    return readme, makefile


@pytest.fixture(scope="module")
def clone() -> Iterator[Path]:
    """A clone of this project, removed in the end: with its environment it is large.

    Where root runs the tests, `make bench` starts PostgreSQL from it as another user, who must get in.
    The folders of pytest are closed to others, and each pytest that starts closes them again.
    """
    if not (ROOT / ".git").exists():
        pytest.skip("these sources are no git repository")
    place = Path(tempfile.mkdtemp(prefix="bankcraps-stranger"))
    place.chmod(0o711)
    folder = place / "bankcraps"
    git(ROOT, "clone", "--quiet", ".", str(folder))
    yield folder
    shutil.rmtree(place)


def test_every_target_is_run_here_or_is_the_suite_itself(clone):
    documented = set(re.findall(r"^make (\w+)", make(clone, "help"), re.MULTILINE))
    assert documented == {*TARGETS, "test"}


def test_run_without_a_terminal_plays_an_evening_and_checks_it(clone):
    assert "Everything is right" in make(clone, "run")


def test_run_installs_what_playing_needs_and_lab_adds_the_lab(tmp_path):
    if not (ROOT / ".git").exists():
        pytest.skip("these sources are no git repository")
    own = tmp_path / "own"
    git(ROOT, "clone", "--quiet", ".", str(own))
    make(own, "lean")
    pieces = own / ".venv"
    bankcraps = [str(pieces / "bin" / "bankcraps")]
    session = [*bankcraps, "session", "--strategy", "pass", "--bankroll", "100", "--throws", "10"]
    size = sum(path.lstat().st_size for path in pieces.rglob("*") if path.is_file())
    readme, makefile = promised_megabytes()
    assert readme == makefile
    assert size < A_LITTLE_ROOM * readme * 1_000_000
    assert subprocess.run([*bankcraps, "odds"], capture_output=True, check=False).returncode == 0
    refused = subprocess.run(session, capture_output=True, text=True, check=False)
    assert "in a checkout `make lab`" in refused.stderr
    make(own, "lab")
    assert "ends in ruin" in subprocess.run(session, capture_output=True, text=True, check=True).stdout
    shutil.rmtree(own)


def test_check_says_that_all_is_well(clone):
    assert re.search(r"\d+ passed", make(clone, "check"))


def test_bench_runs_every_script(clone):
    run = set(re.findall(r"^=== (.*) ===$", make(clone, "bench"), re.MULTILINE))
    assert run == {str(path.relative_to(ROOT)) for path in (ROOT / "bench").glob("*.py")}


def test_docs_builds_the_site(clone):
    make(clone, "docs")
    assert (clone / "docs/_build/html/index.html").exists()


def test_mutants_finds_and_judges_some(clone):
    assert re.search(r"\d", make(clone, "mutants", "ROOM=notation", "SAMPLE=2", "JOBS=2").splitlines()[-1])


@pytest.mark.parametrize("target", ["format", "golden"])
def test_nothing_is_left_to_write(clone, target):
    """The commit has the layout, the transcripts and the pictures that the targets would write."""
    make(clone, target)
    assert git(clone, "status", "--porcelain") == ""


def test_clean_leaves_what_git_knows(tmp_path, clone):
    """It must not undo what other tests have made, and gets a clone of its own."""
    other = tmp_path / "other"
    git(clone, "clone", "--quiet", ".", str(other))
    for made in (".venv", ".uv", "docs/_build", "web/node_modules", "src/bankcraps/__pycache__", "mutants"):
        (other / made).mkdir(parents=True)
        (other / made / "something").touch()
    make(other, "clean")
    assert git(other, "status", "--porcelain", "--ignored") == ""
