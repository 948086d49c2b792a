"""Pictures for links to the lab: the main chart of an answer. It is drawn from the answer alone.

Nothing that somebody wrote is in a picture: a system has a name only if it is in the library.
"""

# Matplotlib has no types for its keyword arguments.
# pyright: reportUnknownMemberType=false

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from bankcraps.support.extras import missing

if _without := missing("matplotlib"):
    raise _without

from matplotlib.axes import Axes

from bankcraps.analysis import plots
from bankcraps.analysis.results import as_json
from bankcraps.analysis.results.reading import decode_result
from bankcraps.analysis.results.session import FiguresData, FinalsData, SessionData
from bankcraps.errors import BankcrapsError
from bankcraps.game.wagers import WAGERS
from bankcraps.house_edge.edge import WagerEdge
from bankcraps.house_edge.odds import OddsReport
from bankcraps.lab.previews import sentence, system_names
from bankcraps.lab.questions import LabQuestion
from bankcraps.support.distribution import Distribution
from bankcraps.support.plots.style import money, percent, plain_axes

_CAPTION: Final = "Bankcraps · exact odds of craps, by the rules of the house"

_MOST_BARS: Final = 7


@dataclass(frozen=True)
class _Chart:
    """The chart of an answer.

    Attributes:
        facts: its main figures in words.
        draw: draws it.
        upright: the unit of the y axis, in a word or two; a card has no room for more.
        grid: along which axis a grid is drawn.
    """

    facts: str
    draw: Callable[[Axes], object]
    upright: str = ""
    grid: str = "y"


def picture(question: LabQuestion, answer: bytes) -> bytes:
    """Draw an answer as PNG, 1200 by 630 dots.

    Args:
        question: the question as the link asks it.
        answer: the answer to one of the questions `shown` for it, as JSON.

    Raises:
        BankcrapsError: if such an answer has no picture.
    """
    chart = _CHARTS[question.kind](question, decode_result(answer))

    def draw(axes: Axes) -> None:
        plain_axes(axes, chart.grid)
        chart.draw(axes)
        axes.set_ylabel(chart.upright)

    return plots.card(plots.Heading(sentence(question), chart.facts, _CAPTION), draw)


def _session(_: LabQuestion, found: object) -> _Chart:
    if not isinstance(found, SessionData):
        raise _without_chart()
    spread, goal = _spread(found), found.goal_cents
    mean = f"mean {money(found.mean_cents / 100, 2)}"
    facts = f"ruin {percent(found.ends.get('ruin', 0.0))} · ahead {percent(found.p_ahead)} · {mean}"
    return _Chart(
        facts, lambda axes: plots.final_bars(axes, spread, found.bankroll_cents, goal=goal), "chance"
    )


def _compare(question: LabQuestion, found: as_json.CompareData) -> _Chart:
    names = system_names(question)
    figures = [one.exact or one.played for one in found.systems]
    rows = [plots.Played(name, _spread(one)) for name, one in zip(names, figures, strict=True)]
    facts = "box: the middle half of sessions, whiskers: 5% to 95%"
    return _Chart(
        facts, lambda axes: plots.comparison(plots.OwnAxes(axes), rows, found.bankroll_cents), grid="x"
    )


def _odds(question: LabQuestion, found: OddsReport) -> _Chart:
    asked = dict(question.values).get("wager", "").replace(" ", "_")
    mine = [one for one in found.wagers if asked in _names(one)]
    beside = [one for one in found.wagers if one not in mine and one.edge > 0 and not one.point]
    others = sorted(beside, key=lambda one: one.edge)
    drawn = [(one.label, float(one.edge)) for one in [*mine, *others][:_MOST_BARS]]
    facts = f"{mine[0].label}: {percent(float(mine[0].edge), 3)}" if len(mine) == 1 else ""
    return _Chart(facts, lambda axes: plots.edges(plots.OwnAxes(axes), drawn), grid="x")


def _names(found: WagerEdge) -> set[str]:
    """The names that a question may have for a wager: the house's, the books', and its kind."""
    kind = WAGERS[found.wager].kind.value
    return {name.replace(" ", "_") for name in (found.label, found.wager, kind)}


def _explain(_: LabQuestion, found: as_json.ExplainData) -> _Chart:
    owned = [found.bankroll_cents, *(one.owned_after_cents for one in found.throws)]
    facts = f"brought {money(found.bankroll_cents / 100)}, takes home {money(found.final_cents / 100)}"
    return _Chart(facts, lambda axes: plots.fan(plots.OwnAxes(axes), [owned], found.bankroll_cents), "owned")


def _best(_: LabQuestion, found: Any) -> _Chart:  # noqa: ANN401 - one of the results
    facts = _worth(found)
    if not found.by_sum:
        raise _without_chart()
    points = [(one.owned_cents, sum(one.stakes_cents.values())) for one in found.by_sum]
    return _Chart(facts, lambda axes: plots.best_play(plots.OwnAxes(axes), points), "the best bet")


def _worth(found: object) -> str:
    """The worth of the best play. Several tastes for risk have no chart together."""
    match found:
        case as_json.BestData():
            home = "" if found.taken_home is None else f", takes it home with {percent(found.taken_home, 2)}"
            return f"reaches {money(found.goal_cents / 100)} with {percent(found.value, 2)}{home}"
        case as_json.BestTimeData():
            return f"reaches {money(found.goal_cents / 100)} in {found.value:.2f} throws on average"
        case as_json.BestStillData():
            return f"still playing after {found.throws} throws with {percent(found.value, 2)}"
        case as_json.BestActionData():
            return f"{money(found.action_cents / 100)} of action cost {money(found.value, 4)}"
        case as_json.BestUtilityData():
            return f"certainty equivalent {money(found.sure, 2)}"
        case _:
            raise _without_chart()


_CHARTS: Final[Mapping[str, Callable[..., _Chart]]] = {
    "session": _session,
    "compare": _compare,
    "odds": _odds,
    "explain": _explain,
    "best": _best,
}


def _spread(found: FiguresData) -> Distribution:
    if not isinstance(found.distribution, FinalsData):
        raise _without_chart()
    return Distribution.of(found.distribution.final_cents, found.distribution.chance)


def _without_chart() -> BankcrapsError:
    return BankcrapsError("this answer has no picture")
