"""A throw as a system looks back on it: what was won and lost, and what became of the point and the hand."""

from typing import TYPE_CHECKING, Final

from bankcraps.engine import effects as fx

if TYPE_CHECKING:
    from bankcraps.dice import Throw
    from bankcraps.wagers import Wager

__all__ = ["Outcome"]


class Outcome:
    """What one throw did to a lone player.

    Attributes:
        throw: the dice, or None if nothing was thrown.
        decided: each wager decided with what it won on balance, below zero for what it lost, in cents;
            losers come first, as they do at the table. A horn of 4 on an eleven is one wager and won 12.
        net: what the throw won on balance, commission included, in cents.
        ended: the wagers no longer on the spot where they lay: lost, paid out, come back, or moved on.
        point_set, point_made, seven_out: what became of the puck.
        hand_over: whether the dice go to another shooter.
    """

    __slots__ = (
        "decided",
        "ended",
        "hand_over",
        "net",
        "point_made",
        "point_set",
        "seven_out",
        "throw",
    )

    def __init__(self, effects: tuple[fx.Effect, ...]) -> None:
        """Read the effects of a throw."""
        self.throw: Throw | None = None
        self.point_set = self.point_made = self.seven_out = self.hand_over = False
        self.net = 0
        self.ended: list[Wager] = []
        results: dict[Wager, int] = {}
        for effect in effects:
            kind = type(effect)
            if kind in _NEWS:
                setattr(self, _NEWS[kind], True)
            elif isinstance(effect, fx.Lost):
                results[effect.wager] = results.get(effect.wager, 0) - effect.amount
                self.ended.append(effect.wager)
            elif isinstance(effect, fx.Paid):
                results[effect.wager] = results.get(effect.wager, 0) + effect.won
                if not effect.up:
                    self.ended.append(effect.wager)
            elif isinstance(effect, fx.Moved | fx.Returned):
                self.ended.append(effect.wager)
            elif isinstance(effect, fx.Vigorish):
                self.net -= effect.amount
            elif isinstance(effect, fx.Thrown):
                self.throw = effect.throw
        self.hand_over = self.hand_over or self.seven_out
        self.net += sum(results.values())
        self.decided: tuple[tuple[Wager, int], ...] = tuple(results.items())


_NEWS: Final[dict[type[fx.Effect], str]] = {
    fx.PointSet: "point_set",
    fx.PointMade: "point_made",
    fx.SevenOut: "seven_out",
    fx.DicePassed: "hand_over",
}
