"""Throws that do the same to a table are played once: against playing each of the 21 combinations."""

from collections import Counter

import pytest
from msgspec.structs import astuple

from bankcraps import BOOKS, load_rulebook
from bankcraps.analysis.chain import explore, walk
from bankcraps.analysis.chain.model import ABSORBED
from bankcraps.analysis.chain.walk import Scope, Tables
from bankcraps.game.dice import OUTCOMES
from bankcraps.game.engine import open_table, player, step
from bankcraps.game.engine.events import Bet, Rolled
from bankcraps.game.engine.position import alike
from bankcraps.game.engine.rulings import BY_FACES, rulings
from bankcraps.game.wagers import WAGERS, wager
from bankcraps.strategies.library import system

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
    chain = explore(Scope(load_rulebook(OWN), system("when come_out: small 5")))
    assert len([state for state in chain.states if state.left and state.post != ABSORBED]) > 100
    assert set(thrown.values()) == {1}
