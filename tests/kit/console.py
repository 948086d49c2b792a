"""Runs command lines, such as those of the documentation: `bankcraps` in this process, others in a shell.

A process for each `bankcraps` takes a second to start, and repeats the work of the one before. So a line
is cut at its pipes. A part that calls `bankcraps` is a call of its `main`, which reads and writes files in
place of its streams. `/bin/sh` runs the other parts, and lines that only a shell understands.
"""

import os
import re
import shlex
import subprocess
import sys
import warnings
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, BinaryIO, Final, NamedTuple
from unittest.mock import patch

from bankcraps.cli.main import main

HANGS_S: Final = 600
"""Seconds after which a program counts as hanging."""

ENVIRONMENT: Final = {
    "COLUMNS": "80",
    "PYTHONWARNINGS": "error",
    "BANKCRAPS_PATIENCE": "3600",
    "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
}
"""The environment of a line: a width, warnings as errors, no message about slow work, and our programs."""

QUOTED: Final = re.compile(r"""'[^']*'|"[^"$`\\]*\"""")
PART: Final = re.compile(r"""(?:'[^']*'|"[^"]*"|[^|'"])+""")
"""The part of a line between two pipes."""

SEVERAL: Final = re.compile(r"[;&(){}\n\\]|\|\|")
"""Marks of a line that is more than programs in pipes."""

EXPANDED: Final = re.compile(r"[$`\\*?\[~#\"']|<<|>>|<>|\d[<>]")
"""Marks of words that a shell replaces by others, and of rare redirections."""


class Call(NamedTuple):
    """A part of a line that calls `bankcraps`: its arguments, and the files of its redirections."""

    arguments: list[str]
    files: Mapping[str, str]


def in_a_shell(line: str, folder: Path) -> str:
    """Run a line in a shell, and return what it prints, errors and all."""
    with TemporaryFile() as screen, TemporaryFile() as nothing:
        _in_shell(line, folder, (nothing, screen, screen))
        return _read(screen)


def in_this_process(line: str, folder: Path) -> str:
    """Run a line without a process for `bankcraps`, and return what it prints, errors and all."""
    line = re.sub(r"\\\n|(?<=\|)\n", " ", line.strip())
    if SEVERAL.search(QUOTED.sub("", line)):
        return in_a_shell(line, folder)
    parts = PART.findall(line)
    with ExitStack() as stack:
        screen, *pipes = [stack.enter_context(TemporaryFile()) for _ in range(1 + len(parts))]
        for part, said, out in zip(parts, pipes, [*pipes[1:], screen], strict=True):
            call = called(part)
            if call is None:
                _in_shell(part, folder, (said, out, screen))
            else:
                _in_process(call, folder, (said, out, screen))
            if out is not screen:
                out.seek(0)
        return _read(screen)


def called(part: str) -> Call | None:
    """Read a part of a line as a call of `bankcraps`; None if it is none, or needs a shell to be read."""
    if EXPANDED.search(QUOTED.sub("", part)):
        return None
    lexer = shlex.shlex(part, posix=True, punctuation_chars="<>")
    lexer.whitespace_split, lexer.commenters = True, ""
    words = list(lexer)
    if words[:1] != ["bankcraps"]:
        return None
    files: dict[str, str] = {}
    for mark in "<>":
        if mark in words:
            at = words.index(mark)
            files[mark] = words[at + 1]
            del words[at : at + 2]
    return Call(words[1:], files)


Streams = tuple[BinaryIO, BinaryIO, BinaryIO]
"""Files in place of standard input, output and error."""


def _read(screen: BinaryIO) -> str:
    screen.seek(0)
    return screen.read().decode()


def _in_shell(part: str, folder: Path, streams: Streams) -> None:
    said, out, errors = streams
    subprocess.run(
        ["/bin/sh", "-c", part], cwd=folder, env=os.environ | ENVIRONMENT, stdin=said, stdout=out,
        stderr=errors, check=False, timeout=HANGS_S,
    )  # fmt: skip


def _in_process(call: Call, folder: Path, streams: Streams) -> None:
    said, out, errors = streams
    with ExitStack() as stack:
        if "<" in call.files:
            said = stack.enter_context((folder / call.files["<"]).open("rb"))
        if ">" in call.files:
            out = stack.enter_context((folder / call.files[">"]).open("wb"))
        stack.enter_context(chdir(folder))
        stack.enter_context(patch.dict(os.environ, ENVIRONMENT))
        run_main(call.arguments, (said, out, errors))


def answer_of_main(arguments: Sequence[str], said: bytes = b"") -> tuple[int, str, str]:
    """Run `bankcraps` in this process; return its exit status, and what it prints to output and errors."""
    with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as errors:
        given.write(said)
        given.seek(0)
        return run_main(arguments, (given, out, errors)), _read(out), _read(errors)


def run_main(arguments: Sequence[str], streams: Streams) -> int:
    """Run `bankcraps` in this process with files in place of its streams, and return its exit status."""
    said, out, errors = streams
    with ExitStack() as stack:
        stack.enter_context(patch.object(sys, "argv", ["bankcraps", *arguments]))
        stack.enter_context(patch.object(sys, "stdin", stack.enter_context(_text(said, "r"))))
        stack.enter_context(redirect_stdout(stack.enter_context(_text(out, "w"))))
        # Python writes each line of errors at once, and other output when it is flushed.
        stack.enter_context(redirect_stderr(stack.enter_context(_text(errors, "w", buffering=1))))
        stack.enter_context(warnings.catch_warnings(action="error"))
        stack.enter_context(patch.object(warnings, "formatwarning", warnings.formatwarning))
        return _exit_status()


def _text(file: BinaryIO, mode: str, buffering: int = -1) -> IO[str]:
    """Open a file once more; both go on where the other has read or written to."""
    return open(os.dup(file.fileno()), mode, buffering, encoding="utf-8")  # noqa: PTH123 - it has no path


def _exit_status() -> int:
    try:
        main()
    except SystemExit as end:
        if not isinstance(end.code, str):
            return int(end.code or 0)
        sys.stderr.write(f"{end.code}\n")  # as Python does
        return 1
    return 0
