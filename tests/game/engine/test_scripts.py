"""Cases of several houses, and of houses that change a rule, as `scripts.txt` beside this file has them.

A heading names houses, `all` for the five; a `+` and some words change one: `nsw+full`.
"""

from pathlib import Path

import pytest
from tests.clauses.script import play, read_scripts
from tests.kit.houses import own_house

from bankcraps import BOOKS, load_rulebook

EXAMPLES = Path(__file__).parents[3] / "examples" / "houses"
SCRIPTS = Path(__file__).with_name("scripts.txt")
ONE_ROLL = ("field", "any_craps", "horn", "hop", "world")
CHANGES = {
    "off_on_the_come_out": {"wagers": {kind: {"works": "puck_on", "calls": True} for kind in ONE_ROLL}},
    "place_at_work": {"wagers": {"place": {"works": "always"}}},
    "fire_down": {"wagers": {"fire": {"take_down": "always"}}},
    "fire_with_tokens": {"betting": {"tokens": True}, "wagers": {"fire": {"pays": {"1": "5 to 1"}}}},
    "odds_stay": {"wagers": {"dont_pass_odds": {"take_down": "never"}}},
    "odds_on_a_point": {"wagers": {"come_odds": {"made": "puck_on"}}},
    "cap": {"wagers": {"three": {"max_pay": 1550, "max_pay_on": "win", "over_max_pay": "capped"}}},
    "two_places": {"table": {"sides": 1, "places_a_side": 2}, "floor": {"idle_rounds": 1}},
    "by_win": {"wagers": {"pass_odds": {"maximum": "win"}}},
    "all_throw": {"dice": {"stick_throws": False, "offered_to": "everyone"}},
    "line_throws": {"dice": {"stick_throws": False}},
    "tokens": {"betting": {"tokens": True}},
}


def house(name, options):
    base, _, change = name.partition("+")
    if change:
        return own_house(base, CHANGES[change], **options)
    own = EXAMPLES / f"{name}.toml"
    return load_rulebook(own if own.exists() else name, **options)


CASES = [
    pytest.param(name, script, id=f"{name}-{script.name}")
    for script in read_scripts(SCRIPTS.read_text(encoding="utf-8"), SCRIPTS.name)
    for name in (BOOKS if script.clause == "all" else script.clause.split(","))
]


@pytest.mark.parametrize(("name", "script"), CASES)
def test_what_is_so_at_these_houses(name, script):
    play(script, house(name, script.setup.options))
