"""Disputes. A player raises one; the roles that the book names decide and review it, in that order."""

from typing import Final

from msgspec.structs import replace

from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.refusals import Refusal, Sentence, refuse
from bankcraps.game.engine.state import DisputeCase, Done, State
from bankcraps.game.rulebook.procedure import Crew
from bankcraps.game.rulebook.schema import Rulebook

LONGEST: Final = 200


def find_dispute(state: State, number: int) -> DisputeCase | None:
    """Return the dispute of that number, or None."""
    return next((dispute for dispute in state.floor.disputes if dispute.number == number), None)


def _deciders(book: Rulebook) -> list[Crew]:
    """Return the roles that decide, review and investigate disputes, in order."""
    return book.table.filled([*book.floor.disputes, *book.floor.investigated_by])


def decider(book: Rulebook, state: State, number: int) -> Crew:
    """Return the role whose turn it is to decide a dispute; for an unknown dispute, the first role."""
    dispute = find_dispute(state, number)
    who = _deciders(book)
    return who[min(dispute.stage, len(who) - 1)] if dispute else who[0]


def next_step(book: Rulebook, dispute: DisputeCase) -> tuple[str, str, str]:
    """Return what comes next for a dispute, the role whose turn it is, and the clause.

    The step is "decide", "investigate", or "ask_review" while it waits for the player to ask; all are empty
    once it is closed.
    """
    if dispute.closed:
        return "", "", ""
    due = _deciders(book)[dispute.stage]
    if _is_investigated(book, dispute):
        return "investigate" if dispute.asked else "ask_review", due, book.floor.clause("investigated_by")
    return "decide" if dispute.asked else "ask_review", due, book.floor.clause("disputes")


def _no_such_dispute(state: State, number: int) -> Refusal:
    raised = tuple(dispute.number for dispute in state.floor.disputes)
    says = "there is no dispute {number} (disputes: {raised})"
    return refuse("no_such_dispute", says, number=number, raised=raised)


def _with_dispute(state: State, dispute: DisputeCase) -> State:
    kept = tuple(other for other in state.floor.disputes if other.number != dispute.number)
    disputes = tuple(sorted((*kept, dispute), key=lambda one: one.number))
    return state.with_floor(disputes=disputes)


def judge_dispute(book: Rulebook, state: State, event: ev.Dispute) -> Refusal | None:
    """Refuse words that do not fit on one line of a record. The subject may be anything."""
    return bad_words("a dispute", event.about)


def bad_words(what: str, words: str) -> Refusal | None:
    """Refuse words that do not fit on one line of a record."""
    if words.strip() and words.isprintable() and len(words) <= LONGEST:
        return None
    says = "{what} must be one line of words, at most {longest} characters"
    return refuse("bad_words", says, what=what, longest=LONGEST)


def raise_dispute(book: Rulebook, state: State, event: ev.Dispute) -> Done:
    """Put the dispute before the first role that may decide."""
    number = len(state.floor.disputes) + 1
    before = _deciders(book)[0]
    by = event.by.person
    dispute = DisputeCase(number, by, event.about)
    return _with_dispute(state, dispute), [fx.DisputeRaised(number, by, event.about, before)]


def judge_decide(book: Rulebook, state: State, event: ev.Decide) -> Refusal | None:
    """Refuse a decision from any role but the one whose turn it is, or when no decision is asked for."""
    dispute = find_dispute(state, event.number)
    if dispute is None:
        return _no_such_dispute(state, event.number)
    who = _deciders(book)
    if not dispute.asked:
        says = "dispute {number} is already decided, and nobody asked for a review"
        return refuse("no_such_dispute", says, book.floor, "disputes", number=dispute.number)
    due = who[dispute.stage]
    if _is_investigated(book, dispute):
        says = "the decision of the {last:words} is final; the {due:words} investigates the complaint"
        last = who[dispute.stage - 1]
        return refuse("no_such_dispute", says, book.floor, "investigated_by", last=last, due=due)
    if event.by.role != due:
        says = "only the {due:words} may decide dispute {number} now"
        return refuse("not_your_act", says, book.floor, "disputes", due=due, number=dispute.number)
    return bad_words("a ruling", event.ruling)


def decide(book: Rulebook, state: State, event: ev.Decide) -> Done:
    """Record the ruling. The effect names the role that may review it, if there is one."""
    dispute = find_dispute(state, event.number)
    assert dispute is not None
    stage = dispute.stage + 1
    who = _deciders(book)
    closed = stage == len(who)
    after = replace(dispute, stage=stage, asked=False, ruling=event.ruling, closed=closed)
    above = "" if closed else who[stage]
    return _with_dispute(state, after), [fx.DisputeDecided(event.number, event.ruling, above)]


def _is_investigated(book: Rulebook, dispute: DisputeCase) -> bool:
    """Whether what comes next for a dispute is an investigation."""
    return dispute.stage >= len(book.floor.disputes)


def judge_investigate(book: Rulebook, state: State, event: ev.Investigate) -> Refusal | None:
    """Refuse unless the dispute has its last decision and the player asked for an investigation."""
    dispute = find_dispute(state, event.number)
    if dispute is None:
        return _no_such_dispute(state, event.number)
    if not dispute.asked or not _is_investigated(book, dispute):
        says = "nobody asked for dispute {number} to be investigated"
        return refuse("no_such_dispute", says, book.floor, "investigated_by", number=dispute.number)
    return bad_words("a finding", event.finding)


def investigate(book: Rulebook, state: State, event: ev.Investigate) -> Done:
    """Close the dispute. The decision stands."""
    dispute = find_dispute(state, event.number)
    assert dispute is not None
    after = replace(dispute, stage=dispute.stage + 1, asked=False, closed=True)
    return _with_dispute(state, after), [fx.DisputeInvestigated(event.number, event.finding)]


def no_review(book: Rulebook) -> Refusal | None:
    """Refuse a review if no role is above the one that decides."""
    return None if len(_deciders(book)) > 1 else _final(book)


def _final(book: Rulebook) -> Refusal:
    last = book.table.filled(book.floor.disputes)[-1]
    return refuse(
        "no_such_dispute", "the decision of the {last:words} is final", book.floor, "disputes", last=last
    )


def judge_review(book: Rulebook, state: State, event: ev.AskReview) -> Refusal | None:
    """Refuse unless the dispute is decided and a role above is left.

    Anybody may ask for a review, but only the player who raised the dispute for an investigation.
    """
    dispute = find_dispute(state, event.number)
    if dispute is None:
        return _no_such_dispute(state, event.number)
    if dispute.closed:
        return _final(book)
    if _is_investigated(book, dispute) and event.by.person != dispute.by:
        says = "only {name:who}, who raised dispute {number}, may ask for an investigation"
        says = Sentence(says, name=dispute.by, number=dispute.number)
        return refuse("not_your_act", says, book.floor, "investigated_by")
    if dispute.asked:
        due = _deciders(book)[dispute.stage]
        says = "dispute {number} is already waiting for the {due:words}"
        return refuse("no_such_dispute", says, book.floor, "disputes", number=dispute.number, due=due)
    return None


def ask_review(book: Rulebook, state: State, event: ev.AskReview) -> Done:
    """Put a decided dispute before the next role."""
    dispute = find_dispute(state, event.number)
    assert dispute is not None
    after = replace(dispute, asked=True)
    before = _deciders(book)[dispute.stage]
    return _with_dispute(state, after), [fx.DisputeReferred(event.number, before)]
