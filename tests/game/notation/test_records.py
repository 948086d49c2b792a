"""Records: their text, their files, and the books that they were played by.

`tests/golden/answers/records.txt` has damaged and untrue ones. `tests/laws` replays random sessions.
"""

import re
from pathlib import Path

import pytest
from tests.game.notation.recorded import DIGEST, OTHER, TEXT, played, session

from bankcraps import RecordError, Table, load_rulebook, read_record, replay
from bankcraps.game.engine import effects as fx
from bankcraps.game.notation.writing import _SENTENCES
from bankcraps.game.records import book_of


def test_sentences_are_for_people_and_may_be_reworded(monkeypatch):
    """Also by a later version of the program."""
    text = TEXT
    for entry in read_record(TEXT).entries:
        for sentence in entry.sentences:
            text = text.replace(
                f"\n  {sentence}\n", f"\n  In other words: {len(sentence)} = {len(sentence)}\n", 1
            )
    assert "puts 10" not in text
    assert read_record(text).text() == text
    assert [came.step for came in played(text)] == [came.step for came in played(TEXT)]
    monkeypatch.setitem(_SENTENCES, fx.Staked, lambda effect, _: f"{effect.seat} bets")
    assert "Ann bets" in session()
    assert len(played(TEXT)) == 9


def test_options_are_part_of_a_record():
    text = session("classic", bar=2, field_12="triple")
    assert len(played(text)) == 9
    with pytest.raises(RecordError, match="another version of classic"):
        played(text.replace("bar=2", "bar=12"))
    with pytest.raises(RecordError, match="option bar must be one of 12, 2, not '3'"):
        played(text.replace("bar=2", "bar=3"))


def test_another_book_plays_another_table():
    """A don't pass is barred on the 2 in New South Wales, and wins on it in Washington."""
    text = session("nsw", lines=["Ann: dont_pass 10", "roll 1-1"])
    other = text.replace(
        f"nsw {DIGEST}\noptions winning_buy=charged,winning_prop=down", f"washington {OTHER}"
    )
    with pytest.raises(
        RecordError, match=r'the record says "Ann.*comes back .tied.", but .* "Ann.*wins 10"'
    ) as caught:
        played(other)
    assert caught.value.line == 11


def test_two_dealers_are_two_in_a_record():
    said = [
        "dealer Dora: no_more_bets",
        "stickperson Dan: roll 4-2",
        "dealer: no_more_bets",
        "stickperson Dora: roll 4-3",
    ]
    text = session("nsw", lines=["Ann: pass 10", *said])
    assert [line for line in text.split("\n") if re.match(r"(dealer|stickperson)\b", line)] == said
    by = [str(entry.event.by) for entry in read_record(text).entries[1:]]
    assert by == ["dealer Dora", "stickperson Dan", "dealer", "stickperson Dora"]
    assert len(played(text)) == 5


def test_an_undo_is_a_line_of_its_own():
    """Nothing that was said is crossed out: the record has the slip, and that it was taken back."""
    text = session("nsw", lines=["Ann: pass 10", "Ann: field 5", "Ann: undo"])
    assert "\nAnn: field 5\n" in text
    assert re.search(r"\nAnn: undo\n  Ann's field 5 comes back \(undone\)\n  = [0-9a-f]{16}\n\nend 3\n", text)
    assert len(played(text)) == 3


def test_a_path_or_its_text_names_the_file_and_so_does_an_error(tmp_path):
    file = tmp_path / "evening.craps"
    file.write_text(TEXT, encoding="utf-8")
    assert read_record(file) == read_record(str(file)) == (record := read_record(TEXT))
    assert [played.entry for played in replay(record)] == list(record.entries)
    file.write_text(TEXT[: TEXT.index("\nend")], encoding="utf-8")
    with pytest.raises(RecordError, match="cut short"):
        read_record(file)
    assert read_record(file, unfinished=True).entries == record.entries
    file.write_text(TEXT.replace("chip 1", "chip one"), encoding="utf-8")
    with pytest.raises(RecordError, match=rf"{re.escape(str(file))}, line 5: .*'one'"):
        read_record(file)
    for kind in (str, Path):
        with pytest.raises(RecordError, match=r"none\.craps: cannot be read: No such file"):
            read_record(kind(tmp_path / "none.craps"))


def test_a_house_of_your_own_needs_its_book(tmp_path):
    path = tmp_path / "friday.toml"
    path.write_text('id = "friday"\ntitle = "Friday"\nabout = "Own."\nextends = "nsw"\n', encoding="utf-8")
    table = Table(path, {"Ann": 100})
    table.say("field 5")
    with pytest.raises(RecordError, match=r"'friday', which is not one of our books"):
        list(replay(table.record()))
    assert len(list(replay(table.record(), load_rulebook(path)))) == 1
    record = read_record(TEXT)
    with pytest.raises(RecordError, match="played under 'nsw', not under the given book 'washington'"):
        book_of(record, book=load_rulebook("washington"))
    assert book_of(record, book=load_rulebook("nsw")).id == "nsw"
