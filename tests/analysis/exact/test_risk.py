"""The risk of ruin by bankroll, and the least bankroll for a risk."""

from fractions import Fraction

import pytest

from bankcraps import BankcrapsError, exact, explore
from bankcraps.analysis.exact.risk import bankrolls_for
from bankcraps.strategies.plan import Plan

HOUSE = "three_four_five"
WIN = Fraction(244, 495)
"""The chance of a pass line wager: Packel, The Mathematics of Games and Gambling (1981), p. 49."""


def test_the_bankroll_for_a_risk_is_the_least():
    found = exact.bankroll(HOUSE, "pass_odds_max", 0.1, throws=100)
    less = exact.session(HOUSE, "pass_odds_max", str(found.bankroll // 100 - 10), throws=100)
    assert found.p_ruin_or_floor <= 0.1 < less.ends["ruin"]


@pytest.mark.parametrize("risk", [0, 1, -1, 1e-13, 1e-300])
def test_a_risk_that_means_nothing(risk):
    with pytest.raises(BankcrapsError, match="a risk"):
        exact.bankroll(HOUSE, "pass", risk, throws=30)


def test_a_risk_is_one_over_some_length():
    said = "^a risk of ruin needs a length: say how many throws, decisions or shooters$"
    with pytest.raises(BankcrapsError, match=said):
        exact.bankroll(HOUSE, "pass", 0.1, until_settled=True)


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


def test_the_least_bankroll_for_a_need_that_is_no_whole_number_of_units():
    """A place wager that is always off neither wins nor loses, but its chips must be there."""
    off = "when come_out: pass 10; when always: place 6 6; off place 6"
    found = exact.bankroll(HOUSE, off, ruin=0.05, throws=50)
    plain = exact.bankroll(HOUSE, "pass", ruin=0.05, throws=50)
    assert found.bankroll == plain.bankroll + 600


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


def test_a_curve_is_data_in_cents():
    found = exact.curve(HOUSE, "pass", [100, "205"], throws=20)
    table = found.to_arrow().to_pydict()
    assert {"bankroll_cents", "p_ruin_or_floor", "p_ahead", "mean_cents", "sd_cents"} < set(table)
    assert table["bankroll_cents"] == [10_000, 20_500]
    assert table["mean_cents"] == [one.mean for one in found]


def test_a_picture_of_a_curve_shows_both_chances(monkeypatch):
    shown = []
    monkeypatch.setattr("bankcraps.analysis.plots.ruin_curve", lambda points, *_, **__: shown.extend(points))
    found = exact.curve(HOUSE, "pass", [100, 200], throws=20)
    found.plot()
    assert [(p.bankroll, p.ruin, p.ahead) for p in shown] == [
        (c.bankroll, c.p_ruin_or_floor, c.p_ahead) for c in found
    ]


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


@pytest.mark.parametrize("risk", ["0.1", 0, 1, float("nan")])
def test_a_risk_is_a_chance(risk):
    with pytest.raises(BankcrapsError, match="a risk is a chance above 0 and below 1"):
        exact.bankroll(HOUSE, "pass", risk, throws=20)


def test_the_least_bankroll_above_a_floor_that_is_no_whole_number_of_units():
    found = exact.bankroll(HOUSE, "pass", ruin=0.05, floor=91, throws=300)
    assert found.bankroll % 1000 == 100
    assert found.p_ruin_or_floor <= 0.05
    plain = exact.bankroll(HOUSE, "pass", ruin=0.05, floor=90, throws=300)
    assert found.bankroll == plain.bankroll + 100
