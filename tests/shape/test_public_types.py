"""Every name of the package has a type that all type checkers read alike, as `pyright --verifytypes` asks."""

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any, Final

import pytest

SRC: Final = Path(__file__).parents[2] / "src"

CANNOT: Final = {
    f"bankcraps.terminal.play.widgets.bars.LogView{part}": "Textual declares no type of `virtual_size`"
    for part in ("", ".virtual_size")
}
"""The names whose types a library decides, with the reason."""


def report_on(package: str, folder: Path) -> list[dict[str, Any]]:
    """The report of the type checker on each symbol of a package, but for the types of other packages."""
    found = os.pathsep.join((str(folder), sysconfig.get_path("purelib")))
    done = subprocess.run(
        [sys.executable, "-m", "basedpyright", "--verifytypes", package, "--ignoreexternal", "--outputjson"],
        env={**os.environ, "PYTHONPATH": found},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return json.loads(done.stdout)["typeCompleteness"]["symbols"]


def without_a_type(symbols: list[dict[str, Any]], package: str) -> set[str]:
    """The names of a package whose type is unknown or may be read in two ways."""
    return {
        symbol["name"]
        for symbol in symbols
        if symbol["name"].startswith(package) and (not symbol["isTypeKnown"] or symbol["isTypeAmbiguous"])
    }


@pytest.mark.long
def test_every_name_has_one_type() -> None:
    symbols = report_on("bankcraps", SRC)
    assert len(symbols) > 5_000
    assert without_a_type(symbols, "bankcraps") == set(CANNOT)
