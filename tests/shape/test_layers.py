"""The contract on imports holds, and breaks at every new upward arrow.

Each test runs import-linter, with the project's own contracts, on a copy of the sources.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYPROJECT = ROOT / "pyproject.toml"
LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def contracts():
    return tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]


def layers():
    """The layers from the top down, each a list of the rooms that share it, such as `live.round`."""
    for contract in contracts():
        inside = "".join(f"{container}." for container in contract.get("containers", ()))
        yield [
            [f"{inside}{room.strip()}".removeprefix("bankcraps.") for room in layer.split("|")]
            for layer in contract.get("layers", ())
        ]


ARROWS = [
    (low, high) for kept in layers() for above, below in pairwise(kept) for low in below for high in above
]
SIBLINGS = [(one, two) for kept in layers() for layer in kept for one in layer for two in layer if one != two]
FORBIDDEN = [
    (source.removeprefix("bankcraps."), module)
    for contract in contracts()
    if contract["type"] == "forbidden"
    for source in contract["source_modules"]
    for module in contract["forbidden_modules"]
]


@pytest.fixture
def copy(tmp_path):
    """A copy of the sources, free to be spoiled."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src" / "bankcraps", tmp_path / "bankcraps", ignore=ignored)
    return tmp_path / "bankcraps"


def add_import(package, room, module):
    place = package.joinpath(*room.split("."))
    file = place.with_suffix(".py") if place.with_suffix(".py").exists() else place / "__init__.py"
    file.write_text(file.read_text(encoding="utf-8") + f"\nimport {module}\n", encoding="utf-8")


def lint(package):
    """Run import-linter on that copy; its exit status and what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", LINT_IMPORTS, "--config", str(PYPROJECT), "--no-cache", "--no-logo"],
        cwd=package.parent,
        env=os.environ | {"PYTHONPATH": str(package.parent), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_the_sources_keep_every_contract(copy):
    status, said = lint(copy)
    assert status == 0, said


def missing(package, said):
    """Lint that copy, which must fail, and return those of some sentences that it does not say."""
    status, printed = lint(package)
    assert status == 1, printed
    return [one for one in said if one not in printed]


@pytest.mark.some
def test_every_upward_import_is_reported(copy):
    """And so are chance, clocks and screens where they do not belong."""
    said = []
    for low, high in ARROWS + SIBLINGS:
        add_import(copy, low, f"bankcraps.{high}")
        said.append(f"bankcraps.{low} is not allowed to import bankcraps.{high}")
    for room, module in FORBIDDEN:
        add_import(copy, room, module)
        said.append(f"bankcraps.{room} is not allowed to import {module}")
    assert missing(copy, said) == []


def test_one_import_is_enough_to_fail_and_so_is_a_room_without_a_layer(copy):
    add_import(copy, "game", "bankcraps.house_edge")
    add_import(copy, "game.chips", "bankcraps.game.rulebook")
    (copy / "shed.py").write_text('"""A room nobody placed."""\n', encoding="utf-8")
    circle = "No cycles are allowed in bankcraps.game."
    assert missing(copy, ["bankcraps.game -> bankcraps.house_edge", "bankcraps.shed", circle]) == []
