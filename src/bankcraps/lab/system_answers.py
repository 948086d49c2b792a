"""Answers to questions about betting systems: chains, sessions, risks, simulations, the best play.

They need the packages of the extra `lab`. Importing this module without them says so.
"""

from collections.abc import Callable, Mapping
from typing import Final

from bankcraps.extras import missing
from bankcraps.lab.answers import SYSTEMS_NEED

if _without := missing(*SYSTEMS_NEED):
    raise _without

import msgspec

from bankcraps.bankroll_range import BankrollRange
from bankcraps.best_play.best import best
from bankcraps.chips import dollars
from bankcraps.comparison.systems import SystemComparison, compare_questions
from bankcraps.errors import BankcrapsError
from bankcraps.lab.kinds import CHART
from bankcraps.lab.reading import Result, Watcher, read_system
from bankcraps.lab_options import QuestionOptions, RunOptions, SessionOptions, picked
from bankcraps.question import Question, ask, explore
from bankcraps.simulation.reports.simulation import Simulation
from bankcraps.simulation.reports.story import explain
from bankcraps.simulation.reports.trajectories import Trajectories
from bankcraps.simulation.run_plan import RunPlan
from bankcraps.simulation.simulate import play
from bankcraps.simulation.simulators import choose_simulator
from bankcraps.solver.answers import EndlessSession
from bankcraps.solver.long_run import long_run
from bankcraps.solver.risk import USUAL_RISKS, bankrolls_for, check_risk, curve_of
from bankcraps.solver.sessions import solve_question

__all__ = ["OF_SYSTEMS", "question_of"]


def _chain(asked: Result, _: Watcher) -> Result:
    table = asked["house"], read_system(asked["system"]), asked["limits"], asked["chip"]
    by_rule: bool = asked["by_rule"]
    if not asked["long_run"]:
        if by_rule:
            raise BankcrapsError("by_rule goes with long_run, or with a session")
        return explore(*table, asked.get("bankroll")).to_dict()
    if "bankroll" in asked:
        raise BankcrapsError("long_run asks for no bankroll: leave one of them out")
    return long_run(*table, by_rule=by_rule).to_dict()


def _session(asked: Result, _: Watcher) -> Result:
    found = solve_question(question_of(asked), extremes=asked.get("extremes"), by_rule=asked["by_rule"])
    if isinstance(found, EndlessSession):
        return found.to_dict()
    return found.to_dict(distribution=asked["distribution"])


def _risk(asked: Result, _: Watcher) -> Result:
    bankrolls, risks = asked.get("bankrolls"), tuple(map(check_risk, asked["ruin"]))
    if bankrolls is not None and risks:
        raise BankcrapsError("ruin finds bankrolls, and bankrolls names them: leave one out")
    floor = asked["floor"]
    any_bankroll = floor if dollars(floor) > 0 else "1"
    question = ask(
        asked["house"],
        read_system(asked["system"]),
        any_bankroll,
        floor=floor,
        one_bankroll=False,
        **picked(asked, SessionOptions),
    )
    tried = None if bankrolls is None else BankrollRange.read(bankrolls).bankrolls(question.chip)
    chain, plan = question.chain(), question.plan
    found = (
        bankrolls_for(chain, plan, risks or USUAL_RISKS) if tried is None else curve_of(chain, plan, tried)
    )
    return found.to_dict()


def _simulate(asked: Result, watcher: Watcher) -> Result:
    how = RunPlan.of(**picked(asked, RunOptions))
    listed: bool = asked["distribution"]

    def so_far(sessions: int, make: Callable[[], Simulation]) -> None:
        watcher.progress(sessions, how.sessions)
        watcher.so_far(lambda: make().to_dict(distribution=listed))

    return play(question_of(asked), how, so_far=so_far, warn=watcher.note).to_dict(distribution=listed)


def _compare(asked: Result, watcher: Watcher) -> Result:
    how = RunPlan.of(**picked(asked, RunOptions))
    listed: bool = asked["distribution"]

    def so_far(sessions: int, make: Callable[[], SystemComparison]) -> None:
        watcher.progress(sessions, how.sessions)
        watcher.so_far(lambda: make().to_dict(distribution=listed))

    questions = [question_of({**asked, "system": one}) for one in asked["systems"]]
    return compare_questions(questions, how, so_far=so_far, warn=watcher.note).to_dict(distribution=listed)


def _explain(asked: Result, _: Watcher) -> Result:
    return explain(
        asked["house"],
        read_system(asked["system"]),
        *(asked["bankroll"], asked.get("goal"), asked["floor"]),
        seed=asked["seed"],
        session=asked["session"],
        ended=asked.get("ended"),
        **picked(asked, QuestionOptions),
    ).to_dict(layouts=asked["layouts"])


def _trajectories(asked: Result, _: Watcher) -> Result:
    question, seed = question_of(asked), asked["seed"]
    paths = tuple(choose_simulator(question).trajectories(seed, asked["paths"]))
    return Trajectories(question.book.spec, question.system.name, question.plan, seed, paths).to_dict()


def _best(asked: Result, _: Watcher) -> Result:
    goal: str = asked.pop("goal")
    if "against" in asked:
        asked["against"] = read_system(asked["against"])
    return best(asked.pop("house"), asked.pop("bankroll"), goal, **asked).to_dict()


def _chart(asked: Result, _: Watcher) -> Result:
    goal: str = asked.pop("goal")
    return msgspec.to_builtins(best(asked.pop("house"), asked.pop("bankroll"), goal, **asked).system)


def question_of(asked: Result) -> Question:
    """Return the house, the system and the plan of a session.

    Raises:
        BankcrapsError: with what is wrong.
    """
    return ask(
        asked["house"],
        read_system(asked["system"]),
        *(asked["bankroll"], asked.get("goal"), asked["floor"]),
        **picked(asked, QuestionOptions),
    )


OF_SYSTEMS: Final[Mapping[str, Callable[[Result, Watcher], Result]]] = {
    "chain": _chain,
    "session": _session,
    "risk": _risk,
    "simulate": _simulate,
    "compare": _compare,
    "explain": _explain,
    "trajectories": _trajectories,
    "best": _best,
    CHART: _chart,
}
"""The answers, by the kind of their question."""
