"""Hints where a text is not understood: they are short, and say what people probably want there."""

import pytest

from bankcraps.errors import BankcrapsError
from bankcraps.strategies.library import read_text
from bankcraps.strategies.text.program import SystemTextError

CONDITION = (
    "say a condition: come_out, point, always, five_count, new_shooter, ahead 100, behind 100, "
    "or a wager up, as in place 6 up"
)
EVENT = "say an event: win of pass, 2 losses of field, point_made, seven_out or throw of 12"
STEP = "say what to bet, as in pass 10, or what else to do, as in odds max or down place 6"
TARGET = "say which wager, as in place 6, come, odds or all"
COLON = "put a : before the bets, or join conditions with 'and' or 'or'"
NEXT = "put a ; before what comes next"
BETWEEN = "put a ; between two steps"
RULE = "begin a rule, as in when come_out: pass 10"
MUCH = "say how much, as in odds max, odds 2x or odds 20"
ENDS = "stop after losing 200 or winning 100"
PACE = "progression martingale on pass up to 7 steps"
ONE_EVENT = "an after rule waits for one event: write a rule for each, or say when before a condition"

STOPS = "that is an event: give it a rule, as in after 3 wins of pass: stop"
LINE = "a loss is written as one number, as in labouchere 1-2-3-4; say other rows as series or stages"

HINTS = [
    # Lines for the whole system that say what only a rule says.
    ("stop after 3 wins of pass", "wins", STOPS),
    ("stop after 3 seven_outs", "seven_outs", STOPS),
    ("stop after 2 points made", "points", STOPS),
    ("progression split labouchere 1-2-3 on pass up to 20 units", "split", LINE),
    ("progression johnson on pass", "johnson", LINE),
    # Conditions.
    ("when come_out and: pass 10", ":", CONDITION),
    ("when and: pass 10", "and", CONDITION),
    ("when any time: any_seven 10", "any", CONDITION),
    ("when the puck is off: pass 10", "the", CONDITION),
    ("when not not point: pass 10", "not", CONDITION),
    ("when balance > 100: stop", "balance", CONDITION),
    ("when losing 100: stop", "losing", CONDITION),
    ("only when point and", "", CONDITION),
    ("when (): pass 10", ")", CONDITION),
    ("when up 50: stop", "up", CONDITION),
    (
        "when win of pass: field 5",
        ":",
        "that is an event, as in after win of pass: stop; a condition is 2 wins of pass this shooter",
    ),
    ("when come_out pass 10", "pass", COLON),
    ("when come_out; pass 10", ";", COLON),
    ("when come_out, point: field 5", ",", COLON),
    ("when come_out & point: field 5", "&", COLON),
    ("when always", "", COLON),
    (
        "when (come_out: pass 10",
        ":",
        "close the bracket with ), or join conditions with 'and' or 'or'",
    ),
    ("when come_out): pass 10", ")", "no bracket is open"),
    ("only when point field 5", "field", f"{NEXT}, or join conditions with 'and' or 'or'"),
    ("when point: place all the numbers", "", "say a number, as in place all the numbers 32"),
    ("when point four: field 5", "four", "say which point with a number, as in point 6"),
    (
        "when point 6 and 8: field 5",
        ":",
        "there is one point at a time: join points with or, as in point 6 or 8",
    ),
    ("when place 6: field 5", ":", "say up, as in place 6 up; the bets go after a :"),
    ("when 3: pass 10", ":", "say throws, points made, or which wagers are up, as in 2 come up"),
    ("when no point: field 5", "point", TARGET),
    ("when point: 10 odds on", "", "say which wager, as in pass or come"),
    ("when point: 10 odds on the 9", "the", "say which wager, as in pass or come"),
    # Events.
    ("after that win: stop", "that", EVENT),
    ("after", "", EVENT),
    ("after three wins: stop", "three", EVENT),
    ("after 3: stop", ":", "say wins, losses, throws, points made or seven_outs in a row"),
    ("after win of: stop", ":", TARGET),
    (
        "after win pass: stop",
        "pass",
        "say of which wager, as in after win of pass, or put a : before what to do",
    ),
    ("after seven_out stop", "stop", "put a : before what to do, as in after win of pass: stop"),
    ("after win or loss: stop", "or", ONE_EVENT),
    ("after win of pass and loss of field: stop", "and", ONE_EVENT),
    (
        "after come_out: stop",
        "come_out",
        "that is a condition: begin with when, as in when come_out: pass 10",
    ),
    # Acts.
    ("when come_out: bet 10", "bet", STEP),
    ("when come_out: 10 wins", "wins", "name the wager, as in pass 10 or 10 on pass"),
    ("when come_out: when point: pass 10", "when", STEP),
    ("when come_out: pass", "", "say a number, as in pass 10"),
    ("when come_out: don't pass", "", "say a number, as in dont_pass 15"),
    ("when come_out: place sux 12", "sux", "say a number, as in place 6 12"),
    ("when come_out: place 6 and 8 12", "", "say each, as in place 6 12"),
    ("when come_out: hop 7 5", "7", "say a combination, as in hop 3-4 1"),
    ("when point: odds double", "double", MUCH),
    ("when point: odds 2.5x", "2.5x", MUCH),
    ("when point: press", "", TARGET),
    ("after win: press by 6", "by", TARGET),
    ("after win: regress to 6", "to", TARGET),
    ("after win: add 6 place 6", "place", "say to, as in add 10 to pass up to 100"),
    ("after win: take 6 of place 6", "of", "say from, as in take 10 from pass down to 10"),
    ("after win: press place 6 to 12", "to", f"{NEXT}, or say by or up to"),
    ("when point: come 10 max 2", "max", f"{NEXT}, or say except point or up to"),
    ("when come_out: pass 10 odds max", "odds", NEXT),
    ("when come_out: pass 10, odds max", "odds", NEXT),
    ("when come_out: pass 10 and odds max", "and", BETWEEN),
    ("when come_out: pass 10 or odds max", "or", BETWEEN),
    ("after win: press it and press place 8", "and", BETWEEN),
    (
        "when point: stop after losing 5",
        "after",
        f"write stop alone, or give it a line of its own, as in {ENDS}",
    ),
    # Lines, and the beginnings of rules.
    ("always: pass 10", "always", "that is a condition: begin with when, as in when come_out: pass 10"),
    ("bet 10", "bet", RULE),
    ("when point: field 5; bet 10", "bet", f"{RULE}, or say what to bet, as in pass 10"),
    ("pass 10 when come_out", "when", "when comes first in a rule, as in when come_out: pass 10"),
    ("martingale on pass", "martingale", f"say progression before it, as in {PACE}"),
    ("only point", "point", "say when, after or on, as in only when point or only after five_count"),
    ("at most three come a shooter", "three", "say a number, as in at most 3 come a shooter"),
    ("at most 3 come per hand", "per", "say a shooter, as in at most 3 come a shooter"),
    ("stop after win 100", "win", "say losing 200, winning 100, 60 throws, 10 shooters or 20 decisions"),
    (
        "stop after 200",
        "",
        "say throws, shooters or decisions after a number, or losing or winning before an amount",
    ),
    ("stop after losing 5 and winning 5", "and", f"join ends with or, as in {ENDS}, or {NEXT}"),
    ("stop after losing 5 winning 5", "winning", f"join ends with or, as in {ENDS}, or {NEXT}"),
    ("progression martingale pass", "pass", f"say on, as in {PACE}"),
    (
        "progression doubling on pass",
        "doubling",
        "say which one: martingale, paroli, fibonacci, dalembert, oscar or labouchere 1-2-3-4",
    ),
    (
        "progression martingale on pass and field",
        "and",
        f"a progression is on one wager or one kind: write a line for each, as in {PACE}",
    ),
    (
        "progression series after wins 1 2",
        "",
        "say back 1, a number, then stay or on, as in progression series after wins 1 2 4 on pass",
    ),
]


def wrong(text):
    with pytest.raises(SystemTextError) as raised:
        read_text(text)
    return raised.value


@pytest.mark.parametrize(("text", "word", "hint"), HINTS, ids=[hint[0] for hint in HINTS])
def test_what_would_be_right(text, word, hint):
    error = wrong(text)
    what = f"{word!r} is not understood here" if word else "the text is not finished"
    assert str(error) == f"{what}; {hint}"
    assert error.word == word
    assert text[error.column - 1 :].startswith(word)


GUESSED = [
    ("when pont: field 5", "point"),
    ("when aheda 50: stop", "ahead"),
    ("when behnd 50: stop", "behind"),
    ("when owing 50: stop", "owning"),
    ("when awlays: field 5", "always"),
    ("when come_ot: field 5", "come_out"),
    ("when every shooter: field 5", "every 2nd shooter"),
    ("when five: field 5", "five_count"),
    ("when point: byu 4 20", "buy"),
    ("when point: feild 5", "field"),
    ("when point: any 10", "any_craps or any_seven"),
    ("when point: dont 10", "dont_come or dont_pass"),
    ("when point: odds maximun", "maximum"),
    ("when point: field 5 except 6", "except point"),
    ("when point: come 10 up 2", "up to"),
    ("when point: come 10 upto 2", "up to"),
    ("after throw 12: stop", "throw of 12"),
    ("after point: stop", "point_set or point_made"),
    ("after win of place: half it", "half press"),
    ("if point: field 5", "when"),
    ("stop after 20 rolls", "throws"),
    ("atmost 3 come a shooter", "at most"),
    ("progression martingail on pass", "martingale"),
]


@pytest.mark.parametrize(("text", "meant"), GUESSED, ids=[guess[0] for guess in GUESSED])
def test_a_slip_of_the_pen_is_seen(text, meant):
    assert str(wrong(text)).endswith(f" is not understood here; did you mean {meant}?")


@pytest.mark.parametrize(
    "text",
    [
        "when any: field 5",
        "when the: field 5",
        "when balance: field 5",
        "when losing: field 5",
        "when point four: field 5",
        "when now: field 5",
        "when not not come_out: field 5",
        "after win: press by 6",
        "after win: regress to 6",
        "after a: stop",
        "always: field 5",
        "come_out: field 5",
        "when point: only",
        "when point: odds 2.5x",
    ],
)
def test_what_is_like_nothing_is_no_slip(text):
    assert "did you mean" not in str(wrong(text))


WORDS = [
    *("when", "after", ":", ";", "point", "come_out", "and", "or", "not", "no", "place", "6", "come", "odds"),
    *("press", "it", "by", "to", "up", "stop", "only", "at", "most", "of", "win"),
]


@pytest.mark.some
def test_no_hint_is_longer_than_a_line_or_empty():
    """After any two words, with nonsense behind them or not, there is a hint, and it is never a long list."""
    for first in WORDS:
        for second in WORDS:
            for text in (f"{first} {second}", f"{first} {second} @", f"when point: {first} {second} @"):
                try:
                    read_text(text)
                except BankcrapsError as error:
                    _, _, hint = str(error).partition("; ")
                    assert len(hint) <= 130, (text, hint)
                    assert hint or "understood" not in str(error), text


MONEY = [
    ("when come_out: 5% on the pass line", "as in pass 5%"),
    ("when come_out: all in", "as in pass all; the wager All is make_em_all"),
    ("when new_shooter: small 5; tall 5; all 5", "the wager All is make_em_all"),
    ("when 25 below the peak this shooter: down all", "or behind 25 this shooter"),
    ("when point: place 6 half of winnings this shooter", "as in when ahead 50 this shooter: pass 25"),
    (
        "when come_out: pass 10; at most 100 at risk",
        "at most 100 lost this shooter, or at most 3 come a shooter",
    ),
    ("when point: across 204", "goes in multiples of 32, not 204; say other sums bet by bet"),
    ("when come_out: half the winnings on pass", "as in pass half or pass all"),
    ("when come_out: pass half the winnings", "say of winnings, of losses or of start"),
    (
        "when come_out: pass half of winings",
        "say of winnings, of losses, of start or of a wager; half alone is of all that is owned",
    ),
    ("when always: inside 10%", "write place 6 5%; place 8 5%"),
    ("when come_out: ten percent on pass", "in digits after its wager, as in pass 10 or pass 5%"),
    ("when come_out: pass all in", "all means all in already, as in pass all"),
    ("when 60 off the peak: pass 10", "as in 60 below the peak"),
    ("when come_out: pass to reach the goal", "as in pass to reach 1000"),
    ("when ahead by 50 this shooter: pass 10", "as in ahead 50 this shooter"),
    ("when come_out: pass 200%", "of losses, of winnings or of start it may be more"),
]


@pytest.mark.parametrize(("text", "hint"), MONEY)
def test_what_players_say_of_money_gets_help(text, hint):
    assert str(wrong(text)).endswith(hint)
