"""`import bankcraps` is cheap: it loads the rules, no screen, parser or array library. So are the odds."""

import subprocess
import sys
from importlib import metadata

import pytest

import bankcraps

SCREENS = {"click", "lark", "rich", "starlette", "textual"}
LAB = {"dask", "distributed", "joblib", "matplotlib", "numba", "numpy", "pyarrow", "scipy", "scipy.linalg"}


def heavy_modules_after(statement):
    """The heavy libraries that a fresh interpreter holds after that one statement."""
    program = f"{statement}; import sys; print(*sorted({SCREENS | LAB} & sys.modules.keys()))"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_importing_bankcraps_loads_nothing_heavy():
    assert heavy_modules_after("import bankcraps") == set()


@pytest.mark.some
def test_a_session_is_solved_without_scipy():
    asked = "['--strategy', 'pass', '--bankroll', '50', '--throws', '9', '--json']"
    loaded = heavy_modules_after(
        "import contextlib, os; from bankcraps.cli.commands.session import command\n"
        "with open(os.devnull, 'w') as nowhere, contextlib.redirect_stdout(nowhere): "
        f"command({asked}, standalone_mode=False)\n"
        "0"
    )
    assert "numba" in loaded
    assert "scipy.linalg" not in loaded


def test_the_version_is_the_package_version():
    assert bankcraps.__version__ == metadata.version("bankcraps")


def test_importing_bankcraps_loads_no_more_of_it_than_is_used():
    asked = (
        "import sys, bankcraps; print(*sorted(name for name in sys.modules if name.startswith('bankcraps')))"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["bankcraps", "bankcraps.support", "bankcraps.support.lazy"]
