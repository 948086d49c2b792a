"""Line numbers of the keys in a TOML file, for error messages. The standard parser does not keep them."""

import re
from typing import Final

__all__ = ["lines_of"]

_HEADER: Final = re.compile(r"\s*\[\[?\s*([^\]]+?)\s*\]\]?")
_KEY: Final = re.compile(r"\s*([A-Za-z0-9_.\"'* -]+?)\s*=")

_LONGEST: Final = 500
"""Characters of a line to search for its key. The search takes time as their square."""


def _plain(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))


def lines_of(text: str) -> dict[str, int]:
    r"""Return the line of every table and key of a TOML text, by dotted name, counted from 1.

    A table that only stands within dotted names has the first line that names it.

    >>> lines_of('[wagers.pass]\npays.6 = "7 to 6"\n')
    {'wagers': 1, 'wagers.pass.pays': 2, 'wagers.pass': 1, 'wagers.pass.pays.6': 2}
    """
    found: dict[str, int] = {}
    within: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.split("\n"), 1):
        header = _HEADER.match(line, 0, _LONGEST)
        key = _KEY.match(line, 0, _LONGEST)
        if header and not key:
            name = table = _plain(header[1])
        elif key:
            name = f"{table}.{_plain(key[1])}" if table else _plain(key[1])
        else:
            continue
        found.setdefault(name, number)
        while name := name.rpartition(".")[0]:
            within.setdefault(name, number)
    return within | found
