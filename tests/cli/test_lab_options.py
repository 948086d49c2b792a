"""Each option of the lab is described once: functions, commands, values and docstrings agree."""

import inspect
import re
from importlib import import_module
from typing import get_type_hints

import pytest

from bankcraps import compare, exact, explain, explore, simulate
from bankcraps.analysis.lab_options import (
    QuestionOptions,
    RunOptions,
    SessionOptions,
    SimulationOptions,
    TableOptions,
    options_of,
)
from bankcraps.analysis.question import ask
from bankcraps.analysis.simulation.simulate import RunPlan
from bankcraps.strategies.plan import LENGTH_UNITS

COMMANDS = {
    "chain --strategy pass": TableOptions,
    "compare pass field --bankroll 9": SimulationOptions,
    "explain --strategy pass": QuestionOptions,
    "risk --strategy pass": SessionOptions,
    "session --strategy pass --bankroll 9": QuestionOptions,
    "simulate --strategy pass --bankroll 9": SimulationOptions,
}
"""A command with as little as it needs, and the options of the function behind it."""

NOT_IN = {"compare": {"paths", "parquet"}}
"""`compare` follows whole paths and writes no file."""


def test_every_option_says_what_it_does():
    assert list(options_of(SimulationOptions)) == list(SimulationOptions.__annotations__)
    assert all(option.says for option in options_of(SimulationOptions).values())


def test_a_run_has_a_field_for_each_of_its_options():
    assert get_type_hints(RunPlan).keys() == get_type_hints(RunOptions).keys()


def test_a_session_is_as_long_as_one_of_the_units_says():
    assert list(LENGTH_UNITS) == list(SessionOptions.__annotations__)[2:5]


def read(line):
    """The options that a command reads from a line, by name."""
    name, *words = line.split()
    return import_module(f"bankcraps.cli.commands.{name}").command.make_context(name, words).params


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_has_the_options_of_its_function_with_their_defaults(line):
    options, found = options_of(COMMANDS[line]), read(line)
    assert options.keys() - found.keys() == NOT_IN.get(line.split()[0], set())
    usual = {name: option.default for name, option in options.items()}
    shared = usual.keys() & found.keys()
    assert {name: found[name] for name in shared} == {name: usual[name] for name in shared}


def test_a_session_that_is_explained_has_one_default_bankroll():
    usual = inspect.signature(explain).parameters["bankroll"].default
    assert read("explain --strategy pass")["bankroll"] == str(usual)


@pytest.mark.parametrize(
    ("function", "kind"),
    [(ask, QuestionOptions), (simulate, SimulationOptions), (exact.session, SessionOptions)],
)
def test_a_docstring_names_every_option(function, kind):
    assert set(options_of(kind)) <= set(re.findall(r"`(\w+)`", function.__doc__))


@pytest.mark.parametrize("argument", ["house", "system", "bankroll", "goal", "floor"])
def test_an_argument_is_described_in_the_same_words_everywhere(argument):
    lab = (ask, compare, exact.bankroll, exact.curve, exact.session, explain, explore, simulate)
    said = [re.findall(rf"\n    {argument}: (.*)\n", inspect.cleandoc(one.__doc__)) for one in lab]
    assert len({words for found in said for words in found}) == 1
