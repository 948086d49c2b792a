"""The API reference is complete: every public name has a page, and every page opens with an example."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from docs.generate import api

import bankcraps
import bankcraps.analysis

PAGES = Path(__file__).parents[2] / "docs" / "api"


def test_every_public_name_has_a_page_and_one_without_is_reported(monkeypatch):
    assert api.missing() == set()
    assert sorted(path.stem for path in PAGES.glob("*.md")) == sorted([*api.PAGES, "index"])
    of_systems = {name.rpartition(".")[2] for name in api.names("systems")}
    assert of_systems >= {"TextSystem", "Layout", "Observation"}
    monkeypatch.setattr(bankcraps, "__all__", [*bankcraps.__all__, "Layout"])
    assert api.missing() == {"Layout"}
    with pytest.raises(KeyError, match="Layout"):
        api.api("table")


@pytest.mark.parametrize("page", sorted(api.PAGES))
def test_every_page_opens_with_an_example(page):
    text = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    assert f"<!-- generated: api {page} -->" in text
    _title, _, rest = text.partition("\n\n")
    assert rest.startswith("```{doctest}\n>>> ")


@pytest.mark.parametrize("page", sorted(api.PAGES))
def test_every_name_can_be_imported_by_the_path_that_its_page_says(page):
    directives = re.findall(r"^\.\. auto(?:class|function|data):: (\S+)$", api.api(page), re.MULTILINE)
    assert directives
    for path in directives:
        module, _, name = path.rpartition(".")
        # `exact` is no module of its own: `from bankcraps import exact` is how the page says to import it.
        holder = bankcraps.exact if module == "bankcraps.exact" else import_module(module)
        assert hasattr(holder, name), path


@pytest.mark.parametrize("page", sorted(path.stem for path in PAGES.glob("*.md")))
def test_a_name_of_a_class_in_the_words_of_a_page_exists(page):
    """The words of a page name classes as `Policy`: each is documented on a page of the reference."""
    words = (PAGES / f"{page}.md").read_text(encoding="utf-8")
    prose = re.sub(r"^```.*?^```", "", words, flags=re.MULTILINE | re.DOTALL)
    known = {name.rpartition(".")[2] for each in api.PAGES for name in api.names(each)}
    assert {name for name in re.findall(r"`([A-Z][a-z]\w*)`", prose) if name not in known} == set()


def test_every_class_of_a_result_can_be_imported_from_one_place():
    names = api.names("results")
    assert {name.rpartition(".")[0] for name in names} == {"bankcraps.analysis"}
    assert sorted(name.rpartition(".")[2] for name in names) == sorted(bankcraps.analysis.__all__)
    assert {"Session", "Simulation", "WagerCost", "Plan"} <= set(bankcraps.analysis.__all__)
    with pytest.raises(AttributeError, match=r"module 'bankcraps.analysis' has no attribute 'Sesion'"):
        bankcraps.analysis.Sesion  # noqa: B018 - it is asked for


def test_the_place_of_results_is_light():
    program = (
        "import sys, bankcraps.analysis as r; dir(r); r.OddsReport; "
        "assert not {'numpy', 'scipy', 'numba'} & set(sys.modules); "
        "r.Distribution; assert 'numpy' in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
