"""Published systems: every rule can be said, is printed back, is taken by a house, and plays."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from bankcraps import load_rulebook
from bankcraps.strategies.checking import check
from bankcraps.strategies.library import read_text

from .playing import follow, opened, random_throws

HERE = Path(__file__).parent
HEAD = re.compile(r"^# (?P<name>\w+)(?: at (?P<book>\w+(?::\w+=\w+)?))?")


class Published(NamedTuple):
    """A system, the house where it plays, and what lies on its layout throw by throw, if that is told."""

    text: str
    book: str
    script: str


def _read(file):
    for block in re.split(r"^(?=# )", (HERE / file).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        head, *lines = block.strip().splitlines()
        named = HEAD.match(head)
        assert named, head
        script = [line for line in lines if line.startswith("|")]
        text = "\n".join(line for line in lines if not line.startswith("|"))
        yield named["name"], Published(text, named["book"] or "classic", "\n".join(script))


SAID, PLAYED = dict(_read("published.txt")), dict(_read("published_played.txt"))
SYSTEMS = SAID | PLAYED


RARE = {"hard_way_is_due": 20_000}
"""The throws after which even a system that waits for long has bet."""


def test_there_are_many():
    assert len(SYSTEMS) == len(SAID) + len(PLAYED) >= 100
    assert len({one.text for one in SYSTEMS.values()}) == len(SYSTEMS)


@pytest.mark.parametrize("name", SYSTEMS)
def test_it_is_printed_back_and_taken(name):
    system = SYSTEMS[name]
    found = read_text(system.text)
    assert read_text(found.text) == found
    assert check(found, load_rulebook(system.book)) == []


@pytest.mark.parametrize("name", SYSTEMS)
def test_it_bets_and_nothing_is_refused(name):
    system = SYSTEMS[name]
    table, bets = opened(read_text(system.text), system.book), 0
    for throw in random_throws(11, RARE.get(name, 600)):
        table.bet()
        bets += bool(table.layout)
        if table.stopped:
            break
        table.throw(throw)
    assert bets
    assert not table.refused, table.refused[:3]


@pytest.mark.parametrize("name", PLAYED)
def test_it_does_what_its_words_say(name):
    system = PLAYED[name]
    assert system.script.count("\n") >= 3
    follow(read_text(system.text), system.script, system.book)
