"""Commands of people and of the host to a live table. Each comes with its sender and its time.

A decision about one is a list of entries that follow from it, each applied at once.
"""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal

import msgspec
from msgspec.structs import replace

from bankcraps.game.chips import Cents
from bankcraps.game.dice import Throw
from bankcraps.game.engine import DICE, Actor, BetRange, Refusal, State, Step, bet_range, crew, refusal, step
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.acts import who_may
from bankcraps.game.engine.effects import DiceOut, DicePassed, Effect, Reversed
from bankcraps.game.engine.refusals import Part, Sentence
from bankcraps.game.notation.names import Addressing, tell_twice
from bankcraps.game.records.codec import AnyEvent
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import Wager
from bankcraps.live.log import entries as en
from bankcraps.live.log.fairness import SEED
from bankcraps.live.table.live_table import LiveTable, after_step, apply, clock_of, hash_of
from bankcraps.live.table.personal_limits import Allowance
from bankcraps.live.table.undealt import shown_of, uncalled
from bankcraps.support.files import shipped_rows

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

    role: en.ChairRole
    key: str = ""


class GiveChair(PersonCommand, frozen=True, tag="give_chair"):
    """Give a chair back to the automatic crew."""

    role: en.ChairRole


class OfferChair(PersonCommand, frozen=True, tag="offer_chair", omit_defaults=True):
    """Let somebody take a chair of the crew, as the host of the table.

    Attributes:
        role: the chair.
        person: the person who may take it; empty for whoever has a key.
        key: the SHA-256 of that key, in hexadecimal. The sender makes the key and puts it into a link.
    """

    role: en.ChairRole
    person: str = ""
    key: str = ""


class TakeBackChair(PersonCommand, frozen=True, tag="take_back_chair"):
    """Take a chair back, as the host of the table: from whoever holds it, and from all who may take it."""

    role: en.ChairRole


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

    action: en.DealAction
    player: str = ""
    wager: Wager | None = None
    cents: Cents = Cents(0)
    puck: int = 0
    words: str = ""


class LetGo(PersonCommand, frozen=True, tag="let_go"):
    """Let the dealers' open work go: the automatic crew does the rest of it."""


# Talk around the table. It is no part of the game and is not decided here; see `talk`.


PHRASES: Final = dict(shipped_rows("bankcraps.live.table", "phrases.txt")["phrases"])
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

    bot: en.Bot
    by: str


class DismissBot(HostCommand, frozen=True):
    """A bot is to leave: somebody with the right to do so asked for it, or it has stopped."""

    name: str
    by: str


class StartSystem(HostCommand, frozen=True):
    """A betting system is to play a person's seat: they asked for it."""

    seat: en.SeatSystem


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


# The decision about a command.


SEALED: Final = "the throw is sealed and cannot change: all wagers stand until the dice have landed"
AT_REST: Final = "the dice have come to rest: all wagers stand until the throw counts"

_CENTS: Final = {name: f"{name}_cents" for name in ("limit", "offered", "instead", "amount")}
_ANY_THROW: Final = ev.Rolled(throw=Throw(1, 1), by=DICE)
_OPENED: Final = Reversed(DiceOut())
"""The effect of betting that opens again: nobody is left to throw, or the shooter gave the dice up."""
_GO_AWAY: Final = "If you go away, your wagers play on without you, and then you are cashed out"


class Refused(msgspec.Struct, frozen=True, omit_defaults=True, rename=_CENTS):
    """The refusal of a command. A refused command changes nothing.

    Attributes:
        code: the sort of refusal, for programs: one of the engine's, or of the room's own.
        message: the reason, for people.
        to_you: the same, said to the person who asked, if it is about them: "you need", not "Ann needs".
        clause: the clause of the rulebook, or "convention"; None if no rule of the house is behind it.
        limit, offered: the limit and the amount offered in cents, if the refusal is about amounts.
        wager: the wager, if the command was one bet.
        instead: the amount of that bet that the table would take instead, in cents, if there is one.
    """

    code: str
    message: str
    clause: str | None = None
    limit: Cents | None = None
    offered: Cents | None = None
    wager: Wager | None = None
    instead: Cents | None = None
    to_you: str = ""

    @classmethod
    def about(cls, person: str, code: str, says: str, **parts: Part) -> "Refused":
        """Refuse something to a person, in a sentence of which they are the part `name`."""
        sentence = Sentence(says, name=person, **parts)
        return cls(code, str(sentence), to_you=sentence.told(Addressing(person)))

    @classmethod
    def of(
        cls, refusal: Refusal, book: Rulebook, state: State, *events: ev.Event, you: str = ""
    ) -> "Refused":
        """Return the engine's refusal of some events as the room's, with the house's names for wagers.

        If it refused one bet, it says which wager and which amount would do. For a player who may not leave
        because of a contract wager, it says what happens if they go away. `you` is the person who asked.
        """
        message, to_you = tell_twice(refusal.sentence, book, you)
        told = cls(refusal.code, message, refusal.clause, refusal.limit, refusal.offered, to_you=to_you)
        match events:
            case (ev.Bet() as bet,):
                found = None if bet.tokens else bet_range(book, state, bet)
                instead = found.nearest(bet.amount) if isinstance(found, BetRange) else None
                return replace(told, wager=bet.wager, instead=instead)
            case (ev.Leave(), *_) if refusal.code == "contract":
                yours = to_you and f"{to_you}. {_GO_AWAY}"
                return replace(told, message=f"{message}. {_GO_AWAY}", to_you=yours)
            case _:
                return told


class LeftOut(msgspec.Struct, frozen=True, omit_defaults=True, rename=_CENTS):
    """A wager that "same bet" left out, or the rest of one that it made smaller.

    Attributes:
        wager: the wager.
        amount: the sum that was not bet, in cents.
        code: the sort of refusal, as in `Refused`.
        message: the part that was left out and the reason, for people.
        to_you: the same, said to its player, if it is about them.
    """

    wager: Wager
    amount: Cents
    code: str
    message: str
    to_you: str = ""


class Happening(msgspec.Struct, frozen=True):
    """An entry of the log with its number, and the engine's effects, if it was an event of the engine.

    Attributes:
        seq, entry, effects: these.
        shown: the effects that people see with it, where people deal; None if they are the engine's.
        uncalled: whether it is a throw that a person has to call.
    """

    seq: int
    entry: en.LogEntry
    effects: tuple[Effect, ...] = ()
    shown: tuple[Effect, ...] | None = None
    uncalled: bool = False


def happening(
    before: LiveTable, after: LiveTable, entry: en.LogEntry, effects: tuple[Effect, ...] = ()
) -> Happening:
    """Return an entry of the log with what people see of it. Nothing else makes one.

    Args:
        before: the table before the entry.
        after: the table after it.
        entry: the entry.
        effects: its effects, if it is an event of the engine.
    """
    shown = shown_of(before, after, entry, effects)
    called = not (isinstance(entry, en.Acted) and isinstance(entry.event, ev.Rolled) and uncalled(after))
    return Happening(after.seq, entry, effects, shown, uncalled=not called)


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of a command.

    Attributes:
        before, table: the room before and after. If the command was refused, only what was due by the clock
            happened between them, and a note of what a dealer did wrong.
        happened: the entries to append to the log, in order.
        refused: the reason that the command was refused, or None.
        left_out: the wagers that "same bet" could not repeat now.
    """

    before: LiveTable
    table: LiveTable
    happened: tuple[Happening, ...] = ()
    refused: Refused | None = None
    left_out: tuple[LeftOut, ...] = ()


class Decision:
    """The room while it decides.

    Attributes:
        book: the house.
        table: the room after what has happened so far.
        happened: the entries so far.
        left_out: the wagers that "same bet" could not repeat.
        asker: the person whose command it is; empty for the house's own.
    """

    def __init__(self, book: Rulebook, table: LiveTable, now: int, asker: str = "") -> None:
        """Start at a time. The room's time never runs back, even if the clock does."""
        self.book = book
        self.asker = asker
        self.before = table
        self.table: LiveTable = replace(table, now=max(now, table.now))
        self.happened: list[Happening] = []
        self.left_out: tuple[LeftOut, ...] = ()

    def add(self, entry: en.LogEntry) -> None:
        """Add an entry that is not an event of the engine."""
        before = self.table
        self.table, _ = apply(self.book, before, entry)
        self.happened.append(happening(before, self.table, entry))

    def act(self, event: ev.Event, why: str = "") -> Refusal | None:
        """Apply an event of the engine at the room's time, or return its refusal.

        Args:
            event: the event.
            why: the reason that somebody gives for it.
        """
        event = replace(event, at=clock_of(self.table))
        result, refused = self._judged(event)
        if refused is not None:
            return refused
        before = self.table
        after = after_step(self.book, before, event, result, why)
        self.table = replace(after, seq=after.seq + 1)
        entry = en.Acted(event, hash_of(event, result.state), why)
        self.happened.append(happening(before, self.table, entry, result.effects))
        return None

    def refusal_of(self, event: ev.Event) -> Refusal | None:
        """Return the refusal of an event of the engine at the room's time, without applying it."""
        event = replace(event, at=clock_of(self.table))
        refused = refusal(self.book, self.table.state, event)
        # Only what happens while the dice are out, or sends them out, can keep them from being thrown.
        concerns_dice = self.table.state.out or isinstance(event, ev.NoMoreBets)
        return self._judged(event)[1] if refused is None and concerns_dice else refused

    def _judged(self, event: ev.Event) -> tuple[Step, Refusal | None]:
        result = step(self.book, self.table.state, event)
        refused = result.refusal or self._withholds(event, result) or self._ends_the_throw(event, result)
        return result, refused

    def _withholds(self, event: ev.Event, result: Step) -> Refusal | None:
        """Refuse acts that would end a fixed throw on wagers as a side effect, such as the shooter leaving.

        The house knows a sealed throw, and perhaps the shooter does; everybody knows one that was entered.
        Only the crew's calls may void it, and those of sealed throws are counted.
        """
        before, why = self.table.state, fixed(self.table)
        ends = why and before.out and not result.state.out
        staked = any(seat.wagers for seat in before.seats)
        if not ends or not staked or isinstance(event, ev.Rolled | ev.NoRoll | ev.Invalidate):
            return None
        return Refusal(code="bets_closed", sentence=Sentence(why))

    def _ends_the_throw(self, event: ev.Event, result: Step) -> Refusal | None:
        """Refuse acts that would leave the dice out without a thrower.

        The engine would open the betting again. Here the clock of the round runs, and people wait. Where the
        shooter gives up the dice, they are offered on, and so the betting does open again.
        """
        passed = any(isinstance(effect, DicePassed) for effect in result.effects)
        opened = (
            not isinstance(event, ev.Correct | ev.Invalidate) and _OPENED in result.effects and not passed
        )
        why = no_throw(self.book, result.state) if result.state.out or opened else None
        if why is None or isinstance(event, ev.NoMoreBets):
            return why
        says = "the dice are out and nobody else could throw them: wait until they rest ({why})"
        return replace(why, code="bets_closed", sentence=Sentence(says, why=why.sentence))

    def act_all(self, events: tuple[ev.Event, ...], why: str = "") -> Refusal | None:
        """Let several events happen, or none of them if one is refused. The reason goes with the first."""
        table, count = self.table, len(self.happened)
        for number, event in enumerate(events):
            refused = self.act(event, "" if number else why)
            if refused is not None:
                self.table = table
                del self.happened[count:]
                return refused
        return None

    def refused(self, refusal: Refusal | None, *events: ev.Event) -> Refused | None:
        """Return the engine's refusal of some events as the room's, or None if there is none."""
        if refusal is None:
            return None
        return Refused.of(refusal, self.book, self.table.state, *events, you=self.asker)

    def automatic(self, event: type[ev.Event]) -> Actor | None:
        """Return the automatic crew's actor for an act: the first role whose chair no person holds."""
        return automatic(self.book, self.table, event)

    def anybody_in_charge(self) -> bool:
        """Whether a person sits in a chair that is in charge of the table."""
        return any(map(self.table.holder, self.book.table.filled(self.book.floor.in_charge)))

    def in_charge_of(self, event: type[ev.Event]) -> Actor:
        """Return the crew's actor for an act of the house itself, though a person may hold that chair."""
        return self.automatic(event) or crew(who_may(self.book, event)[0])

    def begin(self, name: en.PhaseName) -> None:
        """Begin a part of the round. The clock ends it if it is the throwing, or the paying of the crew."""
        timing = self.table.settings.timing
        lasts = {"dice_out": timing.throwing_ms, "paying": timing.paying_ms}.get(name)
        if name == "paying" and self.table.work.tasks:
            lasts = None  # it lasts until the dealers have dealt
        self.add(en.PhaseBegan(name, None if lasts is None else self.table.now + lasts))

    def outcome(self, refused: Refused | None = None) -> Outcome:
        """Return the outcome."""
        return Outcome(
            self.before, self.table, tuple(self.happened), refused, () if refused else self.left_out
        )


def automatic(book: Rulebook, table: LiveTable, event: type[ev.Event]) -> Actor | None:
    """Return the automatic crew's actor for an act: the first role whose chair no person holds.

    The act is nobody's in particular, so the actor has no name.
    """
    return next((crew(role) for role in who_may(book, event) if not table.holder(role)), None)


def no_throw(book: Rulebook, state: State) -> Refusal | None:
    """Return the reason why nobody can throw the dice now, or None if somebody can."""
    return refusal(book, state, _ANY_THROW)


# The seeds taken for a sealed throw, and the acts that wait for the dice once the seeds are locked.


NOT_SEALED: Final = "the dice are not sealed yet; try again in a moment"

_SEED: Final = re.compile(rf"[!-~]{{1,{SEED}}}")
_HASH: Final = re.compile(r"[0-9a-f]{64}")


def fixed(table: LiveTable) -> str:
    """Say why nothing changes on the layout now: the next throw is fixed already. Otherwise an empty text."""
    if table.fairness.locked:
        return SEALED
    return AT_REST if table.entered else ""


def too_late(table: LiveTable, event: ev.Event) -> bool:
    """Whether something must wait, because the next throw is fixed and could decide it.

    Real dice are fixed once they have been entered. Logs from before that rule have acts after an entry.
    """
    return bool(fixed(table)) and waits(table.state, event)


def waits(state: State, event: ev.Event) -> bool:
    """Whether something waits for a throw that is fixed already, because the throw could decide it."""
    match event:
        case ev.Bet() | ev.TakeDown() | ev.Call() | ev.VoidWager() | ev.Confirm() | ev.Reject():
            return True
        case ev.Leave() | ev.Exclude():
            seat = state.seat(event.player if isinstance(event, ev.Exclude) else event.by.person)
            return seat is not None and bool(seat.wagers)
        case _:
            return False


def refuse_too_late(room: Decision, events: Sequence[ev.Event]) -> Refused:
    """Refuse acts that must wait. The book's own refusals come first, except those of late wagers."""
    late = isinstance(events[0], ev.Bet) and room.book.betting.late_confirmed_by
    refused = None if late else refusal(room.book, room.table.state, events[0])
    return room.refused(refused, *events) or Refused("bets_closed", fixed(room.table))


def refuse_seed(table: LiveTable, person: str, given: GiveSeed) -> Refused | None:
    """Say why a seed is not taken now, or return None. Before the commitment a seed would prove nothing."""
    fairness = table.fairness
    if table.settings.dice != "sealed":
        return Refused("not_now", "this table plays with real dice: they need no seed")
    if table.state.seat(person) is None:
        return Refused("not_seated", "only players give seeds")
    if not _SEED.fullmatch(given.seed):
        return Refused("bad_words", f"a seed is 1 to {SEED} printable characters without spaces")
    if given.next and not _HASH.fullmatch(given.next):
        return Refused("bad_words", "a promised seed is named by its SHA-256, in hexadecimal")
    if fairness.locked:
        return Refused("bets_closed", "the betting is closed: the seeds of this throw are locked")
    if not fairness.commitment:
        return Refused("not_now", NOT_SEALED)
    return None
