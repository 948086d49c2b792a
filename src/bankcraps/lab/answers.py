"""The answers to questions, by the functions of the lab. This loads all of it."""

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

import msgspec

from bankcraps.bankroll_range import BankrollRange
from bankcraps.best_play.best import best
from bankcraps.chips import dollars
from bankcraps.comparison.systems import SystemComparison, compare_questions
from bankcraps.errors import BankcrapsError
from bankcraps.house_edge.house_comparison import compare_houses
from bankcraps.house_edge.layout_cost import layout_cost
from bankcraps.house_edge.odds import odds
from bankcraps.house_edge.shooter_hand import hand
from bankcraps.lab.questions import LabQuestion
from bankcraps.lab_options import QuestionOptions, RunOptions, SessionOptions, picked
from bankcraps.question import Question, ask, explore
from bankcraps.rulebook import BOOKS, read_rulebook
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
from bankcraps.strategy.library import system
from bankcraps.strategy.policy import Policy

__all__ = ["Watcher", "answer", "read_session", "read_system"]

Result = dict[str, Any]


class Watcher(Protocol):
    """Hears how an answer comes along."""

    def progress(self, done: int, of: int) -> None:
        """So many sessions of all are played."""
        ...

    def so_far(self, make: Callable[[], Result]) -> None:
        """An answer of what is finished can be made."""
        ...

    def note(self, said: str) -> None:
        """Something to know meanwhile."""
        ...


def answer(question: LabQuestion, watcher: Watcher) -> Result:
    """Answer a question: what the command of its kind prints with `--json`.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
    """
    return _ANSWERS[question.kind](_arguments(question), watcher)


def read_session(question: LabQuestion) -> Question:
    """Read the house, the system and the plan of a session, solved or simulated.

    Raises:
        BankcrapsError: with what is wrong.
    """
    return _question(_arguments(question))


def _arguments(question: LabQuestion) -> Result:
    """The arguments of the lab's functions. A book of one's own is read as strictly as a file."""
    asked: Result = question.arguments()
    if "book" in asked:
        asked["house"] = read_rulebook(asked.pop("book"), "book")
    return asked


def read_system(said: object) -> Policy:
    """Read a system by its name or its text. No file is read for somebody who asks over a network.

    Raises:
        BankcrapsError: with what is wrong; a `SystemTextError` names the place.
    """
    return system(str(said), files_too=False)


def _odds(asked: Result, _: Watcher) -> Result:
    if "amount" not in asked:
        del asked["limits"], asked["chip"]
    return odds(asked.pop("house"), **asked).to_dict()


def _layout(asked: Result, _: Watcher) -> Result:
    return layout_cost(asked.pop("house"), asked.pop("layout"), **asked).to_dict()


def _houses(asked: Result, _: Watcher) -> Result:
    return compare_houses(list(BOOKS), asked.get("wager")).to_dict()


def _hand(asked: Result, _: Watcher) -> Result:
    return hand(asked["house"]).to_dict()


def _chain(asked: Result, _: Watcher) -> Result:
    table = asked["house"], read_system(asked["system"]), asked["limits"], asked["chip"]
    if not asked["long_run"]:
        return explore(*table, asked.get("bankroll")).to_dict()
    if "bankroll" in asked:
        raise BankcrapsError("long_run asks for no bankroll: leave one of them out")
    return long_run(*table).to_dict()


def _session(asked: Result, _: Watcher) -> Result:
    found = solve_question(_question(asked), extremes=asked.get("extremes"))
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

    return play(_question(asked), how, so_far=so_far, warn=watcher.note).to_dict(distribution=listed)


def _compare(asked: Result, watcher: Watcher) -> Result:
    how = RunPlan.of(**picked(asked, RunOptions))
    listed: bool = asked["distribution"]

    def so_far(sessions: int, make: Callable[[], SystemComparison]) -> None:
        watcher.progress(sessions, how.sessions)
        watcher.so_far(lambda: make().to_dict(distribution=listed))

    questions = [_question({**asked, "system": one}) for one in asked["systems"]]
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
    question, seed = _question(asked), asked["seed"]
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


def _question(asked: Result) -> Question:
    return ask(
        asked["house"],
        read_system(asked["system"]),
        *(asked["bankroll"], asked.get("goal"), asked["floor"]),
        **picked(asked, QuestionOptions),
    )


_ANSWERS: Final[Mapping[str, Callable[[Result, Watcher], Result]]] = {
    "odds": _odds,
    "layout": _layout,
    "houses": _houses,
    "hand": _hand,
    "chain": _chain,
    "session": _session,
    "risk": _risk,
    "simulate": _simulate,
    "compare": _compare,
    "explain": _explain,
    "trajectories": _trajectories,
    "best": _best,
    "chart": _chart,
}
