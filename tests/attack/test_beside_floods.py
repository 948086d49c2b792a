"""Honest people are answered beside each flood.

How much longer they wait is measured, as a ratio within the run, and printed at the end of it: on a shared
machine no test can judge a time. `bench/attack.py` with LONG=1 measures for longer, beside larger floods.
"""

import re
import subprocess
import sys
from pathlib import Path

from tests.lengths import MEASURED

ROOT = Path(__file__).parents[2]
HANGS_S = 1800
FLOODS = {"refused", "pages", "bots", "rounds", "silent"}
LINE = re.compile(r"^ *(\w+): half of the answers within .* p99 .* times$")


def test_an_honest_person_is_answered_beside_each_flood(record_property):
    """The script fails if the house complains, if a flood ends by itself, or if an answer stays out."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "bench/attack.py")],
        capture_output=True,
        text=True,
        check=False,
        timeout=HANGS_S,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    kinds = [found[1] for found in map(LINE.match, lines) if found]
    assert len(kinds) == len(lines), done.stdout
    assert set(kinds) == FLOODS
    for line in lines:
        record_property(MEASURED, line)
