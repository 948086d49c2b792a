"""Bytes, None, NumPy and other wrong types: a sentence of ours, not an error from somewhere inside."""

from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

from bankcraps import (
    BankcrapsError,
    Pay,
    Table,
    compare,
    explain,
    explore,
    load_rulebook,
    open_table,
    read_record,
    read_rulebook,
    simulate,
    system,
    wager,
)
from bankcraps.strategy.policy import Layout

WRONG = {
    "bytes": b"pass 10",
    "None": None,
    "NumPy number": np.int64(10),
    "NumPy array": np.array([1, 2]),
    "NaN": float("nan"),
    "a list": [],
    "an object": object(),
    "a class": int,
    "a Decimal": Decimal("nan"),
}
TAKES = {
    "wager": wager,
    "system": system,
    "Pay": Pay,
    "read_record": read_record,
    "read_rulebook": read_rulebook,
    "explore, the system": lambda wrong: explore("nsw", wrong),
    "simulate, the system": lambda wrong: simulate("nsw", wrong, bankroll=100, throws=10),
    "explain, the system": lambda wrong: explain("nsw", wrong, bankroll=100, throws=10),
    "compare, one system": lambda wrong: compare("nsw", ["pass", wrong], bankroll=100, throws=10),
    "explore, the limits": lambda wrong: explore("nsw", "pass", limits=wrong),
    "the source of a record": lambda wrong: read_record("x", wrong),
    "the source of a rulebook": lambda wrong: read_rulebook("x", wrong),
}


@pytest.mark.parametrize("kind", WRONG)
@pytest.mark.parametrize("function", TAKES)
def test_a_wrong_type_is_a_sentence(function, kind):
    with pytest.raises(BankcrapsError):
        TAKES[function](WRONG[kind])


@pytest.mark.parametrize("systems", [None, 5, "pass", b"field", object()])
def test_systems_side_by_side_are_a_list(systems):
    with pytest.raises(BankcrapsError, match="a list of two or more"):
        compare("nsw", systems, bankroll=100, throws=10)


@pytest.mark.parametrize("seats", ["Bob", 5, b"Ann", [("Ann", 500)]])
def test_seats_are_names_with_sums(seats):
    with pytest.raises(BankcrapsError, match="names with their buy-ins"):
        Table("nsw", seats)


@pytest.mark.parametrize("chip", [None, "1", 1.5, Decimal("nan")])
def test_a_chip_is_in_whole_cents(chip):
    with pytest.raises(BankcrapsError, match="whole cents"):
        open_table(load_rulebook("nsw"), chip=chip)


def test_a_path_is_a_system(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("when come_out: pass 10", encoding="utf-8")
    assert explore("nsw", Path(path)).states == explore("nsw", "pass").states


class Wants:
    """A policy that wants one layout, and remembers one thing."""

    name = text = "mine"

    def __init__(self, layout=None, memory=()):
        self.wanted = layout
        self.memory = memory

    def start(self):
        return self.memory

    def layout(self, observation, memory):
        del observation, memory
        return self.wanted

    def remember(self, memory, effects):
        del effects
        return memory


PASS = wager("pass")
LAYOUTS = {
    "a dict": ({PASS: 1000}, "wants a Layout"),
    "text": ("pass 10", "wants a Layout"),
    "a stake by name": (Layout({"pass": 1000}), "by Wager"),
    "half a cent": (Layout({PASS: 10.5}), "whole number of cents"),
    "a float": (Layout({PASS: np.float64(1000)}), "whole number of cents"),
    "below nothing": (Layout({PASS: -5}), "whole number of cents"),
    "too much": (Layout({PASS: 10**30}), "whole number of cents"),
    "nothing at all": (Layout({PASS: None}), "whole number of cents"),
    "a call": (Layout({}, {PASS: "maybe"}), "'on' or 'off'"),
}


@pytest.mark.parametrize("wrong", LAYOUTS)
@pytest.mark.parametrize("ask", [explore, simulate])
def test_a_policy_that_wants_no_layout_is_told(ask, wrong):
    layout, message = LAYOUTS[wrong]
    plan = {} if ask is explore else {"bankroll": 100, "throws": 10, "sessions": 10}
    with pytest.raises(BankcrapsError, match=message):
        ask("nsw", Wants(layout), **plan)


@pytest.mark.parametrize("memory", [[], {}, np.array([1, 2])], ids=["a list", "a dict", "an array"])
def test_a_memory_must_be_hashable(memory):
    with pytest.raises(BankcrapsError, match="must be hashable"):
        explore("nsw", Wants(Layout({PASS: 1000}), memory))


def test_a_numpy_stake_is_a_stake():
    assert explore("nsw", Wants(Layout({PASS: np.int64(1000)}))).cash == 1000


def test_a_policy_needs_a_name():
    unnamed = Wants(Layout({PASS: 1000}))
    unnamed.name = None
    with pytest.raises(BankcrapsError, match="a policy has a name"):
        explore("nsw", unnamed)
