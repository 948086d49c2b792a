"""One session in words: every throw, every bet, and where every cent went."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from bankcraps.chain.asking import Game
from bankcraps.chain.exploring import ChainError
from bankcraps.chain.leaving import PLAYS
from bankcraps.chain.ledger import accounts
from bankcraps.chips import Cents
from bankcraps.engine.effects import DiceOffered, DicePassed, DiceTaken, Effect
from bankcraps.errors import BankcrapsError
from bankcraps.notation import write_effect
from bankcraps.rulebook.schema import Rulebook
from bankcraps.simulation.engines import enough, session
from bankcraps.simulation.stepwise import PLAYER, Round
from bankcraps.simulation.terms import CAP, OUTCOMES
from bankcraps.strategy.plan import Plan

__all__ = ["Story", "Told", "tell"]

MOST_TOLD: Final = 10_000
"""So many throws are told at most."""

_UNSAID: Final = (DiceTaken, DicePassed, DiceOffered)
"""Whose the dice are matters little to somebody who plays alone."""

_REASONS: Final = {
    "goal": "the goal is reached",
    "ruin": "there is too little for the next wager",
    "limit": "the session is over",
    "stopped": "the system stops",
    "cut": f"{CAP:,} throws are enough",
}
"""Why a player leaves, by the name of the end."""

_FLOOR: Final = "there is less than the floor"


@dataclass(frozen=True)
class Told:
    """A throw, told.

    Attributes:
        number: the throw, from 1; 0 for the end, when nothing stands any more.
        puck: the point before it, or 0.
        owned: what the player owned before the betting, in cents.
        says: what happened, a sentence each.
        accounts: what it did to each wager, in cents.
        owned_after: what the player owns after it, in cents.
    """

    number: int
    puck: int
    owned: Cents
    says: tuple[str, ...]
    accounts: tuple[tuple[str, int], ...]
    owned_after: Cents


@dataclass(frozen=True)
class Story:
    """A session, told.

    Attributes:
        rules, strategy: the house and the system.
        plan: the bankroll, and when the player leaves.
        seed, number: which session it is.
        throws: throw by throw, the last one without dice.
        end: why the player left.
        why: the same in words.
        accounts: what each wager came to in all, in cents: action and net.
    """

    rules: str
    strategy: str
    plan: Plan
    seed: int
    number: int
    throws: tuple[Told, ...]
    end: str
    why: str
    accounts: tuple[tuple[str, int, int], ...]

    @property
    def final(self) -> Cents:
        """What is taken home, in cents."""
        return self.throws[-1].owned_after

    def to_dict(self) -> dict[str, object]:
        """What `bankcraps explain --json` prints; money in dollars."""
        return {
            "schema": "bankcraps.explain/1",
            "rules": self.rules,
            "strategy": self.strategy,
            "bankroll": self.plan.bankroll / 100,
            "seed": self.seed,
            "session": self.number,
            "end": self.end,
            "final": self.final / 100,
            "wagers": [
                {"wager": wager, "action": action / 100, "net": net / 100}
                for wager, action, net in self.accounts
            ],
            "throws": [
                {
                    "throw": told.number,
                    "puck": told.puck or None,
                    "owned": told.owned / 100,
                    "says": list(told.says),
                    "net": {wager: net / 100 for wager, net in told.accounts},
                    "owned_after": told.owned_after / 100,
                }
                for told in self.throws
            ],
        }


def tell(game: Game, plan: Plan, seed: int, number: int = 0) -> Story:
    """A session of a seed, told.

    Args:
        game: the house, the system and the table.
        plan: the bankroll, and when the player leaves.
        seed: from 0 to 2**64 - 1.
        number: which of its sessions, from 0; the one that a simulation plays under that number.

    Raises:
        BankcrapsError: for a bankroll that does not pay the first wager, or a session too long to tell.
    """
    if not 0 <= number < 2**64:
        raise BankcrapsError(f"sessions are numbered from 0 to 2**64 - 1, and not {number}")
    _enough(game, plan)
    played = list(islice(session(game, plan, seed, number), MOST_TOLD + 1))
    if len(played) > MOST_TOLD:
        raise BankcrapsError(
            f"session {number} goes on after {MOST_TOLD:,} throws, too long to tell; tell a shorter one, "
            "such as of --throws 100"
        )
    at = next(at for at, one in enumerate(played) if one.end != PLAYS)
    why = _why(played[at], plan)
    return Story(
        rules=game.book.spec,
        strategy=game.system.name,
        plan=plan,
        seed=seed,
        number=number,
        throws=tuple(_told(one, why if number == at else "", game.book) for number, one in enumerate(played)),
        end=OUTCOMES[played[at].end],
        why=why,
        accounts=_all(played),
    )


def _enough(game: Game, plan: Plan) -> None:
    """Only sessions are told that are played: a chain knows what the first wager takes, whenever it comes."""
    try:
        game.chain().enough(plan)
    except ChainError:
        enough(game, plan)


def _why(leaves: Round, plan: Plan) -> str:
    """Why a player leaves, in words."""
    broke = OUTCOMES[leaves.end] == "ruin" and leaves.owned < plan.floor
    return _FLOOR if broke else _REASONS[OUTCOMES[leaves.end]]


def _told(one: Round, why: str, book: Rulebook) -> Told:
    """A throw; with a reason, if it is here that the player leaves."""
    says = [f"leaves: {why}"] if why else []
    says += _said(one.betting.effects, book)
    says += [f"refused: {refused.message}" for refused in one.betting.refused]
    says += _said(one.effects, book)
    net = [(each.wager, int(each.net)) for each in accounts((*one.betting.effects, *one.effects)) if each.net]
    number = 0 if one.throw is None else one.number + 1
    return Told(number, one.before.puck, Cents(one.owned), tuple(says), tuple(net), Cents(one.owned_after))


def _said(effects: tuple[Effect, ...], book: Rulebook) -> Iterator[str]:
    for effect in effects:
        if not isinstance(effect, _UNSAID):
            yield write_effect(effect, book).replace(f"{PLAYER}'s ", "").replace(f"{PLAYER} ", "")


def _all(played: list[Round]) -> tuple[tuple[str, int, int], ...]:
    kept: dict[str, tuple[int, int]] = {}
    for one in played:
        for each in accounts((*one.betting.effects, *one.effects)):
            action, net = kept.get(each.wager, (0, 0))
            kept[each.wager] = (action + each.action, net + each.net)
    return tuple((wager, action, net) for wager, (action, net) in sorted(kept.items()))
