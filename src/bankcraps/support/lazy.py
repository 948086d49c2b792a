"""Packages whose names load when they are first asked for, so that importing the package stays quick.

The names are in a stub beside the package, which type checkers and editors read, too.
"""

import re
import sys
from collections.abc import Callable
from pathlib import Path


def version() -> str:
    """Return the version of Bankcraps."""
    from importlib import metadata  # noqa: PLC0415 - few ask, and it loads slowly

    return metadata.version("bankcraps")


def lazy_names(package: str, file: str) -> tuple[list[str], Callable[[], list[str]], Callable[[str], object]]:
    """Return the `__all__`, `__dir__` and `__getattr__` of a package.

    Its stub has the names, as `from MODULE import NAME as NAME`.

    Args:
        package: its `__name__`.
        file: its `__file__`; the stub is beside it.
    """
    places: dict[str, str] = {}
    stub = Path(file).with_suffix(".pyi").read_text(encoding="utf-8")
    for module, names in re.findall(r"^from (\S+) import (\([^)]*\)|.*)$", stub, re.MULTILINE):
        places.update(dict.fromkeys(re.findall(r" as (\w+)", names), module))

    def load(name: str) -> object:
        if name == "__version__":
            return version()
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        try:
            found = getattr(__import__(places[name], fromlist=[name]), name)
        except ModuleNotFoundError as error:
            from bankcraps.support.extras import lacking  # noqa: PLC0415 - only to say what is not installed

            raise lacking(error.name) or error from None
        setattr(sys.modules[package], name, found)
        return found

    return sorted(places), lambda: sorted([*places, "__version__"]), load
