"""Bytes, None, NumPy and other wrong types get a sentence of ours, not an error from deep inside."""

from ast import literal_eval
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from bankcraps import (
    BankcrapsError,
    Cents,
    Limits,
    Pay,
    Table,
    compare,
    exact,
    explain,
    explore,
    hand,
    load_rulebook,
    odds,
    open_table,
    read_record,
    read_rulebook,
    replay,
    simulate,
    step,
    system,
    wager,
)
from bankcraps.errors import quoted
from bankcraps.game.engine import events as ev
from bankcraps.game.engine import player, shooter, thrower
from bankcraps.game.engine.actor import crew
from bankcraps.game.notation import tell, write_effect, write_event
from bankcraps.game.perft import perft
from bankcraps.game.records import opened
from bankcraps.game.records.codec import decode_event, decode_state, encode, entry_hash, state_hash
from bankcraps.strategies.policy import Layout

NSW = load_rulebook("nsw")
TABLE = Table(NSW, {"Ann": 500})
BET = ev.Bet(wager("field"), Cents(1000), by=player("Ann"))

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
    "more digits than Python writes": 10**5000,
    "a fraction of as many": Fraction(10**5000, 3),
}


def as_key(value):
    """The value, or something like it where it cannot be a key of a dictionary."""
    try:
        hash(value)
    except TypeError:
        return tuple(value)
    return value


STAKED = step(NSW, TABLE.state, BET).effects[0]
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
    "Limits.read": Limits.read,
    "load_rulebook": load_rulebook,
    "replay": lambda wrong: list(replay(wrong, NSW)),
    "Table.resumed": Table.resumed,
    "Table.say": TABLE.say,
    "Table.bet, the player": lambda wrong: TABLE.bet(wrong, "field", 10),
    "Table, a name": lambda wrong: Table(NSW, {as_key(wrong): 500}),
    "Table.roll": TABLE.roll,
    "odds, with_odds": lambda wrong: odds(NSW, "pass", with_odds=wrong),
    "odds, the limits": lambda wrong: odds(NSW, "pass", limits=wrong),
    "a report's wager": lambda wrong: odds(NSW)[wrong],
    "Table.throw": lambda wrong: TABLE.throw(wrong, 1),
    "Table.do": TABLE.do,
    "step, the book": lambda wrong: step(wrong, TABLE.state, BET),
    "step, the state": lambda wrong: step(NSW, wrong, BET),
    "step, the wager": lambda wrong: step(NSW, TABLE.state, ev.Bet(wrong, Cents(1000), by=player("Ann"))),
    "step, who": lambda wrong: step(NSW, TABLE.state, ev.Bet(wager("field"), Cents(1000), by=wrong)),
    "open_table, the book": open_table,
    "open_table, a seat": lambda wrong: open_table(NSW, [("Ann", wrong)]),
    "decode_event": decode_event,
    "decode_state": decode_state,
    "the source of a record": lambda wrong: read_record("x", wrong),
    "the source of a rulebook": lambda wrong: read_rulebook("x", wrong),
    "perft, the book": lambda wrong: perft(wrong, TABLE.state, 1),
    "perft, the state": lambda wrong: perft(NSW, wrong, 1),
    "state_hash": state_hash,
    "entry_hash, the line": lambda wrong: entry_hash(wrong, TABLE.state),
    "entry_hash, the state": lambda wrong: entry_hash("field 5", wrong),
    "write_event": write_event,
    "write_effect": lambda wrong: write_effect(wrong, NSW),
    "write_effect, the book": lambda wrong: write_effect(STAKED, wrong),
    "tell, the book": lambda wrong: tell(STAKED, wrong),
    "opened, the header": lambda wrong: opened(wrong, NSW),
    "opened, the book": lambda wrong: opened(TABLE.header(), wrong),
    "shooter, the book": lambda wrong: shooter(wrong, TABLE.state),
    "shooter, the state": lambda wrong: shooter(NSW, wrong),
    "thrower, the book": lambda wrong: thrower(wrong, TABLE.state),
    "thrower, the state": lambda wrong: thrower(NSW, wrong),
}


SLOW = ("explore", "simulate", "explain", "compare")
"""Functions of the lab: a usual run asks one in four of them."""


@pytest.mark.parametrize(
    "function",
    [pytest.param(name, marks=pytest.mark.some if name.startswith(SLOW) else ()) for name in TAKES],
)
def test_a_wrong_type_is_a_sentence(function):
    for kind, wrong in WRONG.items():
        try:
            TAKES[function](wrong)
        except BankcrapsError:
            continue
        pytest.fail(f"{function} takes {kind}")


# Money.

MANY_DIGITS = (10**5000, -(10**5000), Fraction(10**5000), "9" * 5000, Decimal("1e999999"))
NO_SUMS = (
    *MANY_DIGITS[:2], b"10", "10", [10], np.int64(1000), np.array([1, 2]), float("nan"), 2.5, 1000.0, True,
)  # fmt: skip
NO_TOKENS = (None, b"x", [1000], (None,), (10**5000,), ("10",))
ACTS = {
    "bet": lambda sum_: ev.Bet(wager("field"), sum_, by=player("Ann")),
    "take down": lambda sum_: ev.TakeDown(wager("place 6"), sum_, by=player("Ann")),
    "buy in": lambda sum_: ev.BuyIn(sum_, by=player("Ann")),
    "cash out": lambda sum_: ev.CashOut(sum_, by=player("Ann")),
    "token": lambda sum_: ev.IssueToken("Ann", sum_, by=crew("supervisor")),
}


@pytest.mark.parametrize("act", ACTS)
def test_an_amount_that_is_no_sum_is_refused(act):
    table = Table(NSW, {"Ann": 500})
    assert all(table.say("Ann: place 6 12"))
    events = [ACTS[act](amount) for amount in NO_SUMS]
    events += [ev.Bet(wager("field"), Cents(1000), tokens=tokens, by=player("Ann")) for tokens in NO_TOKENS]
    for event in events:
        refused = table.do(event).refusal
        assert refused.code == "bad_amount"
        assert len(refused.message) < 500


@pytest.mark.parametrize("choice", ["all", "ON", "", None, b"on", ["on"]])
def test_a_choice_that_is_none_of_an_acts_is_refused(choice):
    """A record could not say them again."""
    table = Table(NSW, {"Ann": 500})
    assert all(table.say("Ann: place 6 12"))
    acts = [ev.Call(wager("place 6"), choice, by=player("Ann"))]
    if choice != "":  # the house finds out what is meant
        acts.append(ev.Invalidate("fraud", scope=choice, by=crew("supervisor")))
    for act in acts:
        assert table.do(act).refusal.code == "bad_words"


HAND, EDGES = hand("nsw"), odds("nsw", "field")
NO_NUMBERS = tuple(WRONG[kind] for kind in ("bytes", "NumPy array", "NaN", "a list", "an object"))
NO_STATES = [
    ('"chip_cents":100', '"chip_cents":0'),
    ('"bank_cents"', '"puck":13,"bank_cents"'),
    ('"place":1', '"place":0'),
    ('"minimum_cents":100', '"minimum_cents":0'),
]
WRONG_OF_ITS_SORT = [
    (HAND.p_passes, NO_NUMBERS, "number"),
    (HAND.p_exactly, NO_NUMBERS, "number"),
    (lambda share: list(HAND.lengths(share)), NO_NUMBERS, "number"),
    (HAND.p_passes, (10**30,), "up to 2500"),
    (EDGES.plot, NO_NUMBERS, "written to a path"),
    (lambda now: decode_state(encode(TABLE.state).decode().replace(*now)), NO_STATES, "not a state"),
    (lambda text: decode_event(b'{"type":"' + text + b'"}'), (b"9" * 5000,), r"\A.{,600}\Z"),
    (lambda sum_: TABLE.bet("Ann", "field", sum_), MANY_DIGITS, r"\A.{,500}\Z"),
    (
        lambda systems: compare("nsw", systems, bankroll=100, throws=10),
        (None, 5, "pass", b"field", object()),
        "a list of two",
    ),
    (lambda seats: Table("nsw", seats), ("Bob", 5, b"Ann", [("Ann", 500)]), "names with their buy-ins"),
    (lambda chip: open_table(NSW, chip=chip), (None, "1", 1.5, Decimal("nan")), "whole cents"),
    (lambda depth: perft(NSW, TABLE.state, depth), (-1, 1001, 10**5000, None, "2", 2.0, True), "depth is"),
]


@pytest.mark.parametrize(("function", "values", "said"), WRONG_OF_ITS_SORT, ids=range(len(WRONG_OF_ITS_SORT)))
def test_what_a_function_does_not_take_is_told(function, values, said):
    assert decode_state(encode(TABLE.state)) == TABLE.state
    for value in values:
        with pytest.raises(BankcrapsError, match=said):
            function(value)


@pytest.mark.parametrize("value", ["x" * 999, "\0" * 80, "a" + "\\" * 300, "'" * 250, "\U000e0001" * 40])
def test_a_long_text_is_quoted_with_both_its_quotes_and_whole_escapes(value):
    shown = literal_eval(quoted(value))
    assert shown.endswith("...")
    assert value.startswith(shown.removesuffix("..."))


def test_a_path_is_a_system(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("when come_out: pass 10", encoding="utf-8")
    assert explore("nsw", Path(path)).states == explore("nsw", "pass").states


# Policies in Python.


class Wants:
    """A policy that wants one layout, and remembers one thing."""

    name = text = "mine"

    def __init__(self, layout=None, memory=()):
        self.wanted, self.memory = layout, memory

    def start(self):
        return self.memory

    def layout(self, observation, memory):
        del observation, memory
        return self.wanted

    def remember(self, memory, effects):
        del effects
        return memory


PASS = wager("pass")
WHOLE = "whole number of cents"
LAYOUTS = {
    "a dict": ({PASS: 1000}, "wants a Layout"),
    "text": ("pass 10", "wants a Layout"),
    "a stake by name": (Layout({"pass": 1000}), "by Wager"),
    "half a cent": (Layout({PASS: 10.5}), WHOLE),
    "a float": (Layout({PASS: np.float64(1000)}), WHOLE),
    "below nothing": (Layout({PASS: -5}), WHOLE),
    "too much": (Layout({PASS: 10**30}), WHOLE),
    "nothing at all": (Layout({PASS: None}), WHOLE),
    "dollars": (
        Layout({PASS: 10}),
        r"pass 10 bets \$0.10, less than .* \$1; to bet \$10 write dollars\(10\)",
    ),
    "a call": (Layout({}, {PASS: "maybe"}), "'on' or 'off'"),
}


@pytest.mark.parametrize("wrong", LAYOUTS)
@pytest.mark.parametrize("ask", [explore, simulate])
def test_a_policy_that_wants_no_layout_is_told(ask, wrong):
    layout, message = LAYOUTS[wrong]
    plan = {} if ask is explore else {"bankroll": 100, "throws": 10, "sessions": 10}
    with pytest.raises(BankcrapsError, match=message):
        ask("nsw", Wants(layout), **plan)


@pytest.mark.parametrize("ask", [exact.session, simulate])
def test_a_result_says_that_no_wager_is_made(ask):
    found = ask("nsw", Wants(Layout({PASS: 100})), bankroll=100, throws=10, limits="5:500")
    assert "no wager is made, pass needs at least $5, not $1>" in repr(found)
    assert "no wager" not in repr(ask("nsw", "pass", bankroll=100, throws=10))


def test_a_policy_has_a_name_and_a_memory_that_is_hashable():
    assert explore("nsw", Wants(Layout({PASS: np.int64(1000)}))).cash == 1000
    for memory in ([], {}, np.array([1, 2])):
        with pytest.raises(BankcrapsError, match="must be hashable"):
            explore("nsw", Wants(Layout({PASS: 1000}), memory))
    unnamed = Wants(Layout({PASS: 1000}))
    unnamed.name = None
    with pytest.raises(BankcrapsError, match="a policy has a name"):
        explore("nsw", unnamed)
