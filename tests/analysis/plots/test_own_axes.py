"""Results drawn on the Axes of a caller: in the caller's style, with a legend that is right."""

from functools import cache

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import StepPatch

from bankcraps import BankcrapsError, best, compare, compare_houses, exact, explore, hand, odds, simulate
from bankcraps.support.distribution import Distribution


@cache
def played():
    return simulate("nsw", "pass", bankroll=100, throws=40, sessions=200, seed=1)


@cache
def solved():
    return exact.session("nsw", "pass", bankroll=100, throws=40, extremes=False)


PLAYED = {f"Simulation {shown}": (played, {"shown": shown}, "pass")
          for shown in ("paths", "final", "ruin", "drawdown", "shooters")}  # fmt: skip
SHARED = {
    "Session final": (solved, {}, "pass"),
    "Session ruin": (solved, {"shown": "ruin"}, "pass"),
    "Play": (lambda: best("nsw", 10, 20, "pass", limits="1:20"), {}, "best play to 20"),
    "Curve": (lambda: exact.curve("nsw", "pass", [100, 200], throws=40), {}, "pass"),
    **PLAYED,
    "Trajectories": (lambda: played().trajectories(30), {}, "pass"),
    "Trajectories one": (lambda: played().path(7), {}, "pass"),
    "ShooterHand": (lambda: hand("nsw"), {}, "nsw"),
    "Distribution counts": (lambda: Distribution.of([1, 2, 5], [1, 1, 2]), {}, "distribution"),
    "Distribution cents": (lambda: solved().final, {"in_cents": True}, "distribution"),
}
"""Pictures that several results share: the result, the arguments of its plot, and its default label."""

ALONE = {
    "OddsReport": (lambda: odds("nsw", "place"), {}, ["nsw"]),
    "HouseComparison": (lambda: compare_houses(["nsw", "classic"], "place"), {}, ["nsw", "classic"]),
    "SystemComparison": (
        lambda: compare("nsw", ["pass", "field"], bankroll=100, throws=20, sessions=50),
        {},
        ["pass", "field"],
    ),
    "Chain": (lambda: explore("nsw", "pass"), {}, []),
}
"""Pictures that need an Axes of their own: the result, the arguments of its plot, and its legend."""

EVERY = SHARED | ALONE
each = pytest.mark.parametrize("name", EVERY)


@cache
def every(name):
    """The result and the arguments of its plot."""
    return EVERY[name][0](), EVERY[name][1]


def axes():
    figure = Figure()
    FigureCanvasAgg(figure)
    return figure.subplots()


def legend(on):
    """The entries of the legend: their words and colours."""
    handles, labels = on.get_legend_handles_labels()
    return [(label, colour(handle)) for handle, label in zip(handles, labels, strict=True)]


def colour(handle):
    if hasattr(handle, "patches"):
        return to_hex(handle.patches[0].get_facecolor())
    if hasattr(handle, "get_color"):
        found = handle.get_color()
        return to_hex(found if isinstance(found, str) else found[0])
    return to_hex(handle.get_edgecolor() if isinstance(handle, StepPatch) else handle.get_facecolor())


@each
@pytest.mark.some
def test_the_axes_come_back_drawn_on_and_nothing_else_changes(name):
    result, options = every(name)
    with mpl.rc_context({"axes.facecolor": "#eeeeee", "font.size": 14}):
        on, before = axes(), dict(mpl.rcParams)
        assert result.plot(ax=on, **options) is on
        assert dict(mpl.rcParams) == before
        assert on.has_data()
        assert on.get_xlabel()
        assert on.figure.axes == [on]
        assert to_hex(on.get_facecolor()) == "#eeeeee"
        assert (on.get_title(), on.get_legend()) == ("", None)
        on.figure.canvas.draw()


@pytest.mark.parametrize("name", SHARED)
def test_results_on_one_axes_have_an_entry_each_in_the_colours_of_the_cycle(name):
    (result, options), label = every(name), SHARED[name][2]
    cycle = ["#112233", "#aa5500", "#00aa55"]
    with mpl.rc_context({"axes.prop_cycle": mpl.cycler(color=cycle)}):
        on = axes()
        result.plot(ax=on, **options)
        result.plot(ax=on, label="second", **options)
        result.plot(ax=on, label="third", **options)
    assert legend(on) == list(zip([label, "second", "third"], cycle, strict=True))


@pytest.mark.parametrize("name", ALONE)
def test_a_picture_with_rows_names_its_parts_and_takes_no_second_one(name):
    (result, options), labels = every(name), ALONE[name][2]
    on = axes()
    result.plot(ax=on, **options)
    assert [label for label, _ in legend(on)] == labels
    assert len({shade for _, shade in legend(on)}) == len(labels)
    with pytest.raises(BankcrapsError, match="needs an Axes with nothing on it"):
        result.plot(ax=on, **options)


@pytest.mark.parametrize("name", ["HouseComparison", "SystemComparison", "Chain"])
def test_a_picture_that_names_its_parts_takes_no_label(name):
    result, options = every(name)
    with pytest.raises(BankcrapsError, match="this picture names its own parts: leave out label"):
        result.plot(ax=axes(), label="mine", **options)


@each
def test_arguments_that_do_not_go_together_are_refused(name, tmp_path):
    result, options = every(name)
    on = axes()
    with pytest.raises(BankcrapsError, match="writes no file: leave out path"):
        result.plot(tmp_path / "a.png", ax=on, **options)
    with pytest.raises(BankcrapsError, match="a label is for the legend of your own Axes: give ax, too"):
        result.plot(label="mine", **options)
    with pytest.raises(BankcrapsError, match="ax is a Matplotlib Axes with x and y"):
        result.plot(ax=on.figure, **options)
    assert not on.has_data()
    assert list(tmp_path.iterdir()) == []


def test_axes_without_x_and_y_are_refused():
    with pytest.raises(BankcrapsError, match="ax is a Matplotlib Axes with x and y"):
        solved().plot(ax=Figure().subplots(subplot_kw={"projection": "polar"}))


def test_outlines_on_one_axes_show_the_chance_of_equally_many_dollars():
    """An outline with bars twice as wide is half as high, so that equal chances look equal."""
    fine = Distribution.of(np.arange(400) * 100, np.ones(400))
    coarse = Distribution.of(np.arange(100) * 400, np.ones(100))
    on = axes()
    fine.plot(ax=on, in_cents=True)
    coarse.plot(ax=on, in_cents=True)
    first, second = (patch.get_data() for patch in on.patches if isinstance(patch, StepPatch))
    assert np.diff(first.edges)[0] != np.diff(second.edges)[0]
    assert first.values[3] == pytest.approx(second.values[3])
    assert on.get_ylabel() == f"chance of each ${np.diff(first.edges)[0]:.0f} (dots: of one sum)"


def test_the_lines_of_a_curve_are_named_on_its_axis():
    on = axes()
    every("Curve")[0].plot(ax=on)
    assert on.get_ylabel() == "chance (solid: ruin, dash-dotted: ahead)"


# Distributions.


def test_a_distribution_draws_itself_in_its_unit(tmp_path):
    figure = solved().final.plot(tmp_path / "final.svg", in_cents=True)
    assert (tmp_path / "final.svg").exists()
    assert figure.axes[0].get_xlabel() == "dollars"
    figure = Distribution.of([3, 4, 9], [1, 2, 1]).plot()
    assert figure.axes[0].get_xlabel() == "value"
    assert "mean 5, sd 2.35" in [text.get_text() for text in figure.texts]


def test_a_distribution_shows_itself_as_a_table():
    shown = Distribution.of([3, 4, 9], [1, 2, 1])._repr_html_()
    cells = ["mean", "5", "", "standard deviation", "2.34521", "", "1% quantile", "3", "25.00%"]
    found = shown.replace('<td style="text-align:left">', "|").replace('<td style="text-align:right">', "|")
    told = [cell.partition("<")[0] for cell in found.split("|")[1:]]
    assert told[:9] == cells
    assert told[-3:] == ["99% quantile", "9", "100.00%"]
    assert "3 values from 3 to 9" in shown
