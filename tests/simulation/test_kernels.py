"""Both kernels against a player who reads the chain one line at a time, on the same dice."""

import numpy as np
import pytest
from tests.simulation.chains import pass_with_odds, random_chain, tables, told

from bankcraps import BankcrapsError
from bankcraps.chain.chain import DONE
from bankcraps.chain.leaving import ENDS, GOAL, LIMIT, NEVER, RUIN, STOPPED
from bankcraps.simulation import figures as fig
from bankcraps.simulation.kernel import play, play_paths, trajectories
from bankcraps.simulation.records import lay_out
from bankcraps.simulation.tables import NO_NEED
from bankcraps.simulation.terms import CUT, NO_LIMIT, OUTCOMES, Terms

CHAINS = {
    "pass with odds": pass_with_odds(),
    "3 rows": random_chain(3, seed=1),
    "40 rows": random_chain(40, seed=2),
    "2000 rows": random_chain(2000, seed=3, totals=False),
    "large changes": random_chain(400, seed=4, most=1_000_000),
}
TERMS = {
    "a long evening": Terms(100, 500),
    "a short purse": Terms(12, 500),
    "goal and floor": Terms(100, 500, goal=130, floor=80),
    "not whole blocks": Terms(100, 57),
    "one block": Terms(100, 20),
    "a throw more": Terms(100, 21),
    "no throw": Terms(100, 0),
    "nothing brought": Terms(0, 10),
    "goal brought": Terms(100, 10, goal=100),
    "below the floor": Terms(100, 10, floor=101),
    "to the end": Terms(100, NO_LIMIT, goal=200, cap=300),
}
DECIDED = {
    "30 decisions": Terms(100, 30, "decisions"),
    "4 shooters": Terms(100, 4, "shooters", goal=150),
    "cut short": Terms(100, 1000, "shooters", cap=45),
    "cut at once": Terms(100, 10, "decisions", cap=0),
}
FIRST, SESSIONS, SEED = 2**33 - 60, 120, 77


def scaled(chain, terms):
    """Terms that are as much to a chain with large changes as to others."""
    if np.abs(chain.delta).max() < 1000:
        return terms
    goal = terms.goal if terms.goal > 10**9 else terms.goal * 160_000
    return Terms(terms.bankroll * 160_000, terms.limit, terms.per, goal, terms.floor * 160_000, terms.cap)


@pytest.mark.parametrize("terms", TERMS)
@pytest.mark.parametrize("name", CHAINS)
def test_the_fast_kernel_plays_by_the_contract(name, terms):
    chain = CHAINS[name]
    terms = scaled(chain, TERMS[terms])
    found = play(lay_out(chain, terms), terms, SEED, FIRST, SESSIONS)
    expected = [told(chain, terms, SEED, FIRST + i).figures[: fig.LEAN] for i in range(SESSIONS)]
    assert found.T.tolist() == expected


@pytest.mark.parametrize("terms", TERMS | DECIDED)
@pytest.mark.parametrize("name", CHAINS)
def test_the_full_kernel_plays_by_the_contract_and_counts_every_step(name, terms):
    chain = CHAINS[name]
    terms = scaled(chain, (TERMS | DECIDED)[terms])
    found = play_paths(lay_out(chain, terms), terms, SEED, FIRST, SESSIONS)
    stories = [told(chain, terms, SEED, FIRST + i) for i in range(SESSIONS)]
    assert found.figures.T.tolist() == [story.figures for story in stories]
    visits, left = np.zeros_like(chain.delta, np.int64), np.zeros(chain.row.size, np.int64)
    for story in stories:
        left[story.left] += 1
        for step, times in story.visits.items():
            visits[step] += times
    assert (found.visits == visits).all()
    assert (found.left == left).all()


def test_these_sessions_end_in_every_way():
    """So that the tests above are about all of them."""
    seen = set()
    for name, chain in CHAINS.items():
        for terms in (TERMS | DECIDED).values():
            fitting = scaled(chain, terms)
            paths = play_paths(lay_out(chain, fitting), fitting, SEED, FIRST, SESSIONS)
            seen |= {(name, end) for end in paths.figures[fig.END].tolist()}
    assert {end for _, end in seen} == set(range(len(OUTCOMES)))
    assert ("40 rows", STOPPED) in seen or ("2000 rows", STOPPED) in seen


def test_both_kernels_agree_on_many_sessions():
    chain, terms = random_chain(300, seed=9), Terms(80, 333, goal=140, floor=5)
    laid = lay_out(chain, terms)
    lean, full = play(laid, terms, 5, 0, 20_000), play_paths(laid, terms, 5, 0, 20_000)
    assert (lean == full.figures[: fig.LEAN]).all()
    assert set(lean[fig.END].tolist()) == {GOAL, RUIN, LIMIT, STOPPED} == set(range(len(ENDS)))


def test_a_session_is_the_same_alone_and_in_company():
    chain, terms = CHAINS["40 rows"], Terms(60, 200)
    laid = lay_out(chain, terms)
    together = play(laid, terms, 3, 1000, 300)
    for i in (0, 1, 63, 64, 299):
        assert (play(laid, terms, 3, 1000 + i, 1)[:, 0] == together[:, i]).all()


@pytest.mark.parametrize("terms", [*TERMS.values(), *DECIDED.values()])
def test_trajectories_are_those_of_the_sessions(terms):
    chain = CHAINS["pass with odds"]
    for first in (0, 5, 2**40):
        found = trajectories(lay_out(chain, terms), terms, SEED, first, 3)
        assert [path.tolist() for path in found] == [
            told(chain, terms, SEED, first + i).owned for i in range(3)
        ]


def test_records_that_do_not_fit_in_32_bits_take_64():
    small, large = CHAINS["40 rows"], CHAINS["large changes"]
    terms = Terms(100, 100)
    assert lay_out(small, terms).record.dtype == np.int32
    assert lay_out(large, terms).record.dtype == np.int64


def test_more_than_the_kernels_hold_is_said():
    chain = CHAINS["large changes"]
    won = type(chain)(**(vars(chain) | {"delta": np.abs(chain.delta), "need": np.minimum(chain.need, 1)}))
    terms = Terms(2**30 - 1, 50)
    for kernel in (play, play_paths):
        with pytest.raises(BankcrapsError, match=r"1,073,741,824 units"):
            kernel(lay_out(won, terms), terms, 1, 0, 10)


def test_the_fast_kernel_refuses_what_it_cannot_count():
    terms = DECIDED["30 decisions"]
    with pytest.raises(ValueError, match="not decisions"):
        play(lay_out(CHAINS["40 rows"], terms), terms, 1, 0, 1)


def test_a_long_session_cut_short_says_so():
    terms = Terms(10_000, NO_LIMIT, cap=40)
    chain = lay_out(CHAINS["pass with odds"], terms)
    assert set(play(chain, terms, 1, 0, 50)[fig.END].tolist()) == {CUT}


def test_nobody_to_play_is_no_trouble():
    terms = Terms(100, 100)
    chain = lay_out(CHAINS["pass with odds"], terms)
    assert play(chain, terms, 1, 0, 0).shape == (fig.LEAN, 0)
    assert play_paths(chain, terms, 1, 0, 0).visits.sum() == 0


def test_a_system_that_never_bets_stops_at_once():
    states, none = np.array([DONE, DONE]), np.zeros((0, 36))
    chain = tables(
        row=states,
        fee=np.array([0, -3]),
        need=np.array([NEVER, NO_NEED]),
        leave=np.array([1, 1]),
        delta=none,
        next=none,
        decisions=none,
        shooters=none,
    )
    terms = Terms(10, 100)
    laid = lay_out(chain, terms)
    assert play(laid, terms, 1, 0, 2).T.tolist() == [[7, 10, 10, 0, STOPPED]] * 2
    assert (
        play_paths(laid, terms, 1, 0, 2).figures.T.tolist() == [[7, 10, 10, 0, STOPPED, 0, 0, 0, 0, 0, 0]] * 2
    )


def test_the_game_costs_what_it_costs():
    """The flat wager loses 7/495 a decision, the odds nothing: 4 standard errors either way."""
    terms = Terms(1_000_000, 1000, "decisions")
    paths = play_paths(lay_out(CHAINS["pass with odds"], terms), terms, 2, 0, 4000)
    change = paths.figures[fig.FINAL] - terms.bankroll
    error = change.std() / np.sqrt(change.size)
    assert abs(change.mean() + 1000 * 7 / 495) < 4 * error
    assert error < 4
