"""A table to play at from Python. It keeps the state and a log of what happened."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, cast

from bankcraps.errors import BankcrapsError, did_you_mean, quoted, require_text, require_type, whole_number
from bankcraps.game import engine, records
from bankcraps.game.chips import Cents, Money, dollars, money, printed
from bankcraps.game.dice import NumPyGenerator, PythonGenerator, Throw, throw_of
from bankcraps.game.engine import events as ev
from bankcraps.game.engine.effects import Thrown
from bankcraps.game.engine.floor.players import written_name
from bankcraps.game.engine.opening import DEFAULT_LIMITS
from bankcraps.game.engine.wagering.undoing import with_present
from bankcraps.game.game import Game
from bankcraps.game.notation import Past, Said, Understood, read, understood
from bankcraps.game.rulebook import Rulebook
from bankcraps.game.wagers import Wager, wager
from bankcraps.support.tabular import Tabular, html


class Table(Tabular):
    """A craps table.

    >>> table = Table("three_four_five", {"Ann": 500, "Bob": 300})
    >>> table.bet("Ann", "pass", 10).effects
    (Staked(seat='Ann', wager=wager('pass'), amount=1000, stands=1000, tokens=()),)
    >>> table.throw(4, 2).state.point
    6
    >>> refused = table.bet("Ann", "pass_odds", 60)
    >>> bool(refused), refused.refusal.message
    (False, 'pass_odds on 6 may stake at most 5 times the flat wager of $10, which is $50, not $60')
    >>> table.say("Bob: place 8 12")[0].state is table.state
    True
    >>> _ = table.throw(4, 4)
    >>> table.rail("Bob"), table.layout("Bob")
    (30200, {'place 8': 1200})

    Attributes:
        rulebook: the house's rules.
        state: the table now, a frozen value.
        log: every event that happened, with its step.
        practice: whether `step_back` may take back throws. The record says so.
    """

    def __init__(
        self,
        rulebook: Rulebook | str | Path,
        seats: Mapping[str, Money] | None = None,
        *,
        limits: engine.Limits | str = DEFAULT_LIMITS,
        chip: Money | None = None,
        others: bool = False,
        practice: bool = False,
    ) -> None:
        """Open a table.

        Args:
            rulebook: a book, its id, or the path of a file.
            seats: names with their buy-ins in dollars, clockwise from the boxperson's left.
            limits: the table's limits, as `Limits` or as "MIN:MAX:UNIT" in dollars.
            chip: the smallest chip the table can pay in, in dollars. The default is 1.
            others: whether other people play here too, and throw when none of `seats` can.
            practice: whether `step_back` may take back throws.

        Raises:
            BankcrapsError: if the book is not valid, or the seats, limits or chip are not possible.
        """
        self.rulebook, sign, smallest = Game.read(rulebook, limits, chip)
        require_type(seats, Mapping | None, "seats are names with their buy-ins, such as {'Ann': 500}")
        players = [(name, dollars(amount)) for name, amount in (seats or {}).items()]
        if practice and len(players) > 1:
            raise BankcrapsError("practice is for one player")
        self.state: engine.State = engine.open_table(self.rulebook, players, sign, smallest, others=others)
        self.log: list[tuple[ev.Event, engine.Step]] = []
        self.practice = practice
        self._opened = self.state
        self._in_play = False
        self._entries: list[tuple[ev.Event | records.StepBack, engine.Step]] = []
        self._places: list[int] = []

    @classmethod
    def resumed(cls, record: records.Record, book: Rulebook | None = None, source: str = "") -> "Table":
        """Open the table of a record and play its events again, to go on from there.

        Args:
            record: the record, which may be unfinished.
            book: the house, if it is none of ours.
            source: the name of the record, for errors.

        Raises:
            RecordError: if the record does not replay.
        """
        book = records.book_of(record, source, book)
        header = record.header
        table = cls(
            book,
            limits=header.limits,
            chip=printed(header.chip),
            others=header.others,
            practice=header.practice,
        )
        table.state = table._opened = records.opened(header, book, source)
        table._in_play = header.table is not None
        for played in records.replay(record, book, source):
            event = played.entry.event
            if isinstance(event, records.StepBack):
                table._back_to(event.to)
            else:
                table._happened([(event, played.step)])
        return table

    # Acts.

    def do(self, event: ev.Event) -> engine.Step:
        """Apply an event. If it is refused, the table does not change."""
        result = engine.step(self.rulebook, self.state, event)
        if result:
            self._happened([(event, result)])
        return result

    def _happened(self, acts: Sequence[tuple[ev.Event, engine.Step]]) -> None:
        for event, result in acts:
            self.state = result.state
            self.log.append((event, result))
            self._entries.append((event, result))
            self._places.append(len(self._entries))

    def bet(self, player: str, on: str | Wager, amount: Money) -> engine.Step:
        """Bet on a wager, or add to it. The wager has its canonical name, and the amount is in dollars.

        If the house refuses the bet, the step carries the refusal. A name that is not at the table is the
        caller's mistake, so it raises.

        Raises:
            BankcrapsError: if the player or the wager does not exist, or the amount is not money.
        """
        return self.do(ev.Bet(_wager(on), dollars(amount), by=self._here(player)))

    def bet_range(self, player: str, on: str | Wager) -> engine.BetRange | engine.NoRange:
        """Return the amounts that the house would take on a wager now, or why it takes none.

        >>> table = Table("three_four_five", {"Ann": 500}, limits="5:500")
        >>> _ = table.bet("Ann", "pass", 10), table.throw(4, 2)
        >>> odds = table.bet_range("Ann", "pass_odds")
        >>> odds.least, odds.most, odds.most_by.rule, 2500 in odds
        (500, 5000, 'odds', True)

        A refusal of every amount is false, as a refused step is:

        >>> if not (no := table.bet_range("Ann", "dont_pass")):
        ...     print(no.message)
        dont_pass can be made only on the come-out, and the point is 6

        Raises the same errors as `bet`.
        """
        asked = ev.Bet(_wager(on), self.state.floor.chip, by=self._here(player))
        return engine.bet_range(self.rulebook, self.state, asked)

    def take_down(self, player: str, on: str | Wager, amount: Money | None = None) -> engine.Step:
        """Take a wager down, or reduce it by an amount in dollars. Raises the same errors as `bet`."""
        cents = None if amount is None else dollars(amount)
        return self.do(ev.TakeDown(_wager(on), cents, by=self._here(player)))

    def call(self, player: str, on: str | Wager, call: Literal["on", "off"]) -> engine.Step:
        """Call a wager "on" or "off". Raises the same errors as `bet`."""
        if not isinstance(cast("object", call), str) or call not in ("on", "off"):
            raise BankcrapsError(f'a wager is called "on" or "off", not {quoted(call)}')
        return self.do(ev.Call(_wager(on), call, by=self._here(player)))

    def throw(self, a: int, b: int) -> engine.Step:
        """Throw the dice: the player whose turn it is throws these faces."""
        return self.do(ev.Rolled(Throw(whole_number("a face", a), whole_number("a face", b))))

    def roll(self, rng: PythonGenerator | NumPyGenerator) -> engine.Step:
        """Throw fair dice: the player whose turn it is throws, unless the dice are out already.

        >>> import random
        >>> table, rng = Table("nsw", {"Ann": 100}), random.Random(7)
        >>> _ = table.bet("Ann", "pass", 10)
        >>> table.roll(rng).state.puck
        5

        Args:
            rng: a generator of Python's `random` or of NumPy. Make one, and use it for every throw.

        Raises:
            BankcrapsError: if `rng` is no generator, such as a seed.
        """
        return self.do(ev.Rolled(throw_of(rng)))

    def say(self, line: str) -> list[engine.Step]:
        """Do what a line of the notation says: `Ann: place 6 12`.

        If the line means several events, either all of them happen or none does. A line of `roll` alone
        throws, and the dice are out until `roll(rng)` or `roll 4-2` says how they came to rest.

        Returns:
            The steps, or one refused step.

        Raises:
            NotationError: if the line is not in the notation.
        """
        return self.do_all(self.understand(read(line)))

    def understand(self, said: Said, unit: Cents | None = None) -> tuple[ev.Event, ...]:
        """Return the events that a line means at this table now.

        Args:
            said: a line that `notation.read` read.
            unit: the least on each number for a word such as "inside" without an amount, in cents.

        Raises:
            NotationError: if it is not clear who acts or which wager is meant.
        """
        return self.understood(said, unit).events

    def understood(self, said: Said, unit: Cents | None = None) -> Understood:
        """Return what `understand` does, and which wagers "same bet" leaves out."""
        return understood(said, self.rulebook, self.state, Past(self.log), unit)

    def do_all(self, events: tuple[ev.Event, ...]) -> list[engine.Step]:
        """Apply several events in order, or none of them if one is refused."""
        require_type(events, Sequence, "several events are a tuple or list")
        state, log = self.state, list[tuple[ev.Event, engine.Step]]()
        for event in events:
            result = engine.step(self.rulebook, state, event)
            if not result:
                refused = engine.Step(self.state, (), result.refusal)
                return [refused]
            log.append((event, result))
            state = result.state
        self._happened(log)
        return [result for _, result in log]

    def step_back(self) -> records.StepBack:
        """Take back the last throw and everything after it. The record shows it.

        Raises:
            BankcrapsError: if this is no practice session, several people play, or nobody has thrown.
        """
        if not self.practice:
            error = BankcrapsError("only a table that was opened for practice can step back")
            error.option = "--practice"
            raise error
        if len(self.state.seats) > 1:
            raise BankcrapsError("only a player alone at the table can step back")
        throws = [index for index, (event, _) in enumerate(self.log) if isinstance(event, ev.Rolled)]
        if not throws:
            raise BankcrapsError("there is no throw to take back")
        last = throws[-1]
        if last and isinstance(self.log[last - 1][0], ev.ThrowDice):
            last -= 1
        self._back_to(self._places[last - 1] if last else 0)
        back = self._entries[-1][0]
        assert isinstance(back, records.StepBack)
        return back

    def _back_to(self, to: int) -> None:
        """Reset the table to after the first `to` entries of its record."""
        state = self._entries[to - 1][1].state if to else self._opened
        kept = self._places.index(to) + 1 if to else 0
        del self.log[kept:], self._places[kept:]
        self.state = state
        self._entries.append((records.StepBack(to), engine.Step(state, ())))

    def entries(self, first: int = 0) -> list[records.Entry]:
        """Return the entries of the record, from one on. In practice they show every step back."""
        start = whole_number("the first entry", first)
        return [records.entry_of(event, result, self.rulebook) for event, result in self._entries[start:]]

    def undo(self) -> engine.Step | None:
        """Take back the last bet, call or take-down that can be undone, whoever made it.

        Returns:
            The step of the undo, or None if there is nothing to take back.
        """
        acts = self.undoable()
        return self.do(ev.Undo(by=engine.Actor(acts[-1][1]))) if acts else None

    def undoable(self) -> list[tuple[int, str]]:
        """The acts that can be undone, the last one at the end: their place in the log, and who did them."""
        left = {(seat.name, act.number) for seat in self.state.seats for act in seat.earlier}
        acts: list[tuple[int, str]] = []
        for index in reversed(range(len(self.log))):
            if not left:
                break
            event = self.log[index][0]
            if isinstance(event, ev.Undoable):
                before, name = self.log[index - 1][1].state if index else self._opened, event.by.person
                key = name, with_present(before.seated(name))[-1].number
                acts += [(index, name)] if key in left else []
                left.discard(key)
        return acts[::-1]

    # Views of the table.

    @property
    def point(self) -> int | None:
        """The point, or None while the puck is off."""
        return self.state.point

    @property
    def shooter(self) -> str | None:
        """The player who has the dice or, between shooters, who throws next; None if no player does."""
        return engine.shooter(self.rulebook, self.state)

    def rail(self, player: str) -> Cents:
        """The chips in a player's rail, in cents.

        Raises:
            BankcrapsError: if the player is not at the table.
        """
        return self._seat(player).rail

    def layout(self, player: str) -> dict[str, Cents]:
        """A player's wagers, in cents by canonical name. The name of tokens ends in "token".

        Raises:
            BankcrapsError: if the player is not at the table.
        """
        wagers = self._seat(player).wagers
        return {name: part for standing in wagers for name, part in standing.parts.items()}

    def _seat(self, player: str) -> engine.Seat:
        require_text(player, "the name of a player")
        seat = self.state.seat(player)
        if seat is None:
            here = [seat.name for seat in self.state.seats]
            others = did_you_mean(player[:100], here) or f"; at this table: {', '.join(here) or 'nobody'}"
            raise BankcrapsError(f"{quoted(player)} is not at this table{others}")
        return seat

    def _here(self, player: str) -> engine.Actor:
        return engine.Actor(self._seat(player).name)

    def _columns(self) -> Mapping[str, object]:
        """A row for each effect, with its money, as of a live table. What was stepped back is left out."""
        steps = zip(self._places, self.log, strict=True)
        return records.effect_columns(
            self.rulebook, [(place, event, came.effects) for place, (event, came) in steps]
        )

    def record(self) -> records.Record:
        """Return the session so far as a record, which can be written to a file and replayed."""
        return records.Record(self.header(), tuple(self.entries()), records.rails_of(self.state))

    def header(self) -> records.Header:
        """Return the header of the record."""
        began, book = self._opened, self.rulebook
        return records.Header(
            rules=book.id,
            digest=book.digest,
            options=tuple(sorted(book.chosen.items())),
            limits=began.floor.limits,
            chip=began.floor.chip,
            others=began.floor.others,
            seats=() if self._in_play else tuple((seat.place, seat.name, seat.rail) for seat in began.seats),
            practice=self.practice,
            table=began if self._in_play else None,
        )

    def __repr__(self) -> str:
        """Draw the table: the house, the puck, the last throw, and a line for each player."""
        return "\n".join([self._headline(), *("  ".join(row).rstrip() for row in _columns(self._rows()))])

    def _repr_html_(self) -> str:
        """Return the same drawing as an HTML table for notebooks."""
        return html(("place", "player", "rail", "on the layout"), self._rows(), self._headline())

    def _headline(self) -> str:
        puck = f"the point is {self.point}" if self.point else "come-out"
        throws = [
            effect.throw for _, result in self.log for effect in result.effects if isinstance(effect, Thrown)
        ]
        parts = (
            puck,
            f"shooter {self.shooter}"
            if self.shooter
            else "no shooter"
            if self.state.seats
            else "nobody sits here",
            f"last throw {throws[-1]}" if throws else "",
        )
        return f"{self.rulebook.title}: {', '.join(filter(None, parts))}"

    def _rows(self) -> list[tuple[str, str, str, str]]:
        return [
            (
                str(seat.place),
                seat.name,
                money(seat.rail),
                ", ".join(map(str, seat.wagers)) or "nothing",
            )
            for seat in self.state.seats
        ]


def read_seats(written: Sequence[str]) -> dict[str, str]:
    """Read players such as `Ann:500`: names with what they buy in for, in dollars.

    Raises:
        BankcrapsError: if one is no name and sum, or sits twice.
    """
    seats: dict[str, str] = {}
    for one in written:
        name, colon, amount = one.partition(":")
        if not colon:
            raise BankcrapsError(f"a seat is NAME:BUYIN, such as Ann:500, not {one!r}")
        name = written_name(name)
        if name in seats:
            raise BankcrapsError(f"{name} is seated twice")
        dollars(amount)
        seats[name] = amount
    return seats


def _columns(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Pad cells so that columns line up."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [[cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in rows]


def _wager(on: str | Wager) -> Wager:
    return on if isinstance(on, Wager) else wager(on)
