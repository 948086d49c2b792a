"""Lines as players say them who have stood at tables for years: short, and with no word too many."""

import re

import pytest

from bankcraps import NotationError, Table
from bankcraps.notation import read, write_event

MEANT = {
    "44 inside": "place 5 10; place 6 12; place 8 12; place 9 10",
    "22 inside": "place 5 5; place 6 6; place 8 6; place 9 5",
    "32 across": "place 4 5; place 5 5; place 6 6; place 8 6; place 9 5; place 10 5",
    "64 across": "place 4 10; place 5 10; place 6 12; place 8 12; place 9 10; place 10 10",
    "press my eight": "press place 8 12",
    "press the eight by 12": "press place 8 12",
    "press the 8 up to 30": "press place 8 18",
    "five dollar yo": "eleven 5",
    "dollar yo": "eleven 1",
    "yo for five": "eleven 5",
    "down on the hardways": "down hard 8",
    "take down the hardways": "down hard 8",
    "hardways down": "down hard 8",
    "off on the place bets": "off place 5; off place 8",
    "max odds": "pass_odds 20",
    "full odds": "pass_odds 20",
    "double odds behind": "pass_odds 20",
    "20 behind the line": "pass_odds 20",
    "lay the four for forty": "lay 4 40",
    "no four for forty": "lay 4 40",
    "25 no four": "lay 4 25",
    "buy the 10 for 25": "buy 10 25",
    "buy the four and ten for 25 each": "buy 4 25; buy 10 25",
    "hard six for 5 and a C and E for 2": "hard 6 5; craps_eleven 2",
    "all the hardways for a dollar each": "hard 4 1; hard 6 1; hard 8 1; hard 10 1",
    "dollar all the hardways": "hard 4 1; hard 6 1; hard 8 1; hard 10 1",
    "five dollars all my hardways": "hard 4 5; hard 6 5; hard 8 5; hard 10 5",
    "hardways for 4": "hard 4 1; hard 6 1; hard 8 1; hard 10 1",
    "five dollar C and E": "craps_eleven 5",
    "big red for 5": "any_seven 5",
    "any seven 5": "any_seven 5",
    "five on the seven": "any_seven 5",
    "horn high yo for 5": "horn_high 11 5",
    "dollar horn": "horn 1",
    "five dollar horn high twelve": "horn_high 12 5",
    "whirl for five": "world 5",
    "high low for 2": "two 1; twelve 1",
    "five dollar any craps": "any_craps 5",
    "crap check 1": "any_craps 1",
    "aces for a dollar": "two 1",
    "boxcars for a dollar": "twelve 1",
    "midnight for 5": "twelve 5",
    "hop 5-1s for 1": "hop 1-5 1",
    "5-3 hop for 1": "hop 3-5 1",
    "six eight 12 each": "place 6 12; place 8 12",
    "six-eight for 12 each": "place 6 12; place 8 12",
    "12 dollar six": "place 6 12",
    "thirty dollar eight": "place 8 30",
    "$12 six": "place 6 12",
    "30 each six eight": "place 6 30; place 8 30",
    "the eight for 18": "place 8 18",
    "six for twelve": "place 6 12",
    "eighteen on the six": "place 6 18",
    "put me on the come for 10": "come 10",
    "put me on the six for 12": "place 6 12",
    "place the 5 and 9 for 10 each": "place 5 10; place 9 10",
    "field for 10": "field 10",
    "ten in the come": "come 10",
    "dark side for 10": "dont_pass 10",
    "ten on the dark side": "dont_pass 10",
    "pass line 10": "pass 10",
    "take me down": "down place 5; down place 8; down hard 8",
    "take it all down": "down place 5; down place 8; down hard 8",
    "down on everything": "down place 5; down place 8; down hard 8",
    "drop the 5 and 8": "down place 5; down place 8",
    "turn me off": "off place 5; off place 8; off hard 8",
    "turn my place bets off": "off place 5; off place 8",
    "turn me on": "on place 5; on place 8; on hard 8",
    "everything working": "on place 5; on place 8; on hard 8",
    "hardways working": "on hard 8",
    "put 30 on the six with 60 odds": "place 6 30; pass_odds 60",
    "one eight the hard way": "hard 8 1",
    "hard 8 and 10 for 5 each": "hard 8 5; hard 10 5",
    "ace deuce 2": "three 2",
    "color me up": "boxperson: colour_up Ann",
    "pass them": "pass_dice",
    "dice are out": "stickperson: no_more_bets",
    "change five hundred": "buy_in 500",
    "12 more on the eight": "place 8 12",
    "odds on the nine 20": "come_odds 9 20",
    "odds on the 9 for twenty": "come_odds 9 20",
    "20 odds on the nine": "come_odds 9 20",
    "sevens on the hop for 3": "hop 1-6 1; hop 2-5 1; hop 3-4 1",
    "hop the sevens 6": "hop 1-6 2; hop 2-5 2; hop 3-4 2",
    "hop the reds for 3": "hop 1-6 1; hop 2-5 1; hop 3-4 1",
    "hop the 7s for 2 each": "hop 1-6 2; hop 2-5 2; hop 3-4 2",
    "dc 10": "dont_come 10",
    "10 on the dp": "dont_pass 10",
    "pass 10 odds 20": "pass 10; pass_odds 20",
    "field 5, pass 10 double odds": "field 5; pass 10; pass_odds 20",
    "horn bet high yo 5": "horn_high 11 5",
    "horn 5 high twelve": "horn_high 12 5",
    "take 6 off my 8": "down place 8 by 6",
}
"""On a point of 6, with a come bet on the 9, the 5 and the 8 placed, and a hard 8."""

SUGGESTED = {
    "full press": "press the 8",
    "press 'em": "press place",
    "press across": "press place",
    "2-way yo": "yo 1",
    "hard eight for a nickel": None,
    "three way seven": "hop sevens 3",
    "sevens on the hop": "hop sevens 3",
    "hop the sevens for 5": "hop sevens 3",
    "redhead 5": "any seven 5",
    "horn bet high 3": "horn high yo 5",
    "lay the odds": "odds 20",
    "odds on the nine": "odds 20",
    "come 6 odds 20": "odds come 8 20",
    "move my eight to the six": "down place 6, place 5 10",
    "take my place bets down to 22 inside": "regress place 8 to 6",
    "iron cross": "5 on the 5, 6 each on the 6 and 8, field 5",
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


@pytest.mark.parametrize(("line", "meant"), MEANT.items())
def test_it_means_what_a_dealer_hears(line, meant):
    events = table().understand(read(line))
    assert "; ".join(write_event(one).removeprefix("Ann: ") for one in events) == meant


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
