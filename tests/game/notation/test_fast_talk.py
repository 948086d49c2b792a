"""Suggestions for short lines that the table cannot take. `docs/sayings.md` has those that it takes."""

import re

import pytest

from bankcraps import NotationError, Table
from bankcraps.game.notation import read, write_event

SUGGESTED = {
    "full press": "press the 8",
    "press 'em": "press place",
    "press across": "press place",
    "2-way yo": "yo 1",
    "hard eight for a nickel": None,
    "three way seven": "hop sevens 3",
    "sevens on the hop": "hop sevens 3",
    "hop the sevens for 5": "hop_sevens 3",
    "redhead 5": "any seven 5",
    "horn bet high 3": "horn high yo 5",
    "lay the odds": "odds 20",
    "odds on the nine": "odds 20",
    "come 6 odds 20": "odds come 8 20",
    "move my eight to the six": "down place 6, place 5 10",
    "take my place bets down to 22 inside": "regress place 8 to 6",
    "iron cross": "iron_cross 22",
    "ten with twenty odds": "pass 10, odds 20",
    "all tall small 5": "small 5, tall 5, make_em_all 5",
    "lay the outside": "lay 4 40, lay 10 40",
    "buy the ten": "buy 4 25",
    "place the five": "place 6 12",
    "c and e": "c&e 2",
    "easy six for 1": "hop 4-2 1",
    "hop the hard sixes": "hop 3-3 1",
    "odds on my come": "odds 20",
    "rack me up": "leave",
}
"""The suggestion of the table for a line that it cannot take, or None if it explains a word."""


def table():
    found = Table("classic:odds=double", {"Ann": 2000}, others=True)
    for line in ("pass 10", "roll 4-2", "come 10", "place 5 10", "place 8 12", "hard 8 5", "roll 4-5"):
        assert all(found.say(line)), line
    return found


@pytest.mark.parametrize(("line", "suggested"), SUGGESTED.items())
def test_what_cannot_be_taken_comes_with_a_line_that_can(line, suggested):
    with pytest.raises(NotationError) as error:
        table().understand(read(line))
    if suggested is None:
        assert "a nickel is 5" in str(error.value)
    else:
        assert re.search(rf"(?:: |say ){re.escape(suggested)}(?:,|$)", str(error.value)), str(error.value)
        assert read(suggested)


def test_again_is_the_same_bet():
    played = table()
    assert all(played.say("roll 4-3"))
    meant = [*map(write_event, played.understand(read("same bet")))]
    assert meant
    for line in ("again", "same again", "bet it back", "put it back up"):
        assert [*map(write_event, played.understand(read(line)))] == meant
