"""The map of the rooms in ARCHITECTURE.md: the first line of each package's docstring."""

import ast
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
SOURCES: Final = ROOT / "src" / "bankcraps"
START: Final = "<!-- the map of the rooms: `make golden` writes it from docstrings -->\n"
END: Final = "<!-- end of the map -->"


def order() -> list[str]:
    """The rooms, lowest first, as the contract of their imports lists them."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    layers = next(one["layers"] for one in contracts["contracts"] if one["type"] == "layers")
    return [room for layer in reversed(layers) for room in layer.split(" | ") if room != "__main__"]


def rooms() -> str:
    """The map as a block of text."""
    lines = []
    for room in order():
        module, folder = SOURCES / f"{room}.py", SOURCES / room
        top = (module.name, module) if module.exists() else (f"{room}/", folder / "__init__.py")
        lines.append(_line(*top))
        lines += [_line(f"  {one.parent.name}/", one) for one in sorted(folder.glob("*/__init__.py"))]
    return "\n".join(["```", *lines, "```\n"])


def filled(page: str) -> str:
    """The page with the map of today."""
    before, rest = page.split(START)
    return f"{before}{START}{rooms()}{END}{rest.split(END)[1]}"


def _line(name: str, source: Path) -> str:
    docstring = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    return f"{name:16}{docstring.splitlines()[0].rstrip('.')}"
