"""A record that is damaged or untrue is known as one, and the first line that is wrong is named."""

import pytest

from bankcraps import RecordError, Table, load_rulebook, read_record, replay
from bankcraps.notation import book_of

LINES = [
    "Ann: pass 10",
    "Bob: field 5",
    "Ann: roll 2-2",
    "Ann: odds 20",
    'Bob: dispute "that was a three"',
    "@9:00 supervisor: limits 1:500",
    "Ann: roll 4-3",
]


def session(book="nsw", **options):
    """A short session as a record."""
    table = Table(load_rulebook(book, **options), {"Ann": 500, "Bob": 300})
    for line in LINES:
        assert all(table.say(line)), line
    return table.record().text()


def played(text, source=""):
    """Read it, find its book, and play it again."""
    record = read_record(text, source)
    return list(replay(record, book_of(record, source), source))


TEXT = session()
DIGEST = load_rulebook("nsw").digest

AS_WRITTEN = f"""\
craps 1
rules nsw {DIGEST}
limits 1:10000:1
chip 1
seat 1 Ann 500
seat 2 Bob 300

Ann: pass 10
  Ann puts 10 on pass
Bob: field 5
  Bob puts 5 on field
Ann: roll 2-2
  Ann takes the dice
  2-2: Hard four, mark the point
  Bob's field 5 wins 5
  the point is 4
Ann: pass_odds 20
  Ann puts 20 on pass_odds
Bob: dispute "that was a three"
  dispute 1 by Bob, before the games_supervisor: that was a three
@9:00 supervisor: limits 1:500:1
  the table plays 1:500:1
Ann: roll 4-3
  4-3: Seven out, line away
  Ann's pass 10 loses
  Ann's pass_odds 20 loses
  seven out on 4, and the puck is off
  the dice pass from Ann (seven out)

end 7
  Ann 470
  Bob 305
"""


def test_a_record_is_written_like_this():
    assert TEXT == AS_WRITTEN
    assert [replayed.entry.line for replayed in played(TEXT)] == [8, 10, 12, 17, 19, 21, 23]


def replaced(old, new):
    """The record with the first of those words changed."""
    assert old in TEXT
    return TEXT.replace(old, new, 1)


def cut(lines):
    """The record without what stands after so many lines."""
    return "\n".join(TEXT.split("\n")[:lines])


DAMAGE = {
    "nothing": ("", 1, 'this is not a record: it does not begin with "craps 1"'),
    "not a record": ("# notes\n", 1, 'this is not a record: it does not begin with "craps 1"'),
    "a byte order mark": ("\ufeff" + TEXT, 1, "not a record"),
    "another version": (replaced("craps 1", "craps 2"), 1, "must begin with craps 1, not 'craps 2'"),
    "no version": (replaced("craps 1", "craps"), 1, "must begin with craps 1, not 'craps'"),
    "an unknown label": (replaced("chip 1", "chips 1"), 4, "a header may have .*, not 'chips'"),
    "a label twice": (replaced("chip 1", "chip 1\nchip 1"), 5, "the header has two lines of chip"),
    "no rules": (replaced(f"rules nsw {DIGEST}\n", ""), 1, "the header has no line of rules"),
    "no limits": (replaced("limits 1:10000:1\n", ""), 1, "the header has no line of limits"),
    "no chip": (replaced("chip 1\n", ""), 1, "the header has no line of chip"),
    "no digest": (replaced(f"rules nsw {DIGEST}", "rules nsw"), 2, "an id and the 16 hexadecimal digits"),
    "half a digest": (replaced(DIGEST, DIGEST[:8]), 2, "an id and the 16 hexadecimal digits"),
    "a choice of nothing": (
        replaced("limits", "options bar\nlimits"),
        3,
        "write an option as name=choice, not 'bar'",
    ),
    "two limits": (
        replaced("limits 1:10000:1", "limits 1:10000"),
        3,
        "a record writes this line as: limits 1:10000:1",
    ),
    "limits of words": (replaced("limits 1:10000:1", "limits a:b:c"), 3, "'a' is not a sum of money"),
    "a chip of words": (replaced("chip 1", "chip blue"), 4, "'blue' is not a sum of money"),
    "a seat of words": (
        replaced("seat 1 Ann 500", "seat one Ann 500"),
        5,
        "a seat is a place, a name and a buy-in",
    ),
    "a seat without chips": (
        replaced("seat 1 Ann 500", "seat 1 Ann"),
        5,
        "a seat is a place, a name and a buy-in",
    ),
    "a seat of riches": (
        replaced("seat 2 Bob 300", "seat 2 Bob 3e9"),
        6,
        "a record writes this line as: seat 2 Bob 3000000000",
    ),
    "a sum in other words": (
        replaced("seat 1 Ann 500", "seat 1 Ann $500"),
        5,
        "a record writes this line as: seat 1",
    ),
    "a place in other words": (
        replaced("seat 1 Ann", "seat 01 Ann"),
        5,
        "a record writes this line as: seat 1 Ann",
    ),
    "a header in another order": (
        replaced("limits 1:10000:1\nchip 1", "chip 1\nlimits 1:10000:1"),
        3,
        "writes this",
    ),
    "an effect of nothing": (replaced("Ann: pass 10\n", ""), 8, "an indented line needs an event above it"),
    "a word nobody says": (replaced("field 5", "feild 5"), 10, "did you mean field"),
    "nobody's word": (replaced("Bob: field 5", "field 5"), 10, "a record names who did what"),
    "a phrase": (replaced("Ann: pass_odds 20", "Ann: odds 20"), 17, "a record names who did what"),
    "other words": (
        replaced("Bob: field 5", "Bob: field $5"),
        10,
        "a record writes this line as: Bob: field 5",
    ),
    "a name put together": (replaced("Bob: field", "Bob:field"), 10, "is not a command"),
    "cut in the header": (cut(4), 4, "cut short"),
    "cut in the middle": (cut(14), 14, "cut short"),
    "cut before the end": (cut(28), 28, "cut short"),
    "cut at the end": (cut(30), 30, "cut short: its last line has no line end"),
    "an event less": (
        replaced("Bob: field 5\n  Bob puts 5 on field\n", ""),
        28,
        "says 7 events and has 6",
    ),
    "an empty line": (replaced("Bob: field", "\nBob: field"), 10, "only the end may follow an empty line"),
    "something after the end": (TEXT + "Ann: pass 10\n", 33, "nothing may follow the end"),
    "an empty line after the end": (TEXT + "\n", 33, "nothing may follow the end"),
    "no last line end": (TEXT.rstrip("\n"), 32, "cut short: its last line has no line end"),
    "a rail of words": (replaced("  Ann 470", "  Ann much"), 31, "names and what is in their rails"),
    "Windows line ends": (TEXT.replace("\n", "\r\n"), 1, "must begin with craps 1, not 'craps 1.r'"),
}


@pytest.mark.parametrize(("text", "line", "message"), DAMAGE.values(), ids=DAMAGE)
def test_damage_is_named_by_its_line(text, line, message):
    with pytest.raises(RecordError, match=message) as caught:
        played(text, "evening.craps")
    assert caught.value.line == line
    assert str(caught.value).startswith(f"evening.craps, line {line}: ")


OTHER = load_rulebook("washington").digest

UNTRUE = {
    "an amount": (
        replaced("Ann: pass 10", "Ann: pass 20"),
        9,
        '"Ann puts 10 on pass", but .* "Ann puts 20 on pass"',
    ),
    "an effect": (
        replaced("field 5 wins 5", "field 5 wins 50"),
        15,
        'the record says "Bob.*wins 50", but .* "Bob.*wins 5"',
    ),
    "an effect less": (
        replaced("  Bob's field 5 wins 5\n", ""),
        15,
        'the record says "the point is 4", but the replay gives "Bob',
    ),
    "the last effect less": (
        replaced("  the point is 4\n", ""),
        16,
        'the record says nothing, but the replay gives "the point',
    ),
    "an effect more": (
        replaced("  the point is 4", "  the point is 4\n  the point is 5"),
        17,
        "but the replay gives nothing",
    ),
    "the dice": (
        replaced("roll 4-3", "roll 5-2"),
        24,
        'the record says "4-3: .*", but the replay gives "5-2',
    ),
    "a wager refused": (
        replaced("Ann: pass_odds 20", "Ann: pass_odds 200"),
        17,
        "the rules refuse this .over_odds_limit",
    ),
    "a stranger": (replaced("Bob: field 5", "Cid: field 5"), 10, "the rules refuse this .not_seated"),
    "a rail": (replaced("  Ann 470", "  Ann 480"), 30, "the rails at the end are Ann 470, Bob 305"),
    "a name less": (replaced("  Bob 305\n", ""), 30, "the rails at the end are Ann 470, Bob 305"),
    "a buy-in": (
        replaced("seat 1 Ann 500", "seat 1 Ann 400"),
        30,
        "the rails at the end are Ann 370, Bob 305",
    ),
    "a buy-in too small": (
        replaced("seat 1 Ann 500", "seat 1 Ann 5"),
        8,
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
    "another book": (
        replaced(f"nsw {DIGEST}", f"washington {OTHER}"),
        20,
        "before the games_supervisor: .*, but the replay gives .* before the supervisor: ",
    ),
    "another book by its id alone": (
        replaced("rules nsw", "rules washington"),
        2,
        "another version of washington",
    ),
    "a book of one's own": (replaced("rules nsw", "rules mine"), 2, "'mine', a book that is not one of ours"),
    "an option there is not": (replaced("limits", "options bar=2\nlimits"), 2, "no option 'bar'"),
    "an option called name": (replaced("limits", "options name=2\nlimits"), 2, "no option 'name'"),
}


@pytest.mark.parametrize(("text", "line", "message"), UNTRUE.values(), ids=UNTRUE)
def test_what_is_untrue_is_named_by_its_line(text, line, message):
    record = read_record(text)
    with pytest.raises(RecordError, match=message) as caught:
        list(replay(record, book_of(record)))
    assert caught.value.line == line


def test_options_are_part_of_a_record():
    text = session("classic", bar=2, field_12="triple")
    assert "options " in text
    assert "bar=2" in text
    assert len(played(text)) == len(LINES)
    with pytest.raises(RecordError, match="another version of classic"):
        played(text.replace("bar=2", "bar=12"))
    with pytest.raises(RecordError, match="option bar must be one of 12, 2, not '3'"):
        played(text.replace("bar=2", "bar=3"))


def test_a_book_of_ones_own_is_given_by_hand():
    text = session()
    record = read_record(text)
    with pytest.raises(RecordError, match="played under 'nsw', not under the given book 'washington'"):
        book_of(record, book=load_rulebook("washington"))
    assert book_of(record, book=load_rulebook("nsw")).id == "nsw"
