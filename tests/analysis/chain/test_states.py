"""States and accounts of chains, throws that are alike, and what no chain holds."""

import pickle
import re
import warnings
from collections import Counter

import pytest
from msgspec import structs
from msgspec.structs import astuple
from tests.kit.houses import own_house

from bankcraps import (
    BOOKS,
    BankcrapsError,
    Cents,
    compare,
    exact,
    explore,
    load_rulebook,
    simulate,
    system,
    wager,
)
from bankcraps.analysis.chain import ChainError, walk
from bankcraps.analysis.chain import explore as explored
from bankcraps.analysis.chain.exploration import walked
from bankcraps.analysis.chain.model import ABSORBED, Account, account_name, accounts_of, label_of
from bankcraps.analysis.chain.stopping import (
    FLOOR,
    GOAL,
    LIMIT,
    NEED_STOPPED,
    NO_GOAL,
    PLAYS,
    RUIN,
    STOPPED,
    stopping_reason,
)
from bankcraps.analysis.chain.walk import DeadlockError, Scope, Tables
from bankcraps.analysis.question import ask
from bankcraps.analysis.simulation.simulate import RunPlan, StepwiseWarning, play
from bankcraps.cli.running import warn
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import Limits, open_table, player, step
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine.events import Bet, Rolled
from bankcraps.game.engine.rulings import BY_FACES, rulings
from bankcraps.game.engine.step import alike
from bankcraps.game.game import Game
from bankcraps.game.wagers import WAGERS
from bankcraps.strategies.inspecting import sizes_together

# By hand: a pass wager is on the come-out or on one of six points (7). With odds, a point is first seen
# without them and then with them (1 + 6 * 2). A field wager is new before every throw, whatever the puck
# (7); place wagers on 6 and 8 begin with nothing and then stand, on the come-out or a point, or have just
# been lost to a seven (and 6 and 8 themselves never come down: a win stays up). Don't pass has one state more
# than pass in this book: after a 12 it lies on.
STATES = {
    "pass": 7,
    "pass_odds_max": 13,
    "dont_pass": 8,
    "dont_pass_odds_max": 14,
    "field": 7,
    "place_6_8": 14,
    "iron_cross": 14,
    "three_point_molly": 544,
    "three_point_dolly": 632,
}


def chain_of(name, house="three_four_five", *sign, **scope):
    return explored(Scope(Game(load_rulebook(house), *sign), system(name), **scope))


@pytest.mark.parametrize(("name", "states"), STATES.items())
def test_well_known_systems(name, states):
    assert len(chain_of(name).playing) == states


@pytest.mark.parametrize("book", ["nsw", "washington", "pennsylvania", "classic"])
def test_a_pass_wager_has_seven_states_and_one_more_where_a_hand_matters(book):
    # If a fire wager is offered, a new shooter's come-out differs from any other.
    assert len(chain_of("pass", book).playing) == (8 if book == "pennsylvania" else 7)


def test_everybody_who_leaves_is_settled_with():
    chain = chain_of("three_point_molly")
    for state in chain.playing:
        left = chain.states[state.leave]
        assert (left.left, left.leave, left.wagers) == (True, state.leave, state.wagers)
    assert any(state.post == ABSORBED for state in chain.states if state.left)


def test_each_table_is_thrown_from_once_however_many_memories_meet_there(monkeypatch):
    thrown = []

    def counting(book, state, event):
        thrown.append((state.puck, state.seats[0].wagers, event.throw))
        return step(book, state, event)

    monkeypatch.setattr("bankcraps.analysis.chain.walk.step", counting)
    assert len(chain_of("pass_martingale").playing) > 40
    assert len(thrown) == len(set(thrown))


def test_a_hand_wager_counts_no_further_than_it_pays():
    """With no, one or two eights counted, the puck is off or on one of six points; an 8 has counted."""
    tall = {"name": "Tall", "made": "after_seven", "counts": "totals", "among": [8], "repeats": True}
    tall |= {"pays": {"2": "3 to 1"}, "paid": "at_end", "ends": "seven"}
    house = own_house("classic", {"wagers": {"tall": tall}})
    found = explored(Scope(Game(house), system("when new_shooter: tall 5"), max_states=100))
    assert sum(bool(state.wagers) for state in found.playing) == 3 * 7 - 1


def test_a_picture_is_that_of_one_puck(tmp_path):
    chain_of("pass").plot(tmp_path / "six.svg", puck=6)
    assert "the point is 6; on the layout: pass 10<" in (tmp_path / "six.svg").read_text()


@pytest.mark.parametrize(
    ("owned", "goal", "floor", "need", "left", "end"),
    [
        (100, 100, 0, 0, 5, GOAL),
        (100, NO_GOAL, 101, 0, 5, FLOOR),
        (100, NO_GOAL, 0, 101, 5, RUIN),
        (100, NO_GOAL, 0, 100, 5, PLAYS),
        (100, NO_GOAL, 0, NEED_STOPPED, 5, STOPPED),
        (100, NO_GOAL, 0, 0, 0, LIMIT),
        (100, 100, 200, NEED_STOPPED, 0, GOAL),  # the goal comes first,
        (100, NO_GOAL, 200, NEED_STOPPED, 0, FLOOR),  # then the floor,
        (100, NO_GOAL, 0, NEED_STOPPED, 0, STOPPED),  # then the system's own end,
        (100, NO_GOAL, 0, 101, 0, RUIN),  # then the lack of money, and the length last
    ],
)
def test_why_a_player_leaves(owned, goal, floor, need, left, end):
    assert stopping_reason(owned, goal, floor, need, left) == end


def test_the_smallest_chip_may_be_any_amount():
    """No sum that is easy to name is a multiple of every chip, so the rail is not counted out in chips."""
    limits = Limits(Cents(300), Cents(30_000), Cents(300))
    assert len(chain_of("when come_out: pass 3", "nsw", limits, Cents(3)).playing) == 7


def to_double(text):
    brings = {"bankroll": Cents(5000), "goal": Cents(10_000)}
    return walked(Scope(Game.read("nsw", "5:100:5"), system(text), **brings))


def test_a_walk_knows_the_table_of_each_throw():
    walk = to_double("pass")
    for state in walk.states:
        if state.post != ABSORBED and not state.left:
            (one,) = walk.tables.states[walk.betted_tables[state.post]].seats[0].wagers
            assert (one.wager.name, one.amount) == ("pass", 1000)


def test_throws_that_nothing_leads_to_are_dropped_with_their_tables():
    walk = to_double("when come_out: pass to reach 100")
    kept = list(walk.betted_tables)
    walk.transitions.append(walk.transitions[0])
    walk.betted_tables.append(0)
    walk.drop_rows()
    assert (walk.betted_tables, len(walk.transitions)) == (kept, len(kept))


DONT, TEN = wager("dont_pass"), Cents(1000)


@pytest.mark.parametrize(
    ("effect", "account", "decision", "hand_over"),
    [
        (fx.Paid("Ann", DONT, TEN, TEN), (1000, 1000), False, False),
        (fx.Lost("Ann", DONT, TEN), (1000, -1000), False, False),
        (fx.Tied("Ann", DONT, TEN), (1000, 0), False, False),
        (fx.Returned("Ann", DONT, TEN, "tied"), (1000, 0), False, False),
        (fx.Returned("Ann", DONT, TEN, "taken down"), None, False, False),
        (fx.Returned("Ann", DONT, TEN, "off"), (1000, 0), False, False),
        (fx.Natural(7), None, True, False),
        (fx.Craps(12), None, True, False),
        (fx.PointMade(6), None, True, False),
        (fx.SevenOut(6), None, True, True),
        (fx.PointSet(6), None, False, False),
    ],
)
def test_what_an_effect_means_for_accounts_and_lengths(effect, account, decision, hand_over):
    """Every chip that is decided is action, ties included, and every cent that moves counts in the net."""
    label = label_of((effect,))
    assert label.accounts == accounts_of([effect]) == ((Account("dont_pass", *account),) if account else ())
    assert (label.decision, label.hand_over) == (decision, hand_over)


def test_the_effects_of_a_throw_are_added_up_wager_by_wager_in_the_order_of_names():
    effects = [
        fx.Lost("Ann", wager("place 6"), Cents(600)),
        fx.Paid("Ann", wager("come 6"), TEN, TEN),
        fx.Vigorish("Ann", wager("buy 4"), Cents(100)),
        fx.Lost("Ann", wager("come 8"), Cents(500)),
        fx.PointMade(6),
    ]
    assert [(one.wager, one.action, one.net) for one in accounts_of(effects)] == [
        ("buy 4", 0, -100),
        ("come", 1500, 500),  # come wagers share one account, whatever their numbers
        ("place 6", 600, -600),
    ]
    named = {"come_odds 4": "come_odds", "place 4": "place 4", "hard 6": "hard 6", "pass": "pass"}
    assert {spot: account_name(wager(spot)) for spot in named} == named


OWN = "examples/houses/all_tall_small.toml"


def words(ruled):
    """A ruling as values that compare; nothing for None."""
    if ruled is None:
        return ()
    return (*astuple(ruled)[:4], *map(astuple, ruled.legs), *astuple(ruled)[5:])


@pytest.mark.parametrize("book", [*BOOKS, OWN])
def test_only_hops_and_hard_ways_look_at_the_faces(book):
    rules, apart = load_rulebook(book), set()
    for puck in (0, 4, 8):
        for throw in OUTCOMES:
            for other in (other for other in OUTCOMES if other.total == throw.total):
                one, two = rulings(rules, puck, throw), rulings(rules, puck, other)
                apart |= {w.kind for w in WAGERS.values() if words(one[w]) != words(two[w])}
    assert apart == BY_FACES & rules.wagers.keys()


@pytest.mark.parametrize(
    ("wagers", "groups"),
    [
        ("pass", (11, 3, 3)),  # on a point: the point, a seven, and all that decide nothing
        ("pass, small, tall, make_em_all, field", (11, 11, 11)),
        ("pass, hard 8", (21, 9, 9)),  # two fours, three eights and three sevens, and all others
    ],
)
def test_one_throw_of_a_group_stands_for_all(wagers, groups):
    rules = load_rulebook(OWN)
    state = open_table(rules, [("Ann", 100_000)], others=True)
    for name in wagers.split(", "):
        bet = step(rules, state, Bet(wager(name), 500, by=player("Ann")))
        assert bet
        state = bet.state
    for roll, many in zip((None, OUTCOMES[2], OUTCOMES[-4]), groups, strict=True):
        state = step(rules, state, Rolled(roll)).state if roll else state
        tables = Tables(rules)
        number = tables.number_of(state)
        assert sorted(throw for group in alike(rules, state) for throw in group) == sorted(OUTCOMES)
        found = tables.outcomes(number)
        each = tuple(tables._outcome(tables.states[number], throw) for throw in OUTCOMES)  # noqa: SLF001
        assert found == tuple(own._replace(alike=one.alike) for own, one in zip(each, found, strict=True))
        first = {throw: OUTCOMES.index(group[0]) for group in alike(rules, state) for throw in group}
        assert [one.alike for one in found] == [first[throw] for throw in OUTCOMES]
        assert len(alike(rules, state)) == many


def test_players_who_have_left_throw_again_at_no_table_of_the_others(monkeypatch):
    """Also where they come to a table long after the others, as with wagers that stay down for a hand."""
    monkeypatch.setattr(walk, "_KEPT", 16)
    thrown, once = Counter(), Tables._outcomes  # noqa: SLF001

    def counted(tables, number):
        thrown[number] += 1
        return once(tables, number)

    monkeypatch.setattr(Tables, "_outcomes", counted)
    chain = explored(Scope(Game(load_rulebook(OWN)), system("when come_out: small 5")))
    assert len([state for state in chain.states if state.left and state.post != ABSORBED]) > 100
    assert set(thrown.values()) == {1}


def test_a_house_that_holds_a_wager_down_for_ever_is_no_house_to_play_stepwise_in(tmp_path):
    house = tmp_path / "held.toml"
    house.write_text('id = "held"\nextends = "classic"\nwagers.place.take_down = "never"\n', encoding="utf-8")
    system = "when point: place 6 6; when place 6 up: off place 6"
    for call, asked in ((explore, {}), (simulate, {"bankroll": 100, "throws": 5, "sessions": 2})):
        with pytest.raises(DeadlockError, match="no throw ever settles"):
            call(str(house), system, **asked)
    with pytest.raises(BankcrapsError, match="has no upper bound; simulate it instead"):
        exact.session(str(house), "when point: place 6 6", 100, throws=5)
    assert simulate(str(house), "when point: place 6 6", 100, throws=5, sessions=50).sessions == 50


def pressed(numbers, times):
    bets = "; ".join(f"place {number} {12 if number in (6, 8) else 10}" for number in numbers)
    most = "; ".join(
        f"after win of place {number}: press it up to {times * (12 if number in (6, 8) else 10)}"
        for number in numbers
    )
    return f"when point: {bets}; {most}"


def test_presses_are_refused_before_anything_is_explored_and_as_many_as_a_refusal_says_have_a_chain(
    monkeypatch,
):
    for fits in (pressed((4, 5, 6), 4), pressed((4, 5, 6, 8, 9), 2)):
        assert len(chain_of(fits, max_states=1600).states) < 1600
    monkeypatch.setattr("bankcraps.analysis.chain.walk.Walk.run", lambda _: pytest.fail("explored"))
    with pytest.raises(ChainError, match=r"have 243 combinations .* press 3 of them, .* each has 2 sizes"):
        chain_of(pressed((4, 5, 6, 8, 9), 4), max_states=1600)
    said = (
        "its 6 pressed wagers have 15,625 combinations of sizes, too many for a chain of 60,000 states; "
        "press 4 of them, or lower the caps until each has 3 sizes; a simulation plays it stepwise"
    )
    with pytest.raises(ChainError, match=re.escape(said)):
        chain_of(pressed((4, 5, 6, 8, 9, 10), 16), "nsw")


SIXES = "when point: place 6 6; place 8 6"


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        (f"after win: press place 6 up to 96; {SIXES}", []),
        (f"after win of place: press it up to 96; after win of place 6: reset place 8; {SIXES}", []),
        ("after win of field: press it up to 80; when always: field 5", []),
        ("after win of place: press it up to 96; after 3 wins of place: stop; when point: place 6 6", []),
        (f"after win of place: press it up to 48; after seven_out: reset place; {SIXES}", [4, 4]),
    ],
)
def test_where_one_win_changes_more_no_product_is_taken(text, sizes):
    assert list(sizes_together(system(text)).values()) == sizes


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
    for goal, floor, meant, own in (
        (600, 400, (60_000, 40_000), (0, 0, None)),
        (700, 200, (65_000, 30_100), (15_000, 20_000, 70_000)),
    ):
        plan = ask("three_four_five", text, 500, goal, floor, throws=60).plan
        assert (plan.goal, plan.floor) == meant
        assert (plan.stops_ahead, plan.stops_behind, plan.beyond) == own


def test_stops_by_money_stay_with_the_system_where_many_bankrolls_are_asked_about():
    text = "when always: field 5; stop after losing 20 or winning 15"
    chances = [one.p_ruin_or_floor for one in exact.curve("three_four_five", text, [100, 500], throws=60)]
    assert chances == [0.0, 0.0]


FAR = "when come_out: pass 10; stop after 500 throws"
RATE = r"counts far; a smaller number.* plays about [\d,]+ throws a second: \d+ sessions take about"


def test_stepwise_play_is_told_first(monkeypatch, capsys):
    monkeypatch.setattr("bankcraps.analysis.chain.walk.MAX_MEMORIES", 40)
    asked, how = {"throws": 30, "sessions": 30}, RunPlan.of(sessions=30)
    assert play(ask("three_four_five", FAR, 500, throws=30), how, warn=warn).sessions == 30
    assert re.search(f"played stepwise.*{RATE}", capsys.readouterr().err)
    play(ask("three_four_five", "pass", 500, throws=30), how, warn=warn)
    assert not capsys.readouterr().err
    for call in (
        lambda: compare("three_four_five", ["pass", FAR], 500, **asked),
        lambda: simulate("three_four_five", FAR, 500, **asked),
    ):
        with pytest.warns(StepwiseWarning, match=RATE) as warned:
            call()
        assert [warning.filename for warning in warned] == [__file__]
    monkeypatch.setattr(
        "bankcraps.analysis.simulation.simulate.play_chunks", lambda *_, **__: pytest.fail("played")
    )
    with warnings.catch_warnings(action="error"), pytest.raises(StepwiseWarning, match=RATE):
        simulate("three_four_five", FAR, 500, **asked)


def test_a_refusal_says_the_same_after_a_journey():
    error = ChainError("because")
    sent = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert str(sent) == str(error) == "because; a simulation plays it stepwise"
