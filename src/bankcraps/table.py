"""A table to play at from Python: the pure core with a memory."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from bankcraps.chips import Cents, Money, dollars, printed
from bankcraps.dice import Throw
from bankcraps.engine import Limits, State, Step, open_table, shooter, step, thrower
from bankcraps.engine import events as ev
from bankcraps.engine.opening import DEFAULT_CHIP, DEFAULT_LIMITS
from bankcraps.engine.spots import laid_as
from bankcraps.engine.taking_down import may_come_down
from bankcraps.notation import Entry, Header, Record, read, understand, write_effect
from bankcraps.notation.record import rails_of
from bankcraps.rulebook import Rulebook, load_rulebook
from bankcraps.wagers import Wager, wager

__all__ = ["Table"]


class Table:
    """A craps table.

    >>> table = Table("three_four_five", {"Ann": 500, "Bob": 300})
    >>> table.bet("Ann", "pass", 10).effects
    (Staked(seat='Ann', wager=wager('pass'), amount=1000, stands=1000, token=False),)
    >>> table.throw(4, 2).state.point
    6
    >>> refused = table.bet("Ann", "pass_odds", 60)
    >>> bool(refused), refused.refusal.message
    (False, 'pass_odds on 6 may stake at most 5 times the flat 10, that is 50, not 60')
    >>> table.say("Bob: place 8 12")[0].state is table.state
    True
    >>> _ = table.throw(4, 4)
    >>> table.rail("Bob"), table.layout("Bob")
    (30200, {'place 8': 1200})

    Attributes:
        rulebook: the house's rules.
        state: the table now, a frozen value.
        log: every event that happened, with the step it made.
    """

    def __init__(
        self,
        rulebook: Rulebook | str | Path,
        seats: Mapping[str, Money] | None = None,
        *,
        limits: Limits | str = DEFAULT_LIMITS,
        chip: Money | None = None,
    ) -> None:
        """Open a table.

        Args:
            rulebook: a book, its id, or the path of a file.
            seats: names with their buy-ins in dollars, clockwise from the boxperson's left.
            limits: the sign at the table, as `Limits` or as "MIN:MAX:UNIT" in dollars.
            chip: the smallest chip the table can pay in, in dollars; 1 where none is given.

        Raises:
            BankcrapsError: if the book cannot be used or no table opens like that.
        """
        self.rulebook = rulebook if isinstance(rulebook, Rulebook) else load_rulebook(rulebook)
        sign = Limits.read(limits) if isinstance(limits, str) else limits
        smallest = DEFAULT_CHIP if chip is None else dollars(chip)
        players = [(name, dollars(amount)) for name, amount in (seats or {}).items()]
        self.state: State = open_table(self.rulebook, players, sign, smallest)
        self.log: list[tuple[ev.Event, Step]] = []
        self._opened = self.state

    # What people do.

    def do(self, event: ev.Event) -> Step:
        """Let an event happen, or be refused."""
        event = self._named(event, self.state)
        came = step(self.rulebook, self.state, event)
        if came:
            self.state = came.state
            self.log.append((event, came))
        return came

    def bet(self, player: str, on: str | Wager, amount: Money) -> Step:
        """Put chips on a wager, by its canonical name; the amount is added, in dollars."""
        return self.do(ev.Bet(_wager(on), dollars(amount), by=player))

    def take_down(self, player: str, on: str | Wager, amount: Money | None = None) -> Step:
        """Take a wager down, or reduce it by so many dollars."""
        cents = None if amount is None else dollars(amount)
        return self.do(ev.TakeDown(_wager(on), cents, by=player))

    def call(self, player: str, on: str | Wager, working: bool) -> Step:  # noqa: FBT001 - "on" and "off"
        """Call a wager on or off."""
        return self.do(ev.Call(_wager(on), "on" if working else "off", by=player))

    def throw(self, a: int, b: int) -> Step:
        """The dice come to rest, thrown by whoever they are with."""
        return self.do(ev.Rolled(Throw(a, b), by=thrower(self.rulebook, self.state)))

    def say(self, line: str) -> list[Step]:
        """Say a line, as at the table: `Ann: place 6 12`. Where it means several events, all happen or none.

        Returns:
            The steps; the last one is refused if the line was.

        Raises:
            NotationError: for words that nobody says at a table.
        """
        return self.do_all(understand(read(line), self.rulebook, self.state))

    def do_all(self, events: tuple[ev.Event, ...]) -> list[Step]:
        """Let several events happen in order, or none of them."""
        state, log = self.state, list[tuple[ev.Event, Step]]()
        for said in events:
            event = self._named(said, state)
            came = step(self.rulebook, state, event)
            if not came:
                refused = Step(self.state, (), came.refusal)
                return [refused]
            log.append((event, came))
            state = came.state
        self.state = state
        self.log += log
        return [came for _, came in log]

    def _named(self, event: ev.Event, state: State) -> ev.Event:
        """The event with its actor, since a record names who did what: a bare roll is the thrower's."""
        if isinstance(event, ev.Rolled) and not event.by:
            return msgspec.structs.replace(event, by=thrower(self.rulebook, state))
        return event

    def undo(self) -> ev.Event | None:
        """Take back the last wager, call or take-down, as if it had not been said.

        Only since the last throw and before the dice are out, and never a wager that the rules hold down.

        Returns:
            The event taken back, or None if there is none to take back.
        """
        if not self.log or self.state.out:
            return None
        event, came = self.log[-1]
        if not isinstance(event, ev.Bet | ev.TakeDown | ev.Call):
            return None
        if isinstance(event, ev.Bet) and not self._comes_back(event):
            return None
        del came
        self.log.pop()
        self.state = self.log[-1][1].state if self.log else self._opened
        return event

    def _comes_back(self, event: ev.Bet) -> bool:
        laid = laid_as(self.rulebook, event.wager, self.state.puck)
        return may_come_down(self.rulebook, self.state, laid) is None

    # What can be seen.

    @property
    def point(self) -> int | None:
        """The point, or None while the puck is off."""
        return self.state.point

    @property
    def shooter(self) -> str | None:
        """Who has the dice or, between shooters, to whom they come next."""
        return shooter(self.state)

    def rail(self, player: str) -> Cents:
        """The chips in a rail, in cents."""
        seat = self.state.seat(player)
        return Cents(0) if seat is None else seat.rail

    def layout(self, player: str) -> dict[str, Cents]:
        """What a player has on the layout, in cents, by canonical name; tokens are marked as such."""
        seat = self.state.seat(player)
        return {} if seat is None else {s.label: s.amount for s in seat.wagers}

    def record(self) -> Record:
        """The session so far, to be written to a file and replayed."""
        entries = (Entry(event, tuple(map(write_effect, came.effects))) for event, came in self.log)
        return Record(self.header(), tuple(entries), rails_of(self.state))

    def header(self) -> Header:
        """The head of the record."""
        opened, book = self._opened, self.rulebook
        return Header(
            rules=book.id,
            digest=book.digest,
            options=tuple(sorted(book.chosen.items())),
            limits=opened.floor.limits,
            chip=opened.floor.chip,
            seats=tuple((seat.place, seat.name, seat.rail) for seat in opened.seats),
        )

    def __repr__(self) -> str:
        """The table in a line."""
        rails = ", ".join(f"{seat.name} {printed(seat.rail)}" for seat in self.state.seats)
        puck = f"point {self.point}" if self.point else "puck off"
        return f"<Table {self.rulebook.id}: {puck}; {rails or 'nobody'}>"


def _wager(on: str | Wager) -> Wager:
    return on if isinstance(on, Wager) else wager(on)
