"""The options of questions to a house's lab that the lab's functions do not have, or have as arguments."""

from bankcraps.analysis.lab_options import MoreOptions, QuestionOptions, SessionOptions, TableOptions
from bankcraps.game.chips import Money

__all__ = [
    "LabExplainOptions",
    "LabMenuOptions",
    "LabOddsOptions",
    "LabRiskOptions",
    "LabRunOptions",
    "LabSessionOptions",
]


class LabOddsOptions(TableOptions, total=False):
    """The table, and what is shown of wagers.

    Attributes:
        amount: the dollars of a bet, to see what the house really pays on it, at the table of `limits` and
            `chip`.
        with_odds: also flat wagers with odds behind them.
    """

    amount: Money
    with_odds: bool


class LabSessionOptions(QuestionOptions, MoreOptions, total=False):
    """The table, the length of a session, and further results.

    Attributes:
        extremes: also the highest and lowest sums owned; left out, if that is quick.
        drawdown: also the largest fall from the highest sum so far; slow.
        covariances: also how the results of the wagers go together.
        streaks: also the longest runs of losses, wins, seven-outs and points made in a row.
        distribution: every final bankroll; they are there if this is left out.
    """

    extremes: bool
    drawdown: bool
    covariances: bool
    streaks: bool
    distribution: bool


class LabRunOptions(QuestionOptions, total=False):
    """The table, the length of a session, and which sessions are played.

    Attributes:
        sessions: the number of sessions.
        seed: the seed of their dice.
        distribution: also every final bankroll.
    """

    sessions: int
    seed: int
    distribution: bool


class LabRiskOptions(SessionOptions, total=False):
    """The table, the length of a session, and what is asked: some bankrolls, or the least for some risks.

    Attributes:
        bankrolls: the bankrolls in dollars, as FROM:TO or FROM:TO:STEP.
        ruin: a risk of ruin, such as 0.05, or several.
    """

    bankrolls: str
    ruin: float | list[float]


class LabExplainOptions(QuestionOptions, total=False):
    """The table, the length of a session, and which session is told.

    Attributes:
        seed: the seed of the dice.
        session: the number of the session; the first is 0.
        ended: the first session from there on that takes home FROM:TO, in dollars.
        layouts: also what lies on the layout at each throw.
    """

    seed: int
    session: int
    ended: str
    layouts: bool


class LabMenuOptions(TableOptions, total=False):
    """The table, and how many of the wagers to choose from may stand at once."""

    at_once: int
