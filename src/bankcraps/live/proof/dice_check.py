"""Checks the sealed throws of a log in order, from commitment to faces.

Nothing here knows the rules of a house, so the dice of a table can be checked without its rulebook.
"""

import hashlib
from collections import Counter
from dataclasses import dataclass

import msgspec

from bankcraps.errors import BankcrapsError
from bankcraps.game.dice import Throw
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.actor import DICE
from bankcraps.live.log import entries as en
from bankcraps.live.log.fairness import SECRET_BYTES, SEED, Seed, commitment_of, sealed_throw
from bankcraps.support.structs import struct_of

_LOCKED = (
    ev.Sit | ev.Leave | ev.BuyIn | ev.CashOut | ev.ColourUp | ev.ThrowDice | ev.NoRoll | ev.Invalidate
    | ev.NoAnswer | ev.Inspect | ev.DieLost | ev.NewSet | ev.PostSign | ev.SetLimits | ev.OwnLimits | ev.Close
    | ev.IssueToken | ev.Exclude | ev.Vacate | ev.Warn | ev.Dispute | ev.Decide | ev.Investigate
    | ev.AskReview | ev.Award
)  # fmt: skip
"""The acts that a house can write between the lock of a throw and the throw. None of them is on a wager.

Programs from before 23 November 2026 let a crew confirm a wager then. Nothing in a log tells theirs from one
that a house has forged, so such a log is refused, too.
"""

_CALLED_OFF = ev.Choose | ev.Decline | ev.PassDice | ev.OrderPass
"""The acts that may also come once a locked throw was called off, before its secret is shown."""


class WrongDiceError(BankcrapsError):
    """The dice of a log are not what was sealed."""


class CheckedThrow(msgspec.Struct, frozen=True):
    """A sealed throw whose secret was shown and fits.

    Attributes:
        number: the number of the throw at its table.
        throw: the faces, or None if the throw was withheld.
        withheld: the reason that it did not count, or empty.
        commitment, seeds, secret: the values that were shown before the betting closed, at its close, and
            after the throw.
        committed, locked, shown: the rows of the log that tell of them; `locked` is 0 if the betting never
            closed.
        at: when the secret was shown, in milliseconds since 1970.
    """

    number: int
    throw: Throw | None
    withheld: str
    commitment: str
    seeds: tuple[Seed, ...]
    secret: str
    committed: int
    locked: int
    shown: int
    at: int


class HiddenThrow(msgspec.Struct, frozen=True):
    """A sealed throw whose secret nobody has seen.

    Attributes:
        number: the number of the throw at its table.
        committed, locked: the rows of its commitment and of its seeds; `locked` is 0 if the betting was open.
        at: when the row was written that tells of it last, in milliseconds since 1970.
    """

    number: int
    committed: int
    locked: int
    at: int

    def __str__(self) -> str:
        """Name the throw and its last row."""
        return f"throw {self.number} (row {self.locked or self.committed})"


class DiceCounts(msgspec.Struct, kw_only=True):
    """Counts of a log's throws, by what became of them.

    Attributes:
        thrown: sealed throws that counted, each checked from its secret.
        withheld: sealed throws that were drawn and did not count, by reason.
        lost: sealed throws that the house gave up because it lost their secrets.
        waiting: the throw that is locked at the end of the log and not shown yet, or None.
        unseeded: sealed throws that counted without a seed of anybody but the bots of the house. The house
            could have chosen them.
        fixed: by player, the throws that counted and were fixed before that player's seed was known, if that
            was random. To have another throw, the house and everybody else together must withhold it, or
            break a promise or give a seed that was not promised, and then the throw is not among these.
        broken: promised seeds that were not given, by player.
        afterwards: players who left, had to give up their place or were excluded when a throw was locked, by
            the type of the act. With wagers they could not: the audit, which knows the wagers, refuses that.
        no_rolls: calls of "no roll", by reason.
        invalid: outcomes that were declared invalid after the throw, by reason.
        void: single wagers that were declared void, by reason.
        unchecked: throws of sealed dice before the first commitment of a part of a log. Nobody can check them
            there.
        entered: throws of real dice.
        corrected: throws of real dice that were entered anew before they counted.
        overruled: throws of real dice that were corrected after they counted.
    """

    thrown: int = 0
    withheld: Counter[str] = msgspec.field(default_factory=Counter[str])
    lost: list[HiddenThrow] = msgspec.field(default_factory=list[HiddenThrow])
    waiting: HiddenThrow | None = None
    unseeded: int = 0
    fixed: Counter[str] = msgspec.field(default_factory=Counter[str])
    broken: Counter[str] = msgspec.field(default_factory=Counter[str])
    afterwards: Counter[str] = msgspec.field(default_factory=Counter[str])
    no_rolls: Counter[str] = msgspec.field(default_factory=Counter[str])
    invalid: Counter[str] = msgspec.field(default_factory=Counter[str])
    void: Counter[str] = msgspec.field(default_factory=Counter[str])
    unchecked: int = 0
    entered: int = 0
    corrected: int = 0
    overruled: int = 0


class GivenSeeds:
    """Reads the seeds of one throw after another. Players may promise them a throw before, by their hashes.

    A promised seed cannot be chosen any more when the house shows the commitment of the throw. Any other seed
    can: the house might tell its player what the others gave, whatever the order of the rows says. And a
    player who does not give a promised seed can choose between two throws. So a player with a random seed
    knows that a throw was fixed before anybody knew that seed if all other seeds in it were promised, and all
    other promises were kept.

    Attributes:
        whole: whether all promises for this throw are known. A part of a log does not say what was promised
            for its first throw.
    """

    def __init__(self) -> None:
        """Start without seeds, in the middle of a log."""
        self.whole: bool = False
        self._given: dict[str, Seed] = {}
        self._kept: set[str] = set()  # the players whose seed is the promised one
        self._promised: dict[str, str] = {}
        self._next: dict[str, str] = {}

    def give(self, entry: en.SeedGiven) -> None:
        """Add a seed. It replaces the player's earlier seed for the same throw."""
        player, seed = entry.player, entry.seed
        self._given[player] = Seed(player, seed)
        self._kept.discard(player)
        if hashlib.sha256(seed.encode()).hexdigest() == self._promised.get(player):
            self._kept.add(player)
        self._next.pop(player, None)
        if entry.next:
            self._next[player] = entry.next

    def seeds(self) -> tuple[Seed, ...]:
        """Return the seeds in the order of their players."""
        return tuple(sorted(self._given.values()))

    def fixed_before(self) -> set[str]:
        """Return the players whose seeds were unknown, if random, when all else of the throw was fixed."""
        free = (self._given.keys() - self._kept) | self.broken()
        return {player for player in self._given if self.whole and not free - {player}}

    def broken(self) -> set[str]:
        """Return the players who did not give the seeds that they had promised."""
        return self._promised.keys() - self._kept

    def next_throw(self) -> None:
        """Move to the next throw. All of its promises were given with the seeds of this one."""
        self.whole = True
        self._given, self._kept, self._promised, self._next = {}, set(), self._next, {}


@dataclass
class _NextThrow:
    """The throw that is played for, as far as the log tells of it: no commitment yet, and so on."""

    commitment: str = ""
    committed: int = 0
    seeds: tuple[Seed, ...] = ()
    locked: int = 0
    thrown: bool = False
    called_off: bool = False
    rolled: Throw | None = None


class DiceCheck:
    """Reads the rows of a table's log in order and checks the dice.

    A log that does not begin with its first row is checked from its first commitment on.

    Attributes:
        table: the table's id.
        counts: the counts of the rows so far.
        opened: whether the log began with the opening of the table.
    """

    def __init__(self, table: str) -> None:
        """Check the dice of a table."""
        self.table = table
        self.counts: DiceCounts = DiceCounts()
        self.opened: bool = False
        self._sealed = False
        self._number = 0
        self._throw = _NextThrow()
        self._at = 0
        self._bots: set[str] = set()
        self._given = GivenSeeds()
        self._entered: Throw | None = None
        self._counted: Throw | None = None
        self._overruled = False

    def read(self, row: en.Row) -> CheckedThrow | None:
        """Read the next row. Return the throw whose secret it shows.

        Raises:
            WrongDiceError: if the dice are not what was sealed. The message says how.
        """
        match row.entry:
            case en.TableOpened(settings):
                self._sealed, self.opened = settings.dice == "sealed", True
            case en.CommitmentShown() as entry:
                self._commit(entry, row.seq)
            case en.SeedGiven() as entry:
                self._give_seed(entry)
            case en.SeedsLocked() as entry if not self._early:
                self._lock(entry, row.seq)
                self._at = row.at
            case en.SecretShown() as entry if not self._early:
                return self._reveal(entry, row)
            case en.SecretLost() as entry if not self._early:
                self._lose(entry, row)
            case en.BotSeated(bot):
                self._bots.add(bot.name)
            case en.Acted(event):
                self._count(event)
                self._act(event)
            case en.ThrowEntered() | en.LateBetAsked() | en.LateBetDropped() as entry:
                self._enter(entry)
            case _:
                pass
        return None

    def end(self) -> None:
        """Say that the log ends here.

        Raises:
            WrongDiceError: if a throw counted whose secret was never shown.
        """
        if self._throw.rolled is not None:
            raise WrongDiceError(f"throw {self._number} counted, and the log ends before its secret")
        if self._throw.locked:
            self.counts.waiting = self._hidden(self._at)

    @property
    def _early(self) -> bool:
        """Whether the log began in the middle, and its first commitment has not come yet."""
        return not self.opened and not self._number

    def _hidden(self, at: int) -> HiddenThrow:
        return HiddenThrow(self._number, self._throw.committed, self._throw.locked, at)

    def _lose(self, entry: en.SecretLost, row: en.Row) -> None:
        """Note a throw that the house gave up."""
        if not self._throw.committed or entry.number != self._number:
            raise WrongDiceError(f"throw {entry.number} was given up without a commitment")
        if self._throw.rolled is not None:
            raise WrongDiceError(f"throw {entry.number} counted, and its secret is said to be lost")
        self.counts.lost.append(self._hidden(row.at))
        self._next()

    def _next(self) -> None:
        """Move to the next throw."""
        if self._throw.locked:
            self.counts.broken.update(self._given.broken())
        self._given.next_throw()
        self._throw = _NextThrow()

    def _commit(self, entry: en.CommitmentShown, seq: int) -> None:
        if (self.opened and not self._sealed) or self.counts.entered:
            raise WrongDiceError(f"throw {entry.number} was sealed at a table with real dice")
        self._sealed = True
        if self._throw.committed:
            raise WrongDiceError(
                f"a commitment for throw {entry.number} was shown before the secret of throw {self._number}"
            )
        if self._number and entry.number != self._number + 1:
            raise WrongDiceError(f"throw {self._number} is followed by throw {entry.number}")
        if self.opened and not self._number and entry.number != 1:
            raise WrongDiceError(f"the first throw of the table is throw {entry.number}")
        if entry.number == 1:
            self._given.whole = True
        self._throw, self._number = _NextThrow(entry.commitment, seq), entry.number

    def _give_seed(self, entry: en.SeedGiven) -> None:
        player, number = entry.player, self._number
        if not _is_word(player) or not _is_word(entry.seed) or len(entry.seed) > SEED:
            raise WrongDiceError(f"{player!r} gave an invalid seed: {entry.seed[:SEED]!r}")
        if self._early:
            return
        if not self._throw.committed:
            raise WrongDiceError(f"{player} gave a seed before the commitment of throw {number + 1}")
        if self._throw.locked:
            raise WrongDiceError(f"{player} gave a seed after the seeds of throw {number} were locked")
        self._given.give(entry)

    def _lock(self, entry: en.SeedsLocked, seq: int) -> None:
        if not self._throw.committed or entry.number != self._number:
            raise WrongDiceError(f"the seeds of throw {entry.number} were locked before its commitment")
        if self._throw.locked:
            raise WrongDiceError(f"the betting closed twice for throw {entry.number}")
        if entry.seeds != self._given.seeds():
            raise WrongDiceError(
                f"the seeds locked for throw {entry.number} are not those that the players gave"
            )
        self._throw.seeds, self._throw.locked = entry.seeds, seq

    def _act(self, event: ev.Event) -> None:
        rolled = isinstance(event, ev.Rolled)
        if not self._sealed:
            self._roll_unsealed(event)
        elif not self._early:
            if rolled:
                self._roll(event)
            elif self._throw.rolled is not None:
                raise WrongDiceError(f"throw {self._number} counted, and its secret was not shown at once")
            self._act_on_throw(event)
        if self._sealed and isinstance(event, ev.Correct):
            raise WrongDiceError(f"{event.by} corrected a throw of sealed dice to {event.throw}")
        if rolled or isinstance(event, ev.NoRoll):
            self._entered = None

    def _roll_unsealed(self, event: ev.Event) -> None:
        """Count a throw of real dice, or one whose commitment is above the first row here."""
        if not isinstance(event, ev.Rolled):
            return
        early = self._early and event.by == DICE
        self.counts.entered += not early
        self.counts.unchecked += early
        if self.counts.unchecked > 1 or (early and self.counts.entered):
            raise WrongDiceError("a throw counted that was not sealed")

    def _act_on_throw(self, event: ev.Event) -> None:
        """Refuse a second throw, and what no house can write when a throw is locked."""
        if isinstance(event, ev.ThrowDice):
            if self._throw.thrown:
                raise WrongDiceError(f"throw {self._number} was thrown twice")
            self._throw.thrown = True
        if not self._throw.locked or isinstance(event, ev.Rolled):
            return
        if not (isinstance(event, _LOCKED) or (self._throw.called_off and isinstance(event, _CALLED_OFF))):
            self._refuse_late(event)
        if isinstance(event, ev.NoRoll | ev.Invalidate):
            self._throw.called_off = True
        if isinstance(event, ev.Leave | ev.Exclude | ev.Vacate):
            self.counts.afterwards[str(type(event).__struct_config__.tag)] += 1

    def _refuse_late(self, late: ev.Event | en.LogEntry) -> None:
        what = type(late).__struct_config__.tag
        raise WrongDiceError(f"{what} cannot come when throw {self._number} was fixed already")

    def _roll(self, event: ev.Rolled) -> None:
        if not self._throw.locked:
            raise WrongDiceError("a throw counted that was not sealed, or whose betting never closed")
        if self._throw.rolled is not None:
            raise WrongDiceError(f"throw {self._number} counted twice")
        if self._throw.called_off:
            raise WrongDiceError(f"throw {self._number} counted, though it was called off")
        if event.by.role != "dice":
            raise WrongDiceError(f"{event.by} reported a throw of sealed dice")
        self._throw.rolled = event.throw

    def _enter(self, entry: en.ThrowEntered | en.LateBetAsked | en.LateBetDropped) -> None:
        """Note a throw of real dice. Only with these there are late wagers."""
        if self._throw.locked:
            self._refuse_late(entry)
        if isinstance(entry, en.ThrowEntered):
            self.counts.corrected += self._entered is not None
            self._entered = entry.throw

    def _count(self, event: ev.Event) -> None:
        match event:
            case ev.NoRoll(reason):
                self.counts.no_rolls[reason] += 1
            case ev.Invalidate(reason):
                self.counts.invalid[reason] += 1
            case ev.Rolled(throw):
                self._counted, self._overruled = throw, False
            case ev.Correct(throw):
                confirmed = self._counted is not None and self._counted.combination == throw.combination
                if not confirmed:
                    self.counts.overruled += not self._overruled
                    self._counted, self._overruled = throw, True
            case ev.VoidWager(_, _, reason):
                self.counts.void[reason] += 1
            case _:
                pass

    def _reveal(self, entry: en.SecretShown, row: en.Row) -> CheckedThrow:
        secret, sealed = _bytes(entry.secret), self._throw
        if not sealed.committed or entry.number != self._number:
            raise WrongDiceError(f"the secret of throw {entry.number} was shown without a commitment")
        if commitment_of(secret) != sealed.commitment:
            raise WrongDiceError(f"the secret of throw {entry.number} is not the one that was sealed")
        self._compare(entry, secret)
        self._next()
        return struct_of(CheckedThrow, entry, row, sealed, throw=sealed.rolled, shown=row.seq)

    def _compare(self, entry: en.SecretShown, secret: bytes) -> None:
        """Compare the faces that counted with those from the secret."""
        if entry.withheld:
            if self._throw.rolled is not None:
                raise WrongDiceError(f"throw {entry.number} is said to be withheld, and it counted")
            self.counts.withheld[entry.withheld] += 1
            return
        throw, rolled = sealed_throw(secret, self.table, entry.number, self._throw.seeds), self._throw.rolled
        if rolled != throw:
            counted = f"{rolled} counted" if rolled else "none counted"
            raise WrongDiceError(f"the secret of throw {entry.number} gives {throw}, and {counted}")
        self.counts.thrown += 1
        givers = {seed.player for seed in self._throw.seeds}
        self.counts.unseeded += not givers - self._bots
        self.counts.fixed.update(self._given.fixed_before() - self._bots)


def _is_word(text: str) -> bool:
    """Whether a text is a word. With line feeds in them, one seed could be read as two."""
    return text.isprintable() and text.split() == [text]


def _bytes(secret: str) -> bytes:
    try:
        found = bytes.fromhex(secret)
    except ValueError:
        found = b""
    if len(found) != SECRET_BYTES or found.hex() != secret:
        raise WrongDiceError(f"the secret is not {SECRET_BYTES} bytes in hexadecimal")
    return found
