"""The map in ARCHITECTURE.md lists exactly the modules that exist, and every package has a docstring."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def on_the_map(folder):
    """The rooms that ARCHITECTURE.md lists under that folder."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
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


@pytest.mark.parametrize("folder", ["src/bankcraps", "tests", "web/src", "web/src/table"])
def test_the_map_names_exactly_what_exists(folder):
    assert on_the_map(folder) == on_the_ground(folder)


def packages():
    return sorted({path.parent for path in (ROOT / "src").rglob("*.py")})


@pytest.mark.parametrize("package", packages(), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_package_says_what_it_is(package):
    module = ast.parse((package / "__init__.py").read_text(encoding="utf-8"))
    assert ast.get_docstring(module)


def test_the_table_of_the_mathematics_names_functions_that_exist():
    """Each row of "Where each figure is computed" leads to a definition in the file it names."""
    page = (ROOT / "docs" / "mathematics.md").read_text(encoding="utf-8")
    part = page.split("## Where each figure is computed")[1].split("\n## ")[0]
    rows = re.findall(r"\| `(\w+)` \| `([\w/]+\.py)` \|", part)
    assert len(rows) > 20
    for name, file in rows:
        source = (ROOT / "src" / "bankcraps" / file).read_text(encoding="utf-8")
        assert re.search(rf"^\s*(def|class) {name}\b", source, re.MULTILINE), f"{file} defines no {name}"
