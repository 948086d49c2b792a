"""A person's own limits, in words: `my_limits` shows them, and `my_limits loss 200` sets one."""

import re
from collections.abc import Awaitable
from datetime import UTC, datetime
from typing import Final

from msgspec.structs import replace

from bankcraps.client import House
from bankcraps.client.house import HouseError
from bankcraps.errors import BankcrapsError
from bankcraps.game.chips import Cents, dollars, money, written_number
from bankcraps.live.table.personal_limits import Allowance, LimitsNow, PersonalLimits

_WORD: Final = re.compile(r"my[_ ]limits?\b(.*)", re.IGNORECASE)
_CHANGE: Final = re.compile(r"(loss|session|time[_ -]?out) (no|none|\$?\d[\d,.]*)( yes)?", re.IGNORECASE)
_HOUR_MS: Final = 3_600_000
_LONGEST: Final = 9
"""The most characters of a number that is read."""


def asked_of_house(line: str, house: House, now: int) -> Awaitable[list[str]] | None:
    """Return the answer to a line about own limits or play money, to be awaited; None for any other line."""
    if found := _WORD.fullmatch(" ".join(line.split())):
        return limits_in_words(house, found[1].strip(), now)
    return money_in_words(house) if _MORE_MONEY.fullmatch(line.strip()) else None


async def limits_in_words(house: House, rest: str, now: int) -> list[str]:
    """Set a limit if it is named, and return the person's limits in sentences.

    Args:
        house: where they are kept.
        rest: the rest of the line: a limit, or nothing.
        now: the house's time, in milliseconds since 1970.

    Raises:
        BankcrapsError: if the line is not complete, or the house refuses.
    """
    limits = await house.limits()
    if rest:
        limits = await house.set_limits(_changed(limits.latest, rest, now))
    said = _counting(limits, now)
    if limits.later is not None and limits.later_at > now:
        later = " ".join(_counting(LimitsNow(limits.later), limits.later_at))
        said.append(f"From {_clock(limits.later_at)} on: {later}")
    return said


def _changed(limits: PersonalLimits, rest: str, now: int) -> PersonalLimits:
    found = _CHANGE.fullmatch(rest)
    if found is None or len(found[2]) > _LONGEST:
        raise BankcrapsError(f"{rest[:40]!r} is no limit; say, for example: my_limits loss 200")
    what, amount = found[1].lower(), found[2].lower().lstrip("$").replace(",", "")
    none = amount in ("no", "none")
    if what == "loss":
        loss = None if none else dollars(amount)
        if loss == 0 and limits.loss != 0 and not found[3]:
            raise BankcrapsError(
                "a loss limit of $0 lets you buy no chips and bet only what you win today, and can be lifted "
                "only a day later; if you mean it, say: my_limits loss 0 yes"
            )
        return replace(limits, loss=loss)
    number = written_number(amount)
    unit, example = ("minute", "session 90") if what == "session" else ("hour", "time_out 24")
    if not none and number is None:
        raise BankcrapsError(f"{amount!r} is no whole number of {unit}s")
    if number == 0:
        raise BankcrapsError(
            f"{what} is at least 1 {unit}; say, for example: my_limits {example}, "
            f"or for no limit: my_limits {what} no"
        )
    if what == "session":
        return replace(limits, session_minutes=number)
    return replace(limits, time_out_until=0 if number is None else now + number * _HOUR_MS)


def _counting(limits: LimitsNow, now: int) -> list[str]:
    own, left = limits.limits, limits.left
    said: list[str] = []
    if own.loss is not None:
        said.append(f"You lose at most {money(own.loss)} in a day.{_leaves(left)}")
    if own.session_minutes is not None:
        ends = f" This session ends at {_clock(left.session_until)}." if left.session_until else ""
        said.append(f"You play at most {own.session_minutes} minutes without a pause of half an hour.{ends}")
    if own.time_out_until > now:
        said.append(f"You take a time-out until {_clock(own.time_out_until)}.")
    return said or ["You have set no limits for yourself."]


def _leaves(left: Allowance) -> str:
    if left.may_buy is None or left.may_risk is None:
        return ""
    if left.may_buy:
        return f" You may still buy chips for {money(left.may_buy)} today, and bet all that you have."
    if left.may_risk:
        return f" You may buy no more chips today. Of your chips you may still bet {money(left.may_risk)}."
    return " You may buy no more chips and bet no more today. Wagers that stand are played to their end."


def _clock(at: int) -> str:
    return datetime.fromtimestamp(at / 1000).astimezone().strftime("%Y-%m-%d %H:%M %Z")


# More play money of the house, in words: `more_money` asks for it.


_MORE_MONEY: Final = re.compile(r"/?more([_ ]money)?", re.IGNORECASE)
_FORBIDDEN: Final = 403


async def money_in_words(house: House) -> list[str]:
    """Ask the house for more play money, and say in sentences what came of it.

    Raises:
        HouseError: if nobody is signed in, or no house answers.
    """
    offered = await house.money_offered()
    if not offered.amount:
        when = datetime.fromtimestamp(offered.again_at / 1000, UTC).strftime("%H:%M UTC")
        why = f"{offered.why[:1].upper()}{offered.why[1:]}"
        return [f"{why}.", *([f"The next time is {when}."] if offered.again_at else [])]
    try:
        await house.more_money()
    except HouseError as error:
        if error.status != _FORBIDDEN:
            raise
        return [f"{error}."]
    wallet = money(Cents((await house.who()).wallet_cents))
    return [
        f"The house gives you {money(offered.amount)}: your wallet has {wallet}. Say, for example: buy in 200"
    ]
