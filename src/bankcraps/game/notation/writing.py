"""Writes events and effects in words. `read` reads back what `write_event` writes."""

import json
import re
from collections.abc import Callable
from functools import singledispatch
from itertools import chain
from typing import Any, Final

import msgspec

from bankcraps.errors import require_type
from bankcraps.game.chips import printed
from bankcraps.game.engine import effects as fx
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.events import DAY, clock_time
from bankcraps.game.engine.refusals import WHOSE, Sentence, listed
from bankcraps.game.notation.names import CANONICAL, HouseNames, Names, capital_you
from bankcraps.game.notation.phrases import calls
from bankcraps.game.rulebook.schema import Rulebook
from bankcraps.game.wagers import Wager
from bankcraps.support.files import shipped_rows


def write_event(event: ev.Event) -> str:
    """Write an event as a line with its actor: `Ann: place 6 12`."""
    require_type(event, ev.Event, "an event is one of bankcraps.game.engine.events")
    time = "" if event.at is None else f"@{clock_time(event.at)} "
    actor = f"{event.by}: " if event.by else ""
    return f"{time}{actor}{_words(event)}"


@singledispatch
def _words(event: ev.Event) -> str:
    """Write an event as its word and its values in order: `offer Bob`, `order_pass delay`."""
    fields = (name for name in event.__struct_fields__ if name not in ("by", "at"))
    tag = str(type(event).__struct_config__.tag)
    values = (_value(name, getattr(event, name)) for name in fields)
    return " ".join([_VERBS.get(tag, tag), *filter(None, values)])


def _value(name: str, value: Any) -> str:  # noqa: ANN401 - the values of events have many types
    if value is None:
        return ""
    match name:
        case "amount":
            return printed(value)
        case "dice":
            return " ".join(map(str, value))
        case "about" | "ruling" | "finding" | "why":
            return json.dumps(value, ensure_ascii=False)
        case _:
            return str(value)


_GOES_ON_WITH_A_WAGER: Final = re.compile(
    r"(and|line|odds|on|times)$|token|confirmed|unrejected", re.IGNORECASE
)
"""Reasons that would read on from the wager before them, such as `pass odds`."""

_VERBS: Final = {"close": "close_table", "set_limits": "limits"}


@_words.register
def _(event: ev.Bet) -> str:
    press = "press " if event.press else ""
    first, *beside = event.tokens if event.tokens and not event.chips else (event.chips, *event.tokens)
    token = " token" if event.tokens and not event.chips else ""
    tokens = token + "".join(f" and token {printed(face)}" for face in beside)
    let = " unrejected" if event.unrejected else ""
    late = f" confirmed {' '.join(event.confirmed)}" if event.confirmed else ""
    return f"{press}{event.wager} {printed(first)}{tokens}{let}{late}"


@_words.register
def _(event: ev.TakeDown) -> str:
    by = "" if event.amount is None else f" by {printed(event.amount)}"
    return f"down {event.wager}{by}{' token' if event.token else ''}"


@_words.register
def _(event: ev.Call) -> str:
    return f"{event.call} {event.wager}"


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
    what = f"limits {event.limits}" if event.limits else "closing"
    return f"post_sign {what}" + ("" if event.proposed is None else f" at {clock_time(event.proposed)}")


@_words.register
def _(event: ev.Invalidate) -> str:
    scope = [event.scope] if event.scope else []
    return " ".join(
        ["invalidate", event.reason, *scope, *(["forfeit", *event.guilty] if event.guilty else [])]
    )


@_words.register
def _(event: ev.VoidWager) -> str:
    unclear = _GOES_ON_WITH_A_WAGER.match(event.reason)
    reason = json.dumps(event.reason, ensure_ascii=False) if unclear else event.reason
    return f"void {event.player} {event.wager} {reason}"


@_words.register
def _(event: ev.Award) -> str:
    does = "award" if event.amount > 0 else "reclaim"
    why = json.dumps(event.why, ensure_ascii=False)
    return f"{does} {event.player} {printed(abs(event.amount))} {why}"


def write_effect(effect: fx.Effect, book: Rulebook) -> str:
    """Write an effect as a sentence with canonical names, as records do.

    The book decides what the stickperson calls.
    """
    return _sentence(effect, book, CANONICAL)


def tell(effect: fx.Effect, book: Rulebook, you: str = "") -> str:
    """Write an effect as a sentence for people, with the names that the house prints on its layout.

    Args:
        effect: the effect.
        book: the house.
        you: the person who hears it, and is "you" in it; empty if it is for everybody.
    """
    said = _sentence(effect, book, HouseNames(book, you))
    return capital_you(said) if you else said


def about(effect: fx.Effect) -> str:
    """Return the person whom the sentence about an effect names, or an empty text."""
    of = effect.effect if isinstance(effect, fx.Reversed) else effect
    match of:
        case fx.DiceThrown(by=by):
            return by.person if by.role == "player" else ""
        case fx.DiceOffered(to=name) | fx.DisputeRaised(by=name):
            return name
        case _:
            return getattr(of, "seat", "") or getattr(of, "player", None) or ""


_ROWS: Final = dict(chain.from_iterable(shipped_rows("bankcraps.game.notation", "effects.txt").values()))


def _sentence(effect: fx.Effect, book: Rulebook, names: Names) -> str:
    require_type(effect, fx.Effect, "an effect is one of those that a step returns")
    require_type(book, Rulebook, "a rulebook is what load_rulebook returns")
    if isinstance(effect, fx.Thrown):
        return f"{effect.throw}: {calls(book, effect.throw, effect.point)[0]}"
    if isinstance(effect, fx.Reversed):
        return f"undone: {_sentence(effect.effect, book, names)}"
    if written := _SENTENCES.get(type(effect)):
        return written(effect, names)
    parts = msgspec.structs.asdict(effect)
    if "amount" in parts:
        parts["amount"] = abs(parts["amount"])  # the row says which way it goes
    return Sentence(_ROWS[_row(effect)], **parts).told(names)


def _row(effect: fx.Effect) -> str:
    """Return the name of an effect's row in the file: its type, and its case if it has several sentences."""
    case = ""
    match effect:
        case fx.Awarded() | fx.Owed() | fx.Vigorish() if effect.amount < 0:
            case = " back"
        case fx.Vigorish(again=True):
            case = " again"
        case fx.Left(tokens=[_, *_]):
            case = " with tokens"
        case fx.Button(call=""):
            case = " gone"
        case fx.DieBack(to=to):
            case = f" {to}"
        case fx.ThrowInvalid(point=0):
            case = " come_out"
        case fx.DisputeDecided(next=role) if role:
            case = " for_now"
        case _:
            pass
    return f"{effect.__struct_config__.tag}{case}"


def _dice(dice: tuple[int, ...]) -> str:
    return listed(dice or ("none",))


def _dice_named(dice: tuple[int, ...]) -> str:
    return f"{'die' if len(dice) == 1 else 'dice'} {_dice(dice)}"


_HasStake = fx.Lost | fx.Paid | fx.Returned | fx.Tied | fx.Forfeited | fx.Moved


def _whose(effect: _HasStake, names: Names, leg: Wager | None = None, *, does: str) -> str:
    """Say whose chips do something: `Ann's pass 10 wins`."""
    stake = names.stake(effect.wager, effect.amount, getattr(effect, "tokens", ()), leg=leg)
    return f"{names.person(effect.seat, WHOSE)} {stake} {names.verb(effect.wager, does)}"


def _paid(effect: fx.Paid, names: Names) -> str:
    up = f", and {names.verb(effect.wager, 'stays')} up" if effect.up else ""
    return f"{_whose(effect, names, effect.leg, does='wins')} {names.money(effect.won)}{up}"


def _staked(effect: fx.Staked, names: Names) -> str:
    of = f", which makes {names.money(effect.stands)}" if effect.stands != effect.amount else ""
    puts = names.person(effect.seat, "puts")
    return f"{puts} {names.placed(effect.wager, effect.amount, effect.tokens)}{of}"


def _sign(effect: fx.SignPosted, names: Names) -> str:
    what = names.limits(effect.limits) if effect.limits else "closing"
    return f"a sign says {what} from {_time_of_day(effect.due)}"


def _time_of_day(seconds: int) -> str:
    """Write a time with its day, counted from the day the table opened: `0:10 on day 2`."""
    day, time = divmod(seconds, DAY)
    return clock_time(time) + (f" on day {day + 1}" if day else "")


def _coloured(effect: fx.Coloured, names: Names) -> str:
    chips = ", ".join(f"{chip.count} of {names.money(chip.value)}" for chip in effect.chips)
    return f"{names.person(effect.seat, 'is')} coloured up: {chips}"


def _thrown(effect: fx.DiceThrown, names: Names) -> str:
    by = effect.by
    return f"{names.person(by.person, 'throws') if by.role == 'player' else f'{by} throws'} the dice"


_SENTENCES: Final[dict[type[fx.Effect], Callable[[Any, Names], str]]] = {
    fx.Coloured: _coloured,
    fx.Staked: _staked,
    fx.Lost: lambda e, n: _whose(e, n, e.leg, does="loses"),
    fx.Paid: _paid,
    fx.Returned: lambda e, n: f"{_whose(e, n, does='comes back')} ({e.why})",
    fx.Tied: lambda e, n: _whose(e, n, does="ties and stays"),
    fx.Forfeited: lambda e, n: _whose(e, n, does="is forfeited"),
    fx.Moved: lambda e, n: f"{_whose(e, n, does='goes to')} {n.of(e.to)}",
    fx.DiceThrown: _thrown,
    fx.DiceChosen: lambda e, _: f"the shooter has {_dice_named(e.dice)}; in the bowl {_dice(e.bowl)}",
    fx.DiceAway: lambda e, _: f"{_dice_named(e.dice)} left the table; offered {_dice(e.rest)}",
    fx.SameDiceAsked: lambda e, _: f"the shooter wants {_dice_named(e.dice)} back",
    fx.SignPosted: _sign,
    fx.LimitsSet: lambda e, n: f"{n.person(e.player or 'the table', 'plays')} {n.limits(e.limits)}",
}
