"""The one door to Numba: a decorator with types, and compiled code kept on disk.

Importing this takes about half a second; what only plans or reports a simulation leaves it alone.
"""

import hashlib
from collections.abc import Callable
from importlib.resources import files
from typing import Any, Final, TypeVar

import numba  # pyright: ignore[reportMissingTypeStubs]

__all__ = ["SOURCES", "STAMP", "compiled", "inlined"]

F = TypeVar("F", bound=Callable[..., object])

SOURCES: Final = (
    "chain/leaving.py",
    "exact/settling.py",
    "exact/sweep.py",
    "simulation/compiled.py",
    "simulation/dealing.py",
    "simulation/figures.py",
    "simulation/lean.py",
    "simulation/paths.py",
    "simulation/records.py",
    "simulation/streams.py",
    "simulation/tables.py",
    "simulation/terms.py",
)
"""The files that machine code is made of: functions are copied into one another, and constants into all."""

STAMP: Final = hashlib.sha256(
    b"".join(files("bankcraps").joinpath(source).read_bytes() for source in SOURCES)
).hexdigest()
"""What kept machine code must carry to be used. Numba's own stamp sees only the file a function stands in."""

_njit: Any = numba.njit  # pyright: ignore[reportUnknownMemberType]
_OPTIONS: Final = {"nogil": True, "error_model": "numpy", "_nrt": False}


def compiled(function: F) -> F:
    """The function as machine code, made at its first call and kept on disk for the next process.

    It holds no lock of the interpreter, so that threads run side by side, and it makes no arrays, so that
    nobody counts who holds one: a kernel would spend most of its time on that.
    """
    return _made(function, _OPTIONS)


def inlined(function: F) -> F:
    """The same, copied into whatever calls it, so that a loop over lanes around it can become vector code."""
    return _made(function, _OPTIONS | {"forceinline": True})


def _made(function: F, options: dict[str, bool | str]) -> F:
    """The function, to be compiled with these options; anew in each process where nothing can be written."""
    try:
        made = _njit(cache=True, **options)(function)
    except RuntimeError:
        return _njit(**options)(function)
    made._cache._cache_file._source_stamp = STAMP  # noqa: SLF001 - there is no other way to say it
    return made
