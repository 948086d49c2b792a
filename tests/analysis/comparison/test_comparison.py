"""Systems side by side, and every combination of houses, systems, bankrolls and plans in a sweep."""

from operator import gt

import polars as pl
import pyarrow as pa
import pytest
from pyarrow import parquet

from bankcraps import (
    BankcrapsError,
    compare,
    compare_houses,
    exact,
    explain,
    read_rulebook,
    simulate,
    sweep,
    wager,
)
from bankcraps.analysis.comparison.systems import PairedWork, compare_questions
from bankcraps.analysis.question import ask
from bankcraps.analysis.simulation.simulate import RunPlan
from bankcraps.strategies.policy import Layout

HOUSE = "three_four_five"


def test_the_difference_is_that_of_the_same_sessions():
    found = compare(
        HOUSE, ["pass_odds_max", "three_point_molly", "field"], 500, throws=100, sessions=20_000, seed=4
    )
    alone = [
        simulate(HOUSE, name, 500, throws=100, sessions=20_000, seed=4)
        for name in ("pass_odds_max", "three_point_molly", "field")
    ]
    for one, played in zip(found.systems, alone, strict=True):
        assert one.played.totals == played.totals
        assert one.difference == pytest.approx(played.final.mean - alone[0].final.mean)


def test_a_system_that_no_chain_holds_is_played_and_not_solved(monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.chain.walk.MAX_MEMORIES", 40)
    text = "when come_out: pass 10; stop after 500 throws"
    found = compare(HOUSE, ["pass", text], 500, throws=30, sessions=300)
    assert found.systems[0].exact is not None
    assert found.systems[1].exact is None
    told = found.to_dict()
    assert [one["system"] for one in told["systems"]] == ["pass", text]


def test_a_system_ends_above_another_as_often_as_session_by_session_on_the_same_dice():
    names = ["pass", "field", "pass"]
    plan = {"throws": 5, "seed": 9}
    found = compare(HOUSE, names, 100, sessions=40, **plan)
    home = {
        name: [explain(HOUSE, name, 100, session=number, **plan).final for number in range(40)]
        for name in set(names)
    }
    for one in found.systems:
        ours = home[one.system]
        above = [sum(map(gt, ours, home[name])) / 40 for name in names]
        assert list(one.above) == above
    assert found.systems[0].above[2] == 0
    assert 0 < found.systems[0].above[1] < 1


def test_what_is_finished_so_far_is_a_comparison_of_those_sessions():
    found = []
    questions = [ask(HOUSE, name, 100, throws=20) for name in ("pass", "field")]
    how = RunPlan.of(sessions=300_000)
    whole = compare_questions(questions, how, finished=lambda _, so_far: found.append(so_far()))
    assert len(found) > 1
    first, last = found[0], found[-1]
    alone = compare_questions(questions, RunPlan.of(sessions=first.systems[0].played.sessions))
    assert first.interrupted
    assert [one.above for one in first.systems] == [one.above for one in alone.systems]
    assert [one.above for one in last.systems] == [one.above for one in whole.systems]
    listed = whole.to_dict(distribution=True)["systems"][0]["exact"]["distribution"]
    assert sum(listed["chance"]) == pytest.approx(1)


def test_ctrl_c_in_python_gives_no_comparison_of_some_sessions(monkeypatch):
    played = PairedWork.__call__

    def stopping(work, chunk):
        if chunk.first:
            raise KeyboardInterrupt
        return played(work, chunk)

    monkeypatch.setattr(PairedWork, "__call__", stopping)
    with pytest.raises(KeyboardInterrupt):
        compare(HOUSE, ["pass", "field"], 100, throws=10, sessions=200_000)
    questions = [ask(HOUSE, name, 100, throws=10) for name in ("pass", "field")]
    part = compare_questions(questions, RunPlan.of(sessions=200_000))
    assert repr(part).endswith(f"; stopped after {part.systems[0].played.sessions:,} sessions>")


HOUSES, SYSTEMS, BANKROLLS = ("nsw", "classic"), ("pass", "field"), (50, 100)
PLANS = ({"throws": 20}, {"throws": 20, "goal": 60, "floor": 10})
ASKED = (HOUSES, SYSTEMS, BANKROLLS, PLANS)


class Asked:
    """A function for progress, which may press Ctrl-C after some answers."""

    def __init__(self, stop=None):
        self.told, self.stop = [], stop

    def __call__(self, done, total):
        self.told.append((done, total))
        if self.stop == len(self.told):
            raise KeyboardInterrupt


def test_each_combination_is_a_row_with_the_figures_of_the_session():
    found = sweep(*ASKED)
    assert len(found) == 16
    assert [(row.house, row.system, row.bankroll_cents) for row in found][:4] == [
        *[("nsw", "pass", 5000)] * 2,
        *[("nsw", "pass", 10000)] * 2,
    ]
    first, alone = found.rows[1], exact.session("nsw", "pass", 50, 60, 10, throws=20)
    assert first.plan == "20 throws, goal 60, floor 10"
    assert (first.p_goal, first.p_ruin_or_floor) == (alone.ends["goal"], alone.p_ruin_or_floor)
    assert (first.p_ahead, first.mean_cents) == (alone.p_ahead, alone.final.mean)
    assert (first.action_mean_cents, first.throws_mean) == (alone.action, alone.throws)
    assert first.exact
    assert first.seed is None


@pytest.mark.parametrize("workers", [1, 2])
def test_sessions_are_played_where_a_number_of_them_is_given(workers):
    found = sweep(["nsw"], SYSTEMS, [50], [{"throws": 20}], sessions=300, seed=4, workers=workers)
    alone = [simulate("nsw", system, 50, throws=20, sessions=300, seed=4) for system in SYSTEMS]
    assert [row.mean_cents for row in found] == [one.final.mean for one in alone]
    assert [row.mean_se_cents for row in found] == [one.mean_error for one in alone]
    assert [(row.sessions, row.seed, row.exact) for row in found] == [(300, 4, False)] * 2


def test_a_plan_has_its_table():
    plans = [{"throws": 20}, {"throws": 20, "limits": "10:500", "chip": 5}]
    found = sweep(["nsw"], ["pass"], [100], plans)
    assert [(row.limits, row.chip_cents) for row in found] == [("1:10000:1", 100), ("10:500", 500)]
    assert len({row.question for row in found}) == 2


def test_a_combination_without_an_answer_has_its_problem_in_its_row():
    found = sweep(["nsw"], ["when come_out: fire 5", "pass"], [50, 5], PLANS)
    problems = [row.problem or "" for row in found]
    assert all("does not offer fire" in problem for problem in problems[:3])
    assert problems[4:6] == ["", ""]
    assert "bankroll" in problems[6]
    assert "floor" in problems[7]
    assert pl.DataFrame(found)["problem"].null_count() == 2


def test_a_sweep_that_was_stopped_goes_on_from_its_file(tmp_path):
    path = tmp_path / "sweep.parquet"
    stopped = sweep(*ASKED, parquet=path, progress=Asked(stop=5))
    assert stopped.interrupted
    assert repr(stopped) == "<Sweep: 4 answers, 1 problems, interrupted>"
    assert len(stopped) == parquet.read_metadata(path).num_rows == 5
    rest = Asked()
    whole = sweep(*ASKED, parquet=path, progress=rest)
    assert rest.told == [(done, 16) for done in range(6, 17)]
    assert whole == sweep(*ASKED)
    again = Asked()
    assert sweep(*ASKED, parquet=path, progress=again) == whole
    assert again.told == []


def test_a_stop_before_the_first_session_is_no_answer(monkeypatch):
    def stopped(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("bankcraps.analysis.comparison.sweep.play", stopped)
    found = sweep(["nsw"], ["pass"], [50], [{"throws": 20}], sessions=10)
    assert (len(found), found.interrupted) == (0, True)


def test_the_file_has_the_rows_of_the_result_and_keeps_those_of_others(tmp_path):
    path = tmp_path / "sweep.parquet"
    first = sweep(["nsw"], ["pass"], [50], PLANS, parquet=path)
    assert parquet.read_table(path).equals(pa.table(first))
    second = sweep(["nsw"], ["field"], [50], PLANS, parquet=path)
    assert parquet.read_table(path)["system"].to_pylist() == ["pass", "pass", "field", "field"]
    assert [row.system for row in second] == ["field", "field"]


def test_two_sweeps_at_once_keep_the_rows_of_both(tmp_path):
    path = tmp_path / "sweep.parquet"

    def another(done: int, _: int) -> None:
        if done == 1:
            sweep(["nsw"], ["field"], [50], PLANS, parquet=path)

    sweep(["nsw"], ["pass"], [50], PLANS, parquet=path, progress=another)
    assert sorted(parquet.read_table(path)["system"].to_pylist()) == ["field", "field", "pass", "pass"]


@pytest.mark.parametrize("option", ["let_it_ride", "until_settled"])
def test_a_choice_of_a_plan_is_true_or_false(option):
    found = sweep(["nsw"], ["pass"], [50], [{"goal": 60, option: "no"}])
    assert found.rows[0].problem == f"{option} is True or False, not 'no'"


def test_changed_rules_and_another_seed_are_other_questions(tmp_path):
    path, plan = tmp_path / "sweep.parquet", [{"throws": 20}]
    changed = read_rulebook({"id": "nsw", "extends": "nsw", "wagers.field.pays.12": "3 to 1"})
    one, other = (sweep([house], ["field"], [50], plan, parquet=path) for house in ("nsw", changed))
    assert (other.rows[0].mean_cents or 0) > (one.rows[0].mean_cents or 0)
    played = [sweep(["nsw"], ["field"], [50], plan, sessions=50, seed=seed, parquet=path) for seed in (1, 2)]
    assert played[0] != played[1]
    assert parquet.read_metadata(path).num_rows == 4


@pytest.mark.parametrize("other", ["text", "table"])
def test_a_file_of_something_else_is_left_alone(tmp_path, other):
    path = tmp_path / "mine.parquet"
    if other == "text":
        path.write_text("my notes", encoding="utf-8")
    else:
        parquet.write_table(pa.table({"a": [1]}), path)
    before = path.read_bytes()
    with pytest.raises(BankcrapsError, match="is not the file of a sweep"):
        sweep(*ASKED, parquet=path)
    assert path.read_bytes() == before


def test_progress_is_written_on_one_line(capsys):
    sweep(["nsw"], SYSTEMS, [50], [{"throws": 20}], progress=True)
    assert capsys.readouterr().err == "\r1 of 2\r2 of 2\n"


WRONG = {
    "no house": ({"houses": []}, "the list of houses is empty"),
    "a text for a list": ({"systems": "pass"}, "the systems of a sweep are a list"),
    "an unknown house": ({"houses": ["nowhere"]}, "there is no book 'nowhere'"),
    "an unknown system": ({"systems": ["paas"]}, "there is no system 'paas'"),
    "a bankroll that is none": ({"bankrolls": [1.5]}, "1.5"),
    "a plan without a length": ({"plans": [{}]}, "say how long the session is"),
    "a plan that is a number": ({"plans": [20]}, "a plan of a sweep is a dictionary"),
    "an option that does not exist": ({"plans": [{"rolls": 20}]}, "there is no option 'rolls'"),
    "a sign that is none": ({"plans": [{"throws": 20, "limits": "ten"}]}, "ten"),
    "no sessions": ({"sessions": 0}, "one session at least"),
    "no workers": ({"workers": 0}, "one worker at least"),
    "a file that is a number": ({"parquet": 3}, "parquet names a file, not 3"),
    "a progress that is a word": ({"progress": "yes"}, "progress is True, False or a function, not 'yes'"),
    "a file in no folder": ({"parquet": "/nowhere/x.parquet"}, "cannot be written"),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said_before_anything_is_answered(name):
    given, said = WRONG[name]
    asked = dict(zip(("houses", "systems", "bankrolls", "plans"), ASKED, strict=True)) | given
    with pytest.raises(BankcrapsError, match=said):
        sweep(**{"progress": Asked(stop=1)} | asked)


def test_a_notebook_shows_a_sweep():
    found = sweep(["nsw"], ["pass", "when come_out: fire 5"], [50], [{"throws": 20}])
    assert repr(found) == "<Sweep: 1 answers, 1 problems>"
    assert "20 throws" in found._repr_html_()
    assert "does not offer fire" in found._repr_html_()


def test_systems_that_could_not_be_told_apart_are_refused():
    class Flat:
        name, text = "mine", ""

        def __init__(self, dollars):
            self.stake = dollars * 100

        def start(self):
            return None

        def layout(self, observation, _memory):
            return Layout({wager("pass"): self.stake} if observation.come_out else {})

        def remember(self, _memory, _effects):
            return None

    with pytest.raises(BankcrapsError, match="two of the systems are called 'mine'"):
        sweep(["nsw"], [Flat(5), Flat(20)], [100], [{"throws": 10}])
    same = Flat(5)
    assert len(sweep(["nsw"], [same, same, "pass", "pass"], [100], [{"throws": 10}])) == 2


def test_houses_of_one_name_and_other_rules_are_refused():
    changed = read_rulebook({"id": "nsw", "extends": "nsw", "wagers.field.pays.12": "3 to 1"})
    with pytest.raises(BankcrapsError, match="two of the houses are called nsw"):
        sweep(["nsw", changed], ["pass"], [100], [{"throws": 10}])
    with pytest.raises(BankcrapsError, match="two of the houses are called nsw"):
        compare_houses(["nsw", changed], "field")


@pytest.mark.parametrize("houses", ["nsw", None, 3, {"id": "nsw"}])
def test_one_house_is_no_list(houses):
    with pytest.raises(BankcrapsError, match="houses are a list"):
        compare_houses(houses, "field")
