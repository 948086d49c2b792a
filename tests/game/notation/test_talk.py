"""Ordinary talk, at the table and in systems: lines that `docs/sayings.md` does not have."""

import pytest

from bankcraps import NotationError, Table, load_rulebook
from bankcraps.game.notation import read, write_event
from bankcraps.game.notation.names import HouseNames, tell_refusal
from bankcraps.game.notation.spoken import plain
from bankcraps.game.wagers import WAGERS
from bankcraps.strategies.text.parsing import parse

ON_THE_COME_OUT = {
    "$12 on the 6": "place 6 12",
    "place 6 for 12": "place 6 12",
    "12 each on the 6 and 8": "place 6 12; place 8 12",
    "place 6 and 8 for 12 each": "place 6 12; place 8 12",
    "six and eight for 12 each": "place 6 12; place 8 12",
    "40 no four": "lay 4 40",
    "no 10": None,
    "no four, $40": "lay 4 40",
    "pass 5, yo 1": "pass 5; eleven 1",
    "yo, 5, 10": None,
    "place all the numbers": "; ".join(f"place {n} {6 if n in (6, 8) else 5}" for n in (4, 5, 6, 8, 9, 10)),
    "all the numbers for 32": "; ".join(f"place {n} {6 if n in (6, 8) else 5}" for n in (4, 5, 6, 8, 9, 10)),
    "place every number 33": None,
    "five on the line, a dollar yo": "pass 5; eleven 1",
    "pass 5 and field 5 and yo 1": "pass 5; field 5; eleven 1",
    "12 each on the 6 and 8, with 5 in the field": "place 6 12; place 8 12; field 5",
    "12 on the 6 and 8": None,
    "yo 1 and roll 4-2": None,
    "roll 4-2 and yo 1": None,
    "line bet 10": "pass 10",
    "deuce 1": "two 1",
    "5 5 on the hop for 1": "hop 5-5 1",
    "hey dealer, can I get a hard eight for 5": "hard 8 5",
    "pass the dice": "pass_dice",
    "change 100": "buy_in 100",
    "coloring up": "boxperson: colour_up Ann",
    "press it": None,
    "the six and eight for 12 each": "place 6 12; place 8 12",
    "one dollar each on the 4 and 10": "place 4 1; place 10 1",
    "five on the 11": "eleven 5",
    "hilo 2": "two 1; twelve 1",
    "high low 2": "two 1; twelve 1",
    "two dollars hard six": "hard 6 2",
    "4 the hard way 5": "hard 4 5",
    "hard way 8 for 5": "hard 8 5",
    "5 hard 4": "hard 4 5",
    "hard ways 8": "hard 4 2; hard 6 2; hard 8 2; hard 10 2",
    "yo for a dollar": "eleven 1",
    "yoleven 5": "eleven 5",
    "put ten dollars on the field": "field 10",
    "buy the 4 for 25": "buy 4 25",
    "roll 6 2": "roll 6-2",
    "place 6 and 8 for 12": None,
    "12": None,
    "12 the 6": None,
    "12 each six and eight": "place 6 12; place 8 12",
    "4 hard eight": "hard 8 4",
    "hardways 5 each": "hard 4 5; hard 6 5; hard 8 5; hard 10 5",
    "12 on the 13": None,
    "two hundred dollars": None,
    "three hundred dollars on": None,
    "a hundred and ten on pass": None,
    "place the six for twenty-four dollars": "place 6 24",
    "five ten on pass": None,
    "odds max": "pass_odds 1",
}
"""A line for a player alone at a table of the classic house; None where the table asks back."""

ON_A_POINT = {
    "odds max": "pass_odds 20",
    "odds 1x": "pass_odds 10",
    "10 odds on the 9": "come_odds 9 10",
    "odds 6 10": "pass_odds 10",
    "odds come max": "come_odds 9 20",
    "odds come 9 max": "come_odds 9 20",
    "odds 5 10": None,
    "10 odds on my come": "come_odds 9 10",
    "press my 8": "press place 8 12",
    "press my 4 and 8": None,
    "press place 8 by 6": "press place 8 6",
    "press hard 8": "press hard 8 5",
    "add 6 to place 8": "press place 8 6",
    "take 6 from my 8": "down place 8 by 6",
    "regress my 8 to 60": None,
    "place bets off": "off place 5; off place 8",
    "all off": "off place 5; off place 8; off hard 8",
    "take everything down": "down place 5; down place 8; down hard 8",
    "down all": "down place 5; down place 8; down hard 8",
    "press it": None,
    "triple odds on the come": "come_odds 9 30",
    "2 times odds": "pass_odds 20",
    "twenty behind the line": "pass_odds 20",
    "press my 8 to 30": "press place 8 18",
    "press my 8 to 10": None,
    "press the eight up to 30": "press place 8 18",
    "6 more on the 8": "place 8 6",
    "take my bets down": "down place 5; down place 8; down hard 8",
    "my bets are off": "off place 5; off place 8; off hard 8",
    "double my odds": None,
    "my odds are off": None,
    "press the 8, and 10 odds": "press place 8 12; pass_odds 10",
    "20 behind": "pass_odds 20",
    "same bet": "field 5",  # the come wager stands on its number
}
"""With a pass bet on the 6, a come bet on the 9, and places and a hard way."""


def means(table, line):
    try:
        events = table.understand(read(line))
    except NotationError:
        return None
    return "; ".join(write_event(event).removeprefix("Ann: ").removeprefix("dice: ") for event in events)


@pytest.mark.parametrize(("line", "meant"), ON_THE_COME_OUT.items())
def test_it_means_what_it_says(line, meant):
    assert means(Table("classic", {"Ann": 500}), line) == meant


def test_full_odds_before_the_point_are_refused_by_the_rules_and_not_because_they_lie_there():
    table = Table("classic", {"Ann": 500})
    assert all(table.say("pass 10"))
    (step,) = table.say("odds max")
    assert step.refusal.message == "pass_odds can be made only once a point is set"


@pytest.mark.parametrize(("line", "meant"), ON_A_POINT.items())
def test_it_means_what_it_says_on_a_point(line, meant):
    table = Table("classic:odds=double", {"Ann": 500})
    said = ("pass 10", "roll 4-2", "come 10", "place 5 10", "place 8 12", "hard 8 5", "field 5", "roll 4-5")
    for one in said:
        assert all(table.say(one)), one
    assert means(table, line) == meant


def test_it_is_the_wager_that_was_paid_last_or_the_only_one():
    table = Table("three_four_five", {"Ann": 500, "Bob": 500}, others=True)
    for one in ("Ann: place 8 12", "roll 4-2"):
        assert all(table.say(one)), one
    assert means(table, "Ann: press it") == "press place 8 12"
    assert means(table, "Bob: press it") is None
    for one in ("Ann: place 5 10", "Ann: hard 8 5", "roll 3-5"):
        assert all(table.say(one)), one
    assert means(table, "Ann: press it up") == "press place 8 12"
    assert means(table, "Ann: press it by 6") == "press place 8 6"
    assert means(table, "Ann: take it down") == "down place 8"
    assert means(table, "Bob: take it down") is None
    assert all(table.say("roll 4-1"))
    assert means(table, "Ann: double it") == "press place 5 10"


def test_odds_without_a_name_are_all_odds_when_they_are_called_or_taken_down():
    table = Table("nsw", {"Ann": 500}, others=True)
    for one in ("pass 10", "roll 4-2", "come 10", "odds pass 20", "roll 4-5", "odds 9 20"):
        assert all(table.say(one)), one
    assert means(table, "my odds are off") == "off come_odds 9"  # the house does not call pass odds off
    assert means(table, "odds working") == "on come_odds 9"
    assert means(table, "take my odds down") == "down pass_odds; down come_odds 9"
    assert means(table, "take 10 off my odds") is None  # off which?
    assert means(table, "press my odds") == "press pass_odds 20; press come_odds 9 20"


def test_several_wishes_happen_one_after_the_other_or_not_at_all():
    table = Table("three_four_five", {"Ann": 500}, others=True)
    assert not all(table.say("five on the line, ten odds"))
    assert table.layout("Ann") == {}
    assert all(table.say("10 on the line and 5 on the yo"))
    assert table.layout("Ann") == {"pass": 1000, "eleven": 500}
    assert all(table.say("roll 4-2"))
    assert means(table, "come 10, max odds") is None  # the odds may be for the come bet
    assert means(table, "20 odds, double my odds") == "pass_odds 20; press pass_odds 20"


def test_same_bet_knows_what_was_undone_and_what_stands():
    table = Table("classic", {"Ann": 500, "Bob": 500})
    for one in ("Ann: pass 10", "Ann: field 50", "Ann: undo", "Ann: field 5", "Bob: field 7", "roll 4-2"):
        assert all(table.say(one)), one
    assert means(table, "Ann: same bet") == "field 5"
    for one in ("Ann: same bet", "roll 4-3"):
        assert all(table.say(one)), one
    assert means(table, "Ann: same again") == "pass 10; field 5"


def test_a_word_without_an_amount_bets_the_least_that_may_be_bet():
    assert means(Table("classic", {"Ann": 500}, limits="10:500:5"), "hardways").startswith("hard 4 10; ")
    table = Table("classic", {"Ann": 500}, limits="10:500")
    assert means(table, "inside") == "place 5 10; place 6 12; place 8 12; place 9 10"


@pytest.mark.parametrize(
    "line", [*(ON_THE_COME_OUT | ON_A_POINT), "", "Ann: field 5", "THE the A dollar", "six - hundred outside"]
)
def test_plain_words_keep_their_places(line):
    assert len(plain(line)) == len(line)


@pytest.mark.parametrize(
    ("talk", "text"),
    [
        ("when come_out: $10 on pass", "when come_out: pass 10"),
        ("when point: 12 each on the 6 and 8", "when point: place 6 12; place 8 12"),
        ("when point: place the 6 and 8 for 12 each", "when point: place 6 12; place 8 12"),
        ("when point: put ten dollars on the hard six", "when point: hard 6 10"),
        ("when point: 22 inside", "when point: inside 22"),
        ("when point: inside 5", "when point: inside 22"),
        ("when point: 5 each inside", "when point: inside 22"),
        ("when point: 10 across except point", "when point: across 64 except point"),
        ("when point: hilo 2", "when point: hi_lo 2"),
        ("when come_out: pass 10; when point: double odds", "when come_out: pass 10; when point: odds 2x"),
        (
            "when come_out: pass 10; when point: 10 odds on the line",
            "when come_out: pass 10; when point: odds pass 10",
        ),
        ("when come_out: pass 10; when point: max odds", "when come_out: pass 10; when point: odds max"),
        ("when point: come 10; odds come 20", "when point: come 10; odds come 20"),
        ("when point: no 10 40; 41 no four", "when point: lay 10 40; lay 4 41"),
        ("when point: place all the numbers for 32", "when point: across 32"),
        ("when no place 6 up: place 6 12", "when no place 6: place 6 12"),
        # Readable text keeps its words: these hold words that talk has for other things.
        ("when owning 300 or more: five on the line", "when owning 300 or more: pass 5"),
        ("when behind 100: five on the line", "when behind 100: pass 5"),
        (
            "when come_out: five on the line; after 2 seven_outs in a row: stop",
            "when come_out: pass 5; after 2 seven_outs in a row: stop",
        ),
        (
            "stage a: when come_out: five on the line; go to b when ahead 50; stage b: when always: field 5",
            "stage a: when come_out: pass 5; go to b when ahead 50; stage b: when always: field 5",
        ),
    ],
)
def test_systems_have_the_same_grammar(talk, text):
    assert parse(talk) == parse(text)


@pytest.mark.parametrize("book", ["nsw", "classic"])
def test_nobody_reads_an_identifier(book):
    names = HouseNames(load_rulebook(book))
    for wager in WAGERS.values():
        assert "_" not in names.placed(wager, 1000)
        assert "_" not in names.of(wager)


def test_a_refusal_has_the_names_of_the_house():
    table = Table("nsw", {"Ann": 500})
    for line in ("pass 10", "roll 4-2"):
        assert all(table.say(line))
    (no,) = table.say("Ann: odds 30")
    told = tell_refusal(no.refusal, table.rulebook)
    assert told.startswith("the odds on the Win Line on 6 may stake at most 2 times")
    assert "pass_odds" in no.refusal.message
