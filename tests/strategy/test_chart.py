"""A system as a chart: read from its file, or refused with the reason."""

import json

import pytest

from bankcraps import BankcrapsError, best, exact, system
from bankcraps.strategy.chart import read_chart


def chart():
    return json.loads(best("nsw", 2, 4, "pass", limits="1:9").system.to_json())


def test_a_chart_is_read_as_it_was_written():
    made = best("nsw", 2, 4, "pass", limits="1:9").system
    assert read_chart(made.to_json()) == made


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"chart": "bankcraps.chart/9"}, "no chart of Bankcraps"),
        ({"goal_cents": 0}, "a goal above 0"),
        ({"chip_cents": -4}, "a chip above 0"),
        ({"throws": -3}, "from 1 to 100,000 throws"),
        ({"throws": 3, "shooters": 2}, "one deadline, not both throws and shooters"),
        ({"rows": []}, "a chart has rows"),
        ({"bets": [{"stakes": {"roulette": 100}}]}, "'roulette', which does not exist"),
        ({"bets": [{"stakes": {"pass": -5}}]}, "-5 cents on pass"),
        ({"bets": [{"stakes": {"pass": 100}, "on": ["place 6"]}]}, "calls a wager on that it does not make"),
        ({"bets": []}, "must name one of its bets"),
        ({"rows": [{"puck": None, "standing": {}, "from_cents": [100], "bets": [0]}]}, "must go up, from 0"),
    ],
)
def test_a_damaged_chart_is_refused(change, said):
    with pytest.raises(BankcrapsError, match=said):
        read_chart(json.dumps(chart() | change))


def test_a_file_that_is_no_chart(tmp_path):
    file = tmp_path / "x.json"
    file.write_text("{", encoding="utf-8")
    with pytest.raises(BankcrapsError, match="cannot be read: this is no chart"):
        system(str(file))


def test_a_chart_cannot_be_scaled(tmp_path):
    file = tmp_path / "x.json"
    file.write_text(json.dumps(chart()), encoding="utf-8")
    with pytest.raises(BankcrapsError, match="cannot be scaled"):
        system(f"{file}:scale=2")


def test_at_a_goal_of_its_own_a_chart_stops():
    made = best("nsw", 2, 4, "pass", limits="1:9").system
    assert exact.session("nsw", made, 2, throws=40, limits="1:9").ends["stopped"] > 0.4
