"""The recipes for a service and a container bound what they take, and install what was tested."""

from configparser import ConfigParser
from pathlib import Path

import pytest

RECIPES = Path(__file__).parents[3] / "examples" / "operating"


def test_the_service_has_a_limit_of_memory_and_outlives_a_question_that_takes_too_much():
    unit = ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str
    unit.read(RECIPES / "bankcraps.service", encoding="utf-8")
    service = unit["Service"]
    assert service["MemoryMax"].endswith("%")
    assert int(service["MemoryHigh"].rstrip("%")) < int(service["MemoryMax"].rstrip("%")) < 100
    assert (service["OOMPolicy"], service["Restart"]) == ("continue", "on-failure")
    assert int(service["TasksMax"]) >= 64


@pytest.mark.parametrize("words", ["uv sync --locked", "--hostname bankcraps", "--memory", "--public-url"])
def test_the_container_keeps_to_the_lock_and_says_how_it_is_reached(words):
    assert words in (RECIPES / "Containerfile").read_text(encoding="utf-8")
