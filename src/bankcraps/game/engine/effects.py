"""Effects: the consequences of events. Screens show them, and programs that watch a table read them.

First every type of effect, by subject: dice, chips, and what the house does. Then the chips that an effect
moved: from where, to where, how many. Nothing else works that out; accounts, statistics, results, ledgers and
screens read it here.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine.actor import Actor
from bankcraps.game.engine.limits import Limits
from bankcraps.game.wagers import Wager

_CENTS = {name: f"{name}_cents" for name in ("amount", "stands", "tokens", "won")}


class Effect(msgspec.Struct, frozen=True, gc=False, tag_field="type", rename=_CENTS):
    """Something that followed from an event. `seat` is a player's name, and money is in cents.

    `tokens` lists the promotional tokens within `amount`, by face value; for a leg, its share of them. The
    rest is chips. Tokens are no chips of a rail or the bank.
    """


class OfPlayer(Effect, frozen=True):
    """An effect on a player."""

    seat: str


class OfMoney(OfPlayer, frozen=True):
    """An effect on a player's money."""

    amount: Cents


class OnWager(OfPlayer, frozen=True):
    """An effect on a player's wager."""

    wager: Wager


class OnChips(OnWager, frozen=True):
    """An effect on what lies on a player's wager, or on a sum because of it."""

    amount: Cents


def every_effect() -> Iterator[type[Effect]]:
    """Yield every type of effect, in the order in which they stand here."""
    kinds = (one for one in globals().values() if isinstance(one, type) and issubclass(one, Effect))
    yield from (kind for kind in kinds if not kind.__subclasses__())


# Throws, and the procedure of the dice.


class DiceThrown(Effect, frozen=True, tag="dice_thrown"):
    """Somebody threw the dice, which have not come to rest."""

    by: Actor


class Thrown(Effect, frozen=True, tag="thrown"):
    """The dice came to rest. `point` is the point before the throw, or 0 on a come-out."""

    throw: Throw
    point: int


def of_a_throw(effects: Sequence[Effect]) -> Sequence[Effect]:
    """Return what the throw of an event did, from `Thrown` on; nothing if no dice came to rest.

    What comes before it is another matter: a correction first takes back the wrong throw.
    """
    at = next((at for at, effect in enumerate(effects) if isinstance(effect, Thrown)), len(effects))
    return effects[at:]


class PointSet(Effect, frozen=True, tag="point_set"):
    """A point was set. The puck went on."""

    point: int


class LineDecided(Effect, frozen=True):
    """The line was decided, by a natural, craps, the point made, or a seven-out."""


class Natural(LineDecided, frozen=True, tag="natural"):
    """A come-out total on which the pass line wins."""

    total: int


class Craps(LineDecided, frozen=True, tag="craps"):
    """A come-out total on which the pass line loses."""

    total: int


class PointMade(LineDecided, frozen=True, tag="point_made"):
    """The point was thrown again. The puck went off."""

    point: int


class SevenOut(LineDecided, frozen=True, tag="seven_out"):
    """A seven came before the point. The puck went off."""

    point: int


class DiceOffered(Effect, frozen=True, tag="dice_offered"):
    """A player was offered the dice."""

    to: str


class DiceTaken(OfPlayer, frozen=True, tag="dice_taken"):
    """A player became the shooter."""


class DiceDeclined(OfPlayer, frozen=True, tag="dice_declined"):
    """A player declined the dice."""


class DiceChosen(Effect, frozen=True, tag="dice_chosen"):
    """The shooter has two dice. The rest are in the bowl."""

    dice: tuple[int, ...]
    bowl: tuple[int, ...]


class DicePassed(OfPlayer, frozen=True, tag="dice_passed"):
    """A shooter's hand ended. `why` says why."""

    why: str


HandEnded = SevenOut | DicePassed
"""The effects that end a hand. A stickperson's seven-out passes no dice; other hands end without a seven."""


class DiceOut(Effect, frozen=True, tag="dice_out"):
    """Betting closed."""


class NoRollCalled(Effect, frozen=True, tag="no_roll_called"):
    """The crew called "no roll": the throw does not count."""

    reason: str
    clause: str


class DiceAway(Effect, frozen=True, tag="dice_away"):
    """Dice left the table. The shooter is offered the rest of the set."""

    dice: tuple[int, ...]
    rest: tuple[int, ...]


class SameDiceAsked(Effect, frozen=True, tag="same_dice_asked"):
    """The shooter asked for the same dice back."""

    dice: tuple[int, ...]


class DieBack(Effect, frozen=True, tag="die_back"):
    """A die was found and inspected. It goes to the "shooter" or the "bowl", or is "removed"."""

    die: int
    to: str


class DieGone(Effect, frozen=True, tag="die_gone"):
    """A die was given up as lost."""

    die: int


class SetBrought(Effect, frozen=True, tag="set_brought"):
    """A new set of dice came to the table."""

    number: int


# Chips: bought, staked, paid, lost, returned.


Why = Literal["taken down", "tied", "off", "void", "invalid", "undone", "rejected"]
"""The reason why chips came back from the layout without a decision."""


class Seated(OfPlayer, frozen=True, tag="seated"):
    """A player took a place."""

    place: int


class Left(OfPlayer, frozen=True, tag="left"):
    """A player left the table, and took along the promotional tokens that were not on a wager."""

    tokens: tuple[Cents, ...] = ()


class Bought(OfMoney, frozen=True, tag="bought"):
    """A player bought chips."""


class CashedOut(OfMoney, frozen=True, tag="cashed_out"):
    """A player cashed chips for money."""


class Awarded(OfMoney, frozen=True, tag="awarded"):
    """A ruling had the house pay a player or, if the amount is negative, take chips back from the rail.

    `clause` gives the power to rule so. An award is no result of a wager.
    """

    why: str
    clause: str


class Chips(msgspec.Struct, frozen=True, rename={"value": "value_cents"}):
    """A number of chips of one value, in cents."""

    value: Cents
    count: int


class Coloured(OfPlayer, frozen=True, tag="coloured"):
    """A rail was changed into the fewest chips, the largest first."""

    chips: tuple[Chips, ...]


class TokenIssued(OfMoney, frozen=True, tag="token_issued"):
    """A player was given a promotional token."""


class Staked(OnChips, frozen=True, tag="staked"):
    """A player put chips or tokens on a wager. `stands` is the total that stands there now."""

    stands: Cents
    tokens: tuple[Cents, ...] = ()


class Vigorish(OnChips, frozen=True, tag="vigorish"):
    """A player paid a commission or, if the amount is negative, got one back.

    If `again` is true, the wager won and stays up, and pays the commission for its next decision.
    """

    again: bool = False


class Capped(OnChips, frozen=True, tag="capped"):
    """The house announced that one decision of a wager is paid at most `amount`, whatever its stake."""


class Button(OnWager, frozen=True, tag="button"):
    """A wager was marked "on" or "off". An empty `call` means that its button was removed."""

    call: str


class CallAsked(OnWager, frozen=True, tag="call_asked"):
    """A player called a wager on while the dice are out. The call waits until the crew confirms it."""


class Lost(OnChips, frozen=True, tag="lost"):
    """The house took a wager, or one leg of it."""

    leg: Wager | None = None
    tokens: tuple[Cents, ...] = ()


class Paid(OnChips, frozen=True, tag="paid"):
    """A wager, or one leg of it, won `won` on `amount`. `up` says whether its chips stay on the layout."""

    won: Cents
    up: bool = False
    leg: Wager | None = None
    tokens: tuple[Cents, ...] = ()


class Returned(OnChips, frozen=True, tag="returned"):
    """Chips or tokens came back from the layout without a decision. `why` says why."""

    why: Why
    tokens: tuple[Cents, ...] = ()


class Tied(OnChips, frozen=True, tag="tied"):
    """A wager tied and stays on the layout."""


class Forfeited(OnChips, frozen=True, tag="forfeited"):
    """The house took a stake that did not lose: tokens that were decided, or a guilty player's wager."""

    tokens: tuple[Cents, ...] = ()


class Counted(OnWager, frozen=True, tag="counted"):
    """A wager on a shooter's hand counted a number. `progress` lists all it has counted, sorted."""

    progress: tuple[int, ...]


class Moved(OnWager, frozen=True, tag="moved"):
    """A come or don't come wager went to its number."""

    to: Wager
    amount: Cents


# The house: signs, invalid outcomes, warnings, disputes.


class SignPosted(Effect, frozen=True, tag="sign_posted"):
    """A notice was posted. What it announces may be done from `due` on, in seconds."""

    about: str
    due: int
    limits: Limits | None = None


class LimitsSet(Effect, frozen=True, tag="limits_set"):
    """The limits changed, for the table or for one player."""

    limits: Limits
    player: str | None = None


class TableClosed(Effect, frozen=True, tag="table_closed"):
    """The table closed."""


class GameInvalid(Effect, frozen=True, tag="game_invalid"):
    """The round was declared invalid. The puck is off."""

    reason: str


class ThrowInvalid(Effect, frozen=True, tag="throw_invalid"):
    """The outcome of the last throw was declared invalid. The puck is back on `point`, or off at 0."""

    reason: str
    throw: Throw
    point: int


class ThrowCorrected(Effect, frozen=True, tag="throw_corrected"):
    """The last throw was called `wrong` and was `throw`. What followed is undone, and it is settled again."""

    wrong: Throw
    throw: Throw


class ThrowConfirmed(Effect, frozen=True, tag="throw_confirmed"):
    """A role that decides which faces count says that the last throw was called rightly."""

    throw: Throw
    role: str


OF_THE_LINE = (PointSet, Natural, Craps, PointMade, SevenOut)
"""The effects that tell what a throw did on the line."""

Reversible = (
    Paid
    | Lost
    | Forfeited
    | Vigorish
    | Moved
    | Counted
    | PointSet
    | Natural
    | Craps
    | PointMade
    | SevenOut
    | DicePassed
    | SetBrought
    | Returned
    | Thrown
    | DiceOut
    | DiceOffered
    | DiceDeclined
    | DiceTaken
    | DiceChosen
)
"""The effects that can be reversed: those of a throw, what came down since, and what the dice did."""


class Reversed(Effect, frozen=True, tag="reversed"):
    """An effect of the last throw, or since, was undone: chips, puck or dice went back the way they came."""

    effect: Reversible


def throws_counted(effect: Effect) -> int:
    """Return how an effect changes the number of throws that count: 1 for a throw, else 0 or -1.

    A throw that is corrected or declared invalid counts no longer.
    """
    match effect:
        case Thrown():
            return 1
        case Reversed(Thrown()) | ThrowInvalid():
            return -1
        case _:
            return 0


def without_reversed(effects: Iterable[Effect]) -> list[Effect]:
    """Return effects without invalid throws, and without effects that were undone later and their undoing."""
    kept: list[Effect] = []
    for effect in effects:
        at = _undone_by(effect, kept)
        if at is not None:
            del kept[at]
        if not isinstance(effect, Reversed):
            kept.append(effect)
    return kept


def _undone_by(effect: Effect, earlier: Sequence[Effect]) -> int | None:
    """Return the index of the latest effect that this one undoes, if any. An invalid throw undoes a throw."""
    match effect:
        case Reversed(undone):
            found = [at for at, one in enumerate(earlier) if one == undone]
        case ThrowInvalid():
            found = [at for at, one in enumerate(earlier) if isinstance(one, Thrown)]
        case _:
            found = []
    return found[-1] if found else None


class Owed(OfMoney, frozen=True, tag="owed"):
    """Chips that an invalid outcome or a correction should move are out of reach, and no chips move.

    The player owes the house the amount or, if it is negative, the house owes it to a player who has left.

    Attributes:
        seat: the player's name.
        amount: the debt, in cents.
        away: whether the player has left. Their chips have left with them, so none were moved back before.
    """

    away: bool = False


class Excluded(Effect, frozen=True, tag="excluded"):
    """A person was excluded from the game."""

    player: str
    reason: str


class Warned(Effect, frozen=True, tag="warned"):
    """Somebody was warned for breaking a rule of conduct."""

    player: str
    reason: str
    clause: str


class DisputeRaised(Effect, frozen=True, tag="dispute_raised"):
    """A player raised a dispute. The role in `before` must decide it."""

    number: int
    by: str
    about: str
    before: str


class DisputeDecided(Effect, frozen=True, tag="dispute_decided"):
    """A dispute was decided. The role in `next` may review it, unless that is empty."""

    number: int
    ruling: str
    next: str


class DisputeInvestigated(Effect, frozen=True, tag="dispute_investigated"):
    """A complaint was investigated. The decision stands."""

    number: int
    finding: str


class DisputeReferred(Effect, frozen=True, tag="dispute_referred"):
    """A player asked for a review. The role in `before` must decide it."""

    number: int
    before: str


# The chips that an effect moved.


OfAWager = Paid | Lost | Vigorish | Tied | Returned | Forfeited
"""The effects that decide a wager, or that change what its player has won."""

Place = Literal["cash", "rail", "layout", "bank"]
"""The places of chips and tokens: money away from the table, a player's rail or wagers, the house's bank."""


class Transfer(msgspec.Struct, frozen=True):
    """Chips or tokens of a player's that went from one place to another.

    Attributes:
        seat: the player's name.
        source, target: from where and to where.
        amount: chips in cents, without the tokens; 0 if only tokens moved.
        tokens: the promotional tokens that went along, by face value in cents.
    """

    seat: str
    source: Place
    target: Place
    amount: Cents
    tokens: tuple[Cents, ...] = ()

    def back(self) -> "Transfer":
        """Return the same chips and tokens on their way back. A negative amount becomes a positive one."""
        return Transfer(self.seat, self.target, self.source, Cents(abs(self.amount)), self.tokens)


_WAYS: Final[dict[type[Effect], tuple[Place, Place]]] = {
    Bought: ("cash", "rail"),
    CashedOut: ("rail", "cash"),
    Awarded: ("bank", "rail"),
    Staked: ("rail", "layout"),
    Returned: ("layout", "rail"),
    Lost: ("layout", "bank"),
    Forfeited: ("layout", "bank"),
    Vigorish: ("rail", "bank"),
    Owed: ("bank", "rail"),  # a reversal took it from the rail, where it was not
}
"""The source and the target of an effect's amount; a negative amount goes the other way."""


def transfers(effect: Effect) -> tuple[Transfer, ...]:
    """Return the transfers of an effect, in their order; none if it moved no chips and no tokens."""
    match effect:
        case Reversed():
            return tuple(one.back() for one in transfers(effect.effect))
        case Paid():
            # Decided tokens go to the house by an effect of their own.
            chips = Cents(0) if effect.up else _chips(effect)
            ways = (
                Transfer(effect.seat, "bank", "rail", effect.won),
                Transfer(effect.seat, "layout", "rail", chips),
            )
            return tuple(one for one in ways if one.amount)
        case Owed(away=True):
            return ()
        case Left(seat, tokens):
            return (Transfer(seat, "rail", "cash", Cents(0), tokens),) if tokens else ()
        case TokenIssued(seat, face):
            return (Transfer(seat, "bank", "rail", Cents(0), (face,)),)
        case _ if way := _WAYS.get(type(effect)):
            one = Transfer(getattr(effect, "seat", ""), *way, _chips(effect), getattr(effect, "tokens", ()))
            return (one if one.amount >= 0 else one.back(),) if one.amount or one.tokens else ()
        case _:
            return ()


def _chips(effect: Effect) -> Cents:
    """The amount of an effect without the tokens in it."""
    tokens: tuple[Cents, ...] = getattr(effect, "tokens", ())
    return Cents(getattr(effect, "amount", 0) - sum(tokens))


def moved_to(place: Place, effects: Iterable[Effect]) -> Counter[str]:
    """Return the chips that came to a place less those that left it, in cents, by the player's name."""
    found = Counter[str]()
    for effect in effects:
        for one in transfers(effect):
            if place in (one.source, one.target):
                found[one.seat] += one.amount if one.target == place else -one.amount
    return found


def won(effect: Effect) -> Cents:
    """Return what a player won, or lost if it is negative, by an effect, in cents. Tokens do not count.

    It is the chips that came from the bank, less those that went there.
    """
    match effect:
        case Reversed():
            return Cents(-won(effect.effect))
        case Paid():
            return effect.won
        case Owed(away=True):
            return Cents(0)
        case _:
            source, target = _WAYS.get(type(effect), ("", ""))
            sign = (source == "bank") - (target == "bank")
            return Cents(sign * _chips(effect)) if sign else Cents(0)


def left_spot(effect: Effect) -> Wager | None:
    """Return the wager that left its spot by an effect: lost, paid and down, returned or moved; else None.

    Where the house takes only the tokens of a wager, another effect says whether its chips stay.
    """
    match effect:
        case Lost() | Returned() | Moved() | Paid(up=False):
            return effect.wager
        case Forfeited() if _chips(effect):
            return effect.wager
        case _:
            return None


def left_cents(effect: Effect) -> Cents:
    """Return what left the spot of an effect's wager, to wherever it went, in cents with its tokens."""
    if isinstance(effect, Moved):
        return effect.amount
    gone = (one for one in transfers(effect) if one.source == "layout")
    return Cents(sum(one.amount + sum(one.tokens) for one in gone))


def decided(effect: Effect) -> Cents | None:
    """Return what an effect decided of a wager, in cents with its tokens; None if it decided nothing.

    A push is a decision: a barred number, whether the wager comes back or stays, or odds that come back
    because they were off when their flat wager was decided. Chips that a player takes down do not count.
    """
    match effect:
        case Paid(amount=amount) | Lost(amount=amount) | Tied(amount=amount):
            return amount
        case Returned(amount=amount, why="tied" | "off"):
            return amount
        case _:
            return None


class Result(NamedTuple):
    """The result of a wager: its player, the stake that was decided, and what the player won or lost by it.

    Money is in cents. A commission, or a stake that is forfeited, counts but decides nothing.
    """

    seat: str
    wager: Wager
    staked: Cents
    net: Cents


def result(effect: OfAWager) -> Result:
    """Return what an effect comes to for its wager."""
    return Result(effect.seat, effect.wager, decided(effect) or Cents(0), won(effect))


def results(effects: Iterable[Effect]) -> Iterator[Result]:
    """Yield what effects come to for wagers. Those that decide nothing and win nothing are left out."""
    for effect in effects:
        if isinstance(effect, OfAWager):
            found = result(effect)
            if found.staked or found.net:
                yield found


# The action of a dealer on a wager after a throw, worked out from all that the throw did to it.


WagerAction = Literal["pay", "take", "move", "return"]
"""A dealer pays a wager, takes it for the house, moves it to its number, or gives it back."""


def dealt_with(own: Collection[Effect]) -> tuple[WagerAction | None, Cents]:
    """Return what a dealer does with a wager, and the pay beyond the stake in cents; None if nothing moves.

    A leg of a horn may win less than the others lose, where pays are capped. Part of the stake goes back
    then, which is None too: a dealer does nothing with the whole wager.

    Args:
        own: the effects of a throw on the wager.
    """
    net = Cents(sum(map(won, own)))
    paid = any(isinstance(one, Paid) for one in own)
    if any(isinstance(one, Moved) for one in own):
        return "move", Cents(0)
    if paid and net > 0:
        return "pay", net
    if paid:
        return ("return" if net == 0 and any(map(left_spot, own)) else None), Cents(0)
    if any(isinstance(one, Lost) for one in own):
        return "take", Cents(0)
    return ("return" if any(isinstance(one, Returned) for one in own) else None), Cents(0)
