"""Honest people are answered beside each flood.

How much longer they wait is measured, as a ratio within the run, and printed at the end of it: on a shared
machine no test can judge a time. `bench/attack.py` with LONG=1 measures for longer, beside larger floods.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.kit.profiles import share
from tests.lengths import MEASURED

ROOT = Path(__file__).parents[3]
HANGS_S = 1800
FLOODS = ("refused", "pages", "bots", "rounds", "silent")
LINE = re.compile(r"^ *(\w+): half of the answers within .* p99 .* times$")


@pytest.mark.parametrize("flood", share(FLOODS, 3))
@pytest.mark.some
def test_an_honest_person_is_answered_beside_a_flood(flood, record_property):
    """The script fails if the house complains, if a flood ends by itself, or if an answer stays out."""
    done = subprocess.run(
        [sys.executable, str(ROOT / "bench/attack.py"), "--only", flood],
        capture_output=True,
        text=True,
        check=False,
        timeout=HANGS_S,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout.rstrip("\n")
    assert (found := LINE.match(said)), f"the house complains: {said}"
    assert found[1] == flood
    record_property(MEASURED, said)


def test_every_flood_of_the_script_has_its_turn():
    script = (ROOT / "bench/attack.py").read_text(encoding="utf-8")
    (floods,) = re.findall(r"^FLOODS = \{(.+)\}$", script, re.MULTILINE)
    assert re.findall(r'"(\w+)":', floods) == list(FLOODS)
