"""What somebody did at the table. A record is a list of these; everything else follows from them."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from bankcraps.chips import Cents
from bankcraps.dice import Throw
from bankcraps.engine.actor import DICE, NOBODY, Actor
from bankcraps.engine.state import Limits
from bankcraps.wagers import Wager


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", rename={"amount": "amount_cents"}):
    """Something somebody did.

    Attributes:
        by: who did it, and in which role.
        at: when, in seconds of the table's clock; only acts that wait on a notice need it.
    """

    by: Actor = NOBODY
    at: int | None = None


# Players and their chips.


class Sit(Event, frozen=True, tag="sit"):
    """Take a place at the table: one counted clockwise from the boxperson's left, or the first free."""

    place: int | None = None


class Leave(Event, frozen=True, tag="leave"):
    """Take down what may come down, cash out, and go."""


class BuyIn(Event, frozen=True, tag="buy_in"):
    """Put money on the table for chips."""

    amount: Cents


class CashOut(Event, frozen=True, tag="cash_out"):
    """Hand in chips from the rail for money: so much, or all."""

    amount: Cents | None = None


class ColourUp(Event, frozen=True, tag="colour_up"):
    """Change the rail into the fewest chips."""


class Bet(Event, frozen=True, tag="bet"):
    """Put chips on a wager, or more chips on one that stands.

    Attributes:
        amount: how much is added, in cents.
        press: whether it must already stand.
        token: whether it is a promotional token.
        confirmed: for a wager after "no more bets", who of the crew confirmed it.
    """

    wager: Wager
    amount: Cents
    press: bool = False
    token: bool = False
    confirmed: tuple[str, ...] = ()


class TakeDown(Event, frozen=True, tag="take_down"):
    """Take a wager down, or reduce it by an amount."""

    wager: Wager
    amount: Cents | None = None


class Call(Event, frozen=True, tag="call"):
    """Call a wager on or off."""

    wager: Wager
    call: Literal["on", "off"]


class Undo(Event, frozen=True, tag="undo"):
    """Take back one's own last wager, take-down or call since the last throw."""


# The dice.


class Offer(Event, frozen=True, tag="offer"):
    """Push the dice to a player."""

    to: str


class Accept(Event, frozen=True, tag="accept"):
    """Take the dice that were offered."""


class Decline(Event, frozen=True, tag="decline"):
    """Let the dice go by."""


class Choose(Event, frozen=True, tag="choose"):
    """Pick dice of the set by their numbers."""

    dice: tuple[int, ...]


class PassDice(Event, frozen=True, tag="pass_dice"):
    """Give the dice up."""


class OrderPass(Event, frozen=True, tag="order_pass"):
    """Tell the shooter to pass the dice."""

    reason: str


class NoMoreBets(Event, frozen=True, tag="no_more_bets"):
    """Send the dice out; betting is closed until they rest."""


class ThrowDice(Event, frozen=True, tag="throw"):
    """The shooter throws. No bet is made until the dice rest; `Rolled` says how they did.

    A table may leave this event out: a `Rolled` alone is thrown by whoever is due to throw.
    """


class DiceEvent(Event, frozen=True, kw_only=True):
    """Something that happens to the dice themselves."""

    by: Actor = DICE


class Rolled(DiceEvent, frozen=True, tag="roll"):
    """The dice came to rest. Only the source of the dice or the crew says so, never a player.

    Attributes:
        by: the source of the dice, or the member of the crew who called or entered the throw.
        throw: the faces.
        irregular: something seen in it, by the name of a no-roll reason, that the crew let stand.
        ruled: who of the crew decided a disputed face.
    """

    throw: Throw
    irregular: str = ""
    ruled: str = ""


class NoRoll(Event, frozen=True, tag="no_roll"):
    """The crew called "no roll".

    Attributes:
        reason: why, by its name in the rulebook.
        dice: the dice that left the table, by number, if any.
    """

    reason: str
    dice: tuple[int, ...] = ()


class SameDice(Event, frozen=True, tag="same_dice"):
    """The shooter asks for the dice that left the table."""


class Inspect(Event, frozen=True, tag="inspect"):
    """The boxperson looks at a die that was found."""

    die: int
    sound: bool = True


class DieLost(Event, frozen=True, tag="die_lost"):
    """A die that left the table is given up as lost."""

    die: int


class NewSet(Event, frozen=True, tag="new_set"):
    """A new set of dice is brought to the table."""


# Those in charge.


class PostSign(Event, frozen=True, tag="post_sign"):
    """Put up a notice of new limits or, without limits, of closing."""

    limits: Limits | None = None


class SetLimits(Event, frozen=True, tag="set_limits"):
    """Change the table's limits."""

    limits: Limits


class OwnLimits(Event, frozen=True, tag="own_limits"):
    """Put a sign with limits of their own before one player."""

    player: str
    limits: Limits


class Close(Event, frozen=True, tag="close"):
    """Close the table."""


class IssueToken(Event, frozen=True, tag="issue_token"):
    """Give a player a promotional token."""

    player: str
    amount: Cents


class Invalidate(Event, frozen=True, tag="invalidate"):
    """Declare the game in progress invalid: wagers are refunded, and those of the guilty may be forfeited."""

    reason: str
    guilty: tuple[str, ...] = ()


class VoidWager(Event, frozen=True, tag="void"):
    """Declare a wager void: no result, the stake given back."""

    player: str
    wager: Wager
    reason: str


class Exclude(Event, frozen=True, tag="exclude"):
    """Send a person away from the game."""

    player: str
    reason: str


class Vacate(Event, frozen=True, tag="vacate"):
    """Ask for the place of a player who has not wagered for some rounds."""

    player: str


class Warn(Event, frozen=True, tag="warn"):
    """Find that somebody broke a rule of conduct, and say so."""

    player: str
    reason: str


class Dispute(Event, frozen=True, tag="dispute"):
    """Raise a dispute or a complaint."""

    about: str


class Decide(Event, frozen=True, tag="decide"):
    """Decide a dispute."""

    number: int
    ruling: str


class AskReview(Event, frozen=True, tag="ask_review"):
    """Ask for a decided dispute to go to whoever is next above."""

    number: int


def every_event(base: type[Event] = Event) -> Iterator[type[Event]]:
    """Every kind of event there is."""
    for kind in base.__subclasses__():
        yield from every_event(kind) if kind.__subclasses__() else (kind,)


def clock_time(seconds: int) -> str:
    """A time of the table's clock as people say it.

    >>> clock_time(50700), clock_time(50730)
    ('14:05', '14:05:30')
    """
    minutes, rest = divmod(seconds, 60)
    clock = f"{minutes // 60}:{minutes % 60:02}"
    return f"{clock}:{rest:02}" if rest else clock
