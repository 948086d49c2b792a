"""The rows of a chart."""

import numpy as np

from bankcraps import Cents, Limits, load_rulebook, wager
from bankcraps.analysis.best_play.charting import Charting
from bankcraps.analysis.best_play.choices import Extras
from bankcraps.analysis.best_play.problem import problem_of
from bankcraps.analysis.best_play.search import Search
from bankcraps.analysis.best_play.throws import Bets


def test_a_policy_that_leads_nowhere_has_no_rows():
    table = Bets(load_rulebook("nsw"), Limits.read("1:9"), Cents(100))
    search = Search(Extras(table, (wager("pass"),), 300), 1)
    search.run()
    problem = problem_of(search, Cents(200), Cents(400))
    policy = np.zeros((len(problem.positions), problem.sums), np.int32)
    assert list(Charting(problem).rows(policy, np.zeros(0, np.int64))) == []
