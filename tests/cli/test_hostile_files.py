"""Devices, folders and huge files in place of a file: each gets a sentence, and no read is endless."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.kit.deadline import IN_TIME

from bankcraps import BankcrapsError, RecordError, RulebookError, load_rulebook, read_record
from bankcraps.game.rulebook import read_rulebook
from bankcraps.strategies.library import read_file, system

HOUSE = 'id = "own"\ntitle = "Own"\nabout = "Own."\nextends = "nsw"\n'
DEEP = 3000
READERS = {
    "rulebook": (load_rulebook, RulebookError),
    "record": (read_record, RecordError),
    "system": (read_file, BankcrapsError),
    "a system by its path": (lambda path: system(str(path)), BankcrapsError),
}


@pytest.fixture(params=READERS)
def reader(request):
    return READERS[request.param]


def a_terabyte(path):
    with path.open("wb") as file:
        file.truncate(2**40)  # it takes no room


IN_PLACE = {
    **{name: (lambda path, name=name: path.symlink_to(f"/dev/{name}")) for name in ("zero", "random", "tty")},
    "stdin": lambda path: path.symlink_to("/dev/stdin"),
    "a pipe that nobody writes to": os.mkfifo,
    "a terabyte": a_terabyte,
    "a folder": os.mkdir,
}
"""The things that lie in place of a file."""


@pytest.mark.parametrize("thing", IN_PLACE)
def test_what_is_no_file_or_has_no_end_is_not_read(reader, tmp_path, thing):
    read, error = reader
    path = tmp_path / "own.toml"
    IN_PLACE[thing](path)
    with pytest.raises(error, match=r"device|No such|larger than|it is a folder|there is no system"):
        read(path)


def test_a_name_that_no_file_has():
    for read, error in ((load_rulebook, RulebookError), (read_record, RecordError)):
        with pytest.raises(error, match="no file has such a name"):
            read("a\0b.toml")


def test_line_ends_of_any_system_and_a_mark_before_the_text(tmp_path):
    path = tmp_path / "own.toml"
    path.write_bytes(b"\xef\xbb\xbf" + HOUSE.replace("\n", "\r\n").encode())
    assert load_rulebook(path).id == "own"


DEEP_BOOKS = {
    "lists": (f"x = {'[' * DEEP}{']' * DEEP}", "characters|nest"),
    "lists on lines": ("x = " + "[\n" * DEEP + "]\n" * DEEP, "nest"),
    "tables": (f"x = {'{a=' * 900}1{'}' * 900}", "nest"),
    "a dotted key": ("[wagers]\n" + ".".join("a" * 1900) + " = 1", "nest 12 deep"),
    "a dotted table": ("[" + ".".join("a" * 1900) + "]\nb = 1", "nest 12 deep"),
    "just too deep": ("[table]\nx = " + "[" * 12 + "]" * 12, "nest 12 deep"),
    "a key of a million dots": (".".join("a" * 10**6) + " = 1", "characters"),
    "a line of spaces": (" " * 10**6, "characters"),
    "digits": ("[table]\nmost_players = " + "9" * 3900, "larger than 1,000,000,000,000,000"),
    "more digits than Python reads": ("[table]\nmost_players = 0x" + "f" * 3900, "larger than"),
    "digits over lines": ('[table]\nx = """\n' + "9\\\n" * 5000 + '"""', "no such key"),
    "a million lines": ("#\n" * 400_000, None),
}


@pytest.mark.parametrize("name", DEEP_BOOKS)
def test_a_book_too_deep_or_too_long(name):
    text, message = DEEP_BOOKS[name]
    if message is None:
        assert read_rulebook(HOUSE + text).id == "own"
        return
    with pytest.raises(RulebookError, match=message) as raised:
        read_rulebook(HOUSE + text, "own.toml")
    assert len(str(raised.value)) < 3000


def test_a_message_does_not_print_the_whole_file():
    values = ", ".join(f'"{number}"' for number in range(300))
    text = HOUSE + "[table]\nmin_players = [" + ",\n".join([values] * 40) + "]"
    with pytest.raises(RulebookError) as raised:
        read_rulebook(text)
    assert len(str(raised.value)) < 3000


def test_a_script_without_line_ends_is_not_read_for_ever():
    with Path("/dev/zero").open("rb") as endless:
        played = subprocess.run(
            [sys.executable, "-c", "from bankcraps.cli.main import main; main()", "play", "--plain"],
            stdin=endless,
            capture_output=True,
            text=True,
            timeout=IN_TIME,
            check=False,
        )
    assert played.returncode == 1
    assert played.stderr == "bankcraps: a line is longer than 65,536 bytes; is this a script for a table?\n"


@pytest.mark.some
@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("play --plain", "there is nothing to play: standard input is closed"),
        ("play", "the terminal table needs a terminal; use --plain to play through a pipe"),
        ("join http://127.0.0.1:1", "the live table needs a terminal; use --plain to play through a pipe"),
        (
            "replay --step examples/evening.craps",
            "--step needs a terminal; without it the replay is written line by line",
        ),
    ],
)
def test_a_closed_input_is_a_sentence(words, says):
    command = f'"{sys.executable}" -c "from bankcraps.cli.main import main; main()" {words} <&-'
    played = subprocess.run(
        ["/bin/sh", "-c", command], capture_output=True, text=True, check=False, timeout=IN_TIME
    )
    assert (played.returncode, played.stdout) == (1, "")
    assert played.stderr == f"bankcraps: {says}\n"
