"""The API reference is complete: every public name has a page, and every page opens with an example."""

from pathlib import Path

import pytest
from docs.generate import api

import bankcraps

PAGES = Path(__file__).parents[2] / "docs" / "api"


def test_every_public_name_has_a_page():
    assert api.missing() == set()


def test_a_public_name_without_a_page_is_reported(monkeypatch):
    monkeypatch.setattr(bankcraps, "__all__", [*bankcraps.__all__, "Layout"])
    assert api.missing() == {"Layout"}
    with pytest.raises(KeyError, match="Layout"):
        api.api("table")


def test_the_classes_that_results_hold_are_found():
    names = " ".join(api.names("results"))
    for name in ("Session", "Simulation", "SystemComparison", "Distribution", "WagerCost", "Plan"):
        assert f".{name}" in names


def test_systems_are_documented():
    assert {name.rpartition(".")[2] for name in api.names("systems")} >= {
        "TextSystem",
        "Layout",
        "Observation",
    }


@pytest.mark.parametrize("page", sorted(api.PAGES))
def test_every_page_opens_with_an_example(page):
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    assert f"<!-- generated: api {page} -->" in text
    _title, _, rest = text.partition("\n\n")
    assert rest.startswith("```{doctest}\n>>> ")


def test_every_page_of_the_reference_is_listed():
    assert sorted(path.stem for path in PAGES.glob("*.md")) == sorted([*api.PAGES, "index"])
