"""Ordinary talk at the table. `tests/golden/answers/meanings.txt` has what lines mean."""

import itertools
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from bankcraps import BOOKS, NotationError, Table, load_rulebook
from bankcraps.game.chips import Cents
from bankcraps.game.engine import BetRange, bet_range, player, step
from bankcraps.game.engine import events as ev
from bankcraps.game.notation import read, understand
from bankcraps.game.notation.names import HouseNames
from bankcraps.game.notation.nicknames import plain
from bankcraps.game.notation.same_bet import PlayedRounds, rounds_of
from bankcraps.game.records.codec import decoder, encode
from bankcraps.game.wagers import ODDS, WAGERS, Kind, find

ANSWERS = Path(__file__).parents[2] / "golden" / "answers"
ASKED = [
    line[2:]
    for name in ("words", "meanings")
    for line in (ANSWERS / f"{name}.txt").read_text("utf-8").split("\n")
    if line[:1] == ">"
]


def test_plain_words_keep_their_places():
    for line in ("THE the A dollar", "six - hundred outside", *ASKED):
        assert len(plain(line)) == len(line), line


@pytest.mark.parametrize("book", BOOKS)
def test_five_across_is_32_and_five_inside_is_22_at_every_house(book):
    for line, whole in (("across 5", 32), ("inside 5", 22), ("across 10", 64), ("$32 across", 32)):
        table = Table(book, {"Ann": 1000})
        assert all(table.say(f"Ann: {line}")), line
        assert sum(table.layout("Ann").values()) == whole * 100, line


def test_a_line_happens_whole_or_not_at_all():
    table = Table("three_four_five", {"Ann": 500}, others=True)
    for line in ("five on the line, ten odds", "across 32000000"):
        assert not all(table.say(line))
        assert table.layout("Ann") == {}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("limits", ["5:500", "5:500:5", "25:1000:25", "1:5", "5:5:5"])
def test_odds_max_bets_nothing_where_no_odds_are_allowed(book, limits):
    """The line then means the least chip, which the rules must refuse with their own sentence."""
    chip = 500 if limits.endswith("5:5") else 100
    for flat, point in itertools.product(("pass", "dont_pass"), ("2-2", "5-1")):
        table = Table(book, {"Ann": 1000, "Bob": 1000}, limits=limits, chip=chip // 100)
        least = table.state.floor.limits.minimum
        table.say(f"Bob: pass {least // 100}")
        for cents in (chip, least):  # a small wager that the crew let stand
            table.do(ev.Bet(find(Kind(flat)), Cents(cents), by=player("Ann"), unrejected=True))
        table.say(f"roll {point}")
        for rail in (0, chip, least, 3 * least):
            state = table.state.with_seat(replace(table.state.seat("Ann"), rail=Cents(rail)))
            (bet,) = understand(read("Ann: odds max"), table.rulebook, state)
            done = step(table.rulebook, state, bet)
            allowed = isinstance(bet_range(table.rulebook, state, bet), BetRange)
            assert bet.wager is find(ODDS[Kind(flat)])
            assert (done.refusal is None) is allowed, (flat, point, rail, done.refusal)


@pytest.mark.parametrize("book", ["nsw", "classic"])
def test_nobody_reads_an_identifier(book):
    names = HouseNames(load_rulebook(book))
    for wager in WAGERS.values():
        assert "_" not in names.placed(wager, 1000) + names.of(wager)


def played(*lines, rules="three_four_five", rail=500):
    table = Table(rules, {"Ann": rail}, others=True)
    for line in lines:
        assert all(table.say(line)), line
    return table


ROUND = ("pass 10", "place 8 12", "roll 2-2", "odds 20", "hard 6 5", "roll 5-4")


def test_what_the_same_bet_leaves_out_is_no_failure():
    table = played(*ROUND, "roll 1-3", "same bet")
    assert table.layout("Ann") == {"pass": 1000, "place 8": 1200, "hard 6": 500}
    assert table.say("same bet") == []


def test_the_rounds_are_the_same_after_they_were_stored():
    rounds = rounds_of(played(*ROUND, "come 5", "roll 5-5", "field 5", "roll 4-3").log)
    assert decoder(tuple[PlayedRounds, ...])(encode(rounds)) == rounds


@pytest.mark.parametrize("rules", ["nsw", "classic", "three_four_five"])
def test_repeating_it_after_each_throw_never_doubles_a_wager(rules):
    table = played("pass 10", rules=rules, rail=2000)
    for faces in ("4-2", "5-4", "4-2", "5-5", "4-3", "5-2", "1-1", "4-4", "3-2", "2-3", "6-2", "4-3"):
        assert all(table.say(f"roll {faces}"))
        with suppress(NotationError):
            assert all(table.say("same bet"))
        assert table.layout("Ann") == {"pass": 1000}
