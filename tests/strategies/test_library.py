"""The library: every system reads, plays where it may, and does what its name says."""

import re
from pathlib import Path

import pytest
from tests.kit.profiles import LONG, share

from bankcraps.game.chips import Cents
from bankcraps.game.rulebook import BOOKS, load_rulebook
from bankcraps.strategies.checking import check, options_that_allow
from bankcraps.strategies.library import library, system

from .playing import RICH, follow, opened, random_throws, worth

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

THROWS = 2000 if LONG else 400
PLAYS = [(name, book) for name in NAMES for book in BOOKS if book not in LACKING.get(name, ())]


def scenarios():
    text = (Path(__file__).parent / "scenarios.txt").read_text(encoding="utf-8")
    for block in re.split(r"^# ", text, flags=re.MULTILINE)[1:]:
        title, _, script = block.partition("\n")
        name, _, book = title.partition(" at ")
        yield name, book or "classic", script


def test_there_are_as_many_as_promised():
    assert len(NAMES) >= 45


def test_each_says_what_it_is_and_whence():
    for name, named in library().items():
        assert named.about.endswith("."), name
        assert named.origin.endswith("."), name
    assert len({named.about for named in library().values()}) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_its_text_is_read_back_as_itself(name):
    found = system(name)
    assert found.name == name
    assert system(found.text) == found
    assert system(found.text).text == found.text
    assert hash(system(found.text)) == hash(found)


def test_no_two_are_the_same():
    assert len({system(name).text for name in NAMES}) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_it_is_allowed_where_it_should_be(name):
    refusing = {book for book, house in HOUSES.items() if check(system(name), house)}
    assert refusing == LACKING.get(name, set())


def test_a_house_that_puts_allows_what_no_other_does():
    put = system("put_odds")
    assert options_that_allow(put, "classic") == ["classic:after_point=put"]
    assert options_that_allow(put, "nsw") == []


@pytest.mark.some
@pytest.mark.parametrize(("name", "book"), share(PLAYS, 8))
def test_it_plays_without_a_refusal_and_chips_are_conserved(name, book):
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


def test_every_system_has_a_scenario():
    assert {name for name, _, _ in scenarios()} == set(NAMES)


@pytest.mark.parametrize(("name", "book", "script"), list(scenarios()), ids=lambda value: str(value)[:40])
def test_it_does_what_its_name_says(name, book, script):
    follow(name, script, book)


@pytest.mark.parametrize("name", ["three_point_molly", "iron_cross", "pass_odds_max", "across", "doey_dont"])
def test_most_systems_remember_nothing(name):
    assert system(name).start() == ()
