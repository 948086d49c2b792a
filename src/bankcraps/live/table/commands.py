"""Commands of people and of the host to a live table. Each comes with its sender and its time."""

import re
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.records.codec import AnyEvent
from bankcraps.game.wagers import Wager
from bankcraps.live.log.entries import Bot, ChairRole, DealAction, SeatSystem
from bankcraps.live.table.personal_limits import Allowance

COMMAND_ID: Final = re.compile(r"[!-~]{1,64}")
"""The form of a client's id of a command."""


class Sender(msgspec.Struct, frozen=True):
    """The sender of a command. The server fills it in from the session; nothing a client writes reaches it.

    Attributes:
        person: the name; empty for the host of the table.
        roles: the roles of the crew that the person was granted.
        own: the sums that the person's own limits leave them; with `ConfirmLate`, those of the bettor.
        system: whether a betting system sends this for them.
    """

    person: str = ""
    roles: frozenset[str] = frozenset()
    own: Allowance = Allowance()
    system: bool = False


# Commands of people. Every command carries the client's id, so that it can be sent again without harm.


class PersonCommand(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """A command of a person.

    Attributes:
        id: chosen by the client, different for each command of that person at that table.
    """

    id: str


class Act(PersonCommand, frozen=True, tag="act", omit_defaults=True):
    """Do something at the table. The room fills in who does it, in which role, and when.

    Attributes:
        event: the act to carry out.
        why: the reason that the log gives for it; at most 200 printable characters.
    """

    event: AnyEvent
    why: str = ""


class Say(PersonCommand, frozen=True, tag="say", omit_defaults=True):
    """Say a line of the betting language. All of it happens, or nothing.

    Attributes:
        line: the line to say.
        why: the reason that the log gives for the first thing it does, as in `Act`.
    """

    line: str
    why: str = ""


class TakeChair(PersonCommand, frozen=True, tag="take_chair", omit_defaults=True):
    """Take over a chair of the crew from the automatic crew.

    Attributes:
        role: the chair.
        key: the key of the link that the host gave to this person, or empty.
    """

    role: ChairRole
    key: str = ""


class GiveChair(PersonCommand, frozen=True, tag="give_chair"):
    """Give a chair back to the automatic crew."""

    role: ChairRole


class OfferChair(PersonCommand, frozen=True, tag="offer_chair", omit_defaults=True):
    """Let somebody take a chair of the crew, as the host of the table.

    Attributes:
        role: the chair.
        person: the person who may take it; empty for whoever has a key.
        key: the SHA-256 of that key, in hexadecimal. The sender makes the key and puts it into a link.
    """

    role: ChairRole
    person: str = ""
    key: str = ""


class TakeBackChair(PersonCommand, frozen=True, tag="take_back_chair"):
    """Take a chair back, as the host of the table: from whoever holds it, and from all who may take it."""

    role: ChairRole


class SitOut(PersonCommand, frozen=True, tag="sit_out"):
    """Sit out, or play again. A player who sits out is offered no dice and keeps the wagers that stand."""

    out: bool


class Ready(PersonCommand, frozen=True, tag="ready"):
    """Be ready for the throw, or not ready after all. When all players are, the betting closes."""

    ready: bool = True


class Wait(PersonCommand, frozen=True, tag="wait"):
    """Join the waiting list of a full table, or leave it."""

    waiting: bool


class GiveSeed(PersonCommand, frozen=True, tag="give_seed", omit_defaults=True):
    """Give a seed for the next throw whose betting has not closed.

    Attributes:
        seed: 1 to 64 printable characters without spaces.
        next: the SHA-256 of the seed for the throw after it, in hexadecimal, so that one cannot choose that
            seed later; or empty.
    """

    seed: str
    next: str = ""


class EnterThrow(PersonCommand, frozen=True, tag="enter_throw"):
    """Enter a throw of real dice. It counts when the same faces are entered a second time.

    Attributes:
        throw: the faces.
        look: "first" to enter the throw, "second" to confirm it.
        irregular: the no-roll reason that fits the throw though the crew let it count, or empty.
        ruled: the role that decided a disputed face, or empty.
    """

    throw: Throw
    look: Literal["first", "second"]
    irregular: str = ""
    ruled: str = ""


class ConfirmLate(PersonCommand, frozen=True, tag="confirm_late"):
    """Confirm, or turn down, a wager that came after "no more bets"."""

    player: str
    confirmed: bool


# The dealers' work, at a table where people deal.


class Deal(PersonCommand, frozen=True, tag="deal", omit_defaults=True, rename={"cents": "dealt_cents"}):
    """Do something with a wager after a throw, as its dealer.

    Attributes:
        action: the act to carry out.
        player, wager: whose wager, and which; left out for the puck and for the call.
        cents: the sum to pay beyond the stake, in cents; 0 for other actions.
        puck: the number to put the puck on; 0 for "off".
        words: the call, for the stickperson who calls the throw.
    """

    action: DealAction
    player: str = ""
    wager: Wager | None = None
    cents: Cents = Cents(0)
    puck: int = 0
    words: str = ""


class LetGo(PersonCommand, frozen=True, tag="let_go"):
    """Let the dealers' open work go: the automatic crew does the rest of it."""


# Talk around the table. It is no part of the game and is not decided here; see `talk`.


PHRASES: Final[dict[str, str]] = {
    "nice_roll": "Nice roll!",
    "good_luck": "Good luck!",
    "one_more": "One more!",
    "press_it": "Press it!",
    "thank_you": "Thank you.",
    "well_played": "Well played.",
    "ouch": "Ouch.",
    "hello": "Hello.",
    "good_night": "Good night.",
    "clover": "☘",
    "smile": "☺",
    "frown": "☹",
    "heart": "♥",
    "star": "★",
}
"""The set phrases and emotes, in English and in the order of a page's buttons.

A client may show them in the words of its own language.
"""

if TYPE_CHECKING:
    Phrase = str
else:
    Phrase = Literal[("", *PHRASES)]
"""A set phrase or an emote; empty for none."""


class Talk(PersonCommand, frozen=True, tag="talk", omit_defaults=True):
    """Say something to those around the table: a set phrase, or a few words of the speaker's own."""

    phrase: Phrase = ""
    words: str = ""


class Mute(PersonCommand, frozen=True, tag="mute"):
    """Mute a person around the table, or let them speak again."""

    player: str
    muted: bool


# News from the host to the room.


class HostCommand(msgspec.Struct, frozen=True):
    """Something that the host of a table tells it: the time, a connection, the secret of a throw."""


class Tick(HostCommand, frozen=True):
    """Time has passed."""


class Opened(HostCommand, frozen=True):
    """The table is served again after its process stopped. Clocks begin anew."""


class Cleared(HostCommand, frozen=True):
    """The table is about to close for good: all players leave, or none if one of them cannot.

    While others play there, it needs the notice that the book wants of a closing (nsw 9.8).

    Attributes:
        abandoned: whether nobody will come back to throw. Then the round is invalid, so wagers that may not
            come down are returned. A throw whose seeds are locked is thrown by the clock, and not given up.
        lost: whether the secret of the next throw is lost, so that nobody can. The round is invalid, too, and
            the log says why.
        by: the person who asks for it; empty for the house itself. They need no notice of their own closing.
        unattended: whether the house is closed, so that nobody is at the table.
    """

    abandoned: bool = False
    lost: bool = False
    by: str = ""
    unattended: bool = False


class ClosingAnnounced(HostCommand, frozen=True):
    """Whoever opened the table wants to close it, and others play there: the crew posts the book's notice."""

    by: str


class SeatBot(HostCommand, frozen=True):
    """A bot of the house is to play here: somebody with the right to do so asked for it."""

    bot: Bot
    by: str


class DismissBot(HostCommand, frozen=True):
    """A bot is to leave: somebody with the right to do so asked for it, or it has stopped."""

    name: str
    by: str


class StartSystem(HostCommand, frozen=True):
    """A betting system is to play a person's seat: they asked for it."""

    seat: SeatSystem


class StopSystem(HostCommand, frozen=True):
    """A system is to play a person's seat no more: they asked for that, or it has stopped."""

    name: str
    why: str = ""


class Returned(HostCommand, frozen=True):
    """A person's first connection opened."""

    person: str


class Vanished(HostCommand, frozen=True):
    """A person's last connection dropped."""

    person: str


class Drawn(HostCommand, frozen=True):
    """The dice source answered: the secret of a throw. The room shows first its commitment, later itself.

    Attributes:
        number: the throw it belongs to.
        secret: its secret.
        at_once: whether a throw whose seeds are locked does not wait for its shooter any longer.
    """

    number: int
    secret: bytes
    at_once: bool = False
