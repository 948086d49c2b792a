"""`import bankcraps` is cheap: it loads the rules, and no screen, parser or array library."""

import subprocess
import sys
from importlib import metadata

import bankcraps

HEAVY = {"click", "lark", "numba", "numpy", "rich", "starlette", "textual"}


def heavy_modules_after(statement):
    """Which of the heavy libraries a fresh interpreter holds after that one statement."""
    program = f"{statement}; import sys; print(*sorted({HEAVY} & sys.modules.keys()))"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_importing_bankcraps_loads_nothing_heavy():
    assert heavy_modules_after("import bankcraps") == set()


def test_the_probe_sees_a_heavy_import():
    assert heavy_modules_after("import click") == {"click"}


def test_the_version_is_the_package_version():
    assert bankcraps.__version__ == metadata.version("bankcraps")
