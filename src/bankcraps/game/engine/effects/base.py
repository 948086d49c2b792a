"""The base class of all effects."""

from collections.abc import Iterator

import msgspec

__all__ = ["Effect", "every_effect"]

_CENTS = {name: f"{name}_cents" for name in ("amount", "stands", "tokens", "won")}


class Effect(msgspec.Struct, frozen=True, gc=False, tag_field="type", rename=_CENTS):
    """Something that followed from an event. `seat` is a player's name, and money is in cents.

    `tokens` lists the promotional tokens within `amount`, by face value; for a leg, its share of them. The
    rest is chips. Tokens are no chips of a rail or the bank.
    """


def every_effect(base: type[Effect] = Effect) -> Iterator[type[Effect]]:
    """Yield every type of effect."""
    for kind in base.__subclasses__():
        yield from every_effect(kind) if kind.__subclasses__() else (kind,)
