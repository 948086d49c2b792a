"""Commands by name, and those that stop early: Ctrl-C, a pipe that nobody reads, a full disk."""

import os
import resource
import signal
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
from tempfile import TemporaryFile

import click
import pytest
from tests.kit.console import run_main
from tests.kit.deadline import IN_TIME

from bankcraps import read_record
from bankcraps.cli.group import COMMANDS
from bankcraps.cli.main import CHECKS
from bankcraps.cli.options import AnyWhole, Fraction, Whole
from bankcraps.cli.running import progress

EVENING = "examples/evening.craps"
SCREEN = b"\x1b[?1049h"
"""The code by which a program takes the whole screen."""

INTO_A_PIPE = [
    ("serve", "--help"),
    ("strategies",),
    ("rules", "diff", "nsw", "classic"),
    ("hand", "--json"),
    ("perft", "--depth", "1", EVENING),
    ("dice-stream",),
    ("play", "--plain", "--seat", "Ann:500"),
]


def status_unread(*arguments, said=b"help\n"):
    """Run a command whose output nobody reads; return its status and its errors."""
    reads, writes = os.pipe()
    os.close(reads)
    with os.fdopen(writes, "wb", buffering=0) as out, TemporaryFile() as given, TemporaryFile() as errors:
        given.write(said)
        given.seek(0)
        status = run_main(arguments, (given, out, errors))
        errors.seek(0)
        return status, errors.read().decode()


@pytest.mark.parametrize("arguments", INTO_A_PIPE, ids=" ".join)
def test_a_pipe_that_nobody_reads_ends_a_command_quietly(arguments):
    assert status_unread(*arguments) == (0, "")


@pytest.mark.parametrize("arguments", [("replay", EVENING), *((name, "--help") for name in sorted(CHECKS))])
def test_a_check_whose_end_nobody_reads_has_not_passed(arguments):
    assert status_unread(*arguments) == (141, "")


def test_a_pipe_is_closed_in_a_shell_too():
    line = f"{sys.executable} -m bankcraps strategies | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True, timeout=IN_TIME)  # noqa: S607
    first, status = done.stdout.splitlines()
    assert (first.split()[0], status, done.stderr) == ("pass", "0", "")


IMPORTING = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job starts with Ctrl-C ignored
class Stop:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Stop())
from bankcraps.cli.main import main
sys.argv = ["bankcraps", *{arguments!r}]
main()
"""


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("click", ["strategies"]),
        ("bankcraps.cli.commands.odds", ["odds"]),
        ("numpy", ["session", "--strategy", "pass", "--bankroll", "100", "--throws", "9"]),
    ],
)
def test_ctrl_c_while_a_command_is_imported_is_one_line(name, arguments):
    program = IMPORTING.format(name=name, arguments=arguments)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=IN_TIME
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "bankcraps: stopped\n")


@pytest.fixture
def ctrl_c():
    """Ctrl-C raises, as at a terminal, also where the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield lambda: signal.raise_signal(signal.SIGINT)
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name != "posix", reason="a terminal as POSIX has it")
@pytest.mark.parametrize("arguments", [("play", "--seat", "Ann:500"), ("play",)])
def test_an_interrupted_screen_ends_as_every_command(arguments):
    program = (
        "import signal, sys; from bankcraps.cli.main import main\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "sys.argv[0] = 'bankcraps'; main()\n"
    )
    keeper, terminal = os.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", program, *arguments], stdin=terminal, stdout=terminal, stderr=terminal
    ) as process:
        os.close(terminal)
        shown = b""
        with suppress(OSError):  # how a terminal ends that nobody writes to any more
            while read := os.read(keeper, 65536):
                if SCREEN not in shown and SCREEN in shown + read:
                    process.send_signal(signal.SIGINT)
                shown += read
        assert (process.wait(IN_TIME), shown.splitlines()[-1]) == (130, b"bankcraps: stopped")
    os.close(keeper)


def test_ctrl_c_that_the_compiler_swallows_stops_the_run_all_the_same(ctrl_c):
    with progress(10) as finished:
        with suppress(BaseException):  # as some code of Numba does
            ctrl_c()
        with pytest.raises(KeyboardInterrupt):
            finished(None, None)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_number_of_a_command_is_written_in_plain_digits(name):
    """int() and float() read the digits of every script."""
    takers = [import_module(f"bankcraps.cli.commands.{name.replace('-', '_')}").command]
    while takers:
        taker = takers.pop()
        takers += getattr(taker, "commands", {}).values()
        kinds = [parameter.type for parameter in taker.params]
        numbers = [kind for kind in kinds if isinstance(kind, (type(click.INT), type(click.FLOAT)))]
        assert all(isinstance(kind, (AnyWhole, Whole, Fraction)) for kind in numbers), taker.name


MAIN = (sys.executable, "-B", "-c", "from bankcraps.cli.main import main; main()")
"""Without -B, Python 3.11 keeps bytecode that the limit has cut short, and no later process can read it."""


def with_room(arguments, folder, said="", room=1000):
    """Run a command that can write files of `room` bytes, no more."""

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    return subprocess.run(
        [*MAIN, *arguments],
        input=said,
        capture_output=True,
        text=True,
        cwd=folder,
        preexec_fn=limit,
        check=False,
        timeout=IN_TIME,
    )


@pytest.mark.parametrize("room", [10, 600, 700])
@pytest.mark.some
def test_a_record_on_a_full_disk_has_whole_events(tmp_path, room):
    lines = "Ann: field 5\nroll 4-2\n" * 20
    came = with_room(["play", "--plain", "--seat", "Ann:500", "--record", "my.craps"], tmp_path, lines, room)
    assert came.returncode == 1
    assert came.stderr.endswith("my.craps: cannot be written: File too large\n")
    assert "Traceback" not in came.stderr
    files = list(tmp_path.iterdir())
    if room == 10:
        assert files == []
    else:
        assert files == [tmp_path / "my.craps"]
        assert read_record(files[0], unfinished=True).entries


def test_help_is_a_command_too(bankcraps):
    assert bankcraps("help").out == bankcraps("--help").out
    assert bankcraps("help", "rules", "diff").out == bankcraps("rules", "diff", "--help").out


def test_the_commands_that_help_names_exist(bankcraps):
    assert "List the rulebooks; show, clauses, diff and check" in " ".join(bankcraps("--help").out.split())
    for words in (
        *(("rules", name) for name in ("show", "clauses", "diff", "check")),
        ("strategies", "check"),
    ):
        assert bankcraps(*words, "--help").status == 0
