"""Reads a line: who, when and what. Then finds what it means at this table."""

import re
from collections.abc import Sequence
from typing import Final, cast

import msgspec
from msgspec.structs import replace

from bankcraps.errors import NotationError, quoted, require_text
from bankcraps.game.chips import Cents
from bankcraps.game.engine import Seat, State, step, thrower
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import DICE, NOBODY, ROLES, Actor, crew, player
from bankcraps.game.engine.acts import who_may
from bankcraps.game.engine.floor.disputes import decider
from bankcraps.game.notation.expanding import expand
from bankcraps.game.notation.phrases import LONGEST, All, Change, Odds, Phrase, Said, SameBet, Several
from bankcraps.game.notation.same_bet import LeftOut, Log, Past, PlayedRounds, SameBets, same_bets
from bankcraps.game.rulebook.schema import Rulebook

__all__ = ["Past", "Said", "Understood", "read", "understand", "understood"]

_NAME: Final = r"[^\s:\"]+"
_LINE: Final = re.compile(
    rf"\s*(?:@(?P<at>\S+)\s*)?(?:(?P<by>{_NAME}(?:[ \t]+{_NAME})?)\s*:(?:\s+|$))?(?P<words>.*?)\s*$"
)
_CLOCK: Final = re.compile(r"[0-9]{1,6}:[0-5][0-9](:[0-5][0-9])?")
_QUOTED: Final = re.compile(r'"[^"]*"')
_OTHER_DIGIT: Final = re.compile(r"(?<!\w)[$+\-0-9.,:]*((?![0-9])\d)")
"""A digit of another script in a number. Names may have one, if they begin with a letter."""


def read(text: str) -> Said:
    """Read a line.

    >>> said = read("Ann: place 6 12")
    >>> str(said.by), said.words.wager, said.words.amount
    ('Ann', wager('place 6'), 1200)

    Raises:
        NotationError: if the line is not in the notation, with the column.
    """
    require_text(text, "a line")
    if len(text) > LONGEST:
        raise NotationError(f"a line may have at most {LONGEST} characters, not {len(text)}", text[:LONGEST])
    line = _LINE.match(text)
    if line is None or not line["words"]:
        raise NotationError("say something, such as: pass 10", text, len(text) + 1)
    unquoted = _QUOTED.sub(lambda quoted: " " * len(quoted[0]), text)
    if other := _OTHER_DIGIT.search(unquoted):
        raise NotationError("write numbers in the digits 0 to 9", text, other.start(1) + 1, other[1])
    at = _seconds(line["at"], text)
    # Imported here, so that importing Bankcraps does not load a parser.
    from bankcraps.game.notation.parsing import parse_all  # noqa: PLC0415

    built = parse_all(line["words"], text, line.start("words"))
    return Said(text, _actor(line["by"], text), at, built, line.start("words") + 1)


def _actor(written: str | None, text: str) -> Actor:
    """Return the actor before the colon: a player's name, or a role of the crew and perhaps a name."""
    if written is None:
        return NOBODY
    first, *rest = written.split()
    if first in ROLES:
        return Actor(rest[0] if rest else "", first)
    if rest:
        roles = ", ".join(ROLES)
        message = f"{first!r} is not a role; say a player's name, or a role and a name (roles: {roles})"
        raise NotationError(message, text, text.index(first) + 1, first)
    return player(first)


def _seconds(written: str | None, text: str) -> int | None:
    if written is None:
        return None
    if not _CLOCK.fullmatch(written):
        column = text.index("@") + 2
        raise NotationError("write a time as @14:05 or @14:05:30", text, column, written)
    return ev.clock_seconds(written)


class Understood(msgspec.Struct, frozen=True):
    """The meaning of a line at a table.

    Attributes:
        events: its events, in order. There are none if "same bet" can repeat nothing now.
        left_out: the wagers that "same bet" cannot repeat now.
    """

    events: tuple[ev.Event, ...]
    left_out: tuple[LeftOut, ...] = ()


def understand(
    said: Said, book: Rulebook, state: State, log: Log = (), unit: Cents | None = None, speaker: str = ""
) -> tuple[ev.Event, ...]:
    """Return the events that a line means at this table, as `understood` does, without what is left out."""
    return understood(said, book, state, Past(log), unit, speaker).events


def understood(
    said: Said, book: Rulebook, state: State, past: Past, unit: Cents | None = None, speaker: str = ""
) -> Understood:
    """Return what a line means at this table. One line may mean several events.

    A line that names nobody is the speaker's or the only player's, or for an act of the crew it is the role's
    that may act. A player who says `colour_up` asks the crew to do it. A roll by a player, such as
    `Ann: roll 4-2`, is two events: Ann throws, and the dice come to rest.

    Args:
        said: the line.
        book: the house.
        state: the table.
        past: the events so far, for words such as "same bet" and "press it".
        unit: the least on each number for a word such as "inside" without an amount, in cents.
        speaker: the player whose lines need no name; empty for the only player at the table.

    Raises:
        NotationError: if it is not clear who acts or which wager is meant.
    """
    if not isinstance(cast("object", said), Said):
        raise NotationError(f"a line is what read returns, not {quoted(said)}", "")
    said = _past_midnight(said, state.floor.clock)
    if isinstance(said.words, ev.ColourUp) and not said.words.player:
        return Understood((_colour_up(said, book, state, speaker),))
    by = said.by or _actor_of(said, book, state, speaker)
    if isinstance(said.words, ev.Rolled) and by.role == "player":
        return Understood((ev.ThrowDice(by=by, at=said.at), replace(said.words, at=said.at)))
    parts = said.words.parts if isinstance(said.words, Several) else (said.words,)
    events: tuple[ev.Event, ...] = ()
    start, was = state, state.seat(by.person)
    left_out: tuple[LeftOut, ...] = ()
    for part in parts:
        found: Sequence[ev.Event]
        if isinstance(part, SameBet):
            again = _same_bets(said, by.person, book, state, past.played)
            found, left_out = again.bets, left_out + again.left_out
        else:
            one = replace(said, words=part)
            try:
                found = expand(one, by.person, book, state, past.log, unit)
            except NotationError:
                if not events:
                    raise
                acts = (replace(act, by=by) for act in expand(one, by.person, book, start, past.log, unit))
                if not all(_is_off_already(act, was, state.seat(by.person)) for act in acts):
                    raise
                found = ()
        acts = tuple(replace(event, by=by, at=said.at) for event in found)
        if len(parts) > 1 or len(acts) > 1:  # each is done at the table as those before it leave it
            acts, state = _needed(part, acts, book, was, state)
        events += acts
    return Understood(events, left_out)


def _needed(
    part: ev.Event | Phrase, acts: tuple[ev.Event, ...], book: Rulebook, was: Seat | None, state: State
) -> tuple[tuple[ev.Event, ...], State]:
    """Return the acts of a part without those that come to nothing, and the table after the others.

    A wager may come down with another. A word for several wagers to take down or to call means those that
    allow it now; if none does, the table says why.

    Args:
        part: the part of a line.
        acts: its acts, in order.
        book: the house.
        was: the player's seat before the line.
        state: the table before the part.
    """
    several = isinstance(part, All | Odds) or (isinstance(part, Change) and not part.numbers)
    taken: list[ev.Event] = []
    refused: list[ev.Event] = []
    for act in acts:
        came = step(book, state, act)
        state = came.state
        if came:
            taken.append(act)
        elif not _is_off_already(act, was, state.seat(act.by.person)):
            refused.append(act)
    if several and taken and all(_is_whole(act) for act in refused):
        refused = []
    return tuple(act for act in acts if act in taken or act in refused), state


def _is_whole(act: ev.Event) -> bool:
    """Whether an act calls a wager or takes all of it down."""
    return isinstance(act, ev.Call) or (isinstance(act, ev.TakeDown) and act.amount is None)


def _is_off_already(act: ev.Event, was: Seat | None, now: Seat | None) -> bool:
    """Whether a wager to take down or call off stood before the line, and an act before has taken it down."""
    if not isinstance(act, ev.TakeDown) and not (isinstance(act, ev.Call) and act.call == "off"):
        return False
    return was is not None and was.on(act.wager) is not None and (now is None or now.on(act.wager) is None)


def _same_bets(
    said: Said, name: str, book: Rulebook, state: State, rounds: Sequence[PlayedRounds]
) -> SameBets:
    """Return what "same bet" means, or raise an error if there is nothing to repeat."""
    seat = state.seat(name)
    if seat is None:
        raise said.lacks(name, "{name:is} not at this table")
    again = same_bets(book, state, seat, rounds)
    if again is None:
        raise said.lacks(name, "{name:has} had no bet at a throw")
    if again == SameBets():
        raise said.lacks(name, "{name:has} the same bets on the layout already")
    return again


def _past_midnight(said: Said, clock: int | None) -> Said:
    """Return the line with its times on the right day: after 23:50, `@0:10` is twenty minutes later."""
    at = None if said.at is None else _next(said.at, clock)
    words = said.words
    if isinstance(words, ev.PostSign) and words.proposed is not None:
        words = replace(words, proposed=_next(words.proposed, at))
    return replace(said, at=at, words=words)


def _next(time: int, clock: int | None) -> int:
    """The next time that a clock shows `time`, if that is within twelve hours of now; else `time` itself."""
    if clock is None or time >= clock or time >= ev.DAY:
        return time
    later = clock + (time - clock) % ev.DAY
    return later if later - clock <= ev.DAY // 2 else time


def _colour_up(said: Said, book: Rulebook, state: State, speaker: str) -> ev.Event:
    """Return the act of the crew that a player asks for by saying `Ann: colour_up`."""
    asks = said.by.person if said.by.role == "player" and said.by else speaker or _only_player(said, state)
    by = crew(who_may(book, ev.ColourUp)[0]) if said.by.role == "player" else said.by
    return ev.ColourUp(asks, by=by, at=said.at)


def _actor_of(said: Said, book: Rulebook, state: State, speaker: str) -> Actor:
    """Return the actor of a line without a name."""
    if isinstance(said.words, ev.Rolled):
        return DICE
    if isinstance(said.words, ev.ThrowDice):
        return thrower(book, state) or player(speaker or _only_player(said, state))
    if isinstance(said.words, ev.Decide):
        return crew(decider(book, state, said.words.number))
    if isinstance(said.words, ev.Event):
        roles = who_may(book, type(said.words))
        if roles:
            return crew(roles[0])
    return player(speaker or _only_player(said, state))


def _only_player(said: Said, state: State) -> str:
    names = [seat.name for seat in state.seats]
    if len(names) == 1:
        return names[0]
    if not names:
        raise said.unclear("nobody is at this table; say who, as in: Ann: sit")
    raise said.unclear(f"say who, as in: {names[0]}: {said.text.strip()}")
