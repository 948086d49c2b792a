"""Published systems: every rule can be said, is printed back, is taken by a house, and plays."""

import re
from pathlib import Path

import pytest

from bankcraps import load_rulebook
from bankcraps.strategy.checking import check
from bankcraps.strategy.library import read_text

from .playing import opened, random_throws

CLASSIC = load_rulebook("classic")
TEXT = (Path(__file__).parent / "published.txt").read_text(encoding="utf-8")
SYSTEMS = dict(re.findall(r"^# (\w+)[^\n]*\n(.*?)(?=^# |\Z)", TEXT, flags=re.MULTILINE | re.DOTALL))


RARE = {"hard_way_is_due": 20_000}
"""The throws after which even a system that waits for long has bet."""


def test_there_are_many():
    assert len(SYSTEMS) == TEXT.count("\n# ") >= 50


@pytest.mark.parametrize("name", SYSTEMS)
def test_it_is_printed_back_and_taken(name):
    found = read_text(SYSTEMS[name])
    assert read_text(found.text) == found
    assert check(found, CLASSIC) == []


@pytest.mark.parametrize("name", SYSTEMS)
def test_it_bets_and_nothing_is_refused(name):
    table, bets = opened(read_text(SYSTEMS[name]), CLASSIC), 0
    for throw in random_throws(11, RARE.get(name, 600)):
        table.bet()
        bets += bool(table.layout)
        if table.stopped:
            break
        table.throw(throw)
    assert bets
    assert not table.refused, table.refused[:3]
