"""The compiled kernels loaded for a command, without what they do not need."""

import sys
from importlib import import_module

__all__ = ["load_kernels"]


def load_kernels() -> None:
    """Load what Numba loads before its first kernel, without SciPy.

    Numba loads SciPy's linear algebra to see whether it is there, which takes a third of a second, and no
    kernel of ours multiplies matrices. Only a command may hide it: a library that did would take it from
    whoever else uses Numba in the process.
    """
    if "numba.np.arraymath" in sys.modules or "scipy.linalg" in sys.modules:
        return
    hidden: dict[str, object] = {"scipy.linalg": None}
    sys.modules.update(hidden)  # pyright: ignore[reportArgumentType, reportCallIssue] - None says: not there
    try:
        import_module("numba.np.arraymath")
    finally:
        del sys.modules["scipy.linalg"]
