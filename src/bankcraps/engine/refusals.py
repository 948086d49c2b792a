"""An ordinary "no": a value, with the rule behind it."""

from typing import Literal

import msgspec

from bankcraps.chips import Cents
from bankcraps.rulebook.schema import Rulebook
from bankcraps.rulebook.section import Section, clause_of

__all__ = ["Code", "Refusal", "no", "no_step"]

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
"""What sort of no it is, for programs."""


Step = Literal["offer", "choose", "away", "found", "lost"]
"""A step of the dice's procedure, which a rulebook cites."""


class Refusal(
    msgspec.Struct, frozen=True, kw_only=True, rename={"limit": "limit_cents", "offered": "offered_cents"}
):
    """Why an event may not happen. It changed nothing and cost nothing.

    Attributes:
        code: what sort of no.
        clause: the clause of the rulebook behind it, "convention" where the document is silent, or None where
            no book needs to say it (nobody can stake what they have not got).
        message: the reason for a person, with the limit and what was offered.
        limit, offered: those two as cents, where there are such.
    """

    code: Code
    message: str
    clause: str | None = None
    limit: Cents | None = None
    offered: Cents | None = None


def no(
    code: Code,
    message: str,
    section: Section | None = None,
    key: str = "",
    *,
    limit: int | None = None,
    offered: int | None = None,
) -> Refusal:
    """A refusal that cites one value of a section of the rulebook."""
    return Refusal(
        code=code,
        message=message,
        clause=section.clause(key) or None if section is not None else None,
        limit=None if limit is None else Cents(limit),
        offered=None if offered is None else Cents(offered),
    )


def no_step(book: Rulebook, step: Step, message: str, code: Code = "dice") -> Refusal:
    """A refusal that cites a step of the dice's procedure."""
    clause = book.dice.steps[step]
    return Refusal(code=code, clause=clause_of(clause), message=message)
