"""Bets that players speak: the notation reads a line, the engine bets, and the student sets up the chips."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, Literal

import msgspec

from bankcraps.errors import BankcrapsError, NotationError, did_you_mean
from bankcraps.game.chips import Cents, dollars, printed
from bankcraps.game.dealing import Answer, Correction, OfChips, WagerToSettle, by_wager, lies, reasons_of
from bankcraps.game.dice import OUTCOMES, Throw
from bankcraps.game.engine import Limits, State, Step, open_table, step
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.rulings import rulings
from bankcraps.game.notation import Past, read, tell, understood
from bankcraps.game.notation.names import HouseNames
from bankcraps.game.notation.nicknames import UNITS
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import BOX_NUMBERS, WAGERS, Kind
from bankcraps.support.files import shipped_rows
from bankcraps.training.level import NAMES, Amounts, Draws, Exercise, Level, bets, in_words, offered

_BUY_IN: Final = Cents(5_000_000)
_LIMITS: Final = Limits(Cents(100), Cents(1_000_000), Cents(100))
_PATIENCE: Final = {"paid": 60, "taken": 6, "other": 6}
"""The number of throws to wait for a win, a loss or something else. Wagers on a hand win seldom."""

_LONGEST: Final = 200
"""The number of throws after which an exercise without a decision is given up."""

_Wanted = Literal["paid", "taken", "other"]


class Settling(Exercise, frozen=True):
    """An exercise with wagers to settle after a throw."""

    throw: Throw
    questions: tuple[WagerToSettle, ...]
    others: tuple[WagerToSettle, ...] = ()


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
                    return Settling(
                        state=state, throw=found, throws=tuple(throws), questions=questions, others=others
                    )
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
    done = by_wager(_effects(book, state, throw))
    stands = {(seat.name, one.wager): one for seat in state.seats for one in seat.wagers}
    touched = rulings(book, state.puck, throw)
    decided = [WagerToSettle(seat, stands[seat, on], what, state, throw) for (seat, on), what in done.items()]
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


_LINES_EACH: Final = 3
"""The lines of an exercise."""

_TRIES: Final = 25
_HANDS: Final = 20
"""The tables at which something is to be said, before the level is given up."""

LINES: Final = {
    family: [line for line, _ in rows]
    for family, rows in shipped_rows("bankcraps.training.questions", "lines.txt").items()
}
"""Lines of players, by family of wagers. Words in braces are drawn."""

_SUMS: Final[Mapping[Amounts, tuple[int, ...]]] = {
    "even": (5, 10, 15, 20, 25),
    "odd": (3, 5, 6, 7, 8, 12, 14, 18, 22, 35),
    "large": (50, 75, 100, 150, 200, 300, 500),
}
_SPOKEN: Final = {number: UNITS[number - 1] for number in (3, 5, 6, 7, 8, 10, 12)} | {20: "twenty"}


class BetSpoken(msgspec.Struct, frozen=True):
    """A line that a player says, and what the engine makes of it.

    Attributes:
        seat: the player.
        line: the player's words.
        after: "4-2" if it is said right after that throw, and means a wager that it paid; otherwise empty.
        state: the table before.
        before: the sum on each wager of the player, in cents.
        becomes: the sum there afterwards, where it changes; 0 if it comes down.
        told: the effects, in sentences.
    """

    seat: str
    line: str
    after: str
    state: State
    before: dict[str, Cents]
    becomes: dict[str, Cents]
    told: tuple[str, ...]

    family = "calls"

    def words(self, _book: Rulebook, /) -> str:
        """Return what is said: `Ann says: "$32 across"`."""
        after = f", after {self.after}" if self.after else ""
        return f"{self.seat} says{after}: \u201c{self.line}\u201d"

    def items(self, book: Rulebook, /) -> tuple[str, ...]:
        """Name what lies there before: the wagers of the player."""
        standing = self.state.seated(self.seat).wagers
        return tuple(lies(book, self.seat, one).removeprefix(f"{self.seat}: ") for one in standing)

    def correction(self, book: Rulebook, /) -> Correction:
        """Say where the chips lie afterwards."""
        names, set_up = HouseNames(book), dict[str, None]()
        for name, amount in self.becomes.items():
            wager = WAGERS[name]
            set_up[names.stake(wager, amount) if amount else f"{names.of(wager)} down"] = None
        terms = {WAGERS[name].kind: book.wagers[WAGERS[name].kind] for name in self.becomes}
        reasons = [reason for one in terms.values() for reason in reasons_of(book, one.name, [(one, "name")])]
        said = "; ".join(f"{name} {printed(amount)}" for name, amount in self.becomes.items())
        return in_words("; ".join(set_up), said, self.told, tuple(dict.fromkeys(reasons)))

    def right(self, _book: Rulebook, /, answer: Answer) -> bool:
        """Whether the chips lie where they lie by the engine. Wagers that stay may be named, too."""
        return _lying(self.before | _read(answer.said)) == _lying(self.before | self.becomes)


def _lying(amounts: Mapping[str, Cents]) -> dict[str, Cents]:
    return {name: amount for name, amount in amounts.items() if amount}


def _read(said: str) -> dict[str, Cents]:
    """Read wagers with what lies there: `place 6 12; place 8 12`."""
    found: dict[str, Cents] = {}
    for part in filter(None, map(str.strip, re.split(r"[;,\n]", said))):
        named = re.fullmatch(r"(.+?)\s+\$?(\d+(?:\.\d\d?)?)", part, re.ASCII)
        if named is None:
            raise BankcrapsError(
                "write each wager with what lies there afterwards, as in: place 6 12; place 8 12"
            )
        name = named[1].lower().replace("'", "")
        name = next((one for one in (name, re.sub(r"\s+(?=[a-z])", "_", name)) if one in WAGERS), name)
        if name not in WAGERS:
            raise BankcrapsError(f"there is no wager {name[:40]!r}{did_you_mean(name[:40], WAGERS)}")
        found[name] = dollars(named[2])
    return found


def calling(book: Rulebook, level: Level, seed: int, index: int) -> Exercise:
    """Make an exercise with lines that players say after a throw, each at the table as it lies then.

    Raises:
        BankcrapsError: if the level is not possible at this house, or nothing can be said about its wagers.
    """
    level.kinds(book)
    families = [name for name in level.families if name in LINES and name in offered(book)]
    draws, best = Draws(seed, index, " calls"), None
    for _ in range(_HANDS if families else 0):
        made = _at_one_table(book, level, families, draws)
        if best is None or len(made.questions) > len(best.questions):
            best = made
        if len(made.questions) == _LINES_EACH:
            break
    if best is None or not best.questions:
        raise BankcrapsError(
            f"nobody at {book.title} speaks a bet on these wagers: choose other families, such as place"
        )
    return best


def _at_one_table(book: Rulebook, level: Level, families: Sequence[str], draws: Draws) -> Exercise:
    """Play up to a throw, and have players speak after it. There may be nothing that they can say."""
    made = settling(book, level, draws)
    rolled = ev.Rolled(made.throw)
    came = step(book, made.state, rolled)
    asked: list[BetSpoken] = []
    for _ in range(_TRIES):
        line = _spoken(draws.one(LINES[draws.one(families)]), level.amounts, draws)
        seat = draws.one(came.state.seats).name
        found = _understood(book, seat, line, (rolled, came))
        if found and line not in {one.line for one in asked}:
            asked.append(found)
        if len(asked) == _LINES_EACH:
            break
    return Exercise(came.state, None, (*made.throws, made.throw), tuple(asked))


def _spoken(line: str, amounts: Amounts, draws: Draws) -> str:
    """Draw the words in braces."""
    sums, large = _SUMS[amounts], 10 if amounts == "large" else 1
    drawn = {
        "number": UNITS[draws.one(BOX_NUMBERS) - 1],
        "horn": draws.one(("two", "three", "yo", "twelve")),
        "dice": draws.one(("5-5", "3-3", "2-4", "5-6", "1-2")),
        "sum": _amount(draws.one(sums), draws),
        "five": _amount(draws.one((5, 10, 15, 25)) * large, draws),
        "six": _amount(draws.one((6, 12, 18, 30)) * large, draws),
        "buy": _amount(draws.one((20, 25, 40, 50)) * large, draws),
        "lay": _amount(draws.one((40, 60, 80)) * large, draws),
    }
    return line.format(**drawn)


def _amount(sum_: int, draws: Draws) -> str:
    """Write an amount as it is spoken: in words, or in figures."""
    return f"{_SPOKEN[sum_]} dollars" if sum_ in _SPOKEN and draws.below(2) else f"${sum_}"


def _understood(book: Rulebook, seat: str, line: str, last: tuple[ev.Event, Step]) -> BetSpoken | None:
    """Have the notation read a line and the engine do it; None if it means nothing here, or is refused."""
    state = before = last[1].state
    told: list[str] = []
    try:
        events = understood(read(f"{seat}: {line}"), book, state, Past((last,))).events
    except NotationError:
        return None
    for event in events:
        came = step(book, state, event)
        if came.refusal is not None:
            return None
        state, told = came.state, [*told, *(tell(effect, book) for effect in came.effects)]
    lay, now = _amounts(before, seat), _amounts(state, seat)
    becomes = {name: now.get(name, Cents(0)) for name in {**lay, **now} if lay.get(name) != now.get(name)}
    after = str(last[0].throw) if isinstance(last[0], ev.Rolled) and re.search(r"\bit\b", line) else ""
    return BetSpoken(seat, line, after, before, lay, becomes, tuple(told)) if becomes else None


def _amounts(state: State, seat: str) -> dict[str, Cents]:
    return {one.wager.name: one.amount for one in state.seated(seat).wagers}
