"""Systems and houses that no chain holds, and the sentences that say so."""

import pickle
import re
import warnings

import pytest
from msgspec import structs

from bankcraps import BankcrapsError, compare, exact, explore, load_rulebook, simulate, system
from bankcraps.analysis.chain.exploration import ChainError, DeadlockError
from bankcraps.analysis.chain.exploration import explore as explored
from bankcraps.analysis.chain.walk import Scope
from bankcraps.analysis.question import ask
from bankcraps.analysis.simulation.run_plan import RunPlan
from bankcraps.analysis.simulation.simulate import StepwiseWarning, play
from bankcraps.cli.running import warn
from bankcraps.strategies.inspecting import sizes_together


def test_a_house_that_holds_a_wager_down_for_ever_is_no_house_to_play_stepwise_in(tmp_path):
    house = tmp_path / "held.toml"
    house.write_text(
        'id = "held"\ntitle = "Held"\nextends = "classic"\n'
        '[wagers.place]\ntake_down = "never"\nfrom = { take_down = "house rule" }\n',
        encoding="utf-8",
    )
    system = "when point: place 6 6; when place 6 up: off place 6"
    with pytest.raises(DeadlockError, match="no throw ever settles"):
        explore(str(house), system)
    with pytest.raises(DeadlockError, match="no throw ever settles"):
        simulate(str(house), system, 100, throws=5, sessions=2)
    with pytest.raises(BankcrapsError, match="has no upper bound; simulate it instead"):
        exact.session(str(house), "when point: place 6 6", 100, throws=5)
    assert simulate(str(house), "when point: place 6 6", 100, throws=5, sessions=50).sessions == 50


def test_a_press_with_a_cap_has_a_chain_however_many_sizes_there_are(monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.chain.walk.MAX_MEMORIES", 10)
    press = "when point: place 6 12; place 8 12; after win of place: press it"
    assert len(explore("three_four_five", f"{press} by 12 up to 60").playing) > 25
    with pytest.raises(ChainError, match="a cap, as in up to 120, would make it fit"):
        explore("three_four_five", f"{press} by 12")
    with pytest.raises(ChainError, match="'stop after 50 throws' counts far"):
        explore("three_four_five", "when come_out: pass 10; stop after 50 throws")


def pressed(numbers, times):
    bets = "; ".join(f"place {number} {12 if number in (6, 8) else 10}" for number in numbers)
    most = "; ".join(
        f"after win of place {number}: press it up to {times * (12 if number in (6, 8) else 10)}"
        for number in numbers
    )
    return f"when point: {bets}; {most}"


def test_six_presses_at_once_are_refused_before_anything_is_explored(monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.chain.walk.Walk.run", lambda _: pytest.fail("explored"))
    said = (
        "its 6 pressed wagers have 15,625 combinations of sizes, too many for a chain of 60,000 states; "
        "press 4 of them, or lower the caps until each has 3 sizes; a simulation plays it stepwise"
    )
    with pytest.raises(ChainError, match=re.escape(said)):
        explore("nsw", pressed((4, 5, 6, 8, 9, 10), 16))


def test_as_many_presses_as_a_refusal_says_have_a_chain():
    book, table = load_rulebook("three_four_five"), {"max_states": 1600}
    with pytest.raises(ChainError, match=r"have 243 combinations .* press 3 of them, .* each has 2 sizes"):
        explored(Scope(book, system(pressed((4, 5, 6, 8, 9), 4)), **table))
    assert len(explored(Scope(book, system(pressed((4, 5, 6), 4)), **table)).states) < 1600
    assert len(explored(Scope(book, system(pressed((4, 5, 6, 8, 9), 2)), **table)).states) < 1600


@pytest.mark.parametrize(
    "text",
    [
        "after win: press place 6 up to 96; when point: place 6 6; place 8 6",
        "after win of place: press it up to 96; after win of place 6: reset place 8; when point: place 8 6",
        "after win of field: press it up to 80; when always: field 5",
        "after win of place: press it up to 96; after 3 wins of place: stop; when point: place 6 6",
    ],
)
def test_where_one_win_changes_more_no_product_is_taken(text):
    assert not sizes_together(system(text))


def test_sizes_that_start_again_with_the_shooter_still_meet():
    press = "after win of place: press it up to 48; after seven_out: reset place"
    text = f"{press}; when point: place 6 6; place 8 6"
    assert list(sizes_together(system(text)).values()) == [4, 4]


@pytest.mark.parametrize(
    ("stop", "goal", "floor"),
    [
        ("losing 200 or winning 150", 650, 301),
        ("losing 200", None, 301),
        ("winning 150", 650, 0),
        ("losing 900 or winning 150 or 50 throws", 650, 0),
    ],
)
def test_stopping_after_losses_or_wins_is_a_floor_and_a_goal(stop, goal, floor):
    """No state has to remember the balance, so there is a chain, and the kernels play it."""
    said = ask("three_four_five", f"when always: field 5; stop after {stop}", 500, throws=60)
    plan = ask("three_four_five", "field", 500, goal, floor, throws=60).plan
    own = {"stops_ahead": 15_000 if "winning" in stop else 0, "stops_behind": 20_000 if floor else 0}
    assert said.plan == structs.replace(plan, **own)
    assert ("throws" in said.system.text) == ("throws" in stop)
    assert said.system.name.endswith(stop)
    assert len(said.chain().playing) < 400


def test_the_nearer_of_two_goals_and_floors_counts():
    text = "when always: field 5; stop after losing 200 or winning 150"
    plan = ask("three_four_five", text, 500, 600, 400, throws=60).plan
    assert (plan.goal, plan.floor) == (60_000, 40_000)
    assert (plan.stops_ahead, plan.stops_behind, plan.beyond) == (0, 0, None)
    plan = ask("three_four_five", text, 500, 700, 200, throws=60).plan
    assert (plan.goal, plan.floor) == (65_000, 30_100)
    assert (plan.stops_ahead, plan.stops_behind, plan.beyond) == (15_000, 20_000, 70_000)


def test_stops_by_money_stay_with_the_system_where_many_bankrolls_are_asked_about():
    text = "when always: field 5; stop after losing 20 or winning 15"
    chances = [one.p_ruin_or_floor for one in exact.curve("three_four_five", text, [100, 500], throws=60)]
    assert chances == [0.0, 0.0]


def test_who_plays_stepwise_says_so_first(monkeypatch, capsys):
    monkeypatch.setattr("bankcraps.analysis.chain.walk.MAX_MEMORIES", 40)
    text = "when come_out: pass 10; stop after 500 throws"
    how = RunPlan.of(sessions=30)
    found = play(ask("three_four_five", text, 500, throws=30), how, warn=warn)
    assert found.sessions == 30
    said = capsys.readouterr().err
    rate = r"plays about [\d,]+ throws a second: 30 sessions take about \d+ seconds"
    assert re.search(rf"played stepwise.*counts far; a smaller number.*{rate}", said)
    play(ask("three_four_five", "pass", 500, throws=30), how, warn=warn)
    assert not capsys.readouterr().err


def test_in_python_a_warning_comes_before_slow_play(monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.chain.walk.MAX_MEMORIES", 40)
    text = "when come_out: pass 10; stop after 500 throws"
    rate = r"counts far; a smaller number.* plays about [\d,]+ throws a second: \d+ sessions take about"
    with monkeypatch.context() as held:
        held.setattr(
            "bankcraps.analysis.simulation.simulate.play_chunks", lambda *_, **__: pytest.fail("played")
        )
        with warnings.catch_warnings(action="error"), pytest.raises(StepwiseWarning, match=rate):
            simulate("three_four_five", text, 500, throws=30, sessions=30)
    with pytest.warns(StepwiseWarning, match=rate) as warned:
        compare("three_four_five", ["pass", text], 500, throws=30, sessions=30)
    assert [warning.filename for warning in warned] == [__file__]
    with pytest.warns(StepwiseWarning, match=rate) as warned:
        simulate("three_four_five", text, 500, throws=30, sessions=30)
    assert [warning.filename for warning in warned] == [__file__]


def test_a_refusal_says_the_same_after_a_journey():
    error = ChainError("because")
    sent = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert str(sent) == str(error) == "because; a simulation plays it stepwise"
