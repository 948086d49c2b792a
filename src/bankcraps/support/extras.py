"""The extras of an installation: the packages that each brings, and a sentence where one is missing."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final, NamedTuple

from bankcraps.errors import BankcrapsError

EXTRAS: Final = {
    "lab": ("numpy", "numba", "scipy", "joblib", "matplotlib", "pyarrow"),
    "server": ("apsw", "argon2", "prometheus_client", "psycopg", "qrcode", "starlette", "uvicorn"),
    "client": ("httpx", "websockets"),
    "cluster": ("dask", "distributed"),
}
"""Packages that a plain installation lacks, by the extra that brings them."""


class MissingExtraError(BankcrapsError, ImportError):
    """A package that a part of Bankcraps needs is not installed. The text says what to install."""

    def __init__(self, package: str, extra: str) -> None:
        checkout = "make lab" if extra == "lab" else f"pip install '.[{extra}]'"
        super().__init__(
            f"this needs the extra `{extra}` ({package} is not installed): "
            f"type `pip install 'bankcraps[{extra}]'`, or in a checkout `{checkout}`"
        )


def missing(*packages: str) -> MissingExtraError | None:
    """Return the error for the first of some packages that is not installed, or None.

    >>> print(missing("numpy"))
    None
    """
    return next((lacking(package) for package in packages if find_spec(package) is None), None)


def lacking(package: str | None) -> MissingExtraError | None:
    """Return the error for a package that could not be imported; None if no extra brings it.

    >>> for part in str(lacking("scipy")).split(": "):
    ...     print(part)
    this needs the extra `lab` (scipy is not installed)
    type `pip install 'bankcraps[lab]'`, or in a checkout `make lab`
    """
    name = (package or "").split(".")[0]
    extra = next((extra for extra, packages in EXTRAS.items() if name in packages), None)
    return None if extra is None else MissingExtraError(name, extra)


Sparse = Any
"""A sparse matrix of SciPy, which has no types."""


class SciPy(NamedTuple):
    """The parts of SciPy that the lab uses."""

    sparse: ModuleType
    linalg: ModuleType
    csgraph: ModuleType


@cache
def scipy() -> SciPy:
    """Load SciPy, on first use because it loads slowly.

    Raises:
        MissingExtraError: if it is not installed.
    """
    if without := missing("scipy"):
        raise without
    return SciPy(*map(import_module, ("scipy.sparse", "scipy.sparse.linalg", "scipy.sparse.csgraph")))
