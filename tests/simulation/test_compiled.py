"""Machine code is kept, thrown away when any of its sources changes, and done without where need be."""

import ast
from importlib.resources import files

import pytest
from numba.core import caching

from bankcraps.simulation import dealing, lean, paths
from bankcraps.simulation.compiled import SOURCES, STAMP, compiled


def test_every_source_of_a_kernel_is_stamped():
    sources = {f"simulation/{name}.py" for name in ("compiled", "dealing", "lean", "paths")}
    for source in sorted(sources):
        for node in ast.walk(ast.parse(files("bankcraps").joinpath(source).read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bankcraps"):
                for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                    path = name.removeprefix("bankcraps").strip(".").replace(".", "/") + ".py"
                    if files("bankcraps").joinpath(path).is_file():
                        sources.add(path)
    assert sources | {"exact/sweep.py", "exact/settling.py"} <= set(SOURCES)


@pytest.mark.parametrize("function", [dealing.deal, lean.lean, paths.paths])
def test_kept_code_carries_the_stamp(function):
    assert function._cache._cache_file._source_stamp == STAMP  # noqa: SLF001


def test_without_a_place_to_keep_it_code_is_compiled_all_the_same(monkeypatch):
    monkeypatch.setattr(caching.CompileResultCacheImpl, "_locator_classes", [])
    double = compiled(lambda number: 2 * number)
    assert double(21) == 42
