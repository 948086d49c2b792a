"""A system as a chart: read from its file, or refused with the reason."""

import json

import pytest
from msgspec.structs import replace

from bankcraps import BankcrapsError, Cents, Limits, best, exact, load_rulebook, system, wager
from bankcraps.game.engine.opening import open_table
from bankcraps.game.engine.state import Standing
from bankcraps.strategies.chart import read_chart
from bankcraps.strategies.observation import Observation, Purse
from bankcraps.strategies.policy import Layout


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
        ({"bets": [{"stakes": {"pass": 100}, "on": ["place 6"]}]}, "may call only wagers that it makes"),
        ({"bets": [{"stakes": {"pass": 1}, "on": ["pass"], "off": ["pass"]}]}, "each of them once"),
        ({"bets": []}, "must name one of its bets"),
        ({"rows": [{"puck": None, "standing": {}, "from_cents": [100], "bets": [0]}]}, "must go up, from 0"),
    ],
)
def test_a_damaged_chart_is_refused(change, said):
    with pytest.raises(BankcrapsError, match=said):
        read_chart(json.dumps(chart() | change))


def test_what_binds_waits_for_its_puck_called_off():
    waits = {"stakes": {"place 6": 600}, "puck": 5, "on": ["place 6"]}
    row = {"puck": None, "standing": {"place 6": 600}, "from_cents": [0], "bets": [0]}
    made = read_chart(json.dumps(chart() | {"goal_cents": 9000, "bets": [waits], "rows": [row]}))
    standing = (Standing(wager("place 6"), Cents(600)),)
    table = open_table(load_rulebook("nsw"), [("Player", 2000)], Limits.read("1:9"), Cents(100), others=True)
    seat = replace(table.seats[0], wagers=standing)
    for puck, call in ((4, "off"), (5, "on")):
        seen = Observation(load_rulebook("nsw"), replace(table, seats=(seat,), puck=puck), Purse(2600, 2600))
        assert made.layout(seen, None) == Layout({wager("place 6"): 600}, {wager("place 6"): call})


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
    assert exact.session("nsw", made, 2, throws=40, limits="1:9", extremes=False).ends["stopped"] > 0.4
