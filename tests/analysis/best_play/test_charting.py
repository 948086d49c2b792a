"""The rows of a chart."""

import numpy as np

from bankcraps import Cents, Limits, load_rulebook, wager
from bankcraps.analysis.best_play.charting import Charting
from bankcraps.analysis.best_play.choices import Extras
from bankcraps.analysis.best_play.problem import problem_of
from bankcraps.analysis.best_play.throws import Bets


def test_a_policy_that_leads_nowhere_has_no_rows():
    table = Bets(load_rulebook("nsw"), Limits.read("1:9"), Cents(100))
    problem = problem_of(Extras(table, (wager("pass"),), 300), 1, Cents(200), Cents(400))
    policy = np.zeros((len(problem.positions), problem.sums), np.int32)
    assert list(Charting(table, problem).rows(policy, np.zeros(0, np.int64))) == []
