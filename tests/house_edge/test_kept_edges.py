"""Edges on the disk: the same as worked out afresh, and never those of another book or program."""

import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from msgspec import structs

from bankcraps import compare_houses, load_rulebook, odds, read_rulebook
from bankcraps.game.wagers import Kind
from bankcraps.house_edge import ideal_edges as kept_edges
from bankcraps.house_edge.ideal_edges import IdealEdges, ideal_edges
from bankcraps.support import kept_files

REPEATERS = str(Path(__file__).parents[2] / "examples/houses/repeaters.toml")
"""A house that has wagers on a hand, too."""


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    monkeypatch.setenv("BANKCRAPS_CACHE", str(tmp_path / "kept"))
    ideal_edges.cache_clear()
    yield tmp_path / "kept"
    ideal_edges.cache_clear()


def afresh(book, monkeypatch):
    with monkeypatch.context() as without:
        without.setenv("BANKCRAPS_CACHE", "")
        return every_edge(IdealEdges(book))


def every_edge(ideal):
    return {offer: ideal.edge(*offer) for offer in ideal.offers}


@pytest.fixture
def not_worked_out(monkeypatch):
    """Make it an error to work an edge out."""

    def forbid():
        monkeypatch.setattr(kept_edges, "_worked_out", None)
        ideal_edges.cache_clear()

    return forbid


def test_what_is_kept_is_what_is_worked_out_afresh(not_worked_out):
    book = load_rulebook(REPEATERS)
    fresh = every_edge(IdealEdges(book))  # nothing is kept in this folder yet
    not_worked_out()
    kept = every_edge(IdealEdges(book))
    assert list(kept.items()) == list(fresh.items())
    assert any(edge is not None for edge in kept.values())


def test_reports_of_kept_edges_are_those_of_fresh_ones(not_worked_out):
    asked = [{}, {"wager": "place 6"}, {"amount": 5}, {"with_odds": True}]
    first = [odds("classic", **more) for more in asked]
    beside = compare_houses(("classic", "nsw"))
    not_worked_out()
    with pytest.raises(TypeError):
        odds("classic:bar=2")
    assert [odds("classic", **more) for more in asked] == first
    assert compare_houses(("classic", "nsw")).to_dict() == beside.to_dict()


def test_a_single_wager_is_worked_out_alone_and_not_kept(folder):
    assert odds("nsw", "place 6")["place 6"].edge
    assert not folder.exists()
    odds("nsw")
    assert [path.suffix for path in folder.iterdir()] == [".edges"]


def test_kinds_one_by_one_are_kept_when_all_are_there(folder):
    """So does a lab that has nothing else to do."""
    for kind in load_rulebook("nsw").wagers:
        odds("nsw", kind.value)
    assert len(list(folder.iterdir())) == 1


def changed(what):
    """A book that differs from `nsw` in one thing."""
    book = load_rulebook("nsw")
    field = book.wagers[Kind.FIELD]
    match what:
        case "a pay":
            pays = {**field.pays, next(iter(field.pays)): load_rulebook("classic").wagers[Kind.PLACE].pays[4]}
            field = structs.replace(field, pays=pays)
        case "a clause":
            field = structs.replace(field, source={**field.source, "pays": "convention: somebody said so"})
    return structs.replace(book, wagers={**book.wagers, Kind.FIELD: field})


@pytest.mark.parametrize("what", ["a pay", "a clause"])
def test_a_book_that_differs_in_anything_has_edges_of_its_own(what, monkeypatch, folder):
    """Also one that has the same name and the same digest."""
    before = odds("nsw", "field").wagers
    odds("nsw")
    book = changed(what)
    assert book.spec == "nsw"
    assert book.digest == load_rulebook("nsw").digest
    assert every_edge(IdealEdges(book)) == afresh(book, monkeypatch)
    assert odds(book, "field").wagers != before
    assert len(list(folder.iterdir())) == 2


def test_a_house_of_your_own_that_was_edited_and_another_program_have_edges_of_their_own(monkeypatch, folder):
    own = {"id": "own", "extends": "nsw"}
    before, after = (
        odds(read_rulebook({**own, "wagers.field.pays.12": pay})) for pay in ("3 to 1", "2 to 1")
    )
    assert before["field"].edge < after["field"].edge
    assert len(list(folder.iterdir())) == 2
    ideal_edges.cache_clear()
    monkeypatch.setattr(kept_files, "source_hash", lambda *_: "another program")
    odds("nsw")
    assert len(list(folder.iterdir())) == 3


def test_every_module_that_edges_rest_on_is_in_their_hash():
    asked = (
        "import sys; from bankcraps import load_rulebook;"
        "from bankcraps.house_edge.ideal_edges import IdealEdges;"
        "ideal = IdealEdges(load_rulebook('nsw')); [ideal.edge(*offer) for offer in ideal.offers];"
        "print(*(m.__file__ for n, m in sys.modules.items() if n.split('.')[0] == 'bankcraps'))"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    hashed = {path.resolve() for path in kept_files.sources("bankcraps.house_edge.ideal_edges")}
    assert {Path(name).resolve() for name in done.stdout.split()} <= hashed


DAMAGES = {
    "a bit": (lambda data, _: data[:-1] + bytes([data[-1] ^ 1]), "its checksum is wrong"),
    "no rows": (lambda _, key: kept_files.sealed(key, b"\x90\x90"), "it holds no edges"),
    "no wager": (lambda _, key: kept_files.sealed(key, b"\x91\x93\xa6zombie\xc0\xc0"), "it holds no edges"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_told_and_worked_out_again(damage, folder):
    damaged, why = DAMAGES[damage]
    whole = odds("nsw")
    (path,) = folder.iterdir()
    kept = path.read_bytes()
    path.write_bytes(damaged(kept, path.stem))
    ideal_edges.cache_clear()
    with pytest.warns(kept_files.CacheWarning, match=f"is damaged: {why}; the edges are worked out again"):
        assert odds("nsw") == whole
    assert path.read_bytes() == kept
    ideal_edges.cache_clear()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert odds("nsw") == whole
