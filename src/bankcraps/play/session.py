"""An evening at a table: what is said and pressed, done to the table, and what is to be shown of it."""

from collections.abc import Callable, Sequence

import msgspec

from bankcraps.chance import Dice
from bankcraps.chips import dollars, printed
from bankcraps.engine import Seat, player
from bankcraps.engine import effects as fx
from bankcraps.engine import events as ev
from bankcraps.errors import MoneyError, NotationError
from bankcraps.notation import Said, read, understand
from bankcraps.notation.phrases import All, Odds, Spread
from bankcraps.play.layout.scene import Scene
from bankcraps.play.layout.stacks import Spot
from bankcraps.play.moment import Kept, Moment
from bankcraps.play.notes import Note, call_of, gains_of, history, nets_of, notes_of, summed
from bankcraps.play.stakes import first_unit, full_odds, next_unit, stake
from bankcraps.play.trouble import Trouble, refused, told, unread
from bankcraps.table import Table
from bankcraps.wagers import Wager

__all__ = ["Session"]

_PLAYERS_WORDS = (
    *(ev.Bet, ev.TakeDown, ev.Call, ev.Sit, ev.Leave, ev.BuyIn, ev.CashOut, ev.ColourUp, ev.Dispute),
    *(ev.AskReview, ev.Accept, ev.Decline, ev.Choose, ev.PassDice, ev.SameDice, All, Odds, Spread),
)
"""What a player says; everything else is for the crew, and the notation knows for whom."""

_REMEMBERED = 400
_RETOLD = 12


class Session:
    """A table, the dice, and what is shown.

    Attributes:
        table: the table played at.
        now: what is to be shown of it.
    """

    def __init__(self, table: Table, dice: Dice, on_change: Callable[[], None] | None = None) -> None:
        """Come to the table.

        Args:
            table: open already, perhaps with a session behind it.
            dice: where the throws come from.
            on_change: called after everything that changed the table.
        """
        self.table = table
        self._dice = dice
        self._on_change = on_change
        effects = [effect for _, came in table.log for effect in came.effects]
        thrown = [effect for effect in effects if isinstance(effect, fx.Thrown)]
        self.now = Moment(
            next((seat.name for seat in table.state.seats), ""),
            first_unit(table.state),
            throws=len(thrown),
            notes=(Note(table.rulebook.about, "told"), *history(table.rulebook, table.log, _RETOLD)),
            thrown=tuple(effect.throw for effect in thrown[-_REMEMBERED:]),
            call=call_of(table.rulebook, thrown[-1].throw, len(thrown), thrown[-1].point) if thrown else "",
        )

    # What can be seen.

    @property
    def seat(self) -> Seat | None:
        """The seat a line without a name is for."""
        return self.table.state.seat(self.now.who)

    def scene(self) -> Scene:
        """The layout as it is now."""
        return Scene(self.table.rulebook, self.table.state, self.now.who, self.now.gains)

    def has(self, wager: Wager) -> bool:
        """Whether something of the current seat stands there."""
        return self.seat is not None and self.seat.on(wager) is not None

    def open_to(self, spot: Spot) -> Wager:
        """What more chips on a spot are staked on: the odds, once the flat wager there has its number."""
        flat, last = spot[0], spot[-1]
        return last if self.has(flat) and (flat.number or self.table.state.puck) else flat

    def last_of(self, spot: Spot) -> Wager:
        """What comes down first from a spot: the odds, if there are any."""
        return spot[-1] if self.has(spot[-1]) else spot[0]

    # What people do.

    def say(self, line: str) -> bool:
        """Say a line as at the table; without a name it is the current seat's.

        Returns:
            Whether it happened.
        """
        try:
            events = understand(self._spoken(read(line)), self.table.rulebook, self.table.state)
        except NotationError as error:
            self._show(trouble=unread(error, line))
            return False
        return self.do(events)

    def _spoken(self, said: Said) -> Said:
        mine = not said.by and self.now.who and isinstance(said.words, _PLAYERS_WORDS)
        return msgspec.structs.replace(said, by=player(self.now.who)) if mine else said

    def bet(self, wagers: Sequence[Wager]) -> bool:
        """Put a unit on each of some wagers for the current seat."""
        state, who = self.table.state, self.now.who
        if not who:
            return self.tell("Nobody sits here yet.", "Ann: sit")
        amounts = (stake(self.table.rulebook, state, who, wager, self.now.unit) for wager in wagers)
        return self.do(
            tuple(ev.Bet(w, amount, by=player(who)) for w, amount in zip(wagers, amounts, strict=True))
        )

    def take_odds(self) -> bool:
        """Put all the odds behind the current seat's next flat wager that it can carry."""
        seat = self.seat
        if seat is None:
            return self.tell("Nobody sits here yet.", "Ann: sit")
        return self.do((full_odds(self.table.rulebook, self.table.state, seat),))

    def take_down(self, wagers: Sequence[Wager]) -> bool:
        """Take some of the current seat's wagers down."""
        return self.do(tuple(ev.TakeDown(wager, by=player(self.now.who)) for wager in wagers))

    def throw(self) -> bool:
        """Throw the dice."""
        return self.do((ev.Rolled(throw=self._dice()),))

    def do(self, events: Sequence[ev.Event]) -> bool:
        """Let events happen, all or none, and keep what is to be shown of them."""
        table, puck = self.table, self.table.state.puck
        steps = table.do_all(tuple(events))
        refusal = steps[-1].refusal if steps else None
        if refusal is not None:
            self._show(trouble=refused(table.rulebook, refusal, self.now.who))
            return False
        effects = [effect for came in steps for effect in came.effects]
        throws = [effect.throw for effect in effects if isinstance(effect, fx.Thrown)]
        number = self.now.throws + len(throws)
        notes = notes_of(table.rulebook, effects, number, puck)
        if throws:
            gains = gains_of(effects)
            nets = nets_of(gains)
            call = call_of(table.rulebook, throws[-1], number, puck)
            lying = (*self.now.thrown, *throws)[-_REMEMBERED:]
            self._show(notes + summed(nets), thrown=lying, call=call, gains=gains, nets=nets)
            self._show(throws=number, acts=())
        else:
            self._show(notes, gains={}, nets={}, acts=(*self.now.acts, len(events)))
        self._show(who=self._still_here(events))
        self._changed()
        return True

    def _still_here(self, events: Sequence[ev.Event]) -> str:
        """The current seat: a newcomer, or another if the player has left."""
        names = [seat.name for seat in self.table.state.seats]
        came = [event.by.person for event in events if isinstance(event, ev.Sit)]
        if came:
            return came[-1]
        return self.now.who if self.now.who in names else next(iter(names), "")

    def undo(self) -> bool:
        """Take back the last thing said, if it was a wager, a call or a take-down since the last throw."""
        *before, count = self.now.acts or (1,)
        steps = [came for came in (self.table.undo() for _ in range(count)) if came is not None]
        taken = [came for came in steps if came]
        if not taken:
            refusal = steps[0].refusal if steps else None
            none = told("Only a wager, call or take-down since the last throw can be taken back.")
            self._show(trouble=refused(self.table.rulebook, refusal, self.now.who) if refusal else none)
            return False
        effects = [effect for came in taken for effect in came.effects]
        notes = notes_of(self.table.rulebook, effects, self.now.throws, self.table.state.puck)
        left = count - len(taken)
        self._show(notes, acts=(*before, left) if left else tuple(before))
        self._changed()
        return True

    # What concerns only the screen.

    def tell(self, what: str, hint: str = "") -> bool:
        """Show a word in the bar; false, because nothing happened."""
        self._show(trouble=told(what, hint))
        return False

    def calm(self) -> None:
        """Take the last trouble off the screen."""
        self._show()

    def note(self, notes: Sequence[Note]) -> None:
        """Put something into the log that did not happen at the table."""
        self._show(notes)

    def sit_with(self, name: str) -> bool:
        """Let lines without a name be for another seat."""
        names = {seat.name.casefold(): seat.name for seat in self.table.state.seats}
        found = names.get(name.casefold())
        if found is None:
            return self.tell(f"{name} is not at this table.", f"{name}: sit")
        self._show(who=found)
        return True

    def next_seat(self) -> None:
        """Let lines without a name be for the next seat clockwise."""
        names = [seat.name for seat in self.table.state.seats]
        if names:
            index = names.index(self.now.who) if self.now.who in names else -1
            self._show(who=names[(index + 1) % len(names)])

    def change_unit(self, *, up: bool) -> None:
        """Let one key stake more, or less."""
        self._show(unit=next_unit(self.now.unit, self.table.state, up=up))

    def set_unit(self, amount: str) -> bool:
        """Let one key stake that much, in dollars."""
        limits = self.table.state.floor.limits
        try:
            unit = dollars(amount)
        except MoneyError as error:
            return self.tell(str(error), "unit 5")
        if not limits.minimum <= unit <= limits.maximum:
            least, most = printed(limits.minimum), printed(limits.maximum)
            return self.tell(
                f"A unit at this table is {least} to {most}, not {printed(unit)}.", f"unit {least}"
            )
        self._show(unit=unit)
        return True

    # Going back.

    def keep(self) -> Kept:
        """This moment, to be gone back to."""
        return Kept(self.now, self.table.state, list(self.table.log))

    def go_back(self, kept: Kept) -> None:
        """Be where the evening was, as if nothing had been done since.

        Who keeps a record is told twice where need be: of the events that go, then of those that come back.
        """
        log, then = self.table.log, kept.log
        shared = next(
            (n for n, pair in enumerate(zip(log, then, strict=False)) if pair[0] is not pair[1]), None
        )
        shared = min(len(log), len(then)) if shared is None else shared
        self.now, self.table.state = kept.now, kept.state
        if shared < len(log):
            self.table.log = then[:shared]
            self._changed()
        if shared < len(then):
            self.table.log = list(then)
            self._changed()

    def _changed(self) -> None:
        if self._on_change is not None:
            self._on_change()

    def _show(self, notes: Sequence[Note] = (), *, trouble: Trouble | None = None, **changes: object) -> None:
        kept = (*self.now.notes, *notes)[-_REMEMBERED:] if notes else self.now.notes
        self.now = msgspec.structs.replace(self.now, notes=kept, trouble=trouble, **changes)
