"""Talk around a table: a few short words, set phrases, and who may not speak for a while.

Talk is no part of the game and moves no money, so it is not in the log. The log is what a night is judged
by, and anybody can check it; what people say to each other belongs to nobody's proof, and should be gone in
the morning. The process that serves the table keeps the last lines in memory. When the table is served anew,
the talk and the mutes are gone.

Only players and crew may speak, so those who watch cannot fill the table with words. The people in
the chairs of the supervisors and the boxperson mute and unmute.
"""

import unicodedata
from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.game.engine.floor.players import written_name
from bankcraps.live.table.commands import PHRASES, Mute, Phrase, Refused, Sender, Talk
from bankcraps.live.table.live_table import LiveTable

_MUTERS: Final = ("supervisor", "games_supervisor", "floorperson", "boxperson")
"""The chairs whose holders may mute people."""

SHOWN: Final = 20
"""The number of last lines sent to a newcomer."""

_KEPT: Final = 100
_LONGEST: Final = 80
_AT_ONCE: Final = 4
_WITHIN_MS: Final = 10_000
_LINKS: Final = ("://", "www.")
_JOINERS: Final = "\u200c\u200d"
"""Invisible characters that join the parts of emoji and shape letters of Persian and of India's scripts."""

_JOINED: Final = ("So", "Sk", "Mn", "Mc", "Lo")
"""The Unicode categories that a joiner may follow: emoji, skin tones, uncased letters and their marks."""

_STYLES: Final = frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Variation selectors, which draw the character before as text or as an emoji."""

_FLAG: Final = "\U0001f3f4"
_FLAG_LETTERS: Final = frozenset(map(chr, range(0xE0020, 0xE0080)))
"""Tag characters: after a black flag they name its region."""

_BLANK: Final = "\u115f\u1160\u3164\uffa0\u2800\u034f"
"""Letters that look blank."""

_MOST_MARKS: Final = 4
"""The most marks on one letter."""


class TalkLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that somebody said.

    Attributes:
        at: when, in milliseconds since 1970. No two lines of a table have the same time.
        person: the speaker.
        phrase: the set phrase, or empty.
        words: their own words, or empty.
    """

    at: int
    person: str
    phrase: Phrase = ""
    words: str = ""


class Spoken(msgspec.Struct, frozen=True):
    """A line with the id of the command that said it, so that it is not said twice."""

    line: TalkLine
    id: str


class Talking(msgspec.Struct, frozen=True):
    """The talk around a table.

    Attributes:
        spoken: the last lines, the latest at the end.
        muted: the people who may not speak, sorted.
    """

    spoken: tuple[Spoken, ...] = ()
    muted: tuple[str, ...] = ()


def words_of(line: TalkLine) -> str:
    """Return what a line says, in English."""
    return line.words or PHRASES.get(line.phrase, "")


def talk(talking: Talking, table: LiveTable, sender: Sender, said: Talk, now: int) -> Talking | Refused:
    """Let a person say something, or return why they may not."""
    person = sender.person
    if any(one.id == said.id and one.line.person == person for one in talking.spoken):
        return talking
    refused = _unheard(talking, table, person) or _unfit(said) or _too_fast(talking, person, now)
    if refused is not None:
        return refused
    last = talking.spoken[-1].line.at if talking.spoken else 0
    line = TalkLine(max(now, last + 1), person, said.phrase, said.words.strip())
    return replace(talking, spoken=(*talking.spoken, Spoken(line, said.id))[-_KEPT:])


def may_talk(table: LiveTable, person: str) -> bool:
    """Whether a person plays or is of the crew, so that they may speak unless they are muted."""
    return table.state.seat(person) is not None or bool(table.chairs_of(person))


def _unheard(talking: Talking, table: LiveTable, person: str) -> Refused | None:
    if not may_talk(table, person):
        return Refused("not_playing", "only players and crew may speak: sit down first")
    if person in talking.muted:
        return Refused("muted", "you may not speak here for now; you play as before")
    return None


def _unfit(said: Talk) -> Refused | None:
    words = said.words.strip()
    if bool(words) == bool(said.phrase):
        return Refused("bad_words", "say a set phrase or words of your own, and not both")
    if len(words) > _LONGEST:
        return Refused("bad_words", f"say at most {_LONGEST} characters")
    if words and not can_be_read(words):
        message = "some of these characters cannot be seen or change how a line reads: write plain words"
        return Refused("bad_words", message)
    if any(link in words.lower() for link in _LINKS):
        return Refused("bad_words", "no links around the table, please")
    return None


def can_be_read(words: str) -> bool:
    """Whether people see every character of a line in its order, in any script and with any emoji.

    Emoji and some scripts join characters with invisible ones. Elsewhere invisible characters could make one
    line look like another, and so could characters that turn the direction of a text. Marks that pile up on
    one letter would cover the lines around it.
    """
    marks, flag, before = 0, False, ""
    for char in words:
        kind, last = unicodedata.category(char), unicodedata.category(before) if before else ""
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        flag = char == _FLAG or (flag and char in _FLAG_LETTERS)
        if char in _JOINERS:
            fits = last in _JOINED and before not in _BLANK
        elif char in _STYLES:
            fits = last not in ("", "Lu", "Ll", "Zs")
        elif char in _FLAG_LETTERS:
            fits = flag
        else:
            fits = char.isprintable() and char not in _BLANK and marks <= _MOST_MARKS
        if not fits:
            return False
        before = char
    unseen = all(unicodedata.category(char) in ("Cf", "Mn", "Me", "Zs") for char in words)
    return before not in _JOINERS and not unseen


def _too_fast(talking: Talking, person: str, now: int) -> Refused | None:
    own = [one.line.at for one in talking.spoken if one.line.person == person]
    lately = [at for at in own if now - at < _WITHIN_MS]
    if len(lately) < _AT_ONCE:
        return None
    wait = max(1, round((_WITHIN_MS - (now - lately[-_AT_ONCE])) / 1000))
    return Refused("too_fast", f"let others speak, too: wait {wait} s")


def mute(talking: Talking, table: LiveTable, sender: Sender, asked: Mute) -> Talking | Refused:
    """Mute a person or let them speak again, or return why this may not be."""
    if not mutes(table, sender.person):
        return Refused("not_your_chair", "only supervisors and the boxperson may mute: take the chair first")
    player = written_name(asked.player)
    if mutes(table, player):
        message = f"{player[:40]} has the chair of a supervisor or the boxperson, and cannot be muted"
        return Refused("not_your_act", message)
    if asked.muted and not may_talk(table, player):
        return Refused("no_such_player", f"{player[:40]!r} is not at the table")
    others = set(talking.muted) - {player}
    return replace(talking, muted=tuple(sorted(others | {player} if asked.muted else others)))


def mutes(table: LiveTable, person: str) -> bool:
    """Whether a person has a chair from which people mute others."""
    return any(role in _MUTERS for role in table.chairs_of(person))
