"""The notebooks of examples/cookbook run, and print what stands in them. Pictures are not compared.

`pytest tests/shape/test_cookbook.py --write-golden` runs them and keeps what they print.
"""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

COOKBOOK = Path(__file__).parents[2] / "examples" / "cookbook"
NOTEBOOKS = sorted(COOKBOOK.glob("*.ipynb"))


@pytest.mark.some
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_prints_what_stands_in_it(path, request, monkeypatch, tmp_path):
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))
    written = nbformat.read(path, as_version=4)
    played = nbformat.from_dict(written)
    NotebookClient(played, timeout=300, resources={"metadata": {"path": str(COOKBOOK)}}).execute()
    if request.config.getoption("--write-golden"):
        path.write_text(nbformat.writes(_without_times(played)) + "\n", encoding="utf-8")
        return
    assert [_printed(cell) for cell in played.cells] == [_printed(cell) for cell in written.cells]


def _printed(cell):
    """The text of what a cell printed, and of what kinds the rest is."""
    return [
        (kept.get("text"), kept.get("data", {}).get("text/plain"), sorted(kept.get("data", {})))
        for kept in cell.get("outputs", [])
    ]


def _without_times(notebook):
    """A notebook as it is kept: when its cells ran differs each time."""
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook
