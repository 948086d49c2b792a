"""The long run of systems, the risk of ruin by bankroll, and the least bankroll for a risk."""

import json
from fractions import Fraction

import msgspec
import pytest
from tests.analysis.exact.test_sessions import HOUSE

from bankcraps import BankcrapsError, exact, explore
from bankcraps.analysis.chain.model import WAYS
from bankcraps.analysis.exact.risk import bankrolls_for
from bankcraps.analysis.results.reading import decode_result
from bankcraps.game.chips import Cents
from bankcraps.game.engine.effects import Craps, Effect, Natural, PointSet
from bankcraps.game.wagers import wager
from bankcraps.house_edge.absorbing_chain import visits
from bankcraps.strategies.plan import Plan
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


def test_what_the_dice_decide_once_for_all_has_no_long_run():
    with pytest.raises(BankcrapsError, match="the dice decide in which"):
        exact.long_run(HOUSE, Field((Natural,)))


def test_the_bankroll_for_a_risk_is_the_least():
    found = exact.bankroll(HOUSE, "pass_odds_max", 0.1, throws=100)
    less = exact.session(HOUSE, "pass_odds_max", str(found.bankroll // 100 - 10), throws=100)
    assert found.p_ruin_or_floor <= 0.1 < less.ends["ruin"]


@pytest.mark.parametrize(
    ("risk", "length", "said"),
    [
        ("0.1", {"throws": 20}, "a risk is a chance above 0 and below 1"),
        (0.1, {"until_settled": True}, "^a risk of ruin needs a length: say how many throws, decisions or"),
    ],
)
def test_risks_that_mean_nothing(risk, length, said):
    with pytest.raises(BankcrapsError, match=said):
        exact.bankroll(HOUSE, "pass", risk, **length)


def test_risks_share_what_they_find_and_change_nothing():
    asked, plan = explore(HOUSE, "pass_odds_max"), Plan(100, count=60)
    together = bankrolls_for(asked, plan, (0.1, 0.5, 0.02))
    alone = [bankrolls_for(asked, plan, [risk]).chances[0] for risk in (0.1, 0.5, 0.02)]
    assert list(together) == alone
    assert [row.risk for row in together.rows()] == [0.1, 0.5, 0.02]


def test_a_curve_falls_with_the_bankroll():
    found = exact.curve(HOUSE, "iron_cross", range(50, 400, 50), throws=100)
    ruins = [one.p_ruin_or_floor for one in found]
    assert ruins == sorted(ruins, reverse=True)
    alone = exact.session(HOUSE, "iron_cross", 150, throws=100)
    third = found.chances[2]
    assert (third.p_ruin_or_floor, third.mean) == pytest.approx((alone.p_ruin_or_floor, alone.final.mean))
    assert found.to_dict()["bankrolls"] == [row.to_dict() for row in found.rows()]
    assert found.to_arrow()["p_ruin_or_floor"].to_pylist() == ruins
    assert f">{ruins[0]:.2%}</td>" in found._repr_html_()
    assert f">{found.chances[0].mean / 100:,.2f}</td>" in found._repr_html_()


@pytest.mark.parametrize(
    ("system", "more", "plain"),
    [
        # A place wager that is always off neither wins nor loses, but its chips must be there.
        ("when come_out: pass 10; when always: place 6 6; off place 6", 600, {}),
        ("pass", 100, {"floor": 90}),
    ],
)
def test_the_least_bankroll_for_a_need_or_a_floor_that_is_no_whole_number_of_units(system, more, plain):
    floor = {"floor": 91} if plain else {}
    found = exact.bankroll(HOUSE, system, ruin=0.05, throws=50, **floor)
    assert found.p_ruin_or_floor <= 0.05
    assert found.bankroll == exact.bankroll(HOUSE, "pass", ruin=0.05, throws=50, **plain).bankroll + more


def test_the_least_bankroll_is_looked_for_up_to_the_last():
    found = exact.bankroll(HOUSE, "pass:scale=1000", 0.3, throws=3000)
    assert found.p_ruin_or_floor <= 0.3
    near = exact.bankroll(HOUSE, "pass", 0.05, floor=105, throws=20)
    assert near.bankroll > 10_500
    assert near.p_ruin_or_floor <= 0.05


def test_leaving_at_a_floor_is_not_called_ruin(tmp_path):
    found = exact.curve(HOUSE, "pass", [100, 200], floor=50, throws=20)
    assert "<th>ruin or floor</th>" in found._repr_html_()
    found.plot(tmp_path / "curve.svg")
    assert ">ruin or floor<" in (tmp_path / "curve.svg").read_text(encoding="utf-8")
    evening = exact.session(HOUSE, "pass", 100, floor=50, throws=20)
    evening.plot(tmp_path / "when.svg", "ruin")
    drawn = (tmp_path / "when.svg").read_text(encoding="utf-8")
    assert "When ruin or floor comes" in drawn
    assert "chance that ruin or floor has come" in drawn


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("201 bankrolls are too many for one curve; the most is 200", {"bankrolls": range(100, 301)}),
        ("a curve needs at least one bankroll", {"bankrolls": []}),
        (r"the bankrolls of a curve are a list, as in \[100, 200\], not '100'", {"bankrolls": "100"}),
        ("the bankrolls of a curve are a list", {"bankrolls": 100}),
    ],
)
def test_curves_are_bounded(said, asked):
    with pytest.raises(BankcrapsError, match=said):
        exact.curve(HOUSE, "pass", throws=20, **asked)
