"""Parses a line with the grammar, and writes the error if it does not parse."""

# Lark's annotations leave out type arguments.
# pyright: reportUnknownMemberType=false
import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain, combinations
from typing import Final, NamedTuple, cast

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput
from msgspec.structs import replace

from bankcraps.errors import NotationError, closest_word
from bankcraps.game.chips import Cents, printed
from bankcraps.game.engine import events as ev
from bankcraps.game.notation.building import BUILDER, Built, Misplaced, unexpected_at
from bankcraps.game.notation.nicknames import NICKNAME, hint_for, plain
from bankcraps.game.notation.phrases import All, Change, More, Odds, Phrase, Several, Spread, Stakes
from bankcraps.game.notation.usage import USAGE
from bankcraps.game.notation.vocabulary import grammar
from bankcraps.game.wagers import COMES, LINE, WAGERS, Kind, Wager
from bankcraps.support.files import shipped_text
from bankcraps.support.kept_files import place_for_others

_PREFIX: Final = 3
"""The fewest letters that a hint completes to a word."""


def grammar_of(package: str, name: str) -> str:
    """Return a grammar of a package, with that of wagers, which the table and betting systems share."""
    rules = shipped_text(package, name).replace("$NICKNAME", NICKNAME)
    return grammar(rules + shipped_text("bankcraps.game.notation", "wagers.lark"))


def parser_of(
    grammar: str, start: list[str], kept_as: str, builder: Transformer[Token, Built] | None = None
) -> Lark:
    """Return a parser, which makes a tree of a text, or what the builder makes of its parts.

    Lark keeps its tables in the cache folder under this name, and makes them anew for another grammar.
    """
    kept = place_for_others(kept_as, b"\nN.")  # an empty hash and `None`, so that Lark can read it
    return Lark(
        grammar,
        parser="lalr",
        cache=str(kept) if kept else False,
        lexer="contextual",
        maybe_placeholders=False,
        propagate_positions=builder is None,
        transformer=builder,
        start=start,
    )


@cache
def _parser() -> Lark:
    words = grammar_of("bankcraps.game.notation", "words.lark")
    return parser_of(words, ["start"], "words.parser", BUILDER)


def parse_all(words: str, text: str, offset: int) -> Built:
    """Parse the words of a line, which may hold several wishes: `five on the line, ten odds`.

    Raises:
        NotationError: if they do not parse, with the column in the whole line.
    """
    try:
        return parse(words, text, offset)
    except NotationError as error:
        found = _ways(words)
        ways = [way for way in found if not _alone(way)]
        if not ways:
            if not found:
                raise error from None
            act = _alone(found[0])
            message = f"say `{act}` on a line of its own"
            raise NotationError(message, text, offset + 1, words) from None
        wishes = ways[0]
        question = _unclear(wishes)
        if not question and len({tuple(wish.built for wish in way) for way in ways}) > 1:
            question = "say each thing after a comma, as in: 12 each on the 6 and 8, 5 off"
        if question:
            raise NotationError(question, text, offset + 1, words) from None
        if _odds_after_come(wishes):
            raise error from None
        return Several(tuple(wish.built for wish in wishes))


class _Wish(NamedTuple):
    """One of several wishes in a line."""

    words: str
    built: ev.Event | Phrase

    @property
    def meant(self) -> ev.Event | Phrase:
        """The wish, a bet without the word that speaks of what may stand already."""
        return self.built.bet if isinstance(self.built, More) else self.built


_WISH: Final = (ev.Bet, ev.TakeDown, ev.Call)
"""The events that may stand several in a line: no throws, and no acts of the crew."""


def _alone(wishes: Sequence[_Wish]) -> str:
    """Return an act among several wishes that is said alone, such as `undo`, or an empty text."""
    acts = (wish.built for wish in wishes if isinstance(wish.built, ev.Event))
    return next((str(type(act).__struct_config__.tag) for act in acts if not isinstance(act, _WISH)), "")


def _odds_after_come(wishes: Sequence[_Wish]) -> bool:
    """Whether odds that name no wager follow a come bet: they may be for it, or for the line."""
    come = False
    for wish in wishes:
        match wish.meant:
            case ev.Bet(wager=wager) if wager.kind in LINE | COMES:
                come = wager.kind in COMES
            case Odds(act="bet" | "press", flat=None, number=0) if come:
                return True
            case _:
                pass
    return False


_HELD: Final = (Kind.BUY, Kind.LAY, Kind.PLACE_TO_LOSE, Kind.HARD, Kind.BIG)
"""Wagers on a number whose word may be meant for the number after "and", too."""

_HOW_MUCH: Final = "say how much on each, as in: 12 each on the 6 and 8; call wagers on in another line"
_CHANGES: Final = (ev.TakeDown, ev.Call, Change, All)
_ON: Final = re.compile(r"\bon\b", re.IGNORECASE)
_BEHIND: Final = re.compile(r"\bbehind\b|\bodds on\b", re.IGNORECASE)
_NUMBER_FOR: Final = re.compile(r"\s*(?:the )?\S+ for\b", re.IGNORECASE)
_AT_THE_END: Final = re.compile(
    r"\A(?!\s*(?:take|bring|pull|turn|call)\b).*\b(?:off|on|down|working)[ .!]*\Z", re.IGNORECASE
)
"""A verb that stands only behind the wagers: "hardways and the six off"."""


def _unclear(wishes: Sequence[_Wish]) -> str:
    """Say what is unclear about a wish because of the others, or return an empty text.

    The word of a bet or a call may hold for what comes after "and", and "it" may be the wager just named.
    """
    for place, wish in enumerate(wishes[1:], 1):
        before = wishes[:place]
        match wish.meant:
            case ev.Bet(wager, amount) if wager.kind is Kind.PLACE and "place" not in wish.words.lower():
                if held := next(filter(None, (_held_by(one, wish, wager, amount) for one in before)), ""):
                    return f"say which: {held} {printed(amount)} or {wager.name} {printed(amount)}"
            case Change(it=True):
                return "say which wager by its name, and not it, as in: down place 6"
            case ev.Call(call="on") | Change(act="on") | Odds(act="on"):
                if _ON.match(wish.words.strip()) and _bets_on(before[-1]):
                    return _HOW_MUCH
            case Spread(name, None) if any(_is_change(one.built) for one in before):
                return _alone_is_a_bet(name)
            case _ if isinstance(before[-1].built, Spread) and before[-1].built.amount is None:
                if _is_change(wish.built) and _AT_THE_END.search(wish.words):
                    return _alone_is_a_bet(before[-1].built.name)
            case _:
                pass
    return ""


def _alone_is_a_bet(name: str) -> str:
    return f"{name} alone is a bet: say it with its verb, as in: down {name}, or say how much"


def _is_change(built: ev.Event | Phrase) -> bool:
    return isinstance(built, _CHANGES) or (isinstance(built, ev.Bet) and built.press)


def _held_by(before: _Wish, wish: _Wish, wager: Wager, amount: Cents) -> str:
    """Return the bet on a number whose word a bet before it may hold for, or an empty text."""
    match before.meant:
        case Odds(act="bet", number=behind) if behind and _BEHIND.search(before.words):
            return f"odds {wager.number}"
        case ev.Bet(first, sum_, press=False) if first.kind in _HELD:
            name = f"{first.kind.value} {wager.number}"
            same = sum_ == amount or _NUMBER_FOR.match(wish.words)
            return name if same and name in WAGERS and first.number != wager.number else ""
        case _:
            return ""


def _bets_on(wish: _Wish) -> bool:
    """Whether a wish bets and says on what: "12 on the six"."""
    is_odds = isinstance(wish.built, Odds) and wish.built.act == "bet"
    return (is_odds or isinstance(wish.built, ev.Bet | Stakes | More)) and bool(_ON.search(wish.words))


_BETWEEN: Final = re.compile(
    r"(?:;|,(?!\d))(?:[ \t]*(?:and|with|then|plus)\b)?|[ \t](?:and|with|then|plus|&)(?=[ \t])", re.IGNORECASE
)
"""The separators of wishes. "And" may also join numbers."""

_MOST_WISHES: Final = 6


def _ways(words: str) -> list[tuple[_Wish, ...]]:
    """Return the ways to part words into several wishes."""

    @cache
    def read(start: int, end: int) -> tuple[_Wish, ...]:
        """Return the wish there, or both of `pass 10 odds 20`; none if the words are no wish."""
        try:
            built = parse(words[start:end], words, start)
        except NotationError:
            return ()
        parts = built.parts if isinstance(built, Several) else [built]
        return tuple(_Wish(words[start:end], part) for part in parts)

    places = [found.span() for found in _BETWEEN.finditer(words)]
    if len(places) >= _MOST_WISHES:
        return []
    ways: list[tuple[_Wish, ...]] = []
    for cuts in chain.from_iterable(combinations(places, many) for many in range(1, len(places) + 1)):
        starts, ends = (0, *(end for _, end in cuts)), (*(start for start, _ in cuts), len(words))
        wishes = [read(start, end) for start, end in zip(starts, ends, strict=True)]
        if all(wishes):
            ways.append(tuple(chain.from_iterable(wishes)))
    return ways


SIDE: Final = re.compile(
    r"(?<!i'll )\b(take|lay)\b(?=[^:]*\b(?:odds|behind)\b)(?!.*\b(?:down|off|from)\b)", re.IGNORECASE
)
"""The word that says which side of the dice odds are for. "I'll take" only asks for something."""

_MORE: Final = re.compile(r"\b(?:my|more)\b", re.IGNORECASE)
"""The words that speak of what may stand already: "12 on my 8"."""


def parse(words: str, text: str, offset: int) -> Built:
    """Parse the words of a line without separators. They begin at `offset` in its text.

    Raises:
        NotationError: if they do not parse, with the column in the whole line.
    """
    wrong: list[tuple[UnexpectedInput | Misplaced, str]] = []
    for version in (str, plain):  # as they are, then as ordinary talk
        said = version(words)
        try:
            built = _built(said)
            break
        except (UnexpectedInput, Misplaced) as error:
            wrong.append((error, said))
    else:
        error, said = max(wrong, key=lambda one: _reach(*one))
        raise _refused(error, said, text, words, offset)
    match built:
        case Odds(act="bet" | "press") if side := SIDE.search(words):
            return replace(built, side=side[1].lower())
        case ev.Bet(wager, press=False) if _MORE.search(words) and _is_bare(wager, words):
            return More(built)
        case _:
            return built


def _is_bare(wager: Wager, words: str) -> bool:
    """Whether words name a wager by its number or as "come" alone, and so may mean another one there."""
    if wager.kind is Kind.PLACE:
        return "place" not in words.lower()
    return wager.kind in COMES and not wager.number


def word_at(words: str, start: int, read: str) -> str:
    """The word that somebody said where another was read, such as `THREE` for `3`.

    Args:
        words: the words as they were said.
        start: where the word begins in them.
        read: the words that were read there, made plain.
    """
    said = None if words.startswith(read, start) else re.match(r"\S+", words[start:])
    return str(read) if said is None else said[0]  # a token of the grammar is more than a str


@lru_cache(maxsize=1024)
def _built(words: str) -> Built:
    """Parse some words. At a table, people say the same few lines again and again."""
    return cast("Built", _parser().parse(words))


def _reach(error: UnexpectedInput | Misplaced, said: str) -> int:
    """Return how far words were read. Those that parse, but make no sense, were read furthest."""
    return len(said) + 1 if isinstance(error, Misplaced) else unexpected_at(error, len(said))


def _refused(
    error: UnexpectedInput | Misplaced, said: str, text: str, words: str, offset: int
) -> NotationError:
    """Make the error for words, which were parsed as `said`."""
    if isinstance(error, Misplaced):
        start = (error.token.column or 1) - 1
        return NotationError(str(error), text, offset + start + 1, word_at(words, start, error.token))
    hint = hint_for(words)
    if hint:
        return NotationError(hint, text, offset + 1, words)
    first = re.search(r"\S+", said)
    verb = first[0].lower() if first else ""
    start, end = offset + unexpected_at(error, len(said)), offset + len(said)
    if start < end and said != words:  # it may be in the middle of a word that was said
        start = offset + len(re.sub(r"\w+\Z", "", text[offset:start]))
    found = re.match(r"\S+", text[start:end])
    column, word = start + 1, found[0] if found else ""
    what = f"{word!r} does not belong here" if word else f"{words!r} is not complete"
    if verb in USAGE:
        return NotationError(f"{what}; say, for example: {USAGE[verb]}", text, column, word)
    if verb[:1].isdigit() or verb[:1] == "$":
        return NotationError(
            f"{what}; say, for example: 12 on the 6, or: 12 each on the 6 and 8", text, column, word
        )
    begun = re.match(r"\S+", words)
    name = begun[0] if begun else ""
    return NotationError(f"{name!r} is not a command; {_hint(name.lower())}", text, offset + 1, name)


def _hint(verb: str) -> str:
    """Return a hint for a line whose first word is no command."""
    longer = [word for word in USAGE if len(verb) >= _PREFIX and word.startswith(verb)]
    near = longer or (closest_word(verb, USAGE) if len(verb) >= _PREFIX else [])
    return f"did you mean {near[0]}, as in: {USAGE[near[0]]}" if near else "say help for the list of commands"
