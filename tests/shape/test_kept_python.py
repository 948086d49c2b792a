"""`make` keeps the Python that .venv was made with: uv would throw all packages away for another one.

A program in place of uv says which Python it is given.
"""

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

MAKEFILE = Path(__file__).parents[2] / "Makefile"
UV = """#!/bin/sh
[ "$1" = --version ] && exit
echo "uv is given $UV_PYTHON"
"""


@pytest.fixture
def checkout(tmp_path):
    """A checkout with an environment of this Python, a uv that only speaks, and other Pythons on the PATH."""
    shutil.copy(MAKEFILE, tmp_path)
    venv.create(tmp_path / ".venv")
    programs = tmp_path / "programs"
    for folder in (programs, tmp_path / "src"):
        folder.mkdir()
    (programs / "uv").write_text(UV, encoding="utf-8")
    for name in ("python3.11", "python3"):
        (programs / name).write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n', encoding="utf-8")
    for program in programs.iterdir():
        program.chmod(0o755)
    return tmp_path


def given(checkout, *words, **environment):
    """The Python that make gives uv, and all that make says."""
    path = os.pathsep.join([str(checkout / "programs"), os.environ["PATH"]])
    ours = ("LONG", "MAKE", "MFLAGS", "UV_")
    others = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    done = subprocess.run(
        ["make", "--no-print-directory", *words],  # noqa: S607 - the one on the PATH
        cwd=checkout,
        env={**others, "PATH": path, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stdout + done.stderr
    return set(re.findall("uv is given (.*)", said)), said


def test_an_environment_keeps_its_python_and_without_one_it_is_that_on_the_path(checkout):
    for target, environment in (
        ("lean", {}),
        ("lab", {"UV_PYTHON": "python3.13"}),
        ("develop", {}),
        ("mutants", {}),
    ):
        assert given(checkout, target, **environment)[0] == {".venv/bin/python"}
    shutil.rmtree(checkout / ".venv")
    assert given(checkout, "lean")[0] == {sys.executable}
    assert given(checkout, "lean", UV_PYTHON="python3.13")[0] == {"python3.13"}


def test_an_environment_whose_python_is_gone_is_made_anew_and_that_is_said(checkout):
    python = checkout / ".venv/bin/python"
    python.unlink()
    python.symlink_to("/nowhere/python3")
    python, said = given(checkout, "lean")
    assert python == {sys.executable}
    assert "the Python of .venv is gone or too old: making .venv anew" in said


def test_no_target_calls_uv_in_another_way():
    assert MAKEFILE.read_text(encoding="utf-8").count("$(UV) sync") == 1
