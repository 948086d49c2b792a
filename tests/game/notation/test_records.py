"""A damaged or untrue record is refused, and the error names the first wrong line."""

import pytest
from tests.game.notation.recorded import DIGEST, TEXT, played

from bankcraps import RecordError, read_record, replay
from bankcraps.game.records import book_of

AS_WRITTEN = f"""\
craps 2
rules nsw {DIGEST}
options winning_buy=charged,winning_prop=down
limits 1:10000:1
chip 1
seat 1 Ann 500
seat 2 Bob 300

Ann: pass 10
  Ann puts 10 on pass
  = 50d767881bf8ad41
Bob: field 5
  Bob puts 5 on field
  = 2cc66e4711b5d432
Ann: throw
  Ann takes the dice
  Ann throws the dice
  = 14754cc2793ae5d4
dice: roll 2-2
  2-2: Hard four, mark the point
  Bob's field 5 wins 5
  the point is 4
  = 956c0c204a892070
Ann: pass_odds 20
  Ann puts 20 on pass_odds
  = c65dd5ec58c1b88a
Bob: dispute "that was a three"
  dispute 1 by Bob, before the games_supervisor: that was a three
  = d8794a65462ca5e9
@9:00 supervisor: limits 1:500:1
  the table plays 1:500:1
  = e0de5b90b93b281b
Ann: throw
  Ann throws the dice
  = cdf578a582cfec4a
dice: roll 4-3
  4-3: Seven out, line away
  Ann's pass 10 loses
  Ann's pass_odds 20 loses
  seven out on 4, and the puck is off
  the dice pass from Ann (seven out)
  = 6c4454f6adc776e4

end 9
  Ann 470
  Bob 305
"""


def test_a_record_is_written_like_this():
    assert TEXT == AS_WRITTEN
    assert [replayed.entry.line for replayed in played(TEXT)] == [9, 12, 15, 19, 24, 27, 30, 33, 36]


def replaced(old, new):
    """The record with the first of those words changed."""
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def cut(lines):
    """The first lines of the record, this many."""
    return "\n".join(TEXT.split("\n")[:lines])


DAMAGE = {
    "nothing": ("", 1, 'this is not a record: it does not begin with "craps 2"'),
    "not a record": ("# notes\n", 1, 'this is not a record: it does not begin with "craps 2"'),
    "a byte order mark": ("\ufeff" + TEXT, 1, "not a record"),
    "another version": (replaced("craps 2", "craps 3"), 1, "must begin with craps 2, not 'craps 3'"),
    "the old version": (
        replaced("craps 2", "craps 1"),
        1,
        "is in the old format, craps 1; play its lines again",
    ),
    "no version": (replaced("craps 2", "craps"), 1, "not a record: it does not begin with"),
    "an unknown label": (replaced("chip 1", "chips 1"), 5, "a header may have .*, not 'chips'"),
    "a label twice": (replaced("chip 1", "chip 1\nchip 1"), 6, "the header has two lines of chip"),
    "no rules": (replaced(f"rules nsw {DIGEST}\n", ""), 1, "the header has no line of rules"),
    "no limits": (replaced("limits 1:10000:1\n", ""), 1, "the header has no line of limits"),
    "no chip": (replaced("chip 1\n", ""), 1, "the header has no line of chip"),
    "no digest": (
        replaced(f"rules nsw {DIGEST}", "rules nsw"),
        2,
        "the id of a book and its digest of 16 hexadecimal digits",
    ),
    "half a digest": (
        replaced(DIGEST, DIGEST[:8]),
        2,
        "the id of a book and its digest of 16 hexadecimal digits",
    ),
    "a choice of nothing": (
        replaced("options winning_buy=charged,winning_prop=down", "options bar"),
        3,
        "write an option as name=choice, not 'bar'",
    ),
    "two limits": (
        replaced("limits 1:10000:1", "limits 01:10000:1"),
        4,
        "a record writes this line as: limits 1:10000:1",
    ),
    "limits of words": (replaced("limits 1:10000:1", "limits a:b:c"), 4, "'a' is not a sum of money"),
    "a chip of words": (replaced("chip 1", "chip blue"), 5, "'blue' is not a sum of money"),
    "a seat of words": (
        replaced("seat 1 Ann 500", "seat one Ann 500"),
        6,
        "a seat must be a place, a name and a buy-in",
    ),
    "a seat without chips": (
        replaced("seat 1 Ann 500", "seat 1 Ann"),
        6,
        "a seat must be a place, a name and a buy-in",
    ),
    "a seat of riches": (
        replaced("seat 2 Bob 300", "seat 2 Bob 3e9"),
        7,
        "a record writes this line as: seat 2 Bob 3000000000",
    ),
    "a sum in other words": (
        replaced("seat 1 Ann 500", "seat 1 Ann $500"),
        6,
        "a record writes this line as: seat 1",
    ),
    "a place in other words": (
        replaced("seat 1 Ann", "seat 01 Ann"),
        6,
        "a record writes this line as: seat 1 Ann",
    ),
    "a header in another order": (
        replaced("limits 1:10000:1\nchip 1", "chip 1\nlimits 1:10000:1"),
        4,
        "writes this",
    ),
    "an effect of nothing": (replaced("Ann: pass 10\n", ""), 9, "an indented line needs an event above it"),
    "a word nobody says": (replaced("field 5", "feild 5"), 12, "did you mean field"),
    "nobody's word": (
        replaced("Bob: field 5", "field 5"),
        12,
        "a record must name the actor and the wager in full",
    ),
    "a phrase": (
        replaced("Ann: pass_odds 20", "Ann: odds 20"),
        24,
        "a record must name the actor and the wager in full",
    ),
    "a roll by a player": (
        replaced("dice: roll 2-2", "Ann: roll 2-2"),
        19,
        "a record must name the actor and the wager in full",
    ),
    "a roll by nobody": (
        replaced("dice: roll 2-2", "roll 2-2"),
        19,
        "a record must name the actor and the wager in full",
    ),
    "no role": (replaced("dice: roll", "dice Ann Lee: roll"), 19, "is not a command"),
    "an event without a hash": (
        replaced("  = 2cc66e4711b5d432\n", ""),
        13,
        "an event needs the hash of the table below it",
    ),
    "half a hash": (replaced("2cc66e4711b5d432", "2cc66e47"), 14, "needs the hash of the table"),
    "a hash in capitals": (replaced("2cc66e4711b5d432", "2CC66E4711B5D432"), 14, "needs the hash of"),
    "a sentence below the hash": (
        replaced("  = 2cc66e4711b5d432\n", "  = 2cc66e4711b5d432\n  that is all\n"),
        15,
        "needs the hash of",
    ),
    "other words": (
        replaced("Bob: field 5", "Bob: field $5"),
        12,
        "a record writes this line as: Bob: field 5",
    ),
    "a name put together": (replaced("Bob: field", "Bob:field"), 12, "is not a command"),
    "cut in the header": (cut(5), 5, "cut short"),
    "cut in the middle": (cut(15), 15, "cut short"),
    "cut before the end": (cut(43), 43, "cut short"),
    "cut at the end": (cut(45), 45, "cut short: its last line has no line end"),
    "an event less": (
        replaced("Bob: field 5\n  Bob puts 5 on field\n  = 2cc66e4711b5d432\n", ""),
        41,
        "says 9 events and has 8",
    ),
    "an empty line": (replaced("Bob: field", "\nBob: field"), 12, "only the end may follow an empty line"),
    "something after the end": (TEXT + "Ann: pass 10\n", 47, "nothing may follow the end"),
    "an empty line after the end": (TEXT + "\n", 47, "nothing may follow the end"),
    "no last line end": (TEXT.rstrip("\n"), 46, "cut short: its last line has no line end"),
    "a rail of words": (replaced("  Ann 470", "  Ann much"), 45, "names and what is in their rails"),
    "Windows line ends": (TEXT.replace("\n", "\r\n"), 1, "must begin with craps 2, not 'craps 2.r'"),
}


@pytest.mark.parametrize(("text", "line", "message"), DAMAGE.values(), ids=DAMAGE)
def test_damage_is_named_by_its_line(text, line, message):
    with pytest.raises(RecordError, match=message) as caught:
        played(text, "evening.craps")
    assert caught.value.line == line
    assert str(caught.value).startswith(f"evening.craps, line {line}: ")


UNTRUE = {
    "an amount": (
        replaced("Ann: pass 10", "Ann: pass 20"),
        9,
        'the record says "Ann puts 10 on pass", but .* "Ann puts 20 on pass" .hash [0-9a-f]{16}',
    ),
    "an amount and its sentence": (
        replaced("Ann: pass 10\n  Ann puts 10", "Ann: pass 20\n  Ann puts 20"),
        9,
        "has the hash [0-9a-f]{16}, but the record says 50d767881bf8ad41",
    ),
    "a step back without practice": (
        replaced("Bob: field 5\n  Bob puts 5 on field\n", "practice: back to 0\n"),
        12,
        "only a practice session can step back",
    ),
    "a step back to what never was": (
        replaced("chip 1\n", "chip 1\npractice\n").replace(
            "Bob: field 5\n  Bob puts 5 on field\n", "practice: back to 7\n"
        ),
        13,
        "it cannot step back to 7, which is no entry",
    ),
    "a hash": (
        replaced("2cc66e4711b5d432", "2cc66e4711b5d430"),
        12,
        "has the hash 2cc66e4711b5d432, but the record says 2cc66e4711b5d430",
    ),
    "the last hash": (replaced("6c4454f6adc776e4", "0" * 16), 36, "the record says 0000000000000000"),
    "two hashes": (
        replaced("50d767881bf8ad41", "x")
        .replace("2cc66e4711b5d432", "50d767881bf8ad41")
        .replace("= x", "= 2cc66e4711b5d432"),
        9,
        "but the record says 2cc66e4711b5d432",
    ),
    "the dice": (
        replaced("roll 4-3", "roll 4-4"),
        36,
        'the record says "4-3: .*", but the replay gives "4-4',
    ),
    "another's throw": (replaced("Ann: throw", "Bob: throw"), 15, "the rules refuse this .needs_line_wager"),
    "a wager refused": (
        replaced("Ann: pass_odds 20", "Ann: pass_odds 200"),
        24,
        "the rules refuse this .over_odds_limit",
    ),
    "a stranger": (replaced("Bob: field 5", "Cid: field 5"), 12, "the rules refuse this .not_seated"),
    "a rail": (replaced("  Ann 470", "  Ann 480"), 44, "the rails at the end are Ann 470, Bob 305"),
    "a name less": (replaced("  Bob 305\n", ""), 44, "the rails at the end are Ann 470, Bob 305"),
    "a buy-in": (
        replaced("seat 1 Ann 500", "seat 1 Ann 400"),
        9,
        "has the hash [0-9a-f]{16}, but the record says 50d767881bf8ad41",
    ),
    "a buy-in too small": (
        replaced("seat 1 Ann 500", "seat 1 Ann 5"),
        9,
        "the rules refuse this .not_enough_chips",
    ),
    "a place taken": (
        replaced("seat 2 Bob", "seat 1 Bob"),
        1,
        "this header does not open a table: place 1 is not free",
    ),
    "a place there is not": (replaced("seat 2 Bob", "seat 99 Bob"), 1, "place 99 is not free"),
    "limits upside down": (
        replaced("1:10000:1", "100:1:1"),
        1,
        "this header does not open a table: limits need",
    ),
    "a chip of nothing": (
        replaced("chip 1", "chip 0"),
        1,
        "this header does not open a table: the smallest chip",
    ),
    "another version of the book": (replaced(DIGEST, "0" * 16), 2, "another version of nsw"),
    "another book by its id alone": (
        replaced(
            f"rules nsw {DIGEST}\noptions winning_buy=charged,winning_prop=down", f"rules washington {DIGEST}"
        ),
        2,
        "another version of washington",
    ),
    "a user's own book": (replaced("rules nsw", "rules mine"), 2, "'mine', which is not one of our books"),
    "an option there is not": (
        replaced("options winning_buy=charged,winning_prop=down", "options bar=2"),
        2,
        "no option 'bar'",
    ),
    "an option called name": (
        replaced("options winning_buy=charged,winning_prop=down", "options name=2"),
        2,
        "no option 'name'",
    ),
}


@pytest.mark.parametrize(("text", "line", "message"), UNTRUE.values(), ids=UNTRUE)
def test_what_is_untrue_is_named_by_its_line(text, line, message):
    record = read_record(text)
    with pytest.raises(RecordError, match=message) as caught:
        list(replay(record, book_of(record, "evening.craps"), "evening.craps"))
    assert str(caught.value).startswith(f"evening.craps, line {line}: ")
    assert caught.value.line == line
