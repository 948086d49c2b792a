"""House edges of one house and of several, and the heat map of the 36 throws."""

import numpy as np
import pytest
from matplotlib.patches import Rectangle

from bankcraps.analysis import plots
from bankcraps.game.dice import OUTCOMES

from .reading import beyond, overlapping, texts, tick_labels

NUMBERS = (4, 5, 6, 8, 9, 10)
MANY = [
    plots.Edge(f"wager_{family} {number}", (family + number) / 400)
    for family in range(10)
    for number in NUMBERS
]


def bars(axes):
    return [patch for patch in axes.patches if isinstance(patch, Rectangle)]


def test_edges_are_bars_the_lowest_first(heading):
    rows = [plots.Edge("field", 1 / 18), plots.Edge("odds", 0), plots.Edge("pass", 7 / 495)]
    (axes,) = plots.edges(rows, heading).axes
    assert tick_labels(axes.yaxis) == ["odds", "pass", "field"]
    assert [bar.get_width() for bar in bars(axes)] == pytest.approx([0, 7 / 495, 1 / 18])
    assert [text.get_text() for text in axes.texts] == ["0%", "1.414%", "5.556%"]
    assert axes.yaxis_inverted()
    assert axes.get_xlim()[0] == 0


def test_a_family_with_one_edge_shares_a_bar(heading):
    rows = [
        plots.Edge(f"place {number}", {4: 1, 10: 1, 5: 2, 9: 2}.get(number, 3) / 15) for number in NUMBERS
    ]
    rows += [plots.Edge(f"hop 1-{k}", 1 / 9) for k in range(2, 10)] + [plots.Edge("field", 1 / 9)]
    (axes,) = plots.edges(rows, heading).axes
    expected = ["place 4, 10", "hop 1-2 … 1-9 (8 of them)", "field", "place 5, 9", "place 6, 8"]
    assert tick_labels(axes.yaxis) == expected
    assert len(bars(plots.edges(rows, heading, together=False).axes[0])) == len(rows)


def test_sixty_wagers_have_room_each(heading):
    figure = plots.edges(MANY, heading, together=False)
    assert len(bars(figure.axes[0])) == 60
    assert overlapping(figure, figure.axes[0]) == []
    names = sorted(label.get_window_extent().y0 for label in figure.axes[0].get_yticklabels())
    assert min(np.diff(names)) > 9 * figure.dpi / 72
    assert beyond(figure) == []


def test_an_edge_for_the_player_goes_to_the_left(heading):
    (axes,) = plots.edges([plots.Edge("ours", -0.02), plots.Edge("theirs", 0.05)], heading).axes
    assert axes.get_xlim()[0] < -0.02
    assert axes.texts[0].get_text() == "\N{MINUS SIGN}2.000%"


def test_only_fair_wagers_can_be_drawn(heading):
    assert plots.edges([plots.Edge("odds", 0)], heading).axes[0].get_xlim()[1] > 0


BOOKS = ["one", "two", "three"]


def test_books_have_a_column_each_and_the_best_stands_out(heading):
    rows = [
        plots.WagerInBooks("hard 6", {"one": 1 / 11, "two": 1 / 22}),
        plots.WagerInBooks("hard 8", {"one": 1 / 11, "two": 1 / 22}),
        plots.WagerInBooks("pass", dict.fromkeys(BOOKS, 7 / 495)),
    ]
    figure = plots.edges_of_books(rows, BOOKS, heading)
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


@pytest.mark.long
def test_sixty_wagers_of_five_houses_have_room(heading):
    names = ["nsw", "washington", "pennsylvania", "three_four_five", "classic"]
    rows = [
        plots.WagerInBooks(one.wager, {name: one.edge + k / 99 for k, name in enumerate(names)})
        for one in MANY
    ]
    figure = plots.edges_of_books(rows, names, heading, together=False)
    assert [len(bars(axes)) for axes in figure.axes] == [60] * 5
    assert [overlapping(figure, axes) for axes in figure.axes] == [[]] * 5
    assert beyond(figure) == []


# The 36 throws.


def test_the_map_has_every_throw_in_dollars(heading):
    table = plots.die_by_die([{7: -6000, 11: 0}.get(throw.total, 1450) for throw in OUTCOMES])
    figure = plots.heat(table, heading)
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
    figure = plots.heat(np.linspace(-9000, 9000, 36).reshape(6, 6).round() * scale, heading)
    assert overlapping(figure, figure.axes[0]) == []
    assert beyond(figure) == []
