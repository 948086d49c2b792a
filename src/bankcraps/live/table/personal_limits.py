"""Limits that people set for themselves: a loss limit, a session clock, a time-out.

A limit that gets tighter counts at once. One that gets looser counts a day later, so that nobody lifts a
limit in the heat of play. A loss limit is for a day, from midnight UTC. Wagers that stand are decided as ever
and may come down, and everybody may leave.
"""

from datetime import UTC, datetime
from typing import Final

import msgspec
from msgspec.structs import replace

from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, money
from bankcraps.game.engine import events as ev
from bankcraps.live.log.settings import DAY_MS

LATE_LIMIT: Final = "limits that the player has set do not allow this wager any more: turn it down"
"""Said to the crew who confirm a late wager, as the sums are the player's own business."""

PAUSE_MS: Final = 30 * 60 * 1000
"""A pause of this length ends a session, in milliseconds."""

_CENTS: Final = {name: f"{name}_cents" for name in ("loss", "worth", "may_buy", "may_risk", "keep")}
_MINUTE_MS: Final = 60_000
NOTHING: Final = Cents(0)
_LONGEST_TIME_OUT_MS: Final = 366 * DAY_MS
_MOST: Final = 10**12


class PersonalLimits(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, rename=_CENTS
):
    """The limits that a person sets for themselves.

    Attributes:
        loss: the most they may lose in a day, in cents, at all tables together; None for no limit.
        session_minutes: the longest they may play without a pause of half an hour; None for no limit.
        time_out_until: they do not play until then, in milliseconds since 1970; 0 for no time-out.
    """

    loss: Cents | None = None
    session_minutes: int | None = None
    time_out_until: int = 0


class KeptLimits(msgspec.Struct, frozen=True, omit_defaults=True, rename=_CENTS):
    """A person's limits, with the data to keep them. The server stores it with the account, as JSON.

    Attributes:
        limits: the limits that count now.
        later, later_at: looser limits that count from a time on, in milliseconds since 1970; or None.
        day: the day for which `worth` holds, in days since 1970.
        worth: the sum that the person had at the beginning of that day in cents: in the wallet and at all
            tables.
        began: when the session began, in milliseconds since 1970.
        played_at: when the person last bet or bought chips.
    """

    limits: PersonalLimits = PersonalLimits()
    later: PersonalLimits | None = None
    later_at: int = 0
    day: int = 0
    worth: Cents = Cents(0)
    began: int = 0
    played_at: int = 0


class Allowance(msgspec.Struct, frozen=True, omit_defaults=True, rename=_CENTS):
    """The remaining allowance under a person's own limits.

    Attributes:
        may_buy: for how much they may still buy chips today, in cents; None for no limit.
        may_risk: the sum that they may still bet, with commission, in cents; None for no limit.
        session_until: when their session ends, in milliseconds since 1970; None for no limit.
        time_out_until: until when they do not play; 0 for no time-out.
        keep: the sum that the wallet must keep in cents, so that no two tables sell the same chips; 0 for
            nothing.
    """

    may_buy: Cents | None = None
    may_risk: Cents | None = None
    session_until: int | None = None
    time_out_until: int = 0
    keep: Cents = Cents(0)


class LimitsNow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A person's own limits as they stand.

    Attributes:
        limits: the limits that count now.
        later, later_at: looser limits that count from a time on, in milliseconds since 1970; or None.
        left: the sums that they leave now.
    """

    limits: PersonalLimits
    later: PersonalLimits | None = None
    later_at: int = 0
    left: Allowance = Allowance()

    @property
    def latest(self) -> PersonalLimits:
        """The limits that the person asked for last. A change of one of them starts from these."""
        return self.later or self.limits


def in_force(kept: KeptLimits, now: int) -> PersonalLimits:
    """Return the limits that count at a time, in milliseconds since 1970."""
    later = kept.later
    return later if later is not None and now >= kept.later_at else kept.limits


def _without_past(limits: PersonalLimits, now: int) -> PersonalLimits:
    return replace(limits, time_out_until=0) if limits.time_out_until <= now else limits


def change(kept: KeptLimits, wanted: PersonalLimits, now: int) -> KeptLimits:
    """Return the kept data after a person asks for other limits. The latest request replaces earlier ones.

    Raises:
        BankcrapsError: if a limit is below zero or too large, or a time-out is longer than a year.
    """
    _check(wanted, now)
    wanted = _without_past(wanted, now)
    old = _without_past(in_force(kept, now), now)
    loss = _least(old.loss, wanted.loss)
    tighter = PersonalLimits(
        loss=None if loss is None else Cents(loss),
        session_minutes=_least(old.session_minutes, wanted.session_minutes),
        time_out_until=max(old.time_out_until, wanted.time_out_until),
    )
    if tighter == wanted:
        return replace(kept, limits=tighter, later=None, later_at=0)
    again = wanted == kept.later and now < kept.later_at
    at = kept.later_at if again else now + DAY_MS
    return replace(kept, limits=tighter, later=wanted, later_at=at)


def _check(wanted: PersonalLimits, now: int) -> None:
    if (wanted.loss or 0) < 0 or (wanted.session_minutes or 0) < 0 or wanted.time_out_until < 0:
        raise BankcrapsError("a limit cannot be below zero")
    if wanted.session_minutes == 0:
        raise BankcrapsError("a session lasts at least a minute: leave the limit away, or take a time-out")
    if (wanted.loss or 0) > _MOST or (wanted.session_minutes or 0) > _MOST:
        raise BankcrapsError("a limit that large limits nothing: leave it away")
    if wanted.time_out_until > now + _LONGEST_TIME_OUT_MS:
        raise BankcrapsError("a time-out lasts at most a year; it can be set again")


def _least(old: int | None, new: int | None) -> int | None:
    return min((limit for limit in (old, new) if limit is not None), default=None)


def played(kept: KeptLimits, now: int) -> KeptLimits:
    """Return the kept data after a person bets or buys chips. After a pause a new session begins."""
    paused = now - kept.played_at >= PAUSE_MS
    return replace(kept, began=now if paused else kept.began, played_at=now)


def of_the_day(kept: KeptLimits, worth: Cents, now: int) -> KeptLimits:
    """Return the kept data, with the person's money at the start of the day if a new day began.

    Args:
        kept: the account that was kept.
        worth: the sum that the person has now in the wallet and at all tables, in cents.
        now: the time, in milliseconds since 1970.
    """
    today = now // DAY_MS
    return kept if today == kept.day else replace(kept, day=today, worth=worth)


def allowance(kept: KeptLimits, wallet: Cents, rails: Cents, now: int) -> Allowance:
    """Return what is left of a person's limits now.

    All that is at the tables may be lost, so chips are sold only as long as the wallet keeps what the loss
    limit protects. What is on the layout may be lost, too, so bets are taken only as long as wallet and rails
    keep it together. A person who has won today may buy and bet more.

    Args:
        kept: the account that is kept, of today.
        wallet: the sum that the person has away from the tables, in cents.
        rails: the chips in their rails at all tables, in cents.
        now: the time, in milliseconds since 1970.
    """
    limits = in_force(kept, now)
    keep = 0 if limits.loss is None else kept.worth - limits.loss
    may_buy = None if limits.loss is None else Cents(max(0, wallet - keep))
    may_risk = None if limits.loss is None else Cents(max(0, wallet + rails - keep))
    began = kept.began if now - kept.played_at < PAUSE_MS else now
    minutes = limits.session_minutes
    until = None if minutes is None else began + minutes * _MINUTE_MS
    return Allowance(may_buy, may_risk, until, limits.time_out_until, Cents(max(0, keep)))


def forbidden(own: Allowance, event: ev.Event, now: int, bet: Cents | None) -> str:
    """Say why a person's own limits forbid an act now, or return an empty text.

    They forbid to sit down, to buy chips, to take the dice and to bet, and nothing else. To undo a take-down
    is to bet again.

    Args:
        own: the sums that the limits leave.
        event: the act.
        now: the time, in milliseconds since 1970.
        bet: the sum that the person bets with this act and with those before it in the same line, with
            commission, in cents; None if the act is no bet.
    """
    if bet is None and not isinstance(event, ev.Sit | ev.BuyIn | ev.Accept):
        return ""
    if now < own.time_out_until:
        return f"you take a time-out until {_clock(own.time_out_until)}, as you asked"
    if own.session_until is not None and now >= own.session_until:
        return "your session is over, as you asked: take a pause of half an hour"
    if isinstance(event, ev.BuyIn) and own.may_buy is not None and event.amount > own.may_buy:
        return too_much_to_buy(own.may_buy)
    if bet is not None and own.may_risk is not None and bet > own.may_risk:
        return too_much_to_bet(own.may_risk)
    return ""


def too_much_to_buy(left: Cents) -> str:
    """Say that a loss limit leaves less for chips."""
    return f"your loss limit leaves {money(left)} to buy chips today, as you asked"


def too_much_to_bet(left: Cents) -> str:
    """Say that a loss limit leaves less for wagers."""
    return f"your loss limit leaves {money(left)} to bet now, commission included, as you asked"


def _clock(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
