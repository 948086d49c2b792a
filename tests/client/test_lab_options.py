"""The typed client of the lab asks everything that the API's questions ask, by the list of the API."""

from inspect import Parameter, signature
from typing import get_args, get_overloads, get_type_hints
from urllib.parse import parse_qsl, urlsplit

import pytest
from tests.lab.test_questions import Unwatched

from bankcraps.analysis.lab_options import AimOptions, options_of
from bankcraps.analysis.results.as_json import (
    BestActionData,
    BestData,
    BestFrontierData,
    BestStillData,
    BestTimeData,
    BestUtilityData,
)
from bankcraps.client.lab import Lab
from bankcraps.game.records.codec import encode
from bankcraps.lab.answers import answer
from bankcraps.lab.kinds import KINDS
from bankcraps.lab.questions import read_question

ASKED = {name: KINDS[name] for name in ("odds", "session", "simulate", "compare", "risk", "explain")}
"""The kinds that the client has a method for; `best` has one for each aim."""

FIRST = {"odds": {}, "compare": {"systems": ["pass", "field"], "bankroll": 100}, "risk": {"system": "pass"}}
"""The arguments that a method cannot be called without, beside the house."""

USUAL = {"system": "pass", "bankroll": 100}

VALUES = {
    "system": "field",
    "systems": ["field", "iron_cross"],
    "bankroll": (250.5, ["250.50"]),
    "goal": 400,
    "floor": 50,
    "limits": "10:100:5",
    "chip": (0.5, ["0.50"]),
    "amount": 12,
    "wager": "place 6",
    "throws": 300,
    "decisions": 90,
    "shooters": 30,
    "sessions": 1000,
    "seed": 7,
    "session": 4,
    "ended": "100:120",
    "bankrolls": "100:200:50",
    "ruin": ([0.05, 0.00001], ["0.05", "0.00001"]),
}
"""A value for each argument, and as the address has it where that is another word. Others are turned on."""

HOUSE = ("rules", "book")


class AskedError(Exception):
    """The address that a client would ask."""


class Silent(Lab):
    """A client that asks no house."""

    def _answer(self, path):
        raise AskedError(path)


def taken(name):
    """The arguments that a method has, by their names."""
    method = getattr(Lab, name)
    found = set()
    for one in signature(method).parameters.values():
        if one.kind is Parameter.VAR_KEYWORD:
            (options,) = get_args(get_type_hints(method)[one.name])
            found |= set(get_type_hints(options))
        else:
            found.add(one.name)
    return found - {"self"}


@pytest.mark.parametrize("name", ASKED)
def test_a_method_has_an_argument_for_every_field_and_no_other(name):
    fields = {one.argument for one in ASKED[name].fields if one.name not in HOUSE}
    assert taken(name) == fields | {"house"}


@pytest.mark.parametrize(
    ("name", "field"),
    [(name, one) for name, kind in ASKED.items() for one in kind.fields if one.name not in HOUSE],
    ids=lambda one: getattr(one, "name", one),
)
def test_every_field_can_be_asked(name, field):
    argument = field.argument
    said = VALUES.get(argument, True)
    value, words = said if isinstance(said, tuple) else (said, None)
    given = {**FIRST.get(name, USUAL), argument: value}
    if ASKED[name].needs_length and "until_settled" not in given:
        given = {"throws": 20, **given}
    if field.only_with:
        given[field.only_with] = VALUES[field.only_with]
    with Silent("http://127.0.0.1:9") as lab, pytest.raises(AskedError) as asked:
        getattr(lab, name)("nsw", **given)
    address = urlsplit(str(asked.value))
    assert address.path == f"/api/lab/{name}"
    said = [word for one, word in parse_qsl(address.query) if one == field.name]
    assert said == (words or written(value))


def written(value):
    """A value as the words of an address."""
    words = value if isinstance(value, list) else [value]
    return [str(one).lower() if one is True else str(one) for one in words]


class AtHome(Lab):
    """A client whose questions are answered in this process."""

    def _answer(self, path):
        asked = urlsplit(path)
        question = read_question(asked.path.rpartition("/")[2], parse_qsl(asked.query))
        return encode(answer(question, Unwatched()))


TABLE = {"limits": "1:9", "wagers": "pass", "at_once": 1}
BEST = [
    (BestData, {"goal": 9, "against": "when come_out: pass 1", "limits": "1:9"}),
    (BestData, {"goal": 9, "decisions": 3, **TABLE}),
    (BestTimeData, {"goal": 9, "least_throws_at": 0.4, **TABLE}),
    (BestUtilityData, {"goal": 9, "throws": 2, "utility": "log", **TABLE}),
    (BestFrontierData, {"goal": 9, "throws": 2, "utility": ["log", "power:-1"], **TABLE}),
    (BestStillData, {"still_playing": 4, "at_least": 2, **TABLE}),
    (BestActionData, {"action": 3, "throws": 4, "at_most": 4, **TABLE}),
]
"""The aims of a best play, with the classes of their answers."""


@pytest.mark.parametrize(("kind", "aim"), BEST)
def test_each_aim_has_its_answer_with_its_own_class(kind, aim):
    with AtHome("http://127.0.0.1:9") as lab:
        found = lab.best("nsw", 5, **aim)
    assert type(found) is kind
    said = {"against": lambda: found.against.system, "decisions": lambda: found.limit["decisions"],
            "least_throws_at": lambda: found.chance, "action": lambda: found.action_cents / 100}  # fmt: skip
    for name in aim.keys() & said.keys():
        assert said[name]() == aim[name]


def test_the_client_names_every_field_of_a_best_play():
    """A new aim of the lab needs its own form of the method, with the class of its answer."""
    named = set[str]()
    for one in get_overloads(Lab.best):
        (aim,) = get_args(get_type_hints(one)["aim"])
        named |= signature(one).parameters.keys() | get_type_hints(aim).keys()
    asked = {field.argument for field in KINDS["best"].fields}
    assert named - {"self", "aim"} == asked - {"book"}
    assert set(options_of(AimOptions)) <= named
