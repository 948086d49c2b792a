"""Refusals: ordinary values that say why an event was not allowed, and which rule forbids it.

The sentence of a refusal has typed parts, which each audience reads with its own names for wagers and money.
A sentence is a text with named parts in braces. A word after a colon chooses the form of a part:

    {wager}             the wager: pass, the Pass Line
    {wager:needs}       the wager and its verb: pass_odds needs, the odds on the Pass Line need
    {wager:bet}         what lies on it: bet on pass, odds on the Pass Line
    {wager:marked}      its bare name, without an article: Pass Line
    {wager!s}           its name in the notation: pass
    {given!r}           a text in quotation marks: '12'
    {wager:... needs}   its verb alone, after its name: needs, need
    {limit:$}           a sum or several, in cents: $10; $5, $25; none
    {held:placed}       chips on wagers: $10 on pass and $12 on come 6
    {reason:words}      an identifier of the book, or several: past_posting, past posting
    {roles:and the}     roles: dealer and the boxperson; likewise `or the`
    {by}                the actor: Ann, dealer, games supervisor; said to Ann: you
    {name:who}          a person by name: Ann; said to Ann: you
    {name:needs}        the person or actor and their verb: Ann needs; you need
    {name:and needs}    a further verb of theirs: and needs; and need
    {due:clock}         a time in seconds: 14:35
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, final

import msgspec

from bankcraps.game.chips import Cents, money
from bankcraps.game.engine.actor import Actor
from bankcraps.game.engine.events import clock_time
from bankcraps.game.rulebook.procedure import DiceStep
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.section import Section, clause_of
from bankcraps.game.wagers import Wager

WHO: Final = "who"
WHOSE: Final = "whose"
AND: Final = "and "
"""The forms of a person's name in a sentence; every other form is a verb."""

ALONE: Final = "... "
"""The beginning of a wager's verb without its name."""

Stakes = tuple[tuple[Wager, Cents], ...]
"""Chips on wagers, in cents."""

Part: TypeAlias = "Wager | Actor | str | int | tuple[str, ...] | tuple[int, ...] | Stakes | Sentence | None"
"""A part of a sentence."""


class CanonicalNames:
    """The names of wagers, money and reasons, as programs have them. Other audiences have others."""

    def money(self, amount: Cents) -> str:
        """Write a sum of money, given in cents."""
        return money(amount)

    def words(self, identifier: str) -> str:
        """Write a reason or a role."""
        return identifier

    def of(self, wager: Wager) -> str:
        """Name a wager: `pass`, `the Pass Line`."""
        return wager.name

    def marked(self, wager: Wager) -> str:
        """Name a wager without an article: `Pass Line`."""
        return wager.name

    def bet(self, wager: Wager) -> str:
        """Name what lies on a wager: `bet on pass`, `odds on the Pass Line`."""
        return f"bet on {wager}"

    def placed(self, wager: Wager, amount: Cents) -> str:
        """Say what lies on a wager: `$10 on pass`."""
        return f"{money(amount)} on {wager}"

    def verb(self, wager: Wager, verb: str) -> str:
        """Put a verb into the right number, since odds are many."""
        del wager
        return verb

    def person(self, name: str, how: str = WHO) -> str:
        """Name a person: `Ann`, `Ann's` (`WHOSE`), `Ann needs`, or only what they do: `and needs`."""
        match how:
            case "who":
                return name
            case "whose":
                return f"{name}'s"
            case verb:
                return verb if verb.startswith(AND) else f"{name} {verb}"


_PROGRAMS: Final = CanonicalNames()


@final
class Sentence:
    """A sentence with typed parts.

    >>> from bankcraps import wager
    >>> str(Sentence("{wager:needs} at least {least:$}", wager=wager("pass_odds"), least=1000))
    'pass_odds needs at least $10'
    """

    __slots__ = ("_parts", "_says")

    def __init__(self, says: str, /, **parts: Part) -> None:
        """Set a text and its parts.

        Args:
            says: the text, in which the names of parts stand in braces.
            parts: the parts by their names; sums are in cents.
        """
        self._says = says
        self._parts = parts

    @property
    def parts(self) -> Mapping[str, Part]:
        """The parts by their names."""
        return MappingProxyType(self._parts)

    def having(self, **parts: Part) -> "Sentence":
        """Return the sentence with more parts."""
        return Sentence(self._says, **{**self._parts, **parts})

    def told(self, names: CanonicalNames) -> str:
        """Write the sentence with an audience's names."""
        said: list[str] = []
        for text, name, how, written in _parsed(self._says):
            said.append(text)
            if name is not None:
                said.append(_told(written(self._parts[name]), how, names))
        return "".join(said)

    def __str__(self) -> str:
        return self.told(_PROGRAMS)

    def __repr__(self) -> str:
        return f"<Sentence {str(self)!r}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sentence) and (self._says, self._parts) == (other._says, other._parts)

    def __hash__(self) -> int:
        return hash((self._says, frozenset(self._parts.items())))


_WRITTEN: Final[dict[str | None, Callable[[Any], Any]]] = {"r": repr, "s": str, None: lambda value: value}


@lru_cache(maxsize=1024)
def _parsed(says: str) -> tuple[tuple[str, str | None, str, Callable[[Any], Any]], ...]:
    """Part a text: what stands before each of its parts, the name of the part, its form, and `!r` or `!s`."""
    return tuple((text, name, how or "", _WRITTEN[as_]) for text, name, how, as_ in Formatter().parse(says))


def _told(value: Any, how: str, names: CanonicalNames) -> str:  # noqa: ANN401 - a part
    match value:
        case Wager():
            return _wager(value, how, names)
        case Actor(role="player"):
            return names.person(value.person, how or WHO)
        case Actor():  # a role is an identifier, and a name is not
            return CanonicalNames.person(names, names.words(str(value)), how or WHO)
        case Sentence():
            return value.told(names)
        case [*several]:
            return _several(several, how, names)
        case _:
            return _one(value, how, names)


def _wager(wager: Wager, how: str, names: CanonicalNames) -> str:
    match how:
        case "":
            return names.of(wager)
        case "bet":
            return names.bet(wager)
        case "marked":
            return names.marked(wager)
        case verb:
            name = "" if verb.startswith(ALONE) else f"{names.of(wager)} "
            return name + names.verb(wager, verb.removeprefix(ALONE))


def _one(value: Any, how: str, names: CanonicalNames) -> str:  # noqa: ANN401
    match how:
        case "$":
            return names.money(Cents(value))
        case "words":
            return names.words(value)
        case "clock":
            return clock_time(value)
        case "":
            return str(value)
        case _:
            return names.person(value, how)


def _several(values: Sequence[Any], how: str, names: CanonicalNames) -> str:
    match how:
        case "placed":
            return listed(names.placed(wager, amount) for wager, amount in values)
        case "and the" | "or the":
            return f" {how} ".join(map(names.words, values))
        case _:
            return ", ".join(_one(one, how, names) for one in values) or "none"


def listed(words: Iterable[object], join: str = "and") -> str:
    """Write words as people list them: `2, 3 and 12`. There is at least one."""
    *most, last = map(str, words)
    return f"{', '.join(most)} {join} {last}" if most else last


Code = Literal[
    "not_seated",
    "already_seated",
    "no_place",
    "excluded",
    "not_your_act",
    "needs_time",
    "time_runs_back",
    "bad_name",
    "bad_words",
    "bad_amount",
    "not_payable",
    "not_enough_chips",
    "too_many_chips",
    "table_closed",
    "not_offered",
    "not_now",
    "bets_closed",
    "needs_flat",
    "over_odds_limit",
    "under_minimum",
    "over_maximum",
    "off_unit",
    "not_standing",
    "contract",
    "no_increase",
    "odds_stand",
    "not_callable",
    "nothing_to_undo",
    "token",
    "not_shooter",
    "needs_line_wager",
    "dice",
    "must_be_no_roll",
    "no_such_reason",
    "needs_notice",
    "not_idle",
    "no_such_dispute",
]
"""The sort of refusal, for programs."""


class Refusal(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    rename={"sentence": "message", "limit": "limit_cents", "offered": "offered_cents"},
):
    """The reason why an event was not allowed. A refused event changes nothing.

    A refusal is true: where there may be one or None, `if refusal(book, state, event)` asks whether there is.
    A refused `Step` is false, and so is the refusal that `bet_range` returns in place of a range.

    Attributes:
        code: the sort of refusal, for programs.
        sentence: the reason, with the wagers, sums and people that it is about as typed parts.
        clause: the clause of the rulebook behind it, or "convention" where the document is silent. None if no
            rule is needed: nobody can bet chips they do not have.
        limit, offered: the limit and the amount offered in cents, if the refusal is about amounts.
    """

    code: Code
    sentence: Sentence
    clause: str | None = None
    limit: Cents | None = None
    offered: Cents | None = None

    @property
    def message(self) -> str:
        """The reason in words, with the names that records have for wagers."""
        return str(self.sentence)


def refuse(
    code: Code,
    says: str | Sentence,
    section: Section | None = None,
    key: str = "",
    *,
    limit: int | None = None,
    offered: int | None = None,
    **parts: Part,
) -> Refusal:
    """Make a refusal that cites one value of a section of the rulebook.

    `says` and `parts` are those of a `Sentence`, which has the limit and the amount offered as parts, too.
    """
    sentence = Sentence(says) if isinstance(says, str) else says
    return Refusal(
        code=code,
        sentence=sentence.having(limit=limit, offered=offered, **parts),
        clause=section.clause(key) or None if section is not None else None,
        limit=None if limit is None else Cents(limit),
        offered=None if offered is None else Cents(offered),
    )


RuledOut: TypeAlias = Callable[[Rulebook], Refusal | None]
"""Refuses an act for good in a house that has no place for it."""


def unless(section: str, key: str, code: Code, says: str, cited: str = "") -> RuledOut:
    """Rule an act out in every house that leaves a value of its rulebook empty, such as a list of reasons.

    The refusal cites the clause of that value, or of another key that is `cited`.
    """

    def refused(book: Rulebook) -> Refusal | None:
        rules: Section = getattr(book, section)
        return None if getattr(rules, key) else refuse(code, says, rules, cited or key)

    return refused


def not_standing(name: str, wager: Wager) -> Refusal:
    """Refuse an act on a wager that a player does not have."""
    return refuse("not_standing", "{name:has} no {wager:bet}", name=name, wager=wager)


def refuse_step(
    book: Rulebook, step: DiceStep, says: str | Sentence, code: Code = "dice", **parts: Part
) -> Refusal:
    """Make a refusal that cites a step of the dice procedure."""
    sentence = Sentence(says) if isinstance(says, str) else says
    return Refusal(code=code, clause=clause_of(book.dice.steps[step]), sentence=sentence.having(**parts))
