"""Every act at a table as a form: who may do it, what it does, and the fields to fill in.

Fields come from the events, and reasons from the rulebook, so a client needs no list of its own.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec.structs import replace

from bankcraps.game.chips import Cents
from bankcraps.game.engine import BetRange, Standing, State, bet_range, player
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.acts import ACTS, roles_of, ruled_out, who_may
from bankcraps.game.engine.wagering.commission import due_with_bet
from bankcraps.game.notation.usage import MEANINGS
from bankcraps.game.rulebook import Rulebook, clauses_of
from bankcraps.game.rulebook.section import clause_of
from bankcraps.game.rulebook.terms import NumberTerms
from bankcraps.game.wagers import Wager
from bankcraps.live.advice.outlook import Outlook, outlook
from bankcraps.support.files import shipped_rows

_WORDS: Final = shipped_rows("bankcraps.live.advice", "act_forms.txt")

_FIELDS: Final = {
    key: (kind, label) for words, label in _WORDS.pop("fields") for key, kind in [words.split(" | ")]
}
"""For each key of an event its kind and its label."""

_KINDS: Final = dict.fromkeys(kind for kind, _ in _FIELDS.values())

if TYPE_CHECKING:
    FieldKind = str
else:
    FieldKind = Literal[(*_KINDS, "person", "signed_cents")]
"""The kind of value in a field, in the units of the event's JSON.

A player has a place at the table; a person may be anybody, also somebody who has left. Signed cents are below
zero if the house takes them back.
"""


class Choice(msgspec.Struct, frozen=True):
    """A value that a field may take.

    Attributes:
        value: the value in the event.
        name: the value for people.
        clause: the clause that gives it, "convention", or empty.
        says: the text of that clause.
    """

    value: str
    name: str
    clause: str = ""
    says: str = ""


class FormField(msgspec.Struct, frozen=True):
    """A field of a form.

    Attributes:
        name: the key in the event's JSON.
        label: the field for people.
        kind: the kind of the field.
        required: whether it must be filled in.
        default: the value of a yes-or-no field that is left alone.
        choices: the values of a choice; for a player, the names that may stand there besides players.
    """

    name: str
    label: str
    kind: FieldKind
    required: bool
    default: bool = False
    choices: tuple[Choice, ...] = ()


class ActForm(msgspec.Struct, frozen=True):
    """An act at the table.

    Attributes:
        type: the event's type.
        name: the act in a few words, for a button.
        says: a description, in a sentence.
        group: where a person would look for it.
        roles: the roles of the crew that may do it; empty for players.
        clause: the clause that gives them that power, "convention", or empty.
        fields: the fields that must or may be filled in.
        never: the reason that nobody can ever do it in this house; empty if somebody can. `clause` is then
            the one that rules it out, and there are no fields.
        remedy: whether the crew can put right the subject of a dispute with it.
    """

    type: str
    name: str
    says: str
    group: str
    roles: tuple[str, ...]
    clause: str
    fields: tuple[FormField, ...]
    never: str = ""
    remedy: bool = False


_MEANINGS: Final = {**MEANINGS, **dict(_WORDS.pop("meanings"))}

_SAID: Final = dict(_WORDS.pop("reasons"))
"""Explanations of reasons whose names do not say enough."""

_ACTS: Final = {str(act.__struct_config__.tag): act for act in ACTS}

_NAMES: Final = {
    _ACTS[words.partition(" ")[0]]: (group, name, words.split(" | ")[-1])
    for group, rows in _WORDS.items()
    for words, name in rows
}
"""For each act its group, its name, and the word of the notation that has its meaning."""

_OF_ANYBODY: Final = frozenset({ev.Exclude, ev.Warn})
"""The acts that may be about people without a place."""

_OF_THE_HOST: Final = frozenset({"type", "by", "at", "confirmed", "unrejected"})
"""Fields that are not shown to people."""

_OF_TOKENS: Final = frozenset({"token", "tokens_cents"})
"""Fields left out if the house takes no tokens."""

_REASONS: Final[dict[type[ev.Event], tuple[str, ...]]] = {
    ev.NoRoll: ("no_roll.must", "no_roll.may"),
    ev.OrderPass: ("dice.pass_ordered_for",),
    ev.Invalidate: ("floor.invalidate_for",),
    ev.VoidWager: ("floor.void_for",),
    ev.Exclude: ("floor.exclude_for",),
    ev.Warn: ("floor.breaches",),
}
"""The keys of the rulebook that list the reasons for an act."""

_REMEDIES: Final = frozenset({ev.Award, ev.Correct, ev.Invalidate, ev.VoidWager})
_SCOPES: Final = {"throw": "the last throw", "round": "the round in progress"}


def act_forms(book: Rulebook) -> tuple[ActForm, ...]:
    """Return a form for each act that a person may send. Those that the book rules out say why.

    No wager outside the limits is made at a live table, so none can be rejected there.
    """
    says = {clause.id: clause.says for clause in clauses_of(book.id)}
    return tuple(act_form(book, act, says) for act in _NAMES if act is not ev.Reject)


def act_form(book: Rulebook, act: type[ev.Event], says: Mapping[str, str]) -> ActForm:
    """Return the form of one act. `says` has the texts of the book's clauses by their ids."""
    group, name, word = _NAMES[act]
    meaning = _MEANINGS[word]
    never = ruled_out(book, act)
    return ActForm(
        type=str(act.__struct_config__.tag),
        name=name,
        says=f"{meaning[:1].upper()}{meaning[1:]}.",
        group=group,
        roles=tuple(dict.fromkeys(who_may(book, act))),
        clause=_clause(book, act) if never is None else never.clause or "",
        fields=tuple(_fields(book, act, says)) if never is None else (),
        never=never.message if never else "",
        remedy=act in _REMEDIES,
    )


def _clause(book: Rulebook, act: type[ev.Event]) -> str:
    """Return the clause that gives the crew the power to act; empty for acts of players."""
    power = ACTS[act].power
    if power is not None:
        return getattr(book, power[0]).clause(power[1])
    roles = roles_of(book, act)
    return "" if roles is None else roles[0].clause(roles[1])


def _fields(book: Rulebook, act: type[ev.Event], says: Mapping[str, str]) -> Iterator[FormField]:
    types = get_type_hints(act)
    for field in msgspec.structs.fields(act):
        if field.name in _OF_THE_HOST or (field.encode_name in _OF_TOKENS and ruled_out(book, ev.IssueToken)):
            continue
        kind, label = _FIELDS[field.encode_name]
        if kind == "cents" and act is ev.Award:
            kind = "signed_cents"  # it may go either way
        if kind == "player" and act in _OF_ANYBODY:
            kind = "person"
        yield FormField(
            name=field.encode_name,
            label=label,
            kind=kind,
            required=field.required,
            default=field.default is True,
            choices=tuple(_choices(book, act, field.name, types[field.name], says)),
        )


def _choices(
    book: Rulebook, act: type[ev.Event], name: str, hint: object, says: Mapping[str, str]
) -> Iterator[Choice]:
    if name == "reason":
        for path in _REASONS[act]:
            section, _, key = path.partition(".")
            for reason, source in getattr(getattr(book, section), key).items():
                clause = clause_of(source)
                yield Choice(reason, _SAID.get(reason, _spaced(reason)), clause, says.get(clause, ""))
    elif act is ev.Warn and name == "player":
        for role in dict.fromkeys(book.table.crew):
            if role != "inspector":
                yield Choice(role, f"the {_spaced(role)}")
    elif get_origin(hint) is Literal:
        for value in filter(None, map(str, get_args(hint))):
            yield Choice(value, _SCOPES.get(value, value))


def _spaced(word: str) -> str:
    return word.replace("_", " ")


# A bet that somebody thinks of: what it wins, its commission, and a little more that is paid exactly.


_CENTS = {name: f"{name}_cents" for name in ("stake", "total", "wins", "commission")}


class ExactBet(msgspec.Struct, frozen=True, rename=_CENTS):
    """A bet of a little more, which brings a wager to a sum that chips pay exactly.

    Attributes:
        stake: the sum to bet, in cents.
        total: the sum that then stands on the wager.
        wins: the sum that it wins.
    """

    stake: Cents
    total: Cents
    wins: Cents


class BetOffer(msgspec.Struct, frozen=True, rename=_CENTS):
    """A bet that a player thinks of.

    Attributes:
        outlook: the results of the next throw for the wager as it would then stand.
        stake: the sum that they would bet, in cents.
        total: the sum that would then stand on the wager.
        wins: the most that it can win in one throw while it works.
        commission: the commission that they would pay with the bet.
        exact: a little more, if the house takes it and pays it exactly, but rounds the pay of this bet down.
        label: the wager as an odds report names it, such as "pass_odds on 4"; empty where there is no edge.
        edge: the house edge of the wager with what would stand there, as a percentage; empty where the house
            may not advise, and where no table takes this sum.
        edge_share: the same as a share of the bet, such as 0.01414; None where `edge` is empty.
        edge_fraction: the same exactly, such as 7/495, or empty.
    """

    outlook: Outlook
    stake: Cents
    total: Cents
    wins: Cents
    commission: Cents
    exact: ExactBet | None
    label: str
    edge: str
    edge_share: float | None
    edge_fraction: str


def offer(book: Rulebook, state: State, name: str, wager: Wager, stake: Cents) -> BetOffer:
    """Return what a bet of chips would come to.

    Args:
        book: the house, which must offer the wager.
        state: the table.
        name: the player; somebody who is not at the table has no chips there.
        wager: the wager.
        stake: the sum that they would bet, in cents.
    """
    terms, seat = book.wagers[wager.kind], state.seat(name)
    standing = seat.on(wager) if seat else None
    total = Cents(stake + (standing.amount if standing else 0))
    (found,) = outlook(book, state, name, replace(standing or Standing(wager, stake), amount=total))
    exact = None
    if seat is not None and isinstance(terms, NumberTerms):
        exact = _exact(book, state, ev.Bet(wager, stake, by=player(name)), total)
    fee = due_with_bet(terms, wager, standing, total, state.floor.chip)
    return BetOffer(found, stake, total, _wins(book, state, wager, total), fee, exact, "", "", None, "")


def _exact(book: Rulebook, state: State, bet: ev.Bet, total: Cents) -> ExactBet | None:
    found = bet_range(book, state, bet)
    more = found.a_little_more(bet.amount) if isinstance(found, BetRange) else None
    if more is None or more == bet.amount:
        return None
    whole = Cents(total - bet.amount + more)
    exact = ExactBet(more, whole, _wins(book, state, bet.wager, whole))
    # A house that rounds up pays the smaller bet better.
    return exact if _wins(book, state, bet.wager, total) * whole < exact.wins * total else None


def _wins(book: Rulebook, state: State, wager: Wager, total: Cents) -> Cents:
    """Return the most that a wager can win by one throw while it works, in cents."""
    (found,) = outlook(book, state, "", Standing(wager, total, call="on"))
    return max((chance.net for chance in found.chances if chance.result == "wins"), default=Cents(0))
