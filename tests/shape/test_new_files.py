"""Every file that the program writes is opened in `new_files`. Every option that names one is attacked."""

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

MAKES_A_FILE = re.compile(
    r"\.(?:write_text|write_bytes|touch|rename|symlink_to|hardlink_to|link|mkstemp|mktemp)\("
    r"|\b(?:NamedTemporaryFile|TemporaryFile|SpooledTemporaryFile|open_file|FileIO)\("
    r"|\bos\.(?:open|replace|fdopen)\("
    r"|\.replace\([^,()=]+\)"  # of a path: that of a text has two arguments, and that of a value has names
    r"|\bopen\((?:[^()]|\([^()]*\))*?(?:\"[rbt]*[wax+]|\bmode\b(?!=\"r[bt]?\"))"
)
"""Text that opens a file to write, or moves one to a name."""


def test_files_are_opened_to_write_in_one_place():
    sources = {str(path.relative_to(SOURCE)): path.read_text("utf-8") for path in SOURCE.rglob("*.py")}
    assert {name for name, text in sources.items() if MAKES_A_FILE.search(text)} == set(ELSEWHERE)


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
