"""The contracts on imports break where they should: import-linter runs with them on a copy of the sources."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYPROJECT = ROOT / "pyproject.toml"
LINT_IMPORTS = "from importlinter.cli import lint_imports_command; lint_imports_command()"


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


def test_upward_imports_circles_chance_and_rooms_without_a_layer_are_reported(copy):
    """`make layers` holds the contracts. One copy breaks each kind of them once."""
    add_import(copy, "game", "bankcraps.house_edge")
    add_import(copy, "live", "bankcraps.analysis")
    add_import(copy, "game.chips", "bankcraps.game.rulebook")
    add_import(copy, "game.engine", "random")
    (copy / "shed.py").write_text('"""A room nobody placed."""\n', encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", LINT_IMPORTS, "--config", str(PYPROJECT), "--no-cache", "--no-logo"],
        cwd=copy.parent,
        env=os.environ | {"PYTHONPATH": str(copy.parent), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    for said in (
        "bankcraps.game -> bankcraps.house_edge",
        "bankcraps.live is not allowed to import bankcraps.analysis",
        "No cycles are allowed in bankcraps.game.",
        "bankcraps.game.engine is not allowed to import random",
        "bankcraps.shed",
    ):
        assert said in done.stdout, done.stdout
