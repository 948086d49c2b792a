"""Numba: decorators with types, and machine code kept on disk. Beside this, only `vectors` uses it.

Two things here need not be in every Numba: the options beside `_PUBLIC`, and the stamp of kept code. Where
a version of Numba lacks one, the public way is taken: slower kernels, or code compiled anew in each process.
"""

import hashlib
import os
import sys
import threading
import warnings
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import cache, partial
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from types import FunctionType
from typing import IO, Any, Final, TypeVar, cast

from bankcraps.support.extras import missing
from bankcraps.support.files import is_own
from bankcraps.support.kept_files import CacheWarning, place_for_others

if _without := missing("numba"):
    raise _without

F = TypeVar("F", bound=Callable[..., object])

SOURCES: Final = (
    "analysis/best_play/kernels.py",
    "analysis/chain/arrays.py",
    "analysis/chain/stopping.py",
    "analysis/exact/forward.py",
    "analysis/exact/extremes.py",
    "analysis/exact/passes.py",
    "analysis/exact/quotient.py",
    "analysis/simulation/kernels/dice.py",
    "analysis/simulation/kernels/fast.py",
    "analysis/simulation/kernels/full.py",
    "analysis/simulation/kernels/packing.py",
    "analysis/simulation/kernels/_vectors.py",
    "analysis/simulation/kernels/walks.py",
    "analysis/simulation/metrics.py",
    "analysis/simulation/streams.py",
    "support/compiled.py",
)
"""The sources that compiled code depends on: functions and constants are inlined across files."""

STAMP: Final = hashlib.sha256(
    b"".join(files("bankcraps").joinpath(source).read_bytes() for source in SOURCES)
).hexdigest()
"""A hash of all compiled sources. Numba's own covers only the file of the function."""

_MOST_WAIT_S: Final = 30.0
"""The most seconds in all that a process waits for others to compile: one of them may have been stopped."""

_AGAIN_S: Final = 0.05
"""The seconds after which it looks again."""

_waited: Final = [0.0]
"""The seconds that this process has waited."""


def _njit(*function: object, **options: object) -> Any:  # noqa: ANN401 - Numba has no types
    return load_numba().njit(*function, **options)


@cache
def load_numba() -> Any:  # noqa: ANN401 - as above
    """Numba. It loads for a third of a second, so only when a kernel is made, and in one thread alone."""
    with _LOADING:
        while _WAITING:
            _WAITING.pop(0)()
        return import_module("numba")


_LOADING: Final = threading.RLock()
_WAITING: Final[list[Callable[[], None]]] = []


@contextmanager
def when_numba_loads(then: Callable[[], None]) -> Generator[None]:
    """Call a function just before Numba loads, or at once if it has."""
    with _LOADING:
        if "numba" in sys.modules:
            then()
        else:
            _WAITING.append(then)
    try:
        yield
    finally:
        if then in _WAITING:
            _WAITING.remove(then)


_PUBLIC: Final = {"nogil": True, "error_model": "numpy"}
_PRIVATE: Final = {"_nrt": False, "no_cfunc_wrapper": True}  # C calls no kernel


def compiled(function: F) -> F:
    """The function as machine code, made at its first call and kept on disk for the next process.

    It does not hold the interpreter's lock, so that threads run side by side. It makes no arrays, so that no
    references are counted: a kernel would spend most of its time on that.
    """
    return _made(function, _PRIVATE)


def inlined(function: F) -> F:
    """The same, copied into its callers, so that a loop over lanes around it can become vector code.

    It is kept on disk as a part of its callers, and not alone.
    """
    return _njit(**_known(_PUBLIC | _PRIVATE | {"forceinline": True}))(function)


def inlined_once(function: F) -> F:
    """The same for a function that one place calls: its lines become lines of its caller.

    LLVM never sees it alone, which saves half of the time to compile it. At several places it would be typed
    several times.
    """
    return _njit(**_known(_PUBLIC | {"inline": "always"}))(function)


def either(made: Callable[[F], F], loops: Callable[..., object] | None = None) -> Callable[[F], F]:
    """Let a function run as it is, which is quicker for little work, or as machine code.

    As it is, it calls others as they are; as machine code, it calls their machine code.

    Args:
        made: `compiled`, `inlined` or `inlined_once`.
        loops: another function with `either` for machine code, where Numba wants loops and Python arrays.
    """

    def with_machine_code(function: F) -> F:
        source = cast("FunctionType", loops or function)

        @cache
        def machine_code() -> object:
            world = source.__globals__
            others = {name: world[name] for name in source.__code__.co_names if name in world}
            made_of = {name: machine(other) for name, other in others.items() if hasattr(other, _MACHINE)}
            return made(cast("F", _copied(source, world | made_of)))

        plain = _copied(cast("FunctionType", function), function.__globals__)
        setattr(plain, _MACHINE, machine_code)
        return cast("F", plain)

    return with_machine_code


_MACHINE: Final = "machine_code"
"""The attribute of a function that makes its machine code."""


def machine(function: F) -> F:
    """The machine code of a function with `either`, which one thread makes for all."""
    with _LOADING:
        return getattr(function, _MACHINE)()


def quickest(function: F, steps: float) -> F:
    """A function as Python for a short calculation, or its machine code for a long one.

    Machine code is quicker, but loading it takes as long as some thousands of steps in Python, and compiling
    it, once on a machine, as long as a million.

    Args:
        function: a function with `either`.
        steps: about how many steps it is called for, each with a call or two of NumPy.
    """
    if "numba" in sys.modules:
        return machine(function)
    _taken[0] += steps
    note = place_for_others(_NOTE)
    compiled_here = note is None or function.__name__ in _noted(note)
    return function if _taken[0] < (_WHILE_LOADED if compiled_here else _WHILE_MADE) else machine(function)


_NOTE: Final = "machine_code"
"""A file in the cache: the stamp, and the functions compiled or loaded. Numba would have to load to tell."""


def _noted(note: Path) -> list[str]:
    with suppress(OSError, ValueError):
        stamp, *functions = note.read_text(encoding="utf-8").splitlines()
        return functions if stamp == STAMP else []
    return []


def _write_down(function: str) -> None:
    """Note that the machine code of a function was made or loaded."""
    note = place_for_others(_NOTE)
    if note is not None and function not in (known := _noted(note)):
        with suppress(OSError):
            note.write_text("\n".join([STAMP, *known, function]), encoding="utf-8")


_WHILE_LOADED: Final = 75_000
"""The steps of Python in the time in which Numba and its code are loaded, 0.6 seconds on a slow machine."""

_WHILE_MADE: Final = 1_000_000
"""The steps in the time in which a sweep is compiled, once on a machine."""

_taken: Final = [0.0]
"""The steps that this process has taken as they are."""


def _copied(function: FunctionType, world: dict[str, Any]) -> FunctionType:
    copied = FunctionType(function.__code__, world, function.__name__, function.__defaults__)
    copied.__module__, copied.__doc__ = function.__module__, function.__doc__
    return copied


def features() -> frozenset[str]:
    """The features of the processor that machine code is made for, as LLVM writes them: `+avx2`, `-sve`.

    Numba keeps code under them, so code may depend on them. A version of Numba that does not tell has none.
    """
    target = load_numba().core.registry.cpu_target
    with suppress(AttributeError, ValueError):
        _, _, told = target.target_context.codegen().magic_tuple()
        return frozenset(told.split(","))
    return frozenset()


@contextmanager
def told_of_compiling(tell: Callable[[], None], between: Callable[[], None]) -> Generator[None]:
    """Call `tell` when Numba first compiles, and `between` before and after each function that it compiles.

    Code that is loaded from the disk is not compiled.
    """
    with ExitStack() as held:

        def listen() -> None:
            events = import_module("numba.core.event")

            class Once(events.Listener):  # pyright: ignore[reportUntypedBaseClass]
                told = False

                def on_start(self, _: object) -> None:
                    between()
                    if not self.told:
                        self.told = True
                        tell()

                def on_end(self, _: object) -> None:
                    between()

            held.enter_context(events.install_listener("numba:compile", Once()))

        held.enter_context(when_numba_loads(listen))
        yield


def _made(function: F, private: dict[str, bool]) -> F:
    options = _known(_PUBLIC | private)
    try:
        made = _njit(cache=True, **options)(function)
    except RuntimeError:  # there is no place to write to
        return _njit(**options)(function)
    cache = getattr(made, "_cache", None)
    folder = _safe_folder(cache)
    if folder is None or not _stamp(cache):
        return _njit(**options)(function)  # code that cannot be stamped might be kept when it is out of date
    _go_on_when_full(cache)
    _compile_once(made, folder / f"{function.__module__}.{function.__name__}.lock")
    return made


def _safe_folder(cache: object) -> Path | None:
    """The folder that Numba keeps code in. If another user can put code there, say so and return None.

    Beside the sources it does not matter: there, other users could change the program itself.
    """
    kept_in = getattr(cache, "cache_path", None)
    if kept_in is None:
        return None
    folder = Path(kept_in)
    if folder.parent.is_relative_to(Path(__file__).parents[1]) or is_own(folder.stat()):
        return folder
    message = f"compiled code is not kept in {folder.parent}, because another user can write there: "
    warnings.warn(f"{message}name a folder of your own in NUMBA_CACHE_DIR", CacheWarning, stacklevel=1)
    return None


def _compile_once(made: Any, lock: Path) -> None:  # noqa: ANN401 - Numba has no types
    """Let one process at a time compile a function: the others then load what it has kept.

    Numba's own lock is taken first, so that threads and processes take both in one order.
    """
    threads, compile_now = import_module("numba.core.compiler_lock").global_compiler_lock, made.compile

    def compile_alone(signature: object) -> object:
        with threads, _alone(lock):
            made_now = compile_now(signature)
            _write_down(made.__name__)
            return made_now

    made.compile = compile_alone


def _go_on_when_full(cache: Any) -> None:  # noqa: ANN401 - as above
    """Use machine code even if the disk is too full to cache it. Numba would raise an `OSError`."""
    save = getattr(cache, "save_overload", None)
    if save is None:
        return

    def save_or_not(signature: object, code: object) -> None:
        with suppress(OSError):
            save(signature, code)

    cache.save_overload = save_or_not


@contextmanager
def _alone(lock: Path) -> Generator[None]:
    """Let one process at a time go on. Where there is no such lock, or it is held too long, several do."""
    with ExitStack() as held:
        with suppress(ImportError, OSError):
            # Somebody who can open the file can hold the lock, so only its user may.
            _wait_for(held.enter_context(open(lock, "ab", opener=partial(os.open, mode=0o600))))
        yield


def _wait_for(lock: IO[bytes]) -> None:
    """Take a lock that other processes may hold, or go on without it after some seconds.

    Raises:
        ImportError: on Windows.
        OSError: if there can be no such lock.
    """
    import fcntl  # noqa: PLC0415 - Windows has none

    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if _waited[0] >= _MOST_WAIT_S:
                return
            threading.Event().wait(_AGAIN_S)
            _waited[0] += _AGAIN_S
        else:
            return


def _known(options: Mapping[str, object]) -> dict[str, object]:
    """The options that this version of Numba has."""
    return {name: value for name, value in options.items() if name in _PUBLIC or _is_option(name)}


def _is_option(name: str) -> bool:
    """Whether this version of Numba has a private option. An unknown one would fail at the first call."""
    return hasattr(getattr(getattr(_njit(_nothing), "targetdescr", None), "options", None), name)


def _nothing() -> None:
    """An empty function to test options of this Numba. It is never compiled."""


def _stamp(cache: object) -> bool:
    """Stamp cached machine code. Return whether this version of Numba allows it.

    The stamp is part of the version, too: Numba compares versions before it reads the rest of an index, which
    may name a class that a newer Bankcraps has moved.
    """
    kept: Any = getattr(cache, "_cache_file", None)
    if not (hasattr(kept, "_source_stamp") and hasattr(kept, "_version")):
        return False
    kept._source_stamp = STAMP  # noqa: SLF001 - there is no public way
    kept._version = f"{kept._version} {STAMP}"  # noqa: SLF001
    return True
