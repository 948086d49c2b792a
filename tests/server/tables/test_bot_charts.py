"""A best play as a bot: its chart comes as text, is read strictly, and the table keeps it."""

import asyncio
import json

import pytest
from tests.kit.deadline import IN_TIME
from tests.server.live import a_table, open_house
from tests.server.test_serving import Serve

from bankcraps import BankcrapsError, Limits, load_rulebook, system
from bankcraps.client import House
from bankcraps.live.people.lobby import NewBot
from bankcraps.server.bots.bots import LONGEST_CHART, bot_of, system_of
from bankcraps.strategies.library import read_saved, saved_text

from .test_bots import BRISK, supervisor

CHART = {
    "chart": "bankcraps.chart/1",
    "name": "best play to 40",
    "about": "the best play to reach 40 before ruin",
    "house": "three_four_five",
    "limits": "5:50",
    "chip_cents": 100,
    "goal_cents": 4000,
    "free": {},
    "bets": [{"stakes": {"pass": 2000}}, {"stakes": {"pass": 1000}}],
    "rows": [{"puck": 0, "standing": {}, "from_cents": [0, 3000], "bets": [0, 1]}],
}


def written(**changed):
    return json.dumps(CHART | changed)


async def test_a_best_play_sits_down_and_bets_as_its_chart_says(tmp_path):
    table = a_table("three_four_five", timing=BRISK, pace="clock", limits="5:50")
    async with open_house(tmp_path, table) as opened, House(opened.address) as house:
        await supervisor(house, opened)
        async with house.table(opened.table) as live, asyncio.timeout(IN_TIME):
            await house.seat_bot(opened.table, NewBot(name="Bea", system=written(), bankroll="20"))
            await live.until(lambda view: any(seat.wagers for seat in view.seats))
            (bot,), (seat,) = live.view.bots, live.view.seats
            assert [str(one) for one in seat.wagers] == ["pass $20"]
            assert (bot.system, bot.text) == (CHART["name"], CHART["about"])


async def test_serve_reads_the_system_of_its_bot_from_a_file(tmp_path):
    chart, words = tmp_path / "best.json", tmp_path / "mine.txt"
    chart.write_text(written(), encoding="utf-8")
    words.write_text("when come_out: pass 10", encoding="utf-8")
    bots = ("--bot", f"Bea 20 {chart}", "--bot", f"Max 50 {words}")
    served, first = Serve(tmp_path, "--rules", "three_four_five", "--limits", "5:50", *bots), {}

    def both_have_bet(view):
        for seat in view.seats:
            if seat.wagers:
                first.setdefault(seat.name, [str(one) for one in seat.wagers])
        return len(first) > 1

    try:
        async with House(served.address) as house, asyncio.timeout(IN_TIME):
            (line,) = await house.tables()
            async with house.table(line.table) as live:
                await live.until(both_have_bet)
                assert first == {"Bea": ["pass $20"], "Max": ["pass $10"]}
    finally:
        served.terminate()


def test_what_a_table_keeps_reads_as_the_same_system():
    for spec in (written(), "pass", "when come_out: pass 10"):
        policy = system_of(spec)
        kept = read_saved(saved_text(policy), policy.name)
        assert (kept, kept.name) == (policy, policy.name)
    assert read_saved("when come_out: pass 10", "mine") == system("when come_out: pass 10")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "this is no chart of Bankcraps"),
        ('{"chart":' * 7000, "this is no chart of Bankcraps"),
        (written(bets=[]), "row 0 of the chart must name one of its bets for each sum"),
        (written(name="n" * 81), "the name of a chart has from 1 to 80 characters, in one line"),
        (written(about="a\nb"), "the about of a chart has from 1 to 400 characters, in one line"),
        (written(about="a" * LONGEST_CHART), "the chart of a bot has at most 65,536 characters, not 65,"),
        (written(limits="5:500"), "best play to 40 cannot be played at this table: it is for a table of"),
    ],
)
def test_a_chart_that_will_not_do_is_refused_with_a_sentence(text, why):
    asked = NewBot(name="Bea", system=text, bankroll="20")
    with pytest.raises(BankcrapsError) as error:
        bot_of(asked, load_rulebook("three_four_five"), Limits.read("5:50"), 100)
    assert why in str(error.value)
