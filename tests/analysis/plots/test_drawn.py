"""Pictures read back: the final bankroll, sessions throw by throw, ruin, systems, edges and the 36 throws."""

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.patches import PathPatch, Rectangle

from bankcraps import BankcrapsError
from bankcraps.analysis import plots
from bankcraps.game.dice import OUTCOMES
from bankcraps.support.distribution import Distribution
from bankcraps.support.plots.distributions import bars as bars_of

from .reading import beyond, overlapping, sheet, svg_words, texts, tick_labels

BELL = Distribution.of(np.arange(1000) * 200, np.exp(-(((np.arange(1000) - 300) / 100) ** 2)))


def drawn(axes):
    """The bars, and the spikes as sum and height."""
    found = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    lines = [line for line in axes.collections if isinstance(line, LineCollection)]
    return found, [(line.get_segments()[0][1][0], line.get_segments()[0][1][1]) for line in lines]


def test_bars_do_not_follow_the_lattice():
    """Equal chances on every third dollar are bars of one height: none happens to hold more sums."""
    found = bars_of(Distribution.of(np.arange(400) * 300, np.ones(400)), 0, 400 * 300)
    assert len(found.heights) == 80
    assert np.ptp(found.heights[:-1]) == pytest.approx(0)


@pytest.mark.parametrize("count", [13, 50, 81, 997, 10_000])
def test_bars_and_spikes_add_up(count):
    rng = np.random.default_rng(count)
    chances = rng.random(count)
    chances[[0, -1]] = count, count / 2
    spread = Distribution.of(np.cumsum(rng.integers(1, 4, count)) * 100, chances)
    found = bars_of(spread, int(spread.values[0]), int(spread.values[-1]))
    assert len(found.heights) <= 81
    assert {cents for cents, _ in found.spikes} >= {spread.values[0], spread.values[-1]}
    assert found.heights.sum() + sum(chance for _, chance in found.spikes) == pytest.approx(1)
    assert found.heights.min() >= 0


def test_ruin_and_the_goal_are_spikes_with_their_chances(heading, tmp_path):
    values, chances = np.arange(501) * 200, np.full(501, 0.85 / 499)
    chances[[0, -1]] = 0.1, 0.05
    path = tmp_path / "final.svg"
    figure = sheet(
        plots.final, replace(heading, path=path), Distribution.of(values, chances), 50000, goal=100000
    )
    _, spikes = drawn(figure.axes[0])
    assert [at for at, _ in spikes] == [0, 1000]
    assert {"$0", "10.0%", "goal $1,000", "5.0%", "bankroll $500", "5%", "50%", "95%"} <= set(svg_words(path))


def test_a_spike_far_above_the_bars_is_cut_and_says_so(heading):
    values, chances = np.arange(501) * 200, np.full(501, 0.3 / 500)
    chances[0] = 0.7
    figure = sheet(plots.final, heading, Distribution.of(values, chances), 50000)
    chart = figure.axes[0]
    top = chart.get_ylim()[1]
    _, ((at, height),) = drawn(chart)
    assert (at, height) == (0, top)
    assert top < 0.1
    assert "$0\n70.0%" in texts(figure)
    strokes = [line for line in chart.lines if len(line.get_xdata()) == 1]
    assert len(strokes) == 2


def test_one_sum(heading):
    figure = sheet(plots.final, heading, Distribution.of([50000], [1]), 50000)
    found, spikes = drawn(figure.axes[0])
    assert (found, spikes) == ([], [(500, 1)])
    assert {"bankroll $500\n100%", "5 to 95%\n$500"} <= set(texts(figure))
    low, high = figure.axes[0].get_xlim()
    assert low < 500 < high


def test_a_few_sums_are_each_what_they_are(heading):
    figure = sheet(plots.final, heading, Distribution.of([0, 50000, 90000], [0.2, 0.3, 0.5]), 50000)
    assert drawn(figure.axes[0])[1] == [(0, 0.2), (500, 0.3), (900, 0.5)]
    said = texts(figure)
    assert "mean $600.00, sd $346.41 · ahead 50.0%, even 30.0%, behind 20.0%" in said
    assert "chance of each sum" in said


def test_quantiles_are_marked_in_dollars(heading):
    strip = sheet(plots.final, heading, BELL, 50000).axes[1]
    said = [text.get_text() for text in strip.texts]
    assert said == [f"{100 * q:g}%\n${BELL.quantile(q) // 100}" for q in (0.05, 0.25, 0.5, 0.75, 0.95)]
    assert strip.get_xlabel().startswith("final bankroll, in dollars")


def test_a_far_tail_is_left_out_and_told(heading):
    values = np.r_[np.arange(100) * 500, 300_000_000]
    spread = Distribution.of(values, np.r_[np.full(100, 0.00999), 0.001])
    chart, strip = sheet(plots.final, heading, spread, 20000).axes
    assert chart.get_xlim()[1] < 1000
    assert "0.10% lies above, up to $3,000,000" in strip.get_xlabel()


@pytest.mark.some
@pytest.mark.parametrize("goal", [50100, 51000, 100000])
def test_labels_neither_overlap_nor_reach_beyond_the_picture(heading, goal):
    values, chances = np.arange(501) * 200, np.ones(501)
    chances[[0, 5, 10, 250, 255, 500]] = 300
    spread = Distribution.of(values, chances)
    figure = sheet(plots.final, heading, spread, 50000, goal=goal)
    assert [overlapping(figure, axes) for axes in figure.axes] == [[], []]
    assert beyond(figure) == []


def test_the_words_find_room_however_long(heading):
    long = plots.Heading("long title " * 30, "subtitle " * 60, "caption " * 99)
    figure = sheet(plots.final, long, BELL, 50000)
    assert beyond(figure) == []
    assert figure.get_size_inches()[1] > sheet(plots.final, heading, BELL, 50000).get_size_inches()[1]


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


# The fan.
def walks(count, throws):
    rng = np.random.default_rng(7)
    steps = rng.choice([-1000, 1000], (count, throws))
    return np.hstack([np.full((count, 1), 50000), 50000 + np.cumsum(steps, axis=1)])


def test_bands_are_the_tenths_of_all_sessions(heading):
    owned = walks(200, 50)
    (axes,) = sheet(plots.fan, heading, owned, 50000).axes
    *sampled, low, high, middle, bankroll = axes.lines[:16]
    assert len(sampled) == 12
    assert [np.asarray(line.get_ydata()).tolist()[-1] for line in sampled] == (owned[:12, -1] / 100).tolist()
    for line, percentile in ((low, 10), (middle, 50), (high, 90)):
        assert line.get_ydata() == pytest.approx(
            np.percentile(owned, percentile, axis=0, method="inverted_cdf") / 100
        )
    assert list(bankroll.get_ydata()) == [500, 500]
    assert len([band for band in axes.collections if isinstance(band, PolyCollection)]) == 1
    assert axes.get_xlim() == (0, 50)
    assert axes.get_xlabel() == "throws"


def test_who_has_left_keeps_what_they_had(heading):
    axes, table = sheet(plots.fan, heading, [[500, 400]] * 6 + [[500, 600, 700, 800]] * 6, 500).axes
    assert axes.lines[0].get_ydata().tolist() == [5, 4, 4, 4]
    still = table.collections[0].get_paths()[0].vertices
    corners = {(0, 1), (1, 1), (2, 1), (2, 0.5), (3, 0.5)}
    assert corners <= {tuple(point) for point in np.asarray(still).tolist()}
    assert table.get_xlabel() == "throws"
    assert any("players who left keep what they had" in text for text in texts(axes.figure))


@pytest.mark.parametrize("count", [1, 9])
def test_few_sessions_have_no_bands_and_one_may_have_no_throws(heading, count):
    assert sheet(plots.fan, heading, [[50000]] * count, 50000).axes[0].get_xlim() == (0, 1)
    figure = sheet(plots.fan, heading, walks(count, 30), 50000)
    (axes,) = figure.axes
    assert not axes.collections
    assert len(axes.lines[0].get_ydata()) == 31
    assert not any("median" in text for text in texts(figure))
    assert ("one session" in texts(figure)) == (count == 1)


def test_long_sessions_are_thinned_and_keep_their_ends(heading):
    owned = walks(20, 9999)
    axes = sheet(plots.fan, heading, owned, 50000).axes[0]
    at = np.asarray(axes.lines[0].get_xdata())
    assert (len(at), at[0], at[-1]) == (501, 0, 9999)
    assert "10,000" in tick_labels(axes.xaxis) or "8,000" in tick_labels(axes.xaxis)


@pytest.mark.parametrize("goal", [None, 50100, 90000])
def test_labels_beside_the_fan_do_not_overlap(heading, goal):
    figure = sheet(plots.fan, heading, walks(40, 3), 50000, goal=goal)
    assert overlapping(figure, figure.axes[0]) == []
    assert beyond(figure) == []
    assert all(label.lstrip("\N{MINUS SIGN}").startswith("$") for label in tick_labels(figure.axes[0].yaxis))


# Ruin.
def test_the_curve_of_ruin_has_a_line_for_each_chance(heading):
    points = [(100 * k, 1 / k, 0.4) for k in (30, 10, 20)]
    (axes,) = sheet(plots.ruin_curve, heading, points).axes
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
    figure = sheet(plots.ruin_curve, heading, [(100 * k, 1 / k, 0.5) for k in range(1, count + 1)])
    assert len(figure.axes[0].lines[1].get_xdata()) == count
    assert beyond(figure) == []


def test_ruin_adds_up_over_the_session(heading):
    when = Distribution.of([2, 5, 9], [1, 2, 1])
    figure = sheet(plots.ruin_when, heading, plots.Ruin(when, 0.4, "shooters", 20))
    (axes,) = figure.axes
    stairs = axes.lines[0]
    assert list(stairs.get_xdata()) == [0, 2, 5, 9, 20]
    assert list(stairs.get_ydata()) == pytest.approx([0, 0.1, 0.3, 0.4, 0.4])
    assert axes.get_xlim() == (0, 20)
    assert axes.get_xlabel() == "shooters' hands"
    assert "half of all ruins by 5" in texts(figure)
    assert any("chance of ruin 40.00%" in text for text in texts(figure))


def test_ruin_that_never_comes(heading):
    figure = sheet(plots.ruin_when, heading, plots.Ruin(None, 0.0, length=100))
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
    figure = sheet(plots.comparison, heading, rows, 50000)
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
    labels = tick_labels(sheet(plots.comparison, heading, played(3), 50000).axes[0].yaxis)
    assert labels[1].count("\n") == 2
    assert labels[1].endswith("…")


def test_intervals_are_drawn_where_there_are_some(heading):
    means, ahead = (sheet(plots.comparison, heading, played(4), 50000).axes[k] for k in (1, 3))
    widths = [line.get_xdata() for line in ahead.lines if len(line.get_xdata()) == 2]
    assert [tuple(width) for width in widths] == [(0.3, 0.5)] * 2
    assert (-10, 20) in [tuple(line.get_xdata()) for line in means.lines]


NUMBERS = (4, 5, 6, 8, 9, 10)
MANY = [(f"wager_{family} {number}", (family + number) / 400) for family in range(10) for number in NUMBERS]


def bars(axes):
    return [patch for patch in axes.patches if isinstance(patch, Rectangle)]


def test_edges_are_bars_the_lowest_first(heading):
    rows = [("field", 1 / 18), ("odds", 0), ("pass", 7 / 495)]
    (axes,) = sheet(plots.edges, heading, rows).axes
    assert tick_labels(axes.yaxis) == ["odds", "pass", "field"]
    assert [bar.get_width() for bar in bars(axes)] == pytest.approx([0, 7 / 495, 1 / 18])
    assert [text.get_text() for text in axes.texts] == ["0%", "1.414%", "5.556%"]
    assert axes.yaxis_inverted()
    assert axes.get_xlim()[0] == 0


def test_a_family_with_one_edge_shares_a_bar(heading):
    rows = [(f"place {number}", {4: 1, 10: 1, 5: 2, 9: 2}.get(number, 3) / 15) for number in NUMBERS]
    rows += [(f"hop 1-{k}", 1 / 9) for k in range(2, 10)] + [("field", 1 / 9)]
    (axes,) = sheet(plots.edges, heading, rows).axes
    expected = ["place 4, 10", "hop 1-2 … 1-9 (8 of them)", "field", "place 5, 9", "place 6, 8"]
    assert tick_labels(axes.yaxis) == expected


def test_sixty_wagers_have_room_each(heading):
    figure = sheet(plots.edges, heading, MANY)
    assert len(bars(figure.axes[0])) == 60
    assert overlapping(figure, figure.axes[0]) == []
    names = sorted(label.get_window_extent().y0 for label in figure.axes[0].get_yticklabels())
    assert min(np.diff(names)) > 9 * figure.dpi / 72
    assert beyond(figure) == []


def test_an_edge_for_the_player_goes_to_the_left(heading):
    (axes,) = sheet(plots.edges, heading, [("ours", -0.02), ("theirs", 0.05)]).axes
    assert axes.get_xlim()[0] < -0.02
    assert axes.texts[0].get_text() == "\N{MINUS SIGN}2.000%"
    assert sheet(plots.edges, heading, [("odds", 0)]).axes[0].get_xlim()[1] > 0


BOOKS = ["one", "two", "three"]


def test_books_have_a_column_each_and_the_best_stands_out(heading):
    rows = [
        ("hard 6", {"one": 1 / 11, "two": 1 / 22}),
        ("hard 8", {"one": 1 / 11, "two": 1 / 22}),
        ("pass", dict.fromkeys(BOOKS, 7 / 495)),
    ]
    figure = sheet(plots.edges_of_books, heading, rows, BOOKS)
    assert [axes.get_title() for axes in figure.axes] == BOOKS
    assert tick_labels(figure.axes[0].yaxis) == ["pass", "hard 6, 8"]
    said = [[(text.get_text(), text.get_fontweight()) for text in axes.texts] for axes in figure.axes]
    assert said == [
        [("1.414%", "normal"), ("9.091%", "normal")],
        [("1.414%", "normal"), ("4.545%", "bold")],
        [("1.414%", "normal"), ("\N{EN DASH}", "normal")],
    ]
    assert [len(bars(axes)) for axes in figure.axes] == [2, 2, 1]
    assert len({axes.get_xlim() for axes in figure.axes}) == 1


# The 36 throws.
def test_the_map_has_every_throw_in_dollars(heading):
    table = plots.die_by_die([{7: -6000, 11: 0}.get(throw.total, 1450) for throw in OUTCOMES])
    figure = sheet(plots.heat, heading, table)
    axes = figure.axes[0]
    image = axes.images[0]
    assert image.get_array().tolist() == (table / 100).tolist()
    assert image.get_clim() == (-60, 60)
    cells = [text.get_text() for text in axes.texts if text.get_fontweight() == "bold"]
    assert len(cells) == 36
    assert (cells.count("\N{MINUS SIGN}$60"), cells.count("0"), cells.count("+$14.50")) == (6, 2, 28)
    assert "on average +$1.2778 a throw; of 36 throws 28 win, 6 lose, 2 do neither" in texts(figure)
    assert overlapping(figure, axes) == []


def test_combinations_are_laid_out_die_by_die():
    table = plots.die_by_die(list(range(21)))
    assert (table == table.T).all()
    assert table[0, 5] == table[5, 0] == 5
    assert table[5, 5] == 20


@pytest.mark.some
@pytest.mark.parametrize("scale", [0, 1, 12345.67, 1e9])
def test_cells_have_room_for_their_sums(heading, scale):
    figure = sheet(plots.heat, heading, np.linspace(-9000, 9000, 36).reshape(6, 6).round() * scale)
    assert overlapping(figure, figure.axes[0]) == []
    assert beyond(figure) == []
