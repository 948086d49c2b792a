"""The evening that `make run` plays where there is no terminal."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "examples" / "house_evening.py"

IN_TIME = 1200
"""Seconds after which the evening counts as hanging. It gives up by itself before that."""


@pytest.mark.some
def test_an_evening_of_bots_and_people_is_played_and_checked():
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "4"], capture_output=True, text=True, timeout=IN_TIME, check=False
    )
    said = done.stdout
    assert done.returncode == 0, said + done.stderr
    for name in ("Molly", "Ira", "Dot", "Max", "Ann", "Bob"):
        assert re.search(rf"^    {name} takes place \d$", said, re.MULTILINE), name
        assert f"    {name} leaves the table\n" in said
    assert "Max says why: when come_out: pass 10; progression martingale on pass up to 5 steps\n" in said
    assert "These commands read a temporary folder, which is deleted at the end." in said
    assert "Bob's telephone loses its connection" in said
    assert "verified: table " in said
    assert "The logs are whole, and the books balance." in said
    assert "verified: " in said.rpartition("$ bankcraps replay")[2]
    assert said.endswith("== Everything is right\n")
    assert done.stderr == ""  # no system came too late
