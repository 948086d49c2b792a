"""The best play against an oracle that tries every play of a small table through the engine."""

from fractions import Fraction
from functools import cache

import pytest
from tests.kit.every_play import EveryPlay
from tests.kit.houses import own_house

from bankcraps import BankcrapsError, LeastCost, Limits, StillPlaying, best, exact, load_rulebook, step
from bankcraps.analysis.best_play.asking import read_menu
from bankcraps.analysis.best_play.at_a_price import LeastThrows
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev

SMALL = [
    ("nsw", "pass", 2, 5, None),
    ("three_four_five", "pass, odds", 2, 4, None),
    ("three_four_five", "pass, odds", 2, 4, ("throws", 5)),
    ("classic", "dont_pass, odds", 2, 4, None),
    ("washington", "place 6, field", 2, 4, ("throws", 4)),
    ("classic", "dont_come, hard 8", 2, 3, ("throws", 4)),
    ("nsw", "pass, come, odds", 2, 3, None),
    ("nsw", "come, odds", 2, 3, ("throws", 6)),
    ("three_four_five", "pass, odds", 2, 5, ("decisions", 3)),
    ("nsw", "place 6", 2, 4, ("decisions", 2)),
    ("classic", "come", 2, 3, ("decisions", 2)),
    ("three_four_five", "pass, odds", 2, 5, ("shooters", 2)),
]
CALLED = [("place 6", 2, 4, None), ("place 6", 2, 5, ("throws", 5))]
COMMISSION = [
    (("classic", {}), "buy 4", 3, 4, ("throws", 2)),
    (("pennsylvania", {}), "buy 4", 3, 6, None),
    (("pennsylvania", {}), "buy 4", 3, 5, ("throws", 3)),
    (("pennsylvania", {"winning_buy": "free"}), "buy 4", 3, 6, None),
    (("pennsylvania", {}), "pass, buy 4", 3, 4, ("throws", 3)),
    (("pennsylvania", {}), "buy 4", 3, 5, ("decisions", 2)),
]
COMMISSION_LARGER = [
    (("classic", {"small_commission": "down"}), "buy 4", 2, 4, None),
    (("classic", {}), "lay 4", 5, 6, None),
    (("classic", {"winning_buy": "free"}), "buy 10", 3, 5, ("throws", 3)),
    (("classic", {"winning_buy": "down"}), "buy 4", 3, 6, None),
    (("pennsylvania", {}), "buy 4, lay 6", 4, 6, None),
    (("pennsylvania", {"winning_buy": "free"}), "pass, buy 5", 4, 5, ("decisions", 2)),
]


def agree_and_are_a_system(book, menu, bankroll, goal, deadline):
    limits = Limits.read("1:9:1")
    wagers = read_menu(menu, book)
    oracle = EveryPlay(book, limits, 100, wagers, 100 * bankroll, 100 * goal)
    plan = dict([deadline] if deadline else [])
    found = best(book, bankroll, goal, menu, limits="1:9:1", **plan)
    expected = oracle.best(deadline)
    assert found.value == pytest.approx(expected, abs=1e-11)
    assert found.lower - 1e-11 <= expected <= found.upper + 1e-11
    session = exact.session(book, found.system, bankroll, goal=goal, limits="1:9:1", **plan)
    assert session.ends["goal"] == pytest.approx(found.value, abs=1e-11)


@pytest.mark.parametrize(("house", "menu", "bankroll", "goal", "deadline"), SMALL)
def test_every_play_of_a_small_table(house, menu, bankroll, goal, deadline):
    agree_and_are_a_system(load_rulebook(house), menu, bankroll, goal, deadline)


@pytest.mark.parametrize(("menu", "bankroll", "goal", "deadline"), CALLED)
def test_every_play_where_wagers_bind_and_are_called(menu, bankroll, goal, deadline):
    """Odds on come wagers and place wagers are made with a point, and hardways without one."""
    changes = {"place": {"made": "puck_on"}, "come_odds": {"made": "puck_on"}, "hard": {"made": "come_out"}}
    agree_and_are_a_system(own_house("classic", {"wagers": changes}), menu, bankroll, goal, deadline)


@pytest.mark.parametrize(
    ("where", "menu", "bankroll", "goal", "deadline"),
    [*COMMISSION, *(pytest.param(*row, marks=pytest.mark.long) for row in COMMISSION_LARGER)],
)
def test_every_play_with_commission_paid_in_advance(where, menu, bankroll, goal, deadline):
    """The commission is a larger share, so that small amounts pay some, too."""
    terms, (name, options) = {"commission": {"percent": 50}}, where
    house = own_house(name, {"wagers": {"buy": terms, "lay": terms}}, **options)
    agree_and_are_a_system(house, menu, bankroll, goal, deadline)


def best_chance_to_be_playing(house, menu, bankroll, aim, limits):
    """The best chance by every play through the engine, from the last throw."""
    book = load_rulebook(house)
    plays = EveryPlay(book, Limits.read(limits), 100, read_menu(menu, book), 100 * bankroll, 10**9)

    @cache
    def chance(table, left):
        if left == 0:
            return 1.0
        found = [
            sum(ways * chance(come, left - 1) for (come, _), ways in plays.thrown(after)) / 36
            for after in plays.betted(table)
            if 100 * aim.at_least <= after.seats[0].at_risk <= 100 * aim.at_most
        ]
        return max(found, default=0.0)

    return chance(plays.start, aim.throws)


@pytest.mark.parametrize(
    ("house", "menu", "aim"),
    [
        ("nsw", "field", StillPlaying(3, at_least=1, at_most=2)),
        ("three_four_five", "pass, odds", StillPlaying(3, at_least=2, at_most=3)),
        ("nsw", "field, any_seven", StillPlaying(3, at_least=2, at_most=2)),
        ("classic", "dont_pass", StillPlaying(3, at_least=1, at_most=2)),
        ("classic", "dont_pass, field", StillPlaying(2, at_least=1, at_most=2)),
    ],
)
def test_no_play_of_a_small_table_is_rather_still_playing(house, menu, aim):
    found = best(house, 2, aim, menu, limits="1:3:1")
    expected = best_chance_to_be_playing(house, menu, 2, aim, "1:3:1")
    assert found.value == pytest.approx(expected, abs=1e-12)
    assert found.lower <= expected <= found.upper
    session = exact.session(house, found.system, 2, throws=aim.throws, limits="1:3:1")
    assert 1 - session.ends["ruin"] == pytest.approx(expected, abs=1e-12)


def test_with_enough_money_nothing_can_go_wrong():
    aim = StillPlaying(5, at_least=2, at_most=4)
    nine = best("nsw", 9, aim, "field", limits="1:9")
    assert (nine.enough, nine.value < 1) == (1000, True)
    assert best("nsw", 10, aim, "field", limits="1:9").value == 1


def test_one_line_wager_is_the_fastest_on_the_line_alone():
    """It wins 244 of 495 times and takes 557/165 throws; to leave at once takes none."""
    found = best("nsw", 20, LeastThrows(40, 0.45), "pass", limits="1:40")
    assert found.value == pytest.approx(0.45 / (244 / 495) * 557 / 165, abs=1e-11)
    assert found.lower - 1e-12 <= found.value <= found.upper + 1e-12
    assert found.upper - found.lower < 1e-9
    leave, play = found.plays
    assert leave.first.leave
    assert leave.system is None
    assert play.chance == pytest.approx(float(Fraction(244, 495)))
    assert play.share == pytest.approx(0.45 / (244 / 495))


def test_a_corner_takes_one_play():
    found = best("nsw", 20, LeastThrows(40, 244 / 495 - 1e-12), "pass", limits="1:40")
    assert found.plays[-1].share == pytest.approx(1)


def test_the_fastest_plays_are_systems(tmp_path):
    found = best("three_four_five", 20, LeastThrows(40, 0.494), "pass, odds", limits="1:20")
    assert sum(play.share * play.chance for play in found.plays) == pytest.approx(0.494, abs=1e-9)
    assert sum(play.share * play.throws for play in found.plays) == pytest.approx(found.value)
    for play in found.plays:
        session = exact.session("three_four_five", play.system, 20, goal=40, limits="1:20")
        assert session.ends["goal"] == pytest.approx(play.chance, abs=1e-9)
        assert session.throws == pytest.approx(play.throws, abs=1e-9)
    found.save(tmp_path / "play.json")
    again = exact.session("three_four_five", str(tmp_path / "play.json"), 20, goal=40, limits="1:20")
    assert again.ends["goal"] == pytest.approx(found.plays[-1].chance, abs=1e-9)


@pytest.mark.parametrize(
    ("house", "menu", "goal", "chance"), [("nsw", "pass, field", 4, 0.4), ("classic", "dont_pass", 4, 0.47)]
)
def test_no_play_of_a_small_table_is_faster(house, menu, goal, chance):
    book, limits = load_rulebook(house), Limits.read("1:9:1")
    found = best(house, 2, LeastThrows(goal, chance), menu, limits="1:9:1")
    oracle = EveryPlay(book, limits, 100, read_menu(menu, book), 200, 100 * goal)
    corners = [(play.chance, play.throws) for play in found.plays]
    (low, few), (high, many) = corners if len(corners) > 1 else [(0.0, 0.0), *corners]
    price = (high - low) / (many - few)
    proved = (chance - oracle.best(price=price)) / price
    assert proved == pytest.approx(found.value, abs=1e-9)
    assert found.lower <= found.value + 1e-12


@pytest.mark.parametrize(
    ("house", "goal", "limits"),
    [
        ("classic", 7, "2:10:2"),
        pytest.param("classic", 9, "2:50:1", marks=pytest.mark.long),
        pytest.param("examples/houses/crapless.toml", 9, "2:50:1", marks=pytest.mark.long),
    ],
)
def test_the_best_chance_is_said_where_commission_is_paid_in_advance(house, goal, limits):
    best_chance = best(house, 5, goal, "lay 4", limits=limits).value
    with pytest.raises(BankcrapsError, match=f"the best chance to reach the goal is {best_chance:.9f}"):
        best(house, 5, LeastThrows(goal, 0.3), "lay 4", limits=limits)


def most_worth(house, menu, bankroll, aim, limits, price):
    """The most that price * action - cost can be, in dollars, by every play through the engine."""
    book = load_rulebook(house)
    plays = EveryPlay(book, Limits.read(limits), 100, read_menu(menu, book), 100 * bankroll, 10**9)

    @cache
    def thrown(table):
        """Each throw with its ways, what it brings at the price, and the table that it leads to."""
        found = []
        for throw in OUTCOMES:
            came = step(book, table, ev.Rolled(throw))
            to = plays.key(came.state)
            action = sum(fx.decided(effect) or 0 for effect in came.effects)
            found.append((throw.ways, price * action + plays.owned(to) - plays.owned(table), to))
        return found

    @cache
    def worth(table, left):
        if left == 0:
            return home(table)
        tables = [table for table in plays.betted(table) if table.seats[0].at_risk <= 100 * aim.at_most]
        return max(
            sum(ways * (brings + worth(to, left - 1)) for ways, brings, to in thrown(after)) / 36
            for after in tables
        )

    def home(table):
        """The win of the wagers that must stay after the last throw."""
        found, now = 0.0, {plays.left(table): 1.0}
        while now and sum(now.values()) > 1e-14:
            later = {}
            for here, chance in now.items():
                if here.seats[0].wagers:
                    for ways, brings, to in thrown(here):
                        found += chance * ways / 36 * brings
                        left = plays.left(to)
                        later[left] = later.get(left, 0.0) + chance * ways / 36
            now = later
        return found

    return worth(plays.start, aim.throws) / 100


@pytest.mark.parametrize(
    ("house", "menu", "bankroll", "aim", "limits"),
    [
        ("nsw", "field, any_seven", 2, LeastCost(2, 2, at_most=2), "1:3:1"),
        ("three_four_five", "pass, odds", 2, LeastCost("0.75", 2, at_most=2), "1:3:1"),
        ("classic", "dont_pass, field", 2, LeastCost(2, 2, at_most=2), "1:3:1"),
        ("nsw", "come", 2, LeastCost(1, 2, at_most=2), "1:3:1"),
    ],
)
def test_no_play_of_a_small_table_is_cheaper(house, menu, bankroll, aim, limits):
    found = best(house, bankroll, aim, menu, limits=limits)
    worth = most_worth(house, menu, bankroll, aim, limits, found.price)
    assert found.value == pytest.approx(found.price * float(aim.action) - worth, abs=1e-11)
    assert found.lower <= found.value + 1e-12
    assert found.value <= found.upper + 1e-12
    assert found.upper - found.lower < 1e-9


@pytest.mark.parametrize(
    ("house", "menu", "bankroll", "aim", "limits"),
    [
        ("three_four_five", "pass, odds", 30, LeastCost(30, 8, at_most=20), "5:10:5"),
        ("classic", "dont_pass, field", 3, LeastCost(6, 6, at_most=3), "1:3:1"),
        ("washington", "come, odds, place 6", 6, LeastCost(6, 3, at_most=6), "2:4:2"),
    ],
)
def test_the_cheapest_plays_are_systems(house, menu, bankroll, aim, limits, tmp_path):
    found = best(house, bankroll, aim, menu, limits=limits)
    assert sum(play.share * play.action for play in found.plays) == pytest.approx(aim.action, abs=1e-9)
    assert sum(play.share * play.cost for play in found.plays) == pytest.approx(found.value, abs=1e-12)
    for play in found.plays:
        if play.system is not None:
            session = exact.session(house, play.system, bankroll, throws=aim.throws, limits=limits)
            assert session.cost / 100 == pytest.approx(play.cost, abs=1e-9)
            action = sum(one["action_cents"] for one in session.to_dict()["wagers"])
            assert action / 100 == pytest.approx(play.action, abs=1e-9)
            assert session.ends["ruin"] == 0  # a player without money for a bet bets nothing
    found.save(tmp_path / "play.json")
    again = exact.session(house, str(tmp_path / "play.json"), bankroll, throws=aim.throws, limits=limits)
    assert again.cost / 100 == pytest.approx(found.plays[-1].cost, abs=1e-9)


def test_each_dollar_on_the_line_costs_its_edge():
    found = best("nsw", 20, LeastCost(40, 20), "pass", limits="5:10:5")
    assert found.value == pytest.approx(40 * 7 / 495, abs=1e-12)
    assert found.price == pytest.approx(7 / 495)
    assert (found.plays[0].system, found.plays[0].first.stakes) == (None, {})


def test_action_is_cheaper_with_odds():
    aim = LeastCost(30, 8, at_most=20)
    line, odds = (best("three_four_five", 30, aim, menu, limits="5:20:5") for menu in ("pass", "pass, odds"))
    assert odds.value < line.value / 2


def test_a_wager_that_favours_the_player_costs_less_than_nothing():
    found = best("nsw", 9, LeastCost(1, 6, at_most=1), "place 6", limits="1:9")
    assert found.value < 0
    assert found.price == 0
    assert found.plays[0].action > 1
    assert len(found.plays) == 1
