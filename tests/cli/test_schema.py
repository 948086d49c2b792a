"""`bankcraps schema` fits what programs write and read, and nothing else."""

import json

import pytest
from jsonschema import Draft202012Validator

LINES = """\
pass 10
place 6 1000000
roll 4-2
not a word
place 6 12; place 8 12
roll
"""


@pytest.fixture
def fits(bankcraps):
    return Draft202012Validator(bankcraps("schema").json).is_valid


def test_what_the_table_writes_fits(bankcraps, fits):
    shown = bankcraps("play", "--json", "--seat", "Ann:500", "--rules", "nsw", said=LINES).lines
    assert len(shown) == 6
    assert all(map(fits, shown))
    assert all(fits(line["event"]) for line in shown if isinstance(line["event"], dict))
    assert all(fits(effect) for line in shown for effect in line["effects"])


def test_what_a_replay_writes_fits(bankcraps, fits):
    shown = bankcraps("replay", "--json", "examples/evening.craps").lines
    assert shown[-1]["verified"]
    assert all(map(fits, shown))


@pytest.mark.parametrize(
    "command", [("odds", "--rules", "nsw"), ("hand",), ("perft", "--depth", "1", "examples/evening.craps")]
)
def test_results_fit(bankcraps, fits, command):
    assert fits(bankcraps(*command, "--json").json)


@pytest.mark.parametrize("flag", [[], ["--messages"]])
@pytest.mark.parametrize(
    "wrong",
    [
        {},
        [],
        1,
        "pass",
        None,
        {"any": "thing"},
        {"type": "bett"},
        {"schema": "bankcraps.hand/3"},
        {"line": 1},
    ],
    ids=json.dumps,
)
def test_anything_else_does_not(bankcraps, flag, wrong):
    schema = bankcraps("schema", *flag).json
    assert not Draft202012Validator(schema).is_valid(wrong)


def test_a_key_that_is_missing_or_misspelt_is_found(bankcraps, fits):
    whole = bankcraps("hand", "--json").json
    assert fits(whole)
    for key in whole:
        assert not fits({name: value for name, value in whole.items() if name != key}), key
        assert not fits({f"{name}s" if name == key else name: value for name, value in whole.items()}), key
