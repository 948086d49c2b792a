"""An exam as a value: its questions, the marks, and what is late or slow."""

import pytest
from msgspec.structs import replace

from bankcraps import load_rulebook
from bankcraps.errors import BankcrapsError
from bankcraps.game.dealing import FAMILIES
from bankcraps.training import ASKS, Level, exercise
from bankcraps.training.exam import (
    ExamAnswer,
    ExamPlan,
    FamilyTally,
    Place,
    Sitting,
    next_place,
    seed_of,
    tally,
)

BOOK = load_rulebook("classic")
PLAN = ExamPlan(
    name="Week 2", rules="classic", level=Level(("line", "odds")), questions=4, minutes=2, slow_s=10
)


def _answer(at, *, right=True, family="line", place=Place()):  # noqa: B008 - a place is a value
    return ExamAnswer(place, family, "take", 0, right, at)


def test_the_questions_of_an_exam_are_every_wager_of_every_exercise_in_order():
    sitting, seen = Sitting(1, 0), []
    for _ in range(12):
        place = next_place(BOOK, PLAN, 7, sitting)
        seen.append(place)
        sitting = replace(sitting, answers=(*sitting.answers, _answer(0, place=place)))
    wanted = [
        Place(index, number)
        for index in range(12)
        for number in range(len(exercise(BOOK, PLAN.level, 7, index).questions))
    ]
    assert seen == wanted[:12]
    assert len({place.exercise for place in seen}) > 1


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("questions", [5, 6, 10])
def test_a_short_exam_asks_every_kind_of_question(seed, questions):
    level = Level(tuple(FAMILIES)[:6], asks=tuple(ASKS), players=5)
    plan, sitting = replace(PLAN, level=level, questions=questions), Sitting(1, 0)
    for _ in range(questions):
        place = next_place(BOOK, plan, seed, sitting)
        sitting = replace(sitting, answers=(*sitting.answers, _answer(0, place=place)))
    assert {level.asked(one.place.exercise) for one in sitting.answers} == set(ASKS)


def test_what_answers_come_to():
    answers = (
        _answer(1_000),
        _answer(12_000, right=False, family="odds"),  # 11 seconds: slow
        _answer(22_000, family="odds"),  # 10 seconds are not
    )
    half = tally(PLAN, Sitting(1, 0, answers), 30_000)
    assert (half.answered, half.right, half.wrong, half.late, half.slow) == (3, 2, 1, 0, 1)
    assert (half.over, half.passed, half.percent, half.seconds) == (False, False, 50, 30.0)
    assert half.families == (FamilyTally("line", 1, 1, 0), FamilyTally("odds", 2, 1, 1))
    whole = tally(PLAN, Sitting(1, 0, answers), 120_000)
    assert (whole.over, whole.late, whole.passed, whole.seconds) == (True, 1, False, 120.0)
    assert tally(replace(PLAN, pass_percent=50), Sitting(1, 0, answers), 120_000).passed
    assert not tally(replace(PLAN, pass_percent=51), Sitting(1, 0, answers), 120_000).passed
    done = tally(replace(PLAN, questions=3, pass_percent=66), Sitting(1, 0, answers), 25_000)
    assert (done.over, done.late, done.passed, done.seconds, done.percent) == (True, 0, True, 22.0, 66)
    assert tally(replace(PLAN, slow_s=0), Sitting(1, 0, answers), 0).slow == 0


def test_time_runs_out_at_its_last_moment():
    assert not Sitting(1, 500).over(PLAN, 120_499)
    assert Sitting(1, 500).over(PLAN, 120_500)


def test_a_seed_is_the_same_for_all_or_for_nobody_and_never_that_of_another_sitting():
    own = replace(PLAN, same=False)
    assert seed_of("secret", PLAN, "Ann", 1) == seed_of("secret", PLAN, "Bob", 1)
    assert seed_of("secret", own, "Ann", 1) != seed_of("secret", own, "Bob", 1)
    assert seed_of("secret", own, "Ann", 1) == seed_of("secret", own, "ann", 1)
    assert seed_of("secret", PLAN, "Ann", 1) != seed_of("secret", PLAN, "Ann", 2)
    assert seed_of("secret", PLAN, "Ann", 1) != seed_of("other", PLAN, "Ann", 1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": "  "}, "the name of an exam has 1 to 80 letters, such as Odds, week 2"),
        ({"name": "x" * 81}, "the name of an exam has 1 to 80 letters"),
        ({"questions": 0}, "an exam has 1 to 200 questions; you wrote 0"),
        ({"minutes": 241}, "an exam takes 1 to 240 minutes; you wrote 241"),
        ({"slow_s": -1}, "an answer is slow after 0 to 600 seconds, or never with 0; you wrote -1"),
        ({"pass_percent": 101}, "1 to 100 percent of the answers are needed to pass; you wrote 101"),
        ({"sittings": 0}, "a student may sit an exam 1 to 100 times; you wrote 0"),
        ({"level": Level(("lines",))}, "there is no family 'lines'"),
        ({"level": Level(players=9)}, "players bet in a drill"),
    ],
)
def test_an_exam_that_is_not_possible_is_refused(change, message):
    with pytest.raises(BankcrapsError) as refused:
        replace(PLAN, **change).checked()
    assert message in str(refused.value)


def test_an_exam_has_each_family_and_kind_of_question_once():
    often = Level(("odds", "line") * 2, asks=("keys", "settle") * 2)
    assert replace(PLAN, level=often).checked().level == Level(("odds", "line"), asks=("keys", "settle"))


def test_a_name_is_tidied():
    assert replace(PLAN, name="  Odds,  week 2 ").checked().name == "Odds, week 2"
