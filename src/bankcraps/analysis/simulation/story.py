"""One session explained in words: every throw, every bet, every cent."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final, Unpack

import numpy as np
from msgspec import UNSET

from bankcraps.analysis.chain.arrays import CAP
from bankcraps.analysis.chain.exploration import ChainError
from bankcraps.analysis.chain.model import accounts_of
from bankcraps.analysis.chain.stopping import PLAYS
from bankcraps.analysis.chain.walk import PLAYER
from bankcraps.analysis.lab_options import TOLD_BANKROLL, QuestionOptions
from bankcraps.analysis.question import Question, ask, explored_far_enough
from bankcraps.analysis.results import as_json as data
from bankcraps.analysis.results.costs import Laid
from bankcraps.analysis.results.session import OfASystem
from bankcraps.analysis.simulation.metrics import END_NAMES, FINAL, THROWS
from bankcraps.analysis.simulation.simulators import KernelSimulator, choose_simulator
from bankcraps.analysis.simulation.stepwise import PlayedThrow, play_session, require_first_wager
from bankcraps.analysis.simulation.totals import Chunk
from bankcraps.errors import BankcrapsError, quoted, whole_number
from bankcraps.game.chips import Cents, Money, dollars, printed
from bankcraps.game.engine.effects import DiceOffered, DicePassed, DiceTaken, Effect, results
from bankcraps.game.notation import tell, tell_refusal
from bankcraps.game.notation.names import HouseNames
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import Wager
from bankcraps.strategies.inspecting import move_reason, reasons, says_rules, stop_reason
from bankcraps.strategies.plan import LENGTH_UNITS, Plan
from bankcraps.strategies.policy import Observation, Policy, Purse, looks_at_money
from bankcraps.support.results import JsonObject
from bankcraps.support.tabular import Same, Tabular, by_column

_MOST_THROWS: Final = 300_000_000
"""The most throws that are looked through by a kernel: about three seconds."""

_MOST_STEPWISE: Final = 500_000
"""The same where the engine plays stepwise."""

_LEAST_SESSIONS, _MOST_SESSIONS = 2**6, 2**14


def sums_between(written: str) -> tuple[Cents, Cents]:
    """Read FROM:TO in dollars, both included.

    Raises:
        BankcrapsError: if it is written otherwise, or goes down.
    """
    low, colon, high = written.partition(":")
    if not colon:
        raise BankcrapsError(f"write the sums taken home as FROM:TO, such as 480:500, not {quoted(written)}")
    found = dollars(low), dollars(high)
    if found[1] < found[0]:
        raise BankcrapsError(f"sums taken home go up from the first to the second, and {written} does not")
    return found


def first_ended(question: Question, between: tuple[Cents, Cents], seed: int, first: int = 0) -> int:
    """The first session of a seed that takes home a sum in a range.

    Args:
        question: the house, the system and the plan.
        between: the least and the most that it takes home, both included.
        seed: from 0 to 2**64 - 1.
        first: the session to begin with.

    Raises:
        BankcrapsError: if none does among as many throws as take some seconds.
    """
    return explored_far_enough([question], lambda asked: _first(asked[0], between, seed, first))


def _first(question: Question, between: tuple[Cents, Cents], seed: int, first: int) -> int:
    simulator = choose_simulator(question)
    most = _MOST_THROWS if isinstance(simulator, KernelSimulator) else _MOST_STEPWISE
    low, high = between
    looked = throws = 0
    for chunk in _growing(first):
        metrics, _ = simulator.work(seed).metrics(chunk)
        final = simulator.offset + simulator.unit * metrics[FINAL].astype(np.int64)
        fits = np.flatnonzero((final >= low) & (final <= high))
        if fits.size:
            return chunk.first + int(fits[0])
        looked += chunk.sessions
        throws += int(metrics[THROWS].sum())
        if throws >= most:
            break
    raise BankcrapsError(
        f"none of the {looked:,} sessions from session {first:,} of seed {seed} takes home "
        f"{printed(low)}{'' if low == high else f' to {printed(high)}'}: it is too rare to be shown"
    )


def _growing(first: int) -> Iterator[Chunk]:
    """Sessions from `first` on, a few first: most sums are soon found."""
    size = _LEAST_SESSIONS
    while True:
        yield Chunk(first, size)
        first += size
        size = min(2 * size, _MOST_SESSIONS)


MAX_TOLD: Final = 10_000
"""The most throws in one story."""

_UNSAID: Final = (DiceTaken, DicePassed, DiceOffered)
"""Effects left out, because they matter little to a lone player."""

_REASONS: Final = {
    "goal": "the goal is reached",
    "ruin": "there is too little for the next wager",
    "limit": "the session is over",
    "stopped": "the system stops",
    "floor": "there is less than the floor",
    "cut": f"{CAP:,} throws are enough",
}
"""The reason why a player leaves, by the name of the end."""


@dataclass(frozen=True)
class ToldThrow:
    """A throw in words.

    Attributes:
        number: the throw, from 1; 0 for the end, when nothing stands any more.
        puck: the point before it, or 0.
        dice: the dice, such as "4-3"; empty for the end.
        owned: the sum that the player owned before the betting, in cents.
        rail: the chips in the rail after the betting, in cents.
        laid: the wagers that lie there when the dice are thrown.
        told: the events, a sentence each, with the names that the house prints.
        accounts: its result for each wager, by canonical name, in cents.
        owned_after: the sum that the player owns after it, in cents.
    """

    number: int
    puck: int
    dice: str
    owned: Cents
    rail: Cents
    laid: tuple[Laid, ...]
    told: tuple[str, ...]
    accounts: tuple[tuple[str, int], ...]
    owned_after: Cents


@dataclass(frozen=True)
class Story(Tabular, OfASystem):
    """A session in words.

    Attributes:
        house, system: the house and the system.
        plan: the bankroll, and when the player leaves.
        seed, number: which session it is.
        throws: throw by throw, the last one without dice.
        end: the reason that the player left.
        why: the same in words.
        accounts: the result of each wager in all, by canonical name, in cents: action and net.
        names: the house's names for the wagers of the accounts.
    """

    seed: int
    number: int
    throws: tuple[ToldThrow, ...]
    end: str
    why: str
    accounts: tuple[tuple[str, int, int], ...]
    names: Mapping[str, str]

    def __repr__(self) -> str:
        """`<Story 'pass', nsw: session 0 of seed 0, 8 throws, takes home 490>`."""
        return (
            f"<Story {self.system!r}, {self.house}: session {self.number} of seed {self.seed}, "
            f"{len(self.throws) - 1} throws, takes home {printed(self.final)}>"
        )

    @property
    def final(self) -> Cents:
        """The sum that the player takes home, in cents."""
        return self.throws[-1].owned_after

    def to_dict(self, *, layouts: bool = False) -> JsonObject:
        """Return the output of `bankcraps explain --json` as a dict; `layouts` adds what lies there."""
        return data.ExplainData.of(
            self,
            bankroll_cents=self.plan.bankroll,
            session=self.number,
            wagers=[
                data.WagerNetData(wager=name, action_cents=action, net_cents=net)
                for name, action, net in self.accounts
            ],
            throws=[
                data.ToldThrowData.of(
                    told,
                    throw=told.number,
                    puck=told.puck or None,
                    dice=told.dice or None,
                    net_cents=dict(told.accounts),
                    rail_cents=told.rail if layouts else UNSET,
                    laid=told.laid if layouts else UNSET,
                )
                for told in self.throws
            ],
        ).to_dict()

    def _columns(self) -> Mapping[str, object]:
        """A row for each throw; the last one is the end, without dice."""
        figures = ("throw", "puck", "dice", "owned_cents", "owned_after_cents")
        return {
            **self._asked(),
            "session": Same(self.number),
            **by_column(figures, self.to_dict()["throws"]),
            "told": ["; ".join(one.told) for one in self.throws],
        }


def explain(  # noqa: PLR0913 - a question, and which session
    house: Rulebook | str | Path,
    system: Policy | str,
    bankroll: Money = TOLD_BANKROLL,
    goal: Money | None = None,
    floor: Money = 0,
    *,
    seed: int = 0,
    session: int = 0,
    ended: str | None = None,
    **options: Unpack[QuestionOptions],
) -> Story:
    """One session in words, every cent attributed: the very session that `simulate` plays.

    >>> from bankcraps import explain
    >>> story = explain("three_four_five", "pass", bankroll=100, throws=3, seed=5)
    >>> story.throws[0].told
    ('puts $10 on the Pass Line', '5-4: Nine, mark the point', 'the point is 9')

    Args:
        house: a rulebook, its id, or the path of a file.
        system: a system, a name from the library, the path of a file, or the text itself.
        bankroll: the sum that the player brings, in dollars.
        goal: the player leaves when they own this much, in dollars.
        floor: the player leaves when they own less, in dollars.
        seed: whose dice, from 0 to 2**64 - 1.
        session: which session of the seed, from 0.
        ended: sums in dollars as FROM:TO; then it is the first session from `session` on that takes home one
            of them.
        options: the length and the table, as in `simulate`; without a length it is one shooter's hand.

    Raises:
        BankcrapsError: for a question that has no answer, with the reason.
    """
    if not options.get("until_settled") and all(options.get(unit) is None for unit in LENGTH_UNITS):
        options["shooters"] = 1
    question = ask(house, system, bankroll, goal, floor, **options)
    if ended is not None:
        seed, session = whole_number("a seed", seed), whole_number("a session's number", session)
        session = first_ended(question, sums_between(ended), seed, session)
    return story_of(question, seed, session)


def story_of(question: Question, seed: int, number: int = 0) -> Story:
    """A session of a seed in words.

    Args:
        question: the house, the system and the plan.
        seed: from 0 to 2**64 - 1.
        number: which of its sessions, from 0; the one that a simulation plays under that number.

    Raises:
        BankcrapsError: for a bankroll that does not pay the first wager, or a session too long to tell.
    """
    if not 0 <= whole_number("a session's number", number) < 2**64:
        raise BankcrapsError(f"sessions are numbered from 0 to 2**64 - 1, and not {number}")
    _require_playable(question)
    plan = question.plan
    played = list(islice(play_session(question, whole_number("a seed", seed), number), MAX_TOLD + 1))
    if len(played) > MAX_TOLD:
        says = f"session {number} goes on after {MAX_TOLD:,} throws, too long to tell; tell a shorter one"
        error = BankcrapsError(says)
        error.option = "--throws 100"
        raise error
    at = next(at for at, one in enumerate(played) if one.end != PLAYS)
    why = _why(plan, END_NAMES[played[at].end])
    accounts, house = _all(played), HouseNames(question.book)
    return Story(
        house=question.book.spec,
        system=question.system.name,
        plan=plan,
        seed=seed,
        number=number,
        throws=tuple(_told(question, one, why if number == at else "") for number, one in enumerate(played)),
        end=END_NAMES[played[at].end],
        why=why,
        accounts=accounts,
        names={name: house.account(name) for name, _, _ in accounts},
    )


def _why(plan: Plan, end: str) -> str:
    """The reason why a player leaves: a goal or a floor may be the system's own stop."""
    if end == "goal" and plan.stops_ahead:
        return f"the system stops by its rule: stop after winning {printed(plan.stops_ahead)}"
    if end == "floor" and plan.stops_behind:
        return f"the system stops by its rule: stop after losing {printed(plan.stops_behind)}"
    return _REASONS[end]


def _require_playable(question: Question) -> None:
    """Refuse a plan that `simulate` refuses, such as a bankroll below the first wager."""
    if looks_at_money(question.system):  # its chain may be large, and one session is soon played
        require_first_wager(question)
        return
    try:
        chain = question.chain()
    except ChainError:
        require_first_wager(question)
    else:
        chain.require_playable(question.plan)


def _told(question: Question, one: PlayedThrow, why: str) -> ToldThrow:
    """A throw in words, with the reason if the player leaves."""
    book, rules = question.book, says_rules(question.system)
    says = [f"leaves: {why}{_stopped_by(question, one) if rules else ''}"] if why else []
    says += _said(one.betting.effects, book)
    says += [f"refused: {tell_refusal(refused, book)}" for refused in one.betting.refused]
    says += _rules_behind(question, one) if rules and not why else []
    says += _said(one.effects, book)
    says += _move(question, one) if rules and one.end == PLAYS else []
    net = [(each.wager, int(each.net)) for each in one.accounts if each.net]
    number = 0 if one.throw is None else one.number + 1
    (seat,) = one.betting.state.seats
    return ToldThrow(
        number=number,
        puck=one.before.puck,
        dice="" if one.throw is None else str(one.throw),
        owned=Cents(one.owned),
        rail=seat.rail,
        laid=_laid(one),
        told=tuple(says),
        accounts=tuple(net),
        owned_after=Cents(one.owned_after),
    )


def _laid(one: PlayedThrow) -> tuple[Laid, ...]:
    """The chips on the layout when the dice are thrown, and what the throw does to them."""
    net = Counter[Wager]()
    for result in results(one.effects):
        net[result.wager] += result.net
    (seat,) = one.betting.state.seats
    return tuple(Laid(str(each.wager), each.amount, each.call or "", net[each.wager]) for each in seat.wagers)


def _seen(question: Question, one: PlayedThrow) -> Observation:
    purse = Purse(one.owned, question.plan.bankroll) if looks_at_money(question.system) else None
    return Observation(question.book, one.before, purse)


def _rules_behind(question: Question, one: PlayedThrow) -> list[str]:
    """The rules behind the bets of a throw, each once."""
    if one.end != PLAYS:
        return []
    found = reasons(question.system, _seen(question, one), one.memory)
    acts = [getattr(event, "wager", None) for event in (*one.betting.made, *one.betting.unmade)]
    return [f"rule: {why}" for why in dict.fromkeys(found[wager] for wager in acts if wager in found)]


def _move(question: Question, one: PlayedThrow) -> list[str]:
    """The rule by which a throw moves the player to another stage."""
    memory = one.memory
    if one.betting.effects:
        memory = question.system.remember(memory, one.betting.effects)
    moved = move_reason(question.system, memory, one.effects)
    return [f"rule: {moved}"] if moved else []


def _stopped_by(question: Question, one: PlayedThrow) -> str:
    """The rule by which the system stops, behind the reason why the player leaves."""
    if END_NAMES[one.end] != "stopped":
        return ""
    rule = stop_reason(question.system, _seen(question, one), one.memory)
    return rule and f" by its rule: {rule}"


def _said(effects: tuple[Effect, ...], book: Rulebook) -> Iterator[str]:
    for effect in effects:
        if not isinstance(effect, _UNSAID):
            yield _alone(tell(effect, book))


def _alone(sentence: str) -> str:
    """A sentence about the only player, without the name."""
    return sentence.replace(f"{PLAYER}'s ", "").replace(f"{PLAYER} ", "")


def _all(played: list[PlayedThrow]) -> tuple[tuple[str, int, int], ...]:
    """The totals of each wager, by name: action and net."""
    effects = [effect for one in played for effect in (*one.betting.effects, *one.effects)]
    return tuple((each.wager, each.action, each.net) for each in accounts_of(effects))
