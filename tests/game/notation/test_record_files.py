"""A record is read from its file, and replays at the house that its header names."""

import re
from pathlib import Path

import pytest
from tests.game.notation.recorded import TEXT

from bankcraps import RecordError, Table, load_rulebook, read_record, replay

OWN = 'id = "friday"\ntitle = "Friday"\nabout = "Own."\nextends = "nsw"\n'


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "evening.craps"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_a_path_or_its_text_names_the_file(file):
    assert read_record(file) == read_record(str(file)) == read_record(TEXT)


def test_a_record_replays_without_a_book(file):
    record = read_record(file)
    assert [played.entry for played in replay(record)] == list(record.entries)


def test_an_unfinished_file_gives_its_whole_entries(file):
    file.write_text(TEXT[: TEXT.index("\nend")], encoding="utf-8")
    with pytest.raises(RecordError, match="cut short"):
        read_record(file)
    assert read_record(file, unfinished=True).entries == read_record(TEXT).entries


def test_an_error_names_the_file_and_the_line(file):
    file.write_text(TEXT.replace("chip 1", "chip one"), encoding="utf-8")
    with pytest.raises(RecordError, match=rf"{re.escape(str(file))}, line 5: .*'one'"):
        read_record(file)


@pytest.mark.parametrize("kind", [str, Path])
def test_a_file_that_is_not_there_is_a_sentence(tmp_path, kind):
    with pytest.raises(RecordError, match=r"none\.craps: cannot be read: No such file"):
        read_record(kind(tmp_path / "none.craps"))


def test_a_house_of_your_own_needs_its_book(tmp_path):
    path = tmp_path / "friday.toml"
    path.write_text(OWN, encoding="utf-8")
    table = Table(path, {"Ann": 100})
    table.say("field 5")
    record = table.record()
    with pytest.raises(RecordError, match=r"'friday', which is not one of our books"):
        list(replay(record))
    assert len(list(replay(record, load_rulebook(path)))) == 1
