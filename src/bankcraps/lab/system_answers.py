"""Answers to questions about betting systems: chains, sessions, risks, simulations, the best play.

They need the packages of the extra `lab`. Importing this module without them says so.
"""

from collections.abc import Callable, Mapping
from typing import Final

from bankcraps.lab.questions import SYSTEMS_NEED
from bankcraps.support.extras import missing

if _without := missing(*SYSTEMS_NEED):
    raise _without

import msgspec

from bankcraps.analysis import lab_options as lab
from bankcraps.analysis.best_play.asking import PlayQuestion
from bankcraps.analysis.best_play.best import Aim, plays_dict, read_aims
from bankcraps.analysis.comparison.systems import SystemComparison, compare_questions
from bankcraps.analysis.exact.long_run import long_run
from bankcraps.analysis.exact.risk import risks
from bankcraps.analysis.exact.sessions import solve_question
from bankcraps.analysis.question import Question, ask, explore
from bankcraps.analysis.results.session import EndlessSession
from bankcraps.analysis.simulation.result import Simulation, Trajectories
from bankcraps.analysis.simulation.simulate import RunPlan, play, session_file
from bankcraps.analysis.simulation.simulators import choose_simulator
from bankcraps.analysis.simulation.story import explain
from bankcraps.analysis.simulation.totals import Finished, Summable
from bankcraps.errors import BankcrapsError
from bankcraps.lab.kinds import CHART
from bankcraps.lab.questions import Answer, Result, Watcher, read_system


def _chain(asked: Result, _: Watcher) -> Answer:
    table = asked["house"], read_system(asked["system"]), asked["limits"], asked["chip"]
    by_rule: bool = asked["by_rule"]
    if not asked["long_run"]:
        if by_rule:
            raise BankcrapsError("by_rule goes with long_run, or with a session")
        return Answer.of(explore(*table, asked.get("bankroll")))
    if "bankroll" in asked:
        raise BankcrapsError("long_run asks for no bankroll: leave one of them out")
    return Answer.of(long_run(*table, by_rule=by_rule))


def _session(asked: Result, _: Watcher) -> Answer:
    found = solve_question(
        question_of(asked), by_rule=asked["by_rule"], **lab.picked(asked, lab.FigureOptions)
    )
    endless = isinstance(found, EndlessSession)
    return Answer.of(found) if endless else Answer.of(found, distribution=asked["distribution"])


def _risk(asked: Result, _: Watcher) -> Answer:
    if asked.get("bankrolls") is not None and asked["ruin"]:
        raise BankcrapsError("ruin finds bankrolls, and bankrolls names them: leave one out")
    options = lab.picked(asked, lab.SessionOptions)
    system = read_system(asked["system"])
    found = risks(asked["house"], system, asked["ruin"], asked.get("bankrolls"), asked["floor"], **options)
    return Answer.of(found)


def _simulate(asked: Result, watcher: Watcher) -> Answer:
    how, finished = _run(asked, watcher)
    found = play(question_of(asked), how, finished=finished, warn=watcher.note)
    return Answer.of(found, distribution=asked["distribution"])


def _run(
    asked: Result, watcher: Watcher, *, so_far: bool = True
) -> tuple[RunPlan, Finished[Simulation | SystemComparison]]:
    """The plan of a run, and a function that tells the watcher its progress and the answer so far."""
    how, done = RunPlan.of(**lab.picked(asked, lab.RunOptions)), 0

    def finished(chunk: Summable, found: Callable[[], Simulation | SystemComparison]) -> None:
        nonlocal done
        done += chunk.sessions
        watcher.progress(done, how.sessions)
        if so_far:
            watcher.so_far(lambda: found().to_dict(distribution=asked["distribution"]))

    return how, finished


def every_session(asked: Result, watcher: Watcher, most: int) -> bytes:
    """Play a simulation, and return each session with its metrics, as `bankcraps simulate --parquet` does.

    Raises:
        BankcrapsError: for a question that has no answer, or a file of more bytes than `most`.
    """
    how, finished = _run(asked, watcher, so_far=False)
    return session_file(question_of(asked), how, most, finished=finished, warn=watcher.note)


def _compare(asked: Result, watcher: Watcher) -> Answer:
    how, finished = _run(asked, watcher)
    questions = [question_of({**asked, "system": one}) for one in asked["systems"]]
    found = compare_questions(questions, how, finished=finished, warn=watcher.note)
    return Answer.of(found, distribution=asked["distribution"])


def _explain(asked: Result, _: Watcher) -> Answer:
    told = explain(
        asked["house"],
        read_system(asked["system"]),
        *(asked["bankroll"], asked.get("goal"), asked["floor"]),
        seed=asked["seed"],
        session=asked["session"],
        ended=asked.get("ended"),
        **lab.picked(asked, lab.QuestionOptions),
    )
    return Answer.of(told, layouts=asked["layouts"])


def _trajectories(asked: Result, _: Watcher) -> Answer:
    question, seed = question_of(asked), asked["seed"]
    paths = tuple(choose_simulator(question).trajectories(seed, asked["paths"]))
    return Answer.of(Trajectories(question.book.spec, question.system.name, question.plan, seed, paths))


def _best(asked: Result, _: Watcher) -> Answer:
    if "against" in asked:
        asked["against"] = read_system(asked["against"])
    question, aims = _best_play(asked)
    plays = [aim.play(question) for aim in aims]
    return Answer(lambda: plays_dict(plays), None)


def _chart(asked: Result, _: Watcher) -> Answer:
    question, aims = _best_play(asked)
    if len(aims) > 1:
        raise BankcrapsError(f"a system is one play: name one utility, not {len(aims)}")
    found = aims[0].play(question).system
    return Answer(lambda: msgspec.to_builtins(found), None)


def _best_play(asked: Result) -> tuple[PlayQuestion, list[Aim]]:
    """The table of a best play, and what it is for."""
    aims = read_aims(lab.picked(asked, lab.AimOptions), _spelled)
    menu, at_once = asked.get("wagers"), asked.get("at_once")
    table = lab.picked(asked, lab.TableOptions)
    return PlayQuestion.of(asked["house"], asked["bankroll"], menu, at_once=at_once, **table), aims


def _spelled(name: str, unit: str) -> str:
    """An option as an address has it: `goal=DOLLARS`."""
    return f"{name}={unit}" if unit else name


def question_of(asked: Result) -> Question:
    """Return the house, the system and the plan of a session.

    Raises:
        BankcrapsError: with what is wrong.
    """
    return ask(
        asked["house"],
        read_system(asked["system"]),
        *(asked["bankroll"], asked.get("goal"), asked["floor"]),
        **lab.picked(asked, lab.QuestionOptions),
    )


OF_SYSTEMS: Final[Mapping[str, Callable[[Result, Watcher], Answer]]] = {
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
