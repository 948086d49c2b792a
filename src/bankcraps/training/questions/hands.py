"""Wagers to settle: hands are played from a seed, up to a throw that decides something."""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents
from bankcraps.game.dealing import OfChips, WagerToSettle
from bankcraps.game.dice import OUTCOMES, Throw
from bankcraps.game.engine import Limits, State, open_table, step
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.rulings import rulings
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import Kind, Wager
from bankcraps.training.bettors import Draws, bets
from bankcraps.training.level import NAMES, Level

__all__ = ["Settling", "settling", "table"]

_BUY_IN: Final = Cents(5_000_000)
_LIMITS: Final = Limits(Cents(100), Cents(1_000_000), Cents(100))
_PATIENCE: Final = {"paid": 60, "taken": 6, "other": 6}
"""The number of throws to wait for a win, a loss or something else. Wagers on a hand win seldom."""

_LONGEST: Final = 200
"""The number of throws after which an exercise without a decision is given up."""

_Wanted = Literal["paid", "taken", "other"]


class Settling(msgspec.Struct, frozen=True):
    """A table before a throw, the throw, and the wagers to settle; see `Exercise`."""

    state: State
    throw: Throw
    throws: tuple[Throw, ...]
    questions: tuple[WagerToSettle, ...]
    others: tuple[WagerToSettle, ...]


def table(book: Rulebook, level: Level) -> State:
    """Open the table of a drill, with its players."""
    players = [(name, _BUY_IN) for name in NAMES[: level.players]]
    return open_table(book, players, _LIMITS, others=True)


def settling(book: Rulebook, level: Level, draws: Draws) -> Settling:
    """Play hands with wagers of a level, and stop before a throw that decides something.

    The throw is drawn among those that decide something, so that wins come more often than at a table.

    Raises:
        BankcrapsError: if the level is not possible at this house.
    """
    kinds, state = level.kinds(book), table(book, level)
    wanted: _Wanted = draws.one(("paid", "paid", "paid", "taken", "other"))
    least, throws = 1 + draws.below(6), list[Throw]()
    while True:
        state = bets(book, state, level, kinds, draws)
        if len(throws) >= least:
            found = _asked(book, state, kinds, wanted if len(throws) < _PATIENCE[wanted] else None, draws)
            if found is not None:
                questions, others = _questions(book, state, kinds, found)
                if questions:
                    return Settling(state, found, tuple(throws), questions, others)
            if len(throws) > _LONGEST:
                raise BankcrapsError(f"nobody can make these wagers at {book.title} and have them decided")
        throws.append(draws.throw())
        state = step(book, state, ev.Rolled(throws[-1])).state


def _asked(
    book: Rulebook, state: State, kinds: Sequence[Kind], wanted: _Wanted | None, draws: Draws
) -> Throw | None:
    """Draw a throw with the wanted effect on some wager, or with any effect; None if there is none.

    First a kind of wager is drawn, so that those which few throws decide come up as often as the others.
    """
    found: dict[Kind, list[Throw]] = {}
    for throw in OUTCOMES:
        done = _effects(book, state, throw)
        ways = [throw] if throw.hard else [throw, Throw(throw.b, throw.a)]
        for kind in {one.wager.kind: 0 for one in done if wanted is None or _sort(one) == wanted}:
            if kind in kinds:
                found.setdefault(kind, []).extend(ways)
    return draws.one(found[draws.one(list(found))]) if found else None


def _sort(effect: OfChips) -> _Wanted | None:
    """Sort an effect on a wager. None for a number that a hand wager counts, as nothing is settled."""
    if isinstance(effect, fx.Paid):
        return "paid"
    if isinstance(effect, fx.Lost):
        return "taken"
    return "other" if isinstance(effect, fx.Returned | fx.Tied | fx.Moved) else None


def _effects(book: Rulebook, state: State, throw: Throw) -> list[OfChips]:
    came = step(book, state, ev.Rolled(throw))
    if came.refusal is not None:
        raise BankcrapsError(came.refusal.message)
    return [effect for effect in came.effects if isinstance(effect, OfChips)]


def _turn(question: WagerToSettle) -> int:
    """Return 0 if a wager is taken, 1 if paid, 2 if neither. A horn with a winning leg is paid."""
    paid = any(isinstance(one, fx.Paid | fx.Returned) for one in question.effects)
    return 1 if paid else 0 if any(isinstance(one, fx.Lost) for one in question.effects) else 2


def _questions(
    book: Rulebook, state: State, kinds: Sequence[Kind], throw: Throw
) -> tuple[tuple[WagerToSettle, ...], tuple[WagerToSettle, ...]]:
    """Return the wagers to settle, asked and not asked, in the order of the engine's effects."""
    done: dict[tuple[str, Wager], list[OfChips]] = {}
    for effect in _effects(book, state, throw):
        done.setdefault((effect.seat, effect.wager), []).append(effect)
    stands = {(seat.name, one.wager): one for seat in state.seats for one in seat.wagers}
    touched = rulings(book, state.puck, throw)
    decided = [
        WagerToSettle(seat, stands[seat, on], tuple(what), state, throw) for (seat, on), what in done.items()
    ]
    decided.sort(key=_turn)
    idle = [
        WagerToSettle(seat, one, (), state, throw)
        for (seat, on), one in stands.items()
        if touched[on] is not None and (seat, on) not in done
    ]
    asked = tuple(
        one for one in (*decided, *idle) if one.standing.wager.kind in kinds and _has_an_action(one)
    )
    return asked, tuple(one for one in decided if one not in asked)


def _has_an_action(question: WagerToSettle) -> bool:
    """Whether a dealer takes the wager whole, pays it, moves it or leaves it.

    A leg of a horn whose pay is capped may win less than the others lose: then part of the stake goes back.
    """
    paid = any(isinstance(one, fx.Paid) for one in question.effects)
    return not paid or sum(map(fx.won, question.effects)) >= 0
