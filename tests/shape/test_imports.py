"""`import bankcraps` is cheap: it loads the rules, no screen, parser or array library. So are the odds."""

import subprocess
import sys
from importlib import metadata

import pytest

import bankcraps

SCREENS = {"click", "lark", "rich", "starlette", "textual"}
LAB = {"dask", "distributed", "joblib", "matplotlib", "numba", "numpy", "pyarrow", "scipy", "scipy.linalg"}


@pytest.mark.some
def test_a_session_is_solved_without_scipy():
    program = (
        "import contextlib, os, sys; from bankcraps.cli.commands.session import command\n"
        "asked = ['--strategy', 'pass', '--bankroll', '50', '--throws', '9', '--json']\n"
        "with open(os.devnull, 'w') as nowhere, contextlib.redirect_stdout(nowhere): "
        "command(asked, standalone_mode=False)\n"
        "print('numba' in sys.modules, 'scipy.linalg' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "True False\n"


def test_the_version_is_the_package_version():
    assert bankcraps.__version__ == metadata.version("bankcraps")


def test_importing_bankcraps_loads_no_more_of_it_than_is_used_and_nothing_heavy():
    asked = "import sys, bankcraps; print(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", asked], capture_output=True, text=True, check=True
    )
    loaded = done.stdout.split()
    assert not (SCREENS | LAB) & set(loaded)
    ours = [name for name in loaded if name.startswith("bankcraps")]
    assert ours == ["bankcraps", "bankcraps.support", "bankcraps.support.lazy"]
