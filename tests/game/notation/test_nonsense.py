"""Any text is read or gives an error with a place: nothing else ever comes out."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.game.notation.recorded import played, session
from tests.kit.profiles import examples
from tests.kit.words import events

from bankcraps import NotationError, RecordError, Table, read_record
from bankcraps.game.notation import read, understand, write_event
from bankcraps.game.notation.nicknames import hint_for
from bankcraps.game.notation.usage import USAGE

WORDS = st.sampled_from([
    *USAGE, "Ann:", "@9:05", "by", "all", "token", "confirmed", "dealer", "6", "10", "-5", "1.50", "3-4",
    "5:500", '"x"',
])  # fmt: skip
LINES = st.one_of(
    st.text(max_size=60),
    st.lists(WORDS, min_size=1, max_size=6).map(" ".join),
    st.lists(st.sampled_from(" ".join(USAGE.values()).split()), min_size=1, max_size=6).map(" ".join),
)


@st.composite
def mangled(draw, lines):
    """A text with a few characters taken out, put in, doubled or changed."""
    text = draw(lines)
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        length = draw(st.integers(0, 4))
        put = draw(st.one_of(st.just(""), st.text(max_size=3), st.just(text[at : at + length] * 2)))
        text = text[:at] + put + text[at + length :]
    return text


def check_place(error, text):
    """The place is in the line, and the word is there."""
    assert error.text == text
    assert 1 <= error.column <= len(text) + 1
    assert text[error.column - 1 :].startswith(error.word)
    assert str(error)
    assert error.pointed().startswith(text)


@examples(400)
@given(text=st.one_of(LINES, mangled(LINES), mangled(events().map(write_event))))
def test_a_line_is_read_or_pointed_at(text):
    try:
        said = read(text)
    except NotationError as error:
        check_place(error, text if len(text) <= 500 else text[:500])
    else:
        assert said.text == text


@cache
def tables():
    """Tables where different things stand."""
    full = Table("nsw", {"Ann": 1000, "Bob": 10})
    for line in (
        "Ann: pass 10",
        "Ann: dont_pass 10",
        "Ann: roll 2-2",
        "Ann: come 10",
        "Ann: place 6 12",
        "Ann: roll 5-1",
    ):
        assert all(full.say(line))
    return Table("nsw"), Table("classic", {"Ann": 1000}), full


@examples(300)
@given(text=st.one_of(LINES, mangled(LINES)), which=st.integers(0, 2))
def test_a_line_means_events_or_is_not_clear(text, which):
    table = tables()[which]
    try:
        said = read(text)
    except NotationError:
        return
    try:
        assert understand(said, table.rulebook, table.state)
    except NotationError as error:
        check_place(error, text)


RECORD = session(lines=[
    "Ann: pass 10", "Bob: field 5", "supervisor: issue_token Bob 25", "Ann: roll 2-2", "Ann: odds 20",
    "Bob: come 25 token", "dealer: no_more_bets", "boxperson: no_roll off_table dice 1", "Ann: choose 3",
    'Bob: dispute "that was a three"', "@9:00 supervisor: limits 1:500", "Ann: roll 4-3", "Cid: sit 7",
    "Cid: buy_in 100.00",
])  # fmt: skip
"""A record with a bit of everything."""


@st.composite
def spoilt(draw):
    """A record with some lines taken out, doubled, moved or mangled."""
    lines = RECORD.split("\n")
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        what = draw(st.sampled_from(["out", "twice", "elsewhere", "mangled", "another", "cut"]))
        line = lines[at]
        if what == "out":
            del lines[at]
        elif what == "twice":
            lines.insert(at, line)
        elif what == "elsewhere":
            lines.insert(draw(st.integers(0, len(lines) - 1)), lines.pop(at))
        elif what == "mangled":
            lines[at] = draw(mangled(st.just(line)))
        elif what == "another":
            lines[at] = draw(st.one_of(LINES, st.text(max_size=20)))
        else:
            lines = lines[:at]
        lines = lines or [""]
    return "\n".join(lines)


@examples(500)
@given(text=st.one_of(spoilt(), mangled(st.just(RECORD)), st.text(max_size=200)))
def test_a_record_is_true_or_its_first_wrong_line_is_named(text):
    try:
        played(text, "some.craps")
    except RecordError as error:
        assert error.line is not None
        assert 1 <= error.line <= len(text.split("\n"))
        assert str(error).startswith(f"some.craps, line {error.line}: ")
    else:
        assert read_record(text).text() == text


def test_every_line_of_a_record_counts_but_its_sentences():
    lines = RECORD.split("\n")
    end = lines.index("", lines.index("") + 1)
    for at, line in enumerate(lines):
        text = "\n".join(lines[:at] + lines[at + 1 :])
        if at < end and line.startswith("  ") and not line.startswith("  = "):
            assert played(text)
            continue
        if line.startswith("options "):
            assert played(text)  # these are the defaults, which need not be said
            continue
        with pytest.raises(RecordError):
            played(text)


def test_a_hint_is_for_the_beginning_of_a_long_line():
    """Some patterns look at each pair of words: a line of thousands of words took seconds."""
    assert hint_for("give me all and tall 5")
    assert not hint_for(f"give me {'chips ' * 100} all and tall 5")
