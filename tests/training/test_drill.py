"""A dealer's drill: what the engine does is right, anything else is wrong, and every wager comes up."""

import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kit.profiles import examples

from bankcraps import BOOKS, load_rulebook, step
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import printed
from bankcraps.game.dealing import FAMILIES, Answer
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.wagers import Kind, wager
from bankcraps.training import AMOUNTS, Level, correction, exercise, marked, offered
from bankcraps.training.level import MOST_PLAYERS

MOST_SEED = 2**53 - 1
SEVENTH = (
    "3-4; Cid: $39 on Place Bet to Win 6; Bob: $27 on the Don't Win; Bob: $53 odds on the Don't Win; "
    "Bob: $27 odds on the Don't Come 6; Bob: $48 on Place Bet to Lose 4; Bob: $2 on Place Bet to Lose 9; "
    "Bob: $43 on Place Bet to Lose 10; Cid: $38 on Place Bet to Lose 8"
)


@st.composite
def drills(draw):
    """A house with its options, a level, and an exercise of it."""
    plain = load_rulebook(draw(st.sampled_from(BOOKS)))
    options = {
        name: draw(st.sampled_from(list(option.choices))) for name, option in sorted(plain.options.items())
    }
    book = load_rulebook(plain.id, **options)
    families = draw(st.lists(st.sampled_from(offered(book)), min_size=1, unique=True))
    players = draw(st.integers(1, min(MOST_PLAYERS, book.table.places)))
    level = Level(tuple(families), draw(st.sampled_from(list(AMOUNTS))), players)
    return book, exercise(book, level, draw(st.integers(0, MOST_SEED)), draw(st.integers(0, 500))), level


@examples(60)
@given(drill=drills())
def test_the_answers_together_are_what_the_engine_does_to_every_rail(drill):
    """Settling each wager by its correction gives every player the chips that the engine gives them."""
    book, one, level = drill
    after = step(book, one.state, ev.Rolled(one.throw)).state
    other = {(question.seat, question.standing.wager) for question in one.others}
    for seat in one.state.seats:
        rail, wagers = seat.rail, {stands.wager: stands.amount for stands in seat.wagers}
        for number, question in enumerate(one.questions):
            if question.seat != seat.name:
                continue
            right, on = correction(book, one, number), question.standing.wager
            rail += right.pay
            lies = wagers.pop(on)
            if right.stays:
                wagers[wager(right.to) if right.to else on] = lies
            elif right.action != "take":
                rail += lies
        now = after.seated(seat.name)
        skipped = [on for name, on in other if name == seat.name]
        if not skipped:
            assert rail == now.rail
            assert wagers == {stands.wager: stands.amount for stands in now.wagers}
    kinds = level.kinds(book)
    assert one.questions
    assert all(question.standing.wager.kind in kinds for question in one.questions)


@examples(60)
@given(drill=drills(), wrong=st.integers(-(10**7), 10**7))
def test_the_right_answer_is_accepted_and_any_other_is_refused(drill, wrong):
    book, one, _ = drill
    for number in range(len(one.questions)):
        right = correction(book, one, number)

        def good(action, pay, number=number):
            return marked(book, one, number, Answer(action, pay))[0]

        assert good(right.action, right.pay)
        for action in {"take", "leave", "pay", "travel", "", "PAY", "say"} - {right.action}:
            assert not good(action, right.pay)
        if right.action == "pay":
            assert right.pay > 0
            assert good("pay", wrong) == (wrong == right.pay)
            assert (
                right.sum.endswith(f"${printed(right.pay)}") or f"${printed(right.pay)} is paid" in right.sum
            )
            assert not good("pay", right.pay + 1)
        assert right.words
        assert right.reasons
        assert all(reason.clause and reason.says for reason in right.reasons), right.reasons


@examples(40)
@given(drill=drills())
def test_losers_come_first_and_every_wager_that_the_throw_decides_is_there_once(drill):
    book, one, _ = drill
    asked = [(question.seat, question.standing.wager) for question in (*one.questions, *one.others)]
    assert len(set(asked)) == len(asked)
    came = step(book, one.state, ev.Rolled(one.throw))
    money = [
        effect for effect in came.effects if isinstance(effect, fx.Lost | fx.Paid | fx.Returned | fx.Moved)
    ]
    assert {(effect.seat, effect.wager) for effect in money} <= set(asked)
    sorts = [correction(book, one, number).action for number in range(len(one.questions))]
    paid = [number for number, action in enumerate(sorts) if action == "pay"]
    taken = [number for number, action in enumerate(sorts) if action == "take"]
    assert max(taken, default=-1) < min(paid, default=99)


@pytest.mark.some
@pytest.mark.parametrize("name", BOOKS)
def test_every_wager_of_a_house_comes_up_and_is_paid(name):
    book = load_rulebook(name)
    asked, paid = set(), set()
    for family in offered(book):
        wanted = {kind for kind in FAMILIES[family][1] if kind in book.wagers}
        for index in range(120):
            one = exercise(book, Level((family,), "odd", 3), 1, index)
            for number, question in enumerate(one.questions):
                asked.add(question.standing.wager.kind)
                if correction(book, one, number).action == "pay":
                    paid.add(question.standing.wager.kind)
            if index % 8 == 0 and wanted <= asked & paid:
                break
    assert asked == paid == set(book.wagers)


LOST = {
    "nsw": {
        "dont_pass": "6.1.2.2.2",
        "dont_pass_odds": "6.1.6.3",
        "place 6": "6.1.10.2",
        "big 6": "6.1.19",
        "hard 8": "6.1.9",
        "pass": "6.1.1.2.2",
        "pass on the come-out": "6.1.1.2.1",
    },
    "three_four_five": {"dont_pass": "D.3.b.ii", "pass": "D.1.b.ii", "buy 4": "D.10.b", "horn": "D.14.b"},
    "pennsylvania": {"place 6": "place.loses", "hop 4-4": "hop.loses"},
    "washington": {
        "dont_pass on the come-out": "dont_pass.come_out_loses",  # a push is no reason
        "big 6": "big.loses",
        "place 6": "place.numbers",
        "hop 4-4": "hop_hard.loses",
        "hard 8": "hardways.loses_seven, hardways.loses_easy",
    },
    "classic": {
        "pass": "pass.seven_out_loses",
        "dont_pass": "line.opposites",
        "any_craps": "one_roll.always_decided",
    },
}
"""The clause by which each wager loses once there is a point. Washington has none for place wagers."""


@pytest.mark.parametrize("rules", LOST)
def test_a_wager_that_is_taken_cites_the_clause_by_which_it_loses(rules):
    book, found, wanted = load_rulebook(rules), {}, LOST[rules]
    for index in range(150):
        one = exercise(book, Level(tuple(offered(book)), "even", 4), 1, index)
        for number, question in enumerate(one.questions):
            wager = question.standing.wager.name + (" on the come-out" if not one.state.puck else "")
            if wager in wanted and (right := correction(book, one, number)).action == "take":
                found[wager] = ", ".join(reason.clause for reason in right.reasons)
        if found.keys() == wanted.keys():
            break
    assert found == wanted


def test_every_kind_of_wager_is_in_one_family():
    kinds = Counter(kind for _, family in FAMILIES.values() for kind in family)
    assert kinds == Counter(Kind)


def test_a_level_that_a_house_does_not_have_is_refused_in_a_sentence():
    book, washington = load_rulebook("nsw"), load_rulebook("washington")
    mini = load_rulebook("classic", places="7", crew="mini")
    for house, level, says in (
        (mini, Level(players=8), r"1 to 7 players bet in a drill at .*, not 8"),
        (washington, Level(("field",), players=1, asks=("order",)), "choose more families, or more players"),
        (book, Level(("line", "come"), asks=("keys",)), "choose others, such as odds, horn or buy"),
        (book, Level(("hop",)), "New South Wales offers no wager of hop"),
        (book, Level(()), "offers no wager of no family"),
        (book, Level(("ods",)), "did you mean odds"),
        (book, Level(("odds",), "huge"), "amounts are even, odd, large"),
        (book, Level(("odds",), "even", 9), "1 to 8 players"),
        (book, Level(asks=()), "choose what the drill asks: settle, order"),
        (
            book,
            Level(asks=("settle", "odrer")),
            "a drill asks settle, order.*, not 'odrer'; did you mean order?",
        ),
    ):
        with pytest.raises(BankcrapsError, match=says):
            exercise(house, level, 1, 1)
    for seed, index in ((-1, 0), (0, -1), (2**53, 0)):
        with pytest.raises(BankcrapsError, match="from 0 to"):
            exercise(book, Level(), seed, index)
    one = exercise(book, Level(), 1, 1)
    for number in (-1, len(one.questions)):
        with pytest.raises(BankcrapsError, match="the questions of this exercise"):
            correction(book, one, number)


def test_a_seed_means_the_same_exercise_for_ever():
    """A class that gets a seed today gets the same exercises on any machine, next year too."""
    program = (
        "from bankcraps import load_rulebook; from bankcraps.training import Level, exercise\n"
        "book = load_rulebook('nsw'); level = Level(('line', 'odds', 'place'), 'odd', 3)\n"
        "one = exercise(book, level, 7, 3)\n"
        "print(one.throw, *(q.words(book) for q in one.questions), sep='; ')"
    )
    command = [sys.executable, "-c", program]
    for hashes in ("1", "2"):
        said = subprocess.check_output(command, text=True, env={"PYTHONHASHSEED": hashes})
        assert said.strip() == SEVENTH


def test_one_roll_wagers_on_a_whirl_are_pushed_by_a_seven():
    """Four legs lose what the fifth wins: nobody wins, and nothing is paid."""
    book = load_rulebook("pennsylvania")
    for index in range(200):
        one = exercise(book, Level(("horn",), "even", 4), 2, index)
        for number, question in enumerate(one.questions):
            if question.standing.wager.kind is Kind.WORLD and one.throw.total == 7:
                right = correction(book, one, number)
                assert (right.action, right.pay, right.stays) == ("leave", 0, False)
                assert right.sum.endswith("= $0")
                return
    raise AssertionError("no whirl met a seven")


def test_a_horn_that_is_capped_below_what_its_other_legs_lose_is_not_asked():
    """No action of a dealer fits: part of the stake goes back."""
    book = load_rulebook("washington", over_cap="capped")
    level = Level(("horn",), "large", 1)
    for index in range(60):
        one = exercise(book, level, 7, index)
        for question in (*one.questions, *one.others):
            paid = any(isinstance(effect, fx.Paid) for effect in question.effects)
            short = paid and sum(map(fx.won, question.effects)) < 0
            assert (question in one.others) == short
