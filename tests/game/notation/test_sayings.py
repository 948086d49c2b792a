"""The page "Sayings" of the documentation: every line is said at its house, after what was said before."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from bankcraps import NotationError, Table
from bankcraps.game.notation import read, tell, write_event

PAGE = Path(__file__).parents[3] / "docs" / "sayings.md"
ROW = re.compile(
    r"\| `(?P<said>[^`]+)` \| (?:`(?P<means>[^`]+)`|asked back: (?P<asked>[^|]+?)) \| (?P<source>\w?) ?\|"
)
SOURCE = re.compile(r"\| (?P<letter>[A-Z]) \|")


class Saying(NamedTuple):
    house: str
    before: tuple[str, ...]
    said: str
    means: str | None
    asked: str | None
    source: str


def sayings():
    house, before = "", []
    for line in PAGE.read_text("utf-8").splitlines():
        if line.startswith("with "):
            house, before = line.removeprefix("with "), []
        elif house and line and not line.startswith(("|", "`", "#")):
            before.append(line)
        elif line.startswith("| `"):
            row = ROW.fullmatch(line)
            assert row, f"not a row of the page: {line}"
            yield Saying(house, tuple(before), *row.group("said", "means", "asked", "source"))


ALL = [*sayings()]


def table(house, before):
    found = Table(house, {"Ann": 2000}, others=True)
    for line in before:
        assert all(found.say(line)), line
    return found


def test_the_page_has_three_hundred_sayings_and_words_of_at_least_four_glossaries():
    named = {match["letter"] for match in map(SOURCE.match, PAGE.read_text("utf-8").splitlines()) if match}
    used = {saying.source for saying in ALL if saying.source}
    assert len(ALL) >= 300
    assert len(used) >= 4
    assert used == named


@pytest.mark.parametrize("saying", ALL, ids=[f"{number} {one.said}" for number, one in enumerate(ALL)])
def test_it_means_what_the_page_says(saying):
    at = table(saying.house, saying.before)
    try:
        events = at.understand(read(saying.said))
    except NotationError as error:
        assert str(error) == saying.asked
    else:
        assert "; ".join(write_event(one).removeprefix("Ann: ") for one in events) == saying.means


@pytest.mark.parametrize("house", ["nsw", "pennsylvania", "three_four_five", "classic"])
@pytest.mark.parametrize(
    ("said", "stake", "vig"),
    [
        ("buy the 4 for 21", "$20 on Buy 4", "$1"),
        ("$41 no ten", "$40 on Lay 10", "$1"),
        ("lay the ten for 41", "$40 on Lay 10", "$1"),
        ("buy the ten for 105", "$100 on Buy 10", "$5"),
    ],
)
def test_a_vig_inside_the_amount_is_no_part_of_the_stake_and_the_table_says_so(house, said, stake, vig):
    at = Table(house, {"Ann": 2000}, others=True)
    told = [tell(effect, at.rulebook) for step in at.say(said) for effect in step.effects]
    assert told[0] == f"Ann puts {stake}"
    assert told[1].startswith(f"Ann pays {vig} commission for ")


def test_a_vig_beside_chips_that_stand_is_what_the_house_takes_for_all_of_them():
    at = Table("three_four_five", {"Ann": 2000}, others=True)
    for said in ("buy 4 30", "buy the 4 for 11"):  # $1.50 is $2 in chips, and $2 for 40 in all
        assert all(at.say(said))
    assert at.layout("Ann") == {"buy 4": 4100}
    assert at.rail("Ann") == 200000 - 4100 - 200


def test_a_line_as_a_record_writes_it_stakes_all_of_it():
    for said in ("buy 4 21", "lay 10 41"):
        at = Table("classic", {"Ann": 2000}, others=True)
        assert all(at.say(said))
        assert sum(at.layout("Ann").values()) == 100 * int(said.split()[-1])
