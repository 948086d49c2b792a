"""Every file that the program writes is opened in `new_files`. Every option that names one is attacked."""

import ast
import re
from importlib import import_module
from pathlib import Path

import click
from tests.attack.files.test_output_files import WRITERS

from bankcraps.cli.group import COMMANDS

SOURCE = Path(__file__).parents[2] / "src" / "bankcraps"

ELSEWHERE = {
    "support/new_files.py": "it is the place",
    "cli/main.py": "it opens the null device, for what nobody reads",
    "support/compiled.py": "it makes an empty file beside kept code, to lock",
    "support/files.py": "it makes an empty private file for SQLite to fill, and narrows rights",
}
"""The files that open others to write, each with its reason."""

MAKERS = {"write_text", "write_bytes", "touch", "rename", "symlink_to", "hardlink_to", "link", "mkstemp"}
"""Names that make or move files, as a method or a function of a module."""

OTHERS = {"NamedTemporaryFile", "TemporaryFile", "SpooledTemporaryFile", "mktemp", "open_file", "FileIO"}
READS = {"r", "rb", "rt"}

OF_INTEREST = re.compile(rf"\b({'|'.join(sorted(MAKERS | OTHERS))}|open|replace|fdopen)\s*\(")
"""Text that every source has where `makes_a_file` may be true; to parse all sources takes long."""


def makes_a_file(call: ast.Call) -> bool:
    """Whether a call opens a file to write, or moves one to a name."""
    named = call.func
    name = named.id if isinstance(named, ast.Name) else named.attr if isinstance(named, ast.Attribute) else ""
    of_module = (
        isinstance(named, ast.Attribute) and isinstance(named.value, ast.Name) and named.value.id == "os"
    )
    if name in OTHERS or (isinstance(named, ast.Attribute) and name in MAKERS):
        return True
    if of_module and name in ("open", "replace", "fdopen"):
        return True
    if name == "replace":  # of a path: that of a text has two arguments, and that of a value has names
        return isinstance(named, ast.Attribute) and len(call.args) == 1 and not call.keywords
    return name == "open" and _writes(call, in_module=isinstance(named, ast.Name))


def _writes(call: ast.Call, *, in_module: bool) -> bool:
    """Whether `open` is given a mode that writes, or one that nobody can see here."""
    given = [word.value for word in call.keywords if word.arg == "mode"] or call.args[in_module:][:1]
    return any(
        not isinstance(mode, ast.Constant) or (isinstance(mode.value, str) and mode.value not in READS)
        for mode in given
        if not isinstance(mode, ast.Name) or mode.id == "mode"
    )


def makers_in(path: Path) -> list[str]:
    """The calls of a source file that open a file to write, or move one to a name."""
    source = path.read_text("utf-8")
    tree = ast.parse(source if OF_INTEREST.search(source) else "")
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [ast.unparse(call) for call in calls if makes_a_file(call)]


def test_files_are_opened_to_write_in_one_place():
    sources = {str(path.relative_to(SOURCE)): path for path in SOURCE.rglob("*.py")}
    assert {name for name, path in sources.items() if makers_in(path)} == set(ELSEWHERE)


def files_of(command: click.Command, name: str) -> set[str]:
    """Return the options of a command that name a file, except those that it reads."""
    return {
        f"{name} {option.opts[0]}"
        for option in command.params
        if isinstance(option, click.Option) and option.metavar == "FILE"
    }


READ = {
    "audit --log",
    "audit --published",
    "audit --rules",
    "export --rules",
    "verify --rules",
    "replay --rules",
    "perft --rules",
}
"""Options that name a file to read."""

WITH_A_KEY = {"serve --dice-key", "admin --dice-key"}
"""Options that name the key of the dice, which is made if it is not there."""


def test_every_option_that_names_a_new_file_is_attacked():
    named: set[str] = set()
    for name in COMMANDS:
        room = import_module(f"bankcraps.cli.commands.{name.replace('-', '_')}")
        named |= files_of(room.command, name)
    assert named - READ - WITH_A_KEY == {name for name in WRITERS if not name.startswith("odds --compare")}
