"""Wagers that no shipped house has, shown as the clauses are: `scripts.txt` beside this file."""

from pathlib import Path

import pytest
from tests.clauses.script import play, read_scripts
from tests.kit.houses import own_house

from bankcraps import load_rulebook

EXAMPLES = Path(__file__).parents[3] / "examples" / "houses"
SCRIPTS = Path(__file__).with_name("scripts.txt")
ONE_ROLL = ("field", "any_craps", "horn", "hop")
CHANGED = {
    "off_on_the_come_out": (
        "classic",
        {"wagers": {kind: {"works": "puck_on", "calls": True} for kind in ONE_ROLL}},
    ),
    "at_work_on_the_come_out": ("pennsylvania", {"wagers": {"place": {"works": "always"}}}),
}


def house(name, options):
    if name in CHANGED:
        return own_house(*CHANGED[name], **options)
    own = EXAMPLES / f"{name}.toml"
    return load_rulebook(own if own.exists() else name, **options)


@pytest.mark.parametrize(
    "script", read_scripts(SCRIPTS.read_text(), SCRIPTS.name), ids=lambda script: script.name
)
def test_a_wager_of_ones_own(script):
    play(script, house(script.clause, script.setup.options))
