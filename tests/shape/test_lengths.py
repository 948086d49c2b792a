"""The end of a run lists the slow tests, and many runs know the processes that one leaves behind."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from tests.lengths import MEASURED, lengths, measured, seconds_of
from tests.many_runs import left_behind


def report(test, when, seconds):
    return pytest.TestReport(test, ("", 0, ""), {}, "passed", None, when, duration=seconds)


def test_a_test_takes_as_long_as_its_fixtures_and_its_call():
    stats = {
        "": [report("tests/a/test_x.py::one", "setup", 2.0)],
        "passed": [
            report("tests/a/test_x.py::one", "call", 0.5),
            report("tests/test_y.py::two", "call", 1.0),
        ],
        "deselected": ["no report"],
    }
    assert seconds_of(stats) == {"tests/a/test_x.py::one": 2.5, "tests/test_y.py::two": 1.0}


def test_what_tests_measured_is_printed_once():
    done = report("tests/a/test_x.py::one", "call", 0.5)
    done.user_properties = [(MEASURED, "p99 1.5 times"), ("other", "nothing")]
    ended = report("tests/a/test_x.py::one", "teardown", 0.5)
    ended.user_properties = done.user_properties
    assert measured({"passed": [done], "": [ended]}) == ["p99 1.5 times"]


def test_the_slowest_come_first_and_folders_are_summed():
    tests = {f"tests/many/test_x.py::test_{number}": float(number) for number in range(1, 12)}
    told = lengths(
        Counter(tests | {"tests/few/test_y.py::test_it": 50.0, "src/bankcraps/game/pays.py::pays": 0.5})
    )
    assert told[:2] == [
        "   50.0 s  tests/few/test_y.py::test_it",
        "   11.0 s  tests/many/test_x.py::test_11",
    ]
    assert told[10:] == [
        "the folders, in seconds of their workers:",
        "   66.0 s  tests/many",
        "   50.0 s  tests/few",
        "    0.5 s  src",
        "  116.5 s  in all",
    ]


BEGUN = "print(flush=True); input()"
"""Says that it has begun: until then a process has no command line."""


@pytest.mark.skipif(not Path("/proc").exists(), reason="the runs look for processes in /proc")
@pytest.mark.parametrize(
    ("names", "left"), [("{}/server", True), ("{}", True), ("{}.log", False), ("{}0/server", False)]
)
def test_processes_of_a_clone_are_left_behind_and_readers_of_its_log_are_not(tmp_path, names, left):
    clone = tmp_path / "run-1"
    command = [sys.executable, "-c", BEGUN, names.format(clone)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        assert any(one.startswith(f"{process.pid}:") for one in left_behind(clone)) is left
        process.communicate(b"\n")
