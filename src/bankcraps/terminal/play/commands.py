"""Commands for the screen, not for the table, and shortcuts for bets."""

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from bankcraps.game.engine import State
from bankcraps.game.engine.wagering.sign_bounds import limits_for
from bankcraps.game.notation.names import HouseNames
from bankcraps.game.notation.usage import HELP, LETTERS, USAGE, question
from bankcraps.game.notation.vocabulary import GROUPS
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import HARD_NUMBERS, NUMBERS, WAGERS, Kind, Wager, find
from bankcraps.support.files import shipped_rows
from bankcraps.terminal.play.session import Session, ShownTable

SCREEN_HELP: Final = shipped_rows("bankcraps.terminal.play", "usage.txt")
"""The help of the screen by subject: keys, marks of the layout and commands, each with its meaning."""

COMMANDS: Final = {example.split()[0]: (example, about) for example, about in SCREEN_HELP["commands"]}
"""The commands, each with an example and its meaning."""

_TAKES_MORE: Final = {"seat": True, "unit": True, "help": False}
"""The commands that more words may follow, and whether they must."""

_ALSO: Final = {"throw": "roll", "shoot": "roll", "exit": "quit", "bets": "wagers", "?": "help"}


def command(line: str) -> tuple[str, str] | None:
    """A line that is a command, as its word and the rest; None for any other line.

    >>> command("seat Bob"), command(" Roll "), command("roll 4-2"), command("Bob: come 10")
    (('seat', 'Bob'), ('roll', ''), None, None)
    """
    asked = question(line)
    if asked is not None:
        return asked
    word, _, rest = line.strip().partition(" ")
    word, rest = word.lower(), rest.strip()
    word = _ALSO.get(word, word)
    fits = word in _TAKES_MORE if rest else not _TAKES_MORE.get(word)
    return (word, rest) if word in COMMANDS and fits else None


def answer(word: str, table: ShownTable, who: str) -> list[str]:
    """Return the lines that answer `wagers` or `status`."""
    return _standing_wagers(table) if word == "wagers" else [_status(table, who)]


def _status(table: ShownTable, who: str) -> str:
    """Describe a player's chips, and how the table stands.

    >>> from bankcraps import Table
    >>> table = Table("three_four_five", {"Ann": 500})
    >>> _ = table.bet("Ann", "pass", 10), table.throw(4, 2)
    >>> _status(table, "Ann")
    'Ann has $490 in the rail and $10 on the layout. The point is 6. Ann shoots. The limits are $1 to $10000.'
    """
    state, names = table.state, HouseNames(table.rulebook)
    seat = state.seat(who)
    said: list[str] = []
    if seat is not None:
        said.append(
            f"{who} has {names.money(seat.rail)} in the rail and {names.money(seat.at_risk)} on the layout."
        )
    said.append(f"The point is {state.puck}." if state.puck else "The puck is off: this is a come-out.")
    said += [f"{table.shooter} shoots."] if table.shooter else []
    limits = limits_for(state, seat) if seat else state.floor.limits
    said.append(f"The limits are {names.money(limits.minimum)} to {names.money(limits.maximum)}.")
    return " ".join(said)


def _standing_wagers(table: ShownTable) -> list[str]:
    """Every wager on the layout, a line for each player."""
    names, lines = HouseNames(table.rulebook), list[str]()
    for seat in table.state.seats:
        wagers = [
            names.placed(standing.wager, standing.amount, standing.tokens)
            + (f" ({standing.call})" if standing.call else "")
            for standing in seat.wagers
        ]
        lines += [f"{seat.name}: {', '.join(wagers)}"] if wagers else []
    return lines or ["There are no wagers on the layout."]


# Shortcuts: one letter or a number, then enter, bets a unit. A shortcut is a line like any other, so nothing
# happens before the enter key: a letter typed is never a bet.


class _Shortcut(NamedTuple):
    """The action of a shortcut.

    Attributes:
        act: done to the session.
        wagers: the wagers that it bets on, if it bets on the same wagers every time.
    """

    act: Callable[[Session], object]
    wagers: tuple[Wager, ...] = ()


def _bet_on(*wagers: Wager) -> _Shortcut:
    """Bet a unit on each of the wagers that the house offers. If it offers none, its refusal says so."""

    def act(session: Session) -> bool:
        book = session.table.rulebook
        return session.bet([wager for wager in wagers if book.terms(wager) is not None] or wagers)

    return _Shortcut(act, wagers)


_ACTS: Final[dict[str, Callable[[Session], object]]] = {
    "odds": Session.take_odds,
    "undo": lambda session: session.undo(),
}

_SHORTCUTS: Final[dict[str, _Shortcut]] = {
    **{letter: _bet_on(WAGERS[word]) for letter, word in LETTERS.items() if word in WAGERS},
    **{letter: _Shortcut(_ACTS[word]) for letter, word in LETTERS.items() if word in _ACTS},
    "h": _bet_on(*(find(Kind.HARD, number) for number in HARD_NUMBERS)),
    **{str(number): _bet_on(find(Kind.PLACE, number)) for number in NUMBERS},
}


def shortcut(line: str) -> Callable[[Session], object] | None:
    """Return the action of a line that is a shortcut; None for any other line."""
    found = _SHORTCUTS.get(line.strip().lower())
    return found.act if found else None


def shortcuts(book: Rulebook) -> list[tuple[str, str]]:
    """The shortcuts that bet at a house and what they bet on, in the house's words."""
    listed = [(key, name) for key in "pdc" if (name := _name(book, key))]
    listed.append(("o", "full odds"))
    numbers = [str(number) for number in NUMBERS if book.terms(find(Kind.PLACE, number))]
    if numbers:
        listed.append((" ".join(numbers), book.wagers[Kind.PLACE].name))
    listed += [(key, name) for key in "fhy" if (name := _name(book, key))]
    return [*listed, ("u", "undo")]


def _name(book: Rulebook, key: str) -> str:
    """The house's name for what a shortcut bets on; empty where it offers no such wager."""
    offered = [terms.name for wager in _SHORTCUTS[key].wagers if (terms := book.terms(wager))]
    return offered[0] if offered else ""


# Completing a line while it is typed: the rest of a word, then an example of its use.


def _kinds() -> Iterator[tuple[str, Kind]]:
    """Yield each word for a wager with its kind. A synonym stands below the word of its kind."""
    own, kind = {kind.value: kind for kind in Kind}, Kind.PASS
    for word in (word for group in GROUPS for word in HELP[group]):
        kind = own.get(word, kind)
        yield word, kind


_EXAMPLES: Final = {word: example for word, (example, _) in COMMANDS.items()} | USAGE
_KINDS: Final = {"hop_easy": Kind.HOP, **dict(_kinds())}
_SPEAKER: Final = re.compile(r"\s*(?:[^\s:\"]+\s*:\s+)?")


def completed(text: str, book: Rulebook, state: State) -> str:
    """The line that the text most likely begins; empty if nothing fits.

    >>> from bankcraps import Table
    >>> table = Table("three_four_five", {"Ann": 500, "Bob": 300})
    >>> [completed(text, table.rulebook, table.state) for text in ("pl", "Bob: place ", "seat B")]
    ['place', 'Bob: place 6 12', 'seat Bob']
    """
    speaker = _SPEAKER.match(text)
    begun = speaker.end() if speaker else 0
    said, rest = text[:begun], text[begun:]
    if not rest:
        return ""
    names = [seat.name for seat in state.seats]
    words = [word for word in _EXAMPLES if word not in _KINDS or _KINDS[word] in book.wagers]
    guesses = _guesses(rest, words, names, named=bool(said.strip()))
    return next((said + rest + guess[len(rest) :] for guess in guesses), "")


def _guesses(rest: str, words: list[str], names: list[str], *, named: bool) -> list[str]:
    """Return guesses at the words after the name, the likeliest first."""
    word, space, _ = rest.partition(" ")
    if not space:
        guesses = [*words, *(() if named else (f"{name}: " for name in names))]
    elif word == "seat":
        guesses = [f"seat {name}" for name in names]
    elif word == "help":
        guesses = [f"help {word}" for word in words]
    else:
        examples = re.split(r", (?:or: )?", _EXAMPLES.get(word, ""))
        guesses = [example for example in examples if example.startswith(word)]
    return [guess for guess in guesses if guess.casefold().startswith(rest.casefold())]
