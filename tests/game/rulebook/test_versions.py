"""Books keep their earlier versions, so that records and tables from before go on."""

import pytest

from bankcraps import BOOKS, Table, load_rulebook, read_record, read_rulebook, replay
from bankcraps.game.records import book_of
from bankcraps.game.rulebook import load_version, with_digest
from bankcraps.game.rulebook.digest import digest_of
from bankcraps.game.rulebook.schema import SECTIONS
from bankcraps.game.wagers import Kind

SHIPPED = {
    "nsw": "6b54c8b65cc321f9",
    "nsw:winning_buy=down": "78f760eb3c8f0d6a",
    "washington": "78871d79e0a2a3b0",
    "pennsylvania": "614858114d9bcd51",
    "three_four_five": "1ee2ad28ac62c600",
    "classic": "309747a4aee40615",
    "classic:crew=mini": "cf4d1702e68efeb5",
}
"""The digests of the books as they were on 21 November 2026. Records from then carry them."""


@pytest.mark.parametrize(("house", "digest"), SHIPPED.items())
def test_a_book_loads_in_the_version_of_an_older_record(house, digest):
    name, _, options = house.partition(":")
    chosen = dict(option.split("=") for option in options.split(",") if option)
    assert load_version(name, digest, **chosen).digest == digest


@pytest.mark.parametrize("name", BOOKS)
def test_without_such_a_version_the_book_is_as_it_is_now(name):
    now = load_rulebook(name)
    assert load_version(name, now.digest) is now
    assert load_version(name, "0" * 16) is now


def test_an_earlier_version_has_its_own_values():
    before = load_version("three_four_five", SHIPPED["three_four_five"])
    assert before.wagers[Kind.PASS_ODDS].maximum == "table"
    assert before.wagers[Kind.PASS_ODDS].cited("maximum").startswith("convention")
    assert load_version("classic", SHIPPED["classic"]).dice.total_called_by is None
    assert not load_version("nsw", SHIPPED["nsw"]).dice.face_final


def test_a_record_from_before_replays_under_its_own_version():
    before = load_version("nsw", SHIPPED["nsw"])
    at = Table(before, {"Ann": 500})
    for line in ("Ann: pass 10", "roll 5-4 ruled boxperson", "games_supervisor: correct 6-4"):
        assert all(at.say(line))
    record = read_record(at.record().text())
    assert record.header.digest == SHIPPED["nsw"]
    book = book_of(record)
    assert book.digest == SHIPPED["nsw"]
    assert len(list(replay(record, book))) == 3


def test_a_record_under_your_own_book_replays_in_the_edition_of_its_day():
    """The first edition did not remember who threw: after a void wager nobody had sevened out."""
    own = read_rulebook({"id": "own", "extends": "pennsylvania", "wagers.field.pays.12": "3 to 1"})
    first = digest_of({name: getattr(own, name) for name in SECTIONS}, own.wagers, 1)
    before = with_digest(own, first)
    assert (own.edition, before.edition, before.digest) == (2, 1, first)
    at = Table(before, {"Ann": 500, "Bob": 500})
    for line in (
        "Ann: pass 10",
        "Bob: fire 5",
        "Ann: throw",
        "floorperson: void Ann pass device",
        "roll 4-2",
    ):
        assert all(at.say(line))
    record = at.record()
    assert book_of(record, book=own).edition == 1
    assert [played.step.state for played in replay(record, own)][-1] == at.state
    assert with_digest(own, "0" * 16) is own
