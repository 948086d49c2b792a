"""The parts of a record beside its events: options, books, sentences, people, undo."""

import re

import pytest
from tests.game.notation.recorded import DIGEST, OTHER, TEXT, played, session

from bankcraps import RecordError, Table, load_rulebook, read_record
from bankcraps.game.engine import effects as fx
from bankcraps.game.notation.writing import _SENTENCES
from bankcraps.game.records import book_of
from bankcraps.game.records.codec import state_hash


def test_options_are_part_of_a_record():
    text = session("classic", bar=2, field_12="triple")
    assert "options " in text
    assert "bar=2" in text
    assert len(played(text)) == 9
    with pytest.raises(RecordError, match="another version of classic"):
        played(text.replace("bar=2", "bar=12"))
    with pytest.raises(RecordError, match="option bar must be one of 12, 2, not '3'"):
        played(text.replace("bar=2", "bar=3"))


def test_another_book_plays_another_table():
    """A don't pass is barred on the 2 in New South Wales, and wins on it in Washington."""
    text = session("nsw", lines=["Ann: dont_pass 10", "roll 1-1"])
    with pytest.raises(
        RecordError, match=r'the record says "Ann.*comes back .tied.", but .* "Ann.*wins 10"'
    ) as caught:
        played(
            text.replace(
                f"nsw {DIGEST}\noptions winning_buy=charged,winning_prop=down", f"washington {OTHER}"
            )
        )
    assert caught.value.line == 11


def test_sentences_are_for_people_and_may_be_reworded():
    text = TEXT
    for entry in read_record(TEXT).entries:
        for sentence in entry.sentences:
            text = text.replace(
                f"\n  {sentence}\n", f"\n  In other words: {len(sentence)} = {len(sentence)}\n", 1
            )
    assert "In other words" in text
    assert "puts 10" not in text
    assert read_record(text).text() == text
    assert [came.step for came in played(text)] == [came.step for came in played(TEXT)]


@pytest.mark.parametrize("line", range(8, 42))
def test_a_line_of_words_may_go_and_no_other(line):
    """The sentences can be left out of a record; its events and hashes cannot."""
    lines = TEXT.split("\n")
    gone = lines.pop(line - 1)
    if gone.startswith("  ") and not gone.startswith("  = "):
        assert len(played("\n".join(lines))) == 9
    else:
        with pytest.raises(RecordError):
            played("\n".join(lines))


def test_a_reworded_effect_is_no_other_record(monkeypatch):
    """The program's sentence for an effect may change from one version to the next."""
    monkeypatch.setitem(_SENTENCES, fx.Staked, lambda effect, _: f"{effect.seat} bets")
    assert "Ann bets" in session()
    assert len(played(TEXT)) == 9


def test_two_dealers_are_two_in_a_record():
    said = [
        "dealer Dora: no_more_bets",
        "stickperson Dan: roll 4-2",
        "dealer: no_more_bets",
        "stickperson Dora: roll 4-3",
    ]
    text = session("nsw", lines=["Ann: pass 10", *said])
    assert [line for line in text.split("\n") if re.match(r"(dealer|stickperson)\b", line)] == said
    played_again = [str(entry.event.by) for entry in read_record(text).entries[1:]]
    assert played_again == ["dealer Dora", "stickperson Dan", "dealer", "stickperson Dora"]
    assert len(played(text)) == 5


def test_an_undo_is_a_line_of_its_own():
    """Nothing that was said is crossed out: the record has the slip, and that it was taken back."""
    table = Table("nsw", {"Ann": 500})
    assert table.bet("Ann", "pass", 10)
    stood = state_hash(table.state)
    for line in ("Ann: field 5", "Ann: undo"):
        assert all(table.say(line)), line
    assert state_hash(table.state) == stood
    text = table.record().text()
    assert "\nAnn: field 5\n" in text
    ends = r"\nAnn: undo\n  Ann's field 5 comes back \(undone\)\n  = [0-9a-f]{16}\n\nend 3\n  Ann 490\n"
    assert re.search(ends + r"\Z", text)
    assert len(played(text)) == 3


def test_a_book_of_ones_own_is_given_by_hand():
    text = session()
    record = read_record(text)
    with pytest.raises(RecordError, match="played under 'nsw', not under the given book 'washington'"):
        book_of(record, book=load_rulebook("washington"))
    assert book_of(record, book=load_rulebook("nsw")).id == "nsw"
