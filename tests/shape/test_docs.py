"""The maps in ARCHITECTURE.md, and the paths that pages name.

`pytest tests/shape/test_docs.py --write-golden` writes the map of the rooms from the docstrings.
"""

import re
from pathlib import Path

import pytest
from docs.generate import rooms

ROOT = Path(__file__).parents[2]
ARCHITECTURE = ROOT / "ARCHITECTURE.md"
PAGES = [page for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")) if page.name != "CHANGELOG.md"]
PATH = re.compile(r"`((?:[a-z_-]+/)+[\w.-]*)`")
BASES = (ROOT, ROOT / "src" / "bankcraps", ROOT / "web" / "src")
"""The folders from which pages name a path."""


def test_the_map_of_the_rooms_is_what_their_docstrings_say(request):
    page = ARCHITECTURE.read_text(encoding="utf-8")
    today = rooms.filled(page)
    if request.config.getoption("--write-golden"):
        ARCHITECTURE.write_text(today, encoding="utf-8")
    else:
        assert page == today, "`make golden` writes the map anew"


def on_the_map(folder):
    """The rooms that ARCHITECTURE.md lists under that folder."""
    text = ARCHITECTURE.read_text(encoding="utf-8")
    listed = re.search(rf"^{folder}/$\n((?:^ +.*\n)+)", text, re.MULTILINE)
    assert listed, f"ARCHITECTURE.md has no map of {folder}/"
    return sorted(re.findall(r"^  (\w+(?:/|\.py|\.ts|\.svelte)) ", listed[1], re.MULTILINE))


def modules(folder):
    """The sources that stand in that folder itself."""
    sources = [path.name for pattern in ("*.py", "*.ts", "*.svelte") for path in folder.glob(pattern)]
    return [name for name in sources if not name.startswith("__") and ".test." not in name]


def on_the_ground(folder):
    """The packages and modules, rooms of the page, or folders of tests, that stand there."""
    rooms = [path for path in (ROOT / folder).iterdir() if path.is_dir()]
    folders = [f"{path.name}/" for path in rooms if any(map(modules, (path, *path.iterdir())))]
    return sorted(folders + modules(ROOT / folder))


@pytest.mark.parametrize(("folder", "told_above"), [("tests", "src/bankcraps"), ("web/src", "")])
def test_the_map_names_exactly_what_exists(folder, told_above):
    rooms = on_the_ground(told_above) if told_above else []
    assert on_the_map(folder) == [each for each in on_the_ground(folder) if each not in rooms]


def test_the_paths_that_pages_name_exist():
    named = {(page.name, path) for page in PAGES for path in PATH.findall(page.read_text(encoding="utf-8"))}
    assert len(named) > 50
    made_later = {"docs/_build/html", "mutants/", "src/bankcraps/server/page"}
    missing = [each for each in sorted(named) if not any((base / each[1]).exists() for base in BASES)]
    assert [(page, path) for page, path in missing if path not in made_later] == []


def test_the_table_of_the_mathematics_names_functions_that_exist():
    """Each row of "Where each figure is computed" leads to definitions in the files or folder it names."""
    page = (ROOT / "docs" / "mathematics.md").read_text(encoding="utf-8")
    part = page.split("## Where each figure is computed")[1].split("\n## ")[0]
    rows = re.findall(r"^\|.* \| (`.*?) \| (`.*?) \|$", part, re.MULTILINE)
    assert len(rows) > 40
    for functions, files in rows:
        places = [ROOT / "src" / "bankcraps" / file for file in re.findall(r"`(.*?)`", files)]
        sources = [path for place in places for path in (place.glob("*.py") if place.is_dir() else [place])]
        text = "".join(path.read_text(encoding="utf-8") for path in sources)
        for name in re.findall(r"`(.*?)`", functions):
            assert re.search(rf"^\s*(def|class) {name}\b", text, re.MULTILINE), f"no {name} in {files}"


def test_make_names_tests_that_are_there():
    named = re.findall(r"(?<=[ \t])tests/(?!__)[\w/.]+", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert "tests/game/engine" in named
    assert [path for path in named if not (ROOT / path).exists()] == []
