"""Refusals: ordinary values that say why an event was not allowed, and which rule forbids it."""

from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec

from bankcraps.game.chips import Cents
from bankcraps.game.engine.sentence import Part, Sentence
from bankcraps.game.rulebook.procedure import DiceStep
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.rulebook.section import Section, clause_of
from bankcraps.game.wagers import Wager

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
