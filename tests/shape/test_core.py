"""Constructs that the rules core may not contain, found by reading its syntax."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bankcraps import BOOKS
from bankcraps.game.engine.acts import ACTS
from bankcraps.game.engine.events import every_event
from bankcraps.game.notation.usage import USAGE

SOURCE = Path(__file__).parents[2] / "src" / "bankcraps"
CORE = sorted(path for path in (SOURCE / "game").rglob("*.py"))
LONGEST = 60
LONG: dict[str, str] = {}
"""Functions with more lines, each with the reason."""


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def functions_in(body: list[ast.stmt]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions in some statements and in those inside them; a walk through expressions takes long."""
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            yield statement
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from functions_in(getattr(statement, part, []))


def name_of(path: Path) -> str:
    return str(path.relative_to(SOURCE))


@pytest.mark.parametrize("path", CORE, ids=name_of)
def test_no_float_touches_the_core(path):
    """No float literal, no call of float, and true division only where it is of paths or fractions."""
    for node in ast.walk(tree_of(path)):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), node.lineno
        assert not (isinstance(node, ast.Name) and node.id == "float"), node.lineno
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
            assert path.name == "pays.py", f"line {node.lineno}: a division that may be of money"


@pytest.mark.parametrize("path", sorted((SOURCE / "game" / "engine").rglob("*.py")), ids=name_of)
def test_the_engine_never_asks_a_book_its_name(path):
    text = path.read_text(encoding="utf-8")
    assert not [book for book in BOOKS if f'"{book}"' in text or f"'{book}'" in text]
    assert "book.id" not in text


def lines_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function without its docstring."""
    first, *_ = function.body
    said = first.end_lineno - first.lineno + 1 if ast.get_docstring(function) else 0
    return function.end_lineno - function.lineno + 1 - said


def test_a_function_fits_a_screen():
    lengths = {
        f"{name_of(path)} {function.name}": lines_of(function)
        for path in SOURCE.rglob("*.py")
        for function in functions_in(tree_of(path).body)
    }
    assert len(lengths) > 3000
    assert {name for name, lines in lengths.items() if lines > LONGEST} == set(LONG)


def test_every_event_is_an_act_and_is_said():
    events = set(every_event())
    assert events == set(ACTS)
    tags = {str(event.__struct_config__.tag) for event in events}
    said = {"bet": "pass", "take_down": "down", "call": "on", "close": "close_table", "set_limits": "limits"}
    assert {said.get(tag, tag) for tag in tags} <= set(USAGE)
