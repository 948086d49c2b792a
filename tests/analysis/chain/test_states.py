"""The number of states of well-known systems, and their descriptions in a chain."""

import pytest
from tests.kit.houses import own_house

from bankcraps import load_rulebook
from bankcraps.analysis.chain import ChainError, explore
from bankcraps.analysis.chain.exploration import walked
from bankcraps.analysis.chain.model import ABSORBED, WAYS, dot
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
from bankcraps.analysis.chain.walk import Scope
from bankcraps.game.chips import Cents
from bankcraps.game.engine import Limits, step
from bankcraps.strategies.library import system

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


@pytest.mark.parametrize(("name", "states"), STATES.items())
def test_well_known_systems(name, states):
    chain = explore(Scope(load_rulebook("three_four_five"), system(name)))
    assert len(chain.playing) == states


@pytest.mark.parametrize("book", ["nsw", "washington", "pennsylvania", "classic"])
def test_a_pass_wager_has_seven_states_and_one_more_where_a_hand_matters(book):
    chain = explore(Scope(load_rulebook(book), system("pass")))
    # If a fire wager is offered, a new shooter's come-out differs from any other.
    assert len(chain.playing) == (8 if book == "pennsylvania" else 7)


def test_the_chances_out_of_every_state_are_all_36_throws():
    chain = explore(Scope(load_rulebook("nsw"), system("three_point_molly")))
    assert sum(WAYS) == 36
    assert all(len(row) == len(WAYS) for row in chain.transitions)


def test_money_is_in_whole_units_and_the_figures_are_those_of_the_moments():
    chain = explore(Scope(load_rulebook("three_four_five"), system("pass_odds_max")))
    assert (chain.unit, chain.swing, chain.cash) == (1000, 7000, 6000)
    told = chain.to_dict()
    assert (told["states"], told["post_decision_states"], told["transitions"]) == (13, 7, 44)
    assert (told["money_step_cents"], told["largest_swing_cents"], told["cash_needed_cents"]) == (
        1000,
        7000,
        6000,
    )


def test_everybody_who_leaves_is_settled_with():
    chain = explore(Scope(load_rulebook("three_four_five"), system("three_point_molly")))
    for state in chain.playing:
        left = chain.states[state.leave]
        assert left.left
        assert left.leave == state.leave
        assert left.wagers == state.wagers
    assert any(state.post == ABSORBED for state in chain.states if state.left)


def test_refusals_are_kept_with_their_reason():
    chain = explore(Scope(load_rulebook("three_four_five"), system("when always: field 20000")))
    ((code, message),) = chain.refusals
    assert code == "over_maximum"
    assert "10000" in message
    assert chain.playing[0].refused == (0,)


def test_each_table_is_thrown_from_once_however_many_memories_meet_there(monkeypatch):
    thrown = []

    def counting(book, state, event):
        thrown.append((state.puck, state.seats[0].wagers, event.throw))
        return step(book, state, event)

    monkeypatch.setattr("bankcraps.analysis.chain.walk.step", counting)
    explored = explore(Scope(load_rulebook("three_four_five"), system("pass_martingale")))
    assert len(explored.playing) > 40
    assert len(thrown) == len(set(thrown))


def test_a_hand_wager_counts_no_further_than_it_pays():
    """With no, one or two eights counted, the puck is off or on one of six points; an 8 has counted."""
    tall = {"name": "Tall", "made": "after_seven", "counts": "totals", "among": [8], "repeats": True}
    tall |= {"pays": {"2": "3 to 1"}, "paid": "at_end", "ends": "seven"}
    house = own_house("classic", {"wagers": {"tall": tall}})
    explored = explore(Scope(house, system("when new_shooter: tall 5"), max_states=100))
    assert sum(bool(state.wagers) for state in explored.playing) == 3 * 7 - 1


def test_too_many_states_are_a_limit_and_not_an_answer():
    with pytest.raises(ChainError, match="more than 100 states"):
        explore(Scope(load_rulebook("three_four_five"), system("three_point_molly"), max_states=100))


def test_a_picture_has_a_node_for_every_state():
    drawn = dot(explore(Scope(load_rulebook("three_four_five"), system("pass"))))
    assert drawn.count("[label=") == 7 + 1 * 8 + 6 * 3
    assert '0 -> 0 [label="8/36 +10"];' in drawn
    assert drawn.endswith("];\n}\n")


def test_a_picture_says_nothing_of_money_that_does_not_move():
    drawn = dot(explore(Scope(load_rulebook("three_four_five"), system("pass"))))
    assert '7 -> 7 [label="27/36"];' in drawn


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


def test_notebooks_arrow_and_pictures(tmp_path):
    chain = explore(Scope(load_rulebook("three_four_five"), system("pass")))
    assert chain.to_arrow().num_rows == 7 * 21
    assert sum(chain.to_arrow()["ways"].to_pylist()) == 7 * 36
    assert ">states</td>" in chain._repr_html_()
    chain.plot(tmp_path / "six.svg", puck=6)
    assert "the point is 6; on the layout: pass 10<" in (tmp_path / "six.svg").read_text()


def test_the_smallest_chip_may_be_any_amount():
    """No sum that is easy to name is a multiple of every chip, so the rail is not counted out in chips."""
    limits = Limits(Cents(300), Cents(30_000), Cents(300))
    chain = explore(Scope(load_rulebook("nsw"), system("when come_out: pass 3"), limits, Cents(3)))
    assert len(chain.playing) == 7


def test_a_walk_knows_the_table_of_each_throw():
    brings = {"bankroll": Cents(5000), "goal": Cents(10_000)}
    walk = walked(Scope(load_rulebook("nsw"), system("pass"), Limits.read("5:100:5"), Cents(100), **brings))
    for state in walk.states:
        if state.post != ABSORBED and not state.left:
            (one,) = walk.tables.states[walk.betted_tables[state.post]].seats[0].wagers
            assert (one.wager.name, one.amount) == ("pass", 1000)


def test_throws_that_nothing_leads_to_are_dropped_with_their_tables():
    brings = {"bankroll": Cents(5000), "goal": Cents(10_000)}
    bold = system("when come_out: pass to reach 100")
    walk = walked(Scope(load_rulebook("nsw"), bold, Limits.read("5:100:5"), Cents(100), **brings))
    kept = list(walk.betted_tables)
    walk.transitions.append(walk.transitions[0])
    walk.betted_tables.append(0)
    walk.drop_rows()
    assert walk.betted_tables == kept
    assert len(walk.transitions) == len(kept)
