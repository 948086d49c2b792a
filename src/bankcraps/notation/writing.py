"""Writes events and effects in words. `read` reads back what `write_event` writes."""

import json
from collections.abc import Callable
from functools import singledispatch
from typing import Any, Final

from bankcraps.chips import printed
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.events import clock_time
from bankcraps.notation.stick_calls import calls
from bankcraps.rulebook.schema import Rulebook

__all__ = ["write_effect", "write_event"]


def write_event(event: ev.Event) -> str:
    """Write an event as a line with its actor: `Ann: place 6 12`."""
    time = "" if event.at is None else f"@{clock_time(event.at)} "
    actor = f"{event.by}: " if event.by else ""
    return f"{time}{actor}{_words(event)}"


@singledispatch
def _words(event: ev.Event) -> str:
    """Write an event as its word and its values in order: `offer Bob`, `order_pass delay`."""
    fields = (getattr(event, name) for name in event.__struct_fields__ if name not in ("by", "at"))
    tag = str(type(event).__struct_config__.tag)
    return " ".join([_VERBS.get(tag, tag), *(str(field) for field in fields if field is not None)])


_VERBS: Final = {"close": "close_table", "set_limits": "limits"}


@_words.register
def _(event: ev.Bet) -> str:
    press = "press " if event.press else ""
    token = " token" if event.token else ""
    late = f" confirmed {' '.join(event.confirmed)}" if event.confirmed else ""
    return f"{press}{event.wager} {printed(event.amount)}{token}{late}"


@_words.register
def _(event: ev.TakeDown) -> str:
    return f"down {event.wager}" + ("" if event.amount is None else f" by {printed(event.amount)}")


@_words.register
def _(event: ev.Call) -> str:
    return f"{event.call} {event.wager}"


@_words.register(ev.BuyIn)
@_words.register(ev.CashOut)
def _(event: ev.BuyIn | ev.CashOut) -> str:
    tag = type(event).__struct_config__.tag
    return str(tag) if event.amount is None else f"{tag} {printed(event.amount)}"


@_words.register
def _(event: ev.Choose) -> str:
    return " ".join(["choose", *map(str, event.dice)])


@_words.register
def _(event: ev.Rolled) -> str:
    seen = f" seen {event.irregular}" if event.irregular else ""
    ruled = f" ruled {event.ruled}" if event.ruled else ""
    return f"roll {event.throw}{seen}{ruled}"


@_words.register
def _(event: ev.NoRoll) -> str:
    return " ".join(["no_roll", event.reason, *(["dice", *map(str, event.dice)] if event.dice else [])])


@_words.register
def _(event: ev.Inspect) -> str:
    return f"inspect {event.die}" + ("" if event.sound else " unsound")


@_words.register
def _(event: ev.PostSign) -> str:
    return f"post_sign limits {event.limits}" if event.limits else "post_sign closing"


@_words.register
def _(event: ev.SetLimits) -> str:
    return f"limits {event.limits}"


@_words.register
def _(event: ev.OwnLimits) -> str:
    return f"own_limits {event.player} {event.limits}"


@_words.register
def _(event: ev.IssueToken) -> str:
    return f"issue_token {event.player} {printed(event.amount)}"


@_words.register
def _(event: ev.Invalidate) -> str:
    scope = [event.scope] if event.scope else []
    return " ".join(
        ["invalidate", event.reason, *scope, *(["forfeit", *event.guilty] if event.guilty else [])]
    )


@_words.register
def _(event: ev.Dispute) -> str:
    return f"dispute {json.dumps(event.about, ensure_ascii=False)}"


@_words.register
def _(event: ev.Decide) -> str:
    return f"decide {event.number} {json.dumps(event.ruling, ensure_ascii=False)}"


def write_effect(effect: fx.Effect, book: Rulebook) -> str:
    """Write an effect as a sentence. The book decides what the stickperson calls."""
    if isinstance(effect, fx.Thrown):
        return f"{effect.throw}: {calls(book, effect.throw, effect.point)[0]}"
    if isinstance(effect, fx.Reversed):
        return f"undone: {write_effect(effect.effect, book)}"
    return _SENTENCES[type(effect)](effect)


def _dice(dice: tuple[int, ...]) -> str:
    *most, last = map(str, dice or ("none",))
    return f"{', '.join(most)} and {last}" if most else last


def _stake(effect: fx.Staked | fx.Lost | fx.Paid | fx.Returned | fx.Forfeited) -> str:
    return f"{printed(effect.amount)} (token)" if effect.token else printed(effect.amount)


def _paid(effect: fx.Paid) -> str:
    leg = f" ({effect.leg})" if effect.leg else ""
    up = ", and stays up" if effect.up else ""
    return f"{effect.seat}'s {effect.wager}{leg} {_stake(effect)} wins {printed(effect.won)}{up}"


def _lost(effect: fx.Lost) -> str:
    leg = f" ({effect.leg})" if effect.leg else ""
    return f"{effect.seat}'s {effect.wager}{leg} {_stake(effect)} loses"


def _staked(effect: fx.Staked) -> str:
    of = f", which makes {printed(effect.stands)}" if effect.stands != effect.amount else ""
    return f"{effect.seat} puts {_stake(effect)} on {effect.wager}{of}"


def _vigorish(effect: fx.Vigorish) -> str:
    if effect.amount < 0:
        return f"{effect.seat} gets {printed(-effect.amount)} commission back for {effect.wager}"
    if effect.again:
        return (
            f"{effect.seat} pays {printed(effect.amount)} commission again for {effect.wager}, which stays up"
        )
    return f"{effect.seat} pays {printed(effect.amount)} commission for {effect.wager}"


def _button(effect: fx.Button) -> str:
    if effect.call:
        return f"{effect.seat}'s {effect.wager} is marked {effect.call}"
    return f"{effect.seat}'s {effect.wager} loses its button"


def _counted(effect: fx.Counted) -> str:
    return f"{effect.seat}'s {effect.wager} has {', '.join(map(str, effect.progress))}"


def _puck(point: int) -> str:
    return f"the point is {point}" if point else "the puck is off"


def _owed(effect: fx.Owed) -> str:
    if effect.amount < 0:
        return f"{effect.seat} has left, and the house owes {printed(-effect.amount)}"
    return f"{effect.seat} owes the house {printed(effect.amount)}"


def _limits(effect: fx.LimitsSet) -> str:
    return f"{effect.player or 'the table'} plays {effect.limits}"


def _sign(effect: fx.SignPosted) -> str:
    what = str(effect.limits) if effect.limits else "closing"
    return f"a sign says {what} from {clock_time(effect.due)}"


def _coloured(effect: fx.Coloured) -> str:
    chips = ", ".join(f"{chip.count} of {printed(chip.value)}" for chip in effect.chips)
    return f"{effect.seat} is coloured up: {chips}"


def _decided(effect: fx.DisputeDecided) -> str:
    further = f"; it can go to the {effect.next}" if effect.next else "; that is final"
    return f"dispute {effect.number} is decided: {effect.ruling}{further}"


def _die_back(effect: fx.DieBack) -> str:
    ends = {"shooter": "goes back to the shooter", "bowl": "goes into the bowl", "removed": "is taken away"}
    return f"die {effect.die} is found and {ends[effect.to]}"


_SENTENCES: Final[dict[type[fx.Effect], Callable[[Any], str]]] = {
    fx.Seated: lambda e: f"{e.seat} takes place {e.place}",
    fx.Left: lambda e: f"{e.seat} leaves the table",
    fx.Bought: lambda e: f"{e.seat} buys {printed(e.amount)} in chips",
    fx.CashedOut: lambda e: f"{e.seat} cashes {printed(e.amount)}",
    fx.Coloured: _coloured,
    fx.TokenIssued: lambda e: f"{e.seat} is given a token of {printed(e.amount)}",
    fx.Staked: _staked,
    fx.Vigorish: _vigorish,
    fx.Capped: lambda e: f"{e.seat}'s {e.wager} is paid at most {printed(e.amount)}",
    fx.Button: _button,
    fx.Lost: _lost,
    fx.Paid: _paid,
    fx.Returned: lambda e: f"{e.seat}'s {e.wager} {_stake(e)} comes back ({e.why})",
    fx.Tied: lambda e: f"{e.seat}'s {e.wager} {printed(e.amount)} ties and stays",
    fx.Forfeited: lambda e: f"{e.seat}'s {e.wager} {_stake(e)} is forfeited",
    fx.Moved: lambda e: f"{e.seat}'s {e.wager} {printed(e.amount)} goes to {e.to}",
    fx.DiceThrown: lambda e: f"{e.by} throws the dice",
    fx.Natural: lambda e: f"natural {e.total}, the line wins",
    fx.Craps: lambda e: f"craps {e.total}, the line loses",
    fx.Counted: _counted,
    fx.PointSet: lambda e: f"the point is {e.point}",
    fx.PointMade: lambda e: f"the point {e.point} is made, and the puck is off",
    fx.SevenOut: lambda e: f"seven out on {e.point}, and the puck is off",
    fx.DiceOffered: lambda e: f"the dice are offered to {e.to}",
    fx.DiceTaken: lambda e: f"{e.seat} takes the dice",
    fx.DiceDeclined: lambda e: f"{e.seat} lets the dice go by",
    fx.DiceChosen: lambda e: f"the shooter has dice {_dice(e.dice)}; in the bowl {_dice(e.bowl)}",
    fx.DicePassed: lambda e: f"the dice pass from {e.seat} ({e.why})",
    fx.DiceOut: lambda _: "no more bets, the dice are out",
    fx.NoRollCalled: lambda e: f"no roll ({e.reason}, {e.clause})",
    fx.DiceAway: lambda e: f"dice {_dice(e.dice)} left the table; offered {_dice(e.rest)}",
    fx.SameDiceAsked: lambda e: f"the shooter wants dice {_dice(e.dice)} back",
    fx.DieBack: _die_back,
    fx.DieGone: lambda e: f"die {e.die} is lost",
    fx.SetBrought: lambda e: f"set {e.number} of dice is brought",
    fx.SignPosted: _sign,
    fx.LimitsSet: _limits,
    fx.TableClosed: lambda _: "the table is closed",
    fx.ThrowInvalid: lambda e: f"the throw {e.throw} has no result ({e.reason}), and {_puck(e.point)}",
    fx.Owed: _owed,
    fx.GameInvalid: lambda e: f"the game has no result ({e.reason})",
    fx.Excluded: lambda e: f"{e.player} is excluded ({e.reason})",
    fx.Warned: lambda e: f"{e.player} is warned ({e.reason}, {e.clause})",
    fx.DisputeRaised: lambda e: f"dispute {e.number} by {e.by}, before the {e.before}: {e.about}",
    fx.DisputeDecided: _decided,
    fx.DisputeReferred: lambda e: f"dispute {e.number} goes to the {e.before}",
}
