"""Processes left behind by a whole run are distinguished from others' processes."""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.many_runs import left_behind

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
