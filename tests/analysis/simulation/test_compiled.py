"""Machine code is kept, thrown away when any of its sources changes, and not kept if that is impossible."""

import ast
import errno
import fcntl
import pickle
from importlib.resources import files
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core import caching
from numba.core.registry import cpu_target

from bankcraps.analysis.simulation.kernels import dice, fast, full
from bankcraps.support import compiled as numba_door
from bankcraps.support.compiled import (
    SOURCES,
    STAMP,
    compiled,
    features,
    inlined,
    inlined_once,
    told_of_compiling,
)


def triple(number):
    return 3 * number


def test_every_source_of_a_kernel_is_stamped():
    kernels = {f"analysis/simulation/kernels/{name}.py" for name in ("dice", "fast", "full")}
    kernels |= {"analysis/exact/forward.py", "analysis/exact/after_leaving.py"}
    sources = set(kernels)
    for source in sorted(kernels):
        for node in ast.walk(ast.parse(files("bankcraps").joinpath(source).read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("bankcraps"):
                for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                    path = name.removeprefix("bankcraps").strip(".").replace(".", "/") + ".py"
                    if files("bankcraps").joinpath(path).is_file():
                        sources.add(path)
    # These are used beside compiled functions, not in them.
    beside = {"errors.py", "analysis/chain/model.py", "analysis/exact/budget.py"}
    assert sources - beside | {"support/compiled.py"} <= set(SOURCES)


@pytest.mark.parametrize("function", [dice.deal, fast.fast_kernel, full.full_kernel])
def test_kept_code_carries_the_stamp(function: Any):
    kept = function._cache._cache_file  # noqa: SLF001
    assert kept._source_stamp == STAMP  # noqa: SLF001
    assert kept._version.endswith(STAMP)  # noqa: SLF001


def test_code_is_kept_by_the_features_of_the_processor():
    """A folder of kept code that was copied to another machine holds nothing for it."""
    codegen = cpu_target.target_context.codegen()
    *_, told = codegen.magic_tuple()
    assert features() == set(told.split(","))
    deal: Any = dice.deal
    assert codegen.magic_tuple() in deal._cache._index_key((), codegen)  # noqa: SLF001


def test_a_numba_that_does_not_tell_has_no_features(monkeypatch):
    monkeypatch.setattr(type(cpu_target.target_context.codegen()), "magic_tuple", lambda _: ())
    assert features() == set()


def test_an_index_of_another_version_is_not_read():
    """It may name a class that is not there any more."""

    def nobody_elses(number):
        """Have an index of its own, which no other process reads while it is being written."""
        return 3 * number

    made: Any = compiled(nobody_elses)
    kept = made._cache._cache_file  # noqa: SLF001
    with Path(kept._index_path).open("wb") as file:  # noqa: SLF001
        pickle.dump(numba.__version__, file)
        file.write(b"cbankcraps.no_such_module\nGone\n.")
    assert made(7) == 21


def test_without_a_place_to_keep_it_code_is_compiled_all_the_same(monkeypatch):
    monkeypatch.setattr(caching.CompileResultCacheImpl, "_locator_classes", [])
    double = compiled(lambda number: 2 * number)
    assert double(21) == 42


def test_without_the_private_options_code_is_compiled_all_the_same(monkeypatch):
    options = type("Options", (), {})
    without = type("Dispatcher", (), {"targetdescr": type("Target", (), {"options": options})})
    asked = []

    def njit(function=None, **chosen):
        if function is not None:
            return without
        asked.append(chosen)
        return numba.njit(**chosen)

    monkeypatch.setattr(numba_door, "_njit", njit)
    assert [made(triple)(7) for made in (inlined, inlined_once, compiled)] == [21, 21, 21]
    assert [sorted(chosen) for chosen in asked] == [
        ["error_model", "nogil"],
        ["error_model", "nogil"],
        ["cache", "error_model", "nogil"],
    ]


def test_without_the_private_stamp_no_code_is_kept(monkeypatch):
    monkeypatch.delattr(caching.IndexDataCacheFile, "__init__")
    monkeypatch.setattr(caching.IndexDataCacheFile, "__init__", lambda *_args, **_chosen: None, raising=False)
    made: Any = compiled(triple)
    assert made(7) == 21
    assert isinstance(made._cache, caching.NullCache)  # noqa: SLF001


def test_one_process_at_a_time_keeps_code(monkeypatch):
    """If two processes added to an index at once, one could leave an index that names the other's code."""
    made, save, tried = compiled(triple), caching.IndexDataCacheFile.save, []

    def another_process_waits(*given):
        with Path(numba_door.__file__).open("rb") as file, pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        tried.append(given)
        save(*given)

    monkeypatch.setattr(caching.IndexDataCacheFile, "save", another_process_waits)
    monkeypatch.setattr(caching.IndexDataCacheFile, "load", lambda *_: None)
    assert made(7) == 21
    assert len(tried) == 1


def test_a_full_disk_costs_no_answer(monkeypatch):
    """The code is used, and not kept."""
    made = compiled(triple)

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(caching.IndexDataCacheFile, "save", full)
    monkeypatch.setattr(caching.IndexDataCacheFile, "load", lambda *_: None)
    assert made(7) == 21


def test_the_first_machine_code_that_is_made_is_told_and_no_further():
    told = []

    def four(number):
        return 4 * number

    fourfold = numba.njit(four)
    with told_of_compiling(lambda: told.append("made"), lambda: None):
        assert told == []
        assert (fourfold(2), fourfold(2.0)) == (8, 8.0)
    fourfold(2j)
    assert told == ["made"]
