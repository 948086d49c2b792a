"""Stages: systems played one at a time, with what moves the player from one to another."""

from fractions import Fraction

import pytest

from bankcraps import dollars, exact, load_rulebook
from bankcraps.analysis.question import ask
from bankcraps.errors import BankcrapsError
from bankcraps.game.engine import open_table
from bankcraps.strategies.checking import check
from bankcraps.strategies.inspecting import reasons
from bankcraps.strategies.library import read_text, system
from bankcraps.strategies.observation import Observation
from bankcraps.strategies.policy import looks_at_money
from bankcraps.strategies.rules.conditions import Ahead
from bankcraps.strategies.stages import Move, Stage, Staged

from .playing import after_every_sequence, follow

TWO = """\
stage one:
  when always: field 5
  go to two when ahead 10
stage two:
  when always: field 10
  go to one after 2 losses of field"""


def test_stages_are_printed_in_one_form():
    said = "Stage ONE: when always: field 5; advance to Two when ahead $10; stage two: when always: field 10;"
    found = read_text(f"{said} retreat to stage one after 2 losses of field")
    assert found.text == TWO
    assert read_text(found.text) == found == system(found.name)
    assert found.name.startswith("stage one: when always: field 5; go to two when ahead 10; stage two: when")
    assert looks_at_money(found)
    assert str(found.program.scaled(Fraction(2))).splitlines()[:3] == [
        "stage one:",
        "  when always: field 10",
        "  go to two when ahead 20",
    ]


MOVED = {
    "stage one: when always: field 5; go to two after throw of 4; "
    "stage two: when always: horn 4; go to one after 3 throws": """
        field 5 | 3
        field 5 | 4
        horn 4  | 6
        field 5 | 7
        field 5
    """,
    "when always: any_seven 5; stage one: when new_shooter: field 5; go to two after throw of 8; "
    "stage two: when new_shooter: field 10; when 2 throws: horn 4": """
        field 5, any_seven 5 | 8
        any_seven 5 | 9
        any_seven 5, horn 4 | 7
        field 10, any_seven 5
    """,
    "stage one: when come_out: pass 5; after win of pass: press pass; go to two when 1 point made; "
    "stage two: when come_out: pass 20; after win of pass: press pass; go to one when come_out": """
        pass 5 | 7
        pass 10 | 6
        pass 10 | 6
        pass 20 | 9
        pass 20 | 4
        pass 20 | 7
        pass 5
    """,
    "stage one: when always: field 5; after loss of field: stop; go to two after throw of 7; "
    "stage two: when always: field 10": """
        field 5 | 4
        field 5 | 7
        stop
    """,
    "stage a: when always: field 5; go to c after throw of 8; go to b after throw of 8 or 9; "
    "stage b: when always: field 10; stage c: when always: field 15; go to a after throw of 8": """
        field 5 | 8
        field 15 | 8
        field 5 | 9
        field 10
    """,
    "stage one: when always: field 5; go to rest after 2 seven_outs in a row; "
    "stage rest: go to one when point not 6 and 3 throws": """
        field 5 | 4
        field 5 | 7
        field 5 | 8
        field 5 | 7
        - | 6
        - | 8
        - | 9
        - | 6
        - | 5
        field 5
    """,
}


@pytest.mark.parametrize("text", MOVED)
def test_a_stage_changes_after_a_throw_and_makes_the_next_bets(text):
    follow(text, MOVED[text])


BY_SHOOTER = (
    "stage a: when always: field 10; go to b when ahead 10 this shooter or point and not behind; "
    "stage b: when always: field 20; go to a when behind 10 this shooter"
)


@pytest.mark.parametrize(
    ("text", "throws"),
    [
        (TWO, 2),
        ("stage a: when always: field 10; go to b when behind 10; stage b: when always: field 20", 2),
        (BY_SHOOTER, 2),
    ],
)
def test_an_exact_session_is_all_sequences_of_throws(text, throws):
    asked = ask("classic", text, 40, throws=throws)
    solved = exact.session("classic", text, 40, throws=throws, extremes=False).final
    found = dict(zip(solved.values.tolist(), solved.chances.tolist(), strict=True))
    assert found == pytest.approx(after_every_sequence(asked, throws))


def test_a_session_of_two_stages_is_as_by_hand():
    """From 5 on any seven, which pays 4 to 1, then from 25 five tries on any craps, which pays 7 to 1."""
    text = "stage one: when always: any_seven 5; go to two when ahead; stage two: when always: any_craps 5"
    solved = exact.session("classic", text, 5, goal=40, extremes=False)
    assert solved.ends["goal"] == pytest.approx(float(Fraction(1, 6) * (1 - Fraction(8, 9) ** 5)), abs=1e-12)


def test_taken_home_is_the_bankroll_less_the_cost():
    text = (
        "stage one: when come_out: pass 10; go to two when ahead 20; "
        "stage two: when come_out: pass 20; when point: odds max; go to one when not ahead 10 and come_out"
    )
    solved = exact.session("classic", text, 100, goal=160, extremes=False)
    assert solved.final.mean == pytest.approx(10_000 - sum(one.cost for one in solved.wagers), abs=1e-6)


def test_the_reason_names_the_stage():
    policy, book = system(TWO), load_rulebook("classic")
    seen = Observation(book, open_table(book, [("Ann", 50_000)]))
    assert [*reasons(policy, seen, policy.start()).values()] == ["stage one: when always: field 5"]


def test_stages_of_any_policies():
    stages = [
        Stage("one", system("when always: field 5"), (Move("two", Ahead(dollars(10))),)),
        Stage("two", system("when always: field 10")),
    ]
    text = "stage one: when always: field 5; go to two when ahead 10; stage two: when always: field 10"
    found = exact.session("classic", Staged.of(stages, "two stages"), 60, throws=9, extremes=False)
    wanted = exact.session("classic", text, 60, throws=9, extremes=False)
    assert found.final.mean == pytest.approx(wanted.final.mean)


def test_a_house_is_asked_about_every_stage():
    text = "stage one: when come_out: pass 10; go to two when ahead 9; stage two: when always: hop 3-4 1"
    assert check(system(text), load_rulebook("nsw")) == ["New South Wales does not offer hop 3-4"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "stage one: when always: field 5; go to two when ahead 9",
            "there is no stage two; the stages are one",
        ),
        ("stage a: when always: field 5; stage a: when point: field 9", "there are two stages a: give each"),
        ("when always: field 5; go to two when ahead 9", "begin one above it, as in stage one:"),
        (
            "when always: field 5; go to two when ahead 9; stage two: when point: field 9",
            "belongs in a stage",
        ),
        ("stage a: go to b when ahead; stage b: stop after 9 throws", "this system never bets"),
        (
            "stage a: when point: field 5; go to b when field up; stage b: only when point",
            "'field up' is not seen",
        ),
        ("stage a: when point: field 5; go to b when owning 9; stage b: only when point", "say ahead 100"),
        ("stage a: when point: field 5; advance when ahead 70", "as in go to two when ahead 70"),
        ("stage a: when point: field 5; go to b if ahead 70", "did you mean when?"),
        ("stage: when point: field 5", "did you mean stage one?"),
        (
            "stage a: when point: field 5; go to b when ahead; stage b: after win of field: press field",
            "no rule bets field",
        ),
    ],
)
def test_what_is_wrong_with_a_stage_is_said(text, why):
    with pytest.raises(BankcrapsError, match=why.replace("?", r"\?")):
        system(text)
