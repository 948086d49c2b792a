"""The acts of those in charge: signs and limits, closing, invalid games, void wagers, people sent away."""

from typing import Literal

from msgspec.structs import replace

from bankcraps.chips import is_sum, printed
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.actor import ROLES
from bankcraps.engine.floor.players import NAME, gone
from bankcraps.engine.refusals import Refusal, no
from bankcraps.engine.shooter.turns import Done
from bankcraps.engine.state import Seat, Sign, State
from bankcraps.engine.wagering.spots import odds_on
from bankcraps.engine.wagering.taking_down import clear
from bankcraps.rulebook.schema import Rulebook

MINUTE = 60


def _known(state: State, name: str) -> Refusal | None:
    return None if state.seat(name) else no("not_seated", f"{name} is not at this table")


def _reason(book: Rulebook, given: str, reasons: dict[str, str], key: str, act: str) -> Refusal | None:
    if given in reasons:
        return None
    known = ", ".join(reasons) or "none"
    return no(
        "no_such_reason", f"{given!r} is no reason to {act} here; the reasons are {known}", book.floor, key
    )


# Signs, limits, closing.


def judge_sign(book: Rulebook, state: State, event: ev.PostSign) -> Refusal | None:
    """A sign starts a clock, so it needs a time."""
    if event.at is None:
        key = "notice" if event.limits else "closing_notice"
        return no("needs_time", "a notice runs from a time; say when, such as @14:05", book.floor, key)
    problem = event.limits.problem(state.floor.chip) if event.limits else ""
    return no("bad_amount", problem) if problem else None


def post_sign(book: Rulebook, state: State, event: ev.PostSign) -> Done:
    """Put the sign up in place of one about the same thing."""
    assert event.at is not None
    about = "limits" if event.limits else "closing"
    others = tuple(sign for sign in state.floor.signs if sign.about != about)
    signs = (*others, Sign(about, event.at, event.limits))
    minutes = book.floor.notice if event.limits else book.floor.closing_notice
    due = event.at + minutes * MINUTE
    return state.with_floor(signs=signs), [fx.SignPosted(about, due, event.limits)]


def _not_noticed(
    book: Rulebook, key: Literal["notice", "closing_notice"], sign: Sign | None, at: int | None, act: str
) -> Refusal | None:
    minutes: int = getattr(book.floor, key)
    if not minutes:
        return None
    if sign is None:
        return no("needs_notice", f"{act} needs a sign {minutes} minutes before", book.floor, key)
    if at is None:
        return no("needs_time", f"{act} waits on a notice; say when, such as @14:05", book.floor, key)
    if at - sign.posted >= minutes * MINUTE:
        return None
    waited = (at - sign.posted) // MINUTE
    message = f"{act} needs a sign {minutes} minutes before, and it has stood {waited}"
    return no("needs_notice", message, book.floor, key)


def judge_limits(book: Rulebook, state: State, event: ev.SetLimits) -> Refusal | None:
    """Limits change at once, but for a higher minimum, which was announced in time."""
    problem = event.limits.problem(state.floor.chip)
    if problem:
        return no("bad_amount", problem)
    if event.limits.minimum <= state.floor.limits.minimum:
        return None
    minimum = event.limits.minimum
    signs = (s for s in state.floor.signs if s.limits and s.limits.minimum == minimum)
    act = f"a higher minimum of {printed(minimum)}"
    return _not_noticed(book, "notice", next(signs, None), event.at, act)


def set_limits(book: Rulebook, state: State, event: ev.SetLimits) -> Done:
    """Change the sign; wagers that stand, stand."""
    signs = tuple(sign for sign in state.floor.signs if sign.about != "limits")
    return state.with_floor(limits=event.limits, signs=signs), [fx.LimitsSet(event.limits)]


def judge_own_limits(book: Rulebook, state: State, event: ev.OwnLimits) -> Refusal | None:
    """One player may be given a sign of their own, where the book allows it."""
    problem = event.limits.problem(state.floor.chip)
    if not book.floor.own_limits:
        return no("not_your_act", "this house gives nobody limits of their own", book.floor, "own_limits")
    if problem:
        return no("bad_amount", problem)
    most = state.floor.limits.maximum
    if event.limits.maximum < most:
        message = f"limits of one's own let a player bet more than the table's {printed(most)}, not less"
        return no("bad_amount", message, book.floor, "own_limits", limit=most, offered=event.limits.maximum)
    return _known(state, event.player)


def own_limits(book: Rulebook, state: State, event: ev.OwnLimits) -> Done:
    """Put the sign before the player."""
    seat = replace(state.seated(event.player), limits=event.limits)
    return state.with_seat(seat), [fx.LimitsSet(event.limits, event.player)]


def judge_close(book: Rulebook, state: State, event: ev.Close) -> Refusal | None:
    """Closing before players' eyes was announced in time."""
    if state.floor.closed:
        return no("table_closed", "the table is closed already", book.floor, "closing_notice")
    if not state.seats:
        return None
    sign = next((sign for sign in state.floor.signs if sign.about == "closing"), None)
    return _not_noticed(book, "closing_notice", sign, event.at, "closing the table")


def close(book: Rulebook, state: State, event: ev.Close) -> Done:
    """Take no more wagers; the dice go on only until those that stand are decided."""
    return state.with_floor(closed=True, signs=()), [fx.TableClosed()]


# Tokens.


def judge_token(book: Rulebook, state: State, event: ev.IssueToken) -> Refusal | None:
    """Where tokens are taken, for a sum that could be staked."""
    if not book.betting.tokens:
        return no("token", "this house takes no tokens", book.betting, "tokens")
    if not is_sum(event.amount) or event.amount % state.floor.chip:
        message = f"a token is worth whole chips of {printed(state.floor.chip)}, not {printed(event.amount)}"
        return no("bad_amount", message, limit=state.floor.chip, offered=event.amount)
    return _known(state, event.player)


def issue_token(book: Rulebook, state: State, event: ev.IssueToken) -> Done:
    """Give it to the player."""
    seat = state.seated(event.player)
    after = replace(seat, tokens=tuple(sorted((*seat.tokens, event.amount))))
    return state.with_seat(after), [fx.TokenIssued(event.player, event.amount)]


# Invalid games, void wagers, people.


def judge_invalidate(book: Rulebook, state: State, event: ev.Invalidate) -> Refusal | None:
    """For a reason the book knows; wagers are forfeited only by the guilty of what the book names."""
    refused = _reason(
        book, event.reason, book.floor.invalidate_for, "invalidate_for", "declare a game invalid"
    )
    if refused:
        return refused
    if event.guilty and event.reason not in book.floor.forfeit_for:
        message = f"wagers are refunded after {event.reason}; nobody forfeits theirs"
        return no("no_such_reason", message, book.floor, "forfeit_for")
    return next((refused for name in event.guilty if (refused := _known(state, name))), None)


def invalidate(book: Rulebook, state: State, event: ev.Invalidate) -> Done:
    """Every wager standing comes back, but for those of the guilty; the puck goes off."""
    happened: list[fx.Effect] = [fx.GameInvalid(event.reason)]
    for seat in state.seats:
        if seat.name in event.guilty:
            state, taken = _forfeit(state, seat)
        else:
            state, taken = clear(book, state, seat, seat.wagers, "invalid")
        happened += taken
    return replace(state, puck=0, out=False, thrown=False), happened


def _forfeit(state: State, seat: Seat) -> Done:
    happened: list[fx.Effect] = [fx.Forfeited(seat.name, s.wager, s.amount, s.token) for s in seat.wagers]
    lost = seat.at_risk
    return state.with_seat(replace(seat, wagers=()), lost), happened


def judge_void(book: Rulebook, state: State, event: ev.VoidWager) -> Refusal | None:
    """A wager that stands, for a reason the book knows."""
    refused = _reason(book, event.reason, book.floor.void_for, "void_for", "void a wager")
    refused = refused or _known(state, event.player)
    if refused:
        return refused
    if state.seated(event.player).on(event.wager) is None:
        return no("not_standing", f"{event.player} has nothing on {event.wager.name}")
    return None


def void(book: Rulebook, state: State, event: ev.VoidWager) -> Done:
    """Give the stake back, and with a flat wager its odds."""
    seat = state.seated(event.player)
    standing = seat.on(event.wager)
    odds = odds_on(seat, event.wager)
    going = tuple(wager for wager in (odds, standing) if wager is not None)
    return clear(book, state, seat, going, "void")


def judge_exclude(book: Rulebook, state: State, event: ev.Exclude) -> Refusal | None:
    """For a reason the book knows; whether or not they are at the table."""
    if event.player in state.floor.excluded:
        return no("excluded", f"{event.player} is excluded already")
    return _nameless(event.player) or _reason(
        book, event.reason, book.floor.exclude_for, "exclude_for", "exclude a person"
    )


def exclude(book: Rulebook, state: State, event: ev.Exclude) -> Done:
    """Send the person away: what stands of theirs is given back, and their chips cashed."""
    state = state.with_floor(excluded=tuple(sorted((*state.floor.excluded, event.player))))
    happened: list[fx.Effect] = [fx.Excluded(event.player, event.reason)]
    seat = state.seat(event.player)
    if seat is None:
        return state, happened
    state, returned = clear(book, state, seat, seat.wagers, "void")
    return gone(book, state, event.player, happened + returned)


def judge_vacate(book: Rulebook, state: State, event: ev.Vacate) -> Refusal | None:
    """A place is asked for only at a full table, after enough rounds without a wager."""
    refused = _known(state, event.player)
    if refused:
        return refused
    rounds, seat = book.floor.idle_rounds, state.seated(event.player)
    if not rounds:
        return no("not_idle", "this house asks nobody for a place", book.floor, "idle_rounds")
    if len(state.seats) < book.table.places:
        return no("not_idle", "there are free places", book.floor, "idle_rounds")
    if seat.idle < rounds:
        message = f"{seat.name} has sat out {max(0, seat.idle)} rounds of {rounds}"
        return no("not_idle", message, book.floor, "idle_rounds")
    return None


def vacate(book: Rulebook, state: State, event: ev.Vacate) -> Done:
    """Cash the player out."""
    return gone(book, state, event.player, [])


def _nameless(name: str) -> Refusal | None:
    """Why nobody is called that: those who are not at the table have a name all the same."""
    if NAME.fullmatch(name) and name not in ROLES:
        return None
    message = f"a person goes by one word of letters, such as Ann, and not by a role; {name!r} will not do"
    return no("bad_name", message)


def judge_warn(book: Rulebook, state: State, event: ev.Warn) -> Refusal | None:
    """For a breach the book knows; of anyone, a spectator too."""
    refused = None if event.player in ROLES else _nameless(event.player)
    return refused or _reason(book, event.reason, book.floor.breaches, "breaches", "warn anybody")


def warn(book: Rulebook, state: State, event: ev.Warn) -> Done:
    """Note it."""
    clause = book.floor.breaches[event.reason]
    return state, [fx.Warned(event.player, event.reason, clause)]
