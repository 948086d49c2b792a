"""Constructs that the rules core may not contain, found by reading its syntax."""

import ast
from collections import Counter
from pathlib import Path

import pytest

from bankcraps import BOOKS
from bankcraps.game.engine.acts import ACTS
from bankcraps.game.engine.effects import every_effect
from bankcraps.game.engine.events import every_event
from bankcraps.game.notation.usage import USAGE
from bankcraps.game.notation.writing import write_event

SOURCE = Path(__file__).parents[2] / "src" / "bankcraps"
CORE = sorted(
    path for part in ("engine", "rulebook", "notation") for path in (SOURCE / part).rglob("*.py")
) + [SOURCE / f"{name}.py" for name in ("chips", "pays", "dice", "wagers", "perft", "table")]
LONGEST = 600
MANY = 20
CROWDED = {".": 24, "cli/commands": 26, "notation": 26, "solver": 30}
"""Folders of one subject with more files: the lowest floor, a file for each command, words, sessions."""


def name_of(path: Path) -> str:
    return str(path.relative_to(SOURCE))


@pytest.mark.parametrize("path", CORE, ids=name_of)
def test_no_float_touches_the_core(path):
    """No float literal, no call of float, and true division only where it is of paths or fractions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), node.lineno
        assert not (isinstance(node, ast.Name) and node.id == "float"), node.lineno
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            assert path.name == "pays.py", f"line {node.lineno}: a division that may be of money"


@pytest.mark.parametrize("path", sorted((SOURCE / "engine").rglob("*.py")), ids=name_of)
def test_the_engine_never_asks_a_book_its_name(path):
    text = path.read_text(encoding="utf-8")
    assert not [book for book in BOOKS if f'"{book}"' in text or f"'{book}'" in text]
    assert "book.id" not in text


def test_files_are_small():
    lines = {name_of(path): len(path.read_text("utf-8").splitlines()) for path in SOURCE.rglob("*.py")}
    assert {name: count for name, count in lines.items() if count > LONGEST} == {}


def test_folders_are_small():
    """A folder with many files has several subjects, and wants rooms for them."""
    files = Counter(str(path.parent.relative_to(SOURCE)) for path in SOURCE.rglob("[!_]*.py"))
    assert {name: count for name, count in files.items() if count > CROWDED.get(name, MANY)} == {}


def test_every_event_is_an_act_and_is_said():
    events = set(every_event())
    assert events == set(ACTS)
    tags = {str(event.__struct_config__.tag) for event in events}
    said = {"bet": "pass", "take_down": "down", "call": "on", "close": "close_table", "set_limits": "limits"}
    assert {said.get(tag, tag) for tag in tags} <= set(USAGE)


def test_tags_are_not_shared():
    for kinds in (list(every_event()), list(every_effect())):
        tags = [kind.__struct_config__.tag for kind in kinds]
        assert len(tags) == len(set(tags))


def test_an_event_without_an_actor_is_written_without_one():
    from bankcraps.game.engine.events import Accept  # noqa: PLC0415

    assert write_event(Accept()) == "accept"
