"""Lark's tables in the cache folder: made once, made anew for another grammar or a damaged file."""

from pathlib import Path

import pytest
from lark import Lark

from bankcraps.game.notation.parsing import parser_of

NAME = "small.parser"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BANKCRAPS_CACHE", str(tmp_path / "not made yet"))
    return tmp_path / "not made yet"


def small(word: str = "seven") -> Lark:
    return parser_of(f'start: "{word}"', ["start"], NAME)


def parses(parser: Lark, word: str) -> bool:
    return parser.parse(word).data == "start"


@pytest.mark.usefixtures("folder")
def test_the_second_parser_reads_no_grammar(monkeypatch: pytest.MonkeyPatch) -> None:
    assert parses(small(), "seven")
    monkeypatch.setattr("lark.lark.load_grammar", None)
    assert parses(small(), "seven")


def test_another_grammar_takes_the_place(folder: Path) -> None:
    small()
    before = (folder / NAME).read_bytes()
    assert parses(small("eleven"), "eleven")
    assert (folder / NAME).read_bytes() != before


@pytest.mark.parametrize("left", [0, 10, 70, 300])
def test_a_damaged_file_is_made_anew(folder: Path, left: int) -> None:
    small()
    whole = (folder / NAME).read_bytes()
    (folder / NAME).write_bytes(whole[:left])
    assert parses(small(), "seven")
    assert len((folder / NAME).read_bytes()) == len(whole)


def test_a_folder_that_cannot_be_made_is_no_error(folder: Path) -> None:
    folder.write_text("a file in its place")
    assert parses(small(), "seven")


def test_nothing_is_kept_without_a_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BANKCRAPS_CACHE", "")
    assert parses(small(), "seven")
    assert not folder.exists()
