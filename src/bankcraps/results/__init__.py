"""Answers as plain values: distributions, wager costs, a session's figures; their JSON, HTML and Arrow.

Every class of a result can be imported from here, wherever it lives. A class loads when it is first asked
for, so this module is light.

>>> from bankcraps.results import Distribution, OddsReport, Session
>>> Distribution.of([1, 2], [1, 1]).mean
1.5
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from bankcraps.extras import lacking

if TYPE_CHECKING:
    from bankcraps.best_play.aims.at_the_end import UtilityPlay
    from bankcraps.best_play.aims.least_cost import CheapestAction, RatedPlay
    from bankcraps.best_play.aims.least_time import FewestThrows, TimedPlay
    from bankcraps.best_play.aims.still_playing import Survival
    from bankcraps.best_play.aims.utilities import Utility
    from bankcraps.best_play.answer import BestPlay
    from bankcraps.best_play.asking import Deadline
    from bankcraps.best_play.chart.charting import SumBet, SumPoint
    from bankcraps.best_play.chart.first import Ranked
    from bankcraps.best_play.compared.against import Against, GivenAway, GivenAwayAt, Spot
    from bankcraps.comparison.sweep import Sweep
    from bankcraps.comparison.sweep_rows import SweepRow
    from bankcraps.comparison.systems import ComparedSystem, SystemComparison
    from bankcraps.house_edge.edge import WagerEdge
    from bankcraps.house_edge.house_comparison import HouseComparison, WagerByHouse
    from bankcraps.house_edge.layout_cost import LayoutCost, StandingCost
    from bankcraps.house_edge.odds import OddsReport, RefusedWager
    from bankcraps.house_edge.rounds import Round
    from bankcraps.house_edge.shooter_hand import ShooterHand
    from bankcraps.house_edge.with_odds import FlatWithOdds
    from bankcraps.markov.accounts import Account, Label
    from bankcraps.markov.model import Chain, DecisionState, Transition
    from bankcraps.question import Question
    from bankcraps.results.best_data import BestUtilityData, BetBySumData, BetData, NextBetData
    from bankcraps.results.chain_data import (
        LayoutData,
        LongRunData,
        RateData,
        StandingData,
    )
    from bankcraps.results.costs import Costs, RefusalRate, WagerCost
    from bankcraps.results.covariances import Covariances
    from bankcraps.results.distribution import Distribution
    from bankcraps.results.long_run import LayoutShare, LongRun, Rate
    from bankcraps.results.rule_costs import RuleCost
    from bankcraps.results.session import SessionFigures
    from bankcraps.results.session_data import (
        BankrollData,
        CovariancesData,
        EndlessSessionData,
        FinalsData,
        MetricData,
        MoneyData,
        PerShooterData,
        RefusalRateData,
        RuinData,
        RuinsData,
        RuleCostData,
        SessionData,
        SimulateData,
        StreakData,
        StreaksData,
        ThrowsData,
        WagerCostData,
    )
    from bankcraps.results.streaks import Streaks
    from bankcraps.results.wager_data import (
        EdgeAtHouseData,
        EdgeData,
        StandingCostData,
        WagerByHouseData,
        WithOddsData,
    )
    from bankcraps.simulation.reports.per_shooter import PerShooter
    from bankcraps.simulation.reports.simulation import Simulation
    from bankcraps.simulation.reports.story import Laid, Story, ToldThrow
    from bankcraps.simulation.reports.trajectories import Trajectories
    from bankcraps.simulation.runs.totals import Histogram, Totals, VisitCounts
    from bankcraps.solver.answers import EndlessSession, Session
    from bankcraps.solver.in_fractions import FractionSession
    from bankcraps.solver.risk import BankrollChances, Curve
    from bankcraps.strategy.plan import Plan
    from bankcraps.tabular.arrow_tables import ArrowTable

_HOMES: Final = {
    "best_play.compared.against": ("Against", "GivenAway", "GivenAwayAt", "Spot"),
    "best_play.answer": ("BestPlay",),
    "best_play.asking": ("Deadline",),
    "best_play.aims.at_the_end": ("UtilityPlay",),
    "best_play.chart.charting": ("SumBet", "SumPoint"),
    "best_play.chart.first": ("Ranked",),
    "best_play.aims.least_cost": ("CheapestAction", "RatedPlay"),
    "best_play.aims.least_time": ("FewestThrows", "TimedPlay"),
    "best_play.aims.still_playing": ("Survival",),
    "best_play.aims.utilities": ("Utility",),
    "comparison.sweep": ("Sweep",),
    "comparison.sweep_rows": ("SweepRow",),
    "comparison.systems": (
        "ComparedSystem",
        "SystemComparison",
    ),
    "house_edge.edge": ("WagerEdge",),
    "house_edge.house_comparison": (
        "HouseComparison",
        "WagerByHouse",
    ),
    "house_edge.layout_cost": ("LayoutCost", "StandingCost"),
    "house_edge.odds": (
        "OddsReport",
        "RefusedWager",
    ),
    "house_edge.rounds": ("Round",),
    "house_edge.shooter_hand": ("ShooterHand",),
    "house_edge.with_odds": ("FlatWithOdds",),
    "markov.accounts": (
        "Account",
        "Label",
    ),
    "markov.model": (
        "Chain",
        "DecisionState",
        "Transition",
    ),
    "question": ("Question",),
    "results.best_data": (
        "BestUtilityData",
        "BetBySumData",
        "BetData",
        "NextBetData",
    ),
    "results.chain_data": ("LayoutData", "LongRunData", "RateData", "StandingData"),
    "results.costs": (
        "Costs",
        "RefusalRate",
        "WagerCost",
    ),
    "results.covariances": ("Covariances",),
    "results.distribution": ("Distribution",),
    "results.long_run": (
        "LayoutShare",
        "LongRun",
        "Rate",
    ),
    "results.rule_costs": ("RuleCost",),
    "results.session": ("SessionFigures",),
    "results.session_data": (
        "BankrollData",
        "CovariancesData",
        "EndlessSessionData",
        "FinalsData",
        "MetricData",
        "MoneyData",
        "PerShooterData",
        "RefusalRateData",
        "RuinData",
        "RuinsData",
        "RuleCostData",
        "SessionData",
        "SimulateData",
        "StreakData",
        "StreaksData",
        "ThrowsData",
        "WagerCostData",
    ),
    "results.streaks": ("Streaks",),
    "results.wager_data": (
        "EdgeAtHouseData",
        "EdgeData",
        "StandingCostData",
        "WagerByHouseData",
        "WithOddsData",
    ),
    "simulation.reports.per_shooter": ("PerShooter",),
    "simulation.reports.simulation": ("Simulation",),
    "simulation.reports.story": (
        "Laid",
        "Story",
        "ToldThrow",
    ),
    "simulation.reports.trajectories": ("Trajectories",),
    "simulation.runs.totals": (
        "Histogram",
        "Totals",
        "VisitCounts",
    ),
    "solver.answers": (
        "EndlessSession",
        "Session",
    ),
    "solver.in_fractions": ("FractionSession",),
    "solver.risk": (
        "BankrollChances",
        "Curve",
    ),
    "strategy.plan": ("Plan",),
    "tabular.arrow_tables": ("ArrowTable",),
}
"""The classes of results by module, below `bankcraps`."""

_HOME: Final = {name: f"bankcraps.{module}" for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Load the module of a class on first use."""
    if name not in _HOME:
        raise AttributeError(f"module 'bankcraps.results' has no attribute {name!r}")
    try:
        return getattr(import_module(_HOME[name]), name)
    except ModuleNotFoundError as error:
        raise lacking(error.name) or error from None


def __dir__() -> list[str]:
    """The classes of results and no others, also before they load."""
    return sorted(__all__)


__all__ = [
    "Account",
    "Against",
    "ArrowTable",
    "BankrollChances",
    "BankrollData",
    "BestPlay",
    "BestUtilityData",
    "BetBySumData",
    "BetData",
    "Chain",
    "CheapestAction",
    "ComparedSystem",
    "Costs",
    "Covariances",
    "CovariancesData",
    "Curve",
    "Deadline",
    "DecisionState",
    "Distribution",
    "EdgeAtHouseData",
    "EdgeData",
    "EndlessSession",
    "EndlessSessionData",
    "FewestThrows",
    "FinalsData",
    "FlatWithOdds",
    "FractionSession",
    "GivenAway",
    "GivenAwayAt",
    "Histogram",
    "HouseComparison",
    "Label",
    "Laid",
    "LayoutCost",
    "LayoutData",
    "LayoutShare",
    "LongRun",
    "LongRunData",
    "MetricData",
    "MoneyData",
    "NextBetData",
    "OddsReport",
    "PerShooter",
    "PerShooterData",
    "Plan",
    "Question",
    "Ranked",
    "Rate",
    "RateData",
    "RatedPlay",
    "RefusalRate",
    "RefusalRateData",
    "RefusedWager",
    "Round",
    "RuinData",
    "RuinsData",
    "RuleCost",
    "RuleCostData",
    "Session",
    "SessionData",
    "SessionFigures",
    "ShooterHand",
    "SimulateData",
    "Simulation",
    "Spot",
    "StandingCost",
    "StandingCostData",
    "StandingData",
    "Story",
    "StreakData",
    "Streaks",
    "StreaksData",
    "SumBet",
    "SumPoint",
    "Survival",
    "Sweep",
    "SweepRow",
    "SystemComparison",
    "ThrowsData",
    "TimedPlay",
    "ToldThrow",
    "Totals",
    "Trajectories",
    "Transition",
    "Utility",
    "UtilityPlay",
    "VisitCounts",
    "WagerByHouse",
    "WagerByHouseData",
    "WagerCost",
    "WagerCostData",
    "WagerEdge",
    "WithOddsData",
]
