"""What a betting system is: a pure function of what a player sees and a small memory.

Before each throw a system says what it wants on the layout; the difference becomes ordinary bets, take-downs
and calls, and each is judged like anybody's. Its memory takes in what followed bets and throws. A system
never sees the rail: how much is left decides when a player leaves, and that is written once, elsewhere.
"""

from collections.abc import Hashable, Mapping
from typing import Any, Final, Protocol

import msgspec

from bankcraps.chips import Cents
from bankcraps.engine.effects import Effect
from bankcraps.engine.state import Call
from bankcraps.strategy.view import View
from bankcraps.wagers import Wager

__all__ = ["NOTHING", "Layout", "System"]

_NO_CALLS: Final[Mapping[Wager, Call]] = {}


class Layout(msgspec.Struct, frozen=True):
    """What a player wants on the layout when the dice go out.

    Attributes:
        stakes: how much on each wager, in cents; what stands and is not named comes down, where it may.
        calls: wagers wanted "on" or "off", whatever the puck; a button stays until it is called otherwise.
    """

    stakes: Mapping[Wager, Cents]
    calls: Mapping[Wager, Call] = _NO_CALLS


NOTHING: Final = Layout({})
"""The layout of somebody who leaves: no new wager, and down comes what may."""


class System(Protocol):
    """A betting system. Its own fields never change; what changes is the memory.

    Attributes:
        name: how it is called in reports.
        text: what decides its play, in full: two systems with the same text play alike. Chains are kept on
            disk under it; the chain of a system with an empty text is not kept.
    """

    @property
    def name(self) -> str: ...

    @property
    def text(self) -> str: ...

    def start(self) -> Hashable:
        """The memory before the first throw."""
        ...

    def layout(self, view: View, memory: Any) -> Layout | None:  # noqa: ANN401 - each system knows its own memory
        """The layout wanted before the next throw, or None to stop for good."""
        ...

    def observe(self, memory: Any, effects: tuple[Effect, ...]) -> Hashable:  # noqa: ANN401 - as above
        """The memory after bets were made, or after a throw, from all that followed."""
        ...
