"""Files: formats, the same bytes every time, and clear words where one cannot be written."""

import struct
import subprocess
import sys
from dataclasses import replace

import matplotlib as mpl
import numpy as np
import pytest
from tests.kit.profiles import share

from bankcraps.analysis import plots
from bankcraps.errors import BankcrapsError
from bankcraps.support.distribution import Distribution

from .reading import sheet, svg_words

SPREAD = Distribution.of([0, 40000, 60000], [0.1, 0.5, 0.4])


def drawing(draw, *data, **how):
    """A function that draws a picture with words around it, and writes it to a path."""
    return lambda heading, path: sheet(draw, replace(heading, path=path), *data, **how)


DRAWN = {
    "final": drawing(plots.final, SPREAD, 50000, goal=60000),
    "fan": drawing(plots.fan, [[500, 600, 700]] * 12, 500),
    "ruin_curve": drawing(plots.ruin_curve, [(10000, 0.5, 0.45)]),
    "ruin_when": drawing(plots.ruin_when, plots.Ruin(Distribution.of([3, 9], [1, 1]), 0.2)),
    "comparison": drawing(plots.comparison, [plots.Played("pass", SPREAD, (-50, 50))], 50000),
    "edges": drawing(plots.edges, [("pass", 7 / 495)]),
    "edges_of_books": drawing(plots.edges_of_books, [("pass", {"nsw": 7 / 495})], ["nsw", "classic"]),
    "heat": drawing(plots.heat, np.arange(36).reshape(6, 6)),
}
EACH = pytest.mark.parametrize(
    "draw", [pytest.param(draw, id=name) for name, draw in share(tuple(DRAWN.items()), 3)]
)


@EACH
def test_a_png_is_as_large_as_its_figure_says(draw, heading, tmp_path):
    figure = draw(heading, tmp_path / "picture.png")
    content = (tmp_path / "picture.png").read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", content[16:24])
    inches = figure.get_size_inches()
    assert (width, height) == (pytest.approx(150 * inches[0], abs=1), pytest.approx(150 * inches[1], abs=1))


@EACH
@pytest.mark.some
def test_an_svg_has_its_words_as_text_and_the_same_bytes_again(draw, heading, tmp_path):
    paths = [tmp_path / "one.svg", tmp_path / "two.SVG"]
    for path in paths:
        draw(heading, str(path))
    words = " ".join(svg_words(paths[0]))
    assert "A title" in words
    assert "and more" in words
    assert "rulebook nsw · system pass_odds_max · $500, 200 throws" in words
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert b"dc:date" not in paths[0].read_bytes()


@pytest.mark.some
@EACH
def test_without_a_path_nothing_is_written_and_the_figure_shows_itself(draw, heading, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    figures = [draw(heading, None), draw(heading, None)]
    assert list(tmp_path.iterdir()) == []
    first, second = (figure._repr_png_() for figure in figures)
    assert first.startswith(b"\x89PNG")
    assert first == second


def test_settings_of_others_neither_matter_nor_change(heading, tmp_path):
    DRAWN["final"](heading, tmp_path / "plain.svg")
    with mpl.rc_context({"font.size": 22, "axes.facecolor": "black", "svg.hashsalt": "other"}):
        before = dict(mpl.rcParams)
        DRAWN["final"](heading, tmp_path / "theirs.svg")
        assert dict(mpl.rcParams) == before
    assert (tmp_path / "plain.svg").read_bytes() == (tmp_path / "theirs.svg").read_bytes()


@pytest.mark.some
def test_pyplot_is_never_loaded():
    program = (
        "import sys, bankcraps.analysis.plots as p; "
        "p.heat(p.Heading('x'), [[0] * 6] * 6)._repr_png_(); "
        "assert 'matplotlib.pyplot' not in sys.modules; "
        "rooms = ('bankcraps.analysis.exact', 'bankcraps.analysis.simulation'); "
        "assert not any(name.startswith(rooms) for name in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    # On a slow machine Matplotlib says, the first time, that it lists the fonts.
    told = [line for line in done.stderr.splitlines() if "building the font cache" not in line]
    assert (done.returncode, told) == (0, [])


# Files that cannot be written.


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("picture.pdf", "a picture's name ends in .png or .svg, not in .pdf"),
        ("picture", "a picture's name ends in .png or .svg, and this name has no ending"),
        ("nowhere/picture.png", "there is no folder"),
        ("file/picture.png", "there is no folder"),
        ("folder.svg", "that is a folder, not a file"),
        ("a" * 300 + ".png", "the picture cannot be written: File name too long"),
    ],
)
def test_an_unusable_path_is_said_and_leaves_nothing_behind(heading, tmp_path, name, said):
    (tmp_path / "file").write_text("a file")
    (tmp_path / "folder.svg").mkdir()
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(BankcrapsError) as caught:
        DRAWN["heat"](heading, tmp_path / name)
    assert said in str(caught.value)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_full_disk_is_said(heading, tmp_path):
    (tmp_path / "full.png").symlink_to("/dev/full")
    with pytest.raises(BankcrapsError, match="cannot be written: No space left"):
        DRAWN["heat"](heading, tmp_path / "full.png")


WRONG = {
    "nothing to draw: no session was recorded": lambda heading: sheet(plots.fan, heading, [], 50000),
    "2 values with 3 chances": lambda _: Distribution.of([1, 2], [1, 1, 1]),
    "at least one value": lambda _: Distribution.of([], []),
    "not below 0": lambda _: Distribution.of([1, 2], [1, -1]),
    "not all 0": lambda _: Distribution.of([1], [0]),
}


@pytest.mark.parametrize("said", WRONG)
def test_data_that_are_nothing_or_make_no_sense_are_said(heading, said):
    with pytest.raises(BankcrapsError, match=said):
        WRONG[said](heading)
