"""Rules about earlier events: since an event, with this shooter and the last one, and the dice in a row."""

from fractions import Fraction
from types import SimpleNamespace

import pytest

from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine import effects as fx
from bankcraps.game.wagers import wager
from bankcraps.strategies.library import read_text, system
from bankcraps.strategies.observation import Purse, ThrowResult
from bankcraps.strategies.policy import looks_at_money
from bankcraps.strategies.rules.conditions import BelowPeakBy
from bankcraps.strategies.rules.counts import LastShooterBalance, Since, WinsOrLosses, Within
from bankcraps.strategies.rules.events import ThrowOf, WinOrLoss
from bankcraps.strategies.text.program import SystemTextError
from bankcraps.strategies.wager_sets import only

from .playing import follow

PLAYED = {
    # Since an event: the throw of the event counts as none.
    "when point and not 3 throws since point_set: inside 22; when 3 throws since point_set: down place": """
        -                                          | 6
        place 5 5, place 6 6, place 8 6, place 9 5 | 4
        place 5 5, place 6 6, place 8 6, place 9 5 | 4
        place 5 5, place 6 6, place 8 6, place 9 5 | 4
        -                                          | 6
        -                                          | 8
        place 5 5, place 6 6, place 8 6, place 9 5 | 7
        -
    """,
    # Before the first such throw, all since the start count.
    "when 2 throws since throw of 11: eleven 1": """
        -        | 4
        -        | 5
        eleven 1 | 6
        eleven 1 | 11
        -        | 11
        -        | 3
        -        | 3
        eleven 1
    """,
    # Within: only once the event happened.
    "when within 1 throw of throw of 6: place 6 6; when not within 1 throw of throw of 6: down place 6": """
        -         | 8
        -         | 6
        place 6 6 | 6
        place 6 6 | 5
        -         | 4
        -
    """,
    "only when not within 1 shooter of 2 seven_outs in a row; when come_out: pass 10": """
        pass 10 | 6
        pass 10 | 7
        pass 10 | 6
        pass 10 | 7
        -       | 6
        -       | 6
        -       | 6
        -       | 7
        pass 10
    """,
    "when come_out and 2 decisions since dice_miss: pass 10": """
        -       | 7
        -       | 11
        pass 10 | 3
        -       | 12
        -       | 6
        -       | 6
        -       | 7
        pass 10
    """,
    # A part of the five-count: the throws after the first point number count, whatever they are.
    "when 3 of five_count: field 5": """
        -       | 2
        -       | 6
        -       | 11
        -       | 3
        field 5 | 12
        field 5 | 7
        -
    """,
    "when 3 throws by 2 of last 3 shooters: field 5": """
        -       | 6
        -       | 5
        -       | 7
        -       | 6
        -       | 7
        -       | 6
        -       | 5
        -       | 7
        field 5 | 6
        field 5 | 7
        -
    """,
    # With this shooter, in a row or not.
    "when always: field 5; when 2 losses of field this shooter: down field": """
        field 5 | 6
        field 5 | 9
        field 5 | 8
        -       | 9
        -       | 7
        field 5
    """,
    "only when not 2 losses of field this shooter; when always: field 5": """
        field 5 | 6
        field 5 | 9
        field 5 | 8
        -       | 9
        -       | 7
        field 5 | 7
        field 5 | 7
        -
    """,
    "when always: place 6 6; after 2 wins of place 6 this shooter: press place 6": """
        place 6 6     | 8
        place 6 6     | 6
        place 6 6     | 6
        place 6 12    | 6
        place 6 12    | 7
        place 6 6
    """,
    # The last shooter.
    "when 1 points made last shooter: field 5": """
        -       | 6
        -       | 6
        -       | 4
        -       | 7
        field 5 | 6
        field 5 | 7
        -
    """,
    "when 4 throws last shooter: field 5": """
        -       | 6
        -       | 5
        -       | 4
        -       | 7
        field 5 | 6
        field 5 | 7
        -
    """,
    "when win of field last shooter: any_seven 5; when 1 throws: field 5": """
        -                    | 6
        field 5              | 9
        field 5              | 7
        any_seven 5          | 6
        field 5, any_seven 5 | 7
        -
    """,
    "when come_out: pass 10; when come_out and behind 10 last shooter: pass 20": """
        pass 10 | 6
        pass 10 | 7
        pass 20 | 11
        pass 20 | 6
        pass 20 | 7
        pass 10 | 7
    """,
    # The dice in a row.
    "when 2 dice_passes in a row: any_craps 1; when 1 dice_misses in a row: eleven 1": """
        -                      | 7
        -                      | 6
        -                      | 4
        -                      | 6
        any_craps 1            | 11
        any_craps 1            | 3
        eleven 1               | 6
        eleven 1               | 7
        eleven 1               | 7
        -
    """,
    "when always: field 5; after natural: regress field to 10; after craps: regress field to 15; "
    "after dice_pass: any_seven 1; after dice_miss: eleven 1": """
        field 5               | 11
        field 10, any_seven 1 | 12
        field 15, eleven 1    | 4
        field 15              | 10
        field 15              | 4
        field 15, any_seven 1 | 9
        field 15              | 7
        field 5, eleven 1
    """,
    # A rule after a throw asks how things stand after it.
    "when always: field 5; after throw of 4 when point 4: any_seven 5": """
        field 5              | 4
        field 5, any_seven 5 | 4
        field 5
    """,
    "when always: field 5; after win of field when ahead 10: press field up to 40": """
        field 5  | 4
        field 5  | 9
        field 10 | 10
        field 20 | 6
        field 5  | 9
        field 5  | 9
        field 10
    """,
    "stage one: when always: field 5; go to two after seven_out when ahead last shooter; "
    "stage two: when always: field 10; go to one after seven_out when behind 1 last shooter": """
        field 5  | 6
        field 5  | 7
        field 5  | 4
        field 5  | 9
        field 5  | 9
        field 5  | 7
        field 10 | 6
        field 10 | 7
        field 5
    """,
    "when always: field 5; after seven_out when behind 10: stop": """
        field 5 | 4
        field 5 | 8
        field 5 | 8
        field 5 | 7
        stop
    """,
    "when point and 2 times throw of 6 this shooter: place 6 6; "
    "when 2 times throw of 6 or 8 last shooter: field 5": """
        -         | 6
        -         | 8
        -         | 6
        -         | 4
        place 6 6 | 7
        field 5   | 8
        field 5   | 7
        -
    """,
    # A stage that begins anew, with its own balance.
    "stage one: when always: field 5; progression martingale on field up to 3 steps; "
    "go to one when ahead 5 this stage; go to two when behind 35 this stage; "
    "stage two: when always: any_seven 5; go to one when ahead this stage": """
        field 5     | 6
        field 10    | 9
        field 5     | 9
        field 5     | 6
        field 10    | 6
        field 20    | 6
        any_seven 5 | 8
        any_seven 5 | 7
        field 5     | 8
        field 10
    """,
    # Longer and shorter counts.
    "only after 3_count; when always: field 5": """
        -       | 11
        -       | 6
        -       | 11
        -       | 11
        -       | 8
        field 5 | 7
        -
    """,
    # The win stays up with the stake, as the house takes it.
    "when always: hard 6 1; after win of hard 6: parlay hard 6 up to 100": """
        hard 6 1   | 8
        hard 6 1   | 3-3
        hard 6 10  | 3-3
        hard 6 100 | 3-3
        hard 6 100 | 1-5
        hard 6 1
    """,
    "when point: place 6 12; after win of place 6: parlay place 6": """
        -          | 8
        place 6 12 | 6
        place 6 24 | 6
        place 6 54 | 7
        -
    """,
    "when always: field 5; after win of field: parlay it": """
        field 5  | 2
        field 15 | 9
        field 30 | 6
        field 5
    """,
    # Rows that stay, or lead back by steps.
    "when come_out: pass 10; progression series after wins 1 3 2 then stay on pass": """
        pass 10 | 7
        pass 30 | 7
        pass 20 | 7
        pass 20 | 11
        pass 20 | 2
        pass 10
    """,
    "when come_out: pass 10; progression series after losses 1 2 3 5 back 2 then stay on pass": """
        pass 10 | 2
        pass 20 | 2
        pass 30 | 7
        pass 10 | 2
        pass 20 | 2
        pass 30 | 2
        pass 50 | 2
        pass 50 | 7
        pass 20
    """,
}


@pytest.mark.parametrize("text", PLAYED)
def test_played_at_a_table(text):
    assert read_text(read_text(text).text) == read_text(text)
    follow(text, PLAYED[text])


# Trackers by themselves.

FIELD = wager("field")
WIN = ThrowResult((fx.Thrown(Throw(5, 6), 0), fx.Paid("Ann", FIELD, Cents(500), Cents(500))))
LOSS = ThrowResult((fx.Thrown(Throw(3, 3), 0), fx.Lost("Ann", FIELD, Cents(500))))
BETS = ThrowResult(())


def values(tracker, *results):
    value, found = tracker.start(), []
    for result in results:
        value = tracker.after(value, result)
        found.append(tracker.holds(value))
    return found


def test_only_throws_count_since_an_event_and_the_count_stays_small():
    since = Since(2, "throws", ThrowOf((11,)))
    assert values(since, LOSS, BETS, LOSS, LOSS, WIN, LOSS, LOSS) == [
        False,
        False,
        True,
        True,
        False,
        False,
        True,
    ]
    within = Within(2, "throws", ThrowOf((11,)))
    assert values(within, LOSS, WIN, BETS, LOSS, LOSS) == [False, True, True, True, False]
    twice = Since(2, "throws", WinOrLoss(won=True, count=3, target=only(FIELD)))
    reached = {twice.start()}
    while more := {twice.after(value, one) for value in reached for one in (WIN, LOSS)} - reached:
        reached |= more
    assert len(reached) <= 9


def test_wins_need_not_come_in_a_row():
    twice = WinsOrLosses(2, won=True, target=only(FIELD))
    assert values(twice, WIN, LOSS, WIN, WIN) == [False, False, True, True]
    assert values(WinsOrLosses(2, won=False), LOSS, BETS, WIN, LOSS) == [False, False, False, True]


def test_the_value_of_the_last_shooter_is_a_sum_and_a_flag():
    over = ThrowResult((fx.Thrown(Throw(3, 4), 0), fx.Lost("Ann", FIELD, Cents(500)), fx.SevenOut(6)))
    tracker = LastShooterBalance(Cents(500), behind=True)
    assert [tracker.change(value) for value in (0, 1, -1000, -999, 2000)] == [0, 0, -500, -500, 1000]
    assert tracker.after(0, WIN) == 1000
    assert tracker.after(1000, over) == 0
    assert tracker.after(0, over) == 1
    assert tracker.after(1, LOSS) == -999
    assert tracker.after(-999, over) == 1


def test_a_share_below_the_peak_is_asked_of_the_purse():
    third = BelowPeakBy.of(Fraction(1, 3), winnings=True)
    for fallen, owned, start in [
        (0, 100, 50),
        (10, 100, 50),
        (20, 90, 50),
        (19, 91, 50),
        (30, 20, 50),
        (40, 20, 50),
    ]:
        purse = Purse(owned, start)
        peak = owned + fallen

        seen = SimpleNamespace(purse=purse)
        wanted = fallen > 0 and peak > start and 3 * fallen >= peak - start
        assert third.holds(seen, (-fallen,)) == wanted, (fallen, owned)
        assert purse.low <= owned < purse.high


def test_what_looks_at_money_says_so():
    assert looks_at_money(system("when come_out and behind 10 last shooter: pass 20"))
    assert looks_at_money(system("when come_out: pass 10; after seven_out when ahead 100: stop"))
    assert not looks_at_money(
        system("when come_out: pass 10; after seven_out when 2 points made last shooter: stop")
    )


def test_a_scale_is_for_conditions_too():
    text = (
        "when half of winnings below the peak and ahead 50 last shooter: stop\nwhen come_out: pass 10\n"
        "after seven_out when behind 20: stop\nafter win of pass: parlay pass up to 40"
    )
    assert str(read_text(text).program.scaled(Fraction(2))).splitlines() == [
        "when half of winnings below the peak and ahead 100 last shooter: stop",
        "when come_out: pass 20",
        "after seven_out when behind 40: stop",
        "after win of pass: parlay pass up to 80",
    ]


@pytest.mark.parametrize(
    ("said", "printed"),
    [
        ("when 1 throws since natural: stop", "when 1 throw since natural: stop"),
        ("when not within 1 shooters of seven-out: stop", "when not within 1 shooter of seven_out: stop"),
        ("when 3 passes in a row: stop", "when 3 dice_passes in a row: stop"),
        ("when a third of winnings below the peak: stop", "when a third of winnings below the peak: stop"),
        ("when behind with the last shooter: stop", "when behind last shooter: stop"),
        ("when 5-count last shooter: stop", "when five_count last shooter: stop"),
        ("when 5 of the five-count: stop", "when five_count: stop"),
        (
            "when 3 of 8_count by 1 of the last 4 shooters: stop",
            "when 3 of 8_count by 1 of last 4 shooters: stop",
        ),
        (
            "when 2 wins of come by 2 of last 3 shooters: stop",
            "when 2 wins of come by 2 of last 3 shooters: stop",
        ),
        ("when always: field 50% of line", "when always: field half of line"),
        ("when 50% below my peak: stop", "when half below the peak: stop"),
        ("when 1 win of come this shooter: stop", "when win of come this shooter: stop"),
        (
            "when 2 throws since throw of 2 or 3 or 60 below the peak: stop",
            "when 2 throws since throw of 2 or 3 or 60 below the peak: stop",
        ),
        ("after win of pass: let ride pass", "after win of pass: parlay pass"),
        (
            "progression series after losses 1 2 3 back 1 and stay on pass",
            "progression series after losses 1 2 3 back 1 then stay on pass",
        ),
    ],
)
def test_how_it_is_printed(said, printed):
    text = read_text(f"when come_out: pass 10; {said}").text
    assert text.splitlines()[-1] == printed
    assert read_text(text).text == text


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("when 3 dice_passes in a row last shooter: stop", "is of all shooters: leave out last shooter"),
        ("when 3 dice_passes in a row by 1 of last 2 shooters: stop", "leave out by so many of the last"),
        (
            "when 2 throws by 3 of last 2 shooters: stop",
            "the number of those who did it is from 1 to 2, not 3",
        ),
        (
            "when 2 throws by 3 of last 11 shooters: stop",
            "the number of last shooters is from 1 to 10, not 11",
        ),
        ("when 2 throws by 2 of 3 shooters: stop", "did you mean of last?"),
        ("when 6 of five_count: stop", "a part of five_count is from 1 to 5, not 6"),
        ("when 20000 throws since natural: stop", "the number of throws is from 1 to 10000"),
        ("when half of start below the peak: stop", "say half of winnings below the peak, or half below"),
        ("when 1_count: stop", "a count is from 2_count to 20_count"),
        (
            "after seven_out when place 6 up: stop",
            "is asked after the throw, where 'place 6 up' is not",
        ),
        (
            "after seven_out when 25% below the peak: stop",
            "'25% below the peak' is not seen: say ahead 100",
        ),
        ("when ahead this stage: stop", "'this stage' belongs in a stage"),
        ("only when not behind 5 this stage; stage one: when point: come 5", "belongs in a stage"),
        ("after seven_out and ahead 50: stop", "or say when before a condition"),
        ("when within 3 wins: stop", "say throws, decisions or shooters"),
        ("when win of pass: stop", "that is an event, as in after win of pass: stop"),
        ("after win of pass: parlay odds", "odds change their size by a progression only"),
        (
            "progression series after wins 1 2 back 99 on pass",
            "the number of steps back is from 1 to 30, not 99",
        ),
    ],
)
def test_refused_in_a_sentence(text, says):
    with pytest.raises(SystemTextError) as error:
        read_text(f"when come_out: pass 10; {text}")
    assert says in str(error.value)
