"""Every act at a table as a form: who may do it, what it does, and the fields to fill in.

Fields come from the events, and reasons from the rulebook, so a client needs no list of its own.
"""

from collections.abc import Iterator, Mapping
from typing import Final, Literal, get_args, get_origin, get_type_hints

import msgspec

from bankcraps.game.engine import events as ev
from bankcraps.game.engine.acts import ACTS, roles_of, ruled_out, who_may
from bankcraps.game.notation.usage import MEANINGS
from bankcraps.game.rulebook import Rulebook, clauses_of
from bankcraps.game.rulebook.section import clause_of

__all__ = ["ActForm", "Choice", "FieldKind", "FormField", "act_form", "act_forms"]

FieldKind = Literal[
    "player",
    "person",
    "players",
    "place",
    "wager",
    "cents",
    "signed_cents",
    "tokens",
    "limits",
    "time",
    "dispute",
    "die",
    "dice",
    "throw",
    "text",
    "yes_no",
    "choice",
]
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


_NAMES: Final[dict[type[ev.Event], tuple[str, str, str]]] = {
    ev.Sit: ("Chips", "Sit down", "sit"),
    ev.BuyIn: ("Chips", "Buy chips", "buy_in"),
    ev.CashOut: ("Chips", "Cash out", "cash_out"),
    ev.ColourUp: ("Chips", "Colour up", "colour_up"),
    ev.Leave: ("Chips", "Leave the table", "leave"),
    ev.IssueToken: ("Chips", "Give a token", "issue_token"),
    ev.Bet: ("Wagers", "Bet", "bet"),
    ev.TakeDown: ("Wagers", "Take a wager down", "down"),
    ev.Call: ("Wagers", "Call a wager off or on", "call"),
    ev.Confirm: ("Wagers", "Confirm a call", "confirm"),
    ev.Reject: ("Wagers", "Reject a wager", "reject"),
    ev.Undo: ("Wagers", "Undo", "undo"),
    ev.VoidWager: ("Wagers", "Void a wager", "void"),
    ev.ThrowDice: ("The throw", "Throw", "throw"),
    ev.NoMoreBets: ("The throw", "No more bets", "no_more_bets"),
    ev.NoRoll: ("The throw", "No roll", "no_roll"),
    ev.Correct: ("The throw", "Correct the throw", "correct"),
    ev.Invalidate: ("The throw", "Declare it invalid", "invalidate"),
    ev.Offer: ("The dice", "Offer the dice", "offer"),
    ev.Accept: ("The dice", "Take the dice", "accept"),
    ev.Decline: ("The dice", "Decline the dice", "decline"),
    ev.Choose: ("The dice", "Choose dice", "choose"),
    ev.SameDice: ("The dice", "Ask for the same dice", "same_dice"),
    ev.PassDice: ("The dice", "Pass the dice", "pass_dice"),
    ev.OrderPass: ("The dice", "Order the dice passed", "order_pass"),
    ev.Inspect: ("The dice", "Inspect a die", "inspect"),
    ev.DieLost: ("The dice", "Give up a die", "die_lost"),
    ev.NewSet: ("The dice", "Bring new dice", "new_set"),
    ev.NoAnswer: ("The dice", "Go on without an answer", "no_answer"),
    ev.PostSign: ("Limits and closing", "Post a notice", "post_sign"),
    ev.SetLimits: ("Limits and closing", "Change the limits", "limits"),
    ev.OwnLimits: ("Limits and closing", "Limits for one player", "own_limits"),
    ev.Close: ("Limits and closing", "Close the table", "close_table"),
    ev.Warn: ("People", "Warn somebody", "warn"),
    ev.Vacate: ("People", "Ask for the place", "vacate"),
    ev.Exclude: ("People", "Exclude a person", "exclude"),
    ev.Dispute: ("Disputes", "Raise a dispute", "dispute"),
    ev.Decide: ("Disputes", "Decide a dispute", "decide"),
    ev.Award: ("Disputes", "Pay or take back", "award"),
    ev.Investigate: ("Disputes", "Report a finding", "investigate"),
    ev.AskReview: ("Disputes", "Ask for a review", "ask_review"),
}
"""For each act its group, its name, and the word of the notation that has its meaning."""

_MEANINGS: Final = {
    "award": "rule that the house pays a player a sum, or takes one back from their rail",
    "decide": "decide a dispute in your own words",
    "bet": "bet chips on a wager, or add to one that stands",
    "call": "call a wager off, so that throws do not decide it, or on again",
}

_FIELDS: Final[dict[str, tuple[FieldKind, str]]] = {
    "player": ("player", "Who"),
    "to": ("player", "To whom"),
    "guilty": ("players", "Who is guilty and forfeits their wagers"),
    "place": ("place", "Place"),
    "wager": ("wager", "Wager"),
    "amount_cents": ("cents", "Amount"),
    "tokens_cents": ("tokens", "Tokens among it"),
    "limits": ("limits", "Limits"),
    "proposed": ("time", "From when"),
    "number": ("dispute", "Dispute"),
    "die": ("die", "Die"),
    "dice": ("dice", "Dice"),
    "throw": ("throw", "What the dice showed"),
    "about": ("text", "What it is about"),
    "ruling": ("text", "The ruling"),
    "finding": ("text", "The finding"),
    "why": ("text", "Why"),
    "reason": ("choice", "Reason"),
    "scope": ("choice", "What is invalid"),
    "call": ("choice", "On or off"),
    "press": ("yes_no", "Only if it stands already"),
    "token": ("yes_no", "A token"),
    "sound": ("yes_no", "The die is sound"),
}
"""For each key of an event its kind and its label."""

_OF_ANYBODY: Final = frozenset({ev.Exclude, ev.Warn})
"""The acts that may be about people without a place."""

_SIGNED: Final = frozenset({ev.Award})
"""The acts whose sum may go either way."""

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

_SAID: Final = {
    "device": "a device that helps to play",
    "device_casino": "a device that helps to play: out of the casino too",
    "act_of_god": "an act of God",
}
"""Explanations of reasons whose names do not say enough."""

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
    meaning = _MEANINGS.get(word) or MEANINGS[word]
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
        if kind == "cents" and act in _SIGNED:
            kind = "signed_cents"
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
