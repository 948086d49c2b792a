"""The acts of supervisors: post notices, set limits, close the table, void wagers, exclude players."""

from typing import Final, Literal

from msgspec.structs import replace

from bankcraps.game.chips import Cents, is_sum
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import ROLES
from bankcraps.game.engine.floor.disputes import bad_words
from bankcraps.game.engine.floor.players import bad_chip_amount, bad_name, not_seated, remove_player
from bankcraps.game.engine.limits import Limits
from bankcraps.game.engine.refusals import Refusal, Sentence, refuse, unless
from bankcraps.game.engine.shooter.turns import end_hand, holder, open_betting
from bankcraps.game.engine.state import Done, Floor, Sign, State
from bankcraps.game.engine.wagering.betting import no_tokens, over_most
from bankcraps.game.rulebook.procedure import Crew
from bankcraps.game.rulebook.schema import Rulebook

MINUTE = 60

_USUAL_TIME: Final = (14 * 60 + 5) * MINUTE
"""Five past two: the example time in refusals, unless the table's clock is later."""


_ACTS: Final = {
    "void_for": "void a wager",
    "exclude_for": "exclude a person",
    "breaches": "warn somebody",
    "invalidate_for": "declare a game invalid",
}
"""The act that each list of reasons is for."""

RULED_OUT: Final = {
    "own_limits": unless(
        "floor", "own_limits", "not_your_act", "this house sets no limits for single players"
    ),
    "idle_rounds": unless("floor", "idle_rounds", "not_idle", "this house asks no player to give up a place"),
    **{
        key: unless("floor", key, "no_such_reason", f"this house lists no reason to {act}")
        for key, act in _ACTS.items()
    },
}
"""Refuse an act for which the book has no value, such as a list of reasons, by the key of the value."""


def unknown_reason(book: Rulebook, given: str, key: str) -> Refusal | None:
    """Refuse a reason that the book does not list under this key of the floor."""
    reasons: dict[str, str] = getattr(book.floor, key)
    if given in reasons:
        return None
    act = _ACTS[key]
    says = "{given!r} is not a reason to {act} in this house; the reasons are {reasons}"
    refused = RULED_OUT[key](book)
    return refused or refuse(
        "no_such_reason", says, book.floor, key, given=given, act=act, reasons=tuple(reasons)
    )


# Notices, limits, closing.


def judge_sign(book: Rulebook, state: State, event: ev.PostSign) -> Refusal | None:
    """Refuse a notice without a time, because its waiting period starts then. Refuse impossible limits."""
    if event.at is None:
        key = "notice" if event.limits else "closing_notice"
        says = "a notice needs a time, such as @{time:clock}"
        return refuse("needs_time", says, book.floor, key, time=_not_before(_USUAL_TIME, state.floor))
    impossible = _impossible(state, event.limits) if event.limits else None
    if impossible:
        return impossible
    earliest = _earliest(book, event, event.at)
    if event.proposed is None or earliest <= event.proposed <= ev.LATEST:
        return None
    key = "notice" if event.limits else "closing_notice"
    says = "the sign must name a time from {earliest:clock} on, not {proposed:clock}"
    return refuse("needs_notice", says, book.floor, key, earliest=earliest, proposed=event.proposed)


def _not_before(time: int, floor: Floor) -> int:
    """The later of a time and the table's clock, in seconds."""
    return max(time, floor.clock or 0)


def _earliest(book: Rulebook, event: ev.PostSign, at: int) -> int:
    """The earliest time that a sign posted now may announce, in seconds."""
    minutes = book.floor.notice if event.limits else book.floor.closing_notice
    return at + minutes * MINUTE


def post_sign(book: Rulebook, state: State, event: ev.PostSign) -> Done:
    """Post the notice. It replaces an earlier notice of the same sort."""
    assert event.at is not None
    about = "limits" if event.limits else "closing"
    others = tuple(sign for sign in state.floor.signs if sign.about != about)
    due = _earliest(book, event, event.at) if event.proposed is None else event.proposed
    signs = (*others, Sign(about, event.at, event.limits, due))
    return state.with_floor(signs=signs), [fx.SignPosted(about, due, event.limits)]


def _notice_missing(
    book: Rulebook,
    floor: Floor,
    key: Literal["notice", "closing_notice"],
    sign: Sign | None,
    at: int | None,
    act: Sentence,
) -> Refusal | None:
    minutes: int = getattr(book.floor, key)
    if not minutes:
        return None
    if sign is None:
        says = "{act} needs a sign posted {minutes} minutes before"
        return refuse("needs_notice", says, book.floor, key, act=act, minutes=minutes)
    due = max(sign.due, sign.posted + minutes * MINUTE)
    if at is None:
        says = "{act} depends on a notice and needs a time, such as @{time:clock}"
        return refuse("needs_time", says, book.floor, key, act=act, time=_not_before(due, floor))
    waited = (at - sign.posted) // MINUTE
    if at >= due:
        return None
    if waited >= minutes:
        says = "{act} is announced for {due:clock}, not for {at:clock}"
        return refuse("needs_notice", says, book.floor, key, act=act, due=sign.due, at=at)
    says = "{act} needs a sign posted {minutes} minutes before; the sign has stood for {waited} of them"
    return refuse("needs_notice", says, book.floor, key, act=act, minutes=minutes, waited=waited)


def judge_limits(book: Rulebook, state: State, event: ev.SetLimits) -> Refusal | None:
    """Refuse to raise the minimum before its notice has stood long enough. Other changes need no notice."""
    minimum = state.floor.limits.minimum
    return _impossible(state, event.limits) or _higher_minimum(book, state, event.limits, minimum, event.at)


def _impossible(state: State, limits: Limits) -> Refusal | None:
    """Refuse limits that no table could have."""
    problem = limits.problem(state.floor.chip)
    return refuse("bad_amount", "{problem}", problem=problem) if problem else None


def _higher_minimum(book: Rulebook, state: State, limits: Limits, now: int, at: int | None) -> Refusal | None:
    """Refuse to raise a minimum before a sign with it has stood long enough."""
    minimum = limits.minimum
    if minimum <= now:
        return None
    signs = (s for s in state.floor.signs if s.limits and s.limits.minimum == minimum)
    act = Sentence("a higher minimum of {minimum:$}", minimum=minimum)
    return _notice_missing(book, state.floor, "notice", next(signs, None), at, act)


def set_limits(book: Rulebook, state: State, event: ev.SetLimits) -> Done:
    """Change the table's limits. Wagers on the layout stay as they are.

    The sign that announced the change comes down. One whose limits are still to come stays.
    """
    now = state.floor.limits
    signs = tuple(sign for sign in state.floor.signs if not _carried_out(sign, now, event.limits))
    return state.with_floor(limits=event.limits, signs=signs), [fx.LimitsSet(event.limits)]


def _carried_out(sign: Sign, old: Limits, new: Limits) -> bool:
    """Whether a sign announced this change of limits."""
    if sign.limits is None:
        return False
    raised_as_announced = old.minimum < new.minimum == sign.limits.minimum
    return raised_as_announced or new == sign.limits


def judge_own_limits(book: Rulebook, state: State, event: ev.OwnLimits) -> Refusal | None:
    """Refuse if the book does not allow it, or the maximum is below the table's.

    A minimum above the sign's, and above the player's own, needs the notice that the table's would need.
    """
    refused = RULED_OUT["own_limits"](book) or _impossible(state, event.limits)
    if refused:
        return refused
    most = state.floor.limits.maximum
    if event.limits.maximum < most:
        says = "a player's own maximum must be at least the table's {limit:$}"
        return refuse("bad_amount", says, book.floor, "own_limits", limit=most, offered=event.limits.maximum)
    seat = state.seat(event.player)
    if seat is None:
        return not_seated(state, event.player)
    now = max(state.floor.limits.minimum, seat.limits.minimum if seat.limits else 0)
    return _higher_minimum(book, state, event.limits, now, event.at) if book.edition > 1 else None


def own_limits(book: Rulebook, state: State, event: ev.OwnLimits) -> Done:
    """Set the player's own limits."""
    seat = replace(state.seated(event.player), limits=event.limits)
    return state.with_seat(seat), [fx.LimitsSet(event.limits, event.player)]


def judge_close(book: Rulebook, state: State, event: ev.Close) -> Refusal | None:
    """Refuse to close before the notice has stood long enough. An empty table needs no notice."""
    if state.floor.closed:
        return refuse("table_closed", "the table is already closed", book.floor, "closing_notice")
    if not state.seats:
        return None
    sign = next((sign for sign in state.floor.signs if sign.about == "closing"), None)
    return _notice_missing(book, state.floor, "closing_notice", sign, event.at, Sentence("closing the table"))


def close(book: Rulebook, state: State, event: ev.Close) -> Done:
    """Close the table: take no more wagers. The dice are thrown until the wagers left are decided."""
    return state.with_floor(closed=True, signs=()), [fx.TableClosed()]


# Tokens.


def judge_token(book: Rulebook, state: State, event: ev.IssueToken) -> Refusal | None:
    """Refuse if the house takes no tokens, or the amount cannot be bet in chips."""
    refused = no_tokens(book)
    if refused:
        return refused
    if not is_sum(event.amount) or event.amount % state.floor.chip:
        chip = state.floor.chip
        says = "a token must be a multiple of the smallest chip, {limit:$}, not {offered:$}"
        return refuse("bad_amount", says, limit=chip, offered=event.amount)
    return not_seated(state, event.player) or over_most(state.seated(event.player), event.amount)


def issue_token(book: Rulebook, state: State, event: ev.IssueToken) -> Done:
    seat = state.seated(event.player)
    after = replace(seat, tokens=tuple(sorted((*seat.tokens, event.amount))))
    return state.with_seat(after), [fx.TokenIssued(event.player, event.amount)]


# People.


def judge_exclude(book: Rulebook, state: State, event: ev.Exclude) -> Refusal | None:
    """Refuse a reason the book does not list, and a shooter whose dice are in the air.

    The person need not be at the table. Somebody who is excluded already, and has no wagers left there, is
    sent away by another order.
    """
    seat = state.seat(event.player)
    if event.player in state.floor.excluded and (seat is None or seat.wagers):
        return refuse("excluded", "{name:is} already excluded", name=event.player)
    refused = bad_name(event.player) or unknown_reason(book, event.reason, "exclude_for")
    if refused is None and state.thrown and not state.by_stick and event.player == holder(state):
        return refuse("dice", "{name:cannot} be excluded yet: the dice are in the air", name=event.player)
    return refused


def exclude(book: Rulebook, state: State, event: ev.Exclude) -> Done:
    """Bar the person from playing on. Their wagers stay until they are decided or voided.

    A person without wagers leaves at once; the others may leave when theirs are gone. A shooter passes the
    dice.
    """
    state = state.with_floor(excluded=tuple(sorted({*state.floor.excluded, event.player})))
    effects: list[fx.Effect] = [fx.Excluded(event.player, event.reason)]
    seat = state.seat(event.player)
    if seat is None:
        return state, effects
    if not seat.wagers:
        return remove_player(book, state, event.player, effects)
    if state.turn.held and state.turn.start == seat.place:
        state, passed = end_hand(book, state, "excluded")
        state, opened = open_betting(state)
        effects += [*passed, *opened]
    if state.turn.offered == seat.place:
        state = replace(state, turn=replace(state.turn, offered=0))
    return state, effects


def judge_vacate(book: Rulebook, state: State, event: ev.Vacate) -> Refusal | None:
    """Refuse unless the table is full and the player has not wagered for enough rounds.

    A player who has the dice stays while these are in the air, as with `judge_leave`.
    """
    refused = not_seated(state, event.player) or RULED_OUT["idle_rounds"](book)
    if refused:
        return refused
    rounds, seat = book.floor.idle_rounds, state.seated(event.player)
    if len(state.seats) < book.table.places:
        return refuse(
            "not_idle", "nobody has to give up a place while others are free", book.floor, "idle_rounds"
        )
    if seat.idle < rounds:
        says = "{name:has} sat out {idle} rounds, and {rounds} are needed"
        says = Sentence(says, name=seat.name, idle=max(0, seat.idle), rounds=rounds)
        return refuse("not_idle", says, book.floor, "idle_rounds")
    if state.thrown and event.player == holder(state):
        says = "{name:cannot} give up the place yet: the dice are in the air"
        return refuse("dice", says, name=event.player)
    return None


def vacate(book: Rulebook, state: State, event: ev.Vacate) -> Done:
    """Cash the player out and free the place."""
    return remove_player(book, state, event.player, [])


def judge_warn(book: Rulebook, state: State, event: ev.Warn) -> Refusal | None:
    """Refuse a breach the book does not list. Anybody may be warned, spectators too."""
    refused = None if event.player in ROLES else bad_name(event.player)
    refused = refused or unknown_reason(book, event.reason, "breaches")
    return refused or _not_bound(book, event)


def _not_bound(book: Rulebook, event: ev.Warn) -> Refusal | None:
    """Refuse a warning to a person not bound by that rule of conduct."""
    binds = book.floor.binds.get(event.reason, "anyone")
    staff = event.player in ROLES and event.player not in ("dice", "inspector")
    if binds == "anyone" or (staff if binds == "staff" else event.player not in ROLES):
        return None
    whom = "the casino's staff, by their role" if binds == "staff" else "players and spectators"
    reason = event.reason.replace("_", " ")
    says = Sentence(
        "{reason} is a rule for {whom}, not for {name:who}", reason=reason, whom=whom, name=event.player
    )
    return refuse("no_such_reason", says, book.floor, f"binds.{event.reason}")


def warn(book: Rulebook, state: State, event: ev.Warn) -> Done:
    """Record the warning. It changes nothing at the table."""
    clause = book.floor.breaches[event.reason]
    return state, [fx.Warned(event.player, event.reason, clause)]


# Awards: a ruling moves chips between the house and a player's rail.


PAYERS: Final[tuple[Crew, ...]] = ("boxperson", "dealer")
"""The roles that pay wagers, and so may put right what they paid."""

_BY_CONVENTION: Final = "convention"
"""The source for what the crew who pay put right: no document speaks of a wrong pay."""


def judge_award(book: Rulebook, state: State, event: ev.Award) -> Refusal | None:
    """Refuse a sum that chips cannot make up, more than lies in the rail, and the actor's own seat.

    A player may not have more than `LARGEST` after it either.
    """
    sum_: int = abs(event.amount) if type(event.amount) is int else event.amount
    refused = bad_chip_amount(state, sum_, "awarded or taken back") or not_seated(state, event.player)
    if refused is not None:
        return refused
    if event.by.person == event.player:
        says = "{name:plays} here: somebody else has to rule what {name:is} paid"
        return refuse("not_your_act", says, book.floor, "disputes", name=event.player)
    seat = state.seated(event.player)
    rail = seat.rail
    if event.amount < -rail:
        says = "{name:has} only {limit:$} in the rail: no more can be taken back than lies there"
        return refuse("not_enough_chips", says, limit=rail, offered=-event.amount, name=event.player)
    return over_most(seat, event.amount) or bad_words("a reason", event.why)


def award(book: Rulebook, state: State, event: ev.Award) -> Done:
    """Move the chips. The bank pays them, or has them back."""
    seat = state.seated(event.player)
    after = replace(seat, rail=Cents(seat.rail + event.amount))
    rules = event.by.role in book.table.filled(book.floor.disputes)
    clause = book.floor.clause("disputes") if rules else _BY_CONVENTION
    return state.with_seat(after, -event.amount), [fx.Awarded(seat.name, event.amount, event.why, clause)]
