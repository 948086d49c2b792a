"""Systems side by side."""

from operator import gt

import pytest

from bankcraps import BankcrapsError, compare, exact, explain, simulate
from bankcraps.analysis.comparison.systems import PairedWork, compare_questions
from bankcraps.analysis.question import ask
from bankcraps.analysis.simulation.run_plan import RunPlan

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
        assert one.played.totals.same(played.totals)
        assert one.difference == pytest.approx(played.final.mean - alone[0].final.mean)


@pytest.mark.some
def test_exactly_is_exactly_and_the_interval_is_about_it():
    found = compare(HOUSE, ["pass_odds_max", "three_point_molly"], 500, throws=100, sessions=50_000)
    first, second = (
        exact.session(HOUSE, name, 500, throws=100) for name in ("pass_odds_max", "three_point_molly")
    )
    apart = found.exact_difference(1)
    assert apart is not None
    assert apart == pytest.approx(second.final.mean - first.final.mean)
    assert abs(found.systems[1].difference - apart) < 4 * found.systems[1].difference_error


def test_the_same_dice_take_luck_out_of_it():
    found = compare(HOUSE, ["pass", "pass_odds_1x"], 1000, throws=60, sessions=5000)
    apart = found.systems[1].difference_error
    assert apart < (found.systems[0].played.mean_error ** 2 + found.systems[1].played.mean_error ** 2) ** 0.5


def test_a_system_that_no_chain_holds_is_played_and_not_solved(monkeypatch):
    monkeypatch.setattr("bankcraps.analysis.chain.walk.MAX_MEMORIES", 40)
    text = "when come_out: pass 10; stop after 500 throws"
    found = compare(HOUSE, ["pass", text], 500, throws=30, sessions=300)
    assert found.systems[0].exact is not None
    assert found.systems[1].exact is None
    told = found.to_dict()
    assert [one["system"] for one in told["systems"]] == ["pass", text]


def test_pictures_arrow_and_notebooks(tmp_path):
    found = compare(HOUSE, ["pass", "field"], 100, throws=20, sessions=500)
    found.plot(tmp_path / "two.svg")
    assert "field" in (tmp_path / "two.svg").read_text()
    assert found.to_arrow()["system"].to_pylist() == ["pass", "field"]
    assert "against the first" in found._repr_html_()


def test_one_system_is_no_comparison():
    with pytest.raises(BankcrapsError, match="two systems at least"):
        compare(HOUSE, ["pass"], 100, throws=5)


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
    whole = compare_questions(questions, how, so_far=lambda played, make: found.append((played, make())))
    assert len(found) > 1
    (played, first), (_, last) = found[0], found[-1]
    alone = compare_questions(questions, RunPlan.of(sessions=played))
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
