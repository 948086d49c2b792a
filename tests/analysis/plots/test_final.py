"""The final bankroll: bars that add up, spikes where one sum stands out, quantiles where they belong."""

import numpy as np
import pytest
from matplotlib.collections import LineCollection
from matplotlib.patches import Rectangle

from bankcraps import BankcrapsError
from bankcraps.analysis import plots
from bankcraps.support.distribution import Distribution
from bankcraps.support.plots.distributions import bars

from .reading import beyond, overlapping, svg_words, texts, tick_labels

BELL = Distribution.of(np.arange(1000) * 200, np.exp(-(((np.arange(1000) - 300) / 100) ** 2)))


def drawn(axes):
    """The bars, and the spikes as sum and height."""
    found = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    lines = [line for line in axes.collections if isinstance(line, LineCollection)]
    return found, [(line.get_segments()[0][1][0], line.get_segments()[0][1][1]) for line in lines]


def test_bars_hold_every_chance_on_equally_many_steps(heading):
    chart, strip = plots.final(BELL, 50000, heading).axes
    found, spikes = drawn(chart)
    assert 30 <= len(found) <= 80
    assert spikes == []
    assert sum(bar.get_height() for bar in found) == pytest.approx(1, abs=0.002)
    assert len({round(bar.get_width(), 6) for bar in found}) == 1
    assert round(found[0].get_width(), 6) % 2 == 0
    assert strip.get_xlim() == chart.get_xlim()


def test_bars_do_not_follow_the_lattice():
    """Equal chances on every third dollar are bars of one height: none happens to hold more sums."""
    found = bars(Distribution.of(np.arange(400) * 300, np.ones(400)), 0, 400 * 300)
    assert len(found.heights) == 80
    assert np.ptp(found.heights[:-1]) == pytest.approx(0)


@pytest.mark.parametrize("count", [13, 50, 81, 997, 10_000])
def test_bars_and_spikes_add_up(count):
    rng = np.random.default_rng(count)
    chances = rng.random(count)
    chances[[0, -1]] = count, count / 2
    spread = Distribution.of(np.cumsum(rng.integers(1, 4, count)) * 100, chances)
    found = bars(spread, int(spread.values[0]), int(spread.values[-1]))
    assert len(found.heights) <= 81
    assert {cents for cents, _ in found.spikes} >= {spread.values[0], spread.values[-1]}
    assert found.heights.sum() + sum(chance for _, chance in found.spikes) == pytest.approx(1)
    assert found.heights.min() >= 0


def test_ruin_and_the_goal_are_spikes_with_their_chances(heading, tmp_path):
    values, chances = np.arange(501) * 200, np.full(501, 0.85 / 499)
    chances[[0, -1]] = 0.1, 0.05
    path = tmp_path / "final.svg"
    figure = plots.final(Distribution.of(values, chances), 50000, heading, goal=100000, path=path)
    _, spikes = drawn(figure.axes[0])
    assert [at for at, _ in spikes] == [0, 1000]
    assert {"$0", "10.0%", "goal $1,000", "5.0%", "bankroll $500", "5%", "50%", "95%"} <= set(svg_words(path))


def test_a_spike_far_above_the_bars_is_cut_and_says_so(heading):
    values, chances = np.arange(501) * 200, np.full(501, 0.3 / 500)
    chances[0] = 0.7
    figure = plots.final(Distribution.of(values, chances), 50000, heading)
    chart = figure.axes[0]
    top = chart.get_ylim()[1]
    _, ((at, height),) = drawn(chart)
    assert (at, height) == (0, top)
    assert top < 0.1
    assert "$0\n70.0%" in texts(figure)
    strokes = [line for line in chart.lines if len(line.get_xdata()) == 1]
    assert len(strokes) == 2


def test_one_sum(heading):
    figure = plots.final(Distribution.of([50000], [1]), 50000, heading)
    found, spikes = drawn(figure.axes[0])
    assert (found, spikes) == ([], [(500, 1)])
    assert {"bankroll $500\n100%", "5 to 95%\n$500"} <= set(texts(figure))
    low, high = figure.axes[0].get_xlim()
    assert low < 500 < high


def test_a_few_sums_are_each_what_they_are(heading):
    figure = plots.final(Distribution.of([0, 50000, 90000], [0.2, 0.3, 0.5]), 50000, heading)
    assert drawn(figure.axes[0])[1] == [(0, 0.2), (500, 0.3), (900, 0.5)]
    said = texts(figure)
    assert "mean $600.00, sd $346.41 · ahead 50.0%, even 30.0%, behind 20.0%" in said
    assert "chance of each sum" in said


def test_quantiles_are_marked_in_dollars(heading):
    strip = plots.final(BELL, 50000, heading).axes[1]
    said = [text.get_text() for text in strip.texts]
    assert said == [f"{100 * q:g}%\n${BELL.quantile(q) // 100}" for q in (0.05, 0.25, 0.5, 0.75, 0.95)]
    assert strip.get_xlabel().startswith("final bankroll, in dollars")


def test_a_far_tail_is_left_out_and_told(heading):
    values = np.r_[np.arange(100) * 500, 300_000_000]
    spread = Distribution.of(values, np.r_[np.full(100, 0.00999), 0.001])
    chart, strip = plots.final(spread, 20000, heading).axes
    assert chart.get_xlim()[1] < 1000
    assert "0.10% lies above, up to $3,000,000" in strip.get_xlabel()


def test_axes_are_in_dollars_and_percent(heading):
    chart, strip = plots.final(BELL, 50000, heading).axes
    assert all(label.startswith("$") for label in tick_labels(strip.xaxis))
    assert all(label.endswith("%") for label in tick_labels(chart.yaxis))


@pytest.mark.some
@pytest.mark.parametrize("goal", [50100, 51000, 100000])
@pytest.mark.parametrize("quantiles", [(0.5,), (0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)])
def test_labels_neither_overlap_nor_reach_beyond_the_picture(heading, goal, quantiles):
    values, chances = np.arange(501) * 200, np.ones(501)
    chances[[0, 5, 10, 250, 255, 500]] = 300
    spread = Distribution.of(values, chances)
    figure = plots.final(spread, 50000, heading, goal=goal, quantiles=quantiles)
    assert [overlapping(figure, axes) for axes in figure.axes] == [[], []]
    assert beyond(figure) == []


def test_the_words_find_room_however_long(heading):
    long = plots.Heading("long title " * 30, "subtitle " * 60, "caption " * 99)
    figure = plots.final(BELL, 50000, long)
    assert beyond(figure) == []
    assert figure.get_size_inches()[1] > plots.final(BELL, 50000, heading).get_size_inches()[1]


def test_a_spread_has_the_usual_figures():
    spread = Distribution.of([3, 1, 2], [1, 2, 1])
    assert spread.values.tolist() == [1, 2, 3]
    assert spread.chances.tolist() == [0.5, 0.25, 0.25]
    assert (spread.mean, spread.sd) == (1.75, pytest.approx(0.829156))
    assert [spread.quantile(q) for q in (0.0, 0.5, 0.51, 0.75, 1.0)] == [1, 1, 2, 2, 3]
    for wrong in (-1, 1.5, 2):
        with pytest.raises(BankcrapsError, match="a share goes from 0 to 1"):
            spread.quantile(wrong)
    assert (spread.p_above(1), spread.p_below(1)) == (0.5, 0)
