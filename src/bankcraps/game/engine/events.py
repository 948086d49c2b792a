"""Events: the acts of people at the table. A record is a list of events; all else follows from them."""

from collections.abc import Iterator
from typing import Final, Literal

import msgspec

from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine.actor import DICE, NOBODY, Actor
from bankcraps.game.engine.limits import Limits
from bankcraps.game.wagers import Wager

DAY: Final = 24 * 3600
LATEST: Final = 999_999 * 3600
"""The latest time on a table's clock, in seconds: the notation writes hours with at most six digits."""


class Event(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    rename={"amount": "amount_cents", "tokens": "tokens_cents"},
):
    """Something that somebody did.

    Attributes:
        by: the person who did it, and their role.
        at: when, in seconds of the table's clock, or None. Only acts that need a notice must have a time.
    """

    by: Actor = NOBODY
    at: int | None = None


class OnPlayer(Event, frozen=True):
    """Something that somebody did about a player."""

    player: str


# Players and their chips.


class Sit(Event, frozen=True, tag="sit"):
    """Take a place, counted clockwise from the boxperson's left, or the first free place."""

    place: int | None = None


class Leave(Event, frozen=True, tag="leave"):
    """Take down all wagers, cash out, and leave the table."""


class BuyIn(Event, frozen=True, tag="buy_in"):
    """Buy chips, for so many cents."""

    amount: Cents


class CashOut(Event, frozen=True, tag="cash_out"):
    """Change chips from the rail for money: an amount in cents, or all of them."""

    amount: Cents | None = None


class ColourUp(OnPlayer, frozen=True, tag="colour_up"):
    """Change a player's rail into the fewest chips. The player asks, and the crew does it."""


class Bet(Event, frozen=True, tag="bet"):
    """Bet on a wager, or add to a wager that stands.

    Attributes:
        wager: the wager.
        amount: the sum that is added, chips and tokens together, in cents.
        press: whether the wager must already stand.
        tokens: the promotional tokens among it, by face value in cents.
        confirmed: for a bet after "no more bets", the roles of the crew that confirmed it.
        unrejected: whether the crew let the bet stand though it is below the minimum or above the maximum.
    """

    wager: Wager
    amount: Cents
    press: bool = False
    tokens: tuple[Cents, ...] = ()
    confirmed: tuple[str, ...] = ()
    unrejected: bool = False

    @property
    def chips(self) -> Cents:
        """The chips that are added, in cents, without the tokens."""
        return Cents(self.amount - sum(self.tokens)) if self.tokens else self.amount


class TakeDown(Event, frozen=True, tag="take_down"):
    """Take a wager down, or reduce it by an amount in cents: of chips, or one token of that face value."""

    wager: Wager
    amount: Cents | None = None
    token: bool = False


class Call(Event, frozen=True, tag="call"):
    """Call a wager on or off."""

    wager: Wager
    call: Literal["on", "off"]


class Confirm(OnPlayer, frozen=True, tag="confirm"):
    """Confirm a wager that its player called on while the dice are out. The On button is laid on it."""

    wager: Wager


class Reject(OnPlayer, frozen=True, tag="reject"):
    """Reject what a player put on a wager below the minimum or above the maximum, before the dice rest."""

    wager: Wager


class Undo(Event, frozen=True, tag="undo"):
    """Take back the player's own latest bet, take-down or call since the last throw."""


Undoable = Bet | TakeDown | Call
"""The acts that `Undo` takes back."""


# The dice.


class Offer(Event, frozen=True, tag="offer"):
    """Offer the dice to a player."""

    to: str


class Accept(Event, frozen=True, tag="accept"):
    """Take the dice that were offered."""


class Decline(Event, frozen=True, tag="decline"):
    """Decline the dice."""


class NoAnswer(Event, frozen=True, tag="no_answer"):
    """Wait no longer for a player who does not answer an offer of the dice, or does not choose a die."""


class Choose(Event, frozen=True, tag="choose"):
    """Choose dice of the set, by their numbers."""

    dice: tuple[int, ...]


class PassDice(Event, frozen=True, tag="pass_dice"):
    """Give up the dice."""


class OrderPass(Event, frozen=True, tag="order_pass"):
    """Order the shooter to pass the dice, for a reason named in the rulebook."""

    reason: str


class NoMoreBets(Event, frozen=True, tag="no_more_bets"):
    """Call "no more bets". Betting is closed until the dice rest."""


class ThrowDice(Event, frozen=True, tag="throw"):
    """The shooter throws. Nobody may bet until the dice rest; `Rolled` gives the result.

    This event may be left out. A `Rolled` without it is thrown by the player whose turn it is.
    """


class DiceEvent(Event, frozen=True, kw_only=True):
    """Something that happens to the dice."""

    by: Actor = DICE


class Rolled(DiceEvent, frozen=True, tag="roll"):
    """The dice came to rest. Only the source of the dice or the crew may report it, never a player.

    Attributes:
        by: the source of the dice, or the member of the crew who called or entered the throw.
        throw: the faces.
        irregular: the no-roll reason that fits the throw though the crew let it count, or empty.
        ruled: the role that decided a disputed face, or empty.
    """

    throw: Throw
    irregular: str = ""
    ruled: str = ""


class NoRoll(Event, frozen=True, tag="no_roll"):
    """The crew called "no roll": the throw does not count.

    Attributes:
        reason: why, by its name in the rulebook.
        dice: the numbers of the dice that left the table, if any.
    """

    reason: str
    dice: tuple[int, ...] = ()


class SameDice(Event, frozen=True, tag="same_dice"):
    """Ask to have the same dice back after they left the table."""


class Inspect(Event, frozen=True, tag="inspect"):
    """Inspect a die that was found. An unsound die is removed."""

    die: int
    sound: bool = True


class DieLost(Event, frozen=True, tag="die_lost"):
    """Give up as lost a die that left the table."""

    die: int


class NewSet(Event, frozen=True, tag="new_set"):
    """Bring a new set of dice to the table."""


# The house.


class PostSign(Event, frozen=True, tag="post_sign"):
    """Post a notice of new limits or, without limits, of closing.

    Attributes:
        limits: the new limits.
        proposed: the time of the change, in seconds; None for the earliest that the house's notice allows.
    """

    limits: Limits | None = None
    proposed: int | None = None


class SetLimits(Event, frozen=True, tag="set_limits"):
    """Change the table's limits."""

    limits: Limits


class OwnLimits(OnPlayer, frozen=True, tag="own_limits"):
    """Set limits for one player alone."""

    limits: Limits


class Close(Event, frozen=True, tag="close"):
    """Close the table."""


class IssueToken(OnPlayer, frozen=True, tag="issue_token"):
    """Give a player a promotional token of so many cents."""

    amount: Cents


class Invalidate(Event, frozen=True, tag="invalidate"):
    """Declare an outcome invalid. Wagers on it are returned, but those of the `guilty` may be forfeited.

    Attributes:
        reason: why, by its name in the rulebook.
        guilty: the players who forfeit their wagers.
        scope: "throw" for the outcome of the last throw, "round" for the round in progress. If it is empty,
            it is the throw if that decided a wager and nothing has been thrown since, or else the round.
    """

    reason: str
    guilty: tuple[str, ...] = ()
    scope: Literal["", "throw", "round"] = ""


class Correct(Event, frozen=True, tag="correct"):
    """Correct the last throw, which was called or entered wrongly, or decide a dispute about its faces.

    Attributes:
        throw: the faces that the dice showed.
    """

    throw: Throw


class VoidWager(OnPlayer, frozen=True, tag="void"):
    """Declare one wager void: it has no result and the stake is returned."""

    wager: Wager
    reason: str


class Exclude(OnPlayer, frozen=True, tag="exclude"):
    """Exclude a person from the game."""

    reason: str


class Vacate(OnPlayer, frozen=True, tag="vacate"):
    """Ask a player who has not wagered for some rounds to give up the place."""


class Warn(OnPlayer, frozen=True, tag="warn"):
    """Warn somebody who broke a rule of conduct."""

    reason: str


class Dispute(Event, frozen=True, tag="dispute"):
    """Raise a dispute, in the player's own words."""

    about: str


class Decide(Event, frozen=True, tag="decide"):
    """Decide a dispute."""

    number: int
    ruling: str


class Investigate(Event, frozen=True, tag="investigate"):
    """Investigate a complaint that the last decision left unresolved."""

    number: int
    finding: str


class Award(OnPlayer, frozen=True, tag="award"):
    """Rule that the house pays a player a sum or, if it is below zero, takes one back from their rail.

    Attributes:
        player: the player.
        amount: the sum in cents, in chips that the table has.
        why: the reason, in the ruler's own words.
    """

    amount: Cents
    why: str


class AskReview(Event, frozen=True, tag="ask_review"):
    """Ask for a decided dispute to be reviewed by the next person above."""

    number: int


def every_event() -> Iterator[type[Event]]:
    """Yield every type of event, in the order in which they stand here."""
    kinds = (one for one in globals().values() if isinstance(one, type) and issubclass(one, Event))
    yield from (kind for kind in kinds if not kind.__subclasses__())


def clock_time(seconds: int) -> str:
    """Write a time of the table's clock, given in seconds.

    >>> clock_time(50700), clock_time(50730)
    ('14:05', '14:05:30')
    """
    minutes, rest = divmod(seconds, 60)
    clock = f"{minutes // 60}:{minutes % 60:02}"
    return f"{clock}:{rest:02}" if rest else clock


def clock_seconds(written: str) -> int:
    """Read a time of the clock, `14:05` or `14:05:30`, as seconds."""
    hours, minutes, *rest = map(int, written.split(":"))
    return hours * 3600 + minutes * 60 + sum(rest)
