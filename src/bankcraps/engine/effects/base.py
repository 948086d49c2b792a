"""What every effect is."""

from collections.abc import Iterator

import msgspec

__all__ = ["Effect", "every_effect"]

_CENTS = {name: f"{name}_cents" for name in ("amount", "stands", "won")}


class Effect(msgspec.Struct, frozen=True, tag_field="type", rename=_CENTS):
    """Something that followed from an event. `seat` is a player's name, and money is in cents.

    If `token` is true, the stake is a promotional token, which is not one of the chips in a rail or the bank.
    """


def every_effect(base: type[Effect] = Effect) -> Iterator[type[Effect]]:
    """Yield every type of effect."""
    for kind in base.__subclasses__():
        yield from every_effect(kind) if kind.__subclasses__() else (kind,)
