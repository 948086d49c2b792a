"""The events at a table as rows: one for each effect, with its money.

Records, tables and the export of a live table have these columns; `tabular.COLUMNS` says what each is.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from bankcraps.codec import encode
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.engine.effects import Effect
from bankcraps.engine.hands import Hand, hand_after
from bankcraps.notation.record import line_of
from bankcraps.notation.writing import tell
from bankcraps.rulebook.schema import Rulebook
from bankcraps.tabular import Same, by_column

__all__ = ["EFFECT_COLUMNS", "effect_columns", "effect_row"]

_ACCOUNTS: Final = {"cash": "wallet", "rail": "rail", "layout": "layout", "bank": "bank"}

EFFECT_COLUMNS: Final = (
    *("house", "table", "seq", "at", "hand", "event", "by", "line", "why", "dice"),
    *("effect", "seat", "wager", "amount_cents", "won_cents"),
    *(f"{account}_cents" for account in _ACCOUNTS.values()),
    *("told", "data"),
)
"""The columns of effects. Any of them may be missing from an effect."""


def effect_row(book: Rulebook, event: ev.Event, effect: Effect) -> dict[str, Any]:
    """The columns of an effect that follow from it, from its event and from the house."""
    inner = effect.effect if isinstance(effect, fx.Reversed) else effect
    wager = getattr(inner, "wager", None)
    return {
        "house": book.spec,
        "event": str(type(event).__struct_config__.tag),
        "by": str(event.by),
        "line": line_of(event),
        "dice": str(event.throw) if isinstance(event, ev.Rolled) else None,
        "effect": str(type(effect).__struct_config__.tag),
        "seat": str(getattr(inner, "seat", "")),
        "wager": None if wager is None else str(wager),
        "amount_cents": getattr(inner, "amount", None),
        "won_cents": getattr(inner, "won", None),
        **_added(effect),
        "told": tell(effect, book),
        "data": encode(effect).decode(),
    }


def _added(effect: Effect) -> dict[str, int]:
    """An effect's change of each kind of account, in cents."""
    added = dict.fromkeys((f"{account}_cents" for account in _ACCOUNTS.values()), 0)
    for moved in fx.transfers(effect):
        added[f"{_ACCOUNTS[moved.source]}_cents"] -= moved.amount
        added[f"{_ACCOUNTS[moved.target]}_cents"] += moved.amount
    return added


def effect_columns(
    book: Rulebook, happened: Iterable[tuple[int, ev.Event, tuple[Effect, ...]]]
) -> Mapping[str, object]:
    """The columns of what happened at a table that is not live.

    Args:
        book: the house.
        happened: the number of each entry, its event and what followed.
    """
    rows: list[dict[str, Any]] = []
    hand = Hand()
    for seq, event, effects in happened:
        number = hand.number
        for effect in effects:
            rows.append({"seq": seq, "hand": number, **effect_row(book, event, effect)})
            hand = hand_after(hand, effect)
    return {**by_column(EFFECT_COLUMNS, rows), "house": Same(book.spec)}
