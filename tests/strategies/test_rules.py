"""The meaning of the words, a rule at a time, as a dealer's table."""

import pytest

from bankcraps import exact

from .playing import follow, opened, thrown

SCRIPTS = {
    "a bet that stands is left alone, and made again when it is gone": (
        "when point: field 5; place 6 12",
        "- | 4\nplace 6 12, field 5 | 8\nplace 6 12, field 5 | 7\n-",
    ),
    "what no rule speaks of stays up": (
        "when point 4: place 6 12",
        "- | 4\nplace 6 12 | 4\nplace 6 12 | 5\nplace 6 12",
    ),
    "only down takes down": (
        "when point 4: place 6 12\nwhen come_out: down place 6",
        "- | 4\nplace 6 12 | 4\n- | 5\n-",
    ),
    "the last rule wins": ("when always: field 5\nwhen point: down field", "field 5 | 6\n- | 8\n-"),
    "another sum by another rule": (
        "when point 4: place 6 12\nwhen point 5: place 6 24",
        "- | 4\nplace 6 12 | 4\nplace 6 12 | 5\nplace 6 24 | 5\nplace 6 24 | 4\nplace 6 12",
    ),
    "a come wager at a time until there are so many": (
        "when point: come 10 up to 1",
        "- | 4\ncome 10 | 3\ncome 10 | 9\ncome 9 10 | 9\ncome 10",
    ),
    "odds only where they are said": (
        "when come_out: pass 10\nwhen point: come 10; odds come 5 1x",
        "pass 10 | 4\npass 10, come 10 | 5\npass 10, come 10, come 5 10, come_odds 5 10 | 6",
    ),
    "odds behind one kind leave the others without": (
        "when come_out: pass 10\nwhen point: odds come max",
        "pass 10 | 4\npass 10 | 5\npass 10",
    ),
    "other wagers on numbers are no come wagers": (
        "when point: place 6 12; come 10 up to 1",
        "- | 4\ncome 10, place 6 12 | 5\ncome 5 10, place 6 12 | 9\ncome 5 10, place 6 12",
    ),
    "a wager comes down where the point is": (
        "when always: place 6 12 except point; place 8 12 except point",
        "place 6 12, place 8 12 | 6\nplace 8 12 | 6\nplace 6 12, place 8 12",
    ),
    "odds of a sum, and never beyond the limit": (
        "when come_out: pass 5\nwhen point: odds 20",
        "pass 5 | 6\npass 5, pass_odds 20 | 6\npass 5 | 4\npass 5, pass_odds 15",
    ),
    "so many times the flat, even where the house cannot pay it exactly": (
        "when come_out: pass 15\nwhen point: odds 3x",
        "pass 15 | 5\npass 15, pass_odds 45",
    ),
    "so many times the flat, up to the limit": (
        "when come_out: pass 15\nwhen point: odds 9x",
        "pass 15 | 6\npass 15, pass_odds 75",
    ),
    "full odds are the most": (
        "when come_out: pass 3\nwhen point: odds full",
        "pass 3 | 4\npass 3, pass_odds 9 | 4\npass 3 | 5\npass 3, pass_odds 12",
    ),
    "a sum, even where the house cannot pay it exactly": (
        "when come_out: pass 3\nwhen point: odds 11",
        "pass 3 | 5\npass 3, pass_odds 11",
    ),
    "lay odds that win so many times the flat at most, in chips": (
        "when come_out: dont_pass 5\nwhen point: odds 2x",
        (
            "dont_pass 5 | 5\ndont_pass 5, dont_pass_odds 15 | 7\n"
            "dont_pass 5 | 6\ndont_pass 5, dont_pass_odds 12"
        ),
    ),
    "odds in their own words": (
        "when come_out: pass 10\nwhen point: pass_odds 20",
        "pass 10 | 6\npass 10, pass_odds 20",
    ),
    "contract wagers stay, and their odds come down": (
        "when come_out: pass 10\nwhen point 6: odds max\nafter throw of 12: down all",
        "pass 10 | 6\npass 10, pass_odds 50 | 12\npass 10 | 5\npass 10 | 6\n- | 7\n- | 6\n- | 7\npass 10",
    ),
    "taking down a don't takes its odds": (
        "when come_out: dont_pass 10\nwhen point: odds max\nwhen point 6: down dont_pass",
        "dont_pass 10 | 5\ndont_pass 10, dont_pass_odds 60 | 5\ndont_pass 10 | 6\n-",
    ),
    "calls stay until called otherwise": (
        "when point: place 6 12\nwhen point 8: off place 6\nwhen point 9: on place 6",
        (
            "- | 8\nplace 6 12 off | 8\nplace 6 12 off | 4\nplace 6 12 off | 4\n"
            "place 6 12 off | 9\nplace 6 12 on"
        ),
    ),
    "working on the come-out": (
        "when point: place 6 12\nwhen come_out: on place",
        "- | 4\nplace 6 12 | 4\nplace 6 12 on | 7\n-",
    ),
    "all that may be called": (
        "when come_out: pass 10; off all\nwhen point: hard 6 5; place 8 12",
        "pass 10 | 4\npass 10, place 8 12, hard 6 5 | 4\npass 10, place 8 12 off, hard 6 5 off",
    ),
    "a call that changes nothing yet holds later": (
        "when come_out: place 6 12; off place",
        "place 6 12 off | 4\nplace 6 12 off | 6\nplace 6 12 off | 7\nplace 6 12 off",
    ),
    "a call before the wager that it is about": (
        "when always: on place; place 6 12",
        "place 6 12 on | 6\nplace 6 12 on",
    ),
    "press goes up on wins, and back on a loss": (
        "when point: place 6 12\nafter win of place 6: press place 6 up to 40",
        "- | 4\nplace 6 12 | 6\nplace 6 24 | 6\nplace 6 40 | 6\nplace 6 40 | 7\n- | 4\nplace 6 12",
    ),
    "press by a sum": (
        "when point: place 6 12; place 8 12\nafter win of place: press it by 6",
        "- | 4\nplace 6 12, place 8 12 | 8\nplace 6 12, place 8 18 | 8\nplace 6 12, place 8 24",
    ),
    "a martingale in rules": (
        "when come_out: pass 10\nafter loss of pass: double pass up to 30; after win of pass: reset pass",
        "pass 10 | 2\npass 20 | 3\npass 30 | 12\npass 30 | 7\npass 10",
    ),
    "d'Alembert in rules": (
        "when come_out: pass 10\nafter loss of pass: add 10 to pass; after win of pass: take 10 from pass",
        "pass 10 | 2\npass 20 | 3\npass 30 | 7\npass 20 | 7\npass 10 | 7\npass 10",
    ),
    "two in a row, and a loss between": (
        "when always: field 5\nafter 2 wins of field: press field up to 10",
        "field 5 | 3\nfield 5 | 6\nfield 5 | 3\nfield 5 | 4\nfield 10 | 3\nfield 10 | 7\nfield 5",
    ),
    "a family counts as one": (
        "when point: place 6 12; place 8 12\nafter 2 wins of place: regress place to 6",
        "- | 4\nplace 6 12, place 8 12 | 6\nplace 6 12, place 8 12 | 8\nplace 6 6, place 8 6 | 7\n-",
    ),
    "down after something lasts for the hand": (
        "when point: place 6 12\nafter win of place 6: down place 6",
        "- | 4\nplace 6 12 | 6\n- | 4\n- | 5\n- | 7\n- | 5\nplace 6 12",
    ),
    "a bet after something is made once": (
        "when come_out: pass 10\nafter throw of 2 or 12: twelve 1",
        "pass 10 | 2\npass 10, twelve 1 | 6\npass 10 | 12\npass 10, twelve 1 | 3\npass 10",
    ),
    "a combination": (
        "when come_out: pass 10\nafter throw of 3-3: hard 6 5",
        "pass 10 | 1-5\npass 10 | 3-3\npass 10, hard 6 5",
    ),
    "the money of a throw": (
        "when always: field 5; two 5\nafter loss: field 10\nafter win: stop",
        "field 5, two 5 | 4\nfield 5, two 5 | 7\nfield 10, two 5 | 2\nstop",
    ),
    "throws of a shooter": (
        "when point: place 6 12\nafter 3 throws: down place 6",
        "- | 4\nplace 6 12 | 5\nplace 6 12 | 9\n- | 8\n- | 7\n- | 4\nplace 6 12",
    ),
    "points made": (
        "when come_out: pass 10\nwhen 2 points made: field 5",
        "pass 10 | 4\npass 10 | 4\npass 10 | 5\npass 10 | 5\npass 10, field 5 | 6\npass 10, field 5",
    ),
    "a new shooter": ("when new_shooter: field 5", "field 5 | 6\n- | 7\nfield 5 | 4\n-"),
    "events of the puck": (
        "when always: two 1\nafter point_set: field 5\nafter point made: twelve 1\nafter seven_out: eleven 1",
        "two 1 | 6\nfield 5, two 1 | 6\ntwo 1, twelve 1 | 5\nfield 5, two 1 | 7\ntwo 1, eleven 1",
    ),
    "what is up": (
        "when point: come 10 up to 2\nwhen 2 come up: place 6 12\nwhen no come up and point: field 5",
        "- | 4\ncome 10, field 5 | 5\ncome 10, come 5 10 | 9\ncome 5 10, come 9 10, place 6 12 | 8",
    ),
    "or, and, not": (
        "when point 4 or 5 and not (new_shooter or 3 throws): field 5",
        "- | 4\nfield 5 | 6\nfield 5 | 8\n- | 7\n-",
    ),
    "a point that is another": ("when point not 6 or 8: field 5", "- | 6\n- | 6\n- | 4\nfield 5"),
    "no more than a come wager a shooter": (
        "at most 1 come a shooter\nwhen point: come 10",
        "- | 4\ncome 10 | 3\n- | 5\n- | 7\n- | 4\ncome 10 | 5\ncome 5 10 | 7\n-",
    ),
    "a gate leaves what stands": (
        "only when point 6\nwhen point: place 8 12; field 5",
        "- | 6\nplace 8 12, field 5 | 6\nplace 8 12 | 4\nplace 8 12 | 8\nplace 8 12",
    ),
    "every second shooter": (
        "only on every 2nd shooter\nwhen always: field 5",
        "- | 4\n- | 7\nfield 5 | 4\nfield 5 | 7\n-",
    ),
    "stop after shooters": (
        "when always: field 5\nstop after 2 shooters",
        "field 5 | 4\nfield 5 | 7\nfield 5 | 4\nfield 5 | 7\nstop",
    ),
    "stop after decisions": (
        "when always: field 5\nstop after 3 decisions",
        "field 5 | 7\nfield 5 | 6\nfield 5 | 11\nfield 5 | 6\nfield 5 | 2\nstop",
    ),
    "stop after throws": ("when always: field 5\nstop after 2 throws", "field 5 | 7\nfield 5 | 6\nstop"),
    "stop after losing": (
        "when always: field 5\nstop after losing 10 or winning 100",
        "field 5 | 7\nfield 5 | 6\nstop",
    ),
    "the numbers across and the point not": (
        "when point: across 64 except point\nwhen come_out: down place",
        "- | 4\nplace 5 10, place 6 12, place 8 12, place 9 10, place 10 10 | 4\n-",
    ),
    "a progression on the line": (
        "when come_out: pass 10\nwhen point: odds 1x\nprogression martingale on line",
        "pass 10 | 2\npass 20 | 6\npass 20, pass_odds 20 | 7\npass 40",
    ),
    "a progression on come wagers": (
        "when point: come 10 up to 2\nprogression martingale on come",
        "- | 4\ncome 10 | 2\ncome 20 | 5\ncome 20, come 5 20 | 5\ncome 10, come 5 20",
    ),
}


@pytest.mark.parametrize(("text", "script"), SCRIPTS.values(), ids=list(SCRIPTS))
def test_it_means(text, script):
    follow(text, script)


def test_a_size_that_grows_stays_within_the_sign():
    follow(
        "when always: field 5\nafter loss of field: press field",
        "field 5 | 7\nfield 10 | 7\nfield 20 | 7\nfield 20 | 7\nfield 20",
        limits="1:20:1",
        book="nsw",
    )


def test_a_line_wager_astride_the_line_is_made_once():
    follow("when point: pass 12", "- | 6\npass 12 | 5\npass 12", "classic:after_point=place")


def test_a_wager_that_the_house_refuses_is_counted():
    table = opened("when always: come 10", "nsw")
    table.bet()
    assert [refusal.code for refusal in table.refused] == ["not_now"]
    table.throw(thrown("6"))
    table.bet()
    assert table.layout == "come 10"


def test_a_call_of_one_wager_that_cannot_be_called_is_refused_and_of_all_it_is_left_out():
    for target, codes in (("big 6", ["not_callable"]), ("all", [])):
        table = opened(f"when always: big 6 10; off {target}")
        table.bet()  # the wagers
        table.bet()  # the calls of what is up
        assert sorted({refusal.code for refusal in table.refused}) == codes


def test_memory_ends():
    table = opened(
        "when always: field 5\nafter win of field: press field\nafter loss of field: press field", "nsw"
    )
    seen = set()
    for _ in range(60):
        table.memory = table.system.remember(table.memory, ())
        table.bet()
        table.throw(thrown("7"))
        seen.add(table.memory)
    assert len(seen) < 30


@pytest.mark.parametrize("count", [1, 2, 5])
def test_bets_with_commission_are_no_throws(count):
    """Pennsylvania takes its commission when the wager is made: a system hears of it before any throw."""
    text = f"when always: buy 4 20; stop after {count} throws"
    found = exact.session("pennsylvania", text, 500, throws=50, extremes=False)
    assert found.throws == pytest.approx(count)
    assert found.ends["stopped"] == pytest.approx(1)
