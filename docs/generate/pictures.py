"""The pictures of these pages: plots of the odds lab, and the table at the terminal.

A page asks for a plot with `<!-- generated: picture NAME -->`. Sphinx draws it into `docs/_build/pictures`
while it reads the page. The README shows two pictures, and a third one is the preview of
a link to a house: these are files of the project. Draw them again:

    cd docs && ../.venv/bin/python -m generate.pictures
"""

import asyncio
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from textual.widgets import Input

from bankcraps import Table, compare, exact, explore, odds, simulate
from bankcraps.analysis import plots
from bankcraps.terminal.play.start import TableApp

_DOCS: Final = Path(__file__).parents[1]
_SOURCES: Final = _DOCS.parent / "src" / "bankcraps"
_DRAWN: Final = _DOCS / "_build" / "pictures"
_PREVIEW: Final = _DOCS.parent / "web" / "public" / "preview.png"

BOOK: Final = "three_four_five"


def overlay(file: Path) -> None:
    """Draw the final bankrolls of three systems on one Axes, as the page's example does."""
    figure = Figure(figsize=(9, 4.6), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots()
    for system in ("pass_odds_2x", "iron_cross", "place_6_8"):
        exact.session(BOOK, system, bankroll=500, throws=300, extremes=False).plot(ax=axes)
    axes.legend()
    figure.savefig(file, metadata={"Date": None})


@dataclass(frozen=True)
class Plot:
    """A plot of the lab.

    Attributes:
        draw: draws it into a file.
        command: the command, or the line of Python, that draws the same picture.
        alt: what it shows, for people who cannot see it.
    """

    draw: Callable[[Path], object]
    command: str
    alt: str


PLOTS: Final = {
    "odds": Plot(
        lambda file: odds(BOOK).plot(file),
        "bankcraps odds --plot odds.svg",
        "The house edge of every wager at one house as bars, from 0 percent for odds to more than 16 percent "
        "for any seven.",
    ),
    "session": Plot(
        lambda file: exact.session(BOOK, "pass_odds_2x", bankroll=500, throws=300, extremes=False).plot(file),
        "bankcraps session --strategy pass_odds_2x --bankroll 500 --throws 300 --plot session.svg",
        "The chance of each final bankroll after 300 throws with 500 dollars: a broad hill around 490 "
        "dollars, and a tall bar close to zero for the players who went broke.",
    ),
    "ruin": Plot(
        lambda file: exact.session(BOOK, "three_point_molly", bankroll=500, throws=300, extremes=False).plot(
            file, "ruin"
        ),
        "bankcraps session --strategy three_point_molly --bankroll 500 --throws 300 --picture ruin "
        "--plot ruin.svg",
        "When ruin comes in a session of 300 throws: most often between 30 and 100 throws, later seldom.",
    ),
    "risk": Plot(
        lambda file: exact.curve(BOOK, "three_point_molly", range(200, 3001, 200), throws=300).plot(file),
        "bankcraps risk --strategy three_point_molly --throws 300 --bankrolls 200:3000:200 --plot risk.svg",
        "Two curves by bankroll. The chance of ruin falls from 90 percent with 200 dollars to almost none "
        "with 3,000. The chance to end ahead rises to 48 percent and stays there.",
    ),
    "simulation": Plot(
        lambda file: simulate(BOOK, "pass_odds_2x", bankroll=500, throws=300, sessions=20_000, seed=1).plot(
            file
        ),
        "bankcraps simulate --strategy pass_odds_2x --bankroll 500 --throws 300 --sessions 20000 --seed 1 "
        "--plot simulation.svg",
        "Twelve simulated bankrolls over 300 throws, and a band that holds eight of ten sessions. The band "
        "widens from 500 dollars to between about 120 and 840.",
    ),
    "comparison": Plot(
        lambda file: compare(
            BOOK,
            ["pass_odds_2x", "iron_cross", "place_6_8"],
            bankroll=500,
            throws=300,
            sessions=20_000,
        ).plot(file),
        "bankcraps compare pass_odds_2x iron_cross place_6_8 --bankroll 500 --throws 300 --plot systems.svg",
        "Three systems side by side: the spread of the final bankroll, the mean, the standard "
        "deviation and the chance to end ahead. The iron cross loses 100 dollars, the others 12 and 23.",
    ),
    "overlay": Plot(
        overlay,
        "exact.session(house, system, bankroll=500, throws=300).plot(ax=ax)",
        "The final bankrolls of three systems as outlines in three colours, with a legend. The iron cross is "
        "more often broke than the others; place 6 and 8 stays closest to the 500 dollars.",
    ),
    "chain": Plot(
        lambda file: explore(BOOK, "pass_odds_max").plot(file),
        "bankcraps chain --strategy pass_odds_max --plot chain.svg",
        "A grid of the 36 throws with the point on 6: five throws win 70 dollars, six lose 60, the other 25 "
        "do nothing.",
    ),
}
"""The plots by name."""

_SCREEN: Final = (120, 40)
_SAID: Final = (
    "pass 10",
    "Bob: dont_pass 10",
    "Cid: field 5",
    "roll 4-2",
    "odds 50",
    "come 10",
    "Cid: place 8 12",
    "Cid: hard 6 2",
    "roll 5-4",
    "odds come 9 40",
    "Cid: horn 4",
    "roll 6-2",
    "place 8 12",
    "Bob: lay 4 40",
)


def picture(name: str) -> str:
    """A plot as a figure, with the command that draws it."""
    plot = PLOTS[name]
    file = _DRAWN / f"{name}.svg"
    if not _is_fresh(file):
        _draw(plot, file)
    options = f":alt: {plot.alt}\n:class: plot\n"
    return f"```{{figure}} /_build/pictures/{name}.svg\n{options}\n`{plot.command}`\n```\n"


def _is_fresh(file: Path) -> bool:
    """Whether a picture is newer than all code that affects it."""
    if not file.exists():
        return False
    sources = [path for path in _SOURCES.rglob("*") if path.suffix in (".py", ".toml", ".lark")]
    return file.stat().st_mtime > max(path.stat().st_mtime for path in [*sources, Path(__file__)])


def _draw(plot: Plot, file: Path) -> None:
    """Draw into another file first, so that a second build never reads half a picture."""
    file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_name(f"{os.getpid()}-{file.name}")
    plot.draw(unfinished)
    small = smaller(unfinished.read_text(encoding="utf-8"))
    unfinished.write_text(small, encoding="utf-8")
    unfinished.replace(file)


def smaller(svg: str) -> str:
    """The same drawing in fewer bytes: numbers to two places, no comments, no indentation."""
    svg = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"-?\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), svg)
    return re.sub(r"\n\s*", "\n", svg)


async def terminal() -> str:
    """Play a few lines at the terminal and export the screen. It uses the reader's own fonts."""
    app = TableApp(Table(BOOK, {"Ann": 300, "Bob": 300, "Cid": 200}), seed=7, rolling=0)
    async with app.run_test(size=_SCREEN) as pilot:
        for line in _SAID:
            app.query_one(Input).value = line
            await pilot.press("enter")
            await pilot.pause()
        return re.sub(r"\s*@font-face \{.*?\}", "", app.export_screenshot(), flags=re.DOTALL)


def preview() -> bytes:
    """The picture that pages show beside a link to a house, where no answer is drawn for it."""
    evening = exact.session(BOOK, "three_point_molly", bankroll=500, throws=300, extremes=False)
    heading = plots.Heading(
        "Bankcraps: casino craps, with exact odds",
        "Live tables, a dealers' drill and an odds lab, by the rules of five houses",
        "What three point molly takes home from $500 after 300 throws",
    )
    return plots.card(heading, lambda axes: plots.final_bars(axes, evening.final, evening.plan.bankroll))


def redraw() -> None:
    """Draw the pictures that are files of the project."""
    (_DOCS / "terminal.svg").write_text(asyncio.run(terminal()), encoding="utf-8")
    _draw(PLOTS["session"], _DOCS / "session.svg")
    _PREVIEW.write_bytes(preview())


if __name__ == "__main__":
    redraw()
