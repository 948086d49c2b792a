"""Disputes: raised by a player, decided by those the book names, in their order."""

from typing import Final

from msgspec.structs import replace

from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.refusals import Refusal, no
from bankcraps.engine.shooter.turns import Done
from bankcraps.engine.state import DisputeCase, State
from bankcraps.rulebook.schema import Rulebook

LONGEST: Final = 200


def find_dispute(state: State, number: int) -> DisputeCase | None:
    """The dispute of that number."""
    return next((dispute for dispute in state.floor.disputes if dispute.number == number), None)


def _deciders(book: Rulebook) -> list[str]:
    """Who decides, and who reviews that, in their order."""
    return book.table.filled(book.floor.disputes)


def decider(book: Rulebook, state: State, number: int) -> str:
    """Before whom a dispute lies; the first of them where there is no such dispute."""
    dispute = find_dispute(state, number)
    who = _deciders(book)
    return who[min(dispute.stage, len(who) - 1)] if dispute else who[0]


def _none(state: State, number: int) -> Refusal:
    raised = ", ".join(str(dispute.number) for dispute in state.floor.disputes) or "none"
    return no("no_such_dispute", f"there is no dispute {number} (raised: {raised})")


def _changed(state: State, dispute: DisputeCase) -> State:
    kept = tuple(other for other in state.floor.disputes if other.number != dispute.number)
    disputes = tuple(sorted((*kept, dispute), key=lambda one: one.number))
    return state.with_floor(disputes=disputes)


def judge_dispute(book: Rulebook, state: State, event: ev.Dispute) -> Refusal | None:
    """Anything may be disputed, in words that a record can hold."""
    return _not_words("a dispute", event.about)


def _not_words(what: str, words: str) -> Refusal | None:
    if words.strip() and words.isprintable() and len(words) <= LONGEST:
        return None
    return no("bad_words", f"{what} is put in one line of words, of at most {LONGEST} characters")


def raise_dispute(book: Rulebook, state: State, event: ev.Dispute) -> Done:
    """Put it to the first who may decide."""
    number = len(state.floor.disputes) + 1
    before = _deciders(book)[0]
    by = event.by.person
    dispute = DisputeCase(number, by, event.about)
    return _changed(state, dispute), [fx.DisputeRaised(number, by, event.about, before)]


def judge_decide(book: Rulebook, state: State, event: ev.Decide) -> Refusal | None:
    """Only whoever it lies before decides it."""
    dispute = find_dispute(state, event.number)
    if dispute is None:
        return _none(state, event.number)
    who = _deciders(book)
    if not dispute.asked:
        message = f"dispute {dispute.number} is decided, and nobody asked for a review"
        return no("no_such_dispute", message, book.floor, "disputes")
    due = who[dispute.stage]
    if event.by.role != due:
        return no("not_your_act", f"dispute {dispute.number} lies before the {due}", book.floor, "disputes")
    return _not_words("a ruling", event.ruling)


def decide(book: Rulebook, state: State, event: ev.Decide) -> Done:
    """Write the ruling down, and say who could still be asked."""
    dispute = find_dispute(state, event.number)
    assert dispute is not None
    stage = dispute.stage + 1
    who = _deciders(book)
    closed = stage == len(who)
    after = replace(dispute, stage=stage, asked=False, ruling=event.ruling, closed=closed)
    above = "" if closed else who[stage]
    return _changed(state, after), [fx.DisputeDecided(event.number, event.ruling, above)]


def judge_review(book: Rulebook, state: State, event: ev.AskReview) -> Refusal | None:
    """Whoever raised it may take it further, once it is decided, while there is somebody above."""
    dispute = find_dispute(state, event.number)
    if dispute is None:
        return _none(state, event.number)
    if event.by.person != dispute.by:
        return no("not_your_act", f"dispute {dispute.number} is {dispute.by}'s", book.floor, "disputes")
    if dispute.closed:
        final = _deciders(book)[-1]
        return no("no_such_dispute", f"the word of the {final} is final", book.floor, "disputes")
    if dispute.asked:
        due = _deciders(book)[dispute.stage]
        return no(
            "no_such_dispute", f"dispute {dispute.number} already waits for the {due}", book.floor, "disputes"
        )
    return None


def ask_review(book: Rulebook, state: State, event: ev.AskReview) -> Done:
    """Put it to the next above."""
    dispute = find_dispute(state, event.number)
    assert dispute is not None
    after = replace(dispute, asked=True)
    before = _deciders(book)[dispute.stage]
    return _changed(state, after), [fx.DisputeReferred(event.number, before)]
