"""The long run of systems: against fractions, against long sessions, and against itself."""

import json
from fractions import Fraction

import msgspec
import pytest
from tests.analysis.exact.test_sessions import HOUSE

from bankcraps import exact, explore
from bankcraps.analysis.chain.model import WAYS
from bankcraps.analysis.results.reading import decode_result
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.engine.effects import Craps, Effect, Natural, PointSet
from bankcraps.game.wagers import wager
from bankcraps.house_edge.absorbing_chain import visits
from bankcraps.strategies.policy import NOTHING, Layout


def test_pass_has_closed_forms():
    """A round lasts 557/165 throws, and a hand 1671/196; one of 165 in 557 throws is a come-out."""
    found = exact.long_run(HOUSE, "pass")
    throw, decision, hand = (found.rates[unit] for unit in ("throws", "decisions", "shooters"))
    assert decision.throws == pytest.approx(557 / 165, rel=1e-13)
    assert hand.throws == pytest.approx(1671 / 196, rel=1e-13)
    assert throw.gain == pytest.approx(-1000 * 7 / 1671, rel=1e-12)
    assert decision.gain == pytest.approx(-1000 * 7 / 495, rel=1e-12)
    assert decision.sd == pytest.approx(1000 * (1 - (7 / 495) ** 2) ** 0.5, rel=1e-12)
    assert found.pucks[0] == pytest.approx(165 / 557, rel=1e-13)
    assert found.pucks[6] == pytest.approx(5 / 36 * 36 / 11 * 165 / 557, rel=1e-13)
    assert (decision.action, found.on_layout) == pytest.approx((1000, 1000), rel=1e-12)


def in_fractions(system):
    """The share of the throws before each layout and the gain of a throw, by the visits in a cycle."""
    chain = explore(HOUSE, system)
    states = [number for number, state in enumerate(chain.states) if not state.left]
    rows = []
    for number in states:
        row = {}
        for transition, ways in zip(chain.transitions[chain.states[number].post], WAYS, strict=True):
            if to := states.index(transition.to):
                row[to] = row.get(to, 0) + Fraction(ways, 36)
        rows.append(row)
    often = visits(rows, {0: Fraction(1)})
    shares, gain = {}, Fraction(0)
    for number, visited in zip(states, often, strict=True):
        state, share = chain.states[number], visited / sum(often)
        layout = state.puck, state.wagers
        shares[layout] = shares.get(layout, 0) + share
        changes = zip(chain.changes(state), WAYS, strict=True)
        gain += share * sum(Fraction(ways * cents, 36) for cents, ways in changes)
    return shares, gain


@pytest.mark.parametrize("system", ["pass_odds_2x", "iron_cross", "pass_paroli"])
def test_it_keeps_its_bounds(system):
    found, (shares, gain) = exact.long_run(HOUSE, system), in_fractions(system)
    wrong = sum(abs(layout.share - shares.pop((layout.puck, layout.wagers))) for layout in found.layouts)
    assert not any(shares.values())
    assert wrong <= 2 * found.error_bound < 1e-12
    throw = found.rates["throws"]
    assert abs(throw.gain - gain) <= throw.gain_bound < 1e-10


@pytest.mark.parametrize(
    ("system", "unit", "count"),
    [
        ("pass_odds_2x", "throws", 250),
        ("iron_cross", "throws", 100),
        ("pass_paroli", "decisions", 40),
        ("place_6_8", "shooters", 10),
    ],
)
def test_a_session_twice_as_long_differs_by_the_long_run(system, unit, count):
    """Only the beginning and the end of a session are special, and both lengths have the same."""
    rate = exact.long_run(HOUSE, system).rates[unit]
    lengths = ({unit: count}, {unit: 2 * count})
    short, long = (exact.session(HOUSE, system, 50_000, extremes=False, **length) for length in lengths)
    assert long.final.mean - short.final.mean == pytest.approx(count * rate.gain, abs=1e-4)
    assert long.final.sd**2 - short.final.sd**2 == pytest.approx(count * rate.sd**2, rel=1e-8)
    assert long.action - short.action == pytest.approx(count * rate.action, rel=1e-9)


def test_the_wagers_cost_what_is_lost():
    found = exact.long_run(HOUSE, "iron_cross")
    assert sum(one.cost for one in found.wagers) == pytest.approx(-found.rates["throws"].gain, rel=1e-12)
    assert sum(layout.share for layout in found.layouts) == pytest.approx(1, abs=1e-12)
    assert decode_result(json.dumps(found.to_dict())) == found
    assert found.to_arrow().column_names == ["house", "system", "standing", "share_of_throws"]


class Field(msgspec.Struct, frozen=True):
    """Bets on the field until a throw on the come-out; and then for ever if the throw is one of `goes_on`."""

    goes_on: tuple[type[Effect], ...]
    name: str = "field"
    text: str = ""

    def start(self):
        return None

    def layout(self, observation, memory):
        del observation
        return NOTHING if memory is False else Layout({wager("field"): Cents(500)})

    def remember(self, memory, effects):
        first = next((each for each in effects if isinstance(each, Natural | Craps | PointSet)), None)
        return memory if memory is not None or first is None else isinstance(first, self.goes_on)


def test_what_comes_once_has_no_share():
    found = exact.long_run(HOUSE, Field(()))
    throw = found.rates["throws"]
    assert (throw.gain, throw.sd, throw.action, found.edge, found.wagers) == (0, 0, 0, 0, ())
    assert exact.long_run(HOUSE, Field((Natural, Craps, PointSet))).edge == pytest.approx(1 / 18)


@pytest.mark.parametrize(
    ("system", "said"),
    [
        ("when come_out: pass 5%", "looks at its money"),
        ("hit_and_run", "hit_and_run stops by itself, so it has no long run; ask for a session"),
        (
            Field((Natural,)),
            "the dice decide in which",
        ),
    ],
)
def test_systems_without_a_long_run(system, said):
    with pytest.raises(BankcrapsError, match=said):
        exact.long_run(HOUSE, system)
