"""Tables that a dealer could read: what the systems of the library, published ones and single rules do."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.kit.profiles import LONG, share

from bankcraps.game.chips import Cents
from bankcraps.game.rulebook import BOOKS, load_rulebook
from bankcraps.strategies.checking import check
from bankcraps.strategies.library import library, read_text, system

from .playing import RICH, follow, opened, random_throws, worth

HEAD = re.compile(rf" at (?P<book>(?:{'|'.join(BOOKS)})(?::\w+=\w+)?)(?: limits (?P<limits>\S+))?(?=:|$)")


class Table(NamedTuple):
    """A system, the house where it plays, and what lies on its layout throw by throw, if that is told."""

    name: str
    text: str
    book: str
    limits: str
    script: str


def tables(file):
    text = (Path(__file__).parent / file).read_text(encoding="utf-8")
    for block in re.split(r"^# ", text, flags=re.MULTILINE)[1:]:
        head, *lines = block.strip().splitlines()
        at = HEAD.search(head)
        book, limits = (at["book"], at["limits"] or "") if at else ("classic", "")
        script = [line for line in lines if line.startswith("|")]
        said = "\n".join(line for line in lines if not line.startswith("|"))
        yield Table(head[: at.start() if at else None], said, book, limits, "\n".join(script))


SCENARIOS, MEANINGS = [*tables("scenarios.txt")], [*tables("meanings.txt")]
SAID, PLAYED = [*tables("published.txt")], [*tables("published_played.txt")]
PUBLISHED = SAID + PLAYED
NAMES = list(library())
HOUSES = {name: load_rulebook(name) for name in BOOKS}

LACKING = {
    "put_odds": {"nsw", "washington", "pennsylvania", "three_four_five", "classic"},
    "buy_sampler": {"washington"},
    "lay_sampler": {"washington"},
    "lay_one_hit": {"washington"},
    "molly_with_lay": {"washington"},
    "place_to_lose_sampler": {"washington", "pennsylvania", "three_four_five", "classic"},
    "big_red_herring": {"pennsylvania", "three_four_five"},
    "world_come_out": {"nsw", "three_four_five"},
    "all_hops": {"nsw", "washington", "pennsylvania", "three_four_five"},
    "hop_the_sevens": {"nsw", "three_four_five"},
    "fire_chaser": {"nsw", "washington", "three_four_five", "classic"},
    "pass_craps_eleven": {"washington", "pennsylvania"},
}
"""The houses that lack a wager of a system. Every other system plays in all five."""

THROWS = 2000 if LONG else 200
PLAYS = [(name, book) for name in NAMES for book in BOOKS if book not in LACKING.get(name, ())]
each = pytest.mark.parametrize("table", SCENARIOS + PLAYED + MEANINGS, ids=lambda table: table.name)
each_named = pytest.mark.parametrize("name", NAMES)
each_published = pytest.mark.parametrize("table", PUBLISHED, ids=lambda table: table.name)


@each
def test_it_does_what_its_words_say(table):
    follow(read_text(table.text) if table.text else table.name, table.script, table.book, table.limits)


def test_there_are_as_many_as_promised():
    assert {table.name for table in SCENARIOS} == set(NAMES)
    assert len({system(name).text for name in NAMES}) == len(NAMES) >= 45
    assert len({table.text for table in PUBLISHED}) == len(PUBLISHED) >= 100
    assert all(table.script.count("\n") >= 3 for table in PLAYED)
    assert len({named.about for named in library().values()}) == len(NAMES)
    assert all(named.about.endswith(".") and named.origin.endswith(".") for named in library().values())


@each_named
def test_a_system_of_the_library_is_read_back_as_itself_and_allowed_where_it_should_be(name):
    found = system(name)
    again = system(found.text)
    assert (found.name, again, again.text, hash(again)) == (name, found, found.text, hash(found))
    assert {book for book, house in HOUSES.items() if check(found, house)} == LACKING.get(name, set())


@each_published
def test_a_published_system_is_printed_back_and_taken(table):
    found = read_text(table.text)
    assert read_text(found.text) == found
    assert check(found, load_rulebook(table.book)) == []


@pytest.mark.parametrize("table", PUBLISHED if LONG else SAID, ids=lambda table: table.name)
def test_a_published_system_bets_and_nothing_is_refused(table):
    """A few of them wait for thousands of throws. The others have a table above, also without a refusal."""
    played, bets = opened(read_text(table.text), table.book), 0
    for number, throw in enumerate(random_throws(11, 20_000)):
        played.bet()
        bets += bool(played.layout)
        if played.stopped or (bets and number >= THROWS // 3):
            break
        played.throw(throw)
    assert bets
    assert not played.refused, played.refused[:3]


@pytest.mark.some
@pytest.mark.parametrize(("name", "book"), share(PLAYS, 8))
def test_a_system_of_the_library_plays_without_a_refusal_and_chips_are_conserved(name, book):
    table = opened(name, HOUSES[book])
    total = table.state.total
    memories = set()
    for throw in random_throws(7, THROWS):
        table.bet()
        assert table.state.total == total
        if table.stopped and not table.state.seats[0].wagers:
            break
        table.throw(throw)
        memories.add(table.memory)
        assert table.state.total == total
    assert table.refused == []
    assert abs(worth(table) - RICH) < Cents(10_000_000)
    assert len(memories) < 300


def test_most_systems_remember_nothing():
    for name in ("three_point_molly", "iron_cross", "pass_odds_max", "across", "doey_dont"):
        assert system(name).start() == ()
