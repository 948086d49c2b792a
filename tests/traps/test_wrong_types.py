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
from bankcraps.analysis import plots
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
}


@pytest.mark.parametrize("kind", WRONG)
@pytest.mark.parametrize("function", TAKES)
@pytest.mark.some
def test_a_wrong_type_is_a_sentence(function, kind):
    with pytest.raises(BankcrapsError):
        TAKES[function](WRONG[kind])


MANY_DIGITS = (10**5000, -(10**5000), Fraction(10**5000), "9" * 5000, Decimal("1e999999"))


@pytest.mark.parametrize("amount", MANY_DIGITS, ids=range(len(MANY_DIGITS)))
def test_money_of_too_many_digits_is_a_sentence(amount):
    with pytest.raises(BankcrapsError) as raised:
        TABLE.bet("Ann", "field", amount)
    assert len(str(raised.value)) < 500


NO_SUMS = (10**5000, -(10**5000), b"10", "10", [10], np.int64(1000), np.array([1, 2]), float("nan"), 2.5)
ACTS = {
    "bet": lambda sum_: ev.Bet(wager("field"), sum_, by=player("Ann")),
    "take down": lambda sum_: ev.TakeDown(wager("place 6"), sum_, by=player("Ann")),
    "buy in": lambda sum_: ev.BuyIn(sum_, by=player("Ann")),
    "cash out": lambda sum_: ev.CashOut(sum_, by=player("Ann")),
    "token": lambda sum_: ev.IssueToken("Ann", sum_, by=crew("supervisor")),
}


@pytest.mark.parametrize("amount", NO_SUMS, ids=range(len(NO_SUMS)))
@pytest.mark.parametrize("act", ACTS)
def test_an_amount_that_is_no_sum_is_refused(act, amount):
    table = Table(NSW, {"Ann": 500})
    assert all(table.say("Ann: place 6 12"))
    refused = table.do(ACTS[act](amount)).refusal
    assert refused.code == "bad_amount"
    assert len(refused.message) < 500


NO_CHOICES = ("all", "ON", "", None, b"on", ["on"])


@pytest.mark.parametrize("choice", NO_CHOICES)
def test_a_choice_that_is_none_of_an_acts_is_refused(choice):
    """A record could not say them again."""
    table = Table(NSW, {"Ann": 500})
    assert all(table.say("Ann: place 6 12"))
    acts = [ev.Call(wager("place 6"), choice, by=player("Ann"))]
    if choice != "":  # the house finds out what is meant
        acts.append(ev.Invalidate("fraud", scope=choice, by=crew("supervisor")))
    for act in acts:
        assert table.do(act).refusal.code == "bad_words"


@pytest.mark.parametrize("wrong", ["bytes", "NumPy array", "NaN", "a list", "an object"])
def test_results_are_asked_for_numbers_and_paths(wrong):
    value = WRONG[wrong]
    shooters_hand, edges = hand("nsw"), odds("nsw", "field")
    for ask in (
        shooters_hand.p_passes,
        shooters_hand.p_exactly,
        lambda share: list(shooters_hand.lengths(share)),
    ):
        with pytest.raises(BankcrapsError, match="number"):
            ask(value)
    with pytest.raises(BankcrapsError, match="written to a path"):
        edges.plot(value)


def test_more_passes_than_a_hand_has_are_not_counted_for_ever():
    with pytest.raises(BankcrapsError, match="up to 2500"):
        hand("nsw").p_passes(10**30)


IMPOSSIBLE = {
    "a chip worth nothing": ('"chip_cents":100', '"chip_cents":0'),
    "a point of 13": ('"bank_cents"', '"puck":13,"bank_cents"'),
    "no such place": ('"place":1', '"place":0'),
    "a minimum of nothing": ('"minimum_cents":100', '"minimum_cents":0'),
}


@pytest.mark.parametrize("wrong", IMPOSSIBLE)
def test_a_table_that_cannot_stand_is_no_state(wrong):
    text = encode(TABLE.state).decode()
    assert decode_state(text) == TABLE.state
    was, now = IMPOSSIBLE[wrong]
    assert was in text
    with pytest.raises(BankcrapsError, match="not a state"):
        decode_state(text.replace(was, now))


def test_a_decoder_does_not_quote_all_that_it_was_given():
    with pytest.raises(BankcrapsError) as raised:
        decode_event(b'{"type":"' + b"9" * 5000 + b'"}')
    assert len(str(raised.value)) < 600


@pytest.mark.parametrize("value", ["x" * 999, "\0" * 80, "a" + "\\" * 300, "'" * 250, "\U000e0001" * 40])
def test_a_long_text_is_quoted_with_both_its_quotes_and_whole_escapes(value):
    shown = literal_eval(quoted(value))
    assert shown.endswith("...")
    assert value.startswith(shown.removesuffix("..."))


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


STAKED = step(NSW, TABLE.state, BET).effects[0]
TO_WRITE = {
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


@pytest.mark.parametrize("kind", WRONG)
@pytest.mark.parametrize("function", TO_WRITE)
def test_a_wrong_table_or_event_is_a_sentence(function, kind):
    with pytest.raises(BankcrapsError):
        TO_WRITE[function](WRONG[kind])


@pytest.mark.parametrize("depth", [-1, 1001, 10**5000, None, "2", 2.0, True], ids=range(7))
def test_a_depth_is_a_whole_number_of_throws(depth):
    with pytest.raises(BankcrapsError, match="depth is"):
        perft(NSW, TABLE.state, depth)


@pytest.mark.parametrize("tokens", [None, b"x", [1000], (None,), (10**5000,), ("10",)], ids=range(6))
def test_tokens_that_are_no_sums_are_refused(tokens):
    event = ev.Bet(wager("field"), Cents(1000), tokens=tokens, by=player("Ann"))
    assert TABLE.do(event).refusal.code == "bad_amount"


@pytest.mark.parametrize("kind", [kind for kind in WRONG if kind != "a list"])
def test_a_picture_of_wrong_types_is_a_sentence(kind):
    wrong, heading = WRONG[kind], plots.Heading("title")
    for draw in (plots.edges, plots.ruin_curve):
        with pytest.raises(BankcrapsError, match="a list of"):
            draw(wrong, heading)
    for draw in (plots.comparison, plots.edges_of_books, plots.final):
        with pytest.raises(BankcrapsError, match="a picture draws"):
            draw(wrong, 1, heading)
    with pytest.raises(BankcrapsError, match="is a Heading"):
        plots.heat(np.zeros((6, 6)), wrong)
