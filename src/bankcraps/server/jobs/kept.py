"""Finished answers on the disk, so that neither a restart nor a second person asks for the same work again.

An answer is a file in a folder, under the key of its question. A new edition of the program has other keys.
The answers used least go when the folder grows too large.
"""

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from bankcraps.support.files import UnreadableError, read_bytes
from bankcraps.support.kept_files import keep_in

__all__ = ["KeptAnswers"]

MAX_FILE: Final = 2**24
"""The most bytes of one answer."""

MAX_FOLDER: Final = 2**28
"""The most bytes of all answers."""

_ANSWER: Final = re.compile(r"[0-9a-f]{32}\.(json|parquet|png)")


class KeptAnswers:
    """The finished answers. Without a folder, nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        """Keep answers in a folder, which need not exist yet."""
        self._folder = folder

    def find(self, key: str) -> bytes | None:
        """The answer to a question, or None."""
        path = self._path(key)
        if path is None:
            return None
        try:
            found = read_bytes(path, MAX_FILE, own=True)
        except UnreadableError:
            return None
        with suppress(OSError):
            os.utime(path)  # the answers used least go first
        return found

    def keep(self, key: str, answer: bytes) -> None:
        """Keep an answer, if the disk takes it."""
        path = self._path(key)
        if path is not None and len(answer) <= MAX_FILE:
            keep_in(path, answer, _ANSWER, MAX_FOLDER)

    def _path(self, key: str) -> Path | None:
        name = key if "." in key else f"{key}.json"
        return None if self._folder is None or not _ANSWER.fullmatch(name) else self._folder / name
