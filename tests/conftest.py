"""Fixtures and settings for every test."""

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from zlib import crc32

import pytest
from _pytest.doctest import DoctestModule

pytest.register_assert_rewrite("tests.kit")

from tests.kit import profiles  # noqa: E402 - once pytest knows that the kit asserts
from tests.mutants import ROOMS  # noqa: E402

ONE_IN = 4
"""A usual run plays one of this number of tests marked `some`."""


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Give Hypothesis, and the order of tests, the seed before their plugins read it.

    The workers of a run inherit options and variable.
    """
    _keep_state_apart(config)
    config.pluginmanager.register(Examples())  # for files outside this folder, too
    profiles.draw_by_the_seed_alone()
    gc.disable()  # until the tests are collected
    seed = os.environ.setdefault("LAWS_SEED", str(profiles.seed()))
    if config.getoption("--hypothesis-seed") is None:
        config.option.hypothesis_seed = seed
    if config.getoption("randomly_seed", None) == "default":
        config.option.randomly_seed = int(seed)


class Examples:
    """Looks for examples in docstrings only where a file has some: to look into all takes seconds."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self, file_path):
        some = (yield) or []
        if file_path.suffix == ".py" and b">>> " not in file_path.read_bytes():
            return [one for one in some if not isinstance(one, DoctestModule)]
        return some


def _keep_state_apart(config: pytest.Config) -> None:
    """Let the run keep what it remembers, and chains, in a folder of its own, which all its workers share.

    A chain that an earlier run explored would hide a fault, and a damaged one would make another.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ:
        folder = os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="bankcraps-state")
        os.environ.setdefault("BANKCRAPS_CACHE", f"{folder}/chains")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


def pytest_collection_finish() -> None:
    """Keep the garbage collector from what was collected: modules and tests live until the end of the run."""
    gc.freeze()
    gc.set_threshold(50_000)  # at every 700 objects, the usual number, it took a twentieth of the time
    gc.enable()


def pytest_report_header(config: pytest.Config) -> str:
    chosen = config.getoption("--hypothesis-seed")
    return f"laws: seed {chosen}; LAWS_SEED={chosen} looks at the same examples again"


def pytest_runtest_setup() -> None:
    """Under `make mutants`, forget what earlier tests worked out: no cache may stand in for changed code."""
    room = os.environ.get("MUTATED_ROOM")
    if room is None:
        return
    rooms = [*ROOMS]
    changed = (*(ROOMS[one][0] for one in rooms[rooms.index(room) :]), "tests.")
    for name, module in list(sys.modules.items()):
        for value in list(vars(module).values()) if name.startswith(changed) else ():
            if callable(clear := getattr(value, "cache_clear", None)):
                clear()


def _waits(item: pytest.Item) -> bool:
    """Whether a usual run leaves a test out. Its name decides, and not which other tests run."""
    if item.get_closest_marker("long"):
        return True
    return item.get_closest_marker("some") is not None and crc32(item.nodeid.encode()) % ONE_IN != 0


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave long tests, and most of those marked `some`, to `make test LONG=1`, and say so.

    The tests of a folder stay together, so that not every worker starts a browser and loads all of the lab.
    Those in a browser are the first, because they wait for it.
    """
    if profiles.LONG:
        return
    left = dict.fromkeys(filter(_waits, items))
    config.hook.pytest_deselected(items=list(left))
    turns = {"browser": 0}
    folders = {item: "/".join(item.path.relative_to(config.rootpath).parts[1:2]) for item in items}
    for folder in folders.values():
        turns.setdefault(folder, len(turns))
    items[:] = sorted((item for item in items if item not in left), key=lambda one: turns[folders[one]])


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-golden",
        action="store_true",
        help="write the golden transcripts anew instead of comparing with them",
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the transcript of that name beside the test, or write it under `make golden`."""

    def compare(name: str, text: str) -> None:
        path = request.path.parent / name
        if request.config.getoption("--write-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"no transcript {path}: `make golden` writes it"
        assert text.splitlines() == path.read_text(encoding="utf-8").splitlines()

    return compare


@pytest.fixture
def run(monkeypatch, capsys) -> Callable[..., tuple[int, str]]:
    """Run a command in this process; its exit code, and all that it says. A traceback is always a failure."""
    # Most tests need no command line, and it is not loaded for them.
    from bankcraps.cli.main import main  # noqa: PLC0415

    def run(*arguments: object) -> tuple[int, str]:
        monkeypatch.setattr("sys.argv", ["bankcraps", *map(str, arguments)])
        try:
            main()
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        told = capsys.readouterr()
        assert "Traceback" not in told.err
        return code, told.out + told.err

    return run
