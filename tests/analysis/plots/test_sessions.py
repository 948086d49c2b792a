"""Sessions throw by throw, ruin, and systems side by side."""

import numpy as np
import pytest
from matplotlib.collections import PolyCollection
from matplotlib.patches import PathPatch

from bankcraps.analysis import plots
from bankcraps.support.distribution import Distribution

from .reading import beyond, overlapping, texts, tick_labels

# The fan.


def walks(count, throws):
    rng = np.random.default_rng(7)
    steps = rng.choice([-1000, 1000], (count, throws))
    return np.hstack([np.full((count, 1), 50000), 50000 + np.cumsum(steps, axis=1)])


def test_bands_are_the_tenths_of_all_sessions(heading):
    owned = walks(200, 50)
    (axes,) = plots.fan(owned, 50000, heading, samples=5).axes
    *sampled, low, high, middle, bankroll = axes.lines[:9]
    assert len(sampled) == 5
    assert [np.asarray(line.get_ydata()).tolist()[-1] for line in sampled] == (owned[:5, -1] / 100).tolist()
    for line, percentile in ((low, 10), (middle, 50), (high, 90)):
        assert line.get_ydata() == pytest.approx(
            np.percentile(owned, percentile, axis=0, method="inverted_cdf") / 100
        )
    assert list(bankroll.get_ydata()) == [500, 500]
    assert len([band for band in axes.collections if isinstance(band, PolyCollection)]) == 1
    assert axes.get_xlim() == (0, 50)
    assert axes.get_xlabel() == "throws"


def test_who_has_left_keeps_what_they_had(heading):
    rows = [[500, 400, np.nan, np.nan]] * 6 + [[500, 600, 700, 800]] * 6
    ragged = [row[:2] for row in rows[:6]] + rows[6:]
    for given in (rows, np.array(rows), ragged):
        axes, table = plots.fan(given, 500, heading).axes
        assert axes.lines[0].get_ydata().tolist() == [5, 4, 4, 4]
        still = table.collections[0].get_paths()[0].vertices
        corners = {(0, 1), (1, 1), (2, 1), (2, 0.5), (3, 0.5)}
        assert corners <= {tuple(point) for point in np.asarray(still).tolist()}
        assert table.get_xlabel() == "throws"
    assert any("players who left keep what they had" in text for text in texts(axes.figure))


@pytest.mark.parametrize("count", [1, 9])
def test_few_sessions_have_no_bands(heading, count):
    figure = plots.fan(walks(count, 30), 50000, heading)
    (axes,) = figure.axes
    assert not axes.collections
    assert len(axes.lines[0].get_ydata()) == 31
    assert not any("median" in text for text in texts(figure))
    assert ("one session" in texts(figure)) == (count == 1)


def test_a_session_of_no_throws_can_be_drawn(heading):
    assert plots.fan([[50000]], 50000, heading).axes[0].get_xlim() == (0, 1)


def test_long_sessions_are_thinned_and_keep_their_ends(heading):
    owned = walks(20, 9999)
    axes = plots.fan(owned, 50000, heading).axes[0]
    at = np.asarray(axes.lines[0].get_xdata())
    assert (len(at), at[0], at[-1]) == (501, 0, 9999)
    assert "10,000" in tick_labels(axes.xaxis) or "8,000" in tick_labels(axes.xaxis)


@pytest.mark.parametrize("goal", [None, 50100, 90000])
def test_labels_beside_the_fan_do_not_overlap(heading, goal):
    figure = plots.fan(walks(40, 3), 50000, heading, goal=goal)
    assert overlapping(figure, figure.axes[0]) == []
    assert beyond(figure) == []
    assert all(label.lstrip("\N{MINUS SIGN}").startswith("$") for label in tick_labels(figure.axes[0].yaxis))


# Ruin.


def test_the_curve_of_ruin_has_a_line_for_what_is_known(heading):
    points = [plots.RuinPoint(100 * k, 1 / k, ahead=0.4) for k in (30, 10, 20)]
    (axes,) = plots.ruin_curve(points, heading).axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["ruin", "ahead"]
    ruin, ahead = axes.lines
    assert ruin.get_xdata().tolist() == [10, 20, 30]
    assert ruin.get_ydata().tolist() == [1 / 10, 1 / 20, 1 / 30]
    assert (ruin.get_linestyle(), ahead.get_linestyle()) == ("-", "-.")
    assert (ruin.get_marker(), ahead.get_marker()) == ("o", "^")
    assert axes.get_ylim()[0] == 0
    assert all(label.startswith("$") for label in tick_labels(axes.xaxis))
    assert all(label.endswith("%") for label in tick_labels(axes.yaxis))


@pytest.mark.parametrize("count", [1, 500])
def test_a_point_or_very_many(heading, count):
    figure = plots.ruin_curve([plots.RuinPoint(100 * k, 1 / k, 0.5) for k in range(1, count + 1)], heading)
    assert len(figure.axes[0].lines[1].get_xdata()) == count
    assert beyond(figure) == []


def test_ruin_adds_up_over_the_session(heading):
    when = Distribution.of([2, 5, 9], [1, 2, 1])
    figure = plots.ruin_when(when, 0.4, heading, counted="shooters", length=20)
    (axes,) = figure.axes
    stairs = axes.lines[0]
    assert list(stairs.get_xdata()) == [0, 2, 5, 9, 20]
    assert list(stairs.get_ydata()) == pytest.approx([0, 0.1, 0.3, 0.4, 0.4])
    assert axes.get_xlim() == (0, 20)
    assert axes.get_xlabel() == "shooters' hands"
    assert "half of all ruins by 5" in texts(figure)
    assert any("chance of ruin 40.00%" in text for text in texts(figure))


@pytest.mark.parametrize(("when", "ruin"), [(None, 0.0), (Distribution.of([1], [1]), 0.0), (None, 0.3)])
def test_ruin_that_never_comes(heading, when, ruin):
    figure = plots.ruin_when(when, ruin if when else 0.0, heading, length=100)
    assert "ruin never comes" in texts(figure)
    assert figure.axes[0].get_xlim() == (0, 100)


# Systems.


def played(count):
    rng = np.random.default_rng(3)
    names = [
        "a_very_long_name_of_a_system_that_goes_on",
        "when come_out: pass 10; when point: odds max; " * 4,
    ]
    return [
        plots.Played(
            [*names, f"system {k}"][min(k, 2)],
            Distribution.of(np.arange(200) * 500, rng.random(200)),
            (-1000, 2000) if k % 2 else None,
            (0.3, 0.5) if k % 2 else None,
        )
        for k in range(count)
    ]


@pytest.mark.parametrize("count", [1, 2, 12])
@pytest.mark.some
def test_systems_have_a_lane_each(heading, count):
    rows = played(count)
    figure = plots.comparison(rows, 50000, heading)
    boxes, means, sds, ahead = figure.axes
    assert len([box for box in boxes.patches if isinstance(box, PathPatch)]) == count
    labels = tick_labels(boxes.yaxis)
    assert len(labels) == count
    assert labels[0] == "a_very_long_name_of_a_\nsystem_that_goes_on"
    assert boxes.get_ylim() == (count - 0.5, -0.5)
    for axes, said in (
        (means, f"{abs(rows[0].final.mean - 50000) / 100:,.2f}"),
        (sds, f"{rows[0].final.sd / 100:,.0f}"),
        (ahead, f"{100 * rows[0].final.p_above(50000):.1f}%"),
    ):
        assert said in axes.texts[0].get_text()
        assert len(axes.texts) == count
    assert beyond(figure) == []


def test_names_of_systems_take_three_lines_at_most(heading):
    labels = tick_labels(plots.comparison(played(3), 50000, heading).axes[0].yaxis)
    assert labels[1].count("\n") == 2
    assert labels[1].endswith("…")


def test_intervals_are_drawn_where_there_are_some(heading):
    means, ahead = (plots.comparison(played(4), 50000, heading).axes[k] for k in (1, 3))
    widths = [line.get_xdata() for line in ahead.lines if len(line.get_xdata()) == 2]
    assert [tuple(width) for width in widths] == [(0.3, 0.5)] * 2
    assert (-10, 20) in [tuple(line.get_xdata()) for line in means.lines]
