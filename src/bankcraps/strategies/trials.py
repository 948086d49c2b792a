"""A system's own test, as a file: what should stand before each throw of some dice.

    test stages.txt at classic with 300
    pass 10                | 6
    pass 10, pass_odds 20  | 7
    pass 10

The first line names the system, and maybe a house and what the player brings. Each line after it says what
should stand once the bets are made, and behind a bar the throw that follows. `-` is nothing, `stop` a system
that stops, and `ruin` a player who cannot pay.
"""

import re
from pathlib import Path
from typing import Final

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, printed
from bankcraps.game.dice import OUTCOMES, Throw
from bankcraps.game.engine import State, open_table, step
from bankcraps.game.engine import events as ev
from bankcraps.game.rulebook.loader import DEFAULT_BOOK, load_rulebook
from bankcraps.strategies.library import system, text_of
from bankcraps.strategies.policy import NOTHING, Observation, Purse, bets, looks_at_money, require_policy
from bankcraps.support import files

_HEAD: Final = re.compile(
    r"test(\s+(?P<system>\S.*?)(\s+at\s+(?P<house>\S+))?(\s+with\s+\$?(?P<sum>[0-9]{1,9}))?)?\s*:?",
    re.IGNORECASE,
)
_OTHER_SUM: Final = re.compile(r".*\swith\s+(\S+)", re.IGNORECASE)
_BANKROLL: Final = 500
_PLAYER: Final = "Player"
_OVER: Final = ("stop", "ruin")


class TrialError(BankcrapsError):
    """A line of a test that does not hold, or cannot be read."""


class _Line(msgspec.Struct, frozen=True):
    """A line of a test: its number in the file, what should stand, and the throw that follows, if any."""

    number: int
    stands: str
    throw: Throw | None


def is_trial(path: str | Path) -> bool:
    """Whether a path is a file whose first line begins with `test`."""
    lines = _lines(Path(path)) if files.is_file(path) else []
    return bool(lines) and _HEAD.fullmatch(lines[0][1]) is not None


def run_trial(path: str | Path) -> int:
    """Play a test. Returns how many lines held: all of them.

    Raises:
        TrialError: for the first line that does not hold or cannot be read.
        BankcrapsError: if the system or the house cannot be found.
    """
    path = Path(path)
    (_, first), *rest = _lines(path)
    head = _HEAD.fullmatch(first)
    assert head is not None
    policy = require_policy(system(_named(path, head["system"] or "")))
    book = load_rulebook(head["house"] or DEFAULT_BOOK)
    bankroll = Cents(100 * int(head["sum"] or _BANKROLL))
    lines = [_read(path, number, text) for number, text in rest]
    if not lines:
        raise TrialError(f"{path}: a test needs lines, as in pass 10 | 6")
    state, memory = open_table(book, [(_PLAYER, bankroll)], others=True), policy.start()
    for line in lines:
        (seat,) = state.seats
        purse = Purse(seat.rail + seat.at_risk, bankroll) if looks_at_money(policy) else None
        wanted = policy.layout(Observation(book, state, purse), memory)
        came = bets(book, state, wanted or NOTHING)
        found = "stop" if wanted is None else "ruin" if came.broke else _stands(came.state)
        if _ordered(found) != _ordered(line.stands):
            raise TrialError(f"{path}, line {line.number}: {found} stands, not {line.stands}")
        if line is lines[-1]:
            break
        if line.throw is None:
            raise TrialError(f"{path}, line {line.number}: add the throw that follows, as in pass 10 | 6")
        if found in _OVER:
            raise TrialError(f"{path}, line {line.number}: after {found}, nothing follows")
        memory = policy.remember(memory, came.effects) if came.effects else memory
        thrown = step(book, came.state, ev.Rolled(line.throw))
        state, memory = thrown.state, policy.remember(memory, thrown.effects)
    return len(lines)


def _named(path: Path, named: str) -> str:
    """The system that a test names: a file beside it, or what every command takes."""
    if not named:
        raise TrialError(f"{path}: name the system to test, as in test mine.txt")
    beside, wrong = path.parent / named, _OTHER_SUM.fullmatch(named)
    if files.is_file(beside):
        return str(beside)
    if wrong is not None:
        brought = f"say what the player brings in whole dollars, as in with 300, not {wrong[1]}"
        raise TrialError(f"{path}: {brought}")
    return named


def _lines(path: Path) -> list[tuple[int, str]]:
    """The lines of a file with their numbers, without remarks and empty lines."""
    numbered = enumerate((line.partition("#")[0].strip() for line in text_of(path).splitlines()), 1)
    return [(number, line) for number, line in numbered if line]


def _read(path: Path, number: int, text: str) -> _Line:
    stands, bar, said = (part.strip() for part in text.partition("|"))
    if not bar:
        return _Line(number, stands, None)
    dice = "-".join(sorted(said.split("-")))
    throws = [one for one in OUTCOMES if dice in (str(one.total), str(one))]
    if not throws:
        raise TrialError(
            f"{path}, line {number}: a throw is a total or two dice, as in 6 or 4-2, not {said!r}"
        )
    return _Line(number, stands, min(throws, key=lambda one: one.hard))  # a total comes easy where it can


def _stands(state: State) -> str:
    """The standing wagers, as a dealer reads them out: `pass 10, place 6 12 off`; `-` for nothing."""
    stood = state.seats[0].wagers
    return ", ".join(f"{s.wager} {printed(s.amount)}{f' {s.call}' if s.call else ''}" for s in stood) or "-"


def _ordered(said: str) -> list[str]:
    return sorted(" ".join(one.lower().split()) for one in said.split(","))
